"""Agents by their names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.rules.switching.agents import MOST_AGENT_PLAYOUTS, MOST_SWEEPS, Agent, agent_name, parse_agent


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Perfect", "perfect"),
        ("temperature:0", "heuristic"),
        ("temperature:0.10", "temperature:0.1"),
        ("temperature:1/10", "temperature:0.1"),
        ("temperature:.250", "temperature:0.25"),
        ("temperature:00.1", "temperature:0.1"),
        ("temperature:1/3", "temperature:1/3"),
        ("temperature:2.50", "temperature:2.5"),
        ("temperature:20", "temperature:20"),
        ("temperature:inf", "temperature:inf"),
        ("mc:010", "mc:10"),
        ("mc:1000000", "mc:1000000"),
        ("mc:inf", "mc:inf"),
        ("gauss-seidel:3:0", "gauss-seidel:3"),
        ("gauss-seidel:1000:0.05", "gauss-seidel:1000:0.05"),
    ],
)
def test_an_agent_has_one_name(text: str, name: str) -> None:
    assert agent_name(text) == agent_name(name) == name
    assert parse_agent(name) == parse_agent(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        *(
            (text, "unknown agent")
            for text in ("", "best", "mc", "mc:1:2", "temperature", "gauss-seidel", "heuristic:1")
        ),
        *((f"mc:{k}", "from 1 to 1000000") for k in ("0", "-3", "1e3", "+1", "1_0", "1000001", "\u0663")),
        *((f"gauss-seidel:{sweeps}", "from 1 to 1000,") for sweeps in ("0", "1001", "x:1")),
        *((f"temperature:{heat}", "from 0.000001") for heat in ("-1", "x", "1e-3", "1/0", "0.0000001", "5.")),
        ("gauss-seidel:2:x", "a temperature is 0"),
    ],
)
def test_what_is_no_agent_is_refused(text: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        parse_agent(text)


TEMPERATURES = st.none() | st.just(0) | st.fractions(1, 1000, max_denominator=2000) | st.decimals(1, 9, places=4)


@given(st.integers(1, MOST_AGENT_PLAYOUTS), st.integers(1, MOST_SWEEPS), TEMPERATURES)
def test_names_are_read_as_they_are_written(playouts: int, sweeps: int, heat: object) -> None:
    warmth = "inf" if heat is None else str(heat)
    for text in (f"mc:{playouts}", f"temperature:{warmth}", f"gauss-seidel:{sweeps}:{warmth}"):
        agent = parse_agent(text)
        assert parse_agent(str(agent)) == agent
    assert parse_agent(f"mc:{playouts}") == Agent("mc", playouts)

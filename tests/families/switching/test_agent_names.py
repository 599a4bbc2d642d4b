"""Agents by their names."""

from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.families.switching.rules import MOST_AGENT_PLAYOUTS, MOST_SWEEPS, Agent, parse_agent

TEMPERATURES = st.none() | st.just(0) | st.fractions(1, 1000, max_denominator=2000) | st.decimals(1, 9, places=4)


@given(st.integers(1, MOST_AGENT_PLAYOUTS), st.integers(1, MOST_SWEEPS), TEMPERATURES)
def test_names_are_read_as_they_are_written(playouts: int, sweeps: int, heat: object) -> None:
    warmth = "inf" if heat is None else str(heat)
    for text in (f"mc:{playouts}", f"temperature:{warmth}", f"gauss-seidel:{sweeps}:{warmth}"):
        agent = parse_agent(text)
        assert parse_agent(str(agent)) == agent
    assert parse_agent(f"mc:{playouts}") == Agent("mc", playouts)

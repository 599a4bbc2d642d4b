"""Texts: graphs with conductances and names of edges; agents."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.families.switching import rules

GRAPH = "A x 2.5\nx B 1/3 marked\nA B deleted\nB A 0.125 deleted\nA x-y .5\nx-y B\n"


CONDUCTANCES = st.fractions(Fraction(1, 99), 99, max_denominator=10**9)
"""Of as few characters as may be read."""


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 3), CONDUCTANCES, st.integers(0, 2)),
        max_size=6,
    )
)
def test_what_is_written_is_read_again(edges: list[tuple[int, int, Fraction, int]]) -> None:
    edges = [(0, 1, Fraction(1), 0), *edges]
    found = rules.parse(rules.graph_text(["A", "B", "2.5", "4"], edges))
    names: list[str] = list(found.nodes)
    again = [
        (["A", "B", "2.5", "4"].index(names[one]), ["A", "B", "2.5", "4"].index(names[other]), weight, state)
        for (one, other), weight, state in zip(found.ends, found.conductances, found.states, strict=True)
    ]
    assert again == edges


def test_terminals_of_any_name() -> None:
    """They become the first two nodes; names, lines and everything else of the edges stay."""
    found, given = rules.parse(GRAPH), rules.parse(GRAPH).joining(("x", "B"))
    assert list(given.nodes) == ["x", "B", "A", "x-y"]
    assert given.ends == [(2, 0), (0, 1), (2, 1), (1, 2), (2, 3), (3, 1)]
    assert (given.names, given.lines, given.states) == (found.names, found.lines, found.states)
    assert rules.EdgeList("").names_of([]) == []


TEMPERATURES = st.none() | st.just(0) | st.fractions(1, 1000, max_denominator=2000) | st.decimals(1, 9, places=4)


@given(st.integers(1, rules.MOST_AGENT_PLAYOUTS), st.integers(1, rules.MOST_SWEEPS), TEMPERATURES)
def test_names_of_agents_are_read_as_they_are_written(playouts: int, sweeps: int, heat: object) -> None:
    warmth = "inf" if heat is None else str(heat)
    for text in (f"mc:{playouts}", f"temperature:{warmth}", f"gauss-seidel:{sweeps}:{warmth}"):
        assert rules.parse_agent(str(rules.parse_agent(text))) == rules.parse_agent(text)
    assert rules.parse_agent(f"mc:{playouts}") == rules.Agent("mc", playouts)

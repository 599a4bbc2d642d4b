"""Graphs as texts: conductances, names of edges."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.families.switching.rules import EdgeList, graph_text, parse, read_terminals, taken_conductances

GRAPH = "A x 2.5\nx B 1/3 marked\nA B deleted\nB A 0.125 deleted\nA x-y .5\nx-y B\n"


def test_conductances() -> None:
    found = parse(GRAPH)
    assert found.conductances == [Fraction(5, 2), Fraction(1, 3), 1, Fraction(1, 8), Fraction(1, 2), 1]
    assert found.states == [0, 2, 1, 1, 0, 0]
    least, most = "0.000000000000000001", str(10**18)
    assert parse(f"A B {least}\nA B {most}").conductances == [Fraction(1, 10**18), 10**18]


def test_edges_by_their_names() -> None:
    found = parse(GRAPH)
    assert found.edges('A-x,B-A(2)  A-"x-y", "x-y"-B') == [0, 3, 4, 5]
    assert found.edges('x-A A-B B-A A-B(2) "x-y"-A') == [0, 2, 2, 3, 4]
    for name in ("x-A(2)", "A-x(2)", "a-x", "x-y-B"):
        with pytest.raises(InputError, match="there is no edge"):
            found.edges(name)


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
    found = parse(graph_text(["A", "B", "2.5", "4"], edges))
    names: list[str] = list(found.nodes)
    again = [
        (["A", "B", "2.5", "4"].index(names[one]), ["A", "B", "2.5", "4"].index(names[other]), weight, state)
        for (one, other), weight, state in zip(found.ends, found.conductances, found.states, strict=True)
    ]
    assert again == edges


def test_conductances_of_taken_edges() -> None:
    assert taken_conductances("1/100, 1e2") == (Fraction(1, 100), 100)
    for text in ("1", "1,2,3", "0,1", "a,b"):
        with pytest.raises(InputError, match="--taken"):
            taken_conductances(text)


def test_an_empty_list() -> None:
    assert EdgeList("").names_of([]) == []


def test_terminals_of_any_name() -> None:
    """They become the first two nodes; names, lines and everything else of the edges stay."""
    found, given = parse(GRAPH), parse(GRAPH).joining(("x", "B"))
    assert list(given.nodes) == ["x", "B", "A", "x-y"]
    assert given.ends == [(2, 0), (0, 1), (2, 1), (1, 2), (2, 3), (3, 1)]
    assert (given.names, given.lines, given.states) == (found.names, found.lines, found.states)
    with pytest.raises(InputError, match=r'no edge has the node .z.; .*its nodes are A, B, x and "x-y"'):
        found.joining(("A", "z"))
    with pytest.raises(InputError, match="x and c are not connected"):
        parse("A B\nA x\nc d").joining(("x", "c"))


def test_names_of_terminals_are_read() -> None:
    assert read_terminals("0, 5") == read_terminals(["0", "5"]) == ("0", "5")
    assert read_terminals('"New York",x') == ("New York", "x")
    assert read_terminals("a\u0308,b") == ("\u00e4", "b")
    for text in ("", "A", "A,A", "A,B,C", ","):
        with pytest.raises(InputError, match="--terminals must be two different nodes"):
            read_terminals(text)

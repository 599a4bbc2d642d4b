"""Conductances: against Kirchhoff's equations solved in fractions, and theorem 5.6."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.switching_heuristic import open_positions, weighted_drops

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching.graph import FREE, MARKED, Graph, make_graph
from tafelwerk.solvers.switching.potentials import conductances
from tafelwerk.solvers.switching.potentials.conductances import conductance_drops
from tafelwerk.solvers.switching.potentials.exact import drops

ABOVE_0 = st.fractions(Fraction(1, 50), 50, max_denominator=60)


@given(open_positions(), st.data())
def test_against_plain_equations(position: tuple[Graph, list[int]], data: st.DataObject) -> None:
    graph, states = position
    weights = data.draw(st.lists(ABOVE_0, min_size=graph.edges, max_size=graph.edges))
    taken = data.draw(st.none() | st.tuples(ABOVE_0, ABOVE_0))
    found = conductance_drops(graph, states, weights, taken)
    assert found == weighted_drops(graph, states, weights, taken)
    assert all(0 <= drop <= 1 for drop in found.values())
    if taken is None:
        same = [Fraction(7, 3)] * graph.edges
        assert (
            conductance_drops(graph, states, same) == drops(graph, states) == weighted_drops(graph, states, same, None)
        )


def test_misuse(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = make_graph(2, [(0, 1), (0, 1)])
    for weights, taken in (([1], None), ([1, 0], None), ([1, 1], (0, 1))):
        with pytest.raises(InputError, match="above 0, one per edge"):
            conductance_drops(graph, [FREE, FREE], [*map(Fraction, weights)], taken and (Fraction(0), Fraction(1)))
    with pytest.raises(InputError, match="short has won"):
        conductance_drops(graph, [FREE, MARKED], [Fraction(1)] * 2)
    monkeypatch.setattr(conductances, "MOST_NODES", 1)
    with pytest.raises(InputError, match="up to 1 nodes, not 2"):
        conductance_drops(graph, [FREE, FREE], [Fraction(1), Fraction(2)])

"""Conductances: against Kirchhoff's equations solved in fractions, and theorem 5.6."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.switching_heuristic import open_positions, weighted_drops

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, Graph, make_graph
from tafelwerk.solvers.switching.planar import dual
from tafelwerk.solvers.switching.potentials import conductances
from tafelwerk.solvers.switching.potentials.conductances import conductance_drops
from tafelwerk.solvers.switching.potentials.exact import drops

ABOVE_0 = st.fractions(Fraction(1, 50), 50, max_denominator=60)
SWAPPED = {FREE: FREE, DELETED: MARKED, MARKED: DELETED}


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


def dual_of(graph: Graph) -> Graph | None:
    try:
        return dual(graph)
    except InputError:
        return None


def in_proportion(one: list[Fraction], other: list[Fraction]) -> bool:
    return [value * sum(other) for value in one] == [value * sum(one) for value in other]


@given(open_positions(), st.data())
def test_theorem_5_6(position: tuple[Graph, list[int]], data: st.DataObject) -> None:
    """Potential differences of the dual with inverse conductances are in proportion to currents here."""
    graph, states = position
    other = dual_of(graph)
    if other is None:
        return
    weights = data.draw(st.lists(ABOVE_0, min_size=graph.edges, max_size=graph.edges))
    here = conductance_drops(graph, states, weights)
    there = conductance_drops(other, [SWAPPED[state] for state in states], [1 / weight for weight in weights])
    currents = [drop * weights[edge] for edge, drop in here.items()]
    assert in_proportion(currents, list(there.values()))


@given(open_positions(), ABOVE_0, ABOVE_0)
def test_finite_conductances_of_taken_edges(
    position: tuple[Graph, list[int]], free: Fraction, deleted: Fraction
) -> None:
    """Where the conductances of deleted and marked edges multiply to the square of free ones, the dual ranks free edges alike."""
    graph, states = position
    other = dual_of(graph)
    if other is not None:
        taken, same = (deleted, free**2 / deleted), [free] * graph.edges
        here = conductance_drops(graph, states, same, taken)
        there = conductance_drops(other, [SWAPPED[state] for state in states], same, taken)
        assert in_proportion(list(here.values()), list(there.values()))


def test_finite_conductances_tend_to_the_ideal_model() -> None:
    graph = make_graph(5, [(0, 2), (0, 3), (2, 3), (2, 4), (3, 4), (4, 1), (3, 1)])
    states, same = [MARKED, FREE, FREE, DELETED, FREE, FREE, FREE], [Fraction(1)] * 7
    ideal, finite = (
        conductance_drops(graph, states, same, taken) for taken in (None, (Fraction(1, 10**6), Fraction(10**6)))
    )
    assert all(abs(ideal[edge] - finite[edge]) < 1e-5 for edge in ideal)


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

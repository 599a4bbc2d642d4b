"""Exact play against plain recursion and enumeration."""

from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st
from naive import graphs
from naive.graphs import small_graphs
from naive.policy import monte_carlo_rows
from naive.selection import law

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.races import dsc_graph, esr_graph
from tafelwerk.solvers.montecarlo.subtraction import subtraction_graph
from tafelwerk.solvers.playouts import exact_play
from tafelwerk.solvers.playouts.exact_play import exact_duel, exact_policy_monte_carlo, exact_random, exact_selection
from tafelwerk.solvers.playouts.graph import GameGraph


def fractions(values: list[fmpq]) -> list[Fraction]:
    return [Fraction(str(value)) for value in values]


def fmpqs(values: list[Fraction]) -> list[fmpq]:
    return [fmpq(value.numerator, value.denominator) for value in values]


@given(graph=small_graphs())
def test_random_play(graph: GameGraph) -> None:
    win, loss = exact_random(graph)
    assert (fractions(win), fractions(loss)) == graphs.random_values(graph)


@given(graph=small_graphs(most=8), data=st.data())
def test_duel(graph: GameGraph, data: st.DataObject) -> None:
    agents = []
    for _ in range(2):
        rows: list[Fraction] = []
        for i in range(graph.positions):
            edges = graph.edges_of(i)
            if edges:
                parts = data.draw(st.lists(st.integers(0, 3), min_size=len(edges), max_size=len(edges)).filter(any))
                rows += [Fraction(part, sum(parts)) for part in parts]
        agents.append(rows)
    duel = exact_duel(graph, *map(fmpqs, agents))
    for i in range(graph.positions):
        for mover, win, loss in ((0, duel.win_a, duel.loss_a), (1, duel.win_b, duel.loss_b)):
            assert (Fraction(str(win[i])), Fraction(str(loss[i]))) == graphs.duel(graph, agents, i, mover)


PROBABILITIES = st.fractions(0, 1, max_denominator=9)


@given(chances=st.lists(PROBABILITIES, min_size=1, max_size=4), k=st.integers(1, 4))
def test_selection_by_tied_sets(chances: list[Fraction], k: int) -> None:
    assert fractions(exact_selection(fmpqs(chances), [1] * len(chances), k)) == law(chances, [1] * len(chances), k)


@given(groups=st.lists(st.tuples(PROBABILITIES, st.integers(1, 3)), min_size=1, max_size=3), k=st.integers(1, 9))
def test_groups_are_candidates_together(groups: list[tuple[Fraction, int]], k: int) -> None:
    chances, counts = [p for p, _ in groups], [c for _, c in groups]
    found = exact_selection(fmpqs(chances), counts, k)
    alone = exact_selection(fmpqs([p for p, c in groups for _ in range(c)]), [1] * sum(counts), k)
    assert sum(found, fmpq(0)) == 1
    for total, count in zip(found, counts, strict=True):
        assert total == sum(alone[:count], fmpq(0))
        alone = alone[count:]


def test_selection_of_two_is_symmetric() -> None:
    first, second = exact_selection([fmpq(2, 5), fmpq(4, 7)], [1, 1], 30)
    again = exact_selection([fmpq(3, 7), fmpq(3, 5)], [1, 1], 30)
    assert again == [first, second]
    assert first < second


def test_one_playout_of_one_move() -> None:
    # a candidate that always wins, one that never does: ties are split
    assert exact_selection([fmpq(1), fmpq(1, 2)], [1, 1], 1) == [fmpq(3, 4), fmpq(1, 4)]


@pytest.mark.parametrize("graph", [esr_graph(2, 3, 2), dsc_graph(6), subtraction_graph([1, 2, 3], 9, "loses")])
def test_monte_carlo_policy(graph: GameGraph) -> None:
    _, loss = graphs.random_values(graph)
    expected = monte_carlo_rows(graph, loss, 3)
    assert fractions(exact_policy_monte_carlo(graph, 3)) == expected


@pytest.mark.slow
def test_published_duels() -> None:
    """Table 2.4: the single-step race ESR(5, 6, 1), MC(3) against MC(6)."""
    graph = esr_graph(5, 6, 1)
    duel = exact_duel(graph, exact_policy_monte_carlo(graph, 3), exact_policy_monte_carlo(graph, 6))
    first, second = duel.win_a[graph.root], duel.loss_b[graph.root]
    rounded = [f"{float(Fraction(int(p.p), int(p.q))):.10f}" for p in (first, second, (first + second) / 2)]
    assert rounded == ["0.3758100195", "0.3153747770", "0.3455923983"]


def test_limits_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = subtraction_graph([1, 2], 40)
    with pytest.raises(InputError, match="rows_b"):
        exact_duel(graph, [fmpq(1)] * graph.edges, [fmpq(1)])
    for k in (0, 10**6):
        with pytest.raises(InputError, match="k:"):
            exact_selection([fmpq(1, 2), fmpq(1, 3)], [1, 1], k)
        with pytest.raises(InputError, match="k:"):
            exact_policy_monte_carlo(graph, k)
    with pytest.raises(InputError, match="counts"):
        exact_selection([fmpq(1, 2)], [1, 1], 3)
    with pytest.raises(InputError, match="chances"):
        exact_selection([fmpq(3, 2)], [1], 3)
    monkeypatch.setattr(exact_play, "MOST_BITS", 1000)
    with pytest.raises(InputError, match="1000 bits"):
        exact_random(graph)

"""Exact play against plain recursion and enumeration."""

from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st
from naive import graphs
from naive.graphs import any_rows, monte_carlo_rows, small_graphs
from naive.selection import law
from published import TABLE_2_4

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


@given(graph=small_graphs(most=8), seed=st.integers(0, 2**32 - 1))
def test_duel(graph: GameGraph, seed: int) -> None:
    random = np.random.default_rng(seed)
    agents = [any_rows(graph, random) for _ in range(2)]
    duel = exact_duel(graph, *map(fmpqs, agents))
    found = zip(*map(fractions, (duel.win_a, duel.loss_a, duel.win_b, duel.loss_b)), strict=True)
    assert list(found) == [(*a, *b) for a, b in graphs.duel(graph, agents)]


@given(
    groups=st.lists(st.tuples(st.fractions(0, 1, max_denominator=9), st.integers(1, 2)), min_size=1, max_size=3),
    k=st.integers(1, 5),
)
def test_selection_by_tied_sets(groups: list[tuple[Fraction, int]], k: int) -> None:
    chances, counts = [p for p, _ in groups], [c for _, c in groups]
    assert fractions(exact_selection(fmpqs(chances), counts, k)) == law(chances, counts, k)


@pytest.mark.parametrize("graph", [esr_graph(2, 3, 2), dsc_graph(6), subtraction_graph([1, 2, 3], 9, "loses")])
def test_monte_carlo_policy(graph: GameGraph) -> None:
    _, loss = graphs.random_values(graph)
    expected = monte_carlo_rows(graph, loss, 3)
    assert fractions(exact_policy_monte_carlo(graph, 3)) == expected


@pytest.mark.slow
def test_published_duels() -> None:
    graph = esr_graph(5, 6, 1)
    duel = exact_duel(graph, exact_policy_monte_carlo(graph, 3), exact_policy_monte_carlo(graph, 6))
    first, second = duel.win_a[graph.root], duel.loss_b[graph.root]
    rounded = [f"{float(Fraction(int(p.p), int(p.q))):.10f}" for p in (first, second, (first + second) / 2)]
    assert tuple(rounded) == TABLE_2_4[3]


def test_limits_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = subtraction_graph([1, 2], 40)
    with pytest.raises(InputError, match="rows_b"):
        exact_duel(graph, [fmpq(1)] * graph.edges, [fmpq(1)])
    for k in (0, 10**6):
        with pytest.raises(InputError, match=r"^k(:| must)"):
            exact_policy_monte_carlo(graph, k)
    for chance, counts, k, word in ((0.5, [1, 1], 3, "counts"), (1.5, [1], 3, "chances"), (0.5, [1], 0, "k must")):
        with pytest.raises(InputError, match=word):
            exact_selection([fmpq(int(2 * chance), 2)], counts, k)
    monkeypatch.setattr(exact_play, "MOST_BITS", 1000)
    with pytest.raises(InputError, match="1000 bits"):
        exact_random(graph)

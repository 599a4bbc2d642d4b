"""Policies and curves of duels: against candidates taken one by one in fractions, balls, and single duels."""

from collections.abc import Sequence
from fractions import Fraction
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from marks import compiled
from naive.graphs import random_rows, small_graphs
from naive.selection import pmf

from tafelwerk.solvers.montecarlo.races_and_heaps import dsc_graph, esr_graph, subtraction_graph
from tafelwerk.solvers.playouts import agent_duels as module
from tafelwerk.solvers.playouts import playout_runs
from tafelwerk.solvers.playouts import policy as policies
from tafelwerk.solvers.playouts.agent_duels import duel, duels
from tafelwerk.solvers.playouts.game_graph import GameGraph, random_play
from tafelwerk.solvers.playouts.playout_runs import STEPS
from tafelwerk.solvers.playouts.policy import Policy

Groups = list[tuple[Fraction, int]]


def assert_certified(policy: Policy, rows: list[Fraction]) -> None:
    for chance, error, exact in zip(policy.chances.tolist(), policy.errors.tolist(), rows, strict=True):
        assert abs(Fraction(chance) - exact) <= Fraction(error)
        assert error <= 2e-14


@compiled
@pytest.mark.parametrize("begin", [0, 16 * STEPS])
def test_runs_agree_with_single_policies(begin: int) -> None:
    graph = subtraction_graph((3, 5, 11), 40, "loses")
    play = random_play(graph)
    wanted = [max(1, begin), begin + 2, begin + 31, begin + STEPS - 1]
    run = policies.consecutive_policies(graph, play, begin, wanted)
    assert list(run) == wanted
    for k in wanted:
        single = policies.monte_carlo_policy(graph, play, k)
        assert (abs(single.chances - run[k].chances) <= single.errors + run[k].errors).all()
        assert run[k].errors.max() < 1e-14
    # what else is asked for changes nothing
    alone = policies.consecutive_policies(graph, play, begin, wanted[2:3])[wanted[2]]
    assert np.array_equal(alone.chances, run[wanted[2]].chances)


@given(small_graphs())
def test_shares_as_chances(graph: GameGraph) -> None:
    rows, policy = random_rows(graph), policies.share_policy(graph, policies.random_shares(graph))
    assert [Fraction(str(row)) for row in policies.share_rows(graph, policies.random_shares(graph))] == rows
    assert_certified(policy, rows)
    assert all(error == 0 for error, row in zip(policy.errors, rows, strict=True) if row in (0, 1))


def unique_best(groups: Groups, k: int) -> list[Fraction]:
    """Chance of each group that the only candidate with most wins is in it; if there never is only one, 1 for the best group."""
    masses = [(g, pmf(p, k)) for g, (p, count) in enumerate(groups) for _ in range(count)]
    totals = [Fraction(0)] * len(groups)
    for i, (g, mass) in enumerate(masses):
        for j in range(k + 1):
            totals[g] += mass[j] * prod(
                (sum(other[:j], Fraction(0)) for x, (_, other) in enumerate(masses) if x != i), start=Fraction(1)
            )
    best = max(p for p, _ in groups)
    return [total / sum(totals) for total in totals] if sum(totals) else [Fraction(p == best) for p, _ in groups]


HALVES = st.sampled_from([Fraction(1, 2), Fraction(1)])


@compiled
@given(
    st.lists(
        st.tuples(st.integers(0, 64).map(lambda i: Fraction(i, 64)) | HALVES, st.integers(1, 2)),
        min_size=1,
        max_size=4,
        unique_by=lambda group: group[0],
    ),
    st.integers(1, 9),
)
def test_ties_ignored(groups: Groups, k: int) -> None:
    highs = [float(p - Fraction(1, 2)) for p, _ in groups]
    values, errors = policies.unique_best_law(highs, [0.0] * len(groups), [count for _, count in groups], k)
    for value, error, exact in zip(values.tolist(), errors.tolist(), unique_best(groups, k), strict=True):
        assert abs(Fraction(value) - exact) <= Fraction(error)
        assert error <= 1e-13


@compiled
@pytest.mark.parametrize(
    ("graph", "ks", "rivals"),
    [
        (subtraction_graph((1, 3, 4), 20), [*range(70, 50, -1), 60, 60], [*[7] * 10, *[100_000] * 10, 60, 1]),
        (dsc_graph(9), [1, 10, 10**6, 10**15], [2, 20, 2 * 10**6, 2 * 10**15]),
    ],
)
def test_any_order_and_any_rival(graph: GameGraph, ks: Sequence[int], rivals: Sequence[int]) -> None:
    play, positions = random_play(graph), [graph.root, 5]
    found = duels(graph, play, ks, rivals, positions)
    assert found.first.shape == found.second.shape == found.error.shape == (len(ks), len(positions))
    for row, (k, rival) in enumerate(zip(ks, rivals, strict=True)):
        one = duel(graph, policies.monte_carlo_policy(graph, play, k), policies.monte_carlo_policy(graph, play, rival))
        bound = found.error[row] + one.error[:, positions].max(axis=0)
        assert (abs(found.first[row] - one.win[0, positions]) <= bound).all()
        assert (abs(found.second[row] - one.loss[1, positions]) <= bound).all()
    assert found.error.max() < 1e-13


@compiled
def test_neither_memory_nor_length_changes_a_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = esr_graph(2, 3, 1)
    play = random_play(graph)
    ks = np.arange(1, 150, dtype=np.uint64)
    plenty = duels(graph, play, ks, 2 * ks, [graph.root])
    for part in (module, playout_runs):
        monkeypatch.setattr(part, "DENSE_BYTES", 16 * graph.edges * playout_runs.STEPS)
    little = duels(graph, play, ks, 2 * ks, [graph.root])
    assert np.array_equal(plenty.first, little.first)
    assert np.array_equal(plenty.error, little.error)
    # nor does a curve that goes on
    short = duels(graph, play, ks[:19], 2 * ks[:19], [graph.root])
    assert np.array_equal(short.second, plenty.second[:19])

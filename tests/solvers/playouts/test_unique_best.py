"""Ties ignored, against the sum over numbers of wins in fractions."""

from fractions import Fraction
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from marks import compiled
from naive.selection import pmf

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.races import dsc_graph, esr_graph
from tafelwerk.solvers.montecarlo.subtraction import subtraction_graph
from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.policy import monte_carlo_policy
from tafelwerk.solvers.playouts.random_play import random_play
from tafelwerk.solvers.playouts.unique_best import unique_best_law, unique_best_policy

chances = st.one_of(st.integers(0, 64).map(lambda i: Fraction(i, 64)), st.sampled_from([Fraction(1, 2), Fraction(1)]))


def unique(found: list[tuple[Fraction, int]], k: int) -> list[Fraction] | None:
    """The chance of each group that one of it alone has the most wins, given that one has; None where none can."""
    masses = [(g, pmf(p, k)) for g, (p, count) in enumerate(found) for _ in range(count)]
    totals = [Fraction(0)] * len(found)
    for i, (g, mass) in enumerate(masses):
        for j in range(k + 1):
            totals[g] += mass[j] * prod(
                (sum(other[:j], Fraction(0)) for x, (_, other) in enumerate(masses) if x != i), start=Fraction(1)
            )
    return [total / sum(totals) for total in totals] if sum(totals) else None


@compiled
@given(
    st.lists(st.tuples(chances, st.integers(1, 2)), min_size=1, max_size=4, unique_by=lambda one: one[0]),
    st.integers(1, 9),
)
def test_chances_are_within_their_bounds(found: list[tuple[Fraction, int]], k: int) -> None:
    highs = [float(p - Fraction(1, 2)) for p, _ in found]
    values, errors = unique_best_law(highs, [0.0] * len(found), [count for _, count in found], k)
    truth = unique(found, k)
    if truth is None:
        best = max(p for p, _ in found)
        truth = [Fraction(p == best) for p, _ in found]
    for value, error, exact in zip(values.tolist(), errors.tolist(), truth, strict=True):
        assert abs(Fraction(value) - exact) <= Fraction(error)
        assert error <= 1e-13


@pytest.mark.parametrize("graph", [dsc_graph(9), esr_graph(2, 3, 2), subtraction_graph((1, 3, 4), 12)])
def test_ties_matter_less_with_more_playouts(graph: GameGraph) -> None:
    play = random_play(graph)
    gaps = []
    for k in (10, 1000, 100_000):
        one, other = unique_best_policy(graph, play, k), monte_carlo_policy(graph, play, k)
        assert np.allclose(np.add.reduceat(one.chances, graph.offsets[:-1][np.diff(graph.offsets) > 0]), 1)
        assert one.errors.max() < 1e-12
        gaps.append(float(abs(one.chances - other.chances).max()))
    assert gaps[0] > 3 * gaps[1] > 9 * gaps[2]


def test_too_many_playouts() -> None:
    with pytest.raises(InputError, match="too many"):
        unique_best_law([0.001 * i for i in range(100)], [0.0] * 100, [1] * 100, 10**10)

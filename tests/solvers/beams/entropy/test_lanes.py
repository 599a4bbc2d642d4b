"""Queries side by side: bounds against all partitions, vectors against plain counting, choices against exact comparison."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.rules.beams.board import Variant
from tafelwerk.solvers.beams.entropy import lanes
from tafelwerk.solvers.beams.entropy.analysis import make_rule
from tafelwerk.solvers.beams.entropy.few_codes import ALL_APART, NO_QUERY, first_of
from tafelwerk.solvers.beams.entropy.queries import Order, Parts, first
from tafelwerk.solvers.beams.rules.problem import make_problem
from tafelwerk.solvers.deduction.close_sums import partitions
from tafelwerk.solvers.deduction.entropy import compare
from tafelwerk.solvers.machine.jit import kernel

ALPHAS = (Fraction(0), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(7, 3), None)

N_MAX = 5000


@kernel
def near_lanes(
    rows: np.ndarray, n: int, excluded: np.ndarray, bounds: np.ndarray, found: np.ndarray
) -> int:  # an intrinsic can be called from a kernel only
    return int(lanes.near_lanes(rows, n, excluded, bounds, found))


@kernel
def lane_queries(
    table: lanes.Table,
    elements: np.ndarray,
    n: int,
    unused: int,
    diagonals: int,
    weight: np.ndarray,
    largest: bool,
    tolerance: float,
    best: np.ndarray,
) -> int:
    return int(lanes.lane_queries(table, elements, 0, n, unused, diagonals, weight, largest, tolerance, best))


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("codes", [2, 5, 8, 12])
def test_bounds_hold_for_every_partition(alpha: Fraction | None, codes: int) -> None:
    bounds = lanes.make_bounds(alpha, N_MAX)
    by_pairs: dict[int, list[tuple[int, ...]]] = {}
    for parts in partitions(codes):
        by_pairs.setdefault(sum(part * (part - 1) // 2 for part in parts), []).append(parts)
    for pairs, here in by_pairs.items():
        bound = int(bounds.pairs[codes, pairs])
        beyond = [parts for other, some in by_pairs.items() if other > bound for parts in some]
        assert all(compare(alpha, one, other) < 0 for one in here for other in beyond)
        near = [parts for other, some in by_pairs.items() if pairs <= other <= bound for parts in some]
        assert bool(bounds.tied[codes, pairs]) == all(compare(alpha, near[0], other) == 0 for other in near)


def test_bounds_are_sharp_where_pairs_say_all() -> None:
    bounds = lanes.make_bounds(Fraction(2), N_MAX)
    for codes in range(2, bounds.most + 1):
        for parts in partitions(codes):
            pairs = sum(part * (part - 1) // 2 for part in parts)
            assert bounds.pairs[codes, pairs] == pairs
            assert bounds.tied[codes, pairs]


@given(st.integers(1, lanes.MOST), st.integers(1, 40), st.integers(0, 2**32 - 1), st.floats(0, 1))
def test_near_lanes(n: int, answers: int, seed: int, share: float) -> None:
    random = np.random.default_rng(seed)
    rows = random.integers(0, answers, (n, lanes.LANES)).astype(np.uint8)
    excluded = np.where(random.random(lanes.LANES) < share, 255, 0).astype(np.uint8)
    bounds = np.maximum(np.arange(256), random.integers(0, 256, 256)).astype(np.uint8)
    found = np.zeros(2, np.uint64)
    least = near_lanes(rows.reshape(-1), n, excluded, bounds, found)
    agree = [
        max(int(excluded[lane]), sum(int(rows[i, lane] == rows[j, lane]) for i in range(n) for j in range(i)))
        for lane in range(lanes.LANES)
    ]
    assert least == min(agree)
    near = int(found[0]) | int(found[1]) << 64
    assert [near >> lane & 1 for lane in range(lanes.LANES)] == [int(pairs <= bounds[least]) for pairs in agree]


VARIANT = Variant("6c1p", 6, 1, 2)
"""720 codes, which 9 diagonals tell apart slowly: queries tie often."""


@given(
    st.sampled_from(ALPHAS),
    st.lists(st.permutations(range(6)), min_size=2, max_size=lanes.MOST, unique_by=tuple),
    st.integers(0, 2**9 - 1),
)
def test_lane_queries(alpha: Fraction | None, codes: list[list[int]], unused: int) -> None:
    problem = make_problem(VARIANT)
    rule = make_rule(alpha, None, N_MAX)
    table = lanes.make_table(problem.answers, 6, alpha, N_MAX)
    elements = np.array([problem.patterns[0][code] for code in codes], np.uint16)
    best = np.full(6, -1, np.int64)
    diagonals = len(problem.diagonals)
    found = lane_queries(
        table, elements, len(codes), unused, diagonals, rule.weight, rule.largest, rule.tolerance, best
    )
    parts = Parts(problem, elements, 6)
    tied = parts.best(alpha, unused)
    if not tied:
        assert found == NO_QUERY
        return
    assert [(c, d) for c in range(6) for d in range(diagonals) if best[c] >> d & 1] == tied
    assert (found == ALL_APART) == (len(parts.of(*tied[0])) == len(codes))
    for order in Order:
        colour, diagonal = first(tied, order)
        assert first_of(best, 6, order is Order.DIAGONAL) == colour << 8 | diagonal


def test_too_many_queries_for_a_row() -> None:
    """Twenty-seven diagonals and six colours have 162 queries."""
    assert lanes.make_table(np.zeros((3, 27), np.uint8), 6, Fraction(1), N_MAX).most == 0
    assert lanes.make_table(np.zeros((3, 33), np.uint8), 2, Fraction(1), N_MAX).most == 0

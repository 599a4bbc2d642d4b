"""Bounds: below what they bound, on sets of codes at random and on whole variants."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from beams_games import TINY, compiled
from hypothesis import given
from hypothesis import strategies as st
from naive import beams as naive
from naive.beams_choosing import least_cost
from numpy.typing import NDArray

from tafelwerk.families.beams.rules import VARIANTS, Variant
from tafelwerk.solvers.beams.optimal_strategies import (
    depth_two_bound,
    first_diagonals,
    guessing_gains_nothing,
    least_branches,
    tree_totals,
)
from tafelwerk.solvers.beams.patterns import make_problem
from tafelwerk.solvers.beams.search_tables import distances, least_guesses, least_rests
from tafelwerk.solvers.deduction.search_problem import least_totals


@cache
def near(variant: Variant) -> NDArray[np.int64]:
    problem = make_problem(variant)
    return distances(problem.pieces, problem.patterns)


@cache
def rests(variant: Variant) -> NDArray[np.int32]:
    problem = make_problem(variant)
    return least_rests(problem.pieces, problem.patterns, 16, problem.codes)


@given(st.data())
def test_no_guess_is_cheaper(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(TINY))
    problem, codes = make_problem(variant), naive.codes(variant)
    left = data.draw(st.lists(st.sampled_from(codes), min_size=1, max_size=12, unique=True))
    guessed = naive.guess(left)
    bound = least_guesses(near(variant), problem.codes)
    assert bound[len(left)] <= sum(naive.wrong_fields(guessed, code) for code in left)


@given(st.data())
def test_no_rest_is_less(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(TINY))
    codes, lines = naive.codes(variant), naive.lines(variant.shape)
    left = data.draw(st.lists(st.sampled_from(codes), min_size=2, max_size=7, unique=True))
    unused = data.draw(st.lists(st.sampled_from(lines), min_size=1, max_size=4, unique_by=tuple))
    bound = rests(variant)
    most = max(len(naive.split(left, (colour, line), unused)) for colour in range(6) for line in range(len(unused)))
    assert (bound[most:, len(left)] <= least_cost(dict.fromkeys(left, Fraction(1)), unused)).all()


@compiled
def test_huffman_where_guesses_are_dear() -> None:
    problem = make_problem(VARIANTS["6c3p"])
    bound = least_rests(problem.pieces, problem.patterns, 10, problem.codes)
    for answers in range(5, 11):
        assert (bound[answers] == least_totals(problem.codes, answers, False, 0)[0]).all()
    # with two answers a guess among many is cheaper than that many queries
    assert bound[2, 3] == 4
    assert (np.diff(bound, axis=0)[1:] <= 0).all()


@pytest.mark.parametrize("branches", [2, 5])
def test_least_sums_of_depths(branches: int) -> None:
    @cache
    def forest(leaves: int, trees: int) -> int:
        if leaves == 0:
            return 0
        if trees == 0:
            return 10**9
        return min(tree(some) + some + forest(leaves - some, trees - 1) for some in range(1, leaves + 1))

    @cache
    def tree(leaves: int) -> int:
        if leaves <= 1:
            return 0
        # all leaves in one branch would be the same tree again
        return min(tree(some) + some + forest(leaves - some, branches - 1) for some in range(1, leaves))

    wanted = [tree(leaves) for leaves in range(22)]
    assert tree_totals(np.arange(22), branches).tolist() == wanted


def test_guesses_cost_at_least_their_distances() -> None:
    """Few branches make trees deeper than guesses are wrong; from some number on no guess is cheaper."""
    assert not guessing_gains_nothing(36, 3_048_812_640, 20)
    least = least_branches(36, 3_048_812_640)
    assert guessing_gains_nothing(36, 3_048_812_640, least)
    assert not guessing_gains_nothing(36, 3_048_812_640, least - 1)
    assert least < 50


def test_kinds_of_diagonals() -> None:
    """At the edge, beside the centre, through it, and one more on the larger board."""
    assert first_diagonals(make_problem(VARIANTS["3c6p"])) == [0, 1, 2]


def test_below_the_optimum() -> None:
    assert 1860 < depth_two_bound(make_problem(VARIANTS["3c6p"])) <= 7334
    tiny = Variant("2c3p", 2, 3, 2)
    assert depth_two_bound(make_problem(tiny)) <= naive.least_total(tiny)

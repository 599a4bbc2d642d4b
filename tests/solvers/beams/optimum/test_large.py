"""The bound of large variants, on small ones: below the optimum, its parts against plain recursions."""

from functools import cache

import numpy as np
import pytest
from marks import compiled
from naive import beams as naive

from tafelwerk.rules.beams.board import VARIANTS, Variant
from tafelwerk.solvers.beams.optimum.large import (
    depth_two_bound,
    first_diagonals,
    guessing_gains_nothing,
    least_branches,
    tree_totals,
)
from tafelwerk.solvers.beams.rules.problem import make_problem


@pytest.mark.parametrize("branches", [2, 3, 5])
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


@compiled
def test_below_every_strategy_of_six_colours() -> None:
    """The improved strategy of 6c3p costs 1,696,875, and no strategy less than 1,521,464."""
    assert depth_two_bound(make_problem(VARIANTS["6c3p"])) < 1_696_875

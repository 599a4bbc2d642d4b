"""All best replies: against every tree tried, in lexicographic order, the source's example."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import dresher as naive

from tafelwerk.errors import InputError
from tafelwerk.solvers.dresher.best_trees import BestTrees, every_tree

WEIGHTS = st.lists(st.fractions(0, 5, max_denominator=4), min_size=1, max_size=7)


def taken(weights: list[Fraction], depths: tuple[int, ...]) -> Fraction:
    return sum((weight * depth for weight, depth in zip(weights, depths, strict=True)), Fraction(0))


@given(WEIGHTS, st.integers(0, 12))
def test_best_trees_are_those_of_the_whole_matrix(weights: list[Fraction], most: int) -> None:
    sums = {tree: taken(weights, tree) for tree in naive.trees(len(weights))}
    best = sorted(tree for tree, total in sums.items() if total == min(sums.values()))
    found = BestTrees(weights)
    assert (found.total, found.count) == (min(sums.values()), len(best))
    assert found.first(most) == best[:most]
    # read again, and farther
    assert found.first(len(best) + 1) == best


@pytest.mark.parametrize("n", range(1, 9))
def test_all_trees_of_small_games(n: int) -> None:
    assert every_tree(n) == sorted(naive.trees(n))
    assert len(every_tree(n)) == comb(2 * n, n) // (n + 1)


def test_published_example() -> None:
    """M. Stassen, Oplossingen voor Dreshers hoger lager spel voor N <= 980, Delft 2018, section 2.3."""
    found = BestTrees([Fraction(weight) for weight in (2, 1, 1, 2)])
    assert (found.total, found.count) == (12, 2)
    assert found.first(100) == [(2, 1, 3, 2), (2, 3, 1, 2)]


def test_counts_beyond_machine_words() -> None:
    """Without weights every tree is best, Catalan(n) of them; even weights leave those whose last level alone has gaps."""
    assert BestTrees([Fraction(0)] * 40).count == comb(80, 40) // 41
    found = BestTrees([Fraction(1)] * 20)
    # 15 numbers on four full levels; 5 more on the 16 places of the fifth
    assert (found.total, found.count) == (1 + 4 + 12 + 32 + 25, comb(16, 5))


def test_what_is_refused() -> None:
    with pytest.raises(InputError, match="weights are integers of 0 or more"):
        BestTrees([Fraction(-1)])
    with pytest.raises(InputError, match="at least one"):
        BestTrees([])

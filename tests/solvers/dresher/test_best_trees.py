"""All best trees against trying every tree."""

from math import comb

from hypothesis import given
from hypothesis import strategies as st
from naive.dresher import guesses, is_tree, trees

from tafelwerk.solvers.dresher.best_trees import BestTrees
from tafelwerk.solvers.dresher.reply import Replies


@given(st.lists(st.integers(0, 4), min_size=1, max_size=7), st.integers(1, 5))
def test_every_tree_tried(weights: list[int], most: int) -> None:
    least = min(guesses(weights, depths) for depths in trees(len(weights)))
    best = sorted(depths for depths in trees(len(weights)) if guesses(weights, depths) == least)
    found = BestTrees(Replies(weights))
    assert found.count == len(best)
    assert found.first(most) == best[:most]
    assert found.first(1000) == best


def test_the_source_s_example() -> None:
    """Stassen 2018, chapter 2: the weights 2, 1, 1, 2 have two best trees, which take 12."""
    found = BestTrees(Replies([2, 1, 1, 2]))
    assert (found.replies.total(1, 4), found.first(100)) == (12, [(2, 1, 3, 2), (2, 3, 1, 2)])


def test_many_trees() -> None:
    """Against no weights all trees are best: Catalan(n) of them."""
    found = BestTrees(Replies([0] * 60))
    assert found.count == comb(120, 60) // 61
    first = found.first(100)
    assert first == sorted(first)
    assert first[0] == tuple(range(1, 61))
    assert all(map(is_tree, first))

"""Binary search trees as depths."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import dresher as naive

from tafelwerk.solvers.dresher.reply import plain_weights
from tafelwerk.solvers.dresher.trees import full_tree, grown, stretched


def test_full_tree_of_height_three() -> None:
    assert full_tree(3).tolist() == [3, 2, 3, 1, 3, 2, 3]


@given(st.integers(1, 60).flatmap(lambda n: st.permutations(range(n))))
def test_a_leaf_more_is_a_tree(order: list[int]) -> None:
    n, tree = len(order), naive.grown_at(order)
    larger = grown(tree)
    assert naive.is_tree(larger)
    assert len(larger) == n + 1
    gap = next(i for i in range(n + 1) if larger[:i] == tree[:i] and larger[i + 1 :] == tree[i:])
    assert larger[gap] <= min(max(pair) for pair in zip((0, *tree), (*tree, 0), strict=True)) + 1


def test_the_leaf_comes_near_the_middle() -> None:
    assert grown((3, 2, 3, 1, 3, 2, 3)) == (3, 2, 3, 4, 1, 3, 2, 3)
    assert grown((1,)) == (2, 1)
    assert grown((2, 1, 2)) == (2, 3, 1, 2)


@given(st.lists(st.floats(0.5, 2), min_size=1, max_size=30), st.integers(1, 60))
def test_stretched_weights(weights: list[float], n: int) -> None:
    drawn = stretched(np.array(weights), n)
    assert len(drawn) == n
    assert drawn.sum() == pytest.approx(n)
    assert drawn.min() > 0


def test_plain_weights() -> None:
    assert [plain_weights(n) for n in (1, 2, 3, 5)] == [(1,), (1, 1), (2, 1, 2), (2, 1, 1, 1, 2)]

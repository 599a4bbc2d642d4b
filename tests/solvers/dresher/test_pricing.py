"""Best trees of limited height, against all trees and against exact best replies."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import dresher as naive

from tafelwerk.solvers.dresher.pricing import Pricing
from tafelwerk.solvers.dresher.reply import Replies


@given(st.lists(st.integers(1, 9), min_size=1, max_size=7), st.integers(0, 3))
def test_least_of_all_trees_of_that_height(weights: list[int], more: int) -> None:
    n = len(weights)
    height = n.bit_length() + more
    least = min(
        sum(w * d for w, d in zip(weights, tree, strict=True)) for tree in naive.trees(n) if max(tree) <= height
    )
    mean, tree = Pricing(n, height).best(np.array(weights, np.float64))
    assert mean == least / n
    assert naive.is_tree(tree)
    assert max(tree) <= height
    assert np.dot(weights, tree) == least


@settings(max_examples=25)
@given(st.lists(st.integers(1, 1000), min_size=20, max_size=60))
def test_enough_height_finds_the_best_reply(weights: list[int]) -> None:
    replies = Replies(weights)
    pricing = Pricing(len(weights), max(replies.depths()))
    mean, tree = pricing.best(np.array(weights, np.float64))
    assert np.dot(weights, tree) == replies.total(1, len(weights)) == pytest.approx(mean * len(weights), rel=1e-15)


def test_numbers_of_no_weight_still_leave_a_tree() -> None:
    weights = np.zeros(40)
    weights[[0, 7, 39]] = 1.0
    mean, tree = Pricing(40, 7).best(weights)
    assert naive.is_tree(tree)
    assert 40 * mean == pytest.approx(5, abs=1e-5)

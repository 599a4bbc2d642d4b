"""The searcher's best reply: against every tree, against a recursion over every root, and in itself."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import dresher as naive

from tafelwerk.errors import InputError
from tafelwerk.solvers.dresher.reply import Replies

FEW = st.integers(0, 2)
ANY = st.integers(0, 50) | st.just(0) | st.integers(0, 10**40)
"""Zeros and ties are common; so are weights past 64 bits."""


def agrees(replies: Replies, weights: Sequence[int]) -> None:
    """Whether every interval's answers fit together."""
    n = len(weights)
    for first in range(1, n + 1):
        assert replies.total(first, first - 1) == 0
        for last in range(first, n + 1):
            assert replies.weight(first, last) == sum(weights[first - 1 : last])
            tried = [replies.with_guess(guess, first, last) for guess in range(first, last + 1)]
            root = replies.root(first, last)
            assert first <= root <= last
            assert replies.total(first, last) == min(tried) == tried[root - first]


def test_a_chain_is_as_deep_as_it_is_long() -> None:
    """Weights that more than double: the deepest tree there is, past any recursion limit of the language."""
    weights = [3**i for i in range(300)]
    assert Replies(weights).depths() == tuple(range(300, 0, -1))


@given(*[st.lists(FEW, min_size=1, max_size=n) | st.lists(ANY, min_size=1, max_size=n) for n in (7, 30)])
def test_no_tree_is_better(few: list[int], many: list[int]) -> None:
    """Every tree tried, and of more numbers every root of every interval."""
    assert Replies(few).total(1, len(few)) == naive.least_guesses(few)
    assert Replies(few).depths() in naive.trees(len(few))
    for weights in (few, many):
        replies = Replies(weights)
        assert replies.total(1, len(weights)) == naive.least_by_recursion(weights)
        assert naive.guesses(weights, replies.depths()) == replies.total(1, len(weights))
        agrees(replies, weights)


@pytest.mark.parametrize("weights", [[], [1, -1], [-3]])
def test_what_is_no_strategy(weights: list[int]) -> None:
    with pytest.raises(InputError, match="weights must be one or more integers, each 0 or more"):
        Replies(weights)

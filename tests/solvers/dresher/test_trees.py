"""Search trees: best replies against every tree, all best ones, few in a mixture, of limited height; and what proves a game."""

from fractions import Fraction
from itertools import combinations, product
from operator import mul

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import dresher as naive

from tafelwerk.errors import TafelwerkError
from tafelwerk.families.dresher.published import PLACEMENTS
from tafelwerk.proofs.dresher.checker import best_tree
from tafelwerk.solvers.dresher import highs
from tafelwerk.solvers.dresher.best_replies import (
    BestTrees,
    Replies,
    guarantee,
    place_depths,
    place_numbers,
    plain_bound,
    plain_weights,
)
from tafelwerk.solvers.dresher.highs import few_trees
from tafelwerk.solvers.dresher.solve import solve
from tafelwerk.solvers.dresher.tree_columns import Pricing, add_leaf, full_tree


@given(st.integers(1, 60).flatmap(lambda n: st.permutations(range(n))))
def test_a_leaf_more_is_a_tree(order: list[int]) -> None:
    n, tree = len(order), naive.grown_at(order)
    larger = add_leaf(tree)
    assert naive.is_tree(larger)
    gap = next(i for i in range(n + 1) if larger[:i] == tree[:i] and larger[i + 1 :] == tree[i:])
    assert larger[gap] <= min(max(pair) for pair in zip((0, *tree), (*tree, 0), strict=True)) + 1
    # near the middle
    assert add_leaf(tuple(full_tree(3).tolist())) == (3, 2, 3, 4, 1, 3, 2, 3)


@given(
    st.lists(st.integers(0, 4), min_size=1, max_size=7),
    # zeros and ties are common; so are weights past 64 bits
    st.lists(st.integers(0, 2) | st.integers(0, 50) | st.integers(0, 10**40), min_size=1, max_size=30),
)
def test_no_tree_is_better(few: list[int], many: list[int]) -> None:
    """Every tree tried, and of more numbers every root of every interval."""
    least = naive.least_guesses(few)
    best = sorted(depths for depths in naive.trees(len(few)) if naive.guesses(few, depths) == least)
    found = BestTrees(Replies(few))
    assert found.count == len(best)
    assert [found.first(2), found.first(1000)] == [best[:2], best]
    for weights in (few, many):
        n, replies, (proved, depths) = len(weights), Replies(weights), best_tree(weights)
        assert proved == replies.total(1, n) == naive.guesses(weights, depths)
        assert naive.is_tree(depths)
        assert replies.total(1, n) == naive.least_by_recursion(weights) == naive.guesses(weights, replies.depths())
        assert naive.is_tree(replies.depths())
        for first in range(1, n + 1):
            assert replies.total(first, first - 1) == 0
            for last in range(first, n + 1):
                assert replies.weight(first, last) == sum(weights[first - 1 : last])
                tried = [replies.with_guess(guess, first, last) for guess in range(first, last + 1)]
                assert replies.total(first, last) == min(tried) == tried[replies.root(first, last) - first]


def test_a_chain_is_as_deep_as_it_is_long() -> None:
    """Weights that more than double: the deepest tree there is, past any recursion limit of the language."""
    assert Replies([3**i for i in range(300)]).depths() == tuple(range(300, 0, -1))


def test_what_is_no_strategy() -> None:
    with pytest.raises(TafelwerkError, match="no optimal mixture"):
        few_trees([3, 1, 1, 1], Fraction(2))


@given(st.lists(st.integers(1, 9), min_size=1, max_size=7), st.integers(0, 3))
def test_least_of_all_trees_of_that_height(weights: list[int], more: int) -> None:
    n = len(weights)
    height = n.bit_length() + more
    least = min(naive.guesses(weights, tree) for tree in naive.trees(n) if max(tree) <= height)
    mean, tree = Pricing(n, height).best(np.array(weights, np.float64))
    assert mean == least / n
    assert naive.is_tree(tree)
    assert max(tree) <= height
    assert np.dot(weights, tree) == least


@given(st.lists(st.integers(0, 3) | st.fractions(0, 1, max_denominator=9), min_size=1, max_size=6), st.integers(0, 2))
def test_placements_are_those_of_subsequences(weights: list[int], more: int) -> None:
    """Every choice of places tried: least costs, and the ways of the best."""
    n = len(weights)
    depths = place_depths(n.bit_length() + (more if n < 4 else 0))
    costs, best = place_numbers(weights, depths)
    for i, j in product(range(n), range(len(depths))):
        ways = combinations(depths[: j + 1], i + 1)
        assert costs[i][j] == min((sum(map(mul, weights, way)) for way in ways), default=None)
    least = costs[-1][-1]
    through = {
        (i, j)
        for places in combinations(range(len(depths)), n)
        if sum(map(mul, weights, (depths[place] for place in places))) == least
        for i, place in enumerate(places)
        for j in range(place, places[i + 1] if i + 1 < n else len(depths))
    }
    assert {(i, j) for i, row in enumerate(best) for j, is_best in enumerate(row) if is_best} == through


def test_the_placements_in_print() -> None:
    """M. Stassen 2018, tables 2.3 and 2.4."""
    costs, best = place_numbers((2, 1, 1, 2), place_depths(3))
    assert place_depths(3) == (3, 2, 3, 1, 3, 2, 3)
    assert [" ".join("-" if cost is None else str(cost) for cost in row) for row in costs] == list(PLACEMENTS)
    assert ["".join("x" if is_best else "." for is_best in row) for row in best] == [
        ".xx....",
        "..xx...",
        "...xx..",
        ".....xx",
    ]


def test_numbers_of_no_weight_still_leave_a_tree() -> None:
    weights = np.zeros(40)
    weights[[0, 7, 39]] = 1.0
    mean, tree = Pricing(40, 7).best(weights)
    assert naive.is_tree(tree)
    assert 40 * mean == pytest.approx(5, abs=1e-5)


@pytest.mark.parametrize(("n", "trees"), [(1, 1), (4, 2), (6, 6)])
def test_few_trees(n: int, trees: int) -> None:
    game = solve(n)
    value, hider = game.value, list(game.hider)
    mixture = few_trees(hider, value)
    assert len(mixture) == trees
    assert sum(share for share, _ in mixture) == 1
    assert all(share > 0 and naive.is_tree(depths) for share, depths in mixture)
    assert max(sum(share * depths[i] for share, depths in mixture) for i in range(n)) == value
    # fewer trees never do: no weights with sum 1 keep to the value
    best = [depths for depths in naive.trees(n) if naive.guesses(hider, depths) == value * sum(hider)]
    for some in combinations(best, trees - 1 if len(best) < 12 else 1):
        assert not some or highs._mix(some, [i for i, weight in enumerate(hider) if weight], value) is None


def test_bound_of_the_plain_weights() -> None:
    assert [plain_weights(n) for n in (1, 2, 3, 5)] == [(1,), (1, 1), (2, 1, 2), (2, 1, 1, 1, 2)]
    for n in (2, 7):
        weights = plain_weights(n)
        assert plain_bound(n) == Fraction(naive.least_guesses(weights), sum(weights))
    for n in (1, 9, 22, 23, 62, 63, 100):
        assert plain_bound(n) == guarantee(plain_weights(n))

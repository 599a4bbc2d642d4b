"""Search trees: best replies against every tree, all best ones, few in a mixture, of limited height; and what proves a game.
Games solved, against the twin and the published values.
The searcher's program by pivots of our own, by HiGHS on the hider's, and by the source's own simplex method.
Another optimal strategy of the hider: found where there is one, at the end of the line of optima, by all trees.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from operator import mul

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import dresher as naive
from published import A286676, DRESHER_DEPTHS, DRESHER_VALUES, V_509

from tafelwerk.errors import TafelwerkError
from tafelwerk.families.dresher.rules import METHODS
from tafelwerk.proofs.dresher.checker import best_tree
from tafelwerk.solvers.dresher import highs, simplex
from tafelwerk.solvers.dresher.best_replies import (
    BestTrees,
    Replies,
    guarantee,
    place_depths,
    place_numbers,
    plain_bound,
    plain_weights,
)
from tafelwerk.solvers.dresher.highs import WAYS, few_trees
from tafelwerk.solvers.dresher.other_optima import another_optimum
from tafelwerk.solvers.dresher.simplex import Simplex
from tafelwerk.solvers.dresher.solve import FAST, Solution, Way, expected_guesses, solve
from tafelwerk.solvers.dresher.textbook import all_trees, pair_matrix, steps, unlike_trees
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


@pytest.fixture(scope="module")
def games() -> Sequence[Solution]:
    """Each begun from the one before."""
    found = [solve(1)]
    while len(found) < 52:
        found.append(solve(len(found) + 1, found[-1].next_start()))
    return found


def optimal(game: Solution) -> bool:
    """Whether both strategies hold the value: the lower bound over all trees, the upper over all numbers."""
    assert all(naive.is_tree(tree) for _, tree in game.searcher)
    return guarantee(game.hider) == game.value == max(expected_guesses(game.n, game.searcher))


def test_games_of_the_encyclopedia(games: Sequence[Solution]) -> None:
    """Values of 3, 4 and 11 numbers, 9/5, 2 and 187/62, are in S. M. Johnson, A search game, 1964, too; depths in table 3.1."""
    assert tuple(game.value.numerator for game in games) == A286676
    assert tuple(str(game.value) for game in games[:21]) == DRESHER_VALUES
    for game in games:
        assert optimal(game)
        assert game.hider == game.hider[::-1]
        assert {(weight, tree[::-1]) for weight, tree in game.searcher} == set(game.searcher)
        assert game.depth == next(depth for depth, last in enumerate(DRESHER_DEPTHS, 1) if game.n <= last)


@pytest.mark.parametrize("n", [1, 2, 23, 24, 52])
def test_from_nothing_and_from_the_predecessor_end_with_the_same_value(n: int, games: Sequence[Solution]) -> None:
    game = solve(n)
    assert optimal(game)
    assert game.value == games[n - 1].value
    assert game.hider == games[n - 1].hider


@pytest.mark.slow
@pytest.mark.parametrize("n", [485, 509, 528, 530])
def test_games_that_the_source_could_not_prove(n: int) -> None:
    """Stassen 2018, section 3.1: not optimal there, for want of precision; but for 509, whose value is printed."""
    game = solve(n)
    assert optimal(game)
    assert n != 509 or str(game.value) == V_509


def test_without_a_proof_there_is_no_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the last basis proves nothing, rounds go on until no tree is new, and end with an error."""
    tried: list[int] = []

    def unproved(n: int, *_: object) -> None:
        tried.append(n)

    monkeypatch.setattr("tafelwerk.solvers.dresher.solve.exact_strategies", unproved)
    with pytest.raises(TafelwerkError, match="40 numbers is not proved: the precision of doubles"):
        solve(40)
    assert tried == [40, 40]


@pytest.mark.parametrize("n", [27, 30])
def test_a_full_pool_is_purged(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trees outside the basis are dropped, may come in again, and the value is the same."""
    monkeypatch.setattr(simplex, "_TREES_PER_PAIR", 2)
    monkeypatch.setattr(simplex, "_SPARE", 2)
    purged: list[int] = []
    purge = Simplex._purge

    def noted(program: Simplex) -> None:
        before = program.basis()
        purge(program)
        assert program.basis() == before
        purged.append(len(program._trees))

    monkeypatch.setattr(Simplex, "_purge", noted)
    assert solve(n).value.numerator == A286676[n - 1]
    assert purged
    assert max(purged) <= (n + 1) // 2 + 1


def test_rare_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """The inverse is computed afresh; an end is put to pivots."""
    monkeypatch.setattr(simplex, "REFACTOR", 3)
    assert solve(30).value == Fraction(139927, 33424)
    monkeypatch.setattr(simplex, "MOST_PIVOTS", 0)
    with pytest.raises(TafelwerkError, match="30 numbers: the simplex method does not end"):
        solve(30)


@pytest.mark.parametrize(("n", "way"), [(30, WAYS[method]) for method in METHODS] + [(1, WAYS[METHODS[0]]), (64, FAST)])
def test_bounds_close_in_on_the_same_value(n: int, way: Way) -> None:
    """Not every round ends at an optimum; the last one does."""
    bounds: list[tuple[int, float, float]] = []
    game = solve(n, way=way, watch=lambda *found: bounds.append(found))
    assert game.value == guarantee(game.hider)
    assert [number for number, _, _ in bounds] == list(range(1, game.rounds + 1))
    uppers = [upper for _, upper, _ in bounds]
    assert way is FAST or all(after <= before + 1e-9 for before, after in pairwise(uppers))
    assert max(lower for _, _, lower in bounds) <= float(game.value) + 1e-9
    assert uppers[-1] == pytest.approx(float(game.value), abs=1e-9)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_the_method_of_the_source(n: int) -> None:
    """Every step keeps a basis: its inverse times its columns is the identity, the first row falls.

    The golden answer to `dresher simplex 4` is the worked example of Stassen 2018, section 1.13.
    """
    assert list(all_trees(n)) == sorted(naive.trees(n))
    trees = unlike_trees(n)
    assert {*trees, *(depths[::-1] for depths in trees)} == set(naive.trees(n))
    matrix = pair_matrix(trees)
    found = steps(matrix)
    assert found[-1].inverse[0][0] / 2 == solve(n).value
    columns = [(0, *[-1] * len(matrix)), *((1, *column) for column in zip(*matrix, strict=True))]
    columns += [tuple(int(i == k) for i in range(len(matrix) + 1)) for k in range(1, len(matrix) + 1)]
    for step in found:
        for (i, row), (k, column) in product(enumerate(step.inverse), enumerate(step.basis)):
            assert sum(a * b for a, b in zip(row, columns[column], strict=True)) == (i == k)
            assert i == 0 or next(entry for entry in row if entry) > 0
    assert all(later.inverse[0] < sooner.inverse[0] for sooner, later in pairwise(found))


ENDS = {(1, 1, 1, 1), (3, 1, 1, 3)}
"""Ends of the line of optima for four numbers."""


def value_of(weights: tuple[int, ...]) -> Fraction:
    """The guesses that a strategy guarantees, by all trees."""
    return Fraction(naive.least_guesses(weights), sum(weights))


@pytest.mark.parametrize("weights", [(2, 1, 1, 2), (1, 1, 1, 1), (3, 1, 1, 3), (5, 3, 3, 5)])
def test_optima_of_four_numbers(weights: tuple[int, ...]) -> None:
    trees, even = [(2, 1, 3, 2), (2, 3, 1, 2)], [Fraction(2)] * 4
    other = another_optimum(weights, trees, even)
    assert other in ENDS - {weights}
    assert value_of(other) == value_of(weights) == 2
    # beyond both ends less is guaranteed
    assert value_of((4, 5, 5, 4)) < 2
    assert value_of((7, 2, 2, 7)) < 2


def test_a_unique_optimum_has_no_other() -> None:
    unique = {}
    for n in range(1, 12):
        game = solve(n)
        trees = [tree for _, tree in game.searcher]
        other = another_optimum(game.hider, trees, expected_guesses(n, game.searcher))
        unique[n] = game.hider_unique
        assert (other is None) is game.hider_unique
        assert other is None or (other != game.hider and value_of(other) == game.value)
    assert [n for n in unique if not unique[n]] == [4]

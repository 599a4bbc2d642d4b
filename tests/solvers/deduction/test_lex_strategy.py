"""LEX against its plain twin and published totals; with answers scored on demand as with a matrix of them."""

from dataclasses import replace
from fractions import Fraction
from math import log2

import numpy as np
import pytest
from answer_tables import tables
from hypothesis import given
from hypothesis import strategies as st
from naive import mastermind as naive_game
from naive import strategies as naive
from naive.strategies import read_alpha

from tafelwerk.errors import InputError
from tafelwerk.solvers.deduction import best_query, entropy_strategies
from tafelwerk.solvers.deduction import entropy_strategies as strategies
from tafelwerk.solvers.deduction.best_query import best_choice
from tafelwerk.solvers.deduction.entropy_strategies import alpha_curve, best_queries, lex_tree
from tafelwerk.solvers.deduction.partition_entropy import entropy_weights
from tafelwerk.solvers.deduction.search_problem import (
    SearchProblem,
    StrategyTree,
    consistent,
    contradiction,
    histogram,
    walk,
)
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.mastermind import scoring
from tafelwerk.solvers.mastermind.scoring import mastermind

LABELS = (1, 4, 13, 128)
"""Strides of answers: up to 16, 32, 64, 256 labels, and more, whose indices need more than a byte."""

ORDERS = ("0", "1/2", "1", "13/10", "2", "5/2", "3", "10", "inf")

compiled = pytest.mark.skipif(INTERPRETED, reason="too many sets of codes without compilation")


def columns(tree: StrategyTree) -> list[tuple[int, int, int, int]]:
    """The tree as the twin has it."""
    rows = zip(tree.parent, tree.answer, tree.query, tree.codes, strict=True)
    return [(int(parent), int(answer), int(query), int(codes)) for parent, answer, query, codes in rows]


def holds(problem: SearchProblem, tree: StrategyTree) -> None:
    """The totals are those of playing the tree."""
    depths = walk(problem, tree)
    assert depths.sum() == (tree.total[0] if len(tree.total) else 0)


@pytest.mark.parametrize("game", [(3, 3), (3, 5, True), pytest.param((5, 2), marks=compiled)], ids=str)
def test_mastermind_is_played_as_the_twin_plays(game: tuple[int, int]) -> None:
    problem = mastermind(*game)
    for order in ORDERS:
        tree = lex_tree(problem, read_alpha(order))
        assert (order, columns(tree)) == (order, naive.lex(problem, range(len(problem.codes)), read_alpha(order)))
        holds(problem, tree)


@given(problem=tables(12, LABELS), order=st.sampled_from(ORDERS), data=st.data())
def test_any_problem_is_played_as_the_twin_plays(problem: SearchProblem, order: str, data: st.DataObject) -> None:
    alpha = read_alpha(order)
    every = list(range(len(problem.codes)))
    left = data.draw(st.sampled_from([None, sorted(data.draw(st.sets(st.sampled_from(every), min_size=1)))]))
    tree = lex_tree(problem, alpha, codes=left)
    assert columns(tree) == naive.lex(problem, left or every, alpha)
    if left is None:
        holds(problem, tree)


@given(problem=tables(12, LABELS), order=st.sampled_from(ORDERS))
def test_all_best_queries(problem: SearchProblem, order: str) -> None:
    found = best_queries(problem, None, read_alpha(order)).tolist()
    left = range(len(problem.codes))
    if len(left) == 1:
        assert found == (problem.query_of.tolist() if problem.solved >= 0 else [])
    else:
        assert found == naive.best(problem, left, read_alpha(order))


@pytest.mark.parametrize("order", ["1", "13/10", "5/2"])
def test_what_doubles_leave_open_is_decided_exactly(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = mastermind(3, 3)
    monkeypatch.setattr(
        strategies, "entropy_weights", lambda alpha, n_max: replace(entropy_weights(alpha, n_max), tolerance=0.2)
    )
    assert columns(lex_tree(problem, read_alpha(order))) == naive.lex(problem, range(27), read_alpha(order))


@pytest.mark.parametrize("offset", [-1, 1])
def test_orders_next_to_one_are_no_ties(offset: int) -> None:
    problem = mastermind(3, 3)
    alpha = Fraction(10**20 + offset, 10**20)
    assert columns(lex_tree(problem, alpha)) == naive.lex(problem, range(27), alpha)


@compiled
def test_published_totals_of_codes_without_repeats() -> None:
    """Jena dissertation on the exact analysis of heuristics for combinatorial games, table 4.5."""
    problem = mastermind(4, 6, distinct=True)
    totals = [lex_tree(problem, read_alpha(order)).total[0] for order in ("0", "1", "2", "inf")]
    assert totals == [1457, 1450, 1459, 1490]


@pytest.mark.parametrize(
    "game", [(3, 3), *(pytest.param(g, marks=compiled) for g in [(2, 12), (2, 9, True), (5, 3)])], ids=str
)
def test_symmetries_change_nothing(game: tuple[int, int]) -> None:
    problem = mastermind(*game)
    every = np.arange(len(problem.codes), dtype=np.int32)
    for order in ORDERS:
        plain, thinned = lex_tree(problem, read_alpha(order), codes=every), lex_tree(problem, read_alpha(order))
        assert (order, columns(plain)) == (order, columns(thinned))


def test_one_peg_is_found_colour_by_colour() -> None:
    for order in ("0", "1", "inf"):
        assert walk(mastermind(1, 30), lex_tree(mastermind(1, 30), read_alpha(order))).tolist() == list(range(1, 31))


@compiled
def test_the_first_query_for_1296_codes_changes_near_1_33789() -> None:
    """The same, section 4.3.3."""
    problem = mastermind(4, 6)
    near = [Fraction(text) for text in ("1.3378998", "1.3378999", "1.3379", "1.3379001")]
    assert [problem.queries[point.first] for point in alpha_curve(problem, near)] == ["ABCD", "ABCD", "AABC", "AABC"]


@pytest.mark.parametrize("first", [None, 1])
def test_a_curve_is_its_trees(first: int | None) -> None:
    problem = mastermind(3, 3)
    alphas = [read_alpha(order) for order in ORDERS]
    curve = alpha_curve(problem, alphas, first=first)
    assert [point.alpha for point in curve] == alphas
    for point, alpha in zip(curve, alphas, strict=True):
        assert sum(point.histogram) == len(problem.codes)
        assert sum(depth * codes for depth, codes in enumerate(point.histogram)) == point.total
        if first is None:
            tree = lex_tree(problem, alpha)
            assert point.first == tree.query[0]
            assert point.total == tree.total[0]
            assert point.histogram == tuple(histogram(walk(problem, tree)))
        else:
            rest: dict[int, list[int]] = {}
            for code in range(27):
                rest.setdefault(int(problem.answers[first, code]), []).append(code)
            below = [naive.lex(problem, left, alpha) for answer, left in rest.items() if answer != problem.solved]
            assert point.first == first
            assert point.total == 27 + sum(codes for nodes in below for *_, codes in nodes)


def test_what_cannot_be() -> None:
    problem = mastermind(2, 2)
    with pytest.raises(InputError, match="alpha"):
        lex_tree(problem, Fraction(-1))
    with pytest.raises(InputError, match="codes"):
        lex_tree(problem, None, codes=[0, 9])
    with pytest.raises(InputError, match="first"):
        alpha_curve(problem, [None], first=4)
    with pytest.raises(InputError, match="at least two codes"):
        alpha_curve(mastermind(1, 1), [None])
    unnamed = replace(problem, code_of=np.array([0, 1, 2, -1], np.int32))
    with pytest.raises(InputError, match="BB"):
        lex_tree(unnamed, None)
    twins = SearchProblem(("a", "b"), ("q",), ("x", "y"), np.zeros((1, 2), np.uint8), np.array([-1], np.int32), -1)
    with pytest.raises(InputError, match="no query tells a from b"):
        lex_tree(twins, None)
    assert len(best_queries(twins, None, None)) == 0


GAMES = ((3, 4, False), (2, 6, False), (3, 5, True), (5, 2, False))
PLAYED = GAMES[1:2] if INTERPRETED else GAMES


def scored(*game: int) -> SearchProblem:
    """The game without a matrix."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scoring, "MOST_SEARCHED", 0)
        return mastermind(*game)


def all_columns(tree: StrategyTree) -> list[tuple[int, ...]]:
    """All that the tree has."""
    return [(*row, int(total)) for row, total in zip(columns(tree), tree.total, strict=True)]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_answers_texts_and_places_are_those_of_the_matrix(game: tuple[int, int, bool]) -> None:
    plain, large_game = mastermind(*game), scored(*game)
    assert plain.on_demand is None
    assert large_game.on_demand is not None
    assert tuple(large_game.codes) == plain.codes == tuple(large_game.queries[:])
    assert dict(large_game.query_index) == dict(plain.query_index)
    assert [large_game.codes.index(text) for text in plain.codes] == list(range(len(plain.codes)))
    with pytest.raises(KeyError):
        large_game.query_index["?"]
    some = np.arange(1, len(plain.codes), 3, dtype=np.int32)
    for query in range(len(plain.queries)):
        assert large_game.answers[query].tolist() == plain.answers[query].tolist()
        assert large_game.answers[query, some].tolist() == plain.answers[query, some].tolist()
    answers, transposed = large_game.on_demand.matrix(some)
    assert answers.tolist() == plain.answers[:, some].tolist() == transposed.T.tolist()
    sizes = large_game.on_demand.sizes(some, some)
    assert sizes.tolist() == [
        np.bincount(plain.answers[query, some], minlength=len(plain.labels)).tolist() for query in some
    ]


@given(data=st.data())
def test_any_two_codes_are_answered_as_the_rules_say(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from([(8, 2, False), (3, 30, False), (2, 300, True), (5, 4, False)]))
    problem = _known(*game)
    codes = [data.draw(st.integers(0, len(problem.codes) - 1)) for _ in range(2)]
    words = [naive_words(problem.codes[code]) for code in codes]
    right, elsewhere = naive_game.feedback(*words)
    assert problem.labels[int(problem.answers[codes[0], np.array(codes[1:], np.int32)][0])] == f"{right},{elsewhere}"


def naive_words(text: str) -> list[str]:
    """The colours of a code."""
    return text.split(".") if "." in text else list(text)


_games: dict[tuple[int, ...], SearchProblem] = {}


def _known(*game: int) -> SearchProblem:
    if game not in _games:
        _games[game] = scored(*game)
    return _games[game]


@pytest.mark.parametrize("cells", [1, 300, 10**6])
@pytest.mark.parametrize("game", PLAYED[:2], ids=str)
def test_lex_asks_the_same(game: tuple[int, int, bool], cells: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entropy_strategies, "CELLS", cells)
    for alpha in map(read_alpha, ORDERS):
        tree = lex_tree(scored(*game), alpha)
        assert (alpha, all_columns(tree)) == (alpha, all_columns(lex_tree(mastermind(*game), alpha)))
        assert walk(scored(*game), tree).sum() == tree.total[0]


@given(data=st.data())
def test_after_any_history_the_choice_is_the_plain_twins(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(PLAYED))
    alpha = read_alpha(data.draw(st.sampled_from(ORDERS)))
    plain, problem = mastermind(*game), _known(*game)
    code = data.draw(st.integers(0, len(plain.codes) - 1))
    asked = data.draw(st.lists(st.integers(0, len(plain.codes) - 1), max_size=2, unique=True))
    history = [(query, int(plain.answers[query, code])) for query in asked]
    left = consistent(problem, history)
    assert left.tolist() == consistent(plain, history).tolist()
    assert contradiction(problem, history) is None
    tied = naive.best(plain, left.tolist(), alpha) if len(left) > 1 else [int(left[0])]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(best_query, "CHUNK", data.draw(st.sampled_from([1, 5, 1000])))
        assert best_queries(problem, left, alpha, asked).tolist() == tied
    assert best_queries(problem, left, alpha).tolist() == tied
    tree, known = lex_tree(problem, alpha, codes=left, asked=asked), lex_tree(plain, alpha, codes=left)
    assert all_columns(tree) == all_columns(known) == all_columns(lex_tree(plain, alpha, codes=left, asked=asked))
    if len(left) > 1:
        choice = best_choice(problem, left, alpha, np.array(asked, np.int32))
        assert choice is not None
        assert choice.error is None
        sizes = np.bincount(plain.answers[tied[0], left])
        assert choice.value == pytest.approx(entropy(alpha, sizes[sizes > 0] / len(left)))


def entropy(alpha: Fraction | None, chances: np.ndarray) -> float:
    """By definition."""
    if alpha is None:
        return -log2(max(chances))
    if alpha == 1:
        return -sum(p * log2(p) for p in chances)
    return log2(sum(float(p) ** float(alpha) for p in chances)) / (1 - float(alpha))


@compiled
@pytest.mark.parametrize("order", ["1", "5/2", "inf"])
def test_drawn_queries_and_codes(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problem, alpha = _known(4, 6), read_alpha(order)
    left = np.arange(len(problem.codes), dtype=np.int32)
    nothing = np.empty(0, np.int32)
    # all codes and, by symmetry, all kinds of queries are drawn
    exact, drawn = (best_choice(problem, left, alpha, nothing, limit) for limit in (1e9, 0.0))
    assert exact is not None
    assert drawn is not None
    assert (exact.error, drawn.error) == (None, 0.0)
    assert drawn.value == pytest.approx(exact.value)
    for name, number in (("DRAWN_QUERIES", 200), ("FEW_CODES", 100), ("PROMISING", 20), ("DRAWN_CODES", 300)):
        monkeypatch.setattr(best_query, name, number)
    some = best_choice(problem, left, alpha, nothing, 0.0)
    assert some is not None
    again = best_choice(problem, left, alpha, nothing, 0.0)
    assert again is not None
    assert (some.query, some.value, some.error) == (again.query, again.value, again.error)
    assert some.samples == 300
    assert some.error is not None
    sizes = np.bincount(problem.answers[some.query])
    truth = entropy(alpha, sizes[sizes > 0] / len(left))
    # the best of several estimates is somewhat too high
    assert abs(some.value - truth) <= 5 * some.error + 0.15
    assert truth > exact.value - 0.4


def test_the_error_of_an_estimate_is_its_deviation() -> None:
    """Entropies of shares in samples drawn with replacement deviate as much as is said."""
    random = np.random.default_rng(5)
    chances = np.array([0.4, 0.3, 0.2, 0.1])
    for order in ("1/2", "1", "2", "inf"):
        alpha = read_alpha(order)
        drawn = random.multinomial(2000, chances, size=3000)
        values = [best_query._bits(alpha, sizes)[0] for sizes in drawn]
        value, deviation = best_query._bits(alpha, (chances * 10).astype(np.int64))
        assert np.mean(values) == pytest.approx(value, abs=0.01)
        assert np.std(values) == pytest.approx(deviation / np.sqrt(2000), rel=0.1)

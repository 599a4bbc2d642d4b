"""LEX against its plain twin; with answers scored on demand as with a matrix of them.
MIX as exact fractions: against the second program, against published numbers, and its laws.
A tree is believed only as far as it can be walked; what every maker of trees has in common.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

import numpy as np
import pytest
from answer_tables import WIDE, columns, problem_of, stored, tables, widened_weights
from hypothesis import given
from hypothesis import strategies as st
from naive import mastermind as naive_game
from naive import strategies as naive
from naive.strategies import read_alpha

from tafelwerk.proofs.mastermind.entropy_play import play_orders
from tafelwerk.rules.deduction import Alpha, renyi
from tafelwerk.solvers.deduction import best_query, entropy_strategies
from tafelwerk.solvers.deduction import entropy_strategies as solver
from tafelwerk.solvers.deduction.best_query import best_choice
from tafelwerk.solvers.deduction.entropy_strategies import MixPlay, alpha_curve, best_queries, lex_tree, mix_play
from tafelwerk.solvers.deduction.misses import least_misses_tree
from tafelwerk.solvers.deduction.optimal_tree import optimal_tree
from tafelwerk.solvers.deduction.search_problem import (
    SearchProblem,
    StrategyTree,
    consistent,
    contradiction,
    join_trees,
    walk,
)
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.mastermind import scoring
from tafelwerk.solvers.mastermind.scoring import mastermind

LABELS = (1, 4, 13, 128)
"""Strides of answers: up to 16, 32, 64, 256 labels, and more, whose indices need more than a byte."""

NEAR_ONE = [str(Fraction(10**20 + offset, 10**20)) for offset in (-1, 1)]
ORDERS = ("0", "1/2", "1", "13/10", "2", "5/2", "3", "10", "inf")

compiled = pytest.mark.skipif(INTERPRETED, reason="too many sets of codes without compilation")


@given(
    problem=tables(12, LABELS),
    order=st.sampled_from((*ORDERS, *NEAR_ONE)),
    data=st.data(),
    tolerance=st.sampled_from([0, 0.2]),
)
def test_any_problem_is_played_as_the_twin_plays(
    problem: SearchProblem, order: str, data: st.DataObject, tolerance: float
) -> None:
    """What doubles leave open, if they are said to err by a fifth, is decided exactly."""
    alpha, every = read_alpha(order), list(range(len(problem.codes)))
    left = data.draw(st.sampled_from([None, sorted(data.draw(st.sets(st.sampled_from(every), min_size=1)))]))
    with pytest.MonkeyPatch.context() as patch:
        if tolerance:
            patch.setattr(entropy_strategies, "entropy_weights", partial(widened_weights, tolerance))
        tree, tied = lex_tree(problem, alpha, codes=left), best_queries(problem, None, alpha).tolist()
    assert columns(tree) == naive.lex(problem, left or every, alpha)
    if left is None:
        assert walk(problem, tree).sum() == (tree.total[0] if len(tree.total) else 0)
    if len(every) == 1:
        assert tied == (problem.query_of.tolist() if problem.solved >= 0 else [])
    else:
        assert tied == naive.best(problem, every, alpha)


@pytest.mark.parametrize(
    "game", [(3, 3), (1, 30), *(pytest.param(g, marks=compiled) for g in [(2, 12), (2, 9, True), (5, 2)])], ids=str
)
def test_symmetries_change_nothing(game: tuple[int, int]) -> None:
    problem = mastermind(*game)
    every = np.arange(len(problem.codes), dtype=np.int32)
    for order in ORDERS:
        plain, thinned = lex_tree(problem, read_alpha(order), codes=every), lex_tree(problem, read_alpha(order))
        assert (order, columns(plain)) == (order, columns(thinned))


@pytest.mark.parametrize("first", [None, 1])
def test_a_curve_is_its_trees(first: int | None) -> None:
    problem = mastermind(3, 3)
    alphas = [read_alpha(order) for order in ORDERS]
    curve = alpha_curve(problem, alphas, first=first)
    assert [point.alpha for point in curve] == alphas
    for point, alpha in zip(curve, alphas, strict=True):
        assert point.first == (lex_tree(problem, alpha).query[0] if first is None else first)
        parts = naive.parts(problem, point.first, range(27))
        below = [lex_tree(problem, alpha, codes=part) for answer, part in parts.items() if answer != problem.solved]
        assert point.total == 27 + sum(tree.total[0] for tree in below)
        assert sum(point.histogram) == 27
        assert sum(depth * codes for depth, codes in enumerate(point.histogram)) == point.total


GAMES = ((3, 4, False), (2, 6, False), (3, 5, True), (5, 2, False))
PLAYED = GAMES[1:2] if INTERPRETED else GAMES


@cache
def score_on_demand(*game: int) -> SearchProblem:
    """The game without a matrix."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scoring, "MOST_SEARCHED", 0)
        return mastermind(*game)


@pytest.mark.parametrize("game", GAMES[2:], ids=str)
def test_answers_texts_and_places_are_those_of_the_matrix(game: tuple[int, int, bool]) -> None:
    plain, large_game = mastermind(*game), score_on_demand(*game)
    assert plain.on_demand is None
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
    counts = [np.bincount(plain.answers[query, some], minlength=len(plain.labels)).tolist() for query in some]
    assert large_game.on_demand.sizes(some, some).tolist() == counts


@given(data=st.data())
def test_any_two_codes_are_answered_as_the_rules_say(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from([(8, 2, False), (3, 30, False), (2, 300, True), (5, 4, False)]))
    problem = score_on_demand(*game)
    codes = [data.draw(st.integers(0, len(problem.codes) - 1)) for _ in range(2)]
    words = [text.split(".") if "." in text else list(text) for text in map(problem.codes.__getitem__, codes)]
    right, elsewhere = naive_game.feedback(*words)
    assert problem.labels[int(problem.answers[codes[0], np.array(codes[1:], np.int32)][0])] == f"{right},{elsewhere}"


@given(data=st.data())
def test_after_any_history_the_choice_is_the_plain_twins(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(PLAYED))
    alpha = read_alpha(data.draw(st.sampled_from(ORDERS)))
    plain, problem = mastermind(*game), score_on_demand(*game)
    code = data.draw(st.integers(0, len(plain.codes) - 1))
    asked = data.draw(st.lists(st.integers(0, len(plain.codes) - 1), max_size=2, unique=True))
    history = [(query, int(plain.answers[query, code])) for query in asked]
    left = consistent(problem, history)
    assert left.tolist() == consistent(plain, history).tolist()
    assert contradiction(problem, history) is None
    tied = naive.best(plain, left.tolist(), alpha) if len(left) > 1 else [int(left[0])]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(best_query, "CHUNK", data.draw(st.sampled_from([1, 5, 1000])))
        patch.setattr(entropy_strategies, "CELLS", data.draw(st.sampled_from([1, 300, 10**6])))
        assert best_queries(problem, left, alpha, asked).tolist() == tied
        tree = lex_tree(problem, alpha, codes=left, asked=asked)
    assert best_queries(problem, left, alpha).tolist() == tied
    for known in (lex_tree(plain, alpha, codes=left), lex_tree(plain, alpha, codes=left, asked=asked)):
        assert columns(tree) == columns(known)
        assert tree.total.tolist() == known.total.tolist()
    if len(left) > 1:
        choice = best_choice(problem, left, alpha, np.array(asked, np.int32))
        assert choice.error is None
        sizes = np.unique_counts(plain.answers[tied[0], left]).counts.tolist()
        assert choice.value == pytest.approx(renyi(alpha, sizes))


@compiled
@pytest.mark.parametrize("order", ["1", "5/2", "inf"])
def test_drawn_queries_and_codes(order: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problem, alpha = score_on_demand(4, 6), read_alpha(order)
    left = np.arange(len(problem.codes), dtype=np.int32)
    nothing = np.empty(0, np.int32)
    # all codes and, by symmetry, all kinds of queries are drawn
    exact, drawn = (best_choice(problem, left, alpha, nothing, limit) for limit in (1e9, 0.0))
    assert (exact.error, drawn.error) == (None, 0.0)
    assert drawn.value == pytest.approx(exact.value)
    for name, number in (("DRAWN_QUERIES", 200), ("FEW_CODES", 100), ("PROMISING", 20), ("DRAWN_CODES", 300)):
        monkeypatch.setattr(best_query, name, number)
    some = best_choice(problem, left, alpha, nothing, 0.0)
    again = best_choice(problem, left, alpha, nothing, 0.0)
    assert (some.query, some.value, some.error) == (again.query, again.value, again.error)
    assert some.samples == 300
    truth = renyi(alpha, np.unique_counts(problem.answers[some.query]).counts.tolist())
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


TINY = Fraction(1, 10**15)
"""Orders by the number of parts, among equally many by their product; doubles see the number alone."""

MIX_LABELS = (1, 9, 13, 60)
"""Strides of answers: up to 16, 64, 256 labels, and more."""

ALPHAS = [Fraction(0), TINY, *map(Fraction, ("1/2", "1", "1.3", "2", "5/2", "3")), None]
compiled_only = pytest.mark.skipif(INTERPRETED, reason="takes minutes without compilation")


def check(problem: SearchProblem, play: MixPlay, codes: Sequence[int], alpha: Alpha) -> None:
    """Raise unless this is what MIX does where these are all codes, and the numbers agree with one another."""
    own = [codes.index(code) if code in codes else -1 for code in problem.code_of.tolist()]
    left = problem_of(problem.answers[:, codes].tolist(), len(problem.labels), own, problem.solved)
    (second,) = play_orders(stored(left), (alpha,), mixed=True)
    assert {d: count for d, count in enumerate(play.histogram) if count} == dict(second.histogram)
    assert sum(play.histogram) == len(codes)
    assert sum(d * count for d, count in enumerate(play.histogram)) == play.total


@given(
    problem=tables(9, MIX_LABELS), data=st.data(), alpha=st.sampled_from(ALPHAS), tolerance=st.sampled_from([0, 0.1])
)
def test_random_answers(problem: SearchProblem, data: st.DataObject, alpha: Alpha, tolerance: float) -> None:
    """What doubles leave open, if they are said to err by a tenth, is decided exactly.

    For orders at which no other parts come so close to single codes.
    """
    every = list(range(len(problem.codes)))
    codes = data.draw(st.sampled_from([None, sorted(data.draw(st.sets(st.sampled_from(every), min_size=1)))]))
    with pytest.MonkeyPatch.context() as patch:
        if tolerance and alpha in (Fraction(1), Fraction(5, 2)):
            patch.setattr(solver, "entropy_weights", partial(widened_weights, tolerance))
        check(problem, mix_play(problem, alpha, codes=codes), codes or every, alpha)


@pytest.mark.parametrize("game", [(3, 4, True), *(pytest.param(g, marks=compiled_only) for g in [(3, 5), (7, 2)])])
def test_symmetries_change_no_mixture(game: tuple[int, int]) -> None:
    problem = mastermind(*game)
    for alpha in (Fraction(0), Fraction(1), None):
        thinned, full = mix_play(problem, alpha), mix_play(replace(problem, symmetry=None), alpha)
        assert (alpha, thinned.total, thinned.histogram) == (alpha, full.total, full.histogram)
        # three colours more tenfold the sets, but not those that are told apart up to symmetry
        assert game != (7, 2) or 50 * thinned.states < full.states


@compiled_only
def test_room_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = mastermind(4, 4)
    play = mix_play(problem, TINY)
    monkeypatch.setattr(solver, "FIRST_CAPACITY", 1)
    assert mix_play(problem, TINY) == play


@compiled_only
def test_most_parts_on_1296_codes() -> None:
    """Table 4.5 prints 5706.96, with the first queries of both types, AABC and ABCD, at equal chances; there are 720 and 360
    of them, which the rule as stated counts."""
    problem = mastermind(4, 6)
    totals = []
    for query in ("AABC", "ABCD"):
        row = problem.answers[problem.query_index[query]]
        parts = [np.flatnonzero(row == answer) for answer in np.unique(row) if answer != problem.solved]
        totals.append(1296 + sum(mix_play(problem, Fraction(0), codes=part).total for part in parts))
    play = mix_play(problem, Fraction(0))
    assert round(float(sum(totals) / 2), 2) == 5706.96
    assert (2 * totals[0] + totals[1]) / 3 == play.total
    assert round(float(play.total), 4) == 5697.7612
    assert sum(play.histogram) == 1296


@pytest.mark.parametrize(
    "make",
    [
        lambda: lex_tree(WIDE, Fraction(0)),
        lambda: optimal_tree(WIDE).tree,
        lambda: least_misses_tree(replace(WIDE, miss=5)),
        lambda: join_trees(0, 3, {256: join_trees(1, 2, {})}),
    ],
    ids=["lex", "optimal", "misses", "joined"],
)
def test_an_answer_may_have_an_index_beyond_a_byte(make: Callable[[], StrategyTree]) -> None:
    found = make()
    assert (found.parent.tolist(), found.answer.tolist(), found.query.tolist()) == ([-1, 0], [0, 256], [0, 1])

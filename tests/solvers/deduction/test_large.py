"""Games without a matrix of answers against the same games with one, and against their plain twin."""

from fractions import Fraction
from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import mastermind as naive_game
from naive import strategies as naive
from naive.strategies import read_alpha

from tafelwerk.solvers.deduction import large, lex
from tafelwerk.solvers.deduction.history import consistent, contradiction
from tafelwerk.solvers.deduction.large import best_choice
from tafelwerk.solvers.deduction.lex import best_queries, lex_tree
from tafelwerk.solvers.deduction.problem import SearchProblem
from tafelwerk.solvers.deduction.tree import StrategyTree, histogram, walk
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.mastermind import scoring
from tafelwerk.solvers.mastermind.scoring import mastermind

ORDERS = ("0", "1/2", "1", "2", "5/2", "30", "inf")

compiled = pytest.mark.skipif(INTERPRETED, reason="too many answers without compilation")

GAMES = ((3, 4, False), (2, 6, False), (3, 5, True), (4, 3, False), (5, 2, False))
PLAYED = GAMES[1:2] if INTERPRETED else GAMES


def scored(*game: int) -> SearchProblem:
    """The game without a matrix."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scoring, "MOST_SEARCHED", 0)
        return mastermind(*game)


def columns(tree: StrategyTree) -> list[tuple[int, ...]]:
    """All that the tree has."""
    rows = zip(tree.parent, tree.answer, tree.query, tree.codes, tree.total, strict=True)
    return [tuple(map(int, row)) for row in rows]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_answers_texts_and_places_are_those_of_the_matrix(game: tuple[int, int, bool]) -> None:
    plain, large_game = mastermind(*game), scored(*game)
    assert plain.scored is None
    assert large_game.scored is not None
    assert tuple(large_game.codes) == plain.codes == tuple(large_game.queries[:])
    assert dict(large_game.query_index) == dict(plain.query_index)
    assert [large_game.codes.index(text) for text in plain.codes] == list(range(len(plain.codes)))
    with pytest.raises(KeyError):
        large_game.query_index["?"]
    some = np.arange(1, len(plain.codes), 3, dtype=np.int32)
    for query in range(len(plain.queries)):
        assert large_game.answers[query].tolist() == plain.answers[query].tolist()
        assert large_game.answers[query, some].tolist() == plain.answers[query, some].tolist()
    answers, transposed = large_game.scored.matrix(some)
    assert answers.tolist() == plain.answers[:, some].tolist() == transposed.T.tolist()
    sizes = large_game.scored.sizes(some, some)
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


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("cells", [1, 300, 10**6])
@pytest.mark.parametrize("game", PLAYED[:3], ids=str)
def test_lex_asks_the_same(
    game: tuple[int, int, bool], cells: int, order: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lex, "CELLS", cells)
    alpha = read_alpha(order)
    tree = lex_tree(scored(*game), alpha)
    assert columns(tree) == columns(lex_tree(mastermind(*game), alpha))
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
        patch.setattr(large, "CHUNK", data.draw(st.sampled_from([1, 5, 1000])))
        assert best_queries(problem, left, alpha, asked).tolist() == tied
    assert best_queries(problem, left, alpha).tolist() == tied
    tree, known = lex_tree(problem, alpha, codes=left, asked=asked), lex_tree(plain, alpha, codes=left)
    assert columns(tree) == columns(known) == columns(lex_tree(plain, alpha, codes=left, asked=asked))
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
@pytest.mark.parametrize("order", ORDERS)
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
        monkeypatch.setattr(large, name, number)
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
        values = [large._bits(alpha, sizes)[0] for sizes in drawn]
        value, deviation = large._bits(alpha, (chances * 10).astype(np.int64))
        assert np.mean(values) == pytest.approx(value, abs=0.01)
        assert np.std(values) == pytest.approx(deviation / np.sqrt(2000), rel=0.1)


@compiled
def test_super_mastermind() -> None:
    """Five pegs, eight colours under H_1: the total that the whole matrix of answers gives, too."""
    problem = mastermind(5, 8)
    tree = lex_tree(problem, Fraction(1))
    assert problem.queries[int(tree.query[0])] == "AABCD"
    assert histogram(walk(problem, tree)).tolist() == [0, 1, 9, 113, 1575, 14136, 16014, 919, 1]
    assert tree.total[0] == 179863

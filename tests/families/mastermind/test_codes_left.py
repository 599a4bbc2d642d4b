"""The codes that a history leaves, and the queries as good as a strategy's own, against plain enumeration.
Which codes are worth hiding.
Secrets drawn from the codemaker's optimal mixture.
Puzzles against the whole matrix of answers, and the limits of their work.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.words import mastermind as naive_answer
from naive.words import wordle
from program import answered

from tafelwerk.errors import InputError
from tafelwerk.families.mastermind import advice, puzzle_making
from tafelwerk.families.mastermind.advice import PegAnswers, codes_after, queries_as_good
from tafelwerk.families.mastermind.answers import Puzzle
from tafelwerk.families.mastermind.next_query import draw_secret
from tafelwerk.families.mastermind.puzzle_making import make_puzzle
from tafelwerk.families.mastermind.rules import Pegs, parse_strategy, write_code
from tafelwerk.rules.deduction import Optimal, entropy_key
from tafelwerk.solvers.deduction.search_problem import SearchProblem
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.mastermind.scoring import mastermind
from tafelwerk.tables.questions import Allowance, OverBudgetError

GAMES = st.sampled_from([Pegs(3, 4), Pegs(4, 3), Pegs(2, 5), Pegs(3, 5, True), Pegs(4, 6)])


def every_code(game: Pegs) -> list[str]:
    codes = product(range(game.colors), repeat=game.pegs)
    return [write_code(game, code) for code in codes if not game.distinct or len(set(code)) == game.pegs]


def least_total(codes: list[str], queries: list[str], answer: Callable[[str, str], str] = naive_answer) -> int:
    """Queries over all codes under perfect play, the plain recursion."""
    if len(codes) == 1:
        return 1
    totals = [total_after(query, codes, queries, answer) for query in queries]
    return min(total for total in totals if total is not None)


def total_after(
    query: str, codes: list[str], queries: list[str], answer: Callable[[str, str], str] = naive_answer
) -> int | None:
    """The same, this query first; None if it tells nothing."""
    parts: dict[str, list[str]] = {}
    for code in codes:
        parts.setdefault(answer(query, code), []).append(code)
    if len(parts) == 1:
        return None
    named = answer(query, query)
    return len(codes) + sum(least_total(part, queries, answer) for reply, part in parts.items() if reply != named)


@given(GAMES, st.data())
def test_codes_after_a_history(game: Pegs, data: st.DataObject) -> None:
    codes = every_code(game)
    secret = data.draw(st.sampled_from(codes))
    history = [
        (query, naive_answer(query, secret)) for query in data.draw(st.lists(st.sampled_from(codes), max_size=3))
    ]
    left = [code for code in codes if all(naive_answer(query, code) == answer for query, answer in history)]
    assert list(codes_after(game, history)) == left


@given(st.sampled_from([Pegs(2, 3), Pegs(2, 4), Pegs(3, 3, True)]), st.data())
def test_optimal_queries_are_those_of_the_plain_recursion(game: Pegs, data: st.DataObject) -> None:
    queries = every_code(game)
    codes = data.draw(st.lists(st.sampled_from(queries), min_size=2, max_size=5, unique=True).map(sorted))
    least = least_total(codes, queries)
    good = [code for code in codes if total_after(code, codes, queries) == least]
    for query in good:
        others = [code for code in good if code != query]
        assert queries_as_good(PegAnswers(game), Optimal(), codes, query, Fraction(least)) == others


def test_a_long_search_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "MOST_ANSWERS", 1000)
    game = Pegs(4, 6)
    codes = every_code(game)[:20]
    assert queries_as_good(PegAnswers(game), Optimal(), codes, codes[0], Fraction(1000)) is None
    assert queries_as_good(PegAnswers(game), Optimal(shallowest=True), codes, codes[0], Fraction(50)) is None


@pytest.mark.parametrize("order", ["h0", "h1", "h2", "hinf", "h0.5", "h3/2"])
def test_entropies_are_compared_exactly(order: str) -> None:
    alpha = parse_strategy(order).alpha  # type: ignore[union-attr]
    shannon = ([4, 1, 1, 1, 1, 1], [2, 2, 2, 2, 1])
    halves = ([4, 4, 1], [9])  # sums of square roots 5 and 3
    roots = ([9, 1, 1], [4, 4, 1, 1])  # 5 and 6
    same = {"h1": (shannon,)}
    for pair in (shannon, halves, roots):
        is_same = entropy_key(alpha, pair[0]) == entropy_key(alpha, pair[1])
        assert is_same == (pair in same.get(order, ()))
    # 3 + 1 + 1 + 1 = 2 + 2 + 2
    assert (entropy_key(alpha, [9, 1, 1, 1]) == entropy_key(alpha, [4, 4, 4])) == (order == "h0.5")


def test_a_game_by_one_word(tmp_path: Path) -> None:
    by_word = answered("mastermind", "next", "4X6", "--history", "1123 BWW; 1245 WWW", book=tmp_path)
    by_options = answered(
        "mastermind", "next", "--pegs", "4", "--colors", "6", "--history", "aabc 1,2; ABDE 0,3", book=tmp_path
    )
    assert (by_word["notation"], by_options["notation"]) == ("digits", "letters")
    digits = str.maketrans("ABCDEF", "123456")
    for key in ("codes", "equally_good"):
        assert by_word[key] == [code.translate(digits) for code in by_options[key]]
    assert by_word["guess"] in by_word["codes"]
    every = answered("mastermind", "next", "4x10-distinct", "--history", "ABCD 0,0", "--all", book=tmp_path)
    assert len(every["codes"]) == every["remaining"] == 360


def test_a_list_of_words_without_a_build(tmp_path: Path) -> None:
    words = ["brace", "crane", "crate", "grace", "slate", "trace"]
    file = tmp_path / "words.txt"
    file.write_text("\n".join(words))
    asked = ("--words", str(file), "--history", "slate --G-G")
    answer = answered("mastermind", "next", *asked, book=tmp_path)
    left = [word for word in words if wordle("slate", word) == "--G-G"]
    assert answer["codes"] == left
    totals = {word: total_after(word, left, words, wordle) for word in left}
    good = [word for word in left if totals[word] == least_total(left, words, wordle) and word != answer["guess"]]
    assert answer["equally_good"] == good
    compared = answered(
        "mastermind", "compare", "--words", str(file), "--score", "jotto", "--strategies", "h1,optimal", book=tmp_path
    )
    for name, cost in compared["strategies"].items():
        alone = answered("mastermind", "summary", *asked[:2], "--score", "jotto", "--strategy", name, book=tmp_path)
        assert {key: alone[key] for key in cost} == cost


CHANCES = (0.5, 0.0, 0.3, 0.2)


@given(st.lists(st.sampled_from(CHANCES), min_size=2, max_size=9), st.data(), st.integers(0, 10**6))
def test_a_code_that_is_drawn_stays_when_others_are_ruled_out(
    chances: Sequence[float], data: st.DataObject, seed: int
) -> None:
    every = range(len(chances))
    left = data.draw(st.lists(st.sampled_from(every), min_size=1, unique=True))
    secret = draw_secret(chances, left, seed)
    assert chances[secret] or not any(chances[code] for code in left)
    fewer = data.draw(st.lists(st.sampled_from(left), unique=True))
    assert draw_secret(chances, [*fewer, secret], seed) == secret


def test_codes_are_drawn_by_their_chances() -> None:
    """Those left by their chances among themselves; all alike if none of them has a chance."""
    draws = 2000
    for chances, left, expected in (
        (CHANCES, range(4), CHANCES),
        (CHANCES, (1, 2, 3), (0, 0, 0.6, 0.4)),
        ((0.0, 0.0, 1.0), (0, 1), (0.5, 0.5, 0)),
    ):
        counts = Counter(draw_secret(chances, left, seed) for seed in range(draws))
        for code, chance in enumerate(expected):
            assert abs(counts[code] - draws * chance) <= 5 * (draws * chance * (1 - chance)) ** 0.5


def check(problem: SearchProblem, puzzle: Puzzle) -> None:
    """Its clues leave its solution alone, each of them is needed, and its difficulty is that of its best clue."""
    clues = [entry.split(" ") for entry in puzzle.history.split("; ")]
    kept = np.array(
        [problem.answers[problem.query_index[query]] == problem.label_index[answer] for query, answer in clues]
    )
    assert np.flatnonzero(kept.all(axis=0)).tolist() == [problem.codes.index(puzzle.solution)]
    others = [int(np.delete(kept, clue, axis=0).all(axis=0).sum()) for clue in range(len(clues))]
    assert puzzle.without == others
    assert min(others) > 1
    assert puzzle.remaining == 1
    assert puzzle.solution not in dict(clues)
    assert puzzle.difficulty == 1000 * int(kept.sum(axis=1).min()) // len(problem.codes)


@pytest.mark.parametrize(
    ("game", "seeds", "grade"),
    [
        (Pegs(4, 6), 10, None),
        (Pegs(4, 5, True), 10, None),
        (Pegs(2, 6), 10, None),
        (Pegs(2, 3), 10, None),
        # without a matrix of answers
        pytest.param(Pegs(6, 6), 2, "medium", marks=pytest.mark.skipif(INTERPRETED, reason="a million codes")),
    ],
)
def test_puzzles_have_one_solution_and_no_clue_too_many(game: Pegs, seeds: int, grade: str | None) -> None:
    problem = mastermind(game.pegs, game.colors, game.distinct)
    for seed in range(seeds):
        check(problem, make_puzzle(game, problem, seed, None, grade))


@pytest.mark.parametrize("game", [Pegs(2, 40), Pegs(3, 20), Pegs(3, 8, True), Pegs(1, 30)])
def test_draws_that_fail_for_a_missing_colour_would_fail_anyway(game: Pegs, monkeypatch: pytest.MonkeyPatch) -> None:
    problem, found = mastermind(game.pegs, game.colors, game.distinct), []
    monkeypatch.setattr(puzzle_making, "MOST_ASKED", 12)
    for many in (0, 10_000):
        monkeypatch.setattr(puzzle_making, "MANY_COLORS", many)
        random = Random(3)
        drawn = [puzzle_making._draw(game, problem, random, Allowance(np.inf)) for _ in range(100)]
        found.append((drawn, random.getstate()))
    assert found[0] == found[1]
    assert None in found[0][0]


def test_drawing_stops_after_the_operations_allowed_and_tells_how_long_all_would_take() -> None:
    game, problem = Pegs(2, 9), mastermind(2, 9)
    with pytest.raises(InputError, match="no medium puzzle in 2,000 draws"):
        make_puzzle(game, problem, 2, None, "medium")
    every = Allowance(1e12)
    with pytest.raises(InputError):
        make_puzzle(game, problem, 2, None, "medium", every)
    taken = 1e12 - every.left
    with pytest.raises(OverBudgetError) as error:
        make_puzzle(game, problem, 2, None, "medium", Allowance(taken / 5))
    assert error.value.most == pytest.approx(taken, rel=0.05)

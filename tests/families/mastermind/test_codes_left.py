"""The codes that a history leaves, and the queries as good as a strategy's own, against plain enumeration."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.words import mastermind as naive_answer
from naive.words import wordle
from program import answered

from tafelwerk.families.mastermind import advice
from tafelwerk.families.mastermind.advice import PegAnswers, codes_after, queries_as_good
from tafelwerk.families.mastermind.rules import Pegs, parse_strategy, write_code
from tafelwerk.rules.deduction import Optimal, entropy_key

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

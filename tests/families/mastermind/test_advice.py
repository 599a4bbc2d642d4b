"""Explanations in hard mode: the queries that are compared, what they tell and what they cost."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from golden.small_book import FILES
from naive import hard as naive
from naive import words as naive_words
from program import answered, call, refused

WORDS = FILES["words.txt"].split()
MORE = FILES["more.txt"].split()


@pytest.mark.parametrize("strategy", ["h1", "optimal"])
@pytest.mark.parametrize("history", [(), (("zonal", "-----"),), (("slate", "----Y"),), (("vibex", "---Y-"),)])
def test_the_queries_that_hard_mode_allows_are_compared(
    small_book: Path, strategy: str, history: tuple[tuple[str, str], ...]
) -> None:
    left = [word for word in WORDS if all(naive_words.wordle(query, word) == told for query, told in history)]
    allowed = [word for word in (*WORDS, *MORE) if all(naive.takes(query, told, word) for query, told in history)]
    parts = {query: Counter(naive_words.wordle(query, word) for word in left) for query in allowed}
    splitting = {query: sizes for query, sizes in parts.items() if len(sizes) > 1}
    past = ("--history", "; ".join(map(" ".join, history))) if history else ()
    words = ("--name", "words", "--strategy", strategy, "--hard", *past, "--most", 100)
    if not left:
        assert "impossible" in refused(call("mastermind", "explain", *map(str, words), "--book", small_book), 2)
        return
    found = answered("mastermind", "explain", *words, book=small_book)
    if len(left) == 1:
        assert (found["query"], found["moves"]) == (left[0], [])
        return
    assert found["queries"] == len(splitting)
    assert {move["move"] for move in found["moves"]} == set(splitting)
    for move in found["moves"]:
        sizes = list(splitting[move["move"]].values())
        assert (move["parts"], move["largest"]) == (len(sizes), max(sizes))
        assert move["possible"] == (move["move"] in left)
    best = [move for move in found["moves"] if move["best"]]
    assert found["query"] in {move["move"] for move in best}
    if strategy == "optimal" and len(left) < 10:
        costs = [move["expected"] for move in found["moves"]]
        assert found["expected"] == min(costs) == best[0]["expected"]
        assert float(Fraction(_least(tuple(left), tuple(history)), len(left))) == pytest.approx(found["expected"])


def _least(left: tuple[str, ...], history: tuple[tuple[str, str], ...]) -> int:
    """Least total in hard mode, every query tried."""
    if len(left) == 1:
        return 1
    found = []
    for query in (*WORDS, *MORE):
        if all(naive.takes(asked, told, query) for asked, told in history):
            parts: dict[str, tuple[str, ...]] = {}
            for word in left:
                told = naive_words.wordle(query, word)
                parts[told] = (*parts.get(told, ()), word)
            if len(parts) > 1:
                below = [
                    0 if told == "GGGGG" else _least(part, (*history, (query, told))) for told, part in parts.items()
                ]
                found.append(len(left) + sum(below))
    return min(found)


def test_hard_mode_is_a_rule_of_wordle() -> None:
    assert "--hard is a rule of Wordle" in refused(
        call("mastermind", "explain", "--pegs", "2", "--colors", "3", "--hard"), 2
    )

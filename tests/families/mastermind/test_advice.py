"""Explanations in hard mode: the queries that are compared, what they tell and what they cost."""

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from golden.small_book import FILES
from naive import hard as naive
from program import answered, call, refused

from tafelwerk.solvers.mastermind.word_problems import wordle

PROBLEM = wordle(FILES["words.txt"].split(), FILES["more.txt"].split())


@pytest.mark.parametrize("strategy", ["h1", "optimal"])
@pytest.mark.parametrize("history", ["", "zonal -----", "slate ----Y", "vibex ---Y-"])
def test_the_queries_that_hard_mode_allows_are_compared(small_book: Path, strategy: str, history: str) -> None:
    left, allowed = tuple(range(len(PROBLEM.codes))), tuple(range(len(PROBLEM.queries)))
    words = ["--name", "words", "--strategy", strategy, "--hard", "--most", "100"]
    if history:
        query, label = (
            index[text] for index, text in zip((PROBLEM.query_index, PROBLEM.label_index), history.split(), strict=True)
        )
        left = tuple(code for code in left if PROBLEM.answers[query, code] == label)
        allowed = naive.after(PROBLEM, allowed, query, label)
        words += ["--history", history]
    if not left:
        assert "impossible" in refused(call("mastermind", "explain", *words, "--book", small_book), 2)
        return
    explained = answered("mastermind", "explain", *words, book=small_book)
    if len(left) == 1:
        assert (explained["query"], explained["moves"]) == (PROBLEM.codes[left[0]], [])
        return
    parts = {PROBLEM.queries[query]: Counter(PROBLEM.answers[query, left].tolist()) for query in allowed}
    splitting = {query: sizes.values() for query, sizes in parts.items() if len(sizes) > 1}
    assert explained["queries"] == len(splitting) == len(explained["moves"])
    for move in explained["moves"]:
        sizes = splitting[move["move"]]
        assert (move["parts"], move["largest"]) == (len(sizes), max(sizes))
        assert move["possible"] == (PROBLEM.code_of[PROBLEM.query_index[move["move"]]] in left)
    best = [move for move in explained["moves"] if move["best"]]
    assert explained["query"] in {move["move"] for move in best}
    if strategy == "optimal" and len(left) < 10:
        assert explained["expected"] == min(move["expected"] for move in explained["moves"]) == best[0]["expected"]
        least = Fraction(naive.least(PROBLEM, left, allowed), len(left))
        assert explained["expected"] == pytest.approx(float(least))

"""`tafelwerk skat bench` and `tafelwerk build skat --ladder`: what the steps spend, shown and stored, is the same."""

import json
import re
from pathlib import Path

import pytest
from program import build_here
from skat_questions import ask, read

from tafelwerk.book import open_book
from tafelwerk.families.skat.rules.limits import ladder_steps


def test_bench_leaves_out_what_would_take_too_long(tmp_path: Path) -> None:
    steps = ask("bench", "--deals", 1, "--cards", 8, "--limit", 2000, book=tmp_path)["steps"]
    assert sorted(one["step"] for one in steps) == sorted(ladder_steps(8, None))
    assert next(one["nodes"] for one in steps if one["stopped"]) >= 2000
    text = read("bench", "--deals", 1, "--cards", 4, "--limit", 20, book=tmp_path)
    assert re.search(r"^minimax +points +20 +\S+ +1$", text, re.MULTILINE)
    assert "given up" in text.splitlines()[1]


def test_bench_and_build_measure_the_same(tmp_path: Path) -> None:
    words = ("--cards", "4", "--seed", "9")
    done = build_here("build", "skat", "--ladder", "6", *words, "--json", "--book", tmp_path)
    assert sorted(json.loads(done.stdout)["built"]) == [f"skat --ladder {last} --cards 4 --seed 9" for last in (5, 6)]
    shown = ask("bench", "--deals", 6, *words, book=tmp_path)["steps"]
    with open_book(tmp_path) as book:
        stored = book.rows("skat", "SELECT step, avg(nodes), max(nodes) FROM skat.statistics GROUP BY step")
    assert {step: (mean, most) for step, mean, most in stored} == {
        one["step"]: (pytest.approx(one["nodes"]), one["most_nodes"]) for one in shown
    }
    again = build_here("build", "skat", "--ladder", "6", *words, "--json", "--book", tmp_path)
    assert json.loads(again.stdout)["built"] == []

"""`tafelwerk skat bench` and `tafelwerk build skat --ladder`: what the steps spend, shown and stored."""

import json
import re
from pathlib import Path

import pytest
from program import call, tasks_here
from skat_questions import ask, read

from tafelwerk.book import open_book
from tafelwerk.solvers.skat.thesis_ladder import Step


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    return tmp_path / "no book"


def test_bench_of_small_deals(nowhere: Path) -> None:
    done = call("skat", "bench", "--deals", "3", "--cards", "4", "--seed", "5", "--json", "--book", nowhere)
    found = json.loads(done.stdout)
    assert len(done.stderr.splitlines()) == len(found["steps"])
    assert [one["step"] for one in found["steps"]] == [*Step, "fast_win", "fast_points"]
    nodes = {one["step"]: one["nodes"] for one in found["steps"]}
    assert nodes["minimax"] > nodes["ab"] > nodes["ab_tt"]
    assert nodes["minimax"] > nodes["fast_points"] > 0
    for one in found["steps"]:
        assert (one["stopped"], one["exact"]) == (
            0,
            one["step"] in {*filter(lambda step: step.exact, Step), "fast_points"},
        )
        assert one["milliseconds"] > 0
        assert one["most_nodes"] >= one["nodes"]


def test_bench_leaves_out_what_would_take_too_long(nowhere: Path) -> None:
    found = ask("bench", "--deals", 1, "--cards", 8, "--limit", 2000, book=nowhere)["steps"]
    steps = [one["step"] for one in found]
    assert steps == [*(step for step in Step if step not in (Step.MINIMAX, Step.AB)), "fast_win", "fast_points"]
    assert next(one["nodes"] for one in found if one["stopped"]) >= 2000
    text = read("bench", "--deals", 1, "--cards", 4, "--limit", 20, book=nowhere)
    assert text.startswith("1 random deal, 4 cards per hand: ")
    assert re.search(r"^minimax +points +20 +\S+ +1$", text, re.MULTILINE)
    assert "given up" in text.splitlines()[1]


def test_bench_and_build_measure_the_same(tmp_path: Path) -> None:
    words = ("--cards", "5", "--seed", "9")
    with tasks_here():
        done = call("build", "skat", "--ladder", "6", *words, "--json", "--book", tmp_path)
    assert done.returncode == 0, done.stderr
    built = [f"skat --ladder {last} --cards 5 --seed 9" for last in (5, 6)]
    assert sorted(json.loads(done.stdout)["built"]) == built
    shown = ask("bench", "--deals", 6, *words, book=tmp_path)["steps"]
    with open_book(tmp_path) as book:
        stored = book.rows("skat", "SELECT step, avg(nodes), max(nodes) FROM skat.statistics GROUP BY step")
    assert {step: (mean, most) for step, mean, most in stored} == {
        one["step"]: (pytest.approx(one["nodes"]), one["most_nodes"]) for one in shown
    }
    again = call("build", "skat", "--ladder", "6", *words, "--json", "--book", tmp_path)
    assert json.loads(again.stdout)["built"] == []


def test_the_ladder_of_one_question(tmp_path: Path) -> None:
    with tasks_here():
        done = call("build", "skat", "--ladder", "2", "--question", "win", "--book", tmp_path)
    assert "tafelwerk plot skat-ladder-nodes" in done.stdout
    with open_book(tmp_path) as book:
        assert book.rows("skat", "SELECT DISTINCT cards_each FROM skat.deals") == [(10,)]

"""`tafelwerk skat bench` and `tafelwerk build skat --ladder`: what the steps spend, shown and stored."""

import json
from pathlib import Path

import pytest
from program import call, refused, tasks_here
from skat_questions import ask, read

from tafelwerk.solvers.skat.open.ladder import Step
from tafelwerk.tables.book import open_book


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
    text = read("bench", "--deals", 1, "--cards", 8, "--limit", 2000, book=nowhere)
    assert "given up" in text
    assert "1 random deal, 8 cards per hand" in text


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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--ladder 5 --deals 5", "--deals and --ladder do not go together"),
        ("--match 2 --log x", "--match and --log do not go together"),
        ("--playouts 5 --deals 5", "--deals and --playouts do not go together"),
        ("--players random", "--players needs --match"),
        ("--ladder 5 --quick", "--ladder and --quick do not go together"),
        ("--deals 5 --deal CJ|SJ|HJ", "--deals and --deal do not go together"),
        ("--deals 5 --cards 5", "--cards needs --ladder"),
        ("--quick --question win", "--question needs --ladder or --deals"),
        ("--deals 5 --question null", "--question with --deals must be win, not null"),
        ("--deal CJ|SJ|HJ --seed 5", "--seed needs --deals, --ladder, --match, --trials or --playouts"),
        ("--ladder 5 --game grand", "--game needs --deal"),
        ("--deals 5 --declarer forehand", "--declarer needs --deal"),
        ("--whole", "--whole needs --deal"),
        ("--ladder 0", "--ladder must be 1 to 100,000, not 0"),
        ("--deal -1", "--deal: the number of a deal must be from 0 to 7082370818773423079, not -1"),
        ("--deal CJ|SJ|HJ --game chess", "--game: a game is clubs, "),
        ("--deal CJ|SJ|HJ --declarer dealer", "--declarer: a seat is forehand, "),
    ],
)
def test_builds_at_fault(words: str, said: str, nowhere: Path) -> None:
    assert said in refused(call("build", "skat", *words.split(), "--book", nowhere), 2)
    assert not nowhere.exists()

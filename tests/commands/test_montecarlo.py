"""The family's commands, run as the installed program, or called where a process of its own would add nothing."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from program import Runs, call, refused, run
from published import TABLE_2_4


def ask(*words: str, book: Path, by: Runs = call) -> Any:
    done = by("montecarlo", *words, "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("k", TABLE_2_4)
def test_duel_reproduces_table_2_4_to_ten_digits(k, tmp_path):
    answer = ask("duel", "esr", "5", "6", "1", "--k", str(k), book=tmp_path / "none")
    assert tuple(f"{answer[name]:.10f}" for name in ("first", "second", "mean")) == TABLE_2_4[k]
    assert answer["source"] == "computed"
    assert answer["certainty"] == "certified"
    assert 0 < answer["error_bound"] < 1e-13


def test_duel_comes_from_the_book(quick_book):
    stored = ask("duel", "subtraction", "50", "--moves", "2,1", "--k", "7", book=quick_book, by=run)
    assert stored["source"] == "book"
    computed = ask("duel", "subtraction", "50", "--moves", "1,2", "--k", "7", book=quick_book / "none")
    assert computed["source"] == "computed"
    assert abs(stored["first"] - computed["first"]) <= stored["error_bound"] + computed["error_bound"]
    keys = ["k", "rival", "first", "second", "mean", "certainty", "error_bound", "evidence", "source", "question"]
    assert list(stored) == keys


def test_duel_of_huge_agents(tmp_path):
    far = ask("duel", "subtraction", "50", "--moves", "1,2", "--k", "1000000000000", book=tmp_path)
    three = ask("duel", "subtraction", "40", "--moves", "1,3,4", "--k", "1000000000", book=tmp_path)
    for answer in (far, three):
        assert answer["error_bound"] <= 1e-13
        assert 0 <= answer["mean"] <= 1


def test_exact_duel_agrees_with_the_float(tmp_path):
    exact = ask("duel", "dsc", "6", "--k", "3", "--exact", book=tmp_path)
    rounded = ask("duel", "dsc", "6", "--k", "3", book=tmp_path)
    for name in ("first", "second", "mean"):
        assert abs(Fraction(exact[name]) - Fraction(rounded[name])) <= rounded["error_bound"]
    assert exact["certainty"] == "exact"


def test_random_play_of_3_5_11(tmp_path):
    """The page on random play in the number game 3-5-11, figure 3."""
    expected = ["0", "0", "1/3", "1/3", "2/3", "5/9", "5/9", "1/3", "10/27"]
    found = [
        ask("random", "subtraction", str(n), "--moves", "3,5,11", "--overshoot", "loses", book=tmp_path)["win"]
        for n in range(1, 10)
    ]
    assert found == expected


@pytest.mark.parametrize(
    ("moves", "period", "preperiod", "size"),
    [
        ("1,2", 3, 0, 14),
        ("1,3", 2, 2, None),
        ("1,4", 5, 2, 59),
        ("2,3", 5, 0, 148),
        ("2,5", 7, 3, 333),
        ("3,4", 7, 0, 816),
    ],
)
def test_periods_and_blunders_of_table_2_14(moves, period, preperiod, size, tmp_path):
    answer = ask("perfect", "subtraction", "10", "--moves", moves, book=tmp_path)
    assert (answer["period"], answer["preperiod"]) == (period, preperiod)
    answer = ask("blunder", "subtraction", "--moves", moves, book=tmp_path)
    assert answer["size"] == size
    assert answer["searched_to"] == 3000


def test_blunder_of_the_crash_race(tmp_path):
    assert ask("blunder", "dsc", book=tmp_path)["size"] == 10


def test_basins_of_the_longest_crash_race(tmp_path):
    answer = ask("basins", "dsc", "40", "--k-max", "1000000", "--compute", book=tmp_path)
    assert [basin["k"] for basin in answer["basins"]] == [11, 575, 231977]


def test_asymmetry(tmp_path):
    words = ("asymmetry", "100", "--moves", "1,2", "--kind", "informed", "--epsilon")
    near = ask(*words, str(Fraction(1, 3) - Fraction(1, 100)), book=tmp_path)
    assert near["bad_moves"][0] == [74, "1"]
    assert ask(*words, "0.34", book=tmp_path)["bad_moves"] == []
    assert ask(*words, "-0.5", book=tmp_path)["bad_moves"][0] == [4, "1"]


@pytest.mark.parametrize(
    "words",
    [
        "duel subtraction 40 --moves 3,5,11 --overshoot loses --first careful --second random",
        "errors subtraction --moves 1,2 --limit 50",
        "random subtraction 20 --moves 1,2",
        "perfect subtraction 20 --moves 1,2",
        "random dsc 10",
        "perfect dsc 10",
    ],
)
def test_exact_answers_of_the_book_are_those_that_are_computed(words, quick_book, tmp_path):
    stored, computed = (ask(*words.split(), book=book) for book in (quick_book, tmp_path))
    assert (stored.pop("source"), stored.pop("evidence"), computed.pop("source")) == ("book", "recomputed", "computed")
    assert stored == computed


def test_keep_puts_the_answer_into_the_book(tmp_path):
    words = ("duel", "dsc", "8", "--k", "5", "--rival", "7")
    assert ask(*words, book=tmp_path)["source"] == "computed"
    assert ask(*words, "--keep", book=tmp_path)["source"] == "computed"
    assert ask(*words, book=tmp_path)["source"] == "book"


def test_what_takes_too_long_is_refused_with_the_build_that_would_make_it(tmp_path):
    done = call("montecarlo", "curve", "esr", "5", "6", "1", "--k-max", "1000", "--json", "--book", tmp_path)
    assert "tafelwerk build montecarlo esr 5 6 1 --k-max 1000" in refused(done, 3)
    assert list(tmp_path.iterdir()) == []



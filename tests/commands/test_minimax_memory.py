"""`tafelwerk minimax memory`: from the book, computed, refused; and its build."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from minimax_books import small_book
from program import Runs, call, refused, run, tasks_here


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_book(tmp_path_factory)


@pytest.fixture
def none(tmp_path: Path) -> Path:
    return tmp_path / "none"


def ask(*words: object, book: Path, by: Runs = call) -> Any:
    done = by("minimax", "memory", *map(str, words), "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_installed_program(none: Path) -> None:
    found = ask(3, 1, book=none, by=run)
    assert found == {
        "pairs": 3,
        "known": 1,
        "rule": "pass",
        "objective": "gain",
        "value": "-1/5",
        "value_float": -0.2,
        "actions": ["unseen then known", "known then unseen"],
        "plans": [
            {"first": "unseen", "after_new": ["known"], "after_match": ["take"]},
            {"first": "known", "after_new": [], "after_match": []},
        ],
        "certainty": "exact",
        "source": "computed",
        "question": {"name": "minimax memory", "pairs": 3, "known": 1, "rule": "pass", "objective": "gain"},
    }


def test_the_book_and_the_solver_say_the_same(small: Path, none: Path) -> None:
    for words in (
        (7, 3),
        (4, 3),
        (6, 0, "--rule", "forced"),
        (4, 2, "--objective", "win"),
        (4, 2, "--objective", "win", "--rule", "forced", "--lead", -3),
    ):
        stored, computed = ask(*words, book=small), ask(*words, book=none)
        assert (stored.pop("source"), stored.pop("evidence"), computed.pop("source")) == (
            "book",
            "recomputed",
            "computed",
        )
        assert stored == computed


def test_a_pass_may_be_best(small: Path) -> None:
    found = ask(4, 3, book=small)
    assert (found["value"], found["actions"]) == ("0", ["unseen then unseen", "pass"])
    assert "pass" not in ask(4, 3, "--rule", "forced", book=small)["actions"]


def test_the_lead_counts_for_the_chance_to_win(small: Path) -> None:
    values = [Fraction(ask(4, 2, "--objective", "win", "--lead", lead, book=small)["value"]) for lead in range(-4, 5)]
    assert values == sorted(values)
    assert values[0] < 0 < values[-1]
    assert ask(4, 2, "--objective", "win", book=small)["lead"] == 0


def test_for_people(small: Path) -> None:
    done = call("minimax", "memory", "3", "1", "--book", small)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "Memory, rule pass: 3 pairs left, 1 of them with one card known: -1/5 (-0.2) for the mover, "
        "mean of pairs won less pairs lost (book). Best: an unseen card (if it is new: a known one; "
        "if it matches: take the pair); or a known card, then an unseen one.\n"
    )
    done = call("minimax", "memory", "4", "3", "--book", small)
    assert done.stdout.endswith(
        "Best: an unseen card (if it is new: another unseen card; if it matches: take the pair); or pass.\n"
    )
    done = call("minimax", "memory", "9", "8", "--rule", "forced", "--book", small)
    assert "if it matches: decline it by showing another known card)" in done.stdout
    done = call("minimax", "memory", "3", "0", "--book", small)
    assert "if it matches" not in done.stdout
    done = call("minimax", "memory", "4", "2", "--objective", "win", "--lead", "-1", "--book", small)
    assert "the mover 1 behind" in done.stdout
    assert "chance to win less chance to lose" in done.stdout


def test_what_takes_long_is_not_done_unasked(none: Path) -> None:
    told = refused(call("minimax", "memory", "100", "3", "--rule", "forced", "--book", none), 3)
    assert told.endswith(f"tafelwerk build minimax memory --pairs 100 --rule forced --book {none}")


def test_what_was_computed_is_kept(none: Path) -> None:
    assert ask(5, 2, "--keep", book=none)["source"] == "computed"
    assert ask(4, 4, book=none)["source"] == "book"
    assert ask(6, 2, book=none)["source"] == "computed"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((0, 0), "PAIRS must be 1 to 100, not 0"),
        ((-2, 0), "not -2"),
        ((3, 4), "of 3 pairs left 0 to 3 have a card known, not 4"),
        ((3, -1), "not -1"),
        ((3,), "missing argument"),
        ((3, "x"), "'x' is not a whole number"),
        ((3, 1, "--rule", "free"), "rule: 'free' is none; it is pass or forced"),
        ((3, 1, "--objective", "fun"), "objective: 'fun' is none; it is gain or win"),
        ((31, 1, "--objective", "win"), "1 to 30 pairs are solved for the chance to win, not 31"),
        ((3, 1, "--lead", 2), "belongs to the objective win"),
        ((3, 1, "--objective", "win", "--lead", -4), "-3 to 3, not -4"),
    ],
)
def test_what_cannot_be(words: tuple[object, ...], told: str, none: Path) -> None:
    assert told in refused(call("minimax", "memory", *map(str, words), "--book", none), 2)


def test_build(tmp_path: Path) -> None:
    book = tmp_path / "book"
    with tasks_here():
        for words in (("--pairs", "5"), ("--pairs", "3", "--rule", "forced", "--objective", "win")):
            done = call("build", "minimax", "memory", *words, "--book", book)
            assert done.returncode == 0, done.stderr
    assert ask(5, 1, book=book)["source"] == "book"
    assert ask(3, 1, "--rule", "forced", "--objective", "win", "--lead", 1, book=book)["source"] == "book"
    done = call("verify", "minimax", "--book", book)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "missing option"),
        (("--pairs", "0"), "not 0"),
        (("--pairs", "5", "--rule", "x"), "rule: 'x' is none"),
        (("--pairs", "40", "--objective", "win"), "1 to 30 pairs are solved for the chance to win, not 40"),
    ],
)
def test_what_cannot_be_built(words: tuple[str, ...], told: str, none: Path) -> None:
    assert told in refused(call("build", "minimax", "memory", *words, "--book", none), 2)

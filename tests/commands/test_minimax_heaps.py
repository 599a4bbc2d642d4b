"""`tafelwerk minimax grundy, octal, subtraction`: from the book, computed, refused; and their builds."""

import json
from pathlib import Path
from typing import Any

import pytest
from minimax_books import small_book
from program import Runs, call, imported_for, refused, run, tasks_here


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_book(tmp_path_factory)


@pytest.fixture
def none(tmp_path: Path) -> Path:
    return tmp_path / "none"


def ask(*words: object, book: Path, by: Runs = call) -> Any:
    done = by("minimax", *map(str, words), "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def read(*words: object, book: Path) -> str:
    done = call("minimax", *map(str, words), "--book", book)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_installed_program(none: Path) -> None:
    assert ask("grundy", 8, book=none, by=run) == {
        "heap": 8,
        "grundy": 2,
        "won": True,
        "moves": [[1, 7]],
        "certainty": "exact",
        "source": "computed",
        "question": {"name": "minimax grundy", "heaps": [8], "misere": False},
    }


def test_the_book_and_the_solver_say_the_same(small: Path, none: Path) -> None:
    for words in (
        ("grundy", 8),
        ("grundy", 8, 13, 20),
        ("grundy", 6, 6),
        ("grundy", 20, "--misere"),
        ("octal", ".770"),
        ("octal", "0.77", "--heap", 10),
        ("octal", "0.77", "--heap", 10, "--heap", 2),
        ("octal", "0.77", "--heap", 9, "--misere"),
        ("subtraction", "3,1"),
        ("subtraction", "1,3", "--heap", 15),
    ):
        stored, computed = ask(*words, book=small), ask(*words, book=none)
        assert (stored.pop("source"), stored.pop("evidence"), computed.pop("source")) == (
            "book",
            "recomputed",
            "computed",
        )
        assert stored == computed
        assert stored["certainty"] == "exact"


def test_a_sum(small: Path) -> None:
    found = ask("grundy", 8, 13, 20, book=small)
    assert (found["heaps"], found["values"], found["grundy"], found["won"]) == ([8, 13, 20], [2, 3, 0], 1, True)
    assert found["moves"] == [
        {"place": 0, "heap": 8, "left": [3, 5]},
        {"place": 1, "heap": 13, "left": [2, 11]},
    ]


def test_periods(small: Path, none: Path) -> None:
    """Kayles, Dawson's Kayles and chess: R. K. Guy and C. A. B. Smith, The G-values of various games, 1956."""
    found = ask("octal", "0.77", book=small)
    assert found.pop("checked_to") == 166
    assert found == {
        "code": "0.77",
        "period": 12,
        "last_exception": 70,
        "proved": True,
        "certainty": "exact",
        "evidence": "recomputed",
        "source": "book",
        "question": {"name": "minimax octal", "code": "0.77", "misere": False},
    }
    for code in ("0.07", "0.137"):
        found = ask("octal", code, book=none)
        assert (found["period"], found["proved"]) == (34, True)
    found = ask("subtraction", "5,1,2", book=none)
    assert (found["set"], found["period"], found["last_exception"]) == ([1, 2, 5], 3, -1)


def test_a_heap_past_the_proof(small: Path) -> None:
    found = ask("octal", "0.77", "--heap", 100_000, book=small)
    # 100,000 is 76 modulo 12, and 76 is past the exceptions
    assert (found["grundy"], found["source"]) == (ask("octal", "0.77", "--heap", 76, book=small)["grundy"], "computed")
    assert [sum(left) for left in found["moves"]] == sorted((sum(left) for left in found["moves"]), reverse=True)


def test_misere_sums_are_gone_through(small: Path) -> None:
    found = ask("grundy", 20, 13, 7, "--misere", book=small)
    assert found == {
        "heaps": [20, 13, 7],
        "misere": True,
        "won": True,
        "moves": [{"place": 0, "heap": 20, "left": [2, 18]}, {"place": 1, "heap": 13, "left": [2, 11]}],
        "certainty": "exact",
        "source": "computed",
        "question": {"name": "minimax grundy", "heaps": [20, 13, 7], "misere": True},
    }


def test_for_people(small: Path) -> None:
    assert read("grundy", 8, book=small) == (
        "Grundy's game, heap 8, value 2: won for the player to move (book). Winning moves: 1 + 7.\n"
    )
    assert "heaps 8, 13 and 20, value 1 of 2, 3 and 0: won" in read("grundy", 8, 13, 20, book=small)
    assert "8 to 3 + 5 or 13 to 2 + 11." in read("grundy", 8, 13, 20, book=small)
    assert read("grundy", 7, book=small).endswith("value 0: lost for the player to move (book).\n")
    assert "There is no move, and so it is won." in read("grundy", 2, "--misere", book=small)
    assert "Winning moves: nothing." in read("octal", "0.77", "--heap", 2, book=small)
    assert read("octal", "0.77", book=small) == (
        "Kayles (octal 0.77): period 12 after heap 70, the last exception; proved by the values up to heap 166 (book).\n"
    )
    assert "Subtraction 1,2: period 3 from the empty heap on;" in read("subtraction", "1,2", book=small)
    assert " more." in read("grundy", 1999, book=small)


def test_what_takes_long_is_not_done_unasked(none: Path) -> None:
    for words, build in (
        (("grundy", "1000000"), f"tafelwerk build minimax grundy --heap 1000000 --book {none}"),
        (("octal", "0.104"), f"tafelwerk build minimax octal 0.104 --book {none}"),
        (("octal", "0.77", "--heap", "60", "--misere"), f"build minimax octal 0.77 --heap 60 --misere --book {none}"),
        (
            ("octal", "0.77", "--heap", "30", "--heap", "29", "--misere"),
            "not stored and expensive to compute; run: tafelwerk minimax octal 0.77 --heap 30 --heap 29 --misere --compute",
        ),
    ):
        assert refused(call("minimax", *words, "--book", none), 3).endswith(build)
    assert not none.exists()


@pytest.mark.slow
def test_a_period_that_takes_many_heaps(none: Path) -> None:
    """0.127: period 4 after 46,577 (A. Gangolli and T. Plambeck, A note on periodicity in some octal games, 1989)."""
    assert ask("octal", "0.127", book=none)["source"] == "computed"
    found = ask("octal", "0.127", "--keep", book=none)
    assert (found["period"], found["last_exception"], found["source"]) == (4, 46_577, "computed")
    assert ask("octal", "0.127", book=none)["source"] == "book"


def test_a_search_in_vain_says_how_to_go_further(none: Path) -> None:
    assert read("octal", "0.16", book=none) == (
        "Octal 0.16: the values up to heap 200,000 prove no period (computed). "
        "A longer search: tafelwerk build minimax octal 0.16 --heap 400000\n"
    )
    found = ask("octal", "0.16", book=none)
    assert (found["proved"], found["period"], found["checked_to"]) == (False, None, 200_000)


def test_what_was_computed_is_kept(none: Path) -> None:
    assert ask("subtraction", "2,3", "--keep", book=none)["source"] == "computed"
    assert ask("subtraction", "2,3", book=none)["source"] == "book"
    assert ask("grundy", 12, "--misere", "--keep", book=none)["source"] == "computed"
    assert ask("grundy", 12, "--misere", book=none)["source"] == "book"
    assert ask("grundy", 11, "--misere", book=none)["source"] == "book"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("grundy",), "missing argument"),
        (("grundy", 0), "a heap must be 1 to 10,000,000, not 0"),
        (("grundy", -3), "a heap must be 1 to 10,000,000, not -3"),
        (("grundy", 8, "x"), "not 'x'"),
        (("grundy", "9" * 5000), "a heap must be a whole number, 1 to 10,000,000, not '999"),
        (("grundy", 40, 30, "--misere"), "up to 60 tokens together, not 70"),
        (("octal", "0.8"), "'0.8' is no code of an octal game"),
        (("octal", "1.7"), "begins with 1"),
        (("octal", "0.0"), "nobody could ever move"),
        (("octal", "0.77", "--misere"), "--misere needs a heap"),
        (("octal", "0.77", "--heap", "0"), "a heap must be 1 to 10,000,000, not 0"),
        (("subtraction", ""), "this one is empty"),
        (("subtraction", "0,2"), "'0' cannot stand in a subtraction set"),
        (("subtraction", "2,2"), "2 stands twice"),
        (("subtraction", "1,x"), "'x' cannot stand"),
    ],
)
def test_what_cannot_be(words: tuple[object, ...], told: str, none: Path) -> None:
    assert told in refused(call("minimax", *map(str, words), "--book", none), 2)


def test_builds(tmp_path: Path) -> None:
    book = tmp_path / "book"
    with tasks_here():
        for words in (
            ("grundy", "--heap", "300"),
            ("grundy", "--heap", "15", "--misere"),
            ("octal", "0.137"),
            ("octal", ".770", "--heap", "50"),
            ("subtraction", "2,1"),
            ("subtraction", "--largest", "2"),
        ):
            done = call("build", "minimax", *words, "--book", book)
            assert done.returncode == 0, done.stderr
    assert ask("grundy", 300, book=book)["source"] == "book"
    assert ask("grundy", 15, "--misere", book=book)["source"] == "book"
    assert ask("octal", "0.137", book=book)["source"] == "book"
    # a short search is no answer where a longer one would find more
    found = ask("octal", "0.77", book=book)
    assert (found["source"], found["period"]) == ("computed", 12)
    assert ask("octal", "0.77", "--heap", 50, book=book)["source"] == "book"
    assert ask("subtraction", "2", book=book)["source"] == "book"
    done = call("verify", "minimax", "--book", book)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("grundy", "--heap", "0"), "--heap must be 1 to 10,000,000, not 0"),
        (("grundy", "--misere"), "--misere needs --heap H"),
        (("grundy", "--heap", "61", "--misere"), "up to 60 tokens"),
        (("octal",), "missing argument"),
        (("octal", "8"), "'8' is no code"),
        (("subtraction",), "one of the two"),
        (("subtraction", "1,2", "--largest", "3"), "one of the two"),
        (("subtraction", "--largest", "40"), "--largest must be 1 to 12, not 40"),
        (("subtraction", "--largest", "3", "--heap", "9"), "--heap goes with one SET"),
        (("subtraction", "--largest", "3", "--misere"), "--misere goes with one SET"),
    ],
)
def test_what_cannot_be_built(words: tuple[str, ...], told: str, none: Path) -> None:
    assert told in refused(call("build", "minimax", *words, "--book", none), 2)
    assert not none.exists()


def test_a_look_up_starts_without_numbers(small: Path) -> None:
    words = (
        ("grundy", "8", "13"),
        ("octal", "0.77"),
        ("octal", "0.77", "--heap", "9", "--misere"),
        ("subtraction", "1,2"),
        ("memory", "3", "1"),
    )
    said, modules = imported_for(*(("minimax", *line, "--json", "--book", small) for line in words))
    assert [json.loads(text)["source"] for text in said] == ["book"] * 5
    assert modules.isdisjoint({"numpy", "numba", "polars", "pydantic", "rich", "flint"})

"""The family's commands, run as the installed program, or called where a process of its own would add nothing."""

import json
from math import log
from pathlib import Path
from typing import Any

import pytest
from program import Runs, build_here, call, refused, run


def ask(*words: object, book: Path, by: Runs = call) -> Any:
    done = by("search", *map(str, words), "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_free_search_computed(tmp_path: Path) -> None:
    answer = ask("free", 700, 7, book=tmp_path / "none", by=run)
    assert (answer["total"], answer["mean"], answer["even"]) == ("2517", 2517 / 700, "2800")
    assert answer["bound"] == pytest.approx(log(700, 7), abs=1e-14)
    assert answer["query"] == [[103, 3], [100, 1], [97, 3]]
    assert (answer["source"], answer["certainty"]) == ("computed", "exact")
    large = ask("free", 10**30, 10, book=tmp_path / "none")
    assert (large["mean"], large["bound"]) == (30, 30)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", [("free", 123, 10), ("root", 77), ("root", 77, "--strategy", "h1")])
def test_stored_answers_are_the_computed_ones(words: tuple[object, ...], quick_book: Path) -> None:
    stored, computed = ask(*words, book=quick_book), ask(*words, book=quick_book / "none")
    assert (stored.pop("source"), stored.pop("evidence"), computed.pop("source")) == ("book", "recomputed", "computed")
    assert stored == computed


@pytest.mark.parametrize(("size", "total"), [(1, 0), (12, 48), (15, 68)])
def test_root_model_reproduces_table_4_15(size: int, total: int, tmp_path: Path) -> None:
    """Jena dissertation on the exact analysis of heuristics for combinatorial games, table 4.15."""
    answer = ask("root", size, book=tmp_path)
    assert (answer["total"], answer["mean"]) == (str(total), total / size)
    assert (answer["query"] is None) == (size == 1)


def test_from_order_two_on_all_is_one(tmp_path: Path) -> None:
    answers = [ask("root", 1000, "--strategy", word, book=tmp_path) for word in ("h2", "h1000")]
    assert [(answer["total"], answer["strategy"]) for answer in answers] == [("26919", "h2"), ("26919", "h1000")]


def test_sentences_for_people(quick_book: Path) -> None:
    free = call("search", "free", "123", "10", "--book", quick_book).stdout
    assert "123 codes, 10 answers per query" in free
    assert "An optimal first query splits the codes into 2 parts of 19, 1 part of 15, 7 parts of 10." in free
    root = call("search", "root", "10", "--strategy", "h1", "--book", quick_book).stdout
    assert "Root model, 10 codes, h1: 3.7 queries on average (37 in all; book)" in root
    assert "splits off 2 parts of 1 and leaves 8." in root


def test_keep_puts_the_answer_into_the_book(tmp_path: Path) -> None:
    for words in (("free", 50, 6), ("root", 50, "--strategy", "h4/3")):
        found = [ask(*words, *more, book=tmp_path)["source"] for more in ((), ("--keep",), ())]
        assert found == ["computed", "computed", "book"]
    assert ask("root", 49, "--strategy", "h4/3", book=tmp_path)["source"] == "book"


def test_builds(tmp_path: Path) -> None:
    for line in (
        "free --codes 60 --width 4",
        "root --size 60 --strategy h1.50",
        "root --size 900 --points 4",
        "curve --size 40 --alpha-max 2 --points 4",
    ):
        done = build_here("build", "search", *line.split(), "--book", tmp_path)
        assert done.returncode == 0, done.stderr
    assert ask("free", 60, 4, book=tmp_path)["source"] == "book"
    for size, strategy in ((60, "h1.5"), (900, "optimal"), (40, "h0.5")):
        assert ask("root", size, "--strategy", strategy, book=tmp_path)["source"] == "book"
    assert call("verify", "search", "--book", tmp_path).returncode == 0
    again = call("build", "search", "root", "--size", "60", "--strategy", "h3/2", "--book", tmp_path)
    assert "nothing to do" in again.stdout
    planned = call("build", "search", "--dry-run", "--book", tmp_path / "none")
    assert "search root --size 10000 --strategy h1.5" in planned.stdout
    assert not (tmp_path / "none").exists()


def test_what_takes_too_long_is_refused_with_the_build_that_would_make_it(tmp_path: Path) -> None:
    done = call("search", "root", "5000000", "--json", "--book", tmp_path)
    assert "tafelwerk build search root --size 5000000 --points 2" in refused(done, 3)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("search free 0 3", "M must be 1 to"),
        ("search free many 3", "'many' is not a whole number"),
        ("search free 5 1", "A must be 2 to"),
        ("search free 5", "'A'"),
        ("search root -7", "SIZE must be 1 to 10,000,000, not -7"),
        ("search root 99999999", "1 to 10,000,000, not 99,999,999"),
        ("search root 10 --strategy best", "--strategy must be optimal, or h"),
        ("search root 2000000 --strategy h1", "1 to 1000000 codes, not with 2000000"),
        ("build search free --codes 0 --width 3", "--codes must be 1 to 100,000,000, not 0"),
        ("build search free --codes 10 --width 9999999999", "--width must be 2 to 4,294,967,295, not 9,999,999,999"),
        ("build search root --size 99999999", "not 99,999,999"),
        ("build search root --size 9 --points 1", "--points must be 2 to"),
        ("build search root --size 9 --strategy x", "not 'x'"),
        ("build search curve --size 9 --points 0", "--points must be 1 to"),
        ("build search root", "--size"),
    ],
)
def test_bad_input_gets_one_clear_line(words: str, said: str, tmp_path: Path) -> None:
    assert said in refused(call(*words.split(), "--book", tmp_path / "book"), 2)
    assert not (tmp_path / "book").exists()


@pytest.mark.slow
def test_the_standard_set_is_proved(standard_book: Path) -> None:
    done = run("verify", "search", "--book", standard_book)
    assert done.returncode == 0, done.stderr

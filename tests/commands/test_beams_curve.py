"""Curves, bounds and better strategies on the command line."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from program import call, refused, run, tasks_here

THREE = ("--variant", "3c6p")
SIX = ("--variant", "6c3p")


def ask(*words: str, book: Path) -> Any:
    done = call("beams", *words, "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    # what the book holds was proved, what is computed was not
    if isinstance(answer, dict):
        assert answer.pop("question")["name"] == f"beams {words[0]}"
    if isinstance(answer, dict) and answer.get("evidence") == "recomputed":
        assert answer["source"] == "book"
        del answer["evidence"]
    return answer


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("curve") / "book"
    with tasks_here():
        for words in (
            (*THREE, "--curve", "--from", "0.5", "--to", "1.5", "--step", "1/2"),
            (*THREE, "--curve", "--tie", "mix", "--from", "1", "--to", "1"),
            (*THREE, "--strategy", "hinf"),
            (*THREE, "--strategy", "u"),
            (*THREE, "--bound", "500"),
        ):
            done = call("build", "beams", *words, "--book", folder)
            assert done.returncode == 0, done.stderr
    return folder


def test_a_curve_from_the_book(book: Path) -> None:
    points = ask("curve", *THREE, book=book)
    assert [point["alpha"] for point in points] == [0.5, 1, 1.5, "inf"]
    assert [point["strategy"] for point in points] == ["h0.5", "h1", "h1.5", "hinf"]
    for point in points:
        total = ask("summary", *THREE, "--strategy", point["strategy"], book=book)
        assert (point["total"], point["mean"]) == (total["total"], total["mean"])
        assert (point["certainty"], point["source"]) == ("exact", "book")
    (mixed,) = ask("curve", *THREE, "--tie", "mix", book=book)
    assert mixed["total"] == "44479/6"
    shown = call("beams", "curve", *THREE, "--book", book).stdout
    assert "4 orders, 3.984946 on average at best, by h1 (book)" in shown


@pytest.mark.slow
def test_a_curve_that_is_computed(tmp_path: Path) -> None:
    points = ask("curve", *THREE, book=tmp_path / "none")
    assert {point["source"] for point in points} == {"computed"}
    assert len(points) == 62
    assert min(Fraction(point["total"]) for point in points) == 7408
    assert not (tmp_path / "none").exists()


def test_a_curve_that_is_too_much_work(tmp_path: Path) -> None:
    done = call("beams", "curve", *SIX, "--tie", "mix", "--book", tmp_path)
    assert "tafelwerk build beams --variant 6c3p --curve --tie mix" in refused(done, 3)
    done = call("beams", "curve", "--variant", "6c6p", "--book", tmp_path)
    assert "tafelwerk build beams --variant 6c6p --curve" in refused(done, 3)


def test_bounds(book: Path, tmp_path: Path) -> None:
    answer = ask("summary", *THREE, "--strategy", "hinf", book=book)
    assert 0 < int(answer["bound"]) <= 7334
    assert answer["bound_mean"] == int(answer["bound"]) / 1860
    shown = call("beams", "summary", *THREE, "--strategy", "hinf", "--book", book).stdout
    assert "on average for any strategy" in shown
    none = ask("summary", *THREE, "--strategy", "hinf", book=tmp_path)
    assert (none["bound"], none["bound_mean"]) == (None, None)


@pytest.mark.parametrize("strategy", ["h-prime", "u"])
def test_approximations(strategy: str, book: Path, tmp_path: Path) -> None:
    answer = ask("summary", *THREE, "--strategy", strategy, book=book)
    assert answer["source"] == ("book" if strategy == "u" else "computed")
    history = ""
    for _ in range(2):
        words = ("next", *THREE, "--strategy", strategy, "--history", history)
        found = ask(*words, book=book)
        assert found["source"] == answer["source"]
        computed = ask(*words, book=tmp_path)
        assert found | {"source": "computed"} == computed
        hits = max(found["answers"], key=lambda key: found["answers"][key])
        history = f"{history}; {found['query']} {hits}"


def test_the_improved_strategy_beside_its_tree(tmp_path: Path) -> None:
    """What it asks where few codes are left is computed; where many are, another asks."""
    words = ("next", *SIX, "--strategy", "improved")
    first = ask(*words, book=tmp_path)
    assert (first["best"], first["asked_by"]) == (False, "h1")
    history = "1@2 -; 2@9 1,2; 3@5 1"
    answer = ask(*words, "--history", history, book=tmp_path)
    assert "best" not in answer
    by_entropy = ask("next", *SIX, "--history", history, book=tmp_path)
    assert answer["remaining"] == by_entropy["remaining"]
    assert int(answer["total"]) <= int(by_entropy["total"])


@pytest.mark.slow
def test_the_improved_strategy(tmp_path: Path) -> None:
    book = tmp_path / "book"
    assert call("build", "beams", *SIX, "--strategy", "improved", "--book", book).returncode == 0
    assert call("build", "beams", *SIX, "--bound", "1000", "--book", book).returncode == 0
    answer = ask("summary", *SIX, "--strategy", "improved", book=book)
    assert (answer["codes"], answer["total"], answer["source"]) == (223_920, "1696875", "book")
    assert answer["bound_mean"] > 6.5
    first = ask("next", *SIX, "--strategy", "improved", book=book)
    assert (first["source"], first["total"]) == ("book", "1696875")
    (hits, size), *_ = first["answers"].items()
    after = ask("next", *SIX, "--strategy", "improved", "--history", f"{first['query']} {hits}", book=book)
    assert (after["source"], after["remaining"]) == ("book", size)


@pytest.mark.slow
def test_the_first_three_moves_of_the_standard_game(tmp_path: Path) -> None:
    """They come from the top of the tree, and are those that are computed without it."""
    book = tmp_path / "book"
    done = run("build", "beams", "--variant", "6c6p", "--strategy", "h1", "--top", "--book", book)
    assert done.returncode == 0, done.stderr
    history = ""
    for move in range(4):
        words = ("next", "--variant", "6c6p", "--history", history)
        found, computed = ask(*words, book=book), ask(*words, book=tmp_path / "none")
        assert found["source"] == ("book" if move < 3 else "computed")
        assert found | {"source": "computed"} == computed
        hits = min(found["answers"], key=lambda key: (-found["answers"][key], key))
        history += f"; {found['query']} {hits}"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("curve", "--variant", "6c10p"), "curves are of 3c6p, 6c3p, 6c6p"),
        (("curve", *THREE, "--tie", "lex"), "--tie must be"),
        (("summary", *THREE, "--strategy", "improved"), "take optimal, which is better"),
        (("summary", *SIX, "--strategy", "optimal"), "take improved"),
        (("next", "--variant", "6c6p", "--strategy", "improved"), "improved is of 6c3p only"),
        (("next", *THREE, "--strategy", "u", "--tie", "mix"), "take lex-c or lex-d"),
        (("next", *THREE, "--strategy", "improved", "--tie", "lex-c"), "the improved strategy has no tie rule"),
    ],
)
def test_questions_that_cannot_be(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    assert said in refused(call("beams", *words, "--book", tmp_path), 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--curve",), "--curve needs --variant"),
        ((*THREE, "--curve", "--strategy", "h1"), "--strategy and --curve do not go together"),
        ((*THREE, "--curve", "--bound", "5"), "--curve and --bound do not go together"),
        ((*THREE, "--from", "1"), "--from needs --curve"),
        ((*THREE, "--top"), "--top needs --strategy"),
        ((*THREE, "--strategy", "h1", "--tie", "mix", "--top"), "--top is for entropy strategies"),
        (("--variant", "6c6p", "--strategy", "u", "--top"), "--top is for entropy strategies"),
        (("--variant", "6c6p", "--strategy", "h1", "--top", "--part", "1/2"), "--part and --top do not"),
        (("--variant", "6c6p", "--bound", "5"), "--bound is for 3c6p and 6c3p"),
        ((*THREE, "--bound", "0"), "--bound must be 1 to"),
        ((*THREE, "--curve", "--from", "x"), "--from must be a number"),
        ((*THREE, "--curve", "--to", "inf"), "--to must be a number"),
        ((*THREE, "--curve", "--step", "0"), "--step must be above 0"),
        ((*THREE, "--curve", "--tie", "some"), "--tie must be"),
        (("--variant", "6c6p", "--strategy", "h1", "--tie", "mix", "--top"), "that break ties by an order"),
        ((*SIX, "--strategy", "optimal"), "take improved"),
    ],
)
def test_builds_that_cannot_be(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    assert said in refused(call("build", "beams", *words, "--book", tmp_path / "book"), 2)
    assert not (tmp_path / "book").exists()

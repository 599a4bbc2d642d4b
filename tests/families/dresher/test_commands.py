"""Look-ups and commands: what is refused, proofs and certificates of the book, bars, runs that are watched."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from books import alter_file, copy_family
from program import answered, build_here, call, refused

from tafelwerk.errors import InputError
from tafelwerk.families.dresher import FIRST, questions
from tafelwerk.proofs.dresher.checker import check

ASKED = (questions.Value, questions.Hider, questions.Searcher, questions.Certificate, questions.Explain)


def test_what_is_no_size_is_refused() -> None:
    odd = (-1, 4097, 10**40, 3.5, 3.0, "11", None, True, Fraction(3))
    for kind, n in [*((kind, 0) for kind in ASKED), *((questions.Value, n) for n in odd)]:
        with pytest.raises(InputError) as caught:
            kind(n)  # type: ignore[arg-type]
        said = "" if n == 10**40 else f"{n:,}" if type(n) is int else repr(n)
        assert str(caught.value).startswith(f"N must be 1 to 4,096, not {said}")


def test_strategies_that_do_not_prove_the_value_are_named(quick_book: Path, tmp_path: Path) -> None:
    copy_family(quick_book, "dresher", tmp_path)
    huge = f"{'1234567' * 100}89"
    for damage, said in (
        ("games SET value_num = '188'", "prove the bounds 187/62 and 187/62, not the stored value 94/31;"),
        (f"games SET value_num = '{huge}'", "not the stored value 123456712345...567123456789/62;"),
        ("searcher SET weight = (weight::BIGINT + 1)::VARCHAR", "prove the bounds"),
    ):
        alter_file(tmp_path / "dresher.duckdb", f"UPDATE {damage} WHERE n = 11")
        error = refused(call("dresher", "explain", "11", "--book", tmp_path), 4)
        assert said in error
        assert "tafelwerk verify dresher" in error
        assert len(error) < 250


def test_the_hider_is_drawn(quick_book: Path, tmp_path: Path) -> None:
    """A bar per number, each as high as its weight."""
    file = tmp_path / "bars.svg"
    text = call("dresher", "hider", 11, "--book", quick_book).stdout
    done = call("dresher", "hider", 11, "-o", file, "--book", quick_book)
    assert (done.returncode, done.stdout, done.stderr) == (0, text, f"{file} written\n")
    drawn = file.read_text(encoding="utf-8")
    heights = [float(height) for height in re.findall(r'<rect [^>]*height="([\d.]+)" rx="0.00" fill="#005a9c"', drawn)]
    weights = [float(Fraction(weight)) for weight in answered("dresher", "hider", 11, book=quick_book)["weights"]]
    assert heights == pytest.approx([180 * weight / max(weights) for weight in weights], abs=0.01)
    assert "An optimal strategy of the hider, 11 numbers" in drawn
    assert "Probabilities: 1" in drawn


def test_a_certificate_is_what_the_checker_takes(quick_book: Path, tmp_path: Path) -> None:
    printed = call("dresher", "certificate", "16", "--book", quick_book)
    document = json.loads(printed.stdout)
    assert document["n"] == 16
    check(document)
    file = tmp_path / "game.json"
    file.write_text("what was there before")
    written = call("dresher", "certificate", "16", "-o", file, "--book", quick_book)
    assert (written.returncode, written.stdout) == (0, "")
    assert f"{file} written" in written.stderr
    assert file.read_text() == printed.stdout
    assert list(tmp_path.iterdir()) == [file]
    answer = answered("dresher", "certificate", 16, "-o", file, book=quick_book)
    said = {"n": 16, "value": document["value"], "certainty": "exact", "evidence": "certificate", "source": "book"}
    assert answer == said | {"output": str(file), "question": {"name": "dresher certificate", "n": 16}}


def test_the_questions_to_begin_with_are_answered(small_book: Path) -> None:
    for line in FIRST:
        program, *words = line.split()
        assert program == "tafelwerk"
        assert call(*words, "--book", small_book).returncode == 0


def test_games_beyond_the_last_are_watched_too(tmp_path: Path) -> None:
    watch = ("--watch", "3", "--watch", "6")
    assert build_here("build", "dresher", "runs", "--to", "4", *watch, "--book", tmp_path).returncode == 0
    games = answered("sql", "SELECT DISTINCT n FROM dresher.bounds ORDER BY n", book=tmp_path)
    assert games == [{"n": 3}, {"n": 6}]

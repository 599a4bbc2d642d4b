"""The family's commands, run as the installed program, or called where a process of its own would add nothing."""

import json
import re
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pytest
from books import copy_family
from program import answered, build_here, call, refused, told

from tafelwerk.wording import count_noun

ask, read = partial(answered, "dresher"), partial(told, "dresher")

SMALL = range(1, 17)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE searcher SET weight = (weight::BIGINT + 1)::VARCHAR WHERE n = 11 AND tree = 1", "prove the bounds"),
        (
            "UPDATE games SET value_num = '188' WHERE n = 11",
            "prove the bounds 187/62 and 187/62, not the stored value 94/31;",
        ),
        (
            f"UPDATE games SET value_num = '{'1234567' * 100}89' WHERE n = 11",
            "not the stored value 123456712345...567123456789/62;",
        ),
    ],
)
def test_strategies_that_do_not_prove_the_value_are_named(
    damage: str, said: str, quick_book: Path, tmp_path: Path
) -> None:
    error = refused(call("dresher", "explain", "11", "--book", damaged(quick_book, tmp_path, damage)), 4)
    assert said in error
    assert "tafelwerk verify dresher" in error
    assert len(error) < 250


def damaged(quick_book: Path, folder: Path, statement: str) -> Path:
    """A copy of the family's file after a statement."""
    copy_family(quick_book, "dresher", folder)
    with duckdb.connect(str(folder / "dresher.duckdb")) as connection:
        connection.execute(statement)
    return folder


@pytest.mark.parametrize("n", [1, 11])
def test_the_hider_is_drawn(n: int, quick_book: Path, tmp_path: Path) -> None:
    """A bar per number, each as high as its weight."""
    file = tmp_path / "bars.svg"
    text = call("dresher", "hider", n, "--book", quick_book).stdout
    done = call("dresher", "hider", n, "-o", file, "--book", quick_book)
    assert (done.returncode, done.stdout, done.stderr) == (0, text, f"{file} written\n")
    drawn = file.read_text(encoding="utf-8")
    heights = [float(height) for height in re.findall(r'<rect [^>]*height="([\d.]+)" rx="0.00" fill="#005a9c"', drawn)]
    weights = [float(Fraction(weight)) for weight in ask("hider", n, book=quick_book)["weights"]]
    assert heights == pytest.approx([180 * weight / max(weights) for weight in weights], abs=0.01)
    assert f"An optimal strategy of the hider, {count_noun(n, 'number')}" in drawn
    assert "Probabilities: 1" in drawn


def test_a_certificate_is_what_the_checker_takes(quick_book: Path, tmp_path: Path) -> None:
    from tafelwerk.proofs.dresher.checker import check

    for n in (1, 11, 16):
        done = call("dresher", "certificate", str(n), "--book", quick_book)
        assert done.returncode == 0, done.stderr
        document = json.loads(done.stdout)
        assert document["n"] == n
        check(document)
    file = tmp_path / "game.json"
    file.write_text("what was there before")
    written = call("dresher", "certificate", "16", "-o", file, "--book", quick_book)
    assert (written.returncode, written.stdout) == (0, "")
    assert f"{file} written" in written.stderr
    assert file.read_text() == done.stdout
    assert list(tmp_path.iterdir()) == [file]
    answer = ask("certificate", 16, "-o", file, book=quick_book)
    found: dict[str, Any] = {"certainty": "exact", "evidence": "certificate", "source": "book"}
    found["question"] = {"name": "dresher certificate", "n": 16}
    assert answer == {"n": 16, "value": document["value"], "output": str(file)} | found
    assert ask("certificate", 16, book=quick_book) == document | found


def test_games_beyond_the_last_are_watched_too(tmp_path: Path) -> None:
    words = ("build", "dresher", "runs", "--to", "4", "--book", tmp_path)
    assert build_here(*words, "--watch", "3", "--watch", "6").returncode == 0
    answer = call("sql", "SELECT DISTINCT n FROM dresher.bounds ORDER BY n", "--json", "--book", tmp_path)
    assert json.loads(answer.stdout) == [{"n": 3}, {"n": 6}]
    for number in ("0", "4097"):
        assert f"--watch must be 1 to 4,096, not {int(number):,}" in refused(call(*words, "--watch", number), 2)


def test_the_questions_to_begin_with_are_answered(quick_book: Path) -> None:
    from tafelwerk.families.dresher import FIRST

    for line in FIRST:
        program, *words = line.split()
        assert program == "tafelwerk"
        assert call(*words, "--help").returncode == 0
        if int(words[2]) in SMALL:
            assert call(*words, "--book", quick_book).returncode == 0

"""`tafelwerk skat models`: what a book says of its classifiers."""

from pathlib import Path
from typing import Any

import duckdb
from books import PLAYOUTS, TRIALS
from program import call, refused
from skat_questions import read

from tafelwerk.rules.skat.cards import Game

COUNTS = ("true_positives", "false_positives", "false_negatives", "true_negatives")


def rows(skat_book: Path, statement: str) -> list[tuple[Any, ...]]:
    with duckdb.connect(str(skat_book / "skat.duckdb"), read_only=True) as connection:
        return connection.execute(statement).fetchall()


def test_table(skat_book: Path) -> None:
    text = read("models", book=skat_book)
    for model in ("thesis", "open", "hidden"):
        ((right, games),) = rows(
            skat_book,
            "SELECT sum(true_positives + true_negatives),"
            f" sum({' + '.join(COUNTS)}) FROM validations WHERE model = '{model}'",
        )
        (heading,) = (line for line in text.splitlines() if line.startswith(f"{model}: "))
        assert heading.endswith(f", {right} of {games} games right")
    shown = [line.split() for line in text.splitlines() if line.startswith(tuple(Game))]
    stored = rows(
        skat_book,
        f"SELECT game, declarer, {', '.join(COUNTS)}, loss FROM validations"
        " ORDER BY list_position(['thesis', 'open', 'hidden'], model), game, declarer",
    )
    assert shown == [[*map(str, row[:-1]), *([] if row[-1] is None else [f"{row[-1]:.3f}"])] for row in stored]
    assert f"trials of {TRIALS} deals" in text
    assert f"playouts of {PLAYOUTS}" in text


def test_nothing_is_stored(tmp_path: Path) -> None:
    error = refused(call("skat", "models", "--book", tmp_path), 3)
    assert error == (
        f"error: models of hands: not in the book {tmp_path}; "
        f"build it with: tafelwerk build skat --trials 3000 --book {tmp_path}"
    )

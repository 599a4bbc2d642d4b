"""The family's figures: each draws from a book, shows what the book says, and names the build where rows are missing."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tafelwerk.build import runner
from tafelwerk.build.switching import order_build, pairings_build
from tafelwerk.build.switching.tasks import Games
from tafelwerk.build.task import Build
from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import save
from tafelwerk.plots.switching import FIGURES
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.tables.book import Book, open_book

PRINTED = {1: "E9", 2: "C9", 29: "H12", 30: "A15", 57: "C5", 58: "A5", 85: "Q8", 86: "R9"}
"""Moves of the game in the source's figure 5.7."""


def games() -> Build:
    """A few pairings of order 4, enough for a curve each."""
    shorts = [f"mc:{k}" for k in (1, 2, 3)] + [f"gauss-seidel:{sweeps}:0.2" for sweeps in (1, 2, 3)]
    tasks = tuple(Games(4, "heuristic", short, 60, 1) for short in shorts)
    return Build("switching", "switching --order 4 --some", {"order": 4, "some": True}, tasks, "sampled")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    path = tmp_path_factory.mktemp("switching") / "book"
    builds = [*(order_build(order) for order in (2, 4, 8, 9)), pairings_build(2), games()]
    runner.run(path, builds, executor="inline")
    with open_book(path) as opened:
        yield opened


def drawn(name: str, book: Book) -> dict[str, Any]:
    """The figure as Vega-Lite; altair checks it against the schema on the way."""
    document: dict[str, Any] = FIGURES[name].draw(book).to_dict()
    return document


def records(document: dict[str, Any], field: str, part: Any = None) -> list[dict[str, Any]]:
    """All data with a field of a figure, or of a part of it."""
    found: list[dict[str, Any]] = []
    todo = [document if part is None else part]
    while todo:
        piece = todo.pop()
        if isinstance(piece, list):
            todo += piece
        elif isinstance(piece, dict):
            named = document["datasets"].get(piece.get("data", {}).get("name"), ())
            found += [record for record in named if field in record]
            todo += [inner for key, inner in piece.items() if key not in ("datasets", "data")]
    return found


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_written(name: str, book: Book, tmp_path: Path) -> None:
    save(FIGURES[name].draw(book), tmp_path / "figure.svg")
    assert (tmp_path / "figure.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize("name", FIGURES)
def test_what_is_missing_is_named(name: str, tmp_path: Path) -> None:
    with open_book(tmp_path) as empty, pytest.raises(MissingTableError, match="tafelwerk build switching"):
        FIGURES[name].draw(empty)


def test_rates(book: Book) -> None:
    document = drawn("switching-5.8", book)
    shown = {record["m"]: record["cut"] for record in records(document, "cut")}
    assert shown == {2: 100.0, 4: 100.0, 8: 100.0, 9: pytest.approx(100 * 79 / 81, abs=1e-3)}
    assert document["title"]["text"] == "From order 9 on the heuristic can lose to itself; at order 9 Cut wins 97.5%"


def test_the_lost_game_is_the_printed_one(book: Book) -> None:
    """Up and down changed: of the moves that mirror each other, the source's game takes the other one."""
    board = make_board(9)
    line = book.rows("switching", "SELECT edge FROM switching.lines WHERE m = 9 ORDER BY ply")
    flipped = [board.name(int(board.mirrors[2, edge])) for (edge,) in line]
    assert {ply: flipped[ply - 1] for ply in PRINTED} == PRINTED
    assert len(line) == 110
    document = drawn("switching-5.7", book)
    assert document["title"]["text"] == "Order 9: Cut opens with E9 and loses after 110 plies, by N2"
    colours = [record["colour"] for record in records(document, "colour", document["concat"][-1])]
    assert (len(colours), len({*colours}), colours.count("#d55e00"), colours.count("#0072b2")) == (145, 3, 55, 55)


def test_the_board(book: Book) -> None:
    document = drawn("switching-board", book)
    names = {record["name"] for record in records(document, "width")}
    assert len(names) == 25
    assert {"A1", "B2", "G7"} < names
    assert {record["text"] for record in records(document, "text")} == {"1", "3/4", "1/2", "1/4", "0"}


def test_curves(book: Book) -> None:
    playing = records(drawn("switching-5.9", book), "low")
    assert {record["m"] for record in playing} == {"M = 2", "M = 4"}
    assert {record["x"] for record in playing if record["m"] == "M = 4"} == {1.0, 2.0, 3.0}
    assert all(record["low"] <= record["y"] <= record["high"] for record in playing)
    document = drawn("switching-5.10", book)
    above, below = document["vconcat"]
    assert {record["x"] for record in records(document, "low", above)} >= {0.01, 0.1, 1.0}
    assert {record["m"] for record in records(document, "low", below)} == {"M = 2"}
    swept = drawn("switching-5.11", book)
    assert {record["series"] for record in records(swept, "low")} == {"T = 0.2"}

"""The family's figures: each draws from a book, shows what the book says, and names the build where rows are missing."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from sharing import made_once

from tafelwerk.build.mastermind import curve_build, strategy_build
from tafelwerk.build.runner import run
from tafelwerk.build.search import curve_build as root_curve
from tafelwerk.build.search import root_build
from tafelwerk.errors import MissingTableError
from tafelwerk.plots.figure import figures, save
from tafelwerk.tables.book import Book, open_book
from tafelwerk.tables.mastermind import Optimal, Pegs

FIGURES = figures("mastermind")

GAMES = (Pegs(4, 6), Pegs(4, 6, True))
ALPHAS = (Fraction(1, 100), Fraction(1), Fraction(2), Fraction(6))


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    builds = [curve_build(game, tie, None, ALPHAS) for game in GAMES for tie in ("lex", "mix")]
    builds += [curve_build(GAMES[0], "lex", "AABC", ALPHAS)]
    builds += [strategy_build(game, Optimal()) for game in GAMES]
    builds += [root_curve(1000, 6, 150), root_build(1000, points=2)]
    path = made_once(
        tmp_path_factory, "mastermind-figures", lambda path: run(path, builds, executor="inline"), "mastermind"
    )
    with open_book(path) as opened:
        yield opened


def values(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every record that a Vega-Lite document carries."""
    for records in document["datasets"].values():
        yield from records


def test_means_over_alpha_are_those_of_table_4_5(book: Book) -> None:
    """LEX and MIX at the orders 1 and 2. Jena dissertation on the exact analysis of heuristics for combinatorial games."""
    drawn = list(values(FIGURES["mastermind-4.6"].draw(book).to_dict()))  # type: ignore[attr-defined]
    shown = {(value["curve"], value["alpha"], value["mean"]) for value in drawn if "curve" in value}
    for codes, total, tie, alpha in (
        (1296, 5722, "LEX", 1.0),
        (1296, 5722.5, "MIX", 1.0),
        (1296, 5696, "LEX", 2.0),
        (360, 1450, "LEX", 1.0),
        (360, 4375 / 3, "MIX", 2.0),
    ):
        assert (tie, alpha, round(total / codes, 7)) in shown


def test_games_are_compared_by_what_they_lose(book: Book) -> None:
    drawn = [value for value in values(FIGURES["mastermind-4.17"].draw(book).to_dict()) if "loss" in value]  # type: ignore[attr-defined]
    curves = {value["curve"] for value in drawn}
    assert len(curves) == 4
    assert all(value["loss"] >= 0 for value in drawn)
    standard = {value["alpha"]: value["loss"] for value in drawn if value["curve"] == "Mastermind, 1296 codes"}
    assert standard[1.0] == round(100 * (5722 / 5625 - 1), 5)


@pytest.mark.parametrize("name", FIGURES)
def test_figures_are_written(name: str, book: Book, tmp_path: Path) -> None:
    save(FIGURES[name].draw(book), tmp_path / "figure.svg")
    assert (tmp_path / "figure.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize("name", FIGURES)
def test_missing_rows_name_their_build(name: str, tmp_path: Path) -> None:
    with open_book(tmp_path) as empty, pytest.raises(MissingTableError, match="tafelwerk build mastermind"):
        FIGURES[name].draw(empty)

"""Figures, drawn once for all tests, and the data in them."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tafelwerk.book import Book, open_book
from tafelwerk.build.runner import run
from tafelwerk.build.task import Build
from tafelwerk.families import FAMILIES
from tafelwerk.plots.figure import DrawnFigure, all_figures

FIGURES = all_figures(FAMILIES)


@cache
def drawing(name: str, book: Book) -> DrawnFigure:
    """The figure as altair has it, with its statements."""
    return FIGURES[name].draw_noting(book)


def chart(name: str, book: Book) -> Any:
    """The figure as altair has it."""
    return drawing(name, book).chart


@cache
def draw(name: str, book: Book) -> dict[str, Any]:
    """The figure as Vega-Lite; altair checks it against the schema on the way."""
    document: dict[str, Any] = chart(name, book).to_dict()
    return document


def draw_from(path: Path, name: str, *builds: Build) -> dict[str, Any]:
    """The figure from the book in a folder once it has those builds too."""
    if builds:
        run(path, list(builds), executor="inline")
    with open_book(path) as book:
        document: dict[str, Any] = FIGURES[name].draw(book).to_dict()  # type: ignore[attr-defined]
    return document


def heading(document: dict[str, Any]) -> str:
    """Title and subtitle of a figure or a panel."""
    title = document["title"]
    lines = title["text"] if isinstance(title["text"], list) else [title["text"]]
    return "\n".join([*lines, *title.get("subtitle", [])])


def records(document: dict[str, Any], *fields: str, part: Any = None) -> list[dict[str, Any]]:
    """The records that have all of these fields, in the data of a figure or of a part of it."""
    names = {
        piece["data"]["name"] for piece in pieces(document if part is None else part) if "name" in piece.get("data", {})
    }
    shown = (rows for name, rows in document["datasets"].items() if name in names)
    return [row for rows in shown for row in rows if all(field in row for field in fields)]


def pieces(todo: Any) -> Iterator[dict[str, Any]]:
    """A document and all objects within it, but for the data."""
    if isinstance(todo, list):
        for piece in todo:
            yield from pieces(piece)
    elif isinstance(todo, dict):
        yield todo
        for key, inner in todo.items():
            if key not in ("datasets", "data"):
                yield from pieces(inner)

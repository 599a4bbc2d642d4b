"""Figures, drawn once for all tests of a module, and the data in them."""

from functools import cache
from typing import Any

from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.plots.figure import all_figures
from tafelwerk.tables.book import Book


@cache
def chart(name: str, book: Book) -> Any:
    """The figure as altair has it."""
    return all_figures(FAMILIES)[name].draw(book)


@cache
def drawn(name: str, book: Book) -> dict[str, Any]:
    """The figure as Vega-Lite; altair checks it against the schema on the way."""
    document: dict[str, Any] = chart(name, book).to_dict()
    return document


def records(document: dict[str, Any], *fields: str, part: Any = None) -> list[dict[str, Any]]:
    """The records that have all of these fields, in the data of a figure or of a part of it."""
    names = set()
    todo = [document if part is None else part]
    while todo:
        piece = todo.pop()
        if isinstance(piece, list):
            todo += piece
        elif isinstance(piece, dict):
            if "name" in piece.get("data", {}):
                names.add(piece["data"]["name"])
            todo += [inner for key, inner in piece.items() if key not in ("datasets", "data")]
    shown = (rows for name, rows in document["datasets"].items() if name in names)
    return [row for rows in shown for row in rows if all(field in row for field in fields)]

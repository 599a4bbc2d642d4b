"""Printed numbers of the sources beside the book's: their page, and those of a figure or a table."""

import re
from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Any

from tafelwerk.book import Book
from tafelwerk.commands.published import ours, summary
from tafelwerk.tables import bibliography
from tafelwerk.tables.published import Compared, printed
from tafelwerk.tables.published.number import Source
from tafelwerk.web.atlas.files import Files
from tafelwerk.web.atlas.reading import with_tables

_LAST = re.compile(r"-((?:[0-9]+|A)(?:\.[0-9]+)?)$")
"""The number of a figure in its source, at the end of its name."""

_NUMBER_GAME = "3-5-11-"

LONGEST = 40
"""Characters of a number of ours; the command line has all of it."""


def numbers(book: Book) -> list[dict[str, Any]]:
    """Every printed number beside the book's.

    Returns:
        Rows as of `tafelwerk published --json`, with "compared", "anchor", and "tables", which ours is read from.
    """
    found = []
    for place, (family, number) in enumerate(printed(), 1):
        value, tables = with_tables(lambda family=family, number=number: ours(book, family, number))  # type: ignore[misc]
        one = Compared(family, number, value, number.verdict(value))
        shown = "" if value is None else value if len(value) <= LONGEST else f"{value[: LONGEST - 1]}…"
        found.append({**one.row(), "ours": shown, "compared": one, "anchor": f"n{place}", "tables": tables})
    return found


def write(files: Files, found: list[dict[str, Any]], held: Collection[Any], drawn: Collection[Any]) -> None:
    """Write the page of all printed numbers.

    Args:
        files: the files.
        found: the numbers.
        held: tables with a page; names in `found` that are not among them are no links.
        drawn: figures with a page.
    """
    parts = [
        {"source": source, "family": family, "numbers": list(several)}
        for (family, source), several in groupby(found, lambda one: (one["family"], one["source"]))
    ]
    files.page(
        "published.html",
        "published_file.html",
        parts=parts,
        summary=summary([one["compared"] for one in found]),
        tables={one.table for one in held},
        figures={one["anchor"]: [figure.name for figure in drawn if lies_on(figure.name, one)] for one in found},
    )


def lies_on(figure: str, number: dict[str, Any]) -> bool:
    """Whether a printed number belongs to a figure: the source prints it there.

    The dissertation numbers figures and tables together, and some of its tables are figures here.
    """
    name = _LAST.search(figure)
    if name is None or number["family"] != family_of(figure):
        return False
    if (number["source"] == Source.NUMBER_GAME) != figure.startswith(_NUMBER_GAME):
        return False
    kinds = "figure|table" if number["source"] == Source.DISSERTATION else "figure"
    return re.match(rf"(?:{kinds}) {re.escape(name[1])}(?:,|$)", number["place"]) is not None


def family_of(figure: str) -> str:
    """The family that draws a figure."""
    return "montecarlo" if figure.startswith(_NUMBER_GAME) else figure.partition("-")[0]


def reference(figure: str) -> dict[str, Any]:
    """Where a figure is printed: "number" there, "" for a figure of our own, and "works", the sources."""
    works = bibliography.figure_sources(figure)
    family = _NUMBER_GAME[:-1] if figure.startswith(_NUMBER_GAME) else figure.partition("-")[0]
    name = _LAST.search(figure)
    is_printed = name is not None and all(family in work.figures for work in works)
    return {"number": name[1] if name and is_printed else "", "works": [work.text for work in works]}


def of_tables(found: Sequence[dict[str, Any]], tables: Collection[str]) -> list[dict[str, Any]]:
    """The numbers that are read from some tables."""
    return [one for one in found if not set(tables).isdisjoint(one["tables"])]

"""Figures for pages: their specifications, and the library that draws them. Runs in a worker."""

import os
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tafelwerk.book import open_book
from tafelwerk.extras import vl_convert
from tafelwerk.families import FAMILIES
from tafelwerk.places import user_cache
from tafelwerk.plots.figure import figure_named
from tafelwerk.plots.specification import records
from tafelwerk.plots.style import Theme

if TYPE_CHECKING:
    from tafelwerk.plots.figure import DrawnFigure, Figure
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.noted import StatementNote


ROWS = 200
"""Rows behind marks that a page shows of each panel."""


def figure(name: str) -> dict[str, Any]:
    """A figure: what it takes to draw it at any width, in words and numbers, and where it comes from.

    Args:
        name: of the figure.

    Returns:
        "spec", its Vega-Lite specification in light colours; "marks", the number of records drawn; "widths", as of
        `layout_widths`; "told", as of `figure_description`.

    Raises:
        TafelwerkError: as `Figure.spec`.
    """
    from tafelwerk.plots.specification import layout_widths, specification

    with open_book() as book:
        figure = figure_named(name, FAMILIES)
        drawn = figure.draw_noting(book)
        spec = specification(drawn.chart, zoom=True)
        told = figure_description(figure, drawn, book)
        return {"spec": spec, "marks": records(spec), "widths": layout_widths(spec), "told": told}


def figure_description(figure: "Figure", drawn: "DrawnFigure", book: "Book") -> dict[str, Any]:
    """What a figure shows, in words and numbers, and where it comes from.

    Args:
        figure: the figure.
        drawn: its chart and where it comes from.
        book: the book.

    Returns:
        "title", "subtitle": those of the picture; "description": all of it in words;
        "statements": of each statement whose rows were used "statement", "rows" and "is_elsewhere", whether these rows are of
        the book beneath while the statement, asked again, reads this book;
        "has_asked": whether the book was asked at all;
        "certainty", "evidence": of the builds that made the rows;
        "sources": the texts, each in a line; "place": what it is there, "" for a figure of our own;
        "tables": rows behind the marks, by panel: "title", "columns", the first ROWS "rows", and "all", their number.
    """
    from tafelwerk.plots.rendering import title_of
    from tafelwerk.plots.specification import specification, tables
    from tafelwerk.tables.bibliography import figure_place, figure_sources

    spec = specification(drawn.chart)
    data = tables(spec)
    used = {statement.statement: statement for statement in drawn.statements if statement.rows and statement.tables}
    elsewhere = {
        statement.folder
        for statement in used.values()
        if statement.folder != book.path and statement.family in book.families
    }
    certainty, evidence = _known_how(book, used.values())
    return {
        "title": title_of(spec),
        "subtitle": " ".join(spec["title"].get("subtitle", [])),
        "description": spec["description"],
        "statements": [
            {"statement": text, "rows": statement.rows, "is_elsewhere": statement.folder in elsewhere}
            for text, statement in used.items()
        ],
        "has_asked": bool(drawn.statements),
        "certainty": certainty,
        "evidence": evidence,
        "sources": [work.text for work in figure_sources(figure.name)],
        "place": figure_place(figure.name),
        "tables": [
            {
                "title": statement.title,
                "columns": statement.columns,
                "rows": statement.rows[:ROWS],
                "all": len(statement.rows),
            }
            for statement in data
        ],
    }


def _known_how(book: "Book", statements: Iterable["StatementNote"]) -> tuple[list[str], list[str]]:
    """Certainty and evidence of the builds that made the rows of statements."""
    from tafelwerk.tables.provenance import table_builds
    from tafelwerk.web.stored_tables import tables_behind

    layers = {layer.path: layer for layer in book.layers}
    read: dict[tuple[Path, str], set[str]] = {}
    for statement in statements:
        behind = tables_behind(statement.family)
        read.setdefault((statement.folder, statement.family), set()).update(
            *(behind.get(name, ()) for name in statement.tables)
        )
    own_builds = [
        build
        for (folder, family), names in read.items()
        for table, builds in table_builds(layers[folder], family).items()
        if table in names
        for build in builds
    ]
    return sorted({statement.certainty for statement in own_builds}), sorted(
        {statement.evidence for statement in own_builds}
    )


def picture(name: str, ending: str, theme: str = "light") -> bytes:
    """A figure as a file.

    Args:
        name: of the figure.
        ending: "svg", "png" or "pdf".
        theme: "light" or "dark".

    Returns:
        The file.

    Raises:
        TafelwerkError: as `Figure.spec`.
    """
    from tafelwerk.plots.rendering import save
    from tafelwerk.web.worker import scratch

    with open_book() as book, scratch(f"figure.{ending}") as file:
        save(figure_named(name, FAMILIES).chart(book), file, cast(Theme, theme))
        return file.read_bytes()


@cache
def library() -> str:
    """The JavaScript that draws figures, which sets `window.vegaEmbed`. Made in seconds, then kept in the user's cache folder."""
    from importlib.metadata import version

    cache = user_cache() / f"vega-{version('vl-convert-python')}.js"
    with suppress(OSError):
        return cache.read_text(encoding="utf-8")
    made = f"(() => {{{vl_convert.javascript_bundle('window.vegaEmbed = vegaEmbed;')}}})();"
    with suppress(OSError):
        cache.parent.mkdir(parents=True, exist_ok=True)
        partial = cache.with_suffix(f".{os.getpid()}.part")
        partial.write_text(made, encoding="utf-8", newline="\n")
        partial.replace(cache)
    return made

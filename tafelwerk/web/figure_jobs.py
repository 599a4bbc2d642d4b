"""Figures for pages: their specifications, and the library that draws them. Runs in a worker."""

import os
from base64 import b64encode
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from tafelwerk.places import user_cache
from tafelwerk.plots.colours import Theme
from tafelwerk.plots.lazy import vl_convert
from tafelwerk.plots.parts import records

if TYPE_CHECKING:
    from tafelwerk.plots.figure import Drawn, Figure
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.noted import Noted


ROWS = 200
"""Rows behind marks that a page shows of each panel."""


def figure(name: str, theme: str = "light", width: int | None = None, *, is_titled: bool = True) -> dict[str, Any]:
    """A figure as a Vega-Lite specification.

    Args:
        name: of the figure.
        theme: "light" or "dark".
        width: of the picture in pixels. Default: what its plots ask for.
        is_titled: whether the picture has its title and subtitle.

    Returns:
        "spec", and "marks", the number of records drawn.

    Raises:
        TafelwerkError: as `Figure.spec`.
    """
    with _opened() as book:
        spec = _named(name).spec(book, cast(Theme, theme), width, zoom=True, is_titled=is_titled)
    return {"spec": spec, "marks": records(spec)}


def origin(name: str) -> dict[str, Any]:
    """What a figure shows, in words and numbers, and where it comes from; see `described`.

    Args:
        name: of the figure.

    Raises:
        TafelwerkError: as `Figure.spec`.
    """
    with _opened() as book:
        figure = _named(name)
        return described(figure, figure.drawn(book), book)


def described(figure: "Figure", drawn: "Drawn", book: "Book") -> dict[str, Any]:
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
    from tafelwerk.plots.origin import tables
    from tafelwerk.plots.rendering import title_of
    from tafelwerk.plots.specification import specification
    from tafelwerk.tables.bibliography import figure_place, figure_sources

    spec = specification(drawn.chart)
    shown = tables(spec)
    used = {one.statement: one for one in drawn.statements if one.rows and one.tables}
    elsewhere = {one.folder for one in used.values() if one.folder != book.path and one.family in book.families}
    certainty, evidence = _known_how(book, used.values())
    return {
        "title": title_of(spec),
        "subtitle": " ".join(spec["title"].get("subtitle", [])),
        "description": spec["description"],
        "statements": [
            {"statement": text, "rows": one.rows, "is_elsewhere": one.folder in elsewhere} for text, one in used.items()
        ],
        "has_asked": bool(drawn.statements),
        "certainty": certainty,
        "evidence": evidence,
        "sources": [work.text for work in figure_sources(figure.name)],
        "place": figure_place(figure.name),
        "tables": [
            {"title": one.title, "columns": one.columns, "rows": one.rows[:ROWS], "all": len(one.rows)} for one in shown
        ],
    }


def _known_how(book: "Book", statements: Iterable["Noted"]) -> tuple[list[str], list[str]]:
    """Certainty and evidence of the builds that made the rows of statements."""
    from tafelwerk.tables.provenance import table_builds

    layers = {layer.path: layer for layer in book.layers}
    read: dict[tuple[Path, str], set[str]] = {}
    for one in statements:
        read.setdefault((one.folder, one.family), set()).update(one.tables)
    found = [
        build
        for (folder, family), names in read.items()
        for table, builds in table_builds(layers[folder], family).items()
        if table in names
        for build in builds
    ]
    return sorted({one.certainty for one in found}), sorted({one.evidence for one in found})


def picture(name: str, ending: str, theme: str = "light") -> str:
    """A figure as a file.

    Args:
        name: of the figure.
        ending: "svg", "png" or "pdf".
        theme: "light" or "dark".

    Returns:
        The file in base 64.

    Raises:
        TafelwerkError: as `Figure.spec`.
    """
    from tafelwerk.plots.rendering import save
    from tafelwerk.web.worker import scratch

    with _opened() as book, scratch(f"figure.{ending}") as file:
        save(_named(name).chart(book), file, cast(Theme, theme))
        return b64encode(file.read_bytes()).decode()


@cache
def library() -> str:
    """The JavaScript that draws figures, which sets `window.vegaEmbed`. Made in seconds, then kept in the user's cache folder."""
    from importlib.metadata import version

    kept = user_cache() / f"vega-{version('vl-convert-python')}.js"
    with suppress(OSError):
        return kept.read_text(encoding="utf-8")
    made = f"(() => {{{vl_convert.javascript_bundle('window.vegaEmbed = vegaEmbed;')}}})();"
    with suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        partial = kept.with_suffix(f".{os.getpid()}.part")
        partial.write_text(made, encoding="utf-8", newline="\n")
        partial.replace(kept)
    return made


def _named(name: str) -> "Figure":
    from tafelwerk.build.catalogue import FAMILIES
    from tafelwerk.plots.figure import named

    return named(name, FAMILIES)


def _opened() -> "Book":
    from tafelwerk.book import open_book
    from tafelwerk.places import default_book

    return open_book(default_book(), pocket=True)

"""Pictures for pages: figures, their specifications and the library that draws them; the picture of a game. Runs in a worker."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, cast

from tafelwerk.book import open_book
from tafelwerk.errors import MissingTableError
from tafelwerk.extras import vl_convert
from tafelwerk.museum import room_named
from tafelwerk.places import cached_text, keep_text
from tafelwerk.plots.figure import DrawnFigure, Figure, figure_named
from tafelwerk.plots.pictures import PHONE, dark_document
from tafelwerk.plots.specification import records
from tafelwerk.plots.style import Theme
from tafelwerk.tables.book import Book
from tafelwerk.tables.readings import Reading

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
        figure = figure_named(name)
        drawing = figure.draw_noting(book)
        spec = specification(drawing.chart, zoom=True)
        description = figure_description(figure, drawing, book)
        return {"spec": spec, "marks": records(spec), "widths": layout_widths(spec), "told": description}


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
        statement.book
        for statement in used.values()
        if statement.book != book.path and statement.family in book.families
    }
    certainty, evidence = _known_how(book, used.values())
    return {
        "title": title_of(spec),
        "subtitle": " ".join(spec["title"].get("subtitle", [])),
        "description": spec["description"],
        "statements": [
            {"statement": text, "rows": statement.rows, "is_elsewhere": statement.book in elsewhere}
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


def _known_how(book: "Book", statements: Iterable["Reading"]) -> tuple[list[str], list[str]]:
    """Certainty and evidence of the builds that made the rows of statements."""
    from tafelwerk.tables.layout import tables_behind
    from tafelwerk.tables.provenance import table_builds

    layers = {layer.path: layer for layer in book.layers}
    read: dict[tuple[Path, str], set[str]] = {}
    for statement in statements:
        behind = tables_behind(statement.family)
        read.setdefault((statement.book, statement.family), set()).update(
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
        save(figure_named(name).chart(book), file, cast(Theme, theme))
        return file.read_bytes()


@cache
def library() -> str:
    """The JavaScript that draws figures, which sets `window.vegaEmbed`. Made in seconds, then kept in the user's cache folder."""
    from importlib.metadata import version

    name = f"vega-{version('vl-convert-python')}.js"
    with suppress(OSError):
        return cached_text(name)
    made = f"(() => {{{vl_convert.javascript_bundle('window.vegaEmbed = vegaEmbed;')}}})();"
    keep_text(name, made)
    return made


def room_picture(name: str, *, is_card: bool = False) -> dict[str, Any]:
    """The picture of a game.

    Args:
        name: of its room.
        is_card: whether it is for a card: a bare board, where there is one.

    Returns:
        "document": it as an SVG document; "heading", "legend": what the picture of an answer has above it, "" and none of others.

    Raises:
        JobError: its command line fails.
    """
    from tafelwerk.commands.rules import draw_room
    from tafelwerk.plots.pictures import enlarge_letters, svg

    room = room_named(name)
    if room.figure:
        return {"document": _draw_figure(room.figure, width=PHONE), "heading": "", "legend": ()}
    picture = room.draw() if is_card and room.draw else draw_room(room, room.picture_words, _run)
    document = svg(replace(picture, body=enlarge_letters(picture.body, picture.width)))
    return {
        "document": document,
        "heading": picture.title.rstrip(".") if picture.legend else "",
        "legend": picture.legend,
    }


def figure_card(name: str, figure: str, theme: str, *, is_narrow: bool = False) -> str:
    """A figure without its title, or the game where the book lacks the figure's rows, as an SVG document.

    Args:
        name: of the room.
        figure: its name.
        theme: "light" or "dark".
        is_narrow: whether it is as narrow as a phone.

    Raises:
        InputError: there is no such figure.
    """
    try:
        return _draw_figure(figure, theme, PHONE if is_narrow else None)
    except MissingTableError:
        document: str = room_picture(name, is_card=True)["document"]
        return dark_document(document) if theme == "dark" else document


def _draw_figure(name: str, theme: str = "light", width: int | None = None) -> str:
    from tafelwerk.plots.rendering import picture
    from tafelwerk.plots.style import checked_theme

    with open_book() as book:
        return picture(figure_named(name).spec(book, checked_theme(theme), width, is_titled=False))


def _run(words: Sequence[str]) -> None:
    """Run a command in whose place its answer or its game is read."""
    from tafelwerk.web.jobs import check_done
    from tafelwerk.web.worker import command

    check_done(command([*words]))

"""Rooms for pages: the picture of a game, and what the book says of the findings. Runs in a worker."""

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import BookError, MissingTableError
from tafelwerk.museum import findings, room_named
from tafelwerk.tables.stored import boundary

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture

PHONE = 330
"""Pixels of a figure that is the picture of a game: its letters can be read on a phone."""


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
    from tafelwerk.plots.pictures import svg
    from tafelwerk.web.art import enlarge_letters

    room = room_named(name)
    words = room.picture_words
    if words[0] == "plot":
        return {"document": _draw_figure(words[1], width=PHONE), "heading": "", "legend": ()}
    draw = _board_picture if room.is_board else _question_picture
    picture = room.draw() if is_card and room.draw else draw(words)
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
    from tafelwerk.web.art import dark_document

    try:
        return _draw_figure(figure, theme, PHONE if is_narrow else None)
    except MissingTableError:
        document: str = room_picture(name, is_card=True)["document"]
        return dark_document(document) if theme == "dark" else document


def _draw_figure(name: str, theme: str = "light", width: int | None = None) -> str:
    from tafelwerk.book import open_book
    from tafelwerk.families import FAMILIES
    from tafelwerk.plots.figure import figure_named
    from tafelwerk.plots.rendering import picture
    from tafelwerk.plots.style import checked_theme

    with open_book() as book:
        return picture(figure_named(name, FAMILIES).spec(book, checked_theme(theme), width, is_titled=False))


def _question_picture(words: list[str]) -> "Picture":
    from tafelwerk.commands.output import reading
    from tafelwerk.web.jobs import JobError
    from tafelwerk.web.worker import command

    pictures: list[Picture] = []
    with reading(lambda document, text, look: pictures.append(look.picture())):
        done = command(words)
    if done["code"]:
        raise JobError(done["err"], done["code"])
    (picture,) = pictures
    return picture.content or picture


def _board_picture(words: list[str]) -> "Picture":
    from tafelwerk.plots.pictures import Picture
    from tafelwerk.web.boards import board
    from tafelwerk.web.game_jobs import game_in_play

    session = game_in_play(words, []).session
    drawing = board(session)
    assert drawing is not None, words
    return Picture(drawing["width"], drawing["height"], drawing["body"], drawing["title"], "")


def stated_findings() -> list[dict[str, Any]]:
    """The findings that hold in the book: "name", "sentence" with its numbers, "statement", and "known", how each table is."""
    from tafelwerk.book import open_book
    from tafelwerk.web.stored_tables import read_from, stored_tables, with_tables

    stated = []
    with open_book() as book:
        held = stored_tables(book)
        for finding in findings():
            with suppress(BookError), boundary():
                rows, tables = with_tables(lambda finding=finding: book.records(finding.family, finding.query))  # type: ignore[misc]
                if rows:
                    sources = read_from(book, held, tables, finding.rows)
                    stated.append(
                        {
                            "name": finding.name,
                            "sentence": finding.sentence.format(**rows[0]),
                            "statement": finding.query,
                            "known": [{"table": table.table, "text": table.certainty_text} for table in sources],
                        }
                    )
    return stated

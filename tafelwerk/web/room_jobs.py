"""Rooms for pages: the picture of a game, and what the book says of the findings. Runs in a worker."""

from contextlib import suppress
from typing import Any

from tafelwerk.errors import BookError, MissingTableError
from tafelwerk.museum import findings, room_named
from tafelwerk.tables.stored import boundary


def room_picture(name: str, *, is_card: bool = False) -> str:
    """The picture of a game, as an SVG document.

    Args:
        name: of its room.
        is_card: whether it is for a card: a bare board, where there is one.

    Raises:
        JobError: its command line fails.
    """
    room = room_named(name)
    if is_card and room.draw:
        from tafelwerk.plots.pictures import svg

        return svg(room.draw())
    return _board_picture(room.picture_words) if room.is_board else _question_picture(room.picture_words)


def figure_card(name: str, figure: str, theme: str) -> str:
    """A figure without its title, or the game where the book lacks the figure's rows, as an SVG document.

    Args:
        name: of the room.
        figure: its name.
        theme: "light" or "dark".

    Raises:
        InputError: there is no such figure.
    """
    from tafelwerk.book import open_book
    from tafelwerk.build.catalogue import FAMILIES
    from tafelwerk.plots.figure import figure_named
    from tafelwerk.plots.rendering import picture
    from tafelwerk.plots.style import checked_theme
    from tafelwerk.web.art import dark_document

    with open_book() as book:
        try:
            return picture(figure_named(figure, FAMILIES).spec(book, checked_theme(theme), is_titled=False))
        except MissingTableError:
            document = room_picture(name, is_card=True)
            return dark_document(document) if theme == "dark" else document


def _question_picture(words: list[str]) -> str:
    from tafelwerk.web.jobs import JobError
    from tafelwerk.web.worker import command, scratch

    with scratch("room.svg") as file:
        done = command([*words, "--output", str(file)])
        if done["code"]:
            raise JobError(done["err"], done["code"])
        return file.read_text()


def _board_picture(words: list[str]) -> str:
    from tafelwerk.plots.pictures import Picture, svg
    from tafelwerk.web.boards import board
    from tafelwerk.web.game_jobs import game_in_play

    session = game_in_play(words, []).session
    drawing = board(session)
    assert drawing is not None, words
    return svg(Picture(drawing["width"], drawing["height"], drawing["body"], drawing["title"], ""))


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

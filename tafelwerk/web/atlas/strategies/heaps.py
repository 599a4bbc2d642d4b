"""Heaps: Grundy values of the stored games, with their periods, and how to win a sum of heaps."""

from collections.abc import Iterator

from tafelwerk.book import Book
from tafelwerk.web.atlas.strategies.page import Page

FAMILY = "minimax"
SHOWN = 60
"""Largest heap on the page."""


def pages(book: Book) -> Iterator[Page]:
    """One page for all games."""
    periods = {
        game: (period, exception, checked)
        for game, period, exception, checked in book.rows(
            FAMILY,
            "SELECT game, period, last_exception, checked_to FROM minimax.periods"
            " QUALIFY row_number() OVER (PARTITION BY game ORDER BY proved DESC, checked_to DESC) = 1",
        )
    }
    rows = book.rows(
        FAMILY,
        "SELECT game, list(value ORDER BY heap) FROM minimax.grundy WHERE heap BETWEEN 1 AND ? GROUP BY game ORDER BY game",
        SHOWN,
    )
    if rows:
        yield Page(
            f"{FAMILY}-heaps",
            FAMILY,
            "Heaps: Grundy values and periods",
            "The player to move wins a sum of heaps unless the exclusive or of their values is 0, and wins by a move that"
            f" makes it 0. Values of heaps of 1 to {SHOWN} tokens, ten at a time. A proved period holds for ever.",
            "heaps_file.html",
            {
                "games": [
                    (game, _said(*periods[game]) if game in periods else "", _tens(values)) for game, values in rows
                ]
            },
            ("tafelwerk minimax grundy 8 13 20", "tafelwerk minimax octal 0.137"),
        )


def _said(period: int | None, exception: int | None, checked: int) -> str:
    if period is None:
        return f"no period found up to heap {checked:,}"
    beyond = f" beyond heap {exception:,}" if exception is not None and exception >= 0 else ""
    return f"period {period:,}{beyond}, proved by heaps up to {checked:,}"


def _tens(values: list[int]) -> str:
    return "\u2003".join(" ".join(map(str, values[start : start + 10])) for start in range(0, len(values), 10))

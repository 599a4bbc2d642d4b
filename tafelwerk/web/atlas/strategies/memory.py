"""Memory: the best turn and its value by the pairs left and the cards known."""

from collections.abc import Iterator

from tafelwerk.book import Book
from tafelwerk.web.atlas.strategies.page import Page

FAMILY = "minimax"
MOST = 20
"""Pairs on the page."""

RULES = {
    "pass": "two known cards that do not match may be turned, which passes; two passes in a row end the game",
    "forced": "every turn takes a pair or turns an unseen card",
}

SIGNS = {
    "take": "T",
    "pass": "P",
    "known then unseen": "K",
    "paired then unseen": "K",
    "unseen then unseen": "2",
    "unseen then known": "1",
    "unseen then decline": "d",
}
"""Signs of turns; that the match of a known card is taken goes without saying."""


def pages(book: Book) -> Iterator[Page]:
    """A page per rule, for the greatest mean of own pairs minus the opponent's."""
    for rule, meaning in RULES.items():
        found = {
            (pairs, known): f"{value:+.3f} {_signs(actions)}"
            for pairs, known, value, actions in book.rows(
                FAMILY,
                "SELECT pairs, known, value, actions FROM minimax.memory"
                " WHERE rule = ? AND objective = 'gain' AND pairs <= ? ORDER BY pairs, known",
                rule,
                MOST,
            )
        }
        if not found:
            continue
        most = max(pairs for pairs, _ in found)
        yield Page(
            f"{FAMILY}-memory-{rule}",
            FAMILY,
            f"Memory, rule {rule}: the best turn up to {most} pairs",
            f"Two players who forget nothing turn two cards per turn; whoever finds a pair keeps it and goes on. Here {meaning}."
            " Rows: pairs left; columns: how many of them have one known card; fields: mean of the mover's further pairs minus"
            " the opponent's, and the best turn. 2: an unseen card, then its match if that is known, otherwise another unseen"
            " card. 1: likewise, but otherwise a known card. K: a known card, then an unseen one. P: a pass. d: the match of"
            " a known card is left.",
            "memory_file.html",
            {
                "most": most,
                "rows": [
                    (pairs, [found.get((pairs, known), "") for known in range(pairs + 1)])
                    for pairs in range(1, most + 1)
                ],
            },
            ("tafelwerk minimax memory 9 8",),
        )


def _signs(actions: list[str]) -> str:
    """The best turns by their signs; where nothing but the match of a known card is left, the sign of taking it."""
    return "/".join(dict.fromkeys(SIGNS[turn] for turn in actions if turn in SIGNS)) or SIGNS["unseen then known"]

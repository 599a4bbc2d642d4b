"""Hands and tricks for people: suits as signs in colour in a terminal, as letters elsewhere."""

import sys
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from tafelwerk.rules.skat.cards import SUITS, Game, Seat, card_text, order

if TYPE_CHECKING:
    from rich.text import Text

    from tafelwerk.rules.skat.play import OpenGame, Position

SIGNS = dict(zip(SUITS, "♣♠♥♦", strict=True))
COLOURS = {"C": "bold", "S": "bold green", "H": "bold red", "D": "bold yellow"}
"""The four colours that tournaments print cards in."""


def signs() -> bool:
    """Whether standard output shows suits as signs: a terminal whose encoding has them."""
    if not sys.stdout.isatty():
        return False
    return _encodes(getattr(sys.stdout, "encoding", None) or "utf-8")


@cache
def _encodes(encoding: str) -> bool:
    try:
        "".join(SIGNS.values()).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def card_name(card: int) -> str:
    """A card as it is shown here."""
    name = card_text(card)
    return SIGNS[name[0]] + name[1] if signs() else name


def drawn(cards: Sequence[int], gap: str = " ") -> "Text":
    """Cards in their order, in colour."""
    from rich.text import Text

    return Text(gap).join(Text(card_name(card), COLOURS[card_text(card)[0]]) for card in cards)


def drawn_hand(mask: int, game: Game) -> "Text":
    """A hand as a player of the game sorts it: trumps first, a wider gap between suits."""
    from rich.text import Text

    own = order(game)
    parts = [mask & own.from_game(suit) for suit in (own.trumps, *own.suits)]
    return Text("  ").join(drawn(own.sorted(part)) for part in parts if part)


def drawn_position(asked: "OpenGame", position: "Position") -> "Text":
    """Who holds what, who plays alone, what lies on the table."""
    from rich.text import Text

    text = Text()
    for seat in Seat:
        text.append(f"{seat.word:<10} ", "bold" if seat is asked.declarer else "")
        text.append("* " if seat is asked.declarer else "  ")
        text.append_text(drawn_hand(position.hands[seat], asked.game)).append("\n")
    if asked.deal.skat:
        text.append("Skat         ").append_text(drawn_hand(asked.deal.skat, asked.game)).append("\n")
    if position.table:
        text.append("table        ").append_text(drawn(position.table))
        text.append(f"  led by {position.leader.word}\n")
    return text

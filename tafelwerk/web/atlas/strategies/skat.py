"""Stored games of Skat, trick by trick: what each card cost, and a better one."""

from collections.abc import Iterator
from shlex import quote
from typing import Any, cast

from tafelwerk.book import Book
from tafelwerk.errors import MissingTableError
from tafelwerk.families.skat.answers import Games, PlayedGame
from tafelwerk.families.skat.rules.cards import Seat, bits, card_text
from tafelwerk.families.skat.rules.deals import numbered_deal
from tafelwerk.families.skat.rules.round_log import calls_text
from tafelwerk.families.skat.stored_games import get_rounds
from tafelwerk.web.atlas.strategies.page import Page, file_name
from tafelwerk.wording import counted

FAMILY = "skat"
MOST_GAMES = 40
"""Games with a page."""


def pages(book: Book) -> Iterator[Page]:
    """A page per game."""
    try:
        listed = cast(Games, book.skat.games())
    except MissingTableError:
        return
    calls = {
        name: f" Players: {', '.join(done.players)}. Bidding: {calls_text(done.auction)}."
        for name, done in get_rounds(book, [game.name for game in listed.games[:MOST_GAMES]]).items()
        if done.auction.calls
    }
    for one in listed.games[:MOST_GAMES]:
        found = cast(PlayedGame, book.skat.games(one.name))
        deal = numbered_deal(int(found.deal))
        hands = [(seat.word, _cards(deal.hands[seat])) for seat in Seat]
        result = "won" if found.won else "lost"
        made = result if found.points is None else f"made {found.points} points and {result}"
        start = f"{found.start} points" if found.points is not None else "won" if found.start else "lost"
        yield Page(
            file_name(FAMILY, one.name),
            FAMILY,
            f"Skat: {one.name}, {found.game.capitalize()} by {found.declarer}",
            f"The declarer {made}; with best play by all from the first card: {start}. Cards are named by suit C S H D and"
            f" rank. Recorded in: {found.recorded}.{calls.get(one.name, '')}",
            "skat_file.html",
            {"hands": [*hands, ("skat", _cards(deal.skat))], "tricks": list(_tricks(found))},
            (f"tafelwerk skat games {quote(one.name)}",),
            {"name": one.name, "deal": int(found.deal)},
        )


def _cards(mask: int) -> str:
    return " ".join(map(card_text, bits(mask)))


def _tricks(found: PlayedGame) -> Iterator[dict[str, Any]]:
    """The tricks with their cards and what these cost."""
    is_counted = found.points is not None
    for trick in found.tricks:
        cards = [card for card in found.cards if card.trick == trick.trick]
        lost = sum(card.cost for card in cards)
        told = f"{trick.points} points to {trick.winner}" if is_counted else f"to {trick.winner}"
        yield {
            "number": trick.trick,
            "cards": " ".join(trick.cards),
            "told": told,
            "lost": (counted(lost, "point") if is_counted else "the game") + " given away" if lost else "",
            "rows": [
                (
                    card.seat,
                    card.card,
                    _value(card.before),
                    _value(card.after),
                    card.cost or "",
                    card.best if card.cost else "",
                )
                for card in cards
            ],
        }


def _value(value: int | bool) -> int | str:
    return value if not isinstance(value, bool) else "won" if value else "lost"

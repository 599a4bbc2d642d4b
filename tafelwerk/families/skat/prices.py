"""A priced game in the words of answers: its cards and what they cost, its tricks, its continuation."""

from typing import TYPE_CHECKING, Any

from tafelwerk.families.skat.answers import Explanation, PricedCard, Trick
from tafelwerk.families.skat.positions import stored_judge, timed, whole
from tafelwerk.families.skat.rules.cards import Seat, card_text
from tafelwerk.families.skat.rules.play import OpenGame
from tafelwerk.families.skat.rules.pricing import PricedGame, price

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


def explanation_fields(priced: PricedGame, nodes: int, seconds: float) -> dict[str, Any]:
    """The fields of an explanation, from the priced game, the positions searched and the time taken."""
    return {
        "points": None if priced.game.null else priced.values[-1],
        "won": priced.won,
        "start": start_value(priced),
        "cards": priced_cards(priced),
        "costs": cost_by_seat(priced),
        "line": [card_text(card) for card in priced.line],
        "tricks": priced_tricks(priced),
        "deal": str(priced.game.number),
        "nodes": nodes,
        "seconds": seconds,
        "priced": priced,
    }


def priced_cards(priced: PricedGame) -> list[PricedCard]:
    """The cards that were played."""
    return [
        PricedCard(
            card.trick,
            card_text(card.card),
            card.seat.word,
            _worth(priced, card.before),
            _worth(priced, card.after),
            card.cost,
            card_text(card.best),
        )
        for card in priced.played
    ]


def cost_by_seat(priced: PricedGame) -> dict[str, int]:
    """Total cost of each seat's cards to its side."""
    return {seat.word: priced.cost(seat) for seat in Seat}


def start_value(priced: PricedGame) -> int | bool:
    """Value before the first card."""
    return _worth(priced, priced.values[0])


def priced_tricks(priced: PricedGame) -> list[Trick]:
    """The tricks, played and to come."""
    tricks = []
    for number, trick in enumerate(priced.tricks, 1):
        winner = None if trick.winner is None else trick.winner.word
        course = number, trick.leader.word, [card_text(card) for card in trick.cards], winner
        counted = (trick.points, trick.after.declarer_points, trick.after.defender_points)
        tricks.append(Trick(*course, *(() if priced.game.null else counted)))
    return tricks


def _worth(priced: PricedGame, value: int) -> int | bool:
    return bool(value) if priced.game.null else value


def stored_explanation(book: "Book", wanted: OpenGame) -> Explanation | None:
    """The course of a game of a deal that one layer of a book holds whole."""
    with timed() as watch, whole(wanted):
        judge = stored_judge(book, wanted, wanted.positions)
        if judge is None:
            return None
        priced = price(judge, wanted)
    return Explanation(**explanation_fields(priced, 0, watch.seconds))

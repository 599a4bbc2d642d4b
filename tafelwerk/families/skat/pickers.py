"""Hands, deals and cards played, put together by clicks."""

from functools import partial

from tafelwerk.families.skat.pictures import HEIGHT, WIDTH, card
from tafelwerk.families.skat.rules.cards import Seat, card_name, read_card, term
from tafelwerk.language import say
from tafelwerk.plots.pickers import Picker, Token
from tafelwerk.plots.pictures import Picture

SUITS, RANKS = "CSHD", "JATKQ987"


def cards(most: int) -> Picker:
    """One pile.

    Args:
        most: its greatest size.
    """
    return Picker("piles", _tokens(), ((say("cards"), most),))


def deal() -> Picker:
    """The three hands and the Skat."""
    return Picker("piles", _tokens(), (*((term(seat.word), 10) for seat in Seat), ("Skat", 2)))


def _tokens() -> list[Token]:
    numbers = [read_card(suit + rank) for suit in SUITS for rank in RANKS]
    return [Token(card_name(number), Picture(WIDTH + 2, HEIGHT + 2, card(number, 1, 1))) for number in numbers]


PICKERS = {
    "hand": partial(cards, 10),
    "cards": partial(cards, 12),
    "skat": partial(cards, 2),
    "history": partial(cards, 30),
    "deal": deal,
}
"""Pickers by the names of options."""

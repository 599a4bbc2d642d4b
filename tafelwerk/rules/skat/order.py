"""The cards in the order of a game, for the kernels: a higher bit beats a lower one of its suit, and any trump every other card.

A game bit is the place of a card in its game. Trumps lie on top: in a suit game bits 31 to 21 for CJ SJ HJ DJ and A T K Q 9 8 7
of the trump suit, in Grand bits 31 to 28 for the jacks. Below them are the other suits, clubs before spades, hearts and diamonds,
each A T K Q 9 8 7 downwards. Null has no trumps, and its suits of eight are A K Q J T 9 8 7, clubs in bits 31 to 24.
"""

from dataclasses import dataclass
from functools import cache

from tafelwerk.rules.skat.cards import NAMES, POINTS, SUITS, Game, bits, mask_of

_TRUMP_SUIT = {Game.CLUBS: "C", Game.SPADES: "S", Game.HEARTS: "H", Game.DIAMONDS: "D"}


@dataclass(frozen=True, slots=True)
class Order:
    """One game's order of the cards.

    Attributes:
        game: the game.
        place: (32,) the game bit of each card.
        card: (32,) the card of each game bit.
        trumps: mask of the trumps, in game bits; 0 in Null.
        suits: (4,) masks of clubs, spades, hearts, diamonds in game bits, without trumps; 0 for the trump suit.
        values: (32,) card points by game bit; all 0 in Null, where they do not count.
    """

    game: Game
    place: tuple[int, ...]
    card: tuple[int, ...]
    trumps: int
    suits: tuple[int, ...]
    values: tuple[int, ...]

    def to_game(self, mask: int) -> int:
        """A set of cards in game bits."""
        return mask_of(self.place[card] for card in bits(mask))

    def from_game(self, mask: int) -> int:
        """A set given in game bits, as cards."""
        return mask_of(self.card[bit] for bit in bits(mask))

    def sorted(self, mask: int) -> list[int]:
        """The cards of a set as a player of this game sorts them, trumps first."""
        return [self.card[bit] for bit in bits(self.to_game(mask))]


@cache
def order(game: Game) -> Order:
    """The order of the cards in a game."""
    trumps, suits = _names(game)
    names = [*trumps, *(name for suit in suits for name in suit)]
    card = tuple(NAMES.index(name) for name in reversed(names))
    place = tuple(card.index(one) for one in range(32))
    return Order(
        game,
        place,
        card,
        mask_of(place[NAMES.index(name)] for name in trumps),
        tuple(mask_of(place[NAMES.index(name)] for name in suit) for suit in suits),
        (0,) * 32 if game is Game.NULL else tuple(POINTS[one] for one in card),
    )


def _names(game: Game) -> tuple[list[str], list[list[str]]]:
    """Trumps and the four suits without them, each from the highest card down."""
    if game is Game.NULL:
        return [], [[suit + rank for rank in "AKQJT987"] for suit in SUITS]
    suits = {suit: [suit + rank for rank in "ATKQ987"] for suit in SUITS}
    trumps = [suit + "J" for suit in SUITS]
    if game is not Game.GRAND:
        trumps += suits[_TRUMP_SUIT[game]]
        suits[_TRUMP_SUIT[game]] = []
    return trumps, list(suits.values())

"""Features of a declarer's cards, whose weighted sum predicts whether a game can be won; one list per kind of game.

`OWN` names them. They describe the ten cards kept suit by suit, as a player would: ace, ten and king held and the number of
lower cards, the jacks, the number of trumps, and the card points discarded. In Null a suit counts by its length and by how far
its cards are above safe ones (`null_suits`). The seven features of the thesis are in `thesis_features`.

All suit games share their features, since plain suits differ only in their names. Every feature except the constant and the
points discarded belongs to one suit; the jacks belong to the trump suit, in Grand to any one suit, in Null each to its own. So a
sum of weighted features is a sum of parts, one per suit (`chances`).
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import ALL_CARDS, Game, order, points
from tafelwerk.solvers.machine.bits import count
from tafelwerk.solvers.machine.jit import kernel

Masks = NDArray[np.int64]
Values = NDArray[np.float64]


class Kind(StrEnum):
    """Games that share their features."""

    SUIT = "suit"
    GRAND = "grand"
    NULL = "null"


TRUMPS = tuple(order(game).from_game(order(game).trumps) for game in Game)
"""Masks of the trumps by number of the game; 0 in Null."""

KINDS = {game: Kind.GRAND if game is Game.GRAND else Kind.NULL if game is Game.NULL else Kind.SUIT for game in Game}
"""The kind of each game."""

PLACES = 2048
"""Places of a suit's cards (`place_of`)."""

_LENGTHS = 3  # none, one, two or more lower cards
_HIGHS = ("", "K", "T", "TK", "A", "AK", "AT", "ATK")
_GRAND_HIGHS = tuple(high + queen for high in _HIGHS for queen in ("", "Q"))
_NULL_LENGTHS, _NULL_EXCESS = 5, 5
_JACKS = ("CJ", "SJ", "HJ", "DJ")


def _side_names(highs: Sequence[str]) -> list[str]:
    names = [
        f"suit {high or '-'} with {('no', 'one', 'more')[length]} lower" for high in highs for length in range(_LENGTHS)
    ]
    # a void is the reference case
    return names[1:]


def _null_name(length: int, excess: int) -> str:
    long, high = (" or more" if most else "" for most in (length == _NULL_LENGTHS, excess == _NULL_EXCESS - 1))
    return f"suit of {length}{long}, {excess}{high} too high"


OWN: dict[Kind, tuple[str, ...]] = {
    Kind.SUIT: (
        "one",
        "points laid away",
        *_JACKS,
        "CJ and SJ",
        "trumps",
        *(f"{number} trumps or more" for number in range(5, 9)),
        "trump A",
        "trump T",
        "trump A and T",
        *_side_names(_HIGHS),
    ),
    Kind.GRAND: (
        "one",
        "points laid away",
        *(" ".join(name for bit, name in enumerate(_JACKS) if held >> (3 - bit) & 1) for held in range(1, 16)),
        *_side_names(_GRAND_HIGHS),
    ),
    Kind.NULL: (
        "one",
        *(_null_name(length, excess) for length in range(1, _NULL_LENGTHS + 1) for excess in range(_NULL_EXCESS)),
    ),
}
"""Names of the features of each kind, in order."""


def features(game: Game, hands: Masks, skats: Masks) -> Values:
    """Features of hands, each with its discard.

    Args:
        game: the game played.
        hands: masks of the cards kept, shape (n,).
        skats: masks of the cards discarded, shape (n,); 0 if unknown.

    Returns:
        Shape (n, number of features of the game's kind).

    Raises:
        InputError: the arrays differ in shape, or an element is not a mask of 32 bits.
    """
    if hands.shape != skats.shape or hands.ndim != 1:
        raise InputError(f"hands and skats are of one length, not {hands.shape} and {skats.shape}")
    for what, masks in (("hands", hands), ("skats", skats)):
        if masks.size and not 0 <= int(masks.min()) <= int(masks.max()) <= ALL_CARDS:
            raise InputError(f"{what} are masks of 32 bits")
    found = np.zeros((hands.size, len(OWN[KINDS[game]])))
    rows, jacks = np.arange(hands.size), hands >> 28
    found[:, 0] = 1.0
    if game is Game.NULL:
        for suit, (lengths, excess) in enumerate(zip(*null_suits(), strict=True)):
            places = place_of(hands, suit)
            length, high = np.minimum(lengths[places], _NULL_LENGTHS), np.minimum(excess[places], _NULL_EXCESS - 1)
            # a void adds 0, in any column
            found[rows, 1 + (length - 1) * _NULL_EXCESS + high] += length > 0
        return found
    laid, where = np.unique(skats, return_inverse=True)
    found[:, 1] = np.array([points(skat) for skat in laid.tolist()])[where]
    if game is Game.GRAND:
        found[rows, 1 + jacks] += jacks > 0
        # A T K Q are bits 6 to 3
        first, high = 16, 3
    else:
        found[:, 2:6] = jacks[:, None] >> np.array([3, 2, 1, 0]) & 1
        found[:, 6] = found[:, 2] * found[:, 3]
        found[:, 7] = trump_counts(game, hands)
        found[:, 8:12] = found[:, 7:8] >= np.arange(5, 9)
        own = hands >> (21 - 7 * game_number(game)) & 127
        found[:, 12], found[:, 13] = own >> 6, own >> 5 & 1
        found[:, 14] = found[:, 12] * found[:, 13]
        first, high = 14, 4
    for suit in range(4):
        if suit != game_number(game):
            held = hands >> (21 - 7 * suit) & 127
            lower = np.minimum(np.bitwise_count(held & (1 << high) - 1), _LENGTHS - 1)
            found[rows, first + _LENGTHS * (held >> high) + lower] += held > 0
    return found


def place_of(hands: Masks | int, suit: int) -> Masks:
    """Place of a suit's cards in tables by suit: 128 times the mask of the jacks held, plus the mask of the suit's other cards.

    Args:
        hands: masks, of any shape.
        suit: 0 to 3, from clubs down.
    """
    places: Masks = np.right_shift(hands, 28) << 7 | np.right_shift(hands, 21 - 7 * suit) & 127
    return places


@cache
def null_suits() -> tuple[Masks, Masks]:
    """Length of a suit in Null, and excess of its worst card over a safe one, by suit and place, shapes (4, 2048).

    The kth card from below is safe if it is among the 2k - 1 lowest of the suit.
    """
    length, excess = np.zeros(256, np.int64), np.zeros(256, np.int64)
    for cards in range(256):
        ranks = [rank for rank in range(8) if cards >> rank & 1]
        length[cards] = len(ranks)
        excess[cards] = max([0, *(rank - 2 * below for below, rank in enumerate(ranks))])
    places = np.arange(PLACES)
    jacks = places >> 7 >> np.array([[3], [2], [1], [0]]) & 1
    # 7 8 9 T J Q K A from bit 0 up
    cards = places & 7 | (places >> 5 & 1) << 3 | jacks << 4 | (places >> 3 & 3) << 5 | (places >> 6 & 1) << 7
    return length[cards], excess[cards]


def game_number(game: Game) -> int:
    """Number of a game in kernels: 0 to 3 the suits from clubs down, 4 Grand, 5 Null."""
    return tuple(Game).index(game)


def trump_counts(game: Game, hands: Masks | int) -> Masks:
    """Number of trumps in each hand, a mask or masks of any shape; 0 in Null."""
    counts: Masks = np.bitwise_count(np.bitwise_and(hands, TRUMPS[game_number(game)])).astype(np.int64)
    return counts


def check_cards(what: str, cards: int, wanted: int) -> None:
    """Refuse a set that is not a mask of 32 bits or has another number of cards than `wanted`.

    Raises:
        InputError: the message begins with `what`.
    """
    if not 0 <= cards <= ALL_CARDS or cards.bit_count() != wanted:
        raise InputError(f"{what} {wanted} cards, not {cards.bit_count()}")


@kernel
def card_points(cards: int) -> int:
    """Card points of a set."""
    plain, aces = cards & 0xFFFFFFF, 0x8102040
    high = 11 * count(plain & aces) + 10 * count(plain & aces >> 1)
    return high + 4 * count(plain & aces >> 2) + 3 * count(plain & aces >> 3) + 2 * count(cards >> 28)

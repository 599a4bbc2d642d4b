"""Features of a declarer's cards: the numbers that say, weighted and added, whether a game can be won; one list per kind of game.

`OWN` names them. They look at the ten cards kept suit by suit, as a player does: which of ace, ten and king are held and with how
many lower cards, which jacks, how many trumps, and the card points laid away. In Null a suit counts by its length and by how far
its cards are above those that would be safe (`null_suit`). The seven features of the thesis are in `thesis_features`.

All suit games share their features, since plain suits differ in nothing but their names. Every feature but the constant and the
points laid away belongs to one suit; the jacks belong to the trump suit, in Grand to any one suit, in Null each to its own. So a
sum of weighted features is a sum of parts, one per suit (`chances`).
"""

from collections.abc import Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import ALL_CARDS, Game, order
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

_LENGTHS = 3  # none, one, two or more lower cards
_HIGHS = ("", "K", "T", "TK", "A", "AK", "AT", "ATK")
_GRAND_HIGHS = tuple(high + queen for high in _HIGHS for queen in ("", "Q"))
_NULL_LENGTHS, _NULL_EXCESS = 5, 5
_JACKS = ("CJ", "SJ", "HJ", "DJ")


def _side_names(highs: Sequence[str]) -> list[str]:
    names = [
        f"suit {high or '-'} with {('no', 'one', 'more')[length]} lower" for high in highs for length in range(_LENGTHS)
    ]
    # a void is what the others are measured against
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
"""Names of the features of each kind, in their order."""


def features(game: Game, hands: Masks, skats: Masks) -> Values:
    """Features of hands, each with the two cards laid away.

    Args:
        game: The game played.
        hands: Masks of the cards kept, shape (n,).
        skats: Masks of the cards laid away, shape (n,); 0 where they are unknown.

    Returns:
        Shape (n, number of features of the game's kind).

    Raises:
        InputError: The arrays differ in shape, or an element is not a mask of 32 bits.
    """
    if hands.shape != skats.shape or hands.ndim != 1:
        raise InputError(f"hands and skats are of one length, not {hands.shape} and {skats.shape}")
    for what, masks in (("hands", hands), ("skats", skats)):
        if masks.size and not 0 <= int(masks.min()) <= int(masks.max()) <= ALL_CARDS:
            raise InputError(f"{what} are masks of 32 bits")
    found = np.zeros((hands.size, len(OWN[KINDS[game]])))
    _features_kernel(hands.astype(np.int64), skats.astype(np.int64), game_number(game), found)
    return found


def game_number(game: Game) -> int:
    """Number of a game in kernels: 0 to 3 the suits from clubs down, 4 Grand, 5 Null."""
    return tuple(Game).index(game)


def trump_counts(game: Game, hands: Masks | int) -> Masks:
    """Number of trumps in each hand, a mask or masks of any shape; 0 in Null."""
    counts: Masks = np.bitwise_count(np.bitwise_and(hands, TRUMPS[game_number(game)])).astype(np.int64)
    return counts


def check_cards(what: str, cards: int, wanted: int) -> None:
    """Refuse a set that is no mask of 32 bits or has another number of cards than `wanted`.

    Raises:
        InputError: The message begins with `what`.
    """
    if not 0 <= cards <= ALL_CARDS or cards.bit_count() != wanted:
        raise InputError(f"{what} {wanted} cards, not {cards.bit_count()}")


@kernel
def trump_count(hand: int, game: int) -> int:
    """Number of trumps in a hand, by number of the game."""
    return count(hand & TRUMPS[game])


@kernel
def _features_kernel(hands: Masks, skats: Masks, game: int, found: Values) -> None:
    for row in range(hands.size):
        _fill(hands[row], skats[row], game, found[row])


@kernel
def _fill(hand: int, skat: int, game: int, found: Values) -> None:
    """Write the features of one hand into `found`, all 0 before."""
    found[0] = 1.0
    if game == 5:
        for suit in range(4):
            length, excess = null_suit(hand, suit)
            if length:
                found[1 + (min(length, 5) - 1) * 5 + min(excess, 4)] += 1.0
        return
    found[1] = card_points(skat)
    jacks = hand >> 28
    if game == 4:
        if jacks:
            found[1 + jacks] = 1.0
        for suit in range(4):
            held = hand >> (21 - 7 * suit) & 127
            if held:
                # A T K Q are bits 6 to 3
                found[16 + 3 * (held >> 3) + min(count(held & 0b111), 2)] += 1.0
        return
    for bit in range(4):
        found[2 + bit] = float(jacks >> (3 - bit) & 1)
    found[6] = found[2] * found[3]
    own = hand >> (21 - 7 * game) & 127
    trumps = trump_count(hand, game)
    found[7] = float(trumps)
    for number in range(5, 9):
        if trumps >= number:
            found[3 + number] = 1.0
    found[12], found[13] = float(own >> 6), float(own >> 5 & 1)
    found[14] = found[12] * found[13]
    for suit in range(4):
        held = hand >> (21 - 7 * suit) & 127
        if suit != game and held:
            found[14 + 3 * (held >> 4) + min(count(held & 0b1111), 2)] += 1.0


@kernel
def card_points(cards: int) -> int:
    """Card points of a set."""
    plain, aces = cards & 0xFFFFFFF, 0x8102040
    high = 11 * count(plain & aces) + 10 * count(plain & aces >> 1)
    return high + 4 * count(plain & aces >> 2) + 3 * count(plain & aces >> 3) + 2 * count(cards >> 28)


@kernel
def null_suit(hand: int, suit: int) -> tuple[int, int]:
    """Length of a suit in Null, and how far its worst card is above what would be safe.

    The kth card from below is safe if it is among the 2k - 1 lowest of the suit.
    """
    held = hand >> (21 - 7 * suit) & 127
    # 7 8 9 T J Q K A from bit 0 up
    ranks = held & 7 | (held >> 5 & 1) << 3 | (hand >> (31 - suit) & 1) << 4 | (held >> 3 & 1) << 5
    ranks |= (held >> 4 & 1) << 6 | (held >> 6 & 1) << 7
    length = worst = 0
    for rank in range(8):
        if ranks >> rank & 1:
            worst = max(worst, rank - 2 * length)
            length += 1
    return length, worst

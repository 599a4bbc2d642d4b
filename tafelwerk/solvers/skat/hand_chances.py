"""Chance to win a game with ten cards kept and two discarded, from the features of the cards.

Two logistic steps. The first, a weight for each feature, gives the chance that the declarer wins with all cards open, best
play by all and the remaining cards dealt uniformly. The second gives the chance with hidden cards. There the declarer wins
more often, since the defenders do not know each other's cards: nearly always if the deal is won with open cards, and often if
it is lost, the more so the better the hand and the more trumps it has. The chance is the mean of both cases, weighted by their
probabilities. For hands worse than all that were played out it falls as fast as the chance with open cards. Both steps are
fitted for each kind of game and each seat of the declarer, to games solved and to games played out
(`families/skat/classifiers.py`), and stored with their errors.

Log odds of the first step are sums of a part per suit. The parts are tabulated in integers, units of 2^-48: sums do
not depend on their order, so hands with the same features have the same log odds to the last bit.

A Null whose suits are all safe takes no trick for any distribution and any play, and counts as won (`null_suits`).

There are 66 discards and 231 Skats that ten cards can meet: all 15,246 hands are evaluated.

Features of a declarer's cards, whose weighted sum predicts whether a game can be won; one list per kind of game.

`OWN` names them. They describe the ten cards kept suit by suit, as a player would: ace, ten and king held and the number of
lower cards, the jacks, the number of trumps, and the card points discarded. In Null a suit counts by its length and by how far
its cards are above safe ones (`null_suits`). The seven features of the thesis are in `learning`.

All suit games share their features, since plain suits differ only in their names. Every feature except the constant and the
points discarded belongs to one suit; the jacks belong to the trump suit, in Grand to any one suit, in Null each to its own. So
a sum of weighted features is a sum of parts, one per suit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import ALL_CARDS, Game, Seat, bits, order
from tafelwerk.families.skat.rules.contracts import Contract, matadors
from tafelwerk.families.skat.rules.deals import pairs

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
    matrix = np.zeros((hands.size, len(OWN[KINDS[game]])))
    rows, jacks = np.arange(hands.size), hands >> 28
    matrix[:, 0] = 1.0
    if game is Game.NULL:
        for suit, (lengths, excess) in enumerate(zip(*null_suits(), strict=True)):
            places = place_of(hands, suit)
            length, high = np.minimum(lengths[places], _NULL_LENGTHS), np.minimum(excess[places], _NULL_EXCESS - 1)
            # a void adds 0, in any column
            matrix[rows, 1 + (length - 1) * _NULL_EXCESS + high] += length > 0
        return matrix
    matrix[:, 1] = card_points(skats)
    if game is Game.GRAND:
        matrix[rows, 1 + jacks] += jacks > 0
        # A T K Q are bits 6 to 3
        first, high = 16, 3
    else:
        matrix[:, 2:6] = jacks[:, None] >> np.array([3, 2, 1, 0]) & 1
        matrix[:, 6] = matrix[:, 2] * matrix[:, 3]
        matrix[:, 7] = trump_counts(game, hands)
        matrix[:, 8:12] = matrix[:, 7:8] >= np.arange(5, 9)
        own = hands >> (21 - 7 * game_number(game)) & 127
        matrix[:, 12], matrix[:, 13] = own >> 6, own >> 5 & 1
        matrix[:, 14] = matrix[:, 12] * matrix[:, 13]
        first, high = 14, 4
    for suit in range(4):
        if suit != game_number(game):
            held = hands >> (21 - 7 * suit) & 127
            lower = np.minimum(np.bitwise_count(held & (1 << high) - 1), _LENGTHS - 1)
            matrix[rows, first + _LENGTHS * (held >> high) + lower] += held > 0
    return matrix


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


def card_points(cards: Masks) -> Masks:
    """Card points of sets, masks of any shape."""
    plain, aces = cards & 0xFFFFFFF, 0x8102040
    worth = (
        (11, plain & aces),
        (10, plain & aces >> 1),
        (4, plain & aces >> 2),
        (3, plain & aces >> 3),
        (2, cards >> 28),
    )
    return sum((value * np.bitwise_count(held).astype(np.int64) for value, held in worth), np.zeros_like(cards))


Vector = NDArray[np.float64]
Counts = NDArray[np.int64]

SURE = 50.0
"""Log odds of a Null that cannot be lost: all four suits are safe.

On lead the hand must also hold a safe lead: at least two cards are in suits of fewer than six, of which others hold a card that
is higher, even if two lie in the Skat.
"""

TAIL = -5.0
"""Log odds with open cards below which hardly any game was played out."""

LARGEST = 256
"""Bound of the weights, in absolute value: sums of their parts fit into 63 bits."""

_UNIT = 2.0**-48
_KIND_GAMES = (Game.CLUBS, Game.GRAND, Game.NULL)


class Step(NamedTuple):
    """The second step, from log odds with open cards to those with hidden ones.

    Attributes:
        shift: constant term.
        slope: factor of the log odds with open cards.
        gain: added if the deal is won with open cards.
        trump: added for each trump kept.
    """

    shift: float
    slope: float
    gain: float
    trump: float

    def if_lost(self, odds: Vector, trumps: Counts) -> Vector:
        """Log odds with hidden cards of games that are lost with open ones; below `TAIL` they fall as fast as those.

        Args:
            odds: log odds with open cards, of any shape.
            trumps: number of trumps kept, of the same shape.
        """
        log_odds: Vector = self.shift + self.slope * np.maximum(odds, TAIL) + np.minimum(odds - TAIL, 0.0)
        return log_odds + self.trump * trumps


@dataclass(frozen=True, slots=True)
class Weights:
    """Fitted weights.

    Attributes:
        open: weights of the features, by kind of game and declarer's seat.
        hidden: the second step, by the same.
    """

    open: dict[tuple[Kind, Seat], tuple[float, ...]]
    hidden: dict[tuple[Kind, Seat], Step]


class SkatChances(NamedTuple):
    """Ten cards over all 231 Skats; every array has shape (231, 6), by Skat and game.

    Attributes:
        open: float64, log odds with open cards of the best discard.
        trumps: int64, number of trumps kept with that discard.
        as_dealt: float64, log odds with open cards with the Skat as dealt.
        lengths: int64, matadors, with or without, of the twelve cards; 0 in Null.
    """

    open: Vector
    trumps: Counts
    as_dealt: Vector
    lengths: Counts


class _Tables(NamedTuple):
    """The first step of one seat, by the places of `place_of`.

    Attributes:
        parts: (3, 4, 2048) int64, by kind of game (suit, Grand, Null), suit and place: its part of the log odds, units of 2^-48.
            In a suit game suit 0 stands for the trump suit, suits 1 to 3 for any other. The constant is in the part of suit 0.
        points: (3,) int64, by kind of game: log odds per card point discarded, in the same unit.
        excess: (4, 2048) int64, by suit and place: 0 if the suit is safe in Null.
    """

    parts: Counts
    points: Counts
    excess: Counts


class Chances:
    """Chances by given weights."""

    def __init__(self, weights: Weights) -> None:
        """Tabulate the first step.

        Args:
            weights: for every kind and seat.

        Raises:
            InputError: weights are missing, too few, too many or too large, or the second step is not increasing.
        """
        _check(weights)
        self._tables = _tables(weights)
        self._hidden = weights.hidden

    def of(
        self,
        contract: Contract,
        seat: Seat,
        log_odds: Vector | float,
        trumps: Counts | int,
        share: Vector | float | None = None,
    ) -> Vector:
        """Chances to win a contract; an Ouvert game is one with open cards.

        Args:
            contract: the contract played.
            seat: the declarer's seat.
            log_odds: log odds with open cards by the features, of any shape.
            trumps: number of trumps kept, of the same shape.
            share: share of deals won with open cards, if some were solved. Default: the chance from the log odds.
        """
        odds = np.asarray(log_odds, np.float64)
        opened = np.asarray(logistic(odds) if share is None else share, np.float64)
        if contract.ouvert:
            return opened
        step = self._hidden[KINDS[contract.game], seat]
        lost = step.if_lost(odds, np.asarray(trumps, np.int64))
        chances: Vector = opened * logistic(lost + step.gain) + (1 - opened) * logistic(lost)
        return chances

    def log_odds(self, game: Game, seat: Seat, hands: Counts, skats: Counts) -> Vector:
        """Log odds with open cards of hands, each with two cards discarded; masks, shape (n,), which are not checked."""
        odds: Vector = self._odds(seat, hands, skats)[game_number(game)]
        return odds

    def over_discards(self, cards: int, seat: Seat) -> tuple[Vector, Counts]:
        """Log odds with open cards for every game and discard.

        Args:
            cards: mask of twelve cards.
            seat: the declarer's seat.

        Returns:
            Log odds, shape (66, 6), and masks of the cards discarded, shape (66,), in the order of `discards`.

        Raises:
            InputError: another number of cards.
        """
        check_cards("a declarer discards from", cards, 12)
        skats = np.array(pairs(cards))
        return self._odds(seat, cards ^ skats, skats).T, skats

    def over_skats(self, hand: int, seat: Seat) -> SkatChances:
        """Log odds of ten cards over all possible Skats, in the order of `pairs`.

        Raises:
            InputError: another number of cards.
        """
        check_cards("a hand has", hand, 10)
        skats = np.array(pairs(ALL_CARDS ^ hand))[:, None]
        own, low = np.array([1 << card for card in bits(hand)]), skats & -skats
        # discards: two cards of the hand, one of the hand and one of the Skat, or the Skat
        within = np.broadcast_to(pairs(hand), (len(skats), 45))
        laid = np.concatenate([within, own | low, own | skats ^ low, skats], 1)
        hands = (hand | skats) ^ laid
        odds = self._odds(seat, hands.ravel(), laid.ravel()).reshape(len(Game), *hands.shape)
        best = odds.argmax(2)
        best_hands = np.take_along_axis(hands, best.T, 1)
        trumps = np.stack([trump_counts(game, best_hands[:, column]) for column, game in enumerate(Game)], 1)
        return SkatChances(odds.max(2).T, trumps, odds[:, :, -1].T, _lengths_of(hand | skats[:, 0]))

    def _odds(self, seat: Seat, hands: Counts, skats: Counts) -> Vector:
        """Log odds with open cards, shape (6, n), by game and hand."""
        tables, laid = self._tables[seat], card_points(skats)
        places = [place_of(hands, suit) for suit in range(4)]
        (others, trumps), *by_kind = tables.parts[0, 1::-1], *tables.parts[1:]
        plain = sum(others[place] for place in places)
        sums = [plain - others[place] + trumps[place] for place in places]
        sums += [sum(part[place] for part, place in zip(parts, places, strict=True)) for parts in by_kind]
        odds: Vector = _UNIT * (np.stack(sums) + tables.points[[0, 0, 0, 0, 1, 2], None] * laid)
        odds[5, sum(excess[place] for excess, place in zip(tables.excess, places, strict=True)) == 0] = SURE
        return odds


def logistic(log_odds: Vector | float) -> Vector:
    """Chances of log odds.

    >>> float(logistic(0.0))
    0.5
    """
    chances: Vector = 1 / (1 + np.exp(-np.asarray(log_odds)))
    return chances


def _check(weights: Weights) -> None:
    for kind in Kind:
        for seat in Seat:
            own, wanted, step = weights.open.get((kind, seat), ()), len(OWN[kind]), weights.hidden.get((kind, seat))
            fault = ""
            if len(own) != wanted:
                fault = f"{wanted} are needed, not {len(own)}"
            elif not all(abs(weight) <= LARGEST for weight in own):
                fault = f"each is -{LARGEST} to {LARGEST}"
            elif step is None or not (step.slope > 0 and step.gain >= 0):
                fault = "the second step multiplies by more than 0, and adds no less than 0"
            if fault:
                raise InputError(f"weights of {kind}, {seat.word}: {fault}")


def _tables(weights: Weights) -> list[_Tables]:
    """Tables of each seat."""
    parts = np.zeros((len(Seat), 3, 4, PLACES), np.int64)
    points = np.zeros((len(Seat), 3), np.int64)
    for kind, game in enumerate(_KIND_GAMES):
        fitted = np.array([weights.open[KINDS[game], seat] for seat in Seat])
        units = np.rint(fitted / _UNIT).astype(np.int64)
        if "points laid away" in OWN[KINDS[game]]:
            points[:, kind] = units[:, OWN[KINDS[game]].index("points laid away")]
        for suit in range(4):
            values = _values(game, suit)
            # the constant counts once
            parts[:, kind, suit] = units[:, suit > 0 :] @ values[:, suit > 0 :].T
    return [_Tables(parts[seat], points[seat], null_suits()[1]) for seat in Seat]


def _values(game: Game, suit: int) -> Counts:
    """Features of the cards of one suit by place, with those jacks that belong to it, shape (2048, number of features)."""
    places = np.arange(PLACES)
    jacks = 8 >> suit if game is Game.NULL else 0 if suit else 15
    hands = (places >> 7 & jacks) << 28 | (places & 127) << (21 - 7 * suit)
    return features(game, hands, np.zeros_like(hands)).astype(np.int64)


@cache
def _lengths() -> Counts:
    """Matadors, with or without, in a suit game by place of the trump suit, and in Grand, shape (2, 2048)."""
    hands = [(index >> 7) << 28 | (index & 127) << 21 for index in range(PLACES)]
    return np.array([[abs(matadors(game, hand)) for hand in hands] for game in (Game.CLUBS, Game.GRAND)], np.int64)


def _lengths_of(cards: Counts) -> Counts:
    """Matadors, with or without, shape (n, 6); 0 in Null."""
    in_suit, grand = _lengths()
    columns = [*(in_suit[place_of(cards, suit)] for suit in range(4)), grand[place_of(cards, 0)], np.zeros_like(cards)]
    return np.stack(columns, 1)

"""The chance to win a game with ten cards and two laid away, from the features of the cards.

Two logistic steps. The first, a weight for each feature, says how likely the declarer wins with all cards open, best play by
all and the other cards lying anyhow. The second says what that means with hidden cards, where the declarer wins more often, since
the defenders do not know what they have together: nearly always where the deal is won with open cards, and often where it is
lost, the more so the better the hand and the more trumps it has; the chance is the mean of both by how likely they are. For hands
so bad that none like them was played out it falls as fast as the chance with open cards. Both steps are fitted for each kind of
game and each seat of the declarer, to games solved and to games played out (`build/skat/models.py`); how well they do is stored
beside them.

A Null whose suits are all safe takes no trick however the cards lie and whatever is played, and counts as won (`null_suit`).

The ways to discard are 66, the Skats that ten cards may meet 231: all are tried, 15 246 for each game.
"""

from dataclasses import dataclass
from math import exp
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import ALL_CARDS, Game, Seat
from tafelwerk.rules.skat.scoring import Contract
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.bidding.features import KINDS, OWN, Kind, fill_features, game_number, null_suit, trump_count

Vector = NDArray[np.float64]
Counts = NDArray[np.int64]
Weighing = NDArray[np.float64]
"""Weights by game and feature."""

SURE = 50.0
"""Log odds of a Null that cannot be lost."""

TAIL = -5.0
"""Log odds with open cards below which hardly any game was played out."""

_GAMES = len(Game)
_MOST = max(map(len, OWN.values()))
_PAIRS = 66
_SKATS = 231


class Step(NamedTuple):
    """The second step, from log odds with open cards to those with hidden ones.

    Attributes:
        shift: what is added.
        slope: what multiplies.
        gain: what is added where the deal is won with open cards.
        trump: what each trump kept adds.
    """

    shift: float
    slope: float
    gain: float
    trump: float

    def if_lost(self, odds: Vector, trumps: Counts) -> Vector:
        """Log odds with hidden cards of games that are lost with open ones; below `TAIL` they fall as fast as those.

        Args:
            odds: log odds with open cards, of any shape.
            trumps: how many are kept, of the same shape.
        """
        found: Vector = self.shift + self.slope * np.maximum(odds, TAIL) + np.minimum(odds - TAIL, 0.0)
        return found + self.trump * trumps


@dataclass(frozen=True, slots=True)
class Weights:
    """What was fitted.

    Attributes:
        open: for each kind and seat the weights of the features.
        hidden: for each kind and seat the second step.
    """

    open: dict[tuple[Kind, Seat], tuple[float, ...]]
    hidden: dict[tuple[Kind, Seat], Step]


@dataclass(frozen=True, slots=True)
class SkatChances:
    """What ten cards come to over all Skats.

    Attributes:
        open: log odds with open cards of the best way to discard, shape (231, 6), by Skat and game.
        trumps: how many trumps that way keeps, shape (231, 6).
        as_dealt: the same where the Skat stays as it was dealt.
        lengths: matadors, with or without, of the twelve cards, shape (231, 6); 0 in Null.
    """

    open: Vector
    trumps: Counts
    as_dealt: Vector
    lengths: Counts


class Chances:
    """Answers by given weights."""

    def __init__(self, weights: Weights) -> None:
        """Answers by what was fitted.

        Args:
            weights: for every kind and seat.

        Raises:
            InputError: some are missing, too few or too many, or the second step would turn better into worse.
        """
        _check(weights)
        self._weights = np.zeros((3, _GAMES, _MOST))
        for seat in Seat:
            for game in Game:
                own = weights.open[KINDS[game], seat]
                self._weights[seat, game_number(game), : len(own)] = own
        self._hidden = weights.hidden
        self._scratch = np.zeros(_MOST)

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
            contract: what is played.
            seat: the declarer's.
            log_odds: those with open cards by the features, of any shape.
            trumps: how many are kept, of the same shape.
            share: of the deals that are won with open cards, where some were solved; None: what the log odds say.
        """
        odds = np.asarray(log_odds, np.float64)
        opened = 1 / (1 + np.exp(-odds)) if share is None else np.asarray(share, np.float64)
        if contract.ouvert:
            return opened
        step = self._hidden[KINDS[contract.game], seat]
        lost = step.if_lost(odds, np.asarray(trumps, np.int64))
        chances: Vector = opened / (1 + np.exp(-lost - step.gain)) + (1 - opened) / (1 + np.exp(-lost))
        return chances

    def log_odds(self, game: Game, seat: Seat, hand: int, skat: int) -> float:
        """Log odds with open cards of ten cards with two laid away; masks, that are not checked."""
        return float(_log_odds(hand, skat, game_number(game), self._weights[seat], self._scratch))

    def over_discards(self, cards: int, seat: Seat) -> tuple[Vector, Counts]:
        """Log odds with open cards for every game and way to discard.

        Args:
            cards: mask of twelve cards.
            seat: the declarer's.

        Returns:
            Log odds, shape (66, 6), and masks of the cards laid away, shape (66,), in the order of `discards`.

        Raises:
            InputError: another number of cards.
        """
        _check_cards("a declarer discards from", cards, 12)
        odds, skats = np.zeros((_PAIRS, _GAMES)), np.zeros(_PAIRS, np.int64)
        _discards_kernel(cards, self._weights[seat], self._scratch, odds, skats)
        return odds, skats

    def over_skats(self, hand: int, seat: Seat) -> SkatChances:
        """What ten cards come to over all Skats that they may meet.

        Raises:
            InputError: another number of cards.
        """
        _check_cards("a hand has", hand, 10)
        shape = _SKATS, _GAMES
        found = SkatChances(np.zeros(shape), np.zeros(shape, np.int64), np.zeros(shape), np.zeros(shape, np.int64))
        _skats_kernel(hand, self._weights[seat], self._scratch, found.open, found.trumps, found.as_dealt, found.lengths)
        return found


def _check(weights: Weights) -> None:
    for kind in Kind:
        for seat in Seat:
            count, wanted = len(weights.open.get((kind, seat), ())), len(OWN[kind])
            if count != wanted:
                raise InputError(f"weights of {kind}, {seat.word}: {wanted} are needed, not {count}")
            step = weights.hidden.get((kind, seat))
            if step is None or not (step.slope > 0 and step.gain >= 0):
                raise InputError(
                    f"weights of {kind}, {seat.word}: the second step multiplies by more than 0, and adds no less than 0"
                )


def _check_cards(what: str, cards: int, wanted: int) -> None:
    if not 0 <= cards <= ALL_CARDS or cards.bit_count() != wanted:
        raise InputError(f"{what} {wanted} cards, not {cards.bit_count()}")


def logistic(log_odds: float) -> float:
    """The chance of log odds."""
    return 1 / (1 + exp(-log_odds))


@kernel
def null_is_sure(hand: int) -> bool:
    """Whether ten cards take no trick in Null, however the others lie and whatever is played: each suit is safe.

    Who leads has a lead that loses: at least two cards are in suits of fewer than six, of which others hold a card that is
    higher, even if two lie in the Skat.
    """
    excess = 0
    for suit in range(4):
        excess += null_suit(hand, suit)[1]
    return excess == 0


@kernel
def _log_odds(hand: int, skat: int, game: int, weights: Weighing, scratch: Vector) -> float:
    if game == 5 and null_is_sure(hand):
        return SURE
    fill_features(hand, skat, game, scratch)
    total = 0.0
    for place in range(scratch.size):
        total += weights[game, place] * scratch[place]
    return total


@kernel
def _discards_kernel(cards: int, weights: Weighing, scratch: Vector, odds: Vector, skats: Counts) -> None:
    row, first = 0, 1 << 31
    while first > 1:
        if cards & first:
            second = first >> 1
            while second:
                if cards & second:
                    skat = first | second
                    skats[row] = skat
                    for game in range(odds.shape[1]):
                        odds[row, game] = _log_odds(cards ^ skat, skat, game, weights, scratch)
                    row += 1
                second >>= 1
        first >>= 1


@kernel
def _skats_kernel(
    hand: int,
    weights: Weighing,
    scratch: Vector,
    best: Vector,
    trumps: Counts,
    as_dealt: Vector,
    lengths: Counts,
) -> None:
    row, first = 0, 1 << 31
    unseen = ALL_CARDS ^ hand
    while first > 1:
        if unseen & first:
            second = first >> 1
            while second:
                if unseen & second:
                    _one_skat(hand, first | second, weights, scratch, best, trumps, as_dealt, lengths, row)
                    row += 1
                second >>= 1
        first >>= 1


@kernel
def _one_skat(
    hand: int,
    skat: int,
    weights: Weighing,
    scratch: Vector,
    best: Vector,
    trumps: Counts,
    as_dealt: Vector,
    lengths: Counts,
    row: int,
) -> None:
    cards = hand | skat
    for game in range(best.shape[1]):
        as_dealt[row, game] = _log_odds(hand, skat, game, weights, scratch)
        lengths[row, game] = _matadors(cards, game)
        most, kept = as_dealt[row, game], hand
        first = 1 << 31
        while first > 1:
            if cards & first:
                second = first >> 1
                while second:
                    if cards & second:
                        laid = first | second
                        found = _log_odds(cards ^ laid, laid, game, weights, scratch)
                        if found > most:
                            most, kept = found, cards ^ laid
                    second >>= 1
            first >>= 1
        best[row, game], trumps[row, game] = most, trump_count(kept, game)


@kernel
def _matadors(cards: int, game: int) -> int:
    """Trumps from the jack of clubs down without a gap that are there, or that are missing; 0 in Null."""
    if game == 5:
        return 0
    trumps, left = cards >> 28, 4
    if game < 4:
        trumps, left = trumps << 7 | (cards >> (21 - 7 * game) & 127), 11
    has, length = trumps >> (left - 1) & 1, 0
    while left > 0 and (trumps >> (left - 1) & 1) == has:
        length += 1
        left -= 1
    return length

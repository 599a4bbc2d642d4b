"""Games to learn from: hands that somebody might bid on, with two cards laid away as a player would, more or less.

Of a random deal the declarer has twelve cards, with the Skat. For each game the 66 ways to discard are put in order by a rough
strength; where the best one is strong enough for the game to be of interest, one of the first is drawn, those before others
more often, so that what is learnt knows the difference between a good discard and a poor one.
"""

from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.rules.skat.deals import Deal, discards
from tafelwerk.solvers.machine.bits import count
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.bidding.features import KINDS, Kind, card_points, game_number, null_suit

OF_INTEREST = {Kind.SUIT: 6.5, Kind.GRAND: 4.2, Kind.NULL: 1.0}
"""Strength from which a game is of interest: below it hardly any is won, even with open cards."""

IN_DOUBT = {Kind.SUIT: (7.5, 10.5), Kind.GRAND: (5.0, 8.0), Kind.NULL: (0.5, 4.0)}
"""Strength at which a game played with hidden cards may end either way."""

_FIRST = 12


class Trial(NamedTuple):
    """A game to learn from.

    Attributes:
        game: what is played.
        deal: who holds what after discarding.
        declarer: who plays alone.
        strength: the rough strength.
    """

    game: Game
    deal: Deal
    declarer: Seat
    strength: float


def trials(dealt: Deal, declarer: Seat, random: Random) -> list[Trial]:
    """What a declarer might play on a deal, at most one trial a game, in the order of the games.

    Args:
        dealt: ten cards each and a Skat.
        declarer: who plays alone.
        random: which of the first discards is taken.
    """
    cards = dealt.hands[declarer] | dealt.skat
    ways = discards(cards)
    hands = np.array([way.hand for way in ways], np.int64)
    found = []
    for game in Game:
        strengths = np.zeros(len(ways))
        _strength_kernel(hands, cards, game_number(game), strengths)
        order = np.argsort(-strengths, kind="stable")
        # drawn for every game, so that no game's choice hangs on another's
        place = int(random.random() ** 2 * _FIRST)
        if strengths[order[0]] < OF_INTEREST[KINDS[game]]:
            continue
        way = ways[int(order[place])]
        forehand, middlehand, rearhand = (way.hand if seat is declarer else dealt.hands[seat] for seat in Seat)
        kept = Deal((forehand, middlehand, rearhand), way.skat)
        found.append(Trial(game, kept, declarer, float(strengths[order[place]])))
    return found


@kernel
def _strength_kernel(hands: NDArray[np.int64], cards: int, game: int, strengths: NDArray[np.float64]) -> None:
    for row in range(hands.size):
        strengths[row] = _strength(hands[row], cards ^ hands[row], game)


@kernel
def _strength(hand: int, skat: int, game: int) -> float:
    """Trumps, jacks once more, high cards, less what is likely lost in plain suits; in Null how far suits are from safe."""
    total = 0.0
    if game == 5:
        for suit in range(4):
            total -= null_suit(hand, suit)[1]
        return total + 4.0
    jacks = count(hand >> 28)
    total += 1.8 * jacks + card_points(skat) / 18
    for suit in range(4):
        held = hand >> (21 - 7 * suit) & 127
        ace, ten, length = held >> 6, held >> 5 & 1, count(held)
        if suit == game:
            total += length + 0.5 * ace + 0.3 * ten
            continue
        if ace:
            total += 1.0 + 0.8 * ten - 0.35 * (length - 1 - ten)
            if game == 4 and length > 2:
                total += 0.3 * (length - 2)
        elif ten:
            total += (0.35 if length > 1 else -0.3) - 0.35 * (length - 1)
        else:
            total -= 0.35 * length
    return total

"""Games to learn from: hands on which a player might bid, with two cards discarded by a simple heuristic.

In a random deal the declarer has twelve cards, with the Skat. For each game the 66 discards are ranked by a rough
strength. If the best is strong enough for the game to be of interest, one of the first twelve is drawn, earlier ones more often,
so that the fitted model knows the difference between a good discard and a poor one.
"""

from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.deals import Deal, discard, discards
from tafelwerk.solvers.machine.bits import count
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.hand_chances import KINDS, Kind, card_points, game_number, null_suits

OF_INTEREST = {Kind.SUIT: 6.5, Kind.GRAND: 4.2, Kind.NULL: 1.0}
"""Strength from which a game is of interest: below it hardly any is won, even with open cards."""

IN_DOUBT = {Kind.SUIT: (7.5, 10.5), Kind.GRAND: (5.0, 8.0), Kind.NULL: (0.5, 4.0)}
"""Lowest and highest strength at which a game with hidden cards is in doubt."""

_FIRST = 12


class Trial(NamedTuple):
    """A game to learn from.

    Attributes:
        game: the game played.
        deal: the deal after discarding.
        declarer: the declarer's seat.
        strength: the rough strength.
    """

    game: Game
    deal: Deal
    declarer: Seat
    strength: float


def trials(dealt: Deal, declarer: Seat, random: Random) -> list[Trial]:
    """Trials of a declarer on a deal, at most one per game, in the order of the games.

    Args:
        dealt: ten cards each and a Skat.
        declarer: the declarer's seat.
        random: draws one of the first discards.
    """
    cards = dealt.hands[declarer] | dealt.skat
    skats = discards(cards)
    laid = np.array(skats)
    accepted = []
    for game in Game:
        strengths = np.zeros(len(skats))
        _strengths_kernel(cards, laid, card_points(laid), game_number(game), null_suits()[1], strengths)
        order = np.argsort(-strengths, kind="stable")
        # drawn for every game, so that no game's draw depends on another's
        choice = order[int(random.random() ** 2 * _FIRST)]
        if strengths[order[0]] >= OF_INTEREST[KINDS[game]]:
            accepted.append(Trial(game, discard(dealt, declarer, skats[choice]), declarer, float(strengths[choice])))
    return accepted


@kernel
def _strengths_kernel(
    cards: int,
    skats: NDArray[np.int64],
    points: NDArray[np.int64],
    game: int,
    excess: NDArray[np.int64],
    strengths: NDArray[np.float64],
) -> None:
    for row in range(skats.size):
        strengths[row] = _strength(cards ^ skats[row], points[row], game, excess)


@kernel
def _strength(hand: int, points: int, game: int, excess: NDArray[np.int64]) -> float:
    """Trumps, jacks once more, high cards, less what is likely lost in plain suits; in Null how far suits are from safe."""
    total = 0.0
    if game == 5:
        for suit in range(4):
            total -= excess[suit, hand >> 28 << 7 | hand >> (21 - 7 * suit) & 127]
        return total + 4.0
    jacks = count(hand >> 28)
    total += 1.8 * jacks + points / 18
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

"""Size of the game tree of a deal, counted by playing every game."""

import numpy as np

from tafelwerk.proofs.skat.numbering import size
from tafelwerk.proofs.skat.positions import PLACES, Cards, Words, beats, load, placed
from tafelwerk.proofs.skat.rules import GAMES
from tafelwerk.solvers.machine.jit import kernel

# fields of a frame; the last one holds the moves not yet made
_HAND, _LEADER, _LYING, _FIRST, _SECOND, _COUNT = 0, 3, 4, 5, 6, 7


def tree_size(hands: tuple[int, int, int], game: str, declarer: int) -> int:
    """Number of nodes of the game tree of a deal.

    Args:
        hands: masks of the cards of forehand, middlehand and rearhand.
        game: the game, not Null.
        declarer: seat of the declarer.
    """
    number, cards = GAMES.index(game), Cards.empty()
    load(cards, PLACES[number], number, *hands, declarer)
    return int(_tree_size(cards, np.zeros((32, _COUNT + 1), np.int64), PLACES[number], *hands))


@kernel
def _tree_size(cards: Cards, frames: Words, places: Words, forehand: int, middlehand: int, rearhand: int) -> int:
    frame = frames[0]
    frame[_HAND], frame[_HAND + 1] = placed(places, forehand), placed(places, middlehand)
    frame[_HAND + 2] = placed(places, rearhand)
    frame[_LEADER], frame[_LYING] = 0, 0
    frame[_COUNT] = frame[_HAND]
    depth, number = 0, 1
    while depth >= 0:
        frame = frames[depth]
        moves = frame[_COUNT]
        if moves == 0:
            depth -= 1
            continue
        bit = moves & -moves
        frame[_COUNT] = moves ^ bit
        card, lying, leader = size(bit - 1), frame[_LYING], frame[_LEADER]
        below = frames[depth + 1]
        for seat in range(3):
            below[_HAND + seat] = frame[_HAND + seat] & ~bit
        below[_LEADER], below[_LYING], below[_FIRST], below[_SECOND] = leader, lying + 1, frame[_FIRST], frame[_SECOND]
        if lying == 0:
            below[_FIRST] = card
        elif lying == 1:
            below[_SECOND] = card
        else:
            winner, best = leader, frame[_FIRST]
            if beats(cards, frame[_SECOND], best):
                winner, best = (leader + 1) % 3, frame[_SECOND]
            if beats(cards, card, best):
                winner = (leader + 2) % 3
            below[_LEADER], below[_LYING] = winner, 0
        own = below[_HAND + (below[_LEADER] + below[_LYING]) % 3]
        follow = own & cards.suit[below[_FIRST]] if below[_LYING] else 0
        below[_COUNT] = follow or own
        depth += 1
        number += 1
    return number

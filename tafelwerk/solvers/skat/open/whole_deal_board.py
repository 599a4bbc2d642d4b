"""Layout of a deal for its table: local numbers of cards, ranks of hands, and places of the layers of positions.

The cards of a hand of n are numbered 0 to n - 1 by descending bit, so that the rest of a hand is a local mask below 2^n. Local
masks with equally many cards are ranked as numbers; a position with k cards per hand is the leader and three ranks below C(n, k).
"""

from itertools import accumulate
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.skat.rules.cards import Game, Seat, bits, order
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.play import leader_cards


class Board(NamedTuple):
    """A deal in a game, for the kernels.

    Attributes:
        cards: int64, shape (3, n): the card, by seat and number.
        places: int64, shape (3, n): its game bit.
        held: int64, shape (3, 2^n): game bits of a local mask.
        masks: int64, shape (3, 2^n): cards of a local mask.
        subsets: int64, shape (2^n,): local masks by size, then ascending.
        ranks: int64, shape (2^n,): rank of a local mask among those of its size.
        drop: int32, shape (2^n, n): rank of a local mask after a card of it is played.
        local: int64, shape (32,): the number of a card in its hand, by game bit.
        suit: int64, shape (32,): by game bit, the game bits of its suit.
        beaten: int64, shape (32,): by game bit, the game bits that take the trick from it.
        points: int64, shape (32,): by game bit.
        suits: int64, shape (5,): game bits of the trumps and the four suits; 0 for none.
        rearhand: int64, shape (n,): numbers of rearhand's cards by ascending game bit.
        lower: int64, shape (33,): by game bit plus 1, the number of rearhand's cards with a lower game bit; 0 comes first.
        leader: int64, shape (2,): the cards whose bits of a key are the leader's higher and lower bit.
        spread: int64, shape (4, 256): local masks, ten bits a seat, by byte of a key.
        declarer: the seat.
        keep: 1 if play goes on after a trick of the declarer; 0 in Null, where such a trick ends the game.
        most: upper bound of all values.
        links: game bits with a card of the same suit and value one bit higher; links_led: the same where cards are led.
        gap: most cards between two linked ones.
    """

    cards: NDArray[np.int64]
    places: NDArray[np.int64]
    held: NDArray[np.int64]
    masks: NDArray[np.int64]
    subsets: NDArray[np.int64]
    ranks: NDArray[np.int64]
    drop: NDArray[np.int32]
    local: NDArray[np.int64]
    suit: NDArray[np.int64]
    beaten: NDArray[np.int64]
    points: NDArray[np.int64]
    suits: NDArray[np.int64]
    rearhand: NDArray[np.int64]
    lower: NDArray[np.int64]
    leader: NDArray[np.int64]
    spread: NDArray[np.int64]
    declarer: int
    keep: int
    most: int
    links: int
    links_led: int
    gap: int


class Layer(NamedTuple):
    """Places of a layer.

    Attributes:
        left: cards per hand, k.
        size: C(n, k).
        subsets: start of its local masks.
        marks: start of its marks; a row of rearhand's hands takes `words`.
        words: words per row of marks.
        values: start of its values, by leader, forehand's, middlehand's and rearhand's rank.
    """

    left: int
    size: int
    subsets: int
    marks: int
    words: int
    values: int


def make_layers(count: int) -> tuple[Layer, ...]:
    """The layers of hands of `count` cards, by cards left: 0 to `count`."""
    sizes = [comb(count, left) for left in range(count + 1)]
    words = [-(-size // 64) for size in sizes]
    subsets = accumulate(sizes, initial=0)
    marks = accumulate((3 * size**2 * row for size, row in zip(sizes, words, strict=True)), initial=0)
    values = accumulate((3 * size**3 for size in sizes), initial=0)
    return tuple(map(Layer, range(count + 1), sizes, subsets, marks, words, values))


def make_board(deal: Deal, game: Game, declarer: Seat) -> Board:
    """A deal laid out."""
    own, count = order(game), deal.cards_each
    hands = [bits(hand) for hand in deal.hands]
    places = [[own.place[card] for card in hand] for hand in hands]
    sets = range(1 << count)
    subsets = sorted(sets, key=lambda mask: (mask.bit_count(), mask))
    ranks, seen = [0] * len(sets), [0] * (count + 1)
    for mask in subsets:
        ranks[mask] = seen[mask.bit_count()]
        seen[mask.bit_count()] += 1
    suits = (own.trumps, *own.suits)
    suit = [next(suit for suit in suits if suit >> place & 1) for place in range(32)]
    trumps = own.trumps
    beaten = [(suit[place] | trumps) >> (place + 1) << (place + 1) for place in range(32)]
    links = sum(
        1 << place
        for place in range(31)
        if suit[place] == suit[place + 1] and own.values[place] == own.values[place + 1]
    )
    null = game is Game.NULL

    def united(rows: list[list[int]]) -> NDArray[np.int64]:
        return np.array([[sum(1 << row[i] for i in bits(mask)) for mask in sets] for row in rows], np.int64)

    spread = np.zeros((4, 256), np.int64)
    for seat, hand in enumerate(hands):
        for number, card in enumerate(hand):
            byte = np.arange(256) >> card % 8 & 1
            spread[card // 8] |= byte << (10 * seat + number)
    local = [0] * 32
    for row in places:
        for number, place in enumerate(row):
            local[place] = number
    return Board(
        cards=np.array(hands, np.int64),
        places=np.array(places, np.int64),
        held=united(places),
        masks=united(hands),
        subsets=np.array(subsets, np.int64),
        ranks=np.array(ranks, np.int64),
        drop=np.array([[ranks[mask & ~(1 << i)] for i in range(count)] for mask in sets], np.int32),
        local=np.array(local, np.int64),
        suit=np.array(suit, np.int64),
        beaten=np.array(beaten, np.int64),
        points=np.array(own.values, np.int64),
        suits=np.array(suits, np.int64),
        rearhand=np.array(sorted(range(count), key=lambda i: places[2][i]), np.int64),
        lower=np.array([sum(place < one for place in places[2]) for one in range(-1, 32)], np.int64),
        leader=np.array(leader_cards(deal), np.int64),
        spread=spread,
        declarer=int(declarer),
        keep=0 if null else 1,
        most=1 if null else 120,
        links=links,
        # among equivalent cards the highest by game bit is tried, which in Null need not be the highest by bit
        links_led=0 if null else links,
        gap=6 if null else 2,
    )

"""All positions that play can reach from a deal, by layers, and their keys.

Marks are bits, and the hands of rearhand with the same leader, forehand's and middlehand's hands form a row. A card of
rearhand maps a whole row to another, and the winner of the trick depends only on which cards are higher than
the best of the others. So the rows after each card of rearhand are computed once, united for each strength to beat,
and then every pair of cards of the other two costs a few words.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.bits import bit, first_bit
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.open.whole_deal_board import Board, Layer


class _Scratch(NamedTuple):
    """Sets of rearhand's hands, as rows of marks of a layer; uint64.

    Attributes:
        void: shape (6, words): the hands without a suit, by suit; the last stays empty.
        played: shape (n, words): hands of a row above after a card is played from them, by its number.
        wins: shape (n + 1, words): hands after a card that takes the trick from forehand and middlehand, by the number of
            rearhand's cards with a lower game bit than the strongest of theirs.
        losses: shape (n + 1, words): the same after a card that does not take the trick.
    """

    void: NDArray[np.uint64]
    played: NDArray[np.uint64]
    wins: NDArray[np.uint64]
    losses: NDArray[np.uint64]


def mark(board: Board, layers: tuple[Layer, ...], leader: int) -> NDArray[np.uint64]:
    """Marks of all positions, arranged by layers.

    Args:
        board: the deal.
        layers: layers by cards left.
        leader: the seat that leads to the first trick.
    """
    count, last = len(layers) - 1, layers[-1]
    words = max(layer.words for layer in layers)
    scratch = _Scratch(*(np.zeros((rows, words), np.uint64) for rows in (6, count, count + 1, count + 1)))
    marks = np.zeros(last.marks + 3 * last.words, np.uint64)
    marks[last.marks + leader * last.words] = 1
    for left in range(count, 0, -1):
        _void_kernel(board, layers[left - 1], scratch.void)
        _mark_kernel(board, layers[left], layers[left - 1], marks, scratch)
    return marks


def count_positions(layer: Layer, marks: NDArray[np.uint64]) -> int:
    """Number of marked positions of a layer."""
    return int(np.bitwise_count(marks[layer.marks : layer.marks + 3 * layer.size**2 * layer.words]).sum())


def list_keys(board: Board, layers: tuple[Layer, ...], marks: NDArray[np.uint64], positions: int) -> NDArray[np.uint32]:
    """Ascending keys of all marked positions except those without cards; their number is `positions`.

    A key has the bits of the cards still held, and the leader's seat in the bits of the two leader cards.
    """
    keys, filled = np.empty(positions, np.uint32), 0
    for layer in layers[1:]:
        filled = _keys_kernel(board, layer, marks, keys, filled)
    keys.sort()
    return keys


@kernel
def _void_kernel(board: Board, layer: Layer, void: NDArray[np.uint64]) -> None:
    """Fill `void` for a layer."""
    for suit in range(5):
        for word in range(layer.words):
            void[suit, word] = 0
        for rank in range(layer.size):
            if not board.held[2, board.subsets[layer.subsets + rank]] & board.suits[suit]:
                word = rank >> 6
                void[suit, word] |= bit(void[suit, word], rank & 63)


@kernel
def _mark_kernel(board: Board, above: Layer, below: Layer, marks: NDArray[np.uint64], scratch: _Scratch) -> None:
    """Mark the successors of the marked positions of a layer; `scratch.void` is that of the layer below."""
    for leader in range(3):
        for first in range(above.size):
            hand_0 = board.subsets[above.subsets + first]
            for second in range(above.size):
                hand_1 = board.subsets[above.subsets + second]
                row = above.marks + ((leader * above.size + first) * above.size + second) * above.words
                if not _played_kernel(board, above, below, marks, row, scratch.played):
                    continue
                for suit in range(5):
                    follow_0 = board.held[0, hand_0] & board.suits[suit]
                    follow_1 = board.held[1, hand_1] & board.suits[suit]
                    if not (follow_0 if leader == 0 else follow_1 if leader == 1 else board.suits[suit]):
                        continue
                    _answer_kernel(board, below.words, leader == 2, suit, scratch)
                    playable_0, playable_1 = follow_0 or board.held[0, hand_0], follow_1 or board.held[1, hand_1]
                    _pairs_kernel(board, below, marks, hand_0, hand_1, suit, playable_0, playable_1, scratch)


@kernel
def _played_kernel(
    board: Board, above: Layer, below: Layer, marks: NDArray[np.uint64], row: int, played: NDArray[np.uint64]
) -> bool:
    """Fill `played` for a row of marks; whether there is a mark in it."""
    some = marks[row]
    for word in range(1, above.words):
        some |= marks[row + word]
    if not some:
        return False
    for number in range(board.cards.shape[1]):
        for word in range(below.words):
            played[number, word] = 0
    for word in range(above.words):
        left = marks[row + word]
        while left:
            place = first_bit(left)
            left ^= bit(left, place)
            hand = board.subsets[above.subsets + 64 * word + place]
            cards = hand
            while cards:
                number = first_bit(cards)
                cards &= cards - 1
                rank = board.drop[hand, number]
                played[number, rank >> 6] |= bit(left, rank & 63)
    return True


@kernel
def _answer_kernel(board: Board, words: int, leads: bool, suit: int, scratch: _Scratch) -> None:
    """Fill `wins` and `losses` for a suit that rearhand leads or another player."""
    count = board.rearhand.shape[0]
    wins, losses = scratch.wins, scratch.losses
    able = board.suits[suit] | board.suits[0]
    # a leader plays a card of the suit; a player without the suit led plays any card
    allowed = 5 if leads else suit
    for word in range(words):
        losses[0, word] = 0
        wins[count, word] = 0
        for lower in range(count):
            number = board.rearhand[lower]
            place = board.places[2, number]
            hands = scratch.played[number, word]
            if not board.suits[suit] >> place & 1:
                hands &= scratch.void[allowed, word]
            if able >> place & 1:
                wins[lower, word] = hands
            else:
                wins[lower, word] = 0
                losses[0, word] |= hands
        for lower in range(count):
            losses[lower + 1, word] = losses[lower, word] | wins[lower, word]
        for lower in range(count - 1, -1, -1):
            wins[lower, word] |= wins[lower + 1, word]


@kernel
def _pairs_kernel(
    board: Board,
    below: Layer,
    marks: NDArray[np.uint64],
    hand_0: int,
    hand_1: int,
    suit: int,
    playable_0: int,
    playable_1: int,
    scratch: _Scratch,
) -> None:
    """Mark the successors when forehand and middlehand, with these local masks, play any of these cards to a suit led."""
    able = board.suits[suit] | board.suits[0]
    while playable_0:
        a = first_bit(playable_0)
        playable_0 &= playable_0 - 1
        strength_0 = a if able >> a & 1 else -1
        row_0 = board.drop[hand_0, board.local[a]] * below.size
        rest = playable_1
        while rest:
            b = first_bit(rest)
            rest &= rest - 1
            strength_1 = b if able >> b & 1 else -1
            row = row_0 + board.drop[hand_1, board.local[b]]
            strongest = max(strength_0, strength_1)
            lower = board.lower[strongest + 1]
            to = below.marks + (2 * below.size * below.size + row) * below.words
            for word in range(below.words):
                marks[to + word] |= scratch.wins[lower, word]
            if strongest >= 0:
                winner = 0 if strength_0 > strength_1 else 1
                to = below.marks + (winner * below.size * below.size + row) * below.words
                for word in range(below.words):
                    marks[to + word] |= scratch.losses[lower, word]


@kernel
def _keys_kernel(board: Board, layer: Layer, marks: NDArray[np.uint64], keys: NDArray[np.uint32], filled: int) -> int:
    """Append the keys of a layer to those filled in; the number of keys after that."""
    for leader in range(3):
        turn = (leader >> 1) << board.leader[0] | (leader & 1) << board.leader[1]
        for first in range(layer.size):
            one = turn | board.masks[0, board.subsets[layer.subsets + first]]
            for second in range(layer.size):
                two = one | board.masks[1, board.subsets[layer.subsets + second]]
                row = layer.marks + ((leader * layer.size + first) * layer.size + second) * layer.words
                for word in range(layer.words):
                    left = marks[row + word]
                    while left:
                        place = first_bit(left)
                        left ^= bit(left, place)
                        keys[filled] = two | board.masks[2, board.subsets[layer.subsets + 64 * word + place]]
                        filled += 1
    return filled

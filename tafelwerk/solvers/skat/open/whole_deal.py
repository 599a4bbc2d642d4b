"""A whole deal as a table: every trick start that play can reach, with its exact value, without any search.

A position is a trick start: the leader, and the rest of the three hands. Reachable positions are marked from the deal
layer by layer. Then, from the last trick back, each gets its value from the layer below: a trick is three plies of minimax
over look-ups. Among equivalent cards, which have equal points and take the same tricks from all cards of the other players, only
one is tried (Kupferschmid 2003, section 7.1, for the hands at the start of the trick); this leaves out no position.

Positions and their keys of 32 bits are those of Kupferschmid's table, sections 5.1 and 5.3: at most
3 (C(10, 1)^3 + ... + C(10, 9)^3) + 1 = 114 495 775.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.solvers.machine.bits import bit, first_bit, popcount
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.skat.open.position import representatives
from tafelwerk.solvers.skat.open.whole_deal_board import Board, Layer, make_board, make_layers
from tafelwerk.solvers.skat.open.whole_deal_marks import count_positions, list_keys, mark

CHUNK = 1 << 20
"""Rows per part of `WholeDeal.rows`."""

_LEAST, _GREATEST = -1, 255
"""Bounds that no value reaches."""


class Rows(NamedTuple):
    """Positions of a deal, by ascending key.

    Attributes:
        keys: uint32, shape (m,): position in 32 bits, see `tafelwerk.families.skat.rules.play.start_key`.
        values: uint8, shape (m,): card points the declarer still makes under best play by all, without the Skat and tricks
            already won; in Null 1 if the declarer takes no further trick, otherwise 0.
        best: int8, shape (m,): the card to lead that keeps the value; of several the one with the highest bit.
    """

    keys: NDArray[np.uint32]
    values: NDArray[np.uint8]
    best: NDArray[np.int8]


class _Table(NamedTuple):
    """Data of positions, arranged by layers.

    Attributes:
        marks: uint64: bits of the reachable positions.
        values: uint8.
        best: int8.
    """

    marks: NDArray[np.uint64]
    values: NDArray[np.uint8]
    best: NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class WholeDeal:
    """All positions of a deal; made by `whole_deal`.

    Attributes:
        layers: number of positions after 0, 1, ... tricks; the last layer has one card per hand.
    """

    layers: tuple[int, ...]
    _board: Board
    _layout: tuple[Layer, ...]
    _table: _Table

    def rows(self, at_most: int = CHUNK) -> Iterator[Rows]:
        """All positions by ascending key, in parts of `at_most` rows, the last one smaller.

        Raises:
            InputError: at_most is less than 1.
        """
        if at_most < 1:
            raise InputError(f"at_most must be 1 or more, not {at_most}")
        return self._rows(at_most)

    def _rows(self, at_most: int) -> Iterator[Rows]:
        keys = list_keys(self._board, self._layout, self._table.marks, sum(self.layers))
        layout = np.array(self._layout, np.int64)
        for first in range(0, len(keys), at_most):
            part = keys[first : first + at_most]
            rows = Rows(part, np.empty(len(part), np.uint8), np.empty(len(part), np.int8))
            _look_up_kernel(self._board, layout, self._table, rows)
            yield rows


def whole_deal(deal: Deal, game: Game, declarer: Seat, leader: Seat = Seat.FOREHAND) -> WholeDeal:
    """Every trick start that play can reach from a deal, with exact values.

    With ten cards each it takes 16 MB for marks and up to 229 MB for values and best cards, less if fewer positions are
    reached; `rows` takes a further 4 bytes per position.

    Args:
        deal: the deal.
        game: the game.
        declarer: the declarer.
        leader: seat that leads to the first trick.

    Source: S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003.
    """
    board, layout = make_board(deal, game, declarer), make_layers(deal.cards_each)
    marks, size = mark(board, layout, leader), layout[-1].values + 3
    table = _Table(marks, np.empty(size, np.uint8), np.empty(size, np.int8))
    table.values[:3] = game is Game.NULL
    for below, above in pairwise(layout):
        _value_kernel(board, above, below, table)
    layers = tuple(count_positions(layer, marks) for layer in reversed(layout[1:]))
    return WholeDeal(layers, board, layout, table)


@kernel
def _value_kernel(board: Board, above: Layer, below: Layer, table: _Table) -> None:
    """Fill in values and best cards of the marked positions of a layer from those of the layer below."""
    for leader in range(3):
        for first in range(above.size):
            for second in range(above.size):
                _row_kernel(board, above, below, table, leader, first, second)


@kernel
def _row_kernel(board: Board, above: Layer, below: Layer, table: _Table, leader: int, first: int, second: int) -> None:
    """The same for one row of marks: a leader, and the ranks of forehand's and middlehand's hands.

    Minimax over the trick with cut-offs. The players in the order of play hold x, y, z and play a, b, c. In one piece: as three
    kernels it takes half as long again.
    """
    values = table.values
    middle, last = (leader + 1) % 3, (leader + 2) % 3
    leader_maximal = leader == board.declarer
    middle_maximal = middle == board.declarer
    last_maximal = last == board.declarer
    step_x, step_y, step_z = _step(leader, below.size), _step(middle, below.size), _step(last, below.size)
    block = below.size * below.size * below.size
    forehand, middlehand = board.subsets[above.subsets + first], board.subsets[above.subsets + second]
    row = (leader * above.size + first) * above.size + second
    for word in range(above.words):
        left = table.marks[above.marks + row * above.words + word]
        while left:
            place = first_bit(left)
            left ^= bit(left, place)
            rearhand = board.subsets[above.subsets + 64 * word + place]
            x = forehand if leader == 0 else middlehand if leader == 1 else rearhand
            y = forehand if middle == 0 else middlehand if middle == 1 else rearhand
            z = forehand if last == 0 else middlehand if last == 1 else rearhand
            held_x, held_y, held_z = board.held[leader, x], board.held[middle, y], board.held[last, z]
            single_x = representatives(held_x, held_y | held_z, board.links_led, board.gap)
            single_y = representatives(held_y, held_x | held_z, board.links, board.gap)
            single_z = representatives(held_z, held_x | held_y, board.links, board.gap)
            # as far as cards have been tried the value lies between low and high
            low, high, chosen = _LEAST, _GREATEST, 0
            cards = x
            while cards:
                number = first_bit(cards)
                cards &= cards - 1
                a = board.places[leader, number]
                if not single_x >> a & 1:
                    continue
                from_a = below.values + board.drop[x, number] * step_x
                to_second, to_third = single_y & board.suit[a] or single_y, single_z & board.suit[a] or single_z
                low_a, high_a = low, high
                while to_second:
                    b = first_bit(to_second)
                    to_second &= to_second - 1
                    from_b = from_a + board.drop[y, board.local[b]] * step_y
                    winner, strongest = (middle, b) if board.beaten[a] >> b & 1 else (leader, a)
                    pile = board.points[a] + board.points[b]
                    low_b, high_b = low_a, high_a
                    # cards that take the trick, then those that leave it
                    taker, playable = last, to_third & board.beaten[strongest]
                    others = to_third ^ playable
                    for _ in range(2):
                        base = from_b + taker * block
                        while playable:
                            c = first_bit(playable)
                            playable &= playable - 1
                            value: Any = np.int64(values[base + board.drop[z, board.local[c]] * step_z])
                            if taker == board.declarer:
                                value = value * board.keep + pile + board.points[c]
                            if last_maximal:
                                low_b = max(low_b, value)
                            else:
                                high_b = min(high_b, value)
                            if low_b >= high_b:
                                others = 0
                                break
                        taker, playable = winner, others
                    value_b = low_b if last_maximal else high_b
                    if middle_maximal:
                        low_a = max(low_a, value_b)
                    else:
                        high_a = min(high_a, value_b)
                    if low_a >= high_a:
                        break
                value_a = low_a if middle_maximal else high_a
                if leader_maximal and value_a > low:
                    low, chosen = value_a, number
                elif not leader_maximal and value_a < high:
                    high, chosen = value_a, number
                if low >= board.most or high <= 0:
                    break
            at = above.values + row * above.size + 64 * word + place
            values[at] = low if leader_maximal else high
            table.best[at] = board.cards[leader, chosen]


@kernel
def _step(seat: int, size: int) -> int:
    """Stride of values between hands of a seat of consecutive rank."""
    return size * size if seat == 0 else size if seat == 1 else 1


@kernel
def _look_up_kernel(board: Board, layout: NDArray[np.int64], table: _Table, rows: Rows) -> None:
    """Values and best cards by key; `layout` has the layers as rows."""
    for i in range(rows.keys.shape[0]):
        key = np.int64(rows.keys[i])
        hands = (
            board.spread[0, key & 255]
            | board.spread[1, key >> 8 & 255]
            | board.spread[2, key >> 16 & 255]
            | board.spread[3, key >> 24 & 255]
        )
        first, second, third = hands & 1023, hands >> 10 & 1023, hands >> 20
        leader = 2 * (key >> board.leader[0] & 1) + (key >> board.leader[1] & 1)
        left = popcount(first)
        size = layout[left, 1]
        at = ((leader * size + board.ranks[first]) * size + board.ranks[second]) * size + board.ranks[third]
        at += layout[left, 5]
        rows.values[i] = table.values[at]
        rows.best[i] = table.best[at]

"""Every position of a small board as arrays: who has won, who wins, potentials as integers, wins under random play.

Arrays over positions run from the most taken edges to none, so that successors come first. Arrays over moves hold the moves of
open positions, position after position, edges ascending.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.switching.board import DELETED, FREE, MARKED, Board, lay_out

Array = NDArray[Any]

_PART = 20_000
"""Number of positions whose equations are solved at a time."""

_PRIME = 2_147_483_629
"""Prime modulo which numbers are compared if doubles cannot tell them apart."""

_NEAR = 1e-9
"""Doubles closer than this are compared modulo the prime; their errors are far smaller."""


@dataclass(frozen=True, slots=True)
class Swept:
    """Drops after some Gauss-Seidel sweeps, over moves.

    Attributes:
        ratios: drops over the greatest drop of their position, exactly 0 only for a drop of 0.
        greatest: whether a drop is the greatest.
    """

    ratios: Array
    greatest: Array


class Whole:
    """All positions of a board of E edges that alternating turns can produce, n of them, with M moves from open ones.

    Attributes:
        board: the board.
        deleted, marked: int64, shape (n,), masks.
        taken: int64, shape (n,): number of edges taken.
        mover: int8, shape (n,): DELETED if Cut is to move, MARKED if Short is.
        won: int8, shape (n,): colour of the player who has won, FREE in open positions.
        owner, edge, after: int64, shape (M,): position, edge and next position of each move.
        begin: int64: index of the first move of each open position.
        open: int64: the open positions.
    """

    def __init__(self, order: int) -> None:
        board = self.board = lay_out(order)
        edges = board.edges
        powers = 3 ** np.arange(edges)
        keys = np.arange(3**edges)
        deleted, marked, rest = np.zeros_like(keys), np.zeros_like(keys), keys
        for edge in range(edges):
            digit = rest % 3
            deleted |= (digit == DELETED).astype(np.int64) << edge
            marked |= (digit == MARKED).astype(np.int64) << edge
            rest = rest // 3
        more = np.bitwise_count(deleted).astype(np.int64) - np.bitwise_count(marked)
        keys = keys[(more == 0) | (more == 1)]
        taken = np.bitwise_count(deleted[keys] | marked[keys]).astype(np.int64)
        keys = keys[np.argsort(-taken, kind="stable")]
        self.deleted, self.marked = deleted[keys], marked[keys]
        self.taken = np.bitwise_count(self.deleted | self.marked).astype(np.int64)
        self.mover = np.where(self.taken % 2 == 0, DELETED, MARKED).astype(np.int8)
        joined = _joined(board)
        everything = 2**edges - 1
        self.won = np.where(
            joined[self.marked], MARKED, np.where(joined[everything & ~self.deleted], FREE, DELETED)
        ).astype(np.int8)
        number = np.full(3**edges, -1, np.int64)
        number[keys] = np.arange(len(keys))
        self.open = np.flatnonzero(self.won == FREE)
        free = ((self.deleted | self.marked)[self.open, None] >> np.arange(edges)) & 1 == 0
        place, self.edge = np.nonzero(free)
        self.owner = self.open[place]
        self.after = number[keys[self.owner] + self.mover[self.owner] * powers[self.edge]]
        degree = free.sum(axis=1)
        self.begin = np.cumsum(degree) - degree
        self.degree = degree

    @property
    def positions(self) -> int:
        """Number of positions."""
        return len(self.deleted)

    @cached_property
    def layers(self) -> list[tuple[slice, slice]]:
        """Open positions by number of edges taken, the most first: their places in `open`, and their moves."""
        bounds = [0, *(np.flatnonzero(np.diff(self.taken[self.open])) + 1).tolist(), len(self.open)]
        ends = [*self.begin.tolist(), len(self.edge)]
        return [(slice(one, other), slice(ends[one], ends[other])) for one, other in pairwise(bounds)]

    def spread(self, values: Array) -> Array:
        """Values of open positions, repeated for each of their moves."""
        return np.repeat(values, self.degree)

    def total(self, values: Array) -> Array:
        """Sums over the moves of open positions."""
        return np.asarray(np.add.reduceat(values, self.begin))

    def most(self, values: Array) -> Array:
        """Greatest values over the moves of open positions."""
        return np.asarray(np.maximum.reduceat(values, self.begin))

    def masks(self, chosen: Array) -> Array:
        """Masks of the chosen moves of all positions; int64, shape (n,)."""
        found = np.zeros(self.positions, np.int64)
        found[self.open] = self.total(np.where(chosen, np.left_shift(1, self.edge), 0))
        return found

    @cached_property
    def winner(self) -> Array:
        """Colour of the player who wins under perfect play; int8, shape (n,)."""
        found = self.won.copy()
        for places, moves in self.layers:
            owners = self.open[places]
            own = found[self.after[moves]] == self.mover[self.owner[moves]]
            wins = np.maximum.reduceat(own, self.begin[places] - moves.start)
            found[owners] = np.where(wins, self.mover[owners], DELETED + MARKED - self.mover[owners])
        return found

    @cached_property
    def winning(self) -> Array:
        """Whether a move wins; bool, shape (M,)."""
        return np.asarray(self.winner[self.after] == self.mover[self.owner])

    @cached_property
    def drops(self) -> Array:
        """Potential differences times the determinant of their position; int64, shape (M,)."""
        board = self.board
        inner = range(2, board.nodes)
        found = np.zeros(len(self.edge), np.int64)
        reached = _reached(board)
        for one in range(0, len(self.open), _PART):
            part = self.open[one : one + _PART]
            label, network = self._network(part)
            size = len(part)
            rows = np.zeros((board.nodes, board.nodes - 1, size))
            for i in inner:
                flows = (reached[self.deleted[part]] >> i & 1 == 1) & (label[i] == i)
                for j in inner:
                    rows[i, j - 2] = np.where(flows, network[i, j], 0)
                rows[i, -1] = np.where(flows, -network[i, 0], 0)
                rows[i, i - 2] += ~flows | (network[i, i] == 0)
            # fraction-free elimination: all numbers are minors of the equations, integers far below 2^53
            before = np.ones(size)
            for k in inner:
                pivot = rows[k, k - 2].copy()
                for i in inner:
                    if i != k:
                        rows[i] = (pivot * rows[i] - rows[i, k - 2].copy() * rows[k]) / before
                before = pivot
            potential = np.zeros((board.nodes, size))
            potential[0] = before
            for i in inner:
                potential[i] = rows[i, -1]
            moves = self._moves(one, size)
            place = self._places(one, moves)
            ends = board.ends[self.edge[moves]]
            sides = [potential[label[ends[:, side], place], place] for side in range(2)]
            found[moves] = np.abs(sides[0] - sides[1]).astype(np.int64)
        return found

    def swept(self, sweeps: int, omega: Fraction) -> Swept:
        """Drops after Gauss-Seidel sweeps from 1/2 with over-relaxation; merged nodes take the turn of the smallest."""
        own, new = (float(share) for share in (1 - omega, omega))
        own_rest, new_rest = (
            share.numerator * pow(share.denominator, -1, _PRIME) % _PRIME for share in (1 - omega, omega)
        )
        board = self.board
        ratios, greatest = np.zeros(len(self.edge)), np.zeros(len(self.edge), np.bool_)
        inverses = np.array([0, *(pow(d, -1, _PRIME) for d in range(1, board.edges + 1))], np.int64)
        for one in range(0, len(self.open), _PART):
            part = self.open[one : one + _PART]
            label, network = self._network(part)
            size = len(part)
            value, rest = np.full((board.nodes, size), 0.5), np.full((board.nodes, size), inverses[2])
            value[0], value[1], rest[0], rest[1] = 1.0, 0.0, 1, 0
            for _ in range(sweeps):
                for i in range(2, board.nodes):
                    degree = network[i, i]
                    around = [(j, -network[i, j]) for j in range(board.nodes) if j != i]
                    mean = sum(weight * value[j] for j, weight in around) / np.maximum(degree, 1)
                    value[i] = np.where(degree > 0, own * value[i] + new * mean, value[i])
                    modular = sum(weight * rest[j] for j, weight in around) % _PRIME * inverses[degree] % _PRIME
                    modular = (own_rest * rest[i] % _PRIME + new_rest * modular % _PRIME) % _PRIME
                    rest[i] = np.where(degree > 0, modular, rest[i])
            moves = self._moves(one, size)
            place = self._places(one, moves)
            ends = board.ends[self.edge[moves]]
            here, there = ((label[ends[:, side], place], place) for side in range(2))
            flow, flow_rest = value[here] - value[there], (rest[here] - rest[there]) % _PRIME
            flow_rest = np.where(flow < 0, -flow_rest % _PRIME, flow_rest)
            flow = np.where((np.abs(flow) < _NEAR) & (flow_rest == 0), 0.0, np.abs(flow))
            begin = self.begin[one : one + size] - moves.start
            degree = self.degree[one : one + size]
            most = np.repeat(np.maximum.reduceat(flow, begin), degree)
            best = np.flatnonzero(flow == most)
            first = np.searchsorted(best, begin)
            wanted = np.repeat(flow_rest[best[first]], degree)
            greatest[moves] = (most - flow < _NEAR) & (flow_rest == wanted)
            ratios[moves] = np.where(greatest[moves], most > 0, flow / np.where(most > 0, most, 1.0))
        return Swept(ratios, greatest)

    def random_wins(self) -> Array:
        """Number of ways to divide the free edges in which the mover wins after each move; int64, shape (M,)."""
        edges = self.board.edges
        shorts = edges // 2
        free, left = edges - self.taken, shorts - np.bitwise_count(self.marked).astype(np.int64)
        table = np.array([[comb(n, k) for k in range(edges + 1)] for n in range(edges + 1)], np.int64)
        ways = table[free, np.maximum(left, 0)]
        found = np.where(self.won == MARKED, ways, 0)
        for places, moves in self.layers:
            owners = self.open[places]
            own = np.where(self.mover[owners] == MARKED, left[owners], free[owners] - left[owners])
            # each way to divide them is counted once for each edge that may come first
            found[owners] = np.add.reduceat(found[self.after[moves]], self.begin[places] - moves.start) // own
        after = self.after
        return np.asarray(np.where(self.mover[self.owner] == MARKED, found[after], ways[after] - found[after]))

    def _moves(self, one: int, size: int) -> slice:
        end = one + size
        return slice(int(self.begin[one]), int(self.begin[end]) if end < len(self.open) else len(self.edge))

    def _places(self, one: int, moves: slice) -> Array:
        return np.searchsorted(self.open, self.owner[moves]) - one

    def _network(self, part: Array) -> tuple[Array, Array]:
        """Labels of nodes, shape (nodes, positions), and the equations by label, shape (nodes, nodes, positions)."""
        board = self.board
        label = _labels(board)[:, self.marked[part]]
        network = np.zeros((board.nodes, board.nodes, len(part)), np.int64)
        here = np.arange(len(part))
        taken = self.deleted[part] | self.marked[part]
        for edge, (one, other) in enumerate(board.ends.tolist()):
            a, b = label[one], label[other]
            free = ((taken >> edge & 1 == 0) & (a != b)).astype(np.int64)
            network[a, b, here] -= free
            network[b, a, here] -= free
            network[a, a, here] += free
            network[b, b, here] += free
        return label, network


@lru_cache(maxsize=2)
def whole(order: int) -> Whole:
    """All positions of the board of order 2 or 3."""
    return Whole(order)


def _joined(board: Board) -> Array:
    """Whether the edges of each mask join A and B."""
    return np.asarray(_met(board, 1, False) >> 1 & 1 == 1)


def _reached(board: Board) -> Array:
    """Nodes that undeleted edges join to A or B, as a mask, by the mask of deleted edges."""
    return _met(board, 3, True)


def _met(board: Board, start: int, others: bool) -> Array:
    """Nodes that the edges of a mask (or the others) join to those of `start`, as masks, by mask."""
    masks = np.arange(2**board.edges)
    found = np.full(len(masks), start)
    for _ in range(board.nodes):
        for edge, (one, other) in enumerate(board.ends.tolist()):
            joins = (masks >> edge & 1 == 1) != others
            one_met, other_met = found >> one & 1, found >> other & 1
            found = found | np.where(joins, other_met << one | one_met << other, 0)
    return found


@lru_cache(maxsize=2)
def _labels(board: Board) -> Array:
    """Smallest node that marked edges join each node to, by mask; shape (nodes, masks)."""
    masks = np.arange(2**board.edges)
    label = np.repeat(np.arange(board.nodes)[:, None], len(masks), axis=1)
    for _ in range(board.nodes):
        for edge, (one, other) in enumerate(board.ends.tolist()):
            least = np.minimum(label[one], label[other])
            joins = masks >> edge & 1 == 1
            label[one] = np.where(joins, least, label[one])
            label[other] = np.where(joins, least, label[other])
    return label

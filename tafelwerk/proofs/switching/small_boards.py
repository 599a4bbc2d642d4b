"""A second implementation of Bridg-It boards; every position of a small one as arrays; agents there, and their duels.

Nodes lie at even columns between even rows of midpoints; A is above the first row, B below the last. The board reflected in its
diagonal is its dual: an edge deleted here is marked there. So edges in series here are parallel there, and Cut wins by a move
that joins A and B there.

Every position:

Arrays over positions run from the most taken edges to none, so that successors come first. Arrays over moves hold the moves of
open positions, position after position, edges ascending.

Agents:

All numbers are doubles; `rounding` bounds their relative errors.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.switching.rules import Agent, parse_agent

Numbers = NDArray[np.int32]

FREE, DELETED, MARKED = 0, 1, 2

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters of columns: I, L and O are left out."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board of order m with E edges.

    Attributes:
        order: m.
        nodes: m (m - 1) + 2; 0 is A, 1 is B, then row by row.
        rows: rows of table edges, without m.
        names: names of edges.
        ends, dual_ends: int32, shape (E, 2): the two nodes of each edge, here and on the dual board.
        images: int32, shape (4, E): image of each edge under the identity, the left-right and the up-down reflection, and both.
        offsets, around: int32: edges of a node, node by node.
        turn: int32, shape (nodes,): place of a node column by column, from 0; -1 for A and B.
    """

    order: int
    nodes: int
    rows: tuple[tuple[Any, ...], ...]
    names: tuple[str, ...]
    ends: Numbers
    dual_ends: Numbers
    images: Numbers
    offsets: Numbers
    around: Numbers
    turn: Numbers

    @property
    def edges(self) -> int:
        """Number of edges."""
        return len(self.rows)

    @property
    def everything(self) -> int:
        """The mask of all edges."""
        return (1 << self.edges) - 1

    @property
    def openings(self) -> list[int]:
        """First moves of the heuristic: edges between rows of nodes, in even columns."""
        return [row[0] for row in self.rows if row[2] % 2 == 0]

    def least(self, edge: int) -> int:
        """Smallest image of an edge."""
        return int(self.images[:, edge].min())


@lru_cache(maxsize=64)
def lay_out(order: int) -> Board:
    """The board of order m, at least 2."""
    last = 2 * order - 2
    places = [(x, y) for y in range(last + 1) for x in range(last + 1) if (x + y) % 2 == 0]
    number = {midpoint: edge for edge, midpoint in enumerate(places)}
    rows = []
    for edge, (x, y) in enumerate(places):
        sides = [(x, y - 1), (x, y + 1)] if y % 2 == 0 else [(x - 1, y), (x + 1, y)]
        end, other = (0 if b < 0 else 1 if b > last else 2 + b // 2 * order + a // 2 for a, b in sides)
        images = number[last - x, y], number[x, last - y], number[y, x]
        rows.append((edge, f"{column(x)}{y + 1}", x, y, end, other, *images))
    ends = np.array([row[4:6] for row in rows], np.int32)
    mirror, flipped, dual = (np.array([row[i] for row in rows], np.int32) for i in (6, 7, 8))
    nodes = order * (order - 1) + 2
    around: list[list[int]] = [[] for _ in range(nodes)]
    for edge, pair in enumerate(ends.tolist()):
        for node in pair:
            around[node].append(edge)
    turn = [-1, -1, *(column * (order - 1) + row for row in range(order - 1) for column in range(order))]
    return Board(
        order,
        nodes,
        tuple(rows),
        tuple(row[1] for row in rows),
        ends,
        ends[dual],
        np.stack([np.arange(len(rows), dtype=np.int32), mirror, flipped, mirror[flipped]]),
        np.cumsum([0, *map(len, around)]).astype(np.int32),
        np.array([edge for edges in around for edge in edges], np.int32),
        np.array(turn, np.int32),
    )


def column(number: int) -> str:
    """Letters of a column, from 0: A, B, ..., Z, AA, AB, ..."""
    letters, number = "", number + 1
    while number:
        number, letter = divmod(number - 1, len(LETTERS))
        letters = LETTERS[letter] + letters
    return letters


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
        deleted, marked, digits = np.zeros_like(keys), np.zeros_like(keys), keys
        for edge in range(edges):
            digit = digits % 3
            deleted |= (digit == DELETED).astype(np.int64) << edge
            marked |= (digit == MARKED).astype(np.int64) << edge
            digits = digits // 3
        more = np.bitwise_count(deleted).astype(np.int64) - np.bitwise_count(marked)
        keys = keys[(more == 0) | (more == 1)]
        taken = np.bitwise_count(deleted[keys] | marked[keys]).astype(np.int64)
        keys = keys[np.argsort(-taken, kind="stable")]
        self.deleted, self.marked = deleted[keys], marked[keys]
        self.taken = np.bitwise_count(self.deleted | self.marked).astype(np.int64)
        self.mover = np.where(self.taken % 2 == 0, DELETED, MARKED).astype(np.int8)
        joined = _labels(board)[1] == 0
        self.won = np.where(
            joined[self.marked], MARKED, np.where(joined[board.everything & ~self.deleted], FREE, DELETED)
        ).astype(np.int8)
        number = np.full(3**edges, -1, np.int64)
        number[keys] = np.arange(len(keys))
        self.open = np.flatnonzero(self.won == FREE)
        free = ((self.deleted | self.marked)[self.open, None] >> np.arange(edges)) & 1 == 0
        owner, self.edge = np.nonzero(free)
        self.owner = self.open[owner]
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
        return [(slice(start, stop), slice(ends[start], ends[stop])) for start, stop in pairwise(bounds)]

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
        masks = np.zeros(self.positions, np.int64)
        masks[self.open] = self.total(np.where(chosen, np.left_shift(1, self.edge), 0))
        return masks

    @cached_property
    def winner(self) -> Array:
        """Colour of the player who wins under perfect play; int8, shape (n,)."""
        winners = self.won.copy()
        for places, moves in self.layers:
            owners = self.open[places]
            own = winners[self.after[moves]] == self.mover[self.owner[moves]]
            wins = np.maximum.reduceat(own, self.begin[places] - moves.start)
            winners[owners] = np.where(wins, self.mover[owners], DELETED + MARKED - self.mover[owners])
        return winners

    @cached_property
    def winning(self) -> Array:
        """Whether a move wins; bool, shape (M,)."""
        return np.asarray(self.winner[self.after] == self.mover[self.owner])

    @cached_property
    def drops(self) -> Array:
        """Potential differences times the determinant of their position; int64, shape (M,)."""
        board = self.board
        inner = range(2, board.nodes)
        drops = np.zeros(len(self.edge), np.int64)
        reached = _labels(board) < 2
        for offset in range(0, len(self.open), _PART):
            part = self.open[offset : offset + _PART]
            label, network = self._network(part)
            size = len(part)
            rows = np.zeros((board.nodes, board.nodes - 1, size))
            for i in inner:
                flows = reached[i, board.everything & ~self.deleted[part]] & (label[i] == i)
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
            moves = self._moves(offset, size)
            columns = self._places(offset, moves)
            ends = board.ends[self.edge[moves]]
            sides = [potential[label[ends[:, side], columns], columns] for side in range(2)]
            drops[moves] = np.abs(sides[0] - sides[1]).astype(np.int64)
        return drops

    def swept(self, sweeps: int, omega: Fraction) -> Swept:
        """Drops after Gauss-Seidel sweeps from 1/2 with over-relaxation; merged nodes take the turn of the smallest."""
        own, new = (float(share) for share in (1 - omega, omega))
        own_rest, new_rest = (
            share.numerator * pow(share.denominator, -1, _PRIME) % _PRIME for share in (1 - omega, omega)
        )
        board = self.board
        ratios, greatest = np.zeros(len(self.edge)), np.zeros(len(self.edge), np.bool_)
        inverses = np.array([0, *(pow(d, -1, _PRIME) for d in range(1, board.edges + 1))], np.int64)
        for offset in range(0, len(self.open), _PART):
            part = self.open[offset : offset + _PART]
            label, network = self._network(part)
            size = len(part)
            value, residue = np.full((board.nodes, size), 0.5), np.full((board.nodes, size), inverses[2])
            value[0], value[1], residue[0], residue[1] = 1.0, 0.0, 1, 0
            for _ in range(sweeps):
                for i in range(2, board.nodes):
                    degree = network[i, i]
                    around = [(j, -network[i, j]) for j in range(board.nodes) if j != i]
                    mean = sum(weight * value[j] for j, weight in around) / np.maximum(degree, 1)
                    value[i] = np.where(degree > 0, own * value[i] + new * mean, value[i])
                    modular = sum(weight * residue[j] for j, weight in around) % _PRIME * inverses[degree] % _PRIME
                    modular = (own_rest * residue[i] % _PRIME + new_rest * modular % _PRIME) % _PRIME
                    residue[i] = np.where(degree > 0, modular, residue[i])
            moves = self._moves(offset, size)
            columns = self._places(offset, moves)
            ends = board.ends[self.edge[moves]]
            here, there = ((label[ends[:, side], columns], columns) for side in range(2))
            flow, flow_rest = value[here] - value[there], (residue[here] - residue[there]) % _PRIME
            flow_rest = np.where(flow < 0, -flow_rest % _PRIME, flow_rest)
            flow = np.where((np.abs(flow) < _NEAR) & (flow_rest == 0), 0.0, np.abs(flow))
            begin = self.begin[offset : offset + size] - moves.start
            degree = self.degree[offset : offset + size]
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
        wins = np.where(self.won == MARKED, ways, 0)
        for places, moves in self.layers:
            owners = self.open[places]
            own = np.where(self.mover[owners] == MARKED, left[owners], free[owners] - left[owners])
            # each way to divide them is counted once for each edge that may come first
            wins[owners] = np.add.reduceat(wins[self.after[moves]], self.begin[places] - moves.start) // own
        after = self.after
        return np.asarray(np.where(self.mover[self.owner] == MARKED, wins[after], ways[after] - wins[after]))

    def _moves(self, offset: int, size: int) -> slice:
        stop = offset + size
        return slice(int(self.begin[offset]), int(self.begin[stop]) if stop < len(self.open) else len(self.edge))

    def _places(self, offset: int, moves: slice) -> Array:
        return np.searchsorted(self.open, self.owner[moves]) - offset

    def _network(self, part: Array) -> tuple[Array, Array]:
        """Labels of nodes, shape (nodes, positions), and the equations by label, shape (nodes, nodes, positions)."""
        board = self.board
        label = _labels(board)[:, self.marked[part]]
        network = np.zeros((board.nodes, board.nodes, len(part)), np.int64)
        here = np.arange(len(part))
        taken = self.deleted[part] | self.marked[part]
        for edge, (end, other) in enumerate(board.ends.tolist()):
            a, b = label[end], label[other]
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


@lru_cache(maxsize=2)
def _labels(board: Board) -> Array:
    """Smallest node that the edges of a mask join each node to; shape (nodes, masks)."""
    masks = np.arange(2**board.edges)
    label = np.repeat(np.arange(board.nodes)[:, None], len(masks), axis=1)
    for _ in range(board.nodes):
        for edge, (end, other) in enumerate(board.ends.tolist()):
            least = np.minimum(label[end], label[other])
            joins = masks >> edge & 1 == 1
            label[end] = np.where(joins, least, label[end])
            label[other] = np.where(joins, least, label[other])
    return label


PLIES = 13
"""Most plies of a game on a board with all positions listed."""

_UNIT = 2.0**-53
_ROWS = 2000
"""Number of positions whose laws of wins are summed at a time."""


def power_of(agent: Agent) -> Fraction | None:
    """Exponent 1 / T of an agent's drops; 0 if T is infinite, None if T is 0."""
    if agent.temperature is None:
        return Fraction(0)
    return 1 / agent.temperature if agent.temperature else None


def rounding(agent: Agent) -> float:
    """Bound on the relative error that an agent adds to a game's chances: sums, powers, binomials, drops of sweeps."""
    power = float(power_of(agent) or 0)
    # with over-relaxation the error of a drop is absolute
    each = 100.0 if agent.omega == 1 else 10_000.0
    power *= PLIES if agent.kind == "annealing" else 1
    return PLIES * _UNIT * (40.0 + 2.0 * (agent.playouts or 0) + power * (8.0 + each * agent.sweeps))


@lru_cache(maxsize=16)
def law(order: int, name: str) -> Array:
    """Chance of every move; float64, shape (M,)."""
    board, agent = whole(order), parse_agent(name)
    power = power_of(agent)
    if agent.kind == "random":
        weights = np.ones(len(board.edge))
    elif agent.kind == "perfect":
        weights = np.where(board.spread(board.most(board.winning)), board.winning, 1.0)
    elif agent.playouts:
        return _playing_law(board, agent.playouts)
    elif agent.kind == "mc":
        wins = board.random_wins()
        weights = np.asarray(wins == board.spread(board.most(wins)), np.float64)
    elif agent.kind == "gauss-seidel":
        swept = board.swept(agent.sweeps, agent.omega)
        if power is None:
            weights = swept.greatest.astype(np.float64)
        else:
            nothing = board.spread(board.most(swept.ratios) == 0)
            weights = np.where(nothing, 1.0, _powers(swept.ratios, power))
    elif agent.kind == "annealing":
        ratios, places = _ratios(order)
        own_weights, free = ratios[places], board.spread(board.degree)
        weights = np.where(own_weights > 0, np.power(own_weights, float(power or 0) * board.board.edges / free), 0.0)
    else:
        ratios, places = _ratios(order)
        powers = (ratios == 1.0).astype(np.float64) if power is None else _powers(ratios, power)
        weights = powers[places]
    return np.asarray(weights / board.spread(board.total(weights)))


def _playing_law(board: Whole, playouts: int) -> Array:
    """Choices of mc:K with K playouts; float64, shape (M,)."""
    wins, row_chances = board.random_wins(), np.zeros(len(board.edge))
    for degree in np.unique(board.degree).tolist():
        moves = board.begin[board.degree == degree][:, None] + np.arange(degree)
        remaining = degree - 1
        rows, alike = np.unique(np.sort(wins[moves], axis=1), axis=0, return_inverse=True)
        parts = (rows[begin : begin + _ROWS] for begin in range(0, len(rows), _ROWS))
        chances = np.concatenate([_best_chances(part, comb(remaining, remaining // 2), playouts) for part in parts])
        # equal numbers of wins have equal chances, wherever they stand in the sorted row
        order = np.argsort(wins[moves], axis=1, kind="stable")
        row_chances[np.take_along_axis(moves, order, axis=1)] = chances[alike.reshape(-1)]
    return row_chances


def pair(order: int, cut: str, short: str) -> float:
    """Chance that Short wins when two agents play from the start, Cut first."""
    board, laws = whole(order), (law(order, cut), law(order, short))
    value = (board.won == MARKED).astype(np.float64)
    for part, moves in board.layers:
        owners = board.open[part]
        chances = laws[0 if board.mover[owners[0]] == DELETED else 1][moves]
        value[owners] = np.add.reduceat(chances * value[board.after[moves]], board.begin[part] - moves.start)
    return float(value[-1])


@lru_cache(maxsize=2)
def _ratios(order: int) -> tuple[Array, Array]:
    """The distinct ratios of a drop to the greatest, and the index of each move's ratio."""
    board = whole(order)
    most = board.spread(board.most(board.drops))
    codes, places = np.unique(board.drops << 32 | most, return_inverse=True)
    return (codes >> 32) / (codes & 0xFFFFFFFF), places.reshape(-1)


def _powers(ratios: Array, power: Fraction) -> Array:
    """Ratios to a power; 0 stays 0, even for power 0."""
    return np.where(ratios > 0, np.power(ratios, float(power)), 0.0)


def _best_chances(rows: Array, ways: int, playouts: int) -> Array:
    """Chance that each candidate has the most wins in K playouts, ties split evenly.

    Args:
        rows: int64, shape (rows, candidates): number of ways in which a playout is won.
        ways: number of all ways.
        playouts: K.
    """
    distinct, places = np.unique(rows, return_inverse=True)
    share = distinct / ways
    up = np.concatenate([np.ones((len(share), 1)), np.cumprod(np.repeat(share[:, None], playouts, 1), axis=1)], axis=1)
    down = np.concatenate(
        [np.ones((len(share), 1)), np.cumprod(np.repeat(1 - share[:, None], playouts, 1), axis=1)], axis=1
    )
    binomials = np.array([float(comb(playouts, wins)) for wins in range(playouts + 1)])
    table = binomials * up * down[:, ::-1]
    table /= table.sum(axis=1, keepdims=True)
    beneath = np.cumsum(table, axis=1) - table
    places = places.reshape(rows.shape)
    own, below = table[places], beneath[places]
    candidates = rows.shape[1]
    # equivalent candidates are chosen evenly: the one with the greatest uniform number; exact for polynomials of this degree
    nodes, weights = np.polynomial.legendre.leggauss((candidates + 1) // 2)
    chances = np.zeros(rows.shape)
    for node, weight in zip((nodes + 1) / 2, weights / 2, strict=True):
        factors = below + node * own
        before, behind = np.ones_like(factors), np.ones_like(factors)
        for i in range(1, candidates):
            before[:, i] = before[:, i - 1] * factors[:, i - 1]
            behind[:, -1 - i] = behind[:, -i] * factors[:, -i]
        chances += weight * np.sum(own * before * behind, axis=2)
    return chances

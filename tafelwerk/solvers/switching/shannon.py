"""Shannon against Shannon: both follow the resistor heuristic, Cut first, ties uniform: exactly how often Cut wins.

At the start potentials fall evenly from row to row, so that all M^2 edges between rows are tied; each is an opening.
From then on lines are mostly forced. Edges whose drops floats cannot tell apart:

- Parallel edges, and edges in series (they cut off a part that has neither A nor B), always have the same drop, and
  swapping them is an automorphism of what is left of the game, the cycle matroid with an edge from A to B added. So
  one of them stands for all.
- Others are compared by exact fractions (`potentials.exact`).

Positions are kept where a move is a choice and at every eighth ply between, up to the board's symmetries, so that
lines that join are followed once.

An edge with the greatest drop carries current, so no move is ever wasted on a part that was cut off. The edge ends
the game for Short if it joins A and B, for Cut if it is a bridge; both are read off the graph, not off numbers.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.3.2, figures 5.7 and
5.8.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching.board import Board, make_board
from tafelwerk.solvers.switching.forced_moves import BRANCH, CUT_WINS, PAUSED, find_ties, follow, make_ties
from tafelwerk.solvers.switching.graph import FREE, Player
from tafelwerk.solvers.switching.potentials.exact import compare_drops
from tafelwerk.solvers.switching.potentials.network import Network, States, make_network

STRIDE = 8
"""Plies after which a position is kept."""


@dataclass(frozen=True, slots=True, eq=False)
class Opening:
    """The games after one first move of Cut.

    Attributes:
        edge: the move.
        images: edges that the board's symmetries take it to, ascending, itself among them.
        rate: the chance that Cut wins.
        shortest, longest: plies of a game, the opening among them.
        positions: positions met; of lines that join, and of edges in parallel or in series, one each.
        branches: those with a choice between edges that are neither parallel nor in series.
        gap: how close a decision was: the smallest difference met between a greatest drop and the next below, A at 1, B at 0;
            exactly, of the position where it is smallest by floats (within 4 E, see
            `potentials.elimination`; by fractions below 4 E).
        gap_states: int8, shape (edges,): that position.
    """

    edge: int
    images: tuple[int, ...]
    rate: Fraction
    shortest: int
    longest: int
    positions: int
    branches: int
    gap: Fraction
    gap_states: States


@dataclass(frozen=True, slots=True, eq=False)
class Openings:
    """A board's openings.

    Attributes:
        order: M.
        rate: the chance that Cut wins.
        openings: by first move, one for all images.
        gap: the smallest of their gaps.
    """

    order: int
    rate: Fraction
    openings: tuple[Opening, ...]
    gap: Fraction

    @property
    def losing(self) -> list[int]:
        """First moves after which Cut never wins, ascending."""
        return sorted(edge for opening in self.openings if opening.rate == 0 for edge in opening.images)

    @property
    def mixed(self) -> list[int]:
        """First moves after which ties decide, ascending."""
        return sorted(edge for opening in self.openings if 0 < opening.rate < 1 for edge in opening.images)


@dataclass(frozen=True, slots=True)
class Line:
    """One game.

    Attributes:
        moves: edges, Cut's and Short's in turn.
        ties: number of edges that each was chosen from.
        winner: of the game.
    """

    moves: tuple[int, ...]
    ties: tuple[int, ...]
    winner: Player


def analyse(order: int) -> Openings:
    """All openings of a board.

    Raises:
        InputError: the order is not from 2 to MOST_ORDER.
    """
    search = _Search(make_board(order))
    openings = tuple(search.opening(images) for images in first_moves(order))
    rate = sum((opening.rate * len(opening.images) for opening in openings), Fraction(0)) / order**2
    return Openings(order, rate, openings, min(opening.gap for opening in openings))


def first_moves(order: int) -> list[tuple[int, ...]]:
    """First moves of the heuristic, ascending, images under the board's symmetries together.

    Raises:
        InputError: the order is not from 2 to MOST_ORDER.
    """
    board = make_board(order)
    return sorted({_images(board, edge) for edge in np.flatnonzero(board.places[:, 0] % 2 == 0).tolist()})


def analyse_opening(order: int, edge: int) -> Opening:
    """The games after one first move.

    Raises:
        InputError: the order is not from 2 to MOST_ORDER, or the edge is no first move of the heuristic.
    """
    board = make_board(order)
    return _Search(board).opening(_images(board, edge))


def play_line(order: int, edge: int, choose: Callable[[list[int]], int] = min) -> Line:
    """The moves of one game.

    Args:
        order: M.
        edge: Cut's first move.
        choose: which of several tied edges to play.

    Raises:
        InputError: the order is not from 2 to MOST_ORDER, the edge is no first move of the heuristic, or choose chose another.
    """
    board = make_board(order)
    _images(board, edge)
    search = _Search(board)
    states = np.zeros(board.graph.edges, np.int8)
    player, moves, ties = Player.CUT, [edge], [order**2]
    states[edge] = player.colour
    while True:
        player = player.rival
        choice = greatest_drops(search.network, states)
        move = choose(choice)
        if move not in choice:
            raise InputError(f"ply {len(moves) + 1}: edge {move} is none of the tied edges {choice}")
        # whether a move ends the game is the same for all tied ones
        status, *_ = follow(search.network, states.copy(), player.colour, 1, search.ties, search.moves)
        moves.append(move)
        ties.append(len(choice))
        if status not in (PAUSED, BRANCH):
            return Line(tuple(moves), tuple(ties), player)
        states[move] = player.colour


def greatest_drops(network: Network, states: States) -> list[int]:
    """Free edges with the greatest drop, ascending, exactly: `heuristic_moves` at speed.

    Args:
        network: a graph laid out by `make_network`.
        states: int8, of every edge; the game is open.
    """
    ties = make_ties(len(states))
    found, *_ = find_ties(network, states, ties)
    return _greatest(network, states, ties.tied[:found].tolist())[0]


def drop_gap(network: Network, states: States) -> Fraction:
    """By how much the greatest drop exceeds the next below it, or 0 where all are equal; A at 1, B at 0.

    Args:
        network: a graph laid out by `make_network`.
        states: int8, of every edge; the game is open.
    """
    ties = make_ties(len(states))
    _, _, below, _, error = find_ties(network, states, ties)
    near = (states == FREE) & (ties.drops >= below - 8 * error)
    return _greatest(network, states, np.flatnonzero(near).tolist())[1]


def _greatest(network: Network, states: States, edges: list[int]) -> tuple[list[int], Fraction]:
    """Those of the greatest drop, among edges that include them all, and how far below the next one is, 0 without one."""
    excess = compare_drops(network, states, edges) if len(edges) > 1 else [Fraction(0)]
    levels = sorted(set(excess))
    greatest = [edge for edge, value in zip(edges, excess, strict=True) if value == levels[-1]]
    return greatest, levels[-1] - levels[-2] if len(levels) > 1 else Fraction(0)


def _images(board: Board, edge: int) -> tuple[int, ...]:
    if not 0 <= edge < board.graph.edges or board.places[edge, 0] % 2:
        raise InputError(
            f"edge {edge} is no first move of the heuristic: these are the {board.order**2} edges between rows, such as A1"
        )
    return tuple(sorted(set(board.mirrors[:, edge].tolist())))


@dataclass(frozen=True, slots=True)
class _Value:
    """Of a position: the chance that Cut wins, and the number of plies left."""

    rate: Fraction
    shortest: int
    longest: int


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """A way on from a position, for one of several edges alike.

    Attributes:
        weight: edges alike.
        plies: moves to the next position that is kept, or to the end.
        key: of that position up to symmetry; empty at the end.
        states: of that position.
        player: who is to move there, or who has won.
    """

    weight: int
    plies: int
    key: bytes
    states: States
    player: Player


class _Search:
    """The games on a board, and what is met since the last opening began."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.network = make_network(board.graph)
        self.ties = make_ties(board.graph.edges)
        self.moves = np.zeros(board.graph.edges, np.int32)
        self.positions = self.branches = 0

    def opening(self, images: tuple[int, ...]) -> Opening:
        self.ties.gap[0], self.positions, self.branches = np.inf, 0, 0
        states = np.zeros(self.board.graph.edges, np.int8)
        states[images[0]] = Player.CUT.colour
        value = self.value(states, Player.SHORT)
        closest = self.ties.gap_states.copy()
        counts = value.shortest + 1, value.longest + 1, self.positions, self.branches
        return Opening(images[0], images, value.rate, *counts, drop_gap(self.network, closest), closest)

    def value(self, states: States, player: Player) -> _Value:
        """Depth first, values of positions from those that follow."""
        start = _Way(1, 0, self.key(states), states, player)
        known: dict[bytes, _Value] = {}
        ways: dict[bytes, list[_Way]] = {}
        todo = [start]
        while todo:
            way = todo[-1]
            if way.key in known:
                todo.pop()
            elif way.key in ways:
                known[way.key] = self.combined(ways.pop(way.key), known)
            else:
                ways[way.key] = self.ways(way.states, way.player)
                todo += [further for further in ways[way.key] if further.key]
        return known[start.key]

    def key(self, states: States) -> bytes:
        """The same for a position and its mirror images; who is to move follows from how many edges are taken."""
        return min(bytes(states[mirror]) for mirror in self.board.mirrors)

    def combined(self, ways: list[_Way], known: dict[bytes, _Value]) -> _Value:
        rate, shortest, longest = Fraction(0), self.board.graph.edges, 0
        for way in ways:
            value = known[way.key] if way.key else _Value(Fraction(way.player is Player.CUT), 0, 0)
            rate += way.weight * value.rate
            shortest = min(shortest, way.plies + value.shortest)
            longest = max(longest, way.plies + value.longest)
        return _Value(rate / sum(way.weight for way in ways), shortest, longest)

    def ways(self, states: States, player: Player) -> list[_Way]:
        after = states.copy()
        status, plies, found = follow(self.network, after, player.colour, STRIDE, self.ties, self.moves)
        self.positions += plies
        mover = player if plies % 2 == 0 else player.rival
        if status == PAUSED:
            return [_Way(1, plies, self.key(after), after, mover)]
        if status != BRANCH:
            return [_Way(1, plies, b"", after, Player.CUT if status == CUT_WINS else Player.SHORT)]
        self.positions += 1
        tied, classes = self.ties.tied[:found].tolist(), self.ties.classes[:found].tolist()
        firsts = sorted(set(classes))
        greatest, gap = _greatest(self.network, after, [tied[first] for first in firsts])
        self.branches += len(greatest) > 1
        if 0 < gap < self.ties.gap[0]:
            self.ties.gap[0] = gap
            self.ties.gap_states[:] = after
        ways = []
        for first in firsts:
            if tied[first] in greatest:
                then = after.copy()
                then[tied[first]] = mover.colour
                ways.append(_Way(classes.count(first), plies + 1, self.key(then), then, mover.rival))
        return ways

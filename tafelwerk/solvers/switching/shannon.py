"""Shannon against Shannon: both follow the resistor heuristic, Cut first, ties uniform; Cut's exact winning chance.

At the start potentials fall evenly from row to row, so all M^2 edges between rows are tied, and each is an opening. After that,
play is mostly forced. Edges whose drops doubles cannot tell apart are handled as follows:

- Parallel edges, and edges in series (they cut off a part with neither A nor B), always have the same drop. Swapping them is an
  automorphism of the remaining game, that is of the cycle matroid with an edge from A to B added. So one of them stands for all.
- Others are compared in double-double arithmetic (`potentials.refinement`), and if that leaves them open, by exact fractions
  (`potentials.exact`).

Most positions differ from an earlier one by a few moves, and their potentials are found by updates (`potentials.updates`).

Positions are stored where a move is a choice and at every eighth ply between, up to the board's symmetries, so that converging
lines are followed once.

An edge with the greatest drop carries current, so no move is ever wasted on a part that was cut off. Such an edge ends the game
for Short if it joins A and B, and for Cut if it is a bridge; both are read off the graph, not off numbers.

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
from tafelwerk.solvers.switching.potentials.updates import make_updates

STRIDE = 8
"""Plies after which a position is stored."""


@dataclass(frozen=True, slots=True, eq=False)
class Opening:
    """The games after one first move of Cut.

    Attributes:
        edge: the move.
        images: images of the edge under the board's symmetries, ascending, itself included.
        rate: chance that Cut wins.
        shortest, longest: plies of the shortest and of the longest game, including the opening.
        positions: number of positions visited; converging lines count once, and so do edges in parallel or in series.
        branches: number of those with a choice between edges that are neither parallel nor in series.
        gap: gap of the closest decision: smallest difference between a greatest drop and the next smaller one, with A at 1 and B
            at 0; exact, for the position where it is smallest in doubles (within 4 E, see `potentials.elimination`; in fractions
            below 4 E).
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
        rate: chance that Cut wins.
        openings: the openings, by first move up to symmetry.
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
        ties: number of edges from which each was chosen.
        winner: player who won.
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
    """First moves of the heuristic, ascending, grouped with their images under the board's symmetries.

    Raises:
        InputError: the order is not from 2 to MOST_ORDER.
    """
    board = make_board(order)
    return sorted({_images(board, edge) for edge in np.flatnonzero(board.places[:, 0] % 2 == 0).tolist()})


def analyse_opening(order: int, edge: int) -> Opening:
    """The games after one first move.

    Raises:
        InputError: the order is not from 2 to MOST_ORDER, or the edge is not a first move of the heuristic.
    """
    board = make_board(order)
    return _Search(board).opening(_images(board, edge))


def play_line(order: int, edge: int, choose: Callable[[list[int]], int] = min) -> Line:
    """The moves of one game.

    Args:
        order: M.
        edge: Cut's first move.
        choose: function that chooses one of several tied edges.

    Raises:
        InputError: the order is not from 2 to MOST_ORDER, the edge is not a first move, or choose gave an edge that is not tied.
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
            raise InputError(f"ply {len(moves) + 1}: edge {move} is not one of the tied edges {choice}")
        # whether a move ends the game is the same for all tied edges
        status, *_ = follow(search.network, search.updates, states.copy(), player.colour, 1, search.ties, search.moves)
        moves.append(move)
        ties.append(len(choice))
        if status not in (PAUSED, BRANCH):
            return Line(tuple(moves), tuple(ties), player)
        states[move] = player.colour


def greatest_drops(network: Network, states: States) -> list[int]:
    """Free edges with the greatest drop, ascending, exact: a fast version of `heuristic_moves`.

    Args:
        network: a graph laid out by `make_network`.
        states: int8, state of every edge; the game is open.
    """
    ties = make_ties(len(states))
    found, *_ = find_ties(network, states, ties)
    return _greatest(network, states, ties.tied[:found].tolist())[0]


def drop_gap(network: Network, states: States) -> Fraction:
    """Difference between the greatest drop and the next smaller one, or 0 if all are equal; A at 1, B at 0.

    Args:
        network: a graph laid out by `make_network`.
        states: int8, state of every edge; the game is open.
    """
    ties = make_ties(len(states))
    _, _, below, _, error = find_ties(network, states, ties)
    near = (states == FREE) & (ties.drops >= below - 8 * error)
    return _greatest(network, states, np.flatnonzero(near).tolist())[1]


def _greatest(network: Network, states: States, edges: list[int]) -> tuple[list[int], Fraction]:
    """The edges with the greatest drop, among edges that include them all, and the gap to the next drop, 0 if there is none."""
    excess = compare_drops(network, states, edges) if len(edges) > 1 else [Fraction(0)]
    levels = sorted(set(excess))
    greatest = [edge for edge, value in zip(edges, excess, strict=True) if value == levels[-1]]
    return greatest, levels[-1] - levels[-2] if len(levels) > 1 else Fraction(0)


def _images(board: Board, edge: int) -> tuple[int, ...]:
    if not 0 <= edge < board.graph.edges or board.places[edge, 0] % 2:
        raise InputError(
            f"edge {edge} is not a first move of the heuristic, which are the {board.order**2} edges between rows, such as A1"
        )
    return tuple(sorted(set(board.mirrors[:, edge].tolist())))


@dataclass(frozen=True, slots=True)
class _Value:
    """Value of a position: the chance that Cut wins, and the remaining plies."""

    rate: Fraction
    shortest: int
    longest: int


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """A continuation from a position, for one of several equivalent edges.

    Attributes:
        weight: number of equivalent edges.
        plies: moves to the next stored position, or to the end.
        key: key of that position up to symmetry; empty at the end.
        states: states of that position.
        player: player to move there, or player who has won.
    """

    weight: int
    plies: int
    key: bytes
    states: States
    player: Player


class _Search:
    """The games on a board, and positions visited since the last opening began."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.network = make_network(board.graph)
        self.updates = make_updates(board.graph.nodes, board.graph.edges)
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
        """Value of a position, depth first, from the values of those that follow."""
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
        """Key shared by a position and its mirror images; the player to move follows from the number of taken edges."""
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
        status, plies, found = follow(self.network, self.updates, after, player.colour, STRIDE, self.ties, self.moves)
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

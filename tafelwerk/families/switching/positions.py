"""Positions of boards and of any graph, from the moves that led to them."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.switching.answers import Edges, Forests, Proof, Trees
from tafelwerk.families.switching.rules.edge_lists import EdgeList, taken_conductances
from tafelwerk.solvers.switching.board import Board, make_board
from tafelwerk.solvers.switching.graph import DELETED, FREE, Graph, Player, make_graph, play, winner
from tafelwerk.solvers.switching.perfect import Solution, solve
from tafelwerk.solvers.switching.potentials.conductances import conductance_drops
from tafelwerk.solvers.switching.potentials.exact import drops

States = NDArray[np.int8]


@dataclass(frozen=True)
class Position:
    """A position.

    Attributes:
        graph, states, to_move: in the form of the solvers.
        names: names of edges.
        conductances: conductances of all edges.
        drops: makes the potential differences of the free edges, while the game is not over.
    """

    graph: Graph
    states: States
    to_move: Player
    names: Callable[[Iterable[int]], Edges]
    conductances: Sequence[Fraction]
    drops: Callable[[], dict[int, Fraction]]

    @property
    def is_over(self) -> bool:
        """Whether a player has won."""
        return winner(self.graph, self.states) is not None

    @cached_property
    def solution(self) -> Solution:
        """Perfect play."""
        return solve(self.graph, self.states, self.to_move)

    @cached_property
    def potentials(self) -> dict[int, Fraction]:
        """Potential differences of the free edges; none once the game is over."""
        return {} if self.is_over else self.drops()

    @cached_property
    def currents(self) -> dict[int, Fraction]:
        """Currents through the free edges."""
        return {edge: drop * self.conductances[edge] for edge, drop in self.potentials.items()}

    @property
    def heuristic(self) -> Edges:
        """Edges from which the heuristic chooses: those with the most current."""
        most = max(self.currents.values(), default=None)
        return self.names(edge for edge, current in self.currents.items() if current == most)


def position_of(
    order: int | None, moves: str, graph: EdgeList | None, turn: str | None, taken: str | None = None
) -> Position:
    """A position of a board, or of a graph.

    Args:
        order: order of the board.
        moves: names of edges, the players in turn.
        graph: the graph instead of a board.
        turn: player who makes the first of the moves on the graph.
        taken: conductances of deleted and of marked edges of the graph, if they are not 0 and infinity.

    Raises:
        InputError: the moves are illegal.
    """
    if graph is not None:
        return graph_position(graph, moves, Player(turn or Player.CUT), taken)
    assert order is not None
    board = make_board(order)
    states, to_move = read_moves(board, moves)
    ones = (Fraction(1),) * board.graph.edges
    return Position(board.graph, states, to_move, board.names, ones, partial(drops, board.graph, states))


def graph_position(listed: EdgeList, moves: str, first: Player, taken: str | None = None) -> Position:
    """A position of a graph, see `position_of`."""
    graph = make_graph(len(listed.nodes), listed.ends)
    states, player = list(listed.states), first
    for number, edge in enumerate(listed.edges(moves), 1):
        name = listed.names[edge]
        won = winner(graph, states)
        if states[edge] != FREE:
            done = "deleted" if states[edge] == DELETED else "marked"
            raise InputError(f"move {number}: {name} is {done} already; play an edge that is free")
        if won is not None:
            raise InputError(f"move {number}: {name} comes after the end: {won.capitalize()} has won; leave it out")
        states[edge], player = player.colour, player.rival
    finite = None if taken is None else taken_conductances(taken)
    potentials = partial(conductance_drops, graph, states, listed.conductances, finite)
    return Position(graph, np.array(states, np.int8), player, listed.named, listed.conductances, potentials)


def proof_of(solution: Solution, names: Callable[[Iterable[int]], Edges]) -> Proof:
    """The proof, and the move after which it holds."""
    after = next(iter(names(solution.moves[:1])), None)
    if solution.trees is not None:
        return Trees(after, (names(solution.trees[0]), names(solution.trees[1])))
    assert solution.forests is not None
    return Forests(after, (names(solution.forests[0]), names(solution.forests[1])))


def potential_operations(nodes: int) -> float:
    """Estimated work of a position's potentials in fractions."""
    return float(0.15 * nodes**3.25)


def read_moves(board: Board, moves: str) -> tuple[Any, Player]:
    """States of the edges after moves given by name, and the player to move.

    Raises:
        InputError: an edge does not exist or is taken, or a move follows the end of the game; the message names it.
    """
    edges = board.edges(moves)
    distinct = dict.fromkeys(edges)
    # edges before the first that is already taken
    legal = next(
        (number for number, (edge, other) in enumerate(zip(edges, distinct, strict=False)) if edge != other),
        len(distinct),
    )

    def states_after(count: int) -> Any:
        states, _ = play(board.graph, [])
        states[edges[:count:2]], states[edges[1:count:2]] = Player.CUT.colour, Player.SHORT.colour
        return states

    # a player who has won still has won after every further move
    number = bisect_left(range(legal), True, key=lambda count: winner(board.graph, states_after(count)) is not None)
    if number < legal:
        won, name = winner(board.graph, states_after(number)), board.name(edges[number])
        raise InputError(
            f"move {number + 1}: {name} comes after the end: {str(won).capitalize()} has won; leave it out"
        )
    states = states_after(legal)
    if legal < len(edges):
        done = "deleted" if states[edges[legal]] == DELETED else "marked"
        raise InputError(f"move {legal + 1}: {board.name(edges[legal])} is {done} already; play an edge that is free")
    return states, Player.CUT if legal % 2 == 0 else Player.SHORT

"""Positions of boards and of any graph: from the moves that led to them; who wins, and why; the dual game."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.switching.answers import DualGraph, Edges, Forests, Proof, SolvedGraph, Trees
from tafelwerk.families.switching.moves import LONGEST_LINE, EdgeMove, Explanation
from tafelwerk.families.switching.rules import SWAPPED, EdgeList, graph_text, taken_conductances
from tafelwerk.solvers.switching.exact_drops import conductance_drops, drops
from tafelwerk.solvers.switching.perfect_switching import Solution, repairs, solve, winning_moves
from tafelwerk.solvers.switching.planar_dual import dual
from tafelwerk.solvers.switching.switching_graph import (
    DELETED,
    FREE,
    Board,
    Graph,
    Player,
    make_board,
    make_graph,
    play,
    winner,
)

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
    return Position(graph, np.array(states, np.int8), player, listed.names_of, listed.conductances, potentials)


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


def explanation_operations(position: Position) -> float:
    """Estimated work of an explanation."""
    edges = int((position.states == FREE).sum())
    return potential_operations(position.graph.nodes) + edges * (2e5 + 800.0 * edges)


def explain_position(position: Position) -> Explanation:
    """Who wins a position, and why."""
    graph, states, to_move = position.graph, position.states, position.to_move
    solution, values = position.solution, position.potentials
    won, winning = solution.winner is to_move, set(solution.moves)
    ranked = sorted(values, key=lambda edge: (edge not in winning, -values[edge]))
    moves = []
    for edge, name in zip(ranked, position.names(ranked), strict=True):
        mends = () if won else repairs(graph, states, solution, edge)
        reply = None if edge in winning else _reply(graph, _after(states, edge, to_move), to_move.rival, mends)
        moves.append(
            EdgeMove(
                move=name,
                best=not won or edge in winning,
                value=1 if edge in winning else -1,
                potential=values[edge],
                reply=None if reply is None else position.names([reply])[0],
            )
        )
    first = ranked[0] if winning else None
    proof = proof_of(_solution(graph, states, to_move, first), position.names)
    return Explanation(
        value=1 if won else -1,
        line=tuple(position.names(_line(graph, states, to_move, first))),
        to_move=str(to_move),
        winner=str(solution.winner),
        decided=position.is_over,
        moves=tuple(moves),
        heuristic=position.heuristic,
        proof=replace(proof, after=None if first is None else position.names([first])[0]),
    )


def _after(states: States, edge: int, player: Player) -> States:
    """The states after a player has taken an edge."""
    after = states.copy()
    after[edge] = player.colour
    return after


def _reply(graph: Graph, states: States, to_move: Player, mends: Sequence[int]) -> int | None:
    """The first repair of the proof, or the first winning move; None if the game is over or there is none."""
    if winner(graph, states) is not None:
        return None
    if mends:
        return mends[0]
    _, moves = winning_moves(graph, states, to_move)
    return next(iter(moves), None)


def _solution(graph: Graph, states: States, to_move: Player, first: int | None) -> Solution:
    """Perfect play after a move of the player to move, if there is one."""
    if first is None:
        return solve(graph, states, to_move)
    return solve(graph, _after(states, first, to_move), to_move.rival)


def _line(graph: Graph, states: States, to_move: Player, first: int | None) -> list[int]:
    """A game from here on: the loser takes the first edge of the proof's first part, the winner repairs it in the second."""
    moves: list[int] = []
    mends: Sequence[int] = ()
    while len(moves) < LONGEST_LINE and winner(graph, states) is None:
        solution = solve(graph, states, to_move)
        if not solution.moves:
            edge = (solution.trees or solution.forests or ((), ()))[0][0]
            mends = repairs(graph, states, solution, edge)
        elif first is not None and not moves:
            edge = first
        else:
            edge = next(iter(mends), solution.moves[0])
        moves.append(edge)
        states = _after(states, edge, to_move)
        to_move = to_move.rival
    return moves


def dual_operations(edges: int) -> float:
    """Estimated work of an embedding."""
    return 900.0 * edges**2


def solve_position(graph: EdgeList, position: Position) -> SolvedGraph:
    """Perfect play in a position of a graph."""
    solution = position.solution
    return SolvedGraph(
        position.graph.nodes,
        position.graph.edges,
        str(position.to_move),
        str(solution.winner),
        position.names(solution.moves),
        proof_of(solution, position.names),
        dict(zip(graph.names, graph.lines, strict=True)),
        position.is_over,
    )


def dual_graph(graph: EdgeList) -> DualGraph:
    """The dual game of a graph.

    Raises:
        ContentError: the graph is not planar with an edge A-B.
    """
    faces = dual(make_graph(len(graph.nodes), graph.ends))
    names = ["A", "B", *map(str, range(1, faces.nodes - 1))]
    ends = [(int(first), int(last)) for first, last in faces.ends]
    lines = [
        (first, last, 1 / conductance, SWAPPED[state])
        for (first, last), conductance, state in zip(ends, graph.conductances, graph.states, strict=True)
    ]
    return DualGraph([(names[first], names[last]) for first, last in ends], faces.nodes, graph_text(names, lines))

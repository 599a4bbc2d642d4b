"""Who wins a position and why, computed: every move with its refutation, a proof, and a game that attacks the proof."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.switching.graphs import played_on, potential_operations, proof_of
from tafelwerk.build.switching.positions import played
from tafelwerk.rules.switching.edge_lists import parse
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import FREE, Graph, Player, make_graph, winner
from tafelwerk.solvers.switching.perfect import Solution, winning_moves
from tafelwerk.solvers.switching.perfect import solve as solution_of
from tafelwerk.solvers.switching.potentials.conductances import conductance_drops
from tafelwerk.solvers.switching.potentials.exact import drops
from tafelwerk.solvers.switching.repairs import repairs
from tafelwerk.tables.computation import Computation
from tafelwerk.tables.switching.explained import LONGEST_LINE, EdgeMove, Explanation

States = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class _Position:
    """A position.

    Attributes:
        graph, states, to_move: in the form of the solvers.
        names: names of the edges.
        potentials: function for the potential differences of free edges, while the game is not over.
        conductances: conductances of all edges.
    """

    graph: Graph
    states: States
    to_move: Player
    names: Callable[[Iterable[int]], list[str]]
    potentials: Callable[[], dict[int, Fraction]]
    conductances: tuple[Fraction, ...]


def explain(order: int | None, moves: str, graph: str | None, turn: str | None) -> Computation[Explanation]:
    """Who wins a position of a board or of any graph, and why.

    Raises:
        InputError: the text is not a graph, or the moves are illegal.
    """
    if graph is None:
        assert order is not None
        board = make_board(order)
        states, to_move = played(board, moves)
        potentials = lambda: drops(board.graph, states)  # noqa: E731
        position = _Position(board.graph, states, to_move, board.names, potentials, (Fraction(1),) * board.graph.edges)
    else:
        found = parse(graph)
        whole = make_graph(len(found.nodes), found.ends)
        listed, to_move = played_on(found, whole, found.edges(moves), Player(turn or Player.CUT))
        states = np.array(listed, np.int8)
        potentials = lambda: conductance_drops(whole, listed, found.conductances, None)  # noqa: E731
        position = _Position(whole, states, to_move, found.named, potentials, tuple(found.conductances))
    edges = int((position.states == FREE).sum())
    work = potential_operations(position.graph.nodes) + edges * (2e5 + 800.0 * edges)
    return Computation(work, lambda: _explained(position))


def _explained(position: _Position) -> Explanation:
    graph, states, to_move = position.graph, position.states, position.to_move
    solution = solution_of(graph, states, to_move)
    decided = winner(graph, states) is not None
    values = {} if decided else position.potentials()
    currents = {edge: value * position.conductances[edge] for edge, value in values.items()}
    most = max(currents.values(), default=None)
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
        decided=decided,
        moves=tuple(moves),
        heuristic=position.names(edge for edge, current in currents.items() if current == most),
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
        return solution_of(graph, states, to_move)
    return solution_of(graph, _after(states, first, to_move), to_move.rival)


def _line(graph: Graph, states: States, to_move: Player, first: int | None) -> list[int]:
    """A game from here on: the loser takes the first edge of the proof's first part, the winner repairs it in the second."""
    moves: list[int] = []
    mends: Sequence[int] = ()
    while len(moves) < LONGEST_LINE and winner(graph, states) is None:
        solution = solution_of(graph, states, to_move)
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

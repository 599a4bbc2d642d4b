"""Every move of a position with its refutation, the proof of who wins, and a game that attacks the proof."""

from collections.abc import Sequence
from dataclasses import replace

from tafelwerk.families.switching.explanation import LONGEST_LINE, EdgeMove, Explanation
from tafelwerk.families.switching.positions import Position, States, potential_operations, proof_of
from tafelwerk.solvers.switching.graph import FREE, Graph, Player, winner
from tafelwerk.solvers.switching.perfect import Solution, solve, winning_moves
from tafelwerk.solvers.switching.repairs import repairs


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

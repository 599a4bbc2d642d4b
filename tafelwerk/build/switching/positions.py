"""Positions of the board, from the moves that led to them."""

from bisect import bisect_left
from typing import Any

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching.board import Board
from tafelwerk.solvers.switching.graph import DELETED, Player, play, winner


def played(board: Board, moves: str) -> tuple[Any, Player]:
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

"""The minimax algorithm: search the whole tree, take utilities at its leaves, maxima and minima above them.

Nothing is remembered and nothing is left out: a state that play can reach in several ways is searched as often. That is
what the faster algorithms are measured by.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Der Minimax-Algorithmus".
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from tafelwerk.rules.minimax.game import Game, Move, State, Turn, Utility, check_decision
from tafelwerk.solvers.minimax.search.tree import Node


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[Move]):
    """What a search found.

    Attributes:
        value: of the state, from Max's side.
        moves: those that keep it, in the game's order; none where the game is over.
        nodes: states visited, the first and the leaves included.
    """

    value: Utility
    moves: tuple[Move, ...]
    nodes: int


def minimax(game: Game[State, Move], state: State | None = None) -> SearchResult[Move]:
    """The minimax value of a state, and the minimax decision: all moves that keep the value.

    Args:
        game: the game.
        state: where to begin; None for the game's start.

    Raises:
        InputError: the game has chance nodes.
    """
    root = game.start if state is None else state
    nodes = 0

    def value(state: State) -> Utility:
        nonlocal nodes
        nodes += 1
        if game.is_over(state):
            return game.utility(state)
        values = [value(game.after(state, move)) for move in game.moves(state)]
        return max(values) if check_decision(game.to_move(state)) is Turn.MAX else min(values)

    if game.is_over(root):
        return SearchResult(value(root), (), nodes)
    best, moves = decision(game, root, value)
    return SearchResult(best, moves, nodes + 1)


def decision(
    game: Game[State, Move], state: State, value: Callable[[State], Utility]
) -> tuple[Utility, tuple[Move, ...]]:
    """The greatest value that the player to move can reach by a move, or for Min the least, and the moves that reach it.

    Args:
        game: the game.
        state: where it is not over.
        value: of the states that moves lead to.

    Raises:
        InputError: chance is to move.
    """
    turn = check_decision(game.to_move(state))
    moves = game.moves(state)
    values = [value(game.after(state, move)) for move in moves]
    best = max(values) if turn is Turn.MAX else min(values)
    return best, tuple(move for move, found in zip(moves, values, strict=True) if found == best)


def minimax_tree(game: Game[State, Move], state: State | None = None, depth: int | None = None) -> Node[State, Move]:
    """The search tree with the value of every node.

    Args:
        game: the game.
        state: where to begin; None for the game's start.
        depth: moves below which nodes are searched but not kept; None keeps all.

    Raises:
        InputError: the game has chance nodes.
    """

    def visit(state: State, move: Move | None, depth: int) -> Node[State, Move]:
        if game.is_over(state):
            return Node(state, move, None, game.utility(state))
        turn = check_decision(game.to_move(state))
        children = tuple(visit(game.after(state, move), move, depth - 1) for move in game.moves(state))
        values = [child.known_value for child in children]
        best = max(values) if turn is Turn.MAX else min(values)
        return Node(state, move, turn, best, children=children if depth else ())

    # a negative depth never comes to 0
    return visit(game.start if state is None else state, None, -1 if depth is None else max(0, depth))

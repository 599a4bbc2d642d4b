"""Alpha-beta search: the minimax value without the branches that cannot matter.

Alpha is what Max can be sure of by what was searched so far, beta what Min can; where they meet or cross, the player
one level up would never let play come there, and the rest is cut off. How much is cut depends on the order of moves.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Alpha-Beta-Suche"; D. E. Knuth
and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6, 1975.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Generic

from tafelwerk.rules.minimax.game import Bound, Game, Move, State, Turn, Utility, check_decision
from tafelwerk.solvers.minimax.search.tree import Certainty, Node

Order = Callable[[State, Sequence[Move]], Sequence[Move]]
"""The moves of a state in the order in which they are to be searched."""


@dataclass(frozen=True, slots=True)
class AlphaBetaResult(Generic[State, Move]):
    """What alpha-beta search found.

    Attributes:
        value: the minimax value, from Max's side.
        move: the first in the order of search that keeps it; None where the game is over.
        nodes: states visited, the first and the leaves included.
        tree: what was searched, and what was cut off; None unless asked for.
    """

    value: Utility
    move: Move | None
    nodes: int
    tree: Node[State, Move] | None


def alpha_beta(
    game: Game[State, Move],
    state: State | None = None,
    order: Order[State, Move] | None = None,
    keep_tree: bool = False,
) -> AlphaBetaResult[State, Move]:
    """The minimax value of a state by alpha-beta search with the full window.

    A node is left as soon as alpha >= beta; no search stops for any other reason.

    Args:
        game: the game.
        state: where to begin; None for the game's start.
        order: the order in which moves are searched; None for the game's own.
        keep_tree: whether to return the tree, with the window at every node.

    Raises:
        InputError: the game has chance nodes.
    """
    nodes = 0

    def visit(
        state: State, move: Move | None, alpha: Bound, beta: Bound
    ) -> tuple[Utility, Move | None, Node[State, Move] | None]:
        """The value of a state, or where that is outside the window a bound of it; the best move; the node."""
        nonlocal nodes
        nodes += 1
        window = (alpha, beta)
        if game.is_over(state):
            utility = game.utility(state)
            return utility, None, Node(state, move, None, utility, window=window) if keep_tree else None
        turn = check_decision(game.to_move(state))
        moves = game.moves(state) if order is None else order(state, game.moves(state))
        value: Utility | None = None
        best: Move | None = None
        children: list[Node[State, Move]] = []
        for place, choice in enumerate(moves):
            found, _, child = visit(game.after(state, choice), choice, alpha, beta)
            if child is not None:
                children.append(child)
            if turn is Turn.MAX:
                if value is None or found > value:
                    value, best = found, choice
                alpha = max(alpha, value)
            else:
                if value is None or found < value:
                    value, best = found, choice
                beta = min(beta, value)
            if alpha >= beta:
                if keep_tree:
                    children += [cut_off(game, state, rest) for rest in moves[place + 1 :]]
                break
        assert value is not None, "a state that is no end has a move"
        if not keep_tree:
            return value, best, None
        certainty = certainty_of(value, *window)
        return value, best, Node(state, move, turn, value, certainty, window, children=tuple(children))

    value, best, tree = visit(game.start if state is None else state, None, -inf, inf)
    return AlphaBetaResult(value, best, nodes, tree)


def by_preference(moves: Sequence[Move]) -> Callable[[object, Sequence[Move]], Sequence[Move]]:
    """An order of search for games whose moves have the same names everywhere: those of a list as they stand there,
    then the rest."""
    ranks = {move: rank for rank, move in enumerate(moves)}
    return lambda state, available: sorted(available, key=lambda move: ranks.get(move, len(ranks)))


def cut_off(game: Game[State, Move], state: State, move: Move) -> Node[State, Move]:
    """The node of a branch that was not searched."""
    after = game.after(state, move)
    return Node(after, move, None if game.is_over(after) else game.to_move(after), None)


def certainty_of(value: Utility, alpha: Bound, beta: Bound) -> Certainty:
    """What a value says about the minimax value of a node that is no leaf, by the window the search came with."""
    if value <= alpha:
        return Certainty.AT_MOST
    return Certainty.AT_LEAST if value >= beta else Certainty.EXACT

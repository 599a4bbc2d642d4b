"""Looking ahead a number of moves: minimax to a fixed depth, an evaluation where the search stops, and quiescence search.

An evaluation judges any state from Max's side; ends too, so that it can set a won game above everything else. Its
values need not be utilities: only their order matters.

The horizon effect: what happens just beyond the depth is not seen. A state is quiet when no move changes its evaluation
by more than some swing; quiescence search goes on where the depth is used up but the state is not quiet.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Minimax mit fester Tiefe" and "Der
Horizonteffekt".
"""

from collections.abc import Callable

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.game import Game, Move, State, Turn, Utility, check_decision
from tafelwerk.solvers.minimax.search.minimax import SearchResult, decision

Evaluation = Callable[[State], Utility]


def look_ahead(
    game: Game[State, Move], evaluation: Evaluation[State], depth: int, state: State | None = None
) -> SearchResult[Move]:
    """The best reachable evaluation when both look a number of moves ahead, and the moves that lead there.

    Args:
        game: the game.
        evaluation: what a state promises Max, ends included.
        depth: moves to look ahead, at least 1.
        state: where to begin; None for the game's start.

    Returns:
        The depth-limited value, all moves of that value, and the states visited.

    Raises:
        InputError: the depth is less than 1, or the game has chance nodes.
    """
    return _search(game, evaluation, depth, state, lambda state: True, 0)


def quiescence(
    game: Game[State, Move],
    evaluation: Evaluation[State],
    depth: int,
    swing: Utility,
    most: int,
    state: State | None = None,
) -> SearchResult[Move]:
    """Look ahead as `look_ahead` does, and further where the states at the horizon are not quiet.

    Args:
        game: the game.
        evaluation: what a state promises Max, ends included.
        depth: moves to look ahead everywhere, at least 1.
        swing: a state is quiet when no move changes its evaluation by more.
        most: moves to look ahead beyond the depth at most.
        state: where to begin; None for the game's start.

    Raises:
        InputError: the depth is less than 1, `most` is negative, or the game has chance nodes.
    """
    if most < 0:
        raise InputError(f"moves beyond the depth are at least 0, not {most}")
    return _search(game, evaluation, depth, state, lambda state: is_quiet(game, evaluation, swing, state), most)


def is_quiet(game: Game[State, Move], evaluation: Evaluation[State], swing: Utility, state: State) -> bool:
    """Whether no move changes the evaluation by more than a swing; the end of a game is quiet."""
    if game.is_over(state):
        return True
    here = evaluation(state)
    return all(-swing <= evaluation(game.after(state, move)) - here <= swing for move in game.moves(state))


def _search(
    game: Game[State, Move],
    evaluation: Evaluation[State],
    depth: int,
    state: State | None,
    is_quiet_at: Callable[[State], bool],
    most: int,
) -> SearchResult[Move]:
    """Both searches: `depth` moves everywhere, and up to `most` more where it is not quiet."""
    if depth < 1:
        raise InputError(f"a depth is at least 1, not {depth}")
    root = game.start if state is None else state
    nodes = 0

    def value(state: State, depth: int) -> Utility:
        nonlocal nodes
        nodes += 1
        if game.is_over(state) or depth <= -most or (depth <= 0 and is_quiet_at(state)):
            return evaluation(state)
        values = [value(game.after(state, move), depth - 1) for move in game.moves(state)]
        return max(values) if check_decision(game.to_move(state)) is Turn.MAX else min(values)

    if game.is_over(root):
        return SearchResult(evaluation(root), (), 1)
    best, moves = decision(game, root, lambda state: value(state, depth - 1))
    return SearchResult(best, moves, nodes + 1)

"""A second program for searches in tic-tac-toe: depth-limited values over arrays of all boards, alpha-beta by recursion.

Source: P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2.
"""

from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.minimax.games import GOES_ON, LINES, boards, game_of

NAME = "tictactoe"
DEPTHS = 10
"""Number of search depths, 0 to 9 moves."""

FIRST_FIELDS = {
    "natural": "012345678",
    "centre first": "402681357",
    "corners first": "026841357",
    "edges first": "135702684",
}
"""Move orders by field: the fields in the order in which they are tried."""

BY_VALUE = {"best first": 1, "worst first": -1}
"""Move orders by true value: the factor of the successors' values, which are sorted in ascending order."""

ALGORITHMS = ("alpha-beta", "minimax")

_NONE = -100  # below all values


@lru_cache(maxsize=1)
def successors() -> NDArray[np.int64]:
    """Rank after a mark on each field, -1 if there is no such move; shape (3^9, 9)."""
    game = game_of(NAME)
    ranks = np.arange(game.ranks)
    return np.stack([game.successors(ranks, field) for field in range(9)], axis=1)


@lru_cache(maxsize=1)
def true_values() -> NDArray[np.int64]:
    """Values of all boards for the player to move; shape (3^9,)."""
    after = successors()
    marks = (boards() > 0).sum(axis=1)
    values = game_of(NAME).ended(np.arange(len(after))).astype(np.int64)
    for count in range(8, -1, -1):
        some = np.flatnonzero((marks == count) & (values == GOES_ON))
        values[some] = _best(after[some], values)
    return values


def _best(after: NDArray[np.int64], values: NDArray[np.int64]) -> NDArray[np.int64]:
    """The greatest value of a move, for positions that have moves."""
    found: NDArray[np.int64] = np.where(after >= 0, -values[after], _NONE).max(axis=1)
    return found


def evaluations() -> NDArray[np.int64]:
    """Own open lines minus the opponent's, for the player to move; -9 if the opponent has a line; shape (3^9,)."""
    cells = boards()
    lines = [(cells[:, LINES] != other).all(axis=2).sum(axis=1) for other in (2, 1)]
    sign = np.where((cells > 0).sum(axis=1) % 2 == 0, 1, -1)
    # the player who completed a line is not the player to move
    return np.where(game_of(NAME).ended(np.arange(len(cells))) == -1, -9, sign * (lines[0] - lines[1]))


@lru_cache(maxsize=1)
def look_ahead() -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Depth-limited values, whether all best-looking moves keep the true value, and whether one does; each of shape (10, 3^9)."""
    after, truth = successors(), true_values()
    goes_on = (after >= 0).any(axis=1)
    values = [evaluations()]
    every, some = [np.ones(len(truth), np.bool_)], [np.ones(len(truth), np.bool_)]
    for _ in range(1, DEPTHS):
        promised = np.where(after >= 0, -values[-1][after], _NONE)
        chosen = promised == promised.max(axis=1, keepdims=True)
        keeps = -truth[after] == truth[:, None]
        values.append(np.where(goes_on, promised.max(axis=1), values[0]))
        every.append(~goes_on | (~chosen | keeps).all(axis=1))
        some.append(~goes_on | (chosen & keeps).any(axis=1))
    return np.stack(values), np.stack(every), np.stack(some)


@lru_cache(maxsize=32)
def searched_nodes(algorithm: str, move_order: str) -> int:
    """Number of nodes that a search of the whole game visits.

    Args:
        algorithm: "minimax" or "alpha-beta".
        move_order: a key of FIRST_FIELDS or BY_VALUE.

    Raises:
        KeyError: there is no such order.
    """
    after, truth = successors().tolist(), true_values().tolist()
    ended = game_of(NAME).ended(np.arange(len(after))).tolist()
    sign = BY_VALUE.get(move_order)
    fields = [int(field) for field in FIRST_FIELDS["natural" if sign else move_order]]

    def ordered(rank: int) -> list[int]:
        found = [after[rank][field] for field in fields if after[rank][field] >= 0]
        return sorted(found, key=lambda other: sign * truth[other]) if sign else found

    @cache
    def visit(rank: int, alpha: int, beta: int) -> tuple[int, int]:
        """Value within a window, and number of nodes."""
        if ended[rank] != GOES_ON:
            return ended[rank], 1
        best, nodes = -2, 1
        for other in ordered(rank):
            value, below = visit(other, -beta, -alpha)
            nodes += below
            best = max(best, -value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, nodes

    @cache
    def size(rank: int) -> int:
        return 1 + sum(map(size, ordered(rank)))

    return size(0) if algorithm == "minimax" else visit(0, -2, 2)[1]

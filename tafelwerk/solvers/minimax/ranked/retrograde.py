"""The solver of whole games: value, distance and best moves of every position, level by level.

Distances take one byte per position, and each level is one scan over them. In a game of two players, a position is won in d
plies if some move leads to a position lost in less; it is lost in d plies if all moves lead to positions won in less, the slowest
in d - 1. Positions that no level decides are drawn. The winner hurries, the loser delays. In a puzzle every move has an inverse:
new positions of the next level are those that moves from a level lead to, and moves back to the previous level are the best.

Source: retrograde analysis, K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9, 1986.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.ranked import ENDLESS
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.minimax.ranked.game import DRAWN, WON, CompiledGame, MovesFunction, Words

MOST_DISTANCE = 253

UNMET = ENDLESS
"""Distance of a position that no level has reached yet."""

Bytes = NDArray[np.uint8]
Values = NDArray[np.int8]
Masks = NDArray[np.uint32]
Ranks = NDArray[np.uint32]


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A solved game with n positions.

    Attributes:
        ranks: uint32, shape (n,): the positions that can be reached from the start, ascending.
        values: int8, shape (n,): 1, 0 or -1 if the player to move wins, draws or loses; for a puzzle 1, and -1 at the goal.
        distances: uint8, shape (n,): plies to the end when the winner hurries and the loser delays; for a draw the fewest plies
            to a drawn end, ENDLESS if there is none; for a puzzle moves to the goal.
        moves: uint32, shape (n,): mask of the moves that keep the value, for a puzzle of the moves that come nearer to the goal;
            bit l is the move with label l. 0 if the game is over.
    """

    ranks: Ranks
    values: Values
    distances: Bytes
    moves: Masks

    def place(self, rank: int) -> int | None:
        """Index of a rank; None if its position cannot be reached."""
        # with a number of another type, numpy would convert all ranks
        found = int(np.searchsorted(self.ranks, np.uint32(rank)))
        return found if found < len(self.ranks) and self.ranks[found] == rank else None


class MoveTables(NamedTuple):
    """A puzzle whose ranks are pairs of coordinates; every move is possible everywhere and changes each coordinate by itself.

    Attributes:
        high: int32, shape (high size, moves): low size times the new high coordinate.
        low: int32, shape (low size, moves): the new low coordinate. The rank of (h, l) is h * low size + l.
    """

    high: NDArray[np.int32]
    low: NDArray[np.int32]


def solve_puzzle(tables: MoveTables, goal: int) -> Solution:
    """Solve every position of a puzzle whose moves have inverses and reach all ranks.

    Raises:
        InputError: a distance is greater than MOST_DISTANCE.
    """
    ranks = len(tables.high) * len(tables.low)
    distances, masks = np.full(ranks, UNMET, np.uint8), np.zeros(ranks, np.uint32)
    distances[goal] = level = 0
    while _puzzle_level_kernel(tables, distances, masks, level):
        level = _next(level)
    values = np.ones(ranks, np.int8)
    values[goal] = -1
    return Solution(np.arange(ranks, dtype=np.uint32), values, distances, masks)


def solve_duel(game: CompiledGame) -> Solution:
    """Solve every position of a game of two players that can be reached from its start.

    Raises:
        InputError: a distance is greater than MOST_DISTANCE.
    """
    values, distances = np.zeros(game.ranks, np.int8), np.full(game.ranks, UNMET, np.uint8)
    queue, is_met = np.empty(game.ranks, np.int32), np.zeros(game.ranks, np.bool_)
    expansion = Expansion(game.variant, np.zeros(game.most_moves, np.int64), np.zeros(game.most_moves, np.int64))
    queue[0] = game.rules.start
    count = _reach_kernel(game.moves, expansion, queue, is_met, values, distances)
    ranks = np.sort(queue[:count]).astype(np.uint32)
    for is_drawing in (False, True):
        level = 1
        while _duel_level_kernel(game.moves, expansion, ranks, values, distances, level, is_drawing):
            level = _next(level)
    masks = np.zeros(count, np.uint32)
    _masks_kernel(game.moves, expansion, ranks, values, masks)
    return Solution(ranks, values[ranks], distances[ranks], masks)


def _next(level: int) -> int:
    if level + 1 >= MOST_DISTANCE:
        raise InputError(f"a distance exceeds {MOST_DISTANCE}, the largest that can be stored")
    return level + 1


class Expansion(NamedTuple):
    """Arguments of a moves function besides the rank.

    Attributes:
        variant: as in CompiledGame.
        successors, labels: int64, shape (most moves,): filled.
    """

    variant: int
    successors: Words
    labels: Words


@kernel
def _puzzle_level_kernel(tables: MoveTables, distances: Bytes, masks: Masks, level: int) -> int:
    """Make all moves from the ranks of a level; returns the number of new ranks, which make the next level.

    Args:
        tables: the moves.
        distances: uint8, shape (ranks,), in and out: UNMET beyond the level.
        masks: uint32, shape (ranks,), out: for the ranks of the level, the moves that lead to the previous level.
        level: number of the level, from 0.
    """
    high, low = tables
    found, size, moves = 0, low.shape[0], high.shape[1]
    this, after, before = np.uint8(level), np.uint8(level + 1), np.uint8(level - 1 if level else UNMET - 1)
    for h in range(high.shape[0]):
        base = h * size
        for l in range(size):  # noqa: E741
            if distances[base + l] == this:
                mask = 0
                for move in range(moves):
                    # without branches, since whether a rank is met is as good as random
                    successor = high[h, move] + low[l, move]
                    other = distances[successor]
                    new = other == UNMET
                    distances[successor] = after if new else other
                    found += new
                    mask |= (other == before) << move
                masks[base + l] = mask
    return found


@kernel
def _reach_kernel(
    moves: MovesFunction,
    expansion: Expansion,
    queue: NDArray[np.int32],
    is_met: NDArray[np.bool_],
    values: Values,
    distances: Bytes,
) -> int:
    """Fill `queue` with the positions that queue[0] leads to, and values and distances of ends; returns their number."""
    is_met[queue[0]] = True
    head, tail = 0, 1
    while head < tail:
        rank = int(queue[head])
        head += 1
        count = moves(rank, expansion.successors, expansion.labels, expansion.variant)
        if count <= 0:
            distances[rank] = 0
            # by default a player who cannot move has lost
            values[rank] = 1 if count == WON else 0 if count == DRAWN else -1
        for successor in expansion.successors[: max(0, count)]:
            if not is_met[successor]:
                is_met[successor] = True
                queue[tail] = successor
                tail += 1
    return tail


@kernel
def _duel_level_kernel(
    moves: MovesFunction,
    expansion: Expansion,
    ranks: Ranks,
    values: Values,
    distances: Bytes,
    level: int,
    is_drawing: bool,
) -> int:
    """Decide the positions of a level; returns their number.

    Args:
        moves, expansion: moves function and its arguments.
        ranks: all positions.
        values, distances: by rank, in and out.
        level: number of plies to the end.
        is_drawing: whether to decide draws, after all wins and losses: by a move to a draw that is one ply nearer to its end.
    """
    found = 0
    for rank in ranks:
        if distances[rank] != UNMET:
            continue
        wins, loses, draws = False, True, False
        count = moves(int(rank), expansion.successors, expansion.labels, expansion.variant)
        for successor in expansion.successors[:count]:
            # positions decided in this same level do not count yet
            is_known, value = distances[successor] < level, values[successor]
            if is_known and value == -1:
                wins = True
                break
            loses &= is_known and value == 1
            draws |= is_known and value == 0
        if wins or loses or (draws and is_drawing):
            values[rank] = 1 if wins else -1 if loses else 0
            distances[rank] = level
            found += 1
    return found


@kernel
def _masks_kernel(moves: MovesFunction, expansion: Expansion, ranks: Ranks, values: Values, masks: Masks) -> None:
    """Fill `masks`, one per position, with the moves that keep the value."""
    for place, rank in enumerate(ranks):
        for i in range(moves(int(rank), expansion.successors, expansion.labels, expansion.variant)):
            if values[expansion.successors[i]] == -values[rank]:
                masks[place] |= np.uint32(1 << expansion.labels[i])

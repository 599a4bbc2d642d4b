"""Whole games over dense ranks: value, distance and best moves of every position.

Every position has a number, and one compiled function lists the successors of a number. The solver takes this function as an
argument, so the solver is compiled once for all games. The function decodes a rank once and then makes all its moves.

The edges of a game of two players are listed, and solved as those of any game (`machine.retrograde`). A puzzle, in which every
move has an inverse, is solved level by level, one byte per position and one scan per level: new positions of the next level are
those that moves from a level lead to, and moves back to the previous level are the best.

Sources: W. Myrvold and F. Ruskey, Ranking and unranking permutations in linear time, Information Processing Letters 79, 2001
(dense ranks); P. Becker,
Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Minimax mit fester Tiefe" (depth-limited search).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.games import ENDLESS, RankedGame
from tafelwerk.solvers.machine.jit import INTEGER, INTEGERS, first_class, kernel
from tafelwerk.solvers.machine.retrograde import Edges, Ints, solve_moves, sources_of

WON, LOST, DRAWN = -1, -2, -3
"""Return values of a moves function if the game is over, for the player to move."""

Words = NDArray[np.int64]
MovesFunction = Callable[[int, Words, Words, int], int]


def ranked_moves(function: MovesFunction) -> MovesFunction:
    """Compile a moves function (rank, successors, labels, variant) -> number of moves.

    The function fills `successors` with ranks and `labels` with the labels of the moves, ascending and below 32. If the game is
    over, it returns WON, LOST or DRAWN instead. Functions that it calls must be kernels.
    """
    moves: MovesFunction = first_class(function, INTEGER, INTEGER, INTEGERS, INTEGERS, INTEGER)
    return moves


@dataclass(frozen=True, slots=True, eq=False)
class CompiledGame:
    """A game of two players over ranks with compiled moves.

    Attributes:
        rules: the game in plain Python.
        ranks: number of ranks, which are 0 to ranks - 1, at most 2^31; some may not be positions of the game.
        moves: moves function.
        most_moves: most moves of a position.
        variant: number of the game within a family, for `moves`.
        images: function from a rank to the images under the symmetries of the game, including the rank itself.
    """

    rules: RankedGame
    ranks: int
    moves: MovesFunction
    most_moves: int
    variant: int = 0
    images: Callable[[int], list[int]] = lambda rank: [rank]


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
        index = int(np.searchsorted(self.ranks, np.uint32(rank)))
        return index if index < len(self.ranks) and self.ranks[index] == rank else None


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
    queue, counts, is_met = (
        np.empty(game.ranks, np.int32),
        np.empty(game.ranks, np.int8),
        np.zeros(game.ranks, np.bool_),
    )
    expansion = Expansion(game.variant, np.zeros(game.most_moves, np.int64), np.zeros(game.most_moves, np.int64))
    queue[0] = game.rules.root
    size = _reach_kernel(game.moves, expansion, queue, counts, is_met)
    order = np.argsort(queue[:size])
    ranks, counts = queue[:size][order].astype(np.uint32), counts[order]
    offsets = np.concatenate([[0], np.cumsum(np.maximum(counts, 0))]).astype(np.int32)
    after, labels = np.empty(offsets[-1], np.uint32), np.empty(offsets[-1], np.uint32)
    _edges_kernel(game.moves, expansion, ranks, offsets, after, labels)
    indices = queue
    indices[ranks] = np.arange(size, dtype=np.int32)
    edges = Edges(offsets, indices[after], np.full(len(after), -1, np.int8))
    ends = np.flatnonzero(counts <= 0).astype(np.int32)
    # by default a player who cannot move has lost
    outcomes = np.select([counts[ends] == WON, counts[ends] == DRAWN], [1, 0], -1).astype(np.int32)
    values, distances = solve_moves(edges, outcomes, ends)
    if distances.max() > MOST_DISTANCE:
        raise InputError(f"a distance exceeds {MOST_DISTANCE}, the largest that can be stored")
    sources, masks = sources_of(edges), np.zeros(size, np.uint32)
    keeps = values[edges.successors] == -values[sources]
    np.bitwise_or.at(masks, sources[keeps], np.uint32(1) << labels[keeps])
    return Solution(ranks, values.astype(np.int8), np.where(distances < 0, ENDLESS, distances).astype(np.uint8), masks)


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
    count, size, moves = 0, low.shape[0], high.shape[1]
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
                    count += new
                    mask |= (other == before) << move
                masks[base + l] = mask
    return count


@kernel
def _reach_kernel(
    moves: MovesFunction, expansion: Expansion, queue: Ints, counts: NDArray[np.int8], is_met: NDArray[np.bool_]
) -> int:
    """Fill `queue` with the positions that queue[0] leads to, and `counts` with what `moves` returns; returns their number."""
    is_met[queue[0]] = True
    head, tail = 0, 1
    while head < tail:
        count = moves(int(queue[head]), expansion.successors, expansion.labels, expansion.variant)
        counts[head] = count
        head += 1
        for successor in expansion.successors[: max(0, count)]:
            if not is_met[successor]:
                is_met[successor] = True
                queue[tail] = successor
                tail += 1
    return tail


@kernel
def _edges_kernel(
    moves: MovesFunction, expansion: Expansion, ranks: Ranks, offsets: Ints, after: Ranks, labels: Masks
) -> None:
    """Fill `after` and `labels` with the successors of all positions and the labels of the moves, from `offsets` on."""
    for index, rank in enumerate(ranks):
        begin = offsets[index]
        for i in range(moves(int(rank), expansion.successors, expansion.labels, expansion.variant)):
            after[begin + i], labels[begin + i] = expansion.successors[i], expansion.labels[i]


def compiled_game(game: RankedGame) -> CompiledGame:
    """A listed game of two players, with compiled moves."""
    from tafelwerk.solvers.minimax.compiled_moves import COMPILED

    return COMPILED[game.name]


def solve_ranked_game(game: RankedGame) -> Solution:
    """Solve every position of a listed game or puzzle.

    Raises:
        InputError: a distance is greater than MOST_DISTANCE.
    """
    if not game.is_puzzle:
        return solve_duel(compiled_game(game))
    from tafelwerk.solvers.minimax.compiled_moves import pancake_tables

    return solve_puzzle(pancake_tables(len(game.text(game.root).split())), game.root)


Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Accuracy:
    """Results of searches to the depths 0 to D from the n positions of a solution; row d belongs to depth d.

    Attributes:
        values: int8, shape (D + 1, n): depth-limited value for the player to move; row 0 is the evaluation.
        every: bool, shape (D + 1, n): whether all moves with the greatest depth-limited value keep the true value; true at
            depth 0 and if the game is over.
        some: bool, shape (D + 1, n): whether at least one of these moves does; true at depth 0 and if the game is over.
    """

    values: NDArray[np.int8]
    every: Flags
    some: Flags


def look_ahead_accuracy(game: RankedGame, solution: Solution, evaluation: NDArray[np.int8], depth: int) -> Accuracy:
    """Accuracy of all depths up to `depth`, for every position.

    Args:
        game: game of two players.
        solution: solution of the game.
        evaluation: int8 above -128, shape (n,): evaluation of each position, ends included, for the player to move.
        depth: greatest depth, at least 1.

    Raises:
        InputError: the depth is less than 1.
    """
    if depth < 1:
        raise InputError(f"a depth must be at least 1, not {depth}")
    after = [list(game.successors(rank).values()) for rank in solution.ranks.tolist()]
    degrees = np.array([len(ranks) for ranks in after])
    edges = np.searchsorted(solution.ranks, np.array([rank for ranks in after for rank in ranks], np.uint32))
    # for every position with moves: its place, and its first edge
    inner = np.flatnonzero(degrees)
    firsts = (np.cumsum(degrees) - degrees)[inner]
    keeps = -solution.values[edges] == np.repeat(solution.values, degrees)
    values = np.tile(evaluation, (depth + 1, 1))
    every, some = np.ones(values.shape, np.bool_), np.ones(values.shape, np.bool_)
    for d in range(1, depth + 1):
        promised = -values[d - 1, edges]
        values[d, inner] = np.maximum.reduceat(promised, firsts)
        is_chosen = promised == np.repeat(values[d], degrees)
        every[d, inner] = np.logical_and.reduceat(keeps | ~is_chosen, firsts)
        some[d, inner] = np.logical_or.reduceat(keeps & is_chosen, firsts)
    return Accuracy(values, every, some)

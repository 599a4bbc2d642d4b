"""The fast solver of whole games: value, distance and best moves of every position, level by level.

A byte a position holds the distance, and one scan over it a level finds what comes next. In a game of two a position is won in d
plies when some move leads to one lost in d - 1, and lost in d when all moves lead to won ones, the last of them in d - 1; what no
level decides is drawn. The winner hurries, the loser delays. In a puzzle, whose moves can be taken back by moves, a level's moves
lead to the next one, and those that lead to the one before are the best.

Source: retrograde analysis, K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9, 1986.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.ranked import ENDLESS
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.minimax.ranked.game import DRAWN, WON, CompiledGame, Words
from tafelwerk.solvers.minimax.ranked.move_tables import MoveTables, table_level_kernel

MOST_DISTANCE = 253
MOST_RANKS = 2**31 - 1

_UNDECIDED = 2

Bytes = NDArray[np.uint8]
Values = NDArray[np.int8]
Masks = NDArray[np.uint32]
Ranks = NDArray[np.uint32]


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A solved game, n positions.

    Attributes:
        ranks: uint32, shape (n,): the positions that can be reached from the start, ascending.
        values: int8, shape (n,): 1, 0, -1 where the player to move wins, draws, loses; of a puzzle 1, and -1 at the goal.
        distances: uint8, shape (n,): plies to the end when the winner hurries and the loser delays; of a draw the fewest to a
            drawn end, ENDLESS where there is none; of a puzzle moves to the goal.
        moves: uint32, shape (n,): bit l for the move with label l: those that keep the value; of a puzzle those that come
            nearer to the goal. 0 where the game is over.
    """

    ranks: Ranks
    values: Values
    distances: Bytes
    moves: Masks

    def place(self, rank: int) -> int | None:
        """Where a rank's position stands; None where it cannot be reached."""
        # a number of another type would have all ranks converted
        found = int(np.searchsorted(self.ranks, np.uint32(rank)))
        return found if found < len(self.ranks) and self.ranks[found] == rank else None


def solve(game: CompiledGame, tables: MoveTables | None = None) -> Solution:
    """Solve a game from its start.

    Args:
        game: the game, or the puzzle.
        tables: of a puzzle: its moves as tables, instead of the function.

    Raises:
        InputError: too many ranks, tables of another game or of a game of two, or distances beyond MOST_DISTANCE.
    """
    if not 1 <= game.ranks <= MOST_RANKS:
        raise InputError(f"{game.name}: a game has 1 to {MOST_RANKS:,} ranks, not {game.ranks:,}")
    if tables is None:
        return _solve_puzzle(game) if game.is_puzzle else _solve_duel(game)
    if not game.is_puzzle or tables.ranks != game.ranks:
        raise InputError(f"{game.name}: tables are of a puzzle with {game.ranks:,} ranks, not {tables.ranks:,}")
    return _solve_by_tables(game, tables)


def _room(game: CompiledGame) -> tuple[Words, Words, Words]:
    """Successors, labels and scratch."""
    return (
        np.zeros(game.most_moves, np.int64),
        np.zeros(game.most_moves, np.int64),
        np.zeros(max(1, game.scratch), np.int64),
    )


def _solve_puzzle(game: CompiledGame) -> Solution:
    distance, masks = np.full(game.ranks, ENDLESS, np.uint8), np.zeros(game.ranks, np.uint32)
    distance[game.start] = 0
    level, room = 0, _room(game)
    while _puzzle_level_kernel(game.moves.first_class, distance, masks, level, *room):
        level = _next(game, level)
    return _puzzle_solution(distance, masks)


def _solve_by_tables(game: CompiledGame, tables: MoveTables) -> Solution:
    distance, masks = np.full(game.ranks, ENDLESS, np.uint8), np.zeros(game.ranks, np.uint32)
    distance[game.start] = 0
    level = 0
    while table_level_kernel(tables.high, tables.low, distance, masks, level):
        level = _next(game, level)
    return _puzzle_solution(distance, masks)


def _next(game: CompiledGame, level: int) -> int:
    if level + 1 >= MOST_DISTANCE:
        raise InputError(f"{game.name}: distances are up to {MOST_DISTANCE}")
    return level + 1


def _puzzle_solution(distance: Bytes, masks: Masks) -> Solution:
    met = distance != ENDLESS
    if met.all():
        ranks = np.arange(len(distance), dtype=np.uint32)
    else:
        ranks = np.flatnonzero(met).astype(np.uint32)
        distance, masks = distance[met], masks[met]
    values = np.ones(len(ranks), np.int8)
    values[distance == 0] = -1
    return Solution(ranks, values, distance, masks)


def _solve_duel(game: CompiledGame) -> Solution:
    values, distance = np.full(game.ranks, _UNDECIDED, np.int8), np.full(game.ranks, ENDLESS, np.uint8)
    masks, queue, met = np.zeros(game.ranks, np.uint32), np.empty(game.ranks, np.int32), np.zeros(game.ranks, np.bool_)
    function, room = game.moves.first_class, _room(game)
    count = _reach_kernel(function, game.start, met, queue, values, distance, *room)
    ranks = np.sort(queue[:count]).astype(np.uint32)
    level = 1
    while _duel_level_kernel(function, ranks, values, distance, level, *room):
        level = _next(game, level)
    level = 1
    while _draw_level_kernel(function, ranks, values, distance, level, *room):
        level = _next(game, level)
    values[values == _UNDECIDED] = 0
    _masks_kernel(function, ranks, values, masks, *room)
    return Solution(ranks, values[ranks], distance[ranks], masks[ranks])


@kernel
def _puzzle_level_kernel(
    moves: object, distance: Bytes, masks: Masks, level: int, successors: Words, labels: Words, scratch: Words
) -> int:
    """As `table_level_kernel`, by a function."""
    found = 0
    for rank in range(distance.shape[0]):
        if distance[rank] != level:
            continue
        mask = 0
        for i in range(moves(rank, successors, labels, scratch)):  # type: ignore[operator]
            other = distance[successors[i]]
            if other == 255:
                distance[successors[i]] = level + 1
                found += 1
            elif other + 1 == level:
                mask |= 1 << labels[i]
        masks[rank] = mask
    return found


@kernel
def _reach_kernel(
    moves: object, start: int, met: NDArray[np.bool_], queue: NDArray[np.int32], values: Values, distance: Bytes,
    successors: Words, labels: Words, scratch: Words,
) -> int:  # fmt: skip
    """Fill queue with what the start leads to, values and distances where the game is over; how many positions there are."""
    queue[0] = start
    met[start] = True
    head, tail = 0, 1
    while head < tail:
        rank = queue[head]
        head += 1
        count = moves(rank, successors, labels, scratch)  # type: ignore[operator]
        if count <= 0:
            distance[rank] = 0
            # who cannot move and is told nothing else has lost
            values[rank] = 1 if count == WON else 0 if count == DRAWN else -1
        for i in range(count):
            successor = successors[i]
            if not met[successor]:
                met[successor] = True
                queue[tail] = successor
                tail += 1
    return tail


@kernel
def _duel_level_kernel(
    moves: object, ranks: Ranks, values: Values, distance: Bytes, level: int, successors: Words, labels: Words,
    scratch: Words,
) -> int:  # fmt: skip
    """Decide what is won or lost in so many plies; how many positions are."""
    found = 0
    for place in range(ranks.shape[0]):
        rank = int(ranks[place])
        if values[rank] != 2:
            continue
        wins, loses = False, True
        for i in range(moves(rank, successors, labels, scratch)):  # type: ignore[operator]
            # what this very level decides comes too late
            value = values[successors[i]] if distance[successors[i]] < level else 2
            if value == -1:
                wins = True
                break
            if value != 1:
                loses = False
        if wins or loses:
            values[rank] = 1 if wins else -1
            distance[rank] = level
            found += 1
    return found


@kernel
def _draw_level_kernel(
    moves: object, ranks: Ranks, values: Values, distance: Bytes, level: int, successors: Words, labels: Words,
    scratch: Words,
) -> int:  # fmt: skip
    """Find draws that can end in so many plies, through draws; how many there are."""
    found = 0
    for place in range(ranks.shape[0]):
        rank = int(ranks[place])
        if values[rank] != 2 or distance[rank] != 255:
            continue
        for i in range(moves(rank, successors, labels, scratch)):  # type: ignore[operator]
            value = values[successors[i]]
            if (value == 0 or value == 2) and distance[successors[i]] == level - 1:
                distance[rank] = level
                found += 1
                break
    return found


@kernel
def _masks_kernel(
    moves: object,
    ranks: Ranks,
    values: Values,
    masks: Masks,
    successors: Words,
    labels: Words,
    scratch: Words,
) -> None:
    """Fill masks with the moves that keep the value."""
    for place in range(ranks.shape[0]):
        rank = int(ranks[place])
        mask = 0
        for i in range(moves(rank, successors, labels, scratch)):  # type: ignore[operator]
            if values[successors[i]] == -values[rank]:
                mask |= 1 << labels[i]
        masks[rank] = mask

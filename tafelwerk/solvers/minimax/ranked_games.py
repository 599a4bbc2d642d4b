"""Whole games over dense ranks: value, distance and best moves of every position.

Every position has a number, and one compiled function lists the successors of a number. The solver takes this function as an
argument, so the solver is compiled once for all games. The function decodes a rank once and then makes all its moves.

The edges of a game of two players are listed, and solved as those of any game (`machine.retrograde`). A puzzle, in which every
move has an inverse, is solved level by level, one byte per position and one scan per level: new positions of the next level are
those that moves from a level lead to, and moves back to the previous level are the best.

Compiled are moves and symmetries of tic-tac-toe and its relatives, Notakto and Nim with passes, and the flips of burnt pancakes
as tables. Their rules are in `families.minimax.rules.games`.

Sources: W. Myrvold and F. Ruskey, Ranking and unranking permutations in linear time, Information Processing Letters 79, 2001
(dense ranks); P. Becker,
Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2, "Minimax mit fester Tiefe" (depth-limited search).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.games import (
    BOARD_MASKS,
    BOARDS,
    ENDLESS,
    FIELDS,
    FINISHED_BOARD,
    GAMES,
    LINES_OPEN,
    MOST_NIM_TOKENS,
    NIM_HEAPS,
    NIM_PASS,
    NIM_PASSES,
    TICTACTOE_GAMES,
    TICTACTOE_RULES,
    RankedGame,
    board_masks,
    board_text,
    has_mask_line,
)
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

    return COMPILED[game.name]


def solve_ranked_game(game: RankedGame) -> Solution:
    """Solve every position of a listed game or puzzle.

    Raises:
        InputError: a distance is greater than MOST_DISTANCE.
    """
    if not game.is_puzzle:
        return solve_duel(compiled_game(game))

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


MISERE, WILD = 1, 2
"""Bits of a variant: a player who completes a line loses; either player may set either mark."""

_TURNED, _MIRRORED = (2, 5, 8, 1, 4, 7, 0, 3, 6), (2, 1, 0, 5, 4, 3, 8, 7, 6)


def _board_symmetries() -> tuple[tuple[int, ...], ...]:
    rotations = [tuple(range(FIELDS))]
    for _ in range(3):
        rotations.append(tuple(_TURNED[field] for field in rotations[-1]))
    return (*rotations, *(tuple(_MIRRORED[field] for field in turned) for turned in rotations))


SYMMETRIES = _board_symmetries()
"""Image of every field under each of the eight symmetries of the board."""

HAS_LINE: NDArray[np.bool_] = np.array([has_mask_line(mask) for mask in range(1 << FIELDS)])
"""Whether the fields of a mask contain a line."""
HAS_LINE.flags.writeable = False


def evaluations(ranks: Sequence[int]) -> NDArray[np.int8]:
    """Evaluations of the boards with these ranks, for the player to move; int8, shape (ranks,)."""
    boards = [board_text(rank) for rank in ranks]
    return np.array([int(LINES_OPEN(board)) * (1 if board.count(".") % 2 else -1) for board in boards], np.int8)


def _tictactoe_images(rank: int, wild: bool) -> list[int]:
    """Images of a rank under the symmetries of the board and, in the wild games, the exchange of X and O."""
    board = board_text(rank)
    boards = [board, board.translate(str.maketrans("XO", "OX"))] if wild else [board]
    images = []
    for source, places in product(boards, SYMMETRIES):
        weights = [3**field for field in places]
        images.append(sum(".XO".index(mark) * weight for mark, weight in zip(source, weights, strict=True)))
    return images


@ranked_moves
def _tictactoe_moves(rank: int, successors: Words, labels: Words, variant: int) -> int:
    """All moves of one of the games; `variant` has the bits MISERE and WILD."""
    crosses = noughts = taken = 0
    digits = rank
    for field in range(FIELDS):
        mark = digits % 3
        digits //= 3
        crosses |= (mark == 1) << field
        noughts |= (mark == 2) << field
        taken += mark > 0
    if HAS_LINE[crosses] or HAS_LINE[noughts]:
        return WON if variant & MISERE else LOST
    if taken == FIELDS:
        return DRAWN
    count, weight = 0, 1
    for field in range(FIELDS):
        if not (crosses | noughts) >> field & 1:
            if variant & WILD:
                successors[count], labels[count] = rank + weight, 2 * field
                successors[count + 1], labels[count + 1] = rank + 2 * weight, 2 * field + 1
                count += 2
            else:
                successors[count], labels[count] = rank + (1 + taken % 2) * weight, field
                count += 1
        weight *= 3
    return count


def tictactoe(game: RankedGame) -> CompiledGame:
    """One of the four games on tic-tac-toe's board, compiled."""
    rules = TICTACTOE_RULES[game.name]
    variant = MISERE * rules.misere | WILD * rules.wild
    most_moves = FIELDS * (2 if rules.wild else 1)
    return CompiledGame(
        game, BOARDS, _tictactoe_moves, most_moves, variant, lambda rank: _tictactoe_images(rank, rules.wild)
    )


def notakto(game: RankedGame) -> CompiledGame:
    """Notakto on one or more boards, compiled."""
    boards = len(game.text(game.root).split("/"))
    return CompiledGame(
        game, BOARD_MASKS**boards, _notakto_moves, FIELDS * boards, boards, lambda rank: _notakto_images(rank, boards)
    )


@lru_cache(maxsize=BOARD_MASKS)
def _board_images(mask: int) -> tuple[int, ...]:
    """The distinct images of a board under its symmetries."""
    return tuple({sum(1 << places[field] for field in range(FIELDS) if mask >> field & 1) for places in SYMMETRIES})


def _notakto_images(rank: int, boards: int) -> list[int]:
    """The distinct images of a rank under the symmetries of each board and permutations of the boards."""
    choices = product(*(_board_images(mask) for mask in board_masks(rank, boards)))
    orders = list(permutations(BOARD_MASKS**number for number in range(boards)))
    return list({sum(map(int.__mul__, masks, weights)) for masks in choices for weights in orders})


@ranked_moves
def _notakto_moves(rank: int, successors: Words, labels: Words, variant: int) -> int:
    """A mark on every empty field of a board that is not finished; `variant` is the number of boards."""
    count = 0
    for board in range(variant):
        shift = FIELDS * board
        mask = rank >> shift & FINISHED_BOARD
        if HAS_LINE[mask]:
            continue
        for field in range(FIELDS):
            after = mask | 1 << field
            if after == mask:
                continue
            if HAS_LINE[after]:
                after = FINISHED_BOARD
            successors[count] = rank + (after - mask << shift)
            labels[count] = shift + field
            count += 1
    # the other player finished the last board
    return count or WON


@ranked_moves
def _nim_moves(rank: int, successors: Words, labels: Words, variant: int) -> int:
    """Bits 0 to 8 are the heaps, bit 9 is the pass of the player to move, bit 10 the opponent's."""
    if rank & 0o777 == 0:
        return LOST
    heaps, own, other = rank & 0o777, rank >> 9 & 1, rank >> 10
    count = 0
    for heap in range(NIM_HEAPS):
        for taken in range(1, (heaps >> 3 * heap & 7) + 1):
            successors[count] = heaps - (taken << 3 * heap) | other << 9 | own << 10
            labels[count] = heap * MOST_NIM_TOKENS + taken - 1
            count += 1
    if own:
        successors[count], labels[count] = heaps | other << 9, NIM_PASS
        count += 1
    return count


NIM = CompiledGame(NIM_PASSES, 2048, _nim_moves, NIM_PASS + 1)


COMPILED = {
    compiled.rules.name: compiled
    for compiled in (*map(tictactoe, TICTACTOE_GAMES), notakto(GAMES["notakto"]), notakto(GAMES["notakto-2"]), NIM)
}
"""The listed games of two players, by name."""


@lru_cache(maxsize=1)
def pancake_tables(pancakes: int) -> MoveTables:
    """The flips of 1 to `pancakes` pancakes, over order and sides.

    A stack is an order and a row of sides. A flip changes the order independently of the sides, and the sides independently of
    the order. So two small tables give the successors of each of ten million stacks: look up, and add.

    Source: coordinates and their move tables are those of computer cubing, H. Kociemba, The two-phase algorithm, 1992.
    """
    n = pancakes
    orders = np.array(list(permutations(range(n))), np.int8).reshape(-1, n)
    sides = np.arange(1 << n)[:, None] >> np.arange(n) & 1
    after_orders = np.empty((len(orders), n), np.int32)
    after_sides = np.empty((1 << n, n), np.int32)
    for k in range(1, n + 1):
        after_orders[:, k - 1] = _order_ranks(np.concatenate([orders[:, :k][:, ::-1], orders[:, k:]], 1))
        flipped = np.concatenate([1 - sides[:, :k][:, ::-1], sides[:, k:]], 1)
        after_sides[:, k - 1] = flipped @ (1 << np.arange(n))
    return MoveTables(after_orders << n, after_sides)


def _order_ranks(orders: NDArray[np.int8]) -> NDArray[np.int64]:
    """Ranks of rows that are permutations, in lexicographic order: int64, shape (rows,)."""
    n = orders.shape[1]
    ranks = np.zeros(len(orders), np.int64)
    for depth in range(n):
        smaller = (orders[:, depth + 1 :] < orders[:, depth : depth + 1]).sum(1)
        ranks += smaller * factorial(n - 1 - depth)
    return ranks

"""The listed games over ranks, compiled: moves and symmetries of tic-tac-toe and its relatives, Notakto and Nim with passes; the
flips of burnt pancakes as tables. The rules are in `families.minimax.rules.games`.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations, product
from math import factorial

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.minimax.rules.games import (
    BOARD_MASKS,
    BOARDS,
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
from tafelwerk.solvers.minimax.ranked_games import DRAWN, LOST, WON, CompiledGame, MoveTables, Words, ranked_moves

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

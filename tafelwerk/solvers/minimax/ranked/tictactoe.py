"""Tic-tac-toe and its relatives over ranks: compiled moves, symmetries, evaluations of many boards.

The rules are in `families.minimax.rules.tictactoe`.
"""

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.minimax.rules.evaluation import LINES_OPEN
from tafelwerk.families.minimax.rules.ranked import RankedGame
from tafelwerk.families.minimax.rules.tictactoe import BOARDS, FIELDS, RULES, board_text, has_mask_line
from tafelwerk.solvers.minimax.ranked.game import DRAWN, LOST, WON, CompiledGame, Words, ranked_moves

MISERE, WILD = 1, 2
"""Bits of a variant: a player who completes a line loses; either player may set either mark."""

_TURNED, _MIRRORED = (2, 5, 8, 1, 4, 7, 0, 3, 6), (2, 1, 0, 5, 4, 3, 8, 7, 6)


def _board_symmetries() -> tuple[tuple[int, ...], ...]:
    found = [tuple(range(FIELDS))]
    for _ in range(3):
        found.append(tuple(_TURNED[field] for field in found[-1]))
    return (*found, *(tuple(_MIRRORED[field] for field in turned) for turned in found))


SYMMETRIES = _board_symmetries()
"""Image of every field under each of the eight symmetries of the board."""

HAS_LINE: NDArray[np.bool_] = np.array([has_mask_line(mask) for mask in range(1 << FIELDS)])
"""Whether the fields of a mask contain a line."""
HAS_LINE.flags.writeable = False


def evaluations(ranks: Sequence[int]) -> NDArray[np.int8]:
    """Evaluations of the boards with these ranks, for the player to move; int8, shape (ranks,)."""
    boards = [board_text(rank) for rank in ranks]
    return np.array([int(LINES_OPEN(board)) * (1 if board.count(".") % 2 else -1) for board in boards], np.int8)


def _images(rank: int, wild: bool) -> list[int]:
    """Images of a rank under the symmetries of the board and, in the wild games, the exchange of X and O."""
    board = board_text(rank)
    boards = [board, board.translate(str.maketrans("XO", "OX"))] if wild else [board]
    found = []
    for source, places in product(boards, SYMMETRIES):
        weights = [3**place for place in places]
        found.append(sum(".XO".index(mark) * weight for mark, weight in zip(source, weights, strict=True)))
    return found


@ranked_moves
def _moves(rank: int, successors: Words, labels: Words, variant: int) -> int:
    """All moves of one of the games; `variant` has the bits MISERE and WILD."""
    crosses = noughts = taken = 0
    rest = rank
    for field in range(FIELDS):
        mark = rest % 3
        rest //= 3
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
    rules = RULES[game.name]
    variant = MISERE * rules.misere | WILD * rules.wild
    most_moves = FIELDS * (2 if rules.wild else 1)
    return CompiledGame(game, BOARDS, _moves, most_moves, variant, lambda rank: _images(rank, rules.wild))

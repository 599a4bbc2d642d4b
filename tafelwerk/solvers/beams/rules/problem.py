"""A variant prepared for kernels: its pieces, the answers of diagonals for them, its patterns."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams.rules.board import Board, Variant
from tafelwerk.solvers.beams.rules.patterns import patterns
from tafelwerk.solvers.beams.rules.pieces import Windows, answers, windows_of

FIELD_BITS = 9
"""Fields per group whose diagonals `differ` looks up at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """A variant, its codes as patterns and colourings.

    Attributes:
        variant: the variant.
        board: its board.
        windows: fields of each window's line, in their order. Default: the windows of the board.
        diagonals: masks of the same fields.
        pieces: int64 masks, shape (m,): placed pieces.
        answers: uint8, shape (m, diagonals): answer of each diagonal for each piece, see `pieces.answers`.
        patterns: uint16, shape (p, colours): pieces of each pattern.
        crossing: int64, shape (groups, 2^FIELD_BITS): diagonals that cross each set of fields of a group, as a mask.
    """

    variant: Variant
    board: Board
    windows: Windows
    diagonals: tuple[int, ...]
    pieces: NDArray[np.int64]
    answers: NDArray[np.uint8]
    patterns: NDArray[np.uint16]
    crossing: NDArray[np.int64]

    @property
    def codes(self) -> int:
        """Number of codes."""
        return len(self.patterns) * factorial(self.variant.colours)


@lru_cache(maxsize=4)
def make_problem(variant: Variant, diagonals: tuple[int, ...] | None = None) -> Problem:
    """Problem of a variant, with the given diagonals, masks of fields. Default: the diagonals of the board."""
    return assemble(variant, *patterns(variant), diagonals)


def assemble(
    variant: Variant,
    pieces: NDArray[np.uint64],
    found: NDArray[np.uint16],
    diagonals: tuple[int, ...] | None = None,
) -> Problem:
    """Problem from known pieces and patterns, in the form of `patterns.patterns`; the arrays become read-only."""
    board = variant.board
    lines = board.diagonals if diagonals is None else diagonals
    windows = windows_of(board, diagonals)
    shown = answers(board, pieces, diagonals)
    for array in (pieces, found, shown):
        array.flags.writeable = False
    return Problem(
        variant, board, windows, lines, pieces.astype(np.int64), shown, found, _crossing(len(board.fields), lines)
    )


def _crossing(fields: int, diagonals: Sequence[int]) -> NDArray[np.int64]:
    through = [sum(1 << place for place, line in enumerate(diagonals) if line >> field & 1) for field in range(fields)]
    table = np.zeros((-(-fields // FIELD_BITS), 1 << FIELD_BITS), np.int64)
    sets = np.arange(1 << FIELD_BITS)
    for field, mask in enumerate(through):
        group, bit = divmod(field, FIELD_BITS)
        table[group, (sets >> bit & 1) == 1] |= mask
    return table

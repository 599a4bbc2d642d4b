"""Patterns of a board: all ways to cover it with pieces, listed; a variant prepared for kernels.

Exact cover by depth-first search: the lowest empty field is covered next, by each piece that has it as its lowest field. Every
connected part of the remaining fields must have a multiple of the piece size.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import Board, Variant
from tafelwerk.solvers.beams.pieces import Windows, answers, placed_pieces, windows_of
from tafelwerk.solvers.machine.bits import lowest
from tafelwerk.solvers.machine.jit import kernel

_FIRST = 1 << 16
_MOST_PIECES = 1 << 16


def patterns(variant: Variant) -> tuple[NDArray[np.uint64], NDArray[np.uint16]]:
    """Placed pieces, and the patterns made of them, in lexicographic order.

    Returns:
        pieces: uint64 masks, shape (m,), see `placed_pieces`.
        patterns: uint16, shape (p, colours): pieces by their lowest field.

    Raises:
        InputError: a single colour, pieces that do not add up to the board, or more placed pieces than fit uint16.

    >>> from tafelwerk.families.beams.rules import variant_of
    >>> [len(part) for part in patterns(variant_of("2x3c2"))]
    [16, 6]
    """
    board = variant.board
    if variant.colours < 2 or variant.colours * variant.size != len(board.fields):
        raise InputError(
            f"{variant.name}: two or more colours cover the {len(board.fields)} fields, "
            f"not {variant.colours} with {variant.size} each"
        )
    pieces = placed_pieces(variant)
    if len(pieces) > _MOST_PIECES:
        raise InputError(f"{variant.name} has {len(pieces):,} placed pieces; at most {_MOST_PIECES:,} are combined")
    lowest_fields = np.array([int(piece & -piece).bit_length() - 1 for piece in map(int, pieces)])
    starts = np.searchsorted(lowest_fields, np.arange(len(board.fields) + 1)).astype(np.int64)
    masks, neighbours = pieces.astype(np.int64), np.array(board.neighbours, np.int64)
    scratch = np.zeros((2, variant.colours + 1), np.int64)
    room = _FIRST
    while True:
        rows = np.zeros((room, variant.colours), np.uint16)
        count = _cover_kernel(masks, starts, neighbours, variant.size, board.all, rows, scratch)
        if count <= room:
            return pieces, rows[:count].copy()
        room = count


@kernel
def _parts_fit(empty: int, neighbours: NDArray[np.int64], size: int) -> bool:
    """Whether each connected part of the empty fields has a multiple of `size` fields."""
    while empty:
        part = border = empty & -empty
        empty ^= part
        count = 0
        while border:
            field = lowest(border)
            border &= border - 1
            count += 1
            new = neighbours[field] & empty
            empty ^= new
            border |= new
        if count % size:
            return False
    return True


@kernel
def _place_of(masks: NDArray[np.int64], mask: int, begin: int, end: int) -> int:
    """Place of a mask among ascending ones, or -1."""
    while begin < end:
        middle = (begin + end) // 2
        if masks[middle] < mask:
            begin = middle + 1
        else:
            end = middle
    return begin if begin < masks.shape[0] and masks[begin] == mask else -1


@kernel
def _cover_kernel(
    masks: NDArray[np.int64],
    starts: NDArray[np.int64],
    neighbours: NDArray[np.int64],
    size: int,
    board: int,
    rows: NDArray[np.uint16],
    scratch: NDArray[np.int64],
) -> int:
    """Write as many patterns as `rows` has rows. Returns the number of all patterns.

    Args:
        masks: placed pieces by lowest field, then mask.
        starts: begin of the pieces of each lowest field, and the end.
        neighbours: masks, one per field.
        size: fields of a piece.
        board: mask of all fields.
        rows: (room, colours).
        scratch: (2, colours + 1).
    """
    colours = rows.shape[1]
    empty, next_piece = scratch[0], scratch[1]
    count, depth = 0, 0
    empty[0] = board
    next_piece[0] = starts[0]
    while depth >= 0:
        field = lowest(empty[depth])
        here = empty[depth]
        deeper = False
        while not deeper and next_piece[depth] < starts[field + 1]:
            piece = next_piece[depth]
            next_piece[depth] += 1
            if masks[piece] & ~here:
                continue
            left = here ^ masks[piece]
            if depth == colours - 2:
                last = lowest(left)
                final = _place_of(masks, left, starts[last], starts[last + 1])
                if final >= 0:
                    if count < rows.shape[0]:
                        for i in range(depth):
                            rows[count, i] = next_piece[i] - 1
                        rows[count, depth] = piece
                        rows[count, depth + 1] = final
                    count += 1
            elif _parts_fit(left, neighbours, size):
                depth += 1
                empty[depth] = left
                next_piece[depth] = starts[lowest(left)]
                deeper = True
        if not deeper:
            depth -= 1
    return count


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
    """Problem of a variant, with the given diagonals, masks of fields. Default: the diagonals of the board.

    >>> from tafelwerk.families.beams.rules import variant_of
    >>> make_problem(variant_of("2x3c2")).codes
    12
    """
    return assemble(variant, *patterns(variant), diagonals)


def assemble(
    variant: Variant,
    pieces: NDArray[np.uint64],
    cover: NDArray[np.uint16],
    diagonals: tuple[int, ...] | None = None,
) -> Problem:
    """Problem from known pieces and patterns, in the form of `patterns.patterns`; the arrays become read-only."""
    board = variant.board
    lines = board.diagonals if diagonals is None else diagonals
    windows = windows_of(board, diagonals)
    piece_answers = answers(board, pieces, diagonals)
    for array in (pieces, cover, piece_answers):
        array.flags.writeable = False
    return Problem(
        variant,
        board,
        windows,
        lines,
        pieces.astype(np.int64),
        piece_answers,
        cover,
        _crossing(len(board.fields), lines),
    )


def _crossing(fields: int, diagonals: Sequence[int]) -> NDArray[np.int64]:
    through = [
        sum(1 << diagonal for diagonal, line in enumerate(diagonals) if line >> field & 1) for field in range(fields)
    ]
    table = np.zeros((-(-fields // FIELD_BITS), 1 << FIELD_BITS), np.int64)
    sets = np.arange(1 << FIELD_BITS)
    for field, mask in enumerate(through):
        group, bit = divmod(field, FIELD_BITS)
        table[group, (sets >> bit & 1) == 1] |= mask
    return table

"""Patterns: all ways to cover the board with pieces, regardless of colours.

Exact cover by depth-first search: the lowest empty field is covered next, by each piece that has it as its lowest field. Every
connected part of the remaining fields must have a multiple of the piece size.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules.board import Variant
from tafelwerk.solvers.beams.rules.pieces import placed_pieces
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
        found = np.zeros((room, variant.colours), np.uint16)
        count = _cover_kernel(masks, starts, neighbours, variant.size, board.all, found, scratch)
        if count <= room:
            return pieces, found[:count].copy()
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
    found: NDArray[np.uint16],
    scratch: NDArray[np.int64],
) -> int:
    """Write as many patterns as `found` has rows. Returns the number of all patterns.

    Args:
        masks: placed pieces by lowest field, then mask.
        starts: begin of the pieces of each lowest field, and the end.
        neighbours: masks, one per field.
        size: fields of a piece.
        board: mask of all fields.
        found: (room, colours).
        scratch: (2, colours + 1).
    """
    colours = found.shape[1]
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
            rest = here ^ masks[piece]
            if depth == colours - 2:
                last = lowest(rest)
                final = _place_of(masks, rest, starts[last], starts[last + 1])
                if final >= 0:
                    if count < found.shape[0]:
                        for i in range(depth):
                            found[count, i] = next_piece[i] - 1
                        found[count, depth] = piece
                        found[count, depth + 1] = final
                    count += 1
            elif _parts_fit(rest, neighbours, size):
                depth += 1
                empty[depth] = rest
                next_piece[depth] = starts[lowest(rest)]
                deeper = True
        if not deeper:
            depth -= 1
    return count

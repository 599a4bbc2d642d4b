"""Number of ways to cover the board with pieces, counted without listing them.

Pieces are placed column by column, while the patterns are listed row by row. All ways to place a number of pieces that leave the
same fields empty share one count.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.beams.board import Game, bits, fields, near, pieces

_ROOM = 1 << 22
"""Number of pairs of empty fields and pieces that are tested at once."""


def cover_count(game: Game) -> int:
    """Number of patterns of a variant."""
    board = fields(game.side)
    # numbers of fields by column, then by row
    order = sorted(range(len(board)), key=lambda field: (board[field][1], board[field][0]))
    renamed = {field: place for place, field in enumerate(order)}
    masks = [sum(1 << renamed[field] for field in bits(mask)) for mask in pieces(game)]
    around = np.array([sum(1 << renamed[field] for field in bits(near(game.side)[old])) for old in order], np.int64)
    empty, ways = np.array([(1 << len(board)) - 1], np.int64), np.ones(1, np.int64)
    for laid in range(1, game.colours + 1):
        state, piece = _fits(empty, np.array(masks, np.int64))
        empty, which = np.unique(empty[state] ^ np.array(masks, np.int64)[piece], return_inverse=True)
        totals = np.zeros(len(empty), np.int64)
        np.add.at(totals, which, ways[state])
        ways = totals
        if laid < game.colours:
            kept = _divisible(empty, around, game.size)
            empty, ways = empty[kept], ways[kept]
    return int(ways.sum())


def _fits(empty: NDArray[np.int64], masks: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pairs (place in `empty`, piece) where the piece fits into the empty fields and covers the lowest of them."""
    lowest, starts = empty & -empty, masks & -masks
    states, fitting = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for field in np.unique(starts):
        here, candidates = np.flatnonzero(lowest == field), np.flatnonzero(starts == field)
        block = max(1, _ROOM // len(candidates))
        for begin in range(0, len(here), block):
            some = here[begin : begin + block]
            state, piece = np.nonzero((masks[candidates][None, :] & ~empty[some, None]) == 0)
            states.append(some[state])
            fitting.append(candidates[piece])
    return np.concatenate(states), np.concatenate(fitting)


def list_covers(game: Game) -> NDArray[np.uint16]:
    """All patterns of a variant, in any order; uint16, shape (p, colours)."""
    masks = np.array(pieces(game), np.int64)
    around = np.array(near(game.side), np.int64)
    empty, rows = np.array([(1 << game.fields) - 1], np.int64), np.zeros((1, 0), np.uint16)
    for laid in range(1, game.colours + 1):
        state, piece = _fits(empty, masks)
        empty, rows = empty[state] ^ masks[piece], np.column_stack([rows[state], piece.astype(np.uint16)])
        if laid < game.colours:
            different, which = np.unique(empty, return_inverse=True)
            kept = _divisible(different, around, game.size)[which]
            empty, rows = empty[kept], rows[kept]
    return rows


def _divisible(empty: NDArray[np.int64], around: NDArray[np.int64], size: int) -> NDArray[np.bool_]:
    """Whether the part of the empty fields that holds the lowest of them can be filled with whole pieces."""
    part = empty & -empty
    while True:
        grown = part.copy()
        for field, mask in enumerate(around.tolist()):
            grown |= np.where(part >> field & 1, mask, 0)
        grown &= empty
        if (grown == part).all():
            fits: NDArray[np.bool_] = np.bitwise_count(part) % size == 0
            return fits
        part = grown

"""Proofs of variants: their counts, pieces and patterns, and the codes that give each answer.

Pieces up to translation are counted without listing them, cell by cell along the rows of a rhombus. Only the last cell passed
in each column touches later cells. The state of this front says which of these cells are taken and which are connected so far;
each state has the number of ways to reach it, by number of cells taken.

Patterns are counted without listing them: pieces are placed column by column, while the stored patterns are listed row by row.
All ways to place a number of pieces that leave the same fields empty share one count.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams.rules import ANALYSED, FAMILY, LISTED
from tafelwerk.proofs.beams import beams_rules
from tafelwerk.tables.book import Book

_DIGIT = 64
"""Bits per coefficient: the ways are a polynomial in the number of cells, with its coefficients packed into one integer."""

_Front = tuple[int, ...]
"""Part of the last cell passed in each column, with parts numbered in order of appearance; 0 if the cell is not taken."""


def shapes_again(size: int, height: int, width: int) -> int:
    """Number of pieces up to translation that fit a rhombus of cells, such as the one around a hexagonal board.

    Args:
        size: cells per piece, at least 1.
        height, width: height and width of the rhombus, at least 2.
    """
    full, narrower = placed_counts(size, width, height), placed_counts(size, width - 1, height)
    # a piece a cells wide and b high fits a rhombus w by h at (w - a + 1)(h - b + 1) places; the differences leave one place
    return full[-1] - full[-2] - narrower[-1] + narrower[-2]


def grown_shapes(size: int, height: int, width: int) -> int:
    """Number of pieces of squares up to translation that fit a board, where cells that touch at a corner are connected.

    Pieces are grown cell by cell.

    Args:
        size: cells per piece, at least 1.
        height, width: height and width of the board.
    """
    shapes = {frozenset({(0, 0)})}
    around = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)]
    for _ in range(1, size):
        larger = {piece | {(row + y, column + x)} for piece in shapes for row, column in piece for y, x in around}
        shapes = {_move_to_corner(piece) for piece in larger if len(piece) > len(next(iter(shapes)))}
    return sum(1 for piece in shapes if max(row for row, _ in piece) < height and max(x for _, x in piece) < width)


def _move_to_corner(piece: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """A piece moved into the corner."""
    top, left = min(row for row, _ in piece), min(column for _, column in piece)
    return frozenset((row - top, column - left) for row, column in piece)


def placed_counts(size: int, width: int, height: int) -> list[int]:
    """Numbers of connected sets of `size` cells in a rhombus of 0, 1, ..., `height` rows.

    Args:
        size: cells per set, at least 1.
        width: cells per row, at least 1.
        height: largest number of rows.
    """
    total = 0
    counts = [0]
    ways: dict[_Front, int] = {(0,) * width: 1}
    mask = (1 << _DIGIT * size) - 1
    for _ in range(height):
        for column in range(width):
            further: dict[_Front, int] = defaultdict(int)
            for front, number in ways.items():
                old = front[column]
                # drop the state: a part that no later cell touches cannot join the others
                if not old or front.count(old) > 1:
                    further[_number_parts((*front[:column], 0, *front[column + 1 :]))] += number
                taken = _take_cell(front, column)
                more = number << _DIGIT
                if max(taken) == 1:
                    total += more >> _DIGIT * size
                further[taken] += more & mask
            ways = {front: number for front, number in further.items() if number}
        counts.append(total)
    return counts


def _take_cell(front: _Front, column: int) -> _Front:
    """Front after taking the next cell of a column, which touches the cell before it and two cells of the row above."""
    new = len(front) + 1
    near = {*front[max(column - 1, 0) : column + 2]} - {0}
    joined = [new if part in near else part for part in front]
    joined[column] = new
    return _number_parts(tuple(joined))


def _number_parts(front: _Front) -> _Front:
    """The same front with its parts numbered in order of appearance."""
    names = {0: 0}
    return tuple(names.setdefault(part, len(names)) for part in front)


_ROOM = 1 << 22
"""Number of pairs of empty fields and pieces that are tested at once."""


def cover_count(game: beams_rules.Game) -> int:
    """Number of patterns of a variant."""
    board = beams_rules.fields(game.side)
    # numbers of fields by column, then by row
    order = sorted(range(len(board)), key=lambda field: (board[field][1], board[field][0]))
    renamed = {field: index for index, field in enumerate(order)}
    masks = [sum(1 << renamed[field] for field in beams_rules.bits(mask)) for mask in beams_rules.pieces(game)]
    around = np.array(
        [sum(1 << renamed[field] for field in beams_rules.bits(beams_rules.near(game.side)[old])) for old in order],
        np.int64,
    )
    empty, ways = np.array([(1 << len(board)) - 1], np.int64), np.ones(1, np.int64)
    for laid in range(1, game.colours + 1):
        state, piece = _fits(empty, np.array(masks, np.int64))
        empty, which = np.unique(empty[state] ^ np.array(masks, np.int64)[piece], return_inverse=True)
        totals = np.zeros(len(empty), np.int64)
        np.add.at(totals, which, ways[state])
        ways = totals
        if laid < game.colours:
            fillable = _divisible(empty, around, game.size)
            empty, ways = empty[fillable], ways[fillable]
    return int(ways.sum())


def _fits(empty: NDArray[np.int64], masks: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pairs (place in `empty`, piece) where the piece fits into the empty fields and covers the lowest of them."""
    lowest, starts = empty & -empty, masks & -masks
    states, fitting = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for field in np.unique(starts):
        here, candidates = np.flatnonzero(lowest == field), np.flatnonzero(starts == field)
        block = max(1, _ROOM // len(candidates))
        for begin in range(0, len(here), block):
            chunk = here[begin : begin + block]
            state, piece = np.nonzero((masks[candidates][None, :] & ~empty[chunk, None]) == 0)
            states.append(chunk[state])
            fitting.append(candidates[piece])
    return np.concatenate(states), np.concatenate(fitting)


def list_covers(game: beams_rules.Game) -> NDArray[np.uint16]:
    """All patterns of a variant, in any order; uint16, shape (p, colours)."""
    masks = np.array(beams_rules.pieces(game), np.int64)
    around = np.array(beams_rules.near(game.side), np.int64)
    empty, rows = np.array([(1 << game.fields) - 1], np.int64), np.zeros((1, 0), np.uint16)
    for laid in range(1, game.colours + 1):
        state, piece = _fits(empty, masks)
        empty, rows = empty[state] ^ masks[piece], np.column_stack([rows[state], piece.astype(np.uint16)])
        if laid < game.colours:
            different, which = np.unique(empty, return_inverse=True)
            fillable = _divisible(different, around, game.size)[which]
            empty, rows = empty[fillable], rows[fillable]
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


BLOCK = 1 << 18
"""Number of patterns that are checked at once."""

patterns_of = cache(cover_count)
MOST_COVERED = 30
"""Largest number of fields of a board of squares whose patterns are counted again; larger boards have billions."""


@cache
def shapes_of(game: beams_rules.Game) -> int:
    """Number of pieces up to translation."""
    return (grown_shapes if is_square(game) else shapes_again)(game.size, *beams_rules.extent(game.side))


def is_square(game: beams_rules.Game) -> bool:
    """Whether the board consists of squares."""
    return len(beams_rules.fields(game.side)[0]) == 2


def codes_of(game: beams_rules.Game) -> int:
    """Number of codes of a variant."""
    return patterns_of(game) * factorial(game.colours)


def is_counted(name: str) -> bool:
    """Whether a variant's patterns are counted again, or are known to be none that a table has."""
    return name in ANALYSED or not is_square(beams_rules.GAMES[name]) or beams_rules.GAMES[name].fields <= MOST_COVERED


def variant_faults(rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """Faults of rows of table variants against the rules: name, colours, size, fields, diagonals, shapes, placed, patterns,
    codes; patterns of large boards are taken as stored."""
    for name, *numbers in rows:
        game = beams_rules.GAMES[name]
        counts: tuple[int | None, ...] = (None, None, None)
        if name in ANALYSED:
            counts = len(beams_rules.pieces(game)), patterns_of(game), codes_of(game)
        elif is_square(game):
            patterns = patterns_of(game) if is_counted(name) else numbers[-2]
            counts = None, patterns, patterns * factorial(game.colours)
        expected = [game.colours, game.size, game.fields, game.lines, shapes_of(game), *counts]
        if numbers != expected:
            yield f"{name}: {numbers} should be {expected}"


def piece_rows(stored: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """The rows of table pieces: connected sets, grown field by field, as masks."""
    for name in stored:
        if name in ANALYSED:
            yield from ((name, *row) for row in enumerate(beams_rules.pieces(beams_rules.GAMES[name])))


def pattern_faults(book: Book, stored: Sequence[str]) -> Iterator[str]:
    """Faults of table patterns, which must be different covers of the board, in order, and as many as a count finds."""
    for name in stored:
        game = beams_rules.GAMES[name]
        expected = patterns_of(game) if name in ANALYSED else 0
        numbers, rows = stored_patterns(book, name)
        if len(numbers) != expected:
            yield f"{name}: {len(numbers):,} patterns, not {expected:,}"
        if rows is None:
            yield f"{name}: patterns without exactly {game.colours} pieces"
            continue
        for begin in range(0, len(numbers), BLOCK):
            block = slice(max(begin - 1, 0), begin + BLOCK)
            for row in block.start + np.flatnonzero(_wrong(game, numbers[block] - block.start, rows[block])):
                yield f"{name}, pattern {row}: not a cover of the board, or out of order"


def _wrong(game: beams_rules.Game, numbers: NDArray[Any], rows: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Mask of rows that are not patterns, or are out of order after the row before."""
    masks = np.array(beams_rules.pieces(game), np.int64)
    mask = masks[np.minimum(rows, len(masks) - 1)]
    wrong: NDArray[np.bool_] = (numbers != np.arange(len(numbers))) | (rows >= len(masks)).any(axis=1)
    wrong |= (np.diff(mask & -mask, axis=1) <= 0).any(axis=1)
    wrong |= np.bitwise_or.reduce(mask, axis=1) != (1 << game.fields) - 1
    wrong |= np.bitwise_count(mask).sum(axis=1) != game.fields
    steps = np.diff(rows.astype(np.int64), axis=0)
    first = (steps != 0).argmax(axis=1)
    wrong[1:] |= steps[np.arange(len(steps)), first] <= 0
    return wrong


def stored_patterns(book: Book, name: str) -> tuple[NDArray[Any], NDArray[np.uint16] | None]:
    """Numbers and pieces of a variant's stored patterns, in the order of the table; no pieces if some pattern has not one piece
    per colour."""
    rows = f"FROM {FAMILY}.patterns WHERE variant = ?"
    columns = book.arrays(FAMILY, f"SELECT pattern::BIGINT AS pattern, len(pieces) AS size {rows} ORDER BY rowid", name)
    if not columns:
        return np.zeros(0, np.int64), np.zeros((0, beams_rules.GAMES[name].colours), np.uint16)
    if (columns["size"] != beams_rules.GAMES[name].colours).any():
        return columns["pattern"], None
    pieces = book.arrays(FAMILY, f"SELECT unnest(pieces) AS piece FROM (SELECT pieces {rows} ORDER BY rowid)", name)
    return columns["pattern"], pieces["piece"].reshape(-1, beams_rules.GAMES[name].colours)


def answer_faults(book: Book, stored: Sequence[str]) -> Iterator[str]:
    """Faults of table answers: all possible answers and the codes that give them, read from the pieces of all codes."""
    for name in stored:
        rows = book.rows(
            FAMILY,
            f"SELECT colour, diagonal, hits, codes FROM {FAMILY}.answers WHERE variant = ? ORDER BY rowid",
            name,
        )
        held = {row[:3]: row[3] for row in rows}
        if len(held) < len(rows):
            yield f"{name}: an answer is stored twice"
        game = beams_rules.GAMES[name]
        every = beams_rules.codes(game) if name in LISTED else np.zeros((0, game.colours), np.int64)
        table = beams_rules.piece_answers(game) if len(every) else np.zeros((0, game.lines), np.uint8)
        for colour in range(game.colours):
            for line in range(game.lines):
                answers = table[every[:, colour], line]
                for hits in np.flatnonzero(np.bincount(answers)).tolist():
                    key = (colour + 1, line + 1, beams_rules.hits_text(hits))
                    if held.pop(key, None) != np.packbits(answers == hits, bitorder="little").tobytes():
                        yield f"{name}, {key}: missing, or with the wrong codes"
        yield from (f"{name}, {key}: no code gives this answer" for key in held)

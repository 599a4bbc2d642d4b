"""Proofs of variants: their counts, pieces and patterns, and the codes that give each answer."""

from collections.abc import Iterator, Sequence
from functools import cache
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams.rules.board import ANALYSED, FAMILY, LISTED
from tafelwerk.proofs.beams.board import GAMES, Game, codes, extent, fields, hits_text, pieces, shown
from tafelwerk.proofs.beams.covers import cover_count
from tafelwerk.proofs.beams.shapes import grown_shapes, shapes_again
from tafelwerk.tables.book import Book

BLOCK = 1 << 18
"""Number of patterns that are checked at once."""

patterns_of = cache(cover_count)
MOST_COVERED = 30
"""Largest number of fields of a board of squares whose patterns are counted again; larger boards have billions."""


@cache
def shapes_of(game: Game) -> int:
    """Number of pieces up to translation."""
    return (grown_shapes if is_square(game) else shapes_again)(game.size, *extent(game.side))


def is_square(game: Game) -> bool:
    """Whether the board consists of squares."""
    return len(fields(game.side)[0]) == 2


def codes_of(game: Game) -> int:
    """Number of codes of a variant."""
    return patterns_of(game) * factorial(game.colours)


def is_counted(name: str) -> bool:
    """Whether a variant's patterns are counted again, or are known to be none that a table has."""
    return name in ANALYSED or not is_square(GAMES[name]) or GAMES[name].fields <= MOST_COVERED


def variant_faults(rows: Sequence[tuple[Any, ...]]) -> Iterator[str]:
    """Faults of rows of table variants against the rules: name, colours, size, fields, diagonals, shapes, placed, patterns,
    codes; patterns of large boards are taken as stored."""
    for name, *numbers in rows:
        game = GAMES[name]
        counts: tuple[int | None, ...] = (None, None, None)
        if name in ANALYSED:
            counts = len(pieces(game)), patterns_of(game), codes_of(game)
        elif is_square(game):
            found = patterns_of(game) if is_counted(name) else numbers[-2]
            counts = None, found, found * factorial(game.colours)
        expected = [game.colours, game.size, game.fields, game.lines, shapes_of(game), *counts]
        if numbers != expected:
            yield f"{name}: {numbers} should be {expected}"


def piece_keys(stored: Sequence[str]) -> dict[str, Any]:
    """The keys of table pieces."""
    counts = {name: len(pieces(GAMES[name])) if name in ANALYSED else 0 for name in stored}
    return {
        "variant": [name for name, count in counts.items() for _ in range(count)],
        "piece": [number for count in counts.values() for number in range(count)],
    }


def piece_faults(book: Book) -> Iterator[str]:
    """Faults of table pieces against the pieces grown field by field."""
    rows = book.rows(FAMILY, f"SELECT variant::VARCHAR, piece, fields FROM {FAMILY}.pieces ORDER BY rowid")
    for name, piece, mask in rows:
        listed = pieces(GAMES[name])
        if piece >= len(listed) or mask != listed[piece]:
            yield f"{name}, piece {piece}: {mask:#x} is not this piece"


def pattern_faults(book: Book, stored: Sequence[str]) -> Iterator[str]:
    """Faults of table patterns, which must be different covers of the board, in order, and as many as a count finds."""
    for name in stored:
        game = GAMES[name]
        expected = patterns_of(game) if name in ANALYSED else 0
        numbers, found = stored_patterns(book, name)
        if len(numbers) != expected:
            yield f"{name}: {len(numbers):,} patterns, not {expected:,}"
        if found is None:
            yield f"{name}: patterns without exactly {game.colours} pieces"
            continue
        for begin in range(0, len(numbers), BLOCK):
            some = slice(max(begin - 1, 0), begin + BLOCK)
            for row in some.start + np.flatnonzero(_wrong(game, numbers[some] - some.start, found[some])):
                yield f"{name}, pattern {row}: not a cover of the board, or out of order"


def _wrong(game: Game, numbers: NDArray[Any], found: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Mask of rows that are not patterns, or are out of order after the row before."""
    masks = np.array(pieces(game), np.int64)
    mask = masks[np.minimum(found, len(masks) - 1)]
    wrong: NDArray[np.bool_] = (numbers != np.arange(len(numbers))) | (found >= len(masks)).any(axis=1)
    wrong |= (np.diff(mask & -mask, axis=1) <= 0).any(axis=1)
    wrong |= np.bitwise_or.reduce(mask, axis=1) != (1 << game.fields) - 1
    wrong |= np.bitwise_count(mask).sum(axis=1) != game.fields
    steps = np.diff(found.astype(np.int64), axis=0)
    first = (steps != 0).argmax(axis=1)
    wrong[1:] |= steps[np.arange(len(steps)), first] <= 0
    return wrong


def stored_patterns(book: Book, name: str) -> tuple[NDArray[Any], NDArray[np.uint16] | None]:
    """Numbers and pieces of a variant's stored patterns, in the order of the table; no pieces if some pattern has not one piece
    per colour."""
    rows = f"FROM {FAMILY}.patterns WHERE variant = ?"
    found = book.arrays(FAMILY, f"SELECT pattern::BIGINT AS pattern, len(pieces) AS size {rows} ORDER BY rowid", name)
    if not found:
        return np.zeros(0, np.int64), np.zeros((0, GAMES[name].colours), np.uint16)
    if (found["size"] != GAMES[name].colours).any():
        return found["pattern"], None
    pieces = book.arrays(FAMILY, f"SELECT unnest(pieces) AS piece FROM (SELECT pieces {rows} ORDER BY rowid)", name)
    return found["pattern"], pieces["piece"].reshape(-1, GAMES[name].colours)


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
        game = GAMES[name]
        every = codes(game) if name in LISTED else np.zeros((0, game.colours), np.int64)
        table = shown(game) if len(every) else np.zeros((0, game.lines), np.uint8)
        for colour in range(game.colours):
            for line in range(game.lines):
                said = table[every[:, colour], line]
                for hits in np.flatnonzero(np.bincount(said)).tolist():
                    key = (colour + 1, line + 1, hits_text(hits))
                    if held.pop(key, None) != np.packbits(said == hits, bitorder="little").tobytes():
                        yield f"{name}, {key}: missing, or with the wrong codes"
        yield from (f"{name}, {key}: no code gives this answer" for key in held)

"""Proofs of what a variant is: its numbers, pieces, patterns, and the codes that give each answer."""

from collections.abc import Iterator, Sequence
from functools import cache
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.proofs.beams.board import GAMES, Game, codes, hits_text, pieces, shown
from tafelwerk.proofs.beams.covers import cover_count
from tafelwerk.proofs.beams.shapes import shapes_again
from tafelwerk.proofs.claims import MOST_FAULTS
from tafelwerk.rules.beams.board import ANALYSED, FAMILY, LISTED
from tafelwerk.tables.book import Book

MOST_COLOURS = 6
"""Columns of table patterns."""

patterns_of = cache(cover_count)
shapes_of = cache(shapes_again)


def codes_of(game: Game) -> int:
    """How many codes a variant has."""
    return patterns_of(game) * factorial(game.colours)


def variant_faults(book: Book) -> Iterator[str]:
    """Table variants against the rules."""
    rows = book.rows(
        FAMILY,
        "SELECT variant::VARCHAR, colours, size, fields, diagonals, shapes, placed, patterns, codes"
        f" FROM {FAMILY}.variants ORDER BY rowid",
    )
    for name, *numbers in rows:
        game = GAMES[name]
        counts = (len(pieces(game)), patterns_of(game), codes_of(game)) if name in ANALYSED else (None, None, None)
        shapes = shapes_of(game.size, game.side)
        expected = [game.colours, game.size, game.fields, game.lines, shapes, *counts]
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
    """Table pieces against the pieces grown field by field."""
    rows = book.rows(FAMILY, f"SELECT variant::VARCHAR, piece, fields FROM {FAMILY}.pieces ORDER BY rowid")
    for name, piece, fields in rows:
        listed = pieces(GAMES[name])
        if piece >= len(listed) or fields != listed[piece]:
            yield f"{name}, piece {piece}: {fields:#x} is another one or none"


def pattern_faults(book: Book, stored: Sequence[str]) -> Iterator[str]:
    """Table patterns: covers of the board, in order, all different, as many as are counted: so these are all."""
    for name in stored:
        game = GAMES[name]
        expected = patterns_of(game) if name in ANALYSED else 0
        found = pattern_columns(book, name)
        number = len(found[0]) if found else 0
        if number != expected:
            yield f"{name}: {number:,} patterns, not {expected:,}"
        if number:
            yield from _wrong_patterns(name, game, found)


def _wrong_patterns(name: str, game: Game, found: list[NDArray[Any]]) -> Iterator[str]:
    """Rows that are no patterns, or out of order."""
    number, masks = len(found[0]), np.array(pieces(game), np.int64)
    wrong = np.asarray(np.ma.filled(found[0], 2**32 - 1)) != np.arange(number)
    union, fields = np.zeros(number, np.int64), np.zeros(number, np.int64)
    last = np.zeros(number, np.int64)
    # whether a row comes after the one before, as far as its pieces are looked at: 0 is equal so far
    order = np.zeros(max(number - 1, 0), np.int8)
    for place, column in enumerate(found[1:]):
        absent = np.ma.getmaskarray(column)
        if place >= game.colours:
            wrong |= ~absent
            continue
        piece = np.asarray(np.ma.filled(column, 0)).astype(np.int64)
        wrong |= absent | (piece >= len(masks))
        mask = masks[np.minimum(piece, len(masks) - 1)]
        lowest = mask & -mask
        wrong |= lowest <= last
        last = lowest
        union |= mask
        fields += np.bitwise_count(mask)
        order = np.where(order == 0, np.sign(piece[1:] - piece[:-1]), order)
    wrong |= (union != (1 << game.fields) - 1) | (fields != game.fields)
    wrong[1:] |= order <= 0
    for row in np.flatnonzero(wrong)[:MOST_FAULTS].tolist():
        yield f"{name}, pattern {row}: no cover of the board, or out of order"


def pattern_columns(book: Book, name: str) -> list[NDArray[Any]]:
    """The number and the pieces of a variant's stored patterns, in the order of the table."""
    columns = ["pattern", *(f"piece_{place}" for place in range(1, MOST_COLOURS + 1))]
    found = book.arrays(
        FAMILY, f"SELECT {', '.join(columns)} FROM {FAMILY}.patterns WHERE variant = ? ORDER BY rowid", name
    )
    return [found[column] for column in columns] if found else []


def answer_faults(book: Book, stored: Sequence[str]) -> Iterator[str]:
    """Table answers: every answer that some code gives, and the codes that do, read off the pieces of all codes."""
    for name in stored:
        rows = book.rows(
            FAMILY,
            f"SELECT colour, diagonal, hits, codes FROM {FAMILY}.answers WHERE variant = ? ORDER BY rowid",
            name,
        )
        held = {row[:3]: row[3] for row in rows}
        if len(held) < len(rows):
            yield f"{name}: an answer is there twice"
        game = GAMES[name]
        every = codes(game) if name in LISTED else np.zeros((0, game.colours), np.int64)
        table = shown(game) if len(every) else np.zeros((0, game.lines), np.uint8)
        for colour in range(game.colours):
            for line in range(game.lines):
                said = table[every[:, colour], line]
                for hits in np.flatnonzero(np.bincount(said)).tolist():
                    key = (colour + 1, line + 1, hits_text(hits))
                    if held.pop(key, None) != np.packbits(said == hits, bitorder="little").tobytes():
                        yield f"{name}, {key}: missing, or of other codes"
        yield from (f"{name}, {key}: no code gives this answer" for key in held)

"""The codes of Beams that a history leaves: as bitsets if all codes can be listed, otherwise as elements.

Codes are numbered pattern by pattern, and within a pattern by the lexicographic rank of (place of colour 0, place of colour 1,
...), where the place is that of the colour's piece in the pattern. An element is a pattern with an injection of the colours asked
for into its pieces; it stands for all codes that differ only in the pieces of the colours not asked for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from math import factorial

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules.board import Variant
from tafelwerk.families.beams.rules.history import Beam, History, checked_history
from tafelwerk.solvers.beams.rules.counting import allowed_pieces, asked_colours, can_be, count_elements
from tafelwerk.solvers.beams.rules.patterns import patterns
from tafelwerk.solvers.beams.rules.pieces import answers
from tafelwerk.solvers.machine.jit import kernel

MOST_CODES = 1_000_000
"""Largest number of codes of a variant whose codes are listed."""

LEAST_COLOURS = 4
"""Least number of colours for which the number of colourings is a multiple of eight."""

MOST_ELEMENTS = 1 << 26
"""Largest number of elements that are listed: 768 MB in 6c6p."""


@dataclass(frozen=True, slots=True, eq=False)
class Codes:
    """All codes of a small variant, in the order of their numbers.

    Attributes:
        variant: the variant.
        pieces: uint64 masks of the placed pieces, shape (m,).
        answers: uint8 bits along the diagonal, shape (m, diagonals): answer of each diagonal for each piece.
        piece_of: uint16, shape (colours, codes): piece of each colour.
    """

    variant: Variant
    pieces: NDArray[np.uint64]
    answers: NDArray[np.uint8]
    piece_of: NDArray[np.uint16]

    def __len__(self) -> int:
        return int(self.piece_of.shape[1])


def list_codes(variant: Variant, diagonals: tuple[int, ...] | None = None) -> Codes:
    """All codes of a small variant.

    Args:
        variant: the variant.
        diagonals: masks of fields. Default: the diagonals of its board.

    Raises:
        InputError: more than `MOST_CODES` codes, or a variant that `patterns` refuses.
    """
    pieces, cover = patterns(variant)
    count = len(cover) * factorial(variant.colours)
    if count > MOST_CODES:
        raise InputError(f"{variant.name} has {count:,} codes; at most {MOST_CODES:,} can be listed: use elements")
    places = np.array(list(permutations(range(variant.colours))), np.intp)
    piece_of = np.ascontiguousarray(cover[:, places].reshape(count, variant.colours).T)
    return Codes(variant, pieces, answers(variant.board, pieces, diagonals), piece_of)


def bitset(codes: Codes, beam: Beam) -> NDArray[np.uint8]:
    """Bitset of the codes with an answer, eight per byte, the lowest number in the lowest bit; uint8, shape (ceil(codes / 8),).

    Raises:
        InputError: a colour, a diagonal or hits out of range.
    """
    colour, diagonal, hits = checked_history([beam], codes.variant.colours, codes.answers.shape[1])[0]
    return np.packbits(codes.answers[codes.piece_of[colour], diagonal] == hits, bitorder="little")


def bitsets(codes: Codes) -> Iterator[tuple[Beam, NDArray[np.uint8]]]:
    """Bitset for each query and each of its possible answers, by colour, diagonal and hits."""
    occurring = np.unique(codes.piece_of)
    for colour in range(codes.variant.colours):
        for diagonal in range(codes.answers.shape[1]):
            for hits in np.unique(codes.answers[occurring, diagonal]).tolist():
                beam = Beam(colour, diagonal, hits)
                yield beam, bitset(codes, beam)


def history_bitset(
    cover: NDArray[np.uint16], shown: NDArray[np.uint8], history: History, found: NDArray[np.uint8] | None = None
) -> NDArray[np.uint8]:
    """Bitset of the codes that a history leaves, from the patterns, without a list of the codes.

    Args:
        cover: patterns, uint16, shape (p, colours): numbers of placed pieces, ascending.
        shown: answers of diagonals for placed pieces, uint8, shape (m, diagonals).
        history: beams; any colours, in any order.
        found: array for the bitset, such as a memory-mapped file. Default: a new array.

    Returns:
        uint8, shape (p, colours! / 8): one row per pattern, together the codes in the order of their numbers, the lowest in the
        lowest bit. 381 MB in 6c6p.

    Raises:
        InputError: a colour, a diagonal or hits out of range; fewer than four colours or more than eight.
    """
    colours = cover.shape[1]
    may, asked = allowed_pieces(cover, shown, history)
    if colours < LEAST_COLOURS:
        raise InputError(f"the codes of a pattern of {colours} colours do not fill whole bytes; list the codes")
    places = np.array(list(permutations(range(colours))), np.intp)
    at = np.arange(colours)[:, None]
    chosen = np.zeros((asked, colours, len(places)), np.bool_)
    for number, colour in enumerate(asked_colours(history)):
        chosen[number] = places[:, colour] == at
    ways = np.packbits(chosen, axis=2, bitorder="little")
    if found is None:
        found = np.empty((len(cover), factorial(colours) // 8), np.uint8)
    _bitset_kernel(cover, may, ways, np.zeros(found.shape[1], np.uint8), found)
    return found


def consistent(
    cover: NDArray[np.uint16], shown: NDArray[np.uint8], history: History, most: int = MOST_ELEMENTS
) -> NDArray[np.uint16]:
    """Elements that a history leaves.

    Args:
        cover: patterns, uint16, shape (p, colours): numbers of placed pieces, ascending.
        shown: answers of diagonals for placed pieces, uint8, shape (m, diagonals).
        history: beams; any colours, in any order.
        most: largest number of elements to list.

    Returns:
        uint16, shape (n, colours): first the pieces of the colours asked for, in ascending order of these colours
        (`asked_colours`), then the other pieces, ascending. By pattern, then by the pieces.

    Raises:
        InputError: a colour, a diagonal or hits out of range; more than eight colours; more than `most` elements.
    """
    may, asked = allowed_pieces(cover, shown, history)
    count = count_elements(cover, shown, history)
    if count > most:
        raise InputError(f"history: it leaves {count:,} elements; at most {most:,} can be listed: count them instead")
    found = np.empty((count, cover.shape[1]), np.uint16)
    _elements_kernel(cover, may, asked, found, np.zeros(asked + 1, np.int64))
    return found


@kernel
def _elements_kernel(
    cover: NDArray[np.uint16],
    may: NDArray[np.uint8],
    asked: int,
    found: NDArray[np.uint16],
    chosen: NDArray[np.int64],
) -> None:
    """Write all elements into `found`, which has exactly their number of rows.

    Args:
        chosen: scratch, (asked + 1,): the place of each colour's piece.
    """
    colours = cover.shape[1]
    count = 0
    for row in range(cover.shape[0]):
        pattern = cover[row]
        if not can_be(pattern, may, asked):
            continue
        free = (1 << colours) - 1
        depth = 0
        chosen[0] = -1
        while depth >= 0:
            if depth < asked:
                if chosen[depth] >= 0:
                    free |= 1 << chosen[depth]
                place = chosen[depth] + 1
                while place < colours and not (free >> place & 1 and may[pattern[place]] >> depth & 1):
                    place += 1
                if place < colours:
                    chosen[depth] = place
                    free ^= 1 << place
                    depth += 1
                    chosen[depth] = -1
                else:
                    depth -= 1
                continue
            for i in range(asked):
                found[count, i] = pattern[chosen[i]]
            i = asked
            for place in range(colours):
                if free >> place & 1:
                    found[count, i] = pattern[place]
                    i += 1
            count += 1
            depth -= 1


@kernel
def _bitset_kernel(
    cover: NDArray[np.uint16],
    may: NDArray[np.uint8],
    ways: NDArray[np.uint8],
    some: NDArray[np.uint8],
    found: NDArray[np.uint8],
) -> None:
    """Write the bitset, one row per pattern.

    Args:
        ways: (asked, colours, bytes): colourings that give a colour asked for to the piece at a place.
        some: scratch, (bytes,).
    """
    asked, colours, size = ways.shape
    for row in range(cover.shape[0]):
        codes = found[row]
        for byte in range(size):
            codes[byte] = 255
        for colour in range(asked):
            for byte in range(size):
                some[byte] = 0
            for place in range(colours):
                if (may[cover[row, place]] >> colour) & 1:
                    these = ways[colour, place]
                    for byte in range(size):
                        some[byte] |= these[byte]
            for byte in range(size):
                codes[byte] &= some[byte]

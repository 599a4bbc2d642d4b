"""The codes of Beams that a history leaves: as bitsets where all codes can be listed, else as elements.

Codes are numbered pattern by pattern, and within a pattern by the lexicographic rank of (place of colour 0, place of colour 1,
...), where the place is that of the colour's piece in the pattern. An element stands for all codes that differ only in which of
the colours not asked for has which piece: a pattern, and an injection of the colours asked for into its pieces.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.beams.board import Variant, make_board
from tafelwerk.solvers.beams.history import Beam, History, checked_history
from tafelwerk.solvers.beams.patterns import patterns
from tafelwerk.solvers.beams.pieces import answers
from tafelwerk.solvers.jit import kernel

MOST_CODES = 1_000_000
"""Codes that are listed one by one."""

MOST_ELEMENTS = 1 << 26
"""Elements that are listed one by one: 768 MB in 6c6p."""

_MOST_COLOURS = 8


@dataclass(frozen=True, slots=True, eq=False)
class Codes:
    """All codes of a small variant, in the order of their numbers.

    Attributes:
        variant: the variant.
        pieces: uint64 masks of the placed pieces, shape (m,).
        answers: uint8 bits along the diagonal, shape (m, diagonals): what each diagonal shows of each piece.
        piece_of: uint16, shape (colours, codes): the piece that a colour has.
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
        diagonals: masks, those of its board unless given.

    Raises:
        InputError: more than `MOST_CODES` codes, or a variant that `patterns` refuses.
    """
    pieces, cover = patterns(variant)
    count = len(cover) * factorial(variant.colours)
    if count > MOST_CODES:
        raise InputError(f"{variant.name} has {count:,} codes; at most {MOST_CODES:,} are listed: use elements")
    places = np.array(list(permutations(range(variant.colours))), np.intp)
    piece_of = np.ascontiguousarray(cover[:, places].reshape(count, variant.colours).T)
    return Codes(variant, pieces, answers(make_board(variant.side), pieces, diagonals), piece_of)


def colours_of(codes: Codes, numbers: NDArray[np.integer] | None = None) -> NDArray[np.uint8]:
    """The colour of each field, from 0.

    Args:
        codes: the codes of a variant.
        numbers: of the codes wanted, shape (n,); all unless given.

    Returns:
        uint8, shape (n, fields).
    """
    owned = codes.piece_of if numbers is None else codes.piece_of[:, numbers]
    fields = np.arange(len(make_board(codes.variant.side).fields), dtype=np.uint64)
    covers = (codes.pieces[:, None] >> fields & np.uint64(1)).astype(np.uint8)
    found = np.zeros((owned.shape[1], len(fields)), np.uint8)
    for colour in range(1, codes.variant.colours):
        found += covers[owned[colour]] * np.uint8(colour)
    return found


def bitset(codes: Codes, beam: Beam) -> NDArray[np.uint8]:
    """The codes with an answer, packed eight to a byte, the lowest number in the lowest bit; uint8, shape (ceil(codes / 8),).

    Raises:
        InputError: a colour, a diagonal or hits out of range.
    """
    colour, diagonal, hits = checked_history([beam], codes.variant.colours, codes.answers.shape[1])[0]
    return np.packbits(codes.answers[codes.piece_of[colour], diagonal] == hits, bitorder="little")


def bitsets(codes: Codes) -> Iterator[tuple[Beam, NDArray[np.uint8]]]:
    """The bitset of every query and answer that a code has, by colour, diagonal and hits."""
    occurring = np.unique(codes.piece_of)
    for colour in range(codes.variant.colours):
        for diagonal in range(codes.answers.shape[1]):
            for hits in np.unique(codes.answers[occurring, diagonal]).tolist():
                beam = Beam(colour, diagonal, hits)
                yield beam, bitset(codes, beam)


def remaining(codes: Codes, history: History) -> NDArray[np.uint8]:
    """The bitset of the codes that every answer of a history allows; see `bitset`.

    Raises:
        InputError: a colour, a diagonal or hits out of range.
    """
    left = np.packbits(np.ones(len(codes), np.bool_), bitorder="little")
    for beam in history:
        left &= bitset(codes, beam)
    return left


def numbers_of(bits: NDArray[np.uint8]) -> NDArray[np.intp]:
    """The numbers of the codes in a bitset, ascending."""
    return np.flatnonzero(np.unpackbits(bits, bitorder="little"))


def asked_colours(history: History) -> tuple[int, ...]:
    """The colours that a history asks for, ascending."""
    return tuple(sorted({colour for colour, _, _ in history}))


def count_elements(
    cover: NDArray[np.uint16], shown: NDArray[np.uint8], history: History, stop: int | None = None
) -> int:
    """How many elements a history leaves; each stands for (colours - colours asked for)! codes.

    Args:
        cover: patterns, uint16, shape (p, colours): numbers of placed pieces.
        shown: what diagonals show of placed pieces, uint8, shape (m, diagonals).
        history: beams; any colours, in any order.
        stop: count no further once there are so many; 1 asks whether any code is left.

    Raises:
        InputError: a colour, a diagonal or hits out of range; more than eight colours.
    """
    may, asked = _allowed(cover, shown, history)
    return _count(cover, may, asked, (1 << 62) if stop is None else stop)


def consistent(
    cover: NDArray[np.uint16], shown: NDArray[np.uint8], history: History, most: int = MOST_ELEMENTS
) -> NDArray[np.uint16]:
    """The elements that a history leaves.

    Args:
        cover: patterns, uint16, shape (p, colours): numbers of placed pieces, ascending.
        shown: what diagonals show of placed pieces, uint8, shape (m, diagonals).
        history: beams; any colours, in any order.
        most: refuse to list more elements than this.

    Returns:
        uint16, shape (n, colours): first the pieces of the colours asked for, in ascending order of these colours
        (`asked_colours`), then the other pieces, ascending. By pattern, then by the pieces.

    Raises:
        InputError: a colour, a diagonal or hits out of range; more than eight colours; more than `most` elements.
    """
    may, asked = _allowed(cover, shown, history)
    count = _count(cover, may, asked, 1 << 62)
    if count > most:
        raise InputError(f"history: it leaves {count:,} elements; at most {most:,} are listed: count them")
    found = np.empty((count, cover.shape[1]), np.uint16)
    _elements_kernel(cover, may, asked, found, np.zeros(asked + 1, np.int64))
    return found


def piece_counts(
    cover: NDArray[np.uint16], shown: NDArray[np.uint8], history: History
) -> tuple[int, NDArray[np.int64]]:
    """In how many of the elements that a history leaves a colour has a piece, without listing the elements.

    Args, errors: those of `count_elements`.

    Returns:
        The number of elements, and int64 of shape (colours asked for + 1, m): a row a colour, ascending, then in how many
        elements the piece belongs to the colours not asked for.
    """
    may, asked = _allowed(cover, shown, history)
    counts = np.zeros((asked + 1, len(shown)), np.int64)
    before, after = np.zeros((2, cover.shape[1] + 1, 1 << asked), np.int64)
    total = _piece_counts_kernel(cover, may, asked, *_by_size(asked), before, after, counts)
    return int(total), counts


def _allowed(cover: NDArray[np.uint16], shown: NDArray[np.uint8], history: History) -> tuple[NDArray[np.uint8], int]:
    """Which of the colours asked for may have each piece, as bits in ascending order of the colours; and how many they are."""
    if cover.shape[1] > _MOST_COLOURS:
        raise InputError(f"elements have at most {_MOST_COLOURS} colours, not {cover.shape[1]}")
    checked_history(history, cover.shape[1], shown.shape[1])
    asked = asked_colours(history)
    may = np.full(len(shown), (1 << len(asked)) - 1, np.uint8)
    for colour, diagonal, hits in history:
        may[shown[:, diagonal] != hits] &= np.uint8(255 ^ 1 << asked.index(colour))
    return may, len(asked)


def _by_size(asked: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sets of colours by size, and where those of each size begin, and the end."""
    sets = sorted(range(1 << asked), key=int.bit_count)
    return np.array(sets, np.int64), np.cumsum([0, *(comb(asked, size) for size in range(asked + 1))])


def _count(cover: NDArray[np.uint16], may: NDArray[np.uint8], asked: int, stop: int) -> int:
    before = np.zeros((cover.shape[1] + 1, 1 << asked), np.int64)
    return int(_count_kernel(cover, may, asked, *_by_size(asked), stop, before))


@kernel
def _can_be(pattern: NDArray[np.uint16], may: NDArray[np.uint8], asked: int) -> bool:
    """Whether each colour asked for may have some piece of a pattern."""
    union = 0
    for place in range(pattern.shape[0]):
        union |= may[pattern[place]]
    return union == (1 << asked) - 1


@kernel
def _fill_before(
    pattern: NDArray[np.uint16],
    may: NDArray[np.uint8],
    asked: int,
    sets: NDArray[np.int64],
    starts: NDArray[np.int64],
    before: NDArray[np.int64],
) -> int:
    """Ways to give the colours of a set to the pieces before a place, for the sets that can still become all.

    Args:
        sets: sets of colours by size.
        starts: where those of each size begin, and the end.
        before: (colours + 1, 2^asked); of no meaning for sets larger than the place, or too small to be filled up from there.

    Returns:
        Ways to give all colours asked for.
    """
    colours = pattern.shape[0]
    spare = colours - asked
    before[0, 0] = 1
    for place in range(colours):
        these = may[pattern[place]]
        for i in range(starts[max(place + 1 - spare, 0)], starts[min(place + 1, asked) + 1]):
            given = sets[i]
            ways = before[place, given] if i < starts[min(place, asked) + 1] else 0
            last = these & given
            while last:
                ways += before[place, given ^ (last & -last)]
                last &= last - 1
            before[place + 1, given] = ways
    return int(before[colours, (1 << asked) - 1])


@kernel
def _count_kernel(
    cover: NDArray[np.uint16],
    may: NDArray[np.uint8],
    asked: int,
    sets: NDArray[np.int64],
    starts: NDArray[np.int64],
    stop: int,
    before: NDArray[np.int64],
) -> int:
    """How many elements there are, or some number not below `stop`; arguments as in `_fill_before`."""
    total = 0
    for row in range(cover.shape[0]):
        pattern = cover[row]
        if _can_be(pattern, may, asked):
            total += _fill_before(pattern, may, asked, sets, starts, before)
            if total >= stop:
                break
    return total


@kernel
def _elements_kernel(
    cover: NDArray[np.uint16],
    may: NDArray[np.uint8],
    asked: int,
    found: NDArray[np.uint16],
    chosen: NDArray[np.int64],
) -> None:
    """Write all elements into `found`, which has room for just them.

    Args:
        chosen: scratch, (asked + 1,): the place of each colour's piece.
    """
    colours = cover.shape[1]
    count = 0
    for row in range(cover.shape[0]):
        pattern = cover[row]
        if not _can_be(pattern, may, asked):
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
def _piece_counts_kernel(
    cover: NDArray[np.uint16],
    may: NDArray[np.uint8],
    asked: int,
    sets: NDArray[np.int64],
    starts: NDArray[np.int64],
    before: NDArray[np.int64],
    after: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> int:
    """Add up in how many elements a colour has a piece; returns how many elements there are.

    Args:
        sets, starts, before: as in `_fill_before`.
        after: scratch, (colours + 1, 2^asked): ways to give the colours not in a set to the pieces from a place on.
        counts: (asked + 1, m), zero.
    """
    colours = cover.shape[1]
    spare = colours - asked
    total = 0
    for row in range(cover.shape[0]):
        pattern = cover[row]
        if not _can_be(pattern, may, asked):
            continue
        ways = _fill_before(pattern, may, asked, sets, starts, before)
        if ways == 0:
            continue
        total += ways
        after[colours, (1 << asked) - 1] = 1
        for place in range(colours - 1, -1, -1):
            piece = pattern[place]
            these = may[piece]
            fewest = max(place + 1 - spare, 0)
            for i in range(starts[max(place - spare, 0)], starts[min(place, asked) + 1]):
                given = sets[i]
                earlier = before[place, given]
                ways = 0
                if i >= starts[fewest]:
                    ways = after[place + 1, given]
                    counts[asked, piece] += earlier * ways
                for colour in range(asked):
                    if these & ~given & 1 << colour:
                        later = after[place + 1, given | 1 << colour]
                        counts[colour, piece] += earlier * later
                        ways += later
                after[place, given] = ways
    return total

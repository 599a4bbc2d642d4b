"""Patterns of a board: all ways to cover it with pieces, listed or counted; a variant prepared for kernels.

Exact cover by depth-first search: the lowest empty field is covered next, by each piece that has it as its lowest field. Every
connected part of the remaining fields must have a multiple of the piece size.

Number of patterns of a board, without listing them: field by field, with states of the frontier.

The frontier consists of the covered fields that have an uncovered neighbour. The state of a partial pattern says which frontier
fields are connected so far (a component), which components must become one piece, and how many fields each piece has. Its
completions depend on nothing else, so partial patterns in the same state are counted together. Pieces may cross, so components
need not be nested.

A field either begins a piece or belongs to a piece already begun. In the second case it joins all components of the piece that it
touches, possibly none. A component that leaves the frontier must be its whole piece.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial
from typing import NamedTuple

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
    """Problem of a variant, with the given diagonals, masks of fields. Default: the diagonals of the board."""
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


MOST_FRONTIER, MOST_COLOURS, MOST_SIZE = 9, 6, 31
"""Largest numbers of frontier fields, pieces and fields per piece that fit the two words of a state."""

_LABEL, _PIECE, _SIZE = 4, 3, 6
"""Bits per component of a frontier field, per piece of a component, and per number of fields of a piece (with an edge bit)."""

_EDGE = 1 << 5
"""Bit added to the number of fields of a piece with a field on the edge of the board."""


class States(NamedTuple):
    """States of partial patterns.

    Attributes:
        keys: int64, shape (n, 2): components of the frontier's fields, 0 for a finished piece; pieces of the components, then
            numbers of fields of the pieces. Components and pieces are numbered in order of appearance.
        ways: int64, shape (n,): number of partial patterns per key; 0 where a place is empty.
    """

    keys: NDArray[np.int64]
    ways: NDArray[np.int64]


def pattern_count(variant: Variant) -> int:
    """Number of patterns of a variant.

    Raises:
        InputError: pieces that do not add up to the board; more colours, larger pieces or a wider board than fit a state.
    """
    board, colours, size = variant.board, variant.colours, variant.size
    if colours * size != len(board.fields):
        raise InputError(f"{variant.name}: {colours} pieces of {size} fields do not cover {len(board.fields)} fields")
    order = _order(board)
    fronts = _frontiers(board, order)
    widest = max(map(len, fronts))
    if colours > MOST_COLOURS or size > MOST_SIZE or widest > MOST_FRONTIER:
        raise InputError(
            f"{variant.name}: patterns are counted for up to {MOST_COLOURS} colours, {MOST_SIZE} fields of a piece and "
            f"{MOST_FRONTIER} frontier fields, not {colours}, {size} and {widest}"
        )
    states = States(np.zeros((1, 2), np.int64), np.ones(1, np.int64))
    for step, field in enumerate(order):
        before = fronts[step - 1] if step else []
        touching = np.array([at for at, other in enumerate(before) if board.neighbours[field] >> other & 1], np.int64)
        # place in this frontier of each field of the next frontier; the new field comes after all places
        slot_of = np.array([[*before, field].index(other) for other in fronts[step]], np.int64)
        edge = _EDGE if not variant.to_edge or board.edge >> field & 1 else 0
        rules = np.array([len(before), size, edge, len(order) - step - 1], np.int64)
        room = 1 << max(10, (4 * len(states.ways)).bit_length())
        while True:
            table = States(np.zeros((room, 2), np.int64), np.zeros(room, np.int64))
            added = _step_kernel(states, table, touching, slot_of, rules, np.zeros((6, 16), np.int64))
            if added >= 0:
                break
            room *= 4
        filled = table.ways > 0
        states = States(table.keys[filled], table.ways[filled])
    return int(states.ways.sum())


def _order(board: Board) -> list[int]:
    """Fields row by row or column by column, whichever has the smaller frontiers."""
    rows = list(range(len(board.fields)))
    orders = rows, sorted(rows, key=lambda field: board.fields[field])
    return min(orders, key=lambda order: max(map(len, _frontiers(board, order))))


def _frontiers(board: Board, order: list[int]) -> list[list[int]]:
    """Frontier after each field: covered fields with an uncovered neighbour, in the order in which they were covered."""
    covered, frontiers = 0, []
    for step, field in enumerate(order):
        covered |= 1 << field
        frontiers.append([other for other in order[: step + 1] if board.neighbours[other] & ~covered])
    return frontiers


@kernel
def _step_kernel(
    states: States,
    table: States,
    touching: NDArray[np.int64],
    slot_of: NDArray[np.int64],
    rules: NDArray[np.int64],
    scratch: NDArray[np.int64],
) -> int:
    """Cover one more field in every partial pattern.

    Args:
        states: states of partial patterns.
        table: empty, with a power of two places.
        touching: places in the frontier of the new field's neighbours.
        slot_of: place in this frontier by place in the next one; the length of this frontier for the new field.
        rules: number of fields of the frontier and of a piece, number added by a field on the edge, number of fields to come.
        scratch: (6, 16): components of frontier fields, pieces of components, fields of pieces; the next names of components
            and of pieces; a key.

    Returns:
        Number of states afterwards; -1 if the table is full.
    """
    labels, piece_of, sizes = scratch[0], scratch[1], scratch[2]
    width, size, edge = rules[0], rules[1], rules[2]
    added = 0
    for row in range(states.ways.shape[0]):
        pieces = _unpack(states.keys[row], width, labels, piece_of, sizes)
        for piece in range(1, pieces + 2):
            if 2 * added > table.ways.shape[0]:
                return -1
            # undo the changes of the previous piece
            if piece > 1:
                _unpack(states.keys[row], width, labels, piece_of, sizes)
            if piece > pieces:
                sizes[piece] = 0
            new = width + 1
            labels[width], piece_of[new] = new, piece
            for at in touching:
                joined = labels[at]
                if joined != new and joined != 0 and piece_of[joined] == piece:
                    for other in range(width):
                        if labels[other] == joined:
                            labels[other] = new
            sizes[piece] = (sizes[piece] + 1) | edge
            if sizes[piece] & MOST_SIZE == size:
                if sizes[piece] < _EDGE or not _is_single(labels, piece_of, width + 1, piece):
                    continue
                for other in range(width + 1):
                    if labels[other] == new:
                        labels[other] = 0
            if _pack(slot_of, rules, scratch):
                added += _add(table, scratch[5, 0], scratch[5, 1], states.ways[row])
    return added


@kernel
def _unpack(
    key: NDArray[np.int64],
    width: int,
    labels: NDArray[np.int64],
    piece_of: NDArray[np.int64],
    sizes: NDArray[np.int64],
) -> int:
    """Read a state. Returns the number of pieces begun and not finished."""
    components, pieces = 0, 0
    for at in range(width):
        labels[at] = key[0] >> (_LABEL * at) & 15
        components = max(components, labels[at])
    for component in range(1, components + 1):
        piece_of[component] = key[1] >> (_PIECE * (component - 1)) & 7
        pieces = max(pieces, piece_of[component])
    for piece in range(1, pieces + 1):
        sizes[piece] = key[1] >> (_PIECE * MOST_FRONTIER + _SIZE * (piece - 1)) & 63
    return pieces


@kernel
def _is_single(labels: NDArray[np.int64], piece_of: NDArray[np.int64], width: int, piece: int) -> bool:
    """Whether a piece has a single component, the one of the last field."""
    single = True
    for at in range(width):
        single &= labels[at] == 0 or labels[at] == labels[width - 1] or piece_of[labels[at]] != piece
    return single


@kernel
def _pack(slot_of: NDArray[np.int64], rules: NDArray[np.int64], scratch: NDArray[np.int64]) -> bool:
    """Write the key of the next frontier to the last row of `scratch`.

    Returns:
        False if a component that is not a finished piece leaves the frontier, or the pieces begun need more fields than are left.
    """
    labels, piece_of, sizes, width = scratch[0], scratch[1], scratch[2], rules[0]
    staying, before = 1, 0
    for at in slot_of:
        staying |= 1 << labels[at]
    for at in range(width + 1):
        before |= 1 << labels[at]
    if before & ~staying:
        return False
    components, pieces = scratch[3], scratch[4]
    components[:] = 0
    pieces[:] = 0
    first, second, missing, component, piece = 0, 0, 0, 0, 0
    for slot in range(slot_of.shape[0]):
        label = labels[slot_of[slot]]
        if label == 0:
            continue
        if components[label] == 0:
            component += 1
            components[label] = component
            owner = piece_of[label]
            if pieces[owner] == 0:
                piece += 1
                pieces[owner] = piece
                second |= sizes[owner] << (_PIECE * MOST_FRONTIER + _SIZE * (piece - 1))
                missing += rules[1] - (sizes[owner] & MOST_SIZE)
            second |= pieces[owner] << (_PIECE * (component - 1))
        first |= components[label] << (_LABEL * slot)
    scratch[5, 0], scratch[5, 1] = first, second
    return bool(missing <= rules[3])


@kernel
def _add(table: States, first: int, second: int, ways: int) -> int:
    """Add ways to a state. Returns 1 if the state is new, otherwise 0."""
    mixed = (first ^ first >> 31 ^ second ^ second >> 29) & 0x7FFFFFFF
    slot = (mixed * 0x9E3779B1 >> 16) & (table.ways.shape[0] - 1)
    while table.ways[slot] > 0:
        if table.keys[slot, 0] == first and table.keys[slot, 1] == second:
            table.ways[slot] += ways
            return 0
        slot = (slot + 1) & (table.ways.shape[0] - 1)
    table.keys[slot, 0], table.keys[slot, 1] = first, second
    table.ways[slot] = ways
    return 1

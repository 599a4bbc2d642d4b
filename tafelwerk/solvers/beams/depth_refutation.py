"""Proof that no strategy resolves all codes within a number of queries, and the hard codes that show it.

The codemaker answers so as to leave many codes. A set *outlasts* k queries if, whatever is asked, some answer leaves a set that
outlasts k - 1. Only the few answers that leave most codes are tried, so a set for which nothing is proved may still take more
queries. Sets that symmetries of the board and renamings of colours map to each other are looked at once. With few queries left,
some of a set's codes decide (`outlasts_few`).

Sets that some of their codes keep from being resolved in few queries.

A set is resolved when no further query splits what is left. A strategy that resolves a set within k queries resolves each of its
subsets within k. So it is enough to look at some codes of a set:

- *Separated* codes: any two answer differently on more than k unused diagonals. After k queries at most one of them may be
  left: two could still be told apart. So only the sizes of parts count.
- All codes of a small set: two of them may be left if no unused diagonal distinguishes them.

In a set, colours that were not asked for are alike, so strategies may be taken to ask for them in their order. Among chosen codes
they are not alike: a query of a new colour that tells nothing about these codes still makes the next colour available.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.beams import search_tables as sp
from tafelwerk.solvers.beams.elements import Elements, piece_orders
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.search_tables import (
    CodeSet,
    Tables,
    Tally,
    key_kernel,
    make_tables,
    make_tally,
    split_kernel,
)
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.machine.memo import UNKNOWN, Memo, empty_memo, recall, remember, value_at

LANE = 4
"""Bits of a word per diagonal."""

MOST_HITS = (1 << LANE) - 1
"""Greatest answer."""

FEW_NUMBER, FEW_ASKED, FEW_LANES, FEW_QUERY, FEW_TRIED, FEW_IS_SPLIT = range(6)
"""Fields of a frame: number of codes, colours asked for, lanes of the unused diagonals; the current query, number of answers
tried, whether any query so far splits the codes or asks for a new colour."""

LIMITS = (2, 16, 64, 200)
"""Largest number of separated codes to look at, by number of queries left."""

WIDER = 4
"""Factor of these limits if they were too small, and for all codes of a set."""

ANSWERS = 3
"""Number of answers tried after a query, those of the largest parts."""


class HardCodes(NamedTuple):
    """Tables and scratch; m pieces, D diagonals.

    Attributes:
        pieces: int64, shape (m,): answers of all diagonals, LANE bits each.
        diagonals: D.
        most: the greatest number of answers of a diagonal.
        orders: of up to all colours' pieces, see `elements.piece_orders`.
        words: int64, shape (codes, colours): answers of all diagonals, by code chosen and colour.
        rows: int64, shape (levels, codes): chosen codes of a set and of its parts.
        sizes: int64, shape (levels, 1 << LANE): codes by answer not tried yet.
        frames: int64, shape (levels, 6).
    """

    pieces: NDArray[np.int64]
    diagonals: int
    most: int
    orders: NDArray[np.int64]
    words: NDArray[np.int64]
    rows: NDArray[np.int64]
    sizes: NDArray[np.int64]
    frames: NDArray[np.int64]


def make_hard_codes(problem: Problem) -> HardCodes:
    """Tables and scratch of a variant.

    Raises:
        InputError: it has diagonals of more than four fields, more than 15 diagonals, or windows of one line from both ends.
    """
    colours, diagonals = problem.variant.colours, len(problem.diagonals)
    if problem.answers.max(initial=0) >> LANE or diagonals * LANE >= 63 or len(set(problem.diagonals)) < diagonals:
        raise InputError(f"{problem.variant.name}: its diagonals are too long or too many")
    lanes = LANE * np.arange(diagonals)
    codes = WIDER * LIMITS[-1]
    return HardCodes(
        pieces=(problem.answers.astype(np.int64) << lanes).sum(axis=1),
        diagonals=diagonals,
        most=max(len(np.unique(column)) for column in problem.answers.T),
        orders=piece_orders(colours),
        words=np.zeros((codes, colours), np.int64),
        rows=np.zeros((len(LIMITS) + 1, codes), np.int64),
        sizes=np.zeros((len(LIMITS) + 1, 1 << LANE), np.int64),
        frames=np.zeros((len(LIMITS) + 1, 6), np.int64),
    )


@kernel
def outlasts_few(
    hard: HardCodes,
    elements: Elements,
    low: int,
    number: int,
    colours_asked: int,
    diagonals_used: int,
    ways: int,
    queries: int,
) -> bool:
    """Whether some codes of a set prove that it is not resolved within some queries; False if that is not found.

    Args:
        hard: tables.
        elements: rows low to low + number - 1 are the set.
        colours_asked: colours asked for.
        diagonals_used: mask of the diagonals used.
        ways: codes per element.
        queries: number of queries, from 1 to `len(LIMITS) - 1`.
    """
    lanes: int = 0
    for diagonal in range(hard.diagonals):
        lanes |= (~diagonals_used >> diagonal & 1) << (LANE * diagonal)
    for wider in (1, WIDER):
        chosen = _choose(hard, elements, low, number, colours_asked, ways, lanes, queries, wider * LIMITS[queries])
        if _outlast(hard, chosen, colours_asked, lanes, queries, wider):
            return True
    if number * ways > hard.words.shape[0]:
        return False
    for code in range(number * ways):
        _write(hard, elements, low + code // ways, colours_asked, code % ways, code)
        hard.rows[0, code] = code
    return _outlast(hard, number * ways, colours_asked, lanes, queries, 0)


@kernel
def _write(hard: HardCodes, elements: Elements, row: int, colours_asked: int, order: int, index: int) -> None:
    """Write the words of one of an element's codes."""
    colours = elements.shape[1]
    for colour in range(colours_asked):
        hard.words[index, colour] = hard.pieces[elements[row, colour]]
    for colour in range(colours_asked, colours):
        hard.words[index, colour] = hard.pieces[
            elements[row, colours_asked + hard.orders[colours - colours_asked, order, colour - colours_asked]]
        ]


@kernel
def _apart(hard: HardCodes, code: int, other: int, lanes: int) -> int:
    """Unused diagonals that distinguish two codes, as lanes."""
    bits: int = 0
    for colour in range(hard.words.shape[1]):
        bits |= hard.words[code, colour] ^ hard.words[other, colour]
    bits |= bits >> 1
    bits |= bits >> 2
    return bits & lanes


@kernel
def _choose(
    hard: HardCodes,
    elements: Elements,
    low: int,
    number: int,
    colours_asked: int,
    ways: int,
    lanes: int,
    queries: int,
    limit: int,
) -> int:
    """Choose separated codes of a set one by one, from all parts of it. Returns their number."""
    codes, chosen = number * ways, 0
    step = max(1, codes // (8 * limit))
    for code in range(0, codes, step):
        _write(hard, elements, low + code // ways, colours_asked, code % ways, chosen)
        separated = True
        for other in range(chosen):
            apart = _apart(hard, chosen, other, lanes)
            for _ in range(queries):
                apart &= apart - 1
            if apart == 0:
                separated = False
                break
        if separated:
            hard.rows[0, chosen] = chosen
            chosen += 1
            if chosen == limit:
                break
    return chosen


@kernel
def _outlast(hard: HardCodes, number: int, colours_asked: int, lanes: int, queries: int, wider: int) -> bool:
    """Whether the codes in the first of `rows` are not resolved within some queries, as far as the answers tried show.

    Args:
        hard: tables.
        number: number of codes.
        colours_asked: colours asked for.
        lanes: lanes of the unused diagonals.
        queries: number of queries.
        wider: factor of LIMITS for separated codes; 0 for all codes of a set.
    """
    frames, words, level, entering, value, separated = hard.frames, hard.words, 0, True, False, wider > 0
    frames[0, FEW_NUMBER], frames[0, FEW_ASKED], frames[0, FEW_LANES] = number, colours_asked, lanes
    while True:
        frame, rows, sizes, left = frames[level], hard.rows[level], hard.sizes[level], queries - level
        finished = False
        if entering:
            entering = False
            if frame[FEW_NUMBER] < 2:
                value, finished = False, True
            elif left == 0:
                value, finished = separated or _any_apart(hard, rows, frame[FEW_NUMBER], frame[FEW_LANES]), True
            elif separated and left == 1 and frame[FEW_NUMBER] > hard.most:
                value, finished = True, True
            else:
                frame[FEW_QUERY], frame[FEW_IS_SPLIT], value = -1, 0, True
        while not finished:
            if value:
                # the next query
                frame[FEW_QUERY] += 1
                colour, lane = frame[FEW_QUERY] // hard.diagonals, LANE * (frame[FEW_QUERY] % hard.diagonals)
                if colour == min(frame[FEW_ASKED] + 1, words.shape[1]):
                    value, finished = frame[FEW_IS_SPLIT] == 1, True
                    continue
                if not frame[FEW_LANES] >> lane & 1:
                    continue
                sizes[:] = 0
                for index in range(frame[FEW_NUMBER]):
                    sizes[words[rows[index], colour] >> lane & MOST_HITS] += 1
                if colour < frame[FEW_ASKED] and sizes[words[rows[0], colour] >> lane & MOST_HITS] == frame[FEW_NUMBER]:
                    continue
                frame[FEW_IS_SPLIT], frame[FEW_TRIED], value = 1, 0, False
            # the next answer
            answer = 0
            for other in range(1, sizes.shape[0]):
                if sizes[other] > sizes[answer]:
                    answer = other
            if frame[FEW_TRIED] == ANSWERS or sizes[answer] < 2:
                finished = True
                continue
            if separated and (left == 1 or (left == 2 and sizes[answer] > hard.most)):
                value = True
                continue
            sizes[answer] = 0
            frame[FEW_TRIED] += 1
            _descend(hard, level, answer, LIMITS[left - 1] * wider if separated else number)
            level += 1
            entering = True
            break
        if finished:
            if level == 0:
                return value
            level -= 1


@kernel
def _any_apart(hard: HardCodes, rows: NDArray[np.int64], number: int, lanes: int) -> bool:
    """Whether an unused diagonal distinguishes any of some codes."""
    bits: int = 0
    for index in range(1, number):
        bits |= _apart(hard, rows[0], rows[index], lanes)
    return bits != 0


@kernel
def _descend(hard: HardCodes, level: int, answer: int, room: int) -> None:
    """Write the codes that an answer leaves, as many as there is room for, to the next level."""
    frame, below, rows, next_rows = hard.frames[level], hard.frames[level + 1], hard.rows[level], hard.rows[level + 1]
    colour, diagonal = frame[FEW_QUERY] // hard.diagonals, frame[FEW_QUERY] % hard.diagonals
    lane, count = LANE * diagonal, 0
    for index in range(frame[FEW_NUMBER]):
        if count < room and hard.words[rows[index], colour] >> lane & MOST_HITS == answer:
            next_rows[count] = rows[index]
            count += 1
    below[FEW_NUMBER], below[FEW_ASKED], below[FEW_LANES] = (
        count,
        max(frame[FEW_ASKED], colour + 1),
        frame[FEW_LANES] ^ 1 << lane,
    )


FEW = len(LIMITS) - 1
"""Number of queries left at which some codes of a set decide."""

LOW, NUMBER, ASKED, USED, FREE, QUERY, IS_SPLIT, TRIED, PART, BELOW, KEY, CHECK = range(12)
"""Fields of a frame: first row and number of elements, colours asked for, mask of the diagonals used, first free row; the
current query, whether any query so far splits the set, number of answers tried, parts not tried, first row free for their
parts; the set's key."""

ENTRIES = 1 << 22
"""Number of sets that are remembered."""

WATCHED = 2
"""Number of queries after which a set is proved as a whole, between two reports."""

Known = dict[str, bool]
"""Whether sets outlast the queries left, by key."""


class Work(NamedTuple):
    """Scratch of the proof.

    Attributes:
        elements: uint16, shape (rows, colours): sets, one after the other.
        frames: int64, shape (D + 1, 12).
        parts: int64, shape (D + 1, answers, PART_FIELDS): parts of the current query of each frame.
        names: int64, shape (2, colours); key: uint64, shape (2,): scratch for keys.
        sets: int64, shape (1,): number of sets looked at.
        memo: sets and whether they outlast the queries left.
        tally: scratch.
        hard: scratch.
    """

    elements: Elements
    frames: NDArray[np.int64]
    parts: NDArray[np.int64]
    names: NDArray[np.int64]
    key: NDArray[np.uint64]
    sets: NDArray[np.int64]
    memo: Memo
    tally: Tally
    hard: HardCodes


def refute(
    problem: Problem, queries: int, known: Known | None = None, report: Callable[[int], None] | None = None
) -> bool:
    """Whether it is proved that no strategy resolves all codes within some queries; if not, nothing is known.

    Args:
        problem: a variant with at most 15 diagonals, of at most four fields each.
        queries: number of queries, at least 1.
        known: outcomes of an earlier, interrupted run for the same arguments; outcomes are added.
        report: called after each set that is proved as a whole, with the number of sets looked at in this run.

    Raises:
        InputError: the variant's diagonals are too long or too many.
    """
    tables = make_tables(problem)
    colours, diagonals, patterns = problem.variant.colours, len(problem.diagonals), len(problem.patterns)
    work = Work(
        elements=np.empty((patterns + (diagonals + 1) * problem.codes, colours), np.uint16),
        frames=np.zeros((diagonals + 1, 12), np.int64),
        parts=np.zeros((diagonals + 1, len(tables.least) + 1, sp.PART_FIELDS), np.int64),
        names=np.zeros((2, colours), np.int64),
        key=np.zeros(2, np.uint64),
        sets=np.zeros(1, np.int64),
        memo=empty_memo(ENTRIES),
        tally=make_tally(tables),
        hard=make_hard_codes(problem),
    )
    work.elements[:patterns] = problem.patterns
    results = {} if known is None else known

    def outlasts(low: int, number: int, colours_asked: int, diagonals_used: int, free: int) -> bool:
        """Whether a set outlasts the queries left; the first queries are asked here, so that the state can be saved between."""
        depth = diagonals_used.bit_count()
        if depth >= min(WATCHED, queries - 1):
            key_kernel(tables, work.elements, low, number, colours_asked, diagonals_used, work.names, work.key)
            key = f"{work.key[0]:016x}{work.key[1]:016x}"
            if key not in results:
                results[key] = bool(
                    outlasts_kernel(tables, work, low, number, colours_asked, diagonals_used, queries - depth, free)
                )
                if report is not None:
                    report(int(work.sets[0]))
            return results[key]
        return all(
            any(
                outlasts(begin, count, max(colours_asked, colour + 1), diagonals_used | 1 << diagonal, end)
                for begin, count, end in _largest(low, number, colours_asked, free, colour, diagonal)
            )
            for colour in range(min(colours_asked + 1, colours))
            for diagonal in range(diagonals)
            if not diagonals_used >> diagonal & 1
        )

    def _largest(
        low: int, number: int, colours_asked: int, free: int, colour: int, diagonal: int
    ) -> list[tuple[int, int, int]]:
        """First row and number of elements of the largest parts of a query, the largest first, and the first free row."""
        parts = np.zeros((len(tables.least) + 1, sp.PART_FIELDS), np.int64)
        subset = CodeSet(low, number, colours_asked, 0, free)
        count = split_kernel(tables, work.elements, subset, colour, diagonal, work.tally, parts, True)
        end = free + int(parts[:count, sp.PART_COUNT].sum())
        largest = parts[:count, [sp.PART_LOW, sp.PART_COUNT]][::-1][:ANSWERS]
        return [(begin, size, end) for begin, size in largest.tolist()]

    return outlasts(0, patterns, 0, 0, patterns)


@kernel
def outlasts_kernel(
    tables: Tables, work: Work, low: int, number: int, colours_asked: int, diagonals_used: int, queries: int, free: int
) -> bool:
    """Whether a set outlasts some queries; False if that is not proved.

    Args:
        tables: tables of the variant.
        work: scratch.
        low, number: first row and number of the set's elements.
        colours_asked: colours asked for.
        diagonals_used: mask of the diagonals used.
        queries: number of queries left, at least 1.
        free: first row that is free.
    """
    frames, colours, level, entering, value = work.frames, work.elements.shape[1], 0, True, False
    diagonals = tables.answers.shape[1]
    frames[0, LOW], frames[0, NUMBER], frames[0, ASKED], frames[0, USED], frames[0, FREE] = (
        low,
        number,
        colours_asked,
        diagonals_used,
        free,
    )
    while True:
        frame, parts, left, finished = frames[level], work.parts[level], queries - level, False
        subset = CodeSet(frame[LOW], frame[NUMBER], frame[ASKED], frame[USED], frame[FREE])
        if entering:
            entering = False
            asked, used = frame[ASKED], frame[USED]
            key_kernel(tables, work.elements, frame[LOW], frame[NUMBER], asked, used, work.names, work.key)
            frame[KEY], frame[CHECK] = np.int64(work.key[0]), np.int64(work.key[1])
            row = recall(work.memo, frame[KEY], frame[CHECK])
            if row >= 0:
                value, finished = value_at(work.memo, row) == 1, True
            else:
                work.sets[0] += 1
                if left <= FEW:
                    value = outlasts_few(
                        work.hard,
                        work.elements,
                        frame[LOW],
                        frame[NUMBER],
                        frame[ASKED],
                        frame[USED],
                        tables.ways[frame[ASKED]],
                        left,
                    )
                    finished = True
                else:
                    frame[QUERY], frame[IS_SPLIT], value = -1, 0, True
        while not finished:
            if value:
                # the next query
                frame[QUERY] += 1
                colour, diagonal = frame[QUERY] // diagonals, frame[QUERY] % diagonals
                if colour == min(frame[ASKED] + 1, colours):
                    value, finished = frame[IS_SPLIT] == 1, True
                    continue
                if frame[USED] >> diagonal & 1:
                    continue
                frame[PART] = split_kernel(tables, work.elements, subset, colour, diagonal, work.tally, parts, True)
                places = colours - colour if colour == frame[ASKED] else 1
                if frame[PART] == 1 and parts[0, sp.PART_COUNT] == frame[NUMBER] * places:
                    continue
                frame[IS_SPLIT], frame[TRIED], frame[BELOW], value = 1, 0, frame[FREE], False
                for part in range(frame[PART]):
                    frame[BELOW] += parts[part, sp.PART_COUNT]
            # the next answer, by descending size of what it leaves
            if frame[TRIED] == ANSWERS or frame[PART] == 0:
                finished = True
                continue
            frame[PART] -= 1
            frame[TRIED] += 1
            part, below, diagonal = parts[frame[PART]], frames[level + 1], frame[QUERY] % diagonals
            below[LOW], below[NUMBER], below[FREE] = part[sp.PART_LOW], part[sp.PART_COUNT], frame[BELOW]
            below[ASKED] = max(frame[ASKED], frame[QUERY] // diagonals + 1)
            below[USED] = frame[USED] | 1 << diagonal
            level += 1
            entering = True
            break
        if finished:
            codes = frame[NUMBER] * tables.ways[frame[ASKED]]
            remember(work.memo, frame[KEY], frame[CHECK], codes, int(value), True, UNKNOWN)
            if level == 0:
                return value
            level -= 1

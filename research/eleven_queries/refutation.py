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
    part_of,
    split_kernel,
)
from tafelwerk.solvers.machine.bits import count
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.machine.memo import UNKNOWN, Memo, empty_memo, recall, remember, value_at

LANE = 4
"""Bits of a word per diagonal."""

MOST_HITS = (1 << LANE) - 1
"""Greatest answer."""

LIMITS = (2, 16, 64, 200)
"""Largest number of separated codes to look at, by number of queries left."""

WIDER = 4
"""Factor of these limits if they were too small, and for all codes of a set."""

ANSWERS = 3
"""Number of answers tried after a query, those of the largest parts."""


class HardCodes(NamedTuple):
    """Tables and scratch for some codes of a set; m pieces, D diagonals.

    Attributes:
        pieces: int64, shape (m,): answers of all diagonals, LANE bits each.
        diagonals: D.
        most: the greatest number of answers of a diagonal.
        orders: of up to all colours' pieces, see `elements.piece_orders`.
        words: int64, shape (codes, colours): answers of all diagonals, by code chosen and colour.
        rows: int64, shape (levels, codes): chosen codes of a set and of its parts.
        sizes: int64, shape (levels, 1 << LANE): codes by answer not tried yet.
    """

    pieces: NDArray[np.int64]
    diagonals: int
    most: int
    orders: NDArray[np.int64]
    words: NDArray[np.int64]
    rows: NDArray[np.int64]
    sizes: NDArray[np.int64]


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
    )


@kernel
def outlasts_few(hard: HardCodes, elements: Elements, subset: CodeSet, ways: int, queries: int) -> bool:
    """Whether some codes of a set prove that it is not resolved within some queries; False if that is not found.

    Args:
        hard: tables.
        elements: rows of the set.
        subset: the set.
        ways: codes per element.
        queries: number of queries, from 1 to `len(LIMITS) - 1`.
    """
    lanes: int = 0
    for diagonal in range(hard.diagonals):
        lanes |= (~subset.diagonals_used >> diagonal & 1) << (LANE * diagonal)
    asked, codes = subset.colours_asked, subset.number * ways
    for wider in (1, WIDER):
        chosen = _choose(hard, elements, subset, ways, lanes, queries, wider * LIMITS[queries])
        if _outlast(hard, 0, chosen, asked, lanes, queries, wider):
            return True
    if codes > hard.words.shape[0]:
        return False
    for code in range(codes):
        _write(hard, elements, subset.low + code // ways, asked, code % ways, code)
        hard.rows[0, code] = code
    return _outlast(hard, 0, codes, asked, lanes, queries, 0)


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
    hard: HardCodes, elements: Elements, subset: CodeSet, ways: int, lanes: int, queries: int, limit: int
) -> int:
    """Choose separated codes of a set one by one, from all parts of it. Returns their number."""
    codes, chosen = subset.number * ways, 0
    step = max(1, codes // (8 * limit))
    for code in range(0, codes, step):
        _write(hard, elements, subset.low + code // ways, subset.colours_asked, code % ways, chosen)
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
def _outlast(
    hard: HardCodes, level: int, number: int, colours_asked: int, lanes: int, queries: int, wider: int
) -> bool:
    """Whether the codes in the first of rows[level] are not resolved within some queries, as far as the answers tried show.

    Args:
        hard: tables.
        level: number of queries asked about the codes chosen.
        number: number of codes.
        colours_asked: colours asked for.
        lanes: lanes of the unused diagonals.
        queries: number of queries left.
        wider: factor of LIMITS for separated codes; 0 for all codes of a set.
    """
    rows, sizes, words, separated = hard.rows[level], hard.sizes[level], hard.words, wider > 0
    if number < 2:
        return False
    if queries == 0:
        return separated or _any_apart(hard, rows, number, lanes)
    if separated and queries == 1 and number > hard.most:
        return True
    splits = False
    for query in range(min(colours_asked + 1, words.shape[1]) * hard.diagonals):
        colour, lane = query // hard.diagonals, LANE * (query % hard.diagonals)
        if not lanes >> lane & 1:
            continue
        sizes[:] = 0
        for index in range(number):
            sizes[words[rows[index], colour] >> lane & MOST_HITS] += 1
        # a query of a new colour makes the next one available, even if it does not split the codes
        if colour < colours_asked and sizes[words[rows[0], colour] >> lane & MOST_HITS] == number:
            continue
        splits, outlasts = True, False
        for _ in range(ANSWERS):
            answer = 0
            for other in range(1, sizes.shape[0]):
                if sizes[other] > sizes[answer]:
                    answer = other
            if sizes[answer] < 2 or outlasts:
                break
            if separated and (queries == 1 or (queries == 2 and sizes[answer] > hard.most)):
                outlasts = True
                break
            sizes[answer] = 0
            room = LIMITS[queries - 1] * wider if separated else number
            left = _write_part(hard, level, number, colour, lane, answer, room)
            asked = max(colours_asked, colour + 1)
            outlasts = _outlast(hard, level + 1, left, asked, lanes ^ 1 << lane, queries - 1, wider)
        if not outlasts:
            return False
    return splits


@kernel
def _any_apart(hard: HardCodes, rows: NDArray[np.int64], number: int, lanes: int) -> bool:
    """Whether an unused diagonal distinguishes any of some codes."""
    bits: int = 0
    for index in range(1, number):
        bits |= _apart(hard, rows[0], rows[index], lanes)
    return bits != 0


@kernel
def _write_part(hard: HardCodes, level: int, number: int, colour: int, lane: int, answer: int, room: int) -> int:
    """Write the codes that an answer leaves, as many as there is room for, to the next level. Returns their number."""
    rows, written = hard.rows[level], 0
    for index in range(number):
        if written < room and hard.words[rows[index], colour] >> lane & MOST_HITS == answer:
            hard.rows[level + 1, written] = rows[index]
            written += 1
    return written


FEW = len(LIMITS) - 1
"""Number of queries left at which some codes of a set decide."""

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
        parts: int64, shape (D + 1, answers, PART_FIELDS): parts of the current query, by number of diagonals used.
        names: int64, shape (2, colours); key: uint64, shape (2,): scratch for keys.
        sets: int64, shape (1,): number of sets looked at.
        memo: sets and whether they outlast the queries left.
        tally: scratch.
        hard: scratch.
    """

    elements: Elements
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

    def outlasts(subset: CodeSet) -> bool:
        """Whether a set outlasts the queries left; the first queries are asked here, so that the state can be saved between."""
        depth = subset.diagonals_used.bit_count()
        if depth >= min(WATCHED, queries - 1):
            low, number, asked, used, _ = subset
            key_kernel(tables, work.elements, low, number, asked, used, work.names, work.key)
            key = f"{work.key[0]:016x}{work.key[1]:016x}"
            if key not in results:
                results[key] = bool(outlasts_kernel(tables, work, subset, queries - depth))
                if report is not None:
                    report(int(work.sets[0]))
            return results[key]
        return all(
            any(map(outlasts, largest_parts(subset, colour, diagonal)))
            for colour in range(min(subset.colours_asked + 1, colours))
            for diagonal in range(diagonals)
            if not subset.diagonals_used >> diagonal & 1
        )

    def largest_parts(subset: CodeSet, colour: int, diagonal: int) -> list[CodeSet]:
        """The largest parts of a query, the largest first."""
        parts = np.zeros((len(tables.least) + 1, sp.PART_FIELDS), np.int64)
        number = int(split_kernel(tables, work.elements, subset, colour, diagonal, work.tally, parts, True))
        end = subset.free + int(parts[:number, sp.PART_COUNT].sum())
        largest = range(number - 1, max(number - 1 - ANSWERS, -1), -1)
        return [CodeSet(*map(int, part_of(parts, part, subset, colour, diagonal, end))) for part in largest]

    return outlasts(CodeSet(0, patterns, 0, 0, patterns))


@kernel
def outlasts_kernel(tables: Tables, work: Work, subset: CodeSet, queries: int) -> bool:
    """Whether a set outlasts some queries, at least 1; False if that is not proved."""
    low, number, asked, used, _ = subset
    key_kernel(tables, work.elements, low, number, asked, used, work.names, work.key)
    key, check = int(np.int64(work.key[0])), int(np.int64(work.key[1]))
    row = recall(work.memo, key, check)
    if row >= 0:
        return value_at(work.memo, row) == 1
    work.sets[0] += 1
    ways = tables.ways[subset.colours_asked]
    if queries <= FEW:
        outlasts = outlasts_few(work.hard, work.elements, subset, ways, queries)
    else:
        colours, diagonals, parts = (
            work.elements.shape[1],
            tables.answers.shape[1],
            work.parts[count(subset.diagonals_used)],
        )
        splits, outlasts = False, True
        for query in range(min(subset.colours_asked + 1, colours) * diagonals):
            colour, diagonal = query // diagonals, query % diagonals
            if subset.diagonals_used >> diagonal & 1 or not outlasts:
                continue
            number = split_kernel(tables, work.elements, subset, colour, diagonal, work.tally, parts, True)
            places = colours - colour if colour == subset.colours_asked else 1
            if number == 1 and parts[0, sp.PART_COUNT] == subset.number * places:
                continue
            splits, outlasts, free = True, False, subset.free
            for part in range(number):
                free += parts[part, sp.PART_COUNT]
            # the answers that leave most codes first
            for part in range(number - 1, max(number - 1 - ANSWERS, -1), -1):
                below = part_of(parts, part, subset, colour, diagonal, free)
                outlasts = outlasts or outlasts_kernel(tables, work, below, queries - 1)
        outlasts = outlasts and splits
    remember(work.memo, key, check, subset.number * ways, int(outlasts), True, UNKNOWN)
    return outlasts

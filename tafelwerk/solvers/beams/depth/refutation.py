"""Proof that no strategy resolves all codes within a number of queries.

The codemaker answers so as to leave many codes. A set *outlasts* k queries if, whatever is asked, some answer leaves a set that
outlasts k - 1. Only the few answers that leave most codes are tried, so a set for which nothing is proved may still take more
queries. Sets that symmetries of the board and renamings of colours map to each other are looked at once. With few queries left,
some of a set's codes decide (`hard_codes`).
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.depth.hard_codes import ANSWERS, LIMITS, HardCodes, make_hard_codes, outlasts_few
from tafelwerk.solvers.beams.optimum import splitting as sp
from tafelwerk.solvers.beams.optimum.splitting import Tally, make_tally, split_kernel
from tafelwerk.solvers.beams.optimum.tables import Tables, key_kernel, make_tables
from tafelwerk.solvers.beams.rules.elements import Elements
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.machine.memo import UNKNOWN, Memo, empty_memo, recall, remember, value_at

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
    found = {} if known is None else known

    def outlasts(low: int, number: int, asked: int, used: int, free: int) -> bool:
        """Whether a set outlasts the queries left; the first queries are asked here, so that the state can be saved between."""
        depth = used.bit_count()
        if depth >= min(WATCHED, queries - 1):
            key_kernel(tables, work.elements, low, number, asked, used, work.names, work.key)
            key = f"{work.key[0]:016x}{work.key[1]:016x}"
            if key not in found:
                found[key] = bool(outlasts_kernel(tables, work, low, number, asked, used, queries - depth, free))
                if report is not None:
                    report(int(work.sets[0]))
            return found[key]
        return all(
            any(
                outlasts(begin, count, max(asked, colour + 1), used | 1 << diagonal, end)
                for begin, count, end in _largest(low, number, asked, free, colour, diagonal)
            )
            for colour in range(min(asked + 1, colours))
            for diagonal in range(diagonals)
            if not used >> diagonal & 1
        )

    def _largest(
        low: int, number: int, asked: int, free: int, colour: int, diagonal: int
    ) -> list[tuple[int, int, int]]:
        """First row and number of elements of the largest parts of a query, the largest first, and the first free row."""
        parts = np.zeros((len(tables.least) + 1, sp.PART_FIELDS), np.int64)
        count = split_kernel(tables, work.elements, low, number, asked, colour, diagonal, free, work.tally, parts, True)
        end = free + int(parts[:count, sp.PART_COUNT].sum())
        some = parts[:count, [sp.PART_LOW, sp.PART_COUNT]][::-1][:ANSWERS]
        return [(begin, size, end) for begin, size in some.tolist()]

    return outlasts(0, patterns, 0, 0, patterns)


@kernel
def outlasts_kernel(
    tables: Tables, work: Work, low: int, number: int, asked: int, used: int, queries: int, free: int
) -> bool:
    """Whether a set outlasts some queries; False if that is not proved.

    Args:
        tables: tables of the variant.
        work: scratch.
        low, number: first row and number of the set's elements.
        asked: colours asked for.
        used: mask of the diagonals used.
        queries: number of queries left, at least 1.
        free: first row that is free.
    """
    frames, colours, level, entering, value = work.frames, work.elements.shape[1], 0, True, False
    diagonals = tables.shown.shape[1]
    frames[0, LOW], frames[0, NUMBER], frames[0, ASKED], frames[0, USED], frames[0, FREE] = (
        low,
        number,
        asked,
        used,
        free,
    )
    while True:
        frame, parts, left, finished = frames[level], work.parts[level], queries - level, False
        some = frame[LOW], frame[NUMBER], frame[ASKED]
        if entering:
            entering = False
            key_kernel(tables, work.elements, *some, frame[USED], work.names, work.key)
            frame[KEY], frame[CHECK] = np.int64(work.key[0]), np.int64(work.key[1])
            row = recall(work.memo, frame[KEY], frame[CHECK])
            if row >= 0:
                value, finished = value_at(work.memo, row) == 1, True
            else:
                work.sets[0] += 1
                if left <= FEW:
                    value = outlasts_few(work.hard, work.elements, *some, frame[USED], tables.ways[frame[ASKED]], left)
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
                frame[PART] = split_kernel(
                    tables, work.elements, *some, colour, diagonal, frame[FREE], work.tally, parts, True
                )
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

"""Sets that some of their codes keep from being resolved in few queries.

A set is resolved when no further query splits what is left. A strategy that resolves a set within k queries resolves each of its
subsets within k. So it is enough to look at some codes of a set:

- *Separated* codes: any two answer differently on more than k unused diagonals. After k queries at most one of them may be
  left: two could still be told apart. So only the sizes of parts count.
- All codes of a small set: two of them may be left if no unused diagonal distinguishes them.

In a set, colours that were not asked for are alike, so strategies may be taken to ask for them in their order. Among chosen codes
they are not alike: a query of a new colour that tells nothing about these codes still makes the next colour available.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.beams.rules.elements import Elements, piece_orders
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.machine.jit import kernel

LANE = 4
"""Bits of a word per diagonal."""

MOST_HITS = (1 << LANE) - 1
"""Greatest answer."""

NUMBER, ASKED, LANES, QUERY, TRIED, IS_SPLIT = range(6)
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
    hard: HardCodes, elements: Elements, low: int, number: int, asked: int, used: int, ways: int, queries: int
) -> bool:
    """Whether some codes of a set prove that it is not resolved within some queries; False if that is not found.

    Args:
        hard: tables.
        elements: rows low to low + number - 1 are the set.
        asked: colours asked for.
        used: mask of the diagonals used.
        ways: codes per element.
        queries: number of queries, from 1 to `len(LIMITS) - 1`.
    """
    lanes: int = 0
    for diagonal in range(hard.diagonals):
        lanes |= (~used >> diagonal & 1) << (LANE * diagonal)
    for wider in (1, WIDER):
        chosen = _choose(hard, elements, low, number, asked, ways, lanes, queries, wider * LIMITS[queries])
        if _outlast(hard, chosen, asked, lanes, queries, wider):
            return True
    if number * ways > hard.words.shape[0]:
        return False
    for code in range(number * ways):
        _write(hard, elements, low + code // ways, asked, code % ways, code)
        hard.rows[0, code] = code
    return _outlast(hard, number * ways, asked, lanes, queries, 0)


@kernel
def _write(hard: HardCodes, elements: Elements, row: int, asked: int, order: int, place: int) -> None:
    """Write the words of one of an element's codes."""
    colours = elements.shape[1]
    for colour in range(asked):
        hard.words[place, colour] = hard.pieces[elements[row, colour]]
    for colour in range(asked, colours):
        hard.words[place, colour] = hard.pieces[
            elements[row, asked + hard.orders[colours - asked, order, colour - asked]]
        ]


@kernel
def _apart(hard: HardCodes, one: int, other: int, lanes: int) -> int:
    """Unused diagonals that distinguish two codes, as lanes."""
    bits: int = 0
    for colour in range(hard.words.shape[1]):
        bits |= hard.words[one, colour] ^ hard.words[other, colour]
    bits |= bits >> 1
    bits |= bits >> 2
    return bits & lanes


@kernel
def _choose(
    hard: HardCodes,
    elements: Elements,
    low: int,
    number: int,
    asked: int,
    ways: int,
    lanes: int,
    queries: int,
    limit: int,
) -> int:
    """Choose separated codes of a set one by one, from all parts of it. Returns their number."""
    codes, chosen = number * ways, 0
    step = max(1, codes // (8 * limit))
    for code in range(0, codes, step):
        _write(hard, elements, low + code // ways, asked, code % ways, chosen)
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
def _outlast(hard: HardCodes, number: int, asked: int, lanes: int, queries: int, wider: int) -> bool:
    """Whether the codes in the first of `rows` are not resolved within some queries, as far as the answers tried show.

    Args:
        hard: tables.
        number: number of codes.
        asked: colours asked for.
        lanes: lanes of the unused diagonals.
        queries: number of queries.
        wider: factor of LIMITS for separated codes; 0 for all codes of a set.
    """
    frames, words, level, entering, value, separated = hard.frames, hard.words, 0, True, False, wider > 0
    frames[0, NUMBER], frames[0, ASKED], frames[0, LANES] = number, asked, lanes
    while True:
        frame, rows, sizes, left = frames[level], hard.rows[level], hard.sizes[level], queries - level
        finished = False
        if entering:
            entering = False
            if frame[NUMBER] < 2:
                value, finished = False, True
            elif left == 0:
                value, finished = separated or _any_apart(hard, rows, frame[NUMBER], frame[LANES]), True
            elif separated and left == 1 and frame[NUMBER] > hard.most:
                value, finished = True, True
            else:
                frame[QUERY], frame[IS_SPLIT], value = -1, 0, True
        while not finished:
            if value:
                # the next query
                frame[QUERY] += 1
                colour, lane = frame[QUERY] // hard.diagonals, LANE * (frame[QUERY] % hard.diagonals)
                if colour == min(frame[ASKED] + 1, words.shape[1]):
                    value, finished = frame[IS_SPLIT] == 1, True
                    continue
                if not frame[LANES] >> lane & 1:
                    continue
                sizes[:] = 0
                for place in range(frame[NUMBER]):
                    sizes[words[rows[place], colour] >> lane & MOST_HITS] += 1
                if colour < frame[ASKED] and sizes[words[rows[0], colour] >> lane & MOST_HITS] == frame[NUMBER]:
                    continue
                frame[IS_SPLIT], frame[TRIED], value = 1, 0, False
            # the next answer
            answer = 0
            for other in range(1, sizes.shape[0]):
                if sizes[other] > sizes[answer]:
                    answer = other
            if frame[TRIED] == ANSWERS or sizes[answer] < 2:
                finished = True
                continue
            if separated and (left == 1 or (left == 2 and sizes[answer] > hard.most)):
                value = True
                continue
            sizes[answer] = 0
            frame[TRIED] += 1
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
    for place in range(1, number):
        bits |= _apart(hard, rows[0], rows[place], lanes)
    return bits != 0


@kernel
def _descend(hard: HardCodes, level: int, answer: int, room: int) -> None:
    """Write the codes that an answer leaves, as many as there is room for, to the next level."""
    frame, below, rows, next_rows = hard.frames[level], hard.frames[level + 1], hard.rows[level], hard.rows[level + 1]
    colour, diagonal = frame[QUERY] // hard.diagonals, frame[QUERY] % hard.diagonals
    lane, kept = LANE * diagonal, 0
    for place in range(frame[NUMBER]):
        if kept < room and hard.words[rows[place], colour] >> lane & MOST_HITS == answer:
            next_rows[kept] = rows[place]
            kept += 1
    below[NUMBER], below[ASKED], below[LANES] = kept, max(frame[ASKED], colour + 1), frame[LANES] ^ 1 << lane

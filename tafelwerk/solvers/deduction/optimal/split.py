"""One query tried on a set of codes by an optimal search: its parts, and what is known of them without searching."""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction.optimal.bounds import NONE
from tafelwerk.solvers.deduction.optimal.parts import best_named, told_apart
from tafelwerk.solvers.deduction.optimal.queries import count_answers
from tafelwerk.solvers.deduction.optimal.workspace import (
    COUNTS,
    DEEP,
    LISTED,
    LOW,
    OFFSETS,
    PART_CHECK,
    PART_KEY,
    PART_KNOWN,
    PART_LOW,
    PART_SIZE,
    PART_VALUE,
    PARTS,
    SIZE,
    STAMP,
    STAMPS,
    Desk,
    Game,
)
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.machine.memo import exact_at, recall, value_at

SMALL = 16
"""Codes up to which naming one of them is tried before anything else."""


@kernel
def split(game: Game, desk: Desk, depth: int, query: int, best: int) -> int:
    """Split the set of a frame by a query; the query's total as far as sizes tell, NONE if it tells nothing.

    Parts of three codes and more become the frame's open parts, by descending size.
    """
    frame = desk.frames[depth]
    low, size = frame[LOW], frame[SIZE]
    least = game.least[frame[DEEP] - 1 if game.least.shape[0] > 1 else 0]
    counts, kind, offsets, answer_of = desk.tally[COUNTS], desk.tally[LISTED], desk.tally[OFFSETS], desk.places[0]
    parts = desk.parts[depth]
    kinds = count_answers(game, desk, depth, query)
    total = int(size)
    place = 0
    opened = 0
    for i in range(kinds):
        answer = kind[i]
        part = counts[answer]
        counts[answer] = 0
        offsets[answer] = place
        if answer != game.solved:
            total += least[part]
            if part >= 3:
                j = opened
                while j > 0 and parts[j - 1, PART_SIZE] < part:
                    for word in range(PART_VALUE + 1):
                        parts[j, word] = parts[j - 1, word]
                    j -= 1
                parts[j, PART_LOW], parts[j, PART_SIZE], parts[j, PART_VALUE] = place, part, least[part]
                opened += 1
        place += part
    frame[PARTS] = opened
    if kinds == 1 and kind[0] != game.solved:
        return NONE
    if total >= best:
        return min(total, NONE)
    codes, target, place_of = desk.codes[depth, low : low + size], desk.codes[depth + 1], desk.places[1]
    for i in range(size):
        answer = answer_of[i]
        target[offsets[answer]] = codes[i]
        place_of[offsets[answer]] = i
        offsets[answer] += 1
    return total


@kernel
def name_parts(game: Game, desk: Desk, depth: int, total: int, best: int) -> int:
    """Try the codes of small open parts as queries; the query's total with what this tells.

    A part of n codes needs 2 n - 1 queries if naming one code tells all others apart, else 2 n at least: that is reached
    if it tells all but two apart, or if the part has three codes, of which two are left.
    """
    frame = desk.frames[depth]
    roomy = game.least.shape[0] == 1 or frame[DEEP] > 3
    paired = frame[SIZE] < game.splits.shape[1] and game.bits.shape[0] > 1
    pairs, place_of, parts = desk.pairs[depth], desk.places[1], desk.parts[depth]
    opened = 0
    for i in range(frame[PARTS]):
        start, size, value = parts[i, PART_LOW], parts[i, PART_SIZE], parts[i, PART_VALUE]
        if size <= SMALL:
            if paired:
                most = told_apart(pairs, place_of[start : start + size])
            else:
                stamp = desk.state[STAMP]
                desk.state[STAMP] = stamp + size
                codes = desk.codes[depth + 1, start : start + size]
                most, _ = best_named(game.answers, game.query_of, codes, desk.tally[STAMPS], stamp)
            if most == size:
                continue
            if value < 2 * size:
                total += 2 * size - value
                value = 2 * size
                if total >= best:
                    return min(total, NONE)
            if roomy and (size == 3 or most == size - 1):
                continue
        parts[opened, PART_LOW], parts[opened, PART_SIZE], parts[opened, PART_VALUE] = start, size, value
        opened += 1
    frame[PARTS] = opened
    return total


@kernel
def recall_parts(game: Game, desk: Desk, memo: NDArray[np.int64], depth: int, total: int) -> int:
    """Look up the open parts in the memo; the query's total with what this tells."""
    frame = desk.frames[depth]
    deep = frame[DEEP] - 1 if game.least.shape[0] > 1 else 0
    parts = desk.parts[depth]
    opened = 0
    for i in range(frame[PARTS]):
        start, size, value = parts[i, PART_LOW], parts[i, PART_SIZE], parts[i, PART_VALUE]
        key, check = game.depth_keys[deep, 0], game.depth_keys[deep, 1]
        codes = desk.codes[depth + 1, start : start + size]
        for j in range(size):
            key ^= game.keys[codes[j], 0]
            check ^= game.keys[codes[j], 1]
        row = recall(memo, key, check)
        if row >= 0:
            total += value_at(memo, row) - value
            value = value_at(memo, row)
            if exact_at(memo, row):
                continue
        parts[opened, PART_LOW], parts[opened, PART_SIZE], parts[opened, PART_VALUE] = start, size, value
        parts[opened, PART_KNOWN], parts[opened, PART_KEY], parts[opened, PART_CHECK] = row >= 0, key, check
        opened += 1
    frame[PARTS] = opened
    return min(total, NONE)

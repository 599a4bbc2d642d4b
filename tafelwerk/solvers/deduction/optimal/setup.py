"""A search problem made ready for an optimal search: queries in an order that symmetry can use, answers as bits, bounds."""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction.optimal.bounds import least_totals, split_bounds
from tafelwerk.solvers.deduction.optimal.memo import random_words
from tafelwerk.solvers.deduction.optimal.parts import (
    BLOCK,
    CHUNK,
    PLANES,
    Answers,
    bit_zeros,
    most_parts,
)
from tafelwerk.solvers.deduction.optimal.workspace import (
    BUCKETS,
    FRAME_FIELDS,
    ORBIT_PLIES,
    PART_FIELDS,
    STATE_FIELDS,
    TALLY_ROWS,
    Desk,
    Game,
)
from tafelwerk.solvers.deduction.problem import MOST_BITS, Bits, SearchProblem
from tafelwerk.solvers.deduction.symmetry import Symmetry, Words
from tafelwerk.solvers.machine.jit import kernel

SPLIT_LIMIT = 80
"""Codes of a set up to which the answers of its codes to each other are kept at hand."""


def search_game(
    problem: SearchProblem, codes: NDArray[np.int32], symmetry: Symmetry | None, depths: int
) -> tuple[NDArray[np.int64], Game]:
    """A problem made ready.

    Args:
        problem: the problem.
        codes: int32: the codes to be searched.
        symmetry: symmetries that keep this set of codes, if any are known.
        depths: queries allowed, 0 for no limit.

    Returns:
        int64, shape (Q,): the problem's index of each query of the game; and the game.
    """
    queries, count, named = len(problem.queries), len(codes), problem.solved >= 0
    order, prefix = np.arange(queries), np.zeros(1, np.int64)
    words: Words = np.zeros((1, 1), np.uint8)
    permutations, word_index = np.zeros((1, 1), np.uint8), np.zeros(1, np.int32)
    colors = np.zeros(queries, np.int64)
    if symmetry is not None:
        levels = np.empty(queries, np.int64)
        _levels_kernel(symmetry.words, np.empty(symmetry.symbols, np.int64), levels)
        order = np.argsort(levels, kind="stable")
        prefix = np.searchsorted(levels[order], np.arange(symmetry.symbols + 1), side="right")
        words, permutations = symmetry.words[order], symmetry.permutations
        word_index = np.append(_rank(order), np.int32(-1))[symmetry.index]
        colors = words.max(axis=1).astype(np.int64) + 1
    answers: Answers = problem.answers
    if count < len(problem.codes):
        answers = answers[order[:, None], codes]
    elif symmetry is not None:
        answers = answers[order]
    bits, answered = _answer_bits(answers)
    free = least_totals(count, answered, named, 0)
    depth_keys = random_words(depths + 1, 1)
    depth_keys[0] = 0
    return order, Game(
        answers=answers,
        bits=bits,
        query_of=_rank(order)[problem.query_of[codes]] if named else np.full(count, -1, np.int32),
        solved=problem.solved,
        keys=random_words(count, 0),
        depth_keys=depth_keys,
        least=least_totals(count, answered, named, depths) if depths else free,
        splits=split_bounds(min(SPLIT_LIMIT, count), answered, named, free[0]),
        hinges=_hinges(count, answered) if named and len(bits) > 1 else np.zeros(0, np.int64),
        words=words,
        permutations=permutations,
        word_index=word_index,
        symbols=symmetry.symbols if symmetry is not None else 0,
        colors=colors,
        prefix=prefix,
    )


def _rank(order: NDArray[np.int64]) -> NDArray[np.int32]:
    """The place of each query in an order."""
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return rank


def _answer_bits(answers: Answers) -> tuple[Bits, int]:
    """The bits of answers, shape (1, 1) where there are too many, and the most parts that a query has."""
    queries, codes = answers.shape
    labels = int(answers.max()) + 1
    if labels > MOST_BITS:
        return np.zeros((1, 1), np.uint16), max(len(np.unique(row)) for row in answers)
    # an odd number of cache lines a row, lest all rows compete for the same places in the cache
    line = 64 // bit_zeros(labels, (1,)).itemsize
    width = ((queries + line - 1) // line | 1) * line
    bits, union = bit_zeros(labels, (codes + 1, width)), bit_zeros(labels, (queries,))
    _bits_kernel(answers, bits)
    return bits, most_parts(bits, np.arange(codes, dtype=np.uint32), queries, union)


def _hinges(codes: int, answered: int) -> NDArray[np.int64]:
    """How many codes a tree of queries names on its first levels: from there on each code costs one query more."""
    hinges = [0]
    while answered > 1 and hinges[-1] < codes:
        hinges.append(hinges[-1] + (answered - 1) ** (len(hinges) - 1))
    return np.array(hinges, np.int64)


def new_desk(game: Game, frames: int) -> Desk:
    """An empty desk with room for so many frames."""
    queries, count = game.answers.shape
    answers = int(game.answers.max()) + 1
    parts = max(1, min(answers, count // 3))
    limit = game.splits.shape[1]
    return Desk(
        state=np.zeros(STATE_FIELDS, np.int64),
        frames=np.zeros((frames, FRAME_FIELDS), np.int64),
        frame_keys=np.zeros((frames, 2), np.int64),
        codes=np.zeros((frames + 1, count), np.uint32),
        listed=np.zeros((frames, queries), np.int64),
        parts=np.zeros((frames, parts, PART_FIELDS), np.int64),
        pairs=np.zeros((frames, limit, limit), game.bits.dtype),
        history=np.zeros(ORBIT_PLIES, np.int32),
        orbits=np.zeros((2 * ORBIT_PLIES, max(queries, ORBIT_PLIES)), np.int32),
        renaming=np.zeros((3, max(1, game.symbols)), np.int64),
        union=np.zeros(queries, game.bits.dtype),
        totals=np.zeros(queries, np.int32),
        lows=np.zeros(queries // CHUNK + 1, np.int32),
        planes=np.zeros((PLANES, BLOCK), game.bits.dtype),
        found=np.zeros(queries + BUCKETS, np.int64),
        tally=np.zeros((TALLY_ROWS, answers), np.int64),
        places=np.zeros((2, count), np.uint32),
    )


def deeper_desk(game: Game, desk: Desk) -> Desk:
    """A desk of twice the frames, in the same state."""
    deeper = new_desk(game, 2 * len(desk.frames))
    for old, new in zip(desk, deeper, strict=True):
        new[tuple(slice(0, length) for length in old.shape)] = old
    return deeper


@kernel
def _levels_kernel(words: Words, first: NDArray[np.int64], levels: NDArray[np.int64]) -> None:
    """The level of each word: the least u such that the symbols from u on first occur in their order, u first."""
    positions = words.shape[1]
    for word in range(words.shape[0]):
        first[:] = positions
        highest = 0
        for position in range(positions - 1, -1, -1):
            first[words[word, position]] = position
            highest = max(highest, int(words[word, position]))
        level = highest + 1
        following = positions
        while level > 0 and first[level - 1] < following:
            following = first[level - 1]
            level -= 1
        levels[word] = level


@kernel
def _bits_kernel(answers: Answers, bits: Bits) -> None:
    """The bit of each answer (Q, C), transposed (C, Q), tile by tile."""
    queries, codes = answers.shape
    for low in range(0, codes, 32):
        for begin in range(0, queries, 32):
            for code in range(low, min(low + 32, codes)):
                for query in range(begin, min(begin + 32, queries)):
                    bits[code, query] = 1 << int(answers[query, code])

"""Arrays of an optimal search: `Game`, the problem as kernels see it, and `Workspace`, the stack and scratch of the search."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction.search_problem import MOST_BITS, NONE, Answers, Bits, SearchProblem, least_totals
from tafelwerk.solvers.deduction.symmetry import Group, Renamings, Symmetry, Words, symmetry_arrays
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.machine.memo import random_words

# Fields of a frame. Its set: first place in the frame's row of codes, size, queries still allowed (0 if unlimited), one more
# than the highest symbol asked, the two words of its key.
LOW, SIZE, DEEP, COLORS, KEY, CHECK = range(6)
# What is wanted and known: a total below UPPER, a proven lower bound, the best total and its query, the least bound of a query
# that was cut.
UPPER, FLOOR, BEST, BEST_QUERY, SOFT = range(6, 11)
# Its queries: number of candidates, number listed, place of the next in the list, the present one.
QUERIES, COUNT, NEXT, QUERY = range(11, 15)
# Open parts of the present query: their number, the place of the present one, and the query's total as far as known.
PARTS, PART, SUM = range(15, 18)
FRAME_FIELDS = 18

# Fields of the state: the frame and phase to go on with, the value that a frame returns, number of sets searched, entries of
# the memo in use, queries asked before the first frame, operations done, operations after which to pause.
FRAME, PHASE, VALUE, NODES, USED, ASKED, WORK, MOST_WORK = range(8)
STATE_FIELDS = 8

# Phases: a set is to be searched, a query is to be tried, an open part is to be searched, a set is done.
ENTER, ASK, DESCEND, RETURN = range(4)

# Fields of an open part: its first place in the next row of codes, size, lower bound, whether the memo knows it, its key.
PART_LOW, PART_SIZE, PART_VALUE, PART_KNOWN, PART_KEY, PART_CHECK = range(6)
PART_FIELDS = 6

# Rows of the tally: two counters for each answer, the place where its part begins, the answers that occur, the lower bound of
# its part where codes have weights.
COUNTS, OTHERS, OFFSETS, OCCURRING, VALUES = range(5)
TALLY_ROWS = 5

ORBIT_PLIES = 3
"""Queries asked before the renaming of unused symbols is the only symmetry used."""

BUCKETS = 1024
"""Buckets of the counting sort of queries."""

BLOCK = 1024
"""Queries whose parts are counted at a time."""

CHUNK = 256
"""Queries whose least total is kept, so that scans for small totals can skip them."""

MOST_LAYERS = 12
"""Most different weights that the bound of a large set tells apart."""

NO_TOTAL = 1 << 30
"""Total of a query that tells nothing, or keeps no limit of depth; above every true total that 32 bits hold."""

CARRY = 20
"""Planes of the counts, more than the binary digits of the largest set; those from here on are scratch."""

PLANES = 2 * CARRY + 1

PAIRED = 128
"""Smallest size of a set whose codes are not compared in pairs."""

LARGE = 1 << 21
"""Answers from which the search is so long that it is compiled for words of 16 bits, where these suffice; more than 4x6 has."""

_TILE = 64
"""Codes whose bits are filled at a time."""

QUERY_BITS = 23
"""Bits of a query in a word that holds its rank above."""

QUERY_MASK = (1 << QUERY_BITS) - 1


Totals = NDArray[np.int32] | NDArray[np.int64]


class CostBounds(NamedTuple):
    """What bounds the cost of sets of a game of C codes with D queries allowed.

    Attributes:
        levels: int64, shape (C + 1,): entry r is the cost per weight of the r-th code of a part, in a lower bound of the part.
        no_total: total of a query that tells nothing.
        least: int64, shape (D + 1, C + 1): from `least_totals`; one row where the depth is unlimited.
        breakpoints: int64, from 0 and 1 on: the least total of n codes is the sum of max(0, n - breakpoint); empty where
            that is not so, as with `late`, or answers have no bits.
    """

    levels: NDArray[np.int64]
    no_total: int
    least: NDArray[np.int64]
    breakpoints: NDArray[np.int64]


class KnownSymmetry(NamedTuple):
    """The symmetries of a game of Q queries.

    Attributes:
        group, renamings: in the order of the queries here.
        orbit_plies: number of plies at which orbits are used, 0 where no symmetry is known.
        colors: int64, shape (Q,): one more than the highest symbol of a query, 0 where no symmetry is known.
        prefix: int64: number of queries, from the first, that are first of their orbits when symbols below an index have
            been asked and the others may be renamed.
    """

    group: Group
    renamings: Renamings
    orbit_plies: int
    colors: NDArray[np.int64]
    prefix: NDArray[np.int64]


class Game(NamedTuple):
    """A search problem as the search uses it; Q queries, C codes, D the queries allowed.

    A query costs each code left its weight. Codes are in descending order of weight, and every set that the search meets keeps
    this order.

    Attributes:
        answers: shape (Q, C).
        labels: int64: the problem's answer for each answer here; the same unless answers have bits only if renumbered.
        bits: shape (C + 1, Q or more): 1 << answer, and a last row of zeros; shape (1, 1) where answers have no bits.
        columns: shape (C, Q): the transpose of `answers` where codes are named by answers without bits; otherwise (0, 0).
        answered: int32, shape (Q,): number of answers that occur; empty where `columns` are.
        ranked: int32, shape (Q,): the queries by descending number of answers; empty where `columns` are.
        query_of: int32, shape (C,): the query that names each code, -1 where codes are not named.
        solved: answer that ends the game, -1 where codes are not named.
        late: extra cost of a code that takes more than D queries; 0: not allowed.
        weights: int64, shape (C,): weights of the codes, at least 1, descending.
        weighted: whether they differ from 1.
        keys: int64, shape (C, 2): random words of the codes for the memo.
        depth_keys: int64, shape (D + 1, 2): random words of the queries still allowed, zeros for no limit.
        bounds: what bounds the cost of sets.
        symmetry: the symmetries, in the order of the queries here.
    """

    answers: Answers
    labels: NDArray[np.int64]
    bits: Bits
    columns: Answers
    answered: NDArray[np.int32]
    ranked: NDArray[np.int32]
    query_of: NDArray[np.int32]
    solved: int
    late: int
    weights: NDArray[np.int64]
    weighted: bool
    keys: NDArray[np.int64]
    depth_keys: NDArray[np.int64]
    bounds: CostBounds
    symmetry: KnownSymmetry


class Counting(NamedTuple):
    """Scratch of the bounds of all queries.

    Attributes:
        union, planes: words of bits.
        lows: of the type of totals: the least of each CHUNK of totals.
        repeats, repeated: uint8, shape (BLOCK,).
    """

    union: Bits
    planes: Bits
    lows: Totals
    repeats: NDArray[np.uint8]
    repeated: NDArray[np.uint8]


class Workspace(NamedTuple):
    """Stack and scratch of a search; F frames, Q queries, C codes, A answers, at most P open parts.

    Attributes:
        state: int64, shape (STATE_FIELDS,).
        frames: int64, shape (F, FRAME_FIELDS).
        codes: uint32, shape (F + 1, C): row f + 1 is the set of frame f, part by part.
        ordered: int64, shape (F, Q): queries of a frame, each below twice its bound, plus one if it cannot be the code.
        parts: int64, shape (F, P, PART_FIELDS): open parts of a frame's present query, by ascending size.
        pairs: shape (F, n, n): bits of the answers of a frame's codes to each other.
        history: int32, shape (ORBIT_PLIES,): the first queries asked.
        orbits: int32, shape (ORBIT_PLIES, Q): first query of each query's orbit, by ply.
        orbit_history: int32, shape (ORBIT_PLIES, ORBIT_PLIES): the queries asked that a row of orbits belongs to.
        every: int32, shape (Q,): all queries.
        totals: int32, or int64 where weights are large, shape (Q,): see `fill_totals`.
        unsorted: int64, shape (Q + BUCKETS,): scratch.
        tally: int64, shape (TALLY_ROWS, A): scratch; COUNTS and OTHERS are zero between uses.
        places: uint32, shape (2, C): answer of each code to the present query; place in the frame's set of each code in
            the next row of codes.
        counting: scratch of the bounds of all queries.
    """

    state: NDArray[np.int64]
    frames: NDArray[np.int64]
    codes: NDArray[np.uint32]
    ordered: NDArray[np.int64]
    parts: NDArray[np.int64]
    pairs: Bits
    history: NDArray[np.int32]
    orbits: NDArray[np.int32]
    orbit_history: NDArray[np.int32]
    every: NDArray[np.int32]
    totals: Totals
    unsorted: NDArray[np.int64]
    tally: NDArray[np.int64]
    places: NDArray[np.uint32]
    counting: Counting


def make_game(
    problem: SearchProblem,
    codes: NDArray[np.int32],
    symmetry: Symmetry | None,
    depths: int,
    late: int = 0,
    weights: NDArray[np.int64] | None = None,
) -> tuple[NDArray[np.int64], Game]:
    """Prepare a problem for the search.

    Args:
        problem: the problem.
        codes: int32: the codes to be searched.
        symmetry: symmetries that keep this set of codes, if any are known.
        depths: queries allowed, 0 for no limit.
        late: extra cost of a code that takes more queries than `depths`; 0: not allowed.
        weights: int64: weights of these codes, at least 1, descending; without a limit of depth. Default: 1 each.

    Returns:
        int64, shape (Q,): the problem's index of each query of the game; and the game.
    """
    queries, count, is_named = len(problem.queries), len(codes), problem.solved >= 0
    order, prefix = np.arange(queries), np.array([queries])
    colors = np.zeros(queries, np.int64)
    known = symmetry or Symmetry(np.zeros((1, 1), np.uint16), 1, np.zeros((1, 1), np.uint8), np.zeros(1, np.int32))
    if symmetry is not None:
        order, prefix, known = _by_level(symmetry)
        colors = known.words.max(axis=1).astype(np.int64) + 1
    matrix = problem.answers
    if count < len(problem.codes) or weights is not None:
        matrix = matrix[order[:, None], codes]
    elif symmetry is not None:
        matrix = matrix[order]
    answers, labels = _renumber(matrix, problem.solved)
    solved = int(np.searchsorted(labels, problem.solved)) if is_named else -1
    bits = answer_bits(answers)
    plain = is_named and len(bits) == 1
    if len(bits) > 1:
        answered = int(np.bitwise_count(np.bitwise_or.reduce(bits)).max())
        kinds = np.zeros(0, np.int32)
    else:
        kinds = np.array([len(np.unique(row)) for row in answers], np.int32)
        answered = int(kinds.max())
        kinds = kinds if plain else kinds[:0]
    depth_keys = random_words(depths + 1, 1)
    depth_keys[0] = 0
    least = least_totals(count, answered, is_named, depths, late)
    levels = np.diff(least[0], prepend=0)
    if not is_named:
        levels[1:3] = 1  # each code of a part that is not single costs one query at least
    heavy = weights is not None and int(weights.sum()) * (2 + int(min(count, levels.max()))) >= NO_TOTAL
    has_levels = is_named and len(bits) > 1 and not late
    breakpoints = _breakpoints(count, answered) if has_levels else np.zeros(0, np.int64)
    return order, Game(
        answers=answers,
        labels=labels,
        bits=bits,
        columns=answers.T.copy() if plain else answers[:0, :0],
        answered=kinds,
        ranked=np.argsort(-kinds, kind="stable").astype(np.int32),
        query_of=ranks(order)[problem.query_of[codes]] if is_named else np.full(count, -1, np.int32),
        solved=solved,
        late=late,
        weights=np.ones(count, np.int64) if weights is None else weights,
        weighted=weights is not None,
        keys=random_words(count, 0),
        depth_keys=depth_keys,
        bounds=CostBounds(levels, NONE if heavy else NO_TOTAL, least, breakpoints),
        symmetry=KnownSymmetry(*symmetry_arrays(known), ORBIT_PLIES if symmetry is not None else 0, colors, prefix),
    )


@lru_cache(maxsize=2)
def _by_level(symmetry: Symmetry) -> tuple[NDArray[np.int64], NDArray[np.int64], Symmetry]:
    """Order of the words by level, number of words up to each level, and the symmetries of the words in this order."""
    levels = np.empty(len(symmetry.words), np.int64)
    _levels_kernel(symmetry.words, np.empty(symmetry.symbols, np.int64), levels)
    order = np.argsort(levels, kind="stable")
    prefix = np.searchsorted(levels[order], np.arange(symmetry.symbols + 1), side="right")
    index = np.append(ranks(order), np.int32(-1))[symmetry.index]
    return order, prefix, Symmetry(symmetry.words[order], symmetry.symbols, symmetry.permutations, index)


def ranks(order: NDArray[np.int64]) -> NDArray[np.int32]:
    """Place of each query in an order, int32."""
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return rank


def _renumber(answers: Answers, solved: int) -> tuple[Answers, NDArray[np.int64]]:
    """Answers numbered by those that occur, if narrower words then hold their bits; and what each number stands for."""
    labels = np.arange(int(answers.max()) + 1)
    if len(labels) > 32:
        occurring = np.zeros(len(labels), np.bool_)
        occurring[answers] = True
        occurring[solved : solved + 1] = solved >= 0
        if occurring.sum() <= MOST_BITS:
            numbers: Answers = (np.cumsum(occurring) - 1).astype(np.uint8)[answers]
            return numbers, labels[occurring]
    # the search is compiled anew for each type
    return answers.astype(np.uint8, copy=False) if len(labels) <= 256 else answers, labels


def answer_bits(answers: Answers) -> Bits:
    """Bits of answers as `Game` has them; shape (1, 1) where there are more than MOST_BITS."""
    queries, codes = answers.shape
    labels = int(answers.max()) + 1
    if labels > MOST_BITS:
        return np.zeros((1, 1), np.uint32)
    # 16 bits would do for the small games, too, but the search would be compiled for them alone
    is_large = queries * codes >= LARGE
    word = np.dtype(np.uint16 if labels <= 16 and is_large else np.uint32 if labels <= 32 else np.uint64)
    # an odd number of cache lines in a row, since otherwise all rows compete for the same places in the cache
    line = 64 // word.itemsize
    bits: Bits = np.zeros((codes + 1, ((queries + line - 1) // line | 1) * line), word)
    for low in range(0, codes, _TILE):
        # the transpose is written tile by tile, to stay in the cache
        bits[low : min(low + _TILE, codes), :queries] = np.left_shift(word.type(1), answers[:, low : low + _TILE].T)
    return bits


def _breakpoints(codes: int, answered: int) -> NDArray[np.int64]:
    """Numbers of codes that a tree of queries names on its first levels: from there on each code costs one query more."""
    points = [0]
    while answered > 1 and points[-1] < codes:
        points.append(points[-1] + (answered - 1) ** (len(points) - 1))
    return np.array(points, np.int64)


def make_workspace(game: Game, frames: int) -> Workspace:
    """An empty workspace with a stack of `frames` frames."""
    queries, count = game.answers.shape
    answers = int(game.answers.max()) + 1
    total: type[Any] = np.int32 if game.bounds.no_total == NO_TOTAL else np.int64
    pairs, word = min(PAIRED, count + 1) if len(game.bits) > 1 else 0, game.bits.dtype
    return Workspace(
        state=np.zeros(STATE_FIELDS, np.int64),
        frames=np.zeros((frames, FRAME_FIELDS), np.int64),
        codes=np.zeros((frames + 1, count), np.uint32),
        ordered=np.zeros((frames, queries), np.int64),
        parts=np.zeros((frames, max(1, min(answers, count // 3)), PART_FIELDS), np.int64),
        pairs=np.zeros((frames, pairs, pairs), word),
        history=np.zeros(ORBIT_PLIES, np.int32),
        orbits=np.zeros((ORBIT_PLIES, queries), np.int32),
        orbit_history=np.full((ORBIT_PLIES, ORBIT_PLIES), -1, np.int32),
        every=np.arange(queries, dtype=np.int32),
        totals=np.zeros(queries, total),
        unsorted=np.zeros(queries + BUCKETS, np.int64),
        tally=np.zeros((TALLY_ROWS, answers), np.int64),
        places=np.zeros((2, count), np.uint32),
        counting=Counting(
            union=np.zeros(queries, word),
            planes=np.zeros((PLANES, BLOCK), word),
            lows=np.zeros(queries // CHUNK + 1, total),
            repeats=np.zeros(BLOCK, np.uint8),
            repeated=np.zeros(BLOCK, np.uint8),
        ),
    )


def deeper(game: Game, work: Workspace) -> Workspace:
    """A workspace with twice as many frames, in the same state."""
    larger = make_workspace(game, 2 * len(work.frames))
    # scratch has nothing to keep
    for old, new in zip(work[:-1], larger[:-1], strict=True):
        new[tuple(slice(0, length) for length in old.shape)] = old
    return larger


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

"""What an optimal search works on: the game as its kernels see it, and the desk with their stack and scratch."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction.optimal.parts import Answers
from tafelwerk.solvers.deduction.problem import Bits
from tafelwerk.solvers.deduction.symmetry import Words

# fields of a frame: where its set begins in its row of codes, and its size; the limit below which its total is wanted, and
# a bound; the best total and query so far; the least bound of what was given up; queries tried from, listed, the next and
# the present one; the present query's open parts, the present one, and its total as far as known; one more than the
# highest symbol asked, and the queries still allowed
(
    LOW,
    SIZE,
    UPPER,
    FLOOR,
    BEST,
    BEST_QUERY,
    SOFT,
    QUERIES,
    COUNT,
    NEXT,
    QUERY,
    PARTS,
    PART,
    SUM,
    COLORS,
    DEEP,
) = range(16)
FRAME_FIELDS = 16

# fields of the state: the frame and the phase to go on with, the value a frame returns, sets searched, the last stamp used,
# entries of the memo in use, and queries asked before the first frame
FRAME, PHASE, VALUE, NODES, STAMP, USED, ASKED = range(7)
STATE_FIELDS = 7

# phases: a set is to be searched, a query is to be tried, an open part is to be searched, a set is done
ENTER, ASK, DESCEND, RETURN = range(4)

# fields of an open part
PART_LOW, PART_SIZE, PART_VALUE, PART_KNOWN, PART_KEY, PART_CHECK = range(6)
PART_FIELDS = 6

# rows of the tally
COUNTS, OTHERS, OFFSETS, LISTED, STAMPS = range(5)
TALLY_ROWS = 5

ORBIT_PLIES = 3
"""Queries asked before colours alone are taken as symmetric."""

BUCKETS = 1024

QUERY_BITS = 23
"""Bits of a query in a word that holds its rank above."""

QUERY_MASK = (1 << QUERY_BITS) - 1


class Game(NamedTuple):
    """A search problem as the search uses it; Q queries, C codes.

    Attributes:
        answers: shape (Q, C).
        bits: shape (C + 1, Q or more): bit of the answer, and a row of zeros; shape (1, 1) where answers are too many.
        query_of: int32, shape (C,): the query that names each code, -1 where codes are not named.
        solved: answer that ends the game, -1 where codes are not named.
        keys: int64, shape (C, 2): words of the codes for the memo.
        depth_keys: int64, shape (depths + 1, 2): words of the numbers of queries still allowed, zeros for no limit.
        least: int64, shape (depths + 1, C + 1): from `least_totals`; one row where there is no limit of depth.
        splits: int64, from `split_bounds`.
        hinges: int64: the least total of n codes is the sum of max(0, n - hinge); empty where that is not so, or answers
            are no bits.
        words, permutations, word_index: the symmetry, in the order of the queries here.
        symbols: how many there are; 0 where no symmetry is known.
        colors: int64, shape (Q,): one more than the highest symbol of a query.
        prefix: int64, shape (symbols + 1,): how many queries, from the first, are first of their orbits when symbols below
            an index have been asked and the others may be renamed.
    """

    answers: Answers
    bits: Bits
    query_of: NDArray[np.int32]
    solved: int
    keys: NDArray[np.int64]
    depth_keys: NDArray[np.int64]
    least: NDArray[np.int64]
    splits: NDArray[np.int64]
    hinges: NDArray[np.int64]
    words: Words
    permutations: NDArray[np.uint8]
    word_index: NDArray[np.int32]
    symbols: int
    colors: NDArray[np.int64]
    prefix: NDArray[np.int64]


class Desk(NamedTuple):
    """The stack of a search and its scratch; F frames, Q queries, C codes, A answers, at most P open parts.

    Attributes:
        state: int64, shape (STATE_FIELDS,).
        frames: int64, shape (F, FRAME_FIELDS).
        frame_keys: int64, shape (F, 2).
        codes: uint32, shape (F + 1, C): row f + 1 is the set of frame f, part by part.
        listed: int64, shape (F, Q): the queries of a frame, each below twice its bound, plus one if it cannot be the code.
        parts: int64, shape (F, P, PART_FIELDS): the open parts of a frame's present query.
        pairs: shape (F, n, n): bits of the answers of a frame's codes to each other.
        history: int32, shape (ORBIT_PLIES,): the first queries asked.
        orbits: int32, shape (2 ORBIT_PLIES, Q): the first query of each query's orbit, a row a ply; in the rows after
            these the history each belongs to, and a 1 after it.
        renaming: int64, shape (3, symbols): scratch.
        union, totals, lows, planes: scratch, see `fill_totals`.
        found: int64, shape (Q + BUCKETS,): scratch.
        tally: int64, shape (TALLY_ROWS, A): scratch; COUNTS and OTHERS are zero between uses.
        places: uint32, shape (2, C): the answer of each code to the present query; the place in the frame's set of each
            code in the next row of codes.
    """

    state: NDArray[np.int64]
    frames: NDArray[np.int64]
    frame_keys: NDArray[np.int64]
    codes: NDArray[np.uint32]
    listed: NDArray[np.int64]
    parts: NDArray[np.int64]
    pairs: Bits
    history: NDArray[np.int32]
    orbits: NDArray[np.int32]
    renaming: NDArray[np.int64]
    union: Bits
    totals: NDArray[np.int32]
    lows: NDArray[np.int32]
    planes: Bits
    found: NDArray[np.int64]
    tally: NDArray[np.int64]
    places: NDArray[np.uint32]

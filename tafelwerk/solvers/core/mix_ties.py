"""All queries of greatest entropy at a set of codes: those that MIX draws from.

Bits of the answers, or-ed together over the codes for all queries at once, tell how many parts every query makes. The even
split is the best that p parts can do, since the weight of a part is convex in its size; so most queries are ruled out
before any part is counted. After few queries only the least query of every orbit is looked at, and stands for its orbit:
the symmetries that keep the queries asked so far keep the set of codes, and with it entropies and which queries name a
code left.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.core.best_query import STUCK, UNDECIDED, AnswerTable, Entropy, Scratch
from tafelwerk.solvers.core.entropy import same_kernel
from tafelwerk.solvers.core.search_problem import SearchProblem
from tafelwerk.solvers.core.symmetry import Symmetry, orbits_kernel
from tafelwerk.solvers.jit import kernel

ORBIT_PLIES = 3
"""Symmetries are used where fewer queries than this were asked; few are left later."""

MOST_BITS = 32
"""Answers up to which a set of them is kept as bits."""

Bits = NDArray[np.uint16] | NDArray[np.uint32]

_NO_SYMMETRY = Symmetry(np.empty((0, 0), np.uint8), 0, np.empty((0, 0), np.uint8), np.empty(0, np.int32))


class Orbits(NamedTuple):
    """Symmetries (`number`: their index), used where fewer than `plies` queries were asked, and the orbits at hand.

    least: int32, (Q,): the least query of every query's orbit; size: int64, (Q,): of the orbit of which a query is the
    least, 1 everywhere where symmetries are not used; asked: int64, (ORBIT_PLIES + 1,): the queries these hold for, and
    in the last place how many, -1 where symmetries are not used; scratch: of orbits_kernel.
    """

    words: NDArray[np.uint8] | NDArray[np.uint16]
    permutations: NDArray[np.uint8]
    number: NDArray[np.int32]
    symbols: int
    plies: int
    least: NDArray[np.int32]
    size: NDArray[np.int64]
    asked: NDArray[np.int64]
    scratch: NDArray[np.int64]


class Ties(NamedTuple):
    """What `ties_kernel` finds, and room for it.

    tied: int32, (Q,): the queries, the least of each orbit, ascending; apart: bool, (1,): whether they tell all codes
    apart and name none of them. bits: (C, Q), 1 << answer, in 16 or 32 bits, or (0, Q) where there are more than
    MOST_BITS answers; ored: (Q,), as bits; parts, won: int64, (Q,).
    """

    tied: NDArray[np.int32]
    apart: NDArray[np.bool_]
    bits: Bits
    ored: Bits
    parts: NDArray[np.int64]
    won: NDArray[np.int64]


def make_orbits(problem: SearchProblem) -> Orbits:
    """Room for orbits of the problem's queries."""
    queries = len(problem.queries)
    symmetry = _NO_SYMMETRY if problem.symmetry is None else problem.symmetry
    asked = np.zeros(ORBIT_PLIES + 1, np.int64)
    asked[-1] = -1
    return Orbits(
        symmetry.words,
        symmetry.permutations,
        symmetry.index,
        symmetry.symbols,
        0 if problem.symmetry is None else ORBIT_PLIES,
        np.empty(queries, np.int32),
        np.ones(queries, np.int64),
        asked,
        np.empty((3, symmetry.symbols), np.int64),
    )


def make_ties(table: AnswerTable) -> Ties:
    """Room for the ties of the table's queries."""
    queries, codes = table.answers.shape
    rows = codes if table.labels <= MOST_BITS else 0
    bits: Bits = np.empty((rows, queries), np.uint16) if table.labels <= 16 else np.empty((rows, queries), np.uint32)
    if rows:
        np.left_shift(bits.dtype.type(1), table.columns, out=bits, dtype=bits.dtype)
    return Ties(
        tied=np.empty(queries, np.int32),
        apart=np.zeros(1, np.bool_),
        bits=bits,
        ored=np.empty_like(bits, shape=queries),
        parts=np.empty(queries, np.int64),
        won=np.empty(queries, np.int64),
    )


@kernel
def ties_kernel(
    table: AnswerTable,
    entropy: Entropy,
    scratch: Scratch,
    orbits: Orbits,
    ties: Ties,
    codes: NDArray[np.int32],
    history: NDArray[np.int32],
    asked: int,
) -> int:
    """Fill ties.tied and ties.apart, and orbits.size to go with them; how many, or UNDECIDED or STUCK.

    `codes` are left, at least 2, and scratch.left says so, after the `asked` queries of `history`.
    """
    thin_kernel(orbits, history, asked)
    most = _parts_kernel(ties, codes, table.labels)
    # where alpha is 0 a sum counts parts
    counting = entropy.tolerance == 0.0 and entropy.weight[1] == entropy.weight[codes.shape[0]]
    if ties.bits.shape[0] > 0 and (counting or most == codes.shape[0]):
        # where all codes come apart nothing has a greater entropy
        n, made = 0, most
        for query in range(ties.parts.shape[0]):
            if ties.parts[query] == most and (orbits.asked[-1] < 0 or orbits.least[query] == query):
                ties.tied[n] = query
                n += 1
    else:
        n, made = _weighed_kernel(table, entropy, scratch, orbits, ties, codes, most)
    if n < 0 or made == 1:
        return UNDECIDED if n < 0 else STUCK
    naming = 0
    for i in range(n):
        code = table.code_of[ties.tied[i]]
        if code >= 0 and scratch.left[code]:
            ties.tied[naming] = ties.tied[i]
            naming += 1
    ties.apart[0] = naming == 0 and made == codes.shape[0]
    return naming if naming > 0 else n


@kernel
def thin_kernel(orbits: Orbits, history: NDArray[np.int32], asked: int) -> None:
    """Make the orbits those after these queries."""
    at_hand = orbits.asked
    if asked >= orbits.plies:
        if at_hand[-1] >= 0:
            at_hand[-1] = -1
            orbits.size[:] = 1
        return
    known = at_hand[-1] == asked
    at_hand[-1] = asked
    for i in range(asked):
        known = known and at_hand[i] == history[i]
        at_hand[i] = history[i]
    if not known:
        orbits_kernel(
            orbits.words,
            orbits.permutations,
            orbits.number,
            orbits.symbols,
            history,
            asked,
            orbits.scratch,
            orbits.least,
        )
        orbits.size[:] = 0
        for query in range(orbits.least.shape[0]):
            orbits.size[orbits.least[query]] += 1


@kernel
def _parts_kernel(ties: Ties, codes: NDArray[np.int32], labels: int) -> int:
    """Fill ties.parts with the number of parts each query makes, or, without bits, an upper bound; returns the greatest."""
    bits, ored, parts = ties.bits, ties.ored, ties.parts
    most = 0
    if bits.shape[0] == 0:
        most = min(codes.shape[0], labels)
        parts[:] = most
        return int(most)
    ored[:] = 0
    for i in range(codes.shape[0]):
        row = bits[codes[i]]
        for query in range(ored.shape[0]):
            ored[query] |= row[query]
    for query in range(ored.shape[0]):
        x = np.uint32(ored[query])
        x = x - ((x >> np.uint32(1)) & np.uint32(0x55555555))
        x = (x & np.uint32(0x33333333)) + ((x >> np.uint32(2)) & np.uint32(0x33333333))
        x = (x + (x >> np.uint32(4))) & np.uint32(0x0F0F0F0F)
        x = x + (x >> np.uint32(8))
        parts[query] = (x + (x >> np.uint32(16))) & np.uint32(0x3F)
        most = max(most, parts[query])
    return int(most)


@kernel
def _weighed_kernel(
    table: AnswerTable,
    entropy: Entropy,
    scratch: Scratch,
    orbits: Orbits,
    ties: Ties,
    codes: NDArray[np.int32],
    most: int,
) -> tuple[int, int]:
    """Fill ties.tied by counting parts, queries of `most` parts first; how many, or UNDECIDED, and the parts of the last
    one that was better than all before."""
    parts, won = ties.parts, ties.won
    best, made, reign, fewest = 0.0, 0, 0, most
    for turn in range(2):
        for query in range(parts.shape[0]):
            if (
                parts[query] < fewest
                or (parts[query] == most) != (turn == 0)
                or (orbits.asked[-1] >= 0 and orbits.least[query] != query)
            ):
                continue
            p, weight = _weigh_kernel(table, entropy, scratch, query, codes)
            won[query] = 0
            if reign == 0 or abs(weight - best) > entropy.tolerance * abs(weight + best):
                if reign > 0 and weight > best:
                    continue
                best, made = weight, p
                reign += 1
                for i in range(p):
                    scratch.theirs[i] = scratch.mine[i]
            elif not same_kernel(
                entropy.rule,
                entropy.factor,
                entropy.root,
                entropy.power,
                scratch.mine,
                p,
                scratch.theirs,
                made,
                scratch.surplus,
                scratch.limbs,
            ):
                return UNDECIDED, made
            won[query] = reign
        if turn == 0:
            while fewest > 1 and not _worse_kernel(entropy, codes.shape[0], fewest - 1, best):
                fewest -= 1
    n = 0
    for query in range(parts.shape[0]):
        if parts[query] >= fewest and (orbits.asked[-1] < 0 or orbits.least[query] == query) and won[query] == reign:
            ties.tied[n] = query
            n += 1
    return n, made


@kernel
def _weigh_kernel(
    table: AnswerTable, entropy: Entropy, scratch: Scratch, query: int, codes: NDArray[np.int32]
) -> tuple[int, float]:
    """How many parts a query makes, their sizes in scratch.mine, and what they weigh."""
    row, counts, sizes = table.answers[query], scratch.counts, scratch.mine
    for i in range(codes.shape[0]):
        counts[row[codes[i]]] += 1
    p, weight = 0, 0.0
    for i in range(codes.shape[0]):
        size = counts[row[codes[i]]]
        if size > 0:
            counts[row[codes[i]]] = 0
            sizes[p] = size
            p += 1
            if entropy.largest:
                weight = max(weight, entropy.weight[size])
            else:
                weight += entropy.weight[size]
    return p, weight


@kernel
def _worse_kernel(entropy: Entropy, codes: int, parts: int, best: float) -> bool:
    """Whether even splits into so many parts, and so all, weigh more than the best beyond doubt."""
    size, greater = codes // parts, codes % parts
    if entropy.largest:
        even = entropy.weight[size + 1] if greater > 0 else entropy.weight[size]
    else:
        even = (parts - greater) * entropy.weight[size]
        if greater > 0:
            even += greater * entropy.weight[size + 1]
    # twice the tolerance, as products stand for sums
    return bool(even > best and even - best > 2.0 * entropy.tolerance * abs(even + best))

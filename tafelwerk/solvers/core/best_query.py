"""The query of greatest Renyi entropy for a set of codes.

Among queries that tie exactly, those that name a code still left come first, then the first in the order of the queries.

How it is quick. The best that p different answers can do for m codes is the even split, as the weight of a part is convex
in its size; so the bits of the answers, or-ed together over the codes for all queries at once, rule most queries out
before any part is counted. Where sums of doubles are too close to tell, the tie is decided on whole numbers.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.2.4 and 4.3.3.
"""

from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.core.entropy import EntropyWeights, compare, same_kernel
from tafelwerk.solvers.core.search_problem import Answers, SearchProblem
from tafelwerk.solvers.jit import kernel

MOST_BITS = 64
"""Answers up to which a set of them is a word of bits."""

Bits = NDArray[np.uint16] | NDArray[np.uint64]

UNDECIDED, STUCK = -1, -2
"""Instead of a query: sums too close to tell, of entropies that do not tie; no query splits the codes."""


class AnswerTable(NamedTuple):
    """A search problem as kernels take it.

    answers: (Q, C); columns: its transpose, (C, Q), or (0, 0) where a set of answers is no word of bits; code_of, query_of:
    the code that a query names and the reverse, -1 for none; labels: how many answers there are; solved: as in
    SearchProblem.
    """

    answers: Answers
    columns: Answers
    code_of: NDArray[np.int32]
    query_of: NDArray[np.int32]
    labels: int
    solved: int


class Entropy(NamedTuple):
    """EntropyWeights and its TieTest as kernels take them."""

    largest: bool
    weight: NDArray[np.float64]
    tolerance: float
    rule: int
    factor: NDArray[np.int32]
    root: NDArray[np.int32]
    power: NDArray[np.int64]


class Scratch(NamedTuple):
    """Room for the choice of a query.

    bits, different: (Q,), the answers of every query as bits, and how many there are; left: (C,), which codes are left;
    counts: (labels,), codes an answer; even: (labels + 1,), the sum of the even split into so many parts; mine, theirs:
    (labels,), parts; surplus, limbs: of same_kernel. Counts, surplus and limbs are 0 between calls.
    """

    bits: Bits
    different: NDArray[np.uint8]
    left: NDArray[np.bool_]
    counts: NDArray[np.int32]
    even: NDArray[np.float64]
    mine: NDArray[np.int32]
    theirs: NDArray[np.int32]
    surplus: NDArray[np.int64]
    limbs: NDArray[np.int64]


def answer_table(problem: SearchProblem) -> AnswerTable:
    """The problem for kernels."""
    answers = problem.answers
    columns = answers
    if len(problem.labels) > MOST_BITS:
        columns = answers[:0, :0]
    elif answers.shape[0] != answers.shape[1] or not _symmetric_kernel(answers):
        columns = cast(Answers, np.ascontiguousarray(answers.T))
    return AnswerTable(answers, columns, problem.code_of, problem.query_of, len(problem.labels), problem.solved)


def entropy_arrays(weights: EntropyWeights) -> Entropy:
    """The entropy for kernels."""
    ties = weights.ties
    return Entropy(weights.largest, weights.weight, weights.tolerance, ties.rule, ties.factor, ties.root, ties.power)


def scratch_for(table: AnswerTable, weights: EntropyWeights) -> Scratch:
    """Room for choices of the kernels."""
    queries, codes = table.answers.shape
    bits: Bits = np.empty(queries, np.uint16) if table.labels <= 16 else np.empty(queries, np.uint64)
    return Scratch(
        bits=bits,
        different=np.empty(queries, np.uint8),
        left=np.zeros(codes, np.bool_),
        counts=np.zeros(table.labels, np.int32),
        even=np.empty(table.labels + 1),
        mine=np.empty(table.labels, np.int32),
        theirs=np.empty(table.labels, np.int32),
        surplus=np.zeros(weights.n_max + 1, np.int64),
        limbs=np.zeros((weights.n_max + 1, 3), np.int64),
    )


def exact_best_queries(problem: SearchProblem, left: NDArray[np.int32], weights: EntropyWeights) -> NDArray[np.int32]:
    """All queries that tie for the best, by exact comparison wherever doubles are close; int32, ascending.

    For a lone code the query that names it; empty where no query splits the codes.
    """
    if len(left) == 1:
        return problem.query_of[left] if problem.solved >= 0 else np.empty(0, np.int32)
    labels = len(problem.labels)
    sums = np.empty(len(problem.queries))
    scratch = np.zeros((2, labels), np.int32)
    _sums_kernel(entropy_arrays(weights), problem.answers, left, scratch[0], scratch[1], sums)
    least = sums.min()
    if least == np.inf:
        return np.empty(0, np.int32)
    finite = np.flatnonzero(sums < np.inf)
    close = finite[np.abs(sums[finite] - least) <= weights.tolerance * np.abs(sums[finite] + least)]
    by_parts: dict[tuple[int, ...], list[int]] = {}
    for query in close.tolist():
        sizes = np.bincount(problem.answers[query, left])
        by_parts.setdefault(tuple(np.sort(sizes[sizes > 0]).tolist()), []).append(query)
    lead = next(iter(by_parts))
    for parts in by_parts:
        if compare(weights.alpha, parts, lead) < 0:
            lead = parts
    tied = [query for parts in by_parts if compare(weights.alpha, parts, lead) == 0 for query in by_parts[parts]]
    best = np.sort(np.array(tied, np.int32))
    naming = best[np.isin(problem.code_of[best], left)]
    return naming if len(naming) else best


@kernel
def best_query_kernel(
    table: AnswerTable,
    entropy: Entropy,
    scratch: Scratch,
    codes: NDArray[np.int32],
    begin: int,
    end: int,
    least: NDArray[np.int32],
    ply: int,
) -> int:
    """The best query where codes[begin:end], and no others, are scratch.left, or UNDECIDED or STUCK.

    No query that names a code left may tell all of them apart (see splitting_member_kernel), so that any query that does is
    best.

    Args:
        least: for each of the first plies the least query of every query's orbit; no other is looked at.
        ply: how many queries were asked before.
    """
    size = end - begin
    mine, theirs = scratch.mine, scratch.theirs
    as_bits = table.columns.shape[0] > 0
    # the most parts of any query, the fewest that may do, and as many as cannot do better than the best query so far
    most, fewest, unbeaten = min(size, table.labels), 1, 0
    for p in range(1, most + 1):
        scratch.even[p] = _even_kernel(entropy, size, p)
    if as_bits:
        if table.labels <= 16:
            _answers16_kernel(table.columns, codes, begin, end, scratch.bits, scratch.different)
        else:
            _answers64_kernel(table.columns, codes, begin, end, scratch.bits, scratch.different)
        most, first = 0, 0
        for query in range(table.answers.shape[0]):
            if scratch.different[query] > most:
                most, first = int(scratch.different[query]), query
        if most == size:
            return first
        p = _parts_kernel(table.answers[first], codes, begin, end, scratch.counts, mine)
        fewest = _fewest_kernel(entropy, scratch.even, most, _sum_kernel(entropy, mine, p))
    best, best_sum, best_parts, best_named = STUCK, 0.0, 0, False
    for query in range(table.answers.shape[0]):
        if ply < least.shape[0] and least[ply, query] != query:
            continue
        named = table.code_of[query] >= 0 and scratch.left[table.code_of[query]]
        if as_bits:
            p = int(scratch.different[query])
            if p < fewest or (p <= unbeaten and (best_named or not named)):
                continue
        p = _parts_kernel(table.answers[query], codes, begin, end, scratch.counts, mine)
        if p == size:
            return query
        if p == 1:
            continue
        total = _sum_kernel(entropy, mine, p)
        if best < 0:
            better = True
        elif _apart_kernel(entropy, total, best_sum):
            better = total < best_sum
        elif same_kernel(
            entropy.rule,
            entropy.factor,
            entropy.root,
            entropy.power,
            mine,
            p,
            theirs,
            best_parts,
            scratch.surplus,
            scratch.limbs,
        ):
            better = named and not best_named
        else:
            return UNDECIDED
        if better:
            best, best_sum, best_parts, best_named = query, total, p, named
            for i in range(p):
                theirs[i] = mine[i]
            fewest = max(fewest, _fewest_kernel(entropy, scratch.even, most, total))
            unbeaten = _unbeaten_kernel(entropy, scratch.even, most, total, theirs, p)
    return best


@kernel
def splitting_member_kernel(
    table: AnswerTable, scratch: Scratch, codes: NDArray[np.int32], begin: int, end: int
) -> int:
    """The first query that names one of codes[begin:end] and tells all of them apart, which is best; -1 if none does.

    The codes are in the order of the queries that name them.
    """
    if end - begin > table.labels:
        return -1
    seen = scratch.counts
    for member in range(begin, end):
        query = table.query_of[codes[member]]
        row = table.answers[query]
        i = begin
        while i < end and seen[row[codes[i]]] == 0:
            seen[row[codes[i]]] = 1
            i += 1
        for j in range(begin, i):
            seen[row[codes[j]]] = 0
        if i == end:
            return int(query)
    return -1


@kernel
def _answers16_kernel(
    columns: Answers,
    codes: NDArray[np.int32],
    begin: int,
    end: int,
    bits: Bits,
    different: NDArray[np.uint8],
) -> None:
    """The answers of every query as bits, and how many there are, of up to 16.

    Row by row over all queries, which compilers turn into vector instructions.
    """
    bits[:] = 0
    for i in range(begin, end):
        row = columns[codes[i]]
        for q in range(bits.shape[0]):
            # the mask tells that 16-bit lanes will do
            bits[q] |= np.uint16(1) << (row[q] & np.uint8(15))
    for q in range(bits.shape[0]):
        x = bits[q]
        x = x - ((x >> np.uint16(1)) & np.uint16(0x5555))
        x = (x & np.uint16(0x3333)) + ((x >> np.uint16(2)) & np.uint16(0x3333))
        x = (x + (x >> np.uint16(4))) & np.uint16(0x0F0F)
        different[q] = (x + (x >> np.uint16(8))) & np.uint16(31)


@kernel
def _answers64_kernel(
    columns: Answers,
    codes: NDArray[np.int32],
    begin: int,
    end: int,
    bits: Bits,
    different: NDArray[np.uint8],
) -> None:
    """The same for up to 64 answers."""
    bits[:] = 0
    for i in range(begin, end):
        row = columns[codes[i]]
        for q in range(bits.shape[0]):
            bits[q] |= np.uint64(1) << np.uint64(row[q])
    for q in range(bits.shape[0]):
        x = bits[q]
        x = x - ((x >> np.uint64(1)) & np.uint64(0x5555555555555555))
        x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
        x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
        x = x + (x >> np.uint64(8))
        x = x + (x >> np.uint64(16))
        different[q] = (x + (x >> np.uint64(32))) & np.uint64(127)


@kernel
def _parts_kernel(
    row: NDArray[np.uint8],
    codes: NDArray[np.int32],
    begin: int,
    end: int,
    count: NDArray[np.int32],
    parts: NDArray[np.int32],
) -> int:
    """The sizes of the parts of codes[begin:end] by their answers; returns how many there are."""
    for i in range(begin, end):
        count[row[codes[i]]] += 1
    p = 0
    if end - begin < count.shape[0]:
        for i in range(begin, end):
            n = count[row[codes[i]]]
            if n > 0:
                parts[p] = n
                p += 1
                count[row[codes[i]]] = 0
    else:
        for label in range(count.shape[0]):
            n = count[label]
            if n > 0:
                parts[p] = n
                p += 1
                count[label] = 0
    return p


@kernel
def _sum_kernel(entropy: Entropy, parts: NDArray[np.int32], p: int) -> float:
    total = 0.0
    if entropy.largest:
        for i in range(p):
            total = max(total, float(parts[i]))
    else:
        for i in range(p):
            total += entropy.weight[parts[i]]
    return total


@kernel
def _even_kernel(entropy: Entropy, size: int, parts: int) -> float:
    """The sum of the even split, which is the least."""
    small = size // parts
    more = size - small * parts
    if entropy.largest:
        return float(small + 1 if more > 0 else small)
    total = (parts - more) * entropy.weight[small]
    if more > 0:
        total += more * entropy.weight[small + 1]
    return float(total)


@kernel
def _apart_kernel(entropy: Entropy, x: float, y: float) -> bool:
    """Whether two sums are in the order of the entropies."""
    return abs(x - y) > entropy.tolerance * abs(x + y)


@kernel
def _fewest_kernel(entropy: Entropy, even: NDArray[np.float64], most: int, total: float) -> int:
    """The fewest parts that may reach a sum."""
    parts = most
    while parts > 1 and not (even[parts - 1] > total and _apart_kernel(entropy, even[parts - 1], total)):
        parts -= 1
    return parts


@kernel
def _unbeaten_kernel(
    entropy: Entropy, even: NDArray[np.float64], most: int, total: float, parts: NDArray[np.int32], p: int
) -> int:
    """As many parts as cannot do better than p parts of this sum."""
    if entropy.tolerance == 0.0:
        found = 0
        while found < most and even[found + 1] >= total:
            found += 1
        return found
    small, large = parts[0], parts[0]
    for i in range(1, p):
        small, large = min(small, parts[i]), max(large, parts[i])
    return p if large - small <= 1 else 0


@kernel
def _sums_kernel(
    entropy: Entropy,
    answers: Answers,
    left: NDArray[np.int32],
    count: NDArray[np.int32],
    parts: NDArray[np.int32],
    sums: NDArray[np.float64],
) -> None:
    """The sum of every query's parts, infinite where it does not split."""
    for query in range(answers.shape[0]):
        p = _parts_kernel(answers[query], left, 0, left.shape[0], count, parts)
        sums[query] = _sum_kernel(entropy, parts, p) if p > 1 else np.inf


@kernel
def _symmetric_kernel(answers: Answers) -> bool:
    """Whether a square matrix is its own transpose; a tile at a time, for the cache."""
    n = answers.shape[0]
    for row in range(0, n, 64):
        for column in range(0, row + 1, 64):
            for i in range(row, min(row + 64, n)):
                for j in range(column, min(column + 64, n)):
                    if answers[i, j] != answers[j, i]:
                        return False
    return True

"""The queries of greatest Renyi entropy for a set of codes: all that MIX draws from, or the first, which LEX asks.

Among queries that tie exactly, those that name a code still left come first.

How it is quick. The best that p different answers can do for m codes is the even split, as the weight of a part is convex
in its size; so the bits of the answers, united over the codes for all queries at once, rule most queries out before any
part is counted. Where orbits are known, only the least query of each is looked at. Where sums of doubles are too close to
tell, the tie is decided on whole numbers.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.2.4 and 4.3.3.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.deduction.answer_bits import Bits, bit_type, unite
from tafelwerk.solvers.deduction.entropy import EntropyWeights, compare
from tafelwerk.solvers.deduction.orbits import Orbits
from tafelwerk.solvers.deduction.partitions import (
    AnswerTable,
    Entropy,
    Parts,
    apart_kernel,
    entropy_arrays,
    equal_kernel,
    even_kernel,
    make_parts,
    parts_kernel,
    sum_kernel,
)
from tafelwerk.solvers.deduction.problem import Answers, SearchProblem
from tafelwerk.solvers.machine.bits import popcount
from tafelwerk.solvers.machine.jit import kernel

UNDECIDED, STUCK = -1, -2
"""Instead of queries: sums too close to tell, of entropies that do not tie; no query splits the codes."""

CHUNK = 64
"""Queries whose most parts are kept, so that all of them may be passed over."""

FEW = 16
"""Where there are so many times fewer orbits than queries, uniting answers takes longer than counting parts."""


class Choice(NamedTuple):
    """What is chosen, and room for choosing.

    tied: int32, (Q,), the queries; apart: bool, (1,), whether they tell all codes apart and name none of them; left: bool,
    (C,), the codes left, none between calls; parts: room for two partitions; even: (labels + 1,), the sum of the even split
    into so many parts. union, number: (Q,), the answers to every query, as bits, and how many; peak: the greatest number of
    each CHUNK of queries.
    """

    tied: NDArray[np.int32]
    apart: NDArray[np.bool_]
    left: NDArray[np.bool_]
    parts: Parts
    even: NDArray[np.float64]
    union: Bits
    number: NDArray[np.uint8]
    peak: NDArray[np.uint8]


def make_choice(table: AnswerTable, weights: EntropyWeights) -> Choice:
    """Room for choices among the queries of the table."""
    queries, codes = table.answers.shape
    union: Bits = np.empty(queries, bit_type(table.labels))  # type: ignore[assignment]
    return Choice(
        tied=np.empty(queries, np.int32),
        apart=np.zeros(1, np.bool_),
        left=np.zeros(codes, np.bool_),
        parts=make_parts(table.labels, weights.n_max),
        even=np.empty(table.labels + 1),
        union=union,
        number=np.empty(queries, np.uint8),
        peak=np.empty(-(-queries // CHUNK), np.uint8),
    )


def exact_best_queries(problem: SearchProblem, left: NDArray[np.int32], weights: EntropyWeights) -> NDArray[np.int32]:
    """All queries that tie for the best, by exact comparison wherever doubles are close; int32, ascending.

    For a lone code the query that names it; empty where no query splits the codes.
    """
    if len(left) == 1:
        return problem.query_of[left] if problem.solved >= 0 else np.empty(0, np.int32)
    sums = np.empty(len(problem.queries))
    _sums_kernel(entropy_arrays(weights), problem.answers, left, make_parts(len(problem.labels), len(left)), sums)
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
def best_queries_kernel(
    table: AnswerTable,
    entropy: Entropy,
    choice: Choice,
    orbits: Orbits,
    row: int,
    codes: NDArray[np.int32],
    alone: bool,
) -> int:
    """Fill choice.tied with the best queries for a set of codes, ascending, and choice.apart.

    Args:
        orbits, row: where row is not below 0 only the least query of each of its orbits is looked at.
        codes: the set, at least 2.
        alone: whether the first of the best is enough. Then no query that names a code left may tell all of them apart (see
            splitting_member_kernel).

    Returns:
        How many, 1 where the first is enough; or UNDECIDED or STUCK.
    """
    left = choice.left
    for i in range(codes.shape[0]):
        left[codes[i]] = True
    n, made = _best_kernel(table, entropy, choice, orbits, row, codes, alone)
    tied, naming = choice.tied, 0
    for i in range(n):
        code = table.code_of[tied[i]]
        if code >= 0 and left[code]:
            tied[naming] = tied[i]
            naming += 1
    choice.apart[0] = naming == 0 and made == codes.shape[0]
    for i in range(codes.shape[0]):
        left[codes[i]] = False
    if n < 0:
        return n
    return 1 if alone else max(naming, n * (naming == 0))


@kernel
def splitting_member_kernel(table: AnswerTable, counts: NDArray[np.int32], codes: NDArray[np.int32]) -> int:
    """The query that names the first code of a set that tells all its codes apart, which is best; -1 if none does.

    `counts`, of shape (labels,), is 0 before and after.
    """
    size = codes.shape[0]
    if size > table.labels:
        return -1
    for member in range(size):
        query = table.query_of[codes[member]]
        row = table.answers[query]
        i = 0
        while i < size and counts[row[codes[i]]] == 0:
            counts[row[codes[i]]] = 1
            i += 1
        for j in range(i):
            counts[row[codes[j]]] = 0
        if i == size:
            return int(query)
    return -1


@kernel
def _best_kernel(
    table: AnswerTable,
    entropy: Entropy,
    choice: Choice,
    orbits: Orbits,
    row: int,
    codes: NDArray[np.int32],
    alone: bool,
) -> tuple[int, int]:
    """Fill choice.tied, naming codes or not; how many, or UNDECIDED or STUCK, and how many parts the first makes."""
    size, queries = codes.shape[0], table.answers.shape[0]
    tied, parts, even, number = choice.tied, choice.parts, choice.even, choice.number
    united = table.columns.shape[0] > 0 and (row < 0 or FEW * orbits.listed[row] > queries)
    # the most parts of any query, the fewest that may do, and as many as cannot do better than the best query so far
    most, fewest, unbeaten = min(size, table.labels), 1, 0
    if united:
        most, first = _unite_kernel(table, choice, codes)
        if entropy.counting or most == size:
            n = _reaching_kernel(choice, orbits, row, most) if most > 1 else STUCK
            return n, most
    for p in range(1, most + 1):
        even[p] = even_kernel(entropy, size, p)
    if united:
        p = parts_kernel(table.answers[first], codes, parts.counts, parts.mine)
        fewest = _fewest_kernel(entropy, even, most, sum_kernel(entropy, parts.mine, p))
        candidates = _reaching_kernel(choice, orbits, row, fewest)
    elif row >= 0:
        candidates = int(orbits.listed[row])
        for i in range(candidates):
            tied[i] = orbits.heads[row, i]
    else:
        candidates = queries
        for query in range(queries):
            tied[query] = query
    n, best, made, best_named = 0, 0.0, 0, False
    # those that tie so far take the places of candidates already looked at
    for i in range(candidates):
        query = tied[i]
        named = table.code_of[query] >= 0 and choice.left[table.code_of[query]]
        if united and (number[query] < fewest or (alone and number[query] <= unbeaten and (best_named or not named))):
            continue
        p = parts_kernel(table.answers[query], codes, parts.counts, parts.mine)
        if p == 1:
            continue
        if alone and p == size:
            tied[0] = query
            return 1, p
        total = sum_kernel(entropy, parts.mine, p)
        if n == 0 or (total < best and apart_kernel(entropy, total, best)):
            n, best, made = 0, total, p
            for j in range(p):
                parts.theirs[j] = parts.mine[j]
            fewest = max(fewest, _fewest_kernel(entropy, even, most, total))
            if alone:
                unbeaten = _unbeaten_kernel(entropy, even, most, total, parts.theirs, p)
        elif apart_kernel(entropy, total, best):
            continue
        elif not equal_kernel(entropy, parts, p, made):
            return UNDECIDED, made
        elif alone:
            if best_named or not named:
                continue
            n = 0
        tied[n] = query
        n += 1
        best_named = named
    return n if n > 0 else STUCK, made


@kernel
def _unite_kernel(table: AnswerTable, choice: Choice, codes: NDArray[np.int32]) -> tuple[int, int]:
    """Fill choice.number and choice.peak; the most parts that a query makes, and the first that makes so many."""
    union, number, peak = choice.union, choice.number, choice.peak
    queries = union.shape[0]
    unite(table.columns, codes, queries, union)
    most, where = 0, 0
    for chunk in range(peak.shape[0]):
        begin = chunk * CHUNK
        greatest = np.uint8(0)
        for query in range(begin, min(begin + CHUNK, queries)):
            parts = np.uint8(popcount(union[query]))
            number[query] = parts
            greatest = max(greatest, parts)
        peak[chunk] = greatest
        if greatest > most:
            most, where = int(greatest), begin
    while number[where] < most:
        where += 1
    return most, where


@kernel
def _reaching_kernel(choice: Choice, orbits: Orbits, row: int, fewest: int) -> int:
    """Fill choice.tied with the queries, least of orbits, that make so many parts or more; how many."""
    tied, number, peak = choice.tied, choice.number, choice.peak
    n = 0
    for chunk in range(peak.shape[0]):
        if peak[chunk] >= fewest:
            begin = chunk * CHUNK
            for query in range(begin, min(begin + CHUNK, number.shape[0])):
                if number[query] >= fewest and (row < 0 or orbits.least[row, query] == query):
                    tied[n] = query
                    n += 1
    return n


@kernel
def _fewest_kernel(entropy: Entropy, even: NDArray[np.float64], most: int, total: float) -> int:
    """The fewest parts that may reach a sum."""
    parts = most
    while parts > 1 and not (even[parts - 1] > total and apart_kernel(entropy, even[parts - 1], total)):
        parts -= 1
    return parts


@kernel
def _unbeaten_kernel(
    entropy: Entropy, even: NDArray[np.float64], most: int, total: float, sizes: NDArray[np.int32], p: int
) -> int:
    """As many parts as cannot do better than p parts of this sum."""
    if entropy.tolerance == 0.0:
        found = 0
        while found < most and even[found + 1] >= total:
            found += 1
        return found
    small, large = sizes[0], sizes[0]
    for i in range(1, p):
        small, large = min(small, sizes[i]), max(large, sizes[i])
    return p if large - small <= 1 else 0


@kernel
def _sums_kernel(
    entropy: Entropy, answers: Answers, left: NDArray[np.int32], parts: Parts, sums: NDArray[np.float64]
) -> None:
    """The sum of every query's parts, infinite where it does not split."""
    for query in range(answers.shape[0]):
        p = parts_kernel(answers[query], left, parts.counts, parts.mine)
        sums[query] = sum_kernel(entropy, parts.mine, p) if p > 1 else np.inf

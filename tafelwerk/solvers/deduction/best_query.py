"""The queries of greatest Rényi entropy for a set of codes: all of them, for MIX, or the first, for LEX.

Among queries that tie exactly, those that name a remaining code come first.

Speed. The best partition of m codes into p parts is the even split, because the weight of a part is convex in its size. The
number of answers to each query, from the union of their bits, therefore rules out most queries before any part is counted. If
orbits are listed, only the least query of each is evaluated. If sums of doubles are too close, the tie is decided in integers.

Large games. Where the matrix of answers would be too large, answers are scored on demand: the least query of each orbit is
evaluated on all codes left. A set of codes whose answers to all queries fit a matrix of CELLS is analysed like a game of its own.
If there are too many pairs of such queries and codes, both are sampled: of many queries, half of which may be the code, the best
on a few codes are evaluated on more. The query found in this way is good but not proved best; its value is an estimate with a
standard error.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.2.4 and 4.3.3.
"""

from dataclasses import dataclass
from math import inf, log, log2, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.rules.deduction import Alpha
from tafelwerk.solvers.deduction.partition_entropy import (
    Entropy,
    EntropyWeights,
    apart_kernel,
    entropy_arrays,
    even_kernel,
    greatest,
    same_kernel,
    sum_kernel,
)
from tafelwerk.solvers.deduction.search_problem import (
    Answers,
    AnswerTable,
    Bits,
    OnDemandAnswers,
    SearchProblem,
    answer_table,
)
from tafelwerk.solvers.deduction.symmetry import Indices, Orbits, make_orbits, orbits
from tafelwerk.solvers.machine.bits import bit, popcount
from tafelwerk.solvers.machine.draws import draw_subset
from tafelwerk.solvers.machine.jit import kernel

UNDECIDED, STUCK = -1, -2
"""Results instead of queries: sums too close to decide without a known tie; or no query splits the codes."""

FEW = 16
"""Ratio of queries to orbits above which counting parts takes less time than uniting answers."""


class Chooser(NamedTuple):
    """A problem, an order of entropy, and the result and scratch of a choice of a query.

    Attributes:
        tied: int32, shape (Q,): the result.
        apart: bool, shape (1,): whether the queries in `tied` tell all codes apart but name none of them.
        left: bool, shape (C,): whether a code is left; False between calls.
        even: float64, shape (labels + 1,): sum of the even split into this many parts.
        union: uint32 or uint64, shape (Q,): bits of the answers per query.
        number: int32, shape (Q,): number of answers per query, or an upper bound if answers are not united.
        counts: int32, shape (labels,): number of codes per answer; 0 between calls.
        mine, theirs: int32, shape (labels,): sizes of the parts of two queries.
        surplus, limbs: scratch of `same_kernel`.
    """

    table: AnswerTable
    entropy: Entropy
    orbits: Orbits
    tied: Indices
    apart: NDArray[np.bool_]
    left: NDArray[np.bool_]
    even: NDArray[np.float64]
    union: Bits
    number: Indices
    counts: Indices
    mine: Indices
    theirs: Indices
    surplus: NDArray[np.int64]
    limbs: NDArray[np.int64]


def make_chooser(problem: SearchProblem, weights: EntropyWeights, *, symmetric: bool, asked: int = 0) -> Chooser:
    """A chooser among the queries of a problem.

    Args:
        problem: the search problem.
        weights: the order of entropy.
        symmetric: whether its symmetries may be used: the initial codes must be all, or those left by answers.
        asked: number of queries asked before.
    """
    table = answer_table(problem)
    queries, codes = table.answers.shape
    union: Bits = np.empty(queries, np.uint32) if table.labels <= 32 else np.empty(queries, np.uint64)
    return Chooser(
        table,
        entropy_arrays(weights),
        orbits=make_orbits(problem.symmetry if symmetric else None, queries, asked + codes),
        tied=np.empty(queries, np.int32),
        apart=np.zeros(1, np.bool_),
        left=np.zeros(codes, np.bool_),
        even=np.empty(table.labels + 1),
        union=union,
        number=np.empty(queries, np.int32),
        counts=np.zeros(table.labels, np.int32),
        mine=np.empty(table.labels, np.int32),
        theirs=np.empty(table.labels, np.int32),
        surplus=np.zeros(weights.n_max + 1, np.int64),
        limbs=np.zeros((weights.n_max + 1, 3), np.int64),
    )


def exact_best_queries(problem: SearchProblem, left: Indices, weights: EntropyWeights) -> Indices:
    """All queries that tie for the best, by exact comparison if doubles are close; int32, ascending.

    For a single code, the query that names it; empty if no query splits the codes.
    """
    if len(left) == 1:
        return problem.query_of[left] if problem.solved >= 0 else np.empty(0, np.int32)
    sums = np.empty(len(problem.queries))
    _sums_kernel(entropy_arrays(weights), problem.answers, left, np.zeros((2, len(problem.labels)), np.int32), sums)
    least = sums.min()
    if least == np.inf:
        return np.empty(0, np.int32)
    finite = np.flatnonzero(sums < np.inf)
    close = finite[np.abs(sums[finite] - least) <= weights.tolerance * np.abs(sums[finite] + least)]
    by_parts: dict[tuple[int, ...], list[int]] = {}
    for query in close.tolist():
        sizes = np.bincount(problem.answers[query, left])
        by_parts.setdefault(tuple(np.sort(sizes[sizes > 0]).tolist()), []).append(query)
    queries = list(by_parts.values())
    best = np.sort(
        np.array([query for winner in greatest(weights.alpha, by_parts) for query in queries[winner]], np.int32)
    )
    naming = best[np.isin(problem.code_of[best], left)]
    return naming if len(naming) else best


@kernel
def best_queries_kernel(chooser: Chooser, row: int, codes: Indices, alone: bool) -> int:
    """Fill chooser.tied with the best queries for a set of codes, ascending, and chooser.apart.

    Args:
        chooser: the problem and the order of entropy.
        row: row of chooser.orbits; only the least query of each of its orbits is evaluated.
        codes: the set, at least 2.
        alone: whether only the first of the best is needed. Then no query that names a remaining code may tell all apart (see
            splitting_member_kernel).

    Returns:
        Number of queries, 1 if only the first is needed; or UNDECIDED or STUCK.
    """
    left, tied, code_of = chooser.left, chooser.tied, chooser.table.code_of
    for i in range(codes.shape[0]):
        left[codes[i]] = True
    n, made = _best_kernel(chooser, row, codes, alone)
    naming = 0
    for i in range(n):
        code = code_of[tied[i]]
        if code >= 0 and left[code]:
            tied[naming] = tied[i]
            naming += 1
    chooser.apart[0] = naming == 0 and made == codes.shape[0]
    for i in range(codes.shape[0]):
        left[codes[i]] = False
    if n < 0:
        return n
    return 1 if alone else max(naming, n * (naming == 0))


@kernel
def splitting_member_kernel(table: AnswerTable, counts: Indices, codes: Indices) -> int:
    """The query naming the first code of a set that tells all its codes apart, which is best; -1 if none does.

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
def _best_kernel(chooser: Chooser, row: int, codes: Indices, alone: bool) -> tuple[int, int]:
    """Fill chooser.tied, naming codes or not. Returns their number, or UNDECIDED or STUCK, and the parts of the first."""
    table, entropy, tied, even = chooser.table, chooser.entropy, chooser.tied, chooser.even
    counts, mine, theirs = chooser.counts, chooser.mine, chooser.theirs
    size, number = codes.shape[0], chooser.number
    united = table.columns.shape[0] > 0 and FEW * chooser.orbits.head_count[row] > table.answers.shape[0]
    most, first = _number_kernel(chooser, row, codes, united)
    if united and (entropy.counting or most == size):
        return (_reaching_kernel(chooser, row, most) if most > 1 else STUCK), most
    for p in range(1, most + 1):
        even[p] = even_kernel(entropy, size, p)
    p = _parts_kernel(table.answers[first], codes, counts, mine)
    # least number of parts that may be best; number of parts up to which no query beats the best so far
    fewest, unbeaten = _fewest_kernel(entropy, even, most, sum_kernel(entropy, mine, p)), 0
    n, best, made, best_named = 0, 0.0, 0, False
    # compact the current ties into the prefix already scanned
    for i in range(_reaching_kernel(chooser, row, fewest)):
        query = tied[i]
        is_code = table.code_of[query] >= 0 and chooser.left[table.code_of[query]]
        if number[query] < fewest or (alone and number[query] <= unbeaten and (best_named or not is_code)):
            continue
        p = _parts_kernel(table.answers[query], codes, counts, mine)
        if p == 1:
            continue
        if alone and p == size:
            tied[0] = query
            return 1, p
        total = sum_kernel(entropy, mine, p)
        if n == 0 or (total < best and apart_kernel(entropy.tolerance, total, best)):
            n, best, made = 0, total, p
            for j in range(p):
                theirs[j] = mine[j]
            fewest = max(fewest, _fewest_kernel(entropy, even, most, total))
            if alone:
                unbeaten = _unbeaten_kernel(entropy, even, most, total, theirs, p)
        elif apart_kernel(entropy.tolerance, total, best):
            continue
        elif not _equal_kernel(chooser, p, made):
            return UNDECIDED, made
        elif alone:
            if best_named or not is_code:
                continue
            n = 0
        tied[n] = query
        n += 1
        best_named = is_code
    return n if n > 0 else STUCK, made


@kernel
def _number_kernel(chooser: Chooser, row: int, codes: Indices, united: bool) -> tuple[int, int]:
    """Fill chooser.number. Returns the largest number of parts, and a query with that number or, without union, any query."""
    number, union = chooser.number, chooser.union
    if not united:
        most = min(codes.shape[0], chooser.table.labels)
        number[:] = most
        return most, int(chooser.orbits.heads[row, 0])
    _unite_kernel(chooser.table.columns, codes, union)
    greatest = np.int32(0)
    for query in range(number.shape[0]):
        number[query] = popcount(union[query])
        greatest = max(greatest, number[query])
    query = 0
    while number[query] < greatest:
        query += 1
    return int(greatest), query


@kernel
def _reaching_kernel(chooser: Chooser, row: int, fewest: int) -> int:
    """Fill chooser.tied with the least queries of orbits that may make at least `fewest` parts. Returns their number."""
    heads, tied, number = chooser.orbits.heads[row], chooser.tied, chooser.number
    n = 0
    for i in range(chooser.orbits.head_count[row]):
        tied[n] = heads[i]
        n += number[heads[i]] >= fewest
    return n


@kernel
def _equal_kernel(chooser: Chooser, p: int, q: int) -> bool:
    """Whether p parts in `mine` and q in `theirs`, with close sums, are known to have equal entropies."""
    ties = chooser.entropy.ties
    return same_kernel(ties.rule, ties, chooser.mine[:p], chooser.theirs[:q], chooser.surplus, chooser.limbs)


@kernel
def _fewest_kernel(entropy: Entropy, even: NDArray[np.float64], most: int, total: float) -> int:
    """Least number of parts that may reach a sum."""
    parts = most
    while parts > 1 and not (even[parts - 1] > total and apart_kernel(entropy.tolerance, even[parts - 1], total)):
        parts -= 1
    return parts


@kernel
def _unbeaten_kernel(
    entropy: Entropy, even: NDArray[np.float64], most: int, total: float, sizes: Indices, p: int
) -> int:
    """Largest number of parts that cannot beat p parts of these sizes and this sum, as far as known."""
    if entropy.tolerance == 0.0:
        parts = 0
        while parts < most and even[parts + 1] >= total:
            parts += 1
        return parts
    small, large = sizes[0], sizes[0]
    for i in range(1, p):
        small, large = min(small, sizes[i]), max(large, sizes[i])
    return p if large - small <= 1 else 0


@kernel
def _sums_kernel(
    entropy: Entropy, answers: Answers, left: Indices, scratch: Indices, sums: NDArray[np.float64]
) -> None:
    """Fill sums (Q,) with the sum of the parts of every query, infinite for a query that does not split the codes.

    `scratch` is int32 (2, labels); its row 0 is 0 before and after.
    """
    for query in range(answers.shape[0]):
        p = _parts_kernel(answers[query], left, scratch[0], scratch[1])
        sums[query] = sum_kernel(entropy, scratch[1], p) if p > 1 else np.inf


@kernel
def _unite_kernel(columns: Answers, codes: Indices, union: Bits) -> None:
    """Fill union (Q,), with the bits of all answers of a set of codes, per query; columns is (C, Q)."""
    last = codes.shape[0] - 1
    union[:] = 0
    for done in range(0, last + 1, 4):
        first, second = columns[codes[done]], columns[codes[min(done + 1, last)]]
        three, four = columns[codes[min(done + 2, last)]], columns[codes[min(done + 3, last)]]
        for query in range(union.shape[0]):
            word = union[query]
            lower = bit(word, first[query]) | bit(word, second[query])
            union[query] = word | lower | bit(word, three[query]) | bit(word, four[query])


@kernel
def _parts_kernel(row: Answers, codes: Indices, counts: Indices, sizes: Indices) -> int:
    """Fill `sizes` with the sizes of the parts of a set of codes by their answers; returns the number of parts.

    Args:
        row: shape (C,), the answers to a query.
        codes: the set.
        counts: shape (labels,), 0 before and after.
        sizes: shape (labels,).
    """
    for i in range(codes.shape[0]):
        counts[row[codes[i]]] += 1
    p = 0
    if codes.shape[0] < counts.shape[0]:
        for i in range(codes.shape[0]):
            n = counts[row[codes[i]]]
            if n > 0:
                sizes[p] = n
                p += 1
                counts[row[codes[i]]] = 0
    else:
        for label in range(counts.shape[0]):
            n = counts[label]
            if n > 0:
                sizes[p] = n
                p += 1
                counts[label] = 0
    return p


CELLS = 1 << 26
"""Greatest number of answers in the matrix of a set of codes."""

QUERY_OPERATIONS, PAIR_OPERATIONS = 300.0, 0.8
"""Operations per evaluated query, and per code on which it is evaluated."""

CHUNK = 1 << 18
"""Queries evaluated at a time: the sizes of their parts take up to 250 MB."""

MARGIN = 1e-9
"""Relative difference of two sums of doubles above which they are in the order of the entropies.

A sum has at most 252 terms of one sign, and a term errs by some units of 2^-53 times an order of at most 2000 and a logarithm of
at most 17."""

DRAWN_QUERIES, FEW_CODES = 100_000, 2000
"""Queries and codes of the first round of a sample."""

PROMISING, DRAWN_CODES = 500, 200_000
"""Queries and codes of the second round."""


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """A query chosen by the entropy of its answer.

    Attributes:
        query: the query; of exact ties, the first that names a remaining code or, if there is none, the first.
        tied: int32, ascending: all queries that tie exactly; only `query` if codes or queries were sampled.
        value: entropy of the answer in bits, on the codes used.
        error: standard error of the value if codes or queries were sampled (0 if all codes left were used); otherwise None.
        samples: number of codes used to evaluate the query.
    """

    query: int
    tied: Indices
    value: float
    error: float | None
    samples: int


def worth_weighing(problem: SearchProblem, asked: Indices) -> tuple[Indices, Indices]:
    """The least query in the orbit of each query, under the symmetries that keep those asked, and the distinct least queries."""
    every = np.arange(len(problem.queries), dtype=np.int32)
    least = every if problem.symmetry is None else orbits(problem.symmetry, asked.tolist())
    heads = np.flatnonzero(least == every).astype(np.int32)
    return least, heads[~np.isin(heads, asked)]


def best_choice(
    problem: SearchProblem, left: Indices, alpha: Alpha, asked: Indices, operations: float = inf
) -> Choice | None:
    """The query of greatest entropy for many codes.

    Args:
        problem: a search problem with answers scored on demand, in which every code can be asked.
        left: the codes left, two or more, ascending.
        alpha: order of the entropy, None for infinity.
        asked: int32, the queries asked, whose answers left these codes.
        operations: greatest work for evaluating all queries on all codes; beyond it, both are sampled.

    Returns:
        The choice; None if no query splits the codes.
    """
    scored = problem.on_demand
    assert scored is not None
    telling = _telling_members(problem, scored, left)
    if len(telling):
        return Choice(int(telling[0]), telling, log2(len(left)), None, len(left))
    least, heads = worth_weighing(problem, asked)
    if (QUERY_OPERATIONS + PAIR_OPERATIONS * len(left)) * len(heads) > operations:
        return _drawn_choice(problem, scored, left, alpha, heads)
    # the best of every chunk, all ties; then the best of these
    best, parts = [], []
    for begin in range(0, len(heads), CHUNK):
        chunk = heads[begin : begin + CHUNK]
        sizes = scored.sizes(chunk, left)
        rows = _greatest_rows(alpha, sizes, len(left))
        if len(rows):
            best.append(chunk[rows])
            parts.append(sizes[rows[0]])
    if not best:
        return None
    winners = greatest(alpha, [tuple(np.sort(counts[counts > 0]).tolist()) for counts in parts])
    chosen = np.concatenate([best[winner] for winner in winners])
    is_code = np.isin(problem.code_of[chosen], left)
    tied = np.flatnonzero(np.isin(least, chosen[is_code] if is_code.any() else chosen)).astype(np.int32)
    return Choice(int(tied[0]), tied, _bits(alpha, parts[winners[0]])[0], None, len(left))


def _telling_members(problem: SearchProblem, scored: OnDemandAnswers, left: Indices) -> Indices:
    """The queries that name a remaining code and tell all apart, the best possible for every order. int32, ascending."""
    if len(left) > len(problem.labels):
        return left[:0]
    members = np.sort(problem.query_of[left])
    telling: Indices = members[scored.sizes(members, left).max(axis=1) == 1]
    return telling


def _drawn_choice(
    problem: SearchProblem, scored: OnDemandAnswers, left: Indices, alpha: Alpha, heads: Indices
) -> Choice | None:
    """A query of great entropy, from sampled queries and codes; deterministic for given codes left."""
    naming = draw_subset(problem.query_of[left], DRAWN_QUERIES // 2, 0)
    queries = np.union1d(naming, draw_subset(heads, DRAWN_QUERIES // 2, 1)).astype(np.int32)
    order = np.argsort(-_entropies(alpha, scored.sizes(queries, draw_subset(left, FEW_CODES, 2))), kind="stable")
    promising, codes = np.sort(queries[order[:PROMISING]]), draw_subset(left, DRAWN_CODES, 3)
    sizes = scored.sizes(promising, codes)
    best = _greatest_rows(alpha, sizes, len(codes))
    if len(best) == 0:
        return None
    is_code = np.isin(problem.code_of[promising[best]], left)
    row = int(best[is_code][0] if is_code.any() else best[0])
    value, deviation = _bits(alpha, sizes[row])
    # drawn without replacement
    unseen = 1 - (len(codes) - 1) / (len(left) - 1)
    query = promising[row : row + 1]
    return Choice(int(query[0]), query, value, deviation * sqrt(unseen / len(codes)), len(codes))


def _greatest_rows(alpha: Alpha, sizes: Indices, codes: int) -> NDArray[np.intp]:
    """Rows of sizes (n, labels) of exactly greatest entropy; empty if no row splits the codes."""
    splits = np.flatnonzero(sizes.max(axis=1) < codes)
    if len(splits) == 0:
        return splits
    entropies = _entropies(alpha, sizes[splits])
    close = splits[_close(alpha, entropies)]
    by_parts: dict[tuple[int, ...], list[int]] = {}
    for row in close.tolist():
        parts = sizes[row]
        by_parts.setdefault(tuple(np.sort(parts[parts > 0]).tolist()), []).append(row)
    rows = list(by_parts.values())
    return np.sort(np.array([row for winner in greatest(alpha, by_parts) for row in rows[winner]], np.intp))


def _close(alpha: Alpha, sums: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Indices of the numbers that may be greatest."""
    most = float(sums.max())
    return np.greater_equal(sums, most - MARGIN * abs(most))


def _entropies(alpha: Alpha, sizes: Indices) -> NDArray[np.float64]:
    """Rounded numbers in the order of the entropies of rows of sizes (n, labels) with the same sum."""
    entropies: NDArray[np.float64]
    if alpha is None:
        entropies = np.negative(sizes.max(axis=1), dtype=np.float64)
        return entropies
    if alpha == 0:
        return np.array(np.count_nonzero(sizes, axis=1), np.float64)
    logarithms = np.log(np.maximum(sizes, 1))
    if alpha == 1:
        entropies = np.negative((sizes * logarithms).sum(axis=1))
        return entropies
    order = float(alpha)
    # scaled by the least of the largest parts, so that the sums that matter stay within doubles
    with np.errstate(over="ignore"):
        terms = np.exp(order * (logarithms - logarithms.max(axis=1).min()))
    entropies = np.where(sizes > 0, terms, 0.0).sum(axis=1)
    return np.negative(entropies) if order > 1 else entropies


def _bits(alpha: Alpha, sizes: Indices) -> tuple[float, float]:
    """Entropy of an answer in bits, and the standard deviation of the estimate from a single code, to first order."""
    chances = sizes[sizes > 0] / sizes.sum()
    if alpha is None:
        most = float(chances.max())
        return -log2(most), sqrt((1 - most) / most) / log(2)
    if alpha == 1:
        slopes = -np.log2(chances)
        value = float((chances * slopes).sum())
    else:
        order = float(alpha)
        most = chances.max()
        relative = (chances / most) ** order
        value = (log2(relative.sum()) + order * log2(most)) / (1 - order)
        slopes = order / (1 - order) / log(2) * relative / chances / relative.sum()
    mean = float((chances * slopes).sum())
    return value, sqrt(max(0.0, float((chances * (slopes - mean) ** 2).sum())))

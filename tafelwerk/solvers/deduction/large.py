"""Entropy strategies of games whose matrix of answers would be too large.

Answers are scored on demand. Symmetries that keep the queries asked divide the queries into orbits; the least query of each orbit
is evaluated on all codes left. A set of codes whose answers to all queries fit a matrix of CELLS is analysed like a game of its
own.

If there are too many pairs of such queries and codes, both are sampled: of many queries, half of which may be the code, the best
on a few codes are evaluated on more. The query found in this way is good but not proved best; its value is an estimate with a
standard error.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.2.4 and 4.3.3.
"""

from dataclasses import dataclass
from math import inf, log, log2, sqrt

import numpy as np
from numpy.typing import NDArray

from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.deduction.entropy import greatest
from tafelwerk.solvers.deduction.problem import Scored, SearchProblem
from tafelwerk.solvers.deduction.symmetry import Indices, orbits
from tafelwerk.solvers.machine.draws import drawn

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
    scored = problem.scored
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
    winners = greatest(alpha, [tuple(np.sort(some[some > 0]).tolist()) for some in parts])
    chosen = np.concatenate([best[place] for place in winners])
    named = np.isin(problem.code_of[chosen], left)
    tied = np.flatnonzero(np.isin(least, chosen[named] if named.any() else chosen)).astype(np.int32)
    return Choice(int(tied[0]), tied, _bits(alpha, parts[winners[0]])[0], None, len(left))


def _telling_members(problem: SearchProblem, scored: Scored, left: Indices) -> Indices:
    """The queries that name a remaining code and tell all apart, the best possible for every order. int32, ascending."""
    if len(left) > len(problem.labels):
        return left[:0]
    members = np.sort(problem.query_of[left])
    telling: Indices = members[scored.sizes(members, left).max(axis=1) == 1]
    return telling


def _drawn_choice(problem: SearchProblem, scored: Scored, left: Indices, alpha: Alpha, heads: Indices) -> Choice | None:
    """A query of great entropy, from sampled queries and codes; deterministic for given codes left."""
    naming = drawn(problem.query_of[left], DRAWN_QUERIES // 2, 0)
    queries = np.union1d(naming, drawn(heads, DRAWN_QUERIES // 2, 1)).astype(np.int32)
    order = np.argsort(-_entropies(alpha, scored.sizes(queries, drawn(left, FEW_CODES, 2))), kind="stable")
    promising, codes = np.sort(queries[order[:PROMISING]]), drawn(left, DRAWN_CODES, 3)
    sizes = scored.sizes(promising, codes)
    best = _greatest_rows(alpha, sizes, len(codes))
    if len(best) == 0:
        return None
    named = np.isin(problem.code_of[promising[best]], left)
    place = int(best[named][0] if named.any() else best[0])
    value, deviation = _bits(alpha, sizes[place])
    # drawn without replacement
    unseen = 1 - (len(codes) - 1) / (len(left) - 1)
    query = promising[place : place + 1]
    return Choice(int(query[0]), query, value, deviation * sqrt(unseen / len(codes)), len(codes))


def _greatest_rows(alpha: Alpha, sizes: Indices, codes: int) -> NDArray[np.intp]:
    """Rows of sizes (n, labels) of exactly greatest entropy; empty if no row splits the codes."""
    splits = np.flatnonzero(sizes.max(axis=1) < codes)
    if len(splits) == 0:
        return splits
    found = _entropies(alpha, sizes[splits])
    close = splits[_close(alpha, found)]
    by_parts: dict[tuple[int, ...], list[int]] = {}
    for row in close.tolist():
        parts = sizes[row]
        by_parts.setdefault(tuple(np.sort(parts[parts > 0]).tolist()), []).append(row)
    rows = list(by_parts.values())
    return np.sort(np.array([row for place in greatest(alpha, by_parts) for row in rows[place]], np.intp))


def _close(alpha: Alpha, sums: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Indices of the numbers that may be greatest."""
    most = float(sums.max())
    return np.greater_equal(sums, most - MARGIN * abs(most))


def _entropies(alpha: Alpha, sizes: Indices) -> NDArray[np.float64]:
    """Rounded numbers in the order of the entropies of rows of sizes (n, labels) with the same sum."""
    found: NDArray[np.float64]
    if alpha is None:
        found = np.negative(sizes.max(axis=1), dtype=np.float64)
        return found
    if alpha == 0:
        return np.array(np.count_nonzero(sizes, axis=1), np.float64)
    logarithms = np.log(np.maximum(sizes, 1))
    if alpha == 1:
        found = np.negative((sizes * logarithms).sum(axis=1))
        return found
    order = float(alpha)
    # scaled by the least of the largest parts, so that the sums that matter stay within doubles
    with np.errstate(over="ignore"):
        terms = np.exp(order * (logarithms - logarithms.max(axis=1).min()))
    found = np.where(sizes > 0, terms, 0.0).sum(axis=1)
    return np.negative(found) if order > 1 else found


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

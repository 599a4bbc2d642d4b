"""Free search: the least number of queries where every partition into at most `width` parts is a query.

Totals instead of means keep everything an integer. T(m) is the number of queries summed over all m codes: T(1) = 0 (an
identified code need not be named), T(m) = m + the least sum of T over the parts of a query, and T(m) / m is the expected number
of queries.

A strategy is a tree whose inner nodes have 2 to a children and whose leaves are the codes, and its total is the sum of
the leaves' depths l_1, ..., l_m. Such depths belong to a tree with at most a children per node exactly if the sum of
a^(-l_i) is at most 1 (Kraft). Where two depths l < h differ by 2 or more, move each one step towards the other: their sum
stays the same, and the Kraft sum falls by (a - 1) (a^(-l-1) - a^(-h)) > 0. So some least solution has only two neighbouring
depths. With a^d <= m < a^(d+1) they are d and d + 1: not all leaves can lie above depth d, and all at d + 1 is possible.
With x leaves at depth d the condition is x a + (m - x) <= a^(d+1), so x is at most (a^(d+1) - m) / (a - 1), and

    T(m) = m (d + 1) - floor((a^(d+1) - m) / (a - 1)).

For a = 2 this is the source's formula; the recursion of its theorem 4.5 gives the same values for every width. T is
not convex for a > 2: its increments are not monotone, so a query of equal parts is not always optimal.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.2.3 to 4.2.5,
definition 4.3, theorems 4.4 to 4.6.
"""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.search.rules import MOST_FREE
from tafelwerk.solvers.machine.jit import kernel

Partition = tuple[tuple[int, int], ...]
"""A query as pairs (size, number of parts of this size), sizes descending."""


def free_totals(most: int, width: int) -> NDArray[np.int64]:
    """Least totals of free search, T(1) to T(most).

    Args:
        most: largest number of codes, 1 to MOST_FREE.
        width: largest number of answers per query, a, at least 2.

    Returns:
        int64, shape (most + 1,), in queries: entry m is T(m), entry 0 is 0. Exact.

    Raises:
        InputError: an argument is out of range.
    """
    return _fill_totals(_totals_kernel, most, width)


def even_totals(most: int, width: int) -> NDArray[np.int64]:
    """Totals where every query splits as evenly as possible, as under every H_alpha with 0 < alpha < inf (theorem 4.6).

    Arguments, result and errors are those of `free_totals`.
    """
    return _fill_totals(_even_kernel, most, width)


def free_total(codes: int, width: int) -> int:
    """T(codes) for any number of codes, at least 1. Exact.

    Raises:
        InputError: an argument is out of range.
    """
    depth, power = _level(codes, width)
    return codes * (depth + 1) - (power * width - codes) // (width - 1)


def even_total(codes: int, width: int) -> int:
    """Total of even splits for any number of codes, at least 1. Exact.

    The parts of a set of q or q + 1 codes have one of two neighbouring sizes, so two numbers per level are enough.

    Raises:
        InputError: an argument is out of range.
    """
    _level(codes, width)
    sizes = [codes]
    while sizes[-1] > 1:
        sizes.append(sizes[-1] // width)
    smaller, larger = 0, 2 * sizes[-1]  # totals of the level's size, and of one code more
    for below, size in pairwise(reversed(sizes)):
        extra = size - below * width  # parts of below + 1 codes
        smaller, larger = (
            size + extra * larger + (width - extra) * smaller,
            size + 1 + (extra + 1) * larger + (width - extra - 1) * smaller,
        )
    return smaller


def even_split(codes: int, width: int) -> Partition:
    """Even query for `codes` codes.

    Raises:
        InputError: an argument is out of range, or there is only one code.
    """
    _level(codes, width, 2)
    parts = min(codes, width)
    size, larger = divmod(codes, parts)
    return _partition({size + 1: larger, size: parts - larger})


def best_split(codes: int, width: int) -> Partition:
    """An optimal first query, with the inner nodes at depth d spread evenly over its parts.

    An optimal tree is full down to depth d. Of its a^d nodes there, x are leaves and the others have a children each, except
    one that may have fewer. A part is a subtree with any a^(d-1) of these nodes.

    Raises:
        InputError: as `even_split`.
    """
    depth, power = _level(codes, width, 2)
    if depth == 0:
        return ((1, codes),)
    leaves, lacking = divmod(power * width - codes, width - 1)
    size = power // width
    inner, more = divmod(power - leaves, width)
    counts = {size + (inner + 1) * (width - 1): more, size + inner * (width - 1): width - more}
    if lacking:  # one node at depth d has fewer children
        fullest = max(part for part, count in counts.items() if count)
        counts[fullest] -= 1
        counts[fullest - lacking] = counts.get(fullest - lacking, 0) + 1
    return _partition(counts)


def _fill_totals(fill: Callable[[int, NDArray[np.int64]], None], most: int, width: int) -> NDArray[np.int64]:
    _level(most, width)
    if most > MOST_FREE:
        raise InputError(f"codes: a table of free search has 1 to {MOST_FREE:,} codes, not {most:,}")
    totals = np.zeros(most + 1, np.int64)
    fill(min(width, most + 1), totals)  # more answers than codes make no difference
    return totals


def _level(codes: int, width: int, fewest: int = 1) -> tuple[int, int]:
    """d and width^d with width^d <= codes < width^(d+1); raises InputError for fewer than `fewest` codes."""
    if codes < 1:
        raise InputError(f"codes: a search has at least 1 code, not {codes}")
    if width < 2:
        raise InputError(f"width: a query has at least 2 answers, not {width}")
    if codes < fewest:
        raise InputError("codes: a query needs 2 or more codes, not 1")
    depth, power = 0, 1
    while power * width <= codes:
        depth, power = depth + 1, power * width
    return depth, power


def _partition(counts: dict[int, int]) -> Partition:
    return tuple((size, counts[size]) for size in sorted(counts, reverse=True) if size and counts[size])


@kernel
def _totals_kernel(width: int, totals: NDArray[np.int64]) -> None:
    """Fill the totals from 2 on."""
    depth, next_power = 1, width
    for m in range(2, totals.shape[0]):
        if m == next_power:
            depth += 1
            next_power *= width
        totals[m] = m * depth - (next_power - m) // (width - 1)


@kernel
def _even_kernel(width: int, totals: NDArray[np.int64]) -> None:
    """Fill the totals from 2 on, in ascending order, so that smaller ones are known."""
    size, larger = 0, 1  # even split of m codes: size of the smaller parts, and number of parts larger by one
    for m in range(2, totals.shape[0]):
        larger += 1
        if larger == width:
            size, larger = size + 1, 0
        totals[m] = m + larger * totals[size + 1] + (width - larger) * totals[size]

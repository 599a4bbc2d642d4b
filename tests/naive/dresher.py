"""Dresher's guessing game by its definition: every search tree, the whole matrix, an exact simplex. To be believed at sight."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import gcd, lcm
from typing import Any

Depths = tuple[int, ...]


@cache
def trees(n: int) -> tuple[Depths, ...]:
    """All binary search trees of the numbers 1 to n, each as the depths of its numbers; Catalan(n) of them."""
    if n == 0:
        return ((),)
    return tuple(
        (*(depth + 1 for depth in left), 1, *(depth + 1 for depth in right))
        for root in range(n)
        for left in trees(root)
        for right in trees(n - 1 - root)
    )


def is_tree(depths: Sequence[int]) -> bool:
    """Whether depths are those of a binary search tree: one root, and trees on both sides of it."""

    def stands(first: int, end: int, depth: int) -> bool:
        if first == end:
            return True
        roots = [i for i in range(first, end) if depths[i] == depth]
        return len(roots) == 1 and stands(first, roots[0], depth + 1) and stands(roots[0] + 1, end, depth + 1)

    return len(depths) > 0 and stands(0, len(depths), 1)


def grown_at(order: list[int]) -> Depths:
    """The binary search tree that numbers are put into in this order."""
    depths: dict[int, int] = {}
    for number in order:
        below, above = (
            max((i for i in depths if i < number), default=None),
            min((i for i in depths if i > number), default=None),
        )
        depths[number] = 1 + max((depths[i] for i in (below, above) if i is not None), default=0)
    return tuple(depths[i] for i in range(len(order)))


def guesses(weights: Sequence[int], depths: Sequence[int]) -> int:
    return sum(weight * depth for weight, depth in zip(weights, depths, strict=True))


def least_guesses(weights: Sequence[int]) -> int:
    """What a best tree takes against the weights, every tree tried."""
    return min(guesses(weights, depths) for depths in trees(len(weights)))


def least_by_recursion(weights: Sequence[int]) -> int:
    """The same with every root of every interval tried."""

    @cache
    def least(first: int, end: int) -> int:
        if first == end:
            return 0
        return sum(weights[first:end]) + min(least(first, root) + least(root + 1, end) for root in range(first, end))

    return least(0, len(weights))


@cache
def solution(n: int) -> tuple[Fraction, tuple[Fraction, ...], dict[Depths, Fraction]]:
    """Value, an optimal hider strategy and an optimal mixture of trees.

    With y = q / V the searcher maximises sum y = 1 / V, where no number takes more than one: sum_t y_t depth_t(i) <= 1. The
    simplex method starts at y = 0; among rows that bound a column alike the lexicographic rule chooses, so that it ends
    (Dantzig, Orden and Wolfe, Pacific J. Math. 5, 1955). The hider's x = p / V are the prices of the slack variables.
    """
    columns = trees(n)
    m = len(columns)
    rows = [
        [Fraction(depths[i]) for depths in columns] + [Fraction(i == k) for k in range(n)] + [Fraction(1)]
        for i in range(n)
    ]
    prices = [Fraction(-1)] * m + [Fraction(0)] * (n + 1)
    basis = [m + i for i in range(n)]
    while min(prices[:-1]) < 0:
        enters = prices.index(min(prices[:-1]))
        _, leaves = min(
            ([entry / row[enters] for entry in (row[-1], *row[m:-1])], i)
            for i, row in enumerate(rows)
            if row[enters] > 0
        )
        basis[leaves] = enters
        pivot = rows[leaves][enters]
        rows[leaves] = [entry / pivot for entry in rows[leaves]]
        for row in [*(row for i, row in enumerate(rows) if i != leaves), prices]:
            factor = row[enters]
            if factor:
                row[:] = [entry - factor * other for entry, other in zip(row, rows[leaves], strict=True)]
    value = 1 / prices[-1]
    mixture = {columns[j]: rows[i][-1] * value for i, j in enumerate(basis) if j < m and rows[i][-1]}
    return value, tuple(price * value for price in prices[m:-1]), mixture


def certificate(value: Fraction, hider: Sequence[Fraction], mixture: dict[Depths, Fraction]) -> dict[str, Any]:
    """Both strategies in the least integers, as the checker reads them; the most probable tree first."""
    weights = _integers(hider)
    shares = dict(zip(mixture, _integers(list(mixture.values())), strict=True))
    return {
        "n": len(hider),
        "value": str(value),
        "hider_total": str(sum(weights)),
        "hider": [str(weight) for weight in weights],
        "searcher_total": str(sum(shares.values())),
        "searcher": [
            {"weight": str(share), "depths": list(depths)}
            for depths, share in sorted(shares.items(), key=lambda item: (-item[1], item[0]))
        ],
    }


def symmetric_certificate(n: int) -> dict[str, Any]:
    """The same of the solution, where i and n + 1 - i, and a tree and its mirror image, are treated alike."""
    value, hider, mixture = solution(n)
    both: dict[Depths, Fraction] = {}
    for depths, share in mixture.items():
        for image in (depths, depths[::-1]):
            both[image] = both.get(image, Fraction(0)) + share / 2
    return certificate(value, [(a + b) / 2 for a, b in zip(hider, hider[::-1], strict=True)], both)


def _integers(fractions: Sequence[Fraction]) -> list[int]:
    scale = lcm(*(fraction.denominator for fraction in fractions))
    found = [int(fraction * scale) for fraction in fractions]
    divisor = gcd(*found)
    return [number // divisor for number in found]

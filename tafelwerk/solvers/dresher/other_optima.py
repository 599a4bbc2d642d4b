"""Another optimal strategy of the hider, over the integers, where the one at hand is not the only one.

Against an optimal mixture of the searcher, an optimal hider picks no number that takes fewer guesses than the value, and all
trees of the mixture take equally many against it. So the optima that treat i and n + 1 - i alike differ by solutions of linear
equations with sum 0. Along such a direction the guarantee of the hider is concave: it is the value up to an end, which Newton's
method finds exactly, since the tree of a best reply bounds the step.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm

from tafelwerk.families.dresher.rules import Depths
from tafelwerk.solvers.dresher.best_replies import Replies

Weights = tuple[int, ...]


def another_hider(
    weights: Sequence[int | Fraction], trees: Sequence[tuple[int | Fraction, Depths]]
) -> tuple[Fraction, ...] | None:
    """Probabilities of another optimal strategy of the hider; None if none is found.

    Args:
        weights: of an optimal strategy.
        trees: an optimal mixture of the searcher, with weights.
    """
    shared = lcm(*(Fraction(weight).denominator for weight in weights))
    shares = [(Fraction(weight), tree) for weight, tree in trees]
    total = sum(share for share, _ in shares)
    taken = [sum((share * tree[i] for share, tree in shares), Fraction(0)) / total for i in range(len(weights))]
    other = another_optimum([int(weight * shared) for weight in weights], [tree for _, tree in trees], taken)
    return None if other is None else tuple(Fraction(weight, sum(other)) for weight in other)


def another_optimum(weights: Sequence[int], trees: Sequence[Depths], guesses: Sequence[Fraction]) -> Weights | None:
    """Another optimal strategy of the hider, at the end of a line of optima; of several the one with the least sum of weights.

    Args:
        weights: (n,) an optimal strategy, integers of 0 or more, symmetric.
        trees: those of an optimal mixture of the searcher.
        guesses: (n,) mean guesses of that mixture, for each number.

    Returns:
        (n,) weights without a common divisor; None if there is no such strategy along any direction of a basis. With a basis of
        one direction this proves that no other symmetric strategy is optimal.
    """
    others = [
        _end(weights, [sign * change for change in direction], max(guesses))
        for direction in _directions(weights, trees, guesses)
        for sign in (1, -1)
    ]
    return min((other for other in others if other is not None), key=lambda other: (sum(other), other), default=None)


def _directions(weights: Sequence[int], trees: Sequence[Depths], guesses: Sequence[Fraction]) -> Iterator[list[int]]:
    """A basis of the symmetric changes of sum 0 against which all trees take equally many guesses."""
    n, most = len(weights), max(guesses)
    pairs = [p for p in range((n + 1) // 2) if guesses[p] == most]
    # the middle number of odd n is its own mirror image
    sizes = [1 if 2 * p == n - 1 else 2 for p in pairs]
    rows = [[sum({p: tree[p], n - 1 - p: tree[n - 1 - p]}.values()) for p in pairs] for tree in trees]
    for changes in _null_space([sizes, *rows]):
        divisor = gcd(*changes)
        direction = [0] * n
        for p, change in zip(pairs, changes, strict=True):
            direction[p] = direction[n - 1 - p] = change // divisor
        yield direction


def _null_space(rows: list[list[int]]) -> Iterator[list[int]]:
    """A basis of the vectors orthogonal to all rows, without a library, whose import takes longer than a look-up."""
    width = len(rows[0])
    solved: dict[int, list[int]] = {}  # rows by the column in which the others are 0
    for column in range(width):
        pivot = next((row for row in rows if row[column]), None)
        if pivot is not None:
            rows = [_eliminate(column, pivot, row) for row in rows if row is not pivot]
            solved = {owner: _eliminate(column, pivot, row) for owner, row in solved.items()} | {column: pivot}
    size = lcm(*(row[column] for column, row in solved.items()))
    for free in sorted({*range(width)} - {*solved}):
        vector = [0] * width
        vector[free] = size
        for column, row in solved.items():
            vector[column] = -size // row[column] * row[free]
        yield vector


def _eliminate(column: int, pivot: list[int], row: list[int]) -> list[int]:
    """The row, times a number, less a multiple of the pivot's, with 0 in the column."""
    if not row[column]:
        return row
    changed = [pivot[column] * entry - row[column] * other for entry, other in zip(row, pivot, strict=True)]
    divisor = gcd(*changed) or 1
    return [entry // divisor for entry in changed]


def _end(weights: Sequence[int], direction: Sequence[int], value: Fraction) -> Weights | None:
    """The last optimal strategy along a direction; None if it is the first one."""
    steps = [Fraction(weight, -change) for weight, change in zip(weights, direction, strict=True) if change < 0]
    step, total = min(steps), sum(weights)
    while step:
        moved = [weight + step * change for weight, change in zip(weights, direction, strict=True)]
        whole = [int(weight * lcm(*(weight.denominator for weight in moved))) for weight in moved]
        replies = Replies(whole)
        if replies.total(1, len(whole)) == value * sum(whole):
            divisor = gcd(*whole)
            return tuple(weight // divisor for weight in whole)
        depths = replies.depths()
        cost, slope = (
            sum(depth * weight for depth, weight in zip(depths, line, strict=True)) for line in (weights, direction)
        )
        step = (value * total - cost) / slope
    return None

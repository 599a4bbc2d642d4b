"""The chance that a candidate is chosen, as the dissertation has it: a sum over the sets of candidates it may be tied
with.

Works on fractions and on balls alike: whatever can be added, multiplied and divided by an integer.
"""

from collections.abc import Sequence
from itertools import accumulate, combinations
from typing import Any


def pmf(p: Any, k: int) -> list[Any]:
    """Binomial(k, p), every number of wins; by Pascal's rule, so that p may be 0 or 1."""
    row = [p * 0 + 1]
    for _ in range(k):
        row = [a + b for a, b in zip([(1 - p) * x for x in row] + [0], [0] + [p * x for x in row], strict=True)]
    return row


def law(chances: Sequence[Any], counts: Sequence[int], k: int) -> list[Any]:
    """Chance that a candidate of each group is chosen by MC(k), most wins, ties split evenly; a group is a win chance and how
    many have it."""
    masses = [pmf(p, k) for p, count in zip(chances, counts, strict=True) for _ in range(count)]
    lower = [[mass[0] * 0, *accumulate(mass)] for mass in masses]
    single = []
    for i in range(len(masses)):
        others = [x for x in range(len(masses)) if x != i]
        chance = masses[0][0] * 0
        for size in range(len(masses)):
            for tied in combinations(others, size):
                for j, mine in enumerate(masses[i]):
                    term = mine / (size + 1)
                    for x in others:
                        term *= masses[x][j] if x in tied else lower[x][j]
                    chance += term
        single.append(chance)
    left = iter(single)
    return [sum(next(left) for _ in range(count)) for count in counts]

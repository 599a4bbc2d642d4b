"""Which numbers of playouts get their policies from runs, and what a curve of duels costs, in plain Python.

The estimate is known before the game is built and before anything is compiled.
"""

from collections.abc import Iterable
from math import sqrt

STEPS = 64
"""Numbers of playouts in a run."""

LONGEST_RUN_K = 1 << 16
"""Above this windows outgrow what the error bound of a run allows for, and a run saves nothing."""

DENSE_COUNT = 16
"""So many numbers of playouts, at most four apart on average, are worth runs."""

DENSE_BYTES = 1 << 29
"""Policies of one run may take so much memory, and those waiting for a rival as much again."""


def is_dense(ks: Iterable[int], candidates: int, edges: int) -> bool:
    """Whether runs pay for these numbers of playouts.

    Args:
        ks: the numbers.
        candidates: most candidates of a position.
        edges: edges of the game's graph.
    """
    different = set(ks)
    return (
        candidates > 2
        and len(different) >= DENSE_COUNT
        and max(different) <= LONGEST_RUN_K
        and max(different) - min(different) < 4 * len(different)
        and 16 * edges * STEPS <= DENSE_BYTES
    )


def operations(edges: int, ks: Iterable[int], rivals: Iterable[int], pairs: bool = False) -> float:
    """A fixed a-priori estimate of the work of `curve.duels`; 5e8 take about a second of one core.

    Args:
        edges: edges of the graph.
        ks, rivals: playouts of each candidate, as many of the one as of the other.
        pairs: whether no position has more than two candidates, which makes the work independent of the numbers.
    """
    work, numbers = 0.0, [list(ks), list(rivals)]
    for agents in numbers:
        different = set(agents)
        if pairs:
            work += 300.0 * len(different)
        elif is_dense(different, 3, edges):
            work += 90.0 * len(different)
        else:
            work += sum(300.0 + 15.0 * sqrt(k) for k in different)
    return edges * (work + 50.0 * len(numbers[0])) + 3e4 * len(numbers[0]) + 1e5

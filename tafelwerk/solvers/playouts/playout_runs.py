"""Numbers of playouts whose policies come from runs, and the cost of a curve of duels, without compiled kernels."""

from collections.abc import Iterable
from math import sqrt

STEPS = 64
"""Length of a run."""

LONGEST_RUN_K = 1 << 16
"""Largest k of a run: beyond it, windows outgrow the error bound of a run, and a run saves nothing."""

DENSE_COUNT = 16
"""Fewest numbers of playouts, at most four apart on average, for which runs pay."""

DENSE_BYTES = 1 << 29
"""Bytes of memory for the policies of one run, and again for those that wait for a rival."""


def is_dense(ks: Iterable[int], candidates: int, edges: int) -> bool:
    """Whether evaluating these numbers of playouts in runs is faster than one by one.

    Args:
        ks: the numbers.
        candidates: most candidates of a position.
        edges: edges of the game's graph.

    >>> is_dense(range(1, 100), candidates=3, edges=1000)
    True
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
    """Estimated work of `agent_duels.duels`, known before the game is built; 5e8 take about a second on one core.

    Args:
        edges: edges of the graph.
        ks, rivals: playouts per candidate, both of the same length.
        pairs: whether no position has more than two candidates, so that the work does not depend on k.
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

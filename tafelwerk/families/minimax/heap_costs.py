"""Work and number of rows of the builds of heap games, from measured constants, without computing anything.

The cost of a question is estimated by counting steps instead, see `heap_estimates`.
"""

from math import pow, sqrt

from tafelwerk.families.minimax.rules.heaps import FARTHEST_HEAP, TWO_LEFT, HeapGame

PROOFS = {
    "octal 0.77": 166,
    "octal 0.07": 174,
    "octal 0.137": 173,
    "octal 0.127": 93_165,
    "octal 0.05": 6,
    "octal 0.156": 7657,
    "octal 0.165": 13_463,
    "octal 0.26": 10,
    "octal 0.356": 14_915,
    "octal 0.4": 175,
    "octal 0.45": 1036,
    "octal 0.56": 653_568,
    "octal 0.644": 7397,
    "octal 0.73": 10,
    "octal 0.75": 6,
    "octal 4.7": 5,
}
"""Largest heap that the proof of the period needs, for games that are often built."""

COSTS = {
    "grundy": 20.0,
    "octal 0.06": 135.0,
    "octal 0.007": 100.0,
    "octal 0.6": 35.0,
    "octal 0.37": 26.0,
    "octal 0.165": 21.0,
    "octal 0.14": 23.0,
    "octal 0.127": 4.0,
    "octal 0.644": 10.0,
    "octal 0.156": 5.0,
    "octal 0.356": 3.0,
    "octal 0.56": 0.4,
    "octal 0.16": 0.3,
}
"""Nanoseconds of a game's values, divided by (number of heaps)^(3/2)."""

SPARSE = {
    "octal 0.055": 1,
    "octal 0.16": 1,
    "octal 0.56": 1,
    "octal 0.354": 17,
    "octal 0.104": 268,
    "octal 0.454": 268,
    "octal 0.054": 268,
}
"""Millions of heaps of a search through a finite sparse space."""

OTHERS = 30.0
"""The same for other games that split heaps; some take a hundredth of it, some ten times as much."""

MISERE_COSTS = {"grundy": 6.7e4, "octal 0.77": 3.9e5, "octal 0.07": 1.4e4}
"""Nanoseconds of misere play, divided by 5^(largest heap / 10)."""

OTHERS_MISERE = 1e5


def proof_heaps(game: HeapGame) -> int:
    """An estimate of the largest heap of a proof of the period, or of a search for it; for most subtraction sets and many octal
    games the true one is smaller."""
    limit = game.searched_heaps
    return min(limit, PROOFS.get(game.name, 0 if not game.breaks else limit))


def values_operations(game: HeapGame, heap: int | None) -> float:
    """Nanoseconds of Grundy values up to `heap`; None: as far as a proof of the period needs."""
    last = proof_heaps(game) if heap is None else heap
    if not game.breaks:
        return 2e6 + 50.0 * last
    done = min(last, doubled(PROOFS.get(game.name, last)))
    return 2e6 + COSTS.get(game.name, OTHERS) * sqrt(done) * done + 15.0 * (last - done)


def sparse_operations(game: HeapGame) -> float:
    """Nanoseconds of the period through a finite sparse space."""
    return 1e9 + 4e7 * SPARSE.get(game.name, FARTHEST_HEAP / 1e6)


def misere_operations(game: HeapGame, heap: int) -> float:
    """Nanoseconds of misere play on single heaps up to `heap`."""
    if not game.taken(TWO_LEFT):
        return 1e6 + 1e4 * heap
    return 1e6 + MISERE_COSTS.get(game.name, OTHERS_MISERE) * pow(5.0, heap / 10)


def doubled(heaps: int) -> int:
    """Number of heaps to compute: 1024, doubled until it covers those needed."""
    return 1024 << (-(-heaps // 1024) - 1).bit_length()

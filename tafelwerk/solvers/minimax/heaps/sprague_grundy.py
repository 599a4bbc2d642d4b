"""Grundy values of the heaps of a taking-and-breaking game: the value of a heap is the least number that is not the value of
an option, and the value of several heaps is the bitwise exclusive or of their values (Sprague 1935, Grundy 1939).

The obvious loop over all ways to split a heap takes some n^2 / 4 steps for n heaps. Call a value *common* if it has an odd
number of ones under a fixed mask, otherwise *rare*. In most games of this kind nearly all heaps have common values, and few have
rare ones (the sparse space of Berlekamp, Conway and Guy, Winning Ways, chapter 4). Parity adds up under exclusive or, so an
option with a common value needs a rare part. Going through the rare heaps alone therefore finds all common values of options,
and the least common value that is free. Two common parts give only rare values. These splits are tried until every rare value
below the free one has occurred, which is soon, or until no split is left. Any mask gives the exact values; a good one gives them
fast, and is chosen anew whenever the number of heaps has doubled.

Which values are common may also alternate with the parity of the heap: those with an odd number of ones at heaps of one parity,
with an even number at the others. The parts a and b of heap n have a + b = n - k, where k tokens are taken. So two common parts
still give only rare values if all moves that leave two heaps take numbers of tokens of the same parity, and the common values
are those with an even number of ones at even heaps if k is odd, at odd heaps if k is even. In 0.104, 1,788 of the first 10,000
heaps are rare at best if the parity of the heap is ignored, and 20 of them otherwise.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.heaps import NOTHING_LEFT, ONE_LEFT, TWO_LEFT, HeapGame, check_heap
from tafelwerk.solvers.machine.jit import kernel

VALUES = 1 << 16
"""Upper limit of values, exclusive."""

FIRST_HEAPS = 1024
"""Number of heaps computed before a mask is chosen for the first time."""


@dataclass(slots=True)
class Steps:
    """Work counter: splits of heaps that were examined, the same number on every machine.

    Attributes:
        most: number of steps beyond which no further heap is computed; None for no limit.
        taken: number of steps so far.
    """

    most: int | None = None
    taken: int = 0


def grundy_values(
    game: HeapGame, heaps: int, known: NDArray[np.uint16] | None = None, steps: Steps | None = None
) -> NDArray[np.uint16]:
    """Grundy values of heaps 0 to `heaps`.

    Args:
        game: the rules.
        heaps: the largest heap.
        known: values of heaps 0 to some smaller one that were computed before. Default: none.
        steps: work counter, which may limit the work.

    Returns:
        uint16, shape (heaps + 1,); fewer if the limit of steps was reached.

    Raises:
        InputError: the heap has an invalid size, or a value does not fit into 16 bits.
    """
    check_heap(heaps)
    values = np.zeros(heaps + 1, dtype=np.uint16)
    done = 1
    if known is not None:
        done = min(known.shape[0], heaps + 1)
        values[:done] = known[:done]
    counted = Steps() if steps is None else steps
    stopped = _grundy_values(game, values, done, VALUES, counted)
    if stopped <= heaps:
        if counted.most is not None and counted.taken > counted.most:
            return values[:stopped]
        raise InputError(f"heaps: must be less than {stopped}, whose value is {VALUES} or more, not {heaps}")
    return values


def _grundy_values(game: HeapGame, values: NDArray[np.uint16], done: int, limit: int, steps: Steps) -> int:
    """Fill the values from heap `done` on.

    Returns:
        The first heap whose value would be `limit` (a power of two) or more, or that the limit of steps excludes; the number
        of values if there is no such heap.
    """
    heaps = len(values)
    nothing, one, two = (np.array(game.taken(kind), np.int64) for kind in (NOTHING_LEFT, ONE_LEFT, TWO_LEFT))
    marks = np.zeros(limit, dtype=np.int32)
    rare = np.empty(heaps, dtype=np.int32)
    taken = np.array([steps.taken], dtype=np.int64)
    most = np.iinfo(np.int64).max if steps.most is None else steps.most
    while done < heaps:
        common = best_coset(game, values[:done]).common(limit)
        few = np.flatnonzero(~common[np.arange(1, done) % 2, values[1:done]]) + 1
        rare[: few.size] = few
        upto = min(heaps, max(2 * done, FIRST_HEAPS))
        filled = _values_kernel(
            nothing, one, two, game.equal_parts, common, rare, few.size, marks, values[:upto], done, taken, most
        )
        steps.taken = int(taken[0])
        if filled < upto:
            return filled
        done = upto
    return heaps


def most_steps(game: HeapGame, heaps: int) -> int:
    """Upper bound of the steps of grundy_values, which takes a small part of them if rare values are few.

    Raises:
        InputError: the heap has an invalid size.
    """
    # every heap is split with each rare part, and in all ways into two common parts
    check_heap(heaps)
    return heaps * heaps * 3 // 4 * len(game.taken(TWO_LEFT)) + heaps * len(game.digits)


@dataclass(frozen=True, slots=True)
class Coset:
    """A class of values that two heaps of the class never leave together.

    Attributes:
        mask: mask of the ones that are counted; not 0.
        odd: for even and for odd heaps, whether values with an odd number of ones are common; otherwise those with an even one.
    """

    mask: int
    odd: tuple[bool, bool]

    @property
    def alternating(self) -> bool:
        """Whether common values differ between even and odd heaps."""
        return self.odd[0] != self.odd[1]

    def common(self, limit: int = VALUES) -> NDArray[np.bool_]:
        """Whether each value is common at even heaps and at odd heaps: bool, shape (2, limit)."""
        ones: NDArray[np.uint8] = np.bitwise_count(np.arange(limit, dtype=np.uint32) & np.uint32(self.mask))
        found: NDArray[np.bool_] = (ones % 2 == 1) == np.array(self.odd)[:, None]
        return found


def cosets(game: HeapGame) -> list[tuple[bool, bool]]:
    """The choices of `Coset.odd` for which two common parts give only rare values."""
    found = [(True, True)]
    parities = {k % 2 for k in game.taken(TWO_LEFT)}
    if len(parities) == 1:
        found.append((parities == {0}, parities == {1}))
    return found


def best_coset(game: HeapGame, values: NDArray[np.uint16]) -> Coset:
    """The coset to which most values belong; among equals one without alternation, and the least mask.

    A Walsh-Hadamard transform of the counts of values treats all masks at once: for every mask it gives the number of values
    with an even number of ones minus the number with an odd number.

    Args:
        game: the rules.
        values: Grundy values of heaps 0, 1, ...
    """
    best: tuple[int, Coset] | None = None
    excesses = [_excess(np.bincount(values[parity::2], minlength=int(values.max()) + 1)) for parity in (0, 1)]
    for odd in cosets(game):
        excess = np.sum([part if is_odd else -part for part, is_odd in zip(excesses, odd, strict=True)], axis=0)
        place = 1 + int(np.argmin(excess[1:]))
        if best is None or excess[place] < best[0]:
            best = int(excess[place]), Coset(place, odd)
    assert best is not None
    return best[1]


def _excess(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    size = max(2, 1 << (counts.size - 1).bit_length())
    excess = np.zeros(size, dtype=np.int64)
    excess[: counts.size] = counts
    width = 1
    while width < size:
        pairs = excess.reshape(-1, 2, width)
        excess = np.stack((pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]), axis=1).reshape(-1)
        width *= 2
    return excess


@kernel
def _values_kernel(
    nothing: NDArray[np.int64],
    one: NDArray[np.int64],
    two: NDArray[np.int64],
    equal_parts: bool,
    common: NDArray[np.bool_],
    rare: NDArray[np.int32],
    rares: int,
    marks: NDArray[np.int32],
    values: NDArray[np.uint16],
    done: int,
    steps: NDArray[np.int64],
    most: int,
) -> int:
    """Fill the values of the heaps from `done` on.

    Args:
        nothing, one, two: numbers of tokens that a move may take so that no heap, one heap or two heaps are left.
        equal_parts: whether the two heaps may be equal.
        common: whether each value is common at even and at odd heaps, shape (2, limit).
        rare: scratch; rare[:rares] are the heaps from 1 to done - 1 with a rare value, ascending.
        rares: number of these heaps.
        marks: scratch: for every value the last heap that marked it, all below `done`.
        values: in and out.
        done: first heap without a value.
        steps: steps[0] counts the splits that were examined.
        most: count beyond which no further heap is computed.

    Returns:
        The first heap whose value is beyond the marks, or that was not computed; the number of values if there is no such heap.
    """
    limit = marks.shape[0]
    for n in range(done, values.shape[0]):
        if steps[0] > most:
            return n
        for k in nothing:
            if k == n:
                marks[0] = n
        for k in one:
            if k < n:
                marks[values[n - k]] = n
        for k in two:
            rest = n - k
            if rest < 2:
                continue
            if equal_parts and rest % 2 == 0:
                marks[0] = n
            i = 0
            while i < rares and rare[i] < rest:
                a = rare[i]
                if 2 * a != rest:
                    marks[values[a] ^ values[rest - a]] = n
                i += 1
            steps[0] += i

        free, missing = 0, 0
        while free < limit and (marks[free] == n or not common[n & 1, free]):
            if marks[free] != n:
                missing += 1
            free += 1
        for k in two:
            rest = n - k
            a = 1
            while missing > 0 and 2 * a < rest:
                v = values[a] ^ values[rest - a]
                if marks[v] != n:
                    marks[v] = n
                    if v < free:
                        missing -= 1
                a += 1
            steps[0] += a - 1
        if missing > 0:
            free = 0
            while marks[free] == n:
                free += 1
        if free == limit:
            return n
        values[n] = free
        if not common[n & 1, free]:
            rare[rares] = n
            rares += 1
    return len(values)

"""Exact comparison of the Rényi entropies of the parts of a set, and partitions in the order of their entropies.

A query splits m codes into parts of n_1, n_2, ... codes; with p_i = n_i / m the entropy is

    H_alpha = log2(sum p_i^alpha) / (1 - alpha),

H_0 counts the parts, H_1 is Shannon's, H_inf looks at the largest part alone. Among partitions of the same m codes the
order of entropies is the order of one sum over the parts, of n^alpha or, where alpha is 1, of n ln n; the greater entropy
has the smaller sum, or where alpha is below 1 the greater. Here sums are signed so that **the smaller is the greater
entropy**.

Ties. For alpha = a / q in lowest terms write n = c y^q with c free of q-th powers, so that n^alpha = y^a c^alpha. The
numbers c^alpha for different c are linearly independent over the rationals: up to rational factors they are products of
powers of primes with different exponents below 1, in q-ths (Besicovitch 1940). Hence two sums are equal if and only if,
for every c, the integers sum y^a over its parts are equal; if 2^q exceeds every part, this means that the parts are the
same. For alpha = 1 the sums are logarithms of prod n^n, equal if and only if every prime has the same exponent in both.
Sums of doubles do not decide this: {4, 1, 1, 1, 1, 1} and {2, 2, 2, 2, 1} have the same Shannon entropy, and not the same sum of
p log p in doubles.

Source: A. Renyi, On measures of entropy and information, 1961; Jena dissertation on the exact analysis of heuristics for
combinatorial games, definition 4.1 and section 4.2.4; A. S. Besicovitch, On the linear independence of fractional powers
of integers, J. London Math. Soc. 15, 1940.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key, lru_cache
from itertools import pairwise
from math import log2
from typing import NamedTuple

import numpy as np
from flint import arb, ctx, fmpq
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.deduction import RANGE_BITS, Alpha, check_order, renyi
from tafelwerk.solvers.machine.jit import kernel

SUM_BITS = 126
"""Bits of the largest sum of integers in a kernel; ties of larger sums are left to `compare`."""

SAME_SUMS, SAME_PARTS, SAME_POWERS, SAME_PRIMES = 0, 1, 2, 3
"""Criteria for equal entropies: equal sums; equal parts; for every c an equal sum of the powers of y; equal exponents of
every prime."""

LIMB = 42
"""Bits of a limb; a power has three."""

MOST_CERTAIN = 24
"""Largest set that `certain_size` examines: 7336 partitions."""


class TieTest(NamedTuple):
    """Data by which `same_kernel` distinguishes equal from close entropies, for parts of at most n_max codes.

    Attributes:
        rule: SAME_SUMS, SAME_PARTS, SAME_POWERS or SAME_PRIMES.
        factor: int32, shape (n_max + 1,): c of n = c y^q under SAME_POWERS, the least prime factor of n under
            SAME_PRIMES; otherwise empty.
        root: int32, shape (n_max + 1,): y of n = c y^q under SAME_POWERS; otherwise empty.
        power: int64, shape (greatest y + 1, 3): y^a under SAME_POWERS, in limbs, the least first.
    """

    rule: int
    factor: NDArray[np.int32]
    root: NDArray[np.int32]
    power: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class EntropyWeights:
    """Entropies of partitions as sums of doubles with a proven error, smaller for greater entropy.

    Attributes:
        alpha: the order.
        n_max: the largest part, and the most codes of a partition.
        largest: the sum is the largest part instead (alpha is infinity).
        weight: float64, shape (n_max + 1,): summand of a part of n codes, 0 at 0; all of one sign.
        tolerance: sums x and y, added in any order, with |x - y| > tolerance * |x + y| are in the order of the entropies.
            0 where no sum is rounded; then equal sums are equal entropies.
        ties: the test where sums are closer.
    """

    alpha: Alpha
    n_max: int
    largest: bool
    weight: NDArray[np.float64]
    tolerance: float
    ties: TieTest


class Entropy(NamedTuple):
    """EntropyWeights as kernels take them.

    Attributes:
        counting: whether sums count parts, as for alpha = 0.
    """

    largest: bool
    counting: bool
    weight: NDArray[np.float64]
    tolerance: float
    ties: TieTest


def entropy_weights(alpha: Alpha, n_max: int) -> EntropyWeights:
    """Weights of parts in doubles: quick to make and to add.

    Raises:
        InputError: alpha is negative or n_max^alpha above 2^2000, or n_max is not from 1 to 2^20.
    """
    check_order(alpha, n_max)
    n = np.arange(n_max + 1, dtype=np.float64)
    if alpha is None:
        return EntropyWeights(alpha, n_max, True, n, 0.0, _SUMS)
    if alpha.denominator == 1 and alpha != 1 and n_max**alpha.numerator <= 1 << 53:
        # whole numbers that no sum rounds
        weight = n**alpha.numerator if alpha else -np.minimum(n, 1.0)
        return EntropyWeights(alpha, n_max, False, weight, 0.0, _SUMS)
    if alpha > 1 and float(alpha) * log2(n_max) > SUM_BITS - 1:
        # close sums of different parts stay undecided here, whether or not they tie
        return EntropyWeights(alpha, n_max, False, _scaled_weights(alpha, n_max), sum_tolerance(n_max), _PARTS)
    weight = np.zeros(n_max + 1)
    weight[_primes(n_max)] = _prime_weights(alpha, n_max)
    _spread_kernel(alpha == 1, least_factors(n_max), weight)
    if alpha < 1:
        np.negative(weight, out=weight)
    return EntropyWeights(alpha, n_max, False, weight, sum_tolerance(n_max), _tie_test(alpha, n_max))


def entropy_arrays(weights: EntropyWeights) -> Entropy:
    """The weights for kernels."""
    return Entropy(weights.largest, weights.alpha == 0, weights.weight, weights.tolerance, weights.ties)


def compare(alpha: Alpha, parts_a: Iterable[int], parts_b: Iterable[int]) -> int:
    """Exact order of the entropies of two partitions of the same number of codes.

    Returns:
        -1 if the first has the greater entropy, 1 if the second has, 0 if they are equal.

    Raises:
        InputError: alpha is negative, a part is below 1, or the partitions are of different numbers of codes.

    >>> compare(2, (3, 1), (2, 2))
    1
    """
    if alpha is not None and alpha < 0:
        raise InputError(f"alpha: {alpha} must be 0 or more")
    a, b = list(parts_a), list(parts_b)
    if min(a + b, default=1) < 1 or sum(a) != sum(b):
        raise InputError(f"parts: {a} and {b} must be at least 1 each and sum to the same number of codes")
    return _compare(alpha, a, b)


def greatest(alpha: Alpha, partitions: Iterable[Sequence[int]]) -> list[int]:
    """Indices of the partitions of exactly greatest entropy, all ties; the partitions have the same number of codes.

    >>> greatest(None, [(3, 1), (2, 2), (2, 1, 1)])
    [1, 2]
    """
    winners: list[int] = []
    lead: Sequence[int] = ()
    for index, parts in enumerate(partitions):
        order = _compare(alpha, parts, lead) if winners else -1
        if order < 0:
            winners, lead = [index], parts
        elif order == 0:
            winners.append(index)
    return winners


@lru_cache(maxsize=256)
def certain_size(alpha: Alpha, n_max: int) -> int:
    """Largest size up to MOST_CERTAIN of sets whose partitions have equal entropies whenever their sums are close.

    Sums are close if `EntropyWeights.tolerance` leaves them undecided, with a margin of one half for sums added in another
    order. Every partition is examined.

    Args:
        alpha: order of the entropy.
        n_max: as for `entropy_weights`.
    """
    weights = entropy_weights(alpha, n_max)
    if weights.tolerance == 0.0:
        return min(MOST_CERTAIN, n_max)
    for size in range(2, min(MOST_CERTAIN, n_max) + 1):
        ordered = sorted((sum(float(weights.weight[part]) for part in parts), parts) for parts in partitions(size))
        for (low, partition), (high, other) in pairwise(ordered):
            if high - low <= 3 * weights.tolerance * abs(low) and compare(alpha, partition, other):
                return size - 1
    return min(MOST_CERTAIN, n_max)


def partitions(size: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """The partitions of a number into parts of at most `most`, the largest part first.

    >>> list(partitions(4))
    [(4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
    """
    if size == 0:
        yield ()
        return
    for part in range(min(size, most or size), 0, -1):
        for smaller in partitions(size - part, part):
            yield (part, *smaller)


def _compare(alpha: Alpha, a: Sequence[int], b: Sequence[int]) -> int:
    if alpha is None:
        x, y = max(a, default=0), max(b, default=0)
        return (x > y) - (x < y)
    counts = Counter(a)
    counts.subtract(b)
    surplus = {n: count for n, count in counts.items() if count}
    if alpha > 1 and _first_decides(alpha, surplus):
        return 1 if surplus[max(surplus)] > 0 else -1
    order = 1 if alpha >= 1 else -1
    if alpha.denominator == 1 and alpha != 1:
        difference: int = sum(count * n**alpha.numerator for n, count in surplus.items())
        return order * ((difference > 0) - (difference < 0))
    if _vanishes(alpha, surplus):
        return 0
    precision = 64
    while True:
        with ctx.workprec(precision):
            exponent = ball(alpha)
            powers = (count * (n * arb(n).log() if alpha == 1 else arb(n) ** exponent) for n, count in surplus.items())
            total = sum(powers, arb(0))
        if not total.contains(0):
            return order if total > 0 else -order
        precision *= 2


def _first_decides(alpha: Fraction, surplus: dict[int, int]) -> bool:
    """Whether the greatest part outweighs all others in the sum of count * n^alpha, for orders too great for powers.

    If n is the next part, (1 + 1/n)^n >= 2, so a part above n weighs at least 2^floor(alpha / n) times as much.
    """
    parts = sorted(surplus)
    if len(parts) < 2:
        return bool(parts)
    others = sum(abs(surplus[n]) for n in parts[:-1])
    return alpha // max(parts[-2], 1) >= others.bit_length()


def _vanishes(alpha: Fraction, surplus: dict[int, int]) -> bool:
    """Whether the sum of count * n^alpha, or n ln n, over the parts is 0, by independence."""
    sums: Counter[int] = Counter()
    most = max(surplus, default=1)
    if alpha == 1:
        factor = least_factors(most)
        for n, count in surplus.items():
            cofactor = n
            while cofactor > 1:
                sums[int(factor[cofactor])] += count * n
                cofactor //= int(factor[cofactor])
    else:
        core, root = cores(most, alpha.denominator)
        for n, count in surplus.items():
            sums[int(core[n])] += count * int(root[n]) ** alpha.numerator
    return not any(sums.values())


@kernel
def sum_kernel(entropy: Entropy, sizes: NDArray[np.int32], p: int) -> float:
    """The sum of the weights of p parts, or the largest part; smaller for greater entropy."""
    total = 0.0
    if entropy.largest:
        for i in range(p):
            total = max(total, entropy.weight[sizes[i]])
    else:
        for i in range(p):
            total += entropy.weight[sizes[i]]
    return total


@kernel
def even_kernel(entropy: Entropy, size: int, p: int) -> float:
    """The sum of the even split into p parts, which is the least, as the weight of a part is convex in its size."""
    small = size // p
    more = size - small * p
    if entropy.largest:
        return float(small + 1 if more > 0 else small)
    total = (p - more) * entropy.weight[small]
    if more > 0:
        total += more * entropy.weight[small + 1]
    return float(total)


@kernel
def same_kernel(
    rule: int,
    ties: TieTest,
    parts_a: NDArray[np.int32],
    parts_b: NDArray[np.int32],
    surplus: NDArray[np.int64],
    limbs: NDArray[np.int64],
) -> bool:
    """Whether two partitions of the same codes, whose sums are close (under SAME_SUMS: equal), have equal entropies.

    `rule` is that of the test, or SAME_PARTS for a quick answer, of which only yes is certain.
    Scratch, all 0 before and after: surplus int64 (n_max + 1,), limbs int64 (n_max + 1, 3).
    """
    if rule == SAME_SUMS:
        return True
    factor, root, power = ties.factor, ties.root, ties.power
    count_a, count = len(parts_a), len(parts_a) + len(parts_b)
    for n in parts_a:
        surplus[n] += 1
    for n in parts_b:
        surplus[n] -= 1
    same = True
    for i in range(count):
        n = parts_a[i] if i < count_a else parts_b[i - count_a]
        times = surplus[n]
        if times == 0:
            continue
        surplus[n] = 0
        if rule == SAME_PARTS:
            same = False
        elif rule == SAME_POWERS:
            for limb in range(3):
                limbs[factor[n], limb] += times * power[root[n], limb]
        else:
            cofactor = n
            while cofactor > 1:
                limbs[factor[cofactor], 0] += times * n
                cofactor //= factor[cofactor]
    if rule == SAME_PARTS:
        return same
    for i in range(count):
        cofactor = parts_a[i] if i < count_a else parts_b[i - count_a]
        if rule == SAME_POWERS:
            same = _clear_kernel(limbs, factor[cofactor]) and same
        else:
            while cofactor > 1:
                same = _clear_kernel(limbs, factor[cofactor]) and same
                cofactor //= factor[cofactor]
    return same


@kernel
def _clear_kernel(limbs: NDArray[np.int64], row: int) -> bool:
    """Whether a number in limbs is 0; sets it to 0."""
    low, middle, high = limbs[row, 0], limbs[row, 1], limbs[row, 2]
    limbs[row, 0] = limbs[row, 1] = limbs[row, 2] = 0
    carry = low >> LIMB
    zero = low == carry << LIMB
    middle += carry
    carry = middle >> LIMB
    return bool(zero and middle == carry << LIMB and high + carry == 0)


def sum_tolerance(terms: int) -> float:
    """Relative difference above which two sums of weights are in the order of the entropies.

    A weight errs by at most 2^-51 per prime factor, of which there are at most 20, and a sum by 2^-53 per addition or
    product, all relative to a sum of one sign.

    Args:
        terms: additions and products per sum.
    """
    return (terms + 128) * 2.0**-52


@kernel
def apart_kernel(tolerance: float, x: float, y: float) -> bool:
    """Whether two sums are in the order of the entropies."""
    return abs(x - y) > tolerance * abs(x + y)


def _prime_weights(alpha: Fraction, n_max: int) -> list[float]:
    """p^alpha, or ln p where alpha is 1, for the primes to n_max; within a relative 2^-52."""
    logarithms = _logarithms(n_max)
    if alpha == 1:
        return [float(x) for x in logarithms]
    with ctx.workprec(96):
        exponent = ball(alpha)
        return [float((exponent * x).exp()) for x in logarithms]


def _scaled_weights(alpha: Fraction, n_max: int) -> NDArray[np.float64]:
    """n^alpha by a common scale, each within a relative 2^-52, however large alpha is."""
    # tables up to a power of two serve sets of many sizes
    rounded = 1 << (n_max - 1).bit_length()
    most = rounded if float(alpha) * log2(rounded) <= RANGE_BITS else n_max
    return _weights_to(alpha, most)[: n_max + 1]


@lru_cache(maxsize=32)
def _weights_to(alpha: Fraction, most: int) -> NDArray[np.float64]:
    """n^alpha / most^(alpha / 2) for n = 0 ... most."""
    with ctx.workprec(128):
        exponent, half = ball(alpha), arb(most).log() / 2
        return np.array([0.0] + [float((exponent * (arb(n).log() - half)).exp()) for n in range(1, most + 1)])


@kernel
def _spread_kernel(logarithms: bool, factor: NDArray[np.int32], weight: NDArray[np.float64]) -> None:
    """From p^alpha at the primes, n^alpha at all n; from ln p, n ln n."""
    if logarithms:
        for n in range(2, weight.shape[0]):
            p = factor[n]
            if p != n:
                weight[n] = weight[p] + weight[n // p]
        for n in range(2, weight.shape[0]):
            weight[n] *= n
    else:
        weight[1] = 1.0
        for n in range(2, weight.shape[0]):
            p = factor[n]
            if p != n:
                weight[n] = weight[p] * weight[n // p]


def _tie_test(alpha: Fraction, n_max: int) -> TieTest:
    if alpha == 1:
        return TieTest(SAME_PRIMES, least_factors(n_max), _NONE, _NO_POWER)
    if alpha.denominator >= n_max.bit_length():
        return _PARTS  # every part is its own c
    core, root = cores(n_max, alpha.denominator)
    powers = [y**alpha.numerator for y in range(int(root.max()) + 1)]
    mask = (1 << LIMB) - 1
    limbs = [[power & mask, power >> LIMB & mask, power >> 2 * LIMB] for power in powers]
    return TieTest(SAME_POWERS, core, root, np.array(limbs, np.int64))


def ball(alpha: Fraction) -> arb:
    """alpha at the current precision."""
    return arb(fmpq(alpha.numerator, alpha.denominator))


@lru_cache(maxsize=64)
def cores(n_max: int, q: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """c and y of n = c y^q, c free of q-th powers, for n = 0 ... n_max (0 and 1 at 0)."""
    core = np.arange(n_max + 1, dtype=np.int32)
    root = np.ones(n_max + 1, np.int32)
    y = 2
    # the greatest y whose power divides n is written last
    while q < n_max.bit_length() and y**q <= n_max:
        core[:: y**q] = np.arange(n_max // y**q + 1)
        root[:: y**q] = y
        y += 1
    root[0] = 1
    core.flags.writeable = root.flags.writeable = False
    return core, root


@lru_cache(maxsize=16)
def least_factors(n_max: int) -> NDArray[np.int32]:
    """The least prime factor of n = 0 ... n_max; n itself at 0 and 1."""
    factor = np.arange(n_max + 1, dtype=np.int32)
    for p in range(2, int(n_max**0.5) + 1):
        if factor[p] == p:
            multiples = factor[p * p :: p]
            np.minimum(multiples, p, out=multiples)
    factor.flags.writeable = False
    return factor


@lru_cache(maxsize=16)
def _primes(n_max: int) -> NDArray[np.int64]:
    factor = least_factors(n_max)
    return np.flatnonzero(factor == np.arange(n_max + 1))[2:]


@lru_cache(maxsize=16)
def _logarithms(n_max: int) -> list[arb]:
    """ln p for the primes to n_max, to 96 bits."""
    with ctx.workprec(96):
        return [arb(p).log() for p in _primes(n_max).tolist()]


_NONE = np.empty(0, np.int32)
_NONE.flags.writeable = False  # as the others are: one type for kernels
_NO_POWER = np.empty((0, 3), np.int64)
_SUMS = TieTest(SAME_SUMS, _NONE, _NONE, _NO_POWER)
_PARTS = TieTest(SAME_PARTS, _NONE, _NONE, _NO_POWER)


CLOSE = 1e-8
"""Difference in bits from the best within which partitions are compared exactly: each entropy errs by less than 1e-9."""


def entropy_ranks(alpha: Alpha, partitions: Sequence[Sequence[int]], listed: int) -> list[int]:
    """Rank of every partition: 0 for the greatest entropy, and the same for equal ones; -1 for a single part.

    Entropies in doubles order the partitions; the listed ones, and all that are close to the best, are then compared exactly.

    Args:
        alpha: order of the entropy, None for infinity.
        partitions: sizes of the parts of one set, each partition once.
        listed: number of partitions to be ordered exactly.

    >>> entropy_ranks(None, [(3, 1), (2, 2)], 2)
    [1, 0]
    """
    bits = [renyi(alpha, parts) for parts in partitions]
    splitting = sorted(
        (index for index in range(len(partitions)) if len(partitions[index]) > 1), key=lambda index: -bits[index]
    )
    if not splitting:
        return [-1] * len(partitions)
    exact = max(listed, sum(bits[index] > bits[splitting[0]] - CLOSE for index in splitting))

    def order(one: int, other: int) -> int:
        return compare(alpha, partitions[one], partitions[other])

    ordered = sorted(splitting[:exact], key=cmp_to_key(order))
    ranks, rank = [-1] * len(partitions), 0
    for position, index in enumerate(ordered):
        if position and compare(alpha, partitions[ordered[position - 1]], partitions[index]) != 0:
            rank += 1
        ranks[index] = rank
    for index in splitting[exact:]:
        rank += 1
        ranks[index] = rank
    return ranks

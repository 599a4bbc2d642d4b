"""Exact comparison of the Rényi entropies of two queries, in plain Python.

The order of entropies is that of sums over the sizes of the parts: of n log n for order 1, of n^alpha for others. Sums are
enclosed in balls, and equality is decided by algebra: roots of different integers without factors of that power are linearly
independent over the rationals (Besicovitch, On the linear independence of fractional powers of integers, 1940).
"""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache

from flint import arb, ctx, fmpq, fmpz

PRECISIONS = (64, 128, 256, 1024, 4096, 16384)

MOST_ROOT = 64
"""Greatest denominator of an order for which sums of powers can be equal for different parts: 2^64 is more than any part."""


def compare_entropies(alpha: Fraction | None, one: Iterable[int], other: Iterable[int]) -> int:
    """Compare two partitions of one set.

    Args:
        alpha: order of the entropy; None: infinity.
        one, other: sizes of the parts, positive, with the same sum.

    Returns:
        1 if the first has the greater entropy, -1 if the second has, 0 if they are equal.
    """
    first, second = Counter(one), Counter(other)
    if alpha is None:
        return _sign(max(second) - max(first))
    if alpha == 0:
        return _sign(first.total() - second.total())
    excess = {size: first[size] - second[size] for size in first.keys() | second.keys() if first[size] != second[size]}
    if not excess:
        return 0
    if alpha == 1:
        return -_sign_of_logs(excess)
    return (-1 if alpha > 1 else 1) * _sign_of_powers(alpha, excess)


def _sign_of_logs(excess: dict[int, int]) -> int:
    """Sign of the sum of count n log n; logarithms of primes are linearly independent over the rationals."""
    exponents: Counter[int] = Counter()
    for size, count in excess.items():
        for prime, exponent in fmpz(size).factor():
            exponents[int(prime)] += int(exponent) * size * count
    if not any(exponents.values()):
        return 0
    return _sign_of(lambda: sum((count * size * arb(size).log() for size, count in excess.items()), arb(0)))


def _sign_of(enclose: Callable[[], arb]) -> int:
    """Sign of a number that is not 0."""
    for precision in PRECISIONS:
        with ctx.workprec(precision):
            ball = enclose()
            if ball > 0 or ball < 0:
                return 1 if ball > 0 else -1
    raise ArithmeticError(f"two entropies are not told apart by {PRECISIONS[-1]} bits")


def _sign_of_powers(alpha: Fraction, excess: dict[int, int]) -> int:
    """Sign of the sum of count n^alpha."""
    if alpha.denominator > MOST_ROOT:
        # of roots beyond every part, no two sums are equal
        power = fmpq(alpha.numerator, alpha.denominator)
        return _sign_of(lambda: sum((count * arb(size) ** arb(power) for size, count in excess.items()), arb(0)))
    roots: Counter[int] = Counter()
    for size, count in excess.items():
        factor, radicand = _split(size, alpha.numerator, alpha.denominator)
        roots[radicand] += count * factor
    terms = {radicand: factor for radicand, factor in roots.items() if factor}
    if not terms:
        return 0
    return _sign_of(
        lambda: sum((factor * arb(radicand).root(alpha.denominator) for radicand, factor in terms.items()), arb(0))
    )


@cache
def _split(size: int, power: int, root: int) -> tuple[int, int]:
    """f and r with size^(power / root) = f r^(1 / root), r without a factor to the power `root`."""
    factor = radicand = 1
    for prime, exponent in fmpz(size).factor():
        quotient, remainder = divmod(int(exponent) * power, root)
        factor *= int(prime) ** quotient
        radicand *= int(prime) ** remainder
    return factor, radicand


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)

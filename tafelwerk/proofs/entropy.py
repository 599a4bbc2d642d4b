"""Exact comparison of the Rényi entropies of two queries, in plain Python.

The order of entropies is that of sums over the sizes of the parts: of n log n for order 1, of n^alpha for others. Sums are
enclosed in balls, and equality is decided by algebra: roots of different integers without factors of that power are linearly
independent over the rationals (Besicovitch, On the linear independence of fractional powers of integers, 1940).
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache

from flint import arb, ctx, fmpz

PRECISIONS = (64, 128, 256, 1024, 4096, 16384)


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
    if alpha == 1:
        return -_sign_of_logs(excess)
    return (-1 if alpha > 1 else 1) * _sign_of_powers(alpha, excess)


def _sign_of_logs(excess: dict[int, int]) -> int:
    """Sign of the sum of count n log n."""
    with ctx.workprec(PRECISIONS[0]):
        total = sum((count * size * _log(size) for size, count in excess.items()), arb(0))
        if total > 0 or total < 0:
            return 1 if total > 0 else -1
    up = down = fmpz(1)
    for size, count in excess.items():
        if count > 0:
            up *= fmpz(size) ** (size * count)
        else:
            down *= fmpz(size) ** (-size * count)
    return int(up > down) - int(up < down)


def _sign_of_powers(alpha: Fraction, excess: dict[int, int]) -> int:
    """Sign of the sum of count n^alpha."""
    roots: Counter[int] = Counter()
    for size, count in excess.items():
        factor, radicand = _split(size, alpha.numerator, alpha.denominator)
        roots[radicand] += count * factor
    terms = {radicand: factor for radicand, factor in roots.items() if factor}
    if not terms:
        return 0
    for precision in PRECISIONS:
        with ctx.workprec(precision):
            total = arb(0)
            for radicand, factor in terms.items():
                total += arb(factor) * arb(radicand).root(alpha.denominator)
            if total > 0 or total < 0:
                return 1 if total > 0 else -1
    raise ArithmeticError(f"sums of order {alpha} are not told apart by {PRECISIONS[-1]} bits")


@cache
def _log(size: int) -> arb:
    with ctx.workprec(PRECISIONS[0]):
        return arb(size).log()


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

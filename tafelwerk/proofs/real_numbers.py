"""Real numbers enclosed in balls: whether a stored double is the nearest one, and which of two queries has the greater entropy.

The order of entropies is that of sums over the sizes of the parts: of n log n for order 1, of n^alpha for others. Sums are
enclosed in balls, and equality is decided by algebra: roots of different integers without factors of that power are linearly
independent over the rationals (Besicovitch, On the linear independence of fractional powers of integers, 1940).

Also tails of distributions, for samples that are compared with other samples.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from math import exp, inf, isfinite, lgamma, nextafter, sqrt

from flint import arb, ctx, fmpq, fmpz

PRECISION = 256
"""Bits of the numbers that are enclosed."""


def is_nearest(double: float, ball: arb) -> bool:
    """Whether every number of a ball is nearest to a double."""
    if not isfinite(double):
        return False
    with ctx.workprec(PRECISION):
        own = arb(double)
        ends = ((own + arb(nextafter(double, way))) / 2 for way in (-inf, inf))
        low, high = ends
        return bool(low <= ball) and bool(ball <= high)


SMALL = 1e-10
"""Significance level per test: the probability that a sound book is reported as wrong."""


FEW = 10
"""Expected wins or losses below which a sample is left out of a sum of squares."""


def chi_squared_tail(value: float, freedom: int) -> float:
    """The probability that a chi-squared variable with given degrees of freedom is at least a value.

    Args:
        value: at least 0.
        freedom: degrees of freedom, at least 1.
    """
    with ctx.workprec(PRECISION):
        return float((arb(value) / 2).gamma_upper(arb(freedom) / 2, regularized=1))


def normal_tail(value: float) -> float:
    """The probability that a standard normal variable is at least as far from 0 as a value."""
    return chi_squared_tail(value * value, 1)


def same_chance(wins: int, games: int, other_wins: int, other_games: int) -> float:
    """Probability of a first sample at least this extreme, given the wins of both, if both have the same winning chance.

    Both tails of the hypergeometric distribution: twice the smaller one, at most 1.
    """
    total, everything = wins + other_wins, games + other_games
    least, most = max(0, total - other_games), min(games, total)

    def log_choose(n: int, k: int) -> float:
        return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)

    base = log_choose(everything, total)
    chances = [
        exp(log_choose(games, k) + log_choose(other_games, total - k) - base)
        for k in (range(least, wins + 1) if wins - least < most - wins else range(wins, most + 1))
    ]
    return min(1.0, 2 * sum(chances))


def binomial_tails(wins: int, games: int, chance: float) -> float:
    """Two-sided tail: twice the chance of at least as many wins, or of at most as many if that is smaller; at most 1."""
    if not 0 <= wins <= games:
        return 0.0
    if chance in (0.0, 1.0) or not games:
        return float(wins == games * chance)
    with ctx.workprec(PRECISION):
        # at most as many wins are at least as many losses
        most, share = (wins, arb(chance)) if wins >= games * chance else (games - wins, 1 - arb(chance))
        return min(1.0, 2 * float(share.beta_lower(most, games - most + 1, regularized=1)))


def moments(wins: int, games: int, other_wins: int, other_games: int) -> tuple[float, float, bool]:
    """Excess of the first sample's wins over the expectation given the wins of both, its variance, and whether at least FEW wins
    and losses are expected in both."""
    total, everything = wins + other_wins, games + other_games
    mean = total * games / everything
    variance = mean * other_games / everything * (everything - total) / max(1, everything - 1)
    is_large = min(games, other_games) * min(total, everything - total) >= FEW * everything
    return wins - mean, variance, is_large


def joint_faults(samples: Iterable[tuple[float, float, bool]], least: float = 0.0) -> list[str]:
    """Joint test whether samples differ more than chance explains.

    Args:
        samples: excess of wins, its variance, and whether the sample is large enough for the sum of squares.
        least: variance of all wins up to which their sum is not tested.
    """
    squares, freedom, excess, variance = 0.0, 0, 0.0, 0.0
    for over, spread, is_large in samples:
        excess, variance = excess + over, variance + spread
        if is_large:
            squares, freedom = squares + over * over / spread, freedom + 1
    faults = []
    if freedom and chi_squared_tail(squares, freedom) < SMALL:
        faults.append(f"together: chi-squared {squares:.1f} of {freedom} samples")
    if variance > least and normal_tail(excess / sqrt(variance)) < SMALL:
        faults.append(f"together: {excess:+.0f} wins, {abs(excess) / sqrt(variance):.1f} standard errors")
    return faults


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

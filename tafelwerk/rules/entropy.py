"""Orders of Rényi entropies, their limits and notation (h0, h0.5, h1, h4/3, hinf), and the entropies of a partition."""

from collections import Counter
from collections.abc import Callable, Collection
from fractions import Fraction
from math import expm1, fsum, log, log1p, log2, prod

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.rules.numbers import LONGEST_NUMBER, exact

Alpha = Fraction | None
"""The order of an entropy; None is infinity."""

MOST_CODES = 1 << 20
"""Greatest number of codes in a set for which sums of limbs stay within 63 bits."""

RANGE_BITS = 2000
"""Greatest binary logarithm of the ratio of weights; doubles can hold it."""

ALIASES = {"knuth": "hinf", "minimax": "hinf", "entropy": "h1", "parts": "h0"}
"""Names of strategies in the literature, and the words for their orders of entropy."""

_PLACES = 18


def check_order(alpha: Alpha, n_max: int) -> None:
    """Raise unless the order of entropy can be computed for sets of up to n_max codes.

    Raises:
        InputError: alpha is negative or n_max^alpha above 2^2000, or n_max is not from 1 to 2^20.
    """
    if not 1 <= n_max <= MOST_CODES:
        raise InputError(f"n_max: {n_max} must be from 1 to {MOST_CODES}")
    if alpha is not None and alpha < 0:
        raise InputError(f"alpha: {alpha} must be 0 or more")
    if alpha is not None and n_max > 1:
        most = int(RANGE_BITS / log2(n_max))
        if alpha > most:
            raise InputError(f"an order of entropy is at most {most} for sets of {n_max} codes, or inf, not {alpha}")


def _shannon(parts: Collection[int]) -> float:
    total = sum(parts)
    return fsum(size / total * log2(total / size) for size in parts)


_CLOSED: dict[Alpha, Callable[[Collection[int]], float]] = {
    Fraction(0): lambda parts: log2(len(parts)),
    Fraction(1): _shannon,
    Fraction(2): lambda parts: log2(sum(parts) ** 2 / sum(size * size for size in parts)),
    None: lambda parts: log2(sum(parts) / max(parts)),
}
"""Entropies in bits, of orders without real powers. Except under order 1, equal entropies are equal numbers."""


def entropies(parts: Collection[int]) -> dict[str, float]:
    """Rényi entropies of a partition's shares in bits, by order: "0", "1", "2" and "inf".

    Args:
        parts: sizes of the parts, 1 or more each.

    Returns:
        Rounded numbers, within 1e-12: logarithms of quotients of integers, those of order 1 summed without loss.
    """
    return {order_name(alpha).removeprefix("h"): entropy(parts) for alpha, entropy in _CLOSED.items()}


def renyi(alpha: Alpha, parts: Collection[int]) -> float:
    """Rényi entropy of one order of a partition's shares in bits; arguments as of `entropies`.

    With shares p, the largest q, and d = alpha - 1, it is -log2 q - log2(1 + sum p ((p / q)^d - 1)) / d. No power overflows,
    and small d cancels nothing. The orders of `entropies` need no powers.

    Returns:
        A rounded number, within 1e-9 for sets of MOST_CODES codes: for d > 0 the sum errs by less than 2^-50 min(1, 14 d), and
        1 + sum is at least q and at least the d-th power of every p / q; for d < 0 all terms are positive.
    """
    if alpha in _CLOSED:
        return _CLOSED[alpha](parts)
    assert alpha is not None, "a closed form"
    total, largest, above = sum(parts), max(parts), float(alpha - 1)
    gain = fsum(size / total * expm1(above * log(size / largest)) for size in parts)
    return log2(total / largest) - log1p(gain) / (above * log(2))


def entropy_key(alpha: Alpha, parts: Collection[int]) -> object:
    """What two partitions of one set have in common if and only if their entropies of this order are equal.

    Of order a / q: with n = c y^q and c free of q-th powers, the sums of y^a by c, see
    `tafelwerk.solvers.deduction.partition_entropy`. Of order 1: the product of n^n.
    """
    if alpha is None:
        return max(parts)
    if alpha == 1:
        return prod(size**size for size in parts)
    power, root = alpha.numerator, alpha.denominator
    sums = Counter[int]()
    for size in parts:
        base = max(base for base in range(1, size + 1) if size % base**root == 0)
        sums[size // base**root] += base**power
    return sums


def order_name(alpha: Alpha) -> str:
    """The word for the strategy of greatest Rényi entropy of this order (None: infinity): the shortest decimal, or a
    fraction."""
    if alpha is None:
        return "hinf"
    rest, twos, fives = alpha.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    if rest != 1 or places > _PLACES:
        return f"h{alpha}"
    digits = str(alpha.numerator * 10**places // alpha.denominator).rjust(places + 1, "0")
    return f"h{digits}" if not places else f"h{digits[:-places]}.{digits[-places:]}"


def read_order(word: str) -> Alpha:
    """The exact order of entropy in a strategy's name; None: infinity.

    Raises:
        InputError: the word names no order.
    """
    given, word = word, ALIASES.get(word.lower(), word)
    if word == "hinf":
        return None
    order = _exact_order(word[1:]) if word[:1] == "h" else None
    if order is None:
        raise InputError(
            f"--strategy must be optimal, or h and a number from 0 on, such as h0, h0.5, h1, h4/3, hinf "
            f"(digits, one point or slash, {LONGEST_NUMBER} characters at most), or {', '.join(ALIASES)}, not {in_quotes(given)}"
        )
    return order


def read_step(option: str, word: str) -> Fraction:
    """The value of an option that takes a finite order, or a step between orders.

    Raises:
        InputError: the word is no such number.
    """
    step = _exact_order(word)
    if step is None:
        raise InputError(f"{option} must be a number from 0 on, such as 0, 0.5, 4/3, not {in_quotes(word)}")
    return step


def _exact_order(text: str) -> Fraction | None:
    """A number from 0 on whose name as an order can be read again; None for any other text."""
    number = exact(text)
    if number is None or number < 0 or exact(order_name(number)[1:]) is None:
        return None
    return number

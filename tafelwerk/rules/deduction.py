"""Strategies of deduction games, under their names on the command line and in the tables, and the entropies that they maximise.

Orders of Rényi entropies, their limits and notation (h0, h0.5, h1, h4/3, hinf), and the entropies of a partition.
"""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from math import expm1, fsum, log, log1p, log2, prod
from typing import TypeVar

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
    factor, twos, fives = alpha.denominator, 0, 0
    while factor % 2 == 0:
        factor, twos = factor // 2, twos + 1
    while factor % 5 == 0:
        factor, fives = factor // 5, fives + 1
    places = max(twos, fives)
    if factor != 1 or places > _PLACES:
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


MOST_DEPTH = 20_000
"""Largest limit on the queries for a code."""

FIRST = ("none", "lex", "lex-c")
"""No tie rule, and the default tie rules, under which the first of the tied queries is asked."""


class StrategyWithTie:
    """A strategy with its tie rule, which may be "none"."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """Name in the tables."""
        raise NotImplementedError

    @property
    def tie(self) -> str:
        """Its tie rule."""
        return "none"

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return f"--strategy {self.name}" + ("" if self.tie in FIRST else f" --tie {self.tie}")

    @property
    def title(self) -> str:
        """Name for people."""
        return self.name if self.tie == "none" else f"{self.name}, ties {self.tie}"

    def __str__(self) -> str:
        return self.name if self.tie in FIRST else f"{self.name} --tie {self.tie}"


@dataclass(frozen=True, slots=True)
class Entropy(StrategyWithTie):
    """Greatest Rényi entropy of order `alpha` (None: infinity)."""

    alpha: Alpha

    @property
    def name(self) -> str:
        """Name in the tables: h1, h0.5, h4/3, hinf."""
        return order_name(self.alpha)


@dataclass(frozen=True, slots=True)
class Optimal(StrategyWithTie):
    """Least total cost, or least total among the strategies that reach another aim.

    Attributes:
        max_depth: most queries for any code; None: no limit.
        least_depth: whether, among the strategies of least total, the greatest number of queries is least.
        within: number of queries within which as many codes as possible are found; among such strategies the total is least.
        shallowest: whether the greatest number of queries is least and, among such strategies, the total.
    """

    max_depth: int | None = None
    least_depth: bool = False
    within: int | None = None
    shallowest: bool = False

    def __post_init__(self) -> None:
        for option, depth in (("--max-depth", self.max_depth), ("--within", self.within)):
            if depth is not None and not 1 <= depth <= MOST_DEPTH:
                raise InputError(f"{option} must be 1 to {MOST_DEPTH:,}, not {in_quotes(depth)}")
        if len(self._aims) > 1:
            first, second = (f"--{aim.split()[0]}" for aim in self._aims[:2])
            raise InputError(f"{first} and {second} do not go together; give one of them")

    @property
    def _aims(self) -> list[str]:
        """The aim besides the least total."""
        aims = (
            (f"max-depth {self.max_depth}", self.max_depth is not None),
            ("least-depth", self.least_depth),
            (f"within {self.within}", self.within is not None),
            ("shallowest", self.shallowest),
        )
        return [aim for aim, is_given in aims if is_given]

    @property
    def name(self) -> str:
        """Name in the tables."""
        return " ".join(("optimal", *self._aims))

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return " --".join(("--strategy optimal", *self._aims))


def least_total(codes: int, answers: int, named: bool) -> int:
    """Lower bound of the total of every strategy: the least if any partition could be asked.

    If codes are named, a query names one code, and each of its other answers leads to one query: 1, a - 1, (a - 1)^2, ...
    codes are found with 1, 2, 3, ... queries. Otherwise codes are the leaves of a tree with a branches per query.

    Args:
        codes: number of codes, 1 or more.
        answers: greatest number a of answers to a query, the one that ends the game included; 2 or more for several codes.
        named: whether the search ends when a query names the code, rather than when one code is left.

    Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.3.2.
    """
    if named:
        total, level, width = 0, 1, 1
        while codes > width:
            total, codes, level, width = total + level * width, codes - width, level + 1, width * (answers - 1)
        return total + level * codes
    level, width = 0, 1
    while width < codes:
        level, width = level + 1, width * answers
    return codes * level - ((width - codes) // (answers - 1) if level else 0)


T = TypeVar("T", bound=str)
S = TypeVar("S", bound=StrategyWithTie)


def tie_rule(ties: tuple[T, ...], word: str | None) -> T:
    """The tie rule of a family with this name; None: the first one.

    Raises:
        InputError: there is none.
    """
    for tie in ties:
        if word in (None, tie):
            return tie
    raise InputError(f"--tie must be {', '.join(ties[:-1])} or {ties[-1]}, not {in_quotes(word)}")


def check_stored(found: S, name: str, tie: str) -> S:
    """A strategy, checked against the name and the tie rule that the tables give it.

    Raises:
        InputError: it has others.
    """
    if (found.name, found.tie) != (name, tie):
        raise InputError(f"no strategy is named {in_quotes(name)}, ties {in_quotes(tie)}")
    return found

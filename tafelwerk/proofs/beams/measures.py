"""Measures by which strategies choose, as sums: doubles for the order, residues ("marks") for equality.

Sums of doubles order two queries where they are far enough apart. Where they are close, marks decide whether the sums are
equal: residues modulo two primes of the exact sums, with random numbers in place of logarithms or roots. Equal sums have
equal marks; unequal sums have equal marks with probability at most 10^-17 (J. T. Schwartz, Fast probabilistic algorithms for
verification of polynomial identities, 1980).
"""

from fractions import Fraction
from functools import cache
from math import log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams.rules.strategies import Approximate, Entropy
from tafelwerk.solvers.machine.jit import kernel

PRIMES = (2**31 - 1, 2**31 - 19)
"""Moduli of marks; products of two residues fit 63 bits."""

SUMS, LARGEST, FIELDS, FOLLOW = range(4)
"""Kinds of measures: sums over parts; the largest part; sums over fields; none, as the queries are given."""

LEX_C, LEX_D, MIX = range(3)
"""Tie rules: lowest colour, lowest diagonal, all tied queries."""

_SEED = 20260101


class Measure(NamedTuple):
    """Measure that the query of a strategy minimises.

    Attributes:
        kind: one of the kinds above.
        tie: one of the tie rules above.
        value: float64: value of a part by its size, or of a field by the number of its admissible colours.
        marks: int64, shape (same, 2): the same values as residues.
        decided: int64, shape (k, 5): marks of two sums, and -1, 0 or 1 if the first is less, equal or greater.
        texts: int64, ascending: marks of the histories with a given query, see `play.text_marks`.
        asked: int64: queries of these histories, colour << 8 | diagonal, -1 for none.
        close, sure: relative distances of sums: within `close`, marks decide equality; beyond `sure`, doubles decide the order.
    """

    kind: int
    tie: int
    value: NDArray[np.float64]
    marks: NDArray[np.int64]
    decided: NDArray[np.int64]
    texts: NDArray[np.int64]
    asked: NDArray[np.int64]
    close: float = 1e-11
    sure: float = 1e-12


_NONE = np.zeros(0, np.int64)


def measure_of(strategy: Entropy | Approximate, codes: int, colours: int) -> Measure:
    """The measure of a strategy.

    Args:
        strategy: the strategy.
        codes: number of codes of the variant.
        colours: number of colours of the variant.
    """
    tie = {"lex-c": LEX_C, "lex-d": LEX_D, "mix": MIX}[strategy.tie]
    decided = np.zeros((0, 5), np.int64)
    if isinstance(strategy, Approximate):
        value, marks = _fields(strategy.kind, colours)
        return Measure(FIELDS, tie, value, marks, decided, _NONE, _NONE)
    if strategy.alpha is None:
        return Measure(LARGEST, tie, np.arange(codes + 1.0), np.zeros((codes + 1, 2), np.int64), decided, _NONE, _NONE)
    value, marks = _sizes(strategy.alpha, codes)
    return Measure(SUMS, tie, value, marks, decided, _NONE, _NONE)


def given(texts: NDArray[np.int64], asked: NDArray[np.int64]) -> Measure:
    """Measure of a tree with given queries; arguments as the attributes of `Measure`, in any order."""
    order = np.argsort(texts)
    none = np.zeros((0, 5), np.int64)
    return Measure(FOLLOW, LEX_C, np.zeros(1), np.zeros((1, 2), np.int64), none, texts[order], asked[order])


@cache
def _sizes(alpha: Fraction, codes: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Values and marks of parts of 0, ..., codes codes: n log n for order 1, otherwise n^alpha, negated where more is better."""
    sizes = np.arange(codes + 1, dtype=np.float64)
    marks = np.ones((codes + 1, 2), np.int64)
    drawn = np.random.default_rng(_SEED).integers(1, PRIMES[1], (codes + 1, 2))
    if alpha == 1:
        marks[:] = 0
        _log_marks(_least_factors(codes), drawn, marks)
        return sizes * np.log(np.maximum(sizes, 1)), marks
    _power_marks(_least_factors(codes), drawn, alpha.numerator, alpha.denominator, marks)
    marks[0] = 0
    value = np.where(sizes > 0, np.maximum(sizes, 1) ** float(alpha), 0.0)
    return (value if alpha > 1 else -value), marks


def _fields(kind: str, colours: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Values and marks of a field with n admissible colours: 1 for U; for H' the entropy of whether it has a given one of them,
    as multiples of log 2, log 3 and log 5. Negated, since more is better."""
    value, marks = np.zeros(colours + 1), np.zeros((colours + 1, 2), np.int64)
    drawn = np.random.default_rng(_SEED).integers(1, PRIMES[1], (3, 2)).tolist()
    for n in range(1, colours + 1):
        if kind == "u":
            value[n], marks[n] = -1, 1
            continue
        for prime, row in zip((2, 3, 5), drawn, strict=True):
            # log n - (n - 1) / n log (n - 1); 60 is a multiple of every n
            share = _exponent(n, prime) - Fraction(n - 1, n) * _exponent(n - 1, prime)
            value[n] -= float(share) * log(prime)
            for place, modulus in enumerate(PRIMES):
                marks[n, place] = (int(marks[n, place]) + int(60 * share) * row[place]) % modulus
    return value, marks


def _exponent(n: int, prime: int) -> int:
    found = 0
    while n > 0 and n % prime == 0:
        n, found = n // prime, found + 1
    return found


@cache
def _least_factors(most: int) -> NDArray[np.int64]:
    """Least prime factor of each number, or the number itself for 0 and 1; int64, shape (most + 1,)."""
    found = np.arange(most + 1)
    for prime in range(2, int(most**0.5) + 1):
        if found[prime] == prime:
            multiples = found[prime * prime :: prime]
            np.minimum(multiples, prime, out=multiples)
    return found


@kernel
def _log_marks(factors: NDArray[np.int64], drawn: NDArray[np.int64], marks: NDArray[np.int64]) -> None:
    """Fill marks, zeroed, with those of n log n, from random numbers for the logarithms of primes."""
    for place in range(2):
        modulus = 2**31 - 1 if place == 0 else 2**31 - 19
        for n in range(2, factors.shape[0]):
            marks[n, place] = (marks[n // factors[n], place] + drawn[factors[n], place]) % modulus
        for n in range(2, factors.shape[0]):
            marks[n, place] = marks[n, place] * n % modulus


@kernel
def _power_marks(
    factors: NDArray[np.int64], drawn: NDArray[np.int64], power: int, root: int, marks: NDArray[np.int64]
) -> None:
    """Fill marks, all ones, with those of n^(power / root), from random numbers for the roots of primes."""
    for place in range(2):
        modulus = 2**31 - 1 if place == 0 else 2**31 - 19
        for n in range(2, factors.shape[0]):
            prime, exponent, rest = factors[n], 0, n
            while rest > 1 and rest % prime == 0:
                rest //= prime
                exponent += 1
            found = marks[rest, place]
            for _ in range(exponent * power // root):
                found = found * prime % modulus
            for _ in range(exponent * power % root):
                found = found * drawn[prime, place] % modulus
            marks[n, place] = found

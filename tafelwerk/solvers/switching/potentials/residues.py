"""How drops of the resistor heuristic differ, exactly, by digits to the base of a prime.

Potentials x solve L x = a in integers, L the network's Laplacian without A and B. Differences of two drops are N / det L
with an integer |N| <= 2 det L. The digits of x to base p come one after another from one elimination modulo p: y = L^-1 r
modulo p is the next digit, (r - L y) / p the next right side, which stays as small as the first. A difference that is 0
modulo p^k > 2 det L is 0, if p does not divide det L. Another one follows from twice as many digits: only one fraction with
so small a numerator and denominator has them. det L is the product of the pivots, known from floats to a factor close to 1.

Source: J. D. Dixon, Exact solution of linear equations using p-adic expansions, Numerische Mathematik 40, 1982; P. S. Wang,
A p-adic algorithm for univariate partial fractions, SYMSAC 1981.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, log2

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.graph import FREE, A, B
from tafelwerk.solvers.switching.potentials.exact import drops
from tafelwerk.solvers.switching.shannon_kernel import (
    UNLUCKY,
    Floats,
    Network,
    Numbers,
    States,
    eliminate,
    merge,
    multiplied,
    substitute,
)

PRIMES = (562949953421231, 562949953421201, 562949953421189)
"""The greatest below 2^49, so that digits times degrees fit into 63 bits."""

MOST_DIGIT_EDGES = 8192
"""Edges of a network whose drops are found by digits."""


def compare_drops(network: Network, states: States, edges: Sequence[int]) -> list[Fraction]:
    """By how much drops exceed the first one, A at 1 and B at 0.

    Args:
        network: a graph laid out.
        states: int8, of every edge; the game is open.
        edges: free edges, one at least.

    Returns:
        Differences from -1 to 1, one an edge, the first one 0.
    """
    digits = _digits(network, states, edges) if network.graph.edges <= MOST_DIGIT_EDGES else None
    if digits is None:
        found = drops(network.graph, states)
        return [found[edge] - found[edges[0]] for edge in edges]
    return digits


def _digits(network: Network, states: States, edges: Sequence[int]) -> list[Fraction] | None:
    """The differences; None where the primes at hand divide pivots, or floats cannot tell which end of an edge is higher."""
    graph, room = network.graph, network
    merge(graph.ends, states, room.group, room.last)
    bits, reached, ends = 0.0, np.zeros(0, np.bool_), room.group[graph.ends[list(edges)]]
    for prime in (0, *PRIMES):
        count, width, error = eliminate(
            graph.ends, states, room.later_offsets, room.later, room.group, room.last, float(prime), room.slot, room.front,
            room.factor, room.pivot, room.roots, room.slots, room.taken,
        )  # fmt: skip
        if prime == 0:
            # the higher end first, and the size of the determinant, a little above
            substitute(count, width, room.factor, room.roots, room.slots, room.values, room.potential)
            falls = room.potential[ends[:, 0]] - room.potential[ends[:, 1]]
            if np.abs(falls).min() <= 2 * error:
                return None
            ends[falls < 0] = ends[falls < 0, ::-1]
            pivots = room.pivot[:count]
            reached = pivots > 0
            bits = float(np.log2(pivots[reached]).sum()) + 0.5
        # a node whose conductances are all multiples of the prime seems out of reach
        elif count != UNLUCKY and bool((room.pivot[:count] != 0)[reached].all()):
            for wanted in (bits + 1, 2 * bits + 2):
                digits = np.zeros((ceil(wanted / log2(prime)) + 1, len(edges)), np.int64)
                _find_digits(
                    graph.ends, states, room.group, count, width, float(prime), room.factor, room.pivot, room.roots,
                    room.slots, room.values, room.potential, np.zeros(graph.nodes, np.int64), ends, digits,
                )  # fmt: skip
                base = prime ** len(digits)
                exceeding = [
                    sum(digit * prime**place for place, digit in enumerate(column)) % base
                    for column in (digits - digits[:, :1]).T.tolist()
                ]
                if not any(exceeding):
                    break
            return [_fraction(value, base, 2 ** ceil(bits + 1)) for value in exceeding]
    return None


def _fraction(value: int, base: int, most: int) -> Fraction:
    """The fraction that is a value modulo a base, with a numerator of at most most either way."""
    high, low, factor, other = base, value, 0, 1
    while low > most:
        quotient = high // low
        high, low = low, high - quotient * low
        factor, other = other, factor - quotient * other
    return Fraction(low, other)


@kernel
def _find_digits(
    ends: Numbers, states: States, group: Numbers, count: int, width: int, prime: float, factor: Floats, inverses: Floats,
    roots: Numbers, slots: Numbers, values: Floats, digit: Floats, rest: NDArray[np.int64], pairs: Numbers,
    falls: NDArray[np.int64],
) -> None:  # fmt: skip
    """Fill falls, shape (digits, pairs): the first group's digits less the second's.

    rest: in as zeros, one a node; digit: room for one a node.
    """
    inverse, base = 1.0 / prime, int(prime)
    for node in range(len(group)):
        digit[node] = 0.0
    for edge in range(len(states)):
        one, other = group[ends[edge, 0]], group[ends[edge, 1]]
        if states[edge] == FREE and one + other > B and (one == A or other == A):
            rest[one + other] += 1
    for place in range(len(falls)):
        # A is at 1, a single digit
        digit[A] = 1.0 if place == 0 else 0.0
        for j in range(width):
            values[j] = 0.0
        for k in range(count):
            value = values[slots[k]] + float(rest[roots[k]] % base)
            values[slots[k]] = 0.0
            if value >= prime:
                value -= prime
            digit[roots[k]] = value
            if value != 0.0:
                for j in range(2, width):
                    more = values[j] + multiplied(value, factor[k, j], prime, inverse)
                    values[j] = more - prime if more >= prime else more
        for j in range(width):
            values[j] = 0.0
        for k in range(count - 1, -1, -1):
            value = multiplied(digit[roots[k]], inverses[k], prime, inverse)
            for j in range(2, width):
                value += multiplied(values[j], factor[k, j], prime, inverse)
                if value >= prime:
                    value -= prime
            values[slots[k]] = digit[roots[k]] = value
        for i in range(len(pairs)):
            falls[place, i] = int(digit[pairs[i, 0]]) - int(digit[pairs[i, 1]])
        for edge in range(len(states)):
            one, other = group[ends[edge, 0]], group[ends[edge, 1]]
            if states[edge] == FREE and one != other:
                fall = int(digit[one]) - int(digit[other])
                if one > B:
                    rest[one] -= fall if other != A else int(digit[one])
                if other > B:
                    rest[other] += fall if one != A else -int(digit[other])
        for k in range(count):
            rest[roots[k]] //= base

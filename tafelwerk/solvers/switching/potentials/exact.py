"""Shannon's resistor heuristic for one position in exact fractions, for any graph with any edges taken.

A free edge is a resistor of 1, a marked edge joins its nodes into one, and a deleted edge is gone. A is held at 1 and B at 0. A
potential is the mean of its neighbours' potentials, and both players take an edge with the greatest potential difference.

Potentials x solve L x = a in integers, with L the network's Laplacian without A and B. The digits of x to base p, a prime, are
found one after another from one elimination modulo p: y = L^-1 r modulo p is the next digit, and (r - L y) / p the next
right-hand side, which stays as small as the first. Potential differences are N / D with integers |N| <= D, D = det L. If two of
them agree modulo p^k > 2 D, or one with the negative of the other, they are equal. If p^k > 2 D^2, only one fraction with so
small a numerator and denominator has these digits. D is the product of the pivots, known from doubles up to a factor close to 1.

Sources: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.2; the machine is C. E.
Shannon's, 1951. J. D. Dixon, Exact solution of linear equations using p-adic expansions, Numerische Mathematik 40, 1982; P. S.
Wang, A p-adic algorithm for univariate partial fractions, SYMSAC 1981.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, log2

import numpy as np
from flint import fmpz
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.components import label
from tafelwerk.solvers.switching.graph import FREE, MARKED, A, B, Graph, States, checked_states, contract, winner
from tafelwerk.solvers.switching.potentials.elimination import added, eliminate, multiplied
from tafelwerk.solvers.switching.potentials.network import UP, Network, Numbers, make_network

PRIMES = (562949953421231, 562949953421201, 562949953421189)
"""The greatest primes below 2^49, so that digits times up to MOST_DEGREE fit into 63 bits."""

MOST_DEGREE = 8192


def drops(graph: Graph, states: States) -> dict[int, Fraction]:
    """Potential difference of every free edge, with A at 1 and B at 0.

    Args:
        graph: the graph.
        states: state of every edge, FREE, DELETED or MARKED.

    Returns:
        Edges, ascending, with differences from 0 to 1. An edge that no current can reach, such as a loop, has 0.

    Raises:
        InputError: not one state per edge, or the game is over: A and B are joined or separated.
    """
    state = _open(graph, states)
    edges = np.flatnonzero(state == FREE)
    found = _Expansion(make_network(graph), state, graph.ends[edges]).fractions()
    return {edge: abs(value) for edge, value in zip(edges.tolist(), found, strict=True)}


def heuristic_moves(graph: Graph, states: States) -> list[int]:
    """All free edges with the greatest potential difference, ascending, from which either player chooses.

    Raises:
        InputError: see `drops`.
    """
    found = drops(graph, states)
    most = max(found.values())
    return [edge for edge, drop in found.items() if drop == most]


def node_potentials(graph: Graph, states: States) -> list[Fraction | None]:
    """Potential of every node of the graph, with A at 1 and B at 0; None if neither can be reached.

    Raises:
        InputError: see `drops`.
    """
    state = _open(graph, states)
    every = np.array([(node, B) for node in range(graph.nodes)], np.int32)
    reached = contract(graph, np.where(state == FREE, MARKED, state)).node_of == A
    found = _Expansion(make_network(graph), state, every).fractions()
    return [value if near else None for value, near in zip(found, reached.tolist(), strict=True)]


def compare_drops(network: Network, states: NDArray[np.int8], edges: Sequence[int]) -> list[Fraction]:
    """Differences of drops from the first one, with A at 1 and B at 0.

    Args:
        network: layout of a graph.
        states: int8, state of every edge; the game is open.
        edges: free edges, at least one.

    Returns:
        Differences from -1 to 1, one per edge, the first one 0.
    """
    found = _Expansion(network, states, network.ends[list(edges)])
    # most drops that differ do so in the first digit
    for count in (1, found.digits_for(1)):
        values, base = found.values(count)
        if any(value not in (values[0], -values[0] % base) for value in values):
            exact = found.fractions()
            return [abs(value) - abs(exact[0]) for value in exact]
    return [Fraction(0)] * len(values)


def _open(graph: Graph, states: States) -> NDArray[np.int8]:
    state = checked_states(graph, states)
    won = winner(graph, state)
    if won is not None:
        raise InputError(f"the game is over, {won} has won; potentials are undefined")
    return state


class _Expansion:
    """Potentials of first nodes minus those of second nodes, digit by digit."""

    def __init__(self, network: Network, states: NDArray[np.int8], pairs: Numbers) -> None:
        label(network.ends, states, MARKED, network.label)
        eliminate(network, states, 0.0)
        pivots = network.pivot[network.pivot > 0]
        # slightly too large
        self._bits = ceil(float(np.log2(pivots).sum()) + 0.5)
        for prime in _primes(len(states)):
            eliminate(network, states, float(prime))
            # if the prime divides a pivot, or all conductances of a node, one more is 0
            if np.count_nonzero(network.pivot > 0) == len(pivots):
                self._prime = prime
                break
        self._network, self._states, self._pairs = network, states, pairs
        self._rest = np.zeros(len(network.place), np.int64)
        self._digits = np.zeros((0, len(pairs)), np.int64)

    def digits_for(self, power: int) -> int:
        """Number of digits that distinguish values up to D^power in absolute value."""
        return ceil((power * self._bits + 2) / log2(self._prime))

    def values(self, count: int) -> tuple[list[int], int]:
        """The differences modulo a power of the prime, the number of digits, and that power."""
        before = len(self._digits)
        more = np.zeros((max(0, count - before), len(self._pairs)), np.int64)
        _find_digits(self._network, self._states, float(self._prime), before, self._rest, self._pairs, more)
        self._digits = np.concatenate([self._digits, more])
        base = self._prime ** len(self._digits)
        columns = self._digits.T.tolist()
        return [sum(digit * self._prime**place for place, digit in enumerate(row)) % base for row in columns], base

    def fractions(self) -> list[Fraction]:
        """The differences: numerators up to D, a common denominator up to D."""
        values, base = self.values(self.digits_for(2))
        found, denominator, most = [], 1, 2**self._bits
        for value in values:
            numerator = value * denominator % base
            if most < numerator < base - most:
                high, low, factor, other = base, numerator, 0, 1
                while low > most:
                    quotient = high // low
                    high, low = low, high - quotient * low
                    factor, other = other, factor - quotient * other
                numerator = low if other > 0 else -low
                denominator *= abs(other)
            elif numerator > most:
                numerator -= base
            found.append(Fraction(numerator, denominator))
        return found


def _primes(edges: int) -> Iterator[int]:
    """Primes for a graph, as large as possible, without end."""
    if edges <= MOST_DEGREE:
        yield from PRIMES
    number = 2**62 // max(edges, 2**14)
    while True:
        number -= 1
        if fmpz(number).is_prime():
            yield number


@kernel
def _find_digits(
    net: Network,
    states: NDArray[np.int8],
    prime: float,
    before: int,
    rest: NDArray[np.int64],
    pairs: Numbers,
    falls: NDArray[np.int64],
) -> None:
    """Find digits of potentials after elimination modulo a prime.

    Args:
        net, states, prime: see `eliminate`; labels are filled.
        before: number of digits found by earlier calls.
        rest: int64, shape (nodes,): right-hand side, updated; zeros at first.
        pairs: int32, shape (m, 2): nodes.
        falls: filled: int64, shape (digits, m): digits of first nodes minus those of second nodes.
    """
    base, nodes = int(prime), len(net.place)
    digit, group = net.potential, net.label
    if before == 0:
        for edge in range(len(states)):
            one, other = group[net.ends[edge, 0]], group[net.ends[edge, 1]]
            if states[edge] == FREE and one + other > B and (one == A or other == A):
                rest[one + other] += 1
    for place in range(len(falls)):
        # A is at 1, a single digit
        digit[A], digit[B] = 1.0 if before + place == 0 else 0.0, 0.0
        _solve_residues(net, rest, prime)
        for i in range(len(pairs)):
            falls[place, i] = int(digit[group[pairs[i, 0]]]) - int(digit[group[pairs[i, 1]]])
        for edge in range(len(states)):
            one, other = group[net.ends[edge, 0]], group[net.ends[edge, 1]]
            if states[edge] == FREE and one != other:
                fall = int(digit[one]) - int(digit[other])
                if one > B:
                    rest[one] -= fall if other != A else int(digit[one])
                if other > B:
                    rest[other] += fall if one != A else -int(digit[other])
        for node in range(B + 1, nodes):
            if group[node] == node:
                rest[node] //= base


@kernel
def _solve_residues(net: Network, rest: NDArray[np.int64], prime: float) -> None:
    """Fill potential with the solution modulo a prime of the system for a right-hand side, except at A and B."""
    reciprocal, base, width, nodes = 1.0 / prime, int(prime), len(net.values), len(net.place)
    values, found = net.values, net.potential
    values[:] = 0.0
    for node in range(B + 1, nodes):
        for k in range(net.offsets[UP, node], net.offsets[UP, node + 1]):
            kept, lost = net.kept[UP, net.entering[UP, k]], net.lost[UP, net.entering[UP, k]]
            if lost >= 0:
                values[kept] = added(values[kept], values[lost], prime)
                values[lost] = 0.0
        if net.pivot[node] >= 0.0:
            place, ratios = net.place[node], net.factor[node]
            value = added(values[place], float(rest[net.label[node]] % base), prime)
            values[place] = 0.0
            found[node] = value
            if value != 0.0:
                for j in range(width):
                    values[j] = added(values[j], multiplied(value, ratios[j], prime, reciprocal), prime)
    # the contribution of A is in the right-hand side
    values[:] = 0.0
    for node in range(nodes - 1, B, -1):
        place, ratios = net.place[node], net.factor[node]
        if net.pivot[node] >= 0.0:
            # integers may be added in any order
            total = int(multiplied(found[node], net.pivot[node], prime, reciprocal))
            for j in range(B + 1, width):
                total += int(multiplied(values[j], ratios[j], prime, reciprocal))
            values[place] = float(total % base)
        found[node] = values[place]
        for k in range(net.offsets[UP, node + 1] - 1, net.offsets[UP, node] - 1, -1):
            edge = net.entering[UP, k]
            if net.lost[UP, edge] >= 0:
                values[net.lost[UP, edge]] = values[net.kept[UP, edge]]

"""Drops of Shannon's resistor heuristic in one position, in exact fractions, with equal or unequal conductances.

A free edge is a resistor of 1, a marked edge joins its nodes into one, and a deleted edge is gone. A is held at 1 and B at 0. A
potential is the mean of its neighbours' potentials, and both players take an edge with the greatest potential difference.

Potentials x solve L x = a in integers, with L the network's Laplacian without A and B. Their binary digits are found some forty
at a time: y, the solution for a right-hand side r in doubles, times 2^s and rounded, is d; the next right-hand side is 2^s r - L
d, in integers. It stays small if s is not too large for the accuracy of y. The sum of all d, each divided by the power of two
that has accumulated, then misses x by at most n R over that power, R the sum of |r_v|, n the number of nodes (see `fast_drops`).
Nothing but the size of r depends on the doubles.

Potential differences are N / D with integers |N| <= D, D = det L. Two that are less than 1 / D apart are equal. At most one
fraction with so small a denominator is less than 1 / (2 D^2) away from a number. D is the product of the pivots, known from
doubles up to a factor close to 1.

Sources: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.2; the machine is C. E.
Shannon's, 1951. Z. Wan, An algorithm to solve integer linear systems exactly using numerical methods, Journal of Symbolic
Computation 41, 2006.

Unequal conductances:

Each free edge has its own conductance. In the ideal model marked edges conduct infinitely and deleted edges not at all; otherwise
both have finite conductances, and all edges stay in the network. Current is conductance times potential difference; the heuristic
takes a free edge with the most current.

With the inverse conductances, potential differences of the dual game are proportional to currents here. So if all free edges
conduct g, both games rank them alike: in the ideal model always, and with finite conductances of deleted and marked edges if and
only if the product of these is g^2.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.2.1 to 5.2.3, theorem 5.6.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, lcm

import numpy as np
from flint import fmpq, fmpz_mat
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.fast_drops import eliminate, solve
from tafelwerk.solvers.switching.resistor_network import Network, Numbers, make_network
from tafelwerk.solvers.switching.switching_graph import (
    DELETED,
    FREE,
    MARKED,
    A,
    B,
    Graph,
    States,
    checked_states,
    contract,
    winner,
)

Colours = NDArray[np.int8]
Integers = NDArray[np.int64]

MOST_BITS = 48
"""Most binary digits of potentials per solution in doubles."""

_SMALL = 2.0**62
"""Bound on integers of a right-hand side while it is computed."""


def drops(graph: Graph, states: States) -> dict[int, Fraction]:
    """Potential difference of every free edge, with A at 1 and B at 0.

    Args:
        graph: the graph.
        states: state of every edge, FREE, DELETED or MARKED.

    Returns:
        Edges, ascending, with differences from 0 to 1. An edge that no current can reach, such as a loop, has 0.

    Raises:
        InputError: not one state per edge, the game is over (A and B are joined or separated), or doubles are too inaccurate.

    >>> from tafelwerk.solvers.switching.switching_graph import make_graph
    >>> drops(make_graph(3, [(0, 2), (2, 1), (2, 1)]), [0, 0, 0])
    {0: Fraction(2, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}
    """
    state = _open(graph, states)
    edges = np.flatnonzero(state == FREE)
    fractions = _Expansion(make_network(graph), state, graph.ends[edges]).fractions()
    return {edge: abs(value) for edge, value in zip(edges.tolist(), fractions, strict=True)}


def heuristic_moves(graph: Graph, states: States) -> list[int]:
    """All free edges with the greatest potential difference, ascending, from which either player chooses.

    Raises:
        InputError: see `drops`.

    >>> from tafelwerk.solvers.switching.switching_graph import make_graph
    >>> heuristic_moves(make_graph(3, [(0, 2), (2, 1), (2, 1)]), [0, 0, 0])
    [0]
    """
    drop_of = drops(graph, states)
    most = max(drop_of.values())
    return [edge for edge, drop in drop_of.items() if drop == most]


def node_potentials(graph: Graph, states: States) -> list[Fraction | None]:
    """Potential of every node of the graph, with A at 1 and B at 0; None if neither can be reached.

    Raises:
        InputError: see `drops`.

    >>> from tafelwerk.solvers.switching.switching_graph import make_graph
    >>> node_potentials(make_graph(3, [(0, 2), (2, 1), (2, 1)]), [0, 0, 0])
    [Fraction(1, 1), Fraction(0, 1), Fraction(1, 3)]
    """
    state = _open(graph, states)
    every = np.array([(node, B) for node in range(graph.nodes)], np.int32)
    reached = contract(graph, np.where(state == FREE, MARKED, state)).node_of == A
    fractions = _Expansion(make_network(graph), state, every).fractions()
    return [value if near else None for value, near in zip(fractions, reached.tolist(), strict=True)]


def compare_drops(network: Network, states: NDArray[np.int8], edges: Sequence[int]) -> list[Fraction]:
    """Differences of drops from the first one, with A at 1 and B at 0.

    Args:
        network: layout of a graph.
        states: int8, state of every edge; the game is open.
        edges: free edges, at least one.

    Returns:
        Differences from -1 to 1, one per edge, the first one 0.
    """
    expansion = _Expansion(network, states, network.ends[list(edges)])
    # most drops that differ do so in the first digits
    for power in (0, 1):
        values, error = expansion.values(power)
        if any(abs(abs(value) - abs(values[0])) > 2 * error for value in values):
            exact = expansion.fractions()
            return [abs(value) - abs(exact[0]) for value in exact]
    return [Fraction(0)] * len(values)


def greatest_among(network: Network, states: NDArray[np.int8], edges: Sequence[int]) -> tuple[list[int], float]:
    """The edges with the greatest drop among some, exact, by as many digits as that takes, and the gap to the next drop.

    Args:
        network: layout of a graph, just eliminated for these states.
        states: int8, state of every edge; the game is open.
        edges: free edges, at least one.

    Returns:
        Edges in the order given; the gap with A at 1 and B at 0, to a relative error of 2^-30, infinite if all are equal.
    """
    expansion = _Expansion(network, states, network.ends[list(edges)], is_eliminated=True)
    while True:
        values, error, is_certain = expansion.more()
        falls = [abs(value) for value in values]
        below = [max(falls) - fall for fall in falls]
        apart = [gap for gap in below if gap > 2 * error]
        if (is_certain or len(apart) == len(edges) - 1) and (not apart or min(apart) > error << 30):
            greatest = [edge for edge, gap in zip(edges, below, strict=True) if gap <= 2 * error]
            return greatest, min(apart) / expansion.unit if apart else np.inf


def _open(graph: Graph, states: States) -> NDArray[np.int8]:
    state = checked_states(graph, states)
    won = winner(graph, state)
    if won is not None:
        raise InputError(f"the game is over, {won} has won; potentials are undefined")
    return state


class _Expansion:
    """Potentials of first nodes minus those of second nodes, in binary digits."""

    def __init__(
        self, network: Network, states: NDArray[np.int8], pairs: Numbers, *, is_eliminated: bool = False
    ) -> None:
        if not is_eliminated:
            eliminate(network, states)
        # slightly too large
        self._bits = ceil(float(np.log2(network.factors.pivot[network.factors.pivot > 0]).sum()) + 0.5)
        self._network, self._states, self._pairs = network, states, pairs
        self._rest = np.zeros(len(network.label), np.int64)
        self._values, self._places = [0] * len(pairs), 0
        self._error = np.inf

    def values(self, power: int) -> tuple[list[int], int]:
        """The differences times 2^k, for some k, and a bound on the error of each, at most a quarter of 2^k / D^power."""
        while self._error > 2.0 ** min(1000, self._places - power * self._bits - 2):
            self._extend(power * self._bits + 2 - self._places)
        return self._values, ceil(self._error)

    def more(self) -> tuple[list[int], int, bool]:
        """As `values`, with at most twice the digits of the last call, and whether the error is at most a quarter of 2^k / D."""
        certain = self._bits + 2
        self._extend(min(self._places, certain - self._places))
        return self._values, ceil(self._error), self._error <= 2.0 ** min(1000, self._places - certain)

    @property
    def unit(self) -> int:
        """2^k of the last values."""
        return 1 << self._places

    def _extend(self, bits: int) -> None:
        """Find further digits, at least one solution's, and about as many bits as given."""
        falls = np.zeros((max(1, bits // MOST_BITS), len(self._pairs)), np.int64)
        shifts = np.zeros(len(falls), np.int64)
        scratch = np.zeros((2, len(self._rest)), np.int64)
        self._error = _find_digits(
            self._network, self._states, MOST_BITS, self._places, self._rest, self._pairs, falls, shifts, scratch
        )
        if self._error == np.inf:
            raise InputError(
                "exact potentials of this graph are not found: doubles are too inaccurate for its equations"
            )
        places = np.cumsum(shifts[::-1])[::-1].tolist()
        for number, column in enumerate(falls.T.tolist()):
            self._values[number] <<= places[0]
            self._values[number] += sum(fall << shift for fall, shift in zip(column, [*places[1:], 0], strict=True))
        self._places += places[0]

    def fractions(self) -> list[Fraction]:
        """The differences: numerators up to D, a common denominator up to D."""
        values, error = self.values(2)
        fractions, denominator, unit = [], 1, 1 << self._places
        for value in values:
            numerator = (value * denominator + unit // 2) >> self._places
            if abs(value * denominator - (numerator << self._places)) > error * denominator:
                factor = Fraction(value * denominator, unit).limit_denominator((1 << self._bits) // denominator)
                numerator = factor.numerator
                denominator *= factor.denominator
            fractions.append(Fraction(numerator, denominator))
        return fractions


@kernel
def _find_digits(
    net: Network,
    states: Colours,
    bits: int,
    before: int,
    rest: Integers,
    pairs: Numbers,
    falls: Integers,
    shifts: Integers,
    scratch: Integers,
) -> float:
    """Find digits of potentials after elimination.

    Args:
        net, states: see `eliminate`.
        bits: most binary digits per step.
        before: number of binary digits found by earlier calls.
        rest: int64, shape (nodes,): right-hand side by label, updated; zeros at first.
        pairs: int32, shape (m, 2): nodes.
        falls: filled: int64, shape (k, m): digits of first nodes minus those of second nodes.
        shifts: filled: int64, shape (k,): number of binary digits found by each step.
        scratch: int64, shape (2, nodes).

    Returns:
        A bound on the error of the differences, in units of the last digit; infinite if doubles give no digit.
    """
    values, group, digits, further, free = net.potential, net.label, scratch[0], scratch[1], 0.0
    further[:] = 0
    for edge in range(len(states)):
        end, other = group[net.ends[edge, 0]], group[net.ends[edge, 1]]
        if states[edge] == FREE and end != other:
            free += 1.0
            further[end] += 1
            further[other] += 1
            if before == 0 and end + other > B and (end == A or other == A):
                rest[end + other] += 1
    degree = 0
    for node in range(len(rest)):
        degree = max(degree, further[node])
    missing = 0.0
    for step in range(len(falls)):
        for node in range(len(rest)):
            values[node] = float(rest[node])
        solve(net, values)
        most, greatest = 1.0, 0.0
        for node in range(len(rest)):
            most, greatest = max(most, abs(values[node])), max(greatest, abs(float(rest[node])))
        while (2.0 * degree * most + greatest + 1.0) * 2.0**bits > _SMALL:
            bits -= 1
        missing = np.inf
        # roundings alone leave up to 2 for every edge
        while missing > 4.0 * free:
            if bits < 1:
                return np.inf
            shifts[step] = bits
            missing = _find_rest(net, states, bits, rest, digits, further)
            if missing > 4.0 * free:
                bits -= 4
        for node in range(len(rest)):
            rest[node] = further[node]
        digits[A] = 1 << bits if before + step == 0 else 0
        for i in range(len(pairs)):
            falls[step, i] = digits[group[pairs[i, 0]]] - digits[group[pairs[i, 1]]]
    return 2.0 * len(rest) * missing


@kernel
def _find_rest(net: Network, states: Colours, bits: int, rest: Integers, digits: Integers, further: Integers) -> float:
    """Fill digits, potentials times 2^bits, rounded, and the right-hand side that they leave of another one.

    Returns:
        The sum of its absolute values.
    """
    scale, missing = 2.0**bits, 0.0
    for node in range(len(rest)):
        further[node] = rest[node] << bits
        digits[node] = int(np.rint(net.potential[node] * scale))
    for edge in range(len(states)):
        end, other = net.label[net.ends[edge, 0]], net.label[net.ends[edge, 1]]
        if states[edge] == FREE and end != other:
            fall = digits[end] - digits[other]
            further[end] -= fall
            further[other] += fall
    further[A] = further[B] = 0
    for node in range(len(rest)):
        missing += abs(float(further[node]))
    return missing


Conductances = Sequence[Fraction]

MOST_NODES = 4000
"""Most nodes of a network whose equations are solved as a whole."""


def conductance_drops(
    graph: Graph, states: States, conductances: Conductances, taken: tuple[Fraction, Fraction] | None = None
) -> dict[int, Fraction]:
    """Potential difference of every free edge, with A at 1 and B at 0.

    Args:
        graph: the graph.
        states: state of every edge, FREE, DELETED or MARKED.
        conductances: conductance of every edge while it is free, above 0.
        taken: conductances of deleted and of marked edges, above 0. Default: 0 and infinity.

    Returns:
        Edges, ascending, with differences from 0 to 1. An edge that no current can reach has 0.

    Raises:
        InputError: not one state and one conductance above 0 per edge, more than MOST_NODES nodes with unequal conductances, or
            the game is over.
    """
    state = checked_states(graph, states)
    if len(conductances) != graph.edges or not all(each > 0 for each in (*conductances, *(taken or ()))):
        raise InputError("conductances must be above 0, one per edge")
    won = winner(graph, state)
    if won is not None:
        raise InputError(f"the game is over, {won} has won; potentials are undefined")
    free = np.flatnonzero(state == FREE).tolist()
    if taken is None and len({conductances[edge] for edge in free}) == 1:
        return drops(graph, state)
    if graph.nodes > MOST_NODES:
        raise InputError(f"unequal conductances are for graphs with up to {MOST_NODES:,} nodes, not {graph.nodes:,}")
    if taken is None:
        left = contract(graph, state)
        nodes, ends = left.nodes, left.ends.tolist()
        weights = [conductances[edge] for edge in free]
        potentials = _potentials(nodes, ends, weights)
        return {edge: abs(potentials[end] - potentials[other]) for edge, (end, other) in zip(free, ends, strict=True)}
    of_state = {DELETED: taken[0], MARKED: taken[1]}
    weights = [of_state.get(colour, own) for colour, own in zip(state.tolist(), conductances, strict=True)]
    ends = graph.ends.tolist()
    potentials = _potentials(graph.nodes, ends, weights)
    return {edge: abs(potentials[ends[edge][0]] - potentials[ends[edge][1]]) for edge in free}


def _potentials(nodes: int, ends: Sequence[Sequence[int]], weights: Conductances) -> list[Fraction]:
    """Potentials of all nodes by Kirchhoff's equations in integers; 0 where neither A nor B can be reached."""
    near = {A, B}
    around: list[list[int]] = [[] for _ in range(nodes)]
    for end, other in ends:
        around[end].append(other)
        around[other].append(end)
    todo = [A, B]
    while todo:
        further = set(around[todo.pop()]) - near
        near |= further
        todo += further
    row_of = {node: number for number, node in enumerate(sorted(near - {A, B}))}
    potentials = [Fraction(0)] * nodes
    potentials[A] = Fraction(1)
    if not row_of:
        return potentials
    scale = lcm(*(weight.denominator for weight in weights))
    matrix, source = fmpz_mat(len(row_of), len(row_of)), fmpz_mat(len(row_of), 1)
    for (end, other), weight in zip(ends, weights, strict=True):
        flow = int(weight * scale)
        for here, there in ((end, other), (other, end)):
            if here in row_of and here != there:
                matrix[row_of[here], row_of[here]] += flow
                if there in row_of:
                    matrix[row_of[here], row_of[there]] -= flow
                elif there == A:
                    source[row_of[here], 0] += flow
    solved = matrix.solve(source)
    for node, number in row_of.items():
        value: fmpq = solved[number, 0]
        potentials[node] = Fraction(int(value.p), int(value.q))
    return potentials

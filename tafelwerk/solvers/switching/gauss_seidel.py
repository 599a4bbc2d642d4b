"""The resistor heuristic with potentials from Gauss-Seidel sweeps that have not converged.

Inner potentials start from 1/2, or from other values, at every move; A is 1 and B is 0. A sweep replaces each potential x by
(1 - w) x + w m, with m the mean of its neighbours' potentials and w the over-relaxation. Loops are left out. Nodes take turns in
order, merged nodes at their smallest member; a node without a neighbour keeps its potential. Then drops decide as in the
heuristic.

A sweep in doubles without over-relaxation: a mean of d positive numbers adds (d + 1) u to the largest relative error so far,
u = 2^-53. So after all updates the errors of potentials are at most E = sum (d + 1) u, those of drops 2 E, and of two drops that
are more than 4 E apart the greater is known.

With over-relaxation numbers are subtracted, but no error grows. The energy of errors is the sum of the squares of their drops. An
update moves the error of one node towards the minimum of the energy by a factor w between 0 and 2 and never increases the energy.
An update with an error of e at a node with d edges adds at most e sqrt(d) to the square root of the energy, and no drop has an
error above that root. With X the largest potential so far, e is at most (2 d + 15) u X: a mean of d numbers, a difference, a
product and a sum.

Potentials are integers over D = 2 prod (q d), over all updates, with q the denominator of w: drops closer than 1 / D are equal.
Anything that neither bound settles is computed again in fractions.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.2.4 and 5.4.4.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.switching.rules import MOST_SWEEPS
from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.disjoint_forests import label
from tafelwerk.solvers.switching.switching_graph import FREE, MARKED, A, B, Graph, contract
from tafelwerk.solvers.switching.switching_positions import Positions, read_states

Reals = NDArray[np.float64]

_NO_RELAXATION = Fraction(1)


@dataclass(frozen=True, slots=True, eq=False)
class SweptDrops:
    """Drops after a number of sweeps at all edges of a game graph.

    Attributes:
        ratios: float64, shape (game edges,): drops over the greatest of their position; exactly 0 only for a drop of 0.
        errors: float64, shape (game edges,): bounds on the absolute errors of the ratios.
        greatest: bool, shape (game edges,): whether a drop is the greatest of its position. Exact.
    """

    ratios: Reals
    errors: Reals
    greatest: NDArray[np.bool_]


class SweepSpace(NamedTuple):
    """A graph and scratch arrays; n nodes, E edges.

    Attributes:
        ends: int32, shape (E, 2).
        label: int32, shape (n,): smallest node of those that marked edges merge.
        weight: float64, shape (n, n): numbers of free edges between nodes.
        near: int32, shape (n, n): neighbours of each node, ascending. nears: int32, shape (n,): their numbers.
        degree: float64, shape (n,): sums of weights.
        start: float64, shape (n,): potentials from which sweeps start, by label.
        potential: float64, shape (n,), by label.
        drops: float64, shape (E,): -1 for taken edges.
    """

    ends: NDArray[np.int32]
    label: NDArray[np.int32]
    weight: Reals
    near: NDArray[np.int32]
    nears: NDArray[np.int32]
    degree: Reals
    start: Reals
    potential: Reals
    drops: Reals


def make_sweep_space(graph: Graph, labels: NDArray[np.int32], drops: Reals) -> SweepSpace:
    """Scratch arrays for a graph, with a start at 1/2 and the given arrays of labels and drops."""
    nodes = graph.nodes
    weight, degree, potential = np.empty((nodes, nodes)), *np.empty((2, nodes))
    near, nears = np.empty((nodes, nodes), np.int32), np.empty(nodes, np.int32)
    return SweepSpace(graph.ends, labels, weight, near, nears, degree, np.full(nodes, 0.5), potential, drops)


def exact_swept_drops(
    graph: Graph,
    states: NDArray[np.int8],
    sweeps: int,
    omega: Fraction = _NO_RELAXATION,
    start: Sequence[float] | None = None,
) -> dict[int, Fraction]:
    """Drops of one position after a number of sweeps, by free edge.

    Args:
        graph: the graph.
        states: int8, shape (edges,).
        sweeps: 1 to MOST_SWEEPS.
        omega: over-relaxation, above 0 and below 2.
        start: potentials of nodes from which sweeps start, for merged nodes that of the smallest. Default: 1/2.

    Raises:
        InputError: sweeps is out of range.
    """
    _check_sweeps(sweeps)
    left = contract(graph, states)
    ends: list[list[int]] = left.ends.tolist()
    around = [
        [end + other - node for end, other in ends if node in (end, other) and end != other]
        for node in range(left.nodes)
    ]
    smallest: dict[int, int] = {}
    for node, merged in enumerate(left.node_of.tolist()):
        smallest.setdefault(merged, node)
    begun = [Fraction(1, 2) if start is None else Fraction(start[smallest[node]]) for node in range(left.nodes)]
    begun[: B + 1] = Fraction(1), Fraction(0)
    potential, relaxed = [fmpq(*each.as_integer_ratio()) for each in begun], fmpq(*omega.as_integer_ratio())
    for _ in range(sweeps):
        for node in range(B + 1, left.nodes):
            if around[node]:
                mean = sum((potential[other] for other in around[node]), fmpq(0)) / len(around[node])
                potential[node] += relaxed * (mean - potential[node])
    drops = (abs(potential[end] - potential[other]) for end, other in ends)
    return {edge: Fraction(int(drop.p), int(drop.q)) for edge, drop in zip(left.edges.tolist(), drops, strict=True)}


def warm_start(
    graph: Graph, earlier: Iterable[NDArray[np.int8]], sweeps: int, omega: Fraction = _NO_RELAXATION
) -> Reals:
    """Potentials at the end of sweeps in doubles, each position from the previous one's potentials, the first from 1/2.

    Args:
        graph: the graph.
        earlier: states of positions, in the order of play.
        sweeps, omega: see `exact_swept_drops`.

    Returns:
        float64, shape (nodes,); of merged nodes only the smallest is up to date.
    """
    _check_sweeps(sweeps)
    space = make_sweep_space(graph, np.empty(graph.nodes, np.int32), np.empty(graph.edges))
    for states in earlier:
        sweep(space, states, sweeps, float(omega), float(np.log2(omega.denominator)))
        space.start[:] = space.potential
    return space.start


def swept_drops(positions: Positions, sweeps: int, omega: Fraction = _NO_RELAXATION) -> SweptDrops:
    """Drops of all open positions after a number of sweeps from 1/2.

    Raises:
        InputError: sweeps is out of range.
    """
    _check_sweeps(sweeps)
    game, graph = positions.game, positions.graph
    ratios, errors = np.zeros(game.edges), np.zeros(game.edges)
    greatest, unsure = np.zeros(game.edges, np.int8), np.zeros(game.positions, np.bool_)
    space = make_sweep_space(graph, np.empty(graph.nodes, np.int32), np.empty(graph.edges))
    states = np.empty(graph.edges, np.int8)
    relaxed = float(omega), float(np.log2(omega.denominator))
    found_drops = _Decisions(states, ratios, errors, greatest, unsure)
    _all_kernel(positions.keys, game.offsets, game.labels, sweeps, *relaxed, space, found_drops)
    for number in np.flatnonzero(unsure).tolist():
        exact = exact_swept_drops(graph, positions.states(number), sweeps, omega)
        most = max(exact.values())
        for move in game.edges_of(number):
            drop = exact[int(game.labels[move])]
            greatest[move] = drop == most
            ratios[move] = float(drop / most) if most else 0.0
            errors[move] = UNIT * ratios[move]
    return SweptDrops(ratios, errors, greatest == 1)


class _Decisions(NamedTuple):
    """Arrays to be filled for all open positions, and states of edges as scratch first; see `SweptDrops`."""

    states: NDArray[np.int8]
    ratios: Reals
    errors: Reals
    greatest: NDArray[np.int8]
    unsure: NDArray[np.bool_]


@kernel
def sweep(
    space: SweepSpace, states: NDArray[np.int8], sweeps: int, omega: float, omega_bits: float
) -> tuple[float, float]:
    """Fill labels, potentials and drops.

    Args:
        space: workspace with start filled.
        states: int8, shape (edges,).
        sweeps: number of sweeps.
        omega: over-relaxation.
        omega_bits: base-2 logarithm of its denominator.

    Returns:
        The bound E, and the base-2 logarithm of D, infinite if sweeps start from other potentials than 1/2.
    """
    ends, group, weight, degree, potential = space.ends, space.label, space.weight, space.degree, space.potential
    near, nears, nodes = space.near, space.nears, len(group)
    label(ends, states, MARKED, group)
    degree[:] = 0.0
    weight[:, :] = 0.0
    for node in range(nodes):
        potential[node] = space.start[node]
    potential[A], potential[B] = 1.0, 0.0
    for edge in range(len(states)):
        end, other = group[ends[edge, 0]], group[ends[edge, 1]]
        if states[edge] == FREE and end != other:
            weight[end, other] += 1.0
            weight[other, end] += 1.0
            degree[end] += 1.0
            degree[other] += 1.0
    roundings, relaxed_roundings, bits, largest = 0.0, 0.0, 1.0, 1.0
    for node in range(B + 1, nodes):
        nears[node] = 0
        if degree[node] > 0.0:
            roundings += degree[node] + 1.0
            relaxed_roundings += np.sqrt(degree[node]) * (2.0 * degree[node] + 15.0)
            bits += sweeps * (np.log2(degree[node]) + omega_bits)
            largest = max(largest, abs(potential[node]))
            if potential[node] != 0.5:
                bits = np.inf
            for other in range(nodes):
                if weight[node, other] > 0.0:
                    near[node, nears[node]] = other
                    nears[node] += 1
    for _ in range(sweeps):
        for node in range(B + 1, nodes):
            if degree[node] == 0.0:
                continue
            total = 0.0
            for i in range(nears[node]):
                total += weight[node, near[node, i]] * potential[near[node, i]]
            mean = total / degree[node]
            if omega == 1.0:
                potential[node] = mean
            else:
                potential[node] += omega * (mean - potential[node])
                largest = max(largest, abs(potential[node]))
    for edge in range(len(states)):
        drop = abs(potential[group[ends[edge, 0]]] - potential[group[ends[edge, 1]]])
        space.drops[edge] = drop if states[edge] == FREE else -1.0
    if omega == 1.0:
        return 1.0001 * UNIT * sweeps * roundings + UNIT, bits
    # errors of drops are at most 2 E, including a rounding of their own
    return 0.5001 * UNIT * largest * (sweeps * relaxed_roundings + 2.0), bits


@kernel
def _all_kernel(
    keys: NDArray[np.int32],
    offsets: NDArray[np.int64],
    labels: NDArray[np.int32],
    sweeps: int,
    omega: float,
    omega_bits: float,
    space: SweepSpace,
    found: _Decisions,
) -> None:
    """Fill the results for all open positions."""
    ends, group, drops = space.ends, space.label, space.drops
    states, ratios, errors, greatest, unsure = found
    for number in range(len(keys)):
        begin, end = offsets[number], offsets[number + 1]
        if begin == end:
            continue
        read_states(int(keys[number]), states)
        error, bits = sweep(space, states, sweeps, omega, omega_bits)
        best = np.argmax(drops)
        # drops closer than this may be equal; true differences of those that seem equal are below twice that
        near, low = 4.0 * error, 16.0 * error
        equal, nothing = bits + np.log2(2.0 * near) < -0.01, bits + np.log2(2.0 * low) < -0.01
        one, other = group[ends[best, 0]], group[ends[best, 1]]
        for place in range(begin, end):
            edge = labels[place]
            drop, a, b = drops[edge], group[ends[edge, 0]], group[ends[edge, 1]]
            parallel = (a == one and b == other) or (a == other and b == one)
            if drop >= drops[best] - near:
                greatest[place] = 1
                if not (parallel or equal):
                    unsure[number] = True
            if drop <= low:
                if a != b and not nothing:
                    unsure[number] = True
            elif greatest[place] == 1:
                ratios[place] = 1.0
            else:
                ratios[place] = drop / drops[best]
                # both drops have errors of at most 2 E
                errors[place] = 4.001 * error / drops[best]


def _check_sweeps(sweeps: int) -> None:
    if not 1 <= sweeps <= MOST_SWEEPS:
        raise InputError(f"sweeps must be 1 to {MOST_SWEEPS}, not {sweeps}")

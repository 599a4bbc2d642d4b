"""The resistor heuristic with potentials that Gauss-Seidel sweeps have not brought to their end.

Inner potentials start from 1/2 at every move, or from others, A is 1 and B is 0. A sweep replaces each potential x by
(1 - w) x + w m, m the mean of its neighbours', w the over-relaxation, loops left out, in the order of nodes, merged ones at their
smallest member; a node without a neighbour keeps its own. Then drops decide as in the heuristic.

A sweep of doubles without over-relaxation: a mean of d positive numbers adds (d + 1) u to the largest relative error so far, u =
2^-53, so after all updates potentials are within E = sum (d + 1) u, drops within 2 E, and of two drops further apart than 4 E
the greater is known.

With over-relaxation numbers are subtracted, but no error grows. The energy of errors is the sum of the squares of their drops. An
update moves the error of one node towards the least energy by a factor w between 0 and 2 and never raises it. An update that is
off by e at a node with d edges adds at most e sqrt(d) to the root of the energy, and no drop is off by more than the root. With X
the largest potential met, e is at most (2 d + 15) u X: a mean of d numbers, a difference, a product and a sum.

Potentials are whole numbers over D = 2 prod (q d), over all updates, q the denominator of w: drops nearer than 1 / D are equal.
What neither settles is done again in fractions.

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
from tafelwerk.rules.switching.agents import MOST_SWEEPS
from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.components import label
from tafelwerk.solvers.switching.graph import FREE, MARKED, A, B, Graph, contract
from tafelwerk.solvers.switching.positions import Positions, read_states

Reals = NDArray[np.float64]

_NO_RELAXATION = Fraction(1)


@dataclass(frozen=True, slots=True, eq=False)
class SweptDrops:
    """Drops after some sweeps at all edges of a game graph.

    Attributes:
        ratios: float64, shape (game edges,): drops over the greatest of their position; 0 exactly where there is no drop.
        errors: float64, shape (game edges,): bounds on their absolute errors.
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
        weight: float64, shape (n, n): free edges between nodes.
        near: int32, shape (n, n): neighbours of a node, ascending. nears: int32, shape (n,): how many.
        degree: float64, shape (n,): sums of weights.
        start: float64, shape (n,): where sweeps start, by label.
        potential: float64, shape (n,), by label.
        drops: float64, shape (E,): -1 where an edge is taken.
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
    """Scratch arrays for a graph, start at 1/2; the arrays of labels and drops are given."""
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
    """Drops of one position after some sweeps, by free edge.

    Args:
        graph: the graph.
        states: int8, shape (edges,).
        sweeps: 1 to MOST_SWEEPS.
        omega: over-relaxation, above 0 and below 2.
        start: potentials of nodes to start from, merged nodes from that of the smallest; None: 1/2.

    Raises:
        InputError: sweeps is out of range.
    """
    _check_sweeps(sweeps)
    left = contract(graph, states)
    ends: list[list[int]] = left.ends.tolist()
    around = [
        [one + other - node for one, other in ends if node in (one, other) and one != other]
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
    drops = (abs(potential[one] - potential[other]) for one, other in ends)
    return {edge: Fraction(int(drop.p), int(drop.q)) for edge, drop in zip(left.edges.tolist(), drops, strict=True)}


def warm_start(
    graph: Graph, earlier: Iterable[NDArray[np.int8]], sweeps: int, omega: Fraction = _NO_RELAXATION
) -> Reals:
    """Potentials that sweeps in doubles end with, each from where those before ended, the first from 1/2.

    Args:
        graph: the graph.
        earlier: states of positions, in the order of play.
        sweeps, omega: as in `exact_swept_drops`.

    Returns:
        float64, shape (nodes,); of merged nodes that of the smallest is up to date.
    """
    _check_sweeps(sweeps)
    space = make_sweep_space(graph, np.empty(graph.nodes, np.int32), np.empty(graph.edges))
    for states in earlier:
        sweep(space, states, sweeps, float(omega), float(np.log2(omega.denominator)))
        space.start[:] = space.potential
    return space.start


def swept_drops(positions: Positions, sweeps: int, omega: Fraction = _NO_RELAXATION) -> SweptDrops:
    """Drops of all open positions after some sweeps from 1/2.

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
    found_drops = _Found(states, ratios, errors, greatest, unsure)
    _all_kernel(positions.keys, game.offsets, game.labels, sweeps, *relaxed, space, found_drops)
    for number in np.flatnonzero(unsure).tolist():
        found = exact_swept_drops(graph, positions.states(number), sweeps, omega)
        most = max(found.values())
        for place in game.edges_of(number):
            drop = found[int(game.labels[place])]
            greatest[place] = drop == most
            ratios[place] = float(drop / most) if most else 0.0
            errors[place] = UNIT * ratios[place]
    return SweptDrops(ratios, errors, greatest == 1)


class _Found(NamedTuple):
    """Arrays that are filled for all open positions, states of edges as scratch first; see `SweptDrops`."""

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
        space: start is filled.
        states: int8, shape (edges,).
        sweeps: how many.
        omega: over-relaxation.
        omega_bits: the logarithm to base 2 of its denominator.

    Returns:
        The bound E, and the logarithm of D to base 2, infinite where sweeps start from other potentials than 1/2.
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
        one, other = group[ends[edge, 0]], group[ends[edge, 1]]
        if states[edge] == FREE and one != other:
            weight[one, other] += 1.0
            weight[other, one] += 1.0
            degree[one] += 1.0
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
    # drops are off by twice E, a rounding of their own in it
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
    found: _Found,
) -> None:
    """Fill what is to be found for all open positions."""
    ends, group, drops = space.ends, space.label, space.drops
    states, ratios, errors, greatest, unsure = found
    for number in range(len(keys)):
        begin, end = offsets[number], offsets[number + 1]
        if begin == end:
            continue
        read_states(int(keys[number]), states)
        error, bits = sweep(space, states, sweeps, omega, omega_bits)
        best = np.argmax(drops)
        # drops nearer than that may be equal; true differences of those that seem so are below twice that
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
                # both drops are within 2 E
                errors[place] = 4.001 * error / drops[best]


def _check_sweeps(sweeps: int) -> None:
    if not 1 <= sweeps <= MOST_SWEEPS:
        raise InputError(f"sweeps are 1 to {MOST_SWEEPS}, not {sweeps}")

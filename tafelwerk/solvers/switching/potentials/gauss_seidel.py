"""The resistor heuristic with potentials that Gauss-Seidel sweeps have not brought to their end.

All inner potentials start from 1/2 at every move, A is 1 and B is 0. A sweep replaces each by the mean of its neighbours', loops
left out, in the order of nodes, merged ones at their smallest member; a node without a neighbour keeps 1/2. Then drops decide as
in the heuristic.

A sweep of doubles: a mean of d positive numbers adds (d + 1) u to the largest relative error so far, u = 2^-53, so after all
updates potentials are within E = sum (d + 1) u, drops within 2 E, and of two drops further apart than 4 E the greater is known.
Potentials are whole numbers over D = 2 prod d, over all updates: drops nearer than 1 / D are equal. What neither settles is done
again in whole numbers.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.2.4 and 5.4.4.
"""

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
        degree: float64, shape (n,): sums of weights.
        potential: float64, shape (n,), by label.
        drops: float64, shape (E,): -1 where an edge is taken.
    """

    ends: NDArray[np.int32]
    label: NDArray[np.int32]
    weight: Reals
    degree: Reals
    potential: Reals
    drops: Reals


def make_sweep_space(graph: Graph, labels: NDArray[np.int32], drops: Reals) -> SweepSpace:
    """Scratch arrays for a graph; the arrays of labels and drops are given."""
    weight, degree, potential = np.empty((graph.nodes, graph.nodes)), *np.empty((2, graph.nodes))
    return SweepSpace(graph.ends, labels, weight, degree, potential, drops)


def exact_swept_drops(graph: Graph, states: NDArray[np.int8], sweeps: int) -> dict[int, Fraction]:
    """Drops of one position after some sweeps, by free edge.

    Args:
        graph: the graph.
        states: int8, shape (edges,).
        sweeps: 1 to MOST_SWEEPS.

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
    potential = [fmpq(1), fmpq(0), *[fmpq(1, 2)] * (left.nodes - 2)]
    for _ in range(sweeps):
        for node in range(B + 1, left.nodes):
            if around[node]:
                potential[node] = sum((potential[other] for other in around[node]), fmpq(0)) / len(around[node])
    drops = (abs(potential[one] - potential[other]) for one, other in ends)
    return {edge: Fraction(int(drop.p), int(drop.q)) for edge, drop in zip(left.edges.tolist(), drops, strict=True)}


def swept_drops(positions: Positions, sweeps: int) -> SweptDrops:
    """Drops of all open positions after some sweeps.

    Raises:
        InputError: sweeps is out of range.
    """
    _check_sweeps(sweeps)
    game, graph = positions.game, positions.graph
    ratios, errors = np.zeros(game.edges), np.zeros(game.edges)
    greatest, unsure = np.zeros(game.edges, np.int8), np.zeros(game.positions, np.bool_)
    space = make_sweep_space(graph, np.empty(graph.nodes, np.int32), np.empty(graph.edges))
    states = np.empty(graph.edges, np.int8)
    _all_kernel(positions.keys, game.offsets, game.labels, sweeps, space, states, ratios, errors, greatest, unsure)
    for number in np.flatnonzero(unsure).tolist():
        found = exact_swept_drops(graph, positions.states(number), sweeps)
        most = max(found.values())
        for place in game.edges_of(number):
            drop = found[int(game.labels[place])]
            greatest[place] = drop == most
            ratios[place] = float(drop / most) if most else 0.0
            errors[place] = UNIT * ratios[place]
    return SweptDrops(ratios, errors, greatest == 1)


@kernel
def sweep(space: SweepSpace, states: NDArray[np.int8], sweeps: int) -> tuple[float, float]:
    """Fill labels, potentials and drops; the bound E, and the logarithm of D to base 2."""
    ends, group, weight, degree, potential = space.ends, space.label, space.weight, space.degree, space.potential
    nodes = len(group)
    label(ends, states, MARKED, group)
    degree[:] = 0.0
    weight[:, :] = 0.0
    potential[:] = 0.5
    potential[A], potential[B] = 1.0, 0.0
    for edge in range(len(states)):
        one, other = group[ends[edge, 0]], group[ends[edge, 1]]
        if states[edge] == FREE and one != other:
            weight[one, other] += 1.0
            weight[other, one] += 1.0
            degree[one] += 1.0
            degree[other] += 1.0
    roundings, bits = 0.0, 1.0
    for node in range(B + 1, nodes):
        if degree[node] > 0.0:
            roundings += degree[node] + 1.0
            bits += sweeps * np.log2(degree[node])
    for _ in range(sweeps):
        for node in range(B + 1, nodes):
            if degree[node] == 0.0:
                continue
            total = 0.0
            for other in range(nodes):
                # adding 0 rounds nothing
                total += weight[node, other] * potential[other]
            potential[node] = total / degree[node]
    for edge in range(len(states)):
        drop = abs(potential[group[ends[edge, 0]]] - potential[group[ends[edge, 1]]])
        space.drops[edge] = drop if states[edge] == FREE else -1.0
    return 1.0001 * UNIT * sweeps * roundings + UNIT, bits


@kernel
def _all_kernel(
    keys: NDArray[np.int32],
    offsets: NDArray[np.int64],
    labels: NDArray[np.int32],
    sweeps: int,
    space: SweepSpace,
    states: NDArray[np.int8],
    ratios: Reals,
    errors: Reals,
    greatest: NDArray[np.int8],
    unsure: NDArray[np.bool_],
) -> None:
    """Fill the last four for all open positions."""
    ends, group, drops = space.ends, space.label, space.drops
    for number in range(len(keys)):
        begin, end = offsets[number], offsets[number + 1]
        if begin == end:
            continue
        read_states(int(keys[number]), states)
        error, bits = sweep(space, states, sweeps)
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

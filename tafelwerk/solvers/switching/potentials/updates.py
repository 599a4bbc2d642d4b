"""Potentials after a few more moves, from the elimination of an earlier position, the base.

Let L be the base's Laplacian without A and B, and x its potentials. A column w = L^-1 (e_i - e_j) holds the potentials when a
unit current enters at one end of an edge and leaves at the other. After some moves the potentials are x + sum of c_t w_t over the
moved edges t: a deleted edge carries no current if c_t is the difference across it, and a marked one has no difference across it.
So c solves a symmetric system that grows by one equation with every move. A column costs two passes through the stored factors;
nothing is eliminated. Far from the last move this saves most: an elimination there repeats all rows between.

The error is bounded afterwards, whatever produced the potentials y. Let r be the current missing at every node of the position
itself, with marked edges contracted. The true potentials differ from y by L'^-1 r, L' the Laplacian of that position. No entry of
L'^-1 exceeds the resistance between the node of its column and the terminals, which is at most the number of edges of a path to
a terminal, so less than the number n of nodes. Hence every potential has an error of at most n times the sum of |r_v|, the
roundings of r included.

An edge is deleted only if it carries current, so no part of the graph is cut off from both terminals.

Sources: J. Sherman, W. J. Morrison, Annals of Mathematical Statistics 21, 1950; W. W. Hager, Updating the inverse of a matrix,
SIAM Review 31, 1989.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, B
from tafelwerk.solvers.switching.potentials.elimination import solve
from tafelwerk.solvers.switching.potentials.network import Floats, Network, Numbers, States

MOST_UPDATES = 16
"""Most moves from a base."""

_LEAST_PIVOT = 1e-9

_PER_NODE = ("start", "excess", "potential", "high", "low", "rest")


class Updates(NamedTuple):
    """A base, the moves since, and scratch arrays; n nodes, E edges, K = MOST_UPDATES.

    Attributes:
        progress: int64, shape (2,): number of the elimination that is the base, -1 without a base; number of moves since.
        error: float64, shape (1,): the bound E of the base.
        states: int8, shape (E,): the position described.
        start: float64, shape (n,): potentials of the base.
        moves: int32, shape (K,): the moved edges.
        columns: float64, shape (K, n): columns of the moved edges.
        lower, pivots: float64, shapes (K, K) and (K,): factors L D L' of the system, with ones on L's diagonal.
        right, weights: float64, shape (K,): its right-hand side after the division by L, and its solution c.
        excess: float64, shape (n,): scratch, zeros in between.
        potential: float64, shape (n,): potentials of the position described, valid at labels.
        high, low, rest: float64, shape (n,): scratch of `refinement`.
        heads, tails: int32, shape (E,): labels of the ends of free edges; equal for others.
    """

    progress: NDArray[np.int64]
    error: Floats
    states: States
    start: Floats
    moves: Numbers
    columns: Floats
    lower: Floats
    pivots: Floats
    right: Floats
    weights: Floats
    excess: Floats
    potential: Floats
    high: Floats
    low: Floats
    rest: Floats
    heads: Numbers
    tails: Numbers


def make_updates(nodes: int, edges: int) -> Updates:
    """Arrays for a graph, without a base."""
    most = MOST_UPDATES
    heads, tails = np.zeros((2, edges), np.int32)
    pivots, right, weights = np.zeros((3, most))
    return Updates(
        progress=np.full(2, -1, np.int64),
        error=np.zeros(1),
        states=np.zeros(edges, np.int8),
        moves=np.zeros(most, np.int32),
        columns=np.zeros((most, nodes)),
        lower=np.zeros((most, most)),
        pivots=pivots,
        right=right,
        weights=weights,
        **{name: np.zeros(nodes) for name in _PER_NODE},
        heads=heads,
        tails=tails,
    )


@kernel
def rebase(net: Network, updates: Updates, states: States, error: float) -> None:
    """Make a position the base; its drops have just been measured, with the bound E, and labels are filled."""
    updates.progress[0], updates.progress[1], updates.error[0] = net.eliminations[0], 0, error
    for edge in range(len(states)):
        updates.states[edge] = states[edge]
        one, other = B, B
        if states[edge] == FREE:
            one, other = net.label[net.ends[edge, 0]], net.label[net.ends[edge, 1]]
        updates.heads[edge], updates.tails[edge] = one, other
    for node in range(len(net.potential)):
        updates.start[node] = updates.potential[node] = net.potential[node]


@kernel
def describe(net: Network, updates: Updates, states: States, moved: int) -> bool:
    """Follow moves from the position described to another one, if that is possible: potentials and labels are filled.

    Args:
        net: the network.
        updates: the base.
        states: int8, shape (E,): the position; every move deletes or marks an edge with current, and the game is open.
        moved: the only edge in which the positions differ, -1 if this is not known.
    """
    if updates.progress[0] != net.eliminations[0]:
        return False
    if moved >= 0:
        return _move(net, updates, moved, states[moved])
    for edge in range(len(states)):
        if states[edge] != updates.states[edge] and (
            updates.states[edge] != FREE or not _move(net, updates, edge, states[edge])
        ):
            updates.progress[0] = -1
            return False
    return True


@kernel
def measure_updated(net: Network, updates: Updates, drops: Floats) -> tuple[float, int, float]:
    """Fill drops, float64, shape (E,), of the position described; 0 for taken edges.

    Returns:
        The bound E on the error of potentials, the first edge with the greatest drop, and the greatest drop of the others.
    """
    potential, excess, heads, tails = updates.potential, updates.excess, updates.heads, updates.tails
    rounded, best, greatest, below = 0.0, 0, 0.0, 0.0
    for edge in range(len(drops)):
        one, other = heads[edge], tails[edge]
        drops[edge] = 0.0
        if one == other:
            continue
        fall = potential[one] - potential[other]
        from_one, to_other = excess[one] + fall, excess[other] - fall
        excess[one], excess[other] = from_one, to_other
        drop = abs(fall)
        drops[edge] = drop
        rounded += abs(from_one) + abs(to_other) + 2.0 * drop
        if drop > greatest:
            best, below, greatest = edge, greatest, drop
        elif drop > below:
            below = drop
    missing, nodes = 0.0, 0
    for node in range(len(excess)):
        if node > B:
            missing += abs(excess[node])
            nodes += net.label[node] == node
        excess[node] = 0.0
    return 1.001 * (nodes + 1) * (missing + UNIT * rounded) + 2.0 * UNIT, best, below


@kernel
def _move(net: Network, updates: Updates, edge: int, colour: int) -> bool:
    """Add a move to those since the base, if it is not one too many, and fill potentials."""
    count, one, other = updates.progress[1], net.ends[edge, 0], net.ends[edge, 1]
    if count == len(updates.moves):
        return False
    updates.moves[count] = edge
    column = updates.columns[count]
    column[:] = 0.0
    column[one], column[other] = 1.0, -1.0
    solve(net, column)
    if not _border(net, updates, count, colour):
        return False
    _combine(updates, count + 1)
    updates.progress[1] += 1
    updates.states[edge] = colour
    updates.heads[edge] = updates.tails[edge] = B
    if colour == MARKED:
        one, other = net.label[one], net.label[other]
        kept, lost = min(one, other), max(one, other)
        _replace(net.label, lost, kept)
        _replace(updates.heads, lost, kept)
        _replace(updates.tails, lost, kept)
    return True


@kernel
def _replace(labels: Numbers, lost: int, kept: int) -> None:
    """Replace a label by another one."""
    for i in range(len(labels)):
        labels[i] = kept if labels[i] == lost else labels[i]


@kernel
def _border(net: Network, updates: Updates, count: int, colour: int) -> bool:
    """Add the equation of a move to the system and solve it, unless a pivot is too small."""
    column, lower, pivots, right = updates.columns[count], updates.lower, updates.pivots, updates.right
    start, ends = updates.start, net.ends
    row = lower[count]
    edge = updates.moves[count]
    one, other = ends[edge, 0], ends[edge, 1]
    pivot = column[one] - column[other] - (1.0 if colour == DELETED else 0.0)
    side = start[other] - start[one]
    for i in range(count):
        before = updates.moves[i]
        value = column[ends[before, 0]] - column[ends[before, 1]]
        for j in range(i):
            value -= row[j] * lower[i, j]
        # the quotient by the pivot follows
        row[i] = value
    for i in range(count):
        value = row[i]
        row[i] = value / pivots[i]
        pivot -= value * row[i]
        side -= row[i] * right[i]
    if abs(pivot) < _LEAST_PIVOT:
        return False
    pivots[count], right[count] = pivot, side
    for i in range(count, -1, -1):
        value = right[i] / pivots[i]
        for j in range(i + 1, count + 1):
            value -= lower[j, i] * updates.weights[j]
        updates.weights[i] = value
    return True


@kernel
def _combine(updates: Updates, count: int) -> None:
    """Fill potential with the sum of the start and weighted columns."""
    potential, start = updates.potential, updates.start
    for node in range(len(potential)):
        potential[node] = start[node]
    for i in range(count):
        weight, column = updates.weights[i], updates.columns[i]
        for node in range(len(potential)):
            potential[node] += weight * column[node]

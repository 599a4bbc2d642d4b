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
from tafelwerk.solvers.machine.jit import inlined, kernel
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B
from tafelwerk.solvers.switching.potentials.network import DOWN, UP, Floats, Network, Numbers, States

MOST_UPDATES = 32
"""Most moves from a base."""

_LEAST_PIVOT = 1e-9

_PER_NODE = ("start", "injected", "passed", "excess", "potential", "high", "low", "rest")


class Updates(NamedTuple):
    """A base, the moves since, and scratch arrays; n nodes, E edges, K = MOST_UPDATES.

    Attributes:
        progress: int64, shape (2,): number of the elimination that is the base, -1 without a base; number of moves since.
        error: float64, shape (1,): the bound E of the base.
        states: int8, shape (E,): the position described.
        group: int32, shape (n,): labels of the base.
        turn: int32, shape (n,): by label, the node at whose turn it is eliminated.
        is_merging: int8, shape (n,): whether slots are merged at a node's turn.
        start: float64, shape (n,): potentials of the base.
        moves: int32, shape (K,): the moved edges.
        columns: float64, shape (K, n): columns of the moved edges.
        lower, pivots: float64, shapes (K, K) and (K,): factors L D L' of the system, with ones on L's diagonal.
        right, weights: float64, shape (K,): its right-hand side after the division by L, and its solution c.
        injected, passed, excess: float64, shape (n,): scratch, zeros in between.
        potential: float64, shape (n,): potentials of the position described, valid at labels.
        high, low, rest: float64, shape (n,): scratch of `refinement`.
        heads, tails: int32, shape (E,): labels of the ends of free edges; equal for others.
    """

    progress: NDArray[np.int64]
    error: Floats
    states: States
    group: Numbers
    turn: Numbers
    is_merging: States
    start: Floats
    moves: Numbers
    columns: Floats
    lower: Floats
    pivots: Floats
    right: Floats
    weights: Floats
    injected: Floats
    passed: Floats
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
    group, turn = np.zeros((2, nodes), np.int32)
    heads, tails = np.zeros((2, edges), np.int32)
    pivots, right, weights = np.zeros((3, most))
    return Updates(
        progress=np.full(2, -1, np.int64),
        error=np.zeros(1),
        states=np.zeros(edges, np.int8),
        group=group,
        turn=turn,
        is_merging=np.zeros(nodes, np.int8),
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
    cut = net.cut[0]
    updates.progress[0], updates.progress[1], updates.error[0] = net.eliminations[0], 0, error
    for edge in range(len(states)):
        updates.states[edge] = states[edge]
        one, other = B, B
        if states[edge] == FREE:
            one, other = net.label[net.ends[edge, 0]], net.label[net.ends[edge, 1]]
        updates.heads[edge], updates.tails[edge] = one, other
    for node in range(len(net.place)):
        updates.group[node], updates.turn[node] = net.label[node], -1
        updates.start[node] = updates.potential[node] = net.potential[node]
    for node in range(B + 1, len(net.place)):
        if net.pivot[node] >= 0.0:
            updates.turn[net.label[node]] = node
        side = UP if node < net.end[cut] else DOWN
        updates.is_merging[node] = 0
        for k in range(net.offsets[side, node], net.offsets[side, node + 1]):
            if net.lost[side, net.entering[side, k]] >= 0:
                updates.is_merging[node] = 1


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
    count, one, other = updates.progress[1], updates.group[net.ends[edge, 0]], updates.group[net.ends[edge, 1]]
    if count == len(updates.moves):
        return False
    updates.moves[count] = edge
    low, high = len(net.place), B
    for label, current in ((one, 1.0), (other, -1.0)):
        if label > B:
            updates.injected[label] = current
            low, high = min(low, updates.turn[label]), max(high, updates.turn[label])
    solve(net, updates, low, high, updates.columns[count])
    if not _border(net, updates, count, colour):
        return False
    _combine(updates, count + 1)
    updates.progress[1] += 1
    updates.states[edge] = colour
    updates.heads[edge] = updates.tails[edge] = B
    if colour == MARKED:
        one, other = net.label[net.ends[edge, 0]], net.label[net.ends[edge, 1]]
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
    group, start, ends = updates.group, updates.start, net.ends
    row = lower[count]
    edge = updates.moves[count]
    one, other = group[ends[edge, 0]], group[ends[edge, 1]]
    pivot = column[one] - column[other] - (1.0 if colour == DELETED else 0.0)
    side = start[other] - start[one]
    for i in range(count):
        before = updates.moves[i]
        value = column[group[ends[before, 0]]] - column[group[ends[before, 1]]]
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


@inlined
def _forward(net: Network, updates: Updates, side: int, node: int) -> None:
    """Pass what is injected at a node on to the nodes that wait at its turn."""
    values, width = net.values, len(net.values)
    if updates.is_merging[node]:
        for k in range(net.offsets[side, node], net.offsets[side, node + 1]):
            edge = net.entering[side, k]
            if net.lost[side, edge] >= 0:
                values[net.kept[side, edge]] += values[net.lost[side, edge]]
                values[net.lost[side, edge]] = 0.0
    if net.pivot[node] > 0.0:
        place, ratios = net.place[node], net.factor[node]
        value = values[place] + updates.injected[updates.group[node]]
        values[place] = 0.0
        updates.passed[node] = value / net.pivot[node]
        if value != 0.0:
            for j in range(width):
                values[j] += value * ratios[j]


@inlined
def _back(net: Network, updates: Updates, side: int, node: int, column: Floats) -> None:
    """Fill the entry of a node, and of slots that were merged at its turn."""
    place, values = net.place[node], net.values
    if net.pivot[node] >= 0.0:
        ratios, width = net.factor[node], len(values)
        whole = width - width % 8
        a, b, c, d, e, f, g, h = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for j in range(0, whole, 8):
            a += ratios[j] * values[j]
            b += ratios[j + 1] * values[j + 1]
            c += ratios[j + 2] * values[j + 2]
            d += ratios[j + 3] * values[j + 3]
            e += ratios[j + 4] * values[j + 4]
            f += ratios[j + 5] * values[j + 5]
            g += ratios[j + 6] * values[j + 6]
            h += ratios[j + 7] * values[j + 7]
        for j in range(whole, width):
            a += ratios[j] * values[j]
        values[place] = updates.passed[node] + (((a + e) + (b + f)) + ((c + g) + (d + h)))
        updates.passed[node] = 0.0
    column[node] = values[place]
    if updates.is_merging[node]:
        for k in range(net.offsets[side, node + 1] - 1, net.offsets[side, node] - 1, -1):
            edge = net.entering[side, k]
            if net.lost[side, edge] >= 0:
                values[net.lost[side, edge]] = values[net.kept[side, edge]]


@kernel
def solve(net: Network, updates: Updates, low: int, high: int, column: Floats) -> None:
    """Fill a column of potentials, A and B at 0: `injected`, by labels of the base, enters the base; it is set to 0.

    Args:
        net: the network.
        updates: the base.
        low, high: least and greatest node at whose turn anything is injected; nodes between the fronts count anyway.
        column: float64, shape (n,).
    """
    cut, nodes = net.cut[0], len(net.place)
    begin, end = net.begin[cut], net.end[cut]
    values, injected, group = net.values, updates.injected, updates.group
    for side in range(2):
        values[:] = 0.0
        if side == UP:
            for node in range(low, begin):
                _forward(net, updates, UP, node)
        else:
            for node in range(high, end - 1, -1):
                _forward(net, updates, DOWN, node)
        for node in range(begin, end):
            slot = net.slot[side, cut, node]
            if slot > B and values[slot] != 0.0:
                injected[group[node]] += values[slot]
                values[slot] = 0.0
    values[:] = 0.0
    for node in range(begin, end):
        _forward(net, updates, UP, node)
    injected[:] = 0.0
    values[:] = 0.0
    column[A] = column[B] = 0.0
    for node in range(end - 1, begin - 1, -1):
        _back(net, updates, UP, node, column)
    for side in range(2):
        for node in range(begin, end):
            if net.slot[side, cut, node] >= 0:
                values[net.slot[side, cut, node]] = column[node]
        if side == UP:
            for node in range(begin - 1, B, -1):
                _back(net, updates, UP, node, column)
        else:
            for node in range(end, nodes):
                _back(net, updates, DOWN, node, column)

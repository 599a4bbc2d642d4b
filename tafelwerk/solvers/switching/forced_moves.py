"""Moves of the resistor heuristic while it has only one, up to edges in parallel or in series."""

from typing import NamedTuple

import numpy as np

from tafelwerk.solvers.machine.double_double import subtract
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B
from tafelwerk.solvers.switching.potentials.elimination import make_whole, measure
from tafelwerk.solvers.switching.potentials.network import Floats, Network, Numbers, States
from tafelwerk.solvers.switching.potentials.refinement import drop_of, refine
from tafelwerk.solvers.switching.potentials.updates import Updates, describe, measure_updated, rebase

PAUSED, BRANCH, CUT_WINS, SHORT_WINS = 0, 1, 2, 3
"""Reasons why `follow` stopped: enough moves, several moves to choose from, the last move wins."""


_SAME = 1e-9
"""Relative difference below which gaps count as equal."""


class Ties(NamedTuple):
    """Results of `follow`; E edges.

    Attributes:
        drops: float64, shape (E,): see `measure`.
        tied: int32, shape (E,): edges whose drops are not certainly below the greatest, ascending.
        classes: int32, shape (E,): equivalence classes of these, as the index in `tied` of the first member.
        gap: float64, shape (1,): smallest gap so far between a greatest drop and the next smaller one.
        gap_states: int8, shape (E,): position with that gap.
    """

    drops: Floats
    tied: Numbers
    classes: Numbers
    gap: Floats
    gap_states: States


def make_ties(edges: int) -> Ties:
    """Scratch for a graph, without a gap so far."""
    tied, classes = np.zeros((2, edges), np.int32)
    return Ties(np.zeros(edges), tied, classes, np.full(1, np.inf), np.zeros(edges, np.int8))


@kernel
def _reach(net: Network, states: States, start: int, without: int, without_too: int) -> None:
    """Fill `seen` with the nodes that edges other than two join to A, and with those joined to the start."""
    net.seen[:] = 0
    net.seen[A] = net.seen[start] = 1
    net.queue[0], net.queue[1] = A, start
    head, tail = 0, 2 if start != A else 1
    while head < tail:
        node = net.queue[head]
        head += 1
        for k in range(net.near_offsets[node], net.near_offsets[node + 1]):
            edge = net.near[k]
            if states[edge] == DELETED or edge in (without, without_too):
                continue
            other = net.ends[edge, 0] + net.ends[edge, 1] - node
            if not net.seen[other]:
                net.seen[other] = 1
                net.queue[tail] = other
                tail += 1


@kernel
def is_parallel(net: Network, one: int, other: int) -> bool:
    """Whether two edges join the same nodes, with marked edges contracted."""
    a, b = net.label[net.ends[one, 0]], net.label[net.ends[one, 1]]
    c, d = net.label[net.ends[other, 0]], net.label[net.ends[other, 1]]
    return bool((a == c and b == d) or (a == d and b == c))


@kernel
def is_alike(net: Network, states: States, one: int, other: int) -> bool:
    """Whether two free edges with current are parallel or in series: together they cut off a part with neither A nor B."""
    if is_parallel(net, one, other):
        return True
    _reach(net, states, B, one, other)
    ends, seen = net.ends, net.seen
    return bool(seen[ends[one, 0]] != seen[ends[one, 1]] and seen[ends[other, 0]] != seen[ends[other, 1]])


@kernel
def find_ties(net: Network, states: States, ties: Ties) -> tuple[int, float, float, float, float]:
    """Fill drops and tied for an open position.

    Returns:
        Number of edges in tied, the greatest drop, the greatest drop of the others (-1 without others), the factor by which drops
        are multiplied, and the bound E on the error of potentials, 0 if they are exact.
    """
    error, scale, greatest = measure(net, states, ties.drops), 1.0, 0.0
    determinant = make_whole(net, error, ties.drops)
    if determinant > 0.0:
        error, scale = 0.0, determinant
    for edge in range(len(states)):
        greatest = max(greatest, ties.drops[edge])
    found, below = 0, -1.0
    for edge in range(len(states)):
        if ties.drops[edge] >= greatest - 8.0 * error:
            ties.tied[found] = edge
            found += 1
        else:
            below = max(below, ties.drops[edge])
    return found, greatest, below, scale, error


@kernel
def _winning_edge(net: Network, states: States, colour: int, ties: Ties, found: int) -> int:
    """The first tied edge that ends the game, or -1."""
    if colour == MARKED:
        for i in range(found):
            one, other = net.label[net.ends[ties.tied[i], 0]], net.label[net.ends[ties.tied[i], 1]]
            if one + other == A + B and one != other:
                return int(ties.tied[i])
        return -1
    current = 0.0
    for edge in range(len(states)):
        if states[edge] == FREE and (net.label[net.ends[edge, 0]] == B or net.label[net.ends[edge, 1]] == B):
            current += ties.drops[edge]
    for i in range(found):
        edge = ties.tied[i]
        # only a bridge carries the whole current
        if ties.drops[edge] > 0.99 * current:
            _reach(net, states, A, edge, edge)
            if not net.seen[B]:
                return int(edge)
    return -1


@kernel
def _find_ties_quickly(
    net: Network, updates: Updates, states: States, ties: Ties, moved: int
) -> tuple[int, float, float]:
    """Fill drops and tied as `find_ties` does, from the moves since the last elimination; not if that leaves anything open.

    Args:
        net, states, ties: see `follow`.
        updates: see `follow`.
        moved: the last move, or -1.

    Returns:
        Number of edges in tied, 0 if anything is open; the greatest drop, and the greatest drop of the others.
    """
    if not describe(net, updates, states, moved):
        return 0, 0.0, 0.0
    error, best, below = measure_updated(net, updates, ties.drops)
    greatest = ties.drops[best]
    # so much clearer than after an elimination that this would find the same
    near, clear = 8.0 * error, 16.0 * (error + updates.error[0])
    found = 1
    ties.tied[0] = best
    if below >= greatest - clear:
        found, below = 0, 0.0
        for edge in range(len(states)):
            drop = ties.drops[edge]
            if drop >= greatest - near:
                ties.tied[found] = edge
                found += 1
            else:
                below = max(below, drop)
    if below <= near or greatest - below <= max(clear, ties.gap[0] + clear):
        return 0, 0.0, 0.0
    return found, greatest, below


@kernel
def _separate(net: Network, updates: Updates, states: States, ties: Ties, found: int) -> tuple[int, float]:
    """Reduce tied to the edges that double-double potentials do not separate from the greatest drop; the position is the base.

    Returns:
        Their number, and the gap to the next smaller drop, infinite if all remain.
    """
    error = refine(net, updates, states)
    best_high, best_low = -1.0, 0.0
    for i in range(found):
        high, low = drop_of(updates, ties.tied[i])
        if high > best_high or (high == best_high and low > best_low):
            best_high, best_low = high, low
    count, gap = 0, np.inf
    for i in range(found):
        edge = ties.tied[i]
        high, low = drop_of(updates, edge)
        below, _ = subtract(best_high, best_low, high, low)
        if below > 8.0 * error:
            gap = min(gap, below)
        else:
            ties.tied[count] = edge
            count += 1
    return count, gap


@kernel
def _record(ties: Ties, states: States, gap: float) -> None:
    """Keep the smallest gap so far, with the first of its positions: roundings do not decide between equal gaps."""
    if gap < ties.gap[0] * (1.0 - _SAME):
        ties.gap[0] = gap
        for edge in range(len(states)):
            ties.gap_states[edge] = states[edge]


@kernel
def _classify(net: Network, states: States, ties: Ties, found: int) -> int:
    """Fill classes; returns their number."""
    different = 0
    for i in range(found):
        ties.classes[i] = i
        for j in range(i):
            if ties.classes[j] == j and is_alike(net, states, int(ties.tied[j]), int(ties.tied[i])):
                ties.classes[i] = j
                break
        different += ties.classes[i] == i
    return different


@kernel
def follow(
    net: Network, updates: Updates, states: States, colour: int, most: int, ties: Ties, moves: Numbers
) -> tuple[int, int, int]:
    """Play moves of the heuristic as long as there is only one, up to edges in parallel or in series.

    Args:
        net: the graph.
        updates: a base or none, as the last call left it.
        states: states of the edges, updated in place; the game is open.
        colour: DELETED if Cut is to move, MARKED if Short is.
        most: most moves to play.
        ties: filled; tied and classes after BRANCH. The gap is updated, with an error of at most 4 E.
        moves: filled with edges; of several equivalent ones the first.

    Returns:
        Reason for stopping, number of moves, number of edges in tied.
    """
    moved = -1
    for ply in range(most):
        scale, error = 1.0, 0.0
        found, greatest, below = _find_ties_quickly(net, updates, states, ties, moved)
        if found == 0 or (found > 1 and _classify(net, states, ties, found) > 1):
            found, greatest, below, scale, error = find_ties(net, states, ties)
            rebase(net, updates, states, error)
        if below >= 0.0:
            _record(ties, states, (greatest - below) / scale)
        last = _winning_edge(net, states, colour, ties, found)
        if last >= 0:
            moves[ply] = last
            return SHORT_WINS if colour == MARKED else CUT_WINS, ply + 1, found
        if _classify(net, states, ties, found) > 1:
            count, gap = _separate(net, updates, states, ties, found)
            _classify(net, states, ties, count)
            _record(ties, states, gap)
            return BRANCH, ply, count
        moved = ties.tied[0]
        moves[ply] = moved
        states[moved] = colour
        colour = DELETED + MARKED - colour
    return PAUSED, most, 0

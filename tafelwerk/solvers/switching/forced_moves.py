"""Moves of the resistor heuristic while it has only one, up to edges in parallel or in series."""

from typing import NamedTuple

import numpy as np

from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B
from tafelwerk.solvers.switching.potentials.elimination import make_whole, measure
from tafelwerk.solvers.switching.potentials.network import Floats, Network, Numbers, States

PAUSED, BRANCH, CUT_WINS, SHORT_WINS = 0, 1, 2, 3
"""Reasons why `follow` stopped: enough moves, several moves to choose from, the last move wins."""


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
def follow(net: Network, states: States, colour: int, most: int, ties: Ties, moves: Numbers) -> tuple[int, int, int]:
    """Play moves of the heuristic as long as there is only one, up to edges in parallel or in series.

    Args:
        net: the graph.
        states: states of the edges, updated in place; the game is open.
        colour: DELETED if Cut is to move, MARKED if Short is.
        most: most moves to play.
        ties: filled; tied and classes after BRANCH. The gap is updated, with an error of at most 4 E.
        moves: filled with edges; of several equivalent ones the first.

    Returns:
        Reason for stopping, number of moves, number of edges in tied.
    """
    for ply in range(most):
        found, greatest, below, scale, _ = find_ties(net, states, ties)
        if below >= 0.0 and (greatest - below) / scale < ties.gap[0]:
            ties.gap[0] = (greatest - below) / scale
            for edge in range(len(states)):
                ties.gap_states[edge] = states[edge]
        last = _winning_edge(net, states, colour, ties, found)
        if last >= 0:
            moves[ply] = last
            return SHORT_WINS if colour == MARKED else CUT_WINS, ply + 1, found
        different = 0
        for i in range(found):
            ties.classes[i] = i
            for j in range(i):
                if ties.classes[j] == j and is_alike(net, states, ties.tied[j], ties.tied[i]):
                    ties.classes[i] = j
                    break
            different += ties.classes[i] == i
        if different > 1:
            return BRANCH, ply, found
        moves[ply] = ties.tied[0]
        states[ties.tied[0]] = colour
        colour = DELETED + MARKED - colour
    return PAUSED, most, 0

"""The resistor heuristic at speed: potentials by elimination, with a proven bound on their error, and forced moves.

Eliminating a node k of a network joins its neighbours pairwise: conductances g_ij grow by g_ik g_kj / s, s the sum of
all g_kj (star-mesh transformation). Nothing is ever subtracted, so every number has a small relative error whatever
the network: a rounding changes the conductances of a network of w neighbours by a factor of at most 1 + (w + 5) u, u
= 2^-53, and a potential is a sum of products of conductances over the like, with at most w of them in a product
(forests rooted at A and B, the matrix-tree theorem); hence by a factor of at most (1 + (w + 5) u)^(2w). Back
substitution adds 2w + 5 roundings a node. With E the sum of 2 w (w + 5) + 2 w + 5 over all nodes, and 4 for each edge
that is put in, times u, a potential is off by at most E, a difference by 2E, and of two differences that are 4E apart
the greater is known. No error carries over from one move to the next.

Nodes are eliminated in the order of their numbers, merged ones when their last member's turn comes; what is
eliminated touches only the front, nodes that wait and have been touched, at most as many as the plain graph's front
has. A board of order M has a front of M + 1 nodes, so a position costs O(M^4), with a small constant.

The same elimination runs modulo a prime below 2^49, for proofs that edges are tied (`residues`): floats hold
residues, products are split exactly by fused multiply-add.

Source: C. E. Shannon's machine as of the Jena dissertation on the exact analysis of heuristics for combinatorial
games, section 5.2; the elimination without subtraction is that of W. K. Grassmann, M. I. Taksar and D. P. Heyman,
Operations Research 33, 1985; its error that of C. O'Cinneide, Numerische Mathematik 65, 1993.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import fma, inlined, kernel
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B, Graph

Floats = NDArray[np.float64]
Numbers = NDArray[np.int32]
States = NDArray[np.int8]

PAUSED, BRANCH, CUT_WINS, SHORT_WINS = 0, 1, 2, 3
"""Why `follow` stopped: enough moves, several moves to choose from, the last move wins."""

UNLUCKY = -1
"""The prime divides a pivot."""

_UNIT = 2.0**-53
_ROUNDING = 1.5 * 2.0**52


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A graph laid out for elimination, and room to work in.

    Attributes:
        graph: the graph.
        later_offsets, later: int32: edges of a node to nodes of greater numbers, to A and to B, node by node.
        near_offsets, near: int32: all edges of a node, node by node.
        group, last: int32, shape (nodes,): smallest member of what a node is merged with, and of that the greatest.
        slot: int32, shape (nodes,): its place in the front, -1 without one.
        front: float64, shape (width, width): conductances between nodes of the front, A and B in places 0 and 1.
        factor: float64, shape (nodes, width): conductances of eliminated nodes over their sums.
        pivot: float64, shape (nodes,): these sums; modulo a prime their inverses.
        roots, slots: int32, shape (nodes,): which was eliminated, and its place.
        values: float64, shape (width,): of the front's nodes.
        taken: int32, shape (width,): which places of the front are.
        potential: float64, shape (nodes,): by smallest member.
        queue, seen: int32, shape (nodes,): for walks.
    """

    graph: Graph
    later_offsets: Numbers
    later: Numbers
    near_offsets: Numbers
    near: Numbers
    group: Numbers
    last: Numbers
    slot: Numbers
    front: Floats
    factor: Floats
    pivot: Floats
    roots: Numbers
    slots: Numbers
    values: Floats
    taken: Numbers
    potential: Floats
    queue: Numbers
    seen: Numbers


def make_network(graph: Graph) -> Network:
    """The layout of a graph."""
    ends = graph.ends.tolist()
    later: list[list[int]] = [[] for _ in range(graph.nodes)]
    near: list[list[int]] = [[] for _ in range(graph.nodes)]
    reach = list(range(graph.nodes))
    for edge, (one, other) in enumerate(ends):
        near[one].append(edge)
        if one != other:
            near[other].append(edge)
        low, high = sorted((one, other))
        if high > B and low != high:
            later[high if low <= B else low].append(edge)
            if low > B:
                reach[high] = min(reach[high], low)
    # a node waits from its first neighbour's turn to its own
    change = [0] * (graph.nodes + 1)
    for node in range(B + 1, graph.nodes):
        change[reach[node]] += 1
        change[node + 1] -= 1
    width = 2 + max(np.cumsum(change).tolist())

    def flat(lists: list[list[int]]) -> tuple[Numbers, Numbers]:
        offsets = np.cumsum([0, *map(len, lists)]).astype(np.int32)
        return offsets, np.array([edge for row in lists for edge in row], np.int32)

    def numbers() -> Numbers:
        return np.zeros(graph.nodes, np.int32)

    return Network(
        graph, *flat(later), *flat(near), numbers(), numbers(), numbers(), np.zeros((width, width)),
        np.zeros((graph.nodes, width)), np.zeros(graph.nodes), numbers(), numbers(), np.zeros(width),
        np.zeros(width, np.int32), np.zeros(graph.nodes), numbers(), numbers(),
    )  # fmt: skip


@inlined
def multiplied(a: float, b: float, prime: float, inverse: float) -> float:
    """a b modulo a prime below 2^49, of residues: the product is split into a float and its rounding, both exact."""
    high = a * b
    low = fma(a, b, -high)
    quotient = (high * inverse + _ROUNDING) - _ROUNDING
    rest = fma(-quotient, prime, high) + low
    if rest < 0.0:
        rest += prime
    if rest >= prime:
        rest -= prime
    return rest


@kernel
def inverted(value: float, prime: float) -> float:
    """The inverse of a residue other than 0."""
    rest, other, factor, other_factor = int(prime), int(value), 0, 1
    while other:
        quotient = rest // other
        rest, other = other, rest - quotient * other
        factor, other_factor = other_factor, factor - quotient * other_factor
    return float(factor % int(prime))


@kernel
def merge(ends: Numbers, states: States, group: Numbers, last: Numbers) -> None:
    """Fill group and last: what marked edges make of the nodes."""
    nodes = len(group)
    for node in range(nodes):
        group[node] = node
    for edge in range(len(states)):
        if states[edge] == MARKED:
            one, other = ends[edge, 0], ends[edge, 1]
            while group[one] != one:
                group[one] = group[group[one]]
                one = group[one]
            while group[other] != other:
                group[other] = group[group[other]]
                other = group[other]
            if one < other:
                group[other] = one
            else:
                group[one] = other
    for node in range(nodes):
        # a smaller member's group is settled
        group[node] = group[group[node]]
        last[group[node]] = node


@kernel
def eliminate(
    ends: Numbers, states: States, later_offsets: Numbers, later: Numbers, group: Numbers, last: Numbers, prime: float,
    slot: Numbers, front: Floats, factor: Floats, pivot: Floats, roots: Numbers, slots: Numbers,
    taken: Numbers,
) -> tuple[int, int, float]:  # fmt: skip
    """Eliminate all nodes but A and B; prime 0: as floats. How many there were, the front's width, the bound E.

    Instead of how many UNLUCKY, if a pivot is 0 modulo the prime. A node that neither A nor B can reach has a row of zeros.
    """
    nodes = len(group)
    inverse = 1.0 / prime if prime > 0.0 else 0.0
    for node in range(nodes):
        slot[node] = -1
    slot[A], slot[B] = A, B
    for i in range(len(front)):
        taken[i] = i <= B
        for j in range(len(front)):
            front[i, j] = 0.0
    count, width, roundings = 0, 2, 0
    for node in range(B + 1, nodes):
        root = group[node]
        for k in range(later_offsets[node], later_offsets[node + 1]):
            edge = later[k]
            if states[edge] != FREE:
                continue
            other = group[ends[edge, 0] + ends[edge, 1] - node]
            if other == root or (other <= B and root <= B):
                continue
            for end in (root, other):
                if slot[end] < 0:
                    place = 2
                    while taken[place]:
                        place += 1
                    taken[place] = 1
                    slot[end] = place
                    width = max(width, place + 1)
            # rows of A and B are not kept
            for one, two in ((slot[root], slot[other]), (slot[other], slot[root])):
                if one > B:
                    weight = front[one, two] + 1.0
                    front[one, two] = 0.0 if weight == prime else weight
            roundings += 4
        if root <= B or last[root] != node or slot[root] < 0:
            continue
        place = slot[root]
        row = front[place]
        ratios = factor[count]
        for j in range(width, len(front)):
            ratios[j] = 0.0
        neighbours, total = 0, 0.0
        for j in range(width):
            if row[j] != 0.0:
                neighbours += 1
                total += row[j]
                if prime > 0.0 and total >= prime:
                    total -= prime
        if neighbours == 0:
            for j in range(width):
                ratios[j] = 0.0
            pivot[count] = 0.0
        elif prime > 0.0:
            if total == 0.0:
                return UNLUCKY, width, 0.0
            total = inverted(total, prime)
            pivot[count] = total
            for j in range(width):
                ratios[j] = multiplied(row[j], total, prime, inverse)
            for i in range(2, width):
                weight = front[i, place]
                if weight != 0.0 and i != place:
                    target = front[i]
                    for j in range(width):
                        value = target[j] + multiplied(weight, ratios[j], prime, inverse)
                        target[j] = value - prime if value >= prime else value
                    target[i] = 0.0
                    target[place] = 0.0
        else:
            pivot[count] = total
            for j in range(width):
                ratios[j] = row[j] / total
            for i in range(2, width):
                weight = front[i, place]
                if weight != 0.0 and i != place:
                    target = front[i]
                    for j in range(width):
                        target[j] += weight * ratios[j]
                    target[i] = 0.0
                    target[place] = 0.0
        for j in range(width):
            row[j] = 0.0
        roundings += 2 * neighbours * (neighbours + 5) + 2 * neighbours + 5
        roots[count], slots[count] = root, place
        taken[place] = 0
        count += 1
    # what the first order leaves out, and the roundings of the difference itself
    return count, width, 1.001 * _UNIT * (roundings + 4)


@kernel
def substitute(
    count: int, width: int, factor: Floats, roots: Numbers, slots: Numbers, values: Floats, potential: Floats
) -> None:
    """Potentials by smallest member, after elimination in floats: A at 1, B at 0, as are nodes out of reach."""
    for node in range(len(potential)):
        potential[node] = 0.0
    for j in range(width):
        values[j] = 0.0
    potential[A] = values[A] = 1.0
    for k in range(count - 1, -1, -1):
        ratios = factor[k]
        value = 0.0
        for j in range(width):
            value += ratios[j] * values[j]
        values[slots[k]] = potential[roots[k]] = value


@kernel
def reach(
    ends: Numbers, states: States, near_offsets: Numbers, near: Numbers, start: int, without: int, without_too: int,
    queue: Numbers, seen: Numbers,
) -> None:  # fmt: skip
    """Fill seen: which nodes edges other than two join to A, and to the start."""
    for node in range(len(seen)):
        seen[node] = 0
    seen[A] = seen[start] = 1
    queue[0], queue[1] = A, start
    head, tail = 0, 2 if start != A else 1
    while head < tail:
        node = queue[head]
        head += 1
        for k in range(near_offsets[node], near_offsets[node + 1]):
            edge = near[k]
            if states[edge] == DELETED or edge in (without, without_too):
                continue
            other = ends[edge, 0] + ends[edge, 1] - node
            if not seen[other]:
                seen[other] = 1
                queue[tail] = other
                tail += 1


@kernel
def alike(
    ends: Numbers, states: States, near_offsets: Numbers, near: Numbers, group: Numbers, one: int, other: int,
    queue: Numbers, seen: Numbers,
) -> bool:  # fmt: skip
    """Whether two free edges with current are parallel, or in series: they cut off a part that has neither A nor B."""
    a, b = group[ends[one, 0]], group[ends[one, 1]]
    c, d = group[ends[other, 0]], group[ends[other, 1]]
    if (a == c and b == d) or (a == d and b == c):
        return True
    reach(ends, states, near_offsets, near, B, one, other, queue, seen)
    return bool(seen[ends[one, 0]] != seen[ends[one, 1]] and seen[ends[other, 0]] != seen[ends[other, 1]])


@kernel
def measure(
    ends: Numbers, later_offsets: Numbers, later: Numbers, group: Numbers, last: Numbers, slot: Numbers, front: Floats,
    factor: Floats, pivot: Floats, roots: Numbers, slots: Numbers, values: Floats, taken: Numbers, potential: Floats,
    states: States, tied: Numbers,
) -> tuple[int, float, float, float, float]:  # fmt: skip
    """Find edges whose drops are not 4 E below the greatest for sure, into tied, ascending.

    Returns:
        How many there are, the greatest drop, the greatest drop of the others (-1 without others), the current from A to
        B, the bound E.
    """
    merge(ends, states, group, last)
    count, width, error = eliminate(
        ends, states, later_offsets, later, group, last, 0.0, slot, front, factor, pivot, roots, slots, taken
    )
    substitute(count, width, factor, roots, slots, values, potential)
    greatest, current = 0.0, 0.0
    for edge in range(len(states)):
        if states[edge] == FREE:
            one, other = group[ends[edge, 0]], group[ends[edge, 1]]
            drop = abs(potential[one] - potential[other])
            greatest = max(greatest, drop)
            if one == B or other == B:
                current += drop
    found, below = 0, -1.0
    for edge in range(len(states)):
        if states[edge] == FREE:
            drop = abs(potential[group[ends[edge, 0]]] - potential[group[ends[edge, 1]]])
            if drop >= greatest - 8.0 * error:
                tied[found] = edge
                found += 1
            else:
                below = max(below, drop)
    return found, greatest, below, current, error


@kernel
def follow(
    ends: Numbers, later_offsets: Numbers, later: Numbers, near_offsets: Numbers, near: Numbers, group: Numbers,
    last: Numbers, slot: Numbers, front: Floats, factor: Floats, pivot: Floats, roots: Numbers, slots: Numbers,
    values: Floats, taken: Numbers, potential: Floats, queue: Numbers, seen: Numbers, states: States, colour: int, most: int,
    gap: float, moves: Numbers, gap_states: States, tied: Numbers, classes: Numbers,
) -> tuple[int, int, int, float]:  # fmt: skip
    """Play moves of the heuristic as long as there is but one, up to edges in parallel or in series.

    Args:
        states: in and out; the game is open.
        colour: DELETED where Cut is to move, MARKED where Short is.
        most: after how many moves to stop.
        gap: the smallest gap so far between a greatest drop and the next that is not in tied.
        moves: out: edges; of several alike the first.
        gap_states: out: where a smaller gap was met.
        tied: out, after BRANCH: edges whose drops are not 4 E below the greatest for sure.
        classes: out: which of them are alike, by the place of the first in tied.

    Returns:
        Why it stopped, moves, edges in tied, the smallest gap (off by 4 E at most).
    """
    for ply in range(most):
        found, greatest, below, current, _ = measure(
            ends, later_offsets, later, group, last, slot, front, factor, pivot, roots, slots, values, taken, potential,
            states, tied,
        )  # fmt: skip
        if below >= 0.0 and greatest - below < gap:
            gap = greatest - below
            for edge in range(len(states)):
                gap_states[edge] = states[edge]
        for i in range(found):
            edge = tied[i]
            if colour == MARKED:
                one, other = group[ends[edge, 0]], group[ends[edge, 1]]
                if one + other == A + B and one != other:
                    moves[ply] = edge
                    return SHORT_WINS, ply + 1, found, gap
            # only a bridge carries the whole current
            elif greatest > 0.99 * current:
                reach(ends, states, near_offsets, near, A, edge, edge, queue, seen)
                if not seen[B]:
                    moves[ply] = edge
                    return CUT_WINS, ply + 1, found, gap
        different = found
        for i in range(found):
            classes[i] = -1
        for i in range(found):
            if classes[i] < 0:
                classes[i] = i
                for j in range(i + 1, found):
                    if classes[j] < 0 and alike(ends, states, near_offsets, near, group, tied[i], tied[j], queue, seen):
                        classes[j] = i
                        different -= 1
        if different > 1:
            return BRANCH, ply, found, gap
        moves[ply] = tied[0]
        states[tied[0]] = colour
        colour = DELETED + MARKED - colour
    return PAUSED, most, 0, gap

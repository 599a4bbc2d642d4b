"""Fast potentials for the resistor heuristic with proven bounds on their errors: elimination and updates.

Elimination:

Eliminating a node k of a network joins its neighbours pairwise: conductances g_ij grow by g_ik g_kj / s, with s the sum of all
g_kj (star-mesh transformation). Nothing is ever subtracted, so every number has a small relative error for any network. A
potential is a quotient of sums of products in which each conductance occurs at most once (forests rooted at A and B, the
matrix-tree theorem). An addition rounds one stored conductance, which changes a potential by a factor of at most (1 + u)^2, u =
2^-53. Eliminating a node with w neighbours changes each conductance of a network of w nodes by a factor of at most 1 + (w + 5) u,
at most w of them in a product; hence a potential by at most (1 + (w + 5) u)^(2w). Back substitution adds 2w + 5 roundings per
node. Let E be the sum of 2 w (w + 5) + 2 w + 5 over all nodes and 2 for each addition, times u. A potential then has an error of
at most E, a difference 2E, and of two differences that are 4E apart the greater is known. No error carries over to the next move.

Marked edges merge nodes. Each node but the last of those that are merged has an heir, the first later node that it is joined to
by marked edges once all earlier nodes have passed on theirs: its parent in the elimination tree of the marked edges. At its turn
it is not eliminated; its conductances are added to its heir's, which waits in the same front.

The product of the pivots is a determinant D, an integer, and so are drops times D. If D is small enough for the bound to tell
integers apart, drops are exact.

Source: C. E. Shannon's machine as described in the Jena dissertation on the exact analysis of heuristics for combinatorial
games, section 5.2; the elimination without subtraction is that of W. K. Grassmann, M. I. Taksar and D. P. Heyman,
Operations Research 33, 1985; its error analysis that of C. O'Cinneide, Numerische Mathematik 65, 1993. J. W. H. Liu, The role of
elimination trees in sparse factorization, SIAM Journal on Matrix Analysis and Applications 11, 1990.

Updates give the potentials after a few more moves, from the elimination of an earlier position, the base.

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
from tafelwerk.solvers.switching.resistor_network import Floats, Network, Numbers, States
from tafelwerk.solvers.switching.switching_graph import DELETED, FREE, MARKED, A, B


@kernel
def _bequeath(net: Network, one: int, other: int) -> None:
    """Add a marked edge to the elimination tree of the marked edges, in which a node's parent is its heir."""
    rank, heir = net.blocks.rank, net.factors.heir
    low, high = (one, other) if rank[one] < rank[other] else (other, one)
    while heir[low] != high:
        before = heir[low]
        if before >= 0 and rank[before] < rank[high]:
            low = before
            continue
        heir[low] = high
        if before < 0:
            return
        low, high = high, before


@kernel
def _note_changes(net: Network, states: States) -> None:
    """Fill `changed` and `heir`, from the position that was eliminated last or from nothing."""
    known, is_new = net.factors.known, net.factors.known[0] < 0
    is_unmarked = is_new
    for edge in range(len(states)):
        is_unmarked |= known[edge] == MARKED and states[edge] != MARKED
    if is_unmarked:
        net.factors.heir[:] = -1
    for edge in range(len(states)):
        is_changed, block = states[edge] != known[edge], net.blocks.block[edge]
        known[edge] = states[edge]
        if block >= 0:
            net.factors.changed[block] |= is_changed
            if states[edge] == MARKED and (is_changed or is_unmarked):
                _bequeath(net, net.ends[edge, 0], net.ends[edge, 1])
    if is_new:
        net.factors.changed[:] = 1


@inlined
def _assemble(net: Network, states: States, block: int, width: int) -> int:
    """Fill the front of a block, from its edges and the blocks below; returns the number of roundings."""
    front, additions = net.factors.front, 0
    for i in range(width):
        front[i, i + 1 : width] = 0.0
    for k in range(net.blocks.below_offsets[block], net.blocks.below_offsets[block + 1]):
        lower = net.blocks.below[k]
        begin, end = net.blocks.member_offsets[lower] + net.blocks.own[lower], net.blocks.member_offsets[lower + 1]
        size = end - begin
        places, rest = (
            net.blocks.places[begin:end],
            net.factors.rest[net.blocks.rest_offsets[lower] : net.blocks.rest_offsets[lower + 1]],
        )
        for i in range(size - 2):
            target, row = front[places[i]], rest[i * size : (i + 1) * size]
            for j in range(i + 1, size):
                target[places[j]] += row[j]
        # what is added to nothing is not rounded
        if k > net.blocks.below_offsets[block]:
            additions += size * size // 2
    for k in range(net.blocks.enter_offsets[block], net.blocks.enter_offsets[block + 1]):
        edge, end_a, other = net.blocks.entering[k, 0], net.blocks.entering[k, 1], net.blocks.entering[k, 2]
        if states[edge] == FREE:
            front[end_a, other] += 1.0
            additions += 1
    return 2 * additions


@kernel
def _pass_on(net: Network, turn: int, heir: int, width: int) -> int:
    """Add the conductances of a member of the front to its heir's; returns the number of roundings."""
    front = net.factors.front
    row = front[turn]
    for j in range(turn + 1, width):
        low, high = min(j, heir), max(j, heir)
        # A and B have no row
        if low != high and low < width - 2:
            front[low, high] += row[j]
    return 2 * width


@inlined
def _eliminate_member(net: Network, turn: int, width: int, ratios: Floats) -> float:
    """Eliminate a member of the front, and fill its row of factors; returns its pivot."""
    front = net.factors.front
    row, total = front[turn], 0.0
    for j in range(turn + 1, width):
        total += row[j]
    if total == 0.0:
        ratios[turn + 1 :] = 0.0
        return 0.0
    for j in range(turn + 1, width):
        ratios[j] = row[j] / total
    for i in range(turn + 1, width - 2):
        weight = row[i]
        if weight != 0.0:
            target = front[i]
            for j in range(i + 1, width):
                target[j] += weight * ratios[j]
    return total


@inlined
def _eliminate_block(net: Network, states: States, block: int) -> int:
    """Eliminate the own nodes of a block; returns the number of roundings."""
    begin, own = net.blocks.member_offsets[block], net.blocks.own[block]
    width = net.blocks.member_offsets[block + 1] - begin
    members, front = net.blocks.members[begin : begin + width], net.factors.front
    roundings = _assemble(net, states, block, width)
    for place in range(width):
        net.factors.place[members[place]] = place
    for turn in range(own):
        node = members[turn]
        if net.factors.heir[node] >= 0:
            net.factors.pivot[node], net.factors.heir_place[node] = -1.0, net.factors.place[net.factors.heir[node]]
            roundings += _pass_on(net, turn, net.factors.heir_place[node], width)
            continue
        start = net.blocks.factor_offsets[block] + turn * width
        neighbours = 0
        for j in range(turn + 1, width):
            neighbours += front[turn, j] != 0.0
        net.factors.pivot[node] = _eliminate_member(net, turn, width, net.factors.factor[start : start + width])
        roundings += 2 * neighbours * (neighbours + 5) + 2 * neighbours + 5
    size = width - own
    for i in range(size - 2):
        start = net.blocks.rest_offsets[block] + i * size
        row, source = net.factors.rest[start : start + size], front[own + i]
        for j in range(i + 1, size):
            row[j] = source[own + j]
    return roundings


@kernel
def eliminate(net: Network, states: States) -> float:
    """Eliminate all nodes but A and B, for `substitute` and `solve`, and fill labels; the game is open. Returns the bound E."""
    _note_changes(net, states)
    roundings = 0
    for block in range(len(net.blocks.own)):
        if net.factors.changed[block]:
            net.factors.changed[block] = 0
            net.factors.roundings[block] = _eliminate_block(net, states, block)
            if net.blocks.above[block] >= 0:
                net.factors.changed[net.blocks.above[block]] = 1
        roundings += net.factors.roundings[block]
    net.label[A], net.label[B] = A, B
    for block in range(len(net.blocks.own) - 1, -1, -1):
        begin = net.blocks.member_offsets[block]
        for place in range(begin + net.blocks.own[block] - 1, begin - 1, -1):
            node = net.blocks.members[place]
            net.label[node] = net.label[net.factors.heir[node]] if net.factors.heir[node] >= 0 else node
    net.factors.eliminations[0] += 1
    # higher orders, and the roundings of the difference itself
    return float(1.001 * UNIT * (roundings + 4))


@inlined
def _collect(net: Network, block: int, values: Floats) -> None:
    """Pass what enters at the own nodes of a block on to the later nodes of its front."""
    begin, end, own, scratch = (
        net.blocks.member_offsets[block],
        net.blocks.member_offsets[block + 1],
        net.blocks.own[block],
        net.factors.values,
    )
    width = end - begin
    members = net.blocks.members[begin:end]
    for row in range(own):
        scratch[row] = values[members[row]]
    scratch[own:width] = 0.0
    for turn in range(own):
        node, value = members[turn], scratch[turn]
        if value == 0.0:
            continue
        pivot = net.factors.pivot[node]
        if pivot < 0.0:
            scratch[net.factors.heir_place[node]] += value
        elif pivot > 0.0:
            start = net.blocks.factor_offsets[block] + turn * width
            ratios = net.factors.factor[start : start + width]
            for j in range(turn + 1, width):
                scratch[j] += value * ratios[j]
            scratch[turn] = value / pivot
    for row in range(own):
        values[members[row]] = scratch[row]
    for row in range(own, width):
        values[members[row]] += scratch[row]


@inlined
def _spread(net: Network, block: int, values: Floats) -> None:
    """Add to the own nodes of a block what the later nodes of its front contribute."""
    begin, end, own, scratch = (
        net.blocks.member_offsets[block],
        net.blocks.member_offsets[block + 1],
        net.blocks.own[block],
        net.factors.values,
    )
    width = end - begin
    members = net.blocks.members[begin:end]
    for row in range(width):
        scratch[row] = values[members[row]]
    for turn in range(own - 1, -1, -1):
        node = members[turn]
        if net.factors.pivot[node] < 0.0:
            scratch[turn] = scratch[net.factors.heir_place[node]]
        elif net.factors.pivot[node] > 0.0:
            start = net.blocks.factor_offsets[block] + turn * width
            ratios = net.factors.factor[start : start + width]
            unrolled = width - (width - turn - 1) % 4
            a, b, c, d = scratch[turn], 0.0, 0.0, 0.0
            for j in range(turn + 1, unrolled, 4):
                a += ratios[j] * scratch[j]
                b += ratios[j + 1] * scratch[j + 1]
                c += ratios[j + 2] * scratch[j + 2]
                d += ratios[j + 3] * scratch[j + 3]
            for j in range(unrolled, width):
                a += ratios[j] * scratch[j]
            scratch[turn] = (a + b) + (c + d)
        values[node] = scratch[turn]


@kernel
def substitute(net: Network) -> None:
    """Fill potential after elimination in doubles: A at 1, B and unreachable nodes at 0."""
    net.potential[:] = 0.0
    net.potential[A] = 1.0
    for block in range(len(net.blocks.own) - 1, -1, -1):
        _spread(net, block, net.potential)


@kernel
def solve(net: Network, values: Floats) -> None:
    """Replace the currents that enter at each node, float64, shape (n,), by the potentials they cause, A and B at 0."""
    for node in range(B + 1, len(values)):
        if values[node] != 0.0:
            net.factors.changed[net.blocks.home[node]] = 1
    for block in range(len(net.blocks.own)):
        if net.factors.changed[block]:
            net.factors.changed[block] = 0
            _collect(net, block, values)
            if net.blocks.above[block] >= 0:
                net.factors.changed[net.blocks.above[block]] = 1
    values[A] = values[B] = 0.0
    for block in range(len(net.blocks.own) - 1, -1, -1):
        _spread(net, block, values)


@kernel
def measure(net: Network, states: States, drops: Floats) -> float:
    """Fill drops, float64, shape (E,), with -1 for taken edges; also fill labels and potentials. The game is open.

    Returns:
        The bound E on the error of potentials.
    """
    error = eliminate(net, states)
    substitute(net)
    for edge in range(len(states)):
        drops[edge] = -1.0
        if states[edge] == FREE:
            drops[edge] = abs(net.potential[net.ends[edge, 0]] - net.potential[net.ends[edge, 1]])
    return error


@kernel
def make_whole(net: Network, error: float, drops: Floats) -> float:
    """Multiply drops by the determinant D, exactly, if the bound E tells integers apart; returns D, or 0 if not."""
    determinant = 1.0
    for node in range(B + 1, len(net.factors.pivot)):
        if net.factors.pivot[node] > 0.0 and determinant < 2.0**50:
            determinant *= net.factors.pivot[node]
    # relative error E, and one rounding per node
    if determinant * (4.0 * error + 4.0 * UNIT * len(net.factors.pivot)) >= 0.25:
        return 0.0
    determinant = np.rint(determinant)
    for edge in range(len(drops)):
        if drops[edge] > 0.0:
            drops[edge] = np.rint(drops[edge] * determinant)
    return float(determinant)


MOST_UPDATES = 16
"""Most moves from a base."""

_LEAST_PIVOT = 1e-9

_PER_NODE = ("start", "excess", "potential")


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
    updates.progress[0], updates.progress[1], updates.error[0] = net.factors.eliminations[0], 0, error
    for edge in range(len(states)):
        updates.states[edge] = states[edge]
        end, other = B, B
        if states[edge] == FREE:
            end, other = net.label[net.ends[edge, 0]], net.label[net.ends[edge, 1]]
        updates.heads[edge], updates.tails[edge] = end, other
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
    if updates.progress[0] != net.factors.eliminations[0]:
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
        end, other = heads[edge], tails[edge]
        drops[edge] = 0.0
        if end == other:
            continue
        fall = potential[end] - potential[other]
        from_one, to_other = excess[end] + fall, excess[other] - fall
        excess[end], excess[other] = from_one, to_other
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
    count, end, other = updates.progress[1], net.ends[edge, 0], net.ends[edge, 1]
    if count == len(updates.moves):
        return False
    updates.moves[count] = edge
    column = updates.columns[count]
    column[:] = 0.0
    column[end], column[other] = 1.0, -1.0
    solve(net, column)
    if not _border(net, updates, count, colour):
        return False
    _combine(updates, count + 1)
    updates.progress[1] += 1
    updates.states[edge] = colour
    updates.heads[edge] = updates.tails[edge] = B
    if colour == MARKED:
        end, other = net.label[end], net.label[other]
        heir, lost = min(end, other), max(end, other)
        _replace(net.label, lost, heir)
        _replace(updates.heads, lost, heir)
        _replace(updates.tails, lost, heir)
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
    end, other = ends[edge, 0], ends[edge, 1]
    pivot = column[end] - column[other] - (1.0 if colour == DELETED else 0.0)
    side = start[other] - start[end]
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

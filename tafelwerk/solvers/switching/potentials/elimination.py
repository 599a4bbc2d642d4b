"""Fast potentials for the resistor heuristic, by elimination, with a proven bound on their error.

Eliminating a node k of a network joins its neighbours pairwise: conductances g_ij grow by g_ik g_kj / s, with s the sum of all
g_kj (star-mesh transformation). Nothing is ever subtracted, so every number has a small relative error for any network. A
potential is a quotient of sums of products in which each conductance occurs at most once (forests rooted at A and B, the
matrix-tree theorem). An addition rounds one stored conductance, which changes a potential by a factor of at most (1 + u)^2, u =
2^-53. Eliminating a node with w neighbours changes each conductance of a network of w nodes by a factor of at most 1 + (w + 5) u,
at most w of them in a product; hence a potential by at most (1 + (w + 5) u)^(2w). Back substitution adds 2w + 5 roundings per
node. Let E be the sum of 2 w (w + 5) + 2 w + 5 over all nodes and 2 for each addition, times u. A potential then has an error of
at most E, a difference 2E, and of two differences that are 4E apart the greater is known. No error carries over to the next move.

A marked edge merges two slots of the front at the turn when it enters. Nodes are eliminated from both sides towards a cut (see
`network`), and fronts at the cuts are stored. The next position usually differs in an edge near the last move, so only the part
between the old cut and the new one is repeated. A board of order M has a front of M + 1 nodes, so a move within a few rows of the
last one costs O(M^3).

The product of the pivots is a determinant D, an integer, and so are drops times D. If D is small enough for the bound to tell
integers apart, drops are exact.

The same elimination runs modulo a prime below 2^49, for exact fractions (`exact`): doubles hold residues, and products are split
exactly by fused multiply-add.

Source: C. E. Shannon's machine as described in the Jena dissertation on the exact analysis of heuristics for combinatorial
games, section 5.2; the elimination without subtraction is that of W. K. Grassmann, M. I. Taksar and D. P. Heyman,
Operations Research 33, 1985; its error analysis that of C. O'Cinneide, Numerische Mathematik 65, 1993.
"""

import numpy as np

from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.machine.jit import fma, inlined, kernel
from tafelwerk.solvers.switching.components import label
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B
from tafelwerk.solvers.switching.potentials.network import DOWN, UP, Floats, Front, Network, States

_ROUNDING = 1.5 * 2.0**52


@inlined
def multiplied(a: float, b: float, prime: float, inverse: float) -> float:
    """a b modulo a prime below 2^49, for residues: the product is split into a double and its rounding error, both exact."""
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
def added(a: float, b: float, prime: float) -> float:
    """a + b, modulo a prime unless the prime is 0."""
    total = a + b
    return total - prime if prime > 0.0 and total >= prime else total


@kernel
def _front(net: Network, side: int, cut: int) -> Front:
    return Front(net.conductance[side, cut], net.slot[side, cut], net.waiting[side, cut])


@kernel
def _copy(source: Front, target: Front) -> None:
    for node in range(len(source.slot)):
        target.slot[node] = source.slot[node]
    for i in range(len(source.waiting)):
        target.waiting[i] = source.waiting[i]
        for j in range(len(source.waiting)):
            target.conductance[i, j] = source.conductance[i, j]


@kernel
def _slot(front: Front, node: int) -> int:
    """The slot of a node, a free slot if it has none yet."""
    if front.slot[node] < 0:
        place = B + 1
        while front.waiting[place]:
            place += 1
        front.waiting[place] = 1
        front.slot[node] = place
    return int(front.slot[node])


@kernel
def _merge(front: Front, one: int, other: int, prime: float) -> tuple[int, int, int]:
    """Merge two slots; returns the slot kept, the slot lost, and the number of additions. Slots of A and B are kept."""
    kept, lost = min(one, other), max(one, other)
    width, additions = len(front.waiting), 0
    conductance = front.conductance
    for i in range(B + 1, width):
        if conductance[i, lost] != 0.0:
            conductance[i, kept] = added(conductance[i, kept], conductance[i, lost], prime)
            conductance[i, lost] = 0.0
            additions += 1
    if kept > B:
        for j in range(width):
            conductance[kept, j] = added(conductance[kept, j], conductance[lost, j], prime)
        additions += width
        conductance[kept, kept] = 0.0
    conductance[lost, :] = 0.0
    for node in range(len(front.slot)):
        if front.slot[node] == lost:
            front.slot[node] = kept
    front.waiting[kept] += front.waiting[lost]
    front.waiting[lost] = 0
    return kept, lost, additions


@inlined
def _enter(net: Network, states: States, front: Front, side: int, node: int, limit: int, prime: float) -> int:
    """Add the edges that enter at a node's turn, except those to nodes from a limit on; returns the number of roundings."""
    additions = 0
    for k in range(net.offsets[side, node], net.offsets[side, node + 1]):
        edge = net.entering[side, k]
        net.lost[side, edge] = -1
        other = net.ends[edge, 0] + net.ends[edge, 1] - node
        if states[edge] == DELETED or other >= limit:
            continue
        one, two = _slot(front, node), _slot(front, other)
        if one == two:
            continue
        if states[edge] == MARKED:
            net.kept[side, edge], net.lost[side, edge], more = _merge(front, one, two, prime)
            additions += more
            continue
        additions += 2
        if one > B:
            front.conductance[one, two] = added(front.conductance[one, two], 1.0, prime)
        if two > B:
            front.conductance[two, one] = added(front.conductance[two, one], 1.0, prime)
    return 2 * additions


@inlined
def _leave(net: Network, front: Front, node: int, prime: float) -> int:
    """Eliminate a node unless another one waits in its slot; returns the number of roundings."""
    slot = front.slot[node]
    # a node without edges can be merged with B
    net.place[node] = slot if slot >= 0 else B
    net.pivot[node] = -1.0
    if slot < 0:
        return 0
    front.waiting[slot] -= 1
    if front.waiting[slot]:
        return 0
    width = len(front.waiting)
    row, ratios = front.conductance[slot], net.factor[node]
    neighbours, total = 0, 0.0
    for j in range(width):
        if row[j] != 0.0:
            neighbours += 1
            total = added(total, row[j], prime)
    if total == 0.0:
        ratios[:] = 0.0
    elif prime > 0.0:
        total = _eliminate_residues(front, slot, total, ratios, prime)
    else:
        for j in range(width):
            ratios[j] = row[j] / total
        for i in range(B + 1, width):
            weight = front.conductance[i, slot]
            if weight != 0.0 and i != slot:
                target = front.conductance[i]
                for j in range(width):
                    target[j] += weight * ratios[j]
                target[i] = 0.0
                target[slot] = 0.0
    row[:] = 0.0
    net.pivot[node] = total
    return 2 * neighbours * (neighbours + 5) + 2 * neighbours + 5


@kernel
def _eliminate_residues(front: Front, slot: int, total: float, ratios: Floats, prime: float) -> float:
    """Eliminate a slot modulo a prime; returns the inverse of the sum of its conductances."""
    reciprocal, inverse, width = 1.0 / prime, inverted(total, prime), len(front.waiting)
    for j in range(width):
        ratios[j] = multiplied(front.conductance[slot, j], inverse, prime, reciprocal)
    for i in range(B + 1, width):
        weight = front.conductance[i, slot]
        if weight != 0.0 and i != slot:
            target = front.conductance[i]
            for j in range(width):
                target[j] = added(target[j], multiplied(weight, ratios[j], prime, reciprocal), prime)
            target[i] = 0.0
            target[slot] = 0.0
    return inverse


@kernel
def _turns(
    net: Network, states: States, front: Front, side: int, begin: int, end: int, limit: int, prime: float
) -> int:
    """Take the turns of nodes from `begin` to before `end`, in their side's order; returns the number of roundings."""
    roundings = 0
    for node in range(begin, end, 1 if side == UP else -1):
        roundings += _enter(net, states, front, side, node, limit, prime)
        roundings += _leave(net, front, node, prime)
    return roundings


@kernel
def _sweep(net: Network, states: States, side: int, cut: int, target: int, prime: float) -> None:
    """Eliminate one side's nodes from one cut to another."""
    while cut != target:
        then = cut + 1 if side == UP else cut - 1
        front = _front(net, side, then)
        _copy(_front(net, side, cut), front)
        begin, end = net.begin[cut], net.begin[then]
        if side == DOWN:
            begin, end = net.end[cut] - 1, net.end[then] - 1
        roundings = _turns(net, states, front, side, begin, end, len(net.place), prime)
        net.roundings[side, then] = net.roundings[side, cut] + roundings
        cut = then


@kernel
def _meet(net: Network, states: States, cut: int, prime: float) -> int:
    """Join the fronts on both sides of a cut and eliminate the nodes between them; returns the number of roundings."""
    if net.begin[cut] == net.end[cut]:
        return 0
    front, down, links = _front(net, UP, len(net.begin)), _front(net, DOWN, cut), net.links
    _copy(_front(net, UP, cut), front)
    width, additions = len(links), 0
    links[:] = -1
    links[A], links[B] = A, B
    for node in range(net.begin[cut], net.end[cut]):
        slot = down.slot[node]
        if slot < 0:
            continue
        if links[slot] < 0:
            links[slot] = _slot(front, node)
        elif front.slot[node] < 0:
            front.slot[node] = links[slot]
            front.waiting[links[slot]] += 1
        elif front.slot[node] != links[slot]:
            kept, lost, more = _merge(front, front.slot[node], links[slot], prime)
            additions += more
            for j in range(width):
                if links[j] == lost:
                    links[j] = kept
    for i in range(B + 1, width):
        if links[i] > B:
            for j in range(width):
                if down.conductance[i, j] != 0.0 and links[i] != links[j]:
                    target = front.conductance[links[i]]
                    target[links[j]] = added(target[links[j]], down.conductance[i, j], prime)
                    additions += 1
    return 2 * additions + _turns(net, states, front, UP, net.begin[cut], net.end[cut], net.end[cut], prime)


@kernel
def _new_cut(net: Network, states: States) -> tuple[int, int, int]:
    """The cuts up to which and from which checkpoints are valid, and the cut to eliminate towards."""
    last, cut = len(net.begin) - 1, net.cut[0]
    if net.known[0] < 0:
        return 0, last, last
    low = high = cut
    for edge in range(len(states)):
        if states[edge] != net.known[edge]:
            one, other = net.ends[edge, 0], net.ends[edge, 1]
            first, second = min(one, other), max(one, other)
            if second > B:
                if first <= B:
                    first = second
                while net.begin[low] > first:
                    low -= 1
                while net.end[high] <= second:
                    high += 1
    return low, high, max(low if low < cut else high, net.lowest[0])


@kernel
def eliminate(net: Network, states: States, prime: float) -> float:
    """Eliminate all nodes but A and B, modulo a prime unless it is 0; returns the bound E.

    Its results in `net` are used by `substitute`, or by `exact` after a prime. A pivot is also 0 if the prime divides it.
    """
    last = len(net.begin) - 1
    low, high, cut = 0, last, last
    if prime == 0.0:
        low, high, cut = _new_cut(net, states)
    _sweep(net, states, UP, low, cut, prime)
    _sweep(net, states, DOWN, high, cut, prime)
    roundings = _meet(net, states, cut, prime) + net.roundings[UP, cut] + net.roundings[DOWN, cut]
    net.cut[0] = cut
    net.eliminations[0] += 1
    for edge in range(len(states)):
        net.known[edge] = states[edge]
    if prime > 0.0:
        net.known[0] = -1
    # higher orders, and the roundings of the difference itself
    return float(1.001 * UNIT * (roundings + 4))


@kernel
def _give_back(net: Network, side: int, node: int) -> None:
    """Compute the potential of a node, and of slots that were merged at its turn."""
    place, values = net.place[node], net.values
    if net.pivot[node] >= 0.0:
        ratios, value = net.factor[node], 0.0
        for j in range(len(values)):
            value += ratios[j] * values[j]
        values[place] = value
    net.potential[node] = values[place]
    for k in range(net.offsets[side, node + 1] - 1, net.offsets[side, node] - 1, -1):
        edge = net.entering[side, k]
        if net.lost[side, edge] >= 0:
            values[net.lost[side, edge]] = values[net.kept[side, edge]]


@kernel
def substitute(net: Network) -> None:
    """Fill potential after elimination in doubles: A at 1, B and unreachable nodes at 0."""
    cut = net.cut[0]
    begin, end = net.begin[cut], net.end[cut]
    net.values[:] = 0.0
    net.potential[A], net.potential[B], net.values[A] = 1.0, 0.0, 1.0
    for node in range(end - 1, begin - 1, -1):
        _give_back(net, UP, node)
    for side in range(2):
        for node in range(begin, end):
            if net.slot[side, cut, node] >= 0:
                net.values[net.slot[side, cut, node]] = net.potential[node]
        if side == UP:
            for node in range(begin - 1, B, -1):
                _give_back(net, UP, node)
        else:
            for node in range(end, len(net.place)):
                _give_back(net, DOWN, node)


@kernel
def measure(net: Network, states: States, drops: Floats) -> float:
    """Fill drops, float64, shape (E,), with -1 for taken edges; also fill labels and potentials. The game is open.

    Returns:
        The bound E on the error of potentials.
    """
    label(net.ends, states, MARKED, net.label)
    error = eliminate(net, states, 0.0)
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
    for node in range(B + 1, len(net.pivot)):
        if net.pivot[node] > 0.0 and determinant < 2.0**50:
            determinant *= net.pivot[node]
    # relative error E, and one rounding per node
    if determinant * (4.0 * error + 4.0 * UNIT * len(net.pivot)) >= 0.25:
        return 0.0
    determinant = np.rint(determinant)
    for edge in range(len(drops)):
        if drops[edge] > 0.0:
            drops[edge] = np.rint(drops[edge] * determinant)
    return float(determinant)

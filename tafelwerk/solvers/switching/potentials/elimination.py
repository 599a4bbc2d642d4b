"""Fast potentials for the resistor heuristic, by elimination, with a proven bound on their error.

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
"""

import numpy as np

from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.machine.jit import inlined, kernel
from tafelwerk.solvers.switching.graph import FREE, MARKED, A, B
from tafelwerk.solvers.switching.potentials.network import Floats, Network, States


@kernel
def _bequeath(net: Network, one: int, other: int) -> None:
    """Add a marked edge to the elimination tree of the marked edges, in which a node's parent is its heir."""
    rank, heir = net.rank, net.heir
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
    known, is_new = net.known, net.known[0] < 0
    is_unmarked = is_new
    for edge in range(len(states)):
        is_unmarked |= known[edge] == MARKED and states[edge] != MARKED
    if is_unmarked:
        net.heir[:] = -1
    for edge in range(len(states)):
        is_changed, block = states[edge] != known[edge], net.block[edge]
        known[edge] = states[edge]
        if block >= 0:
            net.changed[block] |= is_changed
            if states[edge] == MARKED and (is_changed or is_unmarked):
                _bequeath(net, net.ends[edge, 0], net.ends[edge, 1])
    if is_new:
        net.changed[:] = 1


@inlined
def _assemble(net: Network, states: States, block: int, width: int) -> int:
    """Fill the front of a block, from its edges and the blocks below; returns the number of roundings."""
    front, additions = net.front, 0
    for i in range(width):
        front[i, i + 1 : width] = 0.0
    for k in range(net.below_offsets[block], net.below_offsets[block + 1]):
        lower = net.below[k]
        begin, end = net.member_offsets[lower] + net.own[lower], net.member_offsets[lower + 1]
        size = end - begin
        places, rest = net.places[begin:end], net.rest[net.rest_offsets[lower] : net.rest_offsets[lower + 1]]
        for i in range(size - 2):
            target, row = front[places[i]], rest[i * size : (i + 1) * size]
            for j in range(i + 1, size):
                target[places[j]] += row[j]
        # what is added to nothing is not rounded
        if k > net.below_offsets[block]:
            additions += size * size // 2
    for k in range(net.enter_offsets[block], net.enter_offsets[block + 1]):
        edge, one, other = net.entering[k, 0], net.entering[k, 1], net.entering[k, 2]
        if states[edge] == FREE:
            front[one, other] += 1.0
            additions += 1
    return 2 * additions


@kernel
def _pass_on(net: Network, turn: int, heir: int, width: int) -> int:
    """Add the conductances of a member of the front to its heir's; returns the number of roundings."""
    front = net.front
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
    front = net.front
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
    begin, own = net.member_offsets[block], net.own[block]
    width = net.member_offsets[block + 1] - begin
    members, front = net.members[begin : begin + width], net.front
    roundings = _assemble(net, states, block, width)
    for place in range(width):
        net.place[members[place]] = place
    for turn in range(own):
        node = members[turn]
        if net.heir[node] >= 0:
            net.pivot[node], net.heir_place[node] = -1.0, net.place[net.heir[node]]
            roundings += _pass_on(net, turn, net.heir_place[node], width)
            continue
        start = net.factor_offsets[block] + turn * width
        neighbours = 0
        for j in range(turn + 1, width):
            neighbours += front[turn, j] != 0.0
        net.pivot[node] = _eliminate_member(net, turn, width, net.factor[start : start + width])
        roundings += 2 * neighbours * (neighbours + 5) + 2 * neighbours + 5
    size = width - own
    for i in range(size - 2):
        start = net.rest_offsets[block] + i * size
        row, source = net.rest[start : start + size], front[own + i]
        for j in range(i + 1, size):
            row[j] = source[own + j]
    return roundings


@kernel
def eliminate(net: Network, states: States) -> float:
    """Eliminate all nodes but A and B, for `substitute` and `solve`, and fill labels; the game is open. Returns the bound E."""
    _note_changes(net, states)
    roundings = 0
    for block in range(len(net.own)):
        if net.changed[block]:
            net.changed[block] = 0
            net.roundings[block] = _eliminate_block(net, states, block)
            if net.above[block] >= 0:
                net.changed[net.above[block]] = 1
        roundings += net.roundings[block]
    net.label[A], net.label[B] = A, B
    for block in range(len(net.own) - 1, -1, -1):
        begin = net.member_offsets[block]
        for place in range(begin + net.own[block] - 1, begin - 1, -1):
            node = net.members[place]
            net.label[node] = net.label[net.heir[node]] if net.heir[node] >= 0 else node
    net.eliminations[0] += 1
    # higher orders, and the roundings of the difference itself
    return float(1.001 * UNIT * (roundings + 4))


@inlined
def _collect(net: Network, block: int, values: Floats) -> None:
    """Pass what enters at the own nodes of a block on to the later nodes of its front."""
    begin, end, own, scratch = net.member_offsets[block], net.member_offsets[block + 1], net.own[block], net.values
    width = end - begin
    members = net.members[begin:end]
    for place in range(own):
        scratch[place] = values[members[place]]
    scratch[own:width] = 0.0
    for turn in range(own):
        node, value = members[turn], scratch[turn]
        if value == 0.0:
            continue
        pivot = net.pivot[node]
        if pivot < 0.0:
            scratch[net.heir_place[node]] += value
        elif pivot > 0.0:
            start = net.factor_offsets[block] + turn * width
            ratios = net.factor[start : start + width]
            for j in range(turn + 1, width):
                scratch[j] += value * ratios[j]
            scratch[turn] = value / pivot
    for place in range(own):
        values[members[place]] = scratch[place]
    for place in range(own, width):
        values[members[place]] += scratch[place]


@inlined
def _spread(net: Network, block: int, values: Floats) -> None:
    """Add to the own nodes of a block what the later nodes of its front contribute."""
    begin, end, own, scratch = net.member_offsets[block], net.member_offsets[block + 1], net.own[block], net.values
    width = end - begin
    members = net.members[begin:end]
    for place in range(width):
        scratch[place] = values[members[place]]
    for turn in range(own - 1, -1, -1):
        node = members[turn]
        if net.pivot[node] < 0.0:
            scratch[turn] = scratch[net.heir_place[node]]
        elif net.pivot[node] > 0.0:
            start = net.factor_offsets[block] + turn * width
            ratios = net.factor[start : start + width]
            whole = width - (width - turn - 1) % 4
            a, b, c, d = scratch[turn], 0.0, 0.0, 0.0
            for j in range(turn + 1, whole, 4):
                a += ratios[j] * scratch[j]
                b += ratios[j + 1] * scratch[j + 1]
                c += ratios[j + 2] * scratch[j + 2]
                d += ratios[j + 3] * scratch[j + 3]
            for j in range(whole, width):
                a += ratios[j] * scratch[j]
            scratch[turn] = (a + b) + (c + d)
        values[node] = scratch[turn]


@kernel
def substitute(net: Network) -> None:
    """Fill potential after elimination in doubles: A at 1, B and unreachable nodes at 0."""
    net.potential[:] = 0.0
    net.potential[A] = 1.0
    for block in range(len(net.own) - 1, -1, -1):
        _spread(net, block, net.potential)


@kernel
def solve(net: Network, values: Floats) -> None:
    """Replace the currents that enter at each node, float64, shape (n,), by the potentials they cause, A and B at 0."""
    for node in range(B + 1, len(values)):
        if values[node] != 0.0:
            net.changed[net.home[node]] = 1
    for block in range(len(net.own)):
        if net.changed[block]:
            net.changed[block] = 0
            _collect(net, block, values)
            if net.above[block] >= 0:
                net.changed[net.above[block]] = 1
    values[A] = values[B] = 0.0
    for block in range(len(net.own) - 1, -1, -1):
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

"""Potentials of a base in double-double arithmetic, with a proven bound on their error, by iterative refinement.

The currents r missing at the nodes are found with about 106 bits; the factors at hand, in doubles, give corrections y of the
potentials, L y = r. Each step gains some ten digits. The error is bounded as in `updates`, by the sum of |r_v| and its roundings,
times a bound on the resistance between a node and the terminals: the most edges on a shortest path from a terminal, marked ones
included.

Source: J. H. Wilkinson, Rounding Errors in Algebraic Processes, 1963, on iterative refinement.
"""

from tafelwerk.solvers.machine.double_double import UNIT, add, subtract
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.graph import DELETED, A, B
from tafelwerk.solvers.switching.potentials.elimination import solve
from tafelwerk.solvers.switching.potentials.network import Network, States
from tafelwerk.solvers.switching.potentials.updates import Updates

_STEPS = 3
"""Number of corrections: a solution in doubles has some ten correct digits, a pair thirty."""


@kernel
def drop_of(updates: Updates, edge: int) -> tuple[float, float]:
    """The drop of a free edge of the base after `refine`, as a pair."""
    high, low = updates.high, updates.low
    one, other = updates.heads[edge], updates.tails[edge]
    fall, rest = subtract(high[one], low[one], high[other], low[other])
    return (-fall, -rest) if fall < 0.0 else (fall, rest)


@kernel
def refine(net: Network, updates: Updates, states: States) -> float:
    """Fill `high` and `low`, the potentials of the base by label; no move has been added to it.

    Returns:
        The bound E on their error; a drop has an error of at most 2 E.
    """
    nodes, high, low = len(net.label), updates.high, updates.low
    for node in range(nodes):
        high[node], low[node] = updates.start[node], 0.0
    for _ in range(_STEPS):
        _find_excess(updates)
        for node in range(nodes):
            updates.potential[node] = -updates.excess[node]
        solve(net, updates.potential)
        for node in range(B + 1, nodes):
            high[node], low[node] = add(high[node], low[node], updates.potential[node], 0.0)
    rounded = _find_excess(updates)
    missing = 0.0
    for node in range(B + 1, nodes):
        missing += abs(updates.excess[node])
    for node in range(nodes):
        updates.potential[node], updates.excess[node], updates.rest[node] = updates.start[node], 0.0, 0.0
    # a pair is rounded once more when it becomes a double
    return 1.001 * _depth(net, states) * (missing * (1.0 + UNIT) + 4.0 * UNIT * UNIT * rounded) + 4.0 * UNIT * UNIT


@kernel
def _find_excess(updates: Updates) -> float:
    """Fill excess and rest with the pairs of currents that leave each label of the base in excess; returns a sum of which 4 u^2
    bounds the roundings."""
    high, low, excess, rest = updates.high, updates.low, updates.excess, updates.rest
    excess[:] = 0.0
    rest[:] = 0.0
    rounded = 0.0
    for edge in range(len(updates.heads)):
        one, other = updates.heads[edge], updates.tails[edge]
        if one != other:
            fall, more = subtract(high[one], low[one], high[other], low[other])
            excess[one], rest[one] = add(excess[one], rest[one], fall, more)
            excess[other], rest[other] = subtract(excess[other], rest[other], fall, more)
            rounded += 2.0 * abs(fall) + abs(excess[one]) + abs(excess[other])
    return rounded


@kernel
def _depth(net: Network, states: States) -> int:
    """Most edges, deleted ones left out, on a shortest path from a terminal to a node that can be reached."""
    seen, queue = net.seen, net.queue
    seen[:] = 0
    seen[A] = seen[B] = 1
    queue[0], queue[1] = A, B
    head, tail, depth = 0, 2, 0
    while head < tail:
        depth += 1
        for place in range(head, tail):
            node = queue[place]
            for k in range(net.near_offsets[node], net.near_offsets[node + 1]):
                edge = net.near[k]
                other = net.ends[edge, 0] + net.ends[edge, 1] - node
                if states[edge] != DELETED and not seen[other]:
                    seen[other] = 1
                    queue[tail] = other
                    tail += 1
            head += 1
    return depth

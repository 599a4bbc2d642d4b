"""The resistor heuristic on any graph with unequal conductances, in exact fractions.

Each free edge has its own conductance. In the ideal model marked edges conduct infinitely and deleted edges not at all; otherwise
both have finite conductances, and all edges stay in the network. Current is conductance times potential difference; the heuristic
takes a free edge with the most current.

With the inverse conductances, potential differences of the dual game are proportional to currents here. So if all free edges
conduct g, both games rank them alike: in the ideal model always, and with finite conductances of deleted and marked edges if and
only if the product of these is g^2.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 5.2.1 to 5.2.3, theorem 5.6.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np
from flint import fmpq, fmpz_mat

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching.graph import (
    DELETED,
    FREE,
    MARKED,
    A,
    B,
    Graph,
    States,
    checked_states,
    contract,
    winner,
)
from tafelwerk.solvers.switching.potentials.exact import drops

Conductances = Sequence[Fraction]

MOST_NODES = 4000
"""Most nodes of a network whose equations are solved as a whole."""


def conductance_drops(
    graph: Graph, states: States, conductances: Conductances, taken: tuple[Fraction, Fraction] | None = None
) -> dict[int, Fraction]:
    """Potential difference of every free edge, with A at 1 and B at 0.

    Args:
        graph: the graph.
        states: state of every edge, FREE, DELETED or MARKED.
        conductances: conductance of every edge while it is free, above 0.
        taken: conductances of deleted and of marked edges, above 0. Default: 0 and infinity.

    Returns:
        Edges, ascending, with differences from 0 to 1. An edge that no current can reach has 0.

    Raises:
        InputError: not one state and one conductance above 0 per edge, more than MOST_NODES nodes with unequal conductances, or
            the game is over.
    """
    state = checked_states(graph, states)
    if len(conductances) != graph.edges or not all(each > 0 for each in (*conductances, *(taken or ()))):
        raise InputError("conductances must be above 0, one per edge")
    won = winner(graph, state)
    if won is not None:
        raise InputError(f"the game is over, {won} has won; potentials are undefined")
    free = np.flatnonzero(state == FREE).tolist()
    if taken is None and len({conductances[edge] for edge in free}) == 1:
        return drops(graph, state)
    if graph.nodes > MOST_NODES:
        raise InputError(f"unequal conductances are for graphs with up to {MOST_NODES:,} nodes, not {graph.nodes:,}")
    if taken is None:
        left = contract(graph, state)
        nodes, ends = left.nodes, left.ends.tolist()
        weights = [conductances[edge] for edge in free]
        found = _potentials(nodes, ends, weights)
        return {edge: abs(found[one] - found[other]) for edge, (one, other) in zip(free, ends, strict=True)}
    of_state = {DELETED: taken[0], MARKED: taken[1]}
    weights = [of_state.get(colour, own) for colour, own in zip(state.tolist(), conductances, strict=True)]
    ends = graph.ends.tolist()
    found = _potentials(graph.nodes, ends, weights)
    return {edge: abs(found[ends[edge][0]] - found[ends[edge][1]]) for edge in free}


def _potentials(nodes: int, ends: Sequence[Sequence[int]], weights: Conductances) -> list[Fraction]:
    """Potentials of all nodes by Kirchhoff's equations in integers; 0 where neither A nor B can be reached."""
    near = {A, B}
    around: list[list[int]] = [[] for _ in range(nodes)]
    for one, other in ends:
        around[one].append(other)
        around[other].append(one)
    todo = [A, B]
    while todo:
        further = set(around[todo.pop()]) - near
        near |= further
        todo += further
    place = {node: number for number, node in enumerate(sorted(near - {A, B}))}
    found = [Fraction(0)] * nodes
    found[A] = Fraction(1)
    if not place:
        return found
    scale = lcm(*(weight.denominator for weight in weights))
    matrix, source = fmpz_mat(len(place), len(place)), fmpz_mat(len(place), 1)
    for (one, other), weight in zip(ends, weights, strict=True):
        flow = int(weight * scale)
        for here, there in ((one, other), (other, one)):
            if here in place and here != there:
                matrix[place[here], place[here]] += flow
                if there in place:
                    matrix[place[here], place[there]] -= flow
                elif there == A:
                    source[place[here], 0] += flow
    solved = matrix.solve(source)
    for node, number in place.items():
        value: fmpq = solved[number, 0]
        found[node] = Fraction(int(value.p), int(value.q))
    return found

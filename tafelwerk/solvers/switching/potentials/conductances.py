"""The resistor heuristic on any graph whose edges conduct differently, in exact fractions.

Free edges have conductances of their own. Marked edges conduct infinitely and deleted ones not at all, the ideal model, or both
have finite conductances: then all edges stay in the network. Current is conductance times potential difference; the heuristic
takes a free edge with the most current.

With the inverse conductances potential differences of the dual game are proportional to currents here. So where free edges all
conduct g, both games rank them alike: in the ideal model, and with finite conductances of deleted and marked edges just when
the product of these is g^2.

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
"""Nodes of a network whose equations are solved as a whole."""


def conductance_drops(
    graph: Graph, states: States, conductances: Conductances, taken: tuple[Fraction, Fraction] | None = None
) -> dict[int, Fraction]:
    """The potential difference between the ends of every free edge, A at 1 and B at 0.

    Args:
        graph: the graph.
        states: of every edge, FREE, DELETED or MARKED.
        conductances: of every edge while it is free, above 0.
        taken: those of deleted and of marked edges, above 0; None: 0 and infinite.

    Returns:
        Edges, ascending, with differences from 0 to 1. An edge that no current can reach has 0.

    Raises:
        InputError: not a state and a conductance above 0 for every edge, more than MOST_NODES nodes where conductances are not
            all alike, or the game is over.
    """
    state = checked_states(graph, states)
    if len(conductances) != graph.edges or not all(each > 0 for each in (*conductances, *(taken or ()))):
        raise InputError("conductances are above 0, one per edge")
    won = winner(graph, state)
    if won is not None:
        raise InputError(f"the game is over, {won} has won; potentials are undefined")
    free = np.flatnonzero(state == FREE).tolist()
    if taken is None and len({conductances[edge] for edge in free}) == 1:
        return drops(graph, state)
    if graph.nodes > MOST_NODES:
        raise InputError(
            f"conductances are of graphs with up to {MOST_NODES:,} nodes, not {graph.nodes:,}, unless all are 1"
        )
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
    """Potentials of all nodes by Kirchhoff's equations in whole numbers; 0 where neither A nor B can be reached."""
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

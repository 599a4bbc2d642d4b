"""Shannon's resistor heuristic for one position, in exact fractions: of any graph, with any edges taken.

A free edge is a resistor of 1, a marked one joins its ends, a deleted one is gone. A is held at 1 and B at 0; a
potential is the mean of its neighbours', and both players take an edge whose ends differ most.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.2; the machine is C.
E. Shannon's, 1951.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from flint import fmpq, fmpz_mat
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, A, B, Contraction, Graph, contract, winner

States = Sequence[int] | NDArray[np.int8]


def drops(graph: Graph, states: States) -> dict[int, Fraction]:
    """The potential difference between the ends of every free edge, A at 1 and B at 0.

    Args:
        graph: the graph.
        states: of every edge, FREE, DELETED or MARKED.

    Returns:
        Edges, ascending, with differences from 0 to 1. An edge that no current can reach, a loop among them, has 0.

    Raises:
        InputError: states are not one an edge, or the game is over: A and B are joined or kept apart.
    """
    return {edge: Fraction(int(drop.p), int(drop.q)) for edge, drop in _drops(graph, states).items()}


def heuristic_moves(graph: Graph, states: States) -> list[int]:
    """All free edges whose ends differ most, ascending: what both players choose from, whose turn ever it is.

    Raises:
        InputError: states are not one an edge, or the game is over.
    """
    found = _drops(graph, states)
    most = max(found.values())
    return [edge for edge, drop in found.items() if drop == most]


def node_potentials(graph: Graph, states: States) -> list[Fraction | None]:
    """The potential of every node of the graph, A at 1 and B at 0; None where neither can be reached.

    Raises:
        InputError: as in `drops`.
    """
    state = check_open(graph, states)
    left = contract(graph, state)
    found = [Fraction(int(value.p), int(value.q)) for value in _potentials(left)]
    joined = contract(graph, np.where(state == FREE, MARKED, state)).node_of
    return [
        found[group] if reached == joined[A] else None
        for group, reached in zip(left.node_of.tolist(), joined.tolist(), strict=True)
    ]


def check_open(graph: Graph, states: States) -> NDArray[np.int8]:
    """The states as an array of its own, int8.

    Raises:
        InputError: states are not one an edge, one of them is none, or the game is over.
    """
    state = np.array(states, np.int64)
    if state.shape != (graph.edges,):
        raise InputError(f"states are {graph.edges}, one an edge, not of shape {state.shape}")
    if not np.isin(state, (FREE, DELETED, MARKED)).all():
        raise InputError(f"states are {FREE} (free), {DELETED} (deleted) or {MARKED} (marked)")
    won = winner(graph, state.astype(np.int8))
    if won is not None:
        raise InputError(f"the game is over, {won} has won: no current flows, or without a drop")
    return state.astype(np.int8)


def _drops(graph: Graph, states: States) -> dict[int, fmpq]:
    left = contract(graph, check_open(graph, states))
    potential = _potentials(left)
    return {
        edge: abs(potential[one] - potential[other])
        for edge, (one, other) in zip(left.edges.tolist(), left.ends.tolist(), strict=True)
    }


def _potentials(left: Contraction) -> list[fmpq]:
    """Of every node; 0 where neither A nor B can be reached."""
    neighbours: list[list[int]] = [[] for _ in range(left.nodes)]
    for one, other in left.ends.tolist():
        if one != other:
            neighbours[one].append(other)
            neighbours[other].append(one)
    place: dict[int, int] = {}
    seen, todo = {A, B}, [A, B]
    while todo:
        for node in neighbours[todo.pop()]:
            if node not in seen:
                seen.add(node)
                place[node] = len(place)
                todo.append(node)
    potential = [fmpq(0)] * left.nodes
    potential[A] = fmpq(1)
    if place:
        balance, source = fmpz_mat(len(place), len(place)), fmpz_mat(len(place), 1)
        for node, row in place.items():
            balance[row, row] = len(neighbours[node])
            for other in neighbours[node]:
                if other == A:
                    source[row, 0] += 1
                elif other != B:
                    balance[row, place[other]] -= 1
        found = balance.solve(source)
        for node, row in place.items():
            potential[node] = found[row, 0]
    return potential

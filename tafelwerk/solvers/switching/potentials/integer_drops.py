"""Drops of the resistor heuristic as whole numbers, for small graphs: exact, and fast enough for every position.

The potentials of the inner nodes solve a system whose matrix is the Laplacian less the rows and columns of A and B. Elimination
without fractions keeps minors of the system; by the all-minors matrix-tree theorem each counts forests of the network with signs,
so it is at most the binomial coefficient C(e, e // 2) for e free edges, and a product of two of them, doubled, fits 64 bits up to
33 edges. At the end potentials are whole numbers over one denominator, a count of forests rooted at A and B.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.2; E. H. Bareiss, Sylvester's
identity and multistep integer-preserving Gaussian elimination, Mathematics of Computation 22, 1968; S. Chaiken, A combinatorial
proof of the all minors matrix tree theorem, SIAM Journal on Algebraic and Discrete Methods 3, 1982.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.graph import FREE, A, B, Graph
from tafelwerk.solvers.switching.positions import Positions
from tafelwerk.solvers.switching.shannon_kernel import merge

MOST_INTEGER_EDGES = 33
"""Edges of a graph whose drops are found in 64-bit whole numbers; the board of order 4 has 25."""

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Desk:
    """Room for one position.

    Attributes:
        group: int32, shape (nodes,): the smallest node that a node is merged with.
        last: int32, shape (nodes,): the greatest node of those merged.
        row: int32, shape (nodes,): its row in the system, -1 without one.
        queue: int32, shape (nodes,): for walks.
        system: int64, shape (nodes, nodes + 1).
        potential: int64, shape (nodes,): numerators, by smallest member.
    """

    group: NDArray[np.int32]
    last: NDArray[np.int32]
    row: NDArray[np.int32]
    queue: NDArray[np.int32]
    system: Ints
    potential: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Drops:
    """Drops at all edges of a game graph.

    Attributes:
        numerators: int32, shape (game edges,): drops, times the denominator of their position.
        denominators: int32, shape (positions,): at least 1, 1 where the game is over.
        greatest: int32, shape (positions,): the greatest numerator, 0 where the game is over.
    """

    numerators: NDArray[np.int32]
    denominators: NDArray[np.int32]
    greatest: NDArray[np.int32]


def make_desk(nodes: int) -> Desk:
    """Room for graphs of so many nodes."""
    group, last, row, queue = np.zeros((4, nodes), np.int32)
    return Desk(group, last, row, queue, np.zeros((nodes, nodes + 1), np.int64), np.zeros(nodes, np.int64))


def position_drops(graph: Graph, states: NDArray[np.int8]) -> tuple[Ints, int]:
    """Drops of one open position.

    Args:
        graph: with up to MOST_INTEGER_EDGES edges.
        states: int8, shape (edges,).

    Returns:
        numerators: int64, shape (edges,), -1 where an edge is taken.
        denominator: of all of them.

    Raises:
        InputError: the graph has too many edges.
    """
    if graph.edges > MOST_INTEGER_EDGES:
        raise InputError(f"whole numbers serve graphs with up to {MOST_INTEGER_EDGES} edges, not {graph.edges}")
    desk = make_desk(graph.nodes)
    numerators = np.empty(graph.edges, np.int64)
    denominator = drops_kernel(
        graph.ends, states, desk.group, desk.last, desk.row, desk.queue, desk.system, desk.potential, numerators
    )
    return numerators, int(denominator)


def all_drops(positions: Positions) -> Drops:
    """Drops of every open position."""
    game = positions.game
    desk, edges = make_desk(positions.graph.nodes), positions.graph.edges
    numerators = np.zeros(game.edges, np.int32)
    denominators, greatest = np.ones(game.positions, np.int32), np.zeros(game.positions, np.int32)
    _all_kernel(
        positions.graph.ends, positions.keys, game.offsets, game.labels, desk.group, desk.last, desk.row, desk.queue,
        desk.system, desk.potential, np.empty(edges, np.int8), np.empty(edges, np.int64), numerators, denominators, greatest,
    )  # fmt: skip
    return Drops(numerators, denominators, greatest)


def heuristic_shares(positions: Positions, drops: Drops) -> Ints:
    """The heuristic as shares an edge of the game graph: 1 where the drop is greatest, else 0; int64. Exact."""
    game = positions.game
    most = np.repeat(drops.greatest, np.diff(game.offsets))
    shares: Ints = (drops.numerators == most).astype(np.int64)
    return shares


@kernel
def _rows_kernel(
    ends: NDArray[np.int32],
    states: NDArray[np.int8],
    group: NDArray[np.int32],
    row: NDArray[np.int32],
    queue: NDArray[np.int32],
) -> int:
    """Number the inner nodes that A or B can reach by free edges; how many."""
    for node in range(row.shape[0]):
        row[node] = -1
    queue[0], queue[1] = A, B
    row[A] = row[B] = 0
    head, tail, count = 0, 2, 0
    while head < tail:
        node = queue[head]
        head += 1
        for edge in range(states.shape[0]):
            if states[edge] != FREE:
                continue
            one, other = group[ends[edge, 0]], group[ends[edge, 1]]
            if one != node:
                one, other = other, one
            if one == node and row[other] < 0:
                row[other] = count
                count += 1
                queue[tail] = other
                tail += 1
    row[A] = row[B] = -1
    return count


@kernel
def drops_kernel(
    ends: NDArray[np.int32],
    states: NDArray[np.int8],
    group: NDArray[np.int32],
    last: NDArray[np.int32],
    row: NDArray[np.int32],
    queue: NDArray[np.int32],
    system: Ints,
    potential: Ints,
    numerators: Ints,
) -> int:
    """Fill numerators, -1 where an edge is taken; the denominator. The game is open."""
    merge(ends, states, group, last)
    size = _rows_kernel(ends, states, group, row, queue)
    for i in range(size):
        for j in range(size + 1):
            system[i, j] = 0
    for edge in range(states.shape[0]):
        one, other = group[ends[edge, 0]], group[ends[edge, 1]]
        if states[edge] != FREE or one == other:
            continue
        i, j = row[one], row[other]
        if i >= 0:
            system[i, i] += 1
        if j >= 0:
            system[j, j] += 1
        if i >= 0 and j >= 0:
            system[i, j] -= 1
            system[j, i] -= 1
        elif one == A and j >= 0:
            system[j, size] += 1
        elif other == A and i >= 0:
            system[i, size] += 1
    # leading minors of a reduced Laplacian are positive: no row is exchanged
    before = 1
    for k in range(size):
        pivot = system[k, k]
        for i in range(size):
            if i == k:
                continue
            factor = system[i, k]
            for j in range(k + 1, size + 1):
                system[i, j] = (pivot * system[i, j] - factor * system[k, j]) // before
            system[i, k] = 0
        before = pivot
    for node in range(row.shape[0]):
        potential[node] = system[row[node], size] if row[node] >= 0 else 0
    potential[A], potential[B] = before, 0
    for edge in range(states.shape[0]):
        if states[edge] == FREE:
            numerators[edge] = abs(potential[group[ends[edge, 0]]] - potential[group[ends[edge, 1]]])
        else:
            numerators[edge] = -1
    return before


@kernel
def _all_kernel(
    ends: NDArray[np.int32],
    keys: NDArray[np.int32],
    offsets: Ints,
    labels: NDArray[np.int32],
    group: NDArray[np.int32],
    last: NDArray[np.int32],
    row: NDArray[np.int32],
    queue: NDArray[np.int32],
    system: Ints,
    potential: Ints,
    states: NDArray[np.int8],
    found: Ints,
    numerators: NDArray[np.int32],
    denominators: NDArray[np.int32],
    greatest: NDArray[np.int32],
) -> None:
    """Fill the last three for all open positions."""
    for number in range(keys.shape[0]):
        if offsets[number] == offsets[number + 1]:
            continue
        rest = int(keys[number])
        for edge in range(states.shape[0]):
            states[edge] = rest % 3
            rest //= 3
        denominators[number] = drops_kernel(ends, states, group, last, row, queue, system, potential, found)
        most = 0
        for place in range(offsets[number], offsets[number + 1]):
            numerators[place] = found[labels[place]]
            most = max(most, found[labels[place]])
        greatest[number] = most

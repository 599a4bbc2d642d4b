"""Drops of the resistor heuristic in every position of a small graph, as integers: exact.

With A at 1 and B at 0, the potential of a node is N / D. Consider the forests of free edges that join every reachable node to
exactly one of A and B: D is the number of all of them, and N the number of those that join the node to A (Kirchhoff's matrix-tree
theorem). Such forests are counted by deletion and contraction. Those without a given free edge are forests of the position with
the edge deleted; those with it are forests of the position with the edge marked. A loop or an unreachable edge is in none. An
edge is in all of them if deleting it makes a node unreachable.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.2; W. T. Tutte, Graph Theory,
1984, chapter 6.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.components import link, root
from tafelwerk.solvers.switching.graph import MARKED, A, B
from tafelwerk.solvers.switching.positions import Positions, free_edge, read_states
from tafelwerk.solvers.switching.potentials.network import Numbers, States

Masks = NDArray[np.int16]


@dataclass(frozen=True, slots=True, eq=False)
class Drops:
    """Drops at all edges of a game graph.

    Attributes:
        numerators: int32, shape (game edges,): drops times the denominator of their position.
        denominators: int32, shape (positions,): at least 1; 1 if the game is over.
        greatest: int32, shape (positions,): the greatest numerator; 0 if the game is over.
    """

    numerators: Numbers
    denominators: Numbers
    greatest: Numbers


def all_drops(positions: Positions) -> Drops:
    """Drops of every open position."""
    game, edges = positions.game, positions.graph.edges
    # isolated nodes are left out
    nodes, places = np.unique(np.append([A, B], positions.graph.ends), return_inverse=True)
    ends = places[2:].reshape(-1, 2).astype(np.int32)
    ends.flags.writeable = False  # as kernels are compiled for
    forests, within, loops = np.zeros((3**edges, len(nodes)), np.int16), *np.zeros((2, 3**edges), np.int16)
    _count_forests(ends, np.empty(edges, np.int8), np.empty(len(nodes), np.int32), within, loops, forests)
    counts = forests[positions.keys]
    owners = np.repeat(np.arange(game.positions), np.diff(game.offsets))
    numerators = np.abs(counts[owners, ends[game.labels, 0]] - counts[owners, ends[game.labels, 1]]).astype(np.int32)
    denominators, greatest = np.ones(game.positions, np.int32), np.zeros(game.positions, np.int32)
    is_open = np.diff(game.offsets) > 0
    denominators[is_open] = counts[is_open, A]
    greatest[is_open] = np.maximum.reduceat(numerators, game.offsets[:-1][is_open])
    return Drops(numerators, denominators, greatest)


def heuristic_shares(positions: Positions, drops: Drops) -> NDArray[np.int64]:
    """The heuristic as shares of the game graph's edges: int64, 1 where the drop is greatest, otherwise 0. Exact."""
    most = np.repeat(drops.greatest, np.diff(positions.game.offsets))
    shares: NDArray[np.int64] = (drops.numerators == most).astype(np.int64)
    return shares


@kernel
def _count_forests(
    ends: Numbers, states: States, parents: Numbers, within: Masks, loops: Masks, forests: Masks
) -> None:
    """Count forests for all states of the edges.

    Args:
        ends: int32, shape (E, 2).
        states, parents: int8, shape (E,), and int32, shape (n,): scratch.
        within: filled: int16, shape (3^E,): bit e if both nodes of edge e can be reached from A or B.
        loops: filled: int16, shape (3^E,): bit e if marked edges join the two nodes of edge e.
        forests: filled: int16, shape (3^E, n): forests that join a node to A; 0 if A and B are joined.
    """
    edges, nodes = len(ends), len(parents)
    for key in range(len(within) - 1, -1, -1):
        edge, power = free_edge(key, edges)
        if edge < edges:
            deleted, marked, bit = key + power, key + 2 * power, 1 << edge
            within[key], loops[key] = within[marked], loops[deleted]
            is_idle = not within[marked] & bit or loops[deleted] & bit
            is_needed = within[deleted] != within[marked]
            for node in range(nodes):
                without = 0 if is_needed else forests[deleted, node]
                forests[key, node] = forests[deleted, node] if is_idle else without + forests[marked, node]
            continue
        read_states(key, states)
        link(ends, states, MARKED, MARKED, parents)
        for other in range(edges):
            one, two = root(parents, ends[other, 0]), root(parents, ends[other, 1])
            if one == two:
                loops[key] |= 1 << other
            # A and B are the smallest nodes of their components
            if max(one, two) <= B:
                within[key] |= 1 << other
        if root(parents, B) != A:
            for node in range(nodes):
                forests[key, node] = root(parents, node) == A

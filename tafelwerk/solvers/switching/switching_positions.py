"""Every position of a small switching game in which Cut began: numbers, successors, who wins, exact drops.

A position is turn-consistent if as many edges are deleted as marked (Cut to move), or one more (Short to move). Its key is the
number whose base-3 digits are the states of its edges, edge 0 the lowest. Positions with more taken edges have smaller numbers;
among those with equally many, the smaller key comes first. So successors come first, and the kernels for game graphs apply. Order
3 has 414,584 positions, of which 327,992 are open.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.1.

Drops of the resistor heuristic are integers in every position.

With A at 1 and B at 0, the potential of a node is N / D. Consider the forests of free edges that join every reachable node to
exactly one of A and B: D is the number of all of them, and N the number of those that join the node to A (Kirchhoff's matrix-tree
theorem). Such forests are counted by deletion and contraction. Those without a given free edge are forests of the position with
the edge deleted; those with it are forests of the position with the edge marked. A loop or an unreachable edge is in none. An
edge is in all of them if deleting it makes a node unreachable.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.2; W. T. Tutte, Graph Theory,
1984, chapter 6.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph, perfect_values
from tafelwerk.solvers.switching.disjoint_forests import is_joined, link, root
from tafelwerk.solvers.switching.resistor_network import Numbers, States
from tafelwerk.solvers.switching.switching_graph import DELETED, FREE, MARKED, A, B, Graph, make_board

MOST_POSITION_EDGES = 13
"""Most edges of a graph whose positions are all listed; the number at order 3."""

Keys = NDArray[np.int32]
Colours = NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """The turn-consistent positions of a graph, n of them.

    Attributes:
        graph: the graph.
        game: its positions as a game graph; labels are edges, and the root is the position before the first move.
        keys: int32, shape (n,): base-3 digits are the states of edges.
        number_of: int32, shape (3^edges,): number of the position with each key, or -1.
        to_move: int8, shape (n,): colour of the player to move, DELETED (Cut) or MARKED (Short).
        won: int8, shape (n,): DELETED or MARKED if Cut or Short has won, FREE in open positions.
    """

    graph: Graph
    game: GameGraph
    keys: Keys
    number_of: NDArray[np.int32]
    to_move: Colours
    won: Colours

    def states(self, number: int) -> Colours:
        """States of the edges of a position, int8, shape (edges,)."""
        return (int(self.keys[number]) // 3 ** np.arange(self.graph.edges) % 3).astype(np.int8)


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """Perfect play from every position.

    Attributes:
        winner: int8, shape (n,): DELETED if Cut wins, MARKED if Short wins, decided positions included.
        moves: uint16, shape (n,): winning moves of the player to move, bit e for edge e; 0 if there are none.
    """

    winner: Colours
    moves: NDArray[np.uint16]


@lru_cache(maxsize=4)
def board_positions(order: int) -> Positions:
    """All positions of the board of order 2 or 3.

    Raises:
        InputError: the order is not 2 or 3.
    """
    if order not in (2, 3):
        raise InputError(f"all positions are listed for orders 2 and 3, not {order}")
    return graph_positions(make_board(order).graph)


def graph_positions(graph: Graph) -> Positions:
    """All positions of a graph.

    Raises:
        InputError: it has more than MOST_POSITION_EDGES edges.
    """
    if graph.edges > MOST_POSITION_EDGES:
        raise InputError(f"positions are listed for graphs with up to {MOST_POSITION_EDGES} edges, not {graph.edges}")
    edges = graph.edges
    won_by_key, deleted, marked = np.empty((3, 3**edges), np.int8)
    _decide_kernel(graph.ends, won_by_key, deleted, marked, np.empty(edges, np.int8), np.empty(graph.nodes, np.int32))
    taken = deleted + marked
    consistent = np.flatnonzero((deleted == marked) | (deleted == marked + 1)).astype(np.int32)
    keys = consistent[np.argsort(-taken[consistent], kind="stable")]
    number_of = np.full(3**edges, -1, np.int32)
    number_of[keys] = np.arange(len(keys))
    won = won_by_key[keys]
    to_move = np.where(taken[keys] % 2 == 0, DELETED, MARKED).astype(np.int8)
    is_open = won == FREE
    is_move = np.stack([is_open & (keys // 3**edge % 3 == FREE) for edge in range(edges)], axis=1)
    moves = np.flatnonzero(is_move).astype(np.int32)
    owners = moves // edges
    labels = moves - edges * owners
    successors = number_of[keys[owners] + (3 ** np.arange(edges, dtype=np.int32))[labels] * to_move[owners]]
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(np.bincount(owners, minlength=len(keys)))])
    payoff = np.where(is_open, UNDECIDED, np.where(won == to_move, 1, -1)).astype(np.int8)
    game = GameGraph(offsets, successors, np.ones(offsets[-1], np.int32), labels, payoff, len(keys) - 1)
    for array in (keys, number_of, won, to_move):
        array.flags.writeable = False
    return Positions(graph, game, keys, number_of, to_move, won)


def perfect_outcomes(positions: Positions) -> Outcomes:
    """Winner and winning moves of every position under perfect play. Exact."""
    game = positions.game
    values = perfect_values(game)
    winner = np.where(values == 1, positions.to_move, DELETED + MARKED - positions.to_move).astype(np.int8)
    won = values[game.successors] == -1
    return Outcomes(winner, move_masks(positions, won))


def move_masks(positions: Positions, chosen: NDArray[np.bool_]) -> NDArray[np.uint16]:
    """Chosen moves of each position as bits: uint16, shape (n,), bit e for edge e.

    Args:
        positions: positions of the graph.
        chosen: bool, shape (game edges,).
    """
    game, masks = positions.game, np.zeros(positions.game.positions, np.uint16)
    is_open = game.payoff == UNDECIDED
    bits = chosen * np.left_shift(np.uint16(1), game.labels.astype(np.uint16))
    masks[is_open] = np.bitwise_or.reduceat(bits, game.offsets[:-1][is_open])
    return masks


@kernel
def read_states(key: int, states: Colours) -> None:
    """Fill states with the base-3 digits of a key."""
    digits = int(key)
    for edge in range(len(states)):
        states[edge] = digits % 3
        digits //= 3


@kernel
def free_edge(key: int, edges: int) -> tuple[int, int]:
    """The first free edge of a key, and the corresponding power of 3; the number of edges if there is none."""
    edge, power = 0, 1
    while edge < edges and key // power % 3 != FREE:
        edge += 1
        power *= 3
    return edge, power


@kernel
def _decide_kernel(ends: Keys, won: Colours, deleted: Colours, marked: Colours, states: Colours, parents: Keys) -> None:
    """Fill who has won, and the numbers of deleted and marked edges, by key. A player has won with an edge free if and only if
    the player has also won with the edge taken by the rival."""
    for key in range(len(won) - 1, -1, -1):
        edge, power = free_edge(key, len(ends))
        if edge < len(ends):
            after, then = key + power, key + 2 * power
            deleted[key], marked[key] = deleted[after] - 1, marked[after]
            won[key] = FREE
            if won[after] == MARKED:
                won[key] = MARKED
            elif won[then] == DELETED:
                won[key] = DELETED
            continue
        read_states(key, states)
        marked[key] = 0
        for state in states:
            marked[key] += state == MARKED
        deleted[key] = len(ends) - marked[key]
        won[key] = MARKED if is_joined(ends, states, MARKED, MARKED, parents) else DELETED


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
            first, second = root(parents, ends[other, 0]), root(parents, ends[other, 1])
            if first == second:
                loops[key] |= 1 << other
            # A and B are the smallest nodes of their components
            if max(first, second) <= B:
                within[key] |= 1 << other
        if root(parents, B) != A:
            for node in range(nodes):
                forests[key, node] = root(parents, node) == A

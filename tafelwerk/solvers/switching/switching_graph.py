"""Graphs of the switching game, two terminals A and B with edges that Cut deletes and Short marks; boards of Bridg-It.

Short wins when marked edges join A and B, Cut when that has become impossible. Parallel edges and loops are allowed.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.1.1; A. Lehman, A solution of the
Shannon switching game, J. SIAM 12, 1964.

A board of Bridg-It is a grid of (M - 1) x M nodes between A and B.

An edge is named by its midpoint on the board: a letter for the column, without I, L and O, and a number for the row, row 1 next
to A. Edges between rows have odd columns (A, C, ...) and odd rows, edges along a row have even ones.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, definition 5.5, figures 5.3 to 5.7.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.switching.rules import checked_order

A, B = 0, 1
"""The terminals, which Short joins and Cut separates."""

FREE, DELETED, MARKED = 0, 1, 2
"""States of an edge."""

MOST_EDGES = 100_000

States = Sequence[int] | NDArray[np.int8]
"""States of all edges."""


class Player(StrEnum):
    """The two players."""

    CUT = "cut"
    SHORT = "short"

    @property
    def rival(self) -> "Player":
        """The other player."""
        return Player.SHORT if self is Player.CUT else Player.CUT

    @property
    def colour(self) -> int:
        """State of the edges that the player takes: DELETED or MARKED."""
        return DELETED if self is Player.CUT else MARKED


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """A graph with terminals A and B.

    Attributes:
        nodes: number of nodes; A is node 0, B node 1.
        ends: int32, shape (edges, 2): the two nodes of each edge.
    """

    nodes: int
    ends: NDArray[np.int32]

    @property
    def edges(self) -> int:
        """Number of edges."""
        return len(self.ends)


def make_graph(nodes: int, edges: Iterable[tuple[int, int]]) -> Graph:
    """A graph from its edges.

    Args:
        nodes: number of nodes; 0 is A, 1 is B.
        edges: pairs of nodes, one per edge.

    Raises:
        InputError: fewer than two nodes, no edge or too many, an edge to an unknown node, or A and B not connected.

    >>> make_graph(3, [(0, 2), (2, 1)]).ends.tolist()
    [[0, 2], [2, 1]]
    """
    ends = np.array(list(edges), np.int32).reshape(-1, 2)
    if nodes < 2:
        raise InputError(f"a graph needs the nodes A and B, not {nodes} nodes")
    if not 1 <= len(ends) <= MOST_EDGES:
        raise InputError(f"a graph must have 1 to {MOST_EDGES:,} edges, not {len(ends):,}")
    if ends.min() < 0 or ends.max() >= nodes:
        raise InputError(f"edges join nodes 0 to {nodes - 1}, not {ends.min() if ends.min() < 0 else ends.max()}")
    graph = Graph(nodes, ends)
    ends.flags.writeable = False
    if winner(graph, [FREE] * len(ends)) is Player.CUT:
        raise InputError("A and B are not connected: Cut has won before the first move")
    return graph


def checked_states(graph: Graph, states: States) -> NDArray[np.int8]:
    """States as a new array, int8, shape (edges,).

    Raises:
        InputError: not one state per edge, or a state that does not exist.
    """
    array = np.asarray(states)
    if array.shape != (graph.edges,):
        raise InputError(f"states must have shape ({graph.edges},), one per edge, not {array.shape}")
    wrong = [value for value in set(array.tolist()) if value not in (FREE, DELETED, MARKED)]
    if wrong:
        raise InputError(f"a state is {FREE} (free), {DELETED} (deleted) or {MARKED} (marked), not {wrong[0]!r}")
    return array.astype(np.int8)


def winner(graph: Graph, states: States) -> Player | None:
    """The player who has won, or None.

    Args:
        graph: the graph.
        states: state of every edge, FREE, DELETED or MARKED.

    >>> winner(make_graph(3, [(0, 2), (2, 1)]), [2, 2])
    <Player.SHORT: 'short'>
    """
    if is_connected(graph, states, (MARKED,)):
        return Player.SHORT
    return None if is_connected(graph, states, (FREE, MARKED)) else Player.CUT


def is_connected(graph: Graph, states: States, by: Sequence[int]) -> bool:
    """Whether edges of some states join A and B.

    >>> is_connected(make_graph(3, [(0, 2), (2, 1)]), [2, 0], [2])
    False
    """
    smallest = _components(graph, states, by)
    return smallest(A) == smallest(B)


def _components(graph: Graph, states: States, by: Sequence[int]) -> Callable[[int], int]:
    """Function from a node to the smallest node of its component under edges of some states."""
    parents = list(range(graph.nodes))

    def root(node: int) -> int:
        while parents[node] != node:
            parents[node] = parents[parents[node]]
            node = parents[node]
        return node

    chosen = np.array([state in by for state in (FREE, DELETED, MARKED)])[np.asarray(states)]
    for end, other in graph.ends[chosen].tolist():
        first, second = root(end), root(other)
        parents[max(first, second)] = min(first, second)
    return root


def play(graph: Graph, moves: Iterable[int], first: Player = Player.CUT) -> tuple[NDArray[np.int8], Player]:
    """States of the edges after moves in turn, and the player to move.

    Args:
        graph: the graph.
        moves: edges by number.
        first: player who moves first.

    Raises:
        InputError: there is no such edge, an edge is taken, or a move follows the end of the game.
    """
    states, player = np.zeros(graph.edges, np.int8), first
    for number, edge in enumerate(moves, 1):
        if not 0 <= edge < graph.edges:
            raise InputError(f"move {number}: there is no edge {edge}; edges are 0 to {graph.edges - 1}")
        if states[edge] != FREE:
            raise InputError(
                f"move {number}: edge {edge} is {'deleted' if states[edge] == DELETED else 'marked'} already"
            )
        won = winner(graph, states)
        if won is not None:
            raise InputError(f"move {number}: the game is over, {won} has won")
        states[edge], player = player.colour, player.rival
    return states, player


@dataclass(frozen=True, slots=True, eq=False)
class Contraction:
    """The graph of a position: marked edges contracted, deleted ones removed.

    Attributes:
        nodes: number of remaining nodes; A is 0 and B is 1, unless Short has won: then both are 0.
        ends: int32, shape (free edges, 2): the two nodes of each free edge; loops and parallel edges occur.
        edges: int32, shape (free edges,): numbers of these edges in the graph, ascending.
        node_of: int32, shape (nodes of the graph,): node into which each node was merged.
    """

    nodes: int
    ends: NDArray[np.int32]
    edges: NDArray[np.int32]
    node_of: NDArray[np.int32]


def contract(graph: Graph, states: States) -> Contraction:
    """The graph of a position; nodes in the order of their smallest members, A and B first."""
    state = np.asarray(states, np.int8)
    labels = list(map(_components(graph, states, (MARKED,)), range(graph.nodes)))
    number = {node: index for index, node in enumerate(sorted(set(labels)))}
    node_of = np.array([number[node] for node in labels], np.int32)
    edges = np.flatnonzero(state == FREE).astype(np.int32)
    return Contraction(len(number), node_of[graph.ends[edges]].reshape(-1, 2), edges, node_of)


LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A Bridg-It graph and the places of its edges.

    Attributes:
        order: M.
        graph: M (M - 1) + 2 nodes, the grid's row by row from A, and M^2 + (M - 1)^2 edges, row by row.
        places: int32, shape (edges, 2): column and row of each edge's midpoint, from 0.
        mirrors: int32, shape (4, edges): image of each edge under the board's symmetries: identity, left-right, up-down (which
            exchanges A and B), both.
        dual: int32, shape (edges,): image of each edge under the board's duality: an edge that is deleted corresponds to a marked
            image, and vice versa.
    """

    order: int
    graph: Graph
    places: NDArray[np.int32]
    mirrors: NDArray[np.int32]
    dual: NDArray[np.int32]

    def name(self, edge: int) -> str:
        """The name of an edge, such as A1."""
        return _place_name(*self.places[edge].tolist())

    def names(self, edges: Iterable[int]) -> list[str]:
        """Names of the given edges."""
        return [self.name(edge) for edge in edges]

    def edge(self, name: str) -> int:
        """The edge of a given name, upper or lower case.

        Raises:
            InputError: no edge has that name.
        """
        edge = _edge_named(self.order).get(name.strip().upper())
        if edge is not None:
            return edge
        last = 2 * self.order - 1
        raise InputError(
            f"there is no edge {in_quotes(name)} on the board of order {self.order}: "
            f"columns are A to {column_name(last - 1)} "
            f"without I, L and O, rows 1 to {last}, odd columns with odd rows and even with even, such as A1 or B2"
        )

    def edges(self, text: str) -> list[int]:
        """Edges by their names, separated by blanks, commas or semicolons.

        Raises:
            InputError: no edge has one of the names.
        """
        return [self.edge(word) for word in re.split(r"[\s,;]+", text.strip()) if word]


def column_name(column: int) -> str:
    """The letters of a column, from 0: A to Z without I, L, O, then AA, AB, ...

    >>> column_name(0), column_name(26)
    ('A', 'AD')
    """
    letters, number = "", column + 1
    while number:
        number, letter = divmod(number - 1, len(LETTERS))
        letters = LETTERS[letter] + letters
    return letters


@lru_cache(maxsize=64)
def make_board(order: int) -> Board:
    """The board of order M.

    Raises:
        InputError: there is no such board.

    >>> len(make_board(3).graph.ends)
    13
    """
    checked_order(order)
    places = _places(order)
    span = 2 * order - 2

    def node(column: int, row: int) -> int:
        """The node at an even column and an odd row, counted from 0: rows of nodes lie between rows of edges."""
        if row < 0:
            return A
        if row > span:
            return B
        return 2 + (row // 2) * order + column // 2

    ends = [(node(x, y - 1), node(x, y + 1)) if y % 2 == 0 else (node(x - 1, y), node(x + 1, y)) for x, y in places]
    graph = make_graph(order * (order - 1) + 2, ends)
    number = _edge_at(order)
    images = [[(x, y), (span - x, y), (x, span - y), (span - x, span - y)] for x, y in places]
    mirrors = np.array([[number[midpoint] for midpoint in row] for row in images], np.int32).T
    dual = np.array([number[y, x] for x, y in places], np.int32)
    midpoints = np.array(places, np.int32)
    for array in (mirrors, dual, midpoints):
        array.flags.writeable = False
    return Board(order, graph, midpoints, mirrors, dual)


def _places(order: int) -> list[tuple[int, int]]:
    """Midpoints of edges, row by row."""
    return [(x, y) for y in range(2 * order - 1) for x in range(2 * order - 1) if x % 2 == y % 2]


@lru_cache(maxsize=64)
def _edge_at(order: int) -> dict[tuple[int, int], int]:
    return {midpoint: edge for edge, midpoint in enumerate(_places(order))}


def _place_name(column: int, row: int) -> str:
    return f"{column_name(column)}{row + 1}"


@lru_cache(maxsize=64)
def _edge_named(order: int) -> dict[str, int]:
    return {_place_name(*midpoint): edge for edge, midpoint in enumerate(_places(order))}

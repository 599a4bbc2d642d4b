"""Bridg-It as a switching game: a grid of (M - 1) x M nodes between A and B, and the names of its edges.

An edge is named by its midpoint on the board: a letter for the column, without I, L and O, and a number for the row, row 1 next
to A. Edges between rows have odd columns (A, C, ...) and odd rows, edges along a row have even ones.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, definition 5.5, figures 5.3 to 5.7.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.switching.rules.boards import checked_order
from tafelwerk.solvers.switching.graph import A, B, Graph, make_graph

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
        found = _edge_named(self.order).get(name.strip().upper())
        if found is not None:
            return found
        last = 2 * self.order - 1
        raise InputError(
            f"there is no edge {quoted(name)} on the board of order {self.order}: "
            f"columns are A to {column_name(last - 1)} "
            f"without I, L and O, rows 1 to {last}, odd columns with odd rows and even with even, such as A1 or B2"
        )

    def edges(self, text: str) -> list[int]:
        """Edges by their names, separated by blanks or commas.

        Raises:
            InputError: no edge has one of the names.
        """
        return [self.edge(word) for word in re.split(r"[\s,]+", text.strip()) if word]


def column_name(column: int) -> str:
    """The letters of a column, from 0: A to Z without I, L, O, then AA, AB, ..."""
    found, number = "", column + 1
    while number:
        number, rest = divmod(number - 1, len(LETTERS))
        found = LETTERS[rest] + found
    return found


@lru_cache(maxsize=64)
def make_board(order: int) -> Board:
    """The board of order M.

    Raises:
        InputError: there is no such board.
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
    mirrors = np.array([[number[place] for place in row] for row in images], np.int32).T
    dual = np.array([number[y, x] for x, y in places], np.int32)
    found = np.array(places, np.int32)
    for array in (mirrors, dual, found):
        array.flags.writeable = False
    return Board(order, graph, found, mirrors, dual)


def _places(order: int) -> list[tuple[int, int]]:
    """Midpoints of edges, row by row."""
    return [(x, y) for y in range(2 * order - 1) for x in range(2 * order - 1) if x % 2 == y % 2]


@lru_cache(maxsize=64)
def _edge_at(order: int) -> dict[tuple[int, int], int]:
    return {place: edge for edge, place in enumerate(_places(order))}


def _place_name(column: int, row: int) -> str:
    return f"{column_name(column)}{row + 1}"


@lru_cache(maxsize=64)
def _edge_named(order: int) -> dict[str, int]:
    return {_place_name(*place): edge for edge, place in enumerate(_places(order))}

"""A second implementation of Bridg-It boards, from their definition.

Nodes lie at even columns between even rows of midpoints; A is above the first row, B below the last. The board reflected in its
diagonal is its dual: an edge deleted here is marked there. So edges in series here are parallel there, and Cut wins by a move
that joins A and B there.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int32]

FREE, DELETED, MARKED = 0, 1, 2

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""Letters of columns: I, L and O are left out."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A board of order m with E edges.

    Attributes:
        order: m.
        nodes: m (m - 1) + 2; 0 is A, 1 is B, then row by row.
        rows: rows of table edges, without m.
        names: names of edges.
        ends, dual_ends: int32, shape (E, 2): the two nodes of each edge, here and on the dual board.
        images: int32, shape (4, E): image of each edge under the identity, the left-right and the up-down reflection, and both.
        offsets, around: int32: edges of a node, node by node.
        turn: int32, shape (nodes,): place of a node column by column, from 0; -1 for A and B.
    """

    order: int
    nodes: int
    rows: tuple[tuple[Any, ...], ...]
    names: tuple[str, ...]
    ends: Numbers
    dual_ends: Numbers
    images: Numbers
    offsets: Numbers
    around: Numbers
    turn: Numbers

    @property
    def edges(self) -> int:
        """Number of edges."""
        return len(self.rows)

    @property
    def openings(self) -> list[int]:
        """First moves of the heuristic: edges between rows of nodes, in even columns."""
        return [row[0] for row in self.rows if row[2] % 2 == 0]

    def least(self, edge: int) -> int:
        """Smallest image of an edge."""
        return int(self.images[:, edge].min())


@lru_cache(maxsize=64)
def lay_out(order: int) -> Board:
    """The board of order m, at least 2."""
    last = 2 * order - 2
    places = [(x, y) for y in range(last + 1) for x in range(last + 1) if (x + y) % 2 == 0]
    number = {place: edge for edge, place in enumerate(places)}
    rows = []
    for edge, (x, y) in enumerate(places):
        sides = [(x, y - 1), (x, y + 1)] if y % 2 == 0 else [(x - 1, y), (x + 1, y)]
        one, other = (0 if b < 0 else 1 if b > last else 2 + b // 2 * order + a // 2 for a, b in sides)
        images = number[last - x, y], number[x, last - y], number[y, x]
        rows.append((edge, f"{column(x)}{y + 1}", x, y, one, other, *images))
    ends = np.array([row[4:6] for row in rows], np.int32)
    mirror, flipped, dual = (np.array([row[i] for row in rows], np.int32) for i in (6, 7, 8))
    nodes = order * (order - 1) + 2
    around: list[list[int]] = [[] for _ in range(nodes)]
    for edge, pair in enumerate(ends.tolist()):
        for node in pair:
            around[node].append(edge)
    turn = [-1, -1, *(column * (order - 1) + row for row in range(order - 1) for column in range(order))]
    return Board(
        order,
        nodes,
        tuple(rows),
        tuple(row[1] for row in rows),
        ends,
        ends[dual],
        np.stack([np.arange(len(rows), dtype=np.int32), mirror, flipped, mirror[flipped]]),
        np.cumsum([0, *map(len, around)]).astype(np.int32),
        np.array([edge for edges in around for edge in edges], np.int32),
        np.array(turn, np.int32),
    )


def column(number: int) -> str:
    """Letters of a column, from 0: A, B, ..., Z, AA, AB, ..."""
    found, number = "", number + 1
    while number:
        number, letter = divmod(number - 1, len(LETTERS))
        found = LETTERS[letter] + found
    return found

"""What agents do in every position of a small board, as rows of table agents: written and read again.

Agents whose rows the book holds need not be worked out for a pairing: that of two such takes a fraction of a second.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.switching.rows import Columns, masks
from tafelwerk.rules.switching.agents import parse_agent
from tafelwerk.solvers.core.game_graph import UNDECIDED
from tafelwerk.solvers.core.policy import Policy
from tafelwerk.solvers.switching.agents import agent_policy
from tafelwerk.solvers.switching.positions import Positions, board_positions
from tafelwerk.tables.book import Book
from tafelwerk.tables.switching import FAMILY


def agent_columns(order: int, name: str) -> Columns:
    """Rows of table agents: an agent's chances in every open position, an edge a row."""
    positions = board_positions(order)
    policy = agent_policy(positions, parse_agent(name))
    places, degree = _places(positions)
    deleted, marked = masks(positions.keys, positions.graph.edges)
    owners = np.repeat(_open_in_order(positions), degree)
    return {
        "m": np.full(len(places), order, np.uint8),
        "agent": [name] * len(places),
        "deleted": deleted[owners],
        "marked": marked[owners],
        "edge": positions.game.labels[places].astype(np.uint8),
        "chance": policy.chances[places],
        "error": policy.errors[places],
    }


def stored_policy(book: Book, order: int, name: str) -> Policy | None:
    """What the book says that an agent does in every position; None where it does not hold it."""
    # the table is sorted by its key
    rows = book.arrays(FAMILY, f"SELECT chance, error FROM {FAMILY}.agents WHERE m = ? AND agent = ?", order, name)
    positions = board_positions(order)
    places, _ = _places(positions)
    if not rows or len(rows["chance"]) != len(places):
        return None
    chances, errors = np.empty(len(places)), np.empty(len(places))
    chances[places] = rows["chance"]
    errors[places] = rows["error"]
    return Policy(chances, errors)


def _open_in_order(positions: Positions) -> NDArray[np.int64]:
    """Numbers of the open positions in the order of the table: by deleted, then by marked edges."""
    deleted, marked = masks(positions.keys, positions.graph.edges)
    numbers = np.flatnonzero(positions.game.payoff == UNDECIDED)
    found: NDArray[np.int64] = numbers[np.lexsort((marked[numbers], deleted[numbers]))]
    return found


@lru_cache(maxsize=2)
def _places(positions: Positions) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Edges of the game in the table's order, and how many leave each of its open positions in that order."""
    numbers, offsets = _open_in_order(positions), positions.game.offsets
    degree = np.diff(offsets)[numbers]
    first = np.cumsum(degree) - degree
    places = np.repeat(offsets[numbers] - first, degree) + np.arange(degree.sum())
    return places, degree

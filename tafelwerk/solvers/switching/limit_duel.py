"""The heuristic as Cut against MC(inf) as Short on boards too large for all positions: every tie followed, exactly.

MC(inf) takes an edge with the greatest chance to win a random playout, a random split of the edges that are left. Of f free edges Short
has (f + 1) / 2, rounded down, once all are shared out, its own next among them: so the sets of so many free edges that join A and B
together with the marked ones are gone through once, and each counts for all of its edges.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.4.1, figure 5.9.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.board import Board, make_board
from tafelwerk.solvers.switching.components import is_joined
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, Graph, Player, winner
from tafelwerk.solvers.switching.potentials.network import States, make_network
from tafelwerk.solvers.switching.shannon import greatest_drops

MOST_FREE = 26
"""Free edges of a position whose splits are gone through: ten million."""

Counts = NDArray[np.int64]


def winning_splits(graph: Graph, states: States) -> dict[int, int]:
    """Number of ways to share out the free edges with which Short wins after taking each, by free edge; Short is to move.

    Args:
        graph: the graph.
        states: int8, shape (edges,): of an open position.

    Raises:
        InputError: more than MOST_FREE edges are free.
    """
    free = np.flatnonzero(states == FREE).astype(np.int32)
    if len(free) > MOST_FREE:
        raise InputError(f"splits are gone through of up to {MOST_FREE} free edges, not {len(free)}")
    wins = np.zeros(len(free), np.int64)
    _count_kernel(graph.ends, states.copy(), free, (len(free) + 1) // 2, np.empty(graph.nodes, np.int32), wins)
    return dict(zip(free.tolist(), wins.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class LimitDuel:
    """What comes of the games: Short's chance to win, and the number of positions met, images left out."""

    short: Fraction
    positions: int


def heuristic_against_limit(order: int) -> LimitDuel:
    """Cut follows the heuristic, Short is MC(inf), ties uniform.

    Raises:
        InputError: the board has more than MOST_FREE edges.
    """
    search = _Search(make_board(order))
    states = np.zeros(search.board.graph.edges, np.int8)
    return LimitDuel(search.chance(states, Player.CUT), len(search.known))


class _Search:
    """The games on a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.network = make_network(board.graph)
        self.known: dict[bytes, Fraction] = {}

    def chance(self, states: States, player: Player) -> Fraction:
        """The chance that Short wins."""
        won = winner(self.board.graph, states)
        if won is not None:
            return Fraction(won is Player.SHORT)
        # mirror images, A and B exchanged among them, are alike
        key = min(states[mirror].tobytes() for mirror in self.board.mirrors)
        if key not in self.known:
            edges = self.moves(states, player)
            self.known[key] = sum(
                (self.chance(_after(states, edge, player), player.rival) for edge in edges), Fraction()
            ) / len(edges)
        return self.known[key]

    def moves(self, states: States, player: Player) -> list[int]:
        """What the player chooses from, evenly."""
        if player is Player.CUT:
            return greatest_drops(self.network, states)
        wins = winning_splits(self.board.graph, states)
        return [edge for edge, count in wins.items() if count == max(wins.values())]


def _after(states: States, edge: int, player: Player) -> States:
    found = states.copy()
    found[edge] = player.colour
    return found


@kernel
def _count_kernel(
    ends: NDArray[np.int32],
    states: States,
    free: NDArray[np.int32],
    size: int,
    parents: NDArray[np.int32],
    wins: Counts,
) -> None:
    """Count, for each free edge, the sets of a size that it is in and that join A and B with the marked edges."""
    chosen = (1 << size) - 1
    while chosen < 1 << len(free):
        for place in range(len(free)):
            states[free[place]] = MARKED if chosen >> place & 1 else DELETED
        if is_joined(ends, states, MARKED, MARKED, parents):
            for place in range(len(free)):
                wins[place] += chosen >> place & 1
        # the next number with as many bits
        lowest = chosen & -chosen
        ripple = chosen + lowest
        chosen = ripple | (((chosen ^ ripple) >> 2) // lowest)

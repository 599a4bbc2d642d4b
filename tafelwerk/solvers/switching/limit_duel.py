"""The heuristic as Cut against MC(K) as Short on the board of order 4, for many or infinitely many playouts.

With more playouts fewer games are at all likely: Cut has few ties, and MC(K) few edges to choose from. Positions are followed
move by move, with the chance that the game reaches each. Mirror images, including those that exchange A and B, count as one.
Positions below a minimum chance are left out and counted in the error.

MC(inf) takes an edge with the greatest chance of winning a random playout, which is a random split of the remaining edges. When
all f free edges are divided, Short has (f + 1) / 2 of them, rounded down, its next move included. So the sets of that many free
edges that join A and B together with the marked ones are enumerated once, and each counts for all of its edges.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.4.1, figure 5.9.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.double_double import UNIT
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.playouts.selection import selection_law
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.components import is_joined
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, Graph, Player, winner
from tafelwerk.solvers.switching.potentials.network import States, make_network
from tafelwerk.solvers.switching.shannon import greatest_drops

MOST_FREE = 26
"""Most free edges of a position whose splits are enumerated: about ten million splits."""

Counts = NDArray[np.int64]
Chances = dict[int, float]


@dataclass(frozen=True, slots=True)
class PlayoutDuel:
    """Result of the games.

    Attributes:
        short: chance that Short wins.
        error: proven bound on its absolute error.
        positions: number of positions followed, up to symmetry.
    """

    short: float
    error: float
    positions: int


def winning_splits(graph: Graph, states: States) -> dict[int, int]:
    """By free edge: number of splits of the others with which Short, to move, wins after taking it.

    Args:
        graph: the graph.
        states: int8, shape (edges,): states of an open position.

    Raises:
        InputError: more than MOST_FREE edges are free.
    """
    free = np.flatnonzero(states == FREE).astype(np.int32)
    if len(free) > MOST_FREE:
        raise InputError(f"splits are enumerated for up to {MOST_FREE} free edges, not {len(free)}")
    wins = np.zeros(len(free), np.int64)
    _count_kernel(graph.ends, states.copy(), free, (len(free) + 1) // 2, np.empty(graph.nodes, np.int32), wins)
    return dict(zip(free.tolist(), wins.tolist(), strict=True))


def choice_law(wins: Mapping[int, int], playouts: int | None) -> tuple[Chances, float]:
    """The chance that MC(K) takes each edge, and a proven bound on the sum of their errors.

    Args:
        wins: number of splits won after each edge, as counted by `winning_splits`.
        playouts: K, or None for infinitely many.
    """
    groups: dict[int, list[int]] = {}
    for edge, count in wins.items():
        groups.setdefault(count, []).append(edge)
    if playouts is None or len(groups) == 1:
        best = groups[max(groups)]
        return dict.fromkeys(best, 1 / len(best)), 0.0
    splits = comb(len(wins) - 1, (len(wins) - 1) // 2)
    above = {count: Fraction(count, splits) - Fraction(1, 2) for count in sorted(groups)}
    high = [float(value) for value in above.values()]
    low = [float(value - Fraction(near)) for value, near in zip(above.values(), high, strict=True)]
    chances, errors = selection_law(high, low, [len(groups[count]) for count in above], playouts)
    found = {
        edge: chance / len(groups[count])
        for count, chance in zip(above, chances.tolist(), strict=True)
        for edge in groups[count]
    }
    return found, float(errors.sum())


def heuristic_against_playouts(order: int, playouts: int | None, least: float) -> PlayoutDuel:
    """Cut follows the heuristic, Short is MC(K); ties are split evenly.

    Args:
        order: order of the board.
        playouts: K, or None for infinitely many.
        least: smallest chance, at least 0, of a position that is followed.

    Raises:
        InputError: the board has more than MOST_FREE edges.
    """
    board = make_board(order)
    network, graph = make_network(board.graph), board.graph
    layer, player = {bytes(graph.edges): 1.0}, Player.CUT
    short = doubt = 0.0
    positions = 0
    while layer:
        after: dict[bytes, float] = {}
        for key, mass in layer.items():
            if mass < least:
                doubt += mass
                continue
            states = np.frombuffer(key, np.int8).copy()
            positions += 1
            if player is Player.CUT:
                tied = greatest_drops(network, states)
                law, error = dict.fromkeys(tied, 1 / len(tied)), 0.0
            else:
                law, error = choice_law(winning_splits(graph, states), playouts)
            doubt += mass * error
            for edge, chance in law.items():
                then = states.copy()
                then[edge] = player.colour
                won = winner(graph, then)
                if won is None and chance > 0:
                    image = min(then[mirror].tobytes() for mirror in board.mirrors)
                    after[image] = after.get(image, 0.0) + mass * chance
                elif won is Player.SHORT:
                    short += mass * chance
        layer, player = after, player.rival
    # positive numbers are multiplied and added, at most once per edge of a position and three times per move
    rounding = 1.01 * UNIT * graph.edges * (positions + 4) * (short + doubt)
    return PlayoutDuel(short + doubt / 2, doubt / 2 + rounding, positions)


@kernel
def _count_kernel(
    ends: NDArray[np.int32],
    states: States,
    free: NDArray[np.int32],
    size: int,
    parents: NDArray[np.int32],
    wins: Counts,
) -> None:
    """Count, for each free edge, the sets of a given size that contain it and join A and B together with the marked edges."""
    chosen = (1 << size) - 1
    while chosen < 1 << len(free):
        for place in range(len(free)):
            states[free[place]] = MARKED if chosen >> place & 1 else DELETED
        if is_joined(ends, states, MARKED, MARKED, parents):
            for place in range(len(free)):
                wins[place] += chosen >> place & 1
        # the next number with equally many bits
        lowest = chosen & -chosen
        ripple = chosen + lowest
        chosen = ripple | (((chosen ^ ripple) >> 2) // lowest)

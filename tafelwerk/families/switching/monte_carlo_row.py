"""Choices of MC(K) in one position of a small board: all ways to divide the free edges, and the binomial law of wins."""

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.switching.rules.agents import Agent
from tafelwerk.solvers.switching.components import is_joined
from tafelwerk.solvers.switching.graph import FREE, MARKED, Graph, Player

# 7 nodes integrate polynomials of degree up to 13 exactly, and a position has at most 13 candidates
_NODES, _WEIGHTS = (values / 2 for values in np.polynomial.legendre.leggauss(7))


def monte_carlo_row(graph: Graph, states: NDArray[np.int8], player: Player, agent: Agent) -> dict[int, float]:
    """Chance of every free edge under MC(K) in one open position, in plain sums; for mc:inf evenly among the best."""
    free: list[int] = np.flatnonzero(states == FREE).tolist()
    wins = {edge: _won_splits(graph, states, player, edge) for edge in free}
    if agent.playouts is None:
        best = [edge for edge in free if wins[edge] == max(wins.values())]
        return dict.fromkeys(best, 1 / len(best))
    rest = len(free) - 1
    splits = comb(rest, rest // 2)
    laws = np.array([_binomial(agent.playouts, wins[edge], splits) for edge in free])
    below = np.cumsum(laws, axis=1) - laws
    row = {}
    for place, edge in enumerate(free):
        others = [other for other in range(len(free)) if other != place]
        # equivalent candidates are chosen evenly: as if each drew a uniform number and the first were taken
        least = sum(
            weight * np.prod(below[others] + (node + 0.5) * laws[others], axis=0)
            for node, weight in zip(_NODES, _WEIGHTS, strict=True)
        )
        row[edge] = float(np.sum(laws[place] * least))
    return row


def _won_splits(graph: Graph, states: NDArray[np.int8], player: Player, edge: int) -> int:
    """Number of ways to divide the free edges in which the player wins after a move."""
    after, group = states.copy(), np.empty(graph.nodes, np.int32)
    after[edge] = player.colour
    rest = np.flatnonzero(after == FREE)
    # the rival moves next and takes the larger half
    own = len(rest) // 2
    won = 0
    for kept in combinations(rest.tolist(), own):
        after[rest] = player.rival.colour
        after[list(kept)] = player.colour
        won += bool(is_joined(graph.ends, after, MARKED, MARKED, group)) == (player is Player.SHORT)
    return won


def _binomial(playouts: int, wins: int, splits: int) -> NDArray[np.float64]:
    """Distribution of the wins in a number of playouts, each won with chance wins / splits."""
    law = np.zeros(playouts + 1)
    if wins in (0, splits):
        law[playouts if wins else 0] = 1.0
        return law
    steps = np.arange(1, playouts + 1)
    odds = np.log(wins / (splits - wins))
    logs = np.concatenate([[0.0], np.cumsum(np.log((playouts + 1 - steps) / steps) + odds)])
    powers = np.exp(logs - logs.max())
    found: NDArray[np.float64] = powers / powers.sum()
    return found

"""What an agent does in one position: edges and their weights. Imported by `play` alone."""

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching.agents import Agent
from tafelwerk.solvers.switching.gauss_seidel import exact_swept_drops
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, Graph, Player
from tafelwerk.solvers.switching.perfect import winning_moves
from tafelwerk.solvers.switching.positions import joined_kernel
from tafelwerk.solvers.switching.potentials import drops, heuristic_moves

if TYPE_CHECKING:
    from fractions import Fraction

MOST_PLAYED = 10_000
"""Playouts of an agent that answers at once."""


def check_opponent(agent: Agent) -> None:
    """Raise InputError where an agent does not answer at once."""
    if agent.kind == "mc" and (agent.playouts is None or agent.playouts > MOST_PLAYED):
        raise InputError(f"--against mc:K: K is 1 to {MOST_PLAYED} in play, not {agent.playouts or 'inf'}")


def reply(graph: Graph, states: Any, player: Player, agent: Agent, draw: Random) -> int:
    """A move of the agent.

    Args:
        graph: the graph.
        states: int8, of every edge; the game is open.
        player: to move.
        agent: see `check_opponent`.
        draw: decides among several.
    """
    weights = _weights(graph, states, player, agent, draw)
    edges = sorted(weights)
    return draw.choices(edges, [weights[edge] for edge in edges])[0]


def _weights(graph: Graph, states: Any, player: Player, agent: Agent, draw: Random) -> dict[int, float]:
    free: list[int] = np.flatnonzero(states == FREE).tolist()
    if agent.kind == "perfect":
        return dict.fromkeys(winning_moves(graph, states, player)[1] or free, 1.0)
    if agent.kind == "mc":
        wins = {edge: _wins(graph, states, player, edge, agent.playouts or 1, draw) for edge in free}
        most = max(wins.values())
        return {edge: 1.0 for edge in free if wins[edge] == most}
    if agent.kind == "heuristic" and agent.temperature == 0:
        return dict.fromkeys(heuristic_moves(graph, states), 1.0)
    if agent.kind == "heuristic":
        return _heated(drops(graph, states), agent.temperature)
    if agent.kind == "gauss-seidel":
        numerators, _ = exact_swept_drops(graph, states, agent.sweeps)
        return _heated(numerators, agent.temperature)
    return dict.fromkeys(free, 1.0)


def _heated(found: Any, temperature: "Fraction | None") -> dict[int, float]:
    """Edges by (drop / greatest drop)^(1 / T); where there is no drop, all alike."""
    from fractions import Fraction

    most = max(found.values())
    if most == 0:
        return dict.fromkeys(found, 1.0)
    if temperature == 0:
        return {edge: 1.0 for edge, drop in found.items() if drop == most}
    exponent = 0.0 if temperature is None else float(1 / temperature)
    return {edge: float(Fraction(drop, most)) ** exponent for edge, drop in found.items() if drop > 0}


def _wins(graph: Graph, states: Any, player: Player, edge: int, playouts: int, draw: Random) -> int:
    """How many of so many random playouts the player wins after a move: the free edges are split at random."""
    filled = states.copy()
    filled[edge] = player.colour
    free = np.flatnonzero(filled == FREE)
    # the rival moves next, and takes the larger half
    rival = (len(free) + 1) // 2
    colours = np.full(len(free), player.colour, np.int8)
    colours[:rival] = player.rival.colour
    group, won = np.empty(graph.nodes, np.int32), 0
    shuffled = np.random.default_rng(draw.getrandbits(64))
    for _ in range(playouts):
        filled[free] = shuffled.permutation(colours)
        won += bool(joined_kernel(graph.ends, filled, MARKED, MARKED, group)) == (player.colour != DELETED)
    return won

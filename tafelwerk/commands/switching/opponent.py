"""What an agent plays in one position. Imported by `play` alone."""

from random import Random
from typing import Any

import numpy as np

from tafelwerk.errors import InputError
from tafelwerk.rules.switching.agents import Agent
from tafelwerk.rules.switching.boards import MOST_WHOLE_ORDER
from tafelwerk.solvers.switching.choices import choices
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, Graph, Player
from tafelwerk.solvers.switching.positions import joined_kernel

MOST_PLAYED = 10_000
"""Playouts of an agent that answers at once."""


def check_opponent(agent: Agent, order: int) -> None:
    """Raise InputError where an agent does not answer at once."""
    if agent.kind != "mc" or (agent.playouts is None and order <= MOST_WHOLE_ORDER):
        return
    if agent.playouts is None or agent.playouts > MOST_PLAYED:
        whole = "" if agent.playouts else f"; mc:inf looks at all positions, on boards to order {MOST_WHOLE_ORDER}"
        raise InputError(f"--against mc:K: K is 1 to {MOST_PLAYED} in play, not {agent.playouts or 'inf'}{whole}")


def reply(graph: Graph, states: Any, player: Player, agent: Agent, draw: Random) -> int:
    """A move of the agent.

    Args:
        graph: the graph.
        states: int8, of every edge; the game is open.
        player: to move.
        agent: see `check_opponent`.
        draw: decides among several.
    """
    if agent.kind == "mc" and agent.playouts is None:
        from tafelwerk.build.switching.monte_carlo_row import monte_carlo_row

        return draw.choice(list(monte_carlo_row(graph, states, player, agent)))
    if agent.kind == "mc":
        free = np.flatnonzero(states == FREE).tolist()
        wins = {edge: _wins(graph, states, player, edge, agent.playouts or 1, draw) for edge in free}
        return draw.choice([edge for edge in free if wins[edge] == max(wins.values())])
    weights = choices(graph, states, player, agent)
    return draw.choices(list(weights), list(weights.values()))[0]


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

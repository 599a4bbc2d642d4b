"""What agents of the switching game do in every position, worked out once for all tests."""

from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from tafelwerk.families.switching.rules import parse_agent
from tafelwerk.solvers.playouts.policy import Policy
from tafelwerk.solvers.switching.switching_agents import agent_policy
from tafelwerk.solvers.switching.switching_graph import Player
from tafelwerk.solvers.switching.switching_positions import Positions, board_positions


@cache
def policy(order: int, name: str) -> Policy:
    """The agent's chances on the board of an order."""
    return agent_policy(board_positions(order), parse_agent(name))


def player_of(colour: int) -> Player:
    """Whose colour it is."""
    return next(player for player in Player if player.colour == colour)


def number_of(positions: Positions, states: ArrayLike) -> int:
    """The number of a position by its states."""
    return int(positions.number_of[int(np.asarray(states, np.int64) @ 3 ** np.arange(positions.graph.edges))])

"""What agents of the switching game do in every position, worked out once for all tests."""

from functools import cache

from tafelwerk.rules.switching.agents import parse_agent
from tafelwerk.solvers.playouts.policy import Policy
from tafelwerk.solvers.switching.agents import agent_policy
from tafelwerk.solvers.switching.graph import Player
from tafelwerk.solvers.switching.positions import board_positions


@cache
def policy(order: int, name: str) -> Policy:
    """The agent's chances on the board of an order."""
    return agent_policy(board_positions(order), parse_agent(name))


def player_of(colour: int) -> Player:
    """Whose colour it is."""
    return next(player for player in Player if player.colour == colour)

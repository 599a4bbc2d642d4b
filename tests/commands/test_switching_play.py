"""What the program answers in a game: the agents of the solvers, in one position."""

from random import Random

import numpy as np
import pytest

from tafelwerk.commands.switching.opponent import check_opponent, reply
from tafelwerk.errors import InputError
from tafelwerk.rules.switching.agents import parse_agent
from tafelwerk.solvers.switching.agents import agent_policy
from tafelwerk.solvers.switching.graph import FREE
from tafelwerk.solvers.switching.positions import board_positions, player_of


@pytest.mark.parametrize("name", ["perfect", "temperature:0.3", "gauss-seidel:1", "random", "mc:inf"])
def test_moves_are_those_of_the_agent(name: str) -> None:
    """Every move that an agent may make comes, and no other."""
    positions, agent = board_positions(2), parse_agent(name)
    policy = agent_policy(positions, agent)
    for number in np.flatnonzero(positions.won == FREE)[::7].tolist():
        player, draw = player_of(int(positions.to_move[number])), Random(5)
        drawn = {reply(positions.graph, positions.states(number), player, agent, draw) for _ in range(200)}
        places = positions.game.edges_of(number)
        assert drawn == {int(positions.game.labels[place]) for place in places if policy.chances[place] > 0}


def test_playouts_of_a_candidate() -> None:
    """MC(K) draws what it draws: over many games its choices come near the chances of its law."""
    positions = board_positions(2)
    agent = parse_agent("mc:2")
    policy = agent_policy(positions, agent)
    for number in (positions.game.root, int(np.flatnonzero(positions.won == FREE)[-2])):
        player, draw = player_of(int(positions.to_move[number])), Random(5)
        states = positions.states(number)
        drawn = [reply(positions.graph, states, player, agent, draw) for _ in range(1500)]
        for place in positions.game.edges_of(number):
            share = drawn.count(int(positions.game.labels[place])) / len(drawn)
            chance = float(policy.chances[place])
            assert abs(share - chance) < 5 * (chance * (1 - chance) / len(drawn)) ** 0.5 + 1e-3


def test_agents_that_do_not_answer_at_once() -> None:
    for name, order in (("mc:inf", 4), ("mc:10001", 4), ("mc:10001", 3)):
        with pytest.raises(InputError, match="K is 1 to 10000 in play"):
            check_opponent(parse_agent(name), order)
    for name, order in (("mc:10000", 12), ("mc:inf", 2), ("mc:inf", 3)):
        check_opponent(parse_agent(name), order)

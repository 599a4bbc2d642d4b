"""What agents draw from in one position: as their rows over all positions say."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import switching_agents as naive
from naive.switching import positions as drawn_positions

from tafelwerk.errors import InputError
from tafelwerk.rules.switching.agents import parse_agent
from tafelwerk.solvers.switching.agents import agent_policy
from tafelwerk.solvers.switching.choices import choices, softmax
from tafelwerk.solvers.switching.graph import DELETED, Player, winner
from tafelwerk.solvers.switching.positions import board_positions

AGENTS = (
    "perfect",
    "heuristic",
    "temperature:0.5",
    "temperature:inf",
    "gauss-seidel:2",
    "gauss-seidel:3:0.2",
    "random",
)


@pytest.mark.parametrize("name", AGENTS)
def test_rows_of_order_2(name: str) -> None:
    positions, agent = board_positions(2), parse_agent(name)
    policy = agent_policy(positions, agent)
    for number in range(positions.game.positions):
        places = positions.game.edges_of(number)
        if not places:
            continue
        player = Player.CUT if positions.to_move[number] == DELETED else Player.SHORT
        found = choices(positions.graph, positions.states(number), player, agent)
        total = sum(found.values())
        assert list(found) == sorted(found)
        for place in places:
            expected = found.get(int(positions.game.labels[place]), 0.0) / total
            assert policy.chances[place] == pytest.approx(expected, abs=1e-14)


@given(drawn_positions(5, 7), st.sampled_from((None, 1, 2, 5)))
def test_any_graph(drawn: Any, exponent: int | None) -> None:
    graph, states, player = drawn
    if winner(graph, states) is not None:
        return
    name = "heuristic" if exponent is None else f"temperature:{Fraction(1, exponent)}"
    found = choices(graph, np.array(states, np.int8), player, parse_agent(name))
    expected = naive.heuristic_agent(graph, exponent)(tuple(states), player)
    total = sum(found.values())
    assert {edge: pytest.approx(weight / total) for edge, weight in found.items()} == {
        edge: float(chance) for edge, chance in expected.items()
    }


def test_temperatures() -> None:
    drops = {3: Fraction(1, 2), 4: Fraction(0), 7: Fraction(1, 4)}
    assert softmax(drops, Fraction(0)) == {3: 1.0}
    assert softmax(drops, None) == {3: 1.0, 7: 1.0}
    assert softmax(drops, Fraction(1, 2)) == {3: 1.0, 7: 0.25}
    # what underflows is never drawn
    assert softmax(drops, Fraction(1, 10**6)) == {3: 1.0}
    assert softmax({2: Fraction(0), 5: Fraction(0)}, Fraction(1)) == {2: 1.0, 5: 1.0}


def test_misuse() -> None:
    positions = board_positions(2)
    with pytest.raises(InputError, match="plays out every edge"):
        choices(positions.graph, positions.states(positions.game.root), Player.CUT, parse_agent("mc:5"))
    over = int(np.flatnonzero(positions.won == DELETED)[0])
    with pytest.raises(InputError, match="cut has won"):
        choices(positions.graph, positions.states(over), Player.SHORT, parse_agent("random"))

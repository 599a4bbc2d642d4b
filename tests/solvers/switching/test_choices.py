"""What agents draw from in one position: as their rows over all positions say."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import switching_agents as naive
from naive.switching import positions as drawn_positions
from switching_policies import player_of, policy

from tafelwerk.errors import InputError
from tafelwerk.rules.switching.agents import parse_agent
from tafelwerk.solvers.switching.choices import choices, softmax
from tafelwerk.solvers.switching.graph import DELETED, FREE, Player, winner
from tafelwerk.solvers.switching.positions import board_positions


@pytest.mark.parametrize("kind", sorted({name.split(":")[0] for name in naive.AGENTS} - {"mc"}))
def test_rows_of_order_2(kind: str) -> None:
    positions = board_positions(2)
    for name in (name for name in naive.AGENTS if name.split(":")[0] == kind):
        agent, row = parse_agent(name), policy(2, name)
        for number in np.flatnonzero(positions.won == FREE).tolist():
            player = player_of(int(positions.to_move[number]))
            weights = choices(positions.graph, positions.states(number), player, agent)
            assert list(weights) == sorted(weights)
            for index in positions.game.edges_of(number):
                expected = weights.get(int(positions.game.labels[index]), 0.0) / sum(weights.values())
                assert row.chances[index] == pytest.approx(expected, abs=1e-14), name


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
    with pytest.raises(InputError, match="plays playouts of every edge"):
        choices(positions.graph, positions.states(positions.game.root), Player.CUT, parse_agent("mc:5"))
    over = int(np.flatnonzero(positions.won == DELETED)[0])
    with pytest.raises(InputError, match="cut has won"):
        choices(positions.graph, positions.states(over), Player.SHORT, parse_agent("random"))

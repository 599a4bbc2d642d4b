"""Two agents on all positions: against plain recursion in fractions, and the published outcomes."""

from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from naive import switching_agents as naive
from switching_policies import compiled, number_of, policy

from tafelwerk.errors import InputError
from tafelwerk.rules.switching.agents import parse_agent
from tafelwerk.solvers.switching.agents import Shares, agent_shares
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, Player
from tafelwerk.solvers.switching.pairing import Pairing, lapses, pair
from tafelwerk.solvers.switching.positions import board_positions, perfect_outcomes
from tafelwerk.solvers.switching.potentials.exact import heuristic_moves


def paired(order: int, cut: str, short: str) -> Pairing:
    return pair(board_positions(order), policy(order, cut), policy(order, short))


def shares_of_order_3(name: str) -> Shares:
    shares = agent_shares(board_positions(3), parse_agent(name))
    assert shares is not None
    return shares


@cache
def twin(name: str) -> naive.Agent:
    return naive.AGENTS[name](board_positions(2).graph)


AGENTS = ("perfect", "heuristic", "temperature:0.5", "mc:2", "gauss-seidel:2", "random")


@pytest.mark.parametrize(("cut", "short"), [*pairwise(AGENTS), (AGENTS[-1], AGENTS[0])])
def test_any_two_agents_of_order_2(cut: str, short: str) -> None:
    graph = board_positions(2).graph
    expected = naive.short_wins(graph, twin(cut), twin(short), (FREE,) * graph.edges, Player.CUT)
    found = paired(2, cut, short)
    assert abs(Fraction(found.short) - expected) <= Fraction(found.error) < Fraction(1, 10**12)


@compiled
def test_rates_of_order_3() -> None:
    """Of all splits of 13 edges, 7 deleted and 6 marked, 19/52 join A and B: what random play comes to. Jena dissertation,
    sections 5.3.2 and 5.4.3."""
    evenly = paired(3, "random", "random")
    assert abs(Fraction(evenly.short) - Fraction(19, 52)) <= Fraction(evenly.error) < 1e-12
    assert paired(3, "heuristic", "heuristic").short == 0
    assert 0.0737 <= paired(3, "temperature:0.1", "temperature:0.1").short <= 0.0738


@compiled
def test_where_agents_err() -> None:
    positions, board = board_positions(3), make_board(3)
    perfect, found = (lapses(positions, shares_of_order_3(name) > 0) for name in ("perfect", "heuristic"))
    assert perfect.numbers.size == 0
    assert (len(found.numbers), int((found.moves == found.losing).sum())) == (800, 64)
    states = np.zeros(13, np.int8)
    states[board.edges("A5 C3")] = DELETED
    states[board.edges("C5 A1")] = MARKED
    place = found.numbers.tolist().index(number_of(positions, states))
    assert board.names(edge for edge in range(13) if found.losing[place] >> edge & 1) == ["A3", "B4"]
    winners = perfect_outcomes(positions).winner
    for number, losing in zip(found.numbers[::40].tolist(), found.losing[::40].tolist(), strict=True):
        state, colour = positions.states(number), positions.to_move[number]
        assert winners[number] == colour
        for edge in heuristic_moves(positions.graph, state):
            after = state.copy()
            after[edge] = colour
            assert (winners[number_of(positions, after)] != colour) == bool(losing >> edge & 1)


@compiled
def test_misuse() -> None:
    positions, other = board_positions(2), policy(3, "random")
    with pytest.raises(InputError, match="policy a"):
        pair(positions, other, other)
    with pytest.raises(InputError, match="possible"):
        lapses(positions, np.zeros(3, np.bool_))

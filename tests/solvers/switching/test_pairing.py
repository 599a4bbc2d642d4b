"""Two agents on all positions: against plain recursion in fractions, and the published outcomes."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from flint import fmpq
from naive import switching_agents as naive
from switching_policies import compiled, number_of, policy

from tafelwerk.errors import InputError
from tafelwerk.rules.switching.agents import parse_agent
from tafelwerk.solvers.playouts.exact_play import exact_duel
from tafelwerk.solvers.playouts.policy import share_rows
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


@pytest.mark.parametrize("cut", AGENTS)
@pytest.mark.parametrize("short", AGENTS)
def test_any_two_agents_of_order_2(cut: str, short: str) -> None:
    graph = board_positions(2).graph
    expected = naive.short_wins(graph, twin(cut), twin(short), (FREE,) * graph.edges, Player.CUT)
    found = paired(2, cut, short)
    assert abs(Fraction(found.short) - expected) <= Fraction(found.error) < Fraction(1, 10**12)


@compiled
@pytest.mark.parametrize(
    ("cut", "short"),
    [
        ("random", "random"),
        pytest.param("heuristic", "perfect", marks=pytest.mark.slow),
        pytest.param("perfect", "heuristic", marks=pytest.mark.slow),
    ],
)
def test_order_3_in_fractions(cut: str, short: str) -> None:
    """Of all splits of 13 edges, 7 deleted and 6 marked, 19/52 join A and B: what random play comes to."""
    game = board_positions(3).game
    exact = exact_duel(game, *(share_rows(game, shares_of_order_3(name)) for name in (cut, short))).loss_a[game.root]
    found = paired(3, cut, short)
    assert abs(Fraction(found.short) - Fraction(int(exact.p), int(exact.q))) <= Fraction(found.error)
    assert (exact == fmpq(19, 52)) is (cut == "random")


@compiled
@pytest.mark.parametrize(
    ("cut", "short", "low", "high"),
    [
        ("heuristic", "heuristic", 0, 0),
        ("temperature:0.1", "temperature:0.1", 0.0737, 0.0738),
        ("heuristic", "mc:30", 0.005, 0.05),
        ("heuristic", "mc:inf", 0, 0),
    ],
)
def test_published_rates(cut: str, short: str, low: float, high: float) -> None:
    """Jena dissertation, sections 5.3.2 and 5.4.3, figure 5.9."""
    found = paired(3, cut, short)
    assert low <= found.short <= high
    assert found.error < 1e-12


@compiled
@pytest.mark.parametrize(("kind", "values"), [("temperature", ("0.01", "0.1", "1")), ("mc", ("1", "30", "1000"))])
def test_a_middle_parameter_is_best(kind: str, values: tuple[str, ...]) -> None:
    """Jena dissertation, section 5.4.3 and figure 5.9: agents as Short against the heuristic."""
    rates = [paired(3, "heuristic", f"{kind}:{value}").short for value in values]
    assert rates[0] < rates[1] > rates[2] > 0.0


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

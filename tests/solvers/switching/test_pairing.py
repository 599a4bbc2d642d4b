"""Two agents on all positions: against plain recursion in fractions, and the published outcomes."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
import pytest
from naive import switching_agents as naive
from naive.switching import successors
from switching_policies import number_of, policy
from tafelwerk.solvers.playouts.share_policy import share_rows

from tafelwerk.errors import InputError
from tafelwerk.rules.switching.agents import parse_agent
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.playouts.exact_play import exact_duel
from tafelwerk.solvers.playouts.policy import Policy
from tafelwerk.solvers.switching.agents import agent_shares
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import DELETED, FREE, Player, winner
from tafelwerk.solvers.switching.pairing import Pairing, lapses, pair
from tafelwerk.solvers.switching.positions import board_positions, perfect_outcomes
from tafelwerk.solvers.switching.potentials.exact import heuristic_moves

compiled = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")


AGENTS = ["perfect", "heuristic", "temperature:0.5", "mc:2", "gauss-seidel:2", "random"]


def paired(order: int, cut: str, short: str) -> Pairing:
    return pair(board_positions(order), policy(order, cut), policy(order, short))


@cache
def twin(name: str) -> naive.Agent:
    graph = board_positions(2).graph
    return {
        "perfect": naive.perfect_agent(graph),
        "heuristic": naive.heuristic_agent(graph),
        "temperature:0.5": naive.heuristic_agent(graph, 2),
        "mc:2": naive.monte_carlo_agent(graph, 2),
        "gauss-seidel:2": naive.swept_agent(graph, 2),
        "random": naive.random_agent(graph),
    }[name]


@pytest.mark.parametrize(("cut", "short"), list(product(AGENTS, AGENTS)))
def test_any_two_agents_of_order_2(cut: str, short: str) -> None:
    graph = board_positions(2).graph
    expected = naive.short_wins(graph, twin(cut), twin(short), (FREE,) * graph.edges, Player.CUT)
    found = paired(2, cut, short)
    assert abs(Fraction(found.short) - expected) <= Fraction(found.error) < Fraction(1, 10**12)


@compiled
def test_shannon_against_shannon() -> None:
    """Jena dissertation, section 5.3.2: Cut always wins on boards up to order 8."""
    for order in (2, 3):
        found = paired(order, "heuristic", "heuristic")
        assert found.short == 0.0
        assert found.error < 1e-25


@compiled
def test_order_3_in_fractions() -> None:
    """The heuristic against random play, whose first move, for the sake of time, is the last free edge."""
    positions = board_positions(3)
    game, random = positions.game, policy(3, "random")
    heuristic, even = (agent(positions.graph) for agent in (naive.heuristic_agent, naive.random_agent))
    chances, expected = random.chances.copy(), Fraction(0)
    for edge, chance in heuristic((FREE,) * 13, Player.CUT).items():
        states = tuple(DELETED if edge == other else FREE for other in range(13))
        places = game.edges_of(number_of(positions, states))
        chances[places.start : places.stop] = 0.0
        chances[places.stop - 1] = 1.0
        *_, (_, after) = successors(states, Player.SHORT)
        expected += chance * naive.short_wins(positions.graph, heuristic, even, after, Player.CUT)
    found = pair(positions, policy(3, "heuristic"), Policy(chances, random.errors))
    assert abs(Fraction(found.short) - expected) <= Fraction(found.error)
    assert 0 < expected < Fraction(1, 1000)


@compiled
@pytest.mark.slow
@pytest.mark.parametrize(("cut", "short"), [("random", "random"), ("heuristic", "perfect"), ("perfect", "heuristic")])
def test_floats_are_within_their_bounds_of_fractions(cut: str, short: str) -> None:
    game, shares = (
        board_positions(3).game,
        [agent_shares(board_positions(3), parse_agent(name)) for name in (cut, short)],
    )
    exact = exact_duel(game, *(share_rows(game, share) for share in shares if share is not None)).loss_a[game.root]
    found = paired(3, cut, short)
    assert abs(Fraction(found.short) - Fraction(int(exact.p), int(exact.q))) <= Fraction(found.error)


@compiled
def test_random_play_is_a_split_of_the_edges() -> None:
    """Of all splits of 13 edges, 7 deleted and 6 marked, the share that joins A and B."""
    positions = board_positions(3)
    last = [positions.states(number) for number in range(comb(13, 6))]
    assert all((states != FREE).all() for states in last)
    joined = sum(winner(positions.graph, states) is Player.SHORT for states in last)
    found = paired(3, "random", "random")
    assert abs(Fraction(found.short) - Fraction(joined, len(last))) <= Fraction(found.error)
    assert Fraction(joined, len(last)) == Fraction(19, 52)


@compiled
@pytest.mark.slow
def test_monte_carlo_has_an_optimum_at_a_middle_k() -> None:
    """Jena dissertation, figure 5.9: MC(k) as Short against the heuristic."""
    rates = [paired(3, "heuristic", f"mc:{k}").short for k in (1, 30, 1000)]
    assert rates[0] < rates[1] > rates[2] > 0.0
    assert rates[1] > 0.005
    assert paired(3, "heuristic", "mc:inf").short == 0.0


@compiled
def test_temperature_has_an_optimum_in_the_middle() -> None:
    """Jena dissertation, section 5.4.3."""
    rates = [paired(3, "heuristic", f"temperature:{heat}").short for heat in ("0.01", "0.1", "1")]
    assert rates[0] < rates[1] > rates[2]
    both = paired(3, "temperature:0.1", "temperature:0.1")
    assert 0.0737 < both.short < 0.0738
    assert both.error < 1e-12


@compiled
def test_perfect_play_never_errs() -> None:
    shares = agent_shares(board_positions(3), parse_agent("perfect"))
    assert shares is not None
    assert lapses(board_positions(3), shares > 0).numbers.size == 0


@compiled
def test_where_the_heuristic_errs() -> None:
    positions = board_positions(3)
    shares = agent_shares(positions, parse_agent("heuristic"))
    assert shares is not None
    found, outcomes = lapses(positions, shares > 0), perfect_outcomes(positions)
    assert (len(found.numbers), int((found.moves == found.losing).sum())) == (800, 64)
    board = make_board(3)
    states = np.zeros(13, np.int8)
    states[board.edges("A5 C3")] = 1
    states[board.edges("C5 A1")] = 2
    place = found.numbers.tolist().index(number_of(positions, states))
    assert board.names(edge for edge in range(13) if found.losing[place] >> edge & 1) == ["A3", "B4"]
    for number, losing in zip(found.numbers[::40].tolist(), found.losing[::40].tolist(), strict=True):
        state = positions.states(number)
        assert outcomes.winner[number] == positions.to_move[number]
        for edge in heuristic_moves(positions.graph, state):
            after = state.copy()
            after[edge] = positions.to_move[number]
            lost = outcomes.winner[number_of(positions, after)] != positions.to_move[number]
            assert lost == bool(losing >> edge & 1)
    assert lapses(board_positions(2), np.ones(board_positions(2).game.edges, np.bool_)).numbers.size > 0


@compiled
def test_misuse() -> None:
    positions, other = board_positions(2), policy(3, "random")
    with pytest.raises(InputError, match="policy a"):
        pair(positions, other, other)
    with pytest.raises(InputError, match="possible"):
        lapses(positions, np.zeros(3, np.bool_))

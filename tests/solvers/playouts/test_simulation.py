"""Games played out: their shares against exact chances, with seeds that could fail."""

from math import sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.graphs import duel, monte_carlo_rows, random_rows, random_values, small_graphs

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.draws import WORDS, begin_stream, below, unit
from tafelwerk.solvers.montecarlo.agents import agent_policy
from tafelwerk.solvers.montecarlo.races import dsc_graph, esr_graph
from tafelwerk.solvers.montecarlo.subtraction import subtraction_graph
from tafelwerk.solvers.playouts.duel import duel as certified
from tafelwerk.solvers.playouts.graph import UNDECIDED, GameGraph
from tafelwerk.solvers.playouts.limit_agent import limit_policy
from tafelwerk.solvers.playouts.policy import Policy, monte_carlo_policy, random_shares, share_policy
from tafelwerk.solvers.playouts.random_play import random_play
from tafelwerk.solvers.playouts.simulation import Sample, simulate

GAMES = 4000

AGENTS = (1, 2, 5, "inf", "random", "perfect", "careful", "half-perfect")
"""MC(k) by its k."""


def policy_of(graph: GameGraph, agent: int | str) -> Policy:
    if isinstance(agent, int):
        return monte_carlo_policy(graph, random_play(graph), agent)
    return limit_policy(graph) if agent == "inf" else agent_policy(graph, agent)


def z_score(sample: Sample, chance: float) -> float:
    """Standard errors that the wins are off; of a certain outcome 0 where it came."""
    spread = sqrt(sample.games * chance * (1 - chance))
    off = sample.wins - sample.games * chance
    return off / spread if spread > 1e-6 else (0.0 if abs(off) < 1e-3 else 1e9)


@pytest.mark.parametrize(
    "graph",
    [
        esr_graph(2, 3, 2),
        dsc_graph(9),
        subtraction_graph((1, 2), 14),
        subtraction_graph((3, 5, 11), 33, "loses"),
        subtraction_graph((2, 3, 4), 19, "illegal"),
    ],
    ids=["esr", "dsc", "S(1,2)", "3-5-11", "illegal"],
)
def test_shares_are_those_of_the_exact_duel(graph: GameGraph) -> None:
    """Every agent first and second; no law of MC(k) is used on the simulated side."""
    scores = []
    for place, one in enumerate(AGENTS):
        other = AGENTS[(3 * place + 2) % len(AGENTS)]
        for first, second in ((one, other), (other, one)):
            agents = [agent if isinstance(agent, int) else policy_of(graph, agent) for agent in (first, second)]
            sample = simulate(graph, graph.root, *agents, GAMES, seed=1000 + place)
            assert sample.wins + sample.losses == GAMES
            met = certified(graph, policy_of(graph, first), policy_of(graph, second))
            scores.append(z_score(sample, float(met.win[0, graph.root])))
    assert max(map(abs, scores)) < 4.5
    # together: a chi-squared of some 16 samples
    assert sum(score * score for score in scores) < 50


def test_a_wrong_law_would_be_seen() -> None:
    """MC(5) is not MC(6): samples of one lie far from the chance of the other."""
    graph = dsc_graph(10)
    play = random_play(graph)
    sample = simulate(graph, graph.root, 5, 25, 200_000, seed=3)
    for k, is_right in ((5, True), (6, False)):
        met = certified(graph, monte_carlo_policy(graph, play, k), monte_carlo_policy(graph, play, 25))
        assert (abs(z_score(sample, float(met.win[0, graph.root]))) < 4) == is_right


@given(graph=small_graphs(), k=st.integers(1, 3), seed=st.integers(0, 2**40))
def test_drawn_games_count_for_nobody(graph: GameGraph, k: int, seed: int) -> None:
    rows = monte_carlo_rows(graph, random_values(graph)[1], k), random_rows(graph)
    win, loss = duel(graph, rows)[graph.root][0]
    sample = simulate(graph, graph.root, k, share_policy(graph, random_shares(graph)), 300, seed)
    for count, chance in ((sample.wins, win), (sample.losses, loss)):
        # 300 games, and a chance of 1e-9 of being so far off
        assert abs(count - 300 * chance) < 58
        assert chance not in (0, 1) or count == 300 * chance


def test_games_depend_on_their_numbers_alone() -> None:
    graph = esr_graph(2, 2, 1)
    whole = simulate(graph, graph.root, 2, 3, 500, seed=9)
    parts = [simulate(graph, graph.root, 2, 3, games, 9, begin) for begin, games in ((0, 120), (120, 380))]
    assert sum(part.wins for part in parts) == whole.wins
    assert whole == simulate(graph, graph.root, 2, 3, 500, seed=9)
    assert whole.wins != simulate(graph, graph.root, 2, 3, 500, seed=10).wins


def naive_wins(graph: GameGraph, start: int, agents: tuple[Policy | int, Policy | int], games: int, seed: int) -> int:
    """The same games in plain Python, draw by draw."""
    stream = np.zeros(WORDS, np.int64)
    won = 0

    def candidates(i: int) -> list[int]:
        return [int(graph.successors[e]) for e in graph.edges_of(i) for _ in range(graph.multiplicities[e])]

    def playout(i: int) -> bool:
        moves = 0
        while graph.payoff[i] == UNDECIDED:
            options = candidates(i)
            i = options[below(stream, len(options))]
            moves += 1
        return bool(graph.payoff[i] == (1 if moves % 2 else -1))

    for number in range(games):
        begin_stream(seed, number, stream)
        i, mover = start, 0
        while graph.payoff[i] == UNDECIDED:
            agent = agents[mover]
            if isinstance(agent, Policy):
                aim, chosen = unit(stream), None
                for e in graph.edges_of(i):
                    if agent.chances[e] > 0 and (chosen is None or aim >= 0):
                        chosen = int(graph.successors[e])
                        aim -= agent.chances[e]
                assert chosen is not None
                i = chosen
            else:
                options = candidates(i)
                if len(options) > 1:
                    most, tied, best = -1, 0, -1
                    for option in options:
                        wins = sum(playout(option) for _ in range(agent))
                        if wins > most:
                            most, tied, best = wins, 1, option
                        elif wins == most:
                            tied += 1
                            best = option if below(stream, tied) == 0 else best
                    i = best
                else:
                    i = options[0]
            mover = 1 - mover
        won += graph.payoff[i] == (1 if mover == 0 else -1)
    return int(won)


def test_games_of_plain_python_are_the_same() -> None:
    random = Random(4)
    for graph in (esr_graph(2, 2, 2), dsc_graph(6), subtraction_graph((1, 3, 4), 15, "loses")):
        for agents in ((1, 2), (3, agent_policy(graph, "half-perfect")), (agent_policy(graph, "random"), 2)):
            seed = random.randrange(2**62)
            start = random.choice([i for i in range(graph.positions) if graph.payoff[i] == UNDECIDED])
            assert simulate(graph, start, *agents, 25, seed).wins == naive_wins(graph, start, agents, 25, seed)


def test_a_finished_game_is_won_or_lost_at_once() -> None:
    graph = subtraction_graph((1, 2), 5)
    assert simulate(graph, 1, 1, 1, 10, 0) == Sample(10, 0, 10)
    assert simulate(graph, 0, 1, 1, 10, 0) == Sample(10, 10, 0)


def test_bad_arguments_are_named() -> None:
    graph = dsc_graph(4)
    policy = share_policy(graph, random_shares(graph))
    other = share_policy(dsc_graph(5), random_shares(dsc_graph(5)))
    for arguments, word in [
        ((99, 1, 1, 10, 0), "start"),
        ((graph.root, 0, 1, 10, 0), "playouts"),
        ((graph.root, other, 1, 10, 0), "edges"),
        ((graph.root, policy, 1, 0, 0), "games"),
        ((graph.root, policy, 1, 10, -1), "seed"),
        ((graph.root, policy, 1, 10, 0, 2**32), "games"),
    ]:
        with pytest.raises(InputError, match=word):
            simulate(graph, *arguments)  # type: ignore[arg-type]

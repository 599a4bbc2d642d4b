"""Games played out: draw by draw as plain Python plays them, and their shares against exact chances."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from naive.graphs import small_graphs

from tafelwerk.errors import InputError
from tafelwerk.solvers.machine.draws import WORDS, begin_stream, below, unit
from tafelwerk.solvers.montecarlo.races_and_heaps import dsc_graph, esr_graph, subtraction_graph
from tafelwerk.solvers.montecarlo.simple_agents import agent_policy
from tafelwerk.solvers.playouts.agent_duels import Sample, duel, simulate
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph, random_play
from tafelwerk.solvers.playouts.policy import Policy, limit_policy, monte_carlo_policy, random_shares, share_policy

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


@pytest.mark.parametrize("graph", [esr_graph(2, 3, 2), subtraction_graph((3, 5, 11), 33, "loses")], ids=["esr", "heap"])
def test_shares_are_those_of_the_exact_duel(graph: GameGraph) -> None:
    """Every agent first and second; no law of MC(k) is used on the simulated side."""
    scores = []
    for number, agent in enumerate(AGENTS):
        rival = AGENTS[(3 * number + 2) % len(AGENTS)]
        for first, second in ((agent, rival), (rival, agent)):
            agents = [agent if isinstance(agent, int) else policy_of(graph, agent) for agent in (first, second)]
            sample = simulate(graph, graph.root, *agents, GAMES, seed=1000 + number)
            assert sample.wins + sample.losses == GAMES
            met = duel(graph, policy_of(graph, first), policy_of(graph, second))
            scores.append(z_score(sample, float(met.win[0, graph.root])))
    assert max(map(abs, scores)) < 4.5
    # together: a chi-squared of some 16 samples
    assert sum(score * score for score in scores) < 50


def play_games(
    graph: GameGraph, start: int, agents: tuple[Policy | int, Policy | int], games: int, seed: int
) -> Sample:
    """The same games in plain Python, draw by draw."""
    stream = np.zeros(WORDS, np.int64)
    wins = losses = 0

    def candidates(i: int) -> list[int]:
        return [int(graph.successors[e]) for e in graph.edges_of(i) for _ in range(graph.multiplicities[e])]

    def is_won_at_random(i: int) -> bool:
        moves = 0
        while graph.payoff[i] == UNDECIDED:
            options = candidates(i)
            i = options[below(stream, len(options))]
            moves += 1
        return bool(graph.payoff[i] == (1 if moves % 2 else -1))

    def choose_by_chance(i: int, policy: Policy) -> int:
        aim, chosen = unit(stream), -1
        for edge in graph.edges_of(i):
            if policy.chances[edge] > 0 and (chosen < 0 or aim >= 0):
                chosen = int(graph.successors[edge])
                aim -= policy.chances[edge]
        return chosen

    def choose_by_playouts(i: int, playouts: int) -> int:
        options = candidates(i)
        most, tied, best = -1, 0, options[0]
        for option in options if len(options) > 1 else []:
            won = sum(is_won_at_random(option) for _ in range(playouts))
            if won > most:
                most, tied, best = won, 1, option
            elif won == most:
                tied += 1
                best = option if below(stream, tied) == 0 else best
        return best

    for number in range(games):
        begin_stream(seed, number, stream)
        i, mover = start, 0
        while graph.payoff[i] == UNDECIDED:
            agent = agents[mover]
            i = choose_by_chance(i, agent) if isinstance(agent, Policy) else choose_by_playouts(i, agent)
            mover = 1 - mover
        payoff = graph.payoff[i] if mover == 0 else -graph.payoff[i]
        wins += payoff == 1
        losses += payoff == -1
    return Sample(games, int(wins), int(losses))


@given(small_graphs(), st.integers(1, 3), st.integers(0, 2**62))
@example(esr_graph(2, 2, 2), 3, 5)
@example(subtraction_graph((1, 3, 4), 15, "loses"), 2, 9)
def test_games_of_plain_python_are_the_same(graph: GameGraph, k: int, seed: int) -> None:
    """Drawn ones count for nobody; finished ones are won or lost at once."""
    by_chance = share_policy(graph, random_shares(graph))
    for agents in ((k, k + 1), (k, by_chance), (by_chance, 1)):
        sample = play_games(graph, graph.root, agents, 10, seed)
        assert simulate(graph, graph.root, *agents, 10, seed) == sample


def test_games_depend_on_their_numbers_alone() -> None:
    graph = esr_graph(2, 2, 1)
    sample = simulate(graph, graph.root, 2, 3, 500, seed=9)
    parts = [simulate(graph, graph.root, 2, 3, games, 9, begin) for begin, games in ((0, 120), (120, 380))]
    assert sum(part.wins for part in parts) == sample.wins
    assert sample.wins != simulate(graph, graph.root, 2, 3, 500, seed=10).wins


def test_bad_arguments_are_named() -> None:
    graph = dsc_graph(4)
    policy, other = (share_policy(graph, random_shares(graph)) for graph in (graph, dsc_graph(5)))
    for arguments, word in [
        ((graph.positions, 1, 1, 10, 0), "start"),
        ((graph.root, 0, 1, 10, 0), "playouts"),
        ((graph.root, other, 1, 10, 0), "edges"),
        ((graph.root, policy, 1, 0, 0), "games"),
        ((graph.root, policy, 1, 10, -1), "seed"),
        ((graph.root, policy, 1, 10, 0, 2**32 - 9), "games"),
    ]:
        with pytest.raises(InputError, match=word):
            simulate(graph, *arguments)  # type: ignore[arg-type]
    assert simulate(graph, graph.root, policy, 1, 10, 2**63 - 1, 2**32 - 10).games == 10

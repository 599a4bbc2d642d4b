"""Games played out: draw by draw as plain Python plays them."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st
from naive.graphs import small_graphs

from tafelwerk.solvers.machine.draws import WORDS, begin_stream, below, unit
from tafelwerk.solvers.montecarlo.races_and_heaps import esr_graph, subtraction_graph
from tafelwerk.solvers.playouts.agent_duels import Sample, simulate
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph
from tafelwerk.solvers.playouts.policy import Policy, random_shares, share_policy
from tafelwerk.solvers.playouts.watched_games import candidates_of, watch


def play_games(
    graph: GameGraph, start: int, agents: tuple[Policy | int, Policy | int], games: int, seed: int, first: int
) -> Sample:
    """The same games in plain Python, draw by draw; they depend on the seed and their numbers alone."""
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

    for number in range(first, first + games):
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
        for first in (0, 7):
            sample = play_games(graph, graph.root, agents, 5, seed, first)
            assert simulate(graph, graph.root, *agents, 5, seed, first) == sample
            results = [watched_result(graph, agents, seed, number) for number in range(first, first + 5)]
            assert Sample(5, results.count(1), results.count(-1)) == sample


def watched_result(graph: GameGraph, agents: tuple[Policy | int, Policy | int], seed: int, number: int) -> int:
    """The result for who moves first of a watched game, in which MC(k) plays the candidate with the most playouts won."""
    table, position, made = candidates_of(graph), graph.root, 0
    for decision in watch(graph, graph.root, *agents, seed, number):
        assert decision.position == position
        agent = agents[made % 2]
        if decision.wins:
            assert isinstance(agent, int)
            assert decision.wins[decision.candidate] == max(decision.wins) <= agent
        position, made = int(table.successors[table.offsets[position] + decision.candidate]), made + 1
    return int(graph.payoff[position]) * (-1 if made % 2 else 1)

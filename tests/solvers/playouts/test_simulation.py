"""Games played out are those that are watched, decision by decision."""

from hypothesis import example, given
from hypothesis import strategies as st
from naive.graphs import small_graphs

from tafelwerk.solvers.montecarlo.races_and_heaps import esr_graph, subtraction_graph
from tafelwerk.solvers.playouts.agent_duels import Sample, simulate
from tafelwerk.solvers.playouts.game_graph import GameGraph
from tafelwerk.solvers.playouts.policy import Policy, random_shares, share_policy
from tafelwerk.solvers.playouts.watched_games import candidates_of, watch


@given(small_graphs(), st.integers(1, 3), st.integers(0, 2**62))
@example(esr_graph(2, 2, 2), 3, 5)
@example(subtraction_graph((1, 3, 4), 15, "loses"), 2, 9)
def test_watched_games_are_the_same(graph: GameGraph, k: int, seed: int) -> None:
    """Drawn ones count for nobody; finished ones are won or lost at once."""
    by_chance = share_policy(graph, random_shares(graph))
    for agents in ((k, k + 1), (k, by_chance), (by_chance, 1)):
        for first in (0, 7):
            results = [watched_result(graph, agents, seed, number) for number in range(first, first + 5)]
            sample = Sample(5, results.count(1), results.count(-1))
            assert simulate(graph, graph.root, *agents, 5, seed, first) == sample


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

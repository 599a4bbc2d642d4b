"""Random, perfect and limit play, and duels in doubles and in fractions: against plain recursion in fractions.
Games played out are those that are watched, decision by decision.
"""

from dataclasses import replace
from fractions import Fraction

import numpy as np
from flint import fmpq
from hypothesis import example, given
from hypothesis import strategies as st
from marks import compiled
from naive import graphs
from naive.graphs import any_rows, small_graphs
from naive.selection import law
from numpy.typing import NDArray

from tafelwerk.solvers.montecarlo.races_and_heaps import dsc_graph, esr_graph, heap_position, subtraction_graph
from tafelwerk.solvers.playouts import policy
from tafelwerk.solvers.playouts.agent_duels import Sample, duel, simulate
from tafelwerk.solvers.playouts.exact_play import exact_duel, exact_random, exact_selection
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph, perfect_shares, perfect_values, random_play
from tafelwerk.solvers.playouts.policy import Policy, random_shares, share_policy
from tafelwerk.solvers.playouts.watched_games import candidates_of, watch

SEEDS = st.integers(0, 2**32 - 1)


def fractions(values: list[fmpq]) -> list[Fraction]:
    return [Fraction(str(value)) for value in values]


def fmpqs(values: list[Fraction]) -> list[fmpq]:
    return [fmpq(value.numerator, value.denominator) for value in values]


@given(graph=small_graphs())
@example(graph=esr_graph(3, 4, 2))
@example(graph=subtraction_graph([3, 5, 11], 300, "loses"))
def test_random_play(graph: GameGraph) -> None:
    graph.check()
    play, (win, loss) = random_play(graph), graphs.random_values(graph)
    pairs = zip([*play.win_hi, *play.loss_hi], [*play.win_lo, *play.loss_lo], [*win, *loss], strict=True)
    worst = max(abs(Fraction(float(hi)) + Fraction(float(lo)) + Fraction(1, 2) - truth) for hi, lo, truth in pairs)
    assert worst <= Fraction(play.error) < Fraction(graph.positions, 10**30)
    assert tuple(map(fractions, exact_random(graph))) == (win, loss)


@given(graph=small_graphs())
def test_perfect_play(graph: GameGraph) -> None:
    values, shares = perfect_values(graph), perfect_shares(graph)
    assert values.dtype == np.int8
    for i in range(graph.positions):
        assert values[i] == graphs.value(graph, i)
        for edge in graph.edges_of(i):
            keeps = -graphs.value(graph, int(graph.successors[edge])) == values[i]
            assert shares[edge] == (graph.multiplicities[edge] if keeps else 0)


TWO_WAYS = GameGraph(
    offsets=np.array([0, 0, 1, 1, 3, 6]),
    successors=np.array([0, 0, 1, 1, 1, 3], np.int32),
    multiplicities=np.ones(6, np.int32),
    labels=np.arange(6, dtype=np.int32),
    payoff=np.array([-1, UNDECIDED, -1, UNDECIDED, UNDECIDED], np.int8),
    root=4,
)
"""Two moves of the last position lead to one that can seem best and is not."""


def limit_by_fractions(graph: GameGraph) -> NDArray[np.int64]:
    """The candidates that leave the opponent most likely to lose."""
    _, loss = graphs.random_values(graph)
    shares = np.zeros(graph.edges, dtype=np.int64)
    for i in range(graph.positions):
        most = max((loss[graph.successors[e]] for e in graph.edges_of(i)), default=None)
        for edge in graph.edges_of(i):
            if loss[graph.successors[edge]] == most:
                shares[edge] = graph.multiplicities[edge]
    return shares


@given(graph=small_graphs(), error=st.sampled_from([0.3, 1e-3, 1e-9]), seed=SEEDS)
@example(graph=TWO_WAYS, error=0.3, seed=0)
@example(graph=esr_graph(2, 5, 4), error=1e-3, seed=1)
@example(graph=dsc_graph(30), error=1e-9, seed=2)
@example(graph=subtraction_graph([1, 2], 400), error=1e-6, seed=3)
@example(graph=subtraction_graph([3, 5, 11], 300, "illegal"), error=1.0, seed=4)
def test_limit_play_decides_ties_and_near_ties_exactly(graph: GameGraph, error: float, seed: int) -> None:
    """Also where random play is off by nearly as much as it says, so that only residues can tell some chances apart."""
    shares, play = limit_by_fractions(graph), random_play(graph)
    assert np.array_equal(policy.limit_shares(graph), shares)
    assert np.array_equal(policy.limit_policy(graph).chances > 0, shares > 0)
    signs = np.random.default_rng(seed).choice([-1.0, 1.0], graph.positions)
    noise = np.where(graph.payoff == UNDECIDED, 0.99 * error * signs, 0.0)
    assert np.array_equal(policy.limit_shares(graph, replace(play, loss_hi=play.loss_hi + noise, error=error)), shares)


@given(small_graphs(most=7), SEEDS)
def test_duels(graph: GameGraph, seed: int) -> None:
    """Of policies that are wrong by as much as they say."""
    random = np.random.default_rng(seed)
    agents = [any_rows(graph, random) for _ in range(2)]
    policies = []
    for exact in agents:
        errors = random.choice([0.0, 1e-9], len(exact)) + 1e-16
        noise = random.choice([-0.99, 0.0, 0.99], len(exact)) * (errors - 1e-16)
        policies.append(policy.Policy(np.array([float(chance) for chance in exact]) + noise, errors))
    met, exactly = duel(graph, *policies), exact_duel(graph, *map(fmpqs, agents))
    by_agent = (exactly.win_a, exactly.loss_a), (exactly.win_b, exactly.loss_b)
    for i, chances in enumerate(graphs.duel(graph, agents)):
        for row, (win, loss) in enumerate(chances):
            assert fractions([by_agent[row][0][i], by_agent[row][1][i]]) == [win, loss]
            bound = Fraction(float(met.error[row, i]))
            assert abs(Fraction(float(met.win[row, i])) - win) <= bound
            assert abs(Fraction(float(met.loss[row, i])) - loss) <= bound


@given(
    groups=st.lists(st.tuples(st.fractions(0, 1, max_denominator=9), st.integers(1, 2)), min_size=1, max_size=3),
    k=st.integers(1, 5),
)
def test_exact_selection(groups: list[tuple[Fraction, int]], k: int) -> None:
    chances, counts = [p for p, _ in groups], [c for _, c in groups]
    assert fractions(exact_selection(fmpqs(chances), counts, k)) == law(chances, counts, k)


@compiled
def test_playouts_beyond_every_table() -> None:
    graph, k = subtraction_graph((1, 3, 4), 40, "wins"), 10**9
    play = random_play(graph)
    met = duel(graph, policy.monte_carlo_policy(graph, play, k), policy.monte_carlo_policy(graph, play, 2 * k))
    assert met.error[:, heap_position(40)].max() < 1e-13
    assert abs(met.win + met.loss - 1).max() < 1e-13
    # a chance near 0 comes from its own recursion, not from 1 less the other
    tiny = (met.win > 0) & (met.win < 1e-17)
    assert tiny.any()
    assert (met.loss[tiny] == 1.0).all()


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

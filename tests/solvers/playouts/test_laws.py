"""Windows, sign of a difference, and the law of MC(k): against fractions, and in balls where fractions grow too long.
Policies and curves of duels: against candidates taken one by one in fractions, balls, and single duels.
Random, perfect and limit play, and duels in doubles and in fractions: against plain recursion in fractions.
Games played out are those that are watched, decision by decision.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod

import numpy as np
import pytest
from flint import fmpq
from hypothesis import example, given
from hypothesis import strategies as st
from marks import compiled
from naive import graphs
from naive.graphs import any_rows, random_rows, small_graphs
from naive.selection import law, pmf
from numpy.typing import NDArray

from tafelwerk.solvers.montecarlo.races_and_heaps import dsc_graph, esr_graph, heap_position, subtraction_graph
from tafelwerk.solvers.playouts import agent_duels as module
from tafelwerk.solvers.playouts import playout_runs, policy
from tafelwerk.solvers.playouts import policy as policies
from tafelwerk.solvers.playouts.agent_duels import Sample, duel, duels, simulate, watch
from tafelwerk.solvers.playouts.binomial import sign_kernel, window, window_limit
from tafelwerk.solvers.playouts.exact_play import exact_duel, exact_random, exact_selection
from tafelwerk.solvers.playouts.game_graph import UNDECIDED, GameGraph, perfect_shares, perfect_values, random_play
from tafelwerk.solvers.playouts.playout_runs import STEPS
from tafelwerk.solvers.playouts.policy import Policy, random_shares, share_policy
from tafelwerk.solvers.playouts.selection import selection_law
from tafelwerk.solvers.switching.switching_positions import board_positions

Groups = list[tuple[Fraction, int]]

SHIFTS = st.floats(-0.5, 0.5).map(lambda y: 0.0 if abs(y) < 1e-12 else y)
CHANCES = st.one_of(st.fractions(0, 1, max_denominator=60), st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)]))
GROUPS = st.lists(st.tuples(CHANCES, st.integers(1, 3)), min_size=1, max_size=4).filter(
    lambda groups: sum(count for _, count in groups) <= 6
)


def test_windows_are_as_long_as_promised() -> None:
    for k in (1, 10, 10**6, 2**53):
        for y in (-0.5, -0.4999, 0.0, 0.5):
            first, last = window(y, 0.0, float(k))
            assert 0 <= first <= last <= k
            assert last - first + 1 <= window_limit(k)
            assert first - 2 <= k * (0.5 + y) <= last + 2


@given(SHIFTS, SHIFTS, st.integers(1, 12))
@example(0.5, -0.5, 3)
@example(0.5, 0.5, 3)
@example(0.0, 1e-9, 1)
def test_sign_of_a_difference(first: float, second: float, k: int) -> None:
    value, error = sign_kernel(first, 0.0, second, 0.0, float(k))
    f, g = law([Fraction(y) + Fraction(1, 2) for y in (first, second)], [1, 1], k)
    assert abs(Fraction(value) - (f - g)) <= Fraction(error)
    assert error <= 1e-13
    assert sign_kernel(second, 0.0, first, 0.0, float(k))[0] == -value


def pair(p: Fraction) -> tuple[float, float]:
    """p - 1/2 as a pair of doubles, and the p it stands for within 2^-106."""
    y = p - Fraction(1, 2)
    hi = float(y)
    return hi, float(y - Fraction(hi))


def select(groups: Groups, k: int) -> tuple[np.ndarray, np.ndarray]:
    pairs = [pair(p) for p, _ in groups]
    return selection_law([hi for hi, _ in pairs], [lo for _, lo in pairs], [count for _, count in groups], k)


def meant(groups: Groups) -> list[Fraction]:
    """The chances the pairs stand for, exactly."""
    return [Fraction(1, 2) + sum(map(Fraction, pair(p))) for p, _ in groups]


@given(GROUPS, st.integers(1, 8))
@example([(Fraction(1), 2), (Fraction(1, 2), 1), (Fraction(1, 3), 1)], 5)
@example([(Fraction(0), 2), (Fraction(1, 7), 3)], 4)
@example([(Fraction(1, 2), 1), (Fraction(4, 7), 1), (Fraction(3, 7), 1), (Fraction(1, 3), 1), (Fraction(2, 3), 1)], 3)
def test_selection(groups: Groups, k: int) -> None:
    values, errors = select(groups, k)
    truth = law(meant(groups), [count for _, count in groups], k)
    for value, error, exact in zip(values.tolist(), errors.tolist(), truth, strict=True):
        assert abs(Fraction(value) - exact) <= Fraction(error) + Fraction(1, 2**100)
        assert error <= 2e-14


@compiled
@given(GROUPS, st.integers(1, 5000))
def test_laws_of_selection(groups: Groups, k: int) -> None:
    values, errors = select(groups, k)
    assert abs(values.sum() - 1) <= 1e-15 + errors.sum()
    assert (values >= 0).all()
    # candidates of one group may as well be called groups of their own
    single, doubts = select([(p, 1) for p, count in groups for _ in range(count)], k)
    starts = np.cumsum([0, *[count for _, count in groups][:-1]])
    assert (abs(np.add.reduceat(single, starts) - values) <= np.add.reduceat(doubts, starts) + errors).all()
    # who wins more playouts is chosen more often
    each = values / [count for _, count in groups]
    best = np.argsort([p for p, _ in groups])
    assert (np.diff(each[best]) >= -(errors.max() + 1e-16)).all()


def test_many_candidates() -> None:
    # 100 playouts won at 2/3 each, 38 that never are
    values, errors = select([(Fraction(2, 3), 100), (Fraction(0), 38)], 1)
    none = Fraction(1, 3) ** 100
    assert abs(Fraction(float(values[0])) - (1 - none * Fraction(38, 138))) <= Fraction(float(errors[0]))
    assert values.sum() == pytest.approx(1, abs=1e-14)


def assert_certified(policy: Policy, rows: list[Fraction]) -> None:
    for chance, error, exact in zip(policy.chances.tolist(), policy.errors.tolist(), rows, strict=True):
        assert abs(Fraction(chance) - exact) <= Fraction(error)
        assert error <= 2e-14


@compiled
@pytest.mark.parametrize("begin", [0, 16 * STEPS])
def test_runs_agree_with_single_policies(begin: int) -> None:
    graph = subtraction_graph((3, 5, 11), 40, "loses")
    play = random_play(graph)
    wanted = [max(1, begin), begin + 2, begin + 31, begin + STEPS - 1]
    run = policies.consecutive_policies(graph, play, begin, wanted)
    assert list(run) == wanted
    for k in wanted:
        single = policies.monte_carlo_policy(graph, play, k)
        assert (abs(single.chances - run[k].chances) <= single.errors + run[k].errors).all()
        assert run[k].errors.max() < 1e-14
    # what else is asked for changes nothing
    alone = policies.consecutive_policies(graph, play, begin, wanted[2:3])[wanted[2]]
    assert np.array_equal(alone.chances, run[wanted[2]].chances)


@pytest.mark.parametrize("hashes", ["as they are", "all equal"])
def test_positions_alike_have_one_policy(hashes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bit for bit that of every position by itself, whatever the hashes of the others are."""
    graph = board_positions(2).game
    play, is_open = random_play(graph), np.flatnonzero(graph.payoff == UNDECIDED)
    if hashes == "all equal":
        monkeypatch.setattr(policies, "hash_numbers", lambda numbers, seed: np.zeros(len(numbers), np.uint64))
    different, _ = policies._alike.__wrapped__(graph, play)
    assert (len(different) < len(is_open) / 2) is (hashes == "as they are")
    shared = policies.monte_carlo_policy(graph, play, 5)
    monkeypatch.setattr(policies, "_alike", lambda graph, play: (is_open, None))
    alone = policies.monte_carlo_policy(graph, play, 5)
    assert np.array_equal(shared.chances, alone.chances)
    assert np.array_equal(shared.errors, alone.errors)


@given(small_graphs())
def test_shares_as_chances(graph: GameGraph) -> None:
    rows, policy = random_rows(graph), policies.share_policy(graph, policies.random_shares(graph))
    assert [Fraction(str(row)) for row in policies.share_rows(graph, policies.random_shares(graph))] == rows
    assert_certified(policy, rows)
    assert all(error == 0 for error, row in zip(policy.errors, rows, strict=True) if row in (0, 1))


def unique_best(groups: Groups, k: int) -> list[Fraction]:
    """Chance of each group that the only candidate with most wins is in it; if there never is only one, 1 for the best group."""
    masses = [(g, pmf(p, k)) for g, (p, count) in enumerate(groups) for _ in range(count)]
    totals = [Fraction(0)] * len(groups)
    for i, (g, mass) in enumerate(masses):
        for j in range(k + 1):
            totals[g] += mass[j] * prod(
                (sum(other[:j], Fraction(0)) for x, (_, other) in enumerate(masses) if x != i), start=Fraction(1)
            )
    best = max(p for p, _ in groups)
    return [total / sum(totals) for total in totals] if sum(totals) else [Fraction(p == best) for p, _ in groups]


HALVES = st.sampled_from([Fraction(1, 2), Fraction(1)])


@compiled
@example([(Fraction(1, 2), 20), (Fraction(3, 4), 3)], 5)
@given(
    st.lists(
        st.tuples(st.integers(0, 64).map(lambda i: Fraction(i, 64)) | HALVES, st.integers(1, 2)),
        min_size=1,
        max_size=4,
        unique_by=lambda group: group[0],
    ),
    st.integers(1, 9),
)
def test_ties_ignored(groups: Groups, k: int) -> None:
    highs = [float(p - Fraction(1, 2)) for p, _ in groups]
    values, errors = policies.unique_best_law(highs, [0.0] * len(groups), [count for _, count in groups], k)
    for value, error, exact in zip(values.tolist(), errors.tolist(), unique_best(groups, k), strict=True):
        assert abs(Fraction(value) - exact) <= Fraction(error)
        assert error <= 1e-13


@compiled
@pytest.mark.parametrize(
    ("graph", "ks", "rivals"),
    [
        (subtraction_graph((1, 3, 4), 20), [*range(70, 50, -1), 60, 60], [*[7] * 10, *[100_000] * 10, 60, 1]),
        (dsc_graph(9), [1, 10, 10**6, 10**15], [2, 20, 2 * 10**6, 2 * 10**15]),
    ],
)
def test_any_order_and_any_rival(graph: GameGraph, ks: Sequence[int], rivals: Sequence[int]) -> None:
    play, positions = random_play(graph), [graph.root, 5]
    found = duels(graph, play, ks, rivals, positions)
    assert found.first.shape == found.second.shape == found.error.shape == (len(ks), len(positions))
    for row, (k, rival) in enumerate(zip(ks, rivals, strict=True)):
        one = duel(graph, policies.monte_carlo_policy(graph, play, k), policies.monte_carlo_policy(graph, play, rival))
        bound = found.error[row] + one.error[:, positions].max(axis=0)
        assert (abs(found.first[row] - one.win[0, positions]) <= bound).all()
        assert (abs(found.second[row] - one.loss[1, positions]) <= bound).all()
    assert found.error.max() < 1e-13


@compiled
def test_neither_memory_nor_length_changes_a_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = esr_graph(2, 3, 1)
    play = random_play(graph)
    ks = np.arange(1, 150, dtype=np.uint64)
    plenty = duels(graph, play, ks, 2 * ks, [graph.root])
    for part in (module, playout_runs):
        monkeypatch.setattr(part, "DENSE_BYTES", 16 * graph.edges * playout_runs.STEPS)
    little = duels(graph, play, ks, 2 * ks, [graph.root])
    assert np.array_equal(plenty.first, little.first)
    assert np.array_equal(plenty.error, little.error)
    # nor does a curve that goes on
    short = duels(graph, play, ks[:19], 2 * ks[:19], [graph.root])
    assert np.array_equal(short.second, plenty.second[:19])


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
    position, made = graph.root, 0
    for decision in watch(graph, graph.root, *agents, seed, number):
        assert decision.position == position
        agent = agents[made % 2]
        if decision.wins:
            assert isinstance(agent, int)
            assert decision.wins[decision.candidate] == max(decision.wins) <= agent
        candidates = [edge for edge in graph.edges_of(position) for _ in range(graph.multiplicities[edge])]
        position, made = int(graph.successors[candidates[decision.candidate]]), made + 1
    return int(graph.payoff[position]) * (-1 if made % 2 else 1)

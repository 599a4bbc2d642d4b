"""Duels against plain recursion in fractions, and against published numbers."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from marks import compiled
from naive.graphs import any_rows, small_graphs
from naive.graphs import duel as plain_duel
from published import TABLE_2_4

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.races import dsc_graph, esr_graph
from tafelwerk.solvers.montecarlo.subtraction import heap_position, subtraction_graph
from tafelwerk.solvers.playouts.duel import duel
from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.policy import Policy, monte_carlo_policy, random_shares, share_policy
from tafelwerk.solvers.playouts.random_play import random_play


@given(small_graphs(most=7), st.integers(0, 2**32 - 1))
def test_any_agents(graph: GameGraph, seed: int) -> None:
    random = np.random.default_rng(seed)
    policies, agents = [], []
    for _ in range(2):
        exact = any_rows(graph, random)
        # a policy may be wrong by as much as it says
        errors = random.choice([0.0, 1e-9], len(exact)) + 1e-16
        wrong = np.array([float(x) for x in exact]) + random.choice([-0.99, 0.0, 0.99], len(exact)) * (errors - 1e-16)
        policies.append(Policy(wrong, errors))
        agents.append(exact)
    found = duel(graph, *policies)
    for i, chances in enumerate(plain_duel(graph, agents)):
        for row, (win, loss) in enumerate(chances):
            bound = Fraction(float(found.error[row, i]))
            assert abs(Fraction(float(found.win[row, i])) - win) <= bound
            assert abs(Fraction(float(found.loss[row, i])) - loss) <= bound


@compiled
@pytest.mark.parametrize(("k", "row"), TABLE_2_4.items())
def test_published_duels(k: int, row: tuple[str, ...]) -> None:
    graph = esr_graph(5, 6, 1)
    play = random_play(graph)
    found = duel(graph, monte_carlo_policy(graph, play, k), monte_carlo_policy(graph, play, 2 * k))
    first, second = found.win[0, graph.root], found.loss[1, graph.root]
    assert tuple(f"{value:.10f}" for value in (first, second, (first + second) / 2)) == row
    assert found.error.max() < 1e-13


@compiled
@pytest.mark.parametrize(("moves", "heap", "k"), [((1, 2), 50, 10**12), ((1, 3, 4), 40, 10**9)])
def test_playouts_beyond_every_table(moves: tuple[int, ...], heap: int, k: int) -> None:
    graph = subtraction_graph(moves, heap, "wins")
    play = random_play(graph)
    found = duel(graph, monte_carlo_policy(graph, play, k), monte_carlo_policy(graph, play, 2 * k))
    assert found.error[:, heap_position(heap)].max() < 1e-13
    assert abs(found.win + found.loss - 1).max() < 1e-13
    # a chance near 0 comes from its own recursion, not from 1 less the other
    tiny = (found.win > 0) & (found.win < 1e-17)
    assert tiny.any() == (moves == (1, 3, 4))
    assert (found.loss[tiny] == 1.0).all()


def test_bad_arguments_are_named() -> None:
    one, other = (share_policy(graph, random_shares(graph)) for graph in (dsc_graph(4), dsc_graph(5)))
    with pytest.raises(InputError, match="policy b"):
        duel(dsc_graph(4), one, other)

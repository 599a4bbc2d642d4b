"""Policies against candidates taken one by one in fractions."""

from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st
from marks import compiled
from naive.graphs import monte_carlo_rows, random_values, small_graphs

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.races import dsc_graph, esr_graph
from tafelwerk.solvers.montecarlo.subtraction import subtraction_graph
from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.law.playout_runs import STEPS
from tafelwerk.solvers.playouts.policy import (
    Policy,
    candidate_counts,
    consecutive_policies,
    monte_carlo_policy,
    random_shares,
    share_policy,
    share_rows,
)
from tafelwerk.solvers.playouts.random_play import random_play


def assert_certified(policy: Policy, rows: list[Fraction]) -> None:
    for chance, error, exact in zip(policy.chances.tolist(), policy.errors.tolist(), rows, strict=True):
        assert abs(Fraction(chance) - exact) <= Fraction(error)
        assert error <= 2e-14


@compiled
@given(small_graphs(most=6).filter(lambda graph: candidate_counts(graph).max() <= 6), st.integers(1, 5))
def test_policies_are_within_their_bounds(graph: GameGraph, k: int) -> None:
    play = random_play(graph)
    rows = monte_carlo_rows(graph, random_values(graph)[1], k)
    assert_certified(monte_carlo_policy(graph, play, k), rows)
    assert_certified(consecutive_policies(graph, play, 0, [k])[k], rows)


@pytest.mark.parametrize(
    "graph",
    [dsc_graph(6), esr_graph(2, 3, 1), subtraction_graph((1, 3, 4), 9), subtraction_graph((2, 3, 5), 11, "illegal")],
)
@pytest.mark.parametrize("k", [1, 2, 7])
def test_policies_of_games(graph: GameGraph, k: int) -> None:
    rows = monte_carlo_rows(graph, random_values(graph)[1], k)
    one, two = (monte_carlo_policy(graph, random_play(graph), k, threads) for threads in (1, 2))
    assert_certified(one, rows)
    assert np.array_equal(one.chances, two.chances)
    assert np.array_equal(one.errors, two.errors)


@compiled
@pytest.mark.parametrize("begin", [0, STEPS, 16 * STEPS])
@pytest.mark.parametrize(
    "graph",
    [esr_graph(3, 4, 2), subtraction_graph((3, 5, 11), 40, "loses"), subtraction_graph((1, 2, 3, 4, 5, 6), 30, "wins")],
)
def test_runs_agree_with_single_policies(graph: GameGraph, begin: int) -> None:
    play = random_play(graph)
    wanted = [max(1, begin), begin + 2, begin + 31, begin + STEPS - 1]
    found = consecutive_policies(graph, play, begin, wanted)
    assert list(found) == wanted
    for k in wanted:
        single = monte_carlo_policy(graph, play, k)
        assert (abs(single.chances - found[k].chances) <= single.errors + found[k].errors).all()
        assert found[k].errors.max() < 1e-14
    # what else is asked for changes nothing
    alone = consecutive_policies(graph, play, begin, wanted[2:3])[wanted[2]]
    assert np.array_equal(alone.chances, found[wanted[2]].chances)


def test_bad_arguments_are_named() -> None:
    race = esr_graph(2, 3, 1)
    for graph, k, word in ((race, 0, "k must"), (dsc_graph(5), 3, "play must"), (race, 10**14, "more than two")):
        with pytest.raises(InputError, match=word):
            monte_carlo_policy(graph, random_play(race), k)


def test_shares_as_chances() -> None:
    graph = subtraction_graph([1, 2, 3], 5)
    shares = np.array([1, 2, 1, 1, 1, 2, 2, 1, 0, 0, 1, 2], dtype=np.int64)
    rows = share_rows(graph, shares)
    policy = share_policy(graph, shares)
    for i in range(graph.positions):
        edges = graph.edges_of(i)
        assert not edges or sum((rows[e] for e in edges), fmpq(0)) == 1
    for chance, error, row in zip(policy.chances.tolist(), policy.errors.tolist(), rows, strict=True):
        truth = fmpq(*map(int, chance.as_integer_ratio())) - row
        assert abs(truth) <= fmpq(*map(int, error.as_integer_ratio()))
        assert (error == 0) == (truth == 0)
    assert share_rows(graph, random_shares(graph))[:6] == [fmpq(1), fmpq(1, 3), fmpq(2, 3), *[fmpq(1, 3)] * 3]
    for bad in (shares[:2], np.ones(graph.edges), -shares, 0 * shares):
        with pytest.raises(InputError, match="shares"):
            share_policy(graph, bad)

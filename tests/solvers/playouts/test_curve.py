"""Curves against single duels, whichever way their policies are made."""

from collections.abc import Sequence

import numpy as np
import pytest
from flint import arb, ctx
from marks import compiled

from tafelwerk.errors import InputError
from tafelwerk.proofs.montecarlo.ball_play import Options, ball_duel, exact_chances
from tafelwerk.proofs.montecarlo.plain_games import plain_race, plain_subtraction
from tafelwerk.solvers.montecarlo.races import dsc_graph, esr_graph
from tafelwerk.solvers.montecarlo.subtraction import subtraction_graph
from tafelwerk.solvers.playouts import curve as module
from tafelwerk.solvers.playouts.curve import duels
from tafelwerk.solvers.playouts.duel import duel
from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.law import playout_runs
from tafelwerk.solvers.playouts.policy import monte_carlo_policy
from tafelwerk.solvers.playouts.random_play import random_play


@compiled
@pytest.mark.parametrize(
    ("options", "graph", "k"),
    [
        (plain_race(3, 4, 2).options, esr_graph(3, 4, 2), 50),
        (plain_subtraction((3, 5, 11), 40, "loses").options, subtraction_graph((3, 5, 11), 40, "loses"), 100),
        (plain_subtraction((1, 2), 50, "wins").options, subtraction_graph((1, 2), 50, "wins"), 10**12),
    ],
)
def test_duels_against_balls(options: Options, graph: GameGraph, k: int) -> None:
    play = random_play(graph)
    wins, rival_wins = ball_duel(options, exact_chances(options), k, 2 * k, 160)
    curves = [duels(graph, play, [k], [2 * k], [graph.root])]
    if k <= 100:
        ks = np.arange(k, k + 20)
        curves.append(duels(graph, play, ks, 2 * ks, [graph.root]))
    for curve in curves:
        error = curve.error[0, 0]
        assert error <= 1e-13
        with ctx.workprec(200):
            assert abs(arb(curve.first[0, 0]) - wins[-1]) <= arb(error)
            assert abs(arb(curve.second[0, 0]) - (1 - rival_wins[-1])) <= arb(error)


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
        one = duel(graph, monte_carlo_policy(graph, play, k), monte_carlo_policy(graph, play, rival))
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


def test_published_first_k_above_one_half() -> None:
    """DSC(10): the mean of the duel MC(k) against MC(2 k) is first above 1/2 at k = 147."""
    graph = dsc_graph(10)
    ks = np.arange(140, 150, dtype=np.uint64)
    found = duels(graph, random_play(graph), ks, 2 * ks, [graph.root])
    mean = (found.first + found.second)[:, 0] / 2
    assert (abs(mean - 0.5) > found.error[:, 0]).all()
    assert ks[mean > 0.5].tolist() == [147, 148, 149]


def test_bad_arguments_are_named() -> None:
    graph = dsc_graph(4)
    for ks, rivals, positions, word in (
        ([1, 2], [1], [0], "rivals"),
        ([1], [0], [0], "k must"),
        ([1], [1], [graph.positions], "positions"),
        ([1], [1], [-1], "positions"),
    ):
        with pytest.raises(InputError, match=word):
            duels(graph, random_play(graph), ks, rivals, positions)
    with pytest.raises(InputError, match="play must"):
        duels(dsc_graph(5), random_play(graph), [1], [1], [0])

"""Random play in double-doubles against fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.graphs import random_values, small_graphs

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.races import dsc_graph, esr_graph
from tafelwerk.solvers.montecarlo.subtraction import subtraction_graph
from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.random_play import RandomPlay, random_play


def worst(play: RandomPlay, win: list[Fraction], loss: list[Fraction]) -> Fraction:
    """The largest error of any pair."""
    half = Fraction(1, 2)
    pairs = [(play.win_hi, play.win_lo, win), (play.loss_hi, play.loss_lo, loss)]
    return max(
        abs(Fraction(h) + Fraction(low) + half - truth)
        for hi, lo, truths in pairs
        for h, low, truth in zip(hi.tolist(), lo.tolist(), truths, strict=True)
    )


@given(graph=small_graphs())
def test_error_is_within_its_bound(graph: GameGraph) -> None:
    graph.check()
    play = random_play(graph)
    assert worst(play, *random_values(graph)) <= Fraction(play.error) < Fraction(1, 10**28)


@pytest.mark.parametrize(
    "graph",
    [esr_graph(3, 4, 2), dsc_graph(25), subtraction_graph([1, 2], 300), subtraction_graph([3, 5, 11], 300, "loses")],
)
def test_error_of_games_is_within_its_bound(graph: GameGraph) -> None:
    play = random_play(graph)
    assert worst(play, *random_values(graph)) <= Fraction(play.error) < Fraction(1, 10**27)
    assert np.array_equal(play.loss_hi, -play.win_hi)
    assert np.array_equal(play.loss_lo, -play.win_lo)


@given(graph=small_graphs(), data=st.data())
def test_moves_may_have_other_chances(graph: GameGraph, data: st.DataObject) -> None:
    weights = data.draw(st.lists(st.integers(1, 7), min_size=graph.edges, max_size=graph.edges))
    scaled = GameGraph(
        graph.offsets, graph.successors, np.array(weights, dtype=np.int32), graph.labels, graph.payoff, graph.root
    )
    # weights count up to a common factor, so eighths are the same as whole numbers
    play = random_play(graph, np.array(weights) / 8)
    assert worst(play, *random_values(scaled)) <= Fraction(play.error)


def test_impossible_moves_are_ignored() -> None:
    graph = subtraction_graph([1, 2], 6)
    only_one = np.where(graph.labels == 1, 1.0, 0.0)
    play = random_play(graph, only_one)
    assert (play.win_hi[2:] + 0.5).tolist() == [1, 0, 1, 0, 1, 0]


def test_bad_weights_are_named() -> None:
    graph = subtraction_graph([1, 2], 3)
    e = graph.edges
    for weights in (np.ones(2), -np.ones(e), np.full(e, np.nan), np.full(e, 1e-300), np.zeros(e)):
        with pytest.raises(InputError, match="move_chances"):
            random_play(graph, weights)

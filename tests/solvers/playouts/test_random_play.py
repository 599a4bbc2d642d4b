"""Random play in double-doubles against fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from naive.graphs import random_values, small_graphs

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

"""Random play in double-doubles against fractions."""

from fractions import Fraction

import numpy as np
from hypothesis import example, given
from naive.graphs import random_values, small_graphs

from tafelwerk.solvers.montecarlo.races import dsc_graph, esr_graph
from tafelwerk.solvers.montecarlo.subtraction import subtraction_graph
from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.random_play import RandomPlay, random_play


def worst(play: RandomPlay, win: list[Fraction], loss: list[Fraction]) -> Fraction:
    """The largest error of any pair."""
    pairs = zip([*play.win_hi, *play.loss_hi], [*play.win_lo, *play.loss_lo], [*win, *loss], strict=True)
    return max(abs(Fraction(float(hi)) + Fraction(float(lo)) + Fraction(1, 2) - truth) for hi, lo, truth in pairs)


@given(graph=small_graphs())
@example(graph=esr_graph(3, 4, 2))
@example(graph=dsc_graph(25))
@example(graph=subtraction_graph([1, 2], 300))
@example(graph=subtraction_graph([3, 5, 11], 300, "loses"))
def test_error_is_within_its_bound(graph: GameGraph) -> None:
    graph.check()
    play = random_play(graph)
    assert worst(play, *random_values(graph)) <= Fraction(play.error) < Fraction(graph.positions, 10**30)
    if not (graph.payoff == 0).any():
        assert np.array_equal(play.loss_hi, -play.win_hi)
        assert np.array_equal(play.loss_lo, -play.win_lo)

"""Graphs of races and subtraction games: against their rules, and the counts and chances published for them."""

import pytest

from tafelwerk.families.montecarlo.rules import esr_size
from tafelwerk.solvers.montecarlo import races_and_heaps


@pytest.mark.parametrize("sizes", [(2, 139, 3), (300, 1, 1)])
def test_long_races(sizes: tuple[int, int, int]) -> None:
    graph = races_and_heaps.esr_graph(*sizes)
    graph.check()
    assert (graph.positions, graph.edges) == esr_size(*sizes)


def test_two_steps_that_win_at_once_are_one_edge() -> None:
    graph = races_and_heaps.dsc_graph(3, 1, 1)
    assert (graph.multiplicities.tolist(), graph.labels.tolist()) == ([2], [1])

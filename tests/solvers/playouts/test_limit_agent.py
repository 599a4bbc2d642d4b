"""MC(inf): ties and near ties decided exactly."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from naive.graphs import random_values, small_graphs
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.races import dsc_graph, esr_graph
from tafelwerk.solvers.montecarlo.subtraction import subtraction_graph
from tafelwerk.solvers.playouts import limit_agent
from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.limit_agent import limit_policy, limit_shares
from tafelwerk.solvers.playouts.perfect_play import perfect_values
from tafelwerk.solvers.playouts.random_play import random_play


def by_fractions(graph: GameGraph) -> NDArray[np.int64]:
    """The candidates that leave the opponent most likely to lose."""
    _, loss = random_values(graph)
    shares = np.zeros(graph.edges, dtype=np.int64)
    for i in range(graph.positions):
        most = max((loss[graph.successors[e]] for e in graph.edges_of(i)), default=None)
        for edge in graph.edges_of(i):
            if loss[graph.successors[edge]] == most:
                shares[edge] = graph.multiplicities[edge]
    return shares


@given(graph=small_graphs())
@example(graph=esr_graph(3, 4, 2))
@example(graph=esr_graph(2, 5, 4))
@example(graph=dsc_graph(30))
@example(graph=subtraction_graph([1, 2], 400))
@example(graph=subtraction_graph([1, 3], 400))
@example(graph=subtraction_graph([3, 5, 11], 300, "illegal"))
def test_any_game(graph: GameGraph) -> None:
    shares = by_fractions(graph)
    assert np.array_equal(limit_shares(graph), shares)
    assert np.array_equal(limit_policy(graph).chances > 0, shares > 0)
    # nothing but the residues can tell the chances apart
    vague = replace(random_play(graph), error=1.0)
    assert np.array_equal(limit_shares(graph, vague), shares)


@pytest.mark.parametrize("sizes", [(3, 3, 2), (3, 4, 2), (5, 6, 1), (4, 5, 3), (2, 8, 4), (5, 3, 2)])
def test_the_limit_agent_never_errs_in_single_step_races(sizes: tuple[int, int, int]) -> None:
    """Section 2.2 says so of the starting position; it holds in every won one."""
    graph = esr_graph(*sizes)
    values = perfect_values(graph)
    before = np.repeat(values, np.diff(graph.offsets))
    best = limit_shares(graph) > 0
    assert not (best & (before == 1) & (values[graph.successors] == 1)).any()


def test_bad_arguments_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = subtraction_graph([1, 3], 400)
    with pytest.raises(InputError, match="play"):
        limit_shares(graph, random_play(subtraction_graph([1, 3], 4)))
    monkeypatch.setattr(limit_agent, "MOST_STEPS", 100)
    with pytest.raises(InputError, match="100 steps"):
        limit_shares(graph)

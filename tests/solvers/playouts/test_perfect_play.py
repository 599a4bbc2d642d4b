"""Perfect play against plain negamax."""

import numpy as np
from flint import fmpq
from hypothesis import given
from naive import graphs
from naive.graphs import small_graphs
from tafelwerk.solvers.playouts.share_policy import random_shares, share_rows

from tafelwerk.solvers.playouts.exact_play import exact_duel
from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.perfect_play import perfect_policy, perfect_shares, perfect_values


@given(graph=small_graphs())
def test_values_and_moves(graph: GameGraph) -> None:
    values = perfect_values(graph)
    shares = perfect_shares(graph)
    assert values.dtype == np.int8
    for i in range(graph.positions):
        assert values[i] == graphs.value(graph, i)
        for edge in graph.edges_of(i):
            kept = -graphs.value(graph, int(graph.successors[edge])) == values[i]
            assert shares[edge] == (graph.multiplicities[edge] if kept else 0)


@given(graph=small_graphs())
def test_the_perfect_agent_gets_what_a_position_is_worth(graph: GameGraph) -> None:
    values = perfect_values(graph)
    duel = exact_duel(graph, share_rows(graph, perfect_shares(graph)), share_rows(graph, random_shares(graph)))
    for i in range(graph.positions):
        assert values[i] != 1 or duel.win_a[i] == 1
        assert values[i] != 0 or duel.loss_a[i] == 0
    policy = perfect_policy(graph)
    exact = share_rows(graph, perfect_shares(graph))
    for chance, error, truth in zip(policy.chances.tolist(), policy.errors.tolist(), exact, strict=True):
        assert abs(fmpq(*map(int, chance.as_integer_ratio())) - truth) <= fmpq(*map(int, error.as_integer_ratio()))

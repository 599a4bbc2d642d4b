"""Perfect play against plain negamax."""

import numpy as np
from hypothesis import given
from naive import graphs
from naive.graphs import small_graphs

from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.perfect_play import perfect_shares, perfect_values


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

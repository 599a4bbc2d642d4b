"""MC(k) on a game graph by fractions: every position's candidates one by one, through the sum over tied sets."""

from collections.abc import Sequence
from fractions import Fraction

from naive.selection import law

from tafelwerk.solvers.playouts.graph import GameGraph


def monte_carlo_rows(graph: GameGraph, losses: Sequence[Fraction], k: int) -> list[Fraction]:
    """A chance an edge; losses: of the player to move under random play, a position."""
    rows = []
    for i in range(graph.positions):
        edges = graph.edges_of(i)
        if edges:
            counts = [int(graph.multiplicities[e]) for e in edges]
            rows += law([losses[int(graph.successors[e])] for e in edges], counts, k)
    return rows

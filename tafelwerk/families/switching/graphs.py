"""Any graph from a text: perfect play on it, and its dual game."""

from tafelwerk.families.switching.answers import DualGraph, SolvedGraph
from tafelwerk.families.switching.positions import Position, proof_of
from tafelwerk.families.switching.rules.edge_lists import SWAPPED, EdgeList, written
from tafelwerk.solvers.switching.graph import make_graph
from tafelwerk.solvers.switching.planar import dual


def dual_operations(edges: int) -> float:
    """Estimated work of an embedding."""
    return 900.0 * edges**2


def solve_position(graph: EdgeList, position: Position) -> SolvedGraph:
    """Perfect play in a position of a graph."""
    solution = position.solution
    return SolvedGraph(
        position.graph.nodes,
        position.graph.edges,
        str(position.to_move),
        str(solution.winner),
        position.names(solution.moves),
        proof_of(solution, position.names),
        dict(zip(graph.names, graph.lines, strict=True)),
        position.is_over,
    )


def dual_graph(graph: EdgeList) -> DualGraph:
    """The dual game of a graph.

    Raises:
        ContentError: the graph is not planar with an edge A-B.
    """
    faces = dual(make_graph(len(graph.nodes), graph.ends))
    names = ["A", "B", *map(str, range(1, faces.nodes - 1))]
    ends = [(int(first), int(last)) for first, last in faces.ends]
    lines = [
        (first, last, 1 / conductance, SWAPPED[state])
        for (first, last), conductance, state in zip(ends, graph.conductances, graph.states, strict=True)
    ]
    return DualGraph([(names[first], names[last]) for first, last in ends], faces.nodes, written(names, lines))

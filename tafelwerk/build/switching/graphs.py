"""Any graph from a text: moves in its positions, the winner, its dual game."""

from collections.abc import Callable, Sequence
from typing import Any

from tafelwerk.errors import InputError
from tafelwerk.rules.switching.edge_lists import SWAPPED, EdgeList, parse, taken_conductances, written
from tafelwerk.solvers.switching.graph import DELETED, FREE, Graph, Player, make_graph, winner
from tafelwerk.solvers.switching.perfect import Solution, winning_moves
from tafelwerk.solvers.switching.perfect import solve as solution_of
from tafelwerk.solvers.switching.planar import dual as dual_of
from tafelwerk.solvers.switching.potentials.conductances import conductance_drops
from tafelwerk.tables.computation import Computation
from tafelwerk.tables.switching.answers import AnyMove, DualGraph, Forests, GraphMove, Proof, SolvedGraph, Trees

AT_ONCE = 1.0
"""Operations of an answer that is always given at once."""


def potential_operations(nodes: int) -> float:
    """Estimated work of a position's potentials in fractions."""
    return float(0.15 * nodes**3.25)


def dual_operations(edges: int) -> float:
    """Estimated work of an embedding."""
    return 900.0 * edges**2


def graph_move(text: str, moves: str, policy: str, first: Player, taken: str | None) -> Computation[AnyMove]:
    """Moves of the heuristic or of perfect play after some moves on a graph.

    Raises:
        InputError: the text is not a graph, or the moves are illegal.
    """
    found = parse(text)
    graph = make_graph(len(found.nodes), found.ends)
    states, to_move = played_on(found, graph, found.edges(moves), first)
    if policy == "perfect":
        return Computation(AT_ONCE, lambda: solved(found, states, to_move))
    finite = None if taken is None else taken_conductances(taken)

    def heuristic() -> GraphMove:
        decided = winner(graph, states) is not None
        values = {} if decided else conductance_drops(graph, states, found.conductances, finite)
        currents = {edge: value * found.conductances[edge] for edge, value in values.items()}
        most = max(currents.values(), default=None)
        differ = len({found.conductances[edge] for edge in values}) > 1
        return GraphMove(
            graph.nodes,
            graph.edges,
            str(to_move),
            policy,
            found.named(edge for edge, current in currents.items() if current == most),
            {found.names[edge]: value for edge, value in values.items()},
            str(winning_moves(graph, states, to_move)[0]),
            dict(zip(found.names, found.lines, strict=True)),
            decided,
            {found.names[edge]: current for edge, current in currents.items()} if differ else None,
        )

    return Computation(potential_operations(graph.nodes), heuristic)


def played_on(found: EdgeList, graph: Graph, edges: Sequence[int], first: Player) -> tuple[list[int], Player]:
    """States of the edges after moves in turn, and the player to move."""
    states, player = list(found.states), first
    for number, edge in enumerate(edges, 1):
        name = found.names[edge]
        won = winner(graph, states)
        if states[edge] != FREE:
            done = "deleted" if states[edge] == DELETED else "marked"
            raise InputError(f"move {number}: {name} is {done} already; play an edge that is free")
        if won is not None:
            raise InputError(f"move {number}: {name} comes after the end: {won.capitalize()} has won; leave it out")
        states[edge], player = player.colour, player.rival
    return states, player


def solved(found: EdgeList, states: Sequence[int], to_move: Player) -> SolvedGraph:
    """Perfect play in a position of a graph."""
    graph = make_graph(len(found.nodes), found.ends)
    solution = solution_of(graph, states, to_move)
    return SolvedGraph(
        graph.nodes,
        graph.edges,
        str(to_move),
        str(solution.winner),
        found.named(solution.moves),
        proof_of(solution, found.named),
        dict(zip(found.names, found.lines, strict=True)),
        winner(graph, states) is not None,
    )


def proof_of(solution: Solution, names: Callable[[Any], list[str]]) -> Proof:
    """The proof, and the move after which it holds."""
    after = next(iter(names(solution.moves[:1])), None)
    if solution.trees is not None:
        return Trees(after, (names(solution.trees[0]), names(solution.trees[1])))
    assert solution.forests is not None
    return Forests(after, (names(solution.forests[0]), names(solution.forests[1])))


def dual_graph(found: EdgeList) -> DualGraph:
    """The dual game of a graph.

    Raises:
        InputError: the graph is not planar with an edge A-B.
    """
    graph = dual_of(make_graph(len(found.nodes), found.ends))
    names = ["A", "B", *map(str, range(1, graph.nodes - 1))]
    ends = [(int(one), int(other)) for one, other in graph.ends]
    lines = [
        (one, other, 1 / conductance, SWAPPED[state])
        for (one, other), conductance, state in zip(ends, found.conductances, found.states, strict=True)
    ]
    return DualGraph([(names[one], names[other]) for one, other in ends], graph.nodes, written(names, lines))

"""Graphs of the switching game: what is refused, who has won, what a position leaves."""

import numpy as np
import pytest
from hypothesis import given
from naive import switching as naive
from naive.switching import States, positions

from tafelwerk.errors import InputError
from tafelwerk.solvers.switching.graph import (
    DELETED,
    FREE,
    MARKED,
    MOST_EDGES,
    A,
    B,
    Graph,
    Player,
    contract,
    joined,
    make_graph,
    play,
    winner,
)

CUT, SHORT = Player.CUT, Player.SHORT

kite = make_graph(4, [(A, 2), (A, 3), (2, 3), (2, B), (3, B)])


def test_make_graph() -> None:
    graph = make_graph(3, iter([(0, 2), (2, 1), (2, 2), (1, 2)]))
    assert (graph.nodes, graph.edges) == (3, 4)
    assert graph.ends.dtype == np.int32
    assert graph.ends.tolist() == [[0, 2], [2, 1], [2, 2], [1, 2]]
    with pytest.raises(ValueError, match="read-only"):
        graph.ends[0, 0] = 1


def test_no_graph() -> None:
    for nodes, edges, message in (
        (1, [(0, 0)], "a graph needs the nodes A and B, not 1 nodes"),
        (0, [], "a graph needs the nodes A and B, not 0 nodes"),
        (2, [], "a graph must have 1 to 100,000 edges, not 0"),
        (2, [(0, 1)] * (MOST_EDGES + 1), "a graph must have 1 to 100,000 edges, not 100,001"),
        (3, [(0, 1), (2, 3)], "edges join nodes 0 to 2, not 3"),
        (3, [(0, 1), (-1, 2)], "edges join nodes 0 to 2, not -1"),
        (3, [(0, 2)], "A and B are not connected: Cut has won before the first move"),
        (4, [(0, 2), (1, 3)], "A and B are not connected: Cut has won before the first move"),
    ):
        with pytest.raises(InputError, match=f"^{message}$"):
            make_graph(nodes, edges)
    assert make_graph(2, [(0, 1)] * MOST_EDGES).edges == MOST_EDGES


def test_play() -> None:
    states, to_move = play(kite, [0, 1])
    assert states.dtype == np.int8
    assert states.tolist() == [DELETED, MARKED, FREE, FREE, FREE]
    assert to_move is CUT
    states, to_move = play(kite, [0, 1, 4], first=SHORT)
    assert states.tolist() == [MARKED, DELETED, FREE, FREE, MARKED]
    assert to_move is CUT
    assert play(kite, [])[0].tolist() == [FREE] * 5


def test_no_play() -> None:
    for moves, first, message in (
        ([5], CUT, "move 1: there is no edge 5; edges are 0 to 4"),
        ([0, -1], CUT, "move 2: there is no edge -1; edges are 0 to 4"),
        ([0, 0], CUT, "move 2: edge 0 is deleted already"),
        ([0, 1, 1], CUT, "move 3: edge 1 is marked already"),
        ([0, 2, 1, 3], CUT, "move 4: the game is over, cut has won"),
        ([0, 1, 3, 4], SHORT, "move 4: the game is over, short has won"),
    ):
        with pytest.raises(InputError, match=f"^{message}$"):
            play(kite, moves, first)


@given(positions())
def test_any_contraction(position: tuple[Graph, States, Player]) -> None:
    """Nodes become one just where marked edges join them, and are numbered by their smallest members."""
    graph, states, _ = position
    left = contract(graph, states)
    parts = [naive.spread(naive.ends_of(graph, states, MARKED), node) for node in range(graph.nodes)]
    smallest = sorted({min(part) for part in parts})
    assert left.nodes == len(smallest)
    assert left.node_of.tolist() == [smallest.index(min(part)) for part in parts]
    assert left.edges.tolist() == [edge for edge, state in enumerate(states) if state == FREE]
    assert left.ends.tolist() == left.node_of[graph.ends[left.edges]].reshape(-1, 2).tolist()
    for colours in ((), (FREE,), (MARKED,), (FREE, MARKED), (MARKED, DELETED)):
        assert joined(graph, states, colours) is (B in naive.spread(naive.ends_of(graph, states, *colours), A))
    assert winner(graph, states) is winner(graph, np.array(states, np.int8)) is naive.winner(graph, states)

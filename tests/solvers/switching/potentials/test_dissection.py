"""Orders of elimination: every node once, parts that separators keep apart, and few joined pairs on boards."""

from itertools import pairwise

import pytest
from hypothesis import given
from naive import switching_heuristic as naive

from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import A, B, Graph, make_graph
from tafelwerk.solvers.switching.potentials.dissection import LEAST_DISSECTED, dissect
from tafelwerk.solvers.switching.potentials.network import make_network


def neighbours(graph: Graph) -> list[set[int]]:
    near: list[set[int]] = [set() for _ in range(graph.nodes)]
    for one, other in graph.ends.tolist():
        if min(one, other) > B and one != other:
            near[one].add(other)
            near[other].add(one)
    return near


def eliminated(near: list[set[int]], order: list[int]) -> list[set[int]]:
    """Later neighbours of each node when its turn comes, by elimination one by one."""
    near, found = [set(others) for others in near], []
    for node in order:
        found.append(near[node])
        for other in near[node]:
            near[other] |= near[node] - {other}
            near[other].discard(node)
    return found


def check(graph: Graph) -> None:
    """Each front holds the nodes that elimination joins to its own, and each block's lie in the front above."""
    network, near = make_network(graph), neighbours(graph)
    bounds = network.member_offsets.tolist()
    fronts = [network.members[begin:end].tolist() for begin, end in pairwise(bounds)]
    blocks = [front[:own] for front, own in zip(fronts, network.own.tolist(), strict=True)]
    order = [node for block in blocks for node in block]
    assert sorted(order) == list(range(B + 1, graph.nodes))
    assert [*order, A, B] == sorted(range(graph.nodes), key=network.rank.tolist().__getitem__)
    joined = iter(eliminated(near, order))
    for block, front, above in zip(blocks, fronts, network.above.tolist(), strict=True):
        assert front[-2:] == [A, B]
        others = front[len(block) : -2]
        assert others == sorted(others, key=network.rank.tolist().__getitem__)
        assert all(next(joined) <= set(front) for _ in block)
        assert (above < 0) == (not others)
        assert not others or set(others) <= set(fronts[above])


@given(naive.open_positions())
def test_any_graph(position: tuple[Graph, list[int]]) -> None:
    check(position[0])


@pytest.mark.parametrize("order", [2, 8])
def test_boards(order: int) -> None:
    check(make_board(order).graph)


def test_many_components() -> None:
    """Nodes that only A and B join."""
    spokes = [(end, node) for node in range(2, 5000) for end in (A, B)]
    assert len(make_network(make_graph(5000, spokes)).own) == 4998


def test_a_graph_without_separators() -> None:
    nodes = range(2, 40)
    near = [[other for other in nodes if other != node] if node > B else [] for node in range(40)]
    assert dissect(near, nodes) == [list(nodes)]


def test_few_numbers_on_boards() -> None:
    """Less than half of the M^3 numbers that row after row stores; and no part is left too large."""
    order = 20
    near = neighbours(make_board(order).graph)
    blocks = dissect([sorted(others) for others in near], range(B + 1, len(near)))
    joined = eliminated(near, [node for block in blocks for node in block])
    assert sum(map(len, joined)) < order**3 / 2
    assert max(map(len, blocks)) <= max(order, LEAST_DISSECTED - 1)

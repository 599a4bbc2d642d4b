"""Answers of the second player to an attack on the proof that they win.

Short holds two disjoint trees on the same nodes. If Cut deletes an edge of one, that tree falls apart in two. Every edge of the
other tree that joins the two parts repairs it: marked, it belongs to both.

Cut holds two disjoint sets of edges. Each of them, with all edges outside both contracted, is a forest that leaves A and B apart.
If Short marks an edge of one, it closes at most one cycle with the other and a new edge A-B. Every edge of that cycle in the
other set repairs it: deleted, it leaves no cycle.

Source: A. Lehman, A solution of the Shannon switching game, J. SIAM 12, 1964.
"""

from collections.abc import Iterable, Sequence

from tafelwerk.solvers.switching.graph import FREE, MARKED, A, B, Graph, States, checked_states, contract
from tafelwerk.solvers.switching.perfect import Solution


def repairs(graph: Graph, states: States, solution: Solution, edge: int) -> tuple[int, ...]:
    """The winner's answers to an attack that leave two such sets, the repaired ones.

    Args:
        graph: the graph.
        states: state of every edge, FREE, DELETED or MARKED; the loser is to move.
        solution: perfect play there, with its proof.
        edge: edge that the loser takes.

    Returns:
        Edges of the set that does not hold `edge`, ascending. None if no set holds it, or if nothing is broken.
    """
    parts = solution.trees or solution.forests or ((), ())
    held = next((place for place, part in enumerate(parts) if edge in part), None)
    if held is None:
        return ()
    own, other = parts[held], parts[1 - held]
    merged = checked_states(graph, states)
    if solution.trees is None:
        outside = merged == FREE
        outside[[*own, *other]] = False
        merged[outside] = MARKED
    nodes = contract(graph, merged).node_of[graph.ends].tolist()
    one, far = nodes[edge]
    if solution.trees is not None:
        part = _reached(one, [nodes[each] for each in own if each != edge])
        return tuple(each for each in other if (nodes[each][0] in part) != (nodes[each][1] in part))
    joins = {each: nodes[each] for each in other}
    if far not in _reached(one, [(A, B), *joins.values()]):
        return ()
    return tuple(
        each for each in other if far not in _reached(one, [(A, B), *(joins[held] for held in other if held != each)])
    )


def _reached(start: int, pairs: Iterable[Sequence[int]]) -> set[int]:
    """The nodes that pairs of nodes connect with one of them, which is among them."""
    near: dict[int, list[int]] = {}
    for first, second in pairs:
        near.setdefault(first, []).append(second)
        near.setdefault(second, []).append(first)
    found, waiting = {start}, [start]
    while waiting:
        for node in near.get(waiting.pop(), ()):
            if node not in found:
                found.add(node)
                waiting.append(node)
    return found

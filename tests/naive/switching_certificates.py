"""Certificates of who wins the switching game, checked from the definition.

Two disjoint trees of free edges on the same nodes, A and B among them after marked edges are contracted, win for Short as second
player. Two disjoint sets of free edges win for Cut as second player if each of them, with all other free edges contracted like
the marked ones, is a forest that does not join A and B.

Source: A. Lehman, A solution of the Shannon switching game, J. SIAM 12, 1964.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

Ends = Mapping[str, tuple[str, str]]
"""The two nodes of each edge, by its name; A and B are the terminals."""

Parts = Sequence[Sequence[str]]


def tree_faults(ends: Ends, deleted: Iterable[str], marked: Iterable[str], trees: Parts) -> Iterator[str]:
    """Faults of two trees of Short; none if they are a certificate.

    Args:
        ends: the graph.
        deleted, marked: edges that are taken.
        trees: the two sets of edges.
    """
    yield from _shared_faults(ends, {*deleted, *marked}, trees)
    group = _groups(ends, marked)
    if group["A"] == group["B"]:
        return
    nodes = []
    for number, tree in enumerate(trees, 1):
        pairs = [(group[ends[edge][0]], group[ends[edge][1]]) for edge in tree]
        met = {node for pair in pairs for node in pair}
        nodes.append(met)
        if len(_merge_nodes(met, pairs)) != len(pairs):
            yield f"set {number} has a cycle"
        elif len(met) != len(pairs) + 1:
            yield f"set {number} is not connected"
        if not {group["A"], group["B"]} <= met:
            yield f"set {number} does not contain A and B"
    if nodes[0] != nodes[1]:
        yield "the trees have different nodes"


def forest_faults(ends: Ends, deleted: Iterable[str], marked: Iterable[str], forests: Parts) -> Iterator[str]:
    """Faults of two forests of Cut; none if they are a certificate. For arguments see `tree_faults`."""
    gone = {*deleted}
    yield from _shared_faults(ends, {*gone, *marked}, forests)
    held = {edge for forest in forests for edge in forest}
    group = _groups(ends, (edge for edge in ends if edge not in gone and edge not in held))
    if group["A"] == group["B"]:
        yield "the other edges join A and B"
    for number, forest in enumerate(forests, 1):
        pairs = [(group[ends[edge][0]], group[ends[edge][1]]) for edge in forest]
        # even with an edge from A to B there is no cycle
        pairs.append((group["A"], group["B"]))
        if len(_merge_nodes({*group.values()}, pairs)) != len(pairs):
            yield f"set {number} has a cycle, or joins A and B"


def _shared_faults(ends: Ends, taken: set[str], parts: Parts) -> Iterator[str]:
    edges = [edge for part in parts for edge in part]
    if len(parts) != 2 or len({*edges}) != len(edges):
        yield "there are not two disjoint sets"
    for edge in edges:
        if edge not in ends or edge in taken:
            yield f"{edge} is not a free edge"


def _groups(ends: Ends, contracted: Iterable[str]) -> dict[str, str]:
    """Representative of each node when edges are contracted."""
    nodes = {"A", "B", *(node for pair in ends.values() for node in pair)}
    group = {node: node for node in nodes}
    for edge in contracted:
        end, other = (group[node] for node in ends[edge])
        if end != other:
            group = {node: end if member == other else member for node, member in group.items()}
    return group


def _merge_nodes(nodes: Iterable[str], pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pairs that join two components not joined before, in order."""
    group = {node: node for node in nodes}
    joining = []
    for end, other in pairs:
        low, high = group[end], group[other]
        if low != high:
            joining.append((end, other))
            group = {node: low if member == high else member for node, member in group.items()}
    return joining

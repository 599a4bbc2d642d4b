"""Nested dissection: an order in which eliminating the nodes of a graph joins few of them.

A separator, eliminated after what it separates, keeps both parts from being joined to each other. Each part is ordered alike. A
separator is a level of a breadth-first search from a node far out, the level with the fewest nodes per node of the smaller side.
On a board of order M, elimination then takes O(M^3) operations and stores O(M^2 log M) numbers.

Source: A. George, Nested dissection of a regular finite element mesh, SIAM Journal on Numerical Analysis 10, 1973; A. George, J.
W. H. Liu, An automatic nested dissection algorithm for irregular finite element problems, SIAM Journal on Numerical Analysis 15,
1978.
"""

from collections.abc import Sequence

LEAST_DISSECTED = 9
"""Fewest nodes that are divided further."""

_MOST_PER_NODE = 2.0
"""Most nodes of a separator per node of the smaller side; a graph without such a separator is left whole."""

_MOST_STARTS = 5
"""Most searches for a node far out."""


def dissect(near: Sequence[Sequence[int]], nodes: Sequence[int]) -> list[list[int]]:
    """Blocks of nodes in the order of their elimination: separators, and parts left whole.

    Args:
        near: neighbours of every node, among the nodes given.
        nodes: the nodes to order.

    Returns:
        Blocks, none of them empty; together they have every node once.
    """
    blocks, todo, parts = [], [list(nodes)], _Parts(near)
    while todo:
        part = todo.pop()
        if len(part) < LEAST_DISSECTED:
            blocks.append(part)
            continue
        searched = parts.searches(part)
        if len(searched) > 1:
            todo += [[node for level in levels for node in level] for levels in searched]
            continue
        levels = parts.deepest(part, searched[0])
        place = _separator([len(level) for level in levels])
        if place < 0:
            blocks.append(part)
            continue
        above = {node for level in levels[place + 1 :] for node in level}
        separator = [node for node in levels[place] if not above.isdisjoint(near[node])]
        outside = above.union(separator)
        blocks.append(separator)
        todo += [[node for node in part if node not in outside], list(above)]
    return [sorted(block) for block in reversed(blocks) if block]


def _separator(sizes: Sequence[int]) -> int:
    """The level with the fewest nodes per node of the smaller side, or -1."""
    best, found, below, total = _MOST_PER_NODE, -1, sizes[0], sum(sizes)
    for place, size in enumerate(sizes[1:-1], 1):
        per_node = size / min(below, total - below - size)
        if per_node < best:
            best, found = per_node, place
        below += size
    return found


class _Parts:
    """Breadth-first searches in parts of a graph."""

    def __init__(self, near: Sequence[Sequence[int]]) -> None:
        self.near = near
        self.part_of = [0] * len(near)
        self.number = 0

    def searches(self, part: Sequence[int]) -> list[list[list[int]]]:
        """The levels of each component of a part."""
        self.mark(part)
        return [self.levels(node) for node in part if self.part_of[node] == self.number]

    def deepest(self, part: Sequence[int], levels: list[list[int]]) -> list[list[int]]:
        """The levels of a connected part from a node far out, where the search before ended."""
        for _ in range(_MOST_STARTS):
            self.mark(part)
            start = min(
                levels[-1], key=lambda node: sum(self.part_of[other] == self.number for other in self.near[node])
            )
            more = self.levels(start)
            if len(more) <= len(levels):
                break
            levels = more
        return levels

    def mark(self, part: Sequence[int]) -> None:
        """Make the nodes of a part those that have not been seen."""
        self.number += 1
        for node in part:
            self.part_of[node] = self.number

    def levels(self, start: int) -> list[list[int]]:
        """Nodes by their distance from a node, among those that have not been seen."""
        found, level = [], [start]
        self.part_of[start] = 0
        while level:
            found.append(level)
            further = []
            for node in level:
                for other in self.near[node]:
                    if self.part_of[other] == self.number:
                        self.part_of[other] = 0
                        further.append(other)
            level = further
        return found

"""Potentials of a small board for a drawing: Kirchhoff's equations solved in fractions."""

from collections.abc import Collection, Sequence
from fractions import Fraction

A, B = 0, 1
"""The nodes at potentials 1 and 0."""


def potentials(
    ends: Sequence[tuple[int, int]], deleted: Collection[int], marked: Collection[int]
) -> list[Fraction | None]:
    """Potentials of the nodes from 2 on; None for a node without current. A and B must not be joined.

    Args:
        ends: the two nodes of each edge.
        deleted, marked: edges that Cut and Short have taken.
    """
    nodes = max(map(max, ends)) + 1
    label = list(range(nodes))
    for edge in marked:
        low, high = sorted(label[end] for end in ends[edge])
        label = [low if one == high else one for one in label]
    free = [
        (label[one], label[other])
        for edge, (one, other) in enumerate(ends)
        if edge not in deleted and edge not in marked and label[one] != label[other]
    ]
    near, before = {A, B}, 0
    while len(near) > before:
        before = len(near)
        near |= {node for pair in free if near & {*pair} for node in pair}
    inner = sorted(near - {A, B})
    place = {node: number for number, node in enumerate(inner)}
    rows = [[Fraction(0)] * (len(inner) + 1) for _ in inner]
    for pair in free:
        for here, there in (pair, pair[::-1]):
            if here in place:
                row = rows[place[here]]
                row[place[here]] += 1
                if there in place:
                    row[place[there]] -= 1
                elif there == A:
                    row[-1] += 1
    for number, row in enumerate(rows):
        # pivots are sums of conductances, hence positive
        row[:] = [value / row[number] for value in row]
        for other in rows:
            if other is not row and other[number]:
                share = other[number]
                other[:] = [value - share * own for value, own in zip(other, row, strict=True)]
    value = {A: Fraction(1), B: Fraction(0)} | {node: rows[number][-1] for node, number in place.items()}
    return [value.get(label[node]) for node in range(2, nodes)]

"""Binary search trees as text: upright with the root on top, or on their side, a number a line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

LINES = {True: ("┌", "─", "┐", "│", "└"), False: (".", "-", ".", "|", "`")}
"""Corners and strokes, with and without Unicode: upper left, across, upper right, down, lower left."""

MOST_ON_SIDE = 64
"""Numbers up to which a tree that is too wide is laid on its side unasked."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A tree as it is drawn: its root's label and what hangs below, smaller numbers left."""

    label: str
    left: "Branch | None" = None
    right: "Branch | None" = None


@dataclass(frozen=True, slots=True)
class Drawing:
    """Lines of text, and whether numbers are left out: "(k)" then stands for k numbers that are guessed later."""

    lines: tuple[str, ...]
    levels: int
    cut: bool


def root_of(depths: Sequence[int], first: int, last: int) -> int:
    """The guess among first..last in the tree with these depths: the number of least depth."""
    return min(range(first, last + 1), key=lambda number: depths[number - 1])


def draw(depths: Sequence[int], *, width: int, levels: int | None = None, unicode: bool = True) -> Drawing:
    """A tree as text.

    Args:
        depths: for each of 1, ..., n its depth, 1 at the root.
        width: columns that there are.
        levels: how many levels to draw; None: all where that is legible, else as many as fit.
        unicode: whether there are signs for lines.

    Returns:
        The drawing: upright where it fits into the width, else on its side.
    """
    deepest = max(depths)
    wanted = deepest if levels is None else min(levels, deepest)
    tree = branch(depths, 1, len(depths), wanted)
    if levels is None and len(depths) > MOST_ON_SIDE:
        while _width(tree) > width and wanted > 1:
            wanted -= 1
            tree = branch(depths, 1, len(depths), wanted)
    lines = upright(tree, width, unicode) if _width(tree) <= width else list(on_side(tree, unicode))
    return Drawing(tuple(lines), wanted, wanted < deepest)


def branch(depths: Sequence[int], first: int, last: int, levels: int) -> Branch:
    """The part of a tree over first..last, down to depth `levels`."""
    root = root_of(depths, first, last)
    if depths[root - 1] > levels:
        return Branch(f"({last - first + 1})")
    return Branch(
        str(root),
        branch(depths, first, root - 1, levels) if first < root else None,
        branch(depths, root + 1, last, levels) if root < last else None,
    )


def upright(tree: Branch, width: int, unicode: bool = True) -> list[str]:
    """The tree with its root on top, a level a line: every label has columns of its own, in the order of the numbers."""
    corner_left, across, corner_right, *_ = LINES[unicode]
    gap = 1 if _width(tree, 1) <= width else 0
    starts: dict[int, int] = {}
    rows: list[list[str]] = []
    column = 0
    for part, depth in _in_order(tree, 0):
        starts[id(part)] = column
        column += len(part.label) + gap
        while len(rows) <= depth:
            rows.append([])
    for part, depth in _in_order(tree, 0):
        row = rows[depth]
        start = starts[id(part)]
        if part.left is not None:
            corner = _middle(part.left, starts)
            row.extend(" " * (corner - len(row)) + corner_left + across * (start - corner - 1))
        row.extend(" " * (start - len(row)) + part.label)
        if part.right is not None:
            row.extend(across * (_middle(part.right, starts) - len(row)) + corner_right)
    return ["".join(row) for row in rows]


def on_side(tree: Branch, unicode: bool = True) -> Iterator[str]:
    """The tree with its root on the left, a label a line in the order of the numbers."""
    corner_up, across, _, down, corner_down = LINES[unicode]

    def lines(part: Branch, above: str, here: str, below: str) -> Iterator[str]:
        if part.left is not None:
            yield from lines(part.left, above + "   ", above + corner_up + across + " ", above + down + "  ")
        yield here + part.label
        if part.right is not None:
            yield from lines(part.right, below + down + "  ", below + corner_down + across + " ", below + "   ")

    return lines(tree, "", "", "")


def _in_order(tree: Branch, depth: int) -> Iterator[tuple[Branch, int]]:
    if tree.left is not None:
        yield from _in_order(tree.left, depth + 1)
    yield tree, depth
    if tree.right is not None:
        yield from _in_order(tree.right, depth + 1)


def _width(tree: Branch, gap: int = 0) -> int:
    return sum(len(part.label) + gap for part, _ in _in_order(tree, 0)) - gap


def _middle(part: Branch, starts: dict[int, int]) -> int:
    return starts[id(part)] + (len(part.label) - 1) // 2

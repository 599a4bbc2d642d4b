"""Binary search trees as text: upright with the root on top, or on their side, one number per line."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby

from tafelwerk.frozen import frozen

LINES = {True: ("┌", "─", "┐", "│", "└"), False: (".", "-", ".", "|", "`")}
"""Corners and strokes, with and without Unicode: upper left, across, upper right, down, lower left."""

MOST_ON_SIDE = 64
"""Largest number of numbers for which a tree that is too wide is laid on its side by default."""

Labels = Sequence[tuple[str, int]]
"""What is drawn, in the order of the numbers: a label and its depth, 1 at the root. The depths determine the tree."""


@frozen
class Drawing:
    """Lines of text, and whether numbers are left out: "(k)" stands for k numbers that are guessed later."""

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
        width: columns available.
        levels: number of levels to draw. Default: all if that is legible, otherwise as many as fit.
        unicode: whether the terminal has line-drawing characters.

    Returns:
        The drawing: upright if it fits into the width, otherwise on its side.
    """
    deepest = max(depths)
    shown = deepest if levels is None else min(levels, deepest)
    labels = _labels(depths, shown)
    if levels is None and len(depths) > MOST_ON_SIDE:
        while _width(labels) > width and shown > 1:
            shown -= 1
            labels = _labels(depths, shown)
    lines = _upright(labels, width, unicode) if _width(labels) <= width else _on_side(labels, unicode)
    return Drawing(tuple(lines), shown, shown < deepest)


def _labels(depths: Sequence[int], levels: int) -> Labels:
    """The numbers down to a level; each run of deeper numbers as one label below it."""
    found: list[tuple[str, int]] = []
    for hidden, run in groupby(enumerate(depths, 1), key=lambda pair: pair[1] > levels):
        numbers = [(str(number), depth) for number, depth in run]
        found += [(f"({len(numbers)})", levels + 1)] if hidden else numbers
    return found


def _parents(labels: Labels) -> list[int | None]:
    """The place of each label's parent: the deeper of the nearest higher labels on either side."""
    found = []
    for place, (_, depth) in enumerate(labels):
        sides = range(place - 1, -1, -1), range(place + 1, len(labels))
        nearest = [next((other for other in side if labels[other][1] < depth), None) for side in sides]
        higher = [other for other in nearest if other is not None]
        found.append(max(higher, key=lambda other: labels[other][1], default=None))
    return found


def _upright(labels: Labels, width: int, unicode: bool) -> Iterator[str]:
    """A level per line: every label has columns of its own, in the order of the numbers."""
    corner_left, across, corner_right, *_ = LINES[unicode]
    gap = 1 if _width(labels, 1) <= width else 0
    starts = list(accumulate((len(label) + gap for label, _ in labels), initial=0))
    rows = [[" "] * starts[-1] for _ in range(max(depth for _, depth in labels))]
    for place, ((label, depth), parent) in enumerate(zip(labels, _parents(labels), strict=True)):
        rows[depth - 1][starts[place] : starts[place] + len(label)] = label
        if parent is not None:
            above, level = labels[parent]
            corner, begin, end = starts[place] + (len(label) - 1) // 2, starts[parent], starts[parent] + len(above)
            left, right = (corner + 1, begin) if place < parent else (end, corner)
            rows[level - 1][left:right] = across * (right - left)
            rows[level - 1][corner] = corner_left if place < parent else corner_right
    return ("".join(row).rstrip() for row in rows)


def _on_side(labels: Labels, unicode: bool) -> Iterator[str]:
    """A label per line, the root on the left."""
    corner_up, across, _, down, corner_down = LINES[unicode]
    parents = _parents(labels)
    for place, (label, _) in enumerate(labels):
        text, child = label, place
        while (parent := parents[child]) is not None:
            corner = (corner_up if place < parent else corner_down) + across
            between = min(child, parent) < place < max(child, parent)
            text = (f"{corner} " if child == place else f"{down}  " if between else "   ") + text
            child = parent
        yield text


def _width(labels: Labels, gap: int = 0) -> int:
    return sum(len(label) + gap for label, _ in labels) - gap

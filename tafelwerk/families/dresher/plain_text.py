"""Fractions and search trees as plain text: a tree upright with the root on top, or on its side, one number per line."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, groupby
from math import lcm
from typing import TypeVar

from tafelwerk.commands.output import page_width, rational
from tafelwerk.frozen import frozen
from tafelwerk.wording import exact_number

T = TypeVar("T")

LONGEST_FRACTION = 40
"""Characters of the longest fraction shown; a longer one is shown in decimals."""

_LEAST_FRACTION, _MARGIN = 12, 4


def longest_fraction() -> int:
    """Characters of the longest fraction shown here: one that fits in a line of the terminal."""
    width = page_width()
    return LONGEST_FRACTION if width is None else min(LONGEST_FRACTION, max(width - _MARGIN, _LEAST_FRACTION))


def fits_line(number: Fraction) -> bool:
    """Whether a fraction is short enough to be shown here."""
    return len(rational(number)) <= longest_fraction()


def number_text(number: Fraction, digits: int = 6) -> str:
    """An exact number for a person: "2", "187/62 (3.016129)", or "about 5.982415" where the fraction is long."""
    return exact_number(number, f"{float(number):.{digits}f}", longest_fraction())


def guesses_text(number: Fraction, digits: int = 6) -> str:
    """An exact number of guesses for a person."""
    return f"{number_text(number, digits)} {'guess' if number == 1 else 'guesses'}"


MOST_WEIGHTS = 64
"""Characters of the longest list of weights that is spelled out."""


def not_unique_text(other: Sequence[Fraction] | None) -> str:
    """That an optimal strategy of the hider is not the only one, or is not proved to be.

    Args:
        other: probabilities in another optimal strategy. None: none is known.
    """
    if other is None:
        return "The hider's strategy is not proved to be the only optimal one."
    total = lcm(*(share.denominator for share in other))
    weights = ", ".join(str(share * total) for share in other)
    weights_text = f"the weights {weights}" if len(weights) <= MOST_WEIGHTS else "other weights (in --json)"
    others = f"{weights_text}, among others, are optimal, too"
    return f"The hider's optimum is not unique: {others}; so are mixtures of optimal strategies."


def group_equal(values: Sequence[T]) -> dict[T, list[int]]:
    """The distinct values, each with the numbers (from 1) that have it."""
    groups: dict[T, list[int]] = {}
    for number, value in enumerate(values, start=1):
        groups.setdefault(value, []).append(number)
    return groups


def mirrored_runs(values: Sequence[Fraction]) -> list[tuple[Fraction, list[int]]]:
    """Runs of equal neighbours, from the first to the last; each with its mirror image where i and n + 1 - i are alike."""
    n = len(values)
    mirrored = all(value == other for value, other in zip(values, reversed(values), strict=True))
    runs: list[tuple[Fraction, set[int]]] = []
    for number, value in enumerate(values[: (n + 1) // 2] if mirrored else values, start=1):
        alike = {number, n + 1 - number} if mirrored else {number}
        if runs and runs[-1][0] == value:
            runs[-1][1].update(alike)
        else:
            runs.append((value, alike))
    return [(value, sorted(numbers)) for value, numbers in runs]


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


def draw_tree(depths: Sequence[int], *, width: int, levels: int | None = None, unicode: bool = True) -> Drawing:
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
    drawn_levels = deepest if levels is None else min(levels, deepest)
    labels = _labels(depths, drawn_levels)
    if levels is None and len(depths) > MOST_ON_SIDE:
        while _width(labels) > width and drawn_levels > 1:
            drawn_levels -= 1
            labels = _labels(depths, drawn_levels)
    lines = _upright(labels, width, unicode) if _width(labels) <= width else _on_side(labels, unicode)
    return Drawing(tuple(lines), drawn_levels, drawn_levels < deepest)


def _labels(depths: Sequence[int], levels: int) -> Labels:
    """The numbers down to a level; each run of deeper numbers as one label below it."""
    labels: list[tuple[str, int]] = []
    for hidden, run in groupby(enumerate(depths, 1), key=lambda pair: pair[1] > levels):
        numbers = [(str(number), depth) for number, depth in run]
        labels += [(f"({len(numbers)})", levels + 1)] if hidden else numbers
    return labels


def _parents(labels: Labels) -> list[int | None]:
    """The place of each label's parent: the deeper of the nearest higher labels on either side."""
    parents = []
    for index, (_, depth) in enumerate(labels):
        sides = range(index - 1, -1, -1), range(index + 1, len(labels))
        nearest = [next((other for other in side if labels[other][1] < depth), None) for side in sides]
        higher = [other for other in nearest if other is not None]
        parents.append(max(higher, key=lambda other: labels[other][1], default=None))
    return parents


def _upright(labels: Labels, width: int, unicode: bool) -> Iterator[str]:
    """A level per line: every label has columns of its own, in the order of the numbers."""
    corner_left, across, corner_right, *_ = LINES[unicode]
    gap = 1 if _width(labels, 1) <= width else 0
    starts = list(accumulate((len(label) + gap for label, _ in labels), initial=0))
    rows = [[" "] * starts[-1] for _ in range(max(depth for _, depth in labels))]
    for index, ((label, depth), parent) in enumerate(zip(labels, _parents(labels), strict=True)):
        rows[depth - 1][starts[index] : starts[index] + len(label)] = label
        if parent is not None:
            above, level = labels[parent]
            corner, begin, end = starts[index] + (len(label) - 1) // 2, starts[parent], starts[parent] + len(above)
            left, right = (corner + 1, begin) if index < parent else (end, corner)
            rows[level - 1][left:right] = across * (right - left)
            rows[level - 1][corner] = corner_left if index < parent else corner_right
    return ("".join(row).rstrip() for row in rows)


def _on_side(labels: Labels, unicode: bool) -> Iterator[str]:
    """A label per line, the root on the left."""
    corner_up, across, _, down, corner_down = LINES[unicode]
    parents = _parents(labels)
    for index, (label, _) in enumerate(labels):
        text, child = label, index
        while (parent := parents[child]) is not None:
            corner = (corner_up if index < parent else corner_down) + across
            between = min(child, parent) < index < max(child, parent)
            text = (f"{corner} " if child == index else f"{down}  " if between else "   ") + text
            child = parent
        yield text


def _width(labels: Labels, gap: int = 0) -> int:
    return sum(len(label) + gap for label, _ in labels) - gap

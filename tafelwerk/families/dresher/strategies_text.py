"""Strategies as text: the hider's probabilities as bars or a skyline, the searcher's trees as a table and drawn."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from tafelwerk.commands.fitting import Column, fitted
from tafelwerk.commands.output import console, encodes, page_width, rational
from tafelwerk.families.dresher.answers import Hider, OneTree, Searcher, SearchTree
from tafelwerk.families.dresher.tree_text import LINES, draw, root_of
from tafelwerk.families.dresher.words import fits_line, mirrored_runs
from tafelwerk.wording import counted, ranges

LEVELS = " ▁▂▃▄▅▆▇█"
HEIGHT = 8
"""Lines of a skyline."""

SHADES = ("blue", "blue", "cyan", "cyan", "green", "yellow", "dark_orange", "red")
"""Colours of a skyline's lines, from the bottom."""

FEW_NUMBERS = 12
"""Largest N for which the hider's strategy is shown by bars alone."""

FEW_TREES = 8
"""Largest number of trees that are all drawn."""

MOST_LINES = 24
"""Most lines of a table by default."""

PAGE_WIDTH = 120
"""Columns of a picture without a terminal."""

LEVEL_COLORS = ("bold red", "bold yellow", "bold green", "bold cyan", "bold blue", "bold magenta")


def picture_width() -> int:
    """Columns that a picture may have."""
    return page_width() or PAGE_WIDTH


def hider_picture(found: Hider, *, every: bool) -> Group:
    """An optimal strategy of the hider. Weights are probabilities times n + 2, so that 2, 1, ..., 1, 2 appears as such."""
    unicode = encodes("▁█▏")
    shares = found.weights
    highest = max(shares)
    runs = mirrored_runs(shares)
    unit = Text(f"weight: probability times N + 2, here {found.n + 2}", "dim")
    parts: list[Any] = [Text(f"Optimal strategy of the hider, {counted(found.n, 'number')} ({found.source})", "bold")]
    parts += [unit] if found.n <= FEW_NUMBERS else ["", *_skyline(shares, unit, unicode), ""]
    chosen = runs if every else runs[:MOST_LINES]
    listed = [
        Column("number", [ranges(numbers) for _, numbers in chosen], folds=True),
        *exactly([share for share, _ in chosen], among=[share for share, _ in runs]),
        Column("probability", [f"{float(share):.6f}" for share, _ in chosen], "p", goes=1),
        Column("weight", [_weight(share * (found.n + 2)) for share, _ in chosen]),
    ]
    bars = [float(share / highest) for share, _ in chosen]
    parts.append(fitted(listed, console().width, bars=bars, unicode=unicode))
    if len(chosen) < len(runs):
        parts.append(Text(f"{counted(len(runs) - len(chosen), 'more line')}: --all for all", "dim"))
    return Group(*parts)


def exactly(numbers: Sequence[Fraction], *, among: Sequence[Fraction] = (), goes: int = 2) -> list[Column]:
    """A column of fractions; none if one is too long, among these numbers or those of `among`, which are not shown."""
    if not all(map(fits_line, (*numbers, *among))):
        return []
    return [Column("exactly", [rational(number) for number in numbers], goes=goes)]


def _weight(weight: Fraction) -> str:
    """A weight to four decimal places; a whole one as it is."""
    return str(weight) if weight.denominator == 1 else f"{float(weight):.4f}"


def _skyline(shares: Sequence[Fraction], unit: Text, unicode: bool) -> Iterator[Any]:
    """The weights over the numbers, with an axis."""
    n, most = len(shares), max(picture_width() - 8, 3)
    heights = columns([float(share * (n + 2)) for share in shares], most)
    top = f"{max(heights):.2f}"
    axis, corner, across = ("│", "└", "─") if unicode else ("|", "+", "-")
    for line, row in enumerate(skyline(heights, unicode=unicode)):
        label = top if line == 0 else ""
        yield Text(f"{label:>5} {axis}").append(row, SHADES[HEIGHT - 1 - line])
    yield Text(f"{0:>5} {corner}{across * len(heights)}")
    ends = f"1{n:>{len(heights) - 1}}"
    yield Text(f"{'':>7}{ends}")
    caption = [unit]
    if len(heights) < n:
        inner = n - 2, len(heights) - 2
        means = f"{inner[0] // inner[1]} or {inner[0] // inner[1] + 1}" if inner[0] % inner[1] else inner[0] // inner[1]
        caption.append(Text(f"a column shows the mean of {means} numbers; 1 and {n} have a column each", "dim"))
    yield Padding(Group(*caption), (0, 0, 0, 7), expand=False)


def searcher_picture(found: Searcher, *, every: bool, levels: int | None) -> Group:
    """An optimal strategy of the searcher: one line per tree; few trees are also drawn."""
    deepest = max(max(tree.depths) for tree in found.trees)
    heading = f"Optimal strategy of the searcher, {counted(found.n, 'number')}: "
    heading += f"{counted(len(found.trees), 'tree')}, at most {counted(deepest, 'guess')} ({found.source})"
    parts: list[Any] = [Text(heading, "bold")]
    chosen = found.trees if every else found.trees[:MOST_LINES]
    numbers = {tree.depths: number for number, tree in enumerate(found.trees, start=1)}
    firsts = [root_of(tree.depths, 1, found.n) for tree in chosen]
    lower = [root_of(t.depths, 1, g - 1) if g > 1 else None for t, g in zip(chosen, firsts, strict=True)]
    higher = [root_of(t.depths, g + 1, found.n) if g < found.n else None for t, g in zip(chosen, firsts, strict=True)]
    listed = [
        Column("tree", range(1, len(chosen) + 1)),
        *exactly([tree.probability for tree in chosen], goes=4),
        Column("probability", [f"{float(tree.probability):.6f}" for tree in chosen], "p"),
        Column("first guess", firsts, "first"),
        Column("if lower", lower, "lower", goes=1),
        Column("if higher", higher, "higher", goes=1),
        Column("depth", [max(tree.depths) for tree in chosen], goes=2),
        Column("mirror image", [numbers.get(tree.depths[::-1]) for tree in chosen], "mirror", goes=3),
    ]
    parts.append(fitted(listed, console().width))
    if len(chosen) < len(found.trees):
        parts.append(Text(f"{counted(len(found.trees) - len(chosen), 'more tree')}: --all for all", "dim"))
    if len(found.trees) <= FEW_TREES or levels is not None:
        for number, tree in enumerate(chosen, start=1):
            parts += ["", _drawn(tree, number, len(found.trees), levels)]
    else:
        parts.append(Text(f"To see one: tafelwerk dresher searcher {found.n} --tree 1", "dim"))
    return Group(*parts)


def tree_picture(found: OneTree, *, levels: int | None) -> Group:
    """One tree of the searcher's strategy."""
    heading = f"Optimal strategy of the searcher, {counted(found.n, 'number')} ({found.source})"
    return Group(Text(heading, "bold"), "", _drawn(found.trees[0], found.tree, found.of, levels))


def _drawn(tree: SearchTree, number: int, count: int, levels: int | None) -> Group:
    """One of several trees, below its number and probability."""
    share = f"{float(tree.probability):.6f}"
    share += f" = {rational(tree.probability)}" if fits_line(tree.probability) else ""
    heading = Text(f"Tree {number} of {count}, probability {share}, ")
    heading.append(f"{counted(max(tree.depths), 'guess')} at most")
    return Group(heading, Padding(tree_text(tree.depths, levels=levels), (0, 0, 0, 2), expand=False))


def tree_text(depths: Sequence[int], *, levels: int | None = None) -> Group:
    """A tree drawn with one colour per level, and a note if numbers are left out."""
    unicode = encodes("".join(LINES[True]))
    drawing = draw(depths, width=picture_width() - 4, levels=levels, unicode=unicode)
    text = Text(no_wrap=True, overflow="ignore")
    for line in drawing.lines:
        begin = len(text)
        text.append(f"{line}\n")
        for label in re.finditer(r"\(?\d+\)?", line):
            style = "dim"
            if label[0].isdigit():
                style = LEVEL_COLORS[(depths[int(label[0]) - 1] - 1) % len(LEVEL_COLORS)]
            text.stylize(style, begin + label.start(), begin + label.end())
    text.right_crop(1)
    if not drawing.cut:
        return Group(text)
    said = f"The first {drawing.levels} of {max(depths)} levels; (k) stands for k more numbers. "
    return Group(text, Text(f"{said}--levels {max(depths)} draws all.", "dim"))


def columns(values: Sequence[float], most: int) -> list[float]:
    """Heights of the columns of a chart: each value one or more times, or means of neighbours if there are more than `most`.

    The first and the last value keep a column of their own; a symmetric list stays symmetric.

    Args:
        values: from the left.
        most: columns available, 3 or more.
    """
    count = len(values)
    if count <= most:
        return [value for value in values for _ in range(max(1, min(4, most // count)))]
    return [values[0], *_means(values[1:-1], most - 2), values[-1]]


def _means(values: Sequence[float], most: int) -> list[float]:
    """Means of neighbours, in groups of sizes as equal as possible."""
    count = len(values)
    if count % 2 and most % 2 == 0:
        most -= 1  # an odd number has no middle edge
    left = [(2 * column * count + most) // (2 * most) for column in range((most + 1) // 2)]
    edges = [*left, *([] if most % 2 else [count // 2]), *(count - edge for edge in reversed(left))]
    return [sum(values[first:last]) / (last - first) for first, last in pairwise(edges)]


def skyline(heights: Sequence[float], *, unicode: bool = True) -> list[str]:
    """Lines of a bar chart, from the top down: columns of blocks, the highest `HEIGHT` lines high."""
    highest = max(heights)
    steps = 8 if unicode else 1
    full = [max(round(height / highest * HEIGHT * steps), height > 0) for height in heights]
    signs = LEVELS if unicode else " #"
    return [
        "".join(signs[min(max(height - line * steps, 0), steps)] for height in full) for line in reversed(range(HEIGHT))
    ]

"""Strategies for a person: the hider's probabilities as bars or a skyline, the searcher's trees as a table and drawn."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from rich.console import Group
from rich.padding import Padding
from rich.text import Text

from tafelwerk.commands.dresher.chart import HEIGHT, SHADES, bar, columns, encodes, skyline
from tafelwerk.commands.dresher.tree import LINES, draw, root_of
from tafelwerk.commands.dresher.words import LONGEST_FRACTION, counted, ranges
from tafelwerk.commands.output import console, rational, table
from tafelwerk.tables.dresher import Hider, Searcher

FEW_NUMBERS = 12
"""Numbers up to which the hider's strategy is shown by bars alone."""

FEW_TREES = 8
"""Trees up to which all are drawn."""

MOST_LINES = 24
"""Lines of a table that is not asked for whole."""

BAR_WIDTH = 32
PAGE_WIDTH = 120
"""Columns of a picture where there is no terminal to tell."""

LEVEL_COLORS = ("bold red", "bold yellow", "bold green", "bold cyan", "bold blue", "bold magenta")


def page_width() -> int:
    """Columns that a picture may have."""
    shown_on = console()
    return shown_on.width if shown_on.is_terminal else PAGE_WIDTH


def hider_picture(found: Hider, source: str, *, every: bool) -> Group:
    """An optimal strategy of the hider."""
    unicode = encodes("▁█▏")
    shares = [Fraction(weight, found.total) for weight in found.weights]
    highest = max(shares)
    runs = mirrored_runs(shares)
    parts: list[Any] = [Text(f"An optimal strategy of the hider, {counted(found.n, 'number')} ({source})", "bold")]
    if found.n > FEW_NUMBERS:
        parts += ["", *_skyline(shares, unicode), ""]
    fractions = all(len(rational(share)) <= LONGEST_FRACTION for share, _ in runs)
    rows = []
    for share, numbers in runs if every else runs[:MOST_LINES]:
        row: list[Any] = [ranges(numbers), *([rational(share)] if fractions else [])]
        row += [f"{float(share):.6f}", f"{float(share * found.n):.4f}"]
        rows.append([*row, bar(float(share / highest), BAR_WIDTH, unicode=unicode)])
    headings = ["number", *(["exactly"] if fractions else []), "probability", f"times {found.n}", ""]
    parts += [table(headings, rows)]
    if len(rows) < len(runs):
        parts.append(Text(f"{len(runs) - len(rows)} more lines: --all shows them", "dim"))
    return Group(*parts)


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


def _skyline(shares: Sequence[Fraction], unicode: bool) -> Iterator[Text]:
    """The probabilities times n over the numbers, with an axis."""
    n = len(shares)
    heights = columns([float(share * n) for share in shares], page_width() - 8)
    top = f"{max(heights):.2f}"
    axis, corner, across = ("│", "└", "─") if unicode else ("|", "+", "-")
    for line, row in enumerate(skyline(heights, unicode=unicode)):
        label = top if line == 0 else ""
        yield Text(f"{label:>5} {axis}").append(row, SHADES[HEIGHT - 1 - line])
    yield Text(f"{0:>5} {corner}{across * len(heights)}")
    ends = f"1{n:>{len(heights) - 1}}"
    yield Text(f"{'':>7}{ends}")
    per_column = f", {n / len(heights):.1f} numbers a column" if len(heights) < n else ""
    yield Text(f"{'':>7}probability times {n}{per_column}", "dim")


def searcher_picture(found: Searcher, source: str, *, every: bool, levels: int | None) -> Group:
    """An optimal strategy of the searcher: every tree a line; drawn where they are few."""
    deepest = max(max(tree.depths) for tree in found.trees)
    heading = f"An optimal strategy of the searcher, {counted(found.n, 'number')}: "
    heading += f"{counted(len(found.trees), 'tree')}, {counted(deepest, 'guess')} at most ({source})"
    parts: list[Any] = [Text(heading, "bold")]
    chosen = found.trees if every else found.trees[:MOST_LINES]
    fractions = all(len(text) <= LONGEST_FRACTION for text in found.probabilities[: len(chosen)])
    numbers = {tree.depths: number for number, tree in enumerate(found.trees, start=1)}
    rows = []
    for number, tree in enumerate(chosen, start=1):
        first = root_of(tree.depths, 1, found.n)
        row: list[Any] = [number, f"{tree.weight / found.total:.6f}", first]
        row.append(root_of(tree.depths, 1, first - 1) if first > 1 else None)
        row.append(root_of(tree.depths, first + 1, found.n) if first < found.n else None)
        row += [max(tree.depths), numbers.get(tree.depths[::-1])]
        rows.append([row[0], found.probabilities[number - 1], *row[1:]] if fractions else row)
    headings = ["tree", *(["exactly"] if fractions else []), "probability", "first guess"]
    parts.append(table([*headings, "if lower", "if higher", "depth", "mirror image"], rows))
    if len(chosen) < len(found.trees):
        parts.append(Text(f"{len(found.trees) - len(chosen)} more trees: --all shows them", "dim"))
    if len(found.trees) <= FEW_TREES or levels is not None:
        for number in range(1, len(chosen) + 1):
            parts += ["", _drawn(found, number, levels)]
    else:
        parts.append(Text(f"To see one: tafelwerk dresher searcher {found.n} --tree 1", "dim"))
    return Group(*parts)


def tree_picture(found: Searcher, number: int, source: str, *, levels: int | None) -> Group:
    """One tree of the searcher's strategy."""
    heading = f"An optimal strategy of the searcher, {counted(found.n, 'number')} ({source})"
    return Group(Text(heading, "bold"), "", _drawn(found, number, levels))


def _drawn(found: Searcher, number: int, levels: int | None) -> Group:
    """A tree with its number and probability above."""
    tree = found.trees[number - 1]
    text = found.probabilities[number - 1]
    share = f"{tree.weight / found.total:.6f}" + (f" = {text}" if len(text) <= LONGEST_FRACTION else "")
    heading = Text(f"Tree {number} of {len(found.trees)}, probability {share}, ")
    heading.append(f"{counted(max(tree.depths), 'guess')} at most")
    return Group(heading, Padding(tree_text(tree.depths, levels=levels), (0, 0, 0, 2), expand=False))


def tree_text(depths: Sequence[int], *, levels: int | None = None) -> Text:
    """A tree drawn, a colour a level; with a note where it does not show all numbers."""
    unicode = encodes("".join(LINES[True]))
    drawing = draw(depths, width=page_width() - 4, levels=levels, unicode=unicode)
    text = Text(no_wrap=True, overflow="ignore")
    for line in drawing.lines:
        begin = len(text)
        text.append(f"{line}\n")
        for label in re.finditer(r"\(?\d+\)?", line):
            style = "dim"
            if label[0].isdigit():
                style = LEVEL_COLORS[(depths[int(label[0]) - 1] - 1) % len(LEVEL_COLORS)]
            text.stylize(style, begin + label.start(), begin + label.end())
    if drawing.cut:
        text.append(
            f"The first {drawing.levels} of {max(depths)} levels; (k) stands for k numbers more. "
            f"--levels {max(depths)} draws all.\n",
            "dim",
        )
    text.right_crop(1)
    return text

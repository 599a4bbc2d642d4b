"""Figure 1.3: all search trees of a small game, each beside its mirror image."""

from collections.abc import Iterator

from tafelwerk.plots.colours import BLUE, INK, MUTED, PAPER
from tafelwerk.plots.lazy import Book, Drawing, Record, alt
from tafelwerk.plots.style import chart, hints, panel, titled

NUMBERS = 4
"""Numbers of the game shown."""

PAIRS = 2
"""Pairs of trees per row, at most."""

_ACROSS, _DOWN = NUMBERS + 1.5, NUMBERS + 1.5
"""Distances between trees, in steps between numbers and between guesses."""

_STEP = 26
"""Pixels of a step."""

Parents = dict[int, int]
"""The parent of each number; 0 for the root."""


def trees(first: int, last: int, parent: int = 0) -> Iterator[Parents]:
    """All binary search trees of the numbers first to last below a parent, ordered by their roots."""
    if first > last:
        yield {}
    for root in range(first, last + 1):
        for lower in trees(first, root - 1, root):
            for higher in trees(root + 1, last, root):
                yield {root: parent} | lower | higher


def pairs(n: int) -> Iterator[list[Parents]]:
    """The trees of 1, ..., n, each followed by its mirror image unless that is the same tree."""
    seen: list[Parents] = []
    for tree in trees(1, n):
        image = {n + 1 - number: parent and n + 1 - parent for number, parent in tree.items()}
        if tree not in seen:
            seen += [tree, image]
            yield [tree] if tree == image else [tree, image]


def depth(tree: Parents, number: int) -> int:
    """Number of guesses that a tree needs for a number."""
    return 0 if number == 0 else 1 + depth(tree, tree[number])


def search_trees(book: Book) -> Drawing:
    """Figure 1.3: the 14 trees of 4 numbers. No rows of the book are needed."""
    nodes: list[Record] = []
    lines: list[Record] = []
    for place, pair in enumerate(pairs(NUMBERS)):
        for side, tree in enumerate(pair):
            left, top = (2 * (place % PAIRS) + side) * _ACROSS, -(place // PAIRS) * _DOWN
            at = {number: (left + number, top - depth(tree, number)) for number in tree}
            nodes += [{"x": x, "y": y, "number": str(number)} for number, (x, y) in sorted(at.items())]
            edges = [(at[number], at[parent]) for number, parent in tree.items() if parent]
            lines += [{"x": x, "y": y, "x2": to_x, "y2": to_y} for (x, y), (to_x, to_y) in edges]
    width, height = max(node["x"] for node in nodes) + 1, 1 - min(node["y"] for node in nodes)
    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[0, width], nice=False))
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[-height, 0], nice=False))
    dots = chart(nodes).encode(x=x, y=y, tooltip=hints(number="guess"))
    count = len(nodes) // NUMBERS
    return titled(
        panel(
            chart(lines).mark_rule(color=MUTED, strokeWidth=1.5).encode(x=x, y=y, x2="x2:Q", y2="y2:Q"),
            dots.mark_circle(size=300, opacity=1, color=PAPER, stroke=BLUE),
            dots.mark_text(color=INK).encode(text="number:N"),
            width=width * _STEP,
            height=height * _STEP,
            frame=False,
        ),
        f"{NUMBERS} numbers: {count} search trees",
        "In pairs of mirror images. The first guess is at the top, lower numbers are to the left.",
    )

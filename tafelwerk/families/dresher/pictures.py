"""Strategies of Dresher's game as pictures: search trees, and the hider's bars."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tafelwerk.families.dresher.answers import Hider, OneTree, Searcher
from tafelwerk.families.dresher.words import mirrored_runs
from tafelwerk.wording import counted, exact_number, ranges

if TYPE_CHECKING:
    from tafelwerk.plots.pictures import Picture

MOST_DRAWN = 24
"""Most trees of a picture."""


def trees_picture(trees: Sequence[tuple[Sequence[int], str]], title: str) -> "Picture":
    """Trees in rows, three side by side.

    Args:
        trees: depths of the numbers, and the line above each tree; the first MOST_DRAWN are drawn.
        title: of the picture.
    """
    from tafelwerk.plots.drawings.trees import of_depths, tree
    from tafelwerk.plots.pictures import captioned, in_grid

    drawn = [(label, tree(of_depths(depths))) for depths, label in trees[:MOST_DRAWN]]
    more = (f"The first {MOST_DRAWN} of {len(trees)}.",) if len(trees) > MOST_DRAWN else ()
    read = "The root is guessed first; lower: go left, higher: go right."
    return captioned(in_grid(drawn, 3), title, read, *more)


def searcher_trees(found: Searcher) -> "Picture":
    """The trees of a searcher's strategy with their chances, or one of them."""
    first, count = (found.tree, found.of) if isinstance(found, OneTree) else (1, len(found.trees))
    trees = [(tree.depths, f"tree {place}, chance {tree.probability}") for place, tree in enumerate(found.trees, first)]
    title = f"An optimal strategy of the searcher, {counted(found.n, 'number')}: {counted(count, 'tree')}"
    return trees_picture(trees, title)


def best_trees(trees: Sequence[Sequence[int]], title: str) -> "Picture":
    """Trees by their depths, numbered."""
    return trees_picture([(depths, f"tree {place}") for place, depths in enumerate(trees, 1)], title)


def hider_bars(found: Hider) -> "Picture":
    """The weights of a hider's strategy over the numbers."""
    from tafelwerk.plots.drawings.bars import bars
    from tafelwerk.plots.pictures import captioned

    weights = [share * (found.n + 2) for share in found.weights]
    labels = [f"{float(weight):.2f}".rstrip("0").rstrip(".") for weight in weights]
    runs = "; ".join(f"{ranges(numbers)}: {exact_number(share)}" for share, numbers in mirrored_runs(found.weights))
    title = f"An optimal strategy of the hider, {counted(found.n, 'number')}"
    read = f"Height: the probability times N + 2, here {found.n + 2}."
    return captioned(bars([float(weight) for weight in weights], labels, f"Probabilities: {runs}."), title, read)

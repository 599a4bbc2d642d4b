"""Probabilities as a skyline of block signs; plain signs where the encoding has no blocks."""

from collections.abc import Sequence
from itertools import pairwise

LEVELS = " ▁▂▃▄▅▆▇█"
HEIGHT = 8
"""Lines of a skyline."""

SHADES = ("blue", "blue", "cyan", "cyan", "green", "yellow", "dark_orange", "red")
"""Colours of a skyline's lines, from the bottom."""


def columns(values: Sequence[float], most: int) -> list[float]:
    """Values as columns of a chart: each several times, or means of neighbours where there are more than `most`.

    The first and the last keep a column of their own; what is alike read from both ends stays so.

    Args:
        values: from the left.
        most: columns that there are, 3 or more.
    """
    count = len(values)
    if count <= most:
        return [value for value in values for _ in range(max(1, min(4, most // count)))]
    return [values[0], *_means(values[1:-1], most - 2), values[-1]]


def _means(values: Sequence[float], most: int) -> list[float]:
    """Means of neighbours, as many together everywhere as whole numbers allow."""
    count = len(values)
    if count % 2 and most % 2 == 0:
        most -= 1  # an odd number has no middle edge
    left = [(2 * column * count + most) // (2 * most) for column in range((most + 1) // 2)]
    edges = [*left, *([] if most % 2 else [count // 2]), *(count - edge for edge in reversed(left))]
    return [sum(values[first:last]) / (last - first) for first, last in pairwise(edges)]


def skyline(heights: Sequence[float], *, unicode: bool = True) -> list[str]:
    """Columns of blocks over a common ground, the highest `HEIGHT` lines; from the top line down."""
    highest = max(heights)
    steps = 8 if unicode else 1
    full = [max(round(height / highest * HEIGHT * steps), height > 0) for height in heights]
    signs = LEVELS if unicode else " #"
    return [
        "".join(signs[min(max(height - line * steps, 0), steps)] for height in full) for line in reversed(range(HEIGHT))
    ]

"""Bars side by side, a number each: a distribution at a glance."""

from collections.abc import Sequence

from tafelwerk.plots.colours import BLUE, INK, MUTED
from tafelwerk.plots.pictures import Picture, box, line, width_of, words

WIDTH, HEIGHT = 640.0, 180.0
"""Room for all bars together, and the height of the highest."""

WIDEST = 30.0
"""A bar with the gap beside it, at most."""

_SIZE, _BELOW, _ABOVE = 10.0, 18.0, 16.0


def bars(heights: Sequence[float], labels: Sequence[str], text: str) -> Picture:
    """Bars over the numbers 1, 2, ....

    Args:
        heights: of the bars, 0 or more, one of them positive.
        labels: what stands above each bar; where one is wider than its bar, lines at the whole heights take their place.
        text: the bars in words.
    """
    count = len(heights)
    step = min(WIDEST, WIDTH / count)
    gap = min(4.0, step / 5)
    highest, ground = max(heights), _ABOVE + HEIGHT
    labelled = all(width_of(label, _SIZE) <= step for label in labels)
    every = _every(count, step)
    side = width_of(str(count), _SIZE) / 2 + 4
    parts = []
    for level in () if labelled else range(1, int(highest) + 1):
        y = ground - HEIGHT * level / highest
        parts += [line(side, y, side + count * step, y, MUTED, 0.5), words(side - 5, y, str(level), _SIZE, INK, "end")]
    for column, (height, label) in enumerate(zip(heights, labels, strict=True)):
        left, tall = side + column * step, HEIGHT * height / highest
        parts.append(box(left + gap / 2, ground - tall, step - gap, tall, BLUE, "none"))
        middle, number = left + step / 2, column + 1
        if labelled:
            parts.append(words(middle, ground - tall - 8, label, _SIZE, INK, "middle"))
        if number in (1, count) or (number % every == 0 and count - number >= every / 2):
            parts.append(words(middle, ground + 11, str(number), _SIZE, INK, "middle"))
    parts.append(line(side, ground, side + count * step, ground, MUTED))
    return Picture(count * step + 2 * side, ground + _BELOW, "".join(parts), "Bars", text)


def _every(count: int, step: float) -> int:
    """Every how many bars a number stands below one."""
    least = 1.4 * width_of(str(count), _SIZE) / step
    return next((each for each in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if each >= least), 2000)

"""Tables that fit their page: bars shrink, headings shorten and columns go before a number is broken over lines."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tafelwerk.commands.output import plain_text, table

EIGHTHS = " ▏▎▍▌▋▊▉█"

GAP = 3
"""Columns of the page between two columns of a table."""

BAR_WIDTH = 32
"""The longest bar."""

_LEAST_BAR = 4
_LEAST_LIST = 16  # narrower lists than that only when nothing else is left


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        heading: what stands above.
        cells: strings, rich texts, integers (right) or None (empty), one per row.
        short: the heading where room is scarce, if there is a shorter one.
        brief: the cells where room is scarcer still, if there are shorter ones.
        goes: columns go, where there is no room for them, from the greatest number down; those of 0 stay.
        folds: whether cells are lists or words, which may be folded at spaces; the heading never is.
    """

    heading: str
    cells: Sequence[Any]
    short: str = ""
    brief: Sequence[Any] = ()
    goes: int = 0
    folds: bool = False


def fitted(columns: Sequence[Column], width: int, *, bars: Sequence[float] = (), unicode: bool = True) -> Any:
    """A table as wide as it may be, at most.

    Args:
        columns: from the left; at least one with `goes` 0.
        width: columns of the page.
        bars: shares from 0 to 1, one per row, drawn as bars on the right in what room there is.
        unicode: whether bars may be of blocks.

    Returns:
        The table, for rich; wider than the page only where the columns that stay are, with one blank between them.
    """
    chosen, widths = _chosen(columns, width)
    headings, cells = [column.heading for column in chosen], [column.cells for column in chosen]
    room = min(width - _total(widths) - GAP, BAR_WIDTH)
    if bars and room >= _LEAST_BAR:
        headings.append("")
        cells.append([bar(share, room, unicode=unicode) for share in bars])
        widths.append(room)
    found = table(headings, zip(*cells, strict=True))
    for laid_out, wide in zip(found.columns, widths, strict=True):
        laid_out.width = wide
    if _total(widths) > width:
        found.padding = 0  # one blank between columns, before anything is broken
    return found


def bar(share: float, width: int, *, unicode: bool = True) -> str:
    """A bar of `share` (0 to 1) of a width in columns; something is seen of whatever is above 0."""
    if not unicode:
        return "#" * max(round(share * width), share > 0)
    eighths = max(round(share * width * 8), share > 0)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def _chosen(columns: Sequence[Column], width: int) -> tuple[list[Column], list[int]]:
    """The columns that there is room for, as they are shown, and how wide each is."""
    chosen: list[Column] = []
    for chosen in _stages(columns):
        whole = [_widest(column) for column in chosen]
        if _total(whole) <= width:
            return chosen, whole
        least = [_narrow(column, _LEAST_LIST) for column in chosen]
        if _total(least) <= width:
            return chosen, _spread(whole, least, width)
    least = [_narrow(column, 0) for column in chosen]
    return chosen, _spread([_widest(column) for column in chosen], least, max(width, _total(least)))


def _stages(columns: Sequence[Column]) -> Iterator[list[Column]]:
    """The same table again and again, each time with less in it."""
    limits = sorted({column.goes for column in columns if column.goes}, reverse=True)
    for limit in (None, *limits):
        left = [column for column in columns if limit is None or column.goes < limit]
        yield left
        short = [replace(column, heading=column.short or column.heading) for column in left]
        yield short
        yield [replace(column, cells=column.brief or column.cells) for column in short]


def _spread(whole: list[int], least: list[int], width: int) -> list[int]:
    """What columns get between all that they want and the least: the leftmost first."""
    left = width - _total(least)
    found = []
    for wanted, needed in zip(whole, least, strict=True):
        more = min(wanted - needed, left)
        left -= more
        found.append(needed + more)
    return found


def _widest(column: Column) -> int:
    return max(len(text) for text in _texts(column))


def _narrow(column: Column, least: int) -> int:
    """How narrow the column may be: nothing but lists is folded, and they between words."""
    if not column.folds:
        return _widest(column)
    words = max((len(word) for text in column.cells for word in text.split()), default=0)
    return max(words, len(column.heading), min(_widest(column), least))


def _texts(column: Column) -> list[str]:
    return [column.heading, *map(plain_text, column.cells)]


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)

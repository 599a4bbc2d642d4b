"""Fits tables to their page: bars shrink, headings shorten and columns are dropped before a number is broken over lines."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tafelwerk.commands.output import layout_width, plain_text, table
from tafelwerk.frozen import frozen
from tafelwerk.texts import Group, StyledText

EIGHTHS = " ▏▎▍▌▋▊▉█"

GAP = 3
"""Columns of the page between two columns of a table."""

BAR_WIDTH = 32
"""The longest bar."""

_LEAST_BAR = 4
_LEAST_LIST = 16  # lists become narrower than that only as a last resort


@frozen
class Column:
    """A column of a table.

    Attributes:
        heading: heading of the column.
        cells: strings, texts, integers (right) or None (empty), one per row.
        short: a shorter heading for a narrow page, if any.
        brief: shorter cells for a very narrow page, if any.
        goes: order in which columns are dropped for lack of space, the greatest number first; columns with 0 stay.
        folds: whether cells are lists or words, which may be folded at spaces; headings never are.
    """

    heading: str
    cells: Sequence[Any]
    short: str = ""
    brief: Sequence[Any] = ()
    goes: int = 0
    folds: bool = False


def fit_table(
    columns: Sequence[Column], width: int | None = None, *, bars: Sequence[float] = (), unicode: bool = True
) -> Any:
    """Lay out a table that fits a width.

    Args:
        columns: from the left; at least one with `goes` 0.
        width: columns of the page; by default those of the output.
        bars: shares from 0 to 1, one per row, drawn as bars in the space left on the right.
        unicode: whether bars may use block characters.

    Returns:
        The table; wider than the page only if the columns that stay are, with one blank between them.
    """
    width = layout_width() if width is None else width
    chosen, widths = _choose_columns(columns, width)
    headings, cells = [column.heading for column in chosen], [column.cells for column in chosen]
    room = min(width - _total(widths) - GAP, BAR_WIDTH)
    if bars and room >= _LEAST_BAR:
        headings.append("")
        cells.append([bar(share, room, unicode=unicode) for share in bars])
        widths.append(room)
    layout = table(headings, zip(*cells, strict=True))
    for laid_out, wide in zip(layout.columns, widths, strict=True):
        laid_out.width = wide
    if _total(widths) > width:
        layout.padding = 0  # one blank between columns, before anything is broken
    return layout


def lay_out(*parts: Any) -> Any:
    """What a person reads, part below part.

    Args:
        parts: texts, which have no markup; texts with their styles, such as ("Chances", "bold"); lists of columns, each a table
            that fits the page; or any other layout.
    """

    def layout(part: Any) -> Any:
        if isinstance(part, list):
            return fit_table(part)
        return StyledText(part) if isinstance(part, str) else StyledText(*part) if isinstance(part, tuple) else part

    return Group(*map(layout, parts))


def bar(share: float, width: int, *, unicode: bool = True) -> str:
    """A bar of `share` (0 to 1) of a width in columns; any share above 0 is visible."""
    if not unicode:
        return "#" * max(round(share * width), share > 0)
    eighths = max(round(share * width * 8), share > 0)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def _choose_columns(columns: Sequence[Column], width: int) -> tuple[list[Column], list[int]]:
    """The columns that fit, as shown, and their widths."""
    chosen: list[Column] = []
    for chosen in _stages(columns):
        widths = [_widest(column) for column in chosen]
        if _total(widths) <= width:
            return chosen, widths
        least = [_narrow(column, _LEAST_LIST) for column in chosen]
        if _total(least) <= width:
            return chosen, _spread(widths, least, width)
    least = [_narrow(column, 0) for column in chosen]
    return chosen, _spread([_widest(column) for column in chosen], least, max(width, _total(least)))


def _stages(columns: Sequence[Column]) -> Iterator[list[Column]]:
    """Variants of the table, each with less content than the one before."""
    limits = sorted({column.goes for column in columns if column.goes}, reverse=True)
    for limit in (None, *limits):
        left = [column for column in columns if limit is None or column.goes < limit]
        yield left
        short = [replace(column, heading=column.short or column.heading) for column in left]
        yield short
        yield [replace(column, cells=column.brief or column.cells) for column in short]


def _spread(whole: list[int], least: list[int], width: int) -> list[int]:
    """Widths of the columns between the least and the wanted width, the leftmost column first."""
    left = width - _total(least)
    widths = []
    for wanted, needed in zip(whole, least, strict=True):
        more = min(wanted - needed, left)
        left -= more
        widths.append(needed + more)
    return widths


def _widest(column: Column) -> int:
    return max(len(text) for text in _texts(column))


def _narrow(column: Column, least: int) -> int:
    """Least width of the column: only lists are folded, between words."""
    if not column.folds:
        return _widest(column)
    words = max((len(word) for text in column.cells for word in text.split()), default=0)
    return max(words, len(column.heading), min(_widest(column), least))


def _texts(column: Column) -> list[str]:
    return [column.heading, *map(plain_text, column.cells)]


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * (len(widths) - 1)


_TOKEN = r"""(?:[^\s"']|"[^"]*"|'[^']*')+"""
_STEP = 2


def copyable(example: str, width: int) -> list[str]:
    r"""A command line over as many lines as it needs: each but the last ends with a `\`, which shells join.

    Args:
        example: the command line.
        width: columns of a line.

    Returns:
        The lines. An option stays next to its value if both fit; a wider quoted text is broken at a blank.
    """
    lines: list[str] = []
    parts = _parts(re.findall(_TOKEN, example), width - 2 * _STEP)
    for end, part in enumerate(parts, 1):
        room = width if end == len(parts) else width - _STEP  # for the ` \` behind it
        if lines and len(lines[-1]) + 1 + len(part) <= room:
            lines[-1] += f" {part}"
            continue
        if lines:
            lines[-1] += " \\"
        lines += _broken(part, width - _STEP, " " * _STEP if lines else "")
    return lines


def _parts(tokens: Sequence[str], width: int) -> list[str]:
    """Words of a command line, options together with their values."""
    parts: list[str] = []
    for token in tokens:
        before = parts[-1] if parts else ""
        if before.startswith("--") and " " not in before and token[0] != "-" and len(before) + len(token) < width:
            parts[-1] = f"{before} {token}"
        else:
            parts.append(token)
    return parts


def _broken(part: str, width: int, indent: str) -> list[str]:
    """A part of a command line; if it is too wide, its quoted text is broken at blanks."""
    quote = next((sign for sign in part if sign in "\"'"), "")
    if len(indent) + len(part) <= width or not quote:
        return [indent + part]
    end = " \\" if quote == '"' else ""  # within '...' a line break stays one
    lines, line = [], indent
    for word in part.split(" "):
        if line.strip() and len(line) + 1 + len(word) > width:
            lines.append(line + end)
            line = word
        else:
            line += (" " if line.strip() else "") + word
    return [*lines, line]

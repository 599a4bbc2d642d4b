"""Texts laid out for people: in styles, one below the other, indented, in tables.

On a terminal rich colours and folds them. A file or a pipe has neither colours nor a width: there `plain_page` writes what rich
would write, without loading it, which takes longer than a query.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import ceil
from typing import Any, Self

_ONE_COLUMN = (
    "[\n -~\u00a1-\u00ac\u00ae-\u02ff\u0370-\u03ff\u2010-\u2027\u2030-\u205e\u2070-\u209c\u2190-\u22ff\u2500-\u25fc"
    "\u2660-\u2667]*"
)
"""Texts whose characters are all one column wide."""


class StyledText:
    """A text in styles, which are named as rich names them.

    Args:
        text: the text; it may have several lines.
        style: style of the whole.
        justify: "right" if it stands on the right of its column.
        no_wrap, overflow: as of rich: True and "ignore" for lines that are never broken or cut.

    Attributes:
        pieces: parts of the text, each with the style that it adds.
    """

    def __init__(
        self,
        text: str = "",
        style: str = "",
        *,
        justify: str | None = None,
        no_wrap: bool = False,
        overflow: str | None = None,
    ) -> None:
        self.style, self.justify, self.no_wrap, self.overflow = style, justify, no_wrap, overflow
        self.pieces = [(text, "")] if text else []

    @property
    def plain(self) -> str:
        """The text without its styles."""
        return "".join(text for text, _ in self.pieces)

    def append(self, text: "str | StyledText", style: str = "") -> Self:
        """Add a text, with its own styles if it has some."""
        if isinstance(text, str):
            self.pieces.append((text, style))
        else:
            self.pieces += [(piece, f"{text.style} {own}".strip()) for piece, own in text.pieces]
        return self

    def join(self, texts: "Iterable[StyledText]") -> "StyledText":
        """The texts with this one between each two."""
        joined = StyledText(style=self.style)
        for number, text in enumerate(texts):
            if number:
                joined.append(self)
            joined.append(text)
        return joined

    def rstrip(self) -> None:
        """Remove the blanks at the end."""
        while self.pieces:
            text, style = self.pieces.pop()
            if text := text.rstrip():
                self.pieces.append((text, style))
                return

    def __len__(self) -> int:
        return len(self.plain)

    def __str__(self) -> str:
        return self.plain

    def __rich__(self) -> Any:
        from rich.text import Text

        layout: dict[str, Any] = {"justify": self.justify, "no_wrap": self.no_wrap or None, "overflow": self.overflow}
        return Text.assemble(*self.pieces, style=self.style, **layout)


class Group:
    """Texts and tables one below the other.

    Attributes:
        parts: strings, texts, groups, indented parts, tables, or other renderables of rich.
    """

    def __init__(self, *parts: Any) -> None:
        self.parts = parts

    def __rich__(self) -> Any:
        from rich.console import Group as RichGroup
        from rich.text import Text

        return RichGroup(*(Text(part) if isinstance(part, str) else part for part in self.parts))


@dataclass(eq=False, repr=False)
class Indent:
    """A part that begins some columns from the left."""

    part: Any
    columns: int

    def __rich__(self) -> Any:
        from rich.padding import Padding

        return Padding(self.part, (0, 0, 0, self.columns), expand=False)


@dataclass(eq=False, repr=False)
class TableColumn:
    """A column of a table.

    Attributes:
        header: its heading.
        cells: a text per row.
        is_right: whether cells stand on the right.
        least: least width.
        width: width in which cells are broken over lines. None: that of the widest.
        no_wrap: whether cells are never broken.
    """

    header: str
    cells: list[StyledText]
    is_right: bool = False
    least: int = 0
    width: int | None = None
    no_wrap: bool = False


@dataclass(eq=False, repr=False)
class Table:
    """Headings, a rule and rows.

    Attributes:
        columns: from the left.
        title: a line above.
        padding: blanks on either side of a column, but for the edges of the table; one more stands between two columns.
    """

    columns: list[TableColumn]
    title: str | None = None
    padding: int = 1

    def __rich__(self) -> Any:
        from rich import box
        from rich.table import Table as RichTable
        from rich.text import Text

        # a title would be folded to the width of a narrow table
        layout = RichTable(
            title=None if self.title is None else Text(self.title, "table.title"),
            min_width=len(self.title) if self.title else None,
            box=box.SIMPLE_HEAD,
            title_justify="left",
            padding=(0, self.padding),
            pad_edge=False,
            show_edge=False,
        )
        for column in self.columns:
            layout.add_column(
                Text(column.header),
                justify="right" if column.is_right else "left",
                overflow="fold",
                min_width=column.least or None,
                width=column.width,
                no_wrap=column.no_wrap,
            )
        for row in zip(*(column.cells for column in self.columns), strict=True):
            layout.add_row(*row)
        return layout

    def lines(self) -> Iterator[str]:
        """The table where no column is too narrow for its cells, each line as long as it is wide.

        Raises:
            RichNeededError: a cell is broken over lines.
        """
        last = len(self.columns) - 1
        blanks = [(self.padding * (place > 0), self.padding * (place < last)) for place in range(last + 1)]
        widths = []
        for column, sides in zip(self.columns, blanks, strict=True):
            longest = max(len(column.header), *map(len, column.cells), 0)
            width = max(longest, column.least) if column.width is None else column.width
            if width < longest or any("\n" in cell.plain for cell in column.cells):
                raise RichNeededError
            widths.append(width + sum(sides) or 1)
        lacking, total = len(self.title or "") - sum(widths) - last, sum(widths)
        if lacking > 0:
            # a title that is wider widens the columns in proportion
            for place, width in enumerate(widths):
                more = ceil(width * lacking / total)
                widths[place], lacking, total = width + more, lacking - more, total - width
        page = sum(widths) + last
        if self.title:
            yield from (line.ljust(page) for line in self.title.split("\n"))

        def line(cells: Iterable[StyledText]) -> str:
            parts = []
            for cell, column, (left, right), width in zip(cells, self.columns, blanks, widths, strict=True):
                room = width - left - right
                is_right = column.is_right if cell.justify is None else cell.justify == "right"
                text = cell.plain.rstrip().rjust(room) if is_right else cell.plain.ljust(room)
                parts.append(f"{' ' * left}{text}{' ' * right}")
            return " ".join(parts)

        yield line(StyledText(column.header) for column in self.columns)
        yield "─" * page
        yield from map(line, zip(*(column.cells for column in self.columns), strict=True))


class RichNeededError(Exception):
    """A layout that plain lines cannot give."""


def plain_page(content: Any) -> str | None:
    """A layout where nothing is coloured or folded, a line break at the end; None where only rich can lay it out.

    Args:
        content: as a part of a `Group`.
    """
    try:
        page = "".join(f"{line}\n" for line in _lines(content))
    except RichNeededError:
        return None
    return page if re.fullmatch(_ONE_COLUMN, page) else None


def _lines(content: Any) -> Iterator[str]:
    if isinstance(content, str | StyledText):
        yield from str(content).split("\n")
    elif isinstance(content, Group):
        for part in content.parts:
            yield from _lines(part)
    elif isinstance(content, Indent):
        lines = [*_lines(content.part)]
        longest = max(map(len, lines), default=0)
        yield from (f"{' ' * content.columns}{line.ljust(longest)}" for line in lines)
    elif isinstance(content, Table) and content.columns:
        yield from content.lines()
    else:
        raise RichNeededError

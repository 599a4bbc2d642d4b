"""Pages to print: titled blocks in columns on A4, and batches of puzzles followed by their solutions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tafelwerk.plots.pictures import A4, Picture, column_pages, line, place_picture, words, wrap_text
from tafelwerk.plots.style import INK, MUTED

MARGIN, GAP = 42.0, 22.0
"""Margin of a page and gap between blocks, in points."""

LARGEST = 1.25
"""Greatest factor by which a picture is enlarged."""

_SCALES = 0.95, 0.9, 0.85, 0.8
"""Factors by which all pictures may be reduced to save a page."""

_TITLE, _TEXT, _SMALL = 17.0, 9.5, 8.0
"""Font sizes of the title, of lines and of the foot."""


@dataclass(frozen=True, slots=True)
class Block:
    """A picture on a page, with its title and lines.

    Attributes:
        picture: the picture.
        title: above the picture.
        lines: below the picture; long ones are wrapped.
    """

    picture: Picture
    title: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Laid:
    """A block with its size on the page."""

    block: Block
    width: float
    height: float
    lines: list[str]

    @property
    def whole(self) -> float:
        """Height with the title above and the lines below."""
        return (16 if self.block.title else 0) + self.height + 12.5 * len(self.lines) + 6


def set_on_pages(
    title: str,
    below: Sequence[str],
    blocks: Sequence[Block],
    columns: int = 2,
    source: str = "",
    lead: Block | None = None,
    *,
    numbering: str = "page {} of {}",
) -> list[Picture]:
    """Pages filled with blocks, row by row.

    Args:
        title: at the top of every page.
        below: lines under the title of the first page.
        blocks: the blocks; a picture is scaled to fit its column and the page.
        columns: blocks per row.
        source: the command line that makes the pages again, printed at the foot.
        lead: a block as wide as the page, before the others. Default: none.
        numbering: printed at the foot if there are several pages, with {} for the page's number and for the number of pages.
    """
    width, height = A4
    column = (width - 2 * MARGIN - (columns - 1) * GAP) / columns
    heads = [_head(title, below if not number else ()) for number in range(2)]
    if lead is not None:
        (parts, y), full = heads[0], width - 2 * MARGIN
        laid = _laid(lead, full, height / 2, 1)
        heads[0] = parts + _block(laid, MARGIN, y, full), y + laid.whole + GAP
    columns_of_pages = _flow(blocks, columns, column, heads, 1)
    # a little smaller where that saves a page
    for scale in _SCALES if 1 < len(columns_of_pages) < len(blocks) else ():
        smaller = _flow(blocks, columns, column, heads, scale)
        columns_of_pages = smaller if len(smaller) < len(columns_of_pages) else columns_of_pages
    every = [*([lead] if lead else []), *blocks]
    description = " ".join((*below, *(" ".join((block.title, block.picture.text, *block.lines)) for block in every)))
    count = len(columns_of_pages)
    return [
        Picture(width, height, "".join(parts) + _foot(source, footer), title, description if number == 1 else "")
        for number, parts in enumerate(columns_of_pages, 1)
        for footer in [numbering.format(number, count) if count > 1 else ""]
    ]


LIST_SIZES = 13.0, 11.0, 10.0, 9.0, 8.0
"""Sizes of the letters of a list, the first by which it takes two pages, both sides of one sheet; a longer list has the smallest,
on as many pages as that takes."""


def set_list(title: str, below: Sequence[str], lines: Sequence[tuple[int, str]], source: str) -> list[Picture]:
    """Pages with a list in columns, in letters as large as two pages allow, and not too small to read.

    Args:
        title, below, source: as in `set_on_pages`.
        lines: indentation, in steps, and text of each.
    """
    # the space left on a page below its title, which has more lines on the first page
    space = A4[1] - 2 * MARGIN - 125, A4[0] - 2 * MARGIN
    sizes = (column_pages(lines, size, *space) for size in LIST_SIZES)
    columns = next((layout for layout in sizes if len(layout) <= 2), None) or column_pages(
        lines, LIST_SIZES[-1], *space
    )
    return set_on_pages(title, below, [Block(column) for column in columns], 1, source)


def puzzle_pages(
    title: str,
    below: Sequence[str],
    puzzles: Sequence[Block],
    solutions: Sequence[Block] = (),
    columns: int = 2,
    source: str = "",
    *,
    solved: str = "solutions",
    numbering: str = "page {} of {}",
) -> list[Picture]:
    """Pages of numbered puzzles, followed by pages of their solutions, which are smaller.

    Args:
        title, below: as in `pages`.
        puzzles: the puzzles; each has its number and title above it.
        solutions: as many, or none.
        columns: puzzles per row; solutions have one column more.
        source, numbering: as in `pages`.
        solved: heading of the pages of solutions.
    """

    def with_numbers(blocks: Sequence[Block]) -> list[Block]:
        return [replace(block, title=f"{number}. {block.title}") for number, block in enumerate(blocks, 1)]

    sheets = set_on_pages(title, below, with_numbers(puzzles), columns, source, numbering=numbering)
    if solutions:
        sheets += set_on_pages(
            f"{title}: {solved}", (), with_numbers(solutions), columns + 1, source, numbering=numbering
        )
    return sheets


def _flow(
    blocks: Sequence[Block], columns: int, column: float, heads: Sequence[tuple[str, float]], scale: float
) -> list[list[str]]:
    """Markup of each page, blocks row by row, with all pictures multiplied by `scale`."""
    height = A4[1]
    laid = [_laid(block, column, height - MARGIN - heads[0][1] - 6, scale) for block in blocks]
    columns_of_pages: list[list[str]] = []
    y = height
    for start in range(0, len(laid), columns):
        row = laid[start : start + columns]
        tall = max(box.whole for box in row)
        if y + tall > height - MARGIN - 6:
            head, y = heads[bool(columns_of_pages)]
            columns_of_pages.append([head])
        for column_number, box in enumerate(row):
            columns_of_pages[-1].append(_block(box, MARGIN + column_number * (column + GAP), y, column))
        y += tall + GAP * scale
    return columns_of_pages


def _wrap_paragraphs(paragraphs: Sequence[str], size: float, width: float) -> list[str]:
    """The lines of paragraphs, with an empty one beside those that take several."""
    lines: list[str] = []
    before = 0
    for paragraph in paragraphs:
        wrapped = wrap_text(paragraph, size, width)
        lines += ([""] if before and max(before, len(wrapped)) > 1 else []) + wrapped
        before = len(wrapped)
    return lines


def _laid(block: Block, column: float, tallest: float, scale: float) -> _Laid:
    lines = _wrap_paragraphs(block.lines, _TEXT, column)
    room = tallest - 12.5 * len(lines) - 22
    scale *= min(LARGEST, column / block.picture.width, room / block.picture.height)
    return _Laid(block, scale * block.picture.width, scale * block.picture.height, lines)


def _block(one: _Laid, x: float, y: float, column: float) -> str:
    parts = []
    if one.block.title:
        parts.append(words(x, y + 6, one.block.title, 11, bold=True))
        y += 16
    parts.append(place_picture(one.block.picture, x + (column - one.width) / 2, y, one.width, one.height))
    y += one.height + 9
    for text in one.lines:
        parts.append(words(x, y, text, _TEXT, "#3a3a3a"))
        y += 12.5
    return "".join(parts)


def _head(title: str, below: Sequence[str]) -> tuple[str, float]:
    """Title and lines, and the height at which the blocks begin."""
    width, y, parts = A4[0] - 2 * MARGIN, MARGIN + 6, []
    for text in wrap_text(title, _TITLE, width):
        parts.append(words(MARGIN, y, text, _TITLE, bold=True))
        y += 21
    for text in _wrap_paragraphs(below, _TEXT + 0.5, width):
        parts.append(words(MARGIN, y, text, _TEXT + 0.5, "#3a3a3a"))
        y += 13.5
    parts.append(line(MARGIN, y - 1, A4[0] - MARGIN, y - 1, INK, 0.7))
    return "".join(parts), y + 12


def _foot(source: str, page: str) -> str:
    """The command line and the number of the page, in the lower margin."""
    lines = wrap_text(source, _SMALL, A4[0] - 2 * MARGIN - 70) or [""]
    y = A4[1] - MARGIN + 18 - 4 * len(lines)
    parts = [words(MARGIN, y + 9.5 * number, text, _SMALL, MUTED) for number, text in enumerate(lines)]
    return "".join(parts) + words(A4[0] - MARGIN, y, page, _SMALL, MUTED, "end")

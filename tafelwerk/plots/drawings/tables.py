"""Tables of text as pictures, and long lists in columns."""

from collections.abc import Sequence

from tafelwerk.plots.colours import INK, MUTED
from tafelwerk.plots.pictures import Picture, box, line, width_of, words

_PAD = 9.0


def table(
    heads: Sequence[str], rows: Sequence[Sequence[str]], size: float = 9, shades: Sequence[Sequence[str]] = ()
) -> Picture:
    """A table with a rule below the headings and numbers aligned on the right.

    Args:
        heads: the headings.
        rows: cells, one per heading.
        size: of the letters.
        shades: colours behind the cells, "" for none. Default: none.
    """
    # a number, perhaps with a unit or a second number; anything longer is text
    right = [
        all(not row[column] or (row[column][0] in "-+0123456789" and row[column].count(" ") < 2) for row in rows)
        for column in range(len(heads))
    ]
    columns = [
        max(width_of(cell, size) for cell in (head, *(row[column] for row in rows)))
        for column, head in enumerate(heads)
    ]
    starts, x = [], 0.0
    for width in columns:
        starts.append(x)
        x += width + 2 * _PAD
    pitch, parts = 1.62 * size, list[str]()
    for number, row in enumerate((heads, *rows)):
        y = (number + 0.5) * pitch + (3 if number else 0)
        for column, cell in enumerate(row):
            if number and shades and shades[number - 1][column]:
                shade = shades[number - 1][column]
                parts.append(box(starts[column], y - pitch / 2, columns[column] + 2 * _PAD, pitch, shade, "none"))
            at = starts[column] + _PAD + (columns[column] if right[column] else 0)
            parts.append(words(at, y, cell, size, INK, "end" if right[column] else "start", bold=not number))
    parts.append(line(0, pitch + 1, x, pitch + 1, MUTED, 0.7))
    text = " ".join(
        f"{', '.join(f'{head} {cell}' for head, cell in zip(heads, row, strict=True) if cell)}." for row in rows
    )
    return Picture(x, (len(rows) + 1) * pitch + 5, "".join(parts), "Table", text)


def listed(lines: Sequence[tuple[int, str]], size: float, height: float, width: float) -> list[Picture]:
    """Lines in as many columns as fit, on as many pages as needed.

    Args:
        lines: indentation, in steps, and text of each.
        size: of the letters.
        height, width: of the space on a page.
    """
    pitch, step = 1.22 * size, 1.1 * size
    column = max(depth * step + width_of(text, size) for depth, text in lines) + 1.2 * size
    count, rows = max(1, int(width // column)), int(height // pitch)
    pages = []
    for start in range(0, len(lines), count * rows):
        page = lines[start : start + count * rows]
        # as many lines in each column
        tall = -(-len(page) // count)
        parts = [
            words(number // tall * column + depth * step, (number % tall + 0.5) * pitch, text, size, bold=not depth)
            for number, (depth, text) in enumerate(page)
        ]
        text = "; ".join(text for _, text in page)
        pages.append(Picture(width, tall * pitch, "".join(parts), "List", text))
    return pages

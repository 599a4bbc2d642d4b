"""What figures show, as text: title and subtitle, headings of panels, and of each table of data a line per field.

A field of numbers has its least and greatest, its mean, and its mean with the first row counted once, the second twice and so on;
a field of texts has how many different ones there are, the first, and a checksum of all. `python -m plots.contents`, with tests/
on the path, writes contents.txt anew; read the difference before it is committed.
"""

import zlib
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

from books import _make_skat_book
from figure_books import RACE_K, whole_book
from figures import FIGURES, draw, heading, pieces
from sharing import made_once

from tafelwerk.book import open_book
from tafelwerk.families.montecarlo.figures import races

FILE = Path(__file__).with_suffix(".txt")

MEASURED = (
    "montecarlo-2.4",
    *(f"skat-{number}" for number in ("5.3", "6.4", "7.3", "8.3", "9.8", "10.3", "11.4", "ladder-times")),
)
"""Figures of what was measured, which is other numbers each time."""


def contents(document: dict[str, Any]) -> list[str]:
    """The lines of a figure."""
    parts = list(pieces(document))
    titles = [heading(part) for part in parts if isinstance(part.get("title"), dict) and "text" in part["title"]]
    names = dict.fromkeys(part["data"]["name"] for part in parts if "name" in part.get("data", {}))
    lines = [line for title in titles for line in title.splitlines()]
    for name in names:
        rows = document["datasets"][name]
        lines.append(f"- {len(rows)} rows")
        fields = dict.fromkeys(field for row in rows for field in row)
        lines += [
            f"  {field}: {summary([row[field] for row in rows if row.get(field) is not None])}" for field in fields
        ]
    return lines


def summary(values: list[Any]) -> str:
    """Values of a field in a few words; lists count value by value."""
    if values and isinstance(values[0], list | tuple):
        values = [value for row in values for value in row]
    count = len(values)
    if not count or not all(isinstance(value, int | float) for value in values):
        texts = [str(value) for value in values]
        first = " ".join(f"{count} texts, {len({*texts})} different: {''.join(texts[:1])}".split())
        return f"{first[:60]} #{zlib.crc32(chr(10).join(texts).encode()):08x}"
    by_place = sum(place * value for place, value in enumerate(values, 1)) / (count * (count + 1) / 2)
    # zero is zero on every machine
    least, most, mean, last = (
        f"{round(number, 9) + 0:.6g}" for number in (min(values), max(values), sum(values) / count, by_place)
    )
    return f"{count} numbers, {least} to {most}, mean {mean}, by place {last}"


def expected() -> dict[str, list[str]]:
    """The lines of each figure as they were, by its name."""
    _, *figures = FILE.read_text(encoding="utf-8").split("== ")
    return {lines[0]: lines[1:] for lines in map(str.splitlines, figures)}


def _write() -> None:
    with TemporaryDirectory() as folder:
        factory: Any = SimpleNamespace(getbasetemp=lambda: Path(folder))
        races.K_MAX = RACE_K
        with open_book(whole_book(factory, made_once(factory, "skat", _make_skat_book, "skat")), pocket=False) as book:
            found = {name: contents(draw(name, book)) for name in FIGURES if name not in MEASURED}
    FILE.write_text("".join(f"== {name}\n" + "".join(f"{line}\n" for line in lines) for name, lines in found.items()))


if __name__ == "__main__":
    _write()

"""Pictures of README and docs, drawn from a book: `python -m reference.pictures FOLDER`, or `make pictures`.

All of them can be drawn from the book that ships with the program. The same book gives the same files.
"""

import re
import sys
from pathlib import Path

from tafelwerk.book import Book, open_book
from tafelwerk.plots.figure import figures
from tafelwerk.plots.rendering import picture, title_of
from tafelwerk.plots.style import DARK, PAPER, THEMES, Theme

DOCS = {
    "montecarlo": ("montecarlo-2.9", "montecarlo-3.1"),
    "mastermind": ("mastermind-queries",),
    "beams": ("beams-A.1",),
    "search": ("search-4.4",),
    "dresher": ("dresher-3.1",),
    "switching": ("switching-5.5",),
    "minimax": ("minimax-nodes",),
}
"""Figures on the pages of docs, by family."""

OVERVIEW = (
    ("dresher", "dresher-3.1"),
    ("mastermind", "mastermind-queries"),
    ("switching", "switching-5.8"),
    ("minimax", "minimax-look-ahead"),
)
"""Family and name of the figures in the overview, line by line."""

WIDTH, COLUMNS, GAP = 760, 2, 16
"""Pixels of a picture of docs; of the overview, the figures in a line and the pixels between them."""

HALF = (2 * WIDTH - GAP) // (2 * COLUMNS)


def drawn(book: Book, family: str, name: str, theme: Theme = "light", width: int | None = None) -> str:
    """A figure as SVG, on paper of its theme."""
    return picture(figures(family)[name].spec(book, theme, width))


def overview(book: Book, theme: Theme) -> str:
    """Some figures in one picture."""
    parts, words, below = "", [], 0.0
    for first in range(0, len(OVERVIEW), COLUMNS):
        heights = []
        for column, (family, name) in enumerate(OVERVIEW[first : first + COLUMNS]):
            spec = figures(family)[name].spec(book, theme)
            words.append(title_of(spec))
            one = picture(spec)
            width, height = (float(found) for found in _sides(one))
            heights.append(height * HALF / width)
            # names of clips and gradients are those of one picture
            one = re.sub(r"\bown_", f"own_{first + column}_", one)
            # half as large, a path needs a digit less
            one = re.sub(r' d="[^"]*"', lambda path: re.sub(r"(?<=\.[0-9])[0-9]", "", path[0]), one)
            one = re.sub(r' (width|height)="[0-9.]+"', "", one, count=2)
            place = f' x="{column * (HALF + GAP)}" y="{below:g}" width="{HALF}" height="{heights[-1]:.2f}"'
            parts += one.replace("<svg", f"<svg{place}", 1)
        below = round(below + max(heights) + GAP, 2)
    paper = DARK[PAPER] if theme == "dark" else PAPER
    width = COLUMNS * (HALF + GAP) - GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {below:g}" width="{width}" height="{below:g}">'
        f"<title>Figures of Tafelwerk</title><desc>{'; '.join(words)}</desc>"
        f'<rect width="100%" height="100%" fill="{paper}"/>{parts}</svg>'
    )


def _sides(one: str) -> tuple[str, str]:
    found = re.search(r'<svg[^>]*? width="([0-9.]+)" height="([0-9.]+)"', one)
    assert found is not None
    return found[1], found[2]


def write(folder: Path, book: Book) -> None:
    """Write every picture into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for family, names in DOCS.items():
        for name in names:
            (folder / f"{name}.svg").write_text(drawn(book, family, name) + "\n", encoding="utf-8")
    for theme in THEMES:
        (folder / f"overview-{theme}.svg").write_text(overview(book, theme) + "\n", encoding="utf-8")


if __name__ == "__main__":
    target = Path(sys.argv[1])
    # no book of the user's: all rows come from the one that ships
    with open_book(target / "none") as opened:
        write(target, opened)

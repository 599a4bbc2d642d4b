"""Figures: a query, then an Altair chart; here are their registry and their rendering.

@figure("montecarlo-2.12", "DSC(40) to k = 10^9")
def long_lane(book: Book) -> Drawing:
    rows = need(book.records(...), "the curve of dsc 40")

A figure whose rows are missing raises MissingTableError with the build of its family, or the one named.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TypeVar

from tafelwerk.errors import InputError, MissingTableError, quoted
from tafelwerk.files import written_whole
from tafelwerk.plots.lazy import Book, Drawing
from tafelwerk.wording import suggestion

T = TypeVar("T")
Draw = Callable[[Book], Drawing]

SUFFIXES = (".svg", ".png", ".html")
_PNG_SCALE = 2.0


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a source.

    Attributes:
        name: family and the source's number, as `montecarlo-2.12`.
        title: what it shows, in a line.
        draw: makes the chart from a book; raises MissingTableError naming the build where rows are missing.
        full: whether its rows are in the full set of its family alone, not in the standard one.
    """

    name: str
    title: str
    draw: Draw
    full: bool = False

    @property
    def set(self) -> str:
        """The set of builds that it is drawn from."""
        return "full" if self.full else "standard"

    def chart(self, book: Book) -> Drawing:
        """The chart from a book or, where rows are missing there, all of it from the book beneath.

        Raises:
            MissingTableError: naming the build, where rows are missing in both.
        """
        try:
            return self.draw(book)
        except MissingTableError as missing:
            try:
                return self.draw(book.layers[-1])
            except MissingTableError:
                raise missing from None


class _RowsMissingError(Exception):
    """Rows that a figure needs are not in the book: what they are, and the build that makes them, "" by default."""

    def __init__(self, what: str, build: str) -> None:
        super().__init__(what, build)
        self.what = what
        self.build = build


def need(found: T | None, what: str, build: str = "") -> T:
    """What was found, where it is more than nothing.

    Args:
        found: rows, an answer or a test; nothing: None, no rows, False.
        what: what is missing else, as a noun phrase.
        build: the command that builds it. Default: the figure's.
    """
    if not found:
        raise _RowsMissingError(what, build)
    return found


_MADE: dict[str, Figure] = {}


def figure(name: str, title: str, build: str = "", *, full: bool = False) -> Callable[[Draw], Draw]:
    """Register a function that draws a chart from a book as a figure.

    Args:
        name: family and the source's number.
        title: what it shows, in a line.
        build: the command that builds its rows. Default: that of the whole family.
        full: whether its rows are in the full set alone.
    """

    def made(draw: Draw) -> Draw:
        usual = build or f"tafelwerk build {draw.__module__.split('.')[2]}"

        @wraps(draw)
        def complete(book: Book) -> Drawing:
            try:
                return draw(book)
            except _RowsMissingError as missing:
                raise MissingTableError(missing.what, missing.build or usual, book.path) from None

        _MADE[name] = Figure(name, title, complete, full)
        return complete

    return made


def figures(family: str) -> dict[str, Figure]:
    """Every figure of a family by name, in the order of their numbers.

    Args:
        family: its figures are in the module tafelwerk.plots.<family>, or in modules of that package.
    """
    package = f"tafelwerk.plots.{family}"
    modules = [package]
    for part in iter_modules(getattr(import_module(package), "__path__", [])):
        modules.append(f"{package}.{part.name}")
        import_module(modules[-1])
    found = [one for one in _MADE.values() if one.draw.__module__ in modules]
    return {
        one.name: one for one in sorted(found, key=lambda one: (not one.name.startswith(family), _number(one.name)))
    }


def _number(name: str) -> list[tuple[int, str]]:
    """A key that sorts numbers in a name by their size."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"([0-9]+)", name)]


def all_figures(families: Iterable[str]) -> dict[str, Figure]:
    """Every figure of the families, by name."""
    return {name: one for family in families for name, one in figures(family).items()}


def named(name: str, families: Sequence[str]) -> Figure:
    """The figure of a name; only the modules of its family are imported where the name begins with that.

    Raises:
        InputError: there is none; it says which may have been meant.
    """
    family = name.partition("-")[0]
    known = figures(family) if family in families else {}
    if name not in known:
        known = all_figures(families)
    if name not in known:
        raise InputError(f"unknown figure {quoted(name)}; {suggestion(name, known, 'tafelwerk plot --list')}")
    return known[name]


def checked_path(path: Path) -> Path:
    """The path, if a figure can be written to a file of that name.

    Raises:
        InputError: the name ends otherwise than in .svg, .png or .html.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(f"--output {path}: a figure is written as FILE{', FILE'.join(SUFFIXES)}")
    return path


def save(chart: Drawing, path: Path) -> None:
    """Write a chart as SVG, PNG or self-contained HTML, by the name's ending.

    Args:
        chart: any chart.
        path: FILE.svg, FILE.png or FILE.html; replaced whole or not at all.

    Raises:
        InputError: the name ends otherwise, or its folder does not exist.
        StorageError: it cannot be written.
    """
    import vl_convert

    suffix = checked_path(path).suffix.lower()
    # altair would check every record against Vega-Lite's schema, which takes as long as drawing
    specification = chart.to_json(indent=None, validate=False)
    if suffix == ".svg":
        content = vl_convert.vegalite_to_svg(specification).encode()
    elif suffix == ".png":
        content = vl_convert.vegalite_to_png(specification, scale=_PNG_SCALE)
    else:
        content = vl_convert.vegalite_to_html(specification, bundle=True).encode()
    with written_whole(path) as partial:
        partial.write_bytes(content)

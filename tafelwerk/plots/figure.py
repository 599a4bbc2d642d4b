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
from tafelwerk.plots.colours import Theme
from tafelwerk.plots.lazy import Book, Drawing
from tafelwerk.plots.output import checked_path, checked_scale, write
from tafelwerk.plots.parts import Spec
from tafelwerk.plots.specification import specification
from tafelwerk.wording import suggestion

__all__ = ["Figure", "all_figures", "checked_path", "figure", "figures", "listed", "named", "need", "save"]

T = TypeVar("T")
Draw = Callable[[Book], Drawing]


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

    def spec(self, book: Book, theme: Theme = "light", width: int | None = None, *, zoom: bool = False) -> Spec:
        """The chart as a Vega-Lite specification with title, description and tooltips.

        Args:
            book: the book.
            theme: its colours.
            width: of the picture in pixels. Default: what its plots ask for.
            zoom: whether plots are zoomed and moved by the pointer.

        Raises:
            InputError: the width is out of range.
            MissingTableError: as `chart`.
        """
        return specification(self.chart(book), theme, width, zoom=zoom)


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


def listed(words: str, families: Sequence[str]) -> dict[str, Figure]:
    """The figures of a family, or those whose name or title has all the words, capital letters or not.

    Raises:
        InputError: there is none.
    """
    if words in families:
        return figures(words)
    wanted = words.casefold().split()
    known = all_figures(families)
    found = {
        name: one for name, one in known.items() if all(word in f"{name} {one.title}".casefold() for word in wanted)
    }
    if not found:
        raise InputError(f"no figure has {quoted(words)} in its name or title; families: {', '.join(families)}")
    return found


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


def save(
    chart: Drawing, path: Path, theme: Theme = "light", width: int | None = None, scale: float | None = None
) -> None:
    """Write a chart as SVG, PNG, PDF or self-contained HTML, by the name's ending.

    Args:
        chart: any chart.
        path: FILE.svg, FILE.png, FILE.pdf or FILE.html; replaced whole or not at all.
        theme: its colours.
        width: of the picture in pixels. Default: what its plots ask for.
        scale: how many times as large the file is. Default: 2 for PNG, 1 else; none for a page.

    Raises:
        InputError: the name ends otherwise, its folder does not exist, or the width or scale is out of range.
        StorageError: it cannot be written.
    """
    checked_scale(scale, checked_path(path))
    write(specification(chart, theme, width, zoom=path.suffix.lower() == ".html"), path, scale)

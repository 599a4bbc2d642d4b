"""Figures: what each is called, what it shows, and the function that draws it from a book.

A family's figures are declared in `FIGURES` of its module `room`, by name, title and drawing function, so that they are listed
without importing what draws them:

    Figure("montecarlo-2.12", "DSC(40) to k = 10^9", "montecarlo.races.long_lane")

    def long_lane(book: Book) -> Drawing:                     in families/montecarlo/figures/races.py
        rows = need(book.records(...), "the curve of dsc 40")

A figure whose rows are missing raises MissingTableError with the build that the declaration names, or `need`.
"""

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, TypeVar

from tafelwerk.errors import InputError, MissingTableError, in_quotes
from tafelwerk.families import FAMILIES
from tafelwerk.spelling import natural_key
from tafelwerk.wording import join_words, near, suggestion

if TYPE_CHECKING:
    from tafelwerk.extras import Book, Drawing
    from tafelwerk.plots.specification import Spec
    from tafelwerk.plots.style import Theme
    from tafelwerk.tables.readings import Reading


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a source.

    Attributes:
        name: family and the source's number, as `montecarlo-2.12`.
        title: what it shows, in a line.
        function: its family and the function that draws it from a book, in the family's `figures` or a module of that package.
        arguments: what the function takes after the book.
        build: the command that builds its rows. Default: that of the whole family.
        has_rows: whether it is drawn from rows of a book; others are drawn from the rules or from shipped records.
    """

    name: str
    title: str
    function: str
    arguments: tuple[Any, ...] = ()
    build: str = ""
    has_rows: bool = True

    @property
    def texts(self) -> str:
        """What is said of it, for a search: its title, the texts in the code that draws it, and what shows it in the museum."""
        from tafelwerk.museum import said_of_figures

        module, name = self._module_and_name
        drawn_texts = _texts_of_functions(module).get(name, "")
        return "\n".join((self.name, self.title, drawn_texts, said_of_figures().get(self.name, "")))

    def sentence_with(self, words: str) -> str:
        """What is said of it with the first of some words that name and title lack; "" if they have them all."""
        titled = f"{self.name} {self.title}".casefold()
        lacking = next((word for word in words.casefold().split() if word not in titled), None)
        sentences = re.split(r"(?<=[.?!])\s|\n", self.texts)
        return "" if lacking is None else next((text for text in sentences if lacking in text.casefold()), "")

    @property
    def _module_and_name(self) -> tuple[str, str]:
        """Module and name of the function that draws it."""
        family, *module, name = self.function.split(".")
        return ".".join(("tafelwerk.families", family, "figures", *module)), name

    def chart(self, book: "Book") -> "Drawing":
        """The chart from a book or, where rows are missing there, all of it from the book beneath.

        Raises:
            MissingTableError: naming the build, where rows are missing in both.
        """
        return self.draw_noting(book).chart

    def draw(self, book: "Book") -> "Drawing":
        """The chart from a book alone; the module of its function is imported for it.

        Raises:
            MissingTableError: naming the build, where rows are missing.
        """
        module, name = self._module_and_name
        try:
            drawing: Drawing = getattr(import_module(module), name)(book, *self.arguments)
        except _RowsMissingError as missing:
            build = missing.build or self.build or f"tafelwerk build {self.function.partition('.')[0]}"
            raise MissingTableError(missing.what, build, book.path) from None
        return drawing

    def draw_noting(self, book: "Book") -> "DrawnFigure":
        """The chart with the statements that it was drawn from; book and errors as in `chart`."""
        from tafelwerk.tables.book import in_layers
        from tafelwerk.tables.readings import note_statements

        def draw(layer: "Book") -> DrawnFigure:
            with note_statements() as statements:
                return DrawnFigure(self.draw(layer), statements)

        return in_layers(draw)(book)

    def spec(
        self,
        book: "Book",
        theme: "Theme" = "light",
        width: int | None = None,
        *,
        zoom: bool = False,
        is_titled: bool = True,
    ) -> "Spec":
        """The chart as a Vega-Lite specification with title, description and tooltips.

        Args:
            book: the book.
            theme: its colours.
            width: of the picture in pixels. Default: the width of the figure as drawn.
            zoom: whether plots can be zoomed and moved with the pointer.
            is_titled: whether the picture has its title and subtitle.

        Raises:
            InputError: the width is out of range.
            MissingTableError: as `chart`.
        """
        from tafelwerk.plots.specification import specification

        return specification(self.chart(book), theme, width, zoom=zoom, is_titled=is_titled)


@dataclass(frozen=True, slots=True)
class DrawnFigure:
    """A chart and where it comes from.

    Attributes:
        chart: the chart.
        statements: what the book was asked for it, in that order.
    """

    chart: "Drawing"
    statements: "Sequence[Reading]"


@cache
def _texts_of_functions(module: str) -> Mapping[str, str]:
    """The texts with blanks in the functions of a module, by their names."""
    spec = find_spec(module)
    source = Path(spec.origin).read_text(encoding="utf-8") if spec is not None and spec.origin else ""
    return {
        function.name: "\n".join(
            node.value
            for node in ast.walk(function)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
        )
        for function in ast.parse(source).body
        if isinstance(function, ast.FunctionDef)
    }


class _RowsMissingError(Exception):
    """Rows that a figure needs are not in the book: what they are, and the build that makes them, "" by default."""

    def __init__(self, what: str, build: str) -> None:
        super().__init__(what, build)
        self.what = what
        self.build = build


def need(found: T | None, what: str, build: str = "") -> T:
    """What was found, unless that is nothing.

    Args:
        found: rows, an answer or a test; nothing is None, no rows or False.
        what: what is missing then, as a noun phrase.
        build: the command that builds it. Default: the figure's.
    """
    if not found:
        raise _RowsMissingError(what, build)
    return found


def figures(family: str) -> dict[str, Figure]:
    """Every figure of a family by name, in the order of their numbers; other names than the family's come last."""
    declared: Iterable[Figure] = import_module(f"tafelwerk.families.{family}.room").FIGURES
    return {
        figure.name: figure
        for figure in sorted(
            declared, key=lambda figure: (not figure.name.startswith(family), natural_key(figure.name))
        )
    }


def all_figures(families: Iterable[str]) -> dict[str, Figure]:
    """Every figure of the families, by name."""
    return {name: figure for family in families for name, figure in figures(family).items()}


def find_figures(words: str, families: Sequence[str]) -> dict[str, Figure]:
    """The figures of a family, or those with all the words in what is said of them, in titles first; case is ignored.

    Raises:
        InputError: there is none.
    """
    matching = _figures_saying(words, families)
    if not matching:
        names = ", ".join(families)
        raise InputError(
            f"no figure has {in_quotes(words)} in its name or texts; families: {names}; try: tafelwerk find {quote(words)}"
        )
    return matching


def _figures_saying(words: str, families: Sequence[str]) -> dict[str, Figure]:
    """As `find_figures`; empty if there is none."""
    if words in families:
        return figures(words)
    wanted = words.casefold().split()

    def fits(text: str) -> bool:
        return all(word in text.casefold() for word in wanted)

    known = all_figures(families).items()
    titled = {name: figure for name, figure in known if fits(f"{name} {figure.title}")}
    return titled | {name: figure for name, figure in known if name not in titled and fits(figure.texts)}


def figure_named(name: str) -> Figure:
    """The figure of a name.

    Raises:
        InputError: there is none; the message suggests similar names.
    """
    known = all_figures(FAMILIES)
    if name not in known:
        if name.strip() and not near(name, known) and (related := [*_figures_saying(name, FAMILIES)]):
            line = f"tafelwerk plot --list {quote(name)}"
            raise InputError(
                f"unknown figure {in_quotes(name)}; it is said of {join_words(related)}; their titles: {line}"
            )
        elsewhere = "" if near(name, known) else f"; or look for it: tafelwerk find {quote(name)}"
        raise InputError(
            f"unknown figure {in_quotes(name)}; {suggestion(name, known, 'tafelwerk plot --list')}{elsewhere}"
        )
    return known[name]

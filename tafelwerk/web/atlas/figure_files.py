"""A page per figure: the picture, where its source prints it, the numbers printed there, and the tables it is drawn from."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tafelwerk.book import Book
from tafelwerk.errors import BookError, MissingTableError
from tafelwerk.plots.figure import Figure
from tafelwerk.plots.specification import records, specification
from tafelwerk.tables.stored import boundary
from tafelwerk.web.atlas import table_files
from tafelwerk.web.atlas.files import Files
from tafelwerk.web.atlas.table_files import DAMAGED, StoredTable, tables_read
from tafelwerk.web.figure_jobs import figure_description


@dataclass(frozen=True, slots=True)
class DrawnFigure:
    """A figure with a page.

    Attributes:
        name, title: as declared.
        family: the family that draws it.
        tables: what it is drawn from, as FAMILY.TABLE.
    """

    name: str
    title: str
    family: str
    tables: tuple[str, ...]


def write(
    book: Book,
    files: Files,
    chosen: Sequence[Figure],
    held: Sequence[StoredTable],
    numbers: Sequence[dict[str, Any]],
    tell: Callable[[str], None],
) -> tuple[list[DrawnFigure], list[tuple[str, str]]]:
    """Write a page per figure; what a damaged file holds is left out.

    Args:
        book: the book.
        files: the files.
        chosen: the figures.
        held: tables with a page.
        numbers: printed numbers.
        tell: told what is being written.

    Returns:
        The figures written; those whose rows the book does not hold, with the command line that builds them.
    """
    written, missing = [], []
    for count, figure in enumerate(chosen, 1):
        tell(f"figure {count} of {len(chosen)}: {figure.name}")
        try:
            with boundary():
                chart = figure.draw_noting(book)
                origin = figure_description(figure, chart, book)
        except MissingTableError as lacking:
            missing.append((figure.name, lacking.build))
            continue
        except BookError:
            missing.append((figure.name, DAMAGED))
            continue
        tables = tables_read((statement.family, statement.sql) for statement in chart.statements)
        page = DrawnFigure(figure.name, figure.title, table_files.family_of(figure.name), tables)
        spec = specification(chart.chart, zoom=True, is_titled=False)
        # no "</script>" may stand in what a script element holds
        content = json.dumps({"spec": spec, "marks": records(spec)}, ensure_ascii=False, separators=(",", ":")).replace(
            "<", "\\u003c"
        )
        there = [number for number in numbers if table_files.lies_on(figure.name, number)]
        files.page(
            f"figures/{figure.name}.html",
            "figure_file.html",
            figure={"name": figure.name, "title": figure.title},
            content=content,
            told=origin,
            tables=[table for table in held if table.table in tables],
            reference=table_files.reference(figure.name),
            there=there,
            near=[number for number in table_files.of_tables(numbers, tables) if number not in there],
        )
        written.append(page)
    return written, missing

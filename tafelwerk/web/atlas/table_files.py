"""A page per table, a page of the sources' printed numbers beside the book's, and which tables a statement reads."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, groupby
from typing import Any, TypeVar

from tafelwerk.book import Book
from tafelwerk.build.catalogue import KNOWN
from tafelwerk.commands.published import ours, summary
from tafelwerk.commands.rowset import Format, save
from tafelwerk.commands.schema import described_tables
from tafelwerk.errors import BookError
from tafelwerk.tables import bibliography
from tafelwerk.tables.layout import identifier, layout, schema_sql
from tafelwerk.tables.metadata import CERTAINTY, EVIDENCE
from tafelwerk.tables.noted import matching, note_statements
from tafelwerk.tables.provenance import BuildRecord, builds_of_rows, table_builds, table_summaries, written_by
from tafelwerk.tables.published import Comparison, printed_numbers
from tafelwerk.tables.published.number import Source
from tafelwerk.tables.sandbox import Answer, query
from tafelwerk.web.atlas.files import Files
from tafelwerk.web.site import cells
from tafelwerk.web.statements import answer_page
from tafelwerk.wording import rows_text

T = TypeVar("T")

Statement = tuple[str, str]
"""A family and a statement over its tables."""

DAMAGED = "tafelwerk doctor"
"""The command line that says what is wrong with a damaged file."""

_VIEW = re.compile(r"CREATE VIEW (\w+) AS\b(.*?);\s*(?:COMMENT|CREATE|$)", re.DOTALL)


def with_tables(work: Callable[[], T]) -> tuple[T, tuple[str, ...]]:
    """What some work returns, and the tables that it reads, as FAMILY.TABLE in order."""
    with note_statements() as statements:
        outcome = work()
    return outcome, tables_read((statement.family, statement.sql) for statement in statements)


def tables_read(statements: Iterable[Statement]) -> tuple[str, ...]:
    """The tables that statements read, behind their views, as FAMILY.TABLE in order."""
    tables = set()
    for _, sql in statements:
        for family, name in re.findall(rf"\b({'|'.join(KNOWN)})\.(\w+)", sql):
            tables |= {f"{family}.{table}" for table in _behind(family).get(name, ())}
    return tuple(sorted(tables))


@cache
def _behind(family: str) -> dict[str, frozenset[str]]:
    """The tables behind each table and view of a family; a view may read other views."""
    tables_behind = {table.name: frozenset([table.name]) for table in layout(family)}
    for view, text in _VIEW.findall(schema_sql(family)):
        words = set(re.findall(r"\b(?:FROM|JOIN)\s+(\w+)", text))
        tables_behind[view] = frozenset[str]().union(
            *(behind for name, behind in tables_behind.items() if name in words)
        )
    return tables_behind


_LAST = re.compile(r"-((?:[0-9]+|A)(?:\.[0-9]+)?)$")
"""The number of a figure in its source, at the end of its name."""

_NUMBER_GAME = "3-5-11-"

LONGEST = 40
"""Characters of a number of ours; the command line has all of it."""


def numbers(book: Book) -> list[dict[str, Any]]:
    """Every printed number beside the book's.

    Returns:
        Rows as of `tafelwerk published --json`, with "compared", "anchor", and "tables", which ours is read from.
    """
    rows = []
    for position, (family, number) in enumerate(printed_numbers(), 1):
        value, tables = with_tables(lambda family=family, number=number: ours(book, family, number))  # type: ignore[misc]
        comparison = Comparison(family, number, value, number.verdict(value))
        ours_text = "" if value is None else value if len(value) <= LONGEST else f"{value[: LONGEST - 1]}…"
        rows.append(
            {**comparison.row(), "ours": ours_text, "compared": comparison, "anchor": f"n{position}", "tables": tables}
        )
    return rows


def write_printed_numbers(
    files: Files, found: list[dict[str, Any]], held: Collection[Any], drawn: Collection[Any]
) -> None:
    """Write the page of all printed numbers.

    Args:
        files: the files.
        found: the numbers.
        held: tables with a page; names in `found` that are not among them are no links.
        drawn: figures with a page.
    """
    parts = [
        {"source": source, "family": family, "numbers": list(several)}
        for (family, source), several in groupby(found, lambda number: (number["family"], number["source"]))
    ]
    files.page(
        "published.html",
        "published_file.html",
        parts=parts,
        summary=summary([number["compared"] for number in found]),
        tables={number.table for number in held},
        figures={
            number["anchor"]: [figure.name for figure in drawn if lies_on(figure.name, number)] for number in found
        },
    )


def lies_on(figure: str, number: dict[str, Any]) -> bool:
    """Whether a printed number belongs to a figure: the source prints it there.

    The dissertation numbers figures and tables together, and some of its tables are figures here.
    """
    name = _LAST.search(figure)
    if name is None or number["family"] != family_of(figure):
        return False
    if (number["source"] == Source.NUMBER_GAME) != figure.startswith(_NUMBER_GAME):
        return False
    kinds = "figure|table" if number["source"] == Source.DISSERTATION else "figure"
    return re.match(rf"(?:{kinds}) {re.escape(name[1])}(?:,|$)", number["place"]) is not None


def family_of(figure: str) -> str:
    """The family that draws a figure."""
    return "montecarlo" if figure.startswith(_NUMBER_GAME) else figure.partition("-")[0]


def reference(figure: str) -> dict[str, Any]:
    """Where a figure is printed: "number" there, "" for a figure of our own, and "works", the sources."""
    works = bibliography.figure_sources(figure)
    family = _NUMBER_GAME[:-1] if figure.startswith(_NUMBER_GAME) else figure.partition("-")[0]
    name = _LAST.search(figure)
    is_printed = name is not None and all(family in work.figures for work in works)
    return {"number": name[1] if name and is_printed else "", "works": [work.text for work in works]}


def of_tables(found: Sequence[dict[str, Any]], tables: Collection[str]) -> list[dict[str, Any]]:
    """The numbers that are read from some tables."""
    return [number for number in found if not set(tables).isdisjoint(number["tables"])]


LARGEST_PAGE = 100_000
"""Characters of the rows on a page."""

SMALL, MOST_IN_CSV = 200_000, 50_000
"""Bytes and rows of a table up to which all of it is written in CSV beside its page."""

EVIDENCE_WORDS = {
    "certificate": "by certificates, which a small program checks",
    "recomputed": "recomputed by a second program, or with another seed and order",
    "single": "computed by a single program",
}

_PLACES: dict[str, int] = {name: place for place, name in enumerate(EVIDENCE)}


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table with rows.

    Attributes:
        family: its family.
        table: FAMILY.TABLE.
        rows: number of its rows.
        comment: what it is.
        builds: those that made its rows.
        program: what wrote its file.
        is_pocket: whether the pocket book holds it.
    """

    family: str
    table: str
    rows: int
    comment: str
    builds: tuple[BuildRecord, ...]
    program: str
    is_pocket: bool

    @property
    def certainty_text(self) -> str:
        """How its numbers are known, in words: each way that is one of its builds', the best first."""
        ways = {(CERTAINTY.index(build.certainty), _PLACES[build.evidence]) for build in self.builds}
        return "; ".join(f"{CERTAINTY[sure]}, {EVIDENCE_WORDS[EVIDENCE[evidence]]}" for sure, evidence in sorted(ways))

    def of_rows(self, book: Book, values: Mapping[str, object]) -> "StoredTable | None":
        """The table with the builds of some rows only; None if it has no such row.

        Args:
            book: the book.
            values: values of the rows by column; columns that the table lacks do not count.
        """
        family, _, name = self.table.partition(".")
        columns = {column.name for table in layout(family) if table.name == name for column in table.columns}
        key = {column: value for column, value in values.items() if column in columns}
        if not key or not self.builds:
            return self
        builds = builds_of_rows(book, self.table, matching(**key), self.builds)
        return replace(self, builds=tuple(builds)) if builds else None

    @property
    def dates(self) -> str:
        """The days of its first and its last build."""
        days = [build.built_at.date().isoformat() for build in self.builds]
        return "" if not days else min(days) if min(days) == max(days) else f"{min(days)} to {max(days)}"


def stored_tables(book: Book) -> list[StoredTable]:
    """The tables of the book, by family; each family from the first layer that has a file of it, damaged ones left out."""
    tables: list[StoredTable] = []
    for family in KNOWN:
        layer = next((layer for layer in book.layers if family in layer.families), None)
        if layer is None:
            continue
        with suppress(BookError):
            made, program = table_builds(layer, family), written_by(layer, family)
            tables += [
                StoredTable(
                    family,
                    f"{family}.{summary.name}",
                    summary.rows,
                    summary.comment,
                    tuple(made.get(summary.name, ())),
                    program,
                    layer is not book.layers[0],
                )
                for summary in table_summaries(layer, family)
            ]
    return tables


def read_from(
    book: Book, held: Sequence[StoredTable], names: Collection[str], values: Mapping[str, object]
) -> list[StoredTable]:
    """Tables of which rows were read, each with the builds of these rows.

    Args:
        book: the book.
        held: tables with a page.
        names: the tables, FAMILY.TABLE.
        values: values of the rows by column; none: all rows.
    """
    tables = (table.of_rows(book, values) if values else table for table in held if table.table in names)
    return [table for table in tables if table is not None]


def write_tables(
    book: Book,
    files: Files,
    held: Sequence[StoredTable],
    most: int,
    drawn: Sequence[Any],
    numbers: Sequence[dict[str, Any]],
    tell: Callable[[str], None],
) -> None:
    """Write a page per table.

    Args:
        book: the book.
        files: the files.
        held: the tables.
        most: rows on a page.
        drawn: figures with a page.
        numbers: printed numbers.
        tell: told what is being written.
    """
    described = {table["table"]: table for table in described_tables(None) if "table" in table}
    beneath = book.beneath.path if book.beneath else None
    with query(book.path, "SELECT 1", beneath=beneath) as reader:
        for count, table in enumerate(held, 1):
            tell(f"table {count} of {len(held)}: {table.table}, {rows_text(table.rows)}")
            files.page(
                f"tables/{table.table}.html",
                "table_file.html",
                table=described[table.table],
                held=table,
                **_rows(reader, files, described[table.table], table.rows, most),
                builds=[_build_cells(build) for build in table.builds],
                figures=[figure for figure in drawn if table.table in figure.tables],
                numbers=of_tables(numbers, [table.table]),
            )


def _rows(reader: Answer, files: Files, described: Mapping[str, Any], rows: int, most: int) -> dict[str, Any]:
    """The first rows of a table, as many as a page holds; and whether all are in a file of CSV."""
    name = described["table"]
    statement = f"FROM {name} ORDER BY {', '.join(map(identifier, described['key'])) or 'ALL'}"
    answer = answer_page(reader.another(f"{statement} LIMIT {most + 1}"), most)
    fitting = sum(size <= LARGEST_PAGE for size in accumulate(len(cells(row)) for row in answer["rows"]))
    if fitting < len(answer["rows"]):
        answer |= {"rows": answer["rows"][:fitting], "more": True}
    csv = files.folder / "tables" / f"{name}.csv"
    csv.parent.mkdir(exist_ok=True)
    has_csv = rows <= MOST_IN_CSV
    if has_csv:
        save(reader.another(statement), Format.CSV, csv)
        if csv.stat().st_size > SMALL:
            csv.unlink()
            has_csv = False
    return {"answer": answer, "has_csv": has_csv}


def _build_cells(build: BuildRecord) -> tuple[str | int, ...]:
    return (
        f"tafelwerk build {build.name}",
        build.rows,
        build.certainty,
        build.evidence,
        build.built_at.isoformat(sep=" ", timespec="minutes")[:16],
        build.sha256[:12],
    )

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
from tafelwerk.tables.builds import CERTAINTY, EVIDENCE
from tafelwerk.tables.layout import identifier, layout, schema_sql
from tafelwerk.tables.noted import matching, noted
from tafelwerk.tables.provenance import BuildRecord, builds_of_rows, table_builds, table_summaries, written_by
from tafelwerk.tables.published import Compared, printed
from tafelwerk.tables.published.number import Source
from tafelwerk.tables.sandbox import Answer, query
from tafelwerk.web.atlas.files import Files
from tafelwerk.web.pages import cells
from tafelwerk.web.statements import shown
from tafelwerk.wording import rows_text

T = TypeVar("T")

Statement = tuple[str, str]
"""A family and a statement over its tables."""

DAMAGED = "tafelwerk doctor"
"""The command line that says what is wrong with a damaged file."""

_VIEW = re.compile(r"CREATE VIEW (\w+) AS\b(.*?);\s*(?:COMMENT|CREATE|$)", re.DOTALL)


def with_tables(work: Callable[[], T]) -> tuple[T, tuple[str, ...]]:
    """What some work returns, and the tables that it reads, as FAMILY.TABLE in order."""
    with noted() as statements:
        found = work()
    return found, tables_read((one.family, one.sql) for one in statements)


def tables_read(statements: Iterable[Statement]) -> tuple[str, ...]:
    """The tables that statements read, behind their views, as FAMILY.TABLE in order."""
    found = set()
    for _, sql in statements:
        for family, name in re.findall(rf"\b({'|'.join(KNOWN)})\.(\w+)", sql):
            found |= {f"{family}.{table}" for table in _behind(family).get(name, ())}
    return tuple(sorted(found))


@cache
def _behind(family: str) -> dict[str, frozenset[str]]:
    """The tables behind each table and view of a family; a view may read other views."""
    found = {table.name: frozenset([table.name]) for table in layout(family)}
    for view, text in _VIEW.findall(schema_sql(family)):
        words = set(re.findall(r"\b(?:FROM|JOIN)\s+(\w+)", text))
        found[view] = frozenset[str]().union(*(behind for name, behind in found.items() if name in words))
    return found


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
    found = []
    for place, (family, number) in enumerate(printed(), 1):
        value, tables = with_tables(lambda family=family, number=number: ours(book, family, number))  # type: ignore[misc]
        one = Compared(family, number, value, number.verdict(value))
        shown = "" if value is None else value if len(value) <= LONGEST else f"{value[: LONGEST - 1]}…"
        found.append({**one.row(), "ours": shown, "compared": one, "anchor": f"n{place}", "tables": tables})
    return found


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
        for (family, source), several in groupby(found, lambda one: (one["family"], one["source"]))
    ]
    files.page(
        "published.html",
        "published_file.html",
        parts=parts,
        summary=summary([one["compared"] for one in found]),
        tables={one.table for one in held},
        figures={one["anchor"]: [figure.name for figure in drawn if lies_on(figure.name, one)] for one in found},
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
    return [one for one in found if not set(tables).isdisjoint(one["tables"])]


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
class Held:
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
    def known(self) -> str:
        """How its numbers are known, in words: each way that is one of its builds', the best first."""
        ways = {(CERTAINTY.index(one.certainty), _PLACES[one.evidence]) for one in self.builds}
        return "; ".join(f"{CERTAINTY[sure]}, {EVIDENCE_WORDS[EVIDENCE[place]]}" for sure, place in sorted(ways))

    def of_rows(self, book: Book, values: Mapping[str, object]) -> "Held | None":
        """The table with the builds of some rows only; None if it has no such row.

        Args:
            book: the book.
            values: values of the rows by column; columns that the table lacks do not count.
        """
        family, _, name = self.table.partition(".")
        columns = {column.name for table in layout(family) if table.name == name for column in table.columns}
        some = {column: value for column, value in values.items() if column in columns}
        if not some or not self.builds:
            return self
        found = builds_of_rows(book, self.table, matching(**some), self.builds)
        return replace(self, builds=tuple(found)) if found else None

    @property
    def dates(self) -> str:
        """The days of its first and its last build."""
        days = [one.built_at.date().isoformat() for one in self.builds]
        return "" if not days else min(days) if min(days) == max(days) else f"{min(days)} to {max(days)}"


def held(book: Book) -> list[Held]:
    """The tables of the book, by family; each family from the first layer that has a file of it, damaged ones left out."""
    found: list[Held] = []
    for family in KNOWN:
        layer = next((layer for layer in book.layers if family in layer.families), None)
        if layer is None:
            continue
        with suppress(BookError):
            made, program = table_builds(layer, family), written_by(layer, family)
            found += [
                Held(
                    family,
                    f"{family}.{one.name}",
                    one.rows,
                    one.comment,
                    tuple(made.get(one.name, ())),
                    program,
                    layer is not book.layers[0],
                )
                for one in table_summaries(layer, family)
            ]
    return found


def read_from(book: Book, held: Sequence[Held], names: Collection[str], values: Mapping[str, object]) -> list[Held]:
    """Tables of which rows were read, each with the builds of these rows.

    Args:
        book: the book.
        held: tables with a page.
        names: the tables, FAMILY.TABLE.
        values: values of the rows by column; none: all rows.
    """
    found = (one.of_rows(book, values) if values else one for one in held if one.table in names)
    return [one for one in found if one is not None]


def write_tables(
    book: Book,
    files: Files,
    held: Sequence[Held],
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
    described = {one["table"]: one for one in described_tables(None) if "table" in one}
    beneath = book.beneath.path if book.beneath else None
    with query(book.path, "SELECT 1", beneath=beneath) as reader:
        for place, one in enumerate(held, 1):
            tell(f"table {place} of {len(held)}: {one.table}, {rows_text(one.rows)}")
            files.page(
                f"tables/{one.table}.html",
                "table_file.html",
                table=described[one.table],
                held=one,
                **_rows(reader, files, described[one.table], one.rows, most),
                builds=[_told(build) for build in one.builds],
                figures=[figure for figure in drawn if one.table in figure.tables],
                numbers=of_tables(numbers, [one.table]),
            )


def _rows(reader: Answer, files: Files, described: Mapping[str, Any], rows: int, most: int) -> dict[str, Any]:
    """The first rows of a table, as many as a page holds; and whether all are in a file of CSV."""
    name = described["table"]
    statement = f"FROM {name} ORDER BY {', '.join(map(identifier, described['key'])) or 'ALL'}"
    answer = shown(reader.another(f"{statement} LIMIT {most + 1}"), most)
    kept = sum(size <= LARGEST_PAGE for size in accumulate(len(cells(row)) for row in answer["rows"]))
    if kept < len(answer["rows"]):
        answer |= {"rows": answer["rows"][:kept], "more": True}
    csv = files.folder / "tables" / f"{name}.csv"
    csv.parent.mkdir(exist_ok=True)
    has_csv = rows <= MOST_IN_CSV
    if has_csv:
        save(reader.another(statement), Format.CSV, csv)
        if csv.stat().st_size > SMALL:
            csv.unlink()
            has_csv = False
    return {"answer": answer, "has_csv": has_csv}


def _told(build: BuildRecord) -> tuple[str | int, ...]:
    return (
        f"tafelwerk build {build.name}",
        build.rows,
        build.certainty,
        build.evidence,
        build.built_at.isoformat(sep=" ", timespec="minutes")[:16],
        build.sha256[:12],
    )

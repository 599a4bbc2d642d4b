"""Tables with rows and how their numbers are known; what the data desk lists; the findings that hold in the book."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

from tafelwerk.book import Book, open_book
from tafelwerk.commands.help_page import first_sentence
from tafelwerk.errors import BookError
from tafelwerk.families import KNOWN
from tafelwerk.museum import findings, games_of
from tafelwerk.named_queries import named_queries
from tafelwerk.tables.layout import Table, comments, layout, tables_read, views, without_key
from tafelwerk.tables.metadata import CERTAINTY, EVIDENCE
from tafelwerk.tables.provenance import BuildRecord, builds_of_rows, table_builds, table_summaries
from tafelwerk.tables.readings import boundary, matching, note_statements

T = TypeVar("T")


def with_tables(work: Callable[[], T]) -> tuple[T, tuple[str, ...]]:
    """What some work returns, and the tables that it reads, as FAMILY.TABLE in order."""
    with note_statements() as statements:
        outcome = work()
    return outcome, tables_read(*(statement.sql for statement in statements))


EVIDENCE_WORDS = {
    "certificate": "by certificates, which a small program checks",
    "recomputed": "recomputed by a second program, or with another seed and order",
    "single": "computed by a single program",
}


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table with rows.

    Attributes:
        family: its family.
        table: FAMILY.TABLE.
        rows: number of its rows.
        comment: what it is.
        builds: those that made its rows.
    """

    family: str
    table: str
    rows: int
    comment: str
    builds: tuple[BuildRecord, ...]

    @property
    def certainty_text(self) -> str:
        """How its numbers are known, in words: each way that is one of its builds', the best first."""
        ways = {(CERTAINTY.index(build.certainty), EVIDENCE.index(build.evidence)) for build in self.builds}
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


def stored_tables(book: Book) -> list[StoredTable]:
    """The tables of the book, by family; each family from the first layer that has a file of it, damaged ones left out."""
    tables: list[StoredTable] = []
    for family in KNOWN:
        layer = next((layer for layer in book.layers if family in layer.families), None)
        if layer is None:
            continue
        with suppress(BookError):
            made = table_builds(layer, family)
            tables += [
                StoredTable(
                    family,
                    f"{family}.{summary.name}",
                    summary.rows,
                    summary.comment,
                    tuple(made.get(summary.name, ())),
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


def stated_findings() -> list[dict[str, Any]]:
    """The findings that hold in the book: "name", "sentence" with its numbers, "statement", and "known", how each table is."""
    stated = []
    with open_book() as book:
        held = stored_tables(book)
        for finding in findings():
            with suppress(BookError), boundary():
                rows, tables = with_tables(lambda finding=finding: book.records(finding.family, finding.query))  # type: ignore[misc]
                if rows:
                    sources = read_from(book, held, tables, finding.rows)
                    stated.append(
                        {
                            "name": finding.name,
                            "sentence": finding.sentence.format(**rows[0]),
                            "statement": finding.query,
                            "known": [{"table": table.table, "text": table.certainty_text} for table in sources],
                        }
                    )
    return stated


def shelves() -> list[dict[str, Any]]:
    """The families as the data desk lists them, built or not.

    Returns:
        Of each its "family"; "title": the games that its tables are about; "tables" and views: "name", FAMILY.TABLE, "about":
        what its rows are, in a sentence, "rows": their number, None of what is not built and of a view, and "columns"; "queries":
        its named queries, each with "name", "title" and "statement".
    """
    with open_book() as book:
        counts = {table.table: table.rows for table in stored_tables(book)}

    def entry(family: str, table: Table) -> dict[str, Any]:
        name, about = f"{family}.{table.name}", first_sentence(without_key(comments(family)["main", table.name, ""]))
        columns = [column.name for column in table.stored_columns]
        return {"name": name, "about": about, "rows": counts.get(name), "columns": columns}

    return [
        {
            "family": family,
            "title": games_of(family),
            "tables": [entry(family, table) for table in (*layout(family), *views(family))],
            "queries": [asdict(query) for query in named_queries().values() if query.family == family],
        }
        for family in KNOWN
    ]

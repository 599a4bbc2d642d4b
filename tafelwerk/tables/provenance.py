"""Contents and origin of a book: the builds of its families, the state of their tables, and the builds that an answer rests on.

A look-up's statement selects the column `build` of the rows that its answer rests on. `take_builds` takes it off before the
look-up sees the answer, and `evidence` makes the answer's label of these builds. Of several rows it may be a list:
`list(DISTINCT build) AS build`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from operator import index
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import BookError, TafelwerkError
from tafelwerk.families import OWN
from tafelwerk.frozen import frozen
from tafelwerk.spelling import natural_key
from tafelwerk.tables import metadata
from tafelwerk.tables.layout import BUILD
from tafelwerk.tables.metadata import EVIDENCE, Evidence
from tafelwerk.tables.metadata import BuildRecord as BuildRecord
from tafelwerk.tables.readings import literal
from tafelwerk.tables.storage import remedy

if TYPE_CHECKING:
    from collections.abc import Collection

    from tafelwerk.tables.book import Book

FORMAT_VERSION = 6
"""Format of a family's file."""

UPGRADABLE = 5
"""Oldest format that a build brings up to date without computing anything again; a file of an earlier one is built again."""


@frozen
class TableSummary:
    """One table: its family, name, number of rows, canonical SHA-256 of the rows, and COMMENT."""

    family: str
    name: str
    rows: int
    sha256: str
    comment: str


def builds(book: Book, family: str | None = None) -> list[BuildRecord]:
    """The builds of one family, or of all, in the order of their families and names.

    Raises:
        BookError: a family's file is damaged, foreign or of another format.
        StorageError: it cannot be read.
    """
    records = []
    for name in book.families if family is None else (family,):
        ask, path = book.metadata(name)
        rows = metadata.read_builds(ask, f"{name}.meta.builds", path)
        records += sorted(rows, key=lambda row: natural_key(row.name))
    return records


def table_builds(book: Book, family: str) -> dict[str, list[BuildRecord]]:
    """The builds that the rows of each table are of, by the table's name, where it has rows. Errors as in `builds`."""
    return builds_by_table(book, family, table_summaries(book, family), builds(book, family))


def builds_by_table(
    book: Book, family: str, tables: Iterable[TableSummary], builds: Collection[BuildRecord]
) -> dict[str, list[BuildRecord]]:
    """The same of tables and builds that were read."""
    names = [table.name for table in tables if table.rows]
    statements = (f"SELECT DISTINCT {literal(name)} AS name, build AS number FROM {family}.{name}" for name in names)
    pairs = {*book.rows(family, " UNION ALL ".join(statements))} if names else set()
    return {name: [build for build in builds if (name, build.number) in pairs] for name in names}


def cited_builds(book: Book, family: str) -> dict[str, list[BuildRecord]]:
    """As `table_builds`, under names that `tafelwerk build` takes; a room whose builds have others has a function for it."""
    delivered = table_builds(book, family)
    rename = getattr(import_module(f"tafelwerk.families.{family}"), "cited_builds", None)
    return delivered if rename is None else {name: rename(book, records) for name, records in delivered.items()}


def first_build(family: str) -> str:
    """The command line that fills the tables of a family; of the user's own games, with a placeholder for theirs."""
    return "tafelwerk games solve FILE.py" if family == OWN else f"tafelwerk build {family}"


def written_by(book: Book, family: str) -> str:
    """Program and version that wrote the family's file; "" if there is no file. Errors as in `builds`."""
    ask, _ = book.metadata(family)
    stated = ask(
        f"SELECT left(written_by, {metadata.LONGEST}) FROM {family}.meta.format", lambda answer: answer.fetchone()
    )
    return str(stated[0]) if stated else ""


def stale_builds(book: Book, family: str) -> list[BuildRecord]:
    """The family's builds that were made by other code than this program's, by name. Errors as in `builds`."""
    from tafelwerk.fingerprint import family_fingerprint

    now = family_fingerprint(family)
    return [record for record in builds(book, family) if record.fingerprint != now]


def evidence(book: Book, family: str, numbers: Collection[int]) -> Evidence:
    """Weakest evidence of the builds whose rows an answer rests on, by their numbers.

    Raises:
        TafelwerkError: there are no numbers: the look-up does not select the column `build`.
        BookError: the file records none of them; or as in `builds`.
    """
    if not numbers:
        raise TafelwerkError(f"an answer of {family} does not say which builds' rows it rests on")
    labels = book.evidence(family, numbers).values()
    if not labels:
        path = book.metadata(family)[1]
        raise BookError(f"{path} holds rows of a build that it does not record: {remedy(path)}")
    return max(labels, key=EVIDENCE.index)


def builds_of_rows(book: Book, table: str, condition: str, builds: Collection[BuildRecord]) -> list[BuildRecord]:
    """Those of some builds that rows of a table are of.

    Args:
        book: the book.
        table: the table, "family.table".
        condition: which rows, in SQL.
        builds: the builds of the family.
    """
    rows = book.rows(table.partition(".")[0], f"SELECT DISTINCT build AS number FROM {table} WHERE {condition}")
    numbers = {number for (number,) in rows}
    return [build for build in builds if build.number in numbers]


def table_summaries(book: Book, family: str) -> list[TableSummary]:
    """The tables of one family, by name. Errors as in `builds`."""
    ask, path = book.metadata(family)
    states = metadata.read_tables(ask, f"{family}.meta.tables", path)
    rows = ask(
        f"SELECT table_name, left(comment, {metadata.LONGEST}) FROM duckdb_tables()"
        f" WHERE database_name = {literal(family)} AND schema_name = 'main'",
        lambda answer: answer.fetchall(),
    )
    comments = dict(rows or ())
    return [TableSummary(family, *state, comments.get(state.name) or "") for state in states]


def family_bytes(book: Book, family: str) -> int:
    """Size of the family's file in bytes, 0 if there is no file."""
    try:
        return book.file(family).stat().st_size
    except FileNotFoundError:
        return 0


_READ: ContextVar[set[int] | None] = ContextVar("builds of the rows read", default=None)


@contextmanager
def builds_read() -> Iterator[set[int]]:
    """The numbers of the builds whose rows are read in the meantime, in this thread."""
    numbers: set[int] = set()
    before = _READ.set(numbers)
    try:
        yield numbers
    finally:
        _READ.reset(before)


def take_builds(names: Sequence[str], answer: Any) -> Any:
    """An answer of a statement without its column `build`, whose numbers are noted.

    Args:
        names: names of the columns.
        answer: a row, rows, records, or arrays by column.
    """
    if BUILD not in names or answer is None:
        return answer
    position = list(names).index(BUILD)
    numbers: Iterable[Any]
    match answer:
        case dict():
            numbers = answer.pop(BUILD).tolist()
        case tuple():
            numbers, answer = (answer[position],), (*answer[:position], *answer[position + 1 :])
        case [dict(), *_]:
            numbers = [record.pop(BUILD) for record in answer]
        case _:
            numbers = [row[position] for row in answer]
            answer = [(*row[:position], *row[position + 1 :]) for row in answer]
    noted = _READ.get()
    if noted is not None:
        lists = (number if isinstance(number, list) else (number,) for number in numbers)
        noted.update(map(index, {number for several in lists for number in several if number is not None}))
    return answer

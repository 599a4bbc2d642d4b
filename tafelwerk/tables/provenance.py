"""Contents and origin of a book: the builds of its families and the state of their tables."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import BookError, InputError
from tafelwerk.tables.builds import EVIDENCE, Evidence, contents

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tafelwerk.tables.book import Book

FORMAT_VERSION = 5
"""Format of a family's file; a file of an earlier format must be built again."""


@dataclass(frozen=True, slots=True)
class BuildRecord:
    """One build as recorded in the book.

    Attributes:
        family: family of games.
        name: arguments of `tafelwerk build` for this build.
        parameters: its parameters.
        rows: rows it delivered.
        sha256: canonical hash of them.
        fingerprint: fingerprint of the code that made them.
        machine: processor and C library.
        certainty: "exact", "certified" or "sampled".
        evidence: "certificate", "recomputed" or "single".
        seconds: computing time of its tasks together.
        built_at: time of the commit, UTC.
    """

    family: str
    name: str
    parameters: dict[str, Any]
    rows: int
    sha256: str
    fingerprint: str
    machine: str
    certainty: str
    evidence: str
    seconds: float
    built_at: datetime


@dataclass(frozen=True, slots=True)
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
        rows = book.rows(
            name,
            "SELECT name::VARCHAR, parameters::VARCHAR, rows::UBIGINT, sha256::VARCHAR, fingerprint::VARCHAR,"
            " machine::VARCHAR, certainty::VARCHAR, evidence::VARCHAR, seconds::DOUBLE, built_at::TIMESTAMP"
            f" FROM {name}.meta.builds ORDER BY name, digest",
        )
        _check_filled(book, name, rows)
        rows.sort(key=lambda row: _natural(row[0]))
        for line, parameters, *columns, built_at in rows:
            try:
                read = json.loads(parameters)
            except ValueError as fault:
                raise BookError(f"{book.file(name)}: the parameters of build {line} are no JSON") from fault
            when = built_at.replace(tzinfo=UTC)
            records.append(BuildRecord(name, line, read, *columns, when))  # type: ignore[call-arg]
    return records


def _check_filled(book: Book, family: str, rows: list[tuple[Any, ...]]) -> None:
    if any(value is None for row in rows for value in row):
        raise BookError(f"{book.file(family)}: its provenance has gaps; `tafelwerk verify {family}` checks the file")


def table_builds(book: Book, family: str) -> dict[str, list[BuildRecord]]:
    """The builds that delivered rows of each table that has rows, by the table's name. Errors as in `builds`."""
    records = builds(book, family)
    tables = [entry.name for entry in table_summaries(book, family) if entry.rows]
    return {name: [one for one in records if _delivered(family, one.parameters, (name,))] for name in tables}


def written_by(book: Book, family: str) -> str:
    """Program and version that wrote the family's file; "" if there is no file. Errors as in `builds`."""
    row = book.one(family, f"SELECT written_by::VARCHAR FROM {family}.meta.format")
    return str(row[0]) if row else ""


def stale_builds(book: Book, family: str) -> list[BuildRecord]:
    """The family's builds that were made by other code than this program's, by name. Errors as in `builds`."""
    from tafelwerk.fingerprint import family_fingerprint

    now = family_fingerprint(family)
    return [record for record in builds(book, family) if record.fingerprint != now]


def evidence(
    book: Book, family: str, tables: Collection[str] = (), rows: Mapping[str, str] | None = None
) -> Evidence | None:
    """Weakest evidence of the builds that delivered some rows; None if the file has no builds. Errors as in `builds`.

    Args:
        book: the book.
        family: family of games.
        tables: only rows of these tables. Default: all rows.
        rows: condition on the rows, by table, in SQL; builds of `tables` count if no build delivered such a row.
    """
    stated: list[Evidence] = [
        row[0] for row in book.rows(family, f"SELECT DISTINCT evidence FROM {family}.meta.builds")
    ]
    if len(stated) > 1:
        recorded = book.rows(family, f"SELECT parameters, evidence FROM {family}.meta.builds")
        found: list[tuple[dict[str, Any], Evidence]] = [(json.loads(text), one) for text, one in recorded]
        for weakest in sorted(stated, key=EVIDENCE.index, reverse=True):
            some = [read for read, one in found if one == weakest]
            if any(_delivered_any(book, family, some, *one) for one in (rows or {}).items()):
                return weakest
        stated = [one for read, one in found if _delivered(family, read, tables)] or stated
    return max(stated, key=EVIDENCE.index, default=None)


def builds_of_rows(book: Book, table: str, condition: str, builds: Collection[BuildRecord]) -> list[BuildRecord]:
    """Those of some builds that delivered any row of a table, "family.table", that meets a condition in SQL."""
    family, _, name = table.partition(".")
    return [one for one in builds if _delivered_any(book, family, [one.parameters], name, condition)]


def _delivered_any(book: Book, family: str, parameters: Collection[dict[str, Any]], table: str, condition: str) -> bool:
    """Whether builds with these parameters delivered any row of a table that meets a condition."""
    delivered = []
    for one in parameters:
        with suppress(InputError):
            described = contents(family, one)
            if described is not None and table in described.rows:
                delivered.append(f"({described.rows[table]})")
    wanted = f"({condition}) AND ({' OR '.join(delivered)})"
    return bool(delivered) and bool(book.rows(family, f"SELECT 1 FROM {family}.{table} WHERE {wanted} LIMIT 1"))


def _delivered(family: str, parameters: dict[str, Any], tables: Collection[str]) -> bool:
    """Whether a build has rows of one of some tables."""
    try:
        described = contents(family, parameters)
    except InputError:
        return True
    return not tables or described is None or any(table in described.rows for table in tables)


def committed(book: Book, family: str) -> frozenset[str]:
    """Digests of the builds whose rows the family's file holds. Errors as in `builds`."""
    return frozenset(row[0] for row in book.rows(family, f"SELECT digest FROM {family}.meta.builds"))


def table_summaries(book: Book, family: str) -> list[TableSummary]:
    """The tables of one family, by name. Errors as in `builds`."""
    rows = book.rows(
        family,
        "SELECT t.name::VARCHAR, t.rows::UBIGINT, t.sha256::VARCHAR, coalesce(d.comment, '') FROM"
        f" {family}.meta.tables t"
        " LEFT JOIN duckdb_tables() d ON d.database_name = ? AND d.schema_name = 'main' AND d.table_name = t.name"
        " ORDER BY t.name",
        family,
    )
    _check_filled(book, family, rows)
    return [TableSummary(family, *row) for row in rows]


def family_bytes(book: Book, family: str) -> int:
    """Size of the family's file in bytes, 0 if there is no file."""
    try:
        return book.file(family).stat().st_size
    except FileNotFoundError:
        return 0


def _natural(text: str) -> list[tuple[int, str]]:
    """Sort key of texts, with the numbers in them by size."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", text)]

"""Contents and origin of a book: the builds of its families and the state of their tables."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import BookError, InputError
from tafelwerk.frozen import frozen
from tafelwerk.tables import metadata, stored
from tafelwerk.tables.builds import EVIDENCE, Contents, Evidence, contents, text
from tafelwerk.tables.storage import remedy

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from tafelwerk.tables.book import Book

FORMAT_VERSION = 5
"""Format of a family's file; a file of an earlier format must be built again."""


@frozen
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
        rows = [
            BuildRecord(
                name,
                build.name,
                build.parameters,
                build.rows,
                build.sha256,
                build.fingerprint,
                build.machine,
                build.certainty,
                build.evidence,
                build.seconds,
                build.built_at.replace(tzinfo=UTC),
            )
            for build in metadata.read_builds(ask, f"{name}.meta.builds", path)
        ]
        records += sorted(rows, key=lambda row: _natural(row.name))
    return records


def table_builds(book: Book, family: str) -> dict[str, list[BuildRecord]]:
    """The builds that delivered rows of each table that has rows, by the table's name. Errors as in `builds`."""
    records = builds(book, family)
    tables = [entry.name for entry in table_summaries(book, family) if entry.rows]
    return {name: [one for one in records if _delivered(book.file(family), family, one, (name,))] for name in tables}


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
    ask, path = book.metadata(family)
    stated = list(metadata.read_evidence(ask, f"{family}.meta.builds", path))
    if len(stated) > 1:
        recorded = metadata.read_builds(ask, f"{family}.meta.builds", path)
        for weakest in sorted(stated, key=EVIDENCE.index, reverse=True):
            some = [one for one in recorded if one.evidence == weakest]
            if any(_delivered_any(book, family, some, *one) for one in (rows or {}).items()):
                return weakest
        stated = [one.evidence for one in recorded if _delivered(path, family, one, tables)] or stated
    return max(stated, key=EVIDENCE.index, default=None)


def builds_of_rows(book: Book, table: str, condition: str, builds: Collection[BuildRecord]) -> list[BuildRecord]:
    """Those of some builds that delivered any row of a table, "family.table", that meets a condition in SQL."""
    family, _, name = table.partition(".")
    return [one for one in builds if _delivered_any(book, family, [one], name, condition)]


def _delivered_any(
    book: Book, family: str, builds: Collection[BuildRecord | metadata.Build], table: str, condition: str
) -> bool:
    """Whether some builds delivered any row of a table that meets a condition."""
    delivered = []
    for build in builds:
        with suppress(InputError):
            described = _contents(book.metadata(family)[1], family, build)
            if described is not None and table in described.rows:
                delivered.append(f"({described.rows[table]})")
    wanted = f"({condition}) AND ({' OR '.join(delivered)})"
    return bool(delivered) and bool(book.rows(family, f"SELECT 1 FROM {family}.{table} WHERE {wanted} LIMIT 1"))


def _delivered(path: Path, family: str, build: BuildRecord | metadata.Build, tables: Collection[str]) -> bool:
    """Whether a build has rows of one of some tables."""
    try:
        described = _contents(path, family, build)
    except InputError:
        return True
    return not tables or described is None or any(table in described.rows for table in tables)


def _contents(path: Path, family: str, build: BuildRecord | metadata.Build) -> Contents | None:
    """The contents of a build by its parameters.

    Raises:
        InputError: a later version made it.
        BookError: its parameters are none that any build of the family has.
    """
    try:
        return contents(family, build.parameters)
    except InputError:
        raise
    except Exception as fault:
        raise BookError(
            f"{path} has parameters of build {stored.shortened(build.name)!r} that no build of {family} has"
            f" ({type(fault).__name__}: {stored.shortened(fault)}): {remedy(path)}"
        ) from fault


def committed(book: Book, family: str) -> frozenset[str]:
    """Digests of the builds whose rows the family's file holds. Errors as in `builds`."""
    ask, path = book.metadata(family)
    return frozenset(build.digest for build in metadata.read_builds(ask, f"{family}.meta.builds", path))


def table_summaries(book: Book, family: str) -> list[TableSummary]:
    """The tables of one family, by name. Errors as in `builds`."""
    ask, path = book.metadata(family)
    states = metadata.read_tables(ask, f"{family}.meta.tables", path)
    rows = ask(
        f"SELECT table_name, left(comment, {metadata.LONGEST}) FROM duckdb_tables()"
        f" WHERE database_name = {text(family)} AND schema_name = 'main'",
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


def _natural(name: str) -> list[tuple[int, str]]:
    """Sort key of texts, with the numbers in them by size."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)]

"""The committer: staged parts become a family's new file, which replaces the old one in one step.

The new file is written beside the old one, from its rows and the parts, verified, synced and renamed. Readers continue to read
the old file; a killed committer leaves the old file or the new one. There is one committer per family at a time.

Files of the format before this one, whose rows do not say which build they are of, are brought up to date first: it is found by
the builds' parameters.
"""

import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
from filelock import FileLock, Timeout

from tafelwerk import __version__
from tafelwerk.build.staging import Part, cast_source, discard, sync_folder
from tafelwerk.build.task import Build
from tafelwerk.errors import BookError, InputError, StorageError, TafelwerkError
from tafelwerk.fingerprint import family_fingerprint, machine
from tafelwerk.tables import metadata
from tafelwerk.tables.book import attach, check_folder, family_file, readable_file
from tafelwerk.tables.checks import disorder
from tafelwerk.tables.checksum import combine, digest_rows, seals
from tafelwerk.tables.contents import NO_EXTENSIONS, open_locked, other_definitions
from tafelwerk.tables.layout import (
    BUILD,
    Table,
    comments,
    extends,
    identifier,
    layout,
    read_comments,
    read_layout,
    schema_sql,
)
from tafelwerk.tables.metadata import EVIDENCE, LONGEST, MOST_BUILDS, asking, build_number, read_builds, read_format
from tafelwerk.tables.provenance import FORMAT_VERSION, UPGRADABLE
from tafelwerk.tables.readings import literal
from tafelwerk.tables.storage import (
    cannot_create,
    duckdb_path,
    first_line,
    is_damage,
    is_file_fault,
    raise_file_fault,
    remedy,
    system_words,
)
from tafelwerk.tables.value_types import Stream

LOCK_TIMEOUT = 60.0
"""Seconds to wait for another committer."""

STORAGE_VERSION = "v1.4.0"
"""Oldest version of DuckDB's files that keeps views and macros as they were written, so that they can be compared word for
word with the shipped schema; older versions rewrite lambdas and joins. Other programs need not be as new as this one."""
BLOCK_SIZE = 65_536
"""Bytes of a block of a family's file: a fifth less in all than with DuckDB's own 262,144, for look-ups as short."""
COMMENTS = "comments of this version"
DEFINITIONS = "views and macros of this version"
VALUES = "values of this version"
BUILDS_OF_ROWS = "the build of every row"
_PATIENCE = 0.5  # seconds to wait for the lock before saying so


@dataclass(frozen=True, slots=True)
class StagedBuild:
    """A build and its parts, all staged."""

    build: Build
    parts: tuple[tuple[Path, Part], ...]


def commit(
    book: Path,
    family: str,
    staged: Sequence[StagedBuild],
    *,
    force: bool = False,
    note: Callable[[str], None] = lambda text: None,
) -> frozenset[str]:
    """Bring builds of one family into the book, and clear their parts away.

    If rows of two builds have the same key, the row with the smaller `error` stays; in a table without `error` the rows must be
    equal, except for measured columns. Of equal rows that of the build with the best evidence stays, and then of the one with
    the smallest number, so that a row's build does not depend on what was built first. Rows that belong together
    (`Table.together`) all come from one build, the older one. With `force` the new row stays.

    Args:
        staged: the builds; those already in the book are left out, unless `force`.
        note: called with a message before waiting for another committer.

    Returns:
        Digests of the builds that were written.

    Raises:
        BookError: the old file is damaged, foreign or of another format, or the new one failed its check.
        StorageError: no permission, no space, or another committer holds the lock.
        TafelwerkError: rows contradict each other.
    """
    with _lock(book, family, note):
        new = book / f".{family}.duckdb.new"
        _remove(new)
        try:
            with _storage_faults(book, family, new):
                written = _write(book, family, staged, new, force)
                if new.exists():
                    with new.open("rb+") as file:
                        os.fsync(file.fileno())
                    replaced = family_file(book, family)
                    new.replace(replaced)
                    # what another program left in the old file's journal was read with it
                    with suppress(OSError):
                        replaced.with_name(f"{replaced.name}.wal").unlink(missing_ok=True)
                    sync_folder(book)
        finally:
            _remove(new)
        for item in staged:
            discard(book, item.build)
    return written


def held_builds(book: Path, family: str) -> frozenset[str]:
    """Digests of the builds whose rows a family's file holds; none without a file.

    Raises:
        BookError: the file is damaged, foreign or of another format.
        StorageError: it cannot be read.
    """
    check_folder(book)
    if not readable_file(book, family):
        return frozenset()
    file = family_file(book, family)
    with open_locked([file]) as connection:
        is_older = _attach_old(connection, book, family)
        builds = read_builds(asking(connection), BUILDS if is_older else "old.meta.builds", file)
    return frozenset(build.digest for build in builds)


def lacking_tables(book: Path, family: str) -> tuple[str, ...]:
    """Tables newer than the family's file, BUILDS_OF_ROWS if these are, VALUES, DEFINITIONS or COMMENTS if they differ; empty
    without a file. Errors as in `held_builds`.
    """
    if not readable_file(book, family):
        return ()
    with open_locked([family_file(book, family)]) as connection:
        is_older = _attach_old(connection, book, family)
        old = _old_layout(connection, book, family)
        held = {table.name for table in old}
        others = [BUILDS_OF_ROWS] if is_older else _others(connection, family, old)
    lacking = tuple(table.name for table in layout(family) if table.name not in held)
    return (*lacking, *others)


def upgrade(book: Path, family: str) -> tuple[str, ...]:
    """Bring a family's file of an earlier version up to date: its format, tables, views, macros and comments.

    Returns what was added, as `lacking_tables` names it; errors as in `commit`.
    """
    lacking = lacking_tables(book, family)
    if lacking:
        commit(book, family, ())
    return lacking


def added_text(added: Sequence[str], verb: str = "added") -> str:
    """Text about the additions to a file of an earlier version: were or "will be added"."""
    tables = [name for name in added if not name.endswith((COMMENTS, DEFINITIONS, VALUES, BUILDS_OF_ROWS))]
    texts = [f"{', '.join(tables)} {verb}, still empty"] if tables else []
    return "; ".join([*texts, *(f"{name} {verb}" for name in added if name not in tables)])


def _write(book: Path, family: str, staged: Sequence[StagedBuild], new: Path, force: bool) -> frozenset[str]:
    """Write and verify the new file; none if the book already holds all builds and tables."""
    tables = layout(family)
    with _writable(new) as made, duckdb.connect(":memory:", config=NO_EXTENSIONS) as connection:
        connection.execute(f"SET temp_directory = {literal(f'{duckdb_path(new)}.tmp')}")
        old = readable_file(book, family)
        held: list[metadata.BuildRecord] = []
        builds: str | None = None
        rows: dict[str, str] = {}
        if old:
            is_older = _attach_old(connection, book, family)
            old_layout = _old_layout(connection, book, family)
            _same_layout(old_layout, tables, book, family)
            builds = BUILDS if is_older else "old.meta.builds"
            held = read_builds(asking(connection), builds, family_file(book, family))
            rows = {table.name: f"old.main.{identifier(table.name)}" for table in old_layout}
            if is_older:
                rows = {table.name: rows_with_build(family, table, held) for table in old_layout}
                _all_built(connection, rows, family_file(book, family))
            rows |= {table.name: _with_values(rows[table.name], table, family) for table in old_layout}
        done = {build.digest for build in held}
        wanted = [item for item in staged if force or item.build.digest not in done]
        if not wanted and (
            not old or (rows.keys() >= {table.name for table in tables} and not _others(connection, family, old_layout))
        ):
            return frozenset()
        _rank_builds(connection, [*held, *(item.build for item in wanted)])
        empty = {table.name for table in tables if not _count_old(connection, table, rows)}
        records, contents = _records(connection, wanted, tables, empty)
        options = f"STORAGE_VERSION '{STORAGE_VERSION}', BLOCK_SIZE {BLOCK_SIZE}"
        connection.execute(f"ATTACH {literal(duckdb_path(made))} AS new ({options})")
        connection.execute("USE new")
        connection.execute("BEGIN")
        connection.execute(schema_sql("meta"))
        connection.execute(schema_sql(family))
        state: dict[str, tuple[int, str]] = {}
        untouched: list[Table] = []
        for table in tables:
            target = f"new.main.{identifier(table.name)}"
            incoming = [
                _incoming(index, table)
                for index, item in enumerate(wanted)
                if any(part.table == table.name for _, part in item.parts)
            ]
            if table.name in contents:
                source = f"SELECT {_columns(table)} FROM {incoming[0]}"
                connection.execute(f"INSERT INTO {target} {source}")
                state[table.name] = contents[table.name]
                continue
            if incoming:
                _merge(connection, table, rows.get(table.name), incoming, force)
            elif table.name in rows:
                untouched.append(table)
                connection.execute(f"INSERT INTO {target} SELECT {_columns(table)} FROM {rows[table.name]}")
                recorded = "SELECT rows, sha256 FROM old.meta.tables WHERE name = ?"
                (state[table.name],) = connection.execute(recorded, [table.name]).fetchall()
                continue
            state[table.name] = digest_rows(connection, target, table)
        _record(connection, family, builds, records, state)
        _insert(connection, "new.meta.seals", list(seals(connection, "new", tables)))
        connection.execute("COMMIT")
        connection.execute("CHECKPOINT new")
        connection.execute("USE memory")
        connection.execute("DETACH new")
        if made != new:
            shutil.copyfile(made, new)
        connection.execute(f"ATTACH {literal(duckdb_path(new))} AS new (READ_ONLY)")
        before = {table: rows[table.name] for table in untouched}
        _verify(connection, tables, state, before, contents, new, family_file(book, family))
    return frozenset(item.build.digest for item in wanted)


def _attach_old(connection: duckdb.DuckDBPyConnection, book: Path, family: str) -> bool:
    """Attach the family's file as "old". Returns whether it has the format before this one. Errors as in `held_builds`."""
    attach(connection, book, family, alias="old", oldest=UPGRADABLE)
    stated = read_format(connection, "old")
    return not isinstance(stated, str) and stated[0] < FORMAT_VERSION


def _all_built(connection: duckdb.DuckDBPyConnection, rows: Mapping[str, str], file: Path) -> None:
    """Raise where a build of rows of an older file is not found.

    Raises:
        BookError: naming the table.
    """
    for name, source in rows.items():
        (row,) = connection.execute(f"SELECT count(*) FROM {source} WHERE {BUILD} IS NULL").fetchall()
        if row[0]:
            raise BookError(f"{file}: {row[0]:,} rows of table {name} are of no build that it records: {remedy(file)}")


def _old_layout(connection: duckdb.DuckDBPyConnection, book: Path, family: str) -> tuple[Table, ...]:
    """The tables of the old file.

    Raises:
        BookError: they are not tables of a family, or not those that the file records.
    """
    file = family_file(book, family)
    try:
        tables = read_layout(connection, "old")
    except TafelwerkError as fault:
        raise BookError(f"{file}: {fault}: {remedy(file)}") from fault
    recorded = {name for (name,) in connection.execute("SELECT name FROM old.meta.tables").fetchall()}
    differing = sorted(recorded.symmetric_difference(table.name for table in tables))
    if differing:
        raise BookError(f"{file} has other tables than it records ({', '.join(differing)}): {remedy(file)}")
    return tables


def _count_old(connection: duckdb.DuckDBPyConnection, table: Table, rows: Collection[str]) -> int:
    """Number of rows of the old file's table, if that is among those that it has."""
    if table.name not in rows:
        return 0
    (row,) = connection.execute(f"SELECT count(*) FROM old.main.{identifier(table.name)}").fetchall()
    return int(row[0])


def _records(
    connection: duckdb.DuckDBPyConnection, wanted: Sequence[StagedBuild], tables: Sequence[Table], empty: set[str]
) -> tuple[list[tuple[object, ...]], dict[str, tuple[int, str]]]:
    """Load the parts, a temporary table for each build and table, in key order.

    A single part in key order is not loaded, but read in place.

    Args:
        connection: a connection with the old file attached.
        wanted: the builds.
        tables: the tables of the family.
        empty: tables without rows.

    Returns:
        The rows of meta.builds; rows and hash of the tables that one build fills, which are the build's.
    """
    now = datetime.now(UTC).replace(tzinfo=None)
    records: list[tuple[object, ...]] = []
    contents: dict[str, tuple[int, str]] = {}
    filling = Counter(table for item in wanted for table in {part.table for _, part in item.parts})
    for index, item in enumerate(wanted):
        build = item.build
        digests = []
        for table in tables:
            parts = [(path, part) for path, part in item.parts if part.table == table.name]
            if not parts:
                continue
            in_place = _load(connection, _incoming(index, table), table, parts, build)
            if in_place:
                # its own hash is that of the rows; the new file is held against it
                rows, sha256 = parts[0][1].rows, parts[0][1].sha256
            else:
                rows, sha256 = digest_rows(connection, _incoming(index, table), table)
            if table.name in empty and filling[table.name] == 1:
                contents[table.name] = rows, sha256
            if rows != sum(part.rows for _, part in parts):
                raise StorageError(f"build {build.name}: staged rows of {table.name} are missing; run the build again")
            if not in_place and disorder(connection, _incoming(index, table), table):
                raise TafelwerkError(
                    f"build {build.name}: two rows of {table.name} have the same {', '.join(table.key)}"
                )
            digests.append((table.name, sha256))
        records.append(
            (
                build_number(build.digest),
                build.digest,
                build.name,
                json.dumps(dict(build.parameters), sort_keys=True),
                sum(part.rows for _, part in item.parts),
                combine(digests),
                ",".join(sorted({part.fingerprint for _, part in item.parts}) or [family_fingerprint(build.family)]),
                _machines([part.machine for _, part in item.parts] or [machine()]),
                build.certainty,
                build.evidence,
                sum(part.seconds for _, part in item.parts),
                now,
            )
        )
    return records, contents


def _machines(names: Iterable[str]) -> str:
    """The machines that delivered parts, as the metadata hold them: on many, the rest are counted."""
    different = sorted(set(names))
    for count in range(len(different), 0, -1):
        more = [f"{len(different) - count} more"] if count < len(different) else []
        text = " | ".join([*different[:count], *more])
        if len(text.encode()) <= LONGEST:
            return text
    return f"{len(different)} machines"


def _load(
    connection: duckdb.DuckDBPyConnection,
    name: str,
    table: Table,
    parts: Sequence[tuple[Path, Part]],
    build: Build,
) -> bool:
    """Create a view or table of the parts, in key order. Returns whether it reads a single ordered part in place."""
    number = f"{build_number(build.digest)}::UBIGINT AS {BUILD}"
    rows = f"(SELECT *, {number} FROM {cast_source(_source(connection, name, parts, build), table)})"
    if len(parts) == 1 and not disorder(connection, rows, table):
        connection.execute(f"CREATE TEMP VIEW {name} AS FROM {rows}")
        return True
    connection.execute(f"CREATE TEMP TABLE {name} AS FROM {rows} ORDER BY {_key(table)}")
    return False


def _source(connection: duckdb.DuckDBPyConnection, name: str, parts: Sequence[tuple[Path, Part]], build: Build) -> str:
    """SQL after FROM for the rows of some parts: files, or the one part in memory."""
    if parts[0][1].held is not None:
        held = f"held_{name.strip(chr(34))}"
        connection.register(held, Stream(parts[0][1].held))
        return identifier(held)
    missing = [path for path, _ in parts if not path.exists()]
    if missing:
        raise StorageError(f"build {build.name}: staged parts are gone (removed by another build?); run it again")
    files = "[" + ", ".join(literal(duckdb_path(path)) for path, _ in parts) + "]"
    return f"read_parquet({files}, hive_partitioning = false)"


def _merge(
    connection: duckdb.DuckDBPyConnection, table: Table, old: str | None, incoming: Sequence[str], force: bool
) -> None:
    """Fill the new table from the old one, SQL after FROM, and the builds, each in key order, one row per key in that order.

    What follows the rows of another source as a whole is copied, not sorted: rows may be long.
    """
    columns, key, target = _columns(table), _key(table), f"new.main.{identifier(table.name)}"
    group = ", ".join(identifier(name) for name in table.together or table.key)
    if old is not None and force:
        replacing = " UNION ALL ".join(f"SELECT {group} FROM {source}" for source in incoming)
        # joined rows are in no order
        old = f"(SELECT * FROM {old} ANTI JOIN ({replacing}) USING ({group}) ORDER BY {key})"
    sources = [*([] if old is None else [old]), *incoming]
    if one_by_one := _in_succession(connection, sources, table):
        for source in one_by_one:
            connection.execute(f"INSERT INTO {target} SELECT {columns} FROM {source}")
        return
    everything = " UNION ALL ".join(
        f"SELECT {columns}, {number} AS _source FROM {source}" for number, source in enumerate(sources)
    )
    everything = f"({everything})"
    meeting = f"SELECT 1 FROM {everything} GROUP BY {key} HAVING count(*) > 1 LIMIT 1"
    if not connection.execute(meeting).fetchall():
        connection.execute(f"INSERT INTO {target} SELECT {columns} FROM {everything} ORDER BY {key}")
        return
    if table.together:
        connection.execute(
            f"INSERT INTO {target} SELECT {columns} FROM {everything}"
            f" QUALIFY rank() OVER (PARTITION BY {group} ORDER BY _source) = 1 ORDER BY {key}"
        )
        return
    others = [name for name in table.column_names if name not in table.key]
    if "error" in others:
        others.sort(key=lambda name: name != "error")
    elif others:
        measured = {column.name for column in table.columns if column.measured}
        row = ", ".join(identifier(name) for name in others if name not in measured) or "NULL"
        conflict = connection.execute(
            f"SELECT {key} FROM {everything} GROUP BY {key} HAVING count(DISTINCT row({row})) > 1 ORDER BY {key} LIMIT 1"
        ).fetchall()
        if conflict:
            where = ", ".join(f"{name} = {value}" for name, value in zip(table.key, conflict[0], strict=True))
            raise TafelwerkError(
                f"rows of {table.name} contradict each other at {where}: if the old ones are wrong, build with --force"
            )
    values = (f"{identifier(name)} NULLS LAST" for name in others if "error" in others)
    order = ", ".join([*values, "weight", BUILD])
    connection.execute(
        f"INSERT INTO {target} SELECT {columns} FROM {everything} JOIN ranked_builds USING ({BUILD})"
        f" QUALIFY row_number() OVER (PARTITION BY {key} ORDER BY {order}) = 1 ORDER BY {key}"
    )


def _in_succession(connection: duckdb.DuckDBPyConnection, sources: Sequence[str], table: Table) -> list[str]:
    """Sources in key order, one behind the other; none where keys of one lie among those of another."""
    ends = " UNION ALL ".join(
        f"SELECT {number} AS source, min(row({_key(table)})) AS first, max(row({_key(table)})) AS last FROM {source}"
        for number, source in enumerate(sources)
    )
    rows = connection.execute(
        f"SELECT source, coalesce(last < lead(first) OVER (ORDER BY first), true) FROM ({ends})"
        " WHERE first IS NOT NULL ORDER BY first"
    ).fetchall()
    return [sources[source] for source, is_before in rows] if all(is_before for _, is_before in rows) else []


def _rank_builds(connection: duckdb.DuckDBPyConnection, builds: Iterable[metadata.BuildRecord | Build]) -> None:
    """Create the table of all builds with their evidence as a number, the best first."""
    connection.execute(f"CREATE TEMP TABLE ranked_builds ({BUILD} UBIGINT, weight UTINYINT)")
    ranks = {build_number(build.digest): EVIDENCE.index(build.evidence) for build in builds}
    _insert(connection, "ranked_builds", list(ranks.items()))


def _record(
    connection: duckdb.DuckDBPyConnection,
    family: str,
    builds: str | None,
    records: Sequence[tuple[object, ...]],
    state: dict[str, tuple[int, str]],
) -> None:
    """Write the new file's provenance; `builds`: SQL after FROM for the builds of the old one."""
    connection.execute(
        "INSERT INTO new.meta.format VALUES (?, ?, ?)", [FORMAT_VERSION, family, f"tafelwerk {__version__}"]
    )
    replaced = {record[1] for record in records}
    everything = [*records, *(row for row in _old_builds(connection, builds) if row[1] not in replaced)]
    names: dict[object, object] = {}
    for number, _, name, *_ in everything:
        other = names.setdefault(number, name)
        if other != name:
            raise TafelwerkError(
                f"the builds {other} and {name} of {family} have the same number; a book can hold one of them"
            )
    if len(everything) > MOST_BUILDS:
        raise InputError(f"{family} would have {len(everything):,} builds; a family may have {MOST_BUILDS:,}")
    _insert(connection, "new.meta.builds", sorted(everything, key=lambda row: (str(row[2]), str(row[1]))))
    _insert(connection, "new.meta.tables", [(name, *state[name]) for name in sorted(state)])


def _old_builds(connection: duckdb.DuckDBPyConnection, builds: str | None) -> list[tuple[object, ...]]:
    """The builds of the old file."""
    return [] if builds is None else connection.execute(f"FROM {builds}").fetchall()


def _others(connection: duckdb.DuckDBPyConnection, family: str, old: Sequence[Table]) -> list[str]:
    """Differences of the old file from this version, besides tables: VALUES, or DEFINITIONS, or COMMENTS, or nothing."""
    now = {table.name: table for table in layout(family)}
    known = [table for table in old if table.name in now]
    if any(table.columns != now[table.name].columns and extends(now[table.name], table) for table in known):
        return [VALUES]
    if other_definitions(connection, family, "old"):
        # their comments come with them
        return [DEFINITIONS]
    stored = read_comments(connection, "old")
    tables = {key[:2] for key in stored}
    # those of tables that the file lacks come with the tables
    same = stored == {key: text for key, text in comments(family).items() if key[:2] in tables}
    return [] if same else [COMMENTS]


def _insert(connection: duckdb.DuckDBPyConnection, target: str, rows: Sequence[tuple[object, ...]]) -> None:
    if rows:
        line = "(" + ", ".join("?" * len(rows[0])) + ")"
        connection.execute(
            f"INSERT INTO {target} VALUES {', '.join([line] * len(rows))}", [value for row in rows for value in row]
        )


def _verify(
    connection: duckdb.DuckDBPyConnection,
    tables: Sequence[Table],
    state: dict[str, tuple[int, str]],
    untouched: Mapping[Table, str],
    ordered: Collection[str],
    new: Path,
    file: Path,
) -> None:
    """Read the new file back and check that all rows are there, in order, once; those of the old file are as recorded."""
    for table in tables:
        source = f"new.main.{identifier(table.name)}"
        if table in untouched:
            # old and new row by row through DuckDB's own hash: quicker, and the canonical one is on record
            query = f"SELECT count(*), sum(hash({_columns(table)})) FROM"
            before = connection.execute(f"{query} {untouched[table]}").fetchall()
            if before[0][0] != state[table.name][0]:
                counts = f"{before[0][0]:,} rows, recorded {state[table.name][0]:,}"
                raise BookError(f"{file}: table {table.name} has {counts}: {remedy(file)}")
            is_same = connection.execute(f"{query} {source}").fetchall() == before
        else:
            # the hash says in which order, too
            is_same = digest_rows(connection, source, table) == state[table.name]
            is_same = is_same and (table.name in ordered or disorder(connection, source, table) == 0)
        if not is_same:
            raise BookError(f"{new}: table {table.name} does not read back as it was written; the book is unchanged")


def _same_layout(old: Sequence[Table], tables: Sequence[Table], book: Path, family: str) -> None:
    now = {table.name: table for table in tables}
    for table in old:
        if table.name not in now or not extends(now[table.name], replace(table, has_build=True)):
            file = family_file(book, family)
            raise BookError(f"{file} has a table {table.name} with other columns than this version's: {remedy(file)}")


def _with_values(source: str, old: Table, family: str) -> str:
    """SQL after FROM: the rows of an old file's table, its ENUMs with the values of this version."""
    (now,) = (table for table in layout(family) if table.name == old.name)
    casts = [
        f"CAST({identifier(column.name)} AS {column.type}) AS {identifier(column.name)}"
        for column in now.columns
        if column not in old.columns
    ]
    return f"(SELECT * REPLACE ({', '.join(casts)}) FROM {source})" if casts else source


@contextmanager
def _lock(book: Path, family: str, note: Callable[[str], None]) -> Iterator[None]:
    """Hold the family's lock; a failure leaves no new lock file behind."""
    path = book / f".{family}.lock"
    check_folder(book)
    lock = FileLock(path)
    try:
        first = not path.exists()
        try:
            lock.acquire(timeout=_PATIENCE)
        except Timeout:
            note(f"waiting for another build of {family} to commit")
            lock.acquire(timeout=LOCK_TIMEOUT)
    except Timeout as error:
        raise StorageError(
            f"another build has held the lock {path} for {LOCK_TIMEOUT:.0f} s: try again later"
        ) from error
    except OSError as error:
        raise StorageError(f"cannot write to the book {book}: {error.strerror or error}") from error
    try:
        yield
    except BaseException:
        if first:
            with suppress(OSError):
                path.unlink()  # while it is held: whoever waits for it finds it gone and makes another
        raise
    finally:
        lock.release()


@contextmanager
def _storage_faults(book: Path, family: str, new: Path) -> Iterator[None]:
    """Distinguish an unreadable old file from a full disk."""
    try:
        yield
    except TafelwerkError:
        raise
    except duckdb.OutOfMemoryException as fault:
        raise StorageError(f"not enough memory or space to write {new}: {first_line(fault)}") from fault
    except duckdb.ConstraintException as fault:
        raise TafelwerkError(f"rows of {family} break a constraint of its schema: {first_line(fault)}") from fault
    except duckdb.Error as fault:
        if not is_file_fault(fault):
            raise
        # what DuckDB names no file of is the old one: the new one has been written a moment ago
        if is_damage(fault) and new.name not in str(fault) and ".parquet" not in str(fault):
            raise_file_fault(fault, family_file(book, family))
        raise StorageError(f"cannot write {new}: {system_words(fault) or first_line(fault)}") from fault
    except OSError as fault:
        raise StorageError(f"cannot write {new}: {fault.strerror or first_line(fault)}") from fault


@contextmanager
def _writable(new: Path) -> Iterator[Path]:
    """Where DuckDB writes the new file: in another folder, to be copied from there, if it can commit nothing in its own."""
    if not cannot_create(new):
        yield new
        return
    with TemporaryDirectory(prefix="tafelwerk-") as folder:
        yield Path(folder) / new.name


def _remove(new: Path) -> None:
    for path in (new, Path(f"{new}.wal")):
        with suppress(OSError):
            path.unlink(missing_ok=True)
    shutil.rmtree(f"{new}.tmp", ignore_errors=True)


def _incoming(index: int, table: Table) -> str:
    return identifier(f"incoming_{index}_{table.name}")


def _columns(table: Table) -> str:
    """The table's columns and that of its build, for SQL."""
    return ", ".join(identifier(name) for name in (*table.column_names, BUILD))


def _key(table: Table) -> str:
    return ", ".join(identifier(name) for name in table.key)


BUILDS = f"(SELECT ('0x' || left(digest, 13))::UBIGINT AS {BUILD}, * FROM old.meta.builds)"
"""SQL after FROM: the builds of such a file, attached as "old", with their numbers."""


def rows_with_build(family: str, table: Table, builds: Sequence[metadata.BuildRecord]) -> str:
    """SQL after FROM: the rows of a table of such a file, attached as "old", with the build that they are of.

    Where builds overlap it is the one with the best evidence; where only the better of two rows stayed, the one with the
    weakest, because the row does not tell which it was.
    """
    is_chosen = bool(table.together) or "error" in table.column_names
    by_evidence = sorted(builds, key=lambda one: (EVIDENCE.index(one.evidence), one.number))
    cases = []
    for build in reversed(by_evidence) if is_chosen else by_evidence:
        described = metadata.contents(family, build.parameters)
        if described is not None and table.name in described.rows:
            condition = re.sub(rf"\b{family}\.", "old.", described.rows[table.name])
            cases.append(f"WHEN {condition} THEN {build.number}::UBIGINT")
    number = f"CASE {' '.join(cases)} END" if cases else "NULL::UBIGINT"
    return f"(SELECT *, {number} AS {BUILD} FROM old.main.{identifier(table.name)})"

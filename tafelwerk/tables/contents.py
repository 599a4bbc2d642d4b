"""Allowed contents of a family's file: plain tables, and the views and macros of the shipped schema, word for word.

Views and generated columns compute whatever their author wrote. A book may come from anywhere, so a connection to it is locked
before a file is attached, and nothing of a file is read before its tables are known to be plain.
"""

import atexit
import os
import re
import time
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from tafelwerk.errors import InputError
from tafelwerk.tables.metadata import problem_of_tables
from tafelwerk.tables.readings import literal, shorten
from tafelwerk.tables.storage import FileState, file_state, journals, recall, remember

if TYPE_CHECKING:
    import duckdb

NO_EXTENSIONS: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
_META = ("builds", "format", "tables")
_TICK = 2_000_000_000
"""Nanoseconds that the coarsest clock of a file system takes."""

_DEFINITION = re.compile(r"^CREATE (VIEW|MACRO) (\w+)\b(.*?);$", re.MULTILINE | re.DOTALL)
_HEAD = re.compile(r'^CREATE (?:TEMP )?VIEW (?:"[^"]*"|\w+)')


class Access(NamedTuple):
    """What a connection may do: the files and folders that it may open, and settings of DuckDB made before it is locked."""

    files: tuple[str, ...]
    folders: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]


def access(files: Iterable[Path], folders: Iterable[Path] = (), settings: Mapping[str, str] | None = None) -> Access:
    """What a connection to some files may do.

    Args:
        files: database files that may be attached, even if they are links to files elsewhere.
        folders: folders whose files may be attached.
        settings: settings of DuckDB.
    """
    paths = (path for file in files for path in (os.path.realpath(file), *journals(file)))
    places = (path for folder in folders for path in (str(folder.absolute()), os.path.realpath(folder)))
    return Access(tuple(paths), tuple(places), tuple((settings or {}).items()))


def open_locked(
    files: Iterable[Path], folders: Iterable[Path] = (), settings: Mapping[str, str] | None = None
) -> "duckdb.DuckDBPyConnection":
    """Open a connection without access to other files, without extensions, and without further settings.

    Args: as of `access`.
    """
    return _connect(access(files, folders, settings))


_IDLE: dict[Hashable, tuple[Hashable, "duckdb.DuckDBPyConnection"]] = {}
"""Connections to be used again, by what they may do, each with the state of the files that are attached to it, None without
any: starting DuckDB takes 20 ms, more than most look-ups, and attaching all files of a book 0.2 s."""

_MOST_IDLE = 4
_IDLE_LOCK = Lock()
_OF_PARENT: list["duckdb.DuckDBPyConnection"] = []
"""Connections that a forked process inherits: neither used nor closed there, since they are the parent's."""


def take_idle(use: Hashable, attached: Hashable = None) -> "duckdb.DuckDBPyConnection | None":
    """A connection that was left with `leave_idle`; None if there is none. One thread uses it, until it is left or closed.

    Args:
        use: what it was opened for.
        attached: state of the files attached to it; one with others is closed.
    """
    with _IDLE_LOCK:
        state, connection = _IDLE.pop(use, (None, None))
    if connection is not None and state != attached:
        connection.close()
        return None
    return connection


def leave_idle(use: Hashable, connection: "duckdb.DuckDBPyConnection", attached: Hashable = None) -> None:
    """Keep a connection for who needs the same next. Arguments as of `take_idle`."""
    with _IDLE_LOCK:
        spare = [_IDLE.pop(use)] if use in _IDLE else []
        _IDLE[use] = attached, connection
        if len(_IDLE) > _MOST_IDLE:
            spare.append(_IDLE.pop(next(iter(_IDLE))))
    for _, each in spare:
        each.close()


def borrow(wanted: Access) -> "duckdb.DuckDBPyConnection":
    """As `open_locked`, a connection that may have been used before. One thread uses it, until `give_back` or close()."""
    connection = take_idle(wanted)
    return _connect(wanted) if connection is None else connection


def give_back(wanted: Access, connection: "duckdb.DuckDBPyConnection", attached: Iterable[str]) -> None:
    """Detach what is attached and keep the connection for who needs the same next; close it if that fails."""
    from tafelwerk.tables.engine import duckdb

    try:
        for name in attached:
            connection.execute(f"DETACH {name}")
    except duckdb.Error:
        connection.close()
    else:
        leave_idle(wanted, connection)


def _leave_to_parent() -> None:
    global _IDLE_LOCK
    _OF_PARENT.extend(connection for _, connection in _IDLE.values())
    _IDLE.clear()
    _IDLE_LOCK = Lock()


os.register_at_fork(after_in_child=_leave_to_parent)
atexit.register(_IDLE.clear)


def _connect(wanted: Access) -> "duckdb.DuckDBPyConnection":
    from tafelwerk.tables.engine import duckdb

    locked = {
        # times read the same on every machine
        "TimeZone": "'UTC'",
        "allowed_paths": literal(list(wanted.files)),
        "allowed_directories": literal(list(wanted.folders)),
        "python_enable_replacements": "false",
        **NO_EXTENSIONS,
        "temp_directory": "''",
        "enable_external_access": "false",
        "lock_configuration": "true",
    }
    connection = duckdb.connect(":memory:", config=dict(wanted.settings))
    try:
        connection.execute(";".join(f"SET {name} = {value}" for name, value in locked.items()))
    except BaseException:
        connection.close()
        raise
    return connection


def examine(
    connection: "duckdb.DuckDBPyConnection", database: str, path: Path, state: FileState | None
) -> tuple[tuple[str, ...], str | None, str | None]:
    """Names of an attached family's views, the reason why its tables may not be read, and why its metadata are unusual.

    Found without reading them. Files of other formats have other metadata. A file that has passed is not examined again while
    nobody writes to it.

    Args:
        connection: where it is attached.
        database: the name that it has there.
        path: the file.
        state: its state before it was attached.
    """
    names = _recall_passed("plain_files", path, state)
    if names is not None:
        return tuple(names), None, None
    views, problem, unusual = _examine(connection, database)
    if not (problem or unusual):
        _remember_passed("plain_files", path, state, views)
    return views, problem, unusual


def _is_unchanged(path: Path, state: FileState | None) -> bool:
    """Whether an attached file is in the state that it had before: a journal changes tables, too, and a file that was replaced
    meanwhile may be another one than that attached."""
    return state is not None and state == file_state(path) and not any(map(os.path.lexists, journals(path)))


def _recall_passed(examination: str, path: Path, state: FileState | None, *more: str) -> list[str] | None:
    """What was found when the attached file passed an examination in this state; `more` is what that compared with."""
    return recall(examination, str(path), [*state, *more]) if state is not None and _is_unchanged(path, state) else None


def _remember_passed(
    examination: str, path: Path, state: FileState | None, found: Sequence[str] = (), *more: str
) -> None:
    """See `_recall_passed`. Within a tick of a coarse clock a file may be written to twice."""
    if state is not None and _is_unchanged(path, state) and time.time_ns() - state[4] > _TICK:
        remember(examination, str(path), [*state, *more], found)


def _examine(connection: "duckdb.DuckDBPyConnection", database: str) -> tuple[tuple[str, ...], str | None, str | None]:
    """See `examine`: a list of tables makes DuckDB parse all views of its own, which takes longer than a look-up has."""
    rows = connection.execute(
        "SELECT schema_name, table_name, sql FROM duckdb_tables() WHERE database_name = $1 UNION ALL"
        " SELECT schema_name, view_name, NULL FROM duckdb_views() WHERE database_name = $1",
        [database],
    ).fetchall()
    tables = {(schema, name): sql for schema, name, sql in rows if sql is not None}
    views = tuple(name for _, name, sql in rows if sql is None)
    missing = [f"meta.{name}" for name in _META if ("meta", name) not in tables]
    if missing:
        return views, f"it has no table {', '.join(missing)}", None
    generated = [name for (_, name), sql in tables.items() if "GENERATED ALWAYS" in sql]
    computed = f"a column of table {shorten(generated[0])} is computed" if generated else None
    return views, computed, problem_of_tables(tables)


def foreign_definitions(
    connection: "duckdb.DuckDBPyConnection",
    families: Sequence[str],
    files: Mapping[str, tuple[Path, FileState | None]] | None = None,
) -> dict[str, list[str]]:
    """Views and macros of attached files that differ from those of the shipped schema, as "view NAME", by family.

    A file of an earlier version may lack some, see `other_definitions`.

    Args:
        connection: where the families are attached.
        families: their names.
        files: by family, files that are not compared again while nobody writes to them, each with its state before it was
            attached. Default: all are compared.
    """
    import hashlib  # loads OpenSSL, which a look-up without views does not need

    files = files or {}
    digests = {family: hashlib.sha256(_shipped_sql(family).encode()).hexdigest() for family in files}
    unknown = [
        family
        for family in families
        if family not in files or _recall_passed("own_definitions", *files[family], digests[family]) is None
    ]
    foreign: dict[str, list[str]] = {}
    for family, held, shipped in _definitions(connection, {family: family for family in unknown}) if unknown else ():
        names = [f"{kind} {name}" for schema, name, kind, text in held if (schema, name, kind, text) not in shipped]
        if names:
            foreign[family] = names
        elif family in files:
            _remember_passed("own_definitions", *files[family], (), digests[family])
    return foreign


def _shipped_sql(family: str) -> str:
    """The schema of a family's file; of one that is not this program's, which may have no views, that of all families."""
    from tafelwerk.tables.layout import SHARED, schema_sql

    try:
        return schema_sql(family)
    except InputError:
        return schema_sql(SHARED)


def other_definitions(connection: "duckdb.DuckDBPyConnection", family: str, alias: str) -> list[str]:
    """Views and macros that a family's file, attached as `alias`, lacks or has with other definitions, as "macro NAME"."""
    ((_, held, shipped),) = _definitions(connection, {alias: family})
    return [f"{kind} {name}" for _, name, kind, _ in sorted(shipped.symmetric_difference(held))]


_Definition = tuple[str, str, str, str]
"""Schema, name, "view" or "macro", and text of a definition."""


def _definitions(
    connection: "duckdb.DuckDBPyConnection", families: Mapping[str, str]
) -> Iterator[tuple[str, list[_Definition], set[_Definition]]]:
    """Definitions of each attached file, sorted, and those of the shipped schema on its tables.

    DuckDB stores definitions in its own wording. The shipped ones are therefore created again, in a temporary catalogue.

    Args:
        connection: connection with the files attached.
        families: families by the names under which their files are attached.
    """
    from tafelwerk.tables.engine import duckdb

    with closing(connection.cursor()) as cursor:
        for alias, family in families.items():
            cursor.execute(f"USE {alias}.main")
            for kind, name, body in _DEFINITION.findall(_shipped_sql(family)):
                with suppress(duckdb.Error):  # it reads something that the file does not have as a table
                    cursor.execute(f'CREATE TEMP {kind} "{alias}.{name}"{body}')
        rows = cursor.execute(
            "SELECT database_name, schema_name, view_name, 'view', sql FROM duckdb_views()"
            " WHERE database_name <> 'system' UNION ALL"
            " SELECT database_name, schema_name, function_name, 'macro', concat_ws(' ', function_type, parameters,"
            " macro_definition) FROM duckdb_functions() WHERE database_name <> 'system' ORDER BY ALL"
        ).fetchall()
    for alias in families:
        held = [
            (schema, name, kind, _HEAD.sub("", text))
            for database, schema, name, kind, text in rows
            if database == alias
        ]
        shipped = {
            ("main", name.removeprefix(f"{alias}."), kind, _HEAD.sub("", text))
            for database, _, name, kind, text in rows
            if database == "temp" and name.startswith(f"{alias}.")
        }
        yield alias, held, shipped

"""Proofs about every family's file: its builds match their parameters, and its rows are those of its builds."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tafelwerk.proofs.claims import with_faults
from tafelwerk.tables.book import attach
from tafelwerk.tables.builds import Contents, contents
from tafelwerk.tables.checks import Check
from tafelwerk.tables.checksum import combine, digest_rows
from tafelwerk.tables.contents import open_locked
from tafelwerk.tables.identity import build_digest, build_number
from tafelwerk.tables.layout import BUILD, Table, identifier, layout
from tafelwerk.tables.metadata import Build, asking, read_builds, read_tables
from tafelwerk.wording import counted

if TYPE_CHECKING:
    import duckdb

    from tafelwerk.tables.book import Book

_HEX = frozenset("0123456789abcdef")


def build_checks(book: "Book", family: str) -> Iterator[Check]:
    """Compare meta.builds with the contents that the parameters determine, and with the rows.

    The hash of a build's rows is computed again unless other builds have rows with the same keys, of which only the better stays.
    """
    with open_locked([book.file(family)]) as connection:
        attach(connection, book.path, family)
        path = book.file(family)
        builds = read_builds(asking(connection), f"{family}.meta.builds", path)
        faults: list[str] = []
        described: list[tuple[Build, Contents]] = []
        for build in builds:
            contained = _expected_contents(family, build, faults)
            if contained is not None:
                described.append((build, contained))
        ascending = [(build.name, build.digest) for build in builds]
        if sorted(set(ascending)) != ascending:
            faults.append("builds are not in order, or one is there twice")
        yield _check(f"{family}.meta.builds: labels", counted(len(builds), "build"), faults)
        if len(described) == len(builds):
            states = read_tables(asking(connection), f"{family}.meta.tables", path)
            yield from _row_checks(
                connection, family, described, {state.name: (state.rows, state.sha256) for state in states}
            )


def _check(name: str, detail: str, faults: list[str]) -> Check:
    return Check(name, not faults, with_faults(detail, faults))


def _expected_contents(family: str, build: Build, faults: list[str]) -> Contents | None:
    """Contents of a build by its parameters, and faults if the rest of its row differs."""
    name = build.name
    try:
        contained = contents(family, build.parameters)
        own = build_digest(family, build.parameters)
    except Exception as fault:  # parameters that no build has
        faults.append(f"{name}: {type(fault).__name__}: {' '.join(str(fault).split())[:160]}")
        return None
    if json.dumps(build.parameters, sort_keys=True) != build.text or own != build.digest:
        faults.append(f"{name}: parameters and digest {build.digest} do not fit")
    elif build_number(own) != build.number:
        faults.append(f"{name}: number {build.number} and digest {build.digest} do not fit")
    if set(build.fingerprint.replace(",", "")) - _HEX or build.seconds >= 1e10:
        faults.append(f"{name}: no fingerprint or time")
    if len(build.sha256) != 64:
        faults.append(f"{name}: {build.sha256!r} is no SHA-256")
    if contained is not None:
        expected, stated = ((labels.name, labels.certainty, labels.evidence) for labels in (contained, build))
        if expected != stated:
            faults.append(f"{', '.join(stated)} should be {', '.join(expected)}")
    return contained


def _row_checks(
    connection: "duckdb.DuckDBPyConnection",
    family: str,
    described: list[tuple[Build, Contents]],
    recorded: dict[str, tuple[int, str]],
) -> Iterator[Check]:
    """Compare rows with builds: every row is of a build that delivers it, and each build has the recorded rows and hash."""
    tables = {table.name: table for table in layout(family)}
    faults: list[str] = []
    for table in tables.values():
        cases = [
            f"WHEN {build.number} THEN ({expected.rows[table.name]})"
            for build, expected in described
            if table.name in expected.rows
        ]
        delivered = f"CASE {BUILD} {' '.join(cases)} ELSE false END" if cases else "false"
        source = f"{family}.main.{identifier(table.name)}"
        (row,) = connection.execute(f"SELECT count(*) FROM {source} WHERE NOT ({delivered})").fetchall()
        if row[0]:
            faults.append(f"{table.name}: {row[0]:,} rows that their build does not deliver")
    yield _check(f"{family}: builds of rows", "every row is of a build that delivers it", faults)
    faults = []
    hashed = 0
    for build, expected in described:
        name, rows, sha256 = build.name, build.rows, build.sha256
        count, digests = 0, []
        for table in (tables[name] for name in sorted(expected.rows)):
            own, digest = _digest(connection, family, table, expected.rows[table.name], recorded)
            count += own
            digests.append((table.name, digest))
        if count != rows:
            faults.append(f"{name}: {count:,} rows, recorded {rows:,}")
        elif combine(digests) == sha256:
            hashed += 1
        elif not any(_is_shared(connection, family, tables[table], expected, described) for table in expected.rows):
            faults.append(f"{name}: its rows have another hash than recorded")
    detail = f"rows of {counted(len(described), 'build')} counted, {counted(hashed, 'hash', 'hashes')} found again"
    yield _check(f"{family}.meta.builds: rows", detail, faults)


def _digest(
    connection: "duckdb.DuckDBPyConnection",
    family: str,
    table: Table,
    condition: str,
    recorded: dict[str, tuple[int, str]],
) -> tuple[int, str]:
    """Number and hash of the rows that meet a condition; for a whole table the recorded ones, which were compared before."""
    source = f"{family}.main.{identifier(table.name)}"
    (row,) = connection.execute(f"SELECT count(*) FROM {source} WHERE {condition}").fetchall()
    if table.name in recorded and recorded[table.name][0] == row[0]:
        return recorded[table.name]
    key = ", ".join(map(identifier, table.key))
    return digest_rows(connection, f"(FROM {source} WHERE {condition} ORDER BY {key})", table, stored=False)


def _is_shared(
    connection: "duckdb.DuckDBPyConnection",
    family: str,
    table: Table,
    found: Contents,
    described: list[tuple[Build, Contents]],
) -> bool:
    """Whether another build has rows with the same keys in a table where the better or older row stays."""
    if not table.together and "error" not in table.column_names:
        return False
    others = [other.rows[table.name] for _, other in described if other is not found and table.name in other.rows]
    if not others:
        return False
    shared = " OR ".join(f"({condition})" for condition in others)
    (row,) = connection.execute(
        f"SELECT count(*) FROM {family}.main.{identifier(table.name)} WHERE ({found.rows[table.name]}) AND ({shared})"
    ).fetchall()
    return bool(row[0])

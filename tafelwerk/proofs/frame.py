"""Proofs about every family's file: its builds match their parameters, and its rows are those of its builds."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import TafelwerkError
from tafelwerk.proofs.claims import MOST_FAULTS, Claim, with_faults
from tafelwerk.tables import metadata
from tafelwerk.tables.book import attach
from tafelwerk.tables.checks import Check
from tafelwerk.tables.checksum import combine, digest_rows
from tafelwerk.tables.contents import open_locked
from tafelwerk.tables.layout import BUILD, Table, identifier, layout
from tafelwerk.tables.published import Comparison, Number, Verdict, compare_numbers, value_text
from tafelwerk.wording import count_noun

if TYPE_CHECKING:
    import duckdb
    import polars

    from tafelwerk.tables.book import Book


_HEX = frozenset("0123456789abcdef")


def build_checks(book: "Book", family: str) -> Iterator[Check]:
    """Compare meta.builds with the contents that the parameters determine, and with the rows.

    The hash of a build's rows is computed again unless other builds have rows with the same keys, of which only the better stays.
    """
    with open_locked([book.file(family)]) as connection:
        attach(connection, book.path, family)
        path = book.file(family)
        builds = metadata.read_builds(metadata.asking(connection), f"{family}.meta.builds", path)
        faults: list[str] = []
        described: list[tuple[metadata.BuildRecord, metadata.Contents]] = []
        for build in builds:
            contained = _expected_contents(family, build, faults)
            if contained is not None:
                described.append((build, contained))
        ascending = [(build.name, build.digest) for build in builds]
        if sorted(set(ascending)) != ascending:
            faults.append("builds are not in order, or one is there twice")
        yield _check(f"{family}.meta.builds: labels", count_noun(len(builds), "build"), faults)
        if len(described) == len(builds):
            states = metadata.read_tables(metadata.asking(connection), f"{family}.meta.tables", path)
            yield from _row_checks(
                connection, family, described, {state.name: (state.rows, state.sha256) for state in states}
            )


def _check(name: str, detail: str, faults: list[str]) -> Check:
    return Check(name, not faults, with_faults(detail, faults))


def _expected_contents(family: str, build: metadata.BuildRecord, faults: list[str]) -> metadata.Contents | None:
    """Contents of a build by its parameters, and faults if the rest of its row differs."""
    name = build.name
    try:
        contained = metadata.contents(family, build.parameters)
        own = metadata.build_digest(family, build.parameters)
    except Exception as fault:  # parameters that no build has
        faults.append(f"{name}: {type(fault).__name__}: {' '.join(str(fault).split())[:160]}")
        return None
    if json.dumps(build.parameters, sort_keys=True) != build.text or own != build.digest:
        faults.append(f"{name}: parameters and digest {build.digest} do not fit")
    elif metadata.build_number(own) != build.number:
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
    described: list[tuple[metadata.BuildRecord, metadata.Contents]],
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
    detail = (
        f"rows of {count_noun(len(described), 'build')} counted, {count_noun(hashed, 'hash', 'hashes')} found again"
    )
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
    found: metadata.Contents,
    described: list[tuple[metadata.BuildRecord, metadata.Contents]],
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


def complete(
    book: "Book",
    table: str,
    expected: Callable[[], Mapping[str, Any] | Iterable[tuple[Any, ...]]],
    keys: Sequence[str] = (),
    condition: str = "true",
    noun: str = "keys",
) -> Claim:
    """The claim that a table's rows are those of the expected keys.

    Args:
        book: the book.
        table: the table, "family.table".
        expected: the required keys, columns by name or a tuple per row; a key may occur more than once.
        keys: columns of the keys. Default: those of the table's key.
        condition: selects the rows of the table, SQL over its columns.
        noun: name of the claim if a table has several.
    """
    family, _, name = table.partition(".")
    names = tuple(keys) or next(candidate.key for candidate in layout(family) if candidate.name == name)

    def prove(places: Sequence[int]) -> list[str]:
        import polars

        required = expected()
        rows = required if isinstance(required, Mapping) else list(required)
        wanted = (
            polars.DataFrame(rows, list(names), orient="row").select(names).cast({polars.Null: polars.String}).unique()
        )
        # an ENUM comes as text
        columns = ", ".join(f'"{key}"{"::VARCHAR" * (wanted.schema[key] == polars.String)} AS "{key}"' for key in names)
        arrays = book.arrays(family, f"SELECT {columns} FROM {table} WHERE {condition}")
        stored = polars.DataFrame({key: arrays[key] for key in names}) if arrays else wanted.clear()
        stored = stored.with_columns(polars.col(key).cast(wanted.schema[key]) for key in names)
        return [
            *(f"{_key_text(row)}: missing" for row in _beyond(wanted, stored, names)),
            *(f"{_key_text(row)}: no build and no rule requires it" for row in _beyond(stored, wanted, names)),
        ]

    # counted as one unit, so that it is proved of an empty table, too
    counted = book.one(family, f"SELECT count(*) FROM {table} WHERE {condition}")
    rows = counted[0] if counted else 0
    method = f"complete {noun}"
    return Claim(table, method, names, "recomputed", max(1, rows), prove, whole=True, is_empty=not rows)


def _beyond(rows: "polars.DataFrame", others: "polars.DataFrame", keys: Sequence[str]) -> list[dict[str, Any]]:
    """Some of the rows whose keys are not among the others."""
    return rows.join(others, on=list(keys), how="anti", maintain_order="left").head(MOST_FAULTS).to_dicts()


def _key_text(row: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in row.items())


def printed_checks(book: "Book", family: str) -> Iterator[Check]:
    """Compare printed numbers with the rows that hold them; empty if the book holds none of a family's numbers."""

    def find(name: str, number: Number) -> str | None:
        try:
            return value_text(book.one(family, number.query)) if number.is_sql else None
        except TafelwerkError:
            return None  # a table that this file lacks

    comparisons = [comparison for comparison in compare_numbers(find, family) if comparison.ours is not None]
    if comparisons:
        faults = [text for comparison in comparisons for text in _faults(comparison)]
        differing = sum(comparison.verdict is Verdict.DIFFERS for comparison in comparisons)
        detail = f"{count_noun(len(comparisons), 'printed number')}, of which {differing} differ for a reason given"
        yield Check(
            f"{family}: printed numbers",
            not faults,
            with_faults(detail, faults),
            proved=len(comparisons),
            of=len(comparisons),
        )


def _faults(one: Comparison) -> Iterator[str]:
    """Fault of a comparison: a difference without a reason, or a reason without a difference."""
    number = one.number
    if one.verdict is Verdict.DIFFERS and not number.reason:
        yield f"{number.place}: printed {number.printed}, stored {one.ours}"
    if one.verdict is Verdict.AGREES and number.reason:
        yield f"{number.place}: stored {one.ours} as printed, though a reason is given why not"

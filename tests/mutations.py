"""Errors planted in stored rows, with checksums that fit: what a builder leaves that believes its numbers.

`planted(family, ...)` lists kinds of errors for every column of every table, by the column's type; a family's tests add kinds of
their own. `Mutant` plants one after the other in a copy of a book and names the claims that fail. A row checksum would notice
none of them: only the claims are asked.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any, TypeVar

import duckdb
from books import with_build
from golden.small_book import copy_built
from sharing import copy_kept

from tafelwerk.proofs.claims import Claim, Sampling, claims_of_family
from tafelwerk.tables.book import Book
from tafelwerk.tables.checksum import combine, digest_rows, seals
from tafelwerk.tables.layout import Column, Table, layout
from tafelwerk.tables.metadata import Ask, contents

PROOFS = Path(__file__).parent / "proofs"

SHARE = 0.01
"""Share of a table's rows that are hit; at least one row."""

T = TypeVar("T")

Wrong = Mapping[str, str | None]
Where = Mapping[str, str]


@dataclass(frozen=True)
class Mutation:
    """One kind of error.

    Attributes:
        name: table, column and kind.
        sql: statements; {rows} stands for a condition that holds for the rows that are hit.
        table: the table that is hit.
        where: condition on the rows that can be hit.
    """

    name: str
    sql: str
    table: str
    where: str = "true"


def _columns(family: str, own: Wrong, where: Where) -> Iterator[tuple[Table, Column, str, str]]:
    """The columns in which a value can be wrong: table, column, "table.column", condition on the rows that can be hit."""
    for table in layout(family):
        for column in table.columns:
            name = f"{table.name}.{column.name}"
            if not column.measured and None not in (own.get(f"{table.name}.*", ""), own.get(name, "")):
                yield table, column, name, where.get(name, where.get(table.name, "true"))


def _update(name: str, kind: str, value: str, rows: str) -> Mutation:
    """The error that some rows hold another value in "table.column"."""
    table, column = name.split(".")
    return Mutation(f"{name}: {kind}", f'UPDATE {table} SET "{column}" = {value} WHERE {{rows}}', table, rows)


def planted(family: str, own: Wrong | None = None, where: Where | None = None) -> Iterator[Mutation]:
    """For each table: rows deleted, and each column off by one (or an ulp, or another value), or swapped between rows.

    Args:
        family: the family.
        own: by "table.column" SQL for the wrong value, or None where no value is wrong (measured columns are left
            out anyway). "table.*" with None leaves a table out.
        where: by "table" or "table.column" a condition on the rows that can be hit.
    """
    own, where = own or {}, where or {}
    for table in layout(family):
        if own.get(f"{table.name}.*", "") is not None:
            rows = where.get(table.name, "true")
            yield Mutation(f"{table.name}: deleted", f"DELETE FROM {table.name} WHERE {{rows}}", table.name, rows)
    for table, column, name, rows in _columns(family, own, where):
        value = f'"{column.name}"'
        yield _update(name, "off by one", own.get(name) or _wrong(value, column.type), rows)
        if column.name not in table.key and name not in own:
            other = (
                f"(SELECT {value} FROM {table.name} o WHERE o.{value} IS DISTINCT FROM {table.name}.{value}"
                f" AND o.{value} IS NOT NULL ORDER BY hash(o.rowid) LIMIT 1)"
            )
            yield _update(name, "another row's", other, rows)
        if column.type.endswith("[]"):
            turned = f"list_reverse({value})"
            yield _update(name, "reversed", turned, f"({rows}) AND {turned} <> {value}")


def exchanged(family: str, own: Wrong | None = None, where: Where | None = None) -> Iterator[Mutation]:
    """For each column outside the key: the values of two rows exchanged, so that all sums stay; arguments as for `planted`."""
    own, where = own or {}, where or {}
    for table, column, name, rows in _columns(family, own, where):
        if column.name in table.key:
            continue
        value = f'"{column.name}"'
        one = f"SELECT rowid AS r, {value} AS v FROM {table.name} WHERE {{rows}} LIMIT 1"
        other = (
            f"SELECT rowid AS r, {value} AS v FROM {table.name} WHERE ({rows}) AND {value} IS DISTINCT FROM"
            f" (SELECT v FROM ({one})) ORDER BY hash(rowid) LIMIT 1"
        )
        sql = (
            f"UPDATE {table.name} SET {value} = CASE rowid WHEN a.r THEN b.v ELSE a.v END"
            f" FROM ({one}) a, ({other}) b WHERE rowid IN (a.r, b.r)"
        )
        several = f"({rows}) AND (SELECT count(DISTINCT {value}) > 1 FROM {table.name} WHERE {rows})"
        yield Mutation(f"{name}: exchanged", sql, table.name, several)


def _wrong(column: str, kind: str) -> str:
    """A value that is another than the column's, as near as the type has one; text of digits is a number."""
    if kind == "BOOLEAN":
        return f"NOT coalesce({column}, false)"
    if kind in ("DOUBLE", "FLOAT"):
        return f"CASE WHEN isinf({column}) THEN 1 WHEN {column} = 0 THEN 5e-324 ELSE {column} * (1 + 2.3e-16) END"
    if kind.startswith("ENUM"):
        return f"(CASE WHEN enum_code({column}) = 0 THEN enum_last(NULL::{kind}) ELSE enum_first(NULL::{kind}) END)"
    if kind == "VARCHAR":
        return (
            f"CASE WHEN try_cast({column} AS HUGEINT) IS NOT NULL THEN ({column}::HUGEINT + 1)::VARCHAR"
            f" WHEN {column} IS NULL THEN '1' ELSE {column} || '0' END"
        )
    if kind == "BLOB":
        return f"('\\x01'::BLOB || {column}[2:])"
    if kind.endswith("[]"):
        return f"list_transform({column}, lambda x, i: CASE WHEN i = 1 THEN x + 1 ELSE x END)"
    return f"CASE WHEN {column} IS NULL THEN 0 WHEN {column} > 0 THEN {column} - 1 ELSE {column} + 1 END"


def finer(family: str, own: Wrong | None = None, where: Where | None = None) -> Iterator[Mutation]:
    """Kinds of error finer than a careless proof sees, by a column's type: doubles next to the right one; values a hundredth
    beyond their errors; errors divided; lists wrong at the end; fractions not reduced; numbers larger by one.

    Args:
        family: the family.
        own, where: as in `planted`; only columns for which own has None are left out.
    """
    own, where = own or {}, where or {}
    for table, column, name, rows in _columns(family, own, where):
        if column.name in table.key and column.type != "DOUBLE":
            continue
        if "certainty" in table.column_names and column.type == "DOUBLE":
            rows = f"({rows}) AND certainty = 'certified'"
        has_error = "error" in table.column_names and column.name not in table.key
        for kind, value, wrong in _finer(f'"{column.name}"', column.type, has_error):
            yield _update(name, kind, value, f'({rows}) AND "{column.name}" IS NOT NULL AND ({wrong})')


def _finer(own: str, kind: str, has_error: bool) -> Iterator[tuple[str, str, str]]:
    """Kinds of error in a column: name, SQL of the wrong value, condition on the rows in which it is wrong."""
    if own == '"error"':
        for part in (10, 1e3, 1e6):
            yield f"divided by {part:g}", f"{own} / {part}", f"{own} > 0"
        yield "none", "0", f"{own} > 0"
        yield "ten times", f"{own} * 10", f"{own} > 0"
        yield "an ulp less", f"{own} * (1 - 1.2e-16)", f"{own} > 0"
    elif kind == "DOUBLE" and has_error:
        yield "above its error", f"{own} + 1.01 * error", "error > 0"
        yield "below its error", f"{own} - 1.01 * error", "error > 0"
    elif kind == "DOUBLE":
        finite = f"isfinite({own}) AND {own} <> 0"
        yield "the next double", f"{own} * (1 + 2.3e-16)", finite
        yield "the double before", f"{own} * (1 - 1.2e-16)", finite
    elif kind.endswith("[]"):
        if kind == "DOUBLE[]":
            for where, at in (("at the end", f"i = len({own})"), ("of the largest", f"x = list_max({own})")):
                more = f"list_transform({own}, lambda x, i: CASE WHEN {at} THEN x * (1 - 1.2e-16) ELSE x END)"
                yield f"the double before {where}", more, f"{own}[-1] > 0"
        elif kind.endswith("INT[]"):
            more = f"list_transform({own}, lambda x, i: CASE WHEN i = len({own}) THEN x + 1 ELSE x END)"
            yield "one more at the end", more, f"len({own}) > 0"
    elif kind == "VARCHAR" and own.endswith('_num"'):
        other = own.replace("_num", "_den")
        twice = f"({own}::HUGEINT * 2)::VARCHAR, {other} = ({other}::HUGEINT * 2)::VARCHAR"
        yield "not reduced", twice, f"greatest(len({own}), len({other})) < 38"
    elif kind.endswith("INT"):
        yield "one more", f"{own} + 1", "true"
        yield "one half", f"{own} // 2", f"{own} <> 0"


@dataclass(frozen=True)
class Planted:
    """The kinds of error that are planted in a small book of a family.

    Attributes:
        family: the family.
        make: makes the book, given its folder; where there is none, command lines of proofs/builds.txt make it.
        lies: kinds of its own.
        own, where: as in `planted`.
        slow: tables and columns whose proofs take long; `make test` plants only kinds of its own there.
        coarse: tables whose units take long: `make test` hits a tenth of their rows, for which it looks at fewer units.
        sound: how much of the sound book `make test` proves, as for `Mutant.failed`.
    """

    family: str
    make: Callable[[Path], None] | None = None
    lies: tuple[Mutation, ...] = ()
    own: Wrong = field(default_factory=dict)
    where: Where = field(default_factory=dict)
    slow: tuple[str, ...] = ()
    coarse: tuple[str, ...] = ()
    sound: Mapping[str, Any] = field(default_factory=lambda: {"full": True})

    def write(self, book: Path) -> None:
        """Add the book's file to a folder, made now unless the same code has made it before."""
        if self.make is None:
            copy_built(book, "planted", self.family, PROOFS / "builds.txt")
        else:
            copy_kept(book, f"planted-{self.family}", self.make, [self.family])

    @cached_property
    def kinds(self) -> tuple[Mutation, ...]:
        """The kinds for every column, and its own."""
        return (*planted(self.family, self.own, self.where), *self.lies)

    @cached_property
    def finer(self) -> tuple[Mutation, ...]:
        """The kinds that are finer than a careless proof."""
        return tuple(finer(self.family, self.own, self.where))

    @cached_property
    def exchanged(self) -> tuple[Mutation, ...]:
        """The kinds that leave all sums."""
        return tuple(exchanged(self.family, self.own, self.where))


def lies(family: str, file: str = "lies", **values: str) -> tuple[Mutation, ...]:
    """A family's own kinds of error, from tests/proofs/FAMILY/FILE.sql; each hits the table that it names first.

    Args:
        family: the family.
        file: name of the file.
        values: by name what {name} stands for.
    """
    text = (PROOFS / family / f"{file}.sql").read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return tuple(_read_lies(text))


def _read_lies(text: str) -> Iterator[Mutation]:
    """The kinds of error of a file: statements under their name, or a statement each; the first block is about the file."""
    for block in text.strip().split("\n\n")[1:]:
        head, _, statements = block.partition("\n")
        if head.startswith("-- "):
            name, _, where = head.removeprefix("-- ").partition(" | ")
            yield _lie(name, statements, where or "true")
        else:
            for statement in re.split(r"\n(?! )", block):
                yield _lie(statement, statement)


def _lie(name: str, sql: str, where: str = "true") -> Mutation:
    table = re.match(r"(?:UPDATE|DELETE FROM|INSERT INTO) (\w+)", sql)
    assert table is not None, name
    return Mutation(name, sql.rstrip(";"), table[1], where)


def of_family(family: str) -> Planted:
    """The kinds of error of a family and the book in which they are planted: tests/proofs/FAMILY/kinds.py and lies.sql."""
    planted_there: Planted = import_module(f"proofs.{family}.kinds").PLANTED
    return planted_there


class Mutant(Book):
    """A book of one family whose file is a copy that is altered and put back.

    The copy has no CHECKs: claims alone are to find an error.

    Args:
        book: folder of the book, which is left alone.
        family: the family.
        folder: where the copy goes.
    """

    def __init__(self, book: Path, family: str, folder: Path) -> None:
        super().__init__(book)
        copied = folder / f"{family}.duckdb"
        shutil.copy(book / copied.name, copied)
        copied.chmod(0o644)
        connection = duckdb.connect(":memory:", config={"threads": 1})
        connection.execute(f"ATTACH '{copied}' AS {family}")
        connection.execute(f"USE {family}")
        for table in layout(family):
            connection.execute(f"CREATE OR REPLACE TABLE {table.name} AS FROM {table.name}")
        self.family = family
        self._connection, self._attached = connection, {family}
        self._tables = {table.name for table in layout(family)}
        self._altered: set[str] = set()
        self._kept: dict[tuple[str, ...], Any] = {}
        self._seconds: dict[str, float] = {}

    def failed(
        self,
        mutation: Mutation | None,
        seed: int,
        *,
        full: bool = False,
        rows: int | None = None,
        units: int | None = None,
        every: bool = False,
    ) -> list[str]:
        """Names of the claims that fail with an error planted, the first of them; a claim that raises has failed.

        Args:
            mutation: the error; None: none, all claims that fail are named, and what a claim raises is raised.
            seed: seed of the samples, and of which rows are hit.
            full: whether every row is looked at.
            rows: rows that are hit. Default: 1 %.
            units: units per claim that are looked at. Default: as many as by default.
            every: whether all claims that fail are named.
        """
        sampling = Sampling(seed, units, full)
        if mutation is None:
            return [claim.name for claim in claims_of_family(self, self.family, seed) if _is_wrong(claim, sampling)]
        with self.planted(mutation, seed, rows):
            claims, names = self._claims(seed)
            # those about the table that is hit before the others, and of them those that take least time; one that does not
            # name the column is less likely to fail
            hit, column = f"{self.family}.{mutation.table}", mutation.name.partition(":")[0].partition(".")[2]
            claims.sort(
                key=lambda claim: (
                    hit not in claim.table.split(", "),
                    self._seconds.get(claim.name, claim.seconds * sampling.size(claim))
                    * (1 if column in claim.columns else 8),
                )
            )
            for claim in claims:
                if names and not every:
                    break
                begin = process_time()
                # as `verify` does it, whatever is raised is a fault of its claim
                try:
                    wrong = _is_wrong(claim, sampling)
                except Exception:
                    wrong = True
                self._seconds[claim.name] = process_time() - begin
                if wrong:
                    names.append(claim.name)
        return names

    def _claims(self, seed: int) -> tuple[list[Claim], list[str]]:
        """The claims, and "claims" if listing them ends in an error."""
        claims: list[Claim] = []
        try:
            claims.extend(claims_of_family(self, self.family, seed))
        except Exception:
            return claims, ["claims"]
        return claims, []

    def one(self, family: str, sql: str, *parameters: object) -> tuple[Any, ...] | None:
        return self._once(super().one, family, sql, parameters)

    def rows(self, family: str, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        return list(self._once(super().rows, family, sql, parameters))

    def arrays(self, family: str, sql: str, *parameters: object) -> dict[str, Any]:
        found = self._once(super().arrays, family, sql, parameters)
        return {name: column.copy() for name, column in found.items()}

    def metadata(self, family: str) -> tuple[Ask, Path]:
        """As of a book; what the file says of itself is never altered, so it is asked once."""
        ask, path = super().metadata(family)

        def once(sql: str, read: Callable[[Any], Any]) -> Any:
            if ("metadata", sql) not in self._kept:
                self._kept["metadata", sql] = ask(sql, read)
            return self._kept["metadata", sql]

        return once, path

    def _once(self, ask: Callable[..., T], family: str, sql: str, parameters: Sequence[object]) -> T:
        """A statement's answer, kept for other errors if it reads tables alone, none of them altered."""
        named = set(re.findall(rf"\b{family}\.(\w+)", sql))
        if not named or not named <= self._tables or not named.isdisjoint(self._altered):
            return ask(family, sql, *parameters)
        key = (ask.__name__, sql, repr(parameters))
        if key not in self._kept:
            self._kept[key] = ask(family, sql, *parameters)
        found: T = self._kept[key]
        return found

    def can_be_hit(self, mutation: Mutation) -> int:
        """Number of rows that an error can hit."""
        assert self._connection is not None
        ((count,),) = self._connection.execute(
            f"SELECT count(*) FROM {mutation.table} WHERE {mutation.where}"
        ).fetchall()
        return int(count)

    @contextmanager
    def planted(self, mutation: Mutation, seed: int, rows: int | None = None) -> Iterator[None]:
        """With an error planted; arguments as for `failed`."""
        assert self._connection is not None
        count = self.can_be_hit(mutation)
        assert count, f"{mutation.name}: no row can be hit"
        hit = rows or -int(-SHARE * count // 1)
        some = (
            f"SELECT rowid FROM {mutation.table} WHERE {mutation.where} ORDER BY hash(rowid, {seed}), rowid LIMIT {hit}"
        )
        self._connection.execute("BEGIN")
        self._altered = {table for table in self._tables if re.search(rf"\b{table}\b", mutation.sql)}
        try:
            for statement in mutation.sql.format(rows=f"rowid IN ({some})").split(";"):
                touched = self._connection.execute(with_build(statement)).fetchone()
                assert touched is None or touched[0] > 0, mutation.name
            yield
        finally:
            self._connection.execute("ROLLBACK")
            self._altered = set()


def _is_wrong(claim: Claim, sampling: Sampling) -> bool:
    """Whether a claim's proof finds a fault."""
    places = sampling.places(claim)
    return bool(places) and next(iter(claim.prove(places)), None) is not None


def reseal(file: Path, family: str, sql: str = "", *, refit: bool = False) -> None:
    """Alter a file and make its hashes fit again.

    Args:
        file: the family's file.
        family: the family.
        sql: how it is altered. Default: it has been before.
        refit: whether builds are recorded with the rows that they have now.
    """
    tables = {table.name: table for table in layout(family)}
    with duckdb.connect(str(file)) as connection:
        connection.execute(sql)
        for table in tables.values():
            state = digest_rows(connection, f"main.{table.name}", table)
            connection.execute('UPDATE meta.tables SET "rows" = ?, sha256 = ? WHERE name = ?', [*state, table.name])
        builds = connection.execute("SELECT digest, parameters FROM meta.builds").fetchall() if refit else []
        for digest, parameters in builds:
            found = contents(family, json.loads(parameters))
            assert found is not None
            digests, count = [], 0
            for name in sorted(found.rows):
                order = ", ".join(f'"{key}"' for key in tables[name].key)
                source = f"(FROM main.{name} WHERE {found.rows[name]} ORDER BY {order})"
                rows, sha256 = digest_rows(connection, source, tables[name], stored=False)
                digests.append((name, sha256))
                count += rows
            sql = 'UPDATE meta.builds SET "rows" = ?, sha256 = ? WHERE digest = ?'
            connection.execute(sql, [count, combine(digests), digest])
        for name, sha256 in list(seals(connection, family, layout(family))):
            connection.execute("UPDATE meta.seals SET sha256 = ? WHERE name = ?", [sha256, name])

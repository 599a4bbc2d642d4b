"""Layout of a family's tables: `schema.sql` of its room, and the key at the end of each table's COMMENT.

The meaning of a table and of a column stands behind its name in the CREATE TABLE, after ` -- `, and becomes its COMMENT:

    CREATE TABLE squares ( -- Squares of small numbers. Key: n.
        n      UINTEGER NOT NULL, -- The number.
        square UBIGINT  NOT NULL  -- Its square. Exact.
    );

Every table has a last column, `build`, which the schema files do not repeat: the build in meta.builds that a row is of. It says
nothing about games, so it is no column of a `Table`, and no hash of rows contains it.
"""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tafelwerk.errors import InputError, TafelwerkError
from tafelwerk.frozen import frozen

if TYPE_CHECKING:
    import duckdb

# where `schema.sql` of the family's room is looked for, in turn; a program with families of its own adds its folder
SCHEMA_FOLDERS = [Path(__file__).parent / "schema"]

_FAMILIES = Path(__file__).parent.parent / "families"

SHARED = "shared"
"""Schema file of the macros of every family."""

BUILD = "build"
"""Column of every table: the build that the row is of, as meta.builds numbers them."""

_TABLE = r"(?ms)^CREATE TABLE ([\w.]+) \((.*?)\n\);\n"
_BUILD_MEANING = "Number of the row's build in meta.builds; of several, of the one with the best evidence."

_NAMES = r"([A-Za-z0-9_]+(?:\s*,\s*[A-Za-z0-9_]+)*)"
_KEY = rf"\bKey:\s*{_NAMES}(?:;\s*together:\s*{_NAMES})?\s*\.\s*$"


_VALUE = r"'(?:[^']|'')*'"
_ENUM = rf"ENUM\({_VALUE}(?:, {_VALUE})*\)"
_VIEW = r"(?s)CREATE VIEW (\w+) AS\b(.*?);\s*(?:COMMENT|CREATE|$)"
_MEASURED = "Measured."
_EXAMPLE = r" Example: (.+) is (.+)\.$"


@frozen
class Column:
    """Name and DuckDB type of a column, and whether its values are measured, as the end of its COMMENT says."""

    name: str
    type: str
    measured: bool = False


@frozen
class Table:
    """A table's columns in order but for BUILD, and its key: the columns that sort its rows and are unique together.

    `together`: columns; rows with equal values in them come from one build ("Key: n, number; together: n."), because they are
    meaningful only together. Empty: each row is independent. `has_build`: whether it has BUILD; files of old formats have not.
    """

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    together: tuple[str, ...] = ()
    has_build: bool = True

    @property
    def column_names(self) -> tuple[str, ...]:
        """The columns' names in their order, but for BUILD."""
        return tuple(column.name for column in self.columns)

    @property
    def stored_columns(self) -> tuple[Column, ...]:
        """All columns in their order, BUILD among them."""
        return (*self.columns, Column(BUILD, "UBIGINT")) if self.has_build else self.columns


@frozen
class Macro:
    """An SQL macro of a family's file.

    Attributes:
        name: name of the macro; a statement calls it as family.name(...).
        parameters: names of the parameters.
        comment: description of the result.
        call: an example, without the family.
        answer: result of the example, as text.
    """

    name: str
    parameters: tuple[str, ...]
    comment: str
    call: str
    answer: str

    @property
    def signature(self) -> str:
        """The macro with its parameters: feedback(code, guess)."""
        return f"{self.name}({', '.join(self.parameters)})"


def schema_sql(family: str) -> str:
    """Text of the family's schema with the macros of all families; or of these alone; or of the schema meta of every file.

    Args:
        family: the family, SHARED or "meta".

    Raises:
        InputError: there is none.
    """
    for file in (*(folder / f"{family}.sql" for folder in SCHEMA_FOLDERS), _FAMILIES / family / "schema.sql"):
        if file.is_file():
            text = re.sub(_TABLE, _with_comments, file.read_text(encoding="utf-8"))
            return text if family in ("meta", SHARED) else f"{text}\n{schema_sql(SHARED)}"
    raise InputError(f"there is no family {family!r}: it has no schema")


def _with_comments(declared: re.Match[str]) -> str:
    """A CREATE TABLE, with the column BUILD unless it is of the schema meta, and the COMMENTs that stand in it."""
    name, (head, *lines) = declared[1], declared[2].split("\n")
    columns = [line.partition(" -- ")[::2] for line in lines]
    body = "\n".join(column.rstrip() for column, _ in columns)
    if not name.startswith("meta."):
        body += f",\n    {BUILD} UBIGINT NOT NULL"
        columns.append((BUILD, _BUILD_MEANING))
    statement = f"CREATE TABLE {name} (\n{body}\n);\n"
    meanings = [(f"TABLE {name}", head.partition(" -- ")[2])]
    meanings += [(f"COLUMN {name}.{column.split()[0]}", meaning) for column, meaning in columns]
    for what, meaning in meanings:
        quoted = meaning.replace("'", "''")
        statement += f"COMMENT ON {what} IS '{quoted}';\n" if meaning else ""
    return statement


@cache
def _database(family: str) -> "duckdb.DuckDBPyConnection":
    """An empty database, "memory", with the schema of the provenance and the family; it stays open. Errors as in `layout`."""
    import duckdb

    text = f"{schema_sql('meta')}\n{schema_sql(family)}"
    connection = duckdb.connect(":memory:", config={"threads": 1})
    connection.execute(text)
    return connection


@cache
def layout(family: str) -> tuple[Table, ...]:
    """The family's tables according to its schema file, by name.

    Raises:
        InputError: there is no such family.
        TafelwerkError: a table's COMMENT names no key.
    """
    with _database(family).cursor() as connection:
        return read_layout(connection, "memory")


@cache
def views(family: str) -> tuple[Table, ...]:
    """The family's views, by name; they have no key. Errors as in `layout`."""
    with _database(family).cursor() as connection:
        rows = connection.execute(
            "SELECT v.view_name, c.column_name, c.data_type FROM duckdb_views() v"
            " JOIN duckdb_columns() c ON c.table_name = v.view_name AND c.database_name = v.database_name"
            " WHERE v.schema_name = 'main' AND NOT v.internal ORDER BY v.view_name, c.column_index"
        ).fetchall()
    columns: dict[str, list[Column]] = {}
    for view, column, kind in rows:
        columns.setdefault(view, []).append(Column(column, kind))
    return tuple(Table(name, tuple(columns[name]), (), has_build=False) for name in columns)


@cache
def tables_behind(family: str) -> dict[str, frozenset[str]]:
    """The tables behind each table and view of a family; a view may read other views. Errors as in `layout`."""
    known = {table.name: frozenset([table.name]) for table in layout(family)}
    for view, text in re.findall(_VIEW, schema_sql(family)):
        words = set(re.findall(r"\b(?:FROM|JOIN)\s+(\w+)", text))
        known[view] = frozenset[str]().union(*(behind for name, behind in known.items() if name in words))
    return known


def tables_read(*statements: str) -> tuple[str, ...]:
    """The tables that statements read, behind their views, as FAMILY.TABLE in order."""
    from tafelwerk.families import KNOWN

    names = re.findall(rf"(?i)\b({'|'.join(KNOWN)})\.(\w+)", "\n".join(statements))
    families = ((family.lower(), name.lower()) for family, name in names)
    return tuple(
        sorted({f"{family}.{table}" for family, name in families for table in tables_behind(family).get(name, ())})
    )


@cache
def provenance(name: str) -> Table:
    """The columns of a table of the schema meta of every file: of `builds` or `format`."""
    with _database(SHARED).cursor() as connection:
        return provenance_table(connection, "memory", name)


@cache
def macros(family: str) -> tuple[Macro, ...]:
    """The family's macros, by name.

    Raises:
        InputError: there is no such family.
        TafelwerkError: the COMMENT of a macro has no example.
    """
    with _database(family).cursor() as connection:
        rows = connection.execute(
            "SELECT function_name, parameters, coalesce(comment, '') FROM duckdb_functions()"
            " WHERE database_name = 'memory' ORDER BY function_name"
        ).fetchall()
    macros_of_family = []
    for name, parameters, comment in rows:
        example = re.search(_EXAMPLE, comment)
        if not example:
            raise TafelwerkError(
                f"the COMMENT of macro {name} must end with an example: 'Example: {name}(...) is ANSWER.'"
            )
        macros_of_family.append(Macro(name, tuple(parameters), comment[: example.start()], example[1], example[2]))
    return tuple(macros_of_family)


@cache
def comments(family: str) -> dict[tuple[str, str, str], str]:
    """The comments of the family's schema and of the provenance, see `read_comments`. Errors as in `layout`."""
    with _database(family).cursor() as connection:
        return read_comments(connection, "memory")


def read_comments(connection: "duckdb.DuckDBPyConnection", database: str) -> dict[tuple[str, str, str], str]:
    """The comments on a database's tables, views and columns, by schema, table and column ("" for the table or view).

    A macro is listed among the tables as NAME().
    """
    rows = connection.execute(
        "SELECT schema_name, table_name, column_name, coalesce(comment, '') FROM duckdb_columns() WHERE database_name = $1"
        " UNION ALL SELECT schema_name, table_name, '', coalesce(comment, '') FROM duckdb_tables() WHERE database_name = $1"
        " UNION ALL SELECT schema_name, view_name, '', coalesce(comment, '') FROM duckdb_views()"
        " WHERE database_name = $1 AND NOT internal UNION ALL"
        " SELECT schema_name, function_name || '()', '', coalesce(comment, '') FROM duckdb_functions()"
        " WHERE database_name = $1 AND NOT internal",
        [database],
    ).fetchall()
    return {(schema, table, column): comment for schema, table, column, comment in rows}


def provenance_table(connection: "duckdb.DuckDBPyConnection", database: str, name: str = "builds") -> Table:
    """The table meta.builds of a database, without measured columns; or another of its schema meta."""
    rows = connection.execute(
        "SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = ? AND schema_name = 'meta'"
        " AND table_name = ? ORDER BY column_index",
        [database, name],
    ).fetchall()
    return Table(name, tuple(Column(*row) for row in rows), ("name", "digest") if name == "builds" else ())


def read_layout(connection: "duckdb.DuckDBPyConnection", database: str) -> tuple[Table, ...]:
    """The tables of a database's main schema, by name.

    Raises:
        TafelwerkError: a table's COMMENT names no key, or columns that are not there.
    """
    rows = connection.execute(
        "SELECT c.table_name, c.column_name, c.data_type, c.comment, t.comment FROM duckdb_columns() c"
        " JOIN duckdb_tables() t USING (database_name, schema_name, table_name)"
        " WHERE c.database_name = ? AND c.schema_name = 'main' ORDER BY c.table_name, c.column_index",
        [database],
    ).fetchall()
    columns: dict[str, list[Column]] = {}
    comments: dict[str, str] = {}
    with_build = {table for table, column, kind, *_ in rows if (column, kind) == (BUILD, "UBIGINT")}
    for table, column, kind, meaning, comment in rows:
        measured = (meaning or "").endswith(_MEASURED)
        if column != BUILD:
            columns.setdefault(table, []).append(Column(column, kind, measured))
        comments[table] = comment or ""
    return tuple(
        Table(name, tuple(columns[name]), *_key(name, columns[name], comments[name]), name in with_build)
        for name in columns
    )


def extends(table: Table, before: Table) -> bool:
    """Whether a table is as before, but for further values of its ENUMs.

    The values before are in their order, so its rows are, too; hashes of rows read texts, so they stay what they are.
    """
    plain, plain_before = (
        replace(
            each, columns=tuple(replace(column, type=re.sub(_ENUM, "ENUM", column.type)) for column in each.columns)
        )
        for each in (table, before)
    )
    enums, enums_before = (
        [re.findall(_VALUE, enum) for column in each.columns for enum in re.findall(_ENUM, column.type)]
        for each in (table, before)
    )
    return plain == plain_before and all(
        [value for value in values if value in those_before] == those_before
        for values, those_before in zip(enums, enums_before, strict=True)
    )


def enum_values(kind: str) -> list[str]:
    """The values of an ENUM by its type in DuckDB's words."""
    return [value[1:-1].replace("''", "'") for value in re.findall(_VALUE, kind)]


def identifier(name: str) -> str:
    """The name quoted for SQL."""
    return '"' + name.replace('"', '""') + '"'


def without_key(comment: str) -> str:
    """A table's COMMENT without the key that it ends with."""
    return comment.rpartition(" Key: ")[0] or comment


def _key(table: str, columns: list[Column], comment: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The key, and the columns whose rows belong together."""
    match = re.search(_KEY, comment)
    if not match:
        raise TafelwerkError(f"the COMMENT of table {table} must end with its key: 'Key: a, b.'")
    key, together = (tuple(name.strip() for name in (names or "").split(",") if name) for names in match.groups())
    missing = [name for name in (*key, *together) if name not in {column.name for column in columns}]
    if missing:
        raise TafelwerkError(f"the key of table {table} names columns it does not have: {', '.join(missing)}")
    return key, together

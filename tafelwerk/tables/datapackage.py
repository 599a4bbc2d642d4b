"""The description of an exported book: datapackage.json after the Data Package standard, version 2.

A resource is a table: its file, columns with types and comments, key, and how its numbers are known: the builds that made its
rows, their certainty and evidence, the canonical checksum of the rows. Additional properties (`certainty`, `evidence`, `rows`,
`rowsHash`, `builds`, `duckdbType`) are given next to the standard's own, as it allows.

Source: Data Package standard, datapackage.org: Data Package, Data Resource, Table Schema.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from tafelwerk import __version__
from tafelwerk.tables import bibliography
from tafelwerk.tables.layout import comments, identifier, layout, schema_sql

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book
    from tafelwerk.tables.layout import Table
    from tafelwerk.tables.provenance import BuildRecord, TableSummary

NAME = "datapackage.json"
PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json"
DESCRIPTION = (
    "Exhaustive strategy tables for games: exact, certified and sampled numbers, each table with its builds. "
    "Rows are sorted by the primary key."
)

_ENUM = re.compile(r"'((?:[^']|'')*)'")
_SIMPLE = {"FLOAT": "number", "DOUBLE": "number", "BOOLEAN": "boolean", "VARCHAR": "string", "TIMESTAMP": "datetime"}


def field_type(kind: str) -> dict[str, Any]:
    """The type of a column in Table Schema, as properties of its field.

    Args:
        kind: DuckDB's name of the type.
    """
    if kind.endswith("]"):
        return {"type": "array"}
    if kind.startswith("STRUCT"):
        return {"type": "object"}
    if kind.startswith("ENUM"):
        values = [value.replace("''", "'") for value in _ENUM.findall(kind)]
        return {"type": "string", "constraints": {"enum": values}}
    if kind.startswith("DECIMAL"):
        return {"type": "number"}
    if kind == "BLOB":
        return {"type": "string", "format": "binary"}
    return {"type": _SIMPLE.get(kind, "integer" if kind.endswith(("INT", "INTEGER")) else "any")}


def resource(
    book: "Book", summary: "TableSummary", records: "Sequence[BuildRecord]", file: Mapping[str, Any]
) -> dict[str, Any]:
    """The description of one table.

    Args:
        book: the layer of the book that holds it.
        summary: summary of the table.
        records: the builds that delivered its rows.
        file: properties of its file: path, bytes, hash.
    """
    family = summary.family
    table = next(one for one in layout(family) if one.name == summary.name)
    return {
        "name": f"{family}.{table.name}",
        "type": "table",
        "path": file["path"],
        "format": "parquet",
        "mediatype": "application/vnd.apache.parquet",
        "bytes": file["bytes"],
        "hash": file["hash"],
        "description": comments(family)["main", table.name, ""],
        "sources": [{"title": work.text} for work in bibliography.sources([family])],
        "schema": _schema(book, family, table),
        "rows": summary.rows,
        "rowsHash": f"sha256:{summary.sha256}",
        "certainty": sorted({one.certainty for one in records}),
        "evidence": sorted({one.evidence for one in records}),
        "builds": [
            {
                "line": f"tafelwerk build {one.name}",
                "rows": one.rows,
                "sha256": one.sha256,
                "certainty": one.certainty,
                "evidence": one.evidence,
                "builtAt": one.built_at.isoformat(timespec="seconds"),
                "fingerprint": one.fingerprint,
            }
            for one in records
        ],
    }


def package(
    resources: Sequence[Mapping[str, Any]], families: Sequence[str], created: datetime | None
) -> dict[str, Any]:
    """The description of the exported book.

    Args:
        resources: descriptions of the tables.
        families: families of the tables.
        created: time of the newest commit; None if there is no build.
    """
    name, title, path = bibliography.LICENSE
    return {
        "$schema": PROFILE,
        "name": "tafelwerk",
        "title": bibliography.TITLE,
        "description": DESCRIPTION,
        "version": __version__,
        **({"created": created.isoformat(timespec="seconds")} if created else {}),
        "licenses": [{"name": name, "title": title, "path": path}],
        "contributors": [{"title": bibliography.AUTHORS, "roles": ["author"]}],
        "sources": [{"title": work.text} for work in bibliography.sources(families)],
        "citation": bibliography.program_bibtex(),
        "resources": list(resources),
    }


def _schema(book: "Book", family: str, table: "Table") -> dict[str, Any]:
    said, required = comments(family), _required(family)
    fields = []
    for column in table.columns:
        kind = field_type(column.type)
        constraints = {
            **kind.pop("constraints", {}),
            **({"required": True} if (table.name, column.name) in required else {}),
        }
        one = {"name": column.name, **kind, "description": said["main", table.name, column.name]}
        fields.append({**one, **({"constraints": constraints} if constraints else {}), "duckdbType": column.type})
    foreign = _foreign_keys(book, family, table)
    return {"fields": fields, "primaryKey": list(table.key), **({"foreignKeys": foreign} if foreign else {})}


def _foreign_keys(book: "Book", family: str, table: "Table") -> list[dict[str, Any]]:
    """Foreign keys: columns with the name and type of the key of another table of the family, whose values all occur there."""
    kinds = {column.name: column.type for column in table.columns}
    found = []
    for other in layout(family):
        if other.name == table.name or len(other.key) != 1 or table.key == other.key:
            continue
        (key,) = other.key
        same = kinds.get(key) == next(column.type for column in other.columns if column.name == key)
        if same and _all_there(book, family, table.name, other.name, key):
            reference = {"resource": f"{family}.{other.name}", "fields": [key]}
            found.append({"fields": [key], "reference": reference})
    return found


def _all_there(book: "Book", family: str, table: str, other: str, key: str) -> bool:
    """Whether a table has rows, and every value of a column occurs in the other table."""
    name, places = identifier(key), [f"{family}.{identifier(one)}" for one in (table, other)]
    row = book.one(
        family,
        f"SELECT count(*), count(*) FILTER (value NOT IN (SELECT {name} FROM {places[1]}))"
        f" FROM (SELECT DISTINCT {name} AS value FROM {places[0]} WHERE {name} IS NOT NULL)",
    )
    return row is not None and row[0] > 0 and row[1] == 0


@cache
def _required(family: str) -> frozenset[tuple[str, str]]:
    """Columns that are never NULL, as table and column."""
    import duckdb

    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        connection.execute(schema_sql(family))
        rows = connection.execute(
            "SELECT table_name, column_name FROM duckdb_columns() WHERE schema_name = 'main' AND NOT is_nullable"
        ).fetchall()
    return frozenset((table, column) for table, column in rows)

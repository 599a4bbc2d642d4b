"""The description of an exported book: datapackage.json after the Data Package standard, version 2.

A resource is a table: its file, columns with types and comments, key, and how its numbers are known: the builds that made its
rows, their certainty and evidence, the canonical checksum of the rows. Additional properties (`certainty`, `evidence`, `rows`,
`rowsHash`, `builds`, `duckdbType`) are given next to the standard's own, as it allows.

Source: Data Package standard, datapackage.org: Data Package, Data Resource, Table Schema.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tafelwerk import __version__
from tafelwerk.tables import bibliography
from tafelwerk.tables.layout import comments, enum_values, layout

if TYPE_CHECKING:
    from tafelwerk.tables.layout import Table
    from tafelwerk.tables.provenance import BuildRecord, TableSummary

NAME = "datapackage.json"
PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json"
DESCRIPTION = (
    "Exhaustive strategy tables for games: exact, certified and sampled numbers, each table with its builds. "
    "Rows are sorted by the primary key."
)

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
        return {"type": "string", "constraints": {"enum": enum_values(kind)}}
    if kind.startswith("DECIMAL"):
        return {"type": "number"}
    if kind == "BLOB":
        return {"type": "string", "format": "binary"}
    return {"type": _SIMPLE.get(kind, "integer" if kind.endswith(("INT", "INTEGER")) else "any")}


def resource(summary: "TableSummary", records: "Sequence[BuildRecord]", file: Mapping[str, Any]) -> dict[str, Any]:
    """The description of one table.

    Args:
        summary: summary of the table.
        records: the builds that delivered its rows.
        file: properties of its file: path, bytes, hash.
    """
    family = summary.family
    table = next(entry for entry in layout(family) if entry.name == summary.name)
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
        "schema": _schema(family, table),
        "rows": summary.rows,
        "rowsHash": f"sha256:{summary.sha256}",
        "certainty": sorted({entry.certainty for entry in records}),
        "evidence": sorted({entry.evidence for entry in records}),
        "builds": bibliography.build_documents(records),
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


def _schema(family: str, table: "Table") -> dict[str, Any]:
    meanings = comments(family)
    fields = [
        {
            "name": column.name,
            **field_type(column.type),
            "description": meanings["main", table.name, column.name],
            "duckdbType": column.type,
        }
        for column in table.stored_columns
    ]
    return {"fields": fields, "primaryKey": list(table.key)}

"""Rows of a query as a table, JSON, JSON lines, CSV or Parquet, each value as DuckDB means it.

Rows pass in batches, so a table of ten million rows needs no more memory than one of ten thousand. What JSON and CSV
have no type for (dates, intervals, blobs, ...) is DuckDB's own text, made by DuckDB.
"""

import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from enum import StrEnum
from itertools import chain, islice
from json.encoder import encode_basestring
from math import isfinite, isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from tafelwerk.commands.output import console, json_text, note, rows_text
from tafelwerk.errors import InputError
from tafelwerk.files import written_whole

if TYPE_CHECKING:
    from duckdb import DuckDBPyRelation

BATCH = 10_000
SHOWN = 1_000
"""Rows in a table for people."""
_IN_MEMORY = 1 << 26

_INTEGERS = frozenset({"tinyint", "smallint", "integer", "bigint", "utinyint", "usmallint", "uinteger", "ubigint"})
_PLAIN = _INTEGERS | {"float", "double", "decimal", "boolean", "varchar"}
_WIDE_INTEGERS = frozenset({"hugeint", "uhugeint"})


class Format(StrEnum):
    """How rows are written."""

    TABLE = "table"
    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"
    PARQUET = "parquet"


def tell(relation: "DuckDBPyRelation", form: Format) -> None:
    """Write the rows to standard output; nothing at all if the query fails on the way.

    Raises:
        InputError: for a format that needs a file, or that two columns of one name do not fit.
    """
    if form is Format.PARQUET:
        raise InputError("--format parquet wants a file: add --output FILE.parquet")
    with tempfile.SpooledTemporaryFile(_IN_MEMORY, mode="w+", encoding="utf-8", newline="") as spool:
        _write_text(relation, form, spool)  # type: ignore[arg-type]
        spool.seek(0)
        shutil.copyfileobj(spool, sys.stdout)


def save(relation: "DuckDBPyRelation", form: Format, path: Path) -> int:
    """Write the rows to a file, whole or not at all.

    Returns:
        The number of rows.

    Raises:
        InputError: the rows do not fit the format, or the file's folder does not exist.
        StorageError: the file cannot be written.
    """
    with written_whole(path) as partial:
        if form is Format.PARQUET:
            return _write_parquet(relation, partial)
        with partial.open("w", encoding="utf-8", newline="") as stream:
            return _write_text(relation, form, stream)


def _write_text(relation: "DuckDBPyRelation", form: Format, stream: TextIO) -> int:
    names = list(relation.columns)
    if form in (Format.JSON, Format.JSONL):
        _distinct(names, form)
    rows = _rows(relation)
    if form is Format.TABLE:
        return _table(names, rows, stream)
    if form is Format.CSV:
        return _counted(stream, chain([",".join(map(_csv_text, names)) + "\n"], map(_csv_line, rows))) - 1
    objects = _objects(names, rows)
    if form is Format.JSONL:
        return _counted(stream, (text + "\n" for text in objects))
    first = next(objects, None)
    if first is None:
        stream.write("[]\n")
        return 0
    count = _counted(stream, chain([f"[{first}"], (f",\n{text}" for text in objects)))
    stream.write("]\n")
    return count


def _objects(names: list[str], rows: Iterator[tuple[Any, ...]]) -> Iterator[str]:
    """One JSON object a row."""
    keys = [json_text(name) + ": " for name in names]
    for row in rows:
        yield "{" + ", ".join([key + _JSON[type(value)](value) for key, value in zip(keys, row, strict=True)]) + "}"


def _counted(stream: TextIO, pieces: Iterable[str]) -> int:
    count = 0
    for count, piece in enumerate(pieces, 1):  # noqa: B007
        stream.write(piece)
    return count


def _distinct(names: list[str], form: Format) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InputError(f"{form} wants columns of different names, not twice {', '.join(twice)}: name them with AS")


def _rows(relation: "DuckDBPyRelation") -> Iterator[tuple[Any, ...]]:
    """The rows as numbers, text, lists and dicts."""
    kinds = list(relation.types)
    casts = (f"CAST(#{index} AS {_readable(kind)})" for index, kind in enumerate(kinds, 1))
    wide = [index for index, kind in enumerate(kinds) if kind.id in _WIDE_INTEGERS]
    for batch in _batches(relation.project(", ".join(casts))):
        columns = [column.to_pylist(maps_as_pydicts="lossy") for column in batch.columns]
        for index in wide:
            columns[index] = [None if text is None else int(text) for text in columns[index]]
        yield from zip(*columns, strict=True)


def _readable(kind: Any) -> str:
    """The DuckDB type to read a column as: itself where Python's values lose nothing, else text."""
    if kind.id in _PLAIN:
        return str(kind)
    children = dict(kind.children) if kind.id in ("list", "array", "map", "struct") else {}
    if children and "" not in children:
        if kind.id == "list":
            return f"{_readable(children['child'])}[]"
        if kind.id == "array":
            return f"{_readable(children['child'])}[{children['size']}]"
        if kind.id == "map":
            return f"MAP({_readable(children['key'])}, {_readable(children['value'])})"
        fields = ('"' + name.replace('"', '""') + '" ' + _readable(child) for name, child in children.items())
        return f"STRUCT({', '.join(fields)})"
    return "VARCHAR"


def _batches(relation: "DuckDBPyRelation") -> Iterator[Any]:
    from tafelwerk.tables.sandbox import translated

    with translated():
        yield from relation.to_arrow_reader(BATCH)


def _csv_line(row: tuple[Any, ...]) -> str:
    return ",".join([_CSV[type(value)](value) for value in row]) + "\n"


def _csv_text(text: str) -> str:
    """Quoted where it must be; an empty text is quoted, so that it is no NULL."""
    if text and not any(sign in text for sign in ',"\n\r') and text == text.strip():
        return text
    return '"' + text.replace('"', '""') + '"'


def _csv_nested(value: Any) -> str:
    return _csv_text(json_text(value))


def _csv_boolean(value: bool) -> str:
    return "true" if value else "false"


def _json_float(value: float) -> str:
    return repr(value) if isfinite(value) else json_text(value)


# repr of a float is the shortest text that reads back as the same float, and inf, -inf and nan as they are
_CSV: defaultdict[type, Callable[[Any], str]] = defaultdict(
    lambda: _csv_nested, {type(None): lambda _: "", bool: _csv_boolean, int: str, float: repr, str: _csv_text}
)
_JSON: defaultdict[type, Callable[[Any], str]] = defaultdict(
    lambda: json_text, {type(None): lambda _: "null", int: str, float: _json_float, str: encode_basestring}
)


def _table(names: list[str], rows: Iterator[tuple[Any, ...]], stream: TextIO) -> int:
    """A table for people; the plan of an EXPLAIN as it is."""
    shown = list(islice(rows, SHOWN))
    more = next(rows, None) is not None
    if names == ["explain_key", "explain_value"]:
        stream.writelines(f"{value}\n" for _, value in shown)
        return len(shown)
    from rich import box
    from rich.table import Table
    from rich.text import Text

    laid_out = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for index, name in enumerate(names):
        number = any(
            isinstance(row[index], int | float | Decimal) and not isinstance(row[index], bool) for row in shown
        )
        laid_out.add_column(Text(name), justify="right" if number else "left", overflow="fold")
    for row in shown:
        laid_out.add_row(*(Text(_cell(value)) for value in row))
    paper = console()
    with paper.capture() as captured:
        paper.print(laid_out)
    stream.write(captured.get())
    note(f"(first {SHOWN:,} rows; --format csv or jsonl writes all)" if more else f"({rows_text(len(shown))})")
    return len(shown)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return "nan" if isnan(value) else repr(value)
    return json_text(value)


def _write_parquet(relation: "DuckDBPyRelation", path: Path) -> int:
    _distinct(list(relation.columns), Format.PARQUET)
    from pyarrow import parquet

    # Arrow has raw bytes for a BIT and 38 digits for a HUGEINT
    casts = (f"CAST(#{i} AS VARCHAR)" if kind.id == "bit" else f"#{i}" for i, kind in enumerate(relation.types, 1))
    named = (
        f'{cast} AS "{name.replace(chr(34), chr(34) * 2)}"' for cast, name in zip(casts, relation.columns, strict=True)
    )
    with _parquet_refusals():
        from tafelwerk.tables.sandbox import translated

        with translated():
            reader = relation.project(", ".join(named)).to_arrow_reader(BATCH * 10)
            count = 0
            with parquet.ParquetWriter(path, reader.schema, compression="zstd") as writer:
                for batch in reader:
                    writer.write_batch(batch)
                    count += batch.num_rows
            return count


@contextmanager
def _parquet_refusals() -> Iterator[None]:
    import pyarrow

    try:
        yield
    except (pyarrow.ArrowNotImplementedError, pyarrow.ArrowInvalid, pyarrow.ArrowTypeError) as error:
        raise InputError(f"parquet does not take these columns: {str(error).splitlines()[0]}; cast them") from error

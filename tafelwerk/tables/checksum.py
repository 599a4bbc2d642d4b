"""The canonical SHA-256 of rows: it depends on what the rows say, not on parts, jobs, compression or time.

Rows in the order given, that of a table's key, which whoever writes or reads them asks for; columns in table order. Every
value is a flag byte, 1, and then

- integers of up to 64 bits, floats, booleans: little-endian, in the type's width (BOOLEAN one byte);
- TIMESTAMP: microseconds since 1970-01-01, as int64;
- VARCHAR, ENUM, BLOB, and HUGEINT, UHUGEINT, DECIMAL and DATE written out: length in bytes as uint32, then the bytes (text
  as UTF-8);
- lists of numbers: as a BLOB of their values, little-endian, in the type's width;
- other lists and STRUCTs, without floats in them: as the text of their JSON.

NULL is a flag byte 0 and then what a zero, or a text of length 0, would be. Measured columns, such as seconds, are left out.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import TafelwerkError
from tafelwerk.tables.layout import Column, Table, identifier, provenance_table
from tafelwerk.tables.value_types import frame

if TYPE_CHECKING:
    import duckdb
    import numpy as np
    import polars

_BATCH, _BATCH_BYTES = 65_536, 1 << 22
"""Most rows hashed at a time, and about the most bytes: where values differ in length, each byte takes two int64."""

_FIRST, _WINDOW, _WINDOW_BYTES = 2048, 1 << 20, 1 << 26
"""Rows of a table read at a time: at first, at most, and about the most bytes."""

_NUMBERS = frozenset(
    ("TINYINT", "UTINYINT", "SMALLINT", "USMALLINT", "INTEGER", "UINTEGER", "BIGINT", "UBIGINT", "FLOAT", "DOUBLE")
)
_FIXED = frozenset({"BOOLEAN", "VARCHAR", "BLOB", *_NUMBERS, *(f"{kind}[]" for kind in _NUMBERS)})


def digest_rows(
    connection: "duckdb.DuckDBPyConnection", source: str, table: Table, *, stored: bool = True
) -> tuple[int, str]:
    """Number and canonical hash of the rows of a source that has the table's columns.

    Args:
        connection: where the source is known.
        source: what stands after FROM; its rows come in its own order (a table: as stored).
        stored: whether it is a table, which is read a part at a time. Anything else is read as a whole.
    """
    expressions = [_expression(table, column) for column in table.columns if not column.measured]
    aliased = ", ".join(f"{expression} AS c{index}" for index, expression in enumerate(expressions))
    select = f"SELECT {aliased} FROM {source}"
    return _digest(_windows(connection, source, select) if stored else [frame(connection.sql(select))])


def digest_frame(rows: "polars.DataFrame", table: Table) -> tuple[int, str] | None:
    """As `digest_rows`, of a frame with the table's columns; None where not all are of types that are hashed as they stand.

    Args:
        rows: the columns in the table's order; of an ENUM, the text.
    """
    hashed = [column for column in table.columns if not column.measured]
    if not all(column.type in _FIXED or _is_enum(column.type) for column in hashed):
        return None
    return _digest([rows.select(column.name for column in hashed)])


def _digest(frames: "Iterable[polars.DataFrame]") -> tuple[int, str]:
    """Number and hash of the rows of frames of canonical values."""
    count, state = 0, hashlib.sha256()
    for rows in frames:
        count += rows.height
        for batch in rows.iter_slices(_fit(rows, _BATCH, _BATCH_BYTES)):
            if batch.height:
                state.update(_row_bytes(batch))
    return count, state.hexdigest()


def seals(
    connection: "duckdb.DuckDBPyConnection", database: str, tables: Iterable[Table]
) -> "Iterator[tuple[str, str]]":
    """What meta.seals of a family's file says: names, and hashes of what the tables' own hashes leave out.

    Args:
        connection: where the database is known.
        database: its name.
        tables: its tables.
    """
    for table in tables:
        if any(column.measured for column in table.columns):
            columns = [column for column in table.columns if column.measured or column.name in table.key]
            plain = Table(table.name, tuple(Column(column.name, column.type) for column in columns), table.key)
            yield table.name, digest_rows(connection, f"{database}.main.{identifier(table.name)}", plain)[1]
    yield "meta.builds", digest_rows(connection, f"{database}.meta.builds", provenance_table(connection, database))[1]


def _windows(connection: "duckdb.DuckDBPyConnection", source: str, select: str) -> "Iterator[polars.DataFrame]":
    """The rows of a table, in its order, a part at a time."""
    ((first, last),) = connection.execute(f"SELECT min(rowid), max(rowid) FROM {source}").fetchall()
    size = _FIRST
    while first is not None and first <= last:
        rows = frame(connection.sql(f"{select} WHERE rowid >= {first} AND rowid < {first + size}"))
        yield rows
        first += size
        size = _fit(rows, _WINDOW, _WINDOW_BYTES)


def _fit(rows: "polars.DataFrame", most: int, size: int) -> int:
    """Number of rows as wide as these that fill `size` bytes: at least 1, at most `most`."""
    return most if rows.is_empty() else max(1, min(most, size * rows.height // max(1, int(rows.estimated_size()))))


def combine(digests: Iterable[tuple[str, str]]) -> str:
    """One hash for the rows of several tables, given as (table, hash) in the tables' order; of one table: its own."""
    pairs = list(digests)
    if len(pairs) == 1:
        return pairs[0][1]
    return hashlib.sha256("".join(f"{table} {digest}\n" for table, digest in pairs).encode()).hexdigest()


def _expression(table: Table, column: Column) -> str:
    """What to select for the column's canonical values."""
    name, kind = identifier(column.name), column.type
    if kind in _FIXED or _is_enum(kind):
        return name
    if kind == "TIMESTAMP":
        return f"epoch_us({name})"
    if kind.startswith(("HUGEINT", "UHUGEINT", "DECIMAL", "DATE")) and not kind.endswith("[]"):
        return f"{name}::VARCHAR"
    if (kind.startswith("STRUCT") or kind.endswith("[]")) and not re.search(r"\b(FLOAT|DOUBLE)\b", kind):
        return f"to_json({name})::VARCHAR"
    raise TafelwerkError(f"column {table.name}.{column.name}: type {kind} has no canonical form")


def _is_enum(kind: str) -> bool:
    return kind.startswith("ENUM") and not kind.endswith("[]")


def _row_bytes(rows: "polars.DataFrame") -> Any:
    """The canonical bytes of rows, one or more, one after the other."""
    pieces: list[Any] = []  # uint8 (rows, width), or bytes of values that differ in length, with their numbers
    fields: list[bytes | np.ndarray] = []
    for column in rows.get_columns():
        heads, values = _fields(column)
        fields += heads
        if values is not None:
            pieces += [_pack(rows.height, fields), values]
            fields = []
    if fields:
        pieces.append(_pack(rows.height, fields))
    return pieces[0] if len(pieces) == 1 else _concatenate_rows(rows.height, pieces)


def _pack(n: int, fields: "Sequence[bytes | np.ndarray]") -> Any:
    """Rows of a fixed width, as uint8 (n, width).

    Args:
        n: their number.
        fields: of each row, in its order: bytes that all rows have, or numbers, one for each row.
    """
    import numpy as np

    kinds = [f"V{len(field)}" if isinstance(field, bytes) else field.dtype.newbyteorder("<") for field in fields]
    rows = np.empty(n, [(f"f{index}", kind) for index, kind in enumerate(kinds)])
    for index, field in enumerate(fields):
        rows[f"f{index}"] = np.void(field) if isinstance(field, bytes) else field
    return rows.view(np.uint8).reshape(n, -1)


def _fields(column: "polars.Series") -> "tuple[list[bytes | np.ndarray], tuple[np.ndarray, np.ndarray] | None]":
    """What stands in the rows for a value, see `_pack`, and behind it the bytes of all values, with the number of each, if
    they differ in length."""
    import numpy as np

    flag = column.is_not_null().to_numpy().view("u1") if column.null_count() else b"\1"
    if not _is_ragged(column):
        return [flag, _fill_missing(column)], None
    if not (str(column.dtype).startswith("List(") or column.null_count()) and _is_constant(column):
        text = column[0] if isinstance(column[0], bytes) else column[0].encode()
        return [b"\1" + len(text).to_bytes(4, "little") + text], None
    sizes, data = _bytes(column)
    lengths = (sizes.fill_null(0) if sizes.null_count() else sizes).to_numpy().astype(np.uint32)
    if (lengths != lengths[0]).any():
        return [flag, lengths], (data, lengths)
    return [flag, lengths, *([data.view(f"V{lengths[0]}")] if lengths[0] else [])], None


def _is_constant(column: "polars.Series") -> bool:
    """Whether a column of text or blobs, none of them missing, has the same in all rows."""
    codes = column.to_physical() if _is_coded(column) else column
    return bool((codes == codes.head(1)).all())


def _is_coded(column: "polars.Series") -> bool:
    """Whether a column of text is stored as numbers of words."""
    return str(column.dtype).startswith(("Enum", "Categorical"))


def _fill_missing(column: "polars.Series") -> Any:
    """The numbers of a column, 0 where there is none."""
    import numpy as np

    missing = 0 if column.dtype.is_numeric() else False
    array = (column.fill_null(missing) if column.null_count() else column).to_numpy()
    return array.view(np.uint8) if array.dtype == bool else array


def _is_ragged(column: "polars.Series") -> bool:
    """Whether values differ in length."""
    return str(column.dtype).startswith(("String", "Binary", "List(")) or _is_coded(column)


def _bytes(column: "polars.Series") -> "tuple[polars.Series, Any]":
    """Bytes in each value of a column of text, blobs or lists of numbers, and all of them, one after the other."""
    import numpy as np

    kind = "String" if _is_coded(column) else str(column.dtype)
    if kind == "String":
        column = column.cast(str)
        return column.str.len_bytes(), np.frombuffer(column.str.join("").item().encode(), np.uint8)
    if kind == "Binary":
        return column.bin.size(), np.frombuffer(b"".join(column.drop_nulls().to_list()), np.uint8)
    sizes = column.list.len()
    data = column.filter(sizes > 0).explode()
    if data.null_count():
        raise TafelwerkError("a list with NULL in it has no canonical form")
    values = data.to_numpy()
    return sizes * values.dtype.itemsize, values.astype(values.dtype.newbyteorder("<")).view(np.uint8)


def _concatenate_rows(n: int, pieces: list[Any]) -> Any:
    """Rows of differing lengths, one after the other, as one uint8 array; `pieces` as in `_row_bytes`."""
    import numpy as np

    lengths = np.zeros(n, np.int64)
    for piece in pieces:
        lengths += piece[1] if isinstance(piece, tuple) else piece.shape[1]
    ends = np.cumsum(lengths)
    out = np.empty(int(ends[-1]), np.uint8)
    cursor = ends - lengths
    for piece in pieces:
        if isinstance(piece, tuple):
            data, sizes = piece
            begins = np.cumsum(sizes, dtype=np.int64) - sizes
            out[np.repeat(cursor - begins, sizes) + np.arange(len(data))] = data
            cursor = cursor + sizes
        else:
            out[cursor[:, None] + np.arange(piece.shape[1])] = piece
            cursor = cursor + piece.shape[1]
    return out

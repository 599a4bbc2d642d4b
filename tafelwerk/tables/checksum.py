"""The canonical SHA-256 of rows: it depends on what the rows say, not on parts, jobs, compression or time.

Rows in the order given, that of a table's key, which whoever writes or reads them asks for; columns in table order. Every
value is a flag byte, 1, and then

- integers, floats, booleans: little-endian, in the type's width (BOOLEAN one byte; HUGEINT and UHUGEINT sixteen);
- TIMESTAMP and DATE: microseconds and days since 1970-01-01, as int64;
- VARCHAR, ENUM, BLOB, and DECIMAL written out: length in bytes as uint32, then the bytes (text as UTF-8);
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

_BATCH, _BATCH_BYTES = 65_536, 1 << 23
"""Most rows hashed at a time, and about the most bytes: where values differ in length, each byte takes two int64."""

_FIRST, _WINDOW, _WINDOW_BYTES = 2048, 1 << 20, 1 << 28
"""Rows of a table read at a time: at first, at most, and about the most bytes."""

_NUMBERS = frozenset(
    ("TINYINT", "UTINYINT", "SMALLINT", "USMALLINT", "INTEGER", "UINTEGER", "BIGINT", "UBIGINT", "FLOAT", "DOUBLE")
)
_FIXED = frozenset({"BOOLEAN", "VARCHAR", "BLOB", *_NUMBERS, *(f"{kind}[]" for kind in _NUMBERS)})
_LOW_WORD = "18446744073709551615"


class RowHash:
    """Running hash over frames of rows.

    Attributes:
        rows: rows so far.
    """

    def __init__(self) -> None:
        self.rows = 0
        self._digest = hashlib.sha256()
        self._packer = _Packer()

    def update(self, rows: "polars.DataFrame", values: Sequence[Sequence[int]]) -> None:
        """Take the next rows, a batch at a time.

        Args:
            rows: the rows.
            values: for each value of a row, the columns it is made of, low word first.
        """
        for batch in rows.iter_slices(_fit(rows, _BATCH, _BATCH_BYTES)):
            self._take(batch, values)

    def _take(self, rows: "polars.DataFrame", values: Sequence[Sequence[int]]) -> None:
        import numpy as np

        n = rows.height
        if n == 0:
            return
        self.rows += n
        columns = [[rows.to_series(index) for index in group] for group in values]
        fixed = [_fields(group) for group in columns]
        if all(fixed):
            self._digest.update(self._packer.pack(n, [field for fields in fixed for field in fields]))
            return
        pieces: list[Any] = []  # uint8 (n, width), or (bytes, offsets) of a text
        for group, fields in zip(columns, fixed, strict=True):
            pieces += [_Packer().pack(n, fields)] if fields else _ragged_pieces(group[0])
        if all(isinstance(piece, np.ndarray) for piece in pieces):
            self._digest.update(np.concatenate(pieces, axis=1).tobytes())
        else:
            self._digest.update(_concatenate_rows(n, pieces).tobytes())

    def hexdigest(self) -> str:
        """The hash so far, in hexadecimal."""
        return self._digest.hexdigest()


def digest_rows(
    connection: "duckdb.DuckDBPyConnection", source: str, table: Table, *, stored: bool = True
) -> tuple[int, str]:
    """Number and canonical hash of the rows of a source that has the table's columns.

    Args:
        connection: where the source is known.
        source: what stands after FROM; its rows come in its own order (a table: as stored).
        stored: whether it is a table, which is read a part at a time. Anything else is read as a whole.
    """
    expressions: list[str] = []
    values: list[list[int]] = []
    for column in table.columns:
        if column.measured:
            continue
        words = _expressions(table, column)
        values.append(list(range(len(expressions), len(expressions) + len(words))))
        expressions += words
    aliased = ", ".join(f"{expression} AS c{index}" for index, expression in enumerate(expressions))
    select = f"SELECT {aliased} FROM {source}"
    state = RowHash()
    for rows in _windows(connection, source, select) if stored else [frame(connection.sql(select))]:
        state.update(rows, values)
    return state.rows, state.hexdigest()


def digest_frame(rows: "polars.DataFrame", table: Table) -> tuple[int, str] | None:
    """As `digest_rows`, of a frame with the table's columns; None where not all are of types that are hashed as they stand.

    Args:
        rows: the columns in the table's order; of an ENUM, the text.
    """
    hashed = [column for column in table.columns if not column.measured]
    if not all(column.type in _FIXED or _is_enum(column.type) for column in hashed):
        return None
    state = RowHash()
    values = [[index] for index in range(len(hashed))]
    state.update(rows.select(column.name for column in hashed), values)
    return state.rows, state.hexdigest()


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


def _expressions(table: Table, column: Column) -> list[str]:
    """What to select for the column's canonical words."""
    name, kind = identifier(column.name), column.type
    if kind in _FIXED or _is_enum(kind):
        return [name]
    if kind in ("HUGEINT", "UHUGEINT"):
        high = "BIGINT" if kind == "HUGEINT" else "UBIGINT"
        return [f"({name} & {_LOW_WORD}::{kind})::UBIGINT", f"({name} >> 64)::{high}"]
    if kind.startswith("DECIMAL"):
        return [f"{name}::VARCHAR"]
    if kind == "TIMESTAMP":
        return [f"epoch_us({name})"]
    if kind == "DATE":
        return [f"date_diff('day', DATE '1970-01-01', {name})"]
    if (kind.startswith("STRUCT") or kind.endswith("[]")) and not re.search(r"\b(FLOAT|DOUBLE)\b", kind):
        return [f"to_json({name})::VARCHAR"]
    raise TafelwerkError(f"column {table.name}.{column.name}: type {kind} has no canonical form")


def _is_enum(kind: str) -> bool:
    return kind.startswith("ENUM") and not kind.endswith("[]")


class _Packer:
    """Writes the fields of rows one after the other, batch after batch into the same rows where they have the same form."""

    def __init__(self) -> None:
        self._form: Any = None
        self._rows: Any = None

    def pack(self, n: int, fields: "Sequence[bytes | np.ndarray]") -> Any:
        """Rows of a fixed width.

        Args:
            n: their number.
            fields: of each row, in its order: bytes that all rows have, or numbers, one for each row.

        Returns:
            The rows as bytes, uint8 (n, width); the next call writes over them.
        """
        import numpy as np

        form = [n, *(field if isinstance(field, bytes) else field.dtype.newbyteorder("<").str for field in fields)]
        if form != self._form:
            formats = [f"V{len(part)}" if isinstance(part, bytes) else part for part in form[1:]]
            self._form, self._rows = form, np.empty(n, [(f"f{index}", kind) for index, kind in enumerate(formats)])
            for name, field in zip(self._rows.dtype.names, fields, strict=True):
                if isinstance(field, bytes):
                    self._rows[name] = np.void(field)
        for name, field in zip(self._rows.dtype.names, fields, strict=True):
            if not isinstance(field, bytes):
                self._rows[name] = field
        return self._rows.view(np.uint8).reshape(n, -1)


def _fields(columns: "list[polars.Series]") -> "list[bytes | np.ndarray]":
    """What stands in the rows for a value of fixed width, see `_Packer.pack`; nothing where the rows differ in length."""
    column = columns[0]
    if not _is_ragged(column):
        flag = column.is_not_null().to_numpy().view("u1") if column.null_count() else b"\1"
        return [flag, *map(_fill_missing, columns)]
    if str(column.dtype).startswith("List(") or column.null_count() or not _is_constant(column):
        return []
    text = column[0] if isinstance(column[0], bytes) else column[0].encode()
    return [b"\1" + len(text).to_bytes(4, "little") + text]


def _is_constant(column: "polars.Series") -> bool:
    """Whether a column of text or blobs, none of them missing, has the same in all rows."""
    codes = column.to_physical() if _is_coded(column) else column
    return bool((codes == codes.head(1)).all())


def _is_coded(column: "polars.Series") -> bool:
    """Whether a column of text is stored as numbers of words."""
    return str(column.dtype).startswith(("Enum", "Categorical"))


def _fill_missing(column: "polars.Series") -> Any:
    """The words of a column, 0 where there is none."""
    import numpy as np

    missing = 0 if column.dtype.is_numeric() else False
    array = (column.fill_null(missing) if column.null_count() else column).to_numpy()
    return array.view(np.uint8) if array.dtype == bool else array


def _is_ragged(column: "polars.Series") -> bool:
    """Whether values differ in length."""
    return str(column.dtype).startswith(("String", "Binary", "List(")) or _is_coded(column)


def _ragged_pieces(column: "polars.Series") -> list[Any]:
    """A value's flag and bytes: one uint8 array (n, width), and for text of differing lengths its (bytes, offsets)."""
    import numpy as np

    n = len(column)
    flags = np.ones((n, 1), np.uint8)
    if column.null_count():
        flags[:, 0] = column.is_not_null().to_numpy()
    sizes, data = _text(column)
    lengths = (sizes.fill_null(0) if sizes.null_count() else sizes).to_numpy()
    head = np.concatenate([flags, lengths.astype("<u4").view(np.uint8).reshape(n, 4)], axis=1)
    if (lengths == lengths[0]).all():
        return [head, data.reshape(n, lengths[0])]
    return [head, (data, np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]))]


def _text(column: "polars.Series") -> "tuple[polars.Series, Any]":
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
    """Rows of differing lengths, one after the other, as one uint8 array."""
    import numpy as np

    lengths = np.zeros(n, np.int64)
    for piece in pieces:
        lengths += piece.shape[1] if isinstance(piece, np.ndarray) else np.diff(piece[1])
    ends = np.cumsum(lengths)
    out = np.empty(int(ends[-1]), np.uint8)
    cursor = ends - lengths
    fixed: list[Any] = []

    def flush() -> None:
        nonlocal cursor
        if fixed:
            block = fixed[0] if len(fixed) == 1 else np.concatenate(fixed, axis=1)
            out[cursor[:, None] + np.arange(block.shape[1])] = block
            cursor = cursor + block.shape[1]
            fixed.clear()

    for piece in pieces:
        if isinstance(piece, np.ndarray):
            fixed.append(piece)
            continue
        flush()
        data, offsets = piece
        sizes = np.diff(offsets)
        out[np.repeat(cursor - offsets[:-1], sizes) + np.arange(len(data))] = data
        cursor = cursor + sizes
    flush()
    return out

"""The canonical SHA-256 of rows: it depends on what the rows say, not on parts, jobs, compression or time.

Rows in the order given (a table's key order), columns in table order. Every value is a flag byte, 1, and then

- integers, floats, booleans: little-endian, in the type's width (BOOLEAN one byte; HUGEINT and UHUGEINT sixteen);
- TIMESTAMP and DATE: microseconds and days since 1970-01-01, as int64;
- VARCHAR, ENUM, BLOB, and DECIMAL written out: length in bytes as uint32, then the bytes (text as UTF-8);
- UTINYINT[]: as the text of these bytes.

NULL is a flag byte 0 and then what a zero, or a text of length 0, would be. Measured columns, such as seconds, are left out.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import TafelwerkError
from tafelwerk.tables.layout import Column, Table, identifier

if TYPE_CHECKING:
    import duckdb

_BATCH = 65_536
_FIXED = frozenset(
    {"BOOLEAN", "TINYINT", "UTINYINT", "SMALLINT", "USMALLINT", "INTEGER", "UINTEGER", "BIGINT", "UBIGINT"}
    | {"FLOAT", "DOUBLE", "VARCHAR", "BLOB", "UTINYINT[]"}
)
_LOW_WORD = "18446744073709551615"


class RowHash:
    """Running hash over batches of rows.

    Attributes:
        rows: rows so far.
    """

    def __init__(self) -> None:
        self.rows = 0
        self._digest = hashlib.sha256()

    def update(self, batch: Any, values: Sequence[Sequence[int]] | None = None) -> None:
        """Take the next rows.

        Args:
            batch: an Arrow record batch.
            values: for each value of a row, the batch's columns it is made of, low word first; None: one each.
        """
        import numpy as np

        n = batch.num_rows
        if n == 0:
            return
        self.rows += n
        groups = values if values is not None else [[index] for index in range(batch.num_columns)]
        columns = [[batch.column(index) for index in group] for group in groups]
        if not any(_is_ragged(group[0].type) for group in columns):
            self._digest.update(_packed(n, columns))
            return
        pieces: list[Any] = []  # uint8 (n, width), or (bytes, offsets) of a text
        for group in columns:
            pieces += _pieces(group)
        if all(isinstance(piece, np.ndarray) for piece in pieces):
            self._digest.update(np.concatenate(pieces, axis=1).tobytes())
        else:
            self._digest.update(_ragged(n, pieces).tobytes())

    def hexdigest(self) -> str:
        """The hash so far, in hexadecimal."""
        return self._digest.hexdigest()


def digest_rows(connection: "duckdb.DuckDBPyConnection", source: str, table: Table) -> tuple[int, str]:
    """Number and canonical hash of the rows of a source that has the table's columns.

    Args:
        connection: where the source is known.
        source: what stands after FROM; its rows come in its own order (a table: as stored).
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
    reader = connection.sql(f"SELECT {aliased} FROM {source}").to_arrow_reader(_BATCH)
    state = RowHash()
    for batch in reader:
        state.update(batch, values)
    return state.rows, state.hexdigest()


def digest_arrow(table: Any) -> tuple[int, str]:
    """Number and hash of an Arrow table's rows as they stand, in its own types."""
    import pyarrow

    columns = []
    for column in table.columns:
        kind = column.type
        if pyarrow.types.is_dictionary(kind):
            column = column.cast(kind.value_type)
        elif pyarrow.types.is_decimal(kind):
            column = column.cast(pyarrow.string())
        elif pyarrow.types.is_timestamp(kind):
            column = column.cast(pyarrow.timestamp("us")).cast(pyarrow.int64())
        elif pyarrow.types.is_date(kind):
            column = column.cast(pyarrow.date32()).cast(pyarrow.int32()).cast(pyarrow.int64())
        elif pyarrow.types.is_null(kind):
            column = column.cast(pyarrow.int8())
        columns.append(column)
    plain = pyarrow.Table.from_arrays(columns, names=[str(index) for index in range(len(columns))])
    state = RowHash()
    for batch in plain.combine_chunks().to_batches(_BATCH):
        state.update(batch)
    return state.rows, state.hexdigest()


def combine(digests: Iterable[tuple[str, str]]) -> str:
    """One hash for the rows of several tables, given as (table, hash) in the tables' order; of one table: its own."""
    pairs = list(digests)
    if len(pairs) == 1:
        return pairs[0][1]
    return hashlib.sha256("".join(f"{table} {digest}\n" for table, digest in pairs).encode()).hexdigest()


def _expressions(table: Table, column: Column) -> list[str]:
    """What to select so that Arrow brings the column in its canonical words."""
    name, kind = identifier(column.name), column.type
    if kind in _FIXED:
        return [name]
    if kind in ("HUGEINT", "UHUGEINT"):
        high = "BIGINT" if kind == "HUGEINT" else "UBIGINT"
        return [f"({name} & {_LOW_WORD}::{kind})::UBIGINT", f"({name} >> 64)::{high}"]
    if kind.startswith(("ENUM", "DECIMAL")):
        return [f"{name}::VARCHAR"]
    if kind == "TIMESTAMP":
        return [f"epoch_us({name})"]
    if kind == "DATE":
        return [f"date_diff('day', DATE '1970-01-01', {name})"]
    raise TafelwerkError(f"column {table.name}.{column.name}: type {kind} has no canonical form")


def _packed(n: int, groups: list[list[Any]]) -> Any:
    """Rows of fixed width, one after the other: each value's flag and words written into their places."""
    import numpy as np

    words: list[list[Any]] = [[_filled(column) for column in group] for group in groups]
    formats, offsets, width = [], [], 0
    for group in words:
        formats.append("u1")
        offsets.append(width)
        width += 1
        for array in group:
            formats.append(array.dtype.newbyteorder("<").str)
            offsets.append(width)
            width += array.dtype.itemsize
    names = [f"f{index}" for index in range(len(formats))]
    rows = np.empty(n, np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": width}))
    field = iter(names)
    for columns, group in zip(groups, words, strict=True):
        null = columns[0].null_count
        rows[next(field)] = columns[0].is_valid().to_numpy(zero_copy_only=False) if null else 1
        for array in group:
            rows[next(field)] = array
    return rows.view(np.uint8)


def _filled(column: Any) -> Any:
    """The words of a column, 0 where there is none."""
    import numpy as np
    import pyarrow

    kind = column.type
    filled = column.fill_null(False if pyarrow.types.is_boolean(kind) else 0) if column.null_count else column
    array = filled.to_numpy(zero_copy_only=False)
    return array.view(np.uint8) if array.dtype == bool else array


def _is_ragged(kind: Any) -> bool:
    import pyarrow

    return _is_text(kind) or bool(pyarrow.types.is_list(kind))


def _pieces(columns: list[Any]) -> list[Any]:
    """A value's flag and bytes: one uint8 array (n, width), and for text of differing lengths its (bytes, offsets)."""
    import numpy as np
    import pyarrow

    n, kind = len(columns[0]), columns[0].type
    if not _is_ragged(kind):
        return [_packed(n, [columns]).reshape(n, -1)]
    flags = np.ones((n, 1), np.uint8)
    if columns[0].null_count:
        flags[:, 0] = columns[0].is_valid().to_numpy(zero_copy_only=False)
    text = columns[0].cast(pyarrow.large_binary()) if _is_text(kind) else _as_bytes(columns[0])
    if text.null_count:
        text = text.fill_null(b"")
    _, offset_buffer, data_buffer = text.buffers()
    offsets = np.frombuffer(offset_buffer, np.int64)[text.offset : text.offset + n + 1]
    data = np.frombuffer(data_buffer or b"", np.uint8)[offsets[0] : offsets[-1]]
    lengths = np.diff(offsets)
    head = np.concatenate([flags, lengths.astype("<u4").view(np.uint8).reshape(n, 4)], axis=1)
    if (lengths == lengths[0]).all():
        return [head, data.reshape(n, lengths[0])]
    return [head, (data, offsets - offsets[0])]


def _as_bytes(lists: Any) -> Any:
    """Lists of uint8 as one binary value each; NULL as an empty one."""
    import numpy as np
    import pyarrow

    filled = lists.fill_null([]) if lists.null_count else lists
    values = filled.flatten()
    if values.type != pyarrow.uint8() or values.null_count:
        raise TafelwerkError(f"lists of {values.type}, or with NULL in them, have no canonical form")
    lengths = filled.value_lengths().to_numpy(zero_copy_only=False)
    offsets = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    data = np.ascontiguousarray(values.to_numpy(zero_copy_only=False))
    buffers = [None, pyarrow.py_buffer(offsets), pyarrow.py_buffer(data)]
    return pyarrow.Array.from_buffers(pyarrow.large_binary(), len(filled), buffers)


def _is_text(kind: Any) -> bool:
    import pyarrow

    types = pyarrow.types
    return bool(
        types.is_string(kind) or types.is_large_string(kind) or types.is_binary(kind) or types.is_large_binary(kind)
    ) or str(kind) in ("string_view", "binary_view")


def _ragged(n: int, pieces: list[Any]) -> Any:
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

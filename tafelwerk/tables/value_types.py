"""The types in which DuckDB's values leave the program: exact for each reader, or refused.

A reader is text (JSON, CSV, tables), a Parquet file, or Polars. `SCALARS` says, for each scalar type of DuckDB, in which type a
reader gets its values; lists, arrays, structures and maps stay what they are, with their members in these types. The choice
depends on the type alone, never on the values, so that a query has the same columns each time. Values outside the range of the
reader's type are refused, and so are types that are not listed.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError, shorten
from tafelwerk.frozen import frozen
from tafelwerk.tables.layout import identifier
from tafelwerk.tables.readings import literal

if TYPE_CHECKING:
    import polars
    from duckdb import DuckDBPyRelation


class Reader(StrEnum):
    """Readers of rows, by what messages call them."""

    TEXT = "text"
    PARQUET = "Parquet"
    FRAME = "Polars"


OWN = ""
"""Instead of a type: DuckDB's own."""

TEXT = "VARCHAR"
"""DuckDB's own text of a value."""


@frozen
class Range:
    """The values that Parquet and Polars hold.

    Attributes:
        condition: SQL that is true of a value {x} of type {type} in the range.
        words: the range, for people.
    """

    condition: str
    words: str


YEARS = Range("{x} >= CAST('0001-01-01' AS {type}) AND {x} < CAST('10000-01-01' AS {type})", "the years 1 to 9999")
FINITE = Range("{x} NOT IN (CAST('infinity' AS {type}), CAST('-infinity' AS {type}))", "finite times")
BEFORE_MIDNIGHT = Range("{x} < CAST('24:00:00' AS {type})", "times before 24:00:00")
DIGITS = Range(f"{{x}} BETWEEN -{10**38 - 1}::HUGEINT AND {10**38 - 1}::HUGEINT", "integers of up to 38 digits")


@frozen
class Scalar:
    """How the values of a scalar type are read.

    Attributes:
        text: type for readers of text.
        parquet: type in Parquet.
        frame: type for Polars; `WIDE` names those that Polars converts from text.
        ranges: values held, by reader; others are refused.
        is_key: whether values that differ also differ as text, as the keys of a JSON object must.
    """

    text: str = TEXT
    parquet: str = TEXT
    frame: str = TEXT
    ranges: tuple[tuple[Reader, Range], ...] = ()
    is_key: bool = True


def _both(values: Range) -> tuple[tuple[Reader, Range], ...]:
    return (Reader.PARQUET, values), (Reader.FRAME, values)


_NUMBER = Scalar(OWN, OWN, OWN)
_TEXT = Scalar()
_OPAQUE = Scalar(is_key=False)

FLOAT = "DOUBLE"
"""For readers of text, the number with the shortest decimal digits of a FLOAT: 0.1, not 0.10000000149011612."""

SCALARS: dict[str, Scalar] = {
    "boolean": _NUMBER,
    "tinyint": _NUMBER,
    "smallint": _NUMBER,
    "integer": _NUMBER,
    "bigint": _NUMBER,
    "utinyint": _NUMBER,
    "usmallint": _NUMBER,
    "uinteger": _NUMBER,
    "ubigint": _NUMBER,
    "hugeint": Scalar(OWN, "DECIMAL(38,0)", TEXT, ((Reader.PARQUET, DIGITS),)),
    "uhugeint": Scalar(OWN, TEXT, TEXT),
    "float": Scalar(FLOAT, OWN, OWN),
    "double": _NUMBER,
    "decimal": _NUMBER,
    "varchar": Scalar(TEXT, OWN, OWN),
    "null": Scalar(OWN, OWN, OWN),
    "blob": Scalar(TEXT, OWN, OWN),
    "enum": Scalar(TEXT, TEXT, OWN),
    "uuid": _TEXT,
    "date": Scalar(TEXT, OWN, OWN, _both(YEARS)),
    "timestamp": Scalar(TEXT, OWN, OWN, _both(YEARS)),
    "timestamp_s": Scalar(TEXT, OWN, OWN, _both(YEARS)),
    "timestamp_ms": Scalar(TEXT, OWN, OWN, _both(YEARS)),
    "timestamp_ns": Scalar(TEXT, OWN, OWN, _both(FINITE)),
    "timestamp with time zone": Scalar(TEXT, OWN, OWN, _both(YEARS)),
    "timestamptz_ns": Scalar(TEXT, OWN, OWN, _both(FINITE)),
    "time": Scalar(TEXT, OWN, OWN, _both(BEFORE_MIDNIGHT)),
    "time_ns": Scalar(TEXT, OWN, OWN, _both(BEFORE_MIDNIGHT)),
    "time with time zone": _TEXT,
    "interval": _TEXT,
    "bit": _TEXT,
    "bignum": _TEXT,
    "geometry": _TEXT,
    "type": _TEXT,
    "union": _OPAQUE,
    "tuple": _OPAQUE,
    "variant": _OPAQUE,
    "aggregate_state": _OPAQUE,
}
"""How each scalar type of DuckDB is read, by its id; unions, tuples and variants have no counterpart elsewhere."""

_NESTED = ("list", "array", "struct", "map")

WIDE = {"hugeint": "Int128", "uhugeint": "UInt128"}
"""Polars' types of numbers of 128 bits, which arrive as text."""


REFUSED = "column "
"""Beginning of DuckDB's message about a value that is out of a reader's range."""

_LONGEST = 60
"""Greatest length of a name, a type or a value in a message."""


def expressions(names: Sequence[str], kinds: Sequence[Any], reader: Reader) -> list[str]:
    """SQL expressions of the columns #1, #2, ... for a reader.

    Args:
        names: names of the columns.
        kinds: DuckDB's types of the columns.
        reader: the reader.

    Raises:
        InputError: a column is of a type that is not listed. For a value out of the reader's range, DuckDB raises an error.
    """
    return [
        _expression(f"#{number}", name, kind, reader)
        for number, (name, kind) in enumerate(zip(names, kinds, strict=True), 1)
    ]


def check_names(names: Sequence[str], reader: str, *, cases: bool = True) -> None:
    """Raise unless the columns have different names.

    Args:
        names: the names.
        reader: what needs it, for the message.
        cases: whether a name in capitals is another name.

    Raises:
        InputError: a name occurs twice.
    """
    spelled = [name if cases else name.casefold() for name in names]
    twice = sorted({name for name, known in zip(names, spelled, strict=True) if spelled.count(known) > 1})
    if twice:
        raise InputError(
            f"{reader} needs columns with different names; rename with AS what occurs twice: {', '.join(twice)};"
            f" or leave it out of a table: t.* EXCLUDE ({', '.join(map(identifier, twice))})"
        )


def _expression(column: str, name: str, kind: Any, reader: Reader) -> str:
    about = f"{REFUSED}{_line(name)} is of type {_line(str(kind))}"
    advice = f"select CAST({_line(identifier(name))} AS VARCHAR)"
    try:
        read_as, digits = _read_type(kind, reader), _read_type(kind, reader, floats=TEXT)
    except KeyError:
        raise InputError(f"{about}, which {reader} does not hold: {advice}") from None
    value = column
    for step in (digits, read_as) if digits != read_as else (read_as,):
        value = value if step == str(kind) else f"CAST({value} AS {step})"
    ranges = dict.fromkeys(_ranges(kind, reader))
    if not ranges:
        return value
    said = f"left(regexp_replace(CAST({column} AS VARCHAR), '\\s+', ' ', 'g'), {_LONGEST})"
    held = f"; {reader} holds {' and '.join(one.words for one in ranges)}: {advice}"
    message = f"{literal(f'{about} and holds ')} || {said} || {literal(held)}"
    return f"CASE WHEN {_outside(column, kind, reader)} THEN error({message}) ELSE {value} END"


def _line(text: str) -> str:
    """A name or a type in a message of one line."""
    return shorten(" ".join(text.split()), _LONGEST)


def type_id(kind: Any) -> str:
    """The id of a type in `SCALARS`; DuckDB's Python client gives a state of an aggregate that of the values that it holds."""
    return (
        "aggregate_state" if str(kind).startswith("AGGREGATE_STATE") and not str(kind).endswith("]") else str(kind.id)
    )


def members(kind: Any) -> dict[str, Any]:
    """Types of the members of a list, an array, a structure or a map, by DuckDB's names for them; empty for others.

    A map whose keys are not scalars is none of these: neither JSON nor Polars has such keys.
    """
    if type_id(kind) not in _NESTED:
        return {}
    within = {name: child for name, child in kind.children if type_id(kind) == "struct" or name != "size"}
    if type_id(kind) == "map" and not (type_id(within["key"]) in SCALARS and SCALARS[type_id(within["key"])].is_key):
        return {}
    return within


def _read_type(kind: Any, reader: Reader, floats: str = "") -> str:
    """The DuckDB type in which a reader gets a column.

    Args:
        kind: DuckDB's type of the column.
        reader: the reader.
        floats: the type of floats for readers of text, if it is another than that of the answer.

    Raises:
        KeyError: the type is not listed.
    """
    if type_id(kind) in SCALARS:
        scalar = SCALARS[type_id(kind)]
        if reader is Reader.TEXT:
            return (floats if type_id(kind) == "float" and floats else scalar.text) or str(kind)
        return (scalar.parquet if reader is Reader.PARQUET else scalar.frame) or str(kind)
    if type_id(kind) not in _NESTED:
        raise KeyError(type_id(kind))
    types = {name: _read_type(child, reader, floats) for name, child in members(kind).items()}
    if not types:
        return TEXT
    if type_id(kind) == "list":
        return f"{types['child']}[]"
    if type_id(kind) == "array":
        return f"{types['child']}[{dict(kind.children)['size']}]"
    if type_id(kind) == "map":
        # the keys of a JSON object are text
        return f"MAP({TEXT if reader is Reader.TEXT else types['key']}, {types['value']})"
    return "STRUCT(" + ", ".join(f"{identifier(name)} {child}" for name, child in types.items()) + ")"


def _ranges(kind: Any, reader: Reader) -> Iterator[Range]:
    """The ranges of a column's type and of its members."""
    if type_id(kind) in SCALARS:
        yield from (held for held_by, held in SCALARS[type_id(kind)].ranges if held_by is reader)
    for child in members(kind).values():
        yield from _ranges(child, reader)


def _outside(x: str, kind: Any, reader: Reader, depth: int = 1) -> str:
    """SQL that is true of a value that is out of the reader's range, or has a member that is."""
    if type_id(kind) in SCALARS:
        (held,) = _ranges(kind, reader)
        return f"NOT ({held.condition.format(x=x, type=kind)})"
    parts = []
    for name, child in members(kind).items():
        if not any(_ranges(child, reader)):
            continue
        if type_id(kind) == "struct":
            parts.append(_outside(f"struct_extract({x}, {literal(name)})", child, reader, depth))
            continue
        values = (
            f"map_{name}s({x})"
            if type_id(kind) == "map"
            else f"CAST({x} AS {child}[])"
            if type_id(kind) == "array"
            else x
        )
        inner = _outside(f"v{depth}", child, reader, depth + 1)
        parts.append(f"len(list_filter({values}, lambda v{depth}: {inner})) > 0")
    return f"({' OR '.join(parts)})"


def widen(rows: "polars.DataFrame", kinds: Sequence[Any]) -> "polars.DataFrame":
    """The frame with integers of 128 bits in place of their text.

    Args:
        rows: the frame, as read by `expressions`.
        kinds: DuckDB's types of the columns.
    """
    types = {name: _wide(kind, dtype) for (name, dtype), kind in zip(rows.schema.items(), kinds, strict=True)}
    return rows.cast({name: dtype for name, dtype in types.items() if dtype != rows.schema[name]})


def _wide(kind: Any, dtype: Any) -> Any:
    """Polars' type of a column, with integers of 128 bits in place of their text."""
    import polars

    if type_id(kind) in WIDE:
        return getattr(polars, WIDE[type_id(kind)])
    within = members(kind)
    if type_id(kind) == "list":
        return polars.List(_wide(within["child"], dtype.inner))
    if type_id(kind) == "array":
        return polars.Array(_wide(within["child"], dtype.inner), dtype.size)
    if type_id(kind) == "struct" and within:
        return polars.Struct({field.name: _wide(within[field.name], field.dtype) for field in dtype.fields})
    if type_id(kind) == "map" and within:
        # which converts no keys
        return polars.Map(dtype.key, _wide(within["value"], dtype.value))
    return dtype


class Stream:
    """The rows of a relation or a frame for the other library to read: `polars.DataFrame(...)`, `connection.register(...)`.

    With it, neither library depends on the class of the other's object, for which each would need a third library.
    """

    __slots__ = ("_source",)

    def __init__(self, source: Any) -> None:
        self._source = source

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._source.__arrow_c_stream__(requested_schema)


def frame(relation: "DuckDBPyRelation") -> "polars.DataFrame":
    """All rows of a relation.

    Raises:
        duckdb.Error: error of the query.
    """
    import polars

    # materialized first, so that an error comes from DuckDB and not wrapped by Polars
    return polars.DataFrame(Stream(relation.materialize()))

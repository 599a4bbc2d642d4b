"""Every type of DuckDB in every format: each value is read back exactly, or it is refused."""

import ast
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import polars
import pytest
from page_commands import ROOT

from tafelwerk.commands import rowset
from tafelwerk.commands.rowset import Format
from tafelwerk.errors import InputError
from tafelwerk.tables.sandbox import Answer
from tafelwerk.tables.value_types import SCALARS, WIDE, Reader, Stream, expressions, members


@dataclass(frozen=True)
class Values:
    """Values of a type, as DuckDB's text of them.

    Attributes:
        held: the extremes among what every format holds.
        refused: what Parquet and Polars do not hold.
        parquet: what Parquet alone does not hold.
    """

    held: tuple[str, ...]
    refused: tuple[str, ...] = ()
    parquet: tuple[str, ...] = ()


VALUES = {
    kind: Values(**{name: tuple(texts) for name, texts in values.items()})
    for kind, values in tomllib.loads((Path(__file__).parent / "values.toml").read_text(encoding="utf-8")).items()
}
"""The extremes of every scalar type, and what looks like something else."""


def value(kind: str, text: str) -> str:
    """SQL of a value."""
    written = "'" + text.replace("'", "''").replace("\0", "' || chr(0) || '") + "'"
    if kind == "TYPE":
        return "get_type(1)" if text == "INTEGER" else "make_type('DECIMAL', 10, 2)"
    return f"CAST({written} AS {kind})"


SHAPES: dict[str, str] = tomllib.loads((Path(__file__).parent / "shapes.toml").read_text(encoding="utf-8"))
"""SQL of values with a value, X, within."""


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    """One per test: a test that refuses a value leaves a result unfinished, which others would trip over."""
    with duckdb.connect() as made:
        made.execute("SET TimeZone = 'UTC'")
        yield made


def test_every_type_of_duckdb_is_tried(connection: duckdb.DuckDBPyConnection) -> None:
    """A type that a later DuckDB adds needs a row in SCALARS, in VALUES and in docs/sql.md."""
    known = {re.split(r"[(]", name)[0].strip('"') for name in (*VALUES, *SHAPES)}
    rows = connection.execute("SELECT DISTINCT logical_type FROM duckdb_types() WHERE type_name != 'JSON'").fetchall()
    assert {name for (name,) in rows} - known == set()
    kinds = {connection.sql(f"SELECT CAST(NULL AS {kind}) AS x").types[0].id for kind in VALUES if kind != "TYPE"}
    assert kinds | {"type", "union", "tuple", "aggregate_state"} == set(SCALARS)


def describe_types() -> Iterator[str]:
    """The table of docs/sql.md: types with the same forms, in the order of SCALARS."""
    forms: dict[tuple[str, ...], list[str]] = {}
    for name, scalar in SCALARS.items():
        text = {"boolean": "true, false", "null": "null"}.get(name, "text" if scalar.text == "VARCHAR" else "number")
        ranges = {reader: f", {held.words}" for reader, held in scalar.ranges}
        parquet = (scalar.parquet or "the same type") + ranges.get(Reader.PARQUET, "")
        frame = WIDE.get(name) or (scalar.frame or "the same type") + ranges.get(Reader.FRAME, "")
        forms.setdefault((text, parquet, frame), []).append(name.upper())
    for form, names in forms.items():
        yield f"| {', '.join(names)} | {' | '.join(form)} |".replace("VARCHAR |", "text |")


def test_the_page_describes_every_type() -> None:
    page = (ROOT / "docs" / "sql.md").read_text()
    for line in describe_types():
        assert f"\n{line}\n" in page


def leaves(kind: Any) -> str:
    """The type with text in place of every scalar."""
    within = members(kind)
    if not within:
        return "VARCHAR"
    if kind.id == "list":
        return f"{leaves(within['child'])}[]"
    if kind.id == "array":
        return f"{leaves(within['child'])}[{dict(kind.children)['size']}]"
    if kind.id == "map":
        return f"MAP({leaves(within['key'])}, {leaves(within['value'])})"
    return (
        "STRUCT("
        + ", ".join(f'"{name.replace(chr(34), chr(34) * 2)}" {leaves(child)}' for name, child in within.items())
        + ")"
    )


AS_TEXT = ("UNION", "LIST of UNION", "TUPLE", "VARIANT", "MAP, within a key")
"""Shapes whose values are text."""

KEYED = ("MAP, as a key", "MAP, within a key")
WITHOUT = {"TYPE": (*KEYED, "VARIANT")}
"""Shapes that DuckDB does not have of a type."""


WIDER = ("HUGEINT", "UHUGEINT")
_OTHERS = [kind for kind in VALUES if kind not in (*WIDER, '"NULL"', "TYPE")]
GROUPS = [WIDER, ('"NULL"',), ("TYPE",), *(_OTHERS[place::4] for place in range(4))]
"""Types that are tried in one table."""


class Case:
    """Values of some types, with a column per type and shape, and a row per value; the last row is NULL within each shape."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, kinds: Sequence[str], chosen: Callable[[Values], tuple[str, ...]]
    ) -> None:
        texts = {kind: chosen(VALUES[kind]) for kind in kinds}
        most, columns, self.labels = max(map(len, texts.values())), [], list[tuple[str, str]]()
        for kind in kinds:
            for shape, form in SHAPES.items():
                if shape in WITHOUT.get(kind, ()) or (shape in KEYED and not texts[kind]):
                    continue
                nothing = (
                    "NULL"
                    if shape in KEYED
                    else form.replace("X", "NULL" if kind == "TYPE" else f"CAST(NULL AS {kind})")
                )
                values = [form.replace("X", value(kind, text)) for text in texts[kind]]
                columns.append([*values, *[nothing] * (most + 1 - len(values))])
                self.labels.append((kind, shape))
        rows = ", ".join(f"({', '.join(row)})" for row in zip(map(str, range(most + 1)), *columns, strict=True))
        self.names = [f"c{place}" for place in range(len(columns))]
        self.statement = f"FROM (VALUES {rows}) t(i, {', '.join(self.names)}) ORDER BY i"
        if not {"TYPE", '"NULL"'}.intersection(kinds):  # which no table holds
            connection.execute(f"CREATE OR REPLACE TABLE cases AS {self.statement}")
            self.statement = "FROM cases ORDER BY i"
        self.answer = Answer(connection, connection.sql(self.statement), ExitStack(), {})
        self.kinds = self.answer.relation.types[1:]
        self.expected = self.texts(connection, f"({self.statement})")

    def texts(self, connection: duckdb.DuckDBPyConnection, source: str) -> dict[tuple[str, str], list[Any]]:
        """The text of every scalar in a source, by type and shape."""
        columns = ", ".join(
            f"CAST({name} AS {leaves(kind)})" for name, kind in zip(self.names, self.kinds, strict=True)
        )
        rows = connection.execute(f"SELECT {columns} FROM {source} ORDER BY i").fetchall()
        return {label: list(column) for label, column in zip(self.labels, zip(*rows, strict=True), strict=True)}


@pytest.mark.parametrize("kinds", GROUPS)
def test_parquet_holds_every_value(kinds: Sequence[str], connection: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    case, path = Case(connection, kinds, lambda values: values.held), tmp_path / "a.parquet"
    rowset.save(case.answer, Format.PARQUET, path)
    frame = polars.read_parquet(path)
    frame.rows()
    nothing = Answer(connection, connection.sql(f"FROM ({case.statement}) WHERE false"), ExitStack(), {})
    rowset.save(nothing, Format.PARQUET, tmp_path / "empty.parquet")
    assert polars.read_parquet_schema(tmp_path / "empty.parquet") == frame.schema
    with duckdb.connect() as reader:
        reader.execute("SET TimeZone = 'UTC'")
        assert case.texts(reader, f"'{path}'") == case.expected
        reader.register("frame", Stream(frame))
        assert case.texts(reader, "frame") == case.expected


@pytest.mark.parametrize("kinds", GROUPS)
def test_a_frame_holds_every_value(kinds: Sequence[str], connection: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    case = Case(connection, kinds, lambda values: values.held + values.parquet)
    frame = case.answer.pl()
    rows = frame.rows()
    nothing = Answer(connection, connection.sql(f"FROM ({case.statement}) WHERE false"), ExitStack(), {})
    assert nothing.pl().schema == frame.schema
    if kinds == WIDER:
        # which polars writes to no file
        for place, (kind, shape) in enumerate(case.labels, 1):
            if shape in ("itself", "LIST", "STRUCT", "MAP"):
                assert [spell(row[place]) for row in rows] == case.expected[kind, shape]
        wide = {"HUGEINT": polars.Int128, "UHUGEINT": polars.UInt128}
        schema = dict(zip(case.labels, list(frame.schema.values())[1:], strict=True))
        for kind, dtype in wide.items():
            assert schema[kind, "itself"] == dtype
            assert schema[kind, "LIST"] == polars.List(dtype)
        return
    if kinds == ('"NULL"',):
        assert [row[1] for row in rows] == [None]
        return
    frame.write_parquet(tmp_path / "a.parquet")
    assert case.texts(connection, f"'{tmp_path / 'a.parquet'}'") == case.expected


def spell(found: Any) -> Any:
    """Integers as text, in what Polars gives for a value."""
    if isinstance(found, int):
        return str(found)
    if isinstance(found, dict):
        return {name: spell(item) for name, item in found.items()}
    return [spell(item) for item in found] if isinstance(found, list) else found


@pytest.mark.parametrize("kind", [kind for kind, values in VALUES.items() if values.refused + values.parquet])
def test_a_value_out_of_range_is_refused(kind: str, connection: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    values = VALUES[kind]
    refused = values.refused + values.parquet
    nested = [
        (shape, refused[0]) for shape in SHAPES if shape not in ("itself", *AS_TEXT) and kind in ("DATE", "HUGEINT")
    ]
    for shape, text in [*(("itself", text) for text in refused), *nested]:
        statement = f'SELECT {SHAPES[shape].replace("X", value(kind, text))} AS "a x"'
        answer = Answer(connection, connection.sql(statement), ExitStack(), {})
        advice = r'select CAST\("a x" AS VARCHAR\)$'
        with pytest.raises(InputError, match=rf"^column a x is of type .* and holds .*; Parquet holds .*: {advice}"):
            rowset.save(answer, Format.PARQUET, tmp_path / "a.parquet")
        if text in values.refused:
            with pytest.raises(InputError, match=rf"^column a x is of type .* and holds .*; Polars holds .*: {advice}"):
                answer.pl()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("aggregate", ["avg", "sum", "approx_quantile"])
def test_a_state_of_an_aggregate_is_text(aggregate: str, connection: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """A type that DuckDB does not list, because no column of a table has it."""
    state = f"{aggregate}(x{', 0.5' if aggregate == 'approx_quantile' else ''}) EXPORT_STATE"
    statement = f"SELECT s, [s] AS l, CAST(s AS VARCHAR) AS t FROM (SELECT {state} AS s FROM (VALUES (1)) t(x))"
    rowset.save(Answer(connection, connection.sql(statement), ExitStack(), {}), Format.PARQUET, tmp_path / "a.parquet")
    for rows in (
        connection.sql(f"FROM '{tmp_path / 'a.parquet'}'").fetchall(),
        Answer(connection, connection.sql(statement), ExitStack(), {}).pl().rows(),
    ):
        assert [(state, *states) for state, states, _ in rows] == [(text, text) for *_, text in rows]


def test_names_that_occur_twice_are_refused(connection: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    for names, refusing in (("a", {"json", "jsonl", "parquet", "Polars"}), ("A", {"parquet"})):
        for reader in ("csv", "json", "jsonl", "parquet", "Polars"):
            answer = Answer(connection, connection.sql(f"SELECT 1 AS a, 2 AS {names}"), ExitStack(), {})
            is_refused = pytest.raises(InputError, match="rename with AS what occurs twice")
            with is_refused if reader in refusing else nullcontext():
                answer.pl() if reader == "Polars" else rowset.save(answer, Format(reader), tmp_path / "a")


def test_a_type_that_is_not_listed_is_refused(
    connection: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = connection.sql("SELECT [{'a': UUID '00000000-0000-0000-0000-000000000000'}] AS u").types
    # in a copy: put back, the type would stand last
    listed = {name: scalar for name, scalar in SCALARS.items() if name != "uuid"}
    monkeypatch.setattr("tafelwerk.tables.value_types.SCALARS", listed)
    for reader in Reader:
        with pytest.raises(
            InputError, match=r"column u is of type STRUCT\(a UUID\)\[\], which .* does not hold: select CAST"
        ):
            expressions(["u"], kinds, reader)


def same(connection: duckdb.DuckDBPyConnection, found: Any, expected: Any, kind: Any, nan: str | None) -> bool:
    """Whether the scalars of a value that was read from text are those that are expected.

    `nan` is what stands for NaN.
    """
    if expected is None:
        return found is None
    within = members(kind)
    if within:
        names: list[Any] = list(range(len(expected))) if kind.id in ("list", "array") else list(expected)
        child = {name: within[{"map": "value", "struct": name}.get(kind.id, "child")] for name in names}
        return len(found) == len(expected) and all(
            same(connection, found[name], expected[name], child[name], nan) for name in names
        )
    if expected == "nan" and kind.id in ("float", "double"):
        return bool(found == nan)
    text = str(found).lower() if isinstance(found, bool) else found
    if text == expected:
        return True
    (again,) = connection.execute(f"SELECT CAST(CAST(? AS {kind}) AS VARCHAR)", [text]).fetchone() or ("",)
    return bool(again == expected)


def parse(text: str) -> Any:
    """JSON with its numbers as text."""
    return json.loads(text, parse_int=str, parse_float=str)


@pytest.mark.parametrize("kinds", GROUPS)
def test_text_holds_every_value(kinds: Sequence[str], connection: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    case = Case(connection, kinds, lambda values: values.held + values.refused + values.parquet)

    def check(rows: list[list[Any]], nan: str | None) -> None:
        for label, kind, column in zip(case.labels, case.kinds, zip(*rows, strict=True), strict=True):
            for found, text in zip(column, case.expected[label], strict=True):
                assert same(connection, found, text, kind, nan), (label, found, text)

    for form in (Format.JSON, Format.JSONL, Format.CSV, Format.MARKDOWN):
        rowset.save(case.answer, form, tmp_path / f"a.{form}")
    rows = parse((tmp_path / "a.json").read_text())
    assert [parse(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()] == rows
    check([list(row.values())[1:] for row in rows], None)
    assert connection.execute(f"SELECT count(*) FROM read_json('{tmp_path / 'a.json'}')").fetchone() == (len(rows),)

    options = "all_varchar = true, header = true, allow_quoted_nulls = false, delim = ',', quote = '\"'"
    lines = connection.execute(f"FROM read_csv('{tmp_path / 'a.csv'}', {options})").fetchall()
    assert polars.read_csv(tmp_path / "a.csv", infer_schema=False).rows() == lines
    nested = [bool(members(kind)) for kind in case.kinds]
    for table in (lines, markdown_rows((tmp_path / "a.markdown").read_bytes().decode())):
        cells = [
            [parse(cell) if is_json and cell else cell for cell, is_json in zip(row[1:], nested, strict=True)]
            for row in table
        ]
        check(cells, "nan")


ESCAPE = re.compile(r"\\([\W_])|\\(x..|u....|\w)|<br>")


def markdown_rows(text: str) -> list[list[str | None]]:
    """The cells of a table in Markdown, as its reader understands them; unseen characters are written as in Python."""

    def sign(match: re.Match[str]) -> str:
        return match[1] or ("\n" if match[2] is None else str(ast.literal_eval(f"'{match[0]}'")))

    rows = []
    for line in text.split("\n")[2:-1]:
        assert (line[:2], line[-2:]) == ("| ", " |")
        cells = re.split(r"(?<!\\)(?:\\\\)*\|", line[1:-1])
        rows.append([cell_value(ESCAPE.sub(sign, cell)) for cell in cells])
    return rows


def cell_value(cell: str) -> str | None:
    """The text of a cell, or None for NULL."""
    cell = cell.strip(" ")
    if not cell:
        return None
    return cell[1:-1].replace("''", "'") if cell[0] == cell[-1] == "'" else cell

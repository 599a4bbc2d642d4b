"""Rows as table, JSON, JSON lines, CSV and Parquet, compared with what DuckDB reads back."""

import json
import re
import resource
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import duckdb
import polars
import pytest

from tafelwerk.commands import rowset
from tafelwerk.commands.rowset import Format
from tafelwerk.errors import InputError, StorageError
from tafelwerk.tables.sandbox import Answer

Reader = pytest.CaptureFixture[str]

EVERYTHING = """
SELECT 1.50 AS d, 18446744073709551615::UBIGINT AS u, 170141183460469231731687303715884105727::HUGEINT AS h,
       sum(i) AS s, [1.5, NULL] AS l, [[1], []] AS ll, {'a': DATE '2020-01-01', 'b c': 'x'} AS st, MAP {1: 'x'} AS m,
       [1, 2]::INTEGER[2] AS ar, 'inf'::DOUBLE AS i, '-inf'::FLOAT AS mi, 'nan'::DOUBLE AS nan, NULL::INTEGER AS n,
       '' AS e, ' a,"b' || chr(10) || 'c' AS t, true AS b, '101'::BIT AS bt, '\\xAA'::BLOB AS bl,
       INTERVAL 3 DAY AS iv, TIMESTAMPTZ '2020-01-01 00:00:00+00' AS tz, 'infinity'::DATE AS di,
       TIMESTAMP '2020-01-02 03:04:05.678901' AS ts, TIME '10:00' AS ti, 'y'::ENUM('x', 'y') AS en,
       '6ba7b810-9dad-11d1-80b4-00c04fd430c8'::UUID AS uu, row(1, 'z') AS r, 1e300 AS big, 0.1 AS tenth, 0.1::FLOAT AS f
FROM range(3) g(i)
"""


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as made:
        made.execute("SET TimeZone = 'UTC'")
        yield made


def ask_rows(connection: duckdb.DuckDBPyConnection, statement: str) -> Answer:
    return Answer(connection, connection.sql(statement), ExitStack(), {})


def show_rows(connection: duckdb.DuckDBPyConnection, statement: str, form: Format, read: Reader) -> tuple[str, str]:
    """What is written to standard output and to standard error."""
    rowset.tell(rowset.gather(ask_rows(connection, statement), form))
    return read.readouterr()


def test_json_says_each_type_as_it_is(connection: duckdb.DuckDBPyConnection, capsys: Reader) -> None:
    out, err = show_rows(connection, EVERYTHING, Format.JSON, capsys)
    assert err == ""
    assert '"d": 1.50, "u": 18446744073709551615, "h": 170141183460469231731687303715884105727, "s": 3,' in out
    (row,) = json.loads(out)
    values = {
        "l": [1.5, None], "ll": [[1], []], "st": {"a": "2020-01-01", "b c": "x"}, "m": {"1": "x"}, "ar": [1, 2],
        "i": "inf", "mi": "-inf", "nan": None, "n": None, "e": "", "t": ' a,"b\nc', "b": True, "bt": "101", "bl": "\\xAA",
        "iv": "3 days", "tz": "2020-01-01 00:00:00+00", "di": "infinity", "ts": "2020-01-02 03:04:05.678901",
        "ti": "10:00:00", "en": "y", "uu": "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "r": "(1, z)", "big": 1e300, "tenth": 0.1,
    }  # fmt: skip
    assert {name: row[name] for name in values} == values


def test_null_and_an_empty_text_differ_in_csv(connection: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    statement = (
        "SELECT NULL AS n, '' AS e, 'nan'::DOUBLE AS x, chr(65279) AS m, NULL::DOUBLE AS y, ' a' AS b, 'a ' AS c"
    )
    rowset.save(ask_rows(connection, statement), Format.CSV, tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text() == 'n,e,x,m,y,b,c\n,"",nan,"\ufeff",," a","a "\n'


def test_csv_as_spreadsheets_of_many_countries_read_it(connection: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """Semicolons between fields and commas before decimals; what has a semicolon is quoted, what has a comma need not be."""
    numbers = "1 AS i, 0.25::DOUBLE AS f, 1.50::DECIMAL(4, 2) AS d"
    statement = f"SELECT {numbers}, 'a;b' AS s, 'a,b' AS t, [1.5] AS l, NULL AS n, '' AS e"
    rowset.save(ask_rows(connection, statement), Format.CSV2, tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_text() == 'i;f;d;s;t;l;n;e\n1;0,25;1,50;"a;b";a,b;[1.5];;""\n'


@pytest.mark.parametrize("count", [0, rowset.BATCH, rowset.BATCH + 1])
def test_every_row_is_written_once_and_in_order(
    count: int, connection: duckdb.DuckDBPyConnection, tmp_path: Path
) -> None:
    answer = ask_rows(connection, f"SELECT i, i::VARCHAR AS t FROM range({count}) g(i)")
    wanted = [{"i": i, "t": str(i)} for i in range(count)]
    for form in (Format.JSON, Format.JSONL, Format.CSV, Format.PARQUET, Format.MARKDOWN):
        assert rowset.save(answer, form, tmp_path / f"a.{form}") == count
    assert json.loads((tmp_path / "a.json").read_text()) == wanted
    assert [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()] == wanted
    assert (tmp_path / "a.csv").read_text().splitlines() == ["i,t", *(f"{i},{i}" for i in range(count))]
    assert polars.read_parquet(tmp_path / "a.parquet").to_dicts() == wanted


def test_a_single_float_has_its_own_digits(connection: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    """They read back as the same number of 32 bits."""
    path = tmp_path / "a.csv"
    bits = "SELECT (hash(i) % 4294967296)::BIGINT AS bits FROM range(5000) t(i)"
    numbers = f"SELECT 0.1::FLOAT AS f UNION ALL SELECT ((1 + bits / 4294967296) * pow(2, bits % 240 - 120))::FLOAT FROM ({bits})"
    rowset.save(ask_rows(connection, numbers), Format.CSV, path)
    texts = path.read_text().splitlines()[1:]
    assert (len(texts), texts[0]) == (5001, "0.1")
    assert (
        connection.execute("SELECT CAST(unnest(?) AS FLOAT)", [texts]).fetchall()
        == connection.execute(numbers).fetchall()
    )


CELLS = {
    "NULL": "", "''": "''", "' '": "' '", "'NULL'": "NULL", "''''''": "''''''", "'''a'''": "'''a'''", "' b'": "' b'",
    "'it''s'": "it's",
    "[NULL, '', 'nan'::DOUBLE::VARCHAR]": '[null, "", "nan"]', "[NULL, 'nan'::DOUBLE]": '[null, "nan"]',
}  # fmt: skip
"""Values and their cells."""


def test_no_two_values_look_alike(connection: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    assert len(set(CELLS.values())) == len(CELLS)
    for expression, cell in CELLS.items():
        for form, line, pattern in (
            (Format.TABLE, 2, "(.*?) *1"),
            (Format.LINE, 0, "x  (.*)"),
            (Format.MARKDOWN, 2, r"\| (.*?) ?\| 1 \|"),
        ):
            rowset.save(ask_rows(connection, f"SELECT {expression} AS x, 1 AS y"), form, tmp_path / "a")
            text = re.fullmatch(pattern, (tmp_path / "a").read_text().splitlines()[line])
            assert text is not None, (expression, form)
            assert text[1].strip() == cell, (expression, form)


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "(1,000 rows)\n"), (1, "(first 1,000 rows; --format csv or jsonl writes all)\n")],
)
def test_a_table_shows_a_thousand_rows_and_says_where_there_are_more(
    count: int, said: str, connection: duckdb.DuckDBPyConnection, capsys: Reader
) -> None:
    out, err = show_rows(connection, f"FROM range({rowset.SHOWN + count})", Format.TABLE, capsys)
    assert (len(out.splitlines()), err) == (rowset.SHOWN + 2, said)


def test_a_table_as_it_is_read(connection: duckdb.DuckDBPyConnection, capsys: Reader) -> None:
    """Numbers on the right, truths on the left, no markup of its own; a plan as DuckDB draws it."""
    out, err = show_rows(connection, "VALUES (1, true, '[red]x[/]'), (22, false, NULL)", Format.TABLE, capsys)
    *_, first, last = out.splitlines()
    assert first.index("1") == last.index("22") + 1
    assert first.index("true") == last.index("false")
    assert first.split()[-1] == "[red]x[/]"
    assert err == "(2 rows)\n"
    out, _ = show_rows(connection, "EXPLAIN SELECT 42", Format.TABLE, capsys)
    assert "╭" in out or "┌" in out
    assert "explain_key" not in out
    for sign in "\\|`*~":
        assert rowset._markdown_line((f"a{sign}b",)) == f"| a\\{sign}b |\n"
    assert rowset._markdown_line(("a_b < 5 & c]",)) == "| a_b < 5 & c] |\n"


def test_columns_and_cells_that_fit_a_terminal() -> None:
    """With two blanks between columns, long texts folded; one column stays on the narrowest."""
    names, cells = ["a", "b", "c"], [["12345", "x" * 100, "3"]]
    for width, kept in ((1, 1), (46, 1), (47, 2), (49, 2), (50, 3)):
        assert rowset._fitting(names, cells, width) == kept
    assert [len(rowset._brief("x" * length)) for length in (199, 200, 201)] == [199, 200, 200]


@pytest.mark.parametrize("form", [Format.JSON, Format.CSV, Format.PARQUET])
def test_a_statement_that_fails_on_the_way_leaves_nothing(
    form: Format, connection: duckdb.DuckDBPyConnection, tmp_path: Path, capsys: Reader
) -> None:
    statement = "SELECT (CASE WHEN i = 50000 THEN 'x' ELSE '1' END)::INTEGER AS a FROM range(60000) g(i)"
    answer, kept = ask_rows(connection, statement), tmp_path / "kept"
    kept.write_text("as it was")
    with pytest.raises(InputError, match="Conversion Error"):
        rowset.save(answer, form, kept)
    if form is not Format.PARQUET:
        with pytest.raises(InputError, match="Conversion Error"):
            rowset.gather(answer, form)
    assert capsys.readouterr().out == ""
    assert kept.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [kept]


def test_a_full_disk_is_a_storage_error(connection: duckdb.DuckDBPyConnection, tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
    try:
        for form in (Format.CSV, Format.JSON, Format.PARQUET):
            with pytest.raises(StorageError, match="cannot write"):
                rowset.save(
                    ask_rows(connection, "SELECT i, hash(i) AS h FROM range(100000) g(i)"), form, tmp_path / "a"
                )
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert list(tmp_path.iterdir()) == []

"""Rows as table, JSON, JSON lines, CSV and Parquet, compared with what DuckDB reads back.
`tafelwerk export`: a table as a file.
"""

import hashlib
import json
import re
import resource
import shutil
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path

import duckdb
import polars
import pytest
from books import alter_file, copy_family
from program import call, refused
from sharing import made_once

from tafelwerk import __version__
from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.commands import rowset
from tafelwerk.commands.rowset import Format
from tafelwerk.errors import InputError, StorageError
from tafelwerk.families.montecarlo.builds import Agents
from tafelwerk.families.montecarlo.rules import Subtraction, parse_game
from tafelwerk.families.search.builds import FreeTotals, RootTotals
from tafelwerk.tables.book import family_file
from tafelwerk.tables.checksum import digest_rows
from tafelwerk.tables.filters import MOST_SHOWN
from tafelwerk.tables.layout import layout
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
    """With three blanks between columns, long texts folded and numbers never; one column stays on the narrowest."""
    widths = [rowset._column_widths("a", [cell]) for cell in ("12345", "x" * 100, "3", "3" * 60)]
    assert widths == [(5, 5), (40, 100), (1, 1), (60, 60)]
    for width, kept in ((1, 1), (47, 1), (48, 2), (51, 2), (52, 3), (115, 4)):
        assert rowset._fitting([least for least, _ in widths], width) == kept
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


@pytest.mark.parametrize("ending", ["parquet", "csv"])
def test_a_table_is_exported_whole(ending: str, book: Path, tmp_path: Path) -> None:
    path = tmp_path / f"duels.{ending}"
    done = call("export", "montecarlo.subtraction_duels", "-o", path, "--book", book)
    assert (done.returncode, done.stdout) == (0, "")
    assert "15 rows" in done.stderr
    with duckdb.connect() as connection:
        connection.execute(f"ATTACH '{book / 'montecarlo.duckdb'}' AS stored (READ_ONLY)")
        quoted = ", quote = '\"'" if ending == "csv" else ""
        read = f"read_{ending}('{path}'{quoted})"
        rows = connection.sql(f"FROM {read}").fetchall()
        assert rows == connection.sql("FROM stored.subtraction_duels").fetchall()
        assert connection.sql(f"FROM {read}").columns == connection.sql("FROM stored.subtraction_duels").columns
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture(scope="module")
def searches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Free search to 60 codes with up to 2 and 3 answers, the root model to 80 codes."""
    builds = [FreeTotals(60, 2), FreeTotals(60, 3), RootTotals(80)]
    return made_once(tmp_path_factory, "search-export", lambda folder: run(folder, builds, executor="inline"), "search")


def test_some_of_the_values_to_choose_from_are_named(searches: Path) -> None:
    line = ("export", "search.free_totals", "--format", "bfile", "--index", "width", "--column", "total")
    for count, more in ((MOST_SHOWN, False), (MOST_SHOWN + 1, True)):
        only = [word for codes in range(2, count + 2) for word in ("--only", f"codes={codes}")]
        said = refused(call(*line, *only, "--book", searches), 2)
        assert "has rows of several codes: add --only codes=VALUE, one of 2, 3, " in said
        assert said.endswith(", ...") is more


def test_a_table_that_no_build_has_filled_is_said_to_be_empty(searches: Path, tmp_path: Path) -> None:
    """With the command line that fills it: beside the empty rows, and in place of a sequence."""
    alter_file(family_file(copy_family(searches, "search", tmp_path), "search"), "DELETE FROM root_totals")
    line = ("export", "search.root_totals", "--book", tmp_path, "--format")
    build = "build it with: tafelwerk build search root"
    assert f"search.root_totals has no rows in the book; {build} " in call(*line, "csv").stderr
    assert build in refused(call(*line, "bfile", "--index", "size", "--column", "total"), 3)


def test_payoffs_for_gambit(tmp_path: Path) -> None:
    game = parse_game("subtraction 24 --moves 3,5,11 --overshoot loses")
    assert isinstance(game, Subtraction)
    run(tmp_path / "book", [Agents(game)], executor="inline")
    line = ("export", "montecarlo.agent_duels", "--format", "nfg", "--only", "heap=20", "--book", tmp_path / "book")
    done = call(*line)
    title, _, strategies, *_ = done.stdout.splitlines()
    assert title == 'NFG 1 R "Subtraction game: chances to win" { "First" "Second" }'
    names = re.findall(r'"([^"]*)"', strategies)
    pairs = [tuple(map(Fraction, row.split())) for row in done.stdout.partition('heap = 20"\n\n')[2].splitlines()]
    assert all(first + second == 1 for first, second in pairs)
    with open_book(tmp_path / "book") as book:
        columns = "first::VARCHAR, second::VARCHAR, chance_num, chance_den"
        rows = book.rows("montecarlo", f"SELECT {columns} FROM montecarlo.agent_duels WHERE heap = 20")
    stored = {(first, second): Fraction(int(num), int(den)) for first, second, num, den in rows}
    assert [pair[0] for pair in pairs] == [stored[first, second] for second in names for first in names]
    gone = names[0]
    alter_file(
        family_file(tmp_path / "book", "montecarlo"),
        f"DELETE FROM agent_duels WHERE heap = 20 AND second = '{gone}' AND first <> '{gone}'",
    )
    done = call(*line)
    assert done.stderr == f"left out of Second, because not every pair is stored: {gone}\n"
    left = [re.findall(r'"([^"]*)"', row) for row in done.stdout.splitlines()[2:4]]
    assert left == [names, [name for name in names if name != gone]]


TABLES = ["search.free_totals.parquet", "search.root_totals.parquet"]


class TestAll:
    """`export --all DIR`."""

    def test_every_table_with_its_description(self, searches: Path, tmp_path: Path) -> None:
        folder = tmp_path / "out"
        done = call("export", "--all", folder, "--book", searches)
        assert (done.returncode, done.stdout) == (0, "")
        assert "1 of 2: search.free_totals, " in done.stderr
        package = json.loads((folder / "datapackage.json").read_text())
        assert sorted(path.name for path in folder.iterdir()) == ["datapackage.json", *TABLES]
        assert (package["name"], package["version"]) == ("tafelwerk", __version__)
        assert package["licenses"][0]["name"] == "MIT"
        assert any("Ingo Althöfer" in source["title"] for source in package["sources"])
        assert "@software{tafelwerk," in package["citation"]
        for entry, table in zip(package["resources"], layout("search"), strict=True):
            path, fields = folder / entry["path"], entry["schema"]["fields"]
            assert entry["hash"] == f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"
            assert entry["bytes"] == path.stat().st_size
            assert entry["schema"]["primaryKey"] == list(table.key)
            types = [(column.name, column.type) for column in table.stored_columns]
            assert [(field["name"], field["duckdbType"]) for field in fields] == types
            assert all(field["description"] for field in fields)
            assert entry["certainty"] == ["exact"]
            lines = {build["line"].partition(" --")[0] for build in entry["builds"]}
            assert lines <= {"tafelwerk build search free", "tafelwerk build search root"}
            with duckdb.connect() as connection:
                connection.execute(f"ATTACH '{searches / 'search.duckdb'}' AS stored (READ_ONLY)")
                # the rows of the file, in the types of the schema
                connection.execute(f"CREATE TABLE read AS FROM stored.{table.name} LIMIT 0")
                connection.execute(f"INSERT INTO read FROM read_parquet('{path}')")
                for name in (f"stored.{table.name}", "read"):
                    assert digest_rows(connection, name, table) == (entry["rows"], entry["rowsHash"][7:])

    def test_a_description_never_stands_beside_other_rows(
        self, searches: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folder = tmp_path / "out"
        line = ("export", "--all", folder, "--family", "search", "--book", searches)
        assert call(*line).returncode == 0
        description = (folder / "datapackage.json").read_bytes()
        write = rowset.write_parquet

        def stopped(answer: Answer, path: Path) -> int:
            if "root_totals" in path.name:
                path.write_text("half")
                raise KeyboardInterrupt
            return write(answer, path)

        with monkeypatch.context() as patch:
            patch.setattr(rowset, "write_parquet", stopped)
            assert call(*line).returncode == 130
        assert sorted(path.name for path in folder.iterdir()) == TABLES
        assert call(*line).returncode == 0
        assert (folder / "datapackage.json").read_bytes() == description

    def test_what_stands_in_its_way(self, searches: Path, tmp_path: Path) -> None:
        """A book is no place for it; of a damaged family alone there is nothing to write: tests of one bad file have others."""
        assert "is the folder of a book" in refused(call("export", "--all", searches, "--book", searches), 2)
        (tmp_path / "file").touch()
        assert "is a file; give a folder" in refused(call("export", "--all", tmp_path / "file", "--book", searches), 2)
        shutil.copytree(searches, tmp_path / "book")
        with duckdb.connect(str(tmp_path / "book" / "search.duckdb")) as connection:
            connection.execute("CREATE VIEW sneaky AS SELECT 1 AS one")
        line = refused(call("export", "--all", tmp_path / "out", "--book", tmp_path / "book"), 4)
        assert "view sneaky" in line
        assert not (tmp_path / "out").exists()

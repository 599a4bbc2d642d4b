"""Filters compare in the type of the column, and a value that no row has is an error that names what comes near."""

from collections.abc import Iterator
from typing import Any

import duckdb
import pytest

from tafelwerk.errors import InputError
from tafelwerk.tables import filters
from tafelwerk.tables.filters import NoRowError, Selection, select

COLUMNS = {
    "tiny": "UTINYINT",
    "large": "HUGEINT",
    "alpha": "DOUBLE",
    "single": "FLOAT",
    "share": "DECIMAL(10,2)",
    "won": "BOOLEAN",
    "tie": "ENUM('none', 'lex', 'it''s', 'null')",
    "game": "VARCHAR",
    "day": "DATE",
    "moment": "TIMESTAMP",
    "bits": "BIT",
    "sizes": "UTINYINT[]",
    "ties": "ENUM('none', 'lex')[]",
    "pegs": "UTINYINT",
}
ROWS = (
    "7, 170141183460469231731687303715884105727, 0.5, 0.1, 0.50, true, 'lex', 'octal 0.137', '2020-01-02',"
    " '2020-01-02 00:00:00', '101', [1, 2], ['lex', 'none'], NULL",
    "0, -5, 'inf', 2, -1.25, false, 'it''s', 'Nim', '1999-12-31', '2020-01-02 03:04:05', '0', [], [], 4",
    "255, 12, 1e22, 0, 0, false, 'lex', 'nim', '2020-02-29', '2021-01-01 00:00:00', '1', [3], NULL, 4",
    "3, 11, 'nan', 1, 1, NULL, 'none', 'GRUNDY', '2020-03-01', '2022-01-01 00:00:00', '11', NULL, NULL, 5",
    "4, 11, 0.3333333333333333, 1, 1, NULL, 'null', 'it''s', '2020-03-01', '2022-01-01 00:00:00', '11', NULL, NULL, 5",
)


@pytest.fixture(scope="module")
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as made:
        columns = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
        made.execute(f"CREATE SCHEMA toy; CREATE TABLE toy.t (i INTEGER, {columns})")
        for place, row in enumerate(ROWS):
            made.execute(f"INSERT INTO toy.t VALUES ({place}, {row})")
        yield made


def selected(connection: duckdb.DuckDBPyConnection, option: str = "--only", **given: Any) -> Selection:
    def ask(statement: str) -> list[tuple[Any, ...]]:
        return connection.execute(statement).fetchall()

    texts = {name: [value] if isinstance(value, str) else value for name, value in given.items()}
    return select(ask, "toy.t", COLUMNS, texts, option)


def rows(connection: duckdb.DuckDBPyConnection, selection: Selection) -> set[int]:
    return {place for (place,) in connection.execute(f"SELECT i FROM toy.t{selection.where}").fetchall()}


def test_every_spelling_of_a_value_finds_its_rows(connection: duckdb.DuckDBPyConnection) -> None:
    for column, spellings, wanted in [
        ("tiny", ("7", "007", "+7", "7.0", "7e0", "14/2", " 7 "), {0}),
        ("tiny", ("0", "-0", "0.0", "0/3"), {1}),
        ("large", (str(2**127 - 1),), {0}),
        ("alpha", ("0.5", ".5", "0.50", "1/2", "5e-1", "2/4", "+0.5"), {0}),
        ("alpha", ("inf", "INF", "Infinity", "+inf", "∞"), {1}),
        ("alpha", ("10000000000000000000000", "1e22", "1.0E22"), {2}),
        ("alpha", ("nan", "NaN"), {3}),
        ("alpha", ("1/3", "0.3333333333333333"), {4}),
        ("single", ("0.1", "1/10", "1e-1"), {0}),
        ("share", ("0.5", "0.500", "1/2"), {0}),
        ("share", ("-1.25", "-5/4"), {1}),
        ("won", ("true", "TRUE", "t", "1", "yes", "on"), {0}),
        ("won", ("false", "False", "0", "no", "OFF"), {1, 2}),
        ("won", ("NULL", "null"), {3, 4}),
        ("tie", ("lex", "LEX", "Lex"), {0, 2}),
        ("tie", ("it's", "IT'S"), {1}),
        ("tie", ("null", "NULL"), {4}),
        ("game", ("octal 0.137", "OCTAL 0.137", " octal 0.137 "), {0}),
        ("game", ("Nim",), {1}),
        ("game", ("nim",), {2}),
        ("game", ("grundy", "Grundy"), {3}),
        ("game", ("it's",), {4}),
        ("day", ("2020-01-02", "2020-1-2"), {0}),
        ("moment", ("2020-01-02", "2020-01-02 00:00:00"), {0}),
        ("bits", ("101",), {0}),
        ("sizes", ("[1, 2]", "[1,2]"), {0}),
        ("ties", ("[lex, none]", "[lex,none]"), {0}),
        ("pegs", ("4",), {1, 2}),
        ("pegs", ("null",), {0}),
    ]:
        for text in spellings:
            assert rows(connection, selected(connection, **{column: text})) == wanted, text


def test_a_stored_value_finds_its_own_rows(connection: duckdb.DuckDBPyConnection) -> None:
    """DuckDB's text of a value is one of its spellings, whatever the type."""
    for column in COLUMNS:
        values = connection.execute(
            f"SELECT i, CAST({column} AS VARCHAR) FROM toy.t WHERE {column} IS NOT NULL"
        ).fetchall()
        for place, text in values:
            assert place in rows(connection, selected(connection, **{column: text}))


def test_what_is_not_of_the_type_is_refused(connection: duckdb.DuckDBPyConnection) -> None:
    for column, text, said in [
        ("tiny", "abc", "--only tiny=abc: column tiny of toy.t holds integers, not 'abc'"),
        ("tiny", "1/2", "holds integers, not '1/2'"),
        ("tiny", "", "holds integers, not ''"),
        ("tiny", "1,000", "holds integers"),
        ("tiny", "1_0", "holds integers"),
        ("tiny", "1e999999999", "holds integers"),
        ("alpha", "a half", "holds numbers, such as 2, 0.5 or 1/2, not 'a half'"),
        ("alpha", "1/0", "holds numbers"),
        ("alpha", "0x10", "holds numbers"),
        ("share", "inf", "holds numbers"),
        ("won", "maybe", "holds true or false, not 'maybe'"),
        ("tie", "lexx", "holds none, lex, it's or null, not 'lexx'; did you mean lex?"),
        ("day", "yesterday", "holds values of type DATE, not 'yesterday'"),
        ("sizes", "[1, 300]", "holds values of type UTINYINT[], not '[1, 300]'"),
    ]:
        with pytest.raises(InputError) as fault:
            selected(connection, **{column: text})
        assert said in str(fault.value)
        assert not isinstance(fault.value, NoRowError)


def test_a_value_that_no_row_has_names_what_comes_near(connection: duckdb.DuckDBPyConnection) -> None:
    for given, said in [
        ({"game": "0.137"}, "no row of toy.t has game = 0.137; did you mean octal 0.137? Its values are GRUNDY, Nim,"),
        ({"game": "NIM"}, "no row of toy.t has game = NIM; did you mean Nim or nim?"),
        ({"game": ""}, "no row of toy.t has game = ''; its values are GRUNDY, Nim,"),
        ({"game": "chess"}, "has game = chess; its values are GRUNDY, Nim, it's, nim and octal 0.137"),
        ({"tiny": "5"}, "has tiny = 5; near it there are 4 and 7, of 5 values from 0 to 255"),
        ({"tiny": "300"}, "near it there is 255, of 5 values"),
        ({"tiny": "1" + "0" * 50}, "there are 5 values from 0 to 255"),
        ({"alpha": "1e400"}, "no row of toy.t has alpha = 1e400"),
        ({"alpha": "1e-400"}, "no row of toy.t has alpha = 1e-400"),
        ({"share": "0.505"}, "no row of toy.t has share = 0.505"),
        (
            {"day": "2020-01-03"},
            "did you mean 2020-01-02 or 2020-03-01? Its values are 1999-12-31, 2020-01-02, 2020-02-29 and 2020-03-01",
        ),
        ({"tiny": "7", "game": "nim"}, "no row of toy.t with tiny = 7 has game = nim; its only value is octal 0.137"),
        (
            {"game": ["nim", "Nim"], "pegs": "5"},
            "no row of toy.t with game = nim or Nim has pegs = 5; its only value is 4",
        ),
        ({"tiny": ["7", "5"]}, "has tiny = 5"),
        ({"tiny": "7", "pegs": "4"}, "has pegs = 4; pegs has no values there"),
        ({"tie": "none", "won": "true"}, "no row of toy.t with tie = none has won = true; won has no values there"),
    ]:
        with pytest.raises(NoRowError) as fault:
            selected(connection, "--only", **given)
        assert said in str(fault.value)


def test_of_many_values_a_few_are_named(connection: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    for most, said in ((5, "its values are GRUNDY, Nim, it's, nim and octal 0.137"), (4, "octal 0.137 and many more")):
        monkeypatch.setattr(filters, "MOST_NAMES", most)
        with pytest.raises(NoRowError) as fault:
            selected(connection, game="chess")
        assert str(fault.value).endswith(said)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"tiny": ">= 14/2"}, {0, 2}),
        ({"alpha": "<1"}, {0, 4}),
        ({"tie": "<>LEX"}, {1, 3, 4}),
        ({"game": "<>chess"}, {0, 1, 2, 3, 4}),
        ({"game": ">z", "tiny": "0"}, None),
        ({"game": "~IM"}, {1, 2}),
        ({"game": "~x"}, None),
        ({"pegs": "<>NULL"}, {1, 2, 3, 4}),
        ({"large": ">11"}, {0, 2}),
    ],
)
def test_signs(given: dict[str, str], wanted: set[int] | None, connection: duckdb.DuckDBPyConnection) -> None:
    if wanted is None:
        with pytest.raises(NoRowError):
            selected(connection, option="", **given)
        return
    assert rows(connection, selected(connection, option="", **given)) == wanted


def test_the_words_name_the_stored_values(connection: duckdb.DuckDBPyConnection) -> None:
    chosen = selected(connection, tiny=["007", "14/2"], tie="LEX", game="OCTAL 0.137")
    assert chosen.words == "tiny = 7 or 7, tie = lex, game = octal 0.137"
    assert selected(connection).where == ""

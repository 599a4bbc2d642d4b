"""Filters compare in the type of the column, and a value that no row has is an error that names what comes near."""

import json
from collections.abc import Iterator
from pathlib import Path
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


def cases() -> Iterator[tuple[str, dict[str, list[str]], str]]:
    """Section of filters.txt, conditions, and what comes of them, line by line."""
    section = ""
    for line in (Path(__file__).parent / "filters.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif " => " in line:
            left, _, outcome = line.partition(" => ")
            conditions: dict[str, list[str]] = {}
            for condition in left.split("; "):
                column, _, text = condition.partition(" = ")
                conditions.setdefault(column, []).append(json.loads(text) if text.startswith('"') else text)
            yield section, conditions, outcome


@pytest.mark.parametrize("section", ["spellings", "signs", "no value of the type", "no row"])
def test_rows_or_an_error(section: str, connection: duckdb.DuckDBPyConnection) -> None:
    for known, conditions, outcome in cases():
        if known != section:
            continue
        option = "" if section == "signs" else "--only"
        words = outcome.removeprefix("! ")
        if words == outcome:
            places = {int(place) for place in outcome.split(", ")}
            assert rows(connection, selected(connection, option, **conditions)) == places, conditions
            continue
        with pytest.raises(InputError) as fault:
            selected(connection, option, **conditions)
        assert words in str(fault.value)
        assert isinstance(fault.value, NoRowError) == (section != "no value of the type")


def test_a_stored_value_finds_its_own_rows(connection: duckdb.DuckDBPyConnection) -> None:
    """DuckDB's text of a value is one of its spellings, whatever the type."""
    for column in COLUMNS:
        values = connection.execute(
            f"SELECT i, CAST({column} AS VARCHAR) FROM toy.t WHERE {column} IS NOT NULL"
        ).fetchall()
        for place, text in values:
            assert place in rows(connection, selected(connection, **{column: text}))


def test_of_many_values_a_few_are_named(connection: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch) -> None:
    for most, said in ((5, "its values are GRUNDY, Nim, it's, nim and octal 0.137"), (4, "octal 0.137 and many more")):
        monkeypatch.setattr(filters, "MOST_NAMES", most)
        with pytest.raises(NoRowError) as fault:
            selected(connection, game="chess")
        assert str(fault.value).endswith(said)


def test_the_words_name_the_stored_values(connection: duckdb.DuckDBPyConnection) -> None:
    chosen = selected(connection, tiny=["007", "14/2"], tie="LEX", game="OCTAL 0.137")
    assert chosen.words == "tiny = 7 or 7, tie = lex, game = octal 0.137"
    assert selected(connection).where == ""

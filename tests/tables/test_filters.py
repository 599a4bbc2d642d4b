"""Filters compare in the type of the column, and a value that no row has is an error that names what comes near.
Statements noted while a book answers them, and their text with the values of their parameters.
What an answer says of itself.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tafelwerk
from tafelwerk.book import open_book
from tafelwerk.errors import InputError
from tafelwerk.families.dresher import questions as dresher
from tafelwerk.families.mastermind import questions as mastermind
from tafelwerk.families.montecarlo import duels
from tafelwerk.families.montecarlo.rules import Dsc
from tafelwerk.tables import filters
from tafelwerk.tables.answers import QUANTILE, sampled_share
from tafelwerk.tables.filters import NoRowError, Selection, select
from tafelwerk.tables.readings import Reading, count_rows, literal, note_statements

COLUMNS = {
    "tiny": "UTINYINT",
    "large": "HUGEINT",
    "alpha": "DOUBLE",
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
    "7, 170141183460469231731687303715884105727, 0.5, true, 'lex', 'octal 0.137', '2020-01-02',"
    " '2020-01-02 00:00:00', '101', [1, 2], ['lex', 'none'], NULL",
    "0, -5, 'inf', false, 'it''s', 'Nim', '1999-12-31', '2020-01-02 03:04:05', '0', [], [], 4",
    "255, 12, 1e22, false, 'lex', 'nim', '2020-02-29', '2021-01-01 00:00:00', '1', [3], NULL, 4",
    "3, 11, 'nan', NULL, 'none', 'GRUNDY', '2020-03-01', '2022-01-01 00:00:00', '11', NULL, NULL, 5",
    "4, 11, 0.3333333333333333, NULL, 'null', 'it''s', '2020-03-01', '2022-01-01 00:00:00', '11', NULL, NULL, 5",
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


CONNECTION = duckdb.connect()
POCKET = Path(tafelwerk.__file__).parent / "pocket"


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False) | TEXTS,
        lambda inner: st.lists(inner, min_size=1, max_size=1),
        max_leaves=3,
    )
)
def test_a_literal_is_the_value(value: object) -> None:
    found = CONNECTION.execute(f"SELECT {literal(value)}").fetchone()
    assert found == (value,)


@pytest.mark.parametrize(
    ("answer", "rows"),
    [([(1, "a"), (2, "b")], 2), ([{"n": 1}, {"n": 2}], 2), ((1, "a"), 1), ({"n": [1, 2]}, 2), ([], 0), (None, 0)],
)
def test_rows_that_were_read(answer: object, rows: int) -> None:
    assert count_rows(answer) == rows
    assert Reading(Path(), "toy", "FROM toy.t JOIN toy.main.u", ()).tables == ("t", "u")


def test_statements_are_noted_where_they_are_asked_for() -> None:
    sql = "SELECT n FROM dresher.games WHERE n <= ? ORDER BY n"
    with open_book(POCKET, pocket=False) as book:
        book.rows("dresher", sql, 3)
        with note_statements() as outer:
            book.rows("dresher", sql, 2)
            with note_statements() as inner:
                book.one("dresher", sql, 1)
            with suppress(KeyError), note_statements():
                book.one("dresher", sql, 4)
                raise KeyError
            book.rows("nothing", sql, 1)
    assert [one.parameters for one in outer] == [(2,), (1,)]
    assert [(one.parameters, one.rows, one.book) for one in inner] == [((1,), 1, POCKET)]


def test_intervals_are_wilson_s() -> None:
    """At its ends a share is the normal quantile's number of its own standard errors away from what was seen."""
    for wins, cases in [(0, 10), (3, 10), (10, 10), (737, 2000)]:
        said = sampled_share(wins / cases, cases, 0.01)
        low, high = said["interval"]
        assert 0 <= low < high <= 1
        for end in (low, high):
            away = abs(end - wins / cases)
            assert away == pytest.approx(QUANTILE * (end * (1 - end) / cases) ** 0.5, abs=1e-9)
        assert (said["level"], said["samples"], said["certainty"]) == (0.95, cases, "sampled")


def test_a_question_as_python_asks_it_leaves_defaults_out() -> None:
    for asked, call in [
        (dresher.Value(11), "book.dresher.value(n=11)"),
        (mastermind.Next("4x6"), "book.mastermind.next(game='4x6')"),
        (mastermind.Next("4x6", "h1"), "book.mastermind.next(game='4x6', strategy='h1 lex')"),
        (
            mastermind.Next("4x6", "h1", (("AABC", "1,2"),)),
            "book.mastermind.next(game='4x6', strategy='h1 lex', history=[['AABC', '1,2']])",
        ),
        (duels.FirstOverHalf(Dsc(10)), "book.montecarlo.first_over_half(game='dsc 10')"),
    ]:
        assert asked.call() == call


def test_a_question_as_python_asks_it_says_that_it_computes() -> None:
    assert dresher.Value(11).call(compute=True) == "book.dresher.value(n=11, compute=True)"

"""Statements noted while a book answers them, and their text with the values of their parameters."""

from contextlib import suppress
from enum import StrEnum
from math import inf
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tafelwerk
from tafelwerk.book import open_book
from tafelwerk.tables.noted import StatementNote, literal, note_statements

CONNECTION = duckdb.connect()
POCKET = Path(tafelwerk.__file__).parent / "pocket"


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


class Rule(StrEnum):
    PASS = "pass"


def text(sql: str, *parameters: object) -> str:
    return StatementNote(Path(), "toy", sql, parameters, None).statement


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


def test_literals() -> None:
    assert literal(Rule.PASS) == "'pass'"
    assert literal(-inf) == "'-inf'::DOUBLE"
    assert literal({"a": 1}) == "{'a': 1}"


def test_values_replace_parameters_and_nothing_else() -> None:
    assert (
        text("SELECT a FROM toy.t WHERE b = ? AND c = ?", 1, "x?") == "SELECT a\nFROM toy.t\nWHERE b = 1 AND c = 'x?'"
    )
    assert text("SELECT '?', \"?\" -- ?\n  FROM t LIMIT ?", 5) == "SELECT '?', \"?\" -- ?\n  FROM t LIMIT 5"
    assert text("SELECT $2, $1, $2", "a", 7) == "SELECT 7, 'a', 7"
    assert text("SELECT (SELECT a FROM t WHERE b = ?)", 2) == "SELECT (SELECT a FROM t WHERE b = 2)"


@pytest.mark.parametrize(
    ("answer", "rows"),
    [([(1, "a"), (2, "b")], 2), ([{"n": 1}, {"n": 2}], 2), ((1, "a"), 1), ({"n": [1, 2]}, 2), ([], 0), (None, 0)],
)
def test_rows_that_were_read(answer: object, rows: int) -> None:
    statement = StatementNote(Path(), "toy", "FROM toy.t JOIN toy.main.u", (), answer)
    assert statement.rows == rows
    assert statement.tables == {"t", "u"}


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
    assert [(one.parameters, one.rows, one.folder) for one in inner] == [((1,), 1, POCKET)]

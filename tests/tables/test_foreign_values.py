"""Books from anywhere: whatever a file says of itself, and whatever its values are, it is refused or answers; others answer."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from golden.questions import POCKET
from program import call, refused

from tafelwerk.book import open_book
from tafelwerk.build.computation import Computation
from tafelwerk.errors import BookError
from tafelwerk.tables import metadata, stored

FAMILIES = ("dresher", "search")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Files of two families, as they ship."""
    folder = tmp_path / "book"
    folder.mkdir()
    for family in FAMILIES:
        shutil.copy(POCKET / f"{family}.duckdb", folder)
    return folder


def change(book: Path, *statements: str, family: str = "dresher") -> None:
    with duckdb.connect(str(book / f"{family}.duckdb")) as connection:
        for statement in statements:
            connection.execute(statement)


def replaced(table: str, columns: str) -> tuple[str, ...]:
    """Statements that make a table anew, without its constraints, some columns replaced."""
    schema, _, name = table.partition(".")
    return (
        f"CREATE TABLE {schema}.copied AS SELECT * REPLACE ({columns}) FROM {table} ORDER BY rowid",
        f"DROP TABLE {table}",
        f"ALTER TABLE {schema}.copied RENAME TO {name}",
    )


def first(value: str, column: str) -> str:
    """A column whose first value is another."""
    return f"CASE WHEN rowid = 0 THEN {value} ELSE {column} END AS {column}"


BUILDS = {
    "an evidence of a later version": first("'formally'", "evidence"),
    "no evidence": first("NULL", "evidence"),
    "a certainty of a later version": first("'likely'", "certainty"),
    "parameters 3,000 levels deep": first("repeat('[', 3000) || repeat(']', 3000)", "parameters"),
    "parameters 30 levels deep": first("""'{"a":' || repeat('[', 30) || repeat(']', 30) || '}'""", "parameters"),
    "parameters that are a list": first("'[1]'", "parameters"),
    "parameters that are no JSON": first("'{'", "parameters"),
    "parameters with a number of 5,000 digits": first("""'{"a":' || repeat('9', 5000) || '}'""", "parameters"),
    "no parameters": first("NULL", "parameters"),
    "a time before Christ": first("TIMESTAMP '0044-03-15 (BC) 00:00:00'", "built_at"),
    "a time that never comes": first("TIMESTAMP 'infinity'", "built_at"),
    "a time in the year 290000": first("TIMESTAMP '290000-01-01'", "built_at"),
    "no time": first("NULL", "built_at"),
    "seconds that are no number": first("'nan'::DOUBLE", "seconds"),
    "seconds without end": first("'inf'::DOUBLE", "seconds"),
    "seconds below zero": first("-1.0::DOUBLE", "seconds"),
    "no seconds": first("NULL", "seconds"),
    "no name": first("NULL", "name"),
    "a name of 20 MB": first("repeat('x', 20000000)", "name"),
    "a machine of 2,000 letters": first("repeat('x', 2000)", "machine"),
    "a hash of 100 letters": first("repeat('0', 100)", "sha256"),
    "no digest": first("NULL", "digest"),
    "no number of rows": first("NULL", '"rows"'),
    "rows as text": '"rows"::VARCHAR AS "rows"',
    "times as text": "built_at::VARCHAR AS built_at",
    "names in lists": "[name] AS name",
    "parameters as bytes": "parameters::BLOB AS parameters",
}
"""What may be wrong with meta.builds, as columns that are replaced."""

METADATA: dict[str, tuple[str, ...]] = {
    **{kind: replaced("meta.builds", columns) for kind, columns in BUILDS.items()},
    "builds without a column": ("ALTER TABLE meta.builds DROP COLUMN machine",),
    "more builds than a family may have": (
        f"INSERT INTO meta.builds SELECT b.* FROM (FROM meta.builds LIMIT 1) b, range({metadata.MOST_BUILDS + 1})",
    ),
    "a format that is a text": replaced("meta.format", "'five' AS version"),
    "a format that is a fraction": replaced("meta.format", "5.5 AS version"),
    "a format that is NULL": replaced("meta.format", "NULL::UINTEGER AS version"),
    "a format that is -1": replaced("meta.format", "-1::INTEGER AS version"),
    "a format said twice": ("INSERT INTO meta.format FROM meta.format",),
    "a format not said": ("DELETE FROM meta.format",),
    "the family is NULL": replaced("meta.format", "NULL::VARCHAR AS family"),
    "a table's rows are NULL": replaced("meta.tables", 'NULL::UBIGINT AS "rows"'),
    "a table's rows are a text": replaced("meta.tables", """'many' AS "rows\""""),
    "a table's name is NULL": replaced("meta.tables", "NULL::VARCHAR AS name"),
    "a table's hash is long": replaced("meta.tables", "repeat('x', 100000) AS sha256"),
    "thousands of tables": ("INSERT INTO meta.tables SELECT 't' || i, 0, '' FROM range(2000) r(i)",),
    "seals in a view": ("DROP TABLE meta.seals", "CREATE VIEW meta.seals AS SELECT 'x' AS name, '' AS sha256"),
    "seals of other columns": ("DROP TABLE meta.seals", "CREATE TABLE meta.seals (a INTEGER)"),
    "builds in a view": (
        "ALTER TABLE meta.builds RENAME TO kept",
        "CREATE VIEW meta.builds AS FROM meta.kept",
    ),
}
"""What may be wrong with what a file says of itself."""


@pytest.mark.parametrize("kind", ["no time", "names in lists", "more builds than a family may have", "seals in a view"])
def test_verify_and_diff_report_such_metadata(kind: str, book: Path) -> None:
    change(book, *METADATA[kind])
    assert call("verify", "dresher", "--sample", "1", "--book", book).returncode == 4
    assert call("diff", POCKET, book, "--family", "dresher").returncode in (0, 4)


@pytest.mark.parametrize("kind", METADATA)
def test_metadata_that_are_not_as_they_should_be_are_refused_and_the_other_family_answers(
    kind: str, book: Path
) -> None:
    change(book, *METADATA[kind])
    refused(call("tables", "dresher", "--book", book), 4)
    assert call("doctor", "--book", book).returncode == 4
    assert call("dresher", "value", "5", "--json", "--book", book).returncode in (0, 4)
    document = json.loads(call("tables", "--json", "--book", book).stdout)
    assert [one["family"] for one in document["families"]] == ["search"]
    assert [one["family"] for one in document["damaged"]] == ["dresher"]
    statement = "SELECT (SELECT count(*) FROM meta.builds) + count(*) FROM search.free_totals"
    assert call("sql", statement, "--book", book).returncode == 0


def test_a_label_of_a_later_version_says_to_update(book: Path) -> None:
    change(book, *METADATA["an evidence of a later version"])
    text = refused(call("dresher", "value", "5", "--book", book), 4)
    assert "unknown evidence 'formally'" in text
    assert "update tafelwerk" in text


VALUES = {
    "a numerator of 5,000 digits": first("repeat('9', 5000)", "value_num"),
    "a denominator of 0": first("'0'", "value_den"),
    "a numerator that is no number": first("'x'", "value_num"),
    "no denominator": first("NULL", "value_den"),
    "numbers as text": "n::VARCHAR AS n",
    "numbers as lists": "[n] AS n",
    "numbers as fractions": "n + 0.5 AS n",
    "bounds that are NULL": "NULL::INTEGER AS bound_num",
    "values without end": "'inf'::DOUBLE AS value",
    "values that are no number": "'nan'::DOUBLE AS value",
    "texts of 20 MB": first("repeat('9', 20000000)", "hider_total"),
}
"""Odd values of dresher.games, as columns that are replaced; the first game is that of one number."""


@pytest.mark.parametrize("kind", VALUES)
def test_odd_values_are_refused_or_answered(kind: str, book: Path) -> None:
    change(book, *replaced("main.games", VALUES[kind]))
    lines = [
        ("dresher", "value", "1"),
        ("dresher", "certificate", "1", "--json"),
        ("dresher", "explain", "1"),
        ("dresher", "value", "7", "--json"),
        ("tables", "--card", "dresher"),
        ("sql", "FROM dresher.games LIMIT 2"),
        ("verify", "dresher", "--sample", "1"),
        ("published", "dresher"),
    ]
    codes = [call(*words, "--book", book).returncode for words in lines]
    assert set(codes) <= {0, 3, 4}, codes
    assert call("search", "free", "30", "2", "--book", book).returncode == 0


def test_a_refusal_names_file_table_row_and_remedy(book: Path) -> None:
    change(book, *replaced("main.games", VALUES["a denominator of 0"]))
    text = refused(call("dresher", "value", "1", "--book", book), 4)
    assert (
        f"{book / 'dresher.duckdb'} holds values that cannot be used (dresher.games; n = 1: ZeroDivisionError" in text
    )
    assert f"`tafelwerk verify dresher --book {book}` examines them" in text
    assert "move it away and run" in text


def test_python_is_refused_as_the_command_line_is(book: Path) -> None:
    change(book, *replaced("main.games", VALUES["a denominator of 0"]))
    with open_book(book, pocket=False) as opened:
        with pytest.raises(BookError, match="holds values that cannot be used"):
            opened.dresher.value(1)
        assert opened.dresher.value(7).n == 7


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Has the computation of a value fail, which depends on its parameters alone."""
    from tafelwerk.build.dresher import computed

    def fail() -> None:
        raise ZeroDivisionError("in a solver")

    monkeypatch.setattr(computed, "value", lambda **_: Computation(1.0, fail))
    return fail


def test_a_failure_of_a_computation_stays_a_bug(book: Path, failing: object) -> None:
    done = call("dresher", "value", "65", "--book", book)
    assert done.returncode == 1
    assert "this is a bug in Tafelwerk" in done.stderr
    with open_book(book) as opened, pytest.raises(ZeroDivisionError):
        opened.dresher.value(65)


def read_then_fail(book: Path, n: int, *, apart: bool = False) -> None:
    """A look-up that fails once it has read a game; `apart`: in a block that depends on its parameters alone."""
    with open_book(book, pocket=False) as opened, stored.boundary():
        opened.rows("dresher", "SELECT value_num FROM dresher.games WHERE n = ?", n)
        if apart:
            with stored.boundary():
                raise KeyError("of parameters alone")
        raise KeyError("partner")


def test_a_failure_that_followed_a_reading_is_the_files(book: Path) -> None:
    with pytest.raises(BookError, match=r"dresher\.games; n = 5: KeyError"):
        read_then_fail(book, 5)
    with pytest.raises(KeyError):
        read_then_fail(book, 5, apart=True)
    with pytest.raises(KeyError):
        read_then_fail(book, 30_000)


def test_as_many_builds_as_a_family_may_have_are_read(tmp_path: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"ATTACH '{POCKET / 'dresher.duckdb'}' AS dresher (READ_ONLY)")
        connection.execute("CREATE TABLE builds AS SELECT b.* FROM (FROM dresher.meta.builds LIMIT 1) b, range(20)")
        builds = metadata.read_builds(metadata.asking(connection), "builds", tmp_path)
        assert len(builds) == 20
        assert builds[0].parameters == json.loads(builds[0].text)

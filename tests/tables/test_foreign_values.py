"""Books from anywhere: whatever a file says of itself, and whatever its values are, it is refused or answers; others answer."""

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

import duckdb
import pytest
from books import alter_file
from golden.questions import POCKET
from golden.small_book import FILES
from program import call, refused, tasks_here

from tafelwerk.book import open_book
from tafelwerk.errors import BookError, InputError, TafelwerkError
from tafelwerk.tables import metadata, stored
from tafelwerk.tables.book import family_file

FAMILIES = ("dresher", "search")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Files of two families, as they ship."""
    folder = tmp_path / "book"
    folder.mkdir()
    for family in FAMILIES:
        shutil.copy(POCKET / f"{family}.duckdb", folder)
    return folder


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
    "a time before Christ": first("TIMESTAMP '0044-03-15 (BC) 00:00:00'", "built_at"),
    "a time that never comes": first("TIMESTAMP 'infinity'", "built_at"),
    "a time in the year 290000": first("TIMESTAMP '290000-01-01'", "built_at"),
    "no time": first("NULL", "built_at"),
    "a name of 2 MB": first("repeat('x', 2000000)", "name"),
    "rows as text": '"rows"::VARCHAR AS "rows"',
    "times as text": "built_at::VARCHAR AS built_at",
    "names in lists": "[name] AS name",
    "parameters as bytes": "parameters::BLOB AS parameters",
}
"""What may be wrong with meta.builds, as columns that are replaced; test_metadata.py has odd values one by one."""

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


def kinds(among: Iterable[str], *quick: str) -> list[object]:
    """A parameter per kind; all but every fourth, or those named, are slow."""
    every = list(among)
    wanted = quick or every[::4]
    return [pytest.param(kind, marks=() if kind in wanted else pytest.mark.slow) for kind in every]


REPORTED = (
    "no time",
    "names in lists",
    "more builds than a family may have",
    "seals in a view",
    "a table's rows are NULL",
)


@pytest.mark.parametrize("kind", kinds(REPORTED, "names in lists", "seals in a view", "a table's rows are NULL"))
def test_verify_and_diff_report_such_metadata(kind: str, book: Path) -> None:
    alter_file(family_file(book, "dresher"), *METADATA[kind])
    assert call("verify", "dresher", "--sample", "1", "--book", book).returncode == 4
    done = call("diff", POCKET, book, "--family", "dresher")
    assert done.returncode == (0 if kind == "no time" else 4)


@pytest.mark.parametrize("kind", kinds(METADATA))
def test_metadata_that_are_not_as_they_should_be_are_refused_and_the_other_family_answers(
    kind: str, book: Path
) -> None:
    alter_file(family_file(book, "dresher"), *METADATA[kind])
    refused(call("tables", "dresher", "--book", book), 4)
    assert call("doctor", "--book", book).returncode == 4
    assert call("dresher", "value", "5", "--json", "--book", book).returncode in (0, 4)
    document = json.loads(call("tables", "--json", "--book", book).stdout)
    assert [one["family"] for one in document["families"]] == ["search"]
    assert [one["family"] for one in document["damaged"]] == ["dresher"]
    statement = "SELECT (SELECT count(*) FROM meta.builds) + count(*) FROM search.free_totals"
    assert call("sql", statement, "--book", book).returncode == 0


def test_a_label_of_a_later_version_says_to_update(book: Path) -> None:
    alter_file(family_file(book, "dresher"), *METADATA["an evidence of a later version"])
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
    "texts of 2 MB": first("repeat('9', 2000000)", "hider_total"),
}
"""Odd values of dresher.games, as columns that are replaced; the first game is that of one number."""


GAMES = (("dresher", "value", "1"), ("dresher", "certificate", "1", "--json"), ("dresher", "value", "7", "--json"))
WHOLE = (("tables", "--card", "dresher"), ("published", "dresher"), ("verify", "dresher", "--sample", "1"))


@pytest.mark.parametrize("kind", kinds(VALUES))
def test_odd_values_are_refused_or_answered(kind: str, book: Path) -> None:
    alter_file(family_file(book, "dresher"), *replaced("main.games", VALUES[kind]))
    whole = WHOLE[list(VALUES).index(kind) % len(WHOLE)]
    codes = [call(*words, "--book", book).returncode for words in (*GAMES, whole)]
    assert set(codes) <= {0, 3, 4}, codes
    assert call("search", "free", "30", "2", "--book", book).returncode == 0


Lines = tuple[tuple[str, ...], ...]
TREES: Lines = (
    ("mastermind", "next", "--pegs", "4", "--colors", "6", "--strategy", "h1", "--history", "AABC 1,2"),
    ("sql", "SELECT max(depth) FROM mastermind.trees"),
)
MIXED: Lines = (("mastermind", "adversary", "--pegs", "4", "--colors", "6", "--show-trees"),)
OCTAL: Lines = (("minimax", "octal", "0.77"), ("minimax", "octal", "0.77", "--heap", "1000"))
FIRST_GAME = "(SELECT min(name) FROM games)"
SHAPES: dict[str, tuple[str, tuple[str, ...], Lines]] = {
    "a game without cards": (
        "skat",
        (f"DELETE FROM plays WHERE name = {FIRST_GAME}",),
        (("skat", "games"), ("skat", "games", "kupferschmid-1"), ("sheet", "skat", "-o", "x.svg")),
    ),
    "cards without a game": ("skat", (f"DELETE FROM games WHERE name = {FIRST_GAME}",), (("skat", "games", "--json"),)),
    "nodes above themselves": ("mastermind", replaced("main.trees", "node AS parent"), TREES),
    "two nodes above each other": ("mastermind", replaced("main.adversary_nodes", "node ^ 1 AS parent"), MIXED),
    "impossible depths": ("mastermind", replaced("main.trees", "65535::USMALLINT AS depth"), TREES),
    "depths of zero": (
        "dresher",
        replaced("main.searcher", "list_transform(depths, lambda d: 0::UTINYINT) AS depths"),
        (("dresher", "searcher", "7"), ("dresher", "certificate", "7", "--json")),
    ),
    "a period of 1": ("minimax", replaced("main.periods", "1::UINTEGER AS period"), OCTAL),
    "a period of 0": ("minimax", replaced("main.periods", "0::UINTEGER AS period"), OCTAL),
    "orders that are none": (
        "beams",
        replaced("main.curves", "'h-x' AS strategy"),
        (("beams", "curve", "--variant", "3c6p"),),
    ),
    "positions of other ranks": (
        "minimax",
        replaced("main.positions", "(rank + 1)::UINTEGER AS rank"),
        (("minimax", "solve", "notakto"), ("minimax", "explain", "tictactoe")),
    ),
    "a view in place of a table": (
        "dresher",
        ("ALTER TABLE games RENAME TO kept", "CREATE VIEW games AS FROM kept"),
        (*GAMES, ("export", "dresher.games", "-o", "x.csv"), ("diff", str(POCKET), "--family", "dresher")),
    ),
    "a generated column": (
        "dresher",
        (
            "ALTER TABLE games RENAME TO kept",
            "CREATE TABLE games (n INTEGER, value DOUBLE AS (n / 0))",
            "INSERT INTO games SELECT n FROM kept",
        ),
        (*GAMES, ("export", "dresher.games", "-o", "x.csv"), ("verify", "dresher", "--sample", "1")),
    ),
}
"""Tables that no build makes: rows that lack their partners, trees that are none, other things than tables."""


@pytest.mark.parametrize("kind", SHAPES)
def test_odd_tables_are_refused_or_answered(kind: str, tmp_path: Path) -> None:
    family, statements, lines = SHAPES[kind]
    book = tmp_path / "book"
    book.mkdir()
    shutil.copy(POCKET / f"{family}.duckdb", book)
    alter_file(family_file(book, family), *statements)
    for words in lines:
        done = call(*words, cwd=tmp_path, TAFELWERK_BOOK=str(book), TAFELWERK_POCKET="")
        assert done.returncode in (0, 4), (words, done.returncode, done.stderr)


@pytest.fixture(scope="module")
def of_a_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with a game built from a file, whose answers are stored."""
    folder = tmp_path_factory.mktemp("game")
    (folder / "matrix.csv").write_text(FILES["matrix.csv"], encoding="utf-8")
    words = ("build", "mastermind", "--matrix", "matrix.csv", "--name", "table", "--strategy", "h1")
    with tasks_here():
        assert call(*words, cwd=folder, TAFELWERK_BOOK="book", TAFELWERK_POCKET="").returncode == 0
    return folder / "book"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE codes SET text = NULL WHERE code = 1",
        "UPDATE queries SET text = 'y' WHERE query = 1",
        "UPDATE answer_rows SET answers = list_transform(answers, lambda answer: 300)",
        "UPDATE labels SET solved = (answer = 0)",
        "DELETE FROM labels",
    ],
)
def test_rows_that_make_no_game_are_the_files_fault(statement: str, of_a_file: Path, tmp_path: Path) -> None:
    book = shutil.copytree(of_a_file, tmp_path / "book")
    table = statement.split()[statement.startswith("DELETE") + 1]
    # made anew, a table has no constraint
    alter_file(family_file(book, "mastermind"), *replaced(f"main.{table}", "game AS game"), statement)
    done = call("mastermind", "summary", "--name", "table", "--strategy", "h2", "--book", book, TAFELWERK_POCKET="")
    assert "holds values that cannot be used" in refused(done, 4)


def test_a_refusal_names_file_table_row_and_remedy(book: Path) -> None:
    alter_file(family_file(book, "dresher"), *replaced("main.games", VALUES["a denominator of 0"]))
    text = refused(call("dresher", "value", "1", "--book", book), 4)
    assert (
        f"{book / 'dresher.duckdb'} holds values that cannot be used (dresher.games; n = 1: ZeroDivisionError" in text
    )
    assert f"`tafelwerk verify dresher --book {book}` examines them" in text
    assert "move it away and run" in text


def test_a_printed_number_is_compared_with_none_that_cannot_be_used(book: Path) -> None:
    alter_file(family_file(book, "dresher"), *replaced("main.games", "0 AS value_den"))
    done = call("published", "dresher", "--json", "--book", book, TAFELWERK_POCKET="")
    verdicts = {one["verdict"] for one in json.loads(done.stdout) if "value_den" in one["query"]}
    assert verdicts == {"cannot be used"}


def test_python_is_refused_as_the_command_line_is(book: Path) -> None:
    alter_file(family_file(book, "dresher"), *replaced("main.games", VALUES["a denominator of 0"]))
    with open_book(book, pocket=False) as opened:
        with pytest.raises(BookError, match="holds values that cannot be used"):
            opened.dresher.value(1)
        assert opened.dresher.value(7).n == 7


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the computation of a value fail, which depends on its parameters alone."""
    from tafelwerk.families.dresher.questions import Value

    def fail(question: Value) -> None:
        raise ZeroDivisionError("in a solver")

    monkeypatch.setattr(Value, "solve", fail)


def test_a_failure_of_a_computation_stays_a_bug(book: Path, failing: None) -> None:
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


def read_then_raise(book: Path, error: Exception) -> None:
    with open_book(book, pocket=False) as opened, stored.boundary():
        opened.rows("dresher", "SELECT value_num FROM dresher.games WHERE n = ?", 5)
        raise error


def test_an_error_that_no_input_explains_is_the_files_too(book: Path) -> None:
    with pytest.raises(BookError, match=r"dresher\.games; n = 5"):
        read_then_raise(book, TafelwerkError("the trees have no optimal mixture"))
    with pytest.raises(InputError, match="too large"):
        read_then_raise(book, InputError("n is too large"))


def test_as_many_builds_as_a_family_may_have_are_read(tmp_path: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute(f"ATTACH '{POCKET / 'dresher.duckdb'}' AS dresher (READ_ONLY)")
        connection.execute("CREATE TABLE builds AS SELECT b.* FROM (FROM dresher.meta.builds LIMIT 1) b, range(20)")
        builds = metadata.read_builds(metadata.asking(connection), "builds", tmp_path)
        assert len(builds) == 20
        assert builds[0].parameters == json.loads(builds[0].text)

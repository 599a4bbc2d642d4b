"""Files of earlier versions: an old format is named, the one before this brought up to date; comments, views and macros are
replaced."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest
import toy_family
from books import alter_file, as_format_5, copy_family
from own_nim import SOURCE
from privileges import without_privileges
from program import PROGRAM, build_here, call, environment, refused

from tafelwerk import open_book
from tafelwerk.build.commit import BUILDS_OF_ROWS, VALUES, lacking_tables, rows_with_build, upgrade
from tafelwerk.build.runner import run
from tafelwerk.errors import BookError
from tafelwerk.families import FAMILIES
from tafelwerk.tables import layout as schemas
from tafelwerk.tables import metadata
from tafelwerk.tables.book import Book, family_file
from tafelwerk.tables.checks import verify_file
from tafelwerk.tables.layout import layout

LINE = ("build", "search", "free", "--codes", "120", "--width", "4", "--book")
"""A build that the book holds."""


@pytest.fixture
def old(small_book: Path, tmp_path: Path) -> Path:
    """A file of Search, to be changed to one of an earlier version."""
    return copy_family(small_book, "search", tmp_path / "old")


def test_a_file_of_a_format_without_upgrade_is_moved_away(old: Path) -> None:
    alter_file(old / "search.duckdb", "UPDATE meta.format SET version = 4")
    assert f"move it away and run `tafelwerk build search --book {old}`" in refused(call(*LINE, old), 4)


def missing(book: Path, other: Path, family: str) -> dict[str, int]:
    """Number of rows of a book's tables that another book has not, their builds included."""
    with duckdb.connect() as connection:
        for name, folder in (("one", book), ("other", other)):
            connection.execute(f"ATTACH '{family_file(folder, family)}' AS {name} (READ_ONLY)")
        names = ["meta.builds", "meta.tables", "meta.seals", *(f"main.{table.name}" for table in layout(family))]
        counts = {
            name: connection.execute(f"SELECT count(*) FROM (FROM one.{name} EXCEPT ALL FROM other.{name})").fetchone()
            for name in names
        }
    return {name: row[0] for name, row in counts.items() if row and row[0]}


QUICK = ("dresher", "search", "skat")
"""Families whose files are brought up to date in little time; of all, tests of checks compare rows and builds."""


@pytest.mark.parametrize(
    "family", [pytest.param(family, marks=[pytest.mark.slow] * (family not in QUICK)) for family in FAMILIES]
)
def test_a_file_of_the_format_before_this_one_is_brought_up_to_date_without_computing(
    family: str, small_book: Path, tmp_path: Path
) -> None:
    """Each row gets the build that it had."""
    book = copy_family(small_book, family, tmp_path / "book")
    as_format_5(family_file(book, family))
    assert upgrade(book, family) == (BUILDS_OF_ROWS,)
    assert upgrade(book, family) == ()
    assert missing(small_book, book, family) == missing(book, small_book, family) == {}


@pytest.mark.parametrize(("table", "builds"), [("signs", ["5", "7"]), ("squares", ["7", "5"])])
def test_of_builds_that_overlap_the_best_comes_first_or_where_one_was_chosen_the_weakest(
    table: str, builds: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two rows of squares that with the smaller error stayed, whosever it was."""
    (kind,) = (each for each in layout("toy") if each.name == table)
    labels: Any = [SimpleNamespace(number=7, evidence="single", parameters={})]
    labels += [SimpleNamespace(number=5, evidence="certificate", parameters={})]
    monkeypatch.setattr(metadata, "contents", lambda *_: SimpleNamespace(rows={table: "true"}))
    assert re.findall(r"THEN (\d+)", rows_with_build("toy", kind, labels)) == builds


@pytest.fixture
def before(old: Path) -> bytes:
    """The file of Search in the format before this one, as bytes."""
    as_format_5(old / "search.duckdb")
    return (old / "search.duckdb").read_bytes()


def test_who_reads_a_file_of_the_format_before_is_told_what_brings_it_up_to_date(old: Path, before: bytes) -> None:
    for line in ("sql FROM(search.free_totals)", "export search.free_totals --format csv", "cite search.free_totals"):
        said = refused(call(*line.split(), "--book", old), 4)
        assert f"{old / 'search.duckdb'} has the old format 5: bring it up to date with" in said
        assert f"`tafelwerk build search --book {old}`, which computes none of its rows again" in said
    for words in (("verify", "search"), ("doctor",), ("tables",)):
        done = call(*words, "--book", old, TAFELWERK_POCKET="")
        printed = " ".join(f"{done.stdout} {done.stderr}".split())
        assert "has the old format 5: bring it up to date with" in printed, words
    assert (old / "search.duckdb").read_bytes() == before


@pytest.mark.parametrize("line", ["build search free --codes 120 --width 4", "search free 30 2 --compute --keep"])
def test_any_build_brings_the_file_up_to_date(line: str, small_book: Path, old: Path, before: bytes) -> None:
    if line.startswith("build"):
        planned = call(*line.split(), "--book", old, "--dry-run").stdout
        assert "the build of every row will be added" in planned
        assert (old / "search.duckdb").read_bytes() == before
    done = build_here(*line.split(), "--book", old)
    assert done.returncode == 0
    assert ("the build of every row added" in done.stderr) == line.startswith("build")
    assert call("search", "free", "40", "3", "--book", old).returncode == 0
    assert missing(small_book, old, "search").keys() <= {"meta.tables", "meta.seals"}


def test_a_game_of_one_s_own_is_not_solved_again(tmp_path: Path) -> None:
    games: dict[str, Any] = {}
    exec(SOURCE, games)
    nim = games["Nim"]()
    with open_book(tmp_path, pocket=False) as book:
        book.solve(nim)
    as_format_5(family_file(tmp_path, "games"))
    with open_book(tmp_path, pocket=False) as book, pytest.MonkeyPatch.context() as patch:
        patch.setattr("tafelwerk.build.runner.run", None)
        assert book.solve(nim).value == 1
    as_format_5(family_file(tmp_path, "games"))
    assert "games: the build of every row added" in call("build", "games", "--book", tmp_path).stderr
    assert call("games", "list", "--book", tmp_path).returncode == 0


def test_the_pocket_book_is_not_brought_up_to_date(old: Path, before: bytes, tmp_path: Path) -> None:
    for words in (("search", "free", "40", "3"), ("search", "free", "40", "3", "--keep", "--compute")):
        done = call(*words, "--book", tmp_path / "own", TAFELWERK_POCKET=str(old))
        assert "format 5: reinstall tafelwerk" in refused(done, 4)
    assert (old / "search.duckdb").read_bytes() == before


def test_rows_of_no_build_are_damage(old: Path, before: bytes) -> None:
    alter_file(old / "search.duckdb", "DELETE FROM meta.builds WHERE name LIKE 'search free%'")
    altered = (old / "search.duckdb").read_bytes()
    said = refused(build_here(*LINE, old), 4)
    assert "rows of table free_totals are of no build that it records: move it away" in said
    assert (old / "search.duckdb").read_bytes() == altered


def test_a_folder_that_cannot_be_written_to_keeps_the_old_file(old: Path, before: bytes) -> None:
    old.chmod(0o555)
    try:
        words = [PROGRAM, *map(str, LINE), str(old)]
        done = subprocess.run(
            words, env=environment(), preexec_fn=without_privileges, capture_output=True, text=True, check=False
        )
    finally:
        old.chmod(0o755)
    assert "cannot write to the book" in refused(done, 5)
    assert (old / "search.duckdb").read_bytes() == before


def test_comments_views_and_macros_of_another_version_are_replaced(small_book: Path, old: Path) -> None:
    """No macro of the file is run; what needs none is answered."""
    alter_file(old / "search.duckdb", "COMMENT ON COLUMN free_totals.total IS 'Queries, all told. Exact.'")
    assert call("verify", "search", "--book", old).returncode == 4
    assert "comments of this version added" in build_here(*LINE, old).stderr
    changed = ("CREATE OR REPLACE MACRO fraction(n, d) AS 'no fraction'", "CREATE MACRO gone(n) AS n")
    alter_file(old / "search.duckdb", *changed)
    ask = ("sql", "SELECT search.fraction(22890, 4) AS total", "--format", "csv", "--book", old)
    assert call("search", "free", "40", "3", "--book", old).returncode == 0
    assert "definitions that are not this version's (macro fraction, macro gone)" in refused(call(*ask), 4)
    alter_file(old / "search.duckdb", "DROP MACRO fraction", "DROP MACRO bits", "DROP MACRO gone")
    assert call("sql", "SELECT count(*) FROM search.root_totals", "--book", old).returncode == 0
    line = refused(call(*ask), 4)
    assert "made by an earlier version, which had no macro search.fraction; bring it up to date with: " in line
    assert "views and macros of this version will be added" in call(*LINE, old, "--dry-run").stdout
    assert "views and macros of this version added" in build_here(*LINE, old).stderr
    assert "added" not in build_here(*LINE, old).stderr
    assert call(*ask).stdout == "total\n11445/2\n"
    assert call("verify", "search", "--book", old).returncode == 0
    assert call("diff", small_book, old, "--family", "search").returncode == 0


@contextmanager
def kinds_of_toy(folder: Path, values: str) -> Iterator[None]:
    """The toy family in a version whose ENUM has other values."""
    folder.mkdir()
    schema = Path(toy_family.__file__).parent / "toy_schema" / "toy.sql"
    text = schema.read_text(encoding="utf-8").replace("'odd', 'even'", values)
    (folder / "toy.sql").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schemas, "SCHEMA_FOLDERS", [folder, *schemas.SCHEMA_FOLDERS])
        _forget_schemas()
        yield
    _forget_schemas()


def _forget_schemas() -> None:
    for cached in (schemas._database, schemas.layout, schemas.comments):
        cached.cache_clear()


def test_a_file_whose_enum_lacks_values_is_brought_up_to_date_with_its_rows(tmp_path: Path) -> None:
    book = tmp_path / "book"
    run(book, [toy_family.squares(30), toy_family.signs(9)], executor="inline")
    select = "SELECT kind::VARCHAR, * EXCLUDE kind FROM toy.squares"
    with Book(book) as opened:
        rows = opened.rows("toy", select)
    with duckdb.connect(str(family_file(book, "toy")), read_only=True) as file:
        recorded = file.execute("FROM meta.tables").fetchall()
    with kinds_of_toy(tmp_path / "later", "'odd', 'prime', 'even', 'odd, it''s said'"):
        with Book(book) as opened:
            assert opened.rows("toy", "SELECT n, build FROM toy.squares WHERE kind = ?", "prime") == []
        assert lacking_tables(book, "toy") == upgrade(book, "toy") == (VALUES,)
        assert lacking_tables(book, "toy") == ()
        with Book(book) as opened:
            assert opened.rows("toy", select) == rows
        with duckdb.connect(str(family_file(book, "toy")), read_only=True) as file:
            assert file.execute("FROM meta.tables").fetchall() == recorded
        with Book(book) as opened:
            assert all(check.ok for check in verify_file(opened, "toy"))
        report = run(book, [toy_family.squares(30), toy_family.squares(60, first=20)], executor="inline")
        assert (len(report.built), len(report.skipped)) == (1, 1)


@pytest.mark.parametrize("values", ["'even', 'odd'", "'odd'", "'odd', 'Even'"])
def test_a_file_whose_enum_has_values_that_are_gone_or_elsewhere_is_refused(values: str, tmp_path: Path) -> None:
    run(tmp_path / "book", [toy_family.squares(30)], executor="inline")
    with kinds_of_toy(tmp_path / "later", values), pytest.raises(BookError, match="squares with other columns"):
        run(tmp_path / "book", [toy_family.signs(9)], executor="inline")

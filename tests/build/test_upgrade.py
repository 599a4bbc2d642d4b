"""Files of earlier versions: an old format is named; comments, views and macros are replaced."""

from pathlib import Path

import pytest
from books import alter_file, copy_family
from program import build_here, call, refused

LINE = ("build", "search", "free", "--codes", "120", "--width", "4", "--book")
"""A build that the book holds."""


@pytest.fixture
def old(small_book: Path, tmp_path: Path) -> Path:
    """A file of Search, to be changed to one of an earlier version."""
    return copy_family(small_book, "search", tmp_path / "old")


def test_a_file_of_an_old_format_is_moved_away(old: Path) -> None:
    alter_file(old / "search.duckdb", "UPDATE meta.format SET version = version - 1")
    for line in ("search free 40 3", "build search free --codes 60 --width 3"):
        said = refused(call(*line.split(), "--book", old), 4)
        assert f"move it away and run `tafelwerk build search --book {old}`" in said


def test_comments_of_another_version_are_replaced(old: Path) -> None:
    alter_file(old / "search.duckdb", "COMMENT ON COLUMN free_totals.total IS 'Queries, all told. Exact.'")
    assert call("verify", "search", "--book", old).returncode == 4
    assert "comments of this version added" in build_here(*LINE, old).stderr
    assert "added" not in build_here(*LINE, old).stderr
    assert call("verify", "search", "--book", old).returncode == 0


def test_macros_that_came_later_are_added(small_book: Path, old: Path) -> None:
    alter_file(old / "search.duckdb", "DROP MACRO fraction", "DROP MACRO bits")
    ask = ("sql", "SELECT search.fraction(22890, 4) AS total", "--format", "csv", "--book", old)
    # what the file has is answered
    assert call("sql", "SELECT count(*) FROM search.root_totals", "--book", old).returncode == 0
    line = refused(call(*ask), 4)
    assert "made by an earlier version, which had no macro search.fraction; bring it up to date with: " in line
    assert "views and macros of this version will be added" in call(*LINE, old, "--dry-run").stdout
    assert "views and macros of this version added" in build_here(*LINE, old).stderr
    assert "added" not in build_here(*LINE, old).stderr
    assert call(*ask).stdout == "total\n11445/2\n"
    assert call("verify", "search", "--book", old).returncode == 0
    assert call("diff", small_book, old, "--family", "search").returncode == 0


def test_a_macro_of_another_version_is_not_run_but_replaced(old: Path) -> None:
    alter_file(
        old / "search.duckdb", "CREATE OR REPLACE MACRO fraction(n, d) AS 'no fraction'", "CREATE MACRO gone(n) AS n"
    )
    ask = ("sql", "SELECT search.fraction(22890, 4) AS total", "--format", "csv", "--book", old)
    assert "definitions that are not this version's (macro fraction, macro gone)" in refused(call(*ask), 4)
    assert call("search", "free", "40", "3", "--book", old).returncode == 0
    assert "views and macros of this version added" in build_here(*LINE, old).stderr
    assert call(*ask).stdout == "total\n11445/2\n"

"""Files of earlier versions: an old format is named; comments, views and macros are replaced."""

import shutil
from pathlib import Path

import duckdb
import pytest
from program import build_here, call, refused
from sharing import made_once

from tafelwerk.build.runner import run
from tafelwerk.build.search import sets


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    builds = [sets.free_build(60, 3), sets.root_build(80), sets.root_build(80, sets.STRATEGIES[1])]
    return made_once(tmp_path_factory, "search-frame", lambda folder: run(folder, builds, executor="inline"), "search")


def test_a_file_of_an_old_format_is_moved_away(book: Path, tmp_path: Path) -> None:
    shutil.copytree(book, tmp_path / "old")
    with duckdb.connect(str(tmp_path / "old" / "search.duckdb")) as connection:
        connection.execute("UPDATE meta.format SET version = version - 1")
    for line in ("search free 40 3", "build search free --codes 60 --width 3"):
        said = refused(call(*line.split(), "--book", tmp_path / "old"), 4)
        assert f"move it away and run `tafelwerk build search --book {tmp_path / 'old'}`" in said


def test_comments_of_another_version_are_replaced(book: Path, tmp_path: Path) -> None:
    shutil.copytree(book, tmp_path / "old")
    with duckdb.connect(str(tmp_path / "old" / "search.duckdb")) as connection:
        connection.execute("COMMENT ON COLUMN free_totals.total IS 'Queries, all told. Exact.'")
    assert call("verify", "search", "--book", tmp_path / "old").returncode == 4
    line = ("build", "search", "free", "--codes", "60", "--width", "3", "--book", tmp_path / "old")
    assert "comments of this version added" in build_here(*line).stderr
    assert "added" not in build_here(*line).stderr
    assert call("verify", "search", "--book", tmp_path / "old").returncode == 0


def test_macros_that_came_later_are_added(book: Path, tmp_path: Path) -> None:
    old = tmp_path / "old"
    shutil.copytree(book, old)
    with duckdb.connect(str(old / "search.duckdb")) as connection:
        connection.execute("DROP MACRO fraction")
        connection.execute("DROP MACRO bits")
    ask = ("sql", "SELECT search.fraction(22890, 4) AS total", "--format", "csv", "--book", old)
    # what the file has is answered
    assert call("sql", "SELECT count(*) FROM search.root_totals", "--book", old).returncode == 0
    line = refused(call(*ask), 4)
    assert "made by an earlier version, which had no macro search.fraction; bring it up to date with: " in line
    build = ("build", "search", "free", "--codes", "60", "--width", "3", "--book", old)
    assert "views and macros of this version will be added" in call(*build, "--dry-run").stdout
    assert "views and macros of this version added" in build_here(*build).stderr
    assert "added" not in build_here(*build).stderr
    assert call(*ask).stdout == "total\n11445/2\n"
    assert call("verify", "search", "--book", old).returncode == 0
    assert call("diff", book, old).returncode == 0


def test_a_macro_of_another_version_is_not_run_but_replaced(book: Path, tmp_path: Path) -> None:
    old = tmp_path / "old"
    shutil.copytree(book, old)
    with duckdb.connect(str(old / "search.duckdb")) as connection:
        connection.execute("CREATE OR REPLACE MACRO fraction(n, d) AS 'no fraction'")
        connection.execute("CREATE MACRO gone(n) AS n")
    ask = ("sql", "SELECT search.fraction(22890, 4) AS total", "--format", "csv", "--book", old)
    assert "definitions that are not this version's (macro fraction, macro gone)" in refused(call(*ask), 4)
    assert call("search", "free", "40", "3", "--book", old).returncode == 0
    build = ("build", "search", "free", "--codes", "60", "--width", "3", "--book", old)
    assert "views and macros of this version added" in build_here(*build).stderr
    assert call(*ask).stdout == "total\n11445/2\n"

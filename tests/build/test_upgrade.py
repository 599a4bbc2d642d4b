"""A file of the format before is brought up to date by the next build of its family, and loses nothing."""

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


@pytest.fixture
def old(book: Path, tmp_path: Path) -> Path:
    shutil.copytree(book, tmp_path / "old")
    with duckdb.connect(str(tmp_path / "old" / "search.duckdb")) as connection:
        connection.execute("DROP TABLE meta.seals; ALTER TABLE meta.builds DROP COLUMN evidence")
        connection.execute("UPDATE meta.format SET version = 2")
    return tmp_path / "old"


def test_a_look_up_names_the_build_that_brings_it_up_to_date(old: Path) -> None:
    said = refused(call("search", "free", "40", "3", "--book", old), 4)
    assert f"bring it up to date with: tafelwerk build search --book {old}" in said


def test_a_build_brings_it_up_to_date(old: Path, book: Path) -> None:
    done = build_here("build", "search", "free", "--codes", "60", "--width", "3", "--book", old)
    assert done.returncode == 0, done.stderr
    assert "provenance in the format of this version added" in done.stderr
    for table in ("free_totals", "root_totals", "meta.tables", "meta.builds"):
        rows = []
        for folder in (old, book):
            with duckdb.connect(str(folder / "search.duckdb"), read_only=True) as connection:
                rows.append(connection.execute(f"FROM {table} ORDER BY ALL").fetchall())
        assert rows[0] == rows[1]
    assert call("verify", "search", "--book", old).returncode == 0


def test_a_dry_run_says_so(old: Path) -> None:
    done = call("build", "search", "free", "--codes", "60", "--width", "4", "--dry-run", "--book", old)
    assert done.returncode == 0, done.stderr
    assert "provenance in the format of this version" in done.stdout + done.stderr


def test_an_older_format_is_moved_away(old: Path) -> None:
    with duckdb.connect(str(old / "search.duckdb")) as connection:
        connection.execute("UPDATE meta.format SET version = 1")
    said = refused(call("search", "free", "40", "3", "--book", old), 4)
    assert "bring it up to date" not in said
    assert "move it away" in said


def test_comments_of_another_version_are_replaced(book: Path, tmp_path: Path) -> None:
    shutil.copytree(book, tmp_path / "old")
    with duckdb.connect(str(tmp_path / "old" / "search.duckdb")) as connection:
        connection.execute("COMMENT ON COLUMN free_totals.total IS 'Queries, all told. Exact.'")
    assert call("verify", "search", "--book", tmp_path / "old").returncode == 4
    line = ("build", "search", "free", "--codes", "60", "--width", "3", "--book", tmp_path / "old")
    assert "comments of this version added" in build_here(*line).stderr
    assert "added" not in build_here(*line).stderr
    assert call("verify", "search", "--book", tmp_path / "old").returncode == 0

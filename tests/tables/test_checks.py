"""A sound file passes, and every kind of fault is found by the check that is there for it."""

import shutil
from pathlib import Path

import duckdb
import pytest
import toy_family
from books import alter_file

from tafelwerk.book import open_book
from tafelwerk.build.commit import held_builds
from tafelwerk.build.runner import run
from tafelwerk.errors import TafelwerkError
from tafelwerk.families import FAMILIES
from tafelwerk.tables.checks import verify_file
from tafelwerk.tables.layout import read_layout
from tafelwerk.tables.metadata import contents
from tafelwerk.tables.provenance import BuildRecord, builds, family_bytes, table_builds, table_summaries


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("checks") / "book"
    run(path, [toy_family.squares(100), toy_family.signs(10), toy_family.signs(9)], executor="inline")
    return path


@pytest.fixture
def book(whole: Path, tmp_path: Path) -> Path:
    (tmp_path / "book").mkdir()
    shutil.copy(whole / "toy.duckdb", tmp_path / "book")
    return tmp_path / "book"


def failing(book: Path) -> set[str]:
    with open_book(book) as opened:
        return {check.name for check in verify_file(opened, "toy") if not check.ok}


def test_sound_file(book: Path, tmp_path: Path) -> None:
    assert failing(book) == set()
    with open_book(book) as opened:
        assert len(verify_file(opened, "toy")) == 12
    with open_book(tmp_path / "none") as opened:
        assert verify_file(opened, "toy") == []


LINES = (Path(__file__).parent / "damage.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", [line for line in LINES if " => " in line])
def test_damage_is_found_by_its_check(book: Path, line: str) -> None:
    statement, _, checks = line.partition(" => ")
    alter_file(book / "toy.duckdb", statement)
    assert failing(book) == set(checks.split("; "))


def test_provenance(book: Path, tmp_path: Path) -> None:
    with open_book(book) as opened:
        fewer, signs, squares = builds(opened)
        assert fewer.name == "toy signs 9 1"  # numbers in names count as such
        assert (signs.name, signs.rows, signs.certainty) == ("toy signs 10 1", 10, "exact")
        assert squares.parameters == {"first": 0, "upto": 100, "error": 0.0}
        assert squares.built_at.tzinfo is not None
        assert held_builds(book, "toy").digests == {
            build.digest for build in (toy_family.squares(100), toy_family.signs(10), toy_family.signs(9))
        }
        tables = {table.name: table for table in table_summaries(opened, "toy")}
        assert tables["squares"].rows == 100
        assert tables["squares"].sha256 == squares.sha256
        assert tables["squares"].comment.startswith("Squares and roots")
        assert family_bytes(opened, "toy") == (book / "toy.duckdb").stat().st_size
    with open_book(tmp_path / "none") as opened:
        assert builds(opened) == []
        assert table_summaries(opened, "toy") == []
        assert family_bytes(opened, "toy") == 0


def test_tables_that_have_rows_are_of_the_builds_that_delivered_them(quick_book: Path) -> None:
    with open_book(quick_book, pocket=False) as opened:
        for family in FAMILIES:
            held = {entry.name: entry.rows for entry in table_summaries(opened, family) if entry.rows}
            delivered = dict.fromkeys(held, 0)
            delivering: dict[str, list[BuildRecord]] = {table: [] for table in held}
            for record in builds(opened, family):
                described = contents(family, record.parameters)
                assert described is not None
                for table in held.keys() & described.rows.keys():
                    (count,) = opened.one(
                        family, f"SELECT count(*) FROM {family}.{table} WHERE {described.rows[table]}"
                    )
                    if count:
                        delivered[table] += count
                        delivering[table].append(record)
            owners = table_builds(opened, family)
            assert owners.keys() == held.keys()
            for table, records in owners.items():
                assert [record for record in delivering[table] if record in records] == records != []
                # a row that two builds deliver is of one of them
                if delivered[table] == held[table]:
                    assert records == delivering[table]


def test_layout_wants_a_key() -> None:
    for comment in ["'No key here.'", "'Key: m.'", "'Key: n. And more.'", "NULL"]:
        with duckdb.connect(":memory:") as connection:
            connection.execute(f"CREATE TABLE t (n INTEGER); COMMENT ON TABLE t IS {comment}")
            with pytest.raises(TafelwerkError, match="key"):
                read_layout(connection, "memory")

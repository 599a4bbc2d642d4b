"""Books from anywhere: nothing of a file is computed that the program did not write itself."""

import os
import re
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
import toy_family
from books import alter_file, bare_family
from program import call, refused

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.errors import BookError
from tafelwerk.families import FAMILIES
from tafelwerk.tables import contents
from tafelwerk.tables.book import attach
from tafelwerk.tables.checks import verify_file
from tafelwerk.tables.contents import foreign_definitions, leave_idle, open_locked, take_idle
from tafelwerk.tables.layout import schema_sql

VALUE = "SELECT value_num FROM dresher.games WHERE n = 5"


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bare")
    for family in FAMILIES:
        bare_family(folder, family)
    return folder


@pytest.fixture
def book(tmp_path: Path, originals: Path) -> Path:
    """Dresher, with one game; and Search, that is left alone."""
    (tmp_path / "book").mkdir()
    for family in ("dresher", "search"):
        shutil.copy(originals / f"{family}.duckdb", tmp_path / "book")
    change(
        tmp_path / "book",
        "INSERT INTO games VALUES (5, '20', '9', 2.2, 15, 7, 2.1, false, 11, '9', true, NULL, NULL, NULL, '9', 5, 4, 1, 1, 1, 0)",
    )
    return tmp_path / "book"


def change(book: Path, *statements: str) -> None:
    alter_file(book / "dresher.duckdb", *statements)


def test_files_of_the_shipped_schema_pass(originals: Path) -> None:
    with open_locked([], [originals]) as connection:
        for family in FAMILIES:
            views = attach(connection, originals, family)
            assert sorted(views) == sorted(re.findall(r"^CREATE VIEW (\w+)", schema_sql(family), re.MULTILINE))
        assert foreign_definitions(connection, FAMILIES) == {}
        assert connection.execute("SELECT count(*) FROM duckdb_views() WHERE database_name = 'temp'").fetchone() == (0,)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.txt"
    path.write_text("the secret")
    return path


STRANGERS = (Path(__file__).parent / "strangers.sql").read_text(encoding="utf-8").split("\n-- ")[1:]
PLANTED = {kind: statements.strip() for kind, _, statements in (text.partition("\n") for text in STRANGERS)}
"""What a stranger may put into a book, by kind."""


def plant(kind: str, book: Path, secret: Path) -> None:
    change(book, *PLANTED[kind].replace("SECRET", str(secret)).split(";\n"))


@pytest.mark.parametrize(
    "kind", ["a view in place of a table", "one more view", "a macro", "a computed column", "provenance in a view"]
)
def test_what_a_stranger_wrote_is_not_run(kind: str, book: Path, secret: Path) -> None:
    plant(kind, book, secret)
    file = str(book / "dresher.duckdb")
    for line in ("dresher value 5", "sql FROM(dresher.games)", f"export dresher.games -o {book.parent / 'a.csv'}"):
        if line == "dresher value 5" and kind in ("one more view", "a macro"):
            continue  # answered, see below
        error = refused(call(*line.split(), "--book", book), 4)
        assert file in error
        assert "secret" not in error.replace(str(secret.parent), "")
    assert not (book.parent / "a.csv").exists()
    # another family's tables are answered, and what is missing is said
    done = call("sql", "SELECT count(*) AS n FROM search.root_totals", "--json", "--book", book)
    assert (done.returncode, done.stdout) == (0, '[{"n": 0}]\n')
    assert done.stderr.startswith(f"left out: {file}")
    assert call("verify", "dresher", "--book", book).returncode == 4


@pytest.mark.parametrize("kind", PLANTED)
def test_a_look_up_reads_plain_tables_or_nothing(kind: str, book: Path, secret: Path) -> None:
    plant(kind, book, secret)
    with open_book(book) as opened:
        if kind in ("a view in place of a table", "a computed column", "provenance in a view", "builds in a view"):
            with pytest.raises(BookError, match="dresher"):
                opened.one("dresher", VALUE)
        else:
            # a point in a table is answered as before; the views of the file are not
            assert opened.one("dresher", VALUE) == ("20",)
            with pytest.raises(BookError, match="not this version's"):
                opened.rows("dresher", "FROM dresher.plateaus")
            with pytest.raises(BookError, match="not this version's"):
                opened.rows("dresher", "FROM dresher.main.plateaus")


@pytest.mark.parametrize("kind", ["a view in place of a table", "a computed column"])
@pytest.mark.parametrize("in_journal", [False, True])
def test_a_file_that_passed_is_examined_again_once_it_changes(
    kind: str, in_journal: bool, book: Path, secret: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    examined: list[str] = []

    def examine(connection: Any, name: str, examine: Any = contents._examine) -> Any:
        examined.append(name)
        return examine(connection, name)

    monkeypatch.setattr("tafelwerk.places.user_cache", lambda: book.parent / "cache")
    monkeypatch.setattr(contents, "_TICK", -1)
    monkeypatch.setattr(contents, "_examine", examine)
    for _ in range(2):
        with open_book(book) as opened:
            assert opened.one("dresher", VALUE) == ("20",)
    assert examined == ["dresher"]
    keep = ["PRAGMA disable_checkpoint_on_shutdown"] if in_journal else []
    change(book, *keep, *PLANTED[kind].replace("SECRET", str(secret)).split(";\n"))
    assert (book / "dresher.duckdb.wal").exists() is in_journal
    with open_book(book) as opened, pytest.raises(BookError):
        opened.one("dresher", VALUE)


def test_the_program_s_own_views_are_read(book: Path) -> None:
    with open_book(book) as opened:
        assert opened.rows("dresher", "FROM dresher.conjectures") == [(5, False, None, None, None, True)]
        assert opened.sql("FROM dresher.conjectures").height == 1
        assert not [
            check
            for check in verify_file(opened, "dresher")
            if check.name.endswith("views and macros") and not check.ok
        ]


def test_a_file_of_an_earlier_version_lacks_a_view(book: Path) -> None:
    change(book, "DROP VIEW conjectures")
    with open_book(book) as opened:
        assert opened.rows("dresher", "FROM dresher.plateaus") == []
        with pytest.raises(BookError, match="no table conjectures"):
            opened.rows("dresher", "FROM dresher.conjectures")


def test_the_connection_is_locked(book: Path, secret: Path) -> None:
    with open_book(book) as opened:
        assert opened.one("dresher", VALUE) is not None
        for statement in (
            f"FROM read_text('{secret}')",
            f"ATTACH '{secret}'",
            "SET enable_external_access = true",
            "SET autoload_known_extensions = true",
            "INSTALL httpfs",
        ):
            with pytest.raises(duckdb.Error, match=r"disabled|locked"):
                opened.rows("dresher", statement)


def test_a_book_behind_links_or_under_a_relative_path_with_a_colon(
    tmp_path: Path, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.rename(tmp_path / "zzz:b")
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "dresher.duckdb").symlink_to(tmp_path / "zzz:b" / "dresher.duckdb")
    (tmp_path / "folder").symlink_to(tmp_path / "zzz:b")
    monkeypatch.chdir(tmp_path)
    for path in ("zzz:b", "linked", "folder"):
        with open_book(path) as opened:
            assert opened.one("dresher", VALUE) == ("20",)
            assert opened.sql("SELECT count(*) AS n FROM dresher.games")["n"][0] == 1


def pipe(path: Path) -> None:
    os.mkfifo(path)


def listener(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(os.path.relpath(path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
@pytest.mark.parametrize(("make", "name"), [(pipe, "dresher.duckdb"), (listener, "dresher.duckdb.wal")])
def test_what_would_be_waited_for_is_refused(make: Callable[[Path], None], name: str, book: Path) -> None:
    (book / name).unlink(missing_ok=True)
    make(book / name)
    for line in (
        *("dresher value 5", "sql FROM(dresher.games)", "tables dresher", "export dresher.games -o a.csv"),
        "build dresher --from 1 --to 2",
    ):
        assert f"{book / name} is neither" in refused(call(*line.split(), "--book", book), 4)
    assert call("sql", "FROM search.root_totals", "--json", "--book", book).stdout == "[]\n"
    assert call("verify", "--book", book).returncode == 4


def test_a_file_that_duckdb_has_made_smaller_is_whole(tmp_path: Path) -> None:
    book = tmp_path / "book"
    run(book, [toy_family.squares(100)], executor="inline")
    for statement in ("CREATE TABLE big AS SELECT hash(range) AS h FROM range(1000000)", "DROP TABLE big"):
        alter_file(book / "toy.duckdb", statement)
    with open_book(book) as opened:
        assert opened.one("toy", "SELECT count(*) FROM toy.squares") == (100,)


def test_other_columns_and_values_are_no_bug(book: Path) -> None:
    change(book, "CREATE OR REPLACE TABLE games AS SELECT * EXCLUDE value FROM games")
    line = refused(call("dresher", "value", "5", "--book", book), 4)
    assert "other columns" in line


def test_connections_that_are_not_kept_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One with files in another state, one that another replaces, and the oldest of too many."""
    monkeypatch.setattr(contents, "_IDLE", {})
    made = [open_locked([]) for _ in range(4 + contents._MOST_IDLE)]
    leave_idle("first", made[0], "a state")
    assert take_idle("first", "another state") is None
    leave_idle("first", made[1])
    for use, connection in zip(("first", *range(5)), made[2:], strict=True):
        leave_idle(use, connection)
    for connection in made[:4]:
        with pytest.raises(duckdb.ConnectionException, match="closed"):
            connection.execute("SELECT 1")
    assert [take_idle(use) for use in range(1, 5)] == made[4:]

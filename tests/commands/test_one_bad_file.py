"""A family whose file cannot be used does not stop the others: every command on the whole book, over kinds of bad files."""

import json
import re
import shutil
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from books import alter_file
from golden.questions import POCKET
from program import call
from web.conftest import WorkersHere, asked_here

from tafelwerk.book import open_book
from tafelwerk.tables.metadata import MOST_BUILDS
from tafelwerk.web.atlas import walk

BAD, SOUND = "dresher", "search"


def foreign(file: Path) -> None:
    file.unlink()
    alter_file(file, "CREATE TABLE games (n INTEGER)")


def later(file: Path) -> None:
    alter_file(
        file,
        "CREATE TABLE meta.other AS SELECT * REPLACE ('formally' AS evidence) FROM meta.builds",
        "DROP TABLE meta.builds",
        "ALTER TABLE meta.other RENAME TO builds",
    )


def endless(file: Path) -> None:
    alter_file(file, f"INSERT INTO meta.builds SELECT b.* FROM (FROM meta.builds LIMIT 1) b, range({MOST_BUILDS + 1})")


KINDS: dict[str, Callable[[Path], object]] = {
    "cut off": lambda file: file.write_bytes(file.read_bytes()[:50_000]),
    "a foreign schema": foreign,
    "a label of a later version": later,
    "more builds than are read": endless,
}


def spoil(kind: str, folder: Path) -> Path:
    """A book of a sound file and one that cannot be used."""
    book = folder / "book"
    book.mkdir()
    for family in (BAD, SOUND):
        shutil.copy(POCKET / f"{family}.duckdb", book)
    KINDS[kind](book / f"{BAD}.duckdb")
    return book


def answer_of(book: Path, *words: str, code: int = 0) -> str:
    """What a command says of the sound family."""
    done = call(*words, cwd=book.parent, TAFELWERK_BOOK=str(book), TAFELWERK_POCKET="")
    assert done.returncode == code, (words, done.stderr)
    return done.stdout + done.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_commands_and_python_answer_for_the_others(kind: str, tmp_path: Path) -> None:
    book = spoil(kind, tmp_path)
    left_out = f"left out: {book / BAD}.duckdb"
    for words in (
        ("tables", "--card", SOUND),
        ("sql", f"FROM {SOUND}.free_totals LIMIT 1"),
        ("cite", f"{SOUND}.free_totals"),
        (SOUND, "free", "30", "2"),
    ):
        assert "left out" not in answer_of(book, *words).replace(left_out, "")
    lines = answer_of(book, "tables", "--json").splitlines()
    document = json.loads(lines[0])
    assert [family["family"] for family in document["families"]] == [SOUND]
    assert [family["family"] for family in document["damaged"]] == [BAD]
    assert lines[-1].startswith(left_out)
    assert "the same" not in answer_of(book, "doctor", code=4)
    # what covers the whole book goes on and says so
    assert left_out in answer_of(book, "export", "--all", "all", code=4)
    package = json.loads((tmp_path / "all" / "datapackage.json").read_text())
    assert {table["path"].partition(".")[0] for table in package["resources"]} == {SOUND}
    other = tmp_path / "other"
    other.mkdir()
    shutil.copy(POCKET / f"{SOUND}.duckdb", other)
    for books in ((str(book), str(other)), (str(other), str(book))):
        report = answer_of(book, "diff", *books, code=4)
        assert f"{SOUND}: the same" in report
        assert (left_out in report) == (f"{BAD}: not compared" in report)
        assert f"{BAD}: the same" not in report
    with open_book(book, pocket=False) as opened:
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            listed = set(opened.tables()["family"])
            assert len(opened.sql(f"FROM {SOUND}.free_totals LIMIT 2")) == 2
        # what its builds are is no matter for a list of tables
        assert SOUND in listed
        assert (BAD in listed) == (not warned)
        assert {warning.filename for warning in warned if left_out in str(warning.message)} <= {__file__}
        assert opened.search.free(30, 2)


def test_pages_of_the_others_are_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And an atlas of them is written, here of three pages."""
    monkeypatch.setattr(walk, "Workers", WorkersHere)
    monkeypatch.setattr(walk, "PAGES", re.compile(f"/|/data|/tables/{SOUND}.free_totals"))
    book = spoil("a label of a later version", tmp_path)
    site = asked_here(book)
    for address in (
        "/",
        f"/tables/{SOUND}.free_totals",
        f"/sql?q=FROM {SOUND}.free_totals LIMIT 2",
        f"/ask/{SOUND}/free?codes=30&width=2",
        "/builds",
        "/api/tables",
    ):
        assert site.get(address).status_code == 200, address
    assert site.get(f"/cards/{BAD}").status_code == 503
    answer_of(book, "atlas", "-o", "atlas", "--figures", "dresher-1.3")
    assert f"{SOUND}.free_totals" in (tmp_path / "atlas" / "data.html").read_text()

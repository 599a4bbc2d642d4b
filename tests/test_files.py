"""Files for the user: whole or not there."""

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from tafelwerk.book import Book, open_book
from tafelwerk.errors import InputError, StorageError
from tafelwerk.files import (
    abandon,
    named_path,
    read_limited,
    read_standard_input,
    refuse_book_file,
    standard_input,
    written_whole,
)


def test_a_file_is_replaced_only_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the disk has the new one."""
    synced: list[str] = []

    def sync(file: int, sync: Callable[[int], None] = os.fsync) -> None:
        synced.append(path.read_text())
        sync(file)

    monkeypatch.setattr(os, "fsync", sync)
    path = tmp_path / "a.txt"
    path.write_text("old")
    with written_whole(path) as partial:
        partial.write_text("new")
        assert path.read_text() == "old"
        assert partial.suffix == ".txt"
    assert (synced, path.read_text()) == (["old"], "new")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ValueError(), ValueError),
        (KeyboardInterrupt(), KeyboardInterrupt),
        (OSError(28, "No space left"), StorageError),
    ],
)
def test_a_failure_leaves_the_old_file_and_nothing_else(
    error: BaseException, kind: type[BaseException], tmp_path: Path
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    said = r"a\.txt: No space left" if kind is StorageError else None
    with pytest.raises(kind, match=said), written_whole(path) as partial:  # noqa: PT012
        partial.write_text("half of the n")
        raise error
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_one_and_a_device_is_written_to_directly(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old")
    link.symlink_to(target)
    for path in (link, Path(os.devnull)):
        with written_whole(path) as partial:
            partial.write_text("new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert not Path(os.devnull).is_file()


def test_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder"), written_whole(tmp_path):
        pass
    with pytest.raises(InputError, match="there is no folder"), written_whole(tmp_path / "none" / "a.txt"):
        pass


@pytest.mark.parametrize(
    "name", ["skat.duckdb", "skat.duckdb.wal", ".skat.duckdb.new", ".skat.lock", ".staging/skat/0123/4567.parquet"]
)
def test_a_file_of_a_book_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    with pytest.raises(InputError, match=r"--log .* is a file of a book"):
        refuse_book_file(path, "--log")
    with pytest.raises(InputError, match="is a file of a book"), written_whole(path):
        pass
    assert not path.exists()


def test_a_database_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "figure.svg"
    duckdb.connect(str(path)).close()
    link = tmp_path / "link.svg"
    link.symlink_to(path)
    before = path.read_bytes()
    for name in (path, link):
        with pytest.raises(InputError, match="is a file of a book"), written_whole(name):
            pass
    assert path.read_bytes() == before


def test_what_is_being_written_can_be_abandoned(tmp_path: Path) -> None:
    with pytest.raises(StorageError), written_whole(tmp_path / "a.txt") as partial:  # noqa: PT012
        partial.write_text("half")
        abandon()
        assert list(tmp_path.iterdir()) == []
    abandon()


@pytest.mark.parametrize(("given", "said"), [("", "is empty"), ("a\0b", "null character")])
def test_a_name_of_no_path_is_refused(given: str, said: str) -> None:
    for name in (lambda: named_path(given, "--book"), lambda: open_book(given), lambda: Book(given)):
        with pytest.raises(InputError, match=said):
            name()


def test_a_loop_of_links_is_refused(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(StorageError, match=r"cannot read the book .*loop: "):
        open_book(loop)
    with pytest.raises(StorageError, match=r"cannot write .*loop: "), written_whole(loop):
        pass
    assert loop.is_symlink()


def test_a_text_is_read_up_to_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a file, of standard input, and of a text that a caller has put in the place of standard input."""
    text = b"12345"
    (tmp_path / "a.txt").write_bytes(text)
    for most in (5, 6):
        assert read_limited(tmp_path / "a.txt", most) == text
    with pytest.raises(InputError, match=r"a\.txt has more than 0 MB"):
        read_limited(tmp_path / "a.txt", 4)
    for stream in (lambda: io.TextIOWrapper(io.BytesIO(text)), lambda: io.StringIO(text.decode())):
        monkeypatch.setattr(sys, "stdin", stream())
        assert read_standard_input(5) == text
        monkeypatch.setattr(sys, "stdin", stream())
        with pytest.raises(InputError, match="standard input has more than"):
            read_standard_input(4)
        monkeypatch.setattr(sys, "stdin", stream())
        read = standard_input()
        assert [read(3), read(3), read(3)] == [b"123", b"45", b""]
    monkeypatch.setattr(sys, "stdin", None)
    assert read_standard_input() == standard_input()(1) == b""

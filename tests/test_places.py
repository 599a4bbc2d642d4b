"""Where the default book and the caches lie, and command lines that reach a book."""

import shlex
import sys
from pathlib import Path

import pytest

from tafelwerk.fingerprint import PACKAGE
from tafelwerk.places import default_book, pocket_beneath, pocket_folder, quote_path, user_cache, user_data, with_book

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="the folders of Linux")


@needs_linux
def test_folders_of_linux(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert user_data() == tmp_path / ".local" / "share" / "tafelwerk"
    assert user_cache() == tmp_path / ".cache" / "tafelwerk"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert user_data() == tmp_path / "data" / "tafelwerk"
    assert user_cache() == tmp_path / "cache" / "tafelwerk"
    assert list(tmp_path.iterdir()) == []


def test_the_default_book(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TAFELWERK_BOOK", raising=False)
    assert default_book() == user_data() / "book"
    monkeypatch.setenv("TAFELWERK_BOOK", "")
    assert default_book() == user_data() / "book"
    monkeypatch.setenv("TAFELWERK_BOOK", "here")
    assert default_book() == tmp_path / "here"


def test_the_pocket_book_lies_beneath_every_book_but_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pocket, link = tmp_path / "pocket", tmp_path / "link"
    pocket.mkdir()
    link.symlink_to(pocket)
    monkeypatch.setenv("TAFELWERK_POCKET", str(pocket))
    assert [pocket_beneath(book) for book in (tmp_path / "book", pocket, link)] == [pocket, None, None]
    monkeypatch.setenv("TAFELWERK_POCKET", "")
    assert pocket_beneath(tmp_path / "book") is None
    monkeypatch.delenv("TAFELWERK_POCKET")
    assert pocket_folder() == PACKAGE / "pocket"


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
def test_a_line_that_reaches_a_book(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    line = 'tafelwerk build skat --deal "C7 C8 | C9 CT"'
    assert with_book(line, default_book()) == line
    for folder in (tmp_path / "plain", tmp_path / "it's a; $book", Path("here")):
        words = shlex.split(with_book(line, folder))
        assert words == [*shlex.split(line), "--book", str(folder.absolute())]
    monkeypatch.setenv("TAFELWERK_BOOK", str(tmp_path / "plain"))
    assert with_book(line, tmp_path / "plain") == line
    assert with_book(line, user_data() / "book").endswith(f" --book {quote_path(user_data() / 'book')}")

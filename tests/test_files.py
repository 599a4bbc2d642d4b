"""Files for the user: whole or not there.
A file is known by its beginning: compressed text is read, and another file is named with the command that helps.
Where the default book and the caches lie, and command lines that reach a book.
"""

import bz2
import gzip
import io
import lzma
import os
import shlex
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest
from program import call, refused

from tafelwerk.book import Book, open_book
from tafelwerk.errors import InputError, StorageError
from tafelwerk.families.mastermind.game_files import read_matrix, read_words
from tafelwerk.families.skat.log_files import rounds_before
from tafelwerk.files import (
    abandon,
    compression,
    named_path,
    other_kind,
    read_limited,
    read_standard_input,
    refuse_book_file,
    standard_input,
    unpack,
    written_whole,
)
from tafelwerk.fingerprint import PACKAGE
from tafelwerk.places import default_book, pocket_beneath, pocket_folder, quote_path, user_cache, user_data, with_book


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


TEXT = b"".join(b"word%d\n" % number for number in range(50_000))

PACKERS: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress}


def read_whole(content: bytes) -> bytes:
    read = unpack(io.BytesIO(content).read, "a file", "a.file")
    return b"".join(iter(lambda: read(10_000), b""))


def refusal(content: bytes) -> str:
    with pytest.raises(InputError) as caught:
        read_whole(content)
    return str(caught.value)


@pytest.mark.parametrize("kind", PACKERS)
def test_compressed_text_is_unpacked(kind: str, tmp_path: Path) -> None:
    """In one piece or in several, as `cat a.gz b.gz` joins them."""
    packed = PACKERS[kind](TEXT)
    assert compression(packed[:20]) == kind
    assert read_whole(packed) == TEXT
    assert read_whole(packed + PACKERS[kind](b"end")) == TEXT + b"end"
    assert read_whole(PACKERS[kind](b"")) == b""
    path = tmp_path / "words.packed"
    path.write_bytes(packed)
    assert len(read_words(path)) == 50_000
    with pytest.raises(InputError, match="the limit"):
        read_limited(path, len(TEXT) - 1)


@pytest.mark.parametrize("kind", PACKERS)
def test_damage_is_named(kind: str) -> None:
    packed = PACKERS[kind](TEXT)
    for damaged in (packed[: len(packed) // 2], packed[:-2]):
        assert refusal(damaged).startswith(f"a file is compressed by {kind} and damaged: ")


def test_text_comes_as_it_is() -> None:
    for content in (b"", b"x", b"\xef\xbb\xbfq,a\n", b"caf\xe9\n", b"BZh is a word\n", b"PK\n", TEXT):
        assert read_whole(content) == content


def archive(name: str) -> bytes:
    """A ZIP archive of one file, or a tar archive of one with a name on .sgf."""
    stream = io.BytesIO()
    if name.endswith(".sgf"):
        with tarfile.open(fileobj=stream, mode="w") as tar:
            tar.addfile(tarfile.TarInfo(name))
    else:
        with zipfile.ZipFile(stream, "w") as zipped:
            zipped.writestr(name, "x")
    return stream.getvalue()


KINDS = {
    archive("log.txt"): "a ZIP archive; unpack it with: unzip a.file",
    archive("xl/workbook.xml"): "a spreadsheet; save it there as CSV in UTF-8",
    archive("word/document.xml"): "a document of a word processor; save it there as plain text in UTF-8",
    archive("log.sgf"): "a tar archive; unpack it with: tar -xf a.file",
    b"12345678DUCK" + bytes(100): "a DuckDB database; export its table with: duckdb -csv a.file 'SELECT ...'",
    b"7z\xbc\xaf\x27\x1c\0\4": "a 7z archive; unpack it with: 7z x a.file",
    b"Rar!\x1a\x07\1\0": "a RAR archive; unpack it with: unrar x a.file",
    b"\x28\xb5\x2f\xfd\x20": "compressed by zstd; unpack it with: zstd -d a.file",
    b"%PDF-1.7\n": "a PDF document; take its text with: pdftotext a.file",
    b"\n<!DOCTYPE html>\n<html>": "a web page; download the file that it shows, not the page",
    b"\x89PNG\r\n\x1a\n": "a picture",
    "q,a\n".encode("utf-16"): "text in UTF-16; convert it with: iconv -f UTF-16 -t UTF-8 a.file > a.file.txt",
    "query,a,b".encode("utf-16-le"): "text in UTF-16; convert it with: iconv -f UTF-16LE -t UTF-8 a.file",
    "query,a,b".encode("utf-16-be"): "text in UTF-16; convert it with: iconv -f UTF-16BE -t UTF-8 a.file",
    "query,a,b".encode("utf-32"): "text in UTF-32; convert it with: iconv -f UTF-32 -t UTF-8 a.file",
}


def test_another_file_is_named_as_what_it_is() -> None:
    for content, said in KINDS.items():
        assert refusal(content).startswith(f"a file is {said}")
        assert refusal(gzip.compress(content)).startswith(f"a file is compressed by gzip; unpacked it is {said}")
    # the commands name the file safely
    assert other_kind(b"7z\xbc\xaf\x27\x1c", "a b; rm x") == "a 7z archive; unpack it with: 7z x 'a b; rm x'"


def test_every_text_that_is_read_names_other_files(tmp_path: Path) -> None:
    """Word lists, tables of answers, graphs, deals, logs, and what comes on standard input."""
    path = tmp_path / "a.bin"
    path.write_bytes(gzip.compress("A x\nx B\n".encode("utf-16")))
    for read in (read_words, read_matrix):
        with pytest.raises(
            InputError, match="compressed by gzip; unpacked it is text in UTF-16; convert it with: iconv"
        ):
            read(path)
    for words in (["switching", "solve"], ["skat", "replay"], ["skat", "deals"], ["minimax", "tree"]):
        assert f"{path} is compressed by gzip; unpacked it is text in UTF-16; convert" in refused(call(*words, path), 2)


def test_rounds_are_not_appended_to_a_compressed_log(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl.gz"
    path.write_bytes(gzip.compress(b"{}\n"))
    with pytest.raises(InputError, match="compressed by gzip; rounds are appended to text: unpack it first"):
        rounds_before(path)


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

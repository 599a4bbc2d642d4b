"""A file is known by its beginning: compressed text is read, and another file is named with the command that helps."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from program import call, refused

from tafelwerk.errors import InputError
from tafelwerk.families.mastermind.game_files import read_matrix, read_words
from tafelwerk.families.skat.log_files import rounds_before
from tafelwerk.files import compression, other_kind, read_limited, unpack

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

"""Paths that DuckDB would misread, and its faults with files, told from damage."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest
import toy_family
from program import call

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.errors import BookError, StorageError, TafelwerkError
from tafelwerk.fingerprint import PACKAGE
from tafelwerk.tables.checks import verify_file
from tafelwerk.tables.difference import differences
from tafelwerk.tables.storage import duckdb_path, file_fault

FILE = Path("/b/toy.duckdb")
POCKET = PACKAGE / "pocket"

STORED = "Trying to read a database file with storage version number {}, but we can only read storage versions between 64 and 69."
CHECKSUM = "computed checksum 1 does not match stored checksum 2 in block at location 4096"
FAULTS: dict[str, tuple[type[duckdb.Error], str, type[TafelwerkError], str]] = {
    "writer": (
        duckdb.IOException,
        'IO Error: Could not set lock on file "/b/toy.duckdb": Conflicting lock is held in /usr/bin/python3.11 (PID 4711).'
        " See also https://duckdb.org/docs/current/connect/concurrency",
        StorageError,
        r"^/b/toy.duckdb is in use by /usr/bin/python3.11 \(PID 4711\): close it there, or open it read-only$",
    ),
    "writer of another user": (
        duckdb.IOException,
        'IO Error: Could not set lock on file "/b/toy.duckdb": Conflicting lock is held in /opt/a b/duckdb (PID 7) by user x.'
        " However, you would be able to open this database in read-only mode, e.g. by using the -readonly parameter in the CLI.",
        StorageError,
        r"in use by /opt/a b/duckdb \(PID 7\): close it there",
    ),
    "writer without a name": (
        duckdb.IOException,
        'IO Error: Could not set lock on file "/b/toy.duckdb": Conflicting lock is held in PID 0.',
        StorageError,
        "in use by another program: close it there, or open it read-only",
    ),
    "Windows": (
        duckdb.IOException,
        'IO Error: Cannot open file "c:\\b\\toy.duckdb": The process cannot access the file because it is being used by another'
        " process.\n\nFile is already open in \nC:\\Program Files\\dbeaver.exe (PID 42)",
        StorageError,
        r"in use by C:\\Program Files\\dbeaver.exe \(PID 42\): close it there",
    ),
    "no locks": (
        duckdb.IOException,
        'IO Error: Could not set lock on file "/b/toy.duckdb": No locks available',
        StorageError,
        r"its file system refuses the lock \(No locks available\)",
    ),
    "lock of this process": (
        duckdb.IOException,
        'IO Error: Could not set lock on file "/b/toy.duckdb": Lock is already held in current process, likely another DuckDB'
        " instance",
        StorageError,
        "in use by another connection of this process",
    ),
    "connection of this process": (
        duckdb.ResourceInUseException,
        'Resource In Use Error: Unique file handle conflict: Cannot attach "x" - the database file "/b/toy.duckdb" is already'
        ' attached by database "a"',
        StorageError,
        "in use by another connection of this process",
    ),
    "configuration": (
        duckdb.ConnectionException,
        "Connection Error: Can't open a connection to same database file with a different configuration than existing"
        " connections",
        StorageError,
        "in use by another connection of this process",
    ),
    "permission": (
        duckdb.IOException,
        'IO Error: Cannot open file "/b/toy.duckdb": Permission denied',
        StorageError,
        "^cannot read /b/toy.duckdb: permission denied$",
    ),
    "device": (
        duckdb.IOException,
        'IO Error: Could not read from file "/b/toy.duckdb": Input/output error',
        StorageError,
        "input/output error$",
    ),
    "handles": (
        duckdb.IOException,
        'IO Error: Cannot open file "/b/toy.duckdb.wal": Too many open files',
        StorageError,
        "too many open files$",
    ),
    "stale handle": (
        duckdb.IOException,
        f'IO Error: Could not read from file "/b/toy.duckdb": {os.strerror(116)}',
        StorageError,
        os.strerror(116).lower(),
    ),
    "gone": (
        duckdb.IOException,
        'IO Error: Cannot open database "/b/toy.duckdb" in read-only mode: database does not exist',
        StorageError,
        "removed a moment ago",
    ),
    "sandbox": (
        duckdb.PermissionException,
        'Permission Error: Cannot access file "/b.wal?/toy.duckdb" - file system operations are disabled by configuration',
        StorageError,
        "^cannot read /b/toy.duckdb: Permission Error: Cannot access file",
    ),
    "memory": (
        duckdb.OutOfMemoryException,
        "Out of Memory Error: failed to allocate data of size 2.0 MiB (304.0 KiB/976.5 KiB used)",
        StorageError,
        "not enough memory$",
    ),
    "bug": (
        duckdb.InternalException,
        "INTERNAL Error: Attempted to access index 5 within vector of size 3\nThis error signals an assertion failure",
        StorageError,
        "^cannot read /b/toy.duckdb: INTERNAL Error: Attempted to access index 5 within vector of size 3$",
    ),
    "unknown": (
        duckdb.IOException,
        "IO Error: the moon is in the wrong phase",
        StorageError,
        "^cannot read /b/toy.duckdb: IO Error: the moon is in the wrong phase$",
    ),
    "newer": (
        duckdb.IOException,
        f"IO Error: {STORED.format(2000)}\nThe database file was created with a newer version of DuckDB.",
        BookError,
        "newer DuckDB: update duckdb, or move it away and run `tafelwerk build toy --book /b`",
    ),
    "newer storage": (
        duckdb.IOException,
        'IO Error: Error opening "/b/toy.duckdb": file was written with a storage version greater than the latest version'
        " supported by this DuckDB instance. Try opening the file with a newer version of DuckDB.",
        BookError,
        "newer DuckDB: update duckdb",
    ),
    "older": (
        duckdb.IOException,
        f"IO Error: {STORED.format(63)}\nThe database file was created with an older development version of DuckDB.",
        BookError,
        "too old for this one: move it away and run",
    ),
    "encrypted": (
        duckdb.CatalogException,
        'Catalog Error: Cannot open encrypted database "/b/toy.duckdb" without a key',
        BookError,
        "encrypted DuckDB file, not one of Tafelwerk's: move it away and run",
    ),
    "journal of another file": (
        duckdb.IOException,
        'IO Error: Failure while replaying WAL file "/b/toy.duckdb.wal": WAL does not match database file.',
        BookError,
        r"^/b/toy.duckdb.wal is damaged or of another file \(.*\), left by another program: move it away$",
    ),
    "journal of an older file": (
        duckdb.IOException,
        "IO Error: This WAL was created for this database file, but the WAL checkpoint iteration does not match the database"
        " file.",
        BookError,
        r"^/b/toy.duckdb.wal is .* move it away$",
    ),
    "damaged journal": (
        duckdb.Error,
        f'Failure while replaying WAL file "/b/toy.duckdb.wal": Corrupt WAL file: entry at byte position 52 {CHECKSUM}',
        BookError,
        r"^/b/toy.duckdb.wal is .* move it away$",
    ),
    "checksum": (duckdb.Error, f"Corrupt database file: {CHECKSUM}", BookError, r"^/b/toy.duckdb is damaged \(Corrupt"),
    "segment": (
        duckdb.Error,
        "Corrupted RLE segment: run counts do not cover the segment row count",
        BookError,
        "is damaged",
    ),
    "magic": (
        duckdb.IOException,
        'IO Error: The file "/b/toy.duckdb" exists, but it is not a valid DuckDB database file!',
        BookError,
        "is damaged .* move it away and run",
    ),
    "size": (
        duckdb.IOException,
        'IO Error: Could not read enough bytes from file "/b/toy.duckdb": attempted to read 4096 bytes from location 4096',
        BookError,
        "is damaged .* move it away and run",
    ),
    "serialization": (
        duckdb.SerializationException,
        "Serialization Error: Failed to deserialize: expected end of object, but found field id: 100",
        BookError,
        "is damaged .* move it away and run",
    ),
}


def test_only_what_duckdb_calls_damage_is_damage() -> None:
    for name in FAULTS:
        kind, text, expected, pattern = FAULTS[name]
        fault = file_fault(kind(text), FILE)
        assert type(fault) is expected
        assert re.search(pattern, str(fault)), fault
        assert "\n" not in str(fault)
        is_sound = expected is StorageError
        assert is_sound == ("move it away" not in str(fault))
        assert not (is_sound and "damaged" in str(fault))


ALONE = ("a?b=c&d", "C:\\x", "n=5", "st*r", "[ab]", "{a,b}", "x" * 255)
"""Names that are tried as one path, and by a slow test one by one."""

ODD = (
    *(
        "q?m",
        "/".join(("*", "?", "\\", "=", "a\\b", *ALONE)),
        *(pytest.param(name, marks=pytest.mark.slow) for name in ALONE),
    ),
    "a:b/a;b/a%20b/a#b/~/$HOME/a\nb/a\tb/\x01\x7f/ lead/trail /a'b/a\"b/`x`/a|b/<>&/-dash/..a/a,b/s3:x/file:/http:"
    "/é/u\u0308/\N{GRINNING FACE}/a\u202eb",
)


@pytest.mark.skipif(sys.platform == "win32", reason="most of these names are none there")
@pytest.mark.parametrize("name", ODD)
def test_a_book_may_lie_in_any_folder(name: str, tmp_path: Path) -> None:
    """Parts and files are those of this folder, not of one that DuckDB takes it for."""
    book, beside = tmp_path / name, tmp_path / name.replace("\\", "/")
    if beside != book:
        run(beside, [toy_family.signs(3)], executor="inline")
    for builds in ([toy_family.squares(30, 1), toy_family.signs(9)], [toy_family.squares(50, 2, first=30)]):
        run(book, builds, executor="inline")
    rows = [(n, n * n) for n in range(50)]
    with open_book(book) as opened:
        assert opened.rows("toy", "SELECT n, square FROM toy.squares ORDER BY n") == rows
        assert opened.sql("SELECT n, square FROM toy.squares ORDER BY n").rows() == rows
        assert [check for check in verify_file(opened, "toy") if not check.ok] == []
    assert all(family["same"] for family in differences(book, book))
    assert sorted(path.name for path in book.iterdir()) == [".toy.lock", "toy.duckdb"]
    (tmp_path / "link").symlink_to(book)
    with open_book(tmp_path / "link") as opened:
        assert opened.one("toy", "SELECT count(*) FROM toy.squares") == (50,)


def test_a_folder_that_is_replaced_is_read_anew(tmp_path: Path) -> None:
    book = tmp_path / "a=b"
    for count in (3, 5):
        book.mkdir()
        (book / "file").write_text(str(count))
        assert Path(duckdb_path(book / "file")).read_text() == str(count)
        shutil.rmtree(book)


def test_a_link_hides_a_folder_where_the_system_has_no_other_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tmp_path / "a=b"
    book.mkdir()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "is_dir", lambda path: path == book)
        name = Path(duckdb_path(book / "toy.duckdb"))
    assert "=" not in str(name)
    run(book, [toy_family.squares(3), toy_family.signs(9)], executor="inline")
    assert Path(duckdb_path(book / "toy.duckdb")) == name
    assert name.samefile(book / "toy.duckdb")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_path_that_is_no_text_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bytes_only = tmp_path / os.fsdecode(b"n\xff")
    bytes_only.mkdir()
    (tmp_path / "link").symlink_to(bytes_only)
    for ask in (open_book, lambda path: run(path, [toy_family.squares(3)], executor="inline")):
        for path in (bytes_only, tmp_path / "link", bytes_only / "below"):
            with pytest.raises(StorageError, match="only paths in UTF-8"):
                ask(path)
    for words in (
        ("tables",),
        ("verify",),
        ("dresher", "value", "3"),
        ("sql", "SELECT 1"),
        ("build", "dresher", "--to", "2"),
    ):
        done = call(*words, TAFELWERK_BOOK=str(bytes_only))
        assert (done.returncode, "only paths in UTF-8" in done.stderr) == (5, True)
    monkeypatch.chdir(bytes_only)
    assert call("dresher", "value", "3", "--book", ".").returncode == 5
    assert call("doctor", "--book", ".").returncode == 5
    assert list(bytes_only.iterdir()) == []


@pytest.fixture
def book(tmp_path: Path) -> Path:
    folder = tmp_path / "book"
    run(folder, [toy_family.squares(30)], executor="inline")
    return folder


@contextmanager
def elsewhere(file: Path, statement: str = "SELECT 1") -> Iterator[int]:
    """Another program that has a file open for writing, and has run a statement; killed at the end. Yields its number."""
    script = (
        "import duckdb, sys, time; connection = duckdb.connect(sys.argv[1]); connection.execute(sys.argv[2]);"
        " print(flush=True); time.sleep(600)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(file), statement], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield process.pid
        finally:
            process.kill()


def test_a_file_that_another_program_writes_to_is_in_use(book: Path) -> None:
    """Whatever asks for it names the program, and advises nothing that would throw the rows away."""
    asks: tuple[Callable[[], object], ...] = (
        lambda: open_book(book).one("toy", "SELECT 1 FROM toy.squares"),
        lambda: open_book(book).sql("SELECT 1 FROM toy.squares"),
        lambda: verify_file(open_book(book), "toy"),
        lambda: list(differences(book, book)),
        lambda: run(book, [toy_family.squares(50, first=30)], executor="inline"),
    )
    before = (book / "toy.duckdb").read_bytes()
    with elsewhere(book / "toy.duckdb") as process:
        for ask in asks:
            with pytest.raises(StorageError, match=rf"in use by .*python.* \(PID {process}\): close it there"):
                ask()
    assert (book / "toy.duckdb").read_bytes() == before
    assert open_book(book).one("toy", "SELECT count(*) FROM toy.squares") == (30,)


def test_a_file_that_this_process_writes_to_is_in_use(book: Path) -> None:
    with (
        duckdb.connect(str(book / "toy.duckdb")),
        pytest.raises(StorageError, match=rf"another connection of this process \(PID {os.getpid()}\)"),
    ):
        open_book(book).one("toy", "SELECT 1 FROM toy.squares")


def test_a_reader_is_not_in_the_way(book: Path) -> None:
    with duckdb.connect(str(book / "toy.duckdb"), read_only=True):
        run(book, [toy_family.squares(50, first=30)], executor="inline")
        assert open_book(book).one("toy", "SELECT count(*) FROM toy.squares") == (50,)


def test_every_command_names_the_program(tmp_path: Path) -> None:
    """What is not about its file is answered, with a note; no command calls a sound file damaged."""
    (tmp_path / "dresher.duckdb").write_bytes((POCKET / "dresher.duckdb").read_bytes())
    notes = (
        ("sql", "SELECT 1"),
        ("published", "dresher"),
    )
    refusals = (
        ("dresher", "value", "5"),
        ("sql", "SELECT 1 FROM dresher.games"),
        ("tables",),
        ("tables", "dresher"),
        ("dresher", "value", "5", "--compute", "--keep"),
        ("verify", "--sample", "1"),
        ("doctor",),
        ("build", "dresher", "--to", "3"),
        ("build", "dresher", "--to", "3", "--dry-run"),
        ("diff", tmp_path),
        ("export", "dresher.games", "--format", "csv"),
        ("export", "--all", tmp_path / "tables"),
        ("plot", "dresher-value", "-o", tmp_path / "figure.svg"),
        ("atlas", "-o", tmp_path / "atlas"),
    )
    with elsewhere(tmp_path / "dresher.duckdb") as process:
        for code, lines in ((0, notes), (5, refusals)):
            for words in lines:
                done = call(*words, "--book", tmp_path)
                printed = done.stdout + done.stderr
                assert done.returncode == code, (words, printed)
                assert f"(PID {process})" in " ".join(printed.split()), words
                assert not re.search(r"damaged|away|dresher --force|defect", printed), words
    assert [path.name for path in tmp_path.iterdir()] == ["dresher.duckdb"]


def test_the_journal_of_another_program(book: Path) -> None:
    """What it committed is read, and is in the file that the next build writes; then the journal is gone."""
    file, journal = book / "toy.duckdb", book / "toy.duckdb.wal"
    with elsewhere(file, "UPDATE meta.builds SET machine = 'another'"):
        pass
    assert journal.exists()
    machines = "SELECT machine FROM toy.meta.builds WHERE name = 'toy squares 0 30 0.0'"
    assert open_book(book).rows("toy", machines) == [("another",)]
    left = journal.read_bytes()
    run(book, [toy_family.squares(50, first=30)], executor="inline")
    assert not journal.exists()
    assert open_book(book).rows("toy", machines) == [("another",)]
    # as if the build had been killed before it removed the journal
    journal.write_bytes(left)
    with pytest.raises(BookError, match=r"toy.duckdb.wal is damaged or of another file .* move it away$"):
        open_book(book).rows("toy", machines)
    journal.unlink()
    assert open_book(book).rows("toy", machines) == [("another",)]
    journal.mkdir()
    with pytest.raises(BookError, match=r"toy.duckdb.wal is .*: move it away$"):
        open_book(book).rows("toy", machines)

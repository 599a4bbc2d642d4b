"""Paths that DuckDB would misread, and its faults with files, told from damage."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest
import toy_family
from program import call, refused

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.errors import BookError, StorageError
from tafelwerk.fingerprint import PACKAGE
from tafelwerk.tables.checks import verify_file
from tafelwerk.tables.difference import differences
from tafelwerk.tables.storage import duckdb_path, file_fault

FILE = Path("/b/toy.duckdb")
POCKET = PACKAGE / "pocket"


def test_only_what_duckdb_calls_damage_is_damage() -> None:
    _, *blocks = (Path(__file__).parent / "duckdb_faults.txt").read_text(encoding="utf-8").split("\n\n")
    for block in blocks:
        _, fault, error = (line.replace("⏎", "\n") for line in block.splitlines())
        (kind, _, text), (expected, _, pattern) = fault.partition(": "), error.partition(": ")
        found = file_fault(getattr(duckdb, kind)(text), FILE)
        assert type(found).__name__ == expected, block
        assert re.search(pattern, str(found)), found
        assert "\n" not in str(found)
        is_sound = expected == "StorageError"
        assert is_sound == ("move it away" not in str(found))
        assert not (is_sound and "damaged" in str(found))


ODD = (
    r"*/?/\/=/a\b/a?b=c&d/C:\x/n=5/st*r/[ab]/{a,b}/" + "x" * 255,
    "a:b/a;b/a%20b/a#b/~/$HOME/a\nb/a\tb/\x01\x7f/ lead/trail /a'b/a\"b/`x`/a|b/<>&/-dash/..a/a,b/s3:x/file:/http:"
    "/é/u\u0308/\N{GRINNING FACE}/a\u202eb",
)
"""Paths of names that DuckDB, a shell or a terminal would take for something else."""


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
    for path in (bytes_only, tmp_path / "link", bytes_only / "below"):
        with pytest.raises(StorageError, match="only paths in UTF-8"):
            open_book(path)
    with pytest.raises(StorageError, match="only paths in UTF-8"):
        run(bytes_only, [toy_family.squares(3)], executor="inline")
    monkeypatch.chdir(bytes_only)
    for line in ("dresher value 3", "sql FROM(meta.builds)", "build dresher --to 2"):
        assert "only paths in UTF-8" in refused(call(*line.split(), "--book", "."), 5)
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
    before = (tmp_path / "dresher.duckdb").read_bytes()
    notes = ("sql SELECT(1)", "published dresher")
    refusals = (
        *("dresher value 5", "sql FROM(dresher.games)", "tables", "tables dresher", "dresher value 5 --compute --keep"),
        *("verify --sample 1", "doctor", "build dresher --to 3", "build dresher --to 3 --dry-run", f"diff {tmp_path}"),
        *("export dresher.games --format csv", f"export --all {tmp_path / 'tables'}"),
        *(f"plot dresher-value -o {tmp_path / 'figure.svg'}", f"atlas -o {tmp_path / 'atlas'}"),
    )
    with elsewhere(tmp_path / "dresher.duckdb") as process:
        for code, lines in ((0, notes), (5, refusals)):
            for line in lines:
                done = call(*line.split(), "--book", tmp_path)
                printed = done.stdout + done.stderr
                assert done.returncode == code, (line, printed)
                assert f"(PID {process}): close it there" in " ".join(printed.split()), line
                assert not re.search(r"damaged|away|dresher --force|defect", printed), line
    assert (tmp_path / "dresher.duckdb").read_bytes() == before
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

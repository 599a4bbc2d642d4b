"""Whatever a command advises about a file works: it is followed to the letter, and the command then succeeds."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import pytest
from books import alter_file
from program import call

from tafelwerk.build import catalogue, runner
from tafelwerk.build.executors import InlineExecutor
from tafelwerk.families.dresher.builds import games_builds

ASKS = (
    ("dresher", "value", "3"),
    ("sql", "SELECT * FROM dresher.games"),
    ("verify", "dresher", "--sample", "1"),
    ("build", "dresher"),
    ("doctor",),
)


@pytest.fixture(autouse=True)
def small_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """The standard set of Dresher's game is a small one, built in this process."""
    monkeypatch.setattr(catalogue.module("dresher"), "standard", lambda: games_builds(1, 3))
    monkeypatch.setattr(runner, "local", lambda workers: nullcontext(InlineExecutor()))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A sound file."""
    book = tmp_path_factory.mktemp("sound")
    runner.run(book, games_builds(1, 3), executor="inline")
    return (book / "dresher.duckdb").read_bytes()


def changed(*statements: str) -> Callable[[Path], object]:
    return lambda file: alter_file(file, *statements)


def spoilt(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[20_000:30_000] = bytes(10_000)
    file.write_bytes(content)


def of_duckdb(version: int) -> Callable[[Path], object]:
    """A file whose header says that this version of DuckDB's storage wrote it, with a fitting checksum."""

    def write(file: Path) -> None:
        content = bytearray(file.read_bytes())
        content[12:20] = version.to_bytes(8, "little")
        file.write_bytes(content)
        with pytest.raises(duckdb.Error, match="computed checksum") as caught:
            duckdb.connect(str(file), read_only=True)
        computed = re.search(r"computed checksum (\d+)", str(caught.value))
        assert computed
        content[:8] = int(computed[1]).to_bytes(8, "little")
        file.write_bytes(content)

    return write


def other_file(file: Path) -> None:
    file.unlink()
    alter_file(file, "CREATE TABLE games (n INTEGER)")


@cache
def journal() -> bytes:
    """What a program that was killed leaves of a file."""
    script = "import duckdb, os, sys; c = duckdb.connect(sys.argv[1]); c.execute('CREATE TABLE t (n INT)'); os._exit(0)"
    with TemporaryDirectory() as folder:
        file = Path(folder) / "other.db"
        subprocess.run([sys.executable, "-c", script, str(file)], check=True)
        return file.with_name("other.db.wal").read_bytes()


def other_journal(file: Path) -> None:
    file.with_name("dresher.duckdb.wal").write_bytes(journal())


FAULTS: dict[str, Callable[[Path], object]] = {
    "no file of DuckDB": lambda file: file.write_text("a text\n" * 1000),
    "cut off": lambda file: file.write_bytes(file.read_bytes()[:20_000]),
    "changed bytes": spoilt,
    "newer DuckDB": of_duckdb(2000),
    "older DuckDB": of_duckdb(63),
    "a folder": lambda file: (file.unlink(), file.mkdir()),
    "other tables": other_file,
    "journal of another file": other_journal,
    "folder of a journal": lambda file: file.with_name("dresher.duckdb.wal").mkdir(),
    "newer format": changed("UPDATE meta.format SET version = 99"),
    "old format": changed("UPDATE meta.format SET version = 3"),
    "no format": changed("DELETE FROM meta.format"),
    "other family": changed("UPDATE meta.format SET family = 'search'"),
    "missing provenance": changed("DROP TABLE meta.builds"),
    "missing table": changed("DROP TABLE games"),
    "table of an earlier version": changed("DROP TABLE bounds", "DELETE FROM meta.tables WHERE name = 'bounds'"),
    "more columns": changed("ALTER TABLE games ADD COLUMN more INTEGER"),
    "fewer columns": changed("ALTER TABLE games DROP COLUMN sum_rule"),
    "foreign macro": changed("CREATE MACRO mine(n) AS n + 1"),
    "foreign comment": changed("COMMENT ON TABLE games IS 'all games'"),
    "changed row": changed("UPDATE games SET hider_unique = NOT hider_unique WHERE n = 2"),
    "missing row": changed("DELETE FROM games WHERE n = 2"),
    "changed record": changed("UPDATE meta.tables SET rows = rows + 1 WHERE name = 'games'"),
    "changed hash": changed("UPDATE meta.tables SET sha256 = 'no' WHERE name = 'games'"),
    "unrecorded table": changed("DELETE FROM meta.tables WHERE name = 'games'"),
    "changed build": changed("UPDATE meta.builds SET rows = 1"),
    "other code": changed("UPDATE meta.builds SET fingerprint = '0123456789abcdef'"),
}


def advice(said: str, book: Path) -> tuple[tuple[str, ...], ...]:
    """What a message advises: files to move away, then the last command line."""
    away = re.findall(rf"({re.escape(str(book))}/\S+\.duckdb(?:\.wal)?)[ :][^`]*?move it away", said)
    if "Move unreadable files away" in said:
        away += re.findall(rf"({re.escape(str(book))}/\S+\.duckdb) ", said)
    lines = re.findall(r"`(tafelwerk [^`]+)`|(?:with|run|Next): (tafelwerk .+?)(?=$|;|, or)", said)
    return (tuple(sorted(set(away))), *(tuple(shlex.split("".join(line)))[1:] for line in lines[-1:]))


QUICK = {"cut off", "journal of another file", "old format", "missing table", "changed row"}


@pytest.mark.parametrize(
    "fault", [pytest.param(fault, marks=[] if fault in QUICK else [pytest.mark.slow]) for fault in FAULTS]
)
def test_what_is_advised_works(fault: str, sound: bytes, tmp_path: Path) -> None:
    book = tmp_path / "book"
    followed: dict[tuple[tuple[str, ...], ...], tuple[str, ...]] = {}
    for words in ASKS:
        shutil.rmtree(book, ignore_errors=True)
        book.mkdir()
        (book / "dresher.duckdb").write_bytes(sound)
        FAULTS[fault](book / "dresher.duckdb")
        done = call(*words, "--book", book)
        assert done.returncode in (0, 4), (words, done.stderr)
        if done.returncode == 0:
            continue
        said = " ".join((done.stdout if words == ("doctor",) else done.stderr.splitlines()[-1]).split())
        steps = advice(said, book)
        assert any(steps), said
        if steps in followed:
            continue
        followed[steps] = words
        for path in steps[0]:
            shutil.move(path, tmp_path / "away")
        for line in steps[1:]:
            again = call(*line)
            assert again.returncode == 0, (said, again.stderr)
        for check in {words, ("verify", "dresher", "--sample", "1")}:
            again = call(*check, "--book", book)
            assert again.returncode == 0, (said, again.stdout[-300:], again.stderr)

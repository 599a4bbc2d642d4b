"""Whatever a command advises about a file works: it is followed to the letter, and the command then succeeds."""

import re
import shlex
import shutil
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import duckdb
import pytest
from books import alter_file
from program import call

from tafelwerk.build import kind, runner
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
    monkeypatch.setattr(kind.builders("dresher"), "standard", lambda: games_builds(1, 3))
    monkeypatch.setattr(runner, "local", lambda workers: nullcontext(InlineExecutor()))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A sound file."""
    book = tmp_path_factory.mktemp("sound")
    runner.run(book, games_builds(1, 3), executor="inline")
    return (book / "dresher.duckdb").read_bytes()


def zeros(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[20_000:30_000] = bytes(10_000)
    file.write_bytes(content)


def of_newer_duckdb(file: Path) -> None:
    """The header says that a later version of DuckDB's storage wrote the file, with a fitting checksum."""
    content = bytearray(file.read_bytes())
    content[12:20] = (2000).to_bytes(8, "little")
    file.write_bytes(content)
    with pytest.raises(duckdb.Error, match="computed checksum") as caught:
        duckdb.connect(str(file), read_only=True)
    computed = re.search(r"computed checksum (\d+)", str(caught.value))
    assert computed
    content[:8] = int(computed[1]).to_bytes(8, "little")
    file.write_bytes(content)


FAULTS: dict[str, Callable[[Path], object] | tuple[str, ...]] = {
    "no file of DuckDB": lambda file: file.write_text("a text\n" * 1000),
    "cut off": lambda file: file.write_bytes(file.read_bytes()[:20_000]),
    "changed bytes": zeros,
    "newer DuckDB": of_newer_duckdb,
    "a folder": lambda file: (file.unlink(), file.mkdir()),
    "other tables": lambda file: (file.unlink(), alter_file(file, "CREATE TABLE games (n INTEGER)")),
    "journal of nonsense": lambda file: file.with_name("dresher.duckdb.wal").write_bytes(bytes(range(256)) * 16),
    "folder of a journal": lambda file: file.with_name("dresher.duckdb.wal").mkdir(),
    "newer format": ("UPDATE meta.format SET version = 99",),
    "old format": ("UPDATE meta.format SET version = 3",),
    "no format": ("DELETE FROM meta.format",),
    "other family": ("UPDATE meta.format SET family = 'search'",),
    "missing provenance": ("DROP TABLE meta.builds",),
    "missing table": ("DROP TABLE games",),
    "table of an earlier version": ("DROP TABLE bounds", "DELETE FROM meta.tables WHERE name = 'bounds'"),
    "fewer columns": ("ALTER TABLE games DROP COLUMN sum_rule",),
    "foreign macro": ("CREATE MACRO mine(n) AS n + 1",),
    "changed row": ("UPDATE games SET hider_unique = NOT hider_unique WHERE n = 2",),
    "changed record": ("UPDATE meta.tables SET rows = rows + 1 WHERE name = 'games'",),
    "unrecorded table": ("DELETE FROM meta.tables WHERE name = 'games'",),
    "changed build": ("UPDATE meta.builds SET rows = 1",),
    "other code": ("UPDATE meta.builds SET fingerprint = '0123456789abcdef'",),
}
QUICK = {"cut off", "journal of nonsense", "old format", "changed row"}


def advice(said: str, book: Path) -> tuple[tuple[str, ...], ...]:
    """What a message advises: files to move away, then the last command line."""
    away = re.findall(rf"({re.escape(str(book))}/\S+\.duckdb(?:\.wal)?)[ :][^`]*?move it away", said)
    if "Move unreadable files away" in said:
        away += re.findall(rf"({re.escape(str(book))}/\S+\.duckdb) ", said)
    lines = re.findall(r"`(tafelwerk [^`]+)`|(?:with|run|Next): (tafelwerk .+?)(?=$|;|, or)", said)
    return (tuple(sorted(set(away))), *(tuple(shlex.split("".join(line)))[1:] for line in lines[-1:]))


@pytest.mark.parametrize(
    "fault", [pytest.param(fault, marks=[] if fault in QUICK else [pytest.mark.slow]) for fault in FAULTS]
)
def test_what_is_advised_works(fault: str, sound: bytes, tmp_path: Path) -> None:
    book = tmp_path / "book"
    followed = set[tuple[tuple[str, ...], ...]]()
    for words in ASKS:
        shutil.rmtree(book, ignore_errors=True)
        book.mkdir()
        (book / "dresher.duckdb").write_bytes(sound)
        file, change = book / "dresher.duckdb", FAULTS[fault]
        _ = alter_file(file, *change) if isinstance(change, tuple) else change(file)
        done = call(*words, "--book", book)
        assert done.returncode in (0, 4), (words, done.stderr)
        if done.returncode == 0:
            continue
        said = " ".join((done.stdout if words == ("doctor",) else done.stderr.splitlines()[-1]).split())
        steps = advice(said, book)
        assert any(steps), said
        if steps in followed:
            continue
        followed.add(steps)
        for path in steps[0]:
            shutil.move(path, tmp_path / "away")
        for line in steps[1:]:
            again = call(*line)
            assert again.returncode == 0, (said, again.stderr)
        for check in {words, ("verify", "dresher", "--sample", "1")}:
            again = call(*check, "--book", book)
            assert again.returncode == 0, (said, again.stdout[-300:], again.stderr)

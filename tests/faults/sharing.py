"""Several builders, hosts and readers on one folder; clocks that jump; code that changes between stop and resume."""

import os
import platform
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import duckdb
from filelock import FileLock

from faults.scene import NEW, PARTED, STAGED, Scene, Trial, is_wrong


def _side_by_side(scene: Scene, lines: Sequence[Sequence[str]], plants: Sequence[str] = ("", "")) -> Iterator[Trial]:
    """Builds that begin at the same time, on hosts of other names."""
    book = scene.book()
    started = [
        scene.start("build", *words, "--jobs", "1", "--book", book, plants=plant)
        for words, plant in zip(lines, plants, strict=True)
    ]
    ended = [(process, process.communicate(timeout=120)[1]) for process in started]
    for (process, err), words in zip(ended, lines, strict=True):
        yield scene.trial(process, err, book, resume=words)


def two_builders(scene: Scene) -> Iterator[Trial]:
    for _ in scene.some(3):
        yield from _side_by_side(scene, (PARTED, PARTED))


def two_builders_of_others(scene: Scene) -> Iterator[Trial]:
    other = ("search", "free", "--codes", "40", "--width", "4")
    yield from _side_by_side(scene, (NEW, other))


def two_hosts(scene: Scene) -> Iterator[Trial]:
    for _ in scene.some(3):
        yield from _side_by_side(scene, (PARTED, PARTED), ("host=one", "host=two"))


def others_temporaries(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    scene.build(book, PARTED, plants="kill=staged")
    (folder,) = {path.parent for path in book.glob(".staging/*/*/*.parquet")}
    young, old = (folder / f".elsewhere-{os.getpid()}-{digit * 12}.tmp" for digit in "ab")
    for path in (young, old):
        path.write_text("unfinished")
    os.utime(old, (time.time() - 2 * 86400,) * 2)
    scene.build(book, PARTED, plants="kill=staged")
    assert young.exists()
    assert not old.exists()
    yield scene.rebuild(book, PARTED)


def forgotten_lock(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    (book / ".search.lock").write_text(f"{platform.node()} 999999\n")
    yield scene.rebuild(book)


def held_lock(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    lock = FileLock(book / ".search.lock", thread_local=False)
    lock.acquire()
    freeing = threading.Timer(3.0, lock.release)
    freeing.start()
    asked = scene.ask(book)
    done = scene.build(book)
    freeing.join()
    yield Trial(asked.returncode, "", True, True, is_wrong(asked))
    yield scene.trial(done, done.stderr, book, resume=NEW)


def readers(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    with scene.start("build", *PARTED, "--book", book) as process:
        while process.poll() is None:
            done = scene.run("dresher", "value", "5", "--json", "--book", book)
            wrong = done.returncode == 0 and '"value": "20/9"' not in done.stdout
            yield scene.trial(done, done.stderr, book, wrong=wrong)


_YEARS = 10 * 365.25 * 86400


def clock(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    lines = (NEW, ("search", "free", "--codes", "40", "--width", "4"))
    for words, ahead in zip(lines, (_YEARS, -_YEARS), strict=True):
        yield scene.rebuild(book, words, plants=f"clock={ahead}")


def clock_between(scene: Scene) -> Iterator[Trial]:
    for before, after in ((_YEARS, 0.0), (0.0, _YEARS)):
        book = scene.book()
        scene.build(book, STAGED, plants=f"kill=staged,clock={before}")
        yield scene.rebuild(book, STAGED, plants=f"clock={after}")


def file_times(scene: Scene) -> Iterator[Trial]:
    for stamp in (0.0, time.time() + _YEARS)[: 2 if scene.thorough else 1]:
        book = scene.book()
        for path in book.rglob("*"):
            os.utime(path, (stamp, stamp))
        yield scene.rebuild(book)


def other_code_resumes(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    scene.build(book, STAGED, plants="kill=staged,code=0123456789abcdef")
    assert list(book.glob(".staging/*/*/*.parquet"))
    yield scene.rebuild(book, STAGED)


def other_code(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    with duckdb.connect(str(book / "search.duckdb")) as connection:
        connection.execute("UPDATE meta.builds SET fingerprint = '0123456789abcdef'")
    done = scene.run("doctor", "--book", book)
    told = [line for line in (done.stdout + done.stderr).splitlines() if "other code" in line] or [""]
    yield Trial(
        done.returncode, " ".join(told[-1].replace(str(book), "BOOK").split()), True, None, False, "defect" in told[-1]
    )


def forged_part(scene: Scene) -> Iterator[Trial]:
    from dataclasses import replace

    import polars as pl

    from tafelwerk.build import staging

    book = scene.book()
    scene.build(book, STAGED, plants="kill=staged")
    (path, *_) = book.glob(".staging/search/*/*.parquet")
    part = staging.manifest(path)
    assert part is not None
    rows = pl.read_parquet(path)
    forged = rows.with_columns(pl.col("total") + (pl.int_range(pl.len()) == pl.len() - 1).cast(pl.UInt64))
    table = next(one for one in staging.layout("search") if one.name == part.table)
    count, digest = staging._digest(staging._frame(forged, table), table)
    staging._write_part(path, replace(part, rows=count, sha256=digest, held=staging._frame(forged, table)))
    scene.build(book, STAGED)
    done = scene.run("verify", "search", "--book", book)
    trial = scene.trial(done, done.stderr, book)
    yield Trial(trial.exit, trial.said, trial.kept, None, trial.wrong, trial.broke)


_WRITER = (
    "import duckdb, sys, time; connection = duckdb.connect(sys.argv[1]); connection.execute(sys.argv[2]);"
    " print(flush=True); time.sleep(600)"
)


@contextmanager
def _writer(file: Path, statement: str = "SELECT 1") -> Iterator[None]:
    """Another program that has a file open for writing and runs a statement; it is killed at the end."""
    with subprocess.Popen([sys.executable, "-c", _WRITER, str(file), statement], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield
        finally:
            process.kill()


def other_writer(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    with _writer(book / "search.duckdb"):
        runs = [
            scene.ask(book),
            scene.run("verify", "search", "--book", book),
            scene.run("doctor", "--book", book),
            scene.build(book),
        ]
    for done in runs:
        told = [line for line in (done.stdout + done.stderr).splitlines() if "in use" in line] or [""]
        yield scene.trial(done, told[-1], book, resume=NEW)


def killed_writer(scene: Scene) -> Iterator[Trial]:
    book = scene.book()
    with _writer(book / "search.duckdb", "UPDATE meta.builds SET machine = 'another'"):
        pass
    asked = scene.ask(book)
    done = scene.build(book)
    yield Trial(asked.returncode, "", True, True, is_wrong(asked))
    yield scene.trial(done, done.stderr, book, resume=NEW)

"""Builds that are killed, stopped, or cut off from power at any moment, and what they leave."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from books import as_format_5

from faults.scene import NEW, PARTED, STAGED, Play, Scene, Trial, holds, sums
from faults.scene import _old as old_book


def _stopped(scene: Scene, number: int, after: float, group: bool = True) -> Trial:
    """A build that gets a signal after some seconds, alone or with all its processes, and is then made again."""
    book = scene.book()
    process = scene.start("build", *PARTED, "--book", book)
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        (os.killpg if group else os.kill)(process.pid, number)
    _, err = process.communicate(timeout=60)
    return scene.trial(process, err, book, resume=PARTED)


def _stopped_loading(scene: Scene, number: int, after: float) -> Trial:
    """The same while the program's modules are being loaded."""
    book, begun = scene.book(), scene.place()
    command = (sys.executable, "-m", "tafelwerk")
    process = scene.start("build", *NEW, "--book", book, command=command, plants=f"loading={begun}")
    _wait(process, begun.exists)
    time.sleep(after)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    return scene.trial(process, err, book, resume=NEW)


def _wait(process: "subprocess.Popen[str]", has_begun: Callable[[], object]) -> None:
    """Wait until something is so, or the process has ended."""
    deadline = time.monotonic() + 60
    while not has_begun() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.001)


def _at_random(number: int, first: float, full: int, few: int = 2, groups: Sequence[bool] = (True,)) -> Play:
    """A build that gets a signal between the first second and the fourth."""

    def play(scene: Scene) -> Iterator[Trial]:
        for _ in scene.some(full, few):
            yield _stopped(scene, number, scene.draw.uniform(first, 4.0), scene.draw.choice(groups))

    return play


killed = _at_random(signal.SIGKILL, 0.1, 15)
parent_killed = _at_random(signal.SIGKILL, 1.0, 10, 1, [False])
interrupted = _at_random(signal.SIGINT, 0.6, 12)
terminated = _at_random(signal.SIGTERM, 0.3, 10, groups=[True, False])
hung_up = _at_random(signal.SIGHUP, 0.3, 10)


def interrupted_early(scene: Scene) -> Iterator[Trial]:
    for place in scene.some(10):
        yield _stopped_loading(scene, signal.SIGINT, 0.02 * place)


def terminated_early(scene: Scene) -> Iterator[Trial]:
    for place in scene.some(5):
        yield _stopped_loading(scene, signal.SIGTERM, 0.02 * place)


def _killed_at(scene: Scene, place: str, words: Sequence[str] = NEW) -> tuple[Path, subprocess.CompletedProcess[str]]:
    book = scene.book()
    return book, scene.build(book, words, plants=f"kill={place}")


def killed_before_renaming(scene: Scene) -> Iterator[Trial]:
    book, done = _killed_at(scene, "written")
    assert list(book.glob(".*.duckdb.new"))
    yield scene.trial(done, done.stderr, book, resume=NEW)


def killed_bringing_up_to_date(scene: Scene) -> Iterator[Trial]:
    for place in ("written", "renamed"):
        book = scene.book()
        as_format_5(book / "search.duckdb")
        before = (book / "search.duckdb").read_bytes()
        done = scene.build(book, plants=f"kill={place}")
        kept = place == "renamed" or (book / "search.duckdb").read_bytes() == before
        trial = scene.trial(done, done.stderr, book, resume=NEW)
        yield replace(trial, kept=kept and holds(book, sums(old_book())))


def name_lost(scene: Scene) -> Iterator[Trial]:
    book, done = _killed_at(scene, "renamed")
    file = book / "search.duckdb"
    # the folder's old state: both files, the new one under its first name
    file.rename(book / ".search.duckdb.new")
    shutil.copy(old_book() / "search.duckdb", file)
    yield scene.trial(done, done.stderr, book, resume=NEW)


def name_kept(scene: Scene) -> Iterator[Trial]:
    book, done = _killed_at(scene, "renamed")
    yield scene.trial(done, done.stderr, book, resume=NEW)


def part_lost(scene: Scene) -> Iterator[Trial]:
    for what in ("there", "gone", "unnamed", "empty"):
        book, done = _killed_at(scene, "staged", STAGED)
        for part in book.glob(".staging/*/*/*.parquet"):
            if what == "gone":
                part.unlink()
            elif what == "unnamed":
                part.rename(part.with_name(f".elsewhere-1-{'0' * 12}.tmp"))
            elif what == "empty":
                os.truncate(part, 0)
        for path in book.glob(".staging/*/*/.elsewhere-*"):
            os.utime(path, (0, 0))  # days ago
        yield scene.trial(done, done.stderr, book, resume=STAGED)


def rubbish(scene: Scene) -> Iterator[Trial]:
    book, _ = _killed_at(scene, "staged", PARTED)
    for folder in book.glob(".staging/*/*"):
        (folder / "x.parquet").write_text("a text")
        (folder / "y.checkpoint").write_text("a text")
        (folder / f".{os.uname().nodename}-999999-{'a' * 12}.tmp").write_text("a text")
        for part in folder.glob("*.parquet"):
            part.write_text("a text")
    (book / ".staging" / "nothing").mkdir()
    yield scene.rebuild(book, PARTED)


def other_checkpoints(scene: Scene) -> Iterator[Trial]:
    for state in (7, [1, 2], {"finished": 3}, "")[:: 1 if scene.thorough else 4]:
        book = scene.book()
        _until(scene, book, ".staging/*/*/*.checkpoint", signal.SIGKILL)
        for path in book.glob(".staging/*/*/*.checkpoint"):
            path.write_text(json.dumps(json.loads(path.read_text()) | {"state": state}))
        yield scene.rebuild(book, PARTED)


def worker_lost(scene: Scene) -> Iterator[Trial]:
    for _ in scene.some(3):
        book, counter = scene.book(), scene.place()
        counter.write_text("1")
        yield scene.rebuild(book, PARTED, plants=f"lost={counter}")


def workers_lost(scene: Scene) -> Iterator[Trial]:
    book, counter = scene.book(), scene.place()
    counter.write_text("99")
    yield scene.rebuild(book, PARTED, plants=f"lost={counter}")


def staging_removed(scene: Scene) -> Iterator[Trial]:
    for _ in scene.some(3):
        book = scene.book()
        process, err = _until(scene, book, ".staging/*/*/*.parquet")
        yield scene.trial(process, err, book, resume=PARTED)


def _until(scene: Scene, book: Path, pattern: str, number: int = 0) -> tuple["subprocess.Popen[str]", str]:
    """Start a build; when a file is there, send a signal to all its processes, or remove the staging folder."""
    process = scene.start("build", *PARTED, "--book", book)
    _wait(process, lambda: list(book.glob(pattern)))
    if number and process.poll() is None:
        os.killpg(process.pid, number)
    elif not number:
        shutil.rmtree(book / ".staging", ignore_errors=True)
    _, err = process.communicate(timeout=60)
    return process, err

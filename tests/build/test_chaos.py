"""Builds that are killed, stopped or starved, as real processes: the book is the old one or the new one."""

import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import toy_family

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
from tafelwerk.errors import StorageError
from tafelwerk.tables.checks import verify_file
from tafelwerk.tables.provenance import builds, table_summaries

PAUSE = 0.15
COMMAND = [sys.executable, "-c", "import toy_family; toy_family.main()"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(toy_family.__file__).parent)}


def start(book: Path, jobs: int = 1, pause: float = PAUSE, **more) -> subprocess.Popen:
    return subprocess.Popen(
        [*COMMAND, str(book), str(jobs), str(pause)],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


def checksums(book: Path) -> tuple[dict[str, tuple[int, str]], dict[str, str]]:
    with open_book(book) as opened:
        assert all(check.ok for check in verify_file(opened, "toy"))
        tables = {table.name: (table.rows, table.sha256) for table in table_summaries(opened, "toy")}
        return tables, {build.name: build.sha256 for build in builds(opened)}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, tuple[int, str]], dict[str, str]]:
    book = tmp_path_factory.mktemp("undisturbed") / "book"
    run(book, list(toy_family.standard()), executor="inline")
    return checksums(book)


class Reader:
    """Looks something up four times a second and once in the end, opening the book anew each time."""

    def __init__(self, book: Path) -> None:
        self.found: list[tuple | None] = []
        self.faults: list[BaseException] = []
        self._book = book
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._read)

    def _read(self) -> None:
        while not self._stop.wait(0.25):
            self._look_up()
        self._look_up()  # the end of the build may be a moment ago

    def _look_up(self) -> None:
        try:
            with open_book(self._book) as opened:
                statement = "SELECT square, root FROM toy.squares WHERE kind = 'odd' AND n = 299"
                self.found.append(opened.one("toy", statement))
        except BaseException as fault:
            self.faults.append(fault)

    def __enter__(self) -> "Reader":
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stop.set()
        self._thread.join()


def await_a_part(book: Path) -> None:
    """Wait until a task of a build that runs is finished."""
    deadline = time.monotonic() + 60
    while not list(book.glob(".staging/*/*/*.parquet")):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_killed_and_resumed(tmp_path: Path, undisturbed: tuple) -> None:
    """Workers end with their parent; a look-up never fails, and a row that is there once is never gone again."""
    book = tmp_path / "book"
    with Reader(book) as reader:
        process = start(book, start_new_session=True)
        await_a_part(book)
        process.kill()
        process.communicate()
        assert ended(process.pid)
        out, err = start(book).communicate(timeout=60)
    assert "built" in out, err
    assert checksums(book) == undisturbed
    assert reader.faults == []
    answers = [answer for answer in reader.found if answer is not None]
    assert answers
    assert {answer[0] for answer in answers} == {299**2}
    assert reader.found[len(reader.found) - len(answers) :] == answers
    assert sorted(path.name for path in book.iterdir()) == [".toy.lock", "toy.duckdb"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopped_and_resumed(tmp_path: Path, undisturbed: tuple, number: int) -> None:
    book = tmp_path / "book"
    restore = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.default_int_handler)}
    process = start(book, start_new_session=True, **restore)
    await_a_part(book)
    if number == signal.SIGINT:
        os.killpg(process.pid, number)  # as a terminal does: workers get it too
    else:
        process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert len(err.splitlines()) == 1, err
    assert re.search("more (is|are) kept", err)
    staged = list(book.glob(".staging/*/*/*.parquet"))
    assert staged
    assert f", {len(staged)} finished task" in err
    assert not list(book.glob(".staging/*/*/.*.tmp"))
    assert ended(process.pid)
    heard = toy_family.Heard()
    run(book, list(toy_family.standard(PAUSE)), executor="inline", progress=heard)
    assert [plan.tasks for plan in heard.plans] == [9 - len(staged)]
    assert checksums(book)[0] == undisturbed[0]


def ended(group: int) -> bool:
    """Whether all processes of a group end within seconds; those that do not are killed."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    os.killpg(group, signal.SIGKILL)
    return False


def snapshot(folder: Path) -> dict[str, bytes | None]:
    found = sorted(folder.rglob("*"))
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in found}


def test_no_space_for_a_part(tmp_path: Path) -> None:
    def starve() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    refused(start(tmp_path / "book", pause=0.0, preexec_fn=starve), str(tmp_path / "book"))
    assert snapshot(tmp_path) == {}


def test_no_space_for_the_file_that_is_committed(tmp_path: Path) -> None:
    run(tmp_path / "book", [toy_family.signs(7)], executor="inline")
    before = snapshot(tmp_path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, hard))
    try:
        with pytest.raises(StorageError, match=f"^cannot write {tmp_path / 'book'}/.toy.duckdb.new: "):
            run(tmp_path / "book", list(toy_family.standard()), executor="inline")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert snapshot(tmp_path) == before


def refused(process: subprocess.Popen, words: str) -> None:
    """The program ends with one line that has these words, for something that it cannot write."""
    out, err = process.communicate(timeout=60)
    assert process.returncode == 5, err
    assert out == ""
    assert len(err.splitlines()) == 1, err
    assert err.startswith("error: ")
    assert words in err


def test_committers_wait_for_each_other(tmp_path: Path, undisturbed: tuple) -> None:
    book = tmp_path / "book"
    process = start(book, jobs=1, pause=0.0)
    run(book, list(toy_family.standard()), executor="inline")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert checksums(book)[0] == undisturbed[0]

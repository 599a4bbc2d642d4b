"""Builds that are killed, stopped or starved, as real processes: the book is the old one or the new one."""

import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import toy_family

from tafelwerk.book import open_book
from tafelwerk.build.runner import run
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


def await_a_part(book: Path) -> None:
    """Wait until a task of a build that runs is finished."""
    deadline = time.monotonic() + 60
    while not list(book.glob(".staging/*/*/*.parquet")):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def looked_up(book: Path, process: subprocess.Popen) -> Iterator[tuple | None]:
    """A row, looked up in the book opened anew four times a second while a build runs, and once in the end."""
    running = True
    while running:
        time.sleep(0.25)
        running = process.poll() is None
        with open_book(book) as opened:
            yield opened.one("toy", "SELECT square, root FROM toy.squares WHERE kind = 'odd' AND n = 299")


def test_killed_and_resumed(tmp_path: Path, undisturbed: tuple) -> None:
    """Workers end with their parent; a look-up never fails, and a row that is there once is never gone again."""
    book = tmp_path / "book"
    process = start(book, start_new_session=True)
    await_a_part(book)
    process.kill()
    process.communicate()
    assert ended(process.pid)
    process = start(book)
    rows = list(looked_up(book, process))
    out, err = process.communicate(timeout=60)
    assert "built" in out, err
    assert checksums(book) == undisturbed
    answers = [row for row in rows if row is not None]
    assert {row[0] for row in answers} == {299**2}
    assert rows[len(rows) - len(answers) :] == answers
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


def test_no_space_for_a_part(tmp_path: Path) -> None:
    """The program ends with one line, and leaves nothing. test_faults.py has other files that cannot be written."""
    limit = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))}
    process = start(tmp_path / "book", pause=0.0, **limit)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (5, ""), err
    assert re.fullmatch(rf"error: .*{tmp_path / 'book'}.*\n", err)
    assert list(tmp_path.iterdir()) == []

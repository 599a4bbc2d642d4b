"""A worker is confined: it reads the book and the program, writes its caches alone, and starts nothing."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from program import run_python
from web.conftest import POCKET

from tafelwerk.errors import LimitError
from tafelwerk.places import quote_path
from tafelwerk.web import jobs as workers_module
from tafelwerk.web.jobs import DONE, Stop, Workers
from tafelwerk.web.worker import COMPILE, JOBS, scratch_folder

TRIAL = """
import sys
from tafelwerk.commands import compiling
from tafelwerk.web import worker
compiling.LEAST = compiling.MOST = float(sys.argv[1])
compiling.watch_worker()
sys.stdout.write(worker.reply("command", {"words": sys.argv[2:]}).decode())
print("numba" in sys.modules)
"""


@pytest.mark.parametrize(("seconds", "race", "is_answered"), [(60, "12 --k 60", True), (0.02, "60 --k 600", False)])
def test_small_questions_are_answered_in_plain_python_and_others_left(
    seconds: float, race: str, is_answered: bool, tmp_path: Path
) -> None:
    """What is left takes far longer than its time, whatever the machine does beside it."""
    words = f"montecarlo duel dsc {race} --compute --json --book {tmp_path}/none".split()
    line, has_compiled = run_python(TRIAL, str(seconds), *words, XDG_CACHE_HOME=str(tmp_path)).stdout.splitlines()
    assert (line == COMPILE.decode()) is not is_answered
    assert not is_answered or json.loads(line)["done"]["code"] == 0
    assert has_compiled == "False"


CONFINED = """
import json, os, shutil, socket, subprocess, sys, urllib.request
from pathlib import Path
from tafelwerk.web.worker import confine
statements, logs = json.load(sys.stdin)
confine(Path(sys.argv[1]), logs)
for statement in statements:
    try:
        exec(statement)
    except PermissionError:
        print("refused")
    else:
        print("done")
"""


def test_what_a_page_could_want_is_refused_and_what_it_needs_is_read(tmp_path: Path) -> None:
    dresher = str(POCKET / "dresher.duckdb")
    log, beside = tmp_path / "rounds.jsonl", tmp_path / "rounds.jsonl.txt"
    log.write_text("a log")
    beside.write_text("another file")
    text = Path(__file__).with_name("confined.txt").read_text(encoding="utf-8")
    lines = text.format(dresher=dresher, log=str(log), beside=str(beside)).splitlines()
    expected, statements = zip(*(line.split(" ", 1) for line in lines), strict=True)
    done = run_python(CONFINED, POCKET, stdin=json.dumps([statements, [str(log)]]))
    assert tuple(done.stdout.split()) == expected, (statements, done.stderr)
    assert log.read_text() == "a log"
    assert (POCKET / "dresher.duckdb").exists()


def replies_in(output: bytes) -> Iterator[dict[str, Any]]:
    """The answers of a worker; a file is what was done."""
    while output:
        line, _, output = output.partition(b"\n")
        reply = json.loads(line)
        if "file" in reply:
            size = reply["file"]
            reply, output = {"done": output[:size]}, output[size:]
        yield reply


def test_jobs_are_answered_one_by_one(tmp_path: Path) -> None:
    """Each by a line, or by a line and a file: every job is within what a confined process may do, and one that fails leaves the
    others alone. Files are made even if a process of the same number was killed while it made one."""
    failing, answered = re.findall(
        r"^# .*\n((?:{.*\n)+)", Path(__file__).with_name("jobs.txt").read_text(), re.MULTILINE
    )
    jobs = [json.loads(line)["job"] for line in answered.splitlines()]
    output = tmp_path / "output"
    program = f"import os; os.dup2(os.open({str(output)!r}, os.O_CREAT | os.O_WRONLY), 1)"
    left = "folder = worker.scratch_folder(os.getpid()); folder.mkdir(); (folder / 'figure.svg').touch()"
    program = f"{program}; from tafelwerk.web import worker; {left}; worker.main()"
    done = run_python(program, POCKET, stdin=failing + answered)
    replies = list(replies_in(output.read_bytes()))
    assert len(replies) == 5 + len(jobs), done.stderr
    no_number, no_table, not_built, large, defect = replies[:5]
    assert no_number["done"]["code"] == 2
    assert "is not a whole number" in no_number["done"]["err"]
    assert (no_table["code"], no_table["limit"]) == (2, False)
    assert not_built["done"]["err"].endswith(f" --book {quote_path(POCKET)}\n")
    assert large["limit"]
    assert (defect["code"], defect["limit"]) == (1, False)
    answers = {job: reply.get("done") for job, reply in zip(jobs, replies[5:], strict=True)}
    assert [job for job, answer in answers.items() if answer in (None, "")] == []
    assert json.loads(answers["command"]["out"])["n"] == 11
    assert answers["first_moves"] == 1
    assert answers["saved"].startswith(b"PAR1")
    assert b"<svg" in answers["picture"]
    assert answers["command"]["python"] == "book.dresher.value(n=11)"
    assert {*jobs} == {job for job in JOBS if not job.startswith("skat")}


ANSWERS = "import sys; sys.stdin.readline(); print(sys.argv[1], flush=True); sys.stdin.read()"


def test_what_a_killed_process_was_writing_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders: list[Path] = []

    def started(_workers: Workers, compiles: bool) -> "subprocess.Popen[bytes]":
        line = [sys.executable, "-c", ANSWERS, DONE.decode() + "5}"]
        process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        folders.append(scratch_folder(process.pid))
        folders[0].mkdir()
        (folders[0] / "rows.csv").touch()
        return process

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(Workers, "_start", started)
    with closing(Workers(tmp_path, 2)) as workers:
        assert workers.run("command", 60.0, Stop()) == b"5"
        assert folders[0].exists()
    for _ in range(600):
        if not folders[0].exists():
            break
        sleep(0.1)
    assert not folders[0].exists()


NAMED = r"""import os, sys; [print('{"done": %d}' % os.getpid(), flush=True) for line in sys.stdin]"""


def test_a_warm_process_goes_before_others_and_is_followed_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []

    def started(_workers: Workers, compiles: bool) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen([sys.executable, "-c", NAMED], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        begun.append(process.pid)
        return process

    def run() -> int:
        return int(workers.run("command", 60.0, Stop()))

    def wait_for(is_so: Callable[[], bool]) -> None:
        for _ in range(600):
            with suppress(LimitError):
                if is_so():
                    return
            sleep(0.1)
        raise AssertionError(begun)

    monkeypatch.setattr(Workers, "_start", started)
    with closing(Workers(tmp_path, 2)) as workers:
        assert run() == begun[0]
        threading.Thread(target=workers.warm, args=("first_moves",), daemon=True).start()
        wait_for(lambda: run() == begun[1])
        assert [run() for _ in range(3)] == [begun[1]] * 3
        os.kill(begun[1], signal.SIGKILL)
        wait_for(lambda: len(begun) == 3)
        wait_for(lambda: run() == begun[2])


def test_a_job_that_was_given_up_has_what_is_left_of_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float] = []

    class Timer(threading.Timer):
        def __init__(self, interval: float, function: Callable[[], None]) -> None:
            limits.append(interval)
            super().__init__(60, function)

    def started(_workers: Workers, compiles: bool) -> "subprocess.Popen[bytes]":
        line = [sys.executable, "-c", ANSWERS, '{"done": 5}' if compiles else COMPILE.decode()]
        return subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    times = iter((100.0, 103.0))
    monkeypatch.setattr(workers_module, "monotonic", lambda: next(times))
    monkeypatch.setattr(threading, "Timer", Timer)
    monkeypatch.setattr(Workers, "_start", started)
    with closing(Workers(tmp_path, 2)) as workers:
        assert workers.run("command", 10.0, Stop()) == b"5"
    assert limits == [10.0, 7.0]

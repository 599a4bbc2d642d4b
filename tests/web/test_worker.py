"""A worker is confined: it reads the book and the program, writes its caches alone, and starts nothing."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from program import run_python
from web.conftest import POCKET

from tafelwerk.places import quote_path
from tafelwerk.web import jobs as workers_module
from tafelwerk.web.jobs import Stop, Workers
from tafelwerk.web.worker import COMPILE, JOBS

TRIAL = """
import sys
from tafelwerk.commands import compiling
from tafelwerk.web import worker
compiling.LEAST = compiling.MOST = float(sys.argv[1])
compiling.watch_worker()
print(worker.reply("command", {"words": sys.argv[2:]}))
print("numba" in sys.modules)
"""


@pytest.mark.parametrize(("seconds", "race", "is_answered"), [(60, "12 --k 60", True), (0.02, "60 --k 600", False)])
def test_small_questions_are_answered_in_plain_python_and_others_left(
    seconds: float, race: str, is_answered: bool, tmp_path: Path
) -> None:
    """What is left takes far longer than its time, whatever the machine does beside it."""
    words = f"montecarlo duel dsc {race} --compute --json --book {tmp_path}/none".split()
    line, has_compiled = run_python(TRIAL, str(seconds), *words, XDG_CACHE_HOME=str(tmp_path)).stdout.splitlines()
    assert (line == COMPILE) is not is_answered
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


EVERY: dict[str, dict[str, Any]] = {
    "command": {"words": ["dresher", "value", "11", "--json"]},
    "rows": {"statement": "SELECT 1"},
    "saved": {"statement": "SELECT 1 AS one", "ending": "parquet"},
    "figure": {"name": "dresher-3.1", "theme": "dark"},
    "origin": {"name": "dresher-3.1"},
    "picture": {"name": "dresher-1.3", "ending": "svg"},
    "library": {},
    "play": {"words": ["minimax", "play", "tictactoe", "--seed", "3"], "turns": ["5"], "hint": True, "chosen": ""},
    "schema": {"family": "dresher", "question": "value"},
    "puzzle": {"options": ["--variant", "3c6p", "--seed", "1"], "turns": []},
    "sheet": {"options": ["--variant", "3c6p", "--seed", "1"], "count": 1},
    "word_lists": {},
    "proof": {"n": 4, "number": 1},
}
"""Each job with something to do; those of Skat are asked for by their pages."""


def test_jobs_are_answered_one_by_one() -> None:
    """Each by a line: every job is within what a confined process may do, and one that fails leaves the others alone."""
    failing: list[tuple[str, dict[str, Any]]] = [
        ("command", {"words": ["dresher", "value", "x"]}),
        ("rows", {"statement": "FROM nothing"}),
        ("command", {"words": ["dresher", "value", "3000"]}),
        ("rows", {"statement": "SELECT repeat('x', 9000000) AS x"}),
        ("rows", {"nothing": 1}),
    ]
    lines = [*failing, *EVERY.items()]
    stdin = "".join(json.dumps({"job": job, "given": given}) + "\n" for job, given in lines)
    done = run_python("from tafelwerk.web.worker import main; main()", POCKET, stdin=stdin)
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(replies) == len(lines), done.stderr
    no_number, no_table, not_built, large, defect = replies[: len(failing)]
    assert no_number["done"]["code"] == 2
    assert "is not a whole number" in no_number["done"]["err"]
    assert (no_table["code"], no_table["limit"]) == (2, False)
    assert not_built["done"]["err"].endswith(f" --book {quote_path(POCKET)}\n")
    assert large["limit"]
    assert (defect["code"], defect["limit"]) == (1, False)
    answers = {job: reply.get("done") for (job, _), reply in zip(lines, replies, strict=True)}
    assert [job for job in EVERY if answers[job] in (None, "")] == []
    assert json.loads(answers["command"]["out"])["n"] == 11
    assert answers["command"]["python"] == "book.dresher.value(n=11)"
    assert EVERY.keys() == {job for job in JOBS if not job.startswith("skat")}


ANSWERS = "import sys; sys.stdin.readline(); print(sys.argv[1], flush=True); sys.stdin.read()"


def test_a_job_that_was_given_up_has_what_is_left_of_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float] = []

    class Timer(threading.Timer):
        def __init__(self, interval: float, function: Callable[[], None]) -> None:
            limits.append(interval)
            super().__init__(60, function)

    def started(_workers: Workers, compiles: bool) -> "subprocess.Popen[str]":
        line = [sys.executable, "-c", ANSWERS, '{"done": 5}' if compiles else COMPILE]
        return subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    times = iter((100.0, 103.0, 200.0, 201.0))
    monkeypatch.setattr(workers_module, "monotonic", lambda: next(times))
    monkeypatch.setattr(threading, "Timer", Timer)
    monkeypatch.setattr(Workers, "_start", started)
    with closing(Workers(tmp_path)) as workers:
        assert workers.run("command", 10.0, Stop()) == "5"
    assert limits == [10.0, 7.0]

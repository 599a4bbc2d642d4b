"""Work that takes longer than a page waits: shown, asked for again, ended; in processes of their own.
A worker is confined: it reads the book and the program, writes its caches alone, and starts nothing.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from html import unescape
from pathlib import Path
from shlex import split
from time import sleep
from typing import Any

import pytest
from page_commands import files
from program import build_here, call, run_python
from starlette.testclient import TestClient
from web.addresses import PAGES
from web.asking import moves, open_page, play_on
from web.conftest import POCKET, JobsHere, WorkersHere, asked_here

from tafelwerk.errors import LimitError, StorageError
from tafelwerk.places import quote_path
from tafelwerk.web import jobs
from tafelwerk.web import jobs as workers_module
from tafelwerk.web import site as site_module
from tafelwerk.web.jobs import DONE, BusyError, EndedError, Stop, Workers
from tafelwerk.web.routes import skat_pages
from tafelwerk.web.worker import COMPILE, JOBS, scratch_folder

ENDLESS = "SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE a.range * b.range % 7 = 3"

LONG = split("montecarlo simulate dsc 40 --first mc:1000 --second mc:1000 --games 1000000 --compute")
"""A command that takes minutes."""

_TEXT = Path(__file__).with_name("own_games.txt").read_text(encoding="utf-8")
GAMES = dict(re.findall(r"^== (.*)\n((?:[^=].*\n|\n)*)", _TEXT, re.MULTILINE))
GAMES |= dict.fromkeys(("tictactoe.py", "unsolved.py"), files("docs/games.md")["tictactoe.py"])
GAMES["beside.py"] = GAMES["worth.py"]

FAILURES = {
    "raises.py": "ValueError: no",
    "syntax.py": "SyntaxError",
    "unsolved.py": "tafelwerk games solve unsolved.py",
}
"""What is said of each game that cannot be played."""

HARMFUL = {"leaves.py": "ended its process", "reads.py": "a page cannot reach this file"}
"""Those from which a process of its own protects the server, and what is said of them."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with games, two of which are solved in a book."""
    folder = tmp_path_factory.mktemp("own")
    for name, text in GAMES.items():
        (folder / name).write_text(text)
    for name in ("tictactoe.py", "worth.py"):
        # a job that is still done here keeps this process from other games
        with WorkersHere.alone:
            assert build_here("games", "solve", folder / name, "--book", folder / "book").returncode == 0
    return folder


@pytest.fixture(scope="module")
def own(folder: Path) -> TestClient:
    """A server with these games, its jobs done in this process."""
    return asked_here(folder / "book", games=[str(folder / name) for name in ("tictactoe.py", "worth.py", *FAILURES)])


@contextmanager
def at_work(work: Callable[..., bytes]) -> Iterator[TestClient]:
    """A server whose workers do other work, for which no page waits."""
    site = asked_here(POCKET)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WorkersHere, "run", work)
        patch.setattr(jobs, "MOST_WAITING", 1000)
        patch.setattr(JobsHere, "waits", False)
        patch.setattr(site_module, "PATIENCE", 0.0)
        patch.setattr(skat_pages, "THINKING", 0.0)
        yield site
        JobsHere.finish()


def test_no_page_waits_longer_than_it_may() -> None:
    """Whatever takes long: a page says that it is at work, and is asked for again and not kept, or does without."""
    may_end = threading.Event()

    def hold(*_asked: Any, **_given: Any) -> bytes:
        may_end.wait(600)
        raise StorageError("nothing is done here")

    with at_work(hold) as site:
        responses = {path: site.get(path) for path in PAGES}
        may_end.set()
    assert {path: response.status_code for path, response in responses.items()} == dict.fromkeys(PAGES, 200)
    working = [response for response in responses.values() if "refresh" in response.headers]
    assert len(working) > len(PAGES) / 2
    for response in working:
        assert response.headers["refresh"].startswith("1; url=/")
        assert "cache-control" not in response.headers
        assert 'class="working"' in response.text


def test_a_refused_page_says_when_it_asks_again() -> None:
    """In its words and in its headers; a document says so in its header."""

    def refuse(*_asked: Any, **_given: Any) -> bytes:
        raise BusyError(7)

    with at_work(refuse) as site, pytest.MonkeyPatch.context() as patch:
        patch.setattr(site_module, "PATIENCE", 60.0)
        for path in (
            "/",
            "/sql?q=SELECT 1",
            "/ask/dresher/value?n=11",
            "/play/tictactoe?seed=3",
            "/skat/puzzle?seed=3",
        ):
            response = site.get(path)
            assert response.status_code == 503, path
            assert response.headers["refresh"].startswith("2; url=/"), path
            assert response.headers["retry-after"] == "2", path
            assert "at work on 7 other pages; ask again in 2 seconds" in response.text, path
        response = site.get("/api/dresher/value?n=11")
        assert (response.status_code, response.headers["retry-after"]) == (503, "2")
        assert "refresh" not in response.headers


@pytest.mark.parametrize(
    ("path", "asked", "told", "at_rest"),
    [
        ("/sql", {"q": ENDLESS}, "The statement was ended after", "The statement is not running"),
        (
            "/ask/montecarlo/simulate",
            {"words": "dsc 40", "first": "mc:1000", "second": "mc:1000", "games": "1000000", "compute": "1"},
            "It was ended after",
            "It is not at work",
        ),
    ],
    ids=["statement", "question"],
)
def test_work_is_shown_and_can_be_ended(
    monkeypatch: pytest.MonkeyPatch, path: str, asked: dict[str, str], told: str, at_rest: str
) -> None:
    """What others wait for goes on, and is there when it is asked for again."""
    stopped, run = threading.Event(), WorkersHere.run

    def work(self: WorkersHere, job: str, seconds: float, stop: Stop, hear: Any, **given: Any) -> bytes:
        assert stopped.wait(600)
        if stop.is_set:
            raise EndedError("the work was ended")
        return run(self, job, seconds, stop, hear, **given)

    def end(stop: Stop, end: Callable[[Stop], None] = Stop.end) -> None:
        end(stop)
        stopped.set()

    monkeypatch.setattr(Stop, "end", end)
    with at_work(work) as site:
        other = "/sql?q=SELECT 40 %2B 2 AS sum"
        assert 'class="working"' in site.get(other).text
        page = site.get(path, params=asked)
        link = re.search(r'<a class="button" href="([^"]+)">End it</a>', page.text)
        assert link
        ended = site.get(f"{path}{unescape(link[1])}").text
        assert stopped.is_set()
        assert at_rest in open_page(site, path, [*asked.items(), ("end", "1")])
    assert page.headers["refresh"].startswith("1; url=/")
    assert f"The work is ended after {60 if 'compute' in asked else 20} s" in page.text
    assert told in ended
    assert asked.get("q", "mc:1000") in unescape(ended)
    assert "<td class=n>42</td>" in open_page(site, other)


def test_the_end_of_a_statement_ends_no_other(folder: Path) -> None:
    """Nor does a file that harms the process in which it is read."""
    files = [str(folder / name) for name in (*HARMFUL, "worth.py")]
    with closing(Workers(folder / "book", 2, games=files)) as workers:
        stop, other = Stop(), Stop()
        with ThreadPoolExecutor() as threads:
            long = threads.submit(workers.run, "command", 600, stop, words=LONG)
            assert json.loads(workers.run("rows", 600, other, statement="SELECT 1 AS one"))["rows"] == [[1]]
            stop.end()
            with pytest.raises(EndedError, match="the work was ended"):
                long.result(600)
        # a job that is done is not ended any more, nor is the process that did it
        other.end()
        assert json.loads(workers.run("rows", 600, Stop(), statement="SELECT 2 AS two"))["rows"] == [[2]]
        with pytest.raises(EndedError, match="ended before it began"):
            workers.run("rows", 600, stop, statement="SELECT 3")
        with pytest.raises(LimitError, match=r"took longer than 0\.3 s and was ended: ask for less"):
            workers.run("command", 0.3, Stop(), words=LONG)
        for game, said in HARMFUL.items():
            with pytest.raises(Exception, match=said):
                workers.run("play", 600, Stop(), words=["games", "play", game], turns=[], hint=False, chosen="")


STAND_IN = """
import json, os, sys
compiles = os.environ.get("NUMBA_DISABLE_JIT") == "0"
for line in sys.stdin:
    is_long = json.loads(line)["given"]["long"]
    print(json.dumps({"compile": True} if is_long and not compiles else {"done": [compiles, os.getpid()]}), flush=True)
"""


def test_what_takes_long_in_plain_python_goes_to_a_process_that_compiles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "stand_in.py"
    program.write_text(STAND_IN)
    begin = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda words, **how: begin([words[0], program], **how))
    for most in (1, 2):
        with closing(Workers(POCKET, most)) as workers:
            answers = [json.loads(workers.run("command", 60, Stop(), long=long)) for long in (False, True, True, False)]
        assert [compiles for compiles, _ in answers] == [False, True, True, True]
        assert len({process for _, process in answers}) == 2


def test_games_of_files_are_played_and_priced(own: TestClient, folder: Path) -> None:
    """To the end by their links; a page names no file but those given, and one that fails harms nothing."""
    assert "tictactoe.py" in open_page(own, "/play")
    for name in ("tictactoe.py", "worth.py"):
        _, text = play_on(own, f"/play/{name}", [("seed", "3")])
        assert re.search(r'<p class="(good|fair|bad)">', text)
    text = open_page(own, "/play/tictactoe.py?seed=3&turn=4")
    assert text.count('class="spot ') == len(moves(text)) == 7
    assert '<pre class="board">' not in text.partition("<section")[2]
    hinted = open_page(own, "/play/tictactoe.py?seed=3&turn=4&hint=1")
    assert re.search(r'<span class="worth \w+">each draws', hinted)
    for name in ("beside.py", f"{folder}/beside.py", str(folder / "tictactoe.py"), "tictactoe.py:TicTacToe"):
        assert own.get(f"/play/{name}?seed=1").status_code in (400, 404), name
    assert 'href="/play/worth.py"' in open_page(own, "/")
    for name, failure in FAILURES.items():
        response = own.get(f"/play/{name}?seed=1")
        assert response.status_code in (400, 404, 422)
        assert failure in unescape(response.text)
    assert "3/2" in unescape(open_page(own, "/play/worth.py?seed=3&hint=1"))
    for name, said in (("none.py", "does not exist"), (folder / "book", "is not a Python file")):
        refused = call("serve", "--game", name, "--book", folder / "book")
        assert (refused.returncode, said in refused.stderr) == (2, True)


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
    monkeypatch.setattr(workers_module, "QUIET", 0.0)
    with closing(Workers(tmp_path, 2)) as workers:
        assert run() == begun[0]
        threading.Thread(target=workers.warm, args=("first_moves",), daemon=True).start()
        wait_for(lambda: run() == begun[1])
        assert [run() for _ in range(3)] == [begun[1]] * 3
        os.kill(begun[1], signal.SIGKILL)
        wait_for(lambda: len(begun) == 3)
        wait_for(lambda: run() == begun[2])


def test_a_job_that_was_given_up_has_what_is_left_of_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, limits = [100.0], list[float]()

    class Timer(threading.Timer):
        def __init__(self, interval: float, function: Callable[[], None]) -> None:
            limits.append(interval)
            super().__init__(60, function)

    def started(_workers: Workers, compiles: bool) -> "subprocess.Popen[bytes]":
        clock[0] += 3 * compiles  # after so long the first process has given up
        line = [sys.executable, "-c", ANSWERS, '{"done": 5}' if compiles else COMPILE.decode()]
        return subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    monkeypatch.setattr(workers_module, "monotonic", lambda: clock[0])
    monkeypatch.setattr(threading, "Timer", Timer)
    monkeypatch.setattr(Workers, "_start", started)
    with closing(Workers(tmp_path, 2)) as workers:
        assert workers.run("command", 10.0, Stop()) == b"5"
    assert limits == [10.0, 7.0]

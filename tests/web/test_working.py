"""Work that takes longer than a page waits: shown, asked for again, ended; in processes of their own."""

import json
import re
import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from html import unescape
from pathlib import Path
from shlex import split
from typing import Any

import pytest
from page_commands import files
from program import build_here, call
from starlette.testclient import TestClient
from web.addresses import PAGES
from web.asking import moves, open_page, play_on
from web.conftest import POCKET, JobsHere, WorkersHere, asked_here

from tafelwerk.errors import LimitError, StorageError
from tafelwerk.web import jobs
from tafelwerk.web import site as site_module
from tafelwerk.web.jobs import BusyError, EndedError, Stop, Workers
from tafelwerk.web.routes import skat_pages

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
        patch.setattr(skat_pages, "BRIEFLY", 0.0)
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

    def work(self: WorkersHere, job: str, seconds: float, stop: Stop, **given: Any) -> bytes:
        assert stopped.wait(600)
        if stop.is_set:
            raise EndedError("the work was ended")
        return run(self, job, seconds, stop, **given)

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
    assert "each draws" in hinted
    for name in ("beside.py", f"{folder}/beside.py", str(folder / "tictactoe.py"), "tictactoe.py:TicTacToe"):
        assert own.get(f"/play/{name}?seed=1").status_code in (400, 404), name
    for name, failure in FAILURES.items():
        response = own.get(f"/play/{name}?seed=1")
        assert response.status_code in (400, 404, 422)
        assert failure in unescape(response.text)
    assert "3/2" in unescape(open_page(own, "/play/worth.py?seed=3&hint=1"))
    for name, said in (("none.py", "does not exist"), (folder / "book", "is not a Python file")):
        refused = call("serve", "--game", name, "--book", folder / "book")
        assert (refused.returncode, said in refused.stderr) == (2, True)

"""A server on the pocket book, asked in this process, as are its workers; and the installed program, asked by a browser."""

import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from contextvars import ContextVar
from pathlib import Path
from socket import socket
from threading import Lock, Thread
from typing import Any, ClassVar, NamedTuple
from weakref import WeakSet

import pytest
import uvicorn
from chromium import CHROMIUM, Window
from program import call, environment
from sharing import made_once
from starlette.testclient import TestClient

import tafelwerk
from reference.server import running
from tafelwerk import own_games, places
from tafelwerk.web import app, worker
from tafelwerk.web.atlas import walk
from tafelwerk.web.jobs import FILE, Jobs, Stop, Workers, answer_of
from tafelwerk.web.site import _environment
from tafelwerk.web.worker import SO_FAR, reply

PORT = 8731
BASE = f"http://127.0.0.1:{PORT}"
POCKET = Path(tafelwerk.__file__).parent / "pocket"


class WorkersHere(Workers):
    """Workers without processes: jobs are done in this process, one at a time, unconfined and without an end."""

    alone = Lock()

    def run(self, job: str, seconds: float, stop: Stop, hear: Callable[[bytes], None], **given: Any) -> bytes:
        with self.alone, pytest.MonkeyPatch.context() as patch:
            patch.setattr(places, "_SERVED", [self._book.absolute()])
            patch.setattr(own_games, "_installed_alone", False)
            patch.setattr(own_games, "OFFERED", {})
            own_games.take_installed_alone(json.loads(self._given)["games"])
            patch.setattr(sys, "stdin", io.StringIO())
            for name in os.environ.keys() - environment().keys():
                patch.delenv(name)
            patch.setenv("TAFELWERK_LANG", "en")
            patch.setenv("NO_COLOR", "1")
            patch.setattr(worker, "SEND", ContextVar("send", default=lambda line: hear(line[len(SO_FAR) : -2])))
            line, _, content = reply(job, json.loads(json.dumps(given))).partition(b"\n")
            return content if line.startswith(FILE) else answer_of(line)


class JobsHere(Jobs):
    """Jobs that pages wait for as long as they take, unless `waits` is taken from them; then a test finishes them."""

    waits = True
    all: ClassVar[WeakSet["JobsHere"]] = WeakSet()

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.all.add(self)

    @classmethod
    def finish(cls) -> None:
        """Wait for what was begun: done later, in this process, it would be in the way of another test."""
        for jobs in cls.all:
            wait([entry.future for entry in jobs._known.values()], 600)

    def ask(self, job: str, *, patience: float | None = None, **given: Any) -> Any:
        return super().ask(job, patience=None if self.waits else patience, **given)


def asked_here(book: Path, port: int = PORT, **files: Any) -> TestClient:
    """The server of a book, its jobs done in this process: no page is at work when it is shown.

    Args:
        book: folder of the book.
        port: that it is asked on.
        files: logs and games, as `application` has them.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "Workers", WorkersHere)
        patch.setattr(app, "Jobs", JobsHere)
        return TestClient(app.application(book, port, **files), base_url=f"http://127.0.0.1:{port}")


def templates_filled() -> set[str]:
    """Names of the templates filled since the environment's cache was cleared."""
    cache = _environment().cache
    assert cache is not None
    return {name for _, name in cache.keys()}  # noqa: SIM118 (a cache is no mapping)


class Atlas(NamedTuple):
    """An atlas of the pocket book with one figure, besides one that the book has no rows for.

    Attributes:
        folder: its folder.
        words: the command line that wrote it, without its folder.
        told: what that said on standard error.
        templates: names of the templates of its pages.
    """

    folder: Path
    words: tuple[str, ...]
    told: str
    templates: set[str]


ATLAS = ("atlas", "--figures", "dresher-3.1", "--figures", "montecarlo-2.12", "--book", str(POCKET))


@pytest.fixture(scope="session")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Atlas:
    folder = made_once(tmp_path_factory, "atlas", _write_atlas)
    told, templates = json.loads((folder / "told.json").read_text(encoding="utf-8"))
    return Atlas(folder / "atlas", ATLAS, told, {*templates})


class OneLook(WorkersHere):
    """Of the pictures of a game one stands for all looks, and one for all figures: each takes as long as a page.

    tests/test_museum.py draws the games, tests/plots every figure.
    """

    once = Lock()
    pictures: ClassVar[dict[tuple[Path, str, str], bytes]] = {}

    def run(self, job: str, seconds: float, stop: Stop, hear: Callable[[bytes], None], **given: Any) -> bytes:
        if job not in ("figure_card", "room_picture"):
            return super().run(job, seconds, stop, hear, **given)
        picture = self._book, job, given["name"]
        plain = given | ({"is_card": False} if job == "room_picture" else {})  # a page says what this one shows
        with self.once:
            if picture not in self.pictures:
                self.pictures[picture] = super().run(job, seconds, stop, hear, **plain)
        return self.pictures[picture]


def _write_atlas(folder: Path) -> None:
    """Write the atlas in this process, and what that said, with the templates filled, beside it."""
    folder.mkdir()
    _environment.cache_clear()
    # the browser's tests have a loop that runs in this thread, and the atlas asks its pages in one of its own
    with ThreadPoolExecutor(1) as executor, pytest.MonkeyPatch.context() as patch:
        patch.setattr(walk, "Workers", OneLook)
        done = executor.submit(call, *ATLAS, "-o", folder / "atlas").result()
    assert done.returncode == 0, done.stderr
    assert "a picture is missing" not in done.stderr
    (folder / "told.json").write_text(json.dumps([done.stderr, sorted(templates_filled())]), encoding="utf-8")


@pytest.fixture(scope="session")
def site() -> TestClient:
    """The server of the pocket book."""
    return asked_here(POCKET)


@contextmanager
def serving(*words: str) -> Iterator[str]:
    """The installed program, serving the pocket book on a free port: its address.

    Args:
        words: options besides.
    """
    with running(POCKET, *words, env={"TAFELWERK_POCKET": str(POCKET)}) as (base, *_):
        yield base


@contextmanager
def serving_here() -> Iterator[str]:
    """A server of the pocket book on a free port, in this process: its address."""
    with closing(socket()) as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(asked_here(POCKET, port).app, log_level="error", lifespan="off"))
        thread = Thread(target=server.run, args=([listening],))
        thread.start()
        yield f"http://127.0.0.1:{port}"
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="session")
def served(request: pytest.FixtureRequest) -> Iterator[str]:
    """Address of the installed program; where few pages are opened, of a server in this process, which costs less."""
    with serving() if request.config.getoption("-m") else serving_here() as base:
        yield base


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as made:
        browser = made.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def window(request: pytest.FixtureRequest, chromium: Any) -> Iterator[Callable[..., Window]]:
    """Makes windows, of the installed program's pages or of those in a folder; at the end none may have had a complaint."""
    made: list[Window] = []

    def open_window(width: int = 1280, dark: bool = False, folder: Path | None = None, **options: Any) -> Window:
        base = f"file://{folder}/" if folder else request.getfixturevalue("served")
        made.append(Window(chromium, base, width, dark, offline=folder is not None, **options))
        return made[-1]

    yield open_window
    for one in made:
        one.close()
    assert not [complaint for one in made for complaint in one.complaints]

"""A server on the pocket book, asked in this process; and the installed program, asked by a browser."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from chromium import CHROMIUM, Window
from starlette.testclient import TestClient

import tafelwerk
from reference.server import running
from tafelwerk.web.app import application

PORT = 8731
POCKET = Path(tafelwerk.__file__).parent / "pocket"


@pytest.fixture(scope="session")
def site() -> Iterator[TestClient]:
    """The server of the pocket book."""
    with TestClient(application(POCKET, PORT), base_url=f"http://127.0.0.1:{PORT}") as client:
        yield client


@contextmanager
def serving(*words: str) -> Iterator[str]:
    """The installed program, serving the pocket book on a free port: its address.

    Args:
        words: options besides.
    """
    with running(POCKET, *words, env={"TAFELWERK_POCKET": str(POCKET)}) as (base, _):
        yield base


@pytest.fixture(scope="session")
def served() -> Iterator[str]:
    """Address of the installed program."""
    with serving() as base:
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
def window(served: str, chromium: Any) -> Iterator[Callable[..., Window]]:
    """Makes windows; at the end none of them may have had a complaint."""
    made: list[Window] = []

    def opened(width: int = 1280, dark: bool = False) -> Window:
        made.append(Window(chromium, served, width, dark))
        return made[-1]

    yield opened
    for one in made:
        one.close()
    assert not [complaint for one in made for complaint in one.complaints]

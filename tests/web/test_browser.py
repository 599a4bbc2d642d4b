"""Pages in Chromium, if it is installed: nothing refused, nothing wider than the window, games by clicks and by keys."""

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from program import call

import tafelwerk

sync_api = pytest.importorskip("playwright.sync_api", reason="Chromium is asked by playwright")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: apt-get install chromium")

PORT = 8797
POCKET = Path(tafelwerk.__file__).parent / "pocket"
BASE = f"http://127.0.0.1:{PORT}"
PAGES = (
    "/",
    "/tables/dresher",
    "/tables/dresher.games",
    "/builds",
    "/sql?q=FROM dresher.games",
    "/ask/dresher/value?n=11",
    "/play",
)
"""One page per template, or nearly."""


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The installed program, serving the pocket book."""
    line = [sys.executable, "-m", "tafelwerk", "serve", "--port", str(PORT), "--book", str(POCKET)]
    process = subprocess.Popen(line, stderr=subprocess.DEVNULL, env={**os.environ, "TAFELWERK_POCKET": str(POCKET)})
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{BASE}/static/site.css", timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield BASE
    finally:
        process.terminate()
        assert process.wait(10) is not None


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser."""
    with sync_api.sync_playwright() as made:
        browser = made.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(server: str, chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page; complaints of the page and requests to elsewhere fail the test."""
    complaints: list[str] = []
    contexts = []

    def opened(path: str, width: int = 1280, dark: bool = False) -> Any:
        context = chromium.new_context(
            viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request",
            lambda asked: (
                complaints.append(asked.url) if not asked.url.startswith((server, "data:", "blob:")) else None
            ),
        )
        page.on(
            "response", lambda found: complaints.append(f"{found.status} {found.url}") if found.status >= 400 else None
        )
        page.goto(server + path)
        sync_api.expect(page.locator(".working")).to_have_count(0, timeout=60_000)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, False)])
def test_a_page_fits_the_window_and_nothing_is_refused(
    visit: Callable[..., Any], path: str, width: int, dark: bool
) -> None:
    page = visit(path, width, dark)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_figure_is_drawn(visit: Callable[..., Any]) -> None:
    page = visit("/figures/dresher-3.1", 390, True)
    sync_api.expect(page.locator("#chart svg, #chart canvas")).to_be_visible(timeout=60_000)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def follow(page: Any, act: Callable[[], None]) -> None:
    """Do what leads to another page, and wait until its work is done."""
    before = page.url
    act()
    page.wait_for_url(lambda url: url != before)
    sync_api.expect(page.locator(".working")).to_have_count(0, timeout=60_000)


def test_a_game_by_clicks_alone_and_back_is_undo(visit: Callable[..., Any]) -> None:
    page = visit("/play/tictactoe?seed=3")
    follow(page, page.locator("a.spot").nth(4).click)
    after = page.url
    assert re.search("turn=4", after)
    follow(page, page.locator("a.spot").first.click)
    follow(page, page.go_back)
    assert page.url == after
    for _ in range(9):
        if not page.locator("a.spot").count():
            break
        follow(page, page.locator("a.spot").first.click)
    sync_api.expect(page.locator("p.good, p.fair, p.bad")).to_have_count(1)


def test_a_game_by_keys_alone(visit: Callable[..., Any]) -> None:
    page = visit("/play/dresher?seed=3&n=7")
    for _ in range(7):
        if not page.locator("a.spot").count():
            break
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.classList.contains('spot')"):
                break
        follow(page, lambda: page.keyboard.press("Enter"))
    sync_api.expect(page.locator("p.good", has_text="Found")).to_have_count(1)


def test_figures_of_an_atlas_are_drawn_from_files_without_a_network(chromium: Any, tmp_path: Path) -> None:
    names = ["dresher-3.1", "dresher-3.2"]
    chosen = [word for name in names for word in ("--figures", name)]
    assert call("atlas", *chosen, "--rows", "5", "-o", tmp_path / "atlas", "--book", POCKET).returncode == 0
    context = chromium.new_context(viewport={"width": 390, "height": 900}, offline=True)
    page, complaints = context.new_page(), list[str]()
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    for name in names:
        page.goto(f"file://{tmp_path}/atlas/figures/{name}.html")
        sync_api.expect(page.locator("#chart svg, #chart canvas")).to_be_visible(timeout=30_000)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()
    assert not complaints

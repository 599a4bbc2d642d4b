"""The atlas in Chromium, if it is installed: from files, with the network off."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import needed
from program import call

import tafelwerk
from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.plots.figure import all_figures

sync_api = pytest.importorskip("playwright.sync_api", reason="Chromium is asked by playwright")
pytestmark = [needed, pytest.mark.browser]

POCKET = Path(tafelwerk.__file__).parent / "pocket"
PAGES = (
    "index.html",
    "published.html",
    "results.html",
    "tables/dresher.games.html",
    "figures/dresher-3.1.html",
    "strategies/minimax-tictactoe.html",
    "strategies/mastermind-4x6-optimal.html",
    "strategies/dresher-small.html",
    "strategies/minimax-heaps.html",
    "strategies/skat-kupferschmid-6.html",
)
"""One page per template, or nearly."""


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An atlas of the pocket book with one figure."""
    folder = tmp_path_factory.mktemp("atlas") / "atlas"
    words = ("--figures", "dresher-3.1", "--rows", "20", "--book", POCKET, "-o", folder)
    assert call("atlas", *words).returncode == 0
    return folder


@pytest.fixture
def visit(atlas: Path, chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page of the atlas without a network; complaints of the page fail the test."""
    complaints: list[str] = []
    contexts = []

    def opened(path: str, width: int = 1280, folder: Path = atlas, **options: Any) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": 900}, offline=True, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "request",
            lambda asked: None if asked.url.startswith(("file:", "data:", "blob:")) else complaints.append(asked.url),
        )
        page.goto(f"file://{folder / path}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_pages_fit_the_window_and_nothing_is_refused(visit: Callable[..., Any], width: int, scheme: str) -> None:
    page = visit("index.html", width, color_scheme=scheme)
    for path in PAGES:
        page.goto(page.url.rpartition("/atlas/")[0] + f"/atlas/{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    page.goto(page.url.rpartition("/atlas/")[0] + "/atlas/figures/dresher-3.1.html")
    sync_api.expect(page.locator("#chart svg, #chart canvas")).to_be_visible(timeout=30_000)


def test_strategies_are_stepped_through_without_javascript(visit: Callable[..., Any]) -> None:
    page = visit("strategies/mastermind-4x6-optimal.html", java_script_enabled=False)
    second = page.locator(".tree details details summary").first
    third = page.locator(".tree details details details summary").first
    sync_api.expect(third).to_be_hidden()
    second.focus()
    page.keyboard.press("Enter")
    sync_api.expect(third).to_be_visible()
    page = visit("strategies/minimax-tictactoe.html", java_script_enabled=False)
    page.locator("#p0 a").first.click()
    assert page.url.endswith("#p1")
    page.locator("#p1 a.best").click()
    sync_api.expect(page.locator("li:target")).to_have_count(1)
    sync_api.expect(page.locator("li:target b:has-text('O')")).to_have_count(1)
    page.go_back()
    assert page.url.endswith("#p1")


def test_every_figure_is_drawn(visit: Callable[..., Any], tmp_path: Path) -> None:
    folder = tmp_path / "whole"
    assert call("atlas", "--rows", "5", "--book", POCKET, "-o", folder).returncode == 0
    drawn = sorted(file.stem for file in (folder / "figures").iterdir())
    assert set(drawn) < set(all_figures(FAMILIES))
    page = visit("index.html", 390, folder)
    for name in drawn:
        page.goto(f"file://{folder}/figures/{name}.html")
        sync_api.expect(page.locator("#chart svg, #chart canvas")).to_be_visible(timeout=60_000)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name

"""Skat in Chromium, if it is installed: a round by clicks, one by keys, a replay by keys; pages fit a phone."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import needed
from web.conftest import serving

sync_api = pytest.importorskip("playwright.sync_api", reason="Chromium is asked by playwright")
pytestmark = [needed, pytest.mark.browser]

LOG = Path(__file__).parents[1] / "golden/files/rounds.jsonl"
TABLE = "/play/skat?opponents=random&game=clubs&declarer=middlehand&seat=forehand&seed=4"


@pytest.fixture(scope="module")
def page(chromium: Any) -> Iterator[Any]:
    """A page on a phone, in dark colours; complaints of pages fail the test."""
    with serving("--log", str(LOG)) as base:
        context = chromium.new_context(base_url=base, viewport={"width": 390, "height": 800}, color_scheme="dark")
        opened = context.new_page()
        complaints: list[str] = []
        opened.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        yield opened
        context.close()
    assert not complaints


def settled(page: Any) -> None:
    """Wait until no program thinks."""
    sync_api.expect(page.locator("h1")).to_have_count(1, timeout=60_000)
    sync_api.expect(page.locator(".working, .thinking")).to_have_count(0, timeout=60_000)


def follow(page: Any, act: Callable[[], object]) -> None:
    """Do what leads to another page, and wait until no program thinks there."""
    before = page.url
    act()
    page.wait_for_url(lambda url: url != before)
    settled(page)


@pytest.mark.parametrize(
    "path", ["/skat", "/skat/rounds/rounds.jsonl?lang=de", TABLE, f"{TABLE}&hint=1", "/skat/puzzle?seed=1"]
)
def test_a_page_fits_a_phone(page: Any, path: str) -> None:
    page.goto(path)
    settled(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = (
        "[...document.querySelectorAll('a.play, .answers a')].filter((one) => one.getBoundingClientRect().width < 44)"
    )
    assert page.evaluate(f"{small}.length") == 0


def test_a_round_by_clicks_alone_and_back_is_undo(page: Any) -> None:
    page.goto(TABLE)
    settled(page)
    follow(page, page.locator("a.play").last.click)
    first = page.url
    follow(page, page.locator("a.play").last.click)
    follow(page, page.go_back)
    assert page.url == first
    for _ in range(10):
        if not page.locator("a.play").count():
            break
        follow(page, page.locator("a.play").last.click)
    assert page.title() == "The round is over - Skat"
    follow(page, page.get_by_role("link", name="This round card by card").click)
    sync_api.expect(page.locator("table.course a")).to_have_count(30)
    follow(page, page.get_by_role("link", name="Back to the table").click)
    follow(page, page.get_by_role("link", name="Next round").click)
    assert re.search("round=2", page.url)


def test_a_round_by_keys_alone(page: Any) -> None:
    page.goto(TABLE)
    settled(page)
    for _ in range(10):
        if not page.locator("a.play").count():
            break
        page.keyboard.press("ArrowRight")
        follow(page, lambda: page.keyboard.press("Enter"))
    assert page.title() == "The round is over - Skat"


def test_a_replay_is_turned_by_keys(page: Any) -> None:
    page.goto("/skat/round/book?name=kupferschmid-1&card=3")
    settled(page)
    follow(page, lambda: page.keyboard.press("ArrowRight"))
    assert "card=4" in page.url
    follow(page, lambda: page.keyboard.press("ArrowLeft"))
    assert "card=3" in page.url

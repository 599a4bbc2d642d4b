"""Boards in Chromium, if it is installed: by keys alone, by clicks alone, back is undo, and a sheet as it is printed."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from chromium import needed
from web.conftest import serving

sync_api = pytest.importorskip("playwright.sync_api", reason="Chromium is asked by playwright")
pytestmark = [needed, pytest.mark.browser]


@pytest.fixture(scope="module")
def page(chromium: Any) -> Iterator[Any]:
    """A page on a phone, served by the installed program; complaints of pages fail the test."""
    with serving() as base:
        context = chromium.new_context(base_url=base, viewport={"width": 390, "height": 800})
        opened = context.new_page()
        complaints: list[str] = []
        opened.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        yield opened
        context.close()
    assert not complaints


def settle(page: Any) -> None:
    """Wait until the work of a page is done."""
    sync_api.expect(page.locator(".working")).to_have_count(0, timeout=60_000)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def follow(page: Any, act: Callable[[], Any]) -> None:
    """Do what leads to another page."""
    before = page.url
    act()
    page.wait_for_url(lambda url: url != before)
    settle(page)


def test_bridg_it_by_keys_alone_and_back_is_undo(page: Any) -> None:
    page.goto("/play/switching?seed=3&order=2&against=random&hint=1")
    settle(page)
    for _ in range(5):
        if not page.locator("a.spot").count():
            break
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('a.spot.good')"):
                break
        assert (
            page.evaluate("getComputedStyle(document.activeElement.querySelector('.shown')).visibility") == "visible"
        ), "a link shows itself while it has the focus"
        follow(page, lambda: page.keyboard.press("Enter"))
    sync_api.expect(page.locator("p.good")).to_have_count(1)
    follow(page, page.go_back)
    assert page.locator("a.spot").count()


def test_beams_by_a_click_on_a_colour_and_on_a_line(page: Any) -> None:
    page.goto("/play/beams?seed=5&variant=3c6p")
    settle(page)
    follow(page, page.get_by_role("link", name="colour 2", exact=True).click)
    follow(page, page.get_by_role("link", name="2@3", exact=True).click)
    assert "turn=2%403" in page.url
    assert page.get_by_role("link", name="colour 2", exact=True).get_attribute("aria-current") == "true"


def test_a_field_of_a_puzzle_is_filled_and_emptied_by_clicks(page: Any) -> None:
    page.goto("/play/beams/puzzle?variant=3c6p&seed=2")
    settle(page)
    spot = page.locator("a.spot").first
    name = spot.get_attribute("aria-label").partition(",")[0]
    follow(page, spot.click)
    follow(page, page.locator(f'a.spot[aria-label^="{name}, colour 1"]').click)
    assert page.locator(f'a.spot[aria-label^="{name}, empty"]').count() == 1


def test_a_sheet_is_printed_without_what_belongs_to_the_screen(page: Any) -> None:
    page.goto("/play/beams/sheet?variant=3c6p&count=2")
    settle(page)
    page.emulate_media(media="print")
    for hidden in ("header", "main form", "p.command"):
        assert not page.locator(hidden).first.is_visible()
    assert page.locator(".sheet svg").count() == 4
    assert page.evaluate("getComputedStyle(document.querySelector('.solutions')).breakBefore") == "page"
    page.emulate_media(media="screen")

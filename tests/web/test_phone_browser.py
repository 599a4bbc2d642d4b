"""Boards and Skat on a phone in Chromium, if it is installed: by keys alone, by clicks alone, back is undo; a sheet in print."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import AT_MOST, Window, needed
from web.conftest import serving

sync_api = pytest.importorskip("playwright.sync_api", reason="Chromium is asked by playwright")
pytestmark = [needed, pytest.mark.browser]

LOG = Path(__file__).parents[1] / "golden/files/rounds.jsonl"
TABLE = "/play/skat?against=random&game=clubs&declarer=middlehand&seat=forehand&seed=4"


@pytest.fixture(scope="module")
def phone(chromium: Any) -> Iterator[Window]:
    """A phone in dark colours, with pages of the installed program; complaints of pages fail the test."""
    with serving("--log", str(LOG)) as base:
        phone = Window(chromium, base, 390, dark=True)
        yield phone
        phone.close()
    assert not phone.complaints


def follow(phone: Window, act: Callable[[], object]) -> None:
    """Do what leads to another page, where no program thinks any more; it fits the phone."""
    phone.follow(act)
    sync_api.expect(phone.page.locator(".thinking")).to_have_count(0, timeout=AT_MOST)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_bridg_it_by_keys_alone_and_back_is_undo(phone: Window) -> None:
    page = phone.open("/play/switching?seed=3&order=2&against=random&hint=on")
    for _ in range(5):
        if not page.locator("a.spot").count():
            break
        for _ in range(40):
            page.keyboard.press("Tab")
            wanted = "a.spot.best" if page.locator("a.spot.best").count() else "a.spot"
            if page.evaluate(f"document.activeElement.matches('{wanted}')"):
                break
        assert (
            page.evaluate("getComputedStyle(document.activeElement.querySelector('.shown')).visibility") == "visible"
        ), "a link shows itself while it has the focus"
        follow(phone, lambda: page.keyboard.press("Enter"))
    sync_api.expect(page.locator(".sentence p.good")).to_have_count(1)
    follow(phone, page.go_back)
    assert page.locator("a.spot").count()


def test_a_field_of_a_puzzle_is_filled_and_emptied_by_clicks(phone: Window) -> None:
    page = phone.open("/play/beams/puzzle?variant=3c6p&seed=2")
    spot = page.locator("a.spot").first
    name = spot.get_attribute("aria-label").partition(",")[0]
    follow(phone, spot.click)
    follow(phone, page.locator(f'a.spot[aria-label^="{name}, colour 1"]').click)
    assert page.locator(f'a.spot[aria-label^="{name}, empty"]').count() == 1


def test_a_sheet_is_printed_without_what_belongs_to_the_screen(phone: Window) -> None:
    page = phone.open("/play/beams/sheet?variant=3c6p&count=2")
    page.emulate_media(media="print")
    for hidden in ("header", "main form", "p.command"):
        assert not page.locator(hidden).first.is_visible()
    assert page.locator(".sheet svg").count() == 4
    assert page.evaluate("getComputedStyle(document.querySelector('.solutions')).breakBefore") == "page"
    page.emulate_media(media="screen")


@pytest.mark.parametrize(
    "path", ["/skat", "/skat/rounds/rounds.jsonl?lang=de", TABLE, f"{TABLE}&hint=1", "/skat/puzzle?seed=1"]
)
def test_what_is_pressed_is_as_wide_as_a_finger(phone: Window, path: str) -> None:
    page = phone.open(path)
    small = (
        "[...document.querySelectorAll('a.play, .answers a')].filter((one) => one.getBoundingClientRect().width < 44)"
    )
    assert page.evaluate(f"{small}.length") == 0


def test_a_round_and_a_replay_by_keys_alone(phone: Window) -> None:
    page = phone.open(TABLE)
    for _ in range(10):
        if not page.locator("a.play").count():
            break
        page.keyboard.press("ArrowRight")
        follow(phone, lambda: page.keyboard.press("Enter"))
    assert page.title() == "The round is over - Skat"
    page = phone.open("/skat/round/book?name=kupferschmid-1&card=3")
    follow(phone, lambda: page.keyboard.press("ArrowRight"))
    assert "card=4" in page.url
    follow(phone, lambda: page.keyboard.press("ArrowLeft"))
    assert "card=3" in page.url

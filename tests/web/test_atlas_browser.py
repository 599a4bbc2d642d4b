"""The atlas in Chromium, if it is installed: from files, with the network off. Each of its templates: test_browser."""

from typing import Any

import pytest
from chromium import Window, needed
from web.conftest import Atlas

sync_api = pytest.importorskip("playwright.sync_api", reason="Chromium is asked by playwright")
pytestmark = [needed, pytest.mark.browser]


def test_strategies_are_stepped_through_without_javascript(atlas: Atlas, chromium: Any) -> None:
    window = Window(chromium, f"file://{atlas.folder}/", offline=True, java_script_enabled=False)
    page = window.open("strategies/mastermind-4x6-optimal.html")
    second = page.locator(".tree details details summary").first
    third = page.locator(".tree details details details summary").first
    sync_api.expect(third).to_be_hidden()
    second.focus()
    page.keyboard.press("Enter")
    sync_api.expect(third).to_be_visible()
    page = window.open("strategies/minimax-tictactoe.html")
    page.locator("#p0 a").first.click()
    assert page.url.endswith("#p1")
    page.locator("#p1 a.best").click()
    sync_api.expect(page.locator("li:target")).to_have_count(1)
    sync_api.expect(page.locator("li:target b:has-text('O')")).to_have_count(1)
    page.go_back()
    assert page.url.endswith("#p1")
    assert not window.complaints
    window.close()


def test_small_games_are_played_from_stored_values(atlas: Atlas, chromium: Any) -> None:
    """By whoever follows the marks: what is won is won, what is drawn is drawn."""
    window = Window(chromium, f"file://{atlas.folder}/", offline=True)
    for path, start, end in (
        ("strategies/minimax-tictactoe.html", "You begin", "A draw."),
        ("strategies/minimax-tictactoe-misere.html", "The program begins", "A draw."),
        ("strategies/minimax-heaps.html", "Nim", "The program cannot move: you have won."),
        ("strategies/minimax-heaps.html", "Take 1, 2 or 3", "The program cannot move: you have won."),
    ):
        page = window.open(path)
        page.get_by_label("what moves are worth").check()
        page.get_by_role("button", name=start, exact=True).click()
        best = page.locator(".stored button.best")
        for _ in range(40):
            if not best.count():
                break
            best.first.click()
        sync_api.expect(page.get_by_role("status")).to_have_text(end)
        page.get_by_role("button", name="Take back").click()
        sync_api.expect(best.first).to_be_visible()
    assert not window.complaints
    window.close()

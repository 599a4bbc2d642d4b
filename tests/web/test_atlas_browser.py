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

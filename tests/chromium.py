"""Pages in Chromium: opened, waited for and judged.

A page is judged by what a person would complain of: errors and warnings of the console, requests to other servers, answers that
are errors, a page wider than its window, broken rules of axe-core.
"""

import shutil
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
MISSING = "Chromium is not installed (apt-get install chromium)"
needed = pytest.mark.skipif(CHROMIUM is None, reason=MISSING)
"""Mark of tests that open pages."""

SIZES = {390: 844, 1280: 900}
"""Heights of windows by their widths: a phone and a desk."""

LOOKS = [pytest.param(width, dark, id=f"{width}-{'dark' if dark else 'light'}") for width in SIZES for dark in (0, 1)]
"""Widths and colour schemes in which every page is judged."""

AT_MOST = 60_000
"""Milliseconds that a page may take."""

_STEP = 200


class Window:
    """A window of the browser.

    Args:
        browser: of playwright.
        base: address that pages are asked of, "http://..." or "file://...".
        width: in pixels.
        dark: whether the reader prefers dark colours.
        options: of playwright's context.
    """

    def __init__(self, browser: Any, base: str, width: int = 1280, dark: bool = False, **options: Any) -> None:
        viewport = {"width": width, "height": SIZES[width]}
        self._context = browser.new_context(viewport=viewport, color_scheme="dark" if dark else "light", **options)
        self.base, self._width = base, width
        self.complaints: list[str] = []
        self.page = self._context.new_page()
        self._is_refused = self._is_at_work = False
        self._status = 0
        for event, heed in (("console", self._said), ("request", self._asked), ("response", self._answered)):
            self.page.on(event, heed)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _said(self, message: Any) -> None:
        # a page that is an error is told by its status, which is expected where it is asked for
        is_of_status = self._is_refused and message.text.startswith("Failed to load resource")
        if message.type in ("error", "warning") and not is_of_status:
            self.complaints.append(f"console: {message.text}")

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.base, "data:", "blob:")):
            self.complaints.append(f"asked elsewhere: {request.url}")

    def _answered(self, response: Any) -> None:
        if response.request.is_navigation_request():
            self._is_at_work = "refresh" in response.headers
            self._status = response.status
            if self._is_at_work:
                return  # the page will be asked for again, also where the server was too busy
        if response.status >= 400 and not self._is_refused:
            self.complaints.append(f"status {response.status}: {response.url}")

    def open(self, path: str, is_refused: bool = False) -> Any:
        """Open a page and wait until its work is done and its figure is drawn.

        Args:
            path: behind the base.
            is_refused: whether its status is an error, in the end: a page that is at work is not refused yet.
        """
        self._is_refused = is_refused
        self.page.goto(self.base + path, timeout=AT_MOST)
        self.settle()
        if is_refused:
            assert self._status >= 400
        return self.page

    def settle(self) -> None:
        """Wait until the page's work is done and its figure is drawn."""
        from playwright.sync_api import expect

        # the page is asked for again, which may have happened already
        for _ in range(AT_MOST // _STEP):
            if not self._is_at_work:
                break
            self.page.wait_for_timeout(_STEP)
        self.page.wait_for_load_state(timeout=AT_MOST)
        expect(self.page.locator("main")).to_have_count(1, timeout=AT_MOST)
        expect(self.page.locator(".working")).to_have_count(0, timeout=AT_MOST)
        if self.page.locator("#chart").count():
            expect(self.page.locator("#chart svg, #chart canvas").first).to_be_visible(timeout=AT_MOST)

    def follow(self, act: Callable[[], object]) -> None:
        """Do what leads to another page, and wait for that."""
        before = self.page.url
        act()
        self.page.wait_for_url(lambda url: url != before, timeout=AT_MOST)
        self.settle()

    def faults(self) -> str:
        """What is to be complained of the page as it is, line by line; "" where nothing is."""
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        sideways = [f"{wide} pixels wide in a window of {self._width}"] if wide > self._width else []
        told, self.complaints = self.complaints, []
        return "\n".join([*told, *sideways, *violations(self.page)])

    def close(self) -> None:
        """Close the window."""
        self._context.close()


def violations(page: Any) -> list[str]:
    """Rules of axe-core that a page breaks, each with its places.

    The script is evaluated by the browser's own means, so the page's content security policy stays in force. Charts are left out:
    axe takes half a minute on thousands of marks, and a chart is an image whose rows stand in a table below.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    # without preloading, since the page's policy lets no script fetch a file
    options = {"preload": False, "resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
    found = page.evaluate("options => axe.run({exclude: [['#chart > *']]}, options)", options)
    return [
        f"{one['id']}: {one['help']}: {'; '.join(node['html'][:160] for node in one['nodes'][:3])}"
        for one in found["violations"]
    ]

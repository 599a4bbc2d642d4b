"""Pictures of pages for the README: `python -m reference.screens FOLDER`, or `make screens`; needs Chromium.

A board in light colours and a figure in dark ones, as the program shows them from the book that ships with it.
"""

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from reference.server import running

WIDTH = 1280
"""Pixels of a picture; a narrower window has several per pixel."""


@dataclass(frozen=True)
class Screen:
    """A picture of a page.

    Attributes:
        name: of the file.
        path: of the page.
        width, height: pixels of the window.
        dark: whether in dark colours.
        drawn: selector of what has to be there.
        top: selector of what is scrolled to the top; "" for the page's beginning.
    """

    name: str
    path: str
    width: int
    height: int
    dark: bool
    drawn: str
    top: str = ""


SCREENS = (
    Screen(
        "browser-board", "/play/tictactoe?against=random&seed=3&turn=1&hint=1", 1280, 720, False, "svg.game .spot text"
    ),
    Screen("browser-figure", "/figures/dresher-3.1", 640, 700, True, "#chart svg, #chart canvas"),
)


def write(folder: Path) -> None:
    """Write all pictures into a folder."""
    from playwright.sync_api import expect, sync_playwright

    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        sys.exit("Chromium is not installed: install it (Debian: apt-get install chromium), then run this again")
    with running(Path(os.devnull + "-no-book")) as (base, *_), sync_playwright() as made:
        browser = made.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for screen in SCREENS:
            context = browser.new_context(
                viewport={"width": screen.width, "height": screen.height},
                device_scale_factor=WIDTH / screen.width,
                color_scheme="dark" if screen.dark else "light",
            )
            page = context.new_page()
            page.goto(base + screen.path)
            expect(page.locator(screen.drawn).first).to_be_visible(timeout=60_000)
            page.evaluate("document.activeElement.blur()")
            if screen.top:
                page.locator(screen.top).evaluate("one => one.scrollIntoView()")
            page.screenshot(path=folder / f"{screen.name}.png")
        browser.close()


if __name__ == "__main__":
    write(Path(sys.argv[1]))

"""Pictures of pages, as the program shows them from the book that ships with it; needs Chromium.

python -m reference.screens FOLDER, or `make screens`           for the README: a board in light colours, a figure in dark ones
python -m reference.screens FOLDER --rooms, or `make rooms`     to look at: every room and its board, on a desk and on a phone
"""

import argparse
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from reference.server import running
from tafelwerk.museum import rooms
from tafelwerk.play.games import GAMES

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
        scale: pixels of the picture per pixel of the window.
    """

    name: str
    path: str
    width: int
    height: int
    dark: bool
    drawn: str
    top: str = ""
    scale: float = 1


SCREENS = (
    Screen(
        "browser-board", "/play/tictactoe?against=random&seed=3&turn=1&hint=1", 1280, 720, False, "svg.game .spot text"
    ),
    Screen("browser-figure", "/figures/dresher-3.1", 640, 700, True, "#chart svg, #chart canvas", scale=WIDTH / 640),
)

DESK, PHONE = (1280, 720), (390, 844)
"""Windows in which rooms are shown."""


def screens_of_rooms() -> Iterator[Screen]:
    """The first page, every room, and the first of its games with a hint, in both windows and both themes."""
    pages = {"home": "/"}
    for room in rooms():
        pages[room.name] = f"/game/{room.name}"
        played = next((name for name, _ in room.games if any(game.name == name for game in GAMES)), None)
        if played:
            pages[f"{room.name}-board"] = f"/play/{played}?seed=1&hint=1"
    for name, path in pages.items():
        for width, height in (DESK, PHONE):
            for theme in ("light", "dark"):
                yield Screen(f"{name}-{width}-{theme}", path, width, height, theme == "dark", "h1")


def write(folder: Path, screens: Iterator[Screen]) -> None:
    """Write pictures into a folder."""
    from playwright.sync_api import TimeoutError as LateError
    from playwright.sync_api import expect, sync_playwright

    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        sys.exit("Chromium is not installed: install it (Debian: apt-get install chromium), then run this again")
    with running(Path(os.devnull + "-no-book")) as (base, *_), sync_playwright() as made:
        browser = made.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for screen in screens:
            context = browser.new_context(
                viewport={"width": screen.width, "height": screen.height},
                device_scale_factor=screen.scale,
                color_scheme="dark" if screen.dark else "light",
            )
            page = context.new_page()
            page.goto(base + screen.path)
            expect(page.locator(screen.drawn).first).to_be_visible(timeout=60_000)
            expect(page.locator(".working")).to_have_count(0, timeout=60_000)
            with suppress(LateError):
                # pictures that are drawn on the way; those below the window are not asked for
                page.wait_for_load_state("networkidle", timeout=10_000)
            page.evaluate("document.activeElement.blur()")
            if screen.top:
                page.locator(screen.top).evaluate("one => one.scrollIntoView()")
            page.screenshot(path=folder / f"{screen.name}.png")
            context.close()
        browser.close()


def main() -> None:
    """Write what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m reference.screens", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rooms", action="store_true", help="Every room instead of the pictures of the README.")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    write(given.folder, screens_of_rooms() if given.rooms else iter(SCREENS))


if __name__ == "__main__":
    main()

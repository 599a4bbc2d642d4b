"""The atlas in Chromium, if it is installed: from files, with the network off. Each of its templates: test_browser."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from chromium import Window, needed
from naive.mastermind import feedback
from program import build_here
from web.conftest import POCKET, Atlas

from tafelwerk.book import Book
from tafelwerk.web.atlas import strategies
from tafelwerk.web.atlas.walk import in_files
from tafelwerk.web.site import STATIC, as_files, fill

sync_api = pytest.importorskip("playwright.sync_api", reason="Chromium is asked by playwright")
pytestmark = [needed, pytest.mark.browser]


def test_strategies_are_stepped_through_without_javascript(window: Callable[..., Window], atlas: Atlas) -> None:
    one = window(folder=atlas.folder, java_script_enabled=False)
    page = one.open("strategies/mastermind-4x6-optimal.html")
    second = page.locator(".tree details details summary").first
    third = page.locator(".tree details details details summary").first
    sync_api.expect(third).to_be_hidden()
    second.focus()
    page.keyboard.press("Enter")
    sync_api.expect(third).to_be_visible()


def test_small_games_are_played_from_stored_values(window: Callable[..., Window], atlas: Atlas) -> None:
    """By whoever follows the marks: what is won is won, what is drawn is drawn."""
    one = window(folder=atlas.folder)
    for path, start, end in (
        ("strategies/minimax-tictactoe.html", "You begin", "A draw."),
        ("strategies/minimax-tictactoe-misere.html", "The program begins", "A draw."),
        ("strategies/minimax-heaps.html", "Nim", "The program cannot move: you have won."),
        ("strategies/minimax-heaps.html", "Take 1, 2 or 3", "The program cannot move: you have won."),
    ):
        page = one.open(path)
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


def test_the_program_finds_a_code_and_hides_a_number(window: Callable[..., Window], atlas: Atlas) -> None:
    one = window(folder=atlas.folder)
    page = one.open("strategies/mastermind-4x6-optimal.html")
    status, code = page.get_by_role("status"), (5, 1, 2, 0)
    queries = 0
    while queries < 7 and (query := re.match("Is it ([A-F]{4})", status.text_content())):
        black, white = feedback(code, ["ABCDEF".index(letter) for letter in query[1]])
        page.get_by_role("button", name=f"{black} black, {white} white", exact=True).click()
        queries += 1
    assert 2 <= queries <= 6
    assert status.text_content() == f"Found with {queries} queries."
    page = one.open("strategies/dresher-small.html")
    page.get_by_role("button", name="1 to 40").click()
    page.get_by_label("what moves are worth").check()
    best = page.locator(".stored button.best")
    with Book.in_folder(POCKET, pocket=False) as book:
        value = book.one("dresher", "SELECT value FROM dresher.games WHERE n = 40")[0]
    assert best.first.text_content().split()[-1] == f"{value:.3f}"
    guesses = 0
    while best.count() and guesses < 40:
        best.first.click()
        guesses += 1
    assert re.fullmatch(rf"It is \d+, found with {guesses} guess(es)?\.", page.get_by_role("status").text_content())


def test_bridg_it_is_played_from_stored_values(window: Callable[..., Window], tmp_path: Path) -> None:
    """Cut, who begins, wins by the marks, and is beaten after a mistake."""
    assert build_here("build", "switching", "--order", "2", "--book", tmp_path / "book").returncode == 0
    with Book.in_folder(tmp_path / "book", pocket=False) as book, as_files():
        (strategy,) = strategies.switching_pages(book)
        text = fill("strategy.html", page=strategy, room={"name": "bridg-it", "title": "Bridg-It"}, tables=())
    (tmp_path / "page.html").write_text(
        in_files(text, {f"/static/{name}": name for name in ("atlas.css", "stored.js")})
    )
    for name in ("atlas.css", "stored.js"):
        (tmp_path / name).write_bytes((STATIC / name).read_bytes())
    page = window(folder=tmp_path).open("page.html")
    page.get_by_label("what moves are worth").check()
    best = page.locator(".stored button.best")
    for _ in range(3):
        if best.count():
            best.first.click()
    sync_api.expect(page.get_by_role("status")).to_have_text("Cut has won: left and right are joined.")
    page.get_by_role("button", name="The program begins").click()
    for _ in range(3):
        if page.locator(".links-grid button").count():
            page.locator(".links-grid button").first.click()
    sync_api.expect(page.get_by_role("status")).to_have_text("Cut has won: left and right are joined.")

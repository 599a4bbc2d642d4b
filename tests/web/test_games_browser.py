"""Games in Chromium: to the end by clicks alone and by keys alone; back takes a turn back; an address is a saved game."""

import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from chromium import Window, needed
from naive.mastermind import feedback

from tafelwerk.play.games import GAMES

pytestmark = [needed, pytest.mark.browser]

BEGUN = {
    "beams": "&variant=3c6p",
    "mastermind": "&pegs=3&colors=4",
    "skat": "&opponents=random&rounds=1&game=clubs&declarer=forehand&seat=forehand&turn=1+2",
}
"""What is chosen of games that would be long; of Skat, a game that is announced already."""

MOST_TURNS = 120
OFFERED = """() => {
  const turns = url => url.searchParams.getAll("turn");
  const here = new URL(location);
  for (const link of document.querySelectorAll("main a[href]")) {
    const there = new URL(link.getAttribute("href"), here);
    const isTurn = there.pathname === here.pathname && turns(there).length === turns(here).length + 1;
    const isWord = ["reveal", "resign", "quit", "why", "tricks", "undo"].includes(turns(there).at(-1));
    link.toggleAttribute("data-offered", isTurn && !isWord && link.rel !== "next" && link.checkVisibility());
  }
}"""
"""Marks the links that are turns: on a board, in a list, or of a card."""


def offered(one: Window) -> Any:
    """The links of a page that are turns."""
    one.page.evaluate(OFFERED)
    return one.page.locator("[data-offered]")


def fitting(one: Window) -> str:
    """The first code of Mastermind that fits all answers on the page."""
    lists = one.page.locator("form select[name=pick]")
    codes = ["".join(code) for code in product(lists.first.locator("option").all_inner_texts(), repeat=lists.count())]
    for turn in re.findall(r"turn=([A-Z]+)", one.page.url):
        told = re.search(rf"\b{turn}[: ]+(\d),(\d)", one.page.locator("main").inner_html())
        assert told is not None
        codes = [code for code in codes if feedback(code, turn) == (int(told[1]), int(told[2]))]
    return codes[0]


def click(one: Window) -> None:
    """Take a turn: of those priced as good one that ends soonest, otherwise the first; a code colour by colour."""
    lists = one.page.locator("form select[name=pick]")
    if lists.count():
        for number, colour in enumerate(fitting(one)):
            lists.nth(number).select_option(colour)
        one.page.get_by_role("button", name="Guess").click()
    else:
        turns = offered(one)
        good = turns.and_(one.page.locator(".good"))
        told = [text or "" for text in good.evaluate_all("them => them.map(one => one.textContent)")]
        distances = [int((re.findall(r"[+](\d+)", text) or [0])[0]) for text in told]
        (good.nth(distances.index(min(distances))) if distances else turns.first).click()


def is_over(one: Window) -> bool:
    """Whether the page offers no turn. A round of Skat may be followed by another."""
    offers = offered(one).count() or one.page.locator("form.turn").count()
    return not offers or "The round is over" in verdict(one)


def verdict(one: Window) -> str:
    """What is said of the last turn."""
    return str(one.page.locator("main").inner_text())


# words need a list in the book, which the pocket book has not
@pytest.mark.parametrize("game", [one.name for one in GAMES if one.name != "wordle"])
def test_a_game_by_clicks_alone_and_back_is_undo(window: Callable[..., Window], game: str) -> None:
    one = window()
    one.open(f"/play/{game}?seed=4&hint=1{BEGUN.get(game, '')}")
    past = []
    for _ in range(MOST_TURNS):
        if is_over(one):
            break
        past.append(one.page.url)
        one.follow(lambda: click(one))
    assert is_over(one), one.page.url
    end = one.page.url
    assert len(past) > 1
    one.follow(one.page.go_back)
    assert one.page.url == past[-1]
    assert not is_over(one)
    one.follow(one.page.go_forward)
    assert one.page.url == end


def test_a_game_by_keys_alone(window: Callable[..., Window]) -> None:
    one = window()
    one.open("/play/dresher?seed=3&n=7")
    for _ in range(7):
        if is_over(one):
            break
        for _ in range(60):
            one.page.keyboard.press("Tab")
            if one.page.evaluate("document.activeElement.matches('[data-offered]')"):
                break
        one.follow(lambda: one.page.keyboard.press("Enter"))
    assert is_over(one)
    assert "Found" in verdict(one)


def test_a_page_can_be_left_for_its_content_by_keys(window: Callable[..., Window]) -> None:
    one = window()
    one.open("/ask")
    one.page.keyboard.press("Tab")
    assert one.page.evaluate("document.activeElement.textContent") == "Skip to content"
    one.page.keyboard.press("Enter")
    one.page.keyboard.press("Tab")
    assert one.page.evaluate("document.activeElement.closest('main') !== null")

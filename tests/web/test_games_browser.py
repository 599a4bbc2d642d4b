"""Games in Chromium: to the end by clicks alone and by keys alone; back takes a turn back; an address is a saved game."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from chromium import Window, needed
from web.conftest import serving

from tafelwerk.play.games import GAMES

pytestmark = [needed, pytest.mark.browser]

BEGUN = {
    "beams": "&variant=3c6p",
    "mastermind": "&pegs=3&colors=4",
    "skat": "&opponents=random&rounds=1&game=clubs&declarer=forehand&seat=forehand&turn=1+2",
}
"""What is chosen of games that would be long; of Skat, a game that is announced already."""

MOST_TURNS = 120
MOVES = "main svg a.spot, ul.moves a"
"""Where turns can be clicked, on a board or in a list."""


def answered(guess: str, code: str) -> tuple[int, int]:
    """Right places of a guess, and right colours in other places."""
    black = sum(a == b for a, b in zip(guess, code, strict=True))
    return black, sum(min(guess.count(one), code.count(one)) for one in set(guess)) - black


def guess(one: Window) -> Callable[[], object]:
    """A guess that is chosen from the lists of a code, colour by colour, as a person would: one that fits all answers."""
    lists = one.page.locator("form select[name=pick]")
    colours = one.page.locator("form select[name=pick]").first.locator("option").all_inner_texts()
    codes = [""]
    for _ in range(lists.count()):
        codes = [code + colour for code in codes for colour in colours]
    for turn in re.findall(r"turn=([A-Z]+)", one.page.url):
        told = re.search(rf"\b{turn}[: ]+(\d),(\d)", one.page.locator("main").inner_html())
        assert told is not None
        codes = [code for code in codes if answered(turn, code) == (int(told[1]), int(told[2]))]
    for number, colour in enumerate(codes[0]):
        lists.nth(number).select_option(colour)
    return one.page.get_by_role("button", name="Guess").click


def is_over(one: Window) -> bool:
    """Whether the page offers no turn."""
    return not one.page.locator(f"{MOVES}, form.turn").count()


def verdict(one: Window) -> str:
    """What is said of the last turn."""
    return str(one.page.locator("main").inner_text())


@pytest.mark.parametrize("game", [one.name for one in GAMES])
def test_a_game_by_clicks_alone_and_back_is_undo(window: Callable[..., Window], game: str) -> None:
    one = window()
    one.open(f"/play/{game}?seed=4{BEGUN.get(game, '')}")
    past = []
    for _ in range(MOST_TURNS):
        if is_over(one):
            break
        past.append(one.page.url)
        turns = one.page.locator(MOVES)
        one.follow(turns.first.click if turns.count() else guess(one))
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
        for _ in range(40):
            one.page.keyboard.press("Tab")
            if one.page.evaluate("document.activeElement.matches('a.spot')"):
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


@pytest.mark.parametrize("game", ["tictactoe?seed=3&turn=4", "skat?seed=3", "memory?seed=3"])
def test_an_address_gives_the_same_position_after_another_start(chromium: Any, game: str) -> None:
    told = []
    for _ in range(2):
        with serving() as base:
            one = Window(chromium, base)
            one.open(f"/play/{game}")
            told.append(one.page.locator("main").inner_html())
            one.close()
    assert told[0] == told[1]

"""Questions put together by clicks, in a browser: a guess for one's own game of Mastermind, a hand and a deal of Skat."""

from collections.abc import Callable

import pytest
from chromium import Window, needed

MOST_CLICKS = 5

pytestmark = [needed, pytest.mark.browser]


def test_a_guess_for_ones_own_game_is_at_most_five_clicks_away(window: Callable[..., Window]) -> None:
    """From the room: the question, an empty board, and the answer to each guess that is advised."""
    one = window()
    page = one.page
    page.goto(f"{one.base}/game/mastermind")
    clicks = {
        'main a[href*="/ask/mastermind/next"] >> nth=0': "Next guess",
        'text="Start afresh"': "AABC. 1,296 codes left",
        'td a:text-is("1,2")': "ADAE. 84 codes left",
        'td a:text-is("0,3")': "CADA. 6 codes left",
    }
    for click, sentence in clicks.items():
        page.click(click)
        page.wait_for_selector(f'.sentence:has-text("{sentence}")')
    assert page.url.endswith("history=AABC+1%2C2%3B+ADAE+0%2C3")
    assert len(clicks) <= MOST_CLICKS


@pytest.mark.parametrize("width", [1280, 390])
def test_pegs_and_cards_are_clicked_into_their_field(window: Callable[..., Window], width: int) -> None:
    one = window(width)
    page = one.page
    page.goto(f"{one.base}/ask/mastermind/next?game=4x6")
    for peg in "AABC":
        page.click(f'.palette [data-token="{peg}"]')
    for number, count in enumerate("12"):
        page.locator(".pickrow select").nth(number).select_option(count)
    assert page.input_value("#f-history") == "AABC 1,2"
    page.click('button:text-is("Ask")')
    page.wait_for_selector('.sentence:has-text("84 codes left")')
    page.goto(f"{one.base}/ask/skat/solve?deal=CJ CA | SJ CT | HJ C7 | HT HA&game=clubs&declarer=forehand")
    page.click('.picked .token[aria-label$="CA"]')
    assert page.input_value("#f-deal") == "CJ | SJ CT | HJ C7 | HT HA"
    page.click('.palette.piles >> nth=0 >> [data-token="S7"]')
    assert page.input_value("#f-deal") == "CJ S7 | SJ CT | HJ C7 | HT HA"
    page.fill("#f-deal", "CJ ZZ")
    page.keyboard.press("Tab")
    assert page.locator('.picker[data-field="f-deal"]').is_hidden()

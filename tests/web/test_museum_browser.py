"""Four visitors in Chromium, from the first page to what they came for, by clicks that a person would make: five at most."""

from collections.abc import Callable
from typing import Any

import pytest
from chromium import Window, needed

from tafelwerk.web.routes.skat_pages import EXAMPLE

pytestmark = [needed, pytest.mark.browser]

MOST_CLICKS = 5


class Visitor:
    """Somebody who clicks, and whose clicks are counted."""

    def __init__(self, window: Window) -> None:
        self.window, self.clicks = window, 0
        window.open("/")

    @property
    def page(self) -> Any:
        return self.window.page

    def click(self, role: str, name: str) -> None:
        """Click the first link or button in the page's content that is called so, or begins so."""
        self.clicks += 1
        self.page.get_by_role(role, name=name).first.click()
        self.window.settle()

    def finds(self, text: str) -> None:
        """The page shows this, after few clicks, and nothing was wrong on the way."""
        self.page.get_by_text(text).first.wait_for()
        assert self.clicks <= MOST_CLICKS
        assert self.window.complaints == []


@pytest.fixture(params=[1280, 390])
def visitor(window: Callable[..., Window], request: pytest.FixtureRequest) -> Visitor:
    return Visitor(window(request.param))


def test_a_player_gets_a_guess_for_a_game_of_his_own(visitor: Visitor) -> None:
    visitor.click("link", "Mastermind One player")
    visitor.click("link", "What should I guess next?")
    visitor.page.get_by_label("Guesses and their answers").first.fill("ABCD BW")
    visitor.click("button", "Ask")
    visitor.finds("Next guess: ")


def test_a_player_sees_what_each_card_of_a_round_cost(visitor: Visitor) -> None:
    visitor.click("link", "Skat Three players")
    visitor.click("link", "What did each card of a real game cost?")
    visitor.finds("Best play from the start")


def test_a_player_types_a_round_and_sees_what_each_card_cost(visitor: Visitor) -> None:
    visitor.click("link", "Skat Three players")
    visitor.click("link", "Play a round")
    visitor.click("link", "A round of your own")
    visitor.page.get_by_label("The round, a line per key").fill(EXAMPLE)
    visitor.click("button", "Show")
    visitor.finds("Given away against best play with open cards")


def test_a_teacher_finds_that_more_thinking_can_hurt_and_its_statement(visitor: Visitor) -> None:
    visitor.click("link", "More thinking can hurt")
    visitor.clicks += 1
    visitor.page.get_by_text("The statement", exact=True).click()
    visitor.finds("FROM montecarlo.dsc_duels")


def test_a_researcher_takes_rows_of_a_statement_of_her_own_as_csv(visitor: Visitor) -> None:
    visitor.click("link", "Data")
    visitor.page.get_by_label("A reading statement in SQL").fill("SELECT n, value FROM dresher.games WHERE n < 4")
    visitor.click("button", "Run")
    visitor.clicks += 1
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="CSV").first.click()
    assert download.value.path().read_text().splitlines()[:2] == ["n,value", "1,1.0"]
    visitor.finds("3 rows")

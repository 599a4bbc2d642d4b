"""Questions put together by clicks, in a browser: a guess for one's own game of Mastermind, a hand and a deal of Skat.
Four visitors in Chromium, from the first page to what they came for, by clicks that a person would make: five at most.
The data desk in Chromium: words of a statement are coloured and completed, values filter in place, paper has every column.
"""

from collections.abc import Callable
from typing import Any

import pytest
from chromium import AT_MOST, Window, needed

from tafelwerk.web.routes.skat_pages import EXAMPLE

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


def test_what_is_filled_in_while_an_answer_is_waited_for_stays(window: Callable[..., Window]) -> None:
    one = window()

    def wait(route: Any) -> None:
        page = route.fetch()
        text = page.text().replace('<p class="sentence">', '<p class="working"></p><p class="sentence">')
        route.fulfill(response=page, body=text, headers={**page.headers, "refresh": f"1; url={route.request.url}"})

    one.page.route("**/ask/dresher/value?n=11", wait, times=1)
    one.page.goto(f"{one.base}/ask/dresher/value?n=11")
    one.page.fill("#f-n", "7")
    one.page.locator(".working").wait_for(state="detached")
    assert one.page.input_value("#f-n") == "7"
    one.page.click('button:text-is("Ask")')
    one.page.wait_for_url("**/ask/dresher/value?n=7")


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
    visitor.finds("252 codes left")


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


def test_a_statement_is_coloured_completed_and_run_by_keys(window: Callable[..., Window]) -> None:
    one = window()
    page = one.page
    one.open("/sql")
    box, names = page.locator("#q"), page.locator("#names li")
    with page.expect_response("**/api/schema"):
        box.click()
    page.keyboard.press("Control+a")
    page.keyboard.type("select n, 'it''s' as \"from\" -- from\nfrom dresher.ga")
    assert names.all_text_contents() == ["dresher.games"]
    page.keyboard.press("Tab")
    page.keyboard.type(" where n < 3 order by even_")
    assert names.all_text_contents() == ["even_total"]
    page.keyboard.press("ArrowDown")
    assert box.get_attribute("aria-activedescendant") == "name-0"
    assert one.faults() == ""
    page.keyboard.press("Enter")
    assert page.locator("#names").is_hidden()
    typed = "select n, 'it''s' as \"from\" -- from\nfrom dresher.games where n < 3 order by even_total"
    assert box.input_value() == typed
    assert page.locator("#lit").text_content() == f"{typed}\n"
    coloured = {kind: page.locator(f"#lit .{kind}").all_text_contents() for kind in ("keyword", "text", "comment")}
    assert coloured["keyword"] == ["select", "as", "from", "from", "where", "order", "by"]
    assert coloured["text"] == ["'it''s'"]
    assert coloured["comment"] == ["-- from"]
    heights = page.evaluate("[document.getElementById('q'), document.getElementById('lit')].map((e) => e.scrollHeight)")
    assert abs(heights[0] - heights[1]) <= 2, "the colours lie behind their words"
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("[aria-label=Rows]")
    assert page.locator("[aria-label=Rows] tbody tr").count() == 2


def test_values_filter_in_place_and_rows_lead_on(window: Callable[..., Window]) -> None:
    from playwright.sync_api import expect

    one = window(390, dark=True)
    page = one.page
    one.open("/tables/dresher.games")
    page.evaluate("window.isSame = true")
    page.click(".facets a[href='?bound_met=true']")
    page.wait_for_selector(".chips")
    page.fill("#f-n", "<9")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url.endswith("/tables/dresher.games?n=%3C9&bound_met=true"))
    expect(page.locator(".grid tbody tr")).to_have_count(6, timeout=AT_MOST)
    assert page.locator(".chips a").all_text_contents() == ["n <9 ×", "bound_met = true ×", "All rows"]
    page.click(".grid tbody tr:first-child a")
    page.wait_for_selector("dl.document dt")
    assert page.evaluate("window.isSame"), "the page stayed"
    assert one.faults() == ""
    page.click("text=dresher.hider of this row")
    page.wait_for_url("**/tables/dresher.hider?n=1")


def test_the_first_column_stays_and_paper_has_every_column(window: Callable[..., Window]) -> None:
    one = window()
    page = one.page
    one.open("/tables/dresher.games")
    first = page.locator(".grid tbody tr:first-child td").first
    left = first.bounding_box()
    page.evaluate("document.querySelector('.grid').scrollLeft = 900")
    assert first.bounding_box() == left
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})
    assert page.evaluate("document.documentElement.scrollWidth <= 700")
    cells = page.locator(".grid tbody tr:nth-child(20) td")
    assert cells.count() == 22
    for index in range(22):
        box = cells.nth(index).bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 700
    label = page.evaluate("getComputedStyle(document.querySelectorAll('.grid tbody td')[21], '::before').content")
    assert "build" in label or "attr(data-label)" in label


def test_without_a_script_the_form_asks(window: Callable[..., Window]) -> None:
    one = window(java_script_enabled=False)
    page = one.page
    one.open("/data")
    page.fill("#q", "SELECT 6 * 7 AS answer")
    one.follow(lambda: page.click("button:has-text('Run')"))
    assert page.locator("[aria-label=Rows] tbody td").all_text_contents() == ["42"]
    one.open("/tables/dresher.hider")
    page.fill("#f-n", "4")
    one.follow(lambda: page.click("button:has-text('Filter')"))
    assert page.url.endswith("/tables/dresher.hider?n=4")

"""Games in Chromium: to the end by clicks alone and by keys alone; back takes a turn back; an address is a saved game.
Boards and Skat on a phone in Chromium, if it is installed: by keys alone, by clicks alone, back is undo; a sheet in print.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import AT_MOST, Window, needed
from web.conftest import serving

from tafelwerk.play.games import GAMES

pytestmark = [needed, pytest.mark.browser]

BEGUN = {
    "beams": "&variant=3c6p",
    "mastermind": "&pegs=3&colors=4",
    "skat": "&against=random&rounds=1&game=clubs&declarer=forehand&seat=forehand&turn=1+2",
}
"""What is chosen of games that would be long; of Skat, a game that is announced already."""

# words need a list in the book, which the pocket book has not
PLAYED = [one.name for one in GAMES if one.name != "wordle"]

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


def offered_turns(one: Window) -> Any:
    """The links of a page that are turns."""
    one.page.evaluate(OFFERED)
    return one.page.locator("[data-offered]")


def click(one: Window) -> None:
    """Take a turn: the best of those that a hint prices, otherwise the first."""
    turns = offered_turns(one)
    best = one.page.locator(".hint a.chip")
    (best if best.count() else turns).first.click()


def is_over(one: Window) -> bool:
    """Whether the page offers no turn. A round of Skat may be followed by another."""
    offers = offered_turns(one).count() or one.page.locator("a.key").count()
    return not offers or "The round is over" in verdict(one)


def verdict(one: Window) -> str:
    """What is said of the last turn."""
    return str(one.page.locator("main").inner_text())


@pytest.mark.parametrize("game", PLAYED)
def test_a_game_by_clicks_alone_and_back_is_undo(window: Callable[..., Window], game: str) -> None:
    one = window()
    one.open(f"/play/{game}?seed=4&hint=on{BEGUN.get(game, '')}")
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
    # the address goes back first, then the page in place
    for _ in range(50):
        if not is_over(one):
            break
        one.page.wait_for_timeout(200)
    assert not is_over(one)
    one.follow(one.page.go_forward)
    assert one.page.url == end


def test_forward_before_back_is_answered(window: Callable[..., Window]) -> None:
    one = window()
    one.open("/play/tictactoe?seed=3&game=tictactoe&as=first")
    one.follow(lambda: click(one))
    end, offers = one.page.url, offered_turns(one).count()
    held: list[Any] = []
    one.page.route("**/play/tictactoe?*", lambda route: held.append(route))
    one.page.evaluate("history.back()")
    for _ in range(50):
        if held:
            break
        one.page.wait_for_timeout(100)
    one.page.evaluate("history.forward()")
    one.page.wait_for_timeout(300)
    for route in held:
        route.continue_()
    one.page.wait_for_timeout(1000)
    assert (one.page.url, offered_turns(one).count()) == (end, offers)


def test_a_game_by_keys_alone(window: Callable[..., Window]) -> None:
    """After a move the focus stays on the board, and arrow keys go on from there."""
    one = window()
    one.open("/play/tictactoe?seed=3&game=tictactoe&as=first")
    one.page.keyboard.press("ArrowRight")
    for _ in range(5):
        if is_over(one):
            break
        assert one.page.evaluate("document.activeElement.matches('.spot')")
        one.follow(lambda: one.page.keyboard.press("Enter"))
    assert is_over(one)
    assert re.search("You win|Drawn|Perfect play wins", verdict(one))


def test_a_guess_is_typed_and_is_one_request(window: Callable[..., Window]) -> None:
    one = window()
    one.open("/play/mastermind?seed=3&pegs=4&colors=6")
    asked: list[str] = []
    one.page.on("request", lambda request: asked.append(request.url))
    one.page.keyboard.type("AABX")
    one.page.keyboard.press("Backspace")
    one.page.keyboard.type("BC")
    assert one.page.locator(".slots").get_attribute("aria-label") == "Chosen: A A B C"
    assert not asked
    one.follow(lambda: one.page.keyboard.press("Enter"))
    assert one.page.locator(".rows li").count() == 1
    assert [url for url in asked if "/static/" not in url] == [
        f"{one.base}/play/mastermind?seed=3&pegs=4&colors=6&turn=AABC"
    ]
    assert one.page.evaluate("document.activeElement.closest('.tabletop') !== null")


SMALL_LETTERS = """() => {
  const small = [];
  for (const one of document.querySelectorAll("main *")) {
    if (!one.checkVisibility() || ![...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    const matrix = one.getScreenCTM && one.tagName !== "svg" ? one.getScreenCTM() : { a: 1, b: 0 };
    const scale = Math.hypot(matrix.a, matrix.b);
    const size = parseFloat(getComputedStyle(one).fontSize) * scale;
    if (size < 11) small.push(`${one.textContent.trim()}: ${size.toFixed(1)}`);
  }
  return small;
}"""
"""Texts of a page whose letters are below 11 pixels."""


@pytest.mark.parametrize("game", PLAYED)
def test_board_and_panel_are_seen_together_and_stand_in_one_column_on_a_phone(
    window: Callable[..., Window], game: str
) -> None:
    one = window()
    one.page.set_viewport_size({"width": 1280, "height": 720})
    one.open(f"/play/{game}?seed=4&hint=1{BEGUN.get(game, '')}")
    board, head, hint = (one.page.locator(part).first.bounding_box() for part in (".tabletop", ".head", ".hint"))
    assert board["width"] >= 1280 / 2 - 32
    assert board["y"] + board["height"] <= 720 or one.page.locator(".tabletop svg.game").count() == 0
    assert max(head["y"], hint["y"]) < 500
    assert head["x"] > board["x"] + board["width"]
    assert not one.page.locator("main").inner_text().count("--"), "no option stands outside what is folded"
    one.page.set_viewport_size({"width": 390, "height": 844})
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 390
    board, head = (one.page.locator(part).first.bounding_box() for part in (".tabletop", ".head"))
    assert head["y"] + head["height"] <= board["y"]
    assert one.page.evaluate(SMALL_LETTERS) == []


@pytest.mark.parametrize("figure", ["montecarlo-2.4", "beams-board", "minimax-look-ahead", "switching-board"])
def test_a_figure_has_no_small_letters_on_a_phone_and_is_scrolled_where_it_is_wider(
    window: Callable[..., Window], figure: str
) -> None:
    one = window(390)
    one.open(f"/figures/{figure}")
    assert one.page.locator("#chart svg").count() == 1
    for _ in range(50):
        if not one.page.evaluate(SMALL_LETTERS):
            break
        one.page.wait_for_timeout(100)
    assert one.page.evaluate(SMALL_LETTERS) == []
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_page_can_be_left_for_its_content_by_keys(window: Callable[..., Window]) -> None:
    one = window()
    one.open("/ask")
    one.page.keyboard.press("Tab")
    assert one.page.evaluate("document.activeElement.textContent") == "Skip to content"
    one.page.keyboard.press("Enter")
    one.page.keyboard.press("Tab")
    assert one.page.evaluate("document.activeElement.closest('main') !== null")


sync_api = pytest.importorskip("playwright.sync_api", reason="Chromium is asked by playwright")

LOG = Path(__file__).parents[1] / "golden/files/rounds.jsonl"
TABLE = "/play/skat?against=random&game=clubs&declarer=middlehand&seat=forehand&seed=4"


@pytest.fixture(scope="module")
def phone(chromium: Any) -> Iterator[Window]:
    """A phone in dark colours, with pages of the installed program; complaints of pages fail the test."""
    with serving("--log", str(LOG)) as base:
        phone = Window(chromium, base, 390, dark=True)
        yield phone
        phone.close()
    assert not phone.complaints


def follow(phone: Window, act: Callable[[], object]) -> None:
    """Do what leads to another page, where no program thinks any more; it fits the phone."""
    phone.follow(act)
    sync_api.expect(phone.page.locator(".thinking")).to_have_count(0, timeout=AT_MOST)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_bridg_it_by_keys_alone_and_back_is_undo(phone: Window) -> None:
    page = phone.open("/play/switching?seed=3&order=2&against=random&hint=on")
    for _ in range(5):
        if not page.locator("a.spot").count():
            break
        for _ in range(40):
            page.keyboard.press("Tab")
            wanted = "a.spot.best" if page.locator("a.spot.best").count() else "a.spot"
            if page.evaluate(f"document.activeElement.matches('{wanted}')"):
                break
        assert (
            page.evaluate("getComputedStyle(document.activeElement.querySelector('.shown')).visibility") == "visible"
        ), "a link shows itself while it has the focus"
        follow(phone, lambda: page.keyboard.press("Enter"))
    sync_api.expect(page.locator(".sentence p.good")).to_have_count(1)
    follow(phone, page.go_back)
    assert page.locator("a.spot").count()


def test_a_field_of_a_puzzle_is_filled_and_emptied_by_clicks(phone: Window) -> None:
    page = phone.open("/play/beams/puzzle?variant=3c6p&seed=2")
    spot = page.locator("a.spot").first
    name = spot.get_attribute("aria-label").partition(",")[0]
    follow(phone, spot.click)
    follow(phone, page.locator(f'a.spot[aria-label^="{name}, colour 1"]').click)
    assert page.locator(f'a.spot[aria-label^="{name}, empty"]').count() == 1


@pytest.mark.parametrize("path", ["/skat/rounds/rounds.jsonl?lang=de", TABLE, f"{TABLE}&hint=1", "/skat/puzzle?seed=1"])
def test_what_is_pressed_is_as_wide_as_a_finger(phone: Window, path: str) -> None:
    page = phone.open(path)
    small = (
        "[...document.querySelectorAll('a.play, .answers a')].filter((one) => one.getBoundingClientRect().width < 44)"
    )
    assert page.evaluate(f"{small}.length") == 0


def test_a_round_and_a_replay_by_keys_alone(phone: Window) -> None:
    page = phone.open(TABLE)
    for _ in range(10):
        if not page.locator("a.play").count():
            break
        page.keyboard.press("ArrowRight")
        follow(phone, lambda: page.keyboard.press("Enter"))
    assert page.title() == "The round is over - Skat"
    page = phone.open("/skat/round/book?name=kupferschmid-1&card=3")
    follow(phone, lambda: page.keyboard.press("ArrowRight"))
    assert "card=4" in page.url
    follow(phone, lambda: page.keyboard.press("ArrowLeft"))
    assert "card=3" in page.url

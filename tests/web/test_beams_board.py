"""Beams on a page: colour, then window; prices on request; every role, every number of players, every variant."""

import re

import pytest
from starlette.testclient import TestClient
from web.test_play import moves, shown

from tafelwerk.web.boards.beams import short


def test_windows_are_asked_for_the_chosen_colour(site: TestClient) -> None:
    begun = [("seed", "5"), ("variant", "3c6p")]
    text = shown(site, "/play/beams", [*begun, ("choose", "2")])
    assert set(re.findall(r'class="spot " aria-label="(\d)@', text)) == {"2"}
    assert text.count('class="spot ') == 15
    assert len(moves(text)) == 45
    # the colour is kept for the next query
    assert re.search(r'turn=2%401&amp;choose=2"', text)


def test_a_hint_prices_every_query_and_the_best_of_them_first(site: TestClient) -> None:
    text = shown(site, "/play/beams", [("seed", "5"), ("variant", "3c6p"), ("hint", "1")])
    assert len(re.findall(r"codes left on average, \d+ answers", text)) >= 15
    rows = re.findall(r"<tr><td>(\d@\d+)</td><td>([\d.,]+)</td>", text)
    means = [float(mean.replace(",", "")) for _, mean in rows]
    assert len(rows) == 30
    assert means == sorted(means)


@pytest.mark.parametrize(
    "begun",
    [
        [("variant", "6c3p")],
        [("board", "4x4"), ("colors", "4")],
        [("variant", "3c6p"), ("players", "2")],
        [("variant", "3c6p"), ("players", "3")],
    ],
)
def test_a_game_is_played_to_the_end(site: TestClient, begun: list[tuple[str, str]]) -> None:
    pairs = [*begun, ("seed", "4")]
    text = shown(site, "/play/beams", pairs)
    for _ in range(60):
        if not moves(text):
            break
        pairs.append(("turn", moves(text)[-1]))
        text = shown(site, "/play/beams", pairs)
        assert 'role="alert"' not in text
    assert re.search(r'<p class="(good|fair|bad)">', text)


def test_a_maker_is_offered_the_answers_and_sees_the_places_asked_for(site: TestClient) -> None:
    pairs = [("variant", "3c6p"), ("seed", "4"), ("as", "maker")]
    text = shown(site, "/play/beams", pairs)
    assert "are numbered" in text
    for _ in range(20):
        if not moves(text):
            break
        pairs.append(("turn", moves(text)[-1]))
        text = shown(site, "/play/beams", pairs)
    assert "Found " in text or "I pay " in text


def test_short_numbers() -> None:
    assert [short(number) for number in (4.25, 72, 999, 1234, 1e6, 416749069, 2.7e9)] == [
        "4.25",
        "72",
        "999",
        "1.23k",
        "1M",
        "417M",
        "2.7G",
    ]

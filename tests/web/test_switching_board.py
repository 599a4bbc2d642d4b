"""Bridg-It on a page: who wins by which link, how an attack is answered, and what carries how much current."""

import re
from html import unescape

from starlette.testclient import TestClient
from web.test_play import shown

from tafelwerk.play.duel import Duel
from tafelwerk.play.switching import Bridge
from tafelwerk.web.boards import board

BEGUN = [("seed", "3"), ("order", "4"), ("against", "perfect")]


def test_every_free_link_is_a_spot_and_nothing_is_told_unasked(site: TestClient) -> None:
    text = shown(site, "/play/switching", BEGUN)
    assert text.count('class="spot ') == 25
    assert "potential difference" not in text
    assert "Why " not in text
    assert "Reveal" not in text


def test_a_hint_tells_outcome_answer_and_potential_of_every_link(site: TestClient) -> None:
    text = unescape(shown(site, "/play/switching", [*BEGUN, ("as", "short"), ("turn", "C3"), ("hint", "1")]))
    labels = re.findall(r'class="spot bad" aria-label="([A-G]\d): loses, answered by ([A-G]\d); .* (0\.\d+)"', text)
    assert len(labels) == 22
    assert "<h2>Why Cut wins</h2>" in text
    assert '<th scope="col">Cut answers</th>' in text
    # no number is coded as a width alone
    assert text.count("<td>loses</td>") == 22


def test_the_answer_to_the_last_move_is_marked() -> None:
    game = Bridge(4)
    session = Duel(game, "cut", game.read("D4 G5 C3 G3"), "perfect", 1)
    drawn = board(session, is_priced=True)
    assert drawn is not None
    proof, currents = drawn["panels"]
    assert "Short has just taken G3 of the green set. The answer, ringed in yellow: F2, E3 or F4." in proof["lines"]
    assert "Marked on the board: F2, E3, F4." in proof["title"]
    best = {row[0] for row in currents["rows"] if row[1] == "wins"}
    assert {"F2", "E3", "F4"} <= best == {one["turn"] for one in drawn["spots"] if one["tone"] == "good"}


def test_the_end_names_the_links_that_join() -> None:
    game = Bridge(2)
    session = Duel(game, "cut", (), "random", 1)
    list(session.start())
    while not session.over:
        drawn = board(session, is_priced=True)
        assert drawn is not None
        list(session.turn(next(one["turn"] for one in drawn["spots"] if one["tone"] == "good")))
    drawn = board(session, is_priced=True)
    assert drawn is not None
    assert re.search(r"Joined by A\d, .*and C\d\.|Joined by A(\d) and C\1\.", drawn["title"])
    assert not drawn["spots"]

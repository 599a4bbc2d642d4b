"""Puzzles of Beams: the same for everybody on a day, solved by clicks alone, and sheets to print."""

import json
import re
from html import unescape

import pytest
from starlette.testclient import TestClient
from web.test_play import shown

from tafelwerk.web.routes.puzzles import BY_WEEKDAY, OFFERED
from tafelwerk.web.worker import command


def test_the_puzzle_of_the_day_is_that_of_its_date(site: TestClient) -> None:
    found = site.get("/play/beams/today", follow_redirects=False)
    assert found.status_code == 303
    assert re.fullmatch(r"/play/beams/puzzle\?date=\d{4}-\d\d-\d\d", found.headers["location"])
    once = shown(site, "/play/beams/puzzle", [("date", "2026-03-02")])
    assert once == shown(site, "/play/beams/puzzle", [("date", "2026-03-02")])
    assert once != shown(site, "/play/beams/puzzle", [("date", "2026-03-03")])
    assert set(BY_WEEKDAY) <= set(OFFERED)


def test_a_puzzle_is_solved_by_its_links_and_has_the_solution_of_the_command(site: TestClient) -> None:
    pairs = [("variant", "3c6p"), ("seed", "1")]
    line = ["beams", "puzzle", "--variant", "3c6p", "--seed", "1", "--json"]
    solution = json.loads(command(line)["out"])["solution"]
    text = shown(site, "/play/beams/puzzle", pairs)
    for field, colour in enumerate(solution, 1):
        chosen = shown(site, "/play/beams/puzzle", [*pairs, ("choose", colour)])
        turn = f"{field}={colour}"
        link = re.search(rf'href="[^"]*turn={turn.replace("=", "%3D")}&amp;', chosen)
        if link is None:
            continue  # given by a beam
        pairs.append(("turn", turn))
        text = shown(site, "/play/beams/puzzle", pairs)
    assert "Solved: every beam fits." in text
    assert 'class="spot' not in text


def test_a_wrong_field_is_told_on_request_alone(site: TestClient) -> None:
    pairs = [("variant", "3c6p"), ("seed", "2")]
    spot = re.search(r'aria-label="field (\d+), empty', shown(site, "/play/beams/puzzle", pairs))
    assert spot
    wrongs = 0
    for colour in "123":
        asked = [*pairs, ("turn", f"{spot[1]}={colour}")]
        assert "rong" not in shown(site, "/play/beams/puzzle", asked)
        wrongs += f"Wrong: field {spot[1]}." in shown(site, "/play/beams/puzzle", [*asked, ("hint", "1")])
    assert wrongs == 2


def test_a_full_board_that_does_not_fit_is_told_why(site: TestClient) -> None:
    pairs = [("variant", "3c6p"), ("seed", "2"), ("turn", "reveal")]
    revealed = shown(site, "/play/beams/puzzle", pairs)
    assert "This is the solution." in revealed


@pytest.mark.parametrize(
    "query",
    ["date=today", "date=2026-02-30", "seed=x", "variant=none&seed=1", "difficulty=odd&seed=1", "seed=1&turn=99%3D1"],
)
def test_what_is_no_puzzle_is_refused(site: TestClient, query: str) -> None:
    found = site.get(f"/play/beams/puzzle?{query}")
    assert found.status_code == 400 if "turn" not in query else 'role="alert"' in found.text


def test_a_sheet_has_its_puzzles_and_their_solutions(site: TestClient) -> None:
    text = unescape(shown(site, "/play/beams/sheet", [("variant", "3c6p"), ("count", "3"), ("seed", "5")]))
    assert text.count("<figcaption>") == 6
    line = ["beams", "puzzle", "--variant", "3c6p", "--seed", "5", "--count", "3", "--json"]
    for number, one in enumerate(json.loads(command(line)["out"]), 1):
        assert f"<figcaption>{number}. {one['solution']}</figcaption>" in text
    assert site.get("/play/beams/sheet?count=0").status_code == 400

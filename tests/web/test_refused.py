"""Addresses that are none: refused with their status, in words, and never with a traceback or a file."""

import json
import re
from html import unescape
from pathlib import Path

from starlette.testclient import TestClient
from web.addresses import ROUTES
from web.conftest import BASE

from tafelwerk.web.routes.game_pages import REPEATED


def test_what_is_not_there_is_said(site: TestClient) -> None:
    lines = (Path(__file__).parent / "refused.txt").read_text(encoding="utf-8").splitlines()[2:]
    wrong = []
    for line in filter(None, lines):
        address, _, words = line[4:].partition(" => ")
        response = site.get(address)
        text = unescape(response.text)
        is_said = "error" in text if address.startswith("/api/") else 'role="alert"' in text
        said = (is_said or address.startswith("/static/")) and all(word in text for word in words.split(" && "))
        if response.status_code != int(line[:3]) or not said or "import" in text or "Traceback" in text:
            wrong.append((line, response.status_code))
    assert wrong == []


def test_a_turn_that_cannot_be_is_said_and_changes_nothing(site: TestClient) -> None:
    for address, turn in (("/play/tictactoe?seed=3", "99"), ("/play/beams/puzzle?variant=3c6p&seed=1", "99%3D1")):
        response = site.get(f"{address}&turn={turn}")
        assert response.status_code == 200
        assert 'role="alert"' in response.text
        offered = re.compile(r'<(?:ul class="moves|svg class="[a-z ]*").*?</(?:ul|svg)>', re.DOTALL)
        assert offered.findall(response.text) == offered.findall(site.get(address).text) != []


def test_a_name_given_twice_is_refused_by_every_route(site: TestClient) -> None:
    """No value counts in another's place; turns of games alone are given several times."""
    paths = [re.sub(r"\{\w+(:\w+)?\}", "x", route.path) for route in ROUTES]
    assert len(paths) > 30
    for path in ("/nothing", *paths):
        for name in ("n", *sorted(REPEATED)):
            for query in (f"{name}=1&{name}=1", f"{name}=&a=2&%{ord(name[0]):x}{name[1:]}=2"):
                response = site.get(f"{path}?{query}", follow_redirects=False)
                text = f"'{name}' is given twice in the address; give it once"
                is_refused = not path.startswith("/play/") or name not in REPEATED
                assert (text in unescape(response.text)) == is_refused, (path, query)
                assert not is_refused or response.status_code == 400, (path, query)


def test_an_empty_seed_begins_a_game(site: TestClient) -> None:
    for path in ("/play/skat?seed=&go=1", "/play/tictactoe?seed=&go=1", "/play/tictactoe?go="):
        response = site.get(path, follow_redirects=False)
        assert response.status_code == 303
        assert len(re.findall(r"seed=\d+", response.headers["location"])) == 1
        assert response.headers["location"].count("seed=") == 1


BODIES = (
    b"",
    b"[]",
    b"{}",
    b'{"sql": 1}',
    b'{"sql": "SELECT 1", "limit": 0}',
    b'{"sql": "SELECT 1", "limit": 10001}',
    b'{"sql": "SELECT 1", "limit": true}',
    b'{"sql": "SELECT 1", "sql": "SELECT 2"}',
    b'{"sql": "SELECT 1", "limit": 1, "limit": 2}',
    b"\xff",
    b"[" * 50_000,
)


def test_a_body_that_is_no_statement_is_refused(site: TestClient) -> None:
    headers = {"origin": BASE, "content-type": "application/json"}
    for body in BODIES:
        response = site.post("/api/sql", content=body, headers=headers)
        assert response.status_code == 400, body
        names = re.findall(b"sql|limit", body)
        assert ("is given twice" in response.json()["error"]) == (len(names) > len({*names})), body
    most = json.dumps({"sql": "SELECT 1", "limit": 10_000})
    assert site.post("/api/sql", content=most, headers=headers).status_code == 200

"""Nothing is computed, ended or stored for a page of another site, whatever it sends and wherever it leads.

Where a request comes from is decided by its headers alone, and what an address does by that decision alone: so all headers are
sent to a page, a document and a statement, and one of each kind to all addresses.
"""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from web.addresses import PAGES, ROUTES, SECTIONS
from web.conftest import BASE, POCKET, PORT

from tafelwerk.errors import StorageError
from tafelwerk.web.app import application
from tafelwerk.web.guard import AHEAD, ONCE
from tafelwerk.web.jobs import Workers

ADDRESSES = (*PAGES, *SECTIONS["documents"])

Headers = dict[str, str]


def _headers(section: str) -> list[Headers]:
    """What a section of headers.txt says."""
    lines = filter(None, section.splitlines()[1:])
    return [dict(pair.split(": ", 1) for pair in line.split("; ") if ": " in pair) for line in lines]


_TEXT = (
    Path(__file__).with_name("headers.txt").read_text(encoding="utf-8").replace("{base}", BASE).replace("(empty)", "")
)
WITHIN, LED, READERS = map(_headers, _TEXT.split("== ")[1:])


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Jobs that reach the workers, none of which is done."""
    jobs: list[str] = []

    def refuse(self: Workers, job: str, *_asked: Any, **_given: Any) -> str:
        jobs.append(job)
        raise StorageError("nothing is done here")

    monkeypatch.setattr(Workers, "run", refuse)
    return jobs


@pytest.fixture
def idle(asked: list[str]) -> Iterator[TestClient]:
    """A server that is not warmed, so that only requests ask for jobs."""
    client = TestClient(application(POCKET, PORT), base_url=BASE, follow_redirects=True)
    yield client
    client.close()


def test_the_addresses_are_of_every_route() -> None:
    paths = {address.partition("?")[0] for address in ADDRESSES}
    unasked = {route.path for route in ROUTES if not any(route.path_regex.match(path) for path in paths)}
    assert unasked <= {"/tables", "/api/{command}", "/api/records", "/api/records/{name}"}


def test_what_a_foreign_page_asks_for_is_refused(idle: TestClient, asked: list[str]) -> None:
    for headers in WITHIN:
        for address in ADDRESSES if headers == WITHIN[0] else ("/", "/sql?q=SELECT 1", "/api/tables"):
            assert idle.get(address, headers=headers).status_code == 403, (address, headers)
        assert idle.head("/sql?q=SELECT 1", headers=headers).status_code == 403, headers
        assert idle.post("/api/sql", json={"sql": "SELECT 1"}, headers=headers).status_code == 403, headers
    assert asked == []


def test_a_page_that_a_foreign_page_leads_to_computes_nothing(idle: TestClient, asked: list[str]) -> None:
    """Nothing is asked for until the reader presses the button; a form is filled in and not run."""
    for headers in LED:
        for address in ADDRESSES if headers == LED[0] else ("/", "/skat/puzzle?seed=3", "/api/dresher/value?n=30"):
            response = idle.get(address, headers=headers)
            assert response.status_code in (200, 403), (address, headers)
            assert asked == [], (address, headers)
            if response.status_code == 200:
                continue
            if address.startswith("/api/"):
                assert response.json()["error"].startswith("another site led")
                continue
            link = re.search(r'class="button" href="([^"]+)"', response.text)
            assert link, address
            assert idle.get(unescape(link[1])).status_code in (200, 503), address
            assert asked, address
            asked.clear()
        assert idle.get("/", headers=headers).status_code == 403
        assert idle.head("/sql?q=SELECT 1", headers=headers).status_code == 200, headers
        assert idle.post("/api/sql", json={"sql": "SELECT 1"}, headers={**headers, "origin": BASE}).status_code == 403
    for address, words in (
        ("/sql?q=SELECT 40 %2B 2&x=a&y=b", ("SELECT 40 + 2</textarea>", "has not been run")),
        ("/ask/dresher/value?n=30&compute=1", ('value="30"', "has not been asked")),
        ("/skat/puzzle?seed=3&lang=de", ("Eine andere Website",)),
    ):
        response = idle.get(address, headers=LED[0])
        assert response.headers["cache-control"] == "no-store"
        assert all(word in response.text for word in words), address
    assert idle.get("/ask").headers["cache-control"] == "no-cache"
    assert asked == []


def test_nothing_is_computed_ahead(idle: TestClient, asked: list[str]) -> None:
    for name in AHEAD:
        for site in ("none", "same-origin", "cross-site"):
            headers = LED[0] | {"sec-fetch-site": site, name.decode(): "prefetch"}
            for address in ADDRESSES if (name, site) == (AHEAD[0], "none") else ("/", "/api/tables"):
                assert idle.get(address, headers=headers).status_code == 503, (address, name, site)
    assert {b"sec-purpose", b"purpose", b"x-purpose", b"x-moz"} == {*AHEAD}
    assert asked == []


def test_a_reader_and_a_program_are_answered(idle: TestClient, asked: list[str]) -> None:
    for headers in READERS:
        for address in ("/", "/api/tables", "/sql?q=SELECT 1"):
            asked.clear()
            idle.get(address, headers=headers)
            assert asked, (address, headers)
    silent = set()
    for address in ADDRESSES:
        asked.clear()
        idle.get(address)
        if not asked:
            silent.add(address.partition("?")[0])
    # lists, first pages of games; `end` ends what is not at work
    assert silent <= {"/records", "/ask", "/ask/dresher/value", "/figures", "/play", "/skat", "/skat/typed", "/sql"} | {
        path for path in silent if path.startswith("/play/")
    }
    assert len(silent) < len(ADDRESSES) / 2


def test_a_header_that_is_given_twice_is_refused(idle: TestClient, asked: list[str]) -> None:
    assert {b"origin", b"referer", b"sec-fetch-site", b"sec-fetch-mode", b"sec-fetch-dest"} < {*ONCE}
    for name in (name.decode() for name in ONCE if name != b"host"):
        for values in (("same-origin", "same-origin"), ("same-origin", "cross-site"), ("", "")):
            response = idle.get("/sql?q=SELECT 1", headers=[(name, value) for value in values])
            assert (response.status_code, response.text) == (400, f"the header {name} is given twice; give it once\n")
    host = f"127.0.0.1:{PORT}"
    for others in ((host, host), (host, "example.org"), ("example.org", host)):
        response = idle.get("/sql?q=SELECT 1", headers=[("host", other) for other in others])
        assert response.status_code == 421, others
    assert asked == []

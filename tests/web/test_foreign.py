"""Nothing is computed, ended or stored for a page of another site, whatever it sends and wherever it leads.

Where a request comes from is decided by its headers alone, and what an address does by that decision alone: so all headers are
sent to a page, a document and a statement, and one of each kind to all addresses.
Requests that no page of the server makes are refused, and limits are those that are stated.
Addresses that are none: refused with their status, in words, and never with a traceback or a file.
"""

import json
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
from tafelwerk.web.guard import AHEAD, LONGEST_ADDRESS, LONGEST_BODY, ONCE
from tafelwerk.web.jobs import Workers
from tafelwerk.web.routes.game_pages import REPEATED

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
    assert silent <= {"/records", "/ask", "/ask/dresher/value", "/figures", "/play", "/skat/typed", "/sql"} | {
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


STATEMENT = {"sql": "SELECT 1 AS one"}
FOREIGN_HOSTS = ("example.org", "127.0.0.1", "127.0.0.1:80", "localhost", f"[::1]:{PORT}", f"127.0.0.1:{PORT}.org", "")
FOREIGN_ORIGINS = (
    "http://example.org",
    "null",
    f"https://127.0.0.1:{PORT}",
    "http://127.0.0.1:80",
    f"http://localhost:{PORT}",
)


def test_a_foreign_host_is_refused_whatever_else_is_sent(site: TestClient) -> None:
    for host in FOREIGN_HOSTS:
        for path in ("/", "/api/tables", "/static/site.css", "/nothing"):
            response = site.get(path, headers={"host": host})
            assert response.status_code == 421, (host, path)
            assert response.headers["x-content-type-options"] == "nosniff"
    foreign = {"host": "example.org", "origin": "http://example.org"}
    assert site.post("/api/sql", json=STATEMENT, headers=foreign).status_code == 421
    for host in (f"127.0.0.1:{PORT}", f"localhost:{PORT}"):
        assert site.get("/", headers={"host": host}).status_code == 200
        response = site.post("/api/sql", json=STATEMENT, headers={"host": host, "origin": f"http://{host}"})
        assert response.json()["rows"] == [[1]]


def test_a_statement_names_its_origin_its_type_and_its_length(site: TestClient) -> None:
    def status(content: object, **headers: str) -> int:
        headers = {"origin": BASE, "content-type": "application/json"} | headers
        sent = {name.replace("_", "-"): value for name, value in headers.items() if value != "none"}
        return site.post("/api/sql", content=content, headers=sent).status_code  # type: ignore[arg-type]

    body = json.dumps(STATEMENT)
    for origin in (*FOREIGN_ORIGINS, "none"):
        assert status(body, origin=origin) == 403, origin
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        assert status(body, **{"content-type": kind}) == 403, kind
    for length, expected in ((LONGEST_BODY, 200), (LONGEST_BODY + 1, 413)):
        assert status(body.ljust(length)) == expected, length
    assert status(iter([body.encode()])) == 413, "of no stated length"
    assert status(body, **{"content-length": "-1"}) == 413


def test_an_address_has_a_limit_and_a_method(site: TestClient) -> None:
    most = LONGEST_ADDRESS - len("/figures") - len("words=")
    for length, status in ((most, 200), (most + 1, 414)):
        assert site.get("/figures?words=" + "x" * length).status_code == status, length
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        assert site.request(method, "/").status_code == 405, method
    assert site.head("/").status_code == 200
    refused = site.head("/", headers={"host": "example.org"})
    assert (refused.status_code, refused.content) == (421, b"")


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

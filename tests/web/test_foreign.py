"""Nothing is computed, ended or stored for a page of another site, whatever it sends and wherever it leads."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient
from web.addresses import PAGES
from web.conftest import POCKET, PORT

from tafelwerk.errors import StorageError
from tafelwerk.web.app import application, every_route
from tafelwerk.web.jobs import Jobs
from tafelwerk.web.site import Site
from tafelwerk.web.workers import Workers

OWN = f"http://127.0.0.1:{PORT}"
DOCUMENTS = (
    "/api/tables",
    "/api/card/dresher",
    "/api/cite/dresher.games",
    "/api/dresher/value?n=11",
    "/api/dresher/value?n=30&compute=1",
    "/api/dresher/value/schema",
    "/api/figures/dresher-3.1.json",
    "/api/skat/rounds/book?name=kupferschmid-6",
    "/api/sql/chart.json?q=SELECT 1 AS x, 2 AS y&x=x&y=y",
    "/sql/rows.csv?q=SELECT 1",
    "/figures/dresher-3.1/picture.svg",
    "/vega.js",
    "/skat/round/book?name=kupferschmid-6",
    "/play/skat/replay?seed=3",
    "/play/beams/puzzle?seed=3",
    "/ask/dresher/value?n=30&compute=1",
    "/ask/dresher/value?n=30&compute=1&end=1",
    "/sql?q=SELECT 1&end=1",
    "/skat/puzzle?seed=3&lang=de",
)
ADDRESSES = (*PAGES, *DOCUMENTS)

WITHIN: tuple[dict[str, str], ...] = (
    *(
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": mode, "sec-fetch-dest": kind}
        for mode, kind in (
            ("no-cors", "image"),
            ("no-cors", "script"),
            ("no-cors", "empty"),
            ("cors", "empty"),
            ("navigate", "iframe"),
            ("navigate", "object"),
            ("navigate", ""),
        )
    ),
    *(
        {"sec-fetch-site": site, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "empty"}
        for site in ("same-site", "", "same-origin, same-origin", "nothing")
    ),
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "cross-site", "sec-fetch-dest": "document"},
    {"origin": "http://example.org"},
    {"origin": "null"},
    {"origin": "http://127.0.0.1:9999", "referer": f"{OWN}/sql"},
    {"origin": "http://example.org", "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"},
)
"""What is sent for a picture, a script, a frame, a request of a script."""

LED: tuple[dict[str, str], ...] = (
    *(
        {"sec-fetch-site": site, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", **more}
        for site in ("cross-site", "same-site")
        for more in ({}, {"sec-fetch-user": "?1"}, {"referer": f"{OWN}/sql"})
    ),
    {
        "sec-fetch-site": "none",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
        "referer": "http://example.org/",
    },
    {"referer": "http://example.org/"},
    {"referer": f"{OWN}.example.org/"},
    {"referer": ""},
)
"""What is sent for a link, a form, a window that is opened; by old browsers for everything."""

READERS: tuple[dict[str, str], ...] = (
    {},
    {"sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"},
    {"sec-fetch-site": "none", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "sec-fetch-user": "?1"},
    {"sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty", "origin": OWN},
    {"referer": f"{OWN}/sql"},
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Jobs that reach the workers, none of which is done."""
    jobs: list[str] = []

    def refused(self: Workers, job: str, *_asked: Any, **_given: Any) -> str:
        jobs.append(job)
        raise StorageError("nothing is done here")

    monkeypatch.setattr(Workers, "run", refused)
    return jobs


@pytest.fixture
def idle(asked: list[str]) -> Iterator[TestClient]:
    """A server that is not warmed, so that only requests ask for jobs."""
    client = TestClient(application(POCKET, PORT), base_url=OWN, follow_redirects=True)
    yield client
    client.close()


def test_the_addresses_are_of_every_route() -> None:
    paths = {address.partition("?")[0] for address in ADDRESSES}
    routes = every_route(Site(Jobs(Workers.__new__(Workers), POCKET)))
    assert not {
        route.path
        for route in routes
        if "GET" in (route.methods or ()) and not any(route.path_regex.match(path) for path in paths)
    } - {"/tables", "/api/{command}", "/api/records", "/api/records/{name}"}


@pytest.mark.parametrize("headers", WITHIN)
def test_what_a_foreign_page_asks_for_is_refused(idle: TestClient, asked: list[str], headers: dict[str, str]) -> None:
    for address in ADDRESSES:
        assert idle.get(address, headers=headers).status_code == 403, address
    assert idle.head("/sql?q=SELECT 1", headers=headers).status_code == 403
    assert idle.post("/api/sql", json={"sql": "SELECT 1"}, headers=headers).status_code == 403
    assert asked == []


@pytest.mark.parametrize("name", ["sec-purpose", "purpose", "x-moz", "x-purpose"])
@pytest.mark.parametrize("site", ["none", "same-origin", "cross-site"])
def test_nothing_is_computed_ahead(idle: TestClient, asked: list[str], name: str, site: str) -> None:
    headers = {"sec-fetch-site": site, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", name: "prefetch"}
    for address in ADDRESSES:
        assert idle.get(address, headers=headers).status_code == 503, address
    assert asked == []


@pytest.mark.parametrize("headers", LED)
def test_a_page_that_a_foreign_page_leads_to_computes_nothing(
    idle: TestClient, asked: list[str], headers: dict[str, str]
) -> None:
    # every address for some of the headers, a third of them for each of the others
    place = LED.index(headers)
    for address in ADDRESSES if place % 4 == 0 else ADDRESSES[place % 3 :: 3]:
        found = idle.get(address, headers=headers)
        assert found.status_code in (200, 403), address
        if found.status_code == 403 and not address.startswith("/api/"):
            link = re.search(r'class="button" href="([^"]+)"', found.text)
            assert link, address
            assert idle.get(unescape(link[1])).status_code in (200, 503), address
            assert asked, address
            asked.clear()
    assert asked == []


@pytest.mark.parametrize("headers", READERS)
def test_a_reader_and_a_program_are_answered(idle: TestClient, asked: list[str], headers: dict[str, str]) -> None:
    silent = set()
    for address in ADDRESSES:
        asked.clear()
        idle.get(address, headers=headers)
        if not asked:
            silent.add(address.partition("?")[0])
    # lists, first pages of games; `end` ends what is not at work
    assert silent <= {"/records", "/ask", "/ask/dresher/value", "/figures", "/play", "/skat", "/sql"} | {
        path for path in silent if path.startswith("/play/")
    }
    assert len(silent) < len(ADDRESSES) / 2


def test_a_form_is_filled_in_and_not_run(idle: TestClient, asked: list[str]) -> None:
    led = LED[0]
    found = idle.get("/sql?q=SELECT 40 %2B 2&x=a&y=b", headers=led)
    assert "SELECT 40 + 2</textarea>" in found.text
    assert "has not been run" in found.text
    assert found.headers["cache-control"] == "no-store"
    found = idle.get("/ask/dresher/value?n=30&compute=1", headers=led)
    assert 'value="30"' in found.text
    assert "has not been asked" in found.text
    found = idle.get("/skat/puzzle?seed=3&lang=de", headers=led)
    assert "Eine andere Website" in found.text
    assert idle.get("/api/dresher/value?n=30", headers=led).json()["error"].startswith("another site led")
    assert asked == []


@pytest.mark.parametrize(
    "name",
    ["origin", "referer", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest", "content-type", "content-length"],
)
@pytest.mark.parametrize("values", [("same-origin", "same-origin"), ("same-origin", "cross-site"), ("", "")])
def test_a_header_that_is_given_twice_is_refused(
    idle: TestClient, asked: list[str], name: str, values: tuple[str, str]
) -> None:
    found = idle.get("/sql?q=SELECT 1", headers=[(name, value) for value in values])
    assert found.status_code == 400
    assert name in found.text
    assert asked == []


def test_a_host_that_is_given_twice_is_refused(idle: TestClient, asked: list[str]) -> None:
    host = f"127.0.0.1:{PORT}"
    for other in (host, "example.org"):
        assert idle.get("/sql?q=SELECT 1", headers=[("host", host), ("host", other)]).status_code == 421
    assert asked == []

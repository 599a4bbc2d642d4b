"""Every page: one walk over all addresses, and what holds of each of them."""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from urllib.parse import urlsplit

import pytest
from httpx2 import Response
from starlette.routing import Match
from starlette.testclient import TestClient
from web.addresses import BEYOND, FILES, MACHINES, PAGES, REFUSED, TEN
from web.asking import open_page
from web.conftest import POCKET, Atlas, templates_filled

from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.plots.figure import all_figures
from tafelwerk.web.app import every_route
from tafelwerk.web.command_forms import forms
from tafelwerk.web.jobs import Jobs, Workers
from tafelwerk.web.routes import book_pages
from tafelwerk.web.site import Site, _environment

FORBIDDEN = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", re.IGNORECASE)
LINK = re.compile(r'\b(?:href|src|action)="([^"]*)"')
LISTS = ("/", "/tables/dresher", "/ask", "/figures", "/play")
"""Pages whose links are asked for."""


@pytest.fixture(scope="module")
def filled(atlas: Atlas) -> set[str]:
    """Templates filled at the addresses, once they were asked for, and in the atlas."""
    return {*atlas.templates}


@pytest.fixture(scope="module")
def walk(site: TestClient, filled: set[str]) -> Mapping[str, Response]:
    """The responses of all addresses."""
    _environment.cache_clear()
    responses = {path: site.get(path) for path in (*PAGES, *REFUSED, *MACHINES)}
    filled |= templates_filled()
    return responses


@pytest.fixture(scope="module")
def texts(walk: Mapping[str, Response]) -> Mapping[str, str]:
    """The texts of all pages."""
    return {path: response.text for path, response in walk.items() if path not in MACHINES}


def test_status_and_kind(walk: Mapping[str, Response]) -> None:
    assert {path: response.status_code for path, response in walk.items()} == {
        path: REFUSED.get(path, 200) for path in walk
    }
    kinds = {path: response.headers["content-type"].partition(";")[0] for path, response in walk.items()}
    assert kinds == dict.fromkeys((*PAGES, *REFUSED), "text/html") | MACHINES
    assert not [path for path, response in walk.items() if "refresh" in response.headers]


def test_one_heading_one_title_a_language_and_no_code_within(texts: Mapping[str, str]) -> None:
    for path, text in texts.items():
        assert text.startswith("<!DOCTYPE html>"), path
        assert not FORBIDDEN.search(text), path
        assert len(re.findall("<h1", text)) == len(re.findall("<main", text)) == 1, path
        assert len(re.findall(r"<title>[^<]*\S[^<]*</title>", text.partition("</head>")[0])) == 1, path
        assert '<html lang="en">' in text, path
        ids = re.findall(r'\sid="([^"]*)"', text)
        assert len(ids) == len(set(ids)), path
        # the last of these turns is none
        assert ('role="alert"' in text) == (path in REFUSED or path.endswith("turn=44")), path
        assert "Traceback" not in text, path


def test_every_response_has_the_headers(walk: Mapping[str, Response]) -> None:
    for path, response in walk.items():
        headers = response.headers
        policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'", path
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'", path
        assert "unsafe" not in headers["content-security-policy"], path
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["referrer-policy"] == "no-referrer", path
        assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin", path
        assert "access-control-allow-origin" not in headers, path


def linked(path: str, text: str) -> Iterator[str]:
    """The addresses of this server that a page leads to."""
    for target in map(unescape, LINK.findall(text)):
        if target.startswith("?"):
            yield path.partition("?")[0] + target
        elif target.startswith("/"):
            yield target
        else:
            # forms lead to an answer that is there later
            assert target == "#answer" or f'id="{target.removeprefix("#")}"' in text, (path, target)


def test_links_lead_to_routes_and_those_of_lists_to_pages(site: TestClient, texts: Mapping[str, str]) -> None:
    routes = every_route(Site(Jobs(Workers.__new__(Workers), POCKET)))
    addresses = {path: set(linked(path, text)) for path, text in texts.items()}
    for path, targets in addresses.items():
        for target in {urlsplit(target).path for target in targets}:
            scope = {"type": "http", "method": "GET", "path": target}
            assert target.startswith("/static/") or any(route.matches(scope)[0] == Match.FULL for route in routes), (
                path,
                target,
            )
    asked = {target for path in LISTS for target in addresses[path] if not target.startswith(("/ask/", "/figures/"))}
    assert len(asked) > 20
    assert {target for target in asked - texts.keys() if site.get(target).status_code != 200} == set()
    assert {f"/ask/{form.family}/{form.name}" for form in forms().values()} <= addresses["/ask"]
    assert {f"/figures/{name}" for name in all_figures(FAMILIES)} <= addresses["/figures"]


def test_every_template_has_an_address(walk: Mapping[str, Response], filled: set[str], atlas: Atlas) -> None:
    assert not [name for name in FILES if not (atlas.folder / name).exists()]
    templates = {name for name in _environment().list_templates() if name.endswith(".html")}
    missing = sorted(templates - filled - BEYOND.keys())
    assert not missing, f"no page of tests/web/addresses.py shows {', '.join(missing)}: add an address that does"
    assert BEYOND.keys() <= templates - filled
    assert len(TEN) == 10
    assert set(TEN) <= set(PAGES)


def table_rows(text: str) -> str:
    """The rows on the page of a table."""
    found = re.search(r'aria-label="Rows">.*?<tbody>(.*?)</tbody>', text, re.DOTALL)
    assert found
    return found[1]


def test_rows_are_paged_sorted_and_filtered(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def numbers(query: str) -> tuple[str, bool, bool]:
        """The numbers of the rows on a page, and whether others come before and after it."""
        text = open_page(site, f"/tables/dresher.games?{query}")
        rows = re.findall(r"<tr><td class=n>(\d+)", re.sub(r"\s+<", "<", table_rows(text)))
        return " ".join(rows), 'rel="prev"' in text, 'rel="next"' in text

    monkeypatch.setattr(book_pages, "ROWS", 3)
    assert numbers("n=11") == ("11", False, False)
    assert numbers("n=<=3&sort=-n") == ("3 2 1", False, False)
    assert numbers("n=<=4&sort=n") == ("1 2 3", False, True)
    assert numbers("n=<=4&sort=n&page=2") == ("4", True, False)


@pytest.mark.parametrize(
    ("filters", "same"),
    [
        ({"n": "007"}, {"n": "7"}),
        ({"value": "1e0"}, {"n": "1"}),
        ({"n": ">=20/2", "value": "<= 3.50"}, {"n": ">=10", "value": "<=7/2"}),
        ({"value_num": "~1", "n": "<>11"}, {"value_num": "~1", "n": "<>11.0"}),
    ],
)
def test_a_filter_compares_in_the_type_of_its_column(
    site: TestClient, filters: dict[str, str], same: dict[str, str]
) -> None:
    rows = table_rows(open_page(site, "/tables/dresher.games", [*filters.items()]))
    assert "<tr>" in rows
    assert rows == table_rows(open_page(site, "/tables/dresher.games", [*same.items()]))


def test_a_filter_that_no_row_fits_names_what_comes_near(site: TestClient) -> None:
    text = unescape(open_page(site, "/tables/dresher.games?n=1000000"))
    assert "<tr>" not in table_rows(text)
    assert "No row of dresher.games has n = 1000000; near it there is " in text
    text = unescape(open_page(site, "/tables/dresher.games?value_num=~x"))
    assert "No row of dresher.games has value_num that contains 'x'; its values are " in text

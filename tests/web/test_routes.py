"""Every page answers, without inline script or style, and with links that lead somewhere."""

import re
from html import unescape

import pytest
from settling import answered, settled
from starlette.testclient import TestClient

PAGES = (
    "/",
    "/tables/dresher",
    "/tables/dresher.games",
    "/tables/dresher.games?sort=-n&n=>5",
    "/tables/dresher.tree_text",
    "/tables/montecarlo",
    "/builds",
    "/builds?family=dresher",
    "/cards/dresher",
    "/records",
    "/records/beams-6c6p",
    "/sql",
    "/sql?q=FROM dresher.games",
    "/ask",
    "/ask/dresher/value",
    "/ask/dresher/value?n=11",
    "/ask/minimax/tictactoe?board=X...O....",
    "/figures",
    "/figures/dresher-3.1",
    "/play",
    "/play/tictactoe",
    "/play/tictactoe?seed=3",
)
FORBIDDEN = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:", re.IGNORECASE)


@pytest.mark.parametrize("path", PAGES)
def test_a_page_answers_and_keeps_to_the_policy(site: TestClient, path: str) -> None:
    text = settled(site, path)
    assert text.startswith("<!DOCTYPE html>")
    assert not FORBIDDEN.search(text)
    assert len(re.findall("<h1", text)) == 1
    assert re.search(r"<title>[^<]+</title>", text)


def test_links_lead_somewhere(site: TestClient) -> None:
    seen: set[str] = set()
    for path in ("/", "/tables/dresher", "/ask", "/figures", "/play"):
        for link in re.findall(r'href="(/[^"]*)"', settled(site, path)):
            address = unescape(link)
            if address in seen or address.startswith(("/ask/", "/figures/")):
                continue
            seen.add(address)
            assert site.get(address).status_code == 200, address
    assert len(seen) > 20


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nothing", 404),
        ("/tables/nothing", 404),
        ("/tables/dresher.nothing", 400),
        ("/tables/dresher.games?sort=nothing", 400),
        ("/tables/dresher.games?page=0", 400),
        ("/tables/dresher.games?page=x", 400),
        ("/tables/dresher.games?n=x", 400),
        ("/builds?family=nothing", 404),
        ("/builds?page=0", 400),
        ("/cards/nothing", 404),
        ("/records/nothing", 404),
        ("/api/card/nothing", 400),
        ("/api/cite/nothing", 400),
        ("/api/cite/--help", 400),
        ("/api/records/nothing", 404),
        ("/ask/dresher/nothing", 400),
        ("/ask/dresher/value?n=x", 400),
        ("/ask/dresher/value?m=1", 400),
        ("/figures/nothing", 404),
        ("/play/nothing", 400),
        ("/api/nothing", 404),
        ("/api/dresher/value?n=0", 400),
    ],
)
def test_what_is_not_there_is_said(site: TestClient, path: str, status: int) -> None:
    found = answered(site, path)
    assert found.status_code == status
    if path.startswith("/api/"):
        assert found.json()["error"]
    else:
        assert 'role="alert"' in found.text


def shown_rows(text: str) -> str:
    """The rows on the page of a table."""
    found = re.search(r'aria-label="Rows">.*?<tbody>(.*?)</tbody>', text, re.DOTALL)
    assert found
    return found[1]


def test_rows_are_paged_sorted_and_filtered(site: TestClient) -> None:
    first = settled(site, "/tables/dresher.games?sort=n")
    assert "Page 1" in first
    found = settled(site, "/tables/dresher.games?n=11")
    assert len(re.findall("<tr>", shown_rows(found))) == 1
    text = shown_rows(settled(site, "/tables/dresher.games", n="<=3", sort="-n"))
    numbers = [int(cell) for cell in re.findall(r"<tr><td class=n>(\d+)", re.sub(r"\s+<", "<", text))]
    assert numbers == sorted(numbers, reverse=True)
    assert max(numbers) <= 3


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
    rows = shown_rows(settled(site, "/tables/dresher.games", **filters))
    assert "<tr>" in rows
    assert rows == shown_rows(settled(site, "/tables/dresher.games", **same))


def test_a_filter_that_no_row_fits_names_what_comes_near(site: TestClient) -> None:
    text = unescape(settled(site, "/tables/dresher.games", n="1000000"))
    assert "<tr>" not in shown_rows(text)
    assert "No row of dresher.games has n = 1000000; near it there is " in text
    text = unescape(settled(site, "/tables/dresher.games", value_num="~x"))
    assert "No row of dresher.games has value_num that contains 'x'; its values are " in text

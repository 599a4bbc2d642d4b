"""Every page: one walk over all addresses, and what holds of each of them.
No page shows an option, an order to type something, or a key of JSON, but where lines for a terminal are set aside.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from httpx2 import Response
from starlette.routing import Match
from starlette.testclient import TestClient
from web.addresses import BEYOND, FILES, MACHINES, PAGES, REFUSED, ROUTES, TEN
from web.asking import check_page, open_page, targets
from web.conftest import BASE, Atlas, templates_filled
from web.visible import odd_words, word_faults

from tafelwerk.families import FAMILIES
from tafelwerk.named_queries import named_queries
from tafelwerk.plots.figure import all_figures
from tafelwerk.web.command_forms import forms
from tafelwerk.web.routes import book_pages
from tafelwerk.web.site import _environment

LISTS = ("/", "/data", "/tables/dresher", "/ask", "/figures")
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


def test_every_page(walk: Mapping[str, Response]) -> None:
    """Its status, its kind, its headers, and what holds of its text."""
    for path, response in walk.items():
        headers = response.headers
        assert response.status_code == REFUSED.get(path, 200), path
        assert headers["content-type"].partition(";")[0] == MACHINES.get(path, "text/html"), path
        assert "refresh" not in headers, path
        policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'", path
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'", path
        assert "unsafe" not in headers["content-security-policy"], path
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["referrer-policy"] == "no-referrer", path
        assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin", path
        assert "access-control-allow-origin" not in headers, path
        if path not in MACHINES:
            check_page(response.text, path)
            assert "Traceback" not in response.text, path
            # the last of these turns is none
            assert ('role="alert"' in response.text) == (path in REFUSED or path.endswith("turn=44")), path


def links_of(path: str, text: str) -> Iterator[str]:
    """The addresses of this server that a page leads to."""
    for target in targets(text):
        if target.startswith("?"):
            yield path.partition("?")[0] + target
        elif target.startswith("/"):
            yield target
        else:
            assert target.startswith("#"), (path, target)
            assert f'id="{target.removeprefix("#")}"' in text, (path, target)


def test_links_lead_to_routes_and_those_of_lists_to_pages(site: TestClient, texts: Mapping[str, str]) -> None:
    addresses = {path: set(links_of(path, text)) for path, text in texts.items()}
    asked = {}
    for path, leads in addresses.items():
        for target in sorted(leads):
            scope = {"type": "http", "method": "GET", "path": urlsplit(target).path}
            route = next((route for route in ROUTES if route.matches(scope)[0] == Match.FULL), None)
            assert route is not None or target.startswith("/static/"), (path, target)
            # of the pages that lists lead to, one for each route; forms and figures are known below
            if path in LISTS and route is not None and not target.startswith(("/ask/", "/figures/")):
                asked[route.path] = target
    assert len(asked) >= 10
    assert {target for target in asked.values() if target not in texts and site.get(target).status_code != 200} == set()
    assert {f"/ask/{form.family}/{form.name}" for form in forms().values()} <= addresses["/ask"]
    assert {f"/figures/{name}" for name in all_figures(FAMILIES)} <= addresses["/figures"]


MORE = (
    "/?lang=de",
    "/game/skat?lang=de",
    "/skat/puzzle?seed=1&lang=de",
    "/play/skat?lang=de",
    "/ask/skat/hands?lang=de",
    "/ask/skat/contracts",
    "/ask/beams/curve?variant=6c6p",
    "/ask/dresher/certificate",
    "/figures/dresher-3.6",
)
"""Pages in German, and such as name a command line besides."""


def test_no_page_shows_odd_words(site: TestClient, texts: Mapping[str, str]) -> None:
    assert word_faults({path: text for path, text in texts.items() if path not in REFUSED}) == []
    assert word_faults({path: site.get(path).text for path in MORE}) == []


def test_every_template_has_an_address(walk: Mapping[str, Response], filled: set[str], atlas: Atlas) -> None:
    assert not [name for name in FILES if not (atlas.folder / name).exists()]
    templates = {name for name in _environment().list_templates() if name.endswith(".html")}
    missing = sorted(templates - filled - BEYOND.keys())
    assert not missing, f"no page of tests/web/addresses.txt shows {', '.join(missing)}: add an address that does"
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
        rows = re.findall(
            r'<tr><td class=n data-label="n"><a href="\?n=(\d+)">\1<', re.sub(r"\s+<", "<", table_rows(text))
        )
        return " ".join(rows), 'rel="prev"' in text, 'rel="next"' in text

    monkeypatch.setattr(book_pages, "ROWS", 3)
    assert numbers("n=<=3&sort=-n") == ("3 2 1", False, False)
    assert numbers("n=<=4&sort=n") == ("1 2 3", False, True)
    assert numbers("n=<=4&sort=n&page=2") == ("4", True, False)


def test_a_filter_compares_in_the_type_of_its_column(site: TestClient) -> None:
    for query, same in (
        ("n=<=007", "n=<=7"),
        ("value=2e0", "value=2"),
        ("n=>=20/2&value=<= 3.50", "n=>=10&value=<=7/2"),
        ("value_num=~1&n=<>11", "value_num=~1&n=<>11.0"),
    ):
        rows = table_rows(open_page(site, f"/tables/dresher.games?{query}"))
        assert "<tr>" in rows
        assert rows == table_rows(open_page(site, f"/tables/dresher.games?{same}")), query


def test_a_filter_that_no_row_fits_names_what_comes_near(site: TestClient) -> None:
    text = unescape(open_page(site, "/tables/dresher.games?n=1000000"))
    assert "<tr>" not in table_rows(text)
    assert "No row of dresher.games has n = 1000000; near it there is " in text
    text = unescape(open_page(site, "/tables/dresher.games?value_num=~x"))
    assert "No row of dresher.games has value_num that contains 'x'; its values are " in text


def test_columns_are_summed_up_and_their_values_filter(site: TestClient) -> None:
    """What the page says of its columns is what SQL says of these rows; a value leads to its rows."""
    text = unescape(open_page(site, "/tables/dresher.games"))
    asked = "count(*), min(n), max(n), count(DISTINCT n), count(DISTINCT value_num), count(*) FILTER (bound_met)"
    statement = {"sql": f"SELECT {asked}, count(*) FILTER (sum_rule IS NULL) FROM dresher.games"}
    ((count, least, greatest, numbers, tops, met, missing),) = site.post(
        "/api/sql", json=statement, headers={"origin": BASE}
    ).json()["rows"]
    assert f"{count} rows. " in text
    assert f"<small>{least} to {greatest}<br>{numbers} different</small>" in text
    assert f"<small>{tops} different</small>" in text
    assert f"different, {missing} missing</small>" in text
    assert f'<a href="?bound_met=true">true</a>\N{NO-BREAK SPACE}<span class="number">{met}</span>' in text
    assert '<a href="?double_rule=NULL">none</a>' in text
    assert "about " not in text.partition('aria-label="Rows"')[2].partition("</table>")[0]
    chosen = unescape(open_page(site, "/tables/dresher.games?bound_met=true&n=<9&sort=-n"))
    assert '<a href="?n=%3C9&sort=-n" title="Without this filter">bound_met = true ×</a>' in chosen
    assert "<small>1 different</small>" in chosen
    short = "/tables/dresher.games?bound_met=true"
    assert open_page(site, f"{short}&n=&sort=") == open_page(site, short)


def test_a_row_leads_along_keys(site: TestClient) -> None:
    text = open_page(site, "/tables/dresher.games?n=8")
    assert "<dt>even_total</dt>" in text
    for table in ("hider", "searcher", "runs", "conjectures"):
        assert f'<a href="/tables/dresher.{table}?n=8">dresher.{table} of this row</a>' in text
    assert '<a href="?n=8&amp;number=3">8</a>' in open_page(site, "/tables/dresher.hider?n=8")
    assert '<a href="/tables/dresher.games?n=8">' in open_page(site, "/tables/dresher.hider?n=8&number=3")


def test_rows_of_bytes_fit_a_page(site: TestClient) -> None:
    text = unescape(open_page(site, "/tables/beams.answers?variant=6c3p&sort=-codes"))
    assert "27990 bytes" in text
    assert len(text) < 100_000


def test_named_queries_are_asked_by_their_addresses(site: TestClient) -> None:
    gallery = open_page(site, "/data")
    for name, query in named_queries().items():
        assert f'<a href="/sql?query={name}">' in gallery
        if query.statement and query.family == "dresher":
            page = unescape(open_page(site, f"/sql?query={name}"))
            assert f"<h1>{query.title}</h1>" in page
            assert f">{query.statement}</textarea>" in page
            assert 'aria-label="Rows"' in page
    assert 'href="/figures/dresher-3.1"' in open_page(site, "/sql?query=dresher-3.1")
    assert "<code>tafelwerk build dresher" in open_page(site, "/sql?query=dresher-3.6")
    assert site.get("/tables/dresher.tree_text").history[0].headers["location"] == "/tables/dresher#tree_text"
    assert site.get("/tables").url.path == "/data"


def test_a_script_gets_the_title_and_the_content_of_a_page_alone(site: TestClient) -> None:
    for path in ("/", "/play/tictactoe?seed=3&turn=4", "/play/tictactoe?seed=3&turn=44"):
        page, part = site.get(path), site.get(path, headers={"X-Fragment": "main"})
        assert (page.headers["cache-control"], part.headers["cache-control"]) == ("no-cache", "no-store")
        title, _, main = part.text.partition("</title>")
        assert main.startswith('<main id="main">')
        assert main.endswith("</main>")
        assert f"{title}</title>" in page.text
        assert main in page.text


def test_a_game_has_the_heading_of_its_picture_beside_it(site: TestClient) -> None:
    """There it is read on a phone, too."""
    text = open_page(site, "/game/tic-tac-toe")
    assert "<strong>Tic-tac-toe: X to move: a win for X, in 5 plies (book).</strong> Yellow: the fastest wins." in text
    assert "Yellow: the fastest wins" not in site.get("/game/tic-tac-toe/picture.svg").text.partition("</desc>")[2]


LEFT_OUT = re.compile(
    r"^/(api|static)/|^/vega|/(rows|picture)\.|[?&](end|compute|values)=|go=|[?&]sort=|seed=$|[?&]page="
)
"""Links to no pages, or to work that takes long."""

STATES = re.compile(r"/(play|tables|sql|builds|data|figures|skat)\b")
"""Pages of which one state is looked at."""


def test_odd_words_are_seen() -> None:
    page = (
        "<p>with --as x</p><p>Type yes</p><p>mean_depth, log_2(x)</p><pre>SELECT a_b -- c</pre><code>a_b</code>"
        "<details><summary>The same elsewhere</summary><p>tafelwerk x --a</p><details><summary>y</summary>--b</details>"
        "</details><p>--seen</p><h2>How to repeat it</h2><p>--unseen</p><h2>More</h2><p>--more</p>"
    )
    found = [fault.partition(" in ")[0] for fault in odd_words(page, has_columns=False)]
    assert found == ["--as", "Type yes", "mean_depth", "--seen", "--more"]
    assert not list(odd_words("<td>a_b</td>", has_columns=True))


@pytest.mark.slow
def test_no_linked_page_shows_them(site: TestClient) -> None:
    """Every page that links lead to from the first one is there, and shows none; of boards, tables and lists one state each."""
    pages: dict[str, str] = {}
    statuses: dict[str, int] = {}
    waiting, states = ["/"], Counter[str]()
    for path in waiting:
        response = site.get(path)
        if response.status_code == 200 and "text/html" in response.headers["content-type"]:
            pages[path] = response.text
        elif response.status_code != 200:
            statuses[path] = response.status_code
        for link in map(unescape, re.findall(r'href="([^"#]*)"', response.text)):
            target = urljoin(path, link)
            state = target.partition("?")[0] if STATES.match(target) else target
            states[state] += 1
            if not urlsplit(target).netloc and not LEFT_OUT.search(target) and states[state] == 1:
                waiting.append(target)
    assert len(pages) > 400
    assert word_faults(pages) == []
    # figures whose rows the book lacks say which build makes them
    assert {
        path: status for path, status in statuses.items() if not (status == 404 and path.startswith("/figures/"))
    } == {}

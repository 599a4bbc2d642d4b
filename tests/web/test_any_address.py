"""No address is a fault of the server: paths and queries are made from the list of routes, with what is known and what is not."""

import re
from typing import Any
from urllib.parse import quote

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from web.addresses import ROUTES

from tafelwerk.families import FAMILIES
from tafelwerk.play.games import GAMES
from tafelwerk.plots.figure import all_figures
from tafelwerk.tables.layout import layout, macros, views
from tafelwerk.tables.records import records
from tafelwerk.web.command_forms import forms, play_form
from tafelwerk.web.routes.book_pages import WHOLE

CHEAP = [
    form for form in forms().values() if form.family in ("dresher", "minimax", "montecarlo", "search", "switching")
]
"""Questions that take no more than a moment, mostly."""

LONG = {"skat", "mastermind", "beams"}
"""Games whose programs think."""

TABLES = [f"{family}.{one.name}" for family in FAMILIES for one in (*layout(family), *views(family), *macros(family))]
KNOWN: dict[str, list[str]] = {
    "family": [*FAMILIES],
    "table": [*TABLES, *FAMILIES],
    "name": [*all_figures(FAMILIES), *(one.name for one in records("beams")), *FAMILIES, *TABLES],
    "ending": ["csv", "parquet", "svg", "png", "pdf"],
    "command": [*WHOLE],
    "game": [one.name for one in GAMES if one.name not in LONG],
}
"""Values of the parts of paths; there are others."""

QUERIES = ("q", "x", "y", "mark", "end", "page", "sort", "family", "theme", "width", "n", "seed", "turn", "hint", "go")
STATEMENTS = ("FROM dresher.games", "SELECT 1 AS n, 'a' AS x", "FROM nothing", "SELECT", "SELECT 1; SELECT 2", ";")
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
VALUES = (
    st.integers(-3, 40).map(str)
    | TEXT
    | st.sampled_from(
        [*STATEMENTS, "n", "-n", ">5", "~a", "<>", "line", "bars", "dark", "1", "0", "4,6", "", "-", "../x"]
    )
)
PATHS = sorted({route.path for route in ROUTES})


@st.composite
def addresses(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A path of a route and a query."""
    path = draw(st.sampled_from(PATHS))
    given_parts, names, example = dict[str, str](), [*QUERIES], dict[str, Any]()
    if "{question}" in path and draw(st.integers(0, 4)):
        form = draw(st.sampled_from(CHEAP))
        given_parts = {"family": form.family, "question": form.name}
        names = [field.name for field in form.fields]
        example = dict(draw(st.sampled_from(form.examples))) if form.examples and draw(st.booleans()) else {}
        example.pop("compute", None)

    def part(found: re.Match[str]) -> str:
        name = found[1]
        known = KNOWN.get(name, TABLES)
        value = given_parts.get(name) or draw(st.sampled_from(known) if draw(st.integers(0, 3)) else TEXT)
        return quote(value, safe="") or "x"

    path = re.sub(r"\{(\w+)(?::\w+)?\}", part, path)
    if path.startswith("/play/"):
        names += [field.name for field in play_form("minimax").fields]
    query = draw(st.dictionaries(st.sampled_from(names) | TEXT, VALUES | st.lists(VALUES, max_size=3), max_size=4))
    return path, example | query if draw(st.integers(0, 5)) else example


@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(addresses())
def test_no_address_is_a_fault(site: TestClient, address: tuple[str, dict[str, Any]]) -> None:
    path, query = address
    response = site.get(path, params=query, follow_redirects=False)
    assert response.status_code < 500, (path, query)
    if response.status_code < 400:
        return
    if path.startswith("/api/"):
        assert response.json()["error"], (path, query)
    elif not re.search(r"^/vega.js|/(rows|picture)\.", path) and len(response.request.url.query) < 10_000:
        assert 'role="alert"' in response.text, (path, query)

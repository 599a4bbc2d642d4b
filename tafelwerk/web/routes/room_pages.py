"""The museum: first page, rooms, findings, printed numbers, how the numbers are known, and a search over all of it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tafelwerk.errors import InputError
from tafelwerk.language import speech
from tafelwerk.museum import Finding, findings, findings_of, room_named, rooms, rooms_of, starts_of
from tafelwerk.play.games import GAMES, all_games
from tafelwerk.plots.pictures import dark_document
from tafelwerk.plots.style import THEMES
from tafelwerk.web.command_forms import SPOKEN, address_of_line, forms, skat_form
from tafelwerk.web.jobs import LONG, Working, fault
from tafelwerk.web.routes.figure_pages import listed_figures
from tafelwerk.web.site import MEDIA, Site, bilingual, find, one_of, page, query, status_of_command

BUILDS = "SELECT count(*) FROM meta.builds"
"""How many builds the book has; their tables have fewer rows than they delivered, since builds share some."""

KNOWN_HOW = (
    "SELECT certainty, evidence, count(*) AS builds, sum(rows)::BIGINT AS rows FROM meta.builds GROUP BY ALL"
    " ORDER BY certainty, evidence"
)
"""How the numbers of the book are known."""

UNKEPT = {"cache-control": "no-cache"}
"""Headers of pictures: a new book draws others."""

SHOWN = "bridg-it"
"""The room whose picture the first page shows."""

PAGES: Mapping[str, str] = {
    "game": "play/{}",
    "room": "game/{}",
    "page": "{}",
    "finding": "results/{}",
    "figure": "figures/{}",
    "table": "tables/{}",
}
"""Pages of what can be found, by kind; questions have forms."""


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def stated_findings() -> Any:
        """Findings that hold in the book, by name; `Working` while they are read."""
        answer = site.perhaps_job("findings")
        return answer if isinstance(answer, Working) else {entry["name"]: entry for entry in answer or ()}

    def home(request: Request) -> Response:
        known, shelves = site.perhaps_job("rows", statement=BUILDS), site.perhaps_job("shelves")
        first = [finding for finding in findings() if finding.is_first]
        of_rooms = {finding.room: finding for finding in reversed(findings()) if finding not in first}
        more = [of_rooms[room.name] for room in rooms() if room.name in of_rooms]
        values = {"first": first, "more": more, "count": len(findings()), "stated": stated_findings()}
        if known is not None and not isinstance(known, Working) and isinstance(shelves, list):
            rows = sum(table["rows"] or 0 for shelf in shelves for table in shelf["tables"])
            values["book"] = {"builds": known["rows"][0][0], "rows": rows}
        own = [*all_games()[len(GAMES) :], *site.own.values()]
        return page("home.html", rooms=rooms(), shown=room_named(SHOWN), own=own, **values)

    def room(request: Request) -> Response:
        room = find(room_named, request.path_params["name"])
        return (bilingual(room_page) if room.family == SPOKEN else room_page)(request)

    def room_page(request: Request) -> Response:
        room = find(room_named, request.path_params["name"])
        figures = {figure["name"]: figure for figure in listed_figures()}
        return page(
            "room.html",
            room=room,
            pages=[other for name, _ in room.games if (starts := starts_of(name)) for other in starts.pages],
            asks=[(address, title) for line, title in room.asks if (address := address_of_line(line)[0])],
            findings=findings_of(room),
            stated=stated_findings(),
            caption=site.perhaps_job("room_picture", most=LONG, name=room.name, is_card=False),
            figures=[figures[name] for name in room.figures],
            more_figures=sum(figure["family"] == room.family for figure in figures.values()) - len(room.figures),
            forms=[
                skat_form(name, speech().language) if family == SPOKEN else form
                for (family, name), form in forms().items()
                if family == room.family
            ],
        )

    def room_picture(request: Request) -> Response:
        is_card, theme = bool(request.query_params.get("card")), theme_of(request)
        answer = site.ask(
            "room_picture", None, most=LONG, name=find(room_named, request.path_params["name"]).name, is_card=is_card
        )
        document = dark_document(answer["document"]) if theme == "dark" else answer["document"]
        return Response(document, media_type=MEDIA["svg"], headers=UNKEPT)

    def figure_card(request: Request) -> Response:
        figure = one_of(request.path_params["figure"], {figure["name"] for figure in listed_figures()}, "figure")
        asked = {"figure": figure, "theme": theme_of(request), "is_narrow": bool(request.query_params.get("narrow"))}
        room = find(room_named, request.path_params["name"])
        content = site.ask("figure_card", None, most=LONG, name=room.name, **asked)
        return Response(content, media_type=MEDIA["svg"], headers=UNKEPT)

    def results(request: Request) -> Response:
        by_room = [(room, findings_of(room)) for room in rooms()]
        return page("results.html", by_room=by_room, stated=stated_findings())

    def result(request: Request) -> Response:
        by_name = {finding.name: finding for finding in findings()}
        finding = by_name[one_of(request.path_params["name"], by_name, "finding")]
        values = {
            "finding": finding,
            "room": room_named(finding.room),
            "others": others(finding),
            # None: the book lacks its rows
            "figure": site.perhaps_job("figure", name=finding.figure) if finding.figure else None,
            "stated": stated_findings(),
        }
        return page("finding.html", **values, address=address_of_line(finding.command)[0])

    def published(request: Request) -> Response:
        numbers = site.document("published")
        parts = [
            (rooms_of(family)[0], source, list(several))
            for (family, source), several in groupby(numbers, lambda number: (number["family"], number["source"]))
        ]
        return page("published.html", parts=parts, numbers=numbers)

    def how(request: Request) -> Response:
        known = site.need("rows", statement=KNOWN_HOW, limit=100)["rows"]
        return page("how.html", known=known, rooms=rooms())

    def search(request: Request) -> Response:
        words = request.query_params.get("q", "").strip()
        if not words:
            return page("find.html", words="", entries=(), error=None)
        done = site.need("command", words=["find", "--json", "--", words])
        if done["code"]:
            return page("find.html", status_of_command(done), words=words, entries=(), error=fault(done))
        return page("find.html", words=words, entries=list(_links(json.loads(done["out"])["results"])), error=None)

    return [
        Route("/", bilingual(home)),
        Route("/game/{name}", room),
        Route("/game/{name}/picture.svg", room_picture),
        Route("/game/{name}/{figure}.svg", figure_card),
        Route("/results", results),
        Route("/results/{name}", result),
        Route("/published", published),
        Route("/how", how),
        Route("/find", search),
    ]


def theme_of(request: Request) -> str:
    """The theme that an address asks for."""
    return one_of(request.query_params.get("theme", "light"), THEMES, "theme")


def by_name(request: Request) -> Response:
    """The room at an address that is only a game's name, such as /mastermind.

    Raises:
        HTTPException: it is no name of a game; status 404.
    """
    room = find(room_named, request.path_params["name"])
    return RedirectResponse(f"/game/{room.name}{query(request.query_params)}")


def others(finding: Finding) -> list[Finding]:
    """Other findings of the same room, or of its neighbours where it has none: what to read next."""
    every = findings()
    index = every.index(finding)
    return [every[(index + step) % len(every)] for step in (1, 2, 3)]


def _links(entries: Sequence[Mapping[str, str]]) -> Iterator[tuple[str, str, str, str]]:
    """Kind, address below the first page, title in words and more of what was found; commands that no page asks are left out."""
    for entry in entries:
        if entry["kind"] in PAGES:
            address = PAGES[entry["kind"]].format(entry["name"].lstrip("/"))
            title, about = entry["title"], entry["name"] if entry["kind"] in ("game", "figure") else ""
            if entry["kind"] == "room":
                title, _, about = title.partition(": ")
            elif entry["kind"] == "page":
                title = title.partition(" (/")[0]
            # a table is looked for by its name
            first, then = (entry["name"], title) if entry["kind"] == "table" else (title or entry["name"], about)
            yield entry["kind"], address, first, then
        elif entry["kind"] == "query":
            yield "statement", f"sql?query={entry['name']}", entry["title"], ""
        elif entry["kind"] == "question":
            try:
                address, asked = address_of_line(entry["line"])
            except InputError:
                address = asked = ""
            if address:
                yield "question", address, asked, entry["title"]

"""First page, families, tables with their origin, builds, cards, records; documents of the whole book."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tafelwerk.build.catalogue import KNOWN
from tafelwerk.errors import ExitCode
from tafelwerk.play.games import GAMES
from tafelwerk.tables.filters import MOST_NAMES
from tafelwerk.tables.records import Record, faults, records
from tafelwerk.web import explorer
from tafelwerk.web.jobs import Working
from tafelwerk.web.questions import forms
from tafelwerk.web.routes.figures import listed_figures
from tafelwerk.web.site import Site, one_of, page, printed
from tafelwerk.web.workers import JobError

WHOLE = ("tables", "schema", "published")
"""Commands on the whole book whose documents are at /api."""

OF_ONE: Mapping[str, Callable[[str], list[str]]] = {
    "card": lambda family: ["tables", f"--card={family}", "--json"],
    "cite": lambda name: ["cite", "--json", "--", name],
}
"""Commands on one family, table or figure whose documents are at /api."""

BUILD = (
    "'tafelwerk build ' || name AS line, rows, seconds, strftime(built_at, '%Y-%m-%dT%H:%M:%S') AS built_at,"
    " certainty, evidence, fingerprint, sha256"
)
"""What the page of builds shows of each."""

WORDS: Mapping[str, Any] = {"certainties": explorer.CERTAINTY, "evidences": explorer.EVIDENCE}
"""What the words of provenance mean, for pages that use them."""


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def home(request: Request) -> Response:
        return page("home.html", tables=site.document("tables"), games=GAMES)

    def ask(statement: str) -> Sequence[Sequence[Any]]:
        rows: Sequence[Sequence[Any]] = site.need("rows", statement=statement, limit=MOST_NAMES + 1)["rows"]
        return rows

    def family(name: str) -> Response:
        one_of(name, KNOWN, "family")
        tables, macros = explorer.described(site.document("schema", name))
        return page(
            "family.html",
            family=name,
            tables=tables,
            macros=macros,
            held=site.document("tables", name),
            forms=[form for (of, _), form in forms().items() if of == name],
            figures=listed_figures(name),
        )

    def table(request: Request) -> Response:
        name = request.path_params["table"]
        if "." not in name:
            return family(name)
        (described,) = site.document("schema", name)
        if "macro" in described:
            return page("macro.html", macro=described)
        view = explorer.view(name, [one["column"] for one in described["columns"]], dict(request.query_params))
        kinds = {one["column"]: one["type"] for one in described["columns"]}
        try:
            view = view.compared(ask, kinds)
            answer = site.need("rows", statement=view.limited(), limit=explorer.ROWS)
        except JobError as error:
            if error.exit_code != ExitCode.NOT_BUILT:
                raise
            # its columns are known without any rows
            columns = [{"name": one["column"]} for one in described["columns"]]
            answer = {"columns": columns, "rows": [], "more": False, "notes": []}
        origin = site.perhaps("cite", name)
        card = site.perhaps("tables", "--card", name.partition(".")[0])
        shown = {"origin": origin, "card": card if isinstance(card, Working) else explorer.card_of(card, name)}
        return page("table.html", table=described, view=view, answer=answer, **WORDS, **shown)

    def card(request: Request) -> Response:
        family = one_of(request.path_params["family"], KNOWN, "family")
        return page("card.html", card=site.document("tables", "--card", family), **WORDS)

    def builds(request: Request) -> Response:
        family, number = request.query_params.get("family", ""), explorer.page_number(request.query_params)
        where = f"WHERE family = '{one_of(family, KNOWN, 'family')}'" if family else ""
        order = f"ORDER BY built_at DESC, family, name LIMIT {explorer.ROWS + 1} OFFSET {(number - 1) * explorer.ROWS}"
        answer = site.need("rows", statement=f"SELECT {BUILD} FROM meta.builds {where} {order}", limit=explorer.ROWS)
        held = site.need("rows", statement="SELECT DISTINCT family FROM meta.builds ORDER BY family", limit=len(KNOWN))
        names = [column["name"] for column in answer["columns"]]
        shown = {"page": number, "family": family, "held": [name for (name,) in held["rows"]], "more": answer["more"]}
        listed = [dict(zip(names, row, strict=True)) for row in answer["rows"]]
        return page("builds.html", builds=listed, **shown, doctor=site.perhaps("doctor"), **WORDS)

    def recorded(request: Request) -> Response:
        return page("records.html", records=_records())

    def record(request: Request) -> Response:
        found = _record(request.path_params["name"])
        held = site.need("rows", statement=f"SELECT digest, sha256 FROM meta.builds WHERE family = '{found.family}'")
        return page("record.html", record=found, compared=_compared(found, held["rows"]), **WORDS)

    def whole(request: Request) -> Response:
        command = one_of(request.path_params["command"], WHOLE, "document")
        return printed(site.ask("command", None, words=[command, "--json"]))

    def of_one(command: str, request: Request) -> Response:
        return printed(site.ask("command", None, words=OF_ONE[command](request.path_params["name"])))

    return [
        Route("/", home),
        Route("/tables", lambda request: RedirectResponse("/")),
        Route("/tables/{table:str}", table),
        Route("/builds", builds),
        Route("/cards/{family}", card),
        Route("/records", recorded),
        Route("/records/{name}", record),
        Route("/api/records", lambda request: JSONResponse([asdict(one) for one in _records()])),
        Route("/api/records/{name}", lambda request: JSONResponse(asdict(_record(request.path_params["name"])))),
        *(Route(f"/api/{command}/{{name}}", partial(of_one, command)) for command in OF_ONE),
        Route("/api/{command}", whole),
    ]


def _records() -> list[Record]:
    return [one for family in KNOWN for one in records(family)]


def _record(name: str) -> Record:
    found = {one.name: one for one in _records()}
    return found[one_of(name, found, "record")]


def _compared(record: Record, held: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """How a record agrees with itself and with the book.

    Args:
        record: the record.
        held: digest and SHA-256 of each build of its family in the book.

    Returns:
        "faults": contradictions within its answers; "common": its builds that the book holds; "differing": names of those
        with other rows.
    """
    sums = dict(held)
    common = [build for build in record.builds if build.digest in sums]
    return {
        "faults": [fault for answer in record.answers for fault in faults(answer)],
        "common": common,
        "differing": [build.name for build in common if sums[build.digest] != build.sha256],
    }

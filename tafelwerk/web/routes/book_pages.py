"""Builds, cards, records, documents of the whole book."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tafelwerk.families import KNOWN
from tafelwerk.tables.records import Record, faults, records
from tafelwerk.web.site import Site, json_response, number_in, one_of, page

ROWS = 100
"""Builds on a page."""

LAST_PAGE = 10**9
"""Greatest number of a page."""

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


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def builds(request: Request) -> Response:
        family = request.query_params.get("family", "")
        number = number_in(request.query_params.get("page"), "page", 1, LAST_PAGE)
        where = f"WHERE family = '{one_of(family, KNOWN, 'family')}'" if family else ""
        order = f"ORDER BY built_at DESC, family, name LIMIT {ROWS + 1} OFFSET {(number - 1) * ROWS}"
        answer = site.need("rows", statement=f"SELECT {BUILD} FROM meta.builds {where} {order}", limit=ROWS)
        held = site.need("rows", statement="SELECT DISTINCT family FROM meta.builds ORDER BY family", limit=len(KNOWN))
        names = [column["name"] for column in answer["columns"]]
        values = {"page": number, "family": family, "held": [name for (name,) in held["rows"]], "more": answer["more"]}
        builds_of_page = [dict(zip(names, row, strict=True)) for row in answer["rows"]]
        return page("builds.html", builds=builds_of_page, **values, doctor=site.perhaps("doctor"))

    def record_list(request: Request) -> Response:
        return page("records.html", records=_records())

    def record(request: Request) -> Response:
        document = _record(request.path_params["name"])
        held = site.need("rows", statement=f"SELECT digest, sha256 FROM meta.builds WHERE family = '{document.family}'")
        return page("record.html", record=document, compared=_compare_record(document, held["rows"]))

    def whole(request: Request) -> Response:
        command = one_of(request.path_params["command"], WHOLE, "document")
        return json_response(site.ask("command", None, words=[command, "--json"]))

    def of_one(command: str, request: Request) -> Response:
        return json_response(site.ask("command", None, words=OF_ONE[command](request.path_params["name"])))

    return [
        Route("/builds", builds),
        Route("/records", record_list),
        Route("/records/{name}", record),
        Route("/api/records", lambda request: JSONResponse([asdict(record_of_run) for record_of_run in _records()])),
        Route("/api/records/{name}", lambda request: JSONResponse(asdict(_record(request.path_params["name"])))),
        *(Route(f"/api/{command}/{{name}}", partial(of_one, command)) for command in OF_ONE),
        Route("/api/{command}", whole),
    ]


def _records() -> list[Record]:
    return [record for family in KNOWN for record in records(family)]


def _record(name: str) -> Record:
    by_name = {record.name: record for record in _records()}
    return by_name[one_of(name, by_name, "record")]


def _compare_record(record: Record, held: Sequence[tuple[str, str]]) -> dict[str, Any]:
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

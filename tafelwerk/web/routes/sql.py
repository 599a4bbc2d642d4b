"""SQL: a statement and its rows, as a page with a chart, as JSON and as files."""

import json
from collections.abc import Sequence
from typing import Any, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tafelwerk.errors import InputError, TafelwerkError, quoted
from tafelwerk.plots.colours import THEMES, Theme
from tafelwerk.web import charts, explorer, statements
from tafelwerk.web.guard import led_here
from tafelwerk.web.jobs import Working
from tafelwerk.web.site import Site, attachment, one_of, page, patience
from tafelwerk.web.workers import status_of

MOST_ROWS = 10_000
"""Rows of a document."""

CHOICES = ("x", "y", "mark")
"""What an address chooses of a chart."""

WIDTH, LEAST_WIDTH = 640, 200
"""Pixels of a chart, by default and at least."""

LIMITS = {
    "most_rows": statements.MOST_ROWS,
    "seconds": statements.SECONDS,
    "memory": statements.MEMORY,
    "largest_file": statements.LARGEST_FILE,
}
"""What a page says of the limits of a statement."""


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def sql(request: Request) -> Response:
        asked = request.query_params
        statement = asked.get("q", "").strip()
        is_led = led_here()
        # a statement is shown while it runs, with the tables or without
        described = None if is_led else site.perhaps("schema") if statement else site.document("schema")
        schema, _ = explorer.described(described if isinstance(described, list) else [])
        values: dict[str, Any] = (
            dict.fromkeys(("answer", "error", "ended", "chart"))
            | LIMITS
            | {
                "statement": statement,
                "is_led": is_led,
                "schema": schema,
                "chosen": {name: asked.get(name, "") for name in CHOICES},
                "marks": list(charts.MARKS),
            }
        )
        if is_led or not statement:
            return page("sql.html", **values)
        if asked.get("end"):
            return page("sql.html", **values | {"ended": site.end("rows", statement=statement) or 0.0})
        try:
            answer = values["answer"] = site.ask("rows", patience(), statement=statement)
            if not isinstance(answer, Working) and (asked.get("x") or asked.get("y")):
                mark = asked.get("mark") or "line"
                charts.chosen(answer, asked.get("x", ""), asked.get("y", ""), mark)
                values["chart"] = {"q": statement, "x": asked["x"], "y": asked["y"], "mark": mark}
            return page("sql.html", **values)
        except TafelwerkError as error:
            return page("sql.html", status_of(error), **values | {"error": str(error)})

    def chart(request: Request) -> Response:
        asked = request.query_params
        theme = one_of(asked.get("theme", "light"), THEMES, "theme")
        width = asked.get("width", str(WIDTH))
        if not (width.isascii() and width.isdecimal() and len(width) < 5 and int(width) >= LEAST_WIDTH):
            raise InputError(f"width is a whole number of pixels from {LEAST_WIDTH} to 9,999, not {quoted(width)}")
        answer = site.ask("rows", None, statement=asked.get("q", "").strip())
        columns = asked.get("x", ""), asked.get("y", ""), asked.get("mark") or "line"
        return JSONResponse(charts.chart(answer, *columns, cast(Theme, theme), int(width)))

    async def document(request: Request) -> Response:
        try:
            given = json.loads(await request.body(), object_pairs_hook=_once)
            statement, limit = given["sql"], given.get("limit", 1000)
            if (
                not isinstance(statement, str)
                or isinstance(limit, bool)
                or not isinstance(limit, int)
                or not 0 < limit <= MOST_ROWS
            ):
                raise InputError(f"limit is a whole number from 1 to {MOST_ROWS:,}")
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            told = str(error) if isinstance(error, InputError) else 'send {"sql": STATEMENT, "limit": ROWS}'
            return JSONResponse({"error": told}, 400)
        return JSONResponse(await run_in_threadpool(site.ask, "rows", None, statement=statement, limit=limit))

    def download(request: Request) -> Response:
        ending = one_of(request.path_params["ending"], ("csv", "parquet"), "format")
        content = site.ask("saved", None, statement=request.query_params.get("q", ""), ending=ending)
        return attachment(content, f"rows.{ending}")

    return [
        Route("/sql", sql),
        Route("/api/sql/chart.json", chart),
        Route("/sql/rows.{ending}", download),
        Route("/api/sql", document, methods=["POST"]),
    ]


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON.

    Raises:
        InputError: it has a key twice.
    """
    names = [name for name, _ in pairs]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f"{quoted(twice)} is given twice; give it once")
    return dict(pairs)

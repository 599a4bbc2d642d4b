"""SQL: a statement and its rows, as a page, as JSON and as files."""

import json
from collections.abc import Sequence
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tafelwerk.errors import InputError, TafelwerkError
from tafelwerk.web import explorer
from tafelwerk.web.site import Site, attachment, one_of, page
from tafelwerk.web.workers import status_of

MOST_ROWS = 10_000
"""Rows of a document."""


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def sql(request: Request) -> Response:
        statement = request.query_params.get("q", "").strip()
        schema, _ = explorer.described(site.document("schema"))
        values: dict[str, Any] = {"statement": statement, "schema": schema, "answer": None, "error": None}
        if not statement:
            return page("sql.html", **values)
        try:
            return page("sql.html", **values | {"answer": site.need("rows", statement=statement)})
        except TafelwerkError as error:
            return page("sql.html", status_of(error), **values | {"error": str(error)})

    async def document(request: Request) -> Response:
        try:
            given = json.loads(await request.body())
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
        Route("/sql/rows.{ending}", download),
        Route("/api/sql", document, methods=["POST"]),
    ]

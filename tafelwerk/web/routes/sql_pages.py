"""SQL: a statement and its rows, as a page with a chart, as JSON and as files."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tafelwerk.errors import ExitCode, InputError, TafelwerkError, in_quotes
from tafelwerk.named_queries import named_queries
from tafelwerk.plots.specification import apply_theme
from tafelwerk.plots.style import BLUE, GRID, INK, MUTED, PAPER, THEMES, Theme
from tafelwerk.web import statements
from tafelwerk.web.guard import led_here
from tafelwerk.web.jobs import Working, status_of
from tafelwerk.web.routes.book_pages import OPENING
from tafelwerk.web.site import Site, attachment, number_in, one_of, page, patience
from tafelwerk.wording import join_words, rows_text

MARKS: Mapping[str, str] = {"line": "line", "points": "point", "bars": "bar"}
"""Marks of a chart by their names in addresses, each as Vega-Lite calls it."""

LOOKS: Mapping[str, Mapping[str, Any]] = {
    "line": {"point": True},
    "points": {"filled": True, "size": 40, "opacity": 0.8},
}
HEIGHT = 360
_NUMBERS = re.compile(r"U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL(\(.*\))?|BIGNUM")
_TIMES = re.compile(r"DATE|TIMESTAMP.*")
_FRACTION = re.compile(r"-?[0-9]{1,300}/[0-9]{1,300}")


def chart_columns(answer: Mapping[str, Any], x: str, y: str, mark: str) -> tuple[int, int]:
    """The places of the columns that an address chooses.

    Args:
        answer: "columns" and "rows", as of `statements.rows`.
        x, y: names of columns.
        mark: one of MARKS.

    Raises:
        InputError: there is no such column or mark.
    """
    names = [column["name"] for column in answer["columns"]]
    for axis, name in (("x", x), ("y", y)):
        if name not in names:
            raise InputError(f"{axis}: the rows have no column {in_quotes(name)}; there are {join_words(names)}")
    if mark not in MARKS:
        raise InputError(f"mark {in_quotes(mark)}: the marks are {join_words(list(MARKS))}")
    return names.index(x), names.index(y)


def chart_specification(
    answer: Mapping[str, Any], x: str, y: str, mark: str, theme: Theme, width: int
) -> dict[str, Any]:
    """A chart of two columns.

    Args:
        answer: "columns" and "rows", as of `statements.rows`.
        x, y: names of columns.
        mark: one of MARKS.
        theme: its colours.
        width: of the picture in pixels.

    Returns:
        "spec", and "marks", the number of records drawn.

    Raises:
        InputError: there is no such column or mark.
    """
    places = chart_columns(answer, x, y, mark)
    scales = [_kind(answer["columns"][index]["type"], [row[index] for row in answer["rows"]]) for index in places]
    records = [
        {axis: _value(row[index], kind) for axis, index, kind in zip("xy", places, scales, strict=True)}
        for row in answer["rows"]
    ]
    complete = [record for record in records if None not in record.values()]
    sides = {axis: _side(axis, name, kind) for axis, name, kind in zip("xy", (x, y), scales, strict=True)}
    shape: dict[str, Any] = {"type": MARKS[mark], "color": BLUE, **LOOKS.get(mark, {})}
    if mark == "bars" and scales[1] == "quantitative":
        shape["orient"] = "vertical"
    axis_look = {"labelColor": INK, "titleColor": INK, "gridColor": GRID, "domainColor": MUTED, "tickColor": MUTED}
    spec: dict[str, Any] = {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "description": f"{y} by {x}, {len(complete):,} of {'the first ' if answer.get('more') else ''}{rows_text(len(records))}",
        "width": width,
        "height": HEIGHT,
        "autosize": {"type": "fit", "contains": "padding"},
        "background": PAPER,
        "padding": 8,
        "data": {"values": complete},
        "mark": shape,
        "encoding": sides
        | {"tooltip": [{key: side[key] for key in ("field", "type", "title")} for side in sides.values()]},
        "config": {"axis": axis_look, "view": {"stroke": None}, "font": "Helvetica, Arial, sans-serif"},
    }
    if scales == ["quantitative", "quantitative"] and mark != "bars":
        spec["params"] = [{"name": "zoom", "select": "interval", "bind": "scales"}]
    return {"spec": apply_theme(spec, theme), "marks": len(complete)}


def _kind(column: str, values: Sequence[Any]) -> str:
    """The scale of a column: of numbers, of times or of names."""
    if _NUMBERS.fullmatch(column):
        return "quantitative"
    if _TIMES.fullmatch(column):
        return "temporal"
    known = [value for value in values if value is not None]
    return (
        "quantitative"
        if known and all(isinstance(value, str) and _FRACTION.fullmatch(value) for value in known)
        else "nominal"
    )


def _value(value: Any, kind: str) -> Any:
    """A value as it is drawn; None if it cannot be."""
    if value is None or kind == "temporal":
        return value
    if kind == "nominal":
        return value if isinstance(value, str | bool | int | float) else str(value)
    try:
        number = float(Fraction(value)) if isinstance(value, str) and "/" in value else float(value)
    except (ValueError, OverflowError, ZeroDivisionError):
        return None
    return number if math.isfinite(number) else None


def _side(axis: str, name: str, kind: str) -> dict[str, Any]:
    side: dict[str, Any] = {"field": axis, "type": kind, "title": name}
    # names keep the order of the rows
    return side | ({"sort": None, "axis": {"labelLimit": 160, "labelOverlap": True}} if kind == "nominal" else {})


MOST_ROWS = 10_000
"""Rows of a document."""

CHOICES = ("x", "y", "mark")
"""What an address chooses of a chart."""

WIDTH, LEAST_WIDTH, MOST_WIDTH = 640, 200, 9_999
"""Pixels of a chart, by default, at least and at most."""

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
        query = request.query_params
        statement, name = query.get("q", "").strip(), query.get("query", "")
        is_led = led_here()
        # a statement is shown while it runs, with the tables or without
        shelves = None if is_led else site.perhaps_job("shelves")
        values: dict[str, Any] = (
            dict.fromkeys(("answer", "error", "ended", "chart", "named", "of_figure", "lacks"))
            | LIMITS
            | {
                "statement": statement,
                "is_led": is_led,
                "shelves": shelves if isinstance(shelves, list) else [],
                "chosen": {name: query.get(name, "") for name in CHOICES},
                "marks": list(MARKS),
            }
        )
        if is_led:
            return page("sql.html", **values)
        if query.get("end"):
            return page("sql.html", **values | {"ended": site.end("statement", statement=statement) or 0.0})
        try:
            if name and not statement:
                values["named"] = named_queries().get(name.partition("/")[0])
                values["of_figure"] = named_statement = site.ask("named", patience(), name=name)
                if isinstance(named_statement, Working):
                    return page("sql.html", **values | {"answer": named_statement})
                statement = values["statement"] = named_statement["statement"]
            statement = values["statement"] = statement or OPENING
            answer = values["answer"] = site.ask("statement", patience(), statement=statement)
            if not isinstance(answer, Working) and (query.get("x") or query.get("y")):
                mark = query.get("mark") or "line"
                chart_columns(answer, query.get("x", ""), query.get("y", ""), mark)
                values["chart"] = {"q": statement, "x": query["x"], "y": query["y"], "mark": mark}
            return page("sql.html", **values)
        except TafelwerkError as error:
            if values["named"] and error.exit_code == ExitCode.NOT_BUILT:
                return page("sql.html", **values | {"lacks": str(error)})
            return page("sql.html", status_of(error), **values | {"error": str(error)})

    def chart(request: Request) -> Response:
        query = request.query_params
        theme = one_of(query.get("theme", "light"), THEMES, "theme")
        width = number_in(query.get("width"), "width", LEAST_WIDTH, MOST_WIDTH, WIDTH)
        answer = site.ask("statement", None, statement=query.get("q", "").strip())
        columns = query.get("x", ""), query.get("y", ""), query.get("mark") or "line"
        return JSONResponse(chart_specification(answer, *columns, cast(Theme, theme), width))

    async def document(request: Request) -> Response:
        try:
            body = json.loads(await request.body(), object_pairs_hook=_once)
            statement, limit = body["sql"], body.get("limit", 1000)
            if (
                not isinstance(statement, str)
                or isinstance(limit, bool)
                or not isinstance(limit, int)
                or not 0 < limit <= MOST_ROWS
            ):
                raise InputError(f"limit is a whole number from 1 to {MOST_ROWS:,}")
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            message = str(error) if isinstance(error, InputError) else 'send {"sql": STATEMENT, "limit": ROWS}'
            return JSONResponse({"error": message}, 400)
        return JSONResponse(await run_in_threadpool(site.ask, "statement", None, statement=statement, limit=limit))

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
        raise InputError(f"{in_quotes(twice)} is given twice; give it once")
    return dict(pairs)

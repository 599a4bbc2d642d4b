"""Puzzles of Beams: one for every day, others by their seeds, and sheets to print."""

from collections.abc import Mapping, Sequence
from datetime import date
from secrets import randbelow
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.beams.rules import SAMPLED, VARIANTS
from tafelwerk.museum import room_named
from tafelwerk.play.games import Entry
from tafelwerk.rules.puzzles import GRADES
from tafelwerk.web.jobs import LONG
from tafelwerk.web.routes.game_pages import position
from tafelwerk.web.site import Site, number_in, page

BY_WEEKDAY = ("3c6p", "3c6p", "6c3p", "6c3p", "hex30", "hex30", "6c6p")
"""Variant of the puzzle of the day, Monday first."""

OFFERED = tuple(name for name in VARIANTS if name not in SAMPLED)

MOST_ON_SHEET, ON_SHEET = 12, 6

ENTRY = Entry("beams/puzzle", "Which code do the beams leave?", "tafelwerk beams puzzle")


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def today(request: Request) -> Response:
        day = date.today().isoformat()
        return RedirectResponse(f"/play/beams/puzzle?date={day}", 303, {"cache-control": "no-store"})

    def puzzle(request: Request) -> Response:
        parameters = dict(request.query_params)
        if not parameters.get("date") and not parameters.get("seed"):
            begun = {name: value for name, value in parameters.items() if name in ("variant", "difficulty") and value}
            return RedirectResponse(f"?{urlencode({**begun, 'seed': randbelow(10**6)})}", 303)
        pairs, options = _options(parameters)
        view = position(site, request, "puzzle", pairs, options=options)
        return page("play.html", title=_title(parameters), entry=ENTRY, room=room_named("beams"), picks=[], **view)

    def sheet(request: Request) -> Response:
        parameters = {name: value for name, value in request.query_params.items() if value}
        count = number_in(parameters.get("count"), "count", 1, MOST_ON_SHEET, ON_SHEET)
        _, options = _options({"seed": "1", **parameters})
        puzzles = site.need("sheet", most=LONG, options=options, count=count)
        return page(
            "sheet.html",
            sheet=puzzles,
            given=parameters,
            variants=OFFERED,
            grades=GRADES,
            count=count,
            most=MOST_ON_SHEET,
        )

    return [
        Route("/play/beams/today", today),
        Route("/play/beams/puzzle", puzzle),
        Route("/play/beams/sheet", sheet),
    ]


def _title(parameters: Mapping[str, str]) -> str:
    return f"Beams: the puzzle of {parameters['date']}" if parameters.get("date") else "Beams: a puzzle"


def _options(parameters: Mapping[str, str]) -> tuple[list[tuple[str, str]], list[str]]:
    """A puzzle in the address, and as options of the command.

    Raises:
        InputError: there is no such day, variant, seed or difficulty.
    """
    if parameters.get("date"):
        try:
            day = date.fromisoformat(parameters["date"])
        except ValueError:
            raise InputError(f"date is a day such as 2026-01-31, not {in_quotes(parameters['date'])}") from None
        variant = BY_WEEKDAY[day.weekday()]
        return [("date", day.isoformat())], ["--variant", variant, "--seed", f"{day:%Y%m%d}"]
    seed = str(number_in(parameters.get("seed"), "seed", 0, 10**9, 1))
    variant, grade = parameters.get("variant") or OFFERED[0], parameters.get("difficulty")
    for name, value, known in (("variant", variant, OFFERED), ("difficulty", grade, GRADES)):
        if value and value not in known:
            raise InputError(f"{name} is {', '.join(known)}, not {in_quotes(value)}")
    pairs = [("variant", variant), *([("difficulty", grade)] if grade else []), ("seed", seed)]
    return pairs, [word for name, value in pairs for word in (f"--{name}", value)]

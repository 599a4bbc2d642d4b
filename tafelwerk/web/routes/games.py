"""Games: the address of a page is the game."""

import shlex
from collections.abc import Sequence
from secrets import randbelow
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tafelwerk.errors import TafelwerkError
from tafelwerk.play.games import all_games, game_named
from tafelwerk.web.jobs import LONG, PATIENCE
from tafelwerk.web.questions import play_form
from tafelwerk.web.site import Site, page
from tafelwerk.web.starts import STARTS
from tafelwerk.web.workers import status_of

TURN, HINT, PICK, CHOOSE = "turn", "hint", "pick", "choose"
"""Names in the address of a game that are no options of it."""


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def games(request: Request) -> Response:
        return page("games.html", games=(*all_games(), *site.own.values()))

    def play(request: Request) -> Response:
        named = request.path_params["game"]
        entry = site.own.get(named) or game_named(named)
        _, family, _, *fixed = shlex.split(entry.command)
        form = play_form(family)
        pairs = request.query_params.multi_items()
        picked = "".join(value for name, value in pairs if name == PICK)
        if picked:
            kept = [(name, value) for name, value in pairs if name != PICK and value]
            return RedirectResponse(f"?{urlencode([*kept, (TURN, picked)])}", 303)
        turns = [value for name, value in pairs if name == TURN and value.strip()]
        given = {name: value for name, value in pairs if name not in (TURN, HINT, CHOOSE)}
        values: dict[str, Any] = {"entry": entry, "form": form, "given": given, "fixed": bool(fixed), "error": None}
        if fixed:
            name = form.fields[0].name
            if family == "minimax" and given.get(name):
                # a relative of the game
                values["title"] = given[name]
            else:
                given[name] = " ".join(fixed)
        values["starts"] = STARTS.get(entry.name, ())
        if not given.get("seed"):
            if pairs:
                return RedirectResponse(f"?{urlencode([*pairs, ('seed', randbelow(10**6))])}", 303)
            return page("begin.html", **values)
        chosen = request.query_params.get(CHOOSE, "")[:20]
        asked = {"words": form.words(given), "hint": bool(request.query_params.get(HINT)), "chosen": chosen}
        try:
            found = site.ask("play", PATIENCE, most=LONG, turns=turns, **asked)
        except TafelwerkError as error:
            values["error"] = str(error)
            if not turns:
                return page("begin.html", status_of(error), **values)
            turns = turns[:-1]
            found = site.need("play", most=LONG, turns=turns, **asked)
        pairs = [*given.items(), *((TURN, turn) for turn in turns)]
        # what holds for this page alone, and what the next one keeps
        kept = [*([(HINT, "1")] if asked["hint"] else []), *([(CHOOSE, chosen)] if chosen else [])]
        return page("play.html", game=found, pairs=pairs, turns=turns, is_hinted=asked["hint"], kept=kept, **values)

    return [Route("/play", games), Route("/play/{game}", play)]

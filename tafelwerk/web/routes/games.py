"""Games: the address of a page is the game."""

from collections.abc import Sequence
from secrets import randbelow
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tafelwerk.errors import InputError, TafelwerkError, quoted
from tafelwerk.play.games import Entry, all_games, game_named
from tafelwerk.web.questions import play_form
from tafelwerk.web.routes.turns import CHOOSE, HINT, PICK, TURN, position
from tafelwerk.web.site import Site, page
from tafelwerk.web.starts import STARTS
from tafelwerk.web.workers import status_of

RELATED = "tafelwerk minimax play "
"""Command lines of games whose first page offers others in their place."""

PROVED = 11
"""Numbers of Dresher's game whose proof is shown first."""


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def games(request: Request) -> Response:
        return page("games.html", games=(*all_games(), *site.own.values()))

    def word_lists(entry: Entry) -> list[str] | None:
        """Names of the word lists of the book, where a game is played with one."""
        return list(site.need("word_lists")) if entry.takes_words else None

    def play(request: Request) -> Response:
        named = request.path_params["game"]
        entry = site.own.get(named) or game_named(named)
        form = play_form(entry.command.split()[1])
        # what stands for the game on its command line is fixed, options can be chosen
        told = form.values(entry.command)
        fixed = {field.name: told[field.name] for field in form.fields if field.name in told and not field.option}
        pairs = request.query_params.multi_items()
        picks = [(name, value) for name, value in pairs if name == PICK and value]
        given = {name: value for name, value in pairs if name not in (TURN, HINT, PICK, CHOOSE) and value}
        values: dict[str, Any] = {"entry": entry, "form": form, "fixed": list(fixed), "error": None}
        values["starts"] = STARTS.get(entry.name, ())
        first = form.fields[0].name
        if entry.command.startswith(RELATED) and given.get(first, fixed.get(first)) != fixed.get(first):
            # a relative of the game
            values["title"] = fixed[first] = given[first]
        given = values["given"] = {**told, **given, **fixed}
        if not given.get("seed"):
            if pairs:
                kept = [(name, value) for name, value in pairs if value]
                return RedirectResponse(f"?{urlencode([*kept, ('seed', randbelow(10**6))])}", 303)
            return page("begin.html", **values, lists=word_lists(entry))
        try:
            shown = position(site, request, "play", list(given.items()), words=form.words(given))
        except TafelwerkError as error:
            values["error"] = str(error)
            return page("begin.html", status_of(error), **values, lists=word_lists(entry))
        return page("play.html", **{**values, **shown}, picks=picks)

    def proof(request: Request) -> Response:
        n, number = (_natural(request, name, default) for name, default in (("n", PROVED), ("line", 1)))
        return page("proof.html", line=site.need("proof", n=n, number=number))

    return [Route("/play", games), Route("/play/dresher/proof", proof), Route("/play/{game}", play)]


def _natural(request: Request, name: str, default: int) -> int:
    """A whole number of the address.

    Raises:
        InputError: it is none.
    """
    text = request.query_params.get(name, "").strip() or str(default)
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise InputError(f"{name} is a whole number, not {quoted(text)}")
    return int(text)

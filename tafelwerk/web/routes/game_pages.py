"""Games: the address of a page is the game with its turns; ways to begin each game."""

from collections.abc import Callable, Mapping, Sequence
from secrets import randbelow
from typing import Any, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tafelwerk.errors import TafelwerkError
from tafelwerk.museum import rooms, starts_of
from tafelwerk.play.games import GAMES, Entry, all_games, game_named
from tafelwerk.web.command_forms import play_form
from tafelwerk.web.jobs import LONG, status_of
from tafelwerk.web.site import Site, number_in, page

T = TypeVar("T")

TURN, HINT, PICK, CHOOSE, UNDONE = "turn", "hint", "pick", "choose", "undone"
"""Names in an address.

A turn; whether a hint is shown, 1 for this move or KEEP for all; a part of the next turn; what the next press on the board sets;
a turn that was taken back.
"""

KEEP = "on"

REPEATED = frozenset({TURN, PICK, UNDONE})
"""Those that an address of a game may have several times."""


def turns_of(request: Request) -> list[str]:
    """The turns in an address."""
    return [turn for turn in request.query_params.getlist(TURN) if turn.strip()]


def refusing(turns: list[str], after: Callable[[list[str]], T]) -> tuple[T, list[str], str | None]:
    """What follows some turns; the last one is taken back if it is refused.

    Args:
        turns: the turns.
        after: makes what follows.

    Returns:
        It, the turns that were made, and why the last one was refused.

    Raises:
        TafelwerkError: what is refused is no turn, or an earlier one.
    """
    try:
        return after(turns), turns, None
    except TafelwerkError as error:
        if not turns:
            raise
        return after(turns[:-1]), turns[:-1], str(error)


def position(site: Site, request: Request, job: str, pairs: Sequence[tuple[str, str]], **asked: Any) -> dict[str, Any]:
    """The values of a page that shows the position after the turns in its address.

    Args:
        site: the server.
        request: the request.
        job: makes the position.
        pairs: what else stands in the address.
        asked: arguments of the job, besides turns, hint and choice.

    Raises:
        NotDoneError: it takes longer than a page waits.
        TafelwerkError: see `refusing`.
    """
    hint, chosen = request.query_params.get(HINT, ""), request.query_params.get(CHOOSE, "")[:20]
    game, turns, error = refusing(
        turns_of(request), lambda made: site.need(job, most=LONG, turns=made, hint=bool(hint), chosen=chosen, **asked)
    )
    return {
        "game": game,
        "turns": turns,
        "error": error,
        "hint": hint,
        "pairs": [*pairs, *((TURN, turn) for turn in turns)],
        # what the next page keeps
        "kept": [*([(HINT, KEEP)] if hint == KEEP else []), *([(CHOOSE, chosen)] if chosen else [])],
        "undone": [(UNDONE, turn) for turn in request.query_params.getlist(UNDONE)],
    }


PROVED = 11
"""Numbers of Dresher's game whose proof is shown first."""


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def games(request: Request) -> Response:
        own = [*all_games()[len(GAMES) :], *site.own.values()]
        return page("games.html", games=own) if own else RedirectResponse("/#games", 301)

    def word_lists(entry: Entry) -> list[str] | None:
        """Names of the word lists of the book, where a game is played with one."""
        return list(site.need("word_lists")) if entry.takes_words else None

    def begin(values: Mapping[str, Any], status: int = 200) -> Response:
        """The first page of a game."""
        entry, starts = values["entry"], values["starts"]
        named = {start.picture for _, several in starts.more for start in several if start.picture} if starts else set()
        pictures = site.need("start_pictures", game=entry.name, names=sorted(named)) if named else {}
        return page("begin.html", status, **values, lists=word_lists(entry), pictures=pictures)

    def play(request: Request) -> Response:
        game = request.path_params["game"]
        entry = site.own.get(game) or game_named(game)
        form = play_form(entry.command.split()[1])
        # what stands for the game on its command line is fixed, options can be chosen
        defaults = form.values(entry.command)
        fixed = {
            field.name: defaults[field.name] for field in form.fields if field.name in defaults and not field.option
        }
        pairs = request.query_params.multi_items()
        picks = [(name, value) for name, value in pairs if name == PICK and value]
        fields = {name: value for name, value in pairs if name not in (TURN, HINT, PICK, CHOOSE, UNDONE) and value}
        values: dict[str, Any] = {"entry": entry, "form": form, "fixed": list(fixed), "error": None}
        values["room"] = next((room for room in rooms() if entry.name in dict(room.games)), None)
        values["starts"] = starts = starts_of(entry.name)
        values["title"] = starts.title if starts else entry.name
        first = form.fields[0].name
        if starts and starts.names(first) and fields.get(first):
            # a relative of the game
            fixed[first] = fields[first]
        fields = values["given"] = {**defaults, **fields, **fixed}
        if not fields.get("seed"):
            if pairs:
                filled = [(name, value) for name, value in pairs if value]
                return RedirectResponse(f"?{urlencode([*filled, ('seed', randbelow(10**6))])}", 303)
            return begin(values)
        try:
            state = position(site, request, "play", list(fields.items()), words=form.words(fields))
        except TafelwerkError as error:
            return begin({**values, "error": str(error)}, status_of(error))
        return page("play.html", **{**values, **state}, picks=picks)

    def proof(request: Request) -> Response:
        query = request.query_params
        n, line = (
            number_in(query.get(name), name, 0, 10**9, default) for name, default in (("n", PROVED), ("line", 1))
        )
        return page("proof.html", line=site.need("proof", n=n, number=line))

    return [Route("/play", games), Route("/play/dresher/proof", proof), Route("/play/{game}", play)]

"""Games: the address of a page is the game with its turns; ways to begin each game; puzzles of Beams, one for every day."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from secrets import randbelow
from typing import Any, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tafelwerk.errors import InputError, TafelwerkError, in_quotes
from tafelwerk.families.beams.rules import SAMPLED, VARIANTS
from tafelwerk.museum import room_named, rooms, starts_of
from tafelwerk.play.games import Entry, game_named
from tafelwerk.rules.puzzles import GRADES
from tafelwerk.web.command_forms import play_form
from tafelwerk.web.jobs import Working, status_of
from tafelwerk.web.site import LANG, Site, find, number_in, page

T = TypeVar("T")

TURN, HINT, PICK, CHOOSE, UNDONE = "turn", "hint", "pick", "choose", "undone"
"""Names in an address.

A turn; whether a hint is shown, 1 for this move or KEEP for all; a part of the next turn; what the next press on the board sets;
a turn that was taken back.
"""

KEEP = "on"

BRIEFLY = 0.05
"""Seconds that a page waits before it shows what is known of a position so far."""

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


def position(
    site: Site, request: Request, job: str, pairs: Sequence[tuple[str, str]], briefly: float = BRIEFLY, **asked: Any
) -> dict[str, Any]:
    """The values of a page that shows the position after the turns in its address.

    Args:
        site: the server.
        request: the request.
        job: makes the position.
        pairs: what else stands in the address.
        briefly: seconds that it waits before it shows what is known so far; after that it waits as long as any page.
        asked: arguments of the job, besides turns and hint.

    Raises:
        NotDoneError: it takes longer than a page waits.
        TafelwerkError: see `refusing`.
    """
    hint, chosen = request.query_params.get(HINT, ""), asked.get("chosen")
    game, turns, error = refusing(
        turns_of(request), lambda made: site.begin(job, briefly, turns=made, hint=bool(hint), **asked)
    )
    waits = isinstance(game, Working)
    return {
        "game": game.so_far if waits else game,
        "waits": waits,
        "turns": turns,
        "error": error,
        "hint": hint,
        "pairs": [*pairs, *((TURN, turn) for turn in turns)],
        # what the next page keeps
        "kept": [*([(HINT, KEEP)] if hint == KEEP else []), *([(CHOOSE, chosen)] if chosen else [])],
        "undone": [(UNDONE, turn) for turn in request.query_params.getlist(UNDONE)],
    }


def chosen_in(request: Request) -> str:
    """What an address chooses for the next press on the board."""
    return request.query_params.get(CHOOSE, "")[:20]


def board_page(template: str = "play.html", **values: Any) -> Response:
    """The page of a position, which is asked for again at once where not all of it is known yet."""
    response = page(template, **values)
    if values["waits"]:
        response.headers["refresh"] = "0"
    return response


PROVED = 11
"""Numbers of Dresher's game whose proof is shown first."""


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def word_lists(entry: Entry) -> list[str] | None:
        """Names of the word lists of the book, where a game is played with one."""
        return list(site.need("word_lists")) if entry.takes_words else None

    def begin(values: Mapping[str, Any], status: int = 200) -> Response:
        """The first page of a game."""
        entry, starts = values["entry"], values["starts"]
        is_drawn = starts is not None and any(start.draw for _, several in starts.more for start in several)
        pictures = site.need("start_pictures", game=entry.name) if is_drawn else {}
        return page("begin.html", status, **values, lists=word_lists(entry), pictures=pictures)

    def play(request: Request) -> Response:
        game = request.path_params["game"]
        entry = site.own.get(game) or find(game_named, game)
        form = play_form(entry.command.split()[1]).of_game(entry.texts)
        # what stands for the game on its command line is fixed, options can be chosen
        defaults = form.values(entry.command)
        fixed = {
            field.name: defaults[field.name] for field in form.fields if field.name in defaults and not field.option
        }
        pairs = request.query_params.multi_items()
        fields = {
            name: value for name, value in pairs if name not in (TURN, HINT, PICK, CHOOSE, UNDONE, LANG) and value
        }
        values: dict[str, Any] = {"entry": entry, "form": form, "fixed": fixed, "error": None}
        values["task"] = entry.task
        values["room"] = next((room for room in rooms() if entry.name in dict(room.games)), None)
        values["starts"] = starts = starts_of(entry.name)
        values["title"] = starts.title if starts else entry.name
        first = form.fields[0].name
        if starts and starts.names(first):
            # a reader may write a relative of the game, or other heaps
            fixed.pop(first, None)
        fields = values["given"] = {**defaults, **fields, **fixed}
        if not fields.get("seed"):
            if {name for name, _ in pairs} - {LANG}:
                filled = [(name, value) for name, value in pairs if value]
                return RedirectResponse(f"?{urlencode([*filled, ('seed', randbelow(10**6))])}", 303)
            return begin(values)
        try:
            words, chosen = form.words(fields), chosen_in(request)
            state = position(site, request, "play", list(fields.items()), words=words, chosen=chosen)
        except TafelwerkError as error:
            return begin({**values, "error": form.plain(str(error))}, status_of(error))
        return board_page(**{**values, **state})

    def proof(request: Request) -> Response:
        query = request.query_params
        n, line = (
            number_in(query.get(name), name, 0, 10**9, default) for name, default in (("n", PROVED), ("line", 1))
        )
        return page("proof.html", line=site.need("proof", n=n, number=line))

    return [
        Route("/play", lambda request: RedirectResponse("/#games", 301)),
        Route("/play/dresher/proof", proof),
        *puzzle_routes(site),
        Route("/play/{game}", play),
    ]


BY_WEEKDAY = ("3c6p", "3c6p", "6c3p", "6c3p", "hex30", "hex30", "6c6p")
"""Variant of the puzzle of the day, Monday first."""

OFFERED = tuple(name for name in VARIANTS if name not in SAMPLED)

PUZZLE = Entry("beams/puzzle", "Which code do the beams leave?", "tafelwerk beams puzzle")


def puzzle_routes(site: Site) -> Sequence[Route]:
    """Puzzles of Beams: one for every day, and others by their seeds."""

    def today(request: Request) -> Response:
        day = date.today().isoformat()
        return RedirectResponse(f"/play/beams/puzzle?date={day}", 303, {"cache-control": "no-store"})

    def puzzle(request: Request) -> Response:
        parameters = dict(request.query_params)
        if not parameters.get("date") and not parameters.get("seed"):
            begun = {name: value for name, value in parameters.items() if name in ("variant", "difficulty") and value}
            return RedirectResponse(f"?{urlencode({**begun, 'seed': randbelow(10**6)})}", 303)
        pairs, options = _options(parameters)
        view = position(site, request, "puzzle", pairs, options=options, chosen=chosen_in(request))
        return board_page(title=_title(parameters), entry=PUZZLE, room=room_named("beams"), **view)

    return [
        Route("/play/beams/today", today),
        Route("/play/beams/puzzle", puzzle),
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

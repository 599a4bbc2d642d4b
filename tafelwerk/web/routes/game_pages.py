"""Games: the address of a page is the game with its turns; ways to begin each game."""

from collections.abc import Callable, Mapping, Sequence
from secrets import randbelow
from typing import Any, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tafelwerk.errors import InputError, TafelwerkError, in_quotes
from tafelwerk.families.beams.rules import VARIANTS
from tafelwerk.museum import rooms
from tafelwerk.play.games import Entry, all_games, game_named
from tafelwerk.web.command_forms import play_form
from tafelwerk.web.jobs import LONG, status_of
from tafelwerk.web.site import Site, page

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


Start = tuple[str, Sequence[tuple[str, Mapping[str, str]]]]
"""What is chosen, and the links: their text, and the fields that they fill in."""


def _beams() -> list[Start]:
    return [
        ("Break a code", [(name, {"variant": name}) for name in VARIANTS]),
        ("Hide a code", [(name, {"variant": name, "as": "maker"}) for name in VARIANTS]),
        ("Several players", [(f"{number} players", {"players": str(number)}) for number in range(2, 6)]),
    ]


def _switching() -> list[Start]:
    return [
        (
            f"You are {side.capitalize()}, against {other}",
            [(f"order {order}", {"order": str(order), "as": side, "against": other}) for order in range(3, 7)],
        )
        for other in ("heuristic", "perfect")
        for side in ("cut", "short")
    ]


def _links_by_name(title: str, *names: str) -> Start:
    return title, [(name, {"game": name}) for name in names]


_TICTACTOE = ("tictactoe", "tictactoe-misere", "tictactoe-wild", "tictactoe-wild-misere")

STARTS: Mapping[str, Sequence[Start]] = {
    "beams": _beams(),
    "switching": _switching(),
    "tictactoe": [
        _links_by_name("You begin", *_TICTACTOE),
        ("You are second", [(name, {"game": name, "as": "second"}) for name in _TICTACTOE]),
    ],
    "notakto": [_links_by_name("Boards", "notakto", "notakto-2")],
    "grundy": [
        _links_by_name("Split heaps", "grundy:12", "grundy:20", "grundy:7+5+3"),
        _links_by_name("Octal games", "octal:0.77:12", "octal:0.07:15", "octal:0.137:9"),
        _links_by_name("Subtraction games", "subtraction:1,2,3:21", "subtraction:1,2,5:21", "subtraction:2,3:15+8"),
    ],
    "memory": [
        _links_by_name("Pairs", "memory:4", "memory:6", "memory:8", "memory:12"),
        _links_by_name("One new card per turn", "memory:6:forced", "memory:8:forced"),
    ],
    "burnt-pancakes": [_links_by_name("Pancakes", *(f"burnt-pancakes-{count}" for count in range(3, 7)))],
}
"""By game; other games begin by the button alone."""


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
        values["starts"] = STARTS.get(entry.name, ())
        first = form.fields[0].name
        if entry.command.startswith(RELATED) and fields.get(first, fixed.get(first)) != fixed.get(first):
            # a relative of the game
            values["title"] = fixed[first] = fields[first]
        fields = values["given"] = {**defaults, **fields, **fixed}
        if not fields.get("seed"):
            if pairs:
                filled = [(name, value) for name, value in pairs if value]
                return RedirectResponse(f"?{urlencode([*filled, ('seed', randbelow(10**6))])}", 303)
            return page("begin.html", **values, lists=word_lists(entry))
        try:
            state = position(site, request, "play", list(fields.items()), words=form.words(fields))
        except TafelwerkError as error:
            values["error"] = str(error)
            return page("begin.html", status_of(error), **values, lists=word_lists(entry))
        return page("play.html", **{**values, **state}, picks=picks)

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
        raise InputError(f"{name} is a whole number, not {in_quotes(text)}")
    return int(text)

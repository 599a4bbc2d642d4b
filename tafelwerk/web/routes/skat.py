"""Skat: rounds of the book and of logs card by card."""

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from os import environ
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tafelwerk.errors import InputError, TafelwerkError
from tafelwerk.plots.drawings.cards import SHAPES
from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.rules.skat.words import Language, counted, in_english, language_of, speaking, term, titled, worded
from tafelwerk.web.boards.skat import replay
from tafelwerk.web.jobs import LONG, PATIENCE, Working
from tafelwerk.web.site import NotDoneError, Site, one_of, page, printed, unknown
from tafelwerk.web.workers import status_of

BOOK = "book"
"""The name of the book among the sources of rounds."""

SHOWN = 50
"""Rounds on a page."""

RESULTS = ("won", "lost", "overbid", "passed", "penalty")

_WORDS = {"term": term, "titled": titled, "counted": counted, "shapes": SHAPES}
"""The vocabulary and the suits, for templates."""


def language(request: Request) -> Language:
    """The language of a page: what its address says, or that of the environment.

    Raises:
        InputError: there is no such language.
    """
    given = request.query_params.get("lang")
    if not given:
        return language_of(environ)
    if given not in [one.value for one in Language]:
        raise InputError(f"lang is de or en, not {given[:20]!r}")
    return Language(given)


def _spoken(route: Callable[[Request], Response]) -> Callable[[Request], Response]:
    """A route in the language of its page, errors and pages that wait included."""

    def answered(request: Request) -> Response:
        with speaking(language(request), signs=True):
            try:
                return route(request)
            except NotDoneError as error:
                return _page(request, "working.html", job=error.working)
            except TafelwerkError as error:
                status = status_of(error)
                return _page(request, "error.html", status, text=str(error), code=status)

    return answered


def _page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """A page in the current language, with the address of the same page in the other."""
    here = language(request)
    given = request.query_params.multi_items()

    def link(path: str = "", **changed: Any) -> str:
        """The address of a page in this language."""
        kept = {"lang": request.query_params.get("lang"), **changed}
        return path + _query(kept.items())

    other = Language.ENGLISH if here is Language.GERMAN else Language.GERMAN
    pairs = [(name, value) for name, value in given if name != "lang"]
    return page(
        template, status, lang=here.value, link=link, other=_query([*pairs, ("lang", other.value)]), **_WORDS, **values
    )


def _query(pairs: Any) -> str:
    kept = [(name, value) for name, value in pairs if value not in (None, "")]
    return f"?{urlencode(kept)}" if kept else "?"


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def source(request: Request) -> str | None:
        """Path of the log that an address names; None for the book."""
        name = one_of(request.path_params["source"], [BOOK, *site.logs], "source of rounds")
        return None if name == BOOK else str(site.logs[name])

    def found(request: Request) -> Mapping[str, Any]:
        rounds: Mapping[str, Any] = site.need("skat_rounds", most=LONG, log=source(request))
        return rounds

    def named(request: Request) -> Mapping[str, Any]:
        """The round that an address names, from the list of its source."""
        name = request.query_params.get("name", "")
        if not any(one["name"] == name for one in found(request)["rounds"]):
            unknown("round", name)
        told: Mapping[str, Any] = site.need("skat_round", most=LONG, log=source(request), name=name)
        return told

    def home(request: Request) -> Response:
        return _page(request, "skat.html", sources=[BOOK, *site.logs])

    def rounds(request: Request) -> Response:
        asked = request.query_params
        known = found(request)
        kept = [one for one in known["rounds"] if _fits(one, asked)]
        pages = max(1, ceil(len(kept) / SHOWN))
        number = min(_number(asked.get("page"), "page", 1, 10**6), pages)
        shown = kept[(number - 1) * SHOWN : number * SHOWN]
        filters = {name: asked.get(name, "") for name in ("declarer", "game", "result", "player")}
        return _page(
            request,
            "skat_rounds.html",
            source=request.path_params["source"],
            rounds=[(one, replay.contract_of(one), replay.result_of(one), _given_away(one)) for one in shown],
            count=len(kept),
            of=len(known["rounds"]),
            number=number,
            pages=pages,
            filters=filters,
            seats=[seat.word for seat in Seat],
            games=[game.value for game in Game],
            results=RESULTS,
            is_priced=any(one.get("costs") for one in shown),
            skipped=known["skipped"],
            unread=known["unread"],
        )

    def one_round(request: Request) -> Response:
        one = named(request)
        values: dict[str, Any] = {
            "source": request.path_params["source"],
            "name": one["name"],
            "about": replay.summary(one),
        }
        if not one["game"]:
            return _page(request, "skat_round.html", stand=None, dealt=replay.dealt(one), **values)
        at = _number(request.query_params.get("card"), "card", 0, len(one["cards"]), default=len(one["cards"]) and 1)
        prices: Any = None
        if request.query_params.get("values") and at < len(one["cards"]):
            prices = site.ask("command", PATIENCE, words=[*replay.played_before(one, at), "--json"])
        if isinstance(prices, Working):
            raise NotDoneError(prices)
        costly = replay.costly(one)
        return _page(
            request,
            "skat_round.html",
            stand=replay.stand(one, at, None if prices is None else _values(prices)),
            course=replay.course(one),
            costs=replay.costs(one),
            reasons=replay.reasons(one, at),
            dealt_skat=replay.changed(one),
            with_values=bool(request.query_params.get("values")),
            next_cost=next((number for number in costly if number > at), None),
            **values,
        )

    def document(request: Request) -> Response:
        path, name = source(request), named(request)["name"]
        words = (
            ["skat", "games", "--json", "--", name] if path is None else ["skat", "replay", "--json", "--", path, name]
        )
        return printed(site.need("command", words=words))

    return [
        Route("/skat", _spoken(home)),
        Route("/skat/rounds/{source}", _spoken(rounds)),
        Route("/skat/round/{source}", _spoken(one_round)),
        Route("/api/skat/rounds/{source}", document),
    ]


def _values(done: Mapping[str, Any]) -> Mapping[str, int | bool]:
    from json import loads

    values: Mapping[str, int | bool] = loads(done["out"])["cards"]
    return values


def _fits(one: Mapping[str, Any], asked: Mapping[str, str]) -> bool:
    """Whether a round fits the filters of an address."""
    declarer, game, result, player = (asked.get(name, "") for name in ("declarer", "game", "result", "player"))
    players = one.get("players") or {}
    return (
        (not declarer or one["declarer"] == in_english(declarer))
        and (not game or one["game"] == in_english(game))
        and (not result or replay.result_of(one) == result)
        and (not player or player.lower() in players.get(one["declarer"], "").lower())
    )


def _given_away(one: Mapping[str, Any]) -> tuple[int, int] | None:
    """Points given away by the declarer and by the defenders, where they are known."""
    if not one.get("costs"):
        return None
    alone = one["costs"][one["declarer"]]
    return alone, sum(one["costs"].values()) - alone


def _number(text: str | None, name: str, least: int, most: int, default: int | None = None) -> int:
    """A number in an address.

    Raises:
        InputError: it is none, or out of range.
    """
    if not text:
        return least if default is None else default
    if not (text.isascii() and text.isdigit() and len(text) < 9 and least <= int(text) <= most):
        raise InputError(
            worded(
                f"{name} must be from {least} to {most}, not {text[:20]!r}",
                f"{name} muss von {least} bis {most} sein, nicht {text[:20]!r}",
            )
        )
    return int(text)

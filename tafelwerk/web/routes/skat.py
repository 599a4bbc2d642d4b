"""Skat: rounds of the book and of logs, as a list and card by card."""

from collections.abc import Mapping, Sequence
from json import loads
from math import ceil
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tafelwerk.families.skat.rules.cards import Game, Seat, in_english
from tafelwerk.families.skat.rules.round_log import read_round
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.web.boards.skat import replay
from tafelwerk.web.site import Site, one_of, printed, unknown
from tafelwerk.web.spoken import number_in, query_of, spoken, spoken_page

BOOK = "book"
"""The name of the book among the sources of rounds."""

SHOWN = 50
"""Rounds on a page."""

LONGEST = 300.0
"""Seconds after which reading a log is ended."""

RESULTS = ("won", "lost", "overbid", "passed", "penalty")


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def source(request: Request) -> str | None:
        """Path of the log that an address names; None for the book."""
        name = one_of(request.path_params["source"], [BOOK, *site.logs], "source of rounds")
        return None if name == BOOK else str(site.logs[name])

    def found(request: Request) -> Mapping[str, Any]:
        rounds: Mapping[str, Any] = site.need("skat_rounds", most=LONGEST, log=source(request))
        return rounds

    def named(request: Request) -> Round:
        """The round that an address names, from the list of its source."""
        name = _known(found(request), request.query_params.get("name", ""))
        return read_round(site.need("skat_round", most=LONGEST, log=source(request), name=name))

    def home(request: Request) -> Response:
        return spoken_page(request, "skat.html", sources=[BOOK, *site.logs])

    def rounds(request: Request) -> Response:
        asked = request.query_params
        known = found(request)
        kept = [one for one in known["rounds"] if _fits(one, asked)]
        pages = max(1, ceil(len(kept) / SHOWN))
        number = min(number_in(asked.get("page"), "page", 1, 10**6), pages)
        shown = kept[(number - 1) * SHOWN : number * SHOWN]
        filters = {name: asked.get(name, "") for name in ("declarer", "game", "result", "player")}
        return spoken_page(
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
        source_ = request.path_params["source"]
        json = f"/api/skat/rounds/{quote(source_)}{query_of([('name', request.query_params.get('name'))])}"
        return round_page(site, request, named(request), "", json, source=source_)

    def document(request: Request) -> Response:
        path = source(request)
        name = _known(site.ask("skat_rounds", None, most=LONGEST, log=path), request.query_params.get("name", ""))
        words = (
            ["skat", "games", "--json", "--", name] if path is None else ["skat", "replay", "--json", "--", path, name]
        )
        return printed(site.ask("command", None, most=LONGEST, words=words))

    return [
        Route("/skat", spoken(home)),
        Route("/skat/rounds/{source}", spoken(rounds)),
        Route("/skat/round/{source}", spoken(one_round)),
        Route("/api/skat/rounds/{source}", document),
    ]


def round_page(site: Site, request: Request, done: Round, back: str, json: str, **values: Any) -> Response:
    """A round at the card that an address names.

    Args:
        site: who answers.
        request: its address.
        done: the round.
        back: address of the table at which it was played; "" for a round of the book or of a log.
        json: address of its document, "" where there is none.
        values: further values of the template.
    """
    asked = request.query_params
    pairs = [(name, value) for name, value in asked.multi_items() if name not in ("card", "values")]

    def turned(card: int, *, priced: bool) -> str:
        """The address of the same round at a card."""
        return query_of([*pairs, ("card", card), ("values", "1" if priced else None)])

    values |= {"turned": turned, "about": replay.summary(done), "back": back, "json": json}
    prices = done.prices
    if prices is None:
        return spoken_page(request, "skat_round.html", stand=None, dealt=replay.dealt(done), **values)
    most = len(prices.game.cards)
    at = number_in(asked.get("card"), "card", 0, most, default=min(1, most))
    others: Any = None
    if asked.get("values") and at < most:
        others = site.need("command", words=[*replay.played_before(prices.game, at), "--json"])
    return spoken_page(
        request,
        "skat_round.html",
        stand=replay.stand(prices, at, None if others is None else loads(others["out"])["cards"]),
        course=replay.course(prices),
        costs=replay.costs(prices),
        results=replay.values(prices),
        reasons=replay.reasons(done, at),
        dealt_skat=replay.changed(done),
        priced=bool(asked.get("values")),
        next_cost=next((number for number in replay.costly(prices) if number > at), None),
        **values,
    )


def _known(listed: Mapping[str, Any], name: str) -> str:
    """The name of a round, if it is in a list."""
    if not any(one["name"] == name for one in listed["rounds"]):
        unknown("round", name)
    return name


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

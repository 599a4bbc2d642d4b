"""Skat against two programs: the address of a page is the round, with all answers of the person.

While programs think, the page shows the table as it was after the person's answer. It asks again at once, and the server answers
when they have played, or after a moment.
"""

import re
from collections.abc import Mapping, Sequence
from secrets import randbelow
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tafelwerk.errors import InputError, TafelwerkError
from tafelwerk.families.skat.board import Standing, score_table
from tafelwerk.families.skat.rules.cards import Seat, read_seat
from tafelwerk.families.skat.rules.round_log import read_round
from tafelwerk.language import say
from tafelwerk.web.boards.skat.cards import plain_said
from tafelwerk.web.boards.skat.waiting import anticipated
from tafelwerk.web.jobs import LONG, Working
from tafelwerk.web.questions import skat_form
from tafelwerk.web.routes.skat import round_page
from tafelwerk.web.routes.turns import HINT, PICK, TURN, refusing, turns_of
from tafelwerk.web.site import NotDoneError, Site, patience, unknown
from tafelwerk.web.spoken import language, query_of, spoken, spoken_page
from tafelwerk.web.workers import status_of

SCORE = "score"
"""Name in an address of what the players have from earlier rounds."""

HIDDEN = ("answers", "seconds", "lang", "rounds", "round")
"""Options that the form does not show. A limit in seconds is refused: with it an address would not mean the same again."""

BRIEFLY = 0.35
"""Seconds that a page waits before it shows that programs think; after that it waits as long as any page."""

_SCORE = re.compile(r"-?\d{1,7}(?:\.-?\d{1,7}){3}(?:_-?\d{1,7}(?:\.-?\d{1,7}){3}){2}")


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def stand(asked: Mapping[str, Any]) -> Any:
        """The table, or `Working`; a page that is asked for again waits longer."""
        found = site.ask("skat_table", BRIEFLY, most=LONG, **asked)
        if isinstance(found, Working) and found.seconds > 2 * BRIEFLY:
            found = site.ask("skat_table", patience(), most=LONG, **asked)
        return found

    def meanwhile(asked: Mapping[str, Any], working: Working) -> Any:
        """The table while programs think, or while a hint is computed."""
        if asked["hint"] and (known := site.known("skat_table", **{**asked, "hint": False})) is not None:
            return known
        before = {**asked, "turns": asked["turns"][:-1]}
        for hint in (asked["hint"], not asked["hint"]):
            known = site.known("skat_table", **{**before, "hint": hint}) if asked["turns"] else None
            shown = None if known is None else anticipated(known, asked["turns"][-1])
            if shown is not None:
                return shown
        raise NotDoneError(working)

    def play(request: Request) -> Response:
        here = language(request)
        form = skat_form("play", here)
        pairs = request.query_params.multi_items()
        picked = [value for name, value in pairs if name == PICK]
        if picked:
            kept = [(name, value) for name, value in pairs if name != PICK and value]
            return RedirectResponse(f"?{urlencode([*kept, (TURN, ' '.join(picked))])}", 303)
        given = {name: value for name, value in pairs if name not in (TURN, HINT, PICK, SCORE) and value}
        values: dict[str, Any] = {"form": form, "given": given, "hidden": HIDDEN, "error": None}
        if not given.get("seed"):
            if pairs and set(request.query_params) != {"lang"}:
                kept = [(name, value) for name, value in pairs if name != "go" and value]
                return RedirectResponse(f"?{urlencode([*kept, ('seed', randbelow(10**6))])}", 303)
            return spoken_page(request, "skat_begin.html", **values)
        given.pop("go", None)
        earlier = _earlier(request.query_params.get(SCORE, ""))
        words = _words(form, given, here.value)
        asked = {"words": words, "lang": here.value, "hint": bool(request.query_params.get(HINT))}
        try:
            found, turns, error = refusing(turns_of(request), lambda made: stand({**asked, "turns": made}))
        except TafelwerkError as fault:
            return spoken_page(request, "skat_begin.html", status_of(fault), **{**values, "error": str(fault)})
        asked["turns"] = turns
        waits = found if isinstance(found, Working) else None
        shown = meanwhile(asked, waits) if waits else found
        kept = [*given.items(), *([(SCORE, request.query_params[SCORE])] if earlier else [])]
        response = spoken_page(
            request,
            "skat_table.html",
            stand=shown,
            pairs=[*kept, *((TURN, turn) for turn in turns)],
            turns=turns,
            hinted=asked["hint"],
            waits=waits,
            error=error,
            **_ending(shown, given, earlier),
        )
        if waits:
            response.headers["refresh"] = "0"
        return response

    def played(request: Request) -> Response:
        here = language(request)
        pairs = [(name, value) for name, value in request.query_params.multi_items() if name not in ("card", "values")]
        given = {name: value for name, value in pairs if name not in (TURN, HINT, PICK, SCORE) and value}
        if not given.get("seed"):
            unknown("round", "")
        words = _words(skat_form("play", here), given, here.value)
        line = site.need("skat_played", most=LONG, words=words, turns=turns_of(request))
        return round_page(site, request, read_round(line), f"/play/skat{query_of(pairs)}", "", source="")

    return [Route("/play/skat", spoken(play)), Route("/play/skat/replay", spoken(played))]


def _words(form: Any, given: Mapping[str, str], lang: str) -> list[str]:
    """The command line of a table."""
    if given.get("seconds"):
        raise InputError(
            say(
                "a table in the browser has no limit in seconds, with which an address would not mean the same "
                "again; give fewer worlds"
            )
        )
    words: list[str] = form.words({**given, "lang": lang})
    return words


def _earlier(text: str) -> list[Standing]:
    """What the players have from earlier rounds: the person, the left and the right program.

    Raises:
        InputError: the text is not three times four numbers.
    """
    if not text:
        return []
    if not _SCORE.fullmatch(text):
        raise InputError(f"score is not the score of three players: {text[:40]!r}")
    return [Standing(*map(int, one.split("."))) for one in text.split("_")]


def _ending(stand: Mapping[str, Any], given: Mapping[str, str], earlier: Sequence[Standing]) -> dict[str, Any]:
    """After a round: the score of all rounds so far, and the address of the next round."""
    if stand["ask"] != "over":
        return {"score": None, "next_round": ""}
    standings = [Standing(*one) for one in stand["standings"]]
    if earlier:
        standings = [Standing(*map(sum, zip(*both, strict=True))) for both in zip(earlier, standings, strict=True)]
    left, right = stand["programs"]
    score = plain_said(score_table((left, right), standings))
    if not stand["another"]:
        return {"score": score, "next_round": ""}
    seat = Seat((read_seat(stand["seat"]) + 2) % 3)
    # a contract given without a declarer is the person's, in every round
    changed: dict[str, Any] = {**given, "seat": seat.word, "round": stand["number"] + 1}
    if given.get("rounds"):
        changed["rounds"] = int(given["rounds"]) - 1
    changed[SCORE] = "_".join(".".join(map(str, one)) for one in standings)
    return {"score": score, "next_round": query_of(changed.items())}

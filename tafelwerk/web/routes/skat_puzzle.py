"""Puzzles of Skat: the address of a page is a puzzle, and the answer that was given."""

from collections.abc import Sequence
from datetime import date
from json import loads
from secrets import randbelow
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import card_text, read_card
from tafelwerk.language import say
from tafelwerk.web.boards.skat.puzzle import shown
from tafelwerk.web.jobs import LONG
from tafelwerk.web.questions import skat_form
from tafelwerk.web.site import Site, fault
from tafelwerk.web.spoken import language, query_of, spoken, spoken_page
from tafelwerk.web.workers import JobError

ANSWER, SOLUTION, RANDOM = "answer", "solution", "new"
"""Names in an address: the answer, the answer that asks for the solution, and the seed that stands for any."""


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""

    def puzzle(request: Request) -> Response:
        form = skat_form("puzzle", language(request))
        given = {name: value for name, value in request.query_params.multi_items() if value and name != ANSWER}
        seed = given.get("seed")
        if not seed or seed == RANDOM:
            # without a seed: the puzzle of the day
            drawn = randbelow(10**6) if seed else int(f"{date.today():%Y%m%d}")
            return RedirectResponse(query_of({**given, "seed": drawn}.items()), 303)
        words = form.words({name: value for name, value in given.items() if name not in ("lang", "count", "solution")})
        done = site.need("command", most=LONG, words=[*words, "--json"])
        if done["code"]:
            raise JobError(fault(done), done["code"])
        found = loads(done["out"])

        def answered(card: str | None) -> str:
            """The address of the same puzzle with an answer."""
            return query_of([*given.items(), (ANSWER, card)])

        values: dict[str, Any] = {
            "puzzle": shown(found, _answer(request.query_params.get(ANSWER), found["cards"])),
            "line": form.line(given),
        }
        another = query_of({**given, "seed": RANDOM}.items())
        return spoken_page(
            request, "skat_puzzle.html", form=form, given=given, seed=seed, answered=answered, another=another, **values
        )

    return [Route("/skat/puzzle", spoken(puzzle))]


def _answer(text: str | None, legal: Sequence[str]) -> str | None:
    """The card that is the answer; "" where the solution is asked for.

    Raises:
        InputError: it is none of the legal cards.
    """
    if not text or text == SOLUTION:
        return None if not text else ""
    name = card_text(read_card(text))
    if name not in legal:
        known = ", ".join(legal)
        raise InputError(say("the answer is one of {known}, not {name}", known=known, name=name))
    return name

"""Skat: rounds of the book and of logs, a table against two programs, and puzzles; its pages are in English or German.

The address of a table is the round, with all answers of the person. While programs think, the page shows the table as it is
after the person's answer. It asks again at once, and the server answers when they have played, or after a moment.

The address of a puzzle has the answer that was given.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from json import loads
from math import ceil
from secrets import randbelow
from typing import Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tafelwerk.errors import InputError, TafelwerkError, in_quotes
from tafelwerk.families.skat.board import Standing, score_table
from tafelwerk.families.skat.pictures import SHAPES
from tafelwerk.families.skat.rules.cards import Game, Seat, card_text, in_english, read_card, read_seat, term, titled
from tafelwerk.families.skat.rules.round_log import read_round
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.language import say, speech
from tafelwerk.museum import room_named, starts_of
from tafelwerk.web import skat_rounds
from tafelwerk.web.command_forms import SPOKEN, skat_form
from tafelwerk.web.jobs import LONG, check_done, status_of
from tafelwerk.web.routes.game_pages import HINT, PICK, TURN, UNDONE, board_page, position, turns_of
from tafelwerk.web.site import Site, address, bilingual, json_response, link, number_in, page, query
from tafelwerk.web.skat_rounds import plain_phrase, puzzle_board
from tafelwerk.wording import number_text

_WORDS: Mapping[str, Any] = {"term": term, "titled": titled, "number_text": number_text, "shapes": SHAPES}
"""The vocabulary and the suits, for templates."""


BOOK = "book"
"""The name of the book among the sources of rounds."""

SHOWN = 50
"""Rounds on a page."""

LONGEST = 300.0
"""Seconds after which reading a log is ended."""

EXAMPLE = """\
deal: SJ DJ CA CT CQ SK S9 HT HK DA | CJ HJ CK C8 C7 SA HQ DK D9 D8
    | C9 ST SQ S8 S7 HA H8 H7 DT DQ | H9 D7
declarer: rearhand
contract: spades
discard: DT DQ
cards: DA D8 D7, CA C7 C9, CT C8 ST, HA HK HQ, H9 HT DK
    CQ CK SQ, H8 SK SA, CJ S8 S9, D9 S7 DJ, SJ HJ H7"""
"""The round that the page of typed rounds begins with: game 6 of Kupferschmid's appendix."""

RESULTS = ("won", "lost", "overbid", "passed", "penalty")

HEADS = ("round", "played", "declarer", "bid", "made", "result", "score")
PRICED_HEADS = ("best play", "declarer gave away", "defenders gave away")
"""Headings of a list of rounds, and those of what best play makes of them."""


def routes(site: Site) -> Sequence[Route]:
    """The routes of this part."""
    return [*round_routes(site), *table_routes(site), *puzzle_routes(site)]


def round_routes(site: Site) -> Sequence[Route]:
    """Rounds of the book and of logs."""

    def source(request: Request) -> str | None:
        """Path of the log that an address names; None for the book."""
        name = request.path_params["source"]
        if name != BOOK and name not in site.logs:
            raise HTTPException(404, say("there are no rounds of {name}", name=in_quotes(name)))
        return None if name == BOOK else str(site.logs[name])

    def round_list(request: Request) -> Mapping[str, Any]:
        rounds: Mapping[str, Any] = site.need("skat_rounds", most=LONGEST, log=source(request))
        return rounds

    def named_round(request: Request) -> Round:
        """The round that an address names, from the list of its source."""
        name = _known_name(round_list(request), request.query_params.get("name", ""))
        return read_round(site.need("skat_round", most=LONGEST, log=source(request), name=name))

    def rounds(request: Request) -> Response:
        asked = request.query_params
        known = round_list(request)
        rows = [row for row in known["rounds"] if _fits(row, asked)]
        pages = max(1, ceil(len(rows) / SHOWN))
        number = min(number_in(asked.get("page"), "page", 1, 10**6), pages)
        on_page = rows[(number - 1) * SHOWN : number * SHOWN]
        is_priced = any(row.get("costs") for row in on_page)
        return page(
            "skat_rounds.html",
            source=request.path_params["source"],
            sources=[BOOK, *site.logs],
            rounds=[
                (row, skat_rounds.contract_of(row), skat_rounds.result_of(row), _given_away(row)) for row in on_page
            ],
            heads=list(map(titled, HEADS + PRICED_HEADS * is_priced)),
            count=len(rows),
            of=len(known["rounds"]),
            number=number,
            pages=pages,
            filters={name: asked.get(name, "") for name in ("declarer", "game", "result", "player")},
            seats=[seat.word for seat in Seat],
            games=[game.value for game in Game],
            results=RESULTS,
            is_priced=is_priced,
            skipped=known["skipped"],
            unread=known["unread"],
            **_WORDS,
        )

    def one_round(request: Request) -> Response:
        source_ = request.path_params["source"]
        json = f"/api/skat/rounds/{quote(source_)}{query({'name': request.query_params.get('name')})}"
        return round_page(site, request, named_round(request), "", json, source=source_)

    def own_round(request: Request) -> Response:
        text = request.query_params.get("round", "").strip()
        try:
            if text and not request.query_params.get("edit"):
                done = read_round(
                    site.need("skat_typed", most=LONG, text=text.replace("\r", ""), lang=speech().language.value)
                )
                return round_page(site, request, done, link("/skat/typed", round=text, edit=1), "", source="")
        except TafelwerkError as fault:
            return page("skat_typed.html", status_of(fault), text=text, error=str(fault), **_WORDS)
        return page("skat_typed.html", text=text or EXAMPLE, error="", **_WORDS)

    def document(request: Request) -> Response:
        path = source(request)
        name = _known_name(site.ask("skat_rounds", None, most=LONGEST, log=path), request.query_params.get("name", ""))
        words = (
            ["skat", "games", "--json", "--", name] if path is None else ["skat", "replay", "--json", "--", path, name]
        )
        return json_response(site.ask("command", None, most=LONGEST, words=words))

    return [
        Route("/skat/rounds/{source}", bilingual(rounds)),
        Route("/skat/round/{source}", bilingual(one_round)),
        Route("/skat/typed", bilingual(own_round)),
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

    def card_address(card: int, *, priced: bool) -> str:
        """The address of the same round at a card."""
        return address([*pairs, ("card", card), *([("values", 1)] if priced else [])])

    values |= {"turned": card_address, "about": skat_rounds.summary(done), "back": back, "json": json, **_WORDS}
    prices = done.prices
    if prices is None:
        return page("skat_round.html", stand=None, dealt=skat_rounds.dealt_hands(done), **values)
    most = len(prices.game.cards)
    at = number_in(asked.get("card"), "card", 0, most, default=min(1, most))
    others: Any = None
    if asked.get("values") and at < most:
        others = site.need("command", words=[*skat_rounds.played_before(prices.game, at), "--json"])
    return page(
        "skat_round.html",
        stand=skat_rounds.stand(prices, at, None if others is None else loads(others["out"])["cards"]),
        reasons=skat_rounds.reasons(done, at),
        laid=skat_rounds.laid_away(done, prices.game.deal),
        priced=bool(asked.get("values")),
        **values,
    )


def _known_name(rounds: Mapping[str, Any], name: str) -> str:
    """The name of a round, if it is in a list."""
    if not any(row["name"] == name for row in rounds["rounds"]):
        raise HTTPException(404, say("there is no round {name}", name=in_quotes(name)))
    return name


def _fits(row: Mapping[str, Any], query: Mapping[str, str]) -> bool:
    """Whether a round fits the filters of an address."""
    declarer, game, result, player = (query.get(name, "") for name in ("declarer", "game", "result", "player"))
    players = row.get("players") or {}
    return (
        (not declarer or row["declarer"] == in_english(declarer))
        and (not game or row["game"] == in_english(game))
        and (not result or skat_rounds.result_of(row) == result)
        and (not player or player.lower() in players.get(row["declarer"], "").lower())
    )


def _given_away(row: Mapping[str, Any]) -> tuple[int, int] | None:
    """Points given away by the declarer and by the defenders, where they are known."""
    if not row.get("costs"):
        return None
    alone = row["costs"][row["declarer"]]
    return alone, sum(row["costs"].values()) - alone


SCORE = "score"
"""Name in an address of what the players have from earlier rounds."""

HIDDEN = ("history", "timeout", "lang", "rounds", "round")
"""Options that the form does not show. A limit in seconds is refused: with it an address would not mean the same again."""

THINKING = 0.35
"""Seconds that a page waits before it shows that programs think."""

_SCORE = re.compile(r"-?\d{1,7}(?:\.-?\d{1,7}){3}(?:_-?\d{1,7}(?:\.-?\d{1,7}){3}){2}")


def table_routes(site: Site) -> Sequence[Route]:
    """The table against two programs, and a round played there."""

    def play(request: Request) -> Response:
        here = speech().language
        form = skat_form("play", here)
        pairs = request.query_params.multi_items()
        picked = [value for name, value in pairs if name == PICK]
        if picked:
            others = [(name, value) for name, value in pairs if name != PICK and value]
            return RedirectResponse(address([*others, (TURN, " ".join(picked))]), 303)
        options = {name: value for name, value in pairs if name not in (TURN, HINT, PICK, SCORE, UNDONE) and value}
        values: dict[str, Any] = {"form": form, "given": options, "fixed": HIDDEN, "error": None}
        values |= {"room": room_named(SPOKEN), "starts": starts_of(SPOKEN), "lists": None, "pictures": {}}
        values["title"] = say("Skat against two programs")
        values["task"] = say("Bid, take up the Skat, announce and play; the programs see no more than you do.")
        if not options.get("seed"):
            if pairs and set(request.query_params) != {"lang"}:
                filled = [(name, value) for name, value in pairs if value]
                return RedirectResponse(address([*filled, ("seed", randbelow(10**6))]), 303)
            return page("begin.html", **values)
        earlier = _earlier(request.query_params.get(SCORE, ""))
        words = _words(form, options, here.value)
        pairs = [*options.items(), *([(SCORE, request.query_params[SCORE])] if earlier else [])]
        try:
            state = position(site, request, "skat_table", pairs, THINKING, words=words, lang=here.value)
        except TafelwerkError as fault:
            return page("begin.html", status_of(fault), **{**values, "error": str(fault)})
        table = state.pop("game")
        ending = _ending(table, dict([*options.items(), *state["kept"]]), earlier)
        return board_page("skat_table.html", stand=table, **state, **ending, **_WORDS)

    def replay(request: Request) -> Response:
        here = speech().language
        pairs = [(name, value) for name, value in request.query_params.multi_items() if name not in ("card", "values")]
        options = {name: value for name, value in pairs if name not in (TURN, HINT, PICK, SCORE) and value}
        if not options.get("seed"):
            raise InputError(say("the round is not over"))
        words = _words(skat_form("play", here), options, here.value)
        line = site.need("skat_played", most=LONG, words=words, turns=turns_of(request), lang=here.value)
        return round_page(site, request, read_round(line), f"/play/skat{address(pairs)}", "", source="")

    return [Route("/play/skat", bilingual(play)), Route("/play/skat/replay", bilingual(replay))]


def _words(form: Any, options: Mapping[str, str], lang: str) -> list[str]:
    """The command line of a table."""
    options = form.with_current_names(options)
    if options.get("timeout"):
        raise InputError(
            say(
                "a table in the browser has no limit in seconds, with which an address would not mean the same "
                "again; give fewer worlds"
            )
        )
    words: list[str] = form.words({**options, "lang": lang})
    return words


def _earlier(text: str) -> list[Standing]:
    """What the players have from earlier rounds: the person, the left and the right program.

    Raises:
        InputError: the text is not three times four numbers.
    """
    if not text:
        return []
    if not _SCORE.fullmatch(text):
        raise InputError(say("score is not the score of three players: {text}", text=in_quotes(text)))
    return [Standing(*map(int, numbers.split("."))) for numbers in text.split("_")]


def _ending(stand: Mapping[str, Any], options: Mapping[str, str], earlier: Sequence[Standing]) -> dict[str, Any]:
    """After a round: the score of all rounds so far, and the address of the next round."""
    if stand["ask"] != "over":
        return {"score": None, "next_round": ""}
    standings = [Standing(*standing) for standing in stand["standings"]]
    if earlier:
        standings = [Standing(*map(sum, zip(*both, strict=True))) for both in zip(earlier, standings, strict=True)]
    left, right = stand["programs"]
    score = plain_phrase(score_table((left, right), standings))
    if not stand["another"]:
        return {"score": score, "next_round": ""}
    seat = Seat((read_seat(stand["seat"]) + 2) % 3)
    # a contract given without a declarer is the person's, in every round
    changed: dict[str, Any] = {**options, "seat": seat.word, "round": stand["number"] + 1}
    if options.get("rounds"):
        changed["rounds"] = int(options["rounds"]) - 1
    changed[SCORE] = "_".join(".".join(map(str, standing)) for standing in standings)
    return {"score": score, "next_round": query(changed)}


ANSWER, SOLUTION, RANDOM = "answer", "solution", "new"
"""Names in an address: the answer, the answer that asks for the solution, and the seed that stands for any."""


def puzzle_routes(site: Site) -> Sequence[Route]:
    """Puzzles with their answers."""

    def puzzle(request: Request) -> Response:
        here = speech().language
        form = skat_form("puzzle", here)
        options = {name: value for name, value in request.query_params.multi_items() if value and name != ANSWER}
        seed = options.get("seed")
        if not seed or seed == RANDOM:
            # without a seed: the puzzle of the day
            new_seed = randbelow(10**6) if seed else int(f"{date.today():%Y%m%d}")
            return RedirectResponse(query(options, seed=new_seed), 303)
        words = form.words(
            {name: value for name, value in options.items() if name not in ("count", "solution")} | {"lang": here.value}
        )
        document = check_done(site.need("answer", most=LONG, words=words))["document"]
        return page(
            "skat_puzzle.html",
            form=form,
            given=options,
            seed=seed,
            answered=lambda card: query(options, **{ANSWER: card}),
            another=query(options, seed=RANDOM),
            puzzle=puzzle_board(document, _answer(request.query_params.get(ANSWER), document["cards"])),
            line=form.line(options),
            **_WORDS,
        )

    return [Route("/skat/puzzle", bilingual(puzzle))]


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

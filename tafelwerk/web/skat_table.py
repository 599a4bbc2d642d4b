"""The table of Skat as the person sees it, and the rounds of the book and of logs. Runs in a worker.

Every answer that can be given is there as a turn, in words of no language, so that an address means the same in each. Prices
are those of `skat replay` for a log, and of `skat games` for the book.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from tafelwerk.book import open_book
from tafelwerk.errors import ExitCode, InputError, in_quotes
from tafelwerk.families.skat import board
from tafelwerk.families.skat import table as typed
from tafelwerk.families.skat.play import SkatSession, advise_card, card_hint, hints
from tafelwerk.families.skat.replays import ReplayedRound, round_fields
from tafelwerk.families.skat.rules.cards import Game, Seat, card_text, points, read_card, term
from tafelwerk.families.skat.rules.contracts import NULL_VALUES, Contract, Word, game_value
from tafelwerk.families.skat.rules.play import Trick
from tafelwerk.families.skat.rules.round_log import write_round
from tafelwerk.families.skat.rules.rounds import Choice, Round
from tafelwerk.families.skat.stored_games import get_rounds, list_rounds
from tafelwerk.families.skat.table import Ask, Sitting
from tafelwerk.language import Language, count_noun, percent, say, speaking
from tafelwerk.web.game_jobs import game_in_play, is_kept
from tafelwerk.web.jobs import JobError
from tafelwerk.web.skat_rounds import FLAGS, Plain, anticipate, plain_card, plain_hand, plain_phrase, plain_seat
from tafelwerk.web.worker import tell
from tafelwerk.wording import capitalised

_LISTED = ("name", "players", "declarer", "bid", "game", *FLAGS, "points", "won", "overbid", "value", "penalised")

MOST_SKIPPED = 20
"""Unreadable records of a log that a page names."""


def round_list(log: str | None) -> dict[str, Any]:
    """The rounds of a log, or of the book.

    Args:
        log: path of the log; None for the book.

    Returns:
        "rounds": each with the keys of `skat replay --json` without its cards, for the book with "start" and "costs"; "skipped":
        sentences about unreadable records, at most `MOST_SKIPPED`; "unread": their number.

    Raises:
        InputError: not a log, or no round can be read.
    """
    if log is None:
        with open_book() as book:
            rows = list_rounds(book)
        wanted = (*_LISTED, "start", "costs")
        return {"rounds": [{name: row.get(name) for name in wanted} for row in rows], "skipped": [], "unread": 0}
    from tafelwerk.families.skat.log_files import records_in

    rounds: list[dict[str, Any]] = []
    skipped: list[str] = []
    unread = 0
    for part in records_in(Path(log), None).read(lambda word: None):
        if isinstance(part, Round):
            fields = round_fields(part)
            rounds.append({name: fields.get(name) for name in _LISTED})
        else:
            unread += 1
            if len(skipped) < MOST_SKIPPED:
                skipped.append(str(part))
    return {"rounds": rounds, "skipped": skipped, "unread": unread}


def round_line(log: str | None, name: str) -> str:
    """A round with the price of every card, as a line of a log.

    Args:
        log: path of the log; None for the book.
        name: name of the round.

    Raises:
        JobError: there is no such round.
    """
    if log is not None:
        return write_round(_of_log(Path(log), name))
    with open_book() as book:
        stored = get_rounds(book, [name]).get(name)
    if stored is None:
        raise JobError(f"the book has no round {in_quotes(name)}", ExitCode.BAD_INPUT)
    return write_round(stored)


def _of_log(log: Path, name: str) -> Round:
    """A round of a log; of a log with a line per round only lines with its name are read."""
    from tafelwerk.families.skat.log_formats import is_log, records_of

    content = log.read_bytes()
    if is_log(content[:100].decode("utf-8", "replace")):
        marks = {json.dumps(name, ensure_ascii=ascii_).encode() for ascii_ in (True, False)}
        # empty lines keep the numbers of the others
        lines = [line if any(mark in line for mark in marks) else b"" for line in content.split(b"\n")]
        content = b"\n".join(lines) if any(lines) else content
    log_ = records_of(lambda: nullcontext(BytesIO(content).read), str(log))
    with open_book() as book:
        return cast(ReplayedRound, book.skat.replay(log_, name)).round


def typed_round(text: str, lang: str) -> str:
    """A round that was typed, with the price of every card, as a line of a log.

    Args:
        text: a line per key, as of `skat replay`.
        lang: language of errors.

    Raises:
        InputError: it is no round, or more than one.
    """
    from tafelwerk.families.skat.log_formats import read_log
    from tafelwerk.families.skat.replays import searched_round

    with speaking(Language(lang), signs=True):
        rounds, _ = read_log(text, say("the round"))
        if len(rounds) > 1:
            raise InputError(say("type one round, not {count}", count=len(rounds)))
        return write_round(searched_round(rounds[0]).round)


def at_table(words: list[str], turns: list[str], lang: str) -> str:
    """The round that has just ended at a table, with the price of every card, as a line of a log.

    Args:
        words, turns, lang: as for `table`.

    Raises:
        InputError: the round is not over.
    """
    from tafelwerk.families.skat.replays import searched_round

    session = game_in_play(words, turns).session
    assert isinstance(session, SkatSession)
    if session.sitting.ask is not Ask.OVER:
        with speaking(Language(lang)):
            raise InputError(say("the round is not over"))
    return write_round(searched_round(session.record()).round)


BIDS_SHOWN = 8
"""Higher bids offered at once; the others follow."""


def table(words: list[str], turns: list[str], lang: str, hint: bool = False) -> Plain:
    """How a table stands. While programs think, or a hint is computed, it tells how the table is meanwhile.

    Args:
        words: the command line of `skat play` behind the program's name, with a seed.
        turns: the person's answers, as they are typed.
        lang: language of all texts.
        hint: whether to say what a program would do.

    Returns:
        Plain values for the template; see the functions below.

    Raises:
        JobError: the command fails.
        InputError: a turn is none.
    """
    with speaking(Language(lang), signs=True):
        if turns and not is_kept(words, turns):
            before = _table(words, turns[:-1], hint=False)
            if (ahead := anticipate(before, turns[-1])) is not None:
                tell(ahead)
        if hint:
            tell(_table(words, turns, hint=False))
        return _table(words, turns, hint=hint)


def _table(words: list[str], turns: list[str], *, hint: bool) -> Plain:
    game = game_in_play(words, turns)
    session = game.session
    assert isinstance(session, SkatSession)
    return _stand(session, hint=hint) | {
        "course": [
            {"turn": turn, "said": [part["text"] for part in replies if part["text"].strip()]}
            # what the page begins with stands on it
            for turn, replies in zip(turns, game.said[1:], strict=True)
        ],
        "left": session.over,
        "line": session.go_on,
    }


def _stand(session: SkatSession, *, hint: bool) -> Plain:
    sitting, round_ = session.sitting, session.sitting.round
    ask, game = sitting.ask, round_.game
    priced = advise_card(sitting, session.programs) if hint and ask is Ask.CARD else None
    over = ask is Ask.OVER
    stand: Plain = {
        "ask": ask.value,
        "asked": _prompt(sitting),
        "number": sitting.number + 1,
        "seat": sitting.seat.word,
        "seats": [_seat(session, seat) for seat in (sitting.seat.left, sitting.seat.left.left, sitting.seat)],
        "calls": board.bid_text(round_.auction, sitting.seat),
        "bid": round_.bid,
        "contract": "" if game is None else board.contract_text(game.contract),
        "declarer": "" if round_.declarer is None else board.who(round_.declarer, sitting.seat),
        "hand": _hand(sitting, priced),
        "laid": plain_hand(sitting.moment.laid, sitting.game),
        "skat": _skat(sitting),
        "options": list(_options(sitting)),
        "trick": None,
        "last_trick": None,
        "points": None,
        "warning": "",
        "hint": [],
        "worths": [],
        "result": [],
        "score": None,
        "standings": [list(standing) for standing in session.standings] if over else [],
        "programs": [agent.name for agent in sitting.programs],
        "another": over and bool(session.legal),
    }
    if game is not None:
        tricks = board.played_tricks(game)
        known = sitting.known
        stand["trick"] = _trick(len(tricks) + 1, known.leader, known.table, sitting)
        stand["last_trick"] = _last(len(tricks), tricks[-1], sitting) if tricks else None
        stand["points"] = _points(sitting)
        if game.declarer is sitting.seat and not over:
            cards = known.hand | known.played[sitting.seat] | (known.skat or 0)
            stand["warning"] = board.warning_text(game.contract, cards, round_.bid) or ""
    if over:
        stand["result"] = [plain_phrase(part) for part in board.result_phrases(round_, sitting.seat)]
    elif priced is not None and game is not None:
        declares = sitting.seat is game.declarer
        stand["worths"] = _worths(priced)
        stand["hint"] = [plain_phrase(part) for part in card_hint(priced, game.contract.game, declares=declares)]
    elif hint:
        stand["hint"] = [plain_phrase(part) for part in hints(sitting, session.programs)]
    return stand


def _prompt(sitting: Sitting) -> str:
    """What the person is asked, where answers are clicked."""
    auction = sitting.round.auction
    match sitting.ask:
        case Ask.BID:
            return say("Your bid")
        case Ask.HOLD:
            bid = auction.offers[0]
            if not auction.bid:
                return say("Do you play at {bid}?", bid=bid)
            return say("Do you hold {bid}?", bid=bid)
        case Ask.SKAT:
            return say("You are the declarer: the Skat, or Hand?")
        case Ask.DISCARD:
            return say("Discard two cards")
        case Ask.ANNOUNCE:
            return say("Announce your game")
        case Ask.CARD:
            if sitting.known.table:
                return say("Your card")
            return say("Your card: you lead")
        case _:
            return say("The round is over")


def agent_title(name: str) -> str:
    """A program for people, by its name on the command line."""
    kind, _, number = name.partition(":")
    if kind == "pimc" and number.isdecimal():
        return say("tries each card in {worlds} deals", worlds=number)
    return say("plays any card") if kind == "random" else name


def _seat(session: SkatSession, seat: Seat) -> Plain:
    """A player: name, part, last call, and the cards of a hand that lies open."""
    sitting, round_ = session.sitting, session.sitting.round
    you = seat is sitting.seat
    calls = [call for call in round_.auction.calls if call.seat is seat]
    call_text = ""
    if calls:
        last = calls[-1]
        call_text = say("passes") if last.word is Word.PASSES else str(last.bid)
    game = round_.game
    open_hand = 0
    if not you and game is not None:
        open_hand = game.position.hands[seat] if session.is_open else sitting.known.hands[seat] or 0
    elif not you and session.is_open:
        open_hand = round_.dealt.hands[seat]
    declares = round_.declarer is seat
    part = ""
    if round_.declarer is not None:
        part = term("declarer") if declares else say("defender")
    count = 10 if game is None else sitting.known.sizes[seat]
    return plain_seat(
        seat,
        plain_hand(open_hand, sitting.game),
        *filter(None, (part, call_text if game is None else "")),
        declares=declares,
        program="" if you else agent_title(sitting.agent(seat).name),
        count=count,
        hidden=count_noun(count, "card"),
    )


def _hand(sitting: Sitting, priced: Choice | None) -> list[Plain]:
    """The person's cards in the order in which players sort them."""
    cards = plain_hand(sitting.cards, sitting.game)
    if sitting.ask is not Ask.CARD:
        return cards
    outcomes = (
        {} if priced is None else {card_text(outcome.card): outcome for outcome in priced.cards if outcome.worlds}
    )
    best = "" if priced is None else card_text(priced.card)
    for card in cards:
        is_best = card["name"] == best
        card["legal"] = bool(sitting.known.legal >> read_card(card["name"]) & 1)
        card["kind"] = "dim" if not card["legal"] else "best" if is_best else ""
        if outcome := outcomes.get(card["name"]):
            share = percent(outcome.wins / outcome.worlds)
            card["price"] = {"shown": share, "tone": "good" if is_best else "", "told": f"{say('wins in')} {share}"}
    return cards


def _worths(choice: Choice) -> list[Plain]:
    """The legal cards with the share of worlds in which each wins, best first; those that are worth the same together."""
    shares = {outcome.card: outcome.wins / max(outcome.worlds, 1) for outcome in choice.cards}
    best = percent(shares.get(choice.card, 0))
    groups: dict[tuple[bool, float], list[int]] = {}
    for card, share in shares.items():
        groups.setdefault((card == choice.card, share), []).append(card)
    return [
        {
            "worth": percent(share),
            "is_best": is_best,
            "behind": ""
            if percent(share) == best
            else say("{points} less", points=percent(shares[choice.card] - share)),
            "tone": "good" if is_best else "fair",
            "note": "",
            "cards": [plain_card(card) for card in cards],
        }
        for (is_best, share), cards in sorted(groups.items(), reverse=True)
    ]


def _skat(sitting: Sitting) -> list[Plain]:
    """The cards of the Skat that the person knows: as dealt for a declarer who took it up, all at the end."""
    round_ = sitting.round
    takes = round_.taken and round_.declarer is sitting.seat
    if round_.game is not None and (takes or sitting.ask is Ask.OVER):
        return plain_hand(round_.game.deal.skat, sitting.game)
    return plain_hand(round_.dealt.skat, sitting.game) if takes or sitting.ask is Ask.OVER else []


def _trick(number: int, leader: Seat, cards: Sequence[int], sitting: Sitting) -> Plain:
    plain_cards = []
    for turn, card in enumerate(cards):
        seat = Seat((leader + turn) % 3)
        plain_cards.append(plain_card(card, who=_player_name(seat, sitting)))
    return {"number": number, "cards": plain_cards}


def _last(number: int, trick: Trick, sitting: Sitting) -> Plain:
    phrase = board.trick_phrase(number, trick, sitting.seat)
    return _trick(number, trick.leader, trick.cards, sitting) | {"said": plain_phrase(phrase)}


def _player_name(seat: Seat, sitting: Sitting) -> str:
    return capitalised(board.who(seat, sitting.seat))


def _points(sitting: Sitting) -> list[int] | None:
    """Card points of declarer and defenders as the person knows them; None in Null."""
    known = sitting.known
    if known.game is Game.NULL:
        return None
    course, game = known.course, sitting.round.game
    # at the end the Skat lies open, and its points are the declarer's
    skat = game.deal.skat if game is not None and sitting.ask is Ask.OVER else known.skat or 0
    return [course.declarer_points + points(skat), course.defender_points]


def _options(sitting: Sitting) -> Iterator[Plain]:
    """Answers besides cards: "turn", "label", "kind" (first, usual or more), and "note"."""
    auction = sitting.round.auction
    match sitting.ask:
        case Ask.BID | Ask.HOLD:
            lowest, *others = auction.offers or (0,)
            if lowest and sitting.ask is Ask.HOLD:
                yes = say("Hold {lowest}", lowest=lowest) if auction.bid else ""
                yield _option(str(lowest), yes or say("Play at {lowest}", lowest=lowest), "first")
            elif lowest:
                yield _option(str(lowest), say("Bid {lowest}", lowest=lowest), "first")
            yield _option("pass", say("Pass"), "usual")
            for index, bid in enumerate(others):
                yield _option(str(bid), str(bid), "usual" if index < BIDS_SHOWN else "more")
        case Ask.SKAT:
            yield _option("skat", say("Take up the Skat"), "first")
            yield _option("hand", say("Play Hand"), "usual")
        case Ask.ANNOUNCE:
            yield from _announcements(sitting)


def _announcements(sitting: Sitting) -> Iterator[Plain]:
    """Games that can be announced, with their value."""
    hand = sitting.moment.left
    cards = sitting.cards | sitting.moment.laid
    steps: tuple[tuple[str, ...], ...] = ((), ("schneider",), ("schwarz",), ("ouvert",)) if hand else ((),)
    for step in steps:
        for game in Game:
            if game is Game.NULL and step not in ((), ("ouvert",)):
                continue
            yield _announcement(typed.read_announcement(" ".join((game.value, *step)), hand=hand), step, cards, sitting)
    if not hand:
        yield _announcement(Contract(Game.NULL, ouvert=True), ("ouvert",), cards, sitting)


def _announcement(contract: Contract, step: tuple[str, ...], cards: int, sitting: Sitting) -> Plain:
    null = contract.game is Game.NULL
    value = NULL_VALUES[contract.hand, contract.ouvert] if null else game_value(contract, cards)
    note = say("worth {value}", value=value)
    if value < sitting.round.bid:
        note = say("worth {value}, less than the bid", value=value)
    kind = "usual" if not step or null else "more"
    return _option(" ".join((contract.game.value, *step)), board.contract_text(contract), kind, note)


def _option(turn: str, label: str, kind: str, note: str = "") -> Plain:
    return {"turn": turn, "label": label, "kind": kind, "note": note}

"""Log of rounds: one round per line, in JSON.

A line holds what is needed to replay the round and, for each card chosen by a program, the evaluation behind it. Points and score
are there for readers and as a check: reading replays the round by the rules and compares them.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.skat.auction import Auction, Call, Word
from tafelwerk.rules.skat.cards import Seat, card_text, cards_text, read_card, read_cards, read_game, read_seat
from tafelwerk.rules.skat.deals import read_deal
from tafelwerk.rules.skat.rounds import Announcement, CardOutcomes, Choice, Decision, Round, Stage, begin_round
from tafelwerk.rules.skat.scoring import BIDS, Contract, check_bid
from tafelwerk.spelling import compose

T = TypeVar("T")
V = TypeVar("V")

VERSION = 1
"""Version of the format, in the first key of a line."""

KEY = "skat_round"

_FLAGS = ("hand", "schneider", "schwarz", "ouvert")
_ALWAYS = ("name", "source", "seed", "players", "deal", "calls", "bid", "declarer")
_PLAYED = ("contract", "discard", "cards", "points", "score", "choices")


@dataclass(frozen=True, slots=True)
class LoggedRound:
    """A finished round with its name, players and source.

    Attributes:
        name: its name, unique within a log.
        round: the finished round; its auction has no calls if they are not recorded.
        players: names of the players at forehand, middlehand and rearhand.
        source: the program that played or recorded it.
        seed: random seed of the players; None if unknown.
    """

    name: str
    round: Round
    players: tuple[str, str, str]
    source: str
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Log:
    """Content of a log.

    Attributes:
        name: name of the log in messages.
        rounds: its rounds.
        skipped: messages about games in it that were left out.
    """

    name: str
    rounds: Sequence[LoggedRound]
    skipped: Sequence[str] = ()


def write_round(logged: LoggedRound) -> str:
    """The round as one line, without line end.

    Raises:
        InputError: the round is not over.
    """
    done = logged.round
    if done.stage is not Stage.OVER:
        raise InputError(f"round {quoted(logged.name)} is not over and cannot be recorded")
    record: dict[str, Any] = {
        KEY: VERSION,
        "name": logged.name,
        "source": logged.source,
        "seed": logged.seed,
        "players": list(logged.players),
        "deal": done.dealt.text(),
        "calls": calls_text(done.auction),
        "bid": done.bid,
        "declarer": None if done.declarer is None else done.declarer.word,
    }
    if done.game is not None and done.score is not None:
        game = done.game
        flags = {flag: True for flag in _FLAGS if getattr(game.contract, flag)}
        record |= {
            "contract": {"game": game.contract.game.value} | flags,
            "discard": None if game.contract.hand else cards_text(game.deal.skat),
            "cards": " ".join(card_text(one.card) for one in game.decisions),
            "points": game.position.declarer_points,
            "score": done.score.score,
            "choices": [_choice_record(one) for one in game.decisions],
        }
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def read_rounds(text: str) -> list[LoggedRound]:
    """The rounds of a log, each replayed by the rules; empty lines are ignored.

    Raises:
        InputError: A line is not a round, has a newer format or is against the rules, or two rounds have the same
            name; the message gives the line's number.
    """
    found: list[LoggedRound] = []
    lines: dict[str, int] = {}
    # strings in JSON may contain line ends other than \n
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            logged = read_round(line)
        except InputError as fault:
            raise InputError(f"line {number}: {fault}") from None
        if logged.name in lines:
            raise InputError(f"line {number}: round {quoted(logged.name)} is already in line {lines[logged.name]}")
        lines[logged.name] = number
        found.append(logged)
    return found


def read_round(line: str) -> LoggedRound:
    """The round in a line.

    Raises:
        InputError: the line is not a round, has a newer format or is against the rules.
    """
    record = _object(line)
    name, source = (_text(record, key) for key in ("name", "source"))
    players, seed = record["players"], record["seed"]
    if not isinstance(players, list) or len(players) != 3 or not all(isinstance(one, str) for one in players):
        raise InputError("players must be three names")
    if seed is not None and (not _is_count(seed)):
        raise InputError(f"seed must be a number of 0 or more, or null, not {_shown(seed)}")
    done = _bid_out(record, begin_round(_part("deal", read_deal, _text(record, "deal"))))
    if done.declarer is not None:
        done = _played_out(record, done)
    first, second, third = map(compose, players)
    return LoggedRound(compose(name), done, (first, second, third), compose(source), seed)


def calls_text(auction: Auction) -> str | None:
    """The calls as "middlehand bids 18, forehand holds 18, middlehand passes, ..."; None if they are not known."""
    return ", ".join(map(_call_text, auction.calls)) or None


def heard(round_: Round, calls: str) -> Round:
    """The round after its bidding, call by call.

    Args:
        round_: the round before the first bid.
        calls: the calls in the form of `calls_text`.

    Raises:
        InputError: A call is unreadable or not possible then, or the bidding is not over.
    """
    for number, said in enumerate(calls.split(", "), 1):
        try:
            round_ = round_.said(_bid_said(said))
            if _call_text(round_.auction.calls[-1]) != said:
                raise InputError(f"expected {quoted(_call_text(round_.auction.calls[-1]))}, not {quoted(said)}")
        except InputError as fault:
            raise InputError(f"calls: call {number}: {fault}") from None
    if not round_.auction.over:
        raise InputError("calls: the bidding is not over")
    return round_


def unheard(bid: int, declarer: Seat | None) -> Auction:
    """The end of a bidding of which only the outcome is known.

    Args:
        bid: the last bid made; 0 if all passed.
        declarer: the declarer; None if all passed.

    Raises:
        InputError: impossible bid, a bid without declarer, or a declarer without bid.
    """
    if (declarer is None) != (bid == 0):
        raise InputError("a bid needs a declarer, and a declarer needs a bid")
    if bid:
        check_bid(bid)
    return Auction(bid, Seat.FOREHAND if declarer is None else declarer, None)


def _object(line: str) -> dict[str, Any]:
    """The JSON object in a line, with its version and keys checked."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        raise InputError("incomplete line, or not JSON") from None
    if not isinstance(record, dict) or KEY not in record:
        raise InputError(f"not a recorded round: key {KEY!r} is missing")
    version = record[KEY]
    if not _is_count(version) or version < 1:
        raise InputError(f"{KEY} must be the format's number, not {_shown(version)}")
    if version > VERSION:
        raise InputError(f"format {version} is newer than this program, which reads formats up to {VERSION}")
    wanted = (*_ALWAYS, *(_PLAYED if record.get("declarer") is not None else ()))
    for key in wanted:
        if key not in record:
            raise InputError(f"key {quoted(key)} is missing")
    strangers = record.keys() - {KEY, *wanted}
    if strangers:
        raise InputError(f"unknown key {quoted(min(strangers))} for format {version}")
    return record


def _bid_out(record: Mapping[str, Any], round_: Round) -> Round:
    """The round after its bidding."""
    bid, word, calls = record["bid"], record["declarer"], record["calls"]
    if not _is_count(bid):
        raise InputError(f"bid must be a number of 0 or more, not {_shown(bid)}")
    declarer = None if word is None else read_seat(_text(record, "declarer"))
    if calls is None:
        return replace(round_, auction=unheard(bid, declarer))
    round_ = heard(round_, _text(record, "calls"))
    if (round_.bid, round_.declarer) != (bid, declarer):
        raise InputError(f"calls: they do not lead to {word or 'no declarer'} at a bid of {bid}")
    return round_


def _played_out(record: Mapping[str, Any], round_: Round) -> Round:
    """The finished round, from the end of its bidding."""
    contract = _contract(record["contract"])
    laid = record["discard"]
    skat = 0 if laid is None else _part("discard", read_cards, _text(record, "discard"))
    if not contract.hand:
        round_ = round_.took()
    round_ = _part("contract", round_.announced, Announcement(contract, skat))
    cards, choices = _text(record, "cards").split(), record["choices"]
    if not isinstance(choices, list) or len(choices) != len(cards):
        raise InputError("choices must have one entry per card")
    for number, (name, choice) in enumerate(zip(cards, choices, strict=True), 1):
        try:
            card = read_card(name)
            round_ = round_.played(card, _choice(choice, card))
        except InputError as fault:
            raise InputError(f"card {number}: {fault}") from None
    game, score = round_.game, round_.score if round_.stage is Stage.OVER else None
    if game is None or score is None:
        raise InputError(f"the game is not over after {len(cards)} cards")
    made = {"points": game.position.declarer_points, "score": score.score}
    for key, value in made.items():
        if record[key] != value:
            raise InputError(f"{key} is {value} by the rules, not {_shown(record[key])}")
    return round_


def _call_text(call: Call) -> str:
    return f"{call.seat.word} {call.word}" + ("" if call.word is Word.PASSES else f" {call.bid}")


def _bid_said(said: str) -> int:
    """The bid of a call, 0 for a pass."""
    words = said.split(" ")
    if len(words) == 2 and words[1] == Word.PASSES:
        return 0
    if len(words) == 3 and words[1] in (Word.BIDS, Word.HOLDS) and words[2] in map(str, BIDS):
        return int(words[2])
    raise InputError(f"{quoted(said)} is not a call of the bidding")


def _contract(record: Any) -> Contract:
    if not isinstance(record, dict) or not isinstance(record.get("game"), str):
        raise InputError("contract names no game")
    flags = {key: value for key, value in record.items() if key != "game"}
    if not flags.keys() <= set(_FLAGS) or not all(value is True for value in flags.values()):
        raise InputError(f"contract must have a game and true for each announced one of {', '.join(_FLAGS)}")

    def read(game: str) -> Contract:
        return Contract(read_game(game), **flags)

    return _part("contract", read, record["game"])


def _choice_record(decision: Decision) -> dict[str, Any] | None:
    choice = decision.choice
    if choice is None:
        return None
    record: dict[str, Any] = {} if choice.card == decision.card else {"card": card_text(choice.card)}
    if choice.worlds or choice.cards:
        record["worlds"] = choice.worlds
        record["cards"] = {
            card_text(one.card): [one.worlds, one.wins, one.points_worlds, one.points] for one in choice.cards
        }
    return record | ({"stopped": True} if choice.stopped else {})


def _choice(record: Any, card: int) -> Choice | None:
    if record is None:
        return None
    if not isinstance(record, dict) or not record.keys() <= {"card", "worlds", "cards", "stopped"}:
        raise InputError("invalid choice")
    worlds, outcomes = record.get("worlds", 0), record.get("cards", {})
    if not _is_count(worlds) or not isinstance(outcomes, dict) or record.get("stopped", True) is not True:
        raise InputError("invalid choice")
    found = []
    for name, numbers in outcomes.items():
        if not isinstance(numbers, list) or len(numbers) != 4 or not all(map(_is_count, numbers)):
            raise InputError(f"invalid choice: {name} needs four numbers")
        seen, wins, points_worlds, points = numbers
        if wins > seen or seen > worlds or points > 120 * points_worlds:
            raise InputError(f"invalid choice: impossible numbers for {name}")
        found.append(CardOutcomes(read_card(name), *numbers))
    chosen = read_card(_text(record, "card")) if "card" in record else card
    return Choice(chosen, tuple(found), worlds, stopped="stopped" in record)


def _part(key: str, read: Callable[[V], T], value: V) -> T:
    """The value of a part of a line; errors are prefixed with its key."""
    try:
        return read(value)
    except InputError as fault:
        raise InputError(f"{key}: {fault}") from None


def _text(record: Mapping[str, Any], key: str) -> str:
    value = record[key]
    if not isinstance(value, str):
        raise InputError(f"{key} must be text, not {_shown(value)}")
    return value


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _shown(value: object) -> str:
    """A value as shown in a message, shortened."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:40]}..."

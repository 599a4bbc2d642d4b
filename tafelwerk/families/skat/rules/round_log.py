"""Logs of rounds: one round per line in JSON, as programs write it, or a `key: value` line per key, as a person types it.

A round has what is needed to replay it and, for each card chosen by a program, the evaluation behind it. Points and score are
there for readers and as a check: reading replays the round by the rules and compares them. docs/skat.md describes the keys.

A log of any format is read as a stream of rounds and of parts that cannot be read. Rounds of a match have numbers and names.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import takewhile
from typing import Any, NamedTuple, TypeVar

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.skat.rules.cards import (
    Seat,
    card_text,
    card_words,
    cards_text,
    has_bells,
    read_card,
    read_cards,
    read_game,
    read_seat,
    term,
)
from tafelwerk.families.skat.rules.contracts import BIDS, Auction, Call, Contract, Word, advance, unheard
from tafelwerk.families.skat.rules.deals import deal_of
from tafelwerk.families.skat.rules.play import PricedGame, replay
from tafelwerk.families.skat.rules.rounds import (
    AGREED,
    PENALTIES,
    UNNAMED,
    Announcement,
    CardOutcomes,
    Choice,
    End,
    Round,
    Stage,
    begin_round,
    out_of_reach,
)
from tafelwerk.language import in_german, join_words, say
from tafelwerk.spelling import compose
from tafelwerk.wording import near, suggestion

T = TypeVar("T")
V = TypeVar("V")

VERSION = 2
"""Latest version of the format, in the first key of a line; a line without the keys that it added has version 1."""

KEY = "skat_round"

SOURCE = "a person"
"""Source of rounds that name none."""

ODD_BID = "odd_bid"
"""Warning, before a colon and the number: a bid that no game is worth."""

_FLAGS = ("hand", "schneider", "schwarz", "ouvert")
_ALWAYS = ("name", "source", "seed", "players", "deal", "calls", "bid", "declarer")
_PLAYED = ("contract", "discard", "cards", "points", "score", "choices")
_ADDED = ("end", "culprit", "warnings", "prices")
_KEYS = (*_ALWAYS, *_PLAYED, *_ADDED)
_TYPED = tuple(key for key in _KEYS if key not in ("choices", "warnings", "prices"))
_NUMBERS = ("seed", "bid", "points", "score")
_CONTINUED = ("deal", "calls", "cards")
_GERMAN_KEYS = {
    "quelle": "source",
    "startwert": "seed",
    "spieler": "players",
    "verteilung": "deal",
    "reizung": "calls",
    "gereizt": "bid",
    "reizwert": "bid",
    "alleinspieler": "declarer",
    "spiel": "contract",
    "gedrückt": "discard",
    "gedrueckt": "discard",
    "karten": "cards",
    "stiche": "cards",
    "augen": "points",
    "wertung": "score",
    "ende": "end",
    "verursacher": "culprit",
}
"""German words for the keys of typed rounds."""

_END_WORDS = {
    End.DECIDED: ("decided", "entschieden"),
    End.RESIGN_DECLARER: ("declarer gives up", "Alleinspieler gibt auf"),
    End.RESIGN_DEFENDERS: ("defenders give up", "Gegner geben auf"),
    End.REST_DECLARER: ("rest to declarer", "Rest an Alleinspieler"),
    End.REST_DEFENDERS: ("rest to defenders", "Rest an Gegner"),
    End.TIMEOUT_DECLARER: ("declarer ran out of time", "Alleinspieler überschritt die Zeit"),
    End.TIMEOUT_DEFENDER: ("defender ran out of time", "Gegner überschritt die Zeit"),
    End.LEFT_DECLARER: ("declarer left", "Alleinspieler ging"),
    End.LEFT_DEFENDER: ("defender left", "Gegner ging"),
    End.TIMEOUT_PENALTY: ("player ran out of time", "Spieler überschritt die Zeit"),
    End.LEFT_PENALTY: ("player left", "Spieler ging"),
}
_ENDS = {words.lower(): end for end, languages in _END_WORDS.items() for words in languages} | {
    "declarer resigns": End.RESIGN_DECLARER,
    "defenders resign": End.RESIGN_DEFENDERS,
    "gegenspieler geben auf": End.RESIGN_DEFENDERS,
    "rest an gegenspieler": End.REST_DEFENDERS,
}
"""Words of both languages for the ends of typed rounds, which are suggested, and all that are read."""

_GERMAN_CALLS = {"reizt": Word.BIDS, "sagt": Word.BIDS, "hält": Word.HOLDS, "passt": Word.PASSES}
_ARTICLES = ("the", "den", "die", "der")
_ANNOUNCED = ("announced", "angesagt")
_ANY_KEY = "|".join((*_TYPED, *_GERMAN_KEYS))
_HANDS = "VH|MH|HH|V|M|H|Skat|forehand|middlehand|rearhand|Vorhand|Mittelhand|Hinterhand"
_BETWEEN_KEYS = re.compile(rf"\s*[;,]\s*(?=(?:{_ANY_KEY}|{_HANDS})\s*:)", re.IGNORECASE)
_TYPED_KEY = re.compile(rf"\s*({_ANY_KEY})\s*:(.*)", re.IGNORECASE)
_OTHER_KEY = re.compile(r"\s*([^\W\d_]{3,})\s*:")
_HAND_LINE = re.compile(rf"\s*(?:{_HANDS})\s*:.*", re.IGNORECASE)
_TYPED_LINE = re.compile(rf"{_TYPED_KEY.pattern}|{_HAND_LINE.pattern}", re.IGNORECASE)
_NUMBERING = re.compile(r"^\s*[0-9]{1,2}[.)]\s+(?=\D)")
"""Keys of typed rounds, the hands of a deal without its key, and the number of a trick."""


class LineError(InputError):
    """An error in a line of a typed round.

    Attributes:
        offset: number of lines before it.
    """

    def __init__(self, fault: str, offset: int) -> None:
        super().__init__(fault)
        self.offset = offset


def line_of(fault: InputError, begin: int) -> int:
    """The line of an error in a round that begins in a line of a file."""
    return begin + (fault.offset if isinstance(fault, LineError) else 0)


def write_round(done: Round) -> str:
    """The round as one line, without line end.

    Raises:
        InputError: the round is not over.
    """
    if done.stage is not Stage.OVER:
        raise InputError(f"round {in_quotes(done.name)} is not over and cannot be recorded")
    added = _optional_keys(done)
    record: dict[str, Any] = {
        KEY: VERSION if added else 1,
        "name": done.name,
        "source": done.source,
        "seed": done.seed,
        "players": list(done.players),
        "deal": done.dealt.text(),
        "calls": calls_text(done.auction),
        "bid": done.bid if done.auction.is_recorded else None,
        "declarer": None if done.declarer is None else done.declarer.word,
    }
    if done.game is not None and done.score is not None:
        game = done.game
        flags = {flag: True for flag in _FLAGS if getattr(game.contract, flag)}
        record |= {
            "contract": {"game": game.game.value} | flags,
            "discard": None if game.contract.hand else cards_text(game.deal.skat),
            "cards": " ".join(map(card_text, game.cards)),
            "points": done.points,
            "score": done.score.score,
            "choices": [_choice_record(*pair) for pair in zip(game.cards, game.choices, strict=True)],
        }
    return json.dumps(record | added, ensure_ascii=False, separators=(",", ":"))


def _optional_keys(done: Round) -> dict[str, Any]:
    """The keys that version 2 added, where they say something."""
    added: dict[str, Any] = {}
    if done.ended is not None:
        added["end"] = done.ended.value
    if done.culprit is not None:
        added["culprit"] = done.culprit.word
    if done.warnings:
        added["warnings"] = list(done.warnings)
    if done.prices is not None:
        best, line = (" ".join(map(card_text, cards)) for cards in (done.prices.best, done.prices.line))
        added["prices"] = {"values": list(done.prices.values), "best": best, "line": line}
    return added


def read_rounds(text: str) -> list[Round]:
    """The rounds of a log, each replayed by the rules; empty lines are ignored.

    Raises:
        InputError: A line is not a round, has a newer format or is against the rules, or two rounds have the same
            name; the message gives the line's number.
    """
    rounds: list[Round] = []
    # strings in JSON may contain line ends other than \n
    for part in scan_rounds(text.split("\n")):
        if isinstance(part, Skipped):
            raise InputError(str(part))
        rounds.append(part)
    return rounds


def scan_rounds(lines: Iterable[str]) -> "Iterator[Round | Skipped]":
    """The rounds of a log in order, and those that cannot be read or are there already."""
    names, rounds = Contents(), Contents()
    for number, text in split_rounds(lines):
        try:
            done = read_round(text, number)
        except InputError as fault:
            yield Skipped(line_of(fault, number), BAD_ROUND, str(fault))
            continue
        earlier, same = names.earlier(done.name, number), rounds.earlier(write_round(done), number)
        if same is not None:
            yield Skipped.duplicate(number, same)
        elif earlier is not None:
            yield Skipped(
                number,
                BAD_ROUND,
                say("another round {name} is already in line {line}", name=in_quotes(done.name), line=earlier),
            )
        else:
            yield done


def split_rounds(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The text of each round of a log, with the number of its first line: a line in JSON, or typed lines up to an empty one."""
    typed: list[str] = []
    begin = 0
    for number, line in enumerate(lines, 1):
        is_part = bool(typed) and line.strip() and not line.lstrip().startswith("{")
        if typed and not is_part:
            yield begin, "\n".join(typed)
            typed = []
        if is_part or _TYPED_LINE.match(line):
            begin = begin if typed else number
            typed.append(line)
        elif line.strip() and not line.lstrip().startswith("#"):
            yield number, line
    if typed:
        yield begin, "\n".join(typed)


def is_typed(text: str) -> bool:
    """Whether a text has a line that begins with a key of a typed round."""
    return any(map(_TYPED_LINE.match, text.split("\n")))


def read_round(text: str, line: int = 1) -> Round:
    """The round in a text, in JSON or typed.

    Args:
        text: a text from `split_rounds`.
        line: its first line in the log, which names a round without a name.

    Raises:
        InputError: the text is not a round, has a newer format or is against the rules.
    """
    if _TYPED_LINE.match(text) is None:
        return _read_record(_object(text), line)
    typed = _BETWEEN_KEYS.sub("\n", text)
    try:
        return _read_record(_typed_record(typed), line)
    except InputError as fault:
        offset = fault.offset if isinstance(fault, LineError) else _key_offset(str(fault), typed)
        raise LineError(_in_typed_keys(str(fault), typed), offset if typed == text else 0) from None


def _key_offset(fault: str, text: str) -> int:
    """The number of lines before that of the key with which a refusal begins; 0 if it begins with none."""
    keys = [match and match[1].lower() for match in map(_TYPED_KEY.match, text.split("\n"))]
    first_word = re.match(r"\w+", fault)
    names = [key and _GERMAN_KEYS.get(key, key) for key in keys]
    return names.index(first_word[0]) if first_word and first_word[0] in names else 0


def _in_typed_keys(fault: str, text: str) -> str:
    """A refusal with the keys in German, if the text has one, or in a German answer none that is English.

    A key stands first, in quotes or before a colon.
    """
    keys = [match[1].lower() for match in map(_TYPED_KEY.match, text.split("\n")) if match]
    is_german = not _GERMAN_KEYS.keys().isdisjoint(keys) or (in_german() and not {*keys} - {"name"})
    words = {key: word.capitalize() for word, key in reversed(_GERMAN_KEYS.items())} if is_german else {}
    names = ", ".join(_TYPED)
    fault = fault.replace(names, ", ".join(words.get(key, key) for key in _TYPED))
    key = "|".join(_TYPED)
    for end, (english, german) in _END_WORDS.items():
        fault = re.sub(rf"\b{end}(?=[,;]|$)", german if is_german or in_german() else english, fault)
    pattern = rf"^(?:{key})\b|(?<=')(?:{key})(?=')|(?<![\w-])(?:{key})(?=:)"
    return re.sub(pattern, lambda match: words.get(match[0], match[0]), fault)


def _read_record(record: Mapping[str, Any], line: int) -> Round:
    """The round of a record with all keys."""
    name, source = (_text(record, key) for key in ("name", "source"))
    players, seed = list(UNNAMED) if record["players"] is None else record["players"], record["seed"]
    if not isinstance(players, list) or len(players) != 3 or not all(isinstance(player, str) for player in players):
        raise InputError(say("players must be three names"))
    if seed is not None and (not _is_count(seed)):
        raise InputError(say("seed must be a number of 0 or more, or null, not {given}", given=_shorten(seed)))
    warnings = record["warnings"] or []
    if not isinstance(warnings, list) or not all(isinstance(word, str) for word in warnings):
        raise InputError(say("warnings must be a list of words"))
    end, culprit = _end(record["end"]), record["culprit"]
    first, second, third = map(compose, players)
    done = replace(
        begin_round(_part("deal", deal_of, _text(record, "deal"))),
        culprit=None if culprit is None else read_seat(_text(record, "culprit")),
        name=compose(name) or f"round-{line}",
        players=(first, second, third),
        source=compose(source) or SOURCE,
        seed=seed,
        line=line,
        warnings=tuple(warnings),
    )
    done = _bid_out(record, done, is_penalty=end in PENALTIES)
    if done.declarer is not None and end not in PENALTIES:
        done = _played_out(record, done, end)
    elif record["contract"] is not None:
        raise InputError(say("contract: nobody announced a game"))
    return _with_prices(record, replace(done, ended=end))


def calls_text(auction: Auction) -> str | None:
    """The calls as "middlehand bids 18, forehand holds 18, middlehand passes, ..."; None if they are not known."""
    return ", ".join(map(_call_text, auction.calls)) or None


def heard(round_: Round, calls: str, *, is_over: bool = True) -> Round:
    """The round after its bidding, call by call. A bid that no game is worth is possible if a warning of the round names it.

    Args:
        round_: the round before the first bid.
        calls: the calls in the form of `calls_text`.
        is_over: whether the bidding must be over.

    Raises:
        InputError: A call is unreadable or not possible then, or the bidding is not over.
    """
    for number, call in enumerate(calls.split(", "), 1):
        try:
            bid, auction = _bid_said(call, round_.warnings), round_.auction
            if bid and bid not in BIDS and (bid == auction.bid if auction.answering else bid > auction.bid):
                round_ = replace(round_, auction=advance(auction, bid))
            else:
                round_ = round_.said(bid)
            if _call_text(round_.auction.calls[-1]) != call:
                raise InputError(
                    say(
                        "expected {call}, not {given}",
                        call=in_quotes(_call_text(round_.auction.calls[-1])),
                        given=in_quotes(call),
                    )
                )
        except InputError as fault:
            raise InputError(say("calls: call {number}: {fault}", number=number, fault=fault)) from None
    if is_over and not round_.auction.over:
        raise InputError(say("calls: the bidding is not over"))
    return round_


def _object(line: str) -> dict[str, Any]:
    """The JSON object in a line, with its version and keys checked."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        if not line.lstrip().startswith("{"):
            raise InputError(
                say(
                    "neither JSON nor a line of a typed round, such as contract: clubs; a complete one: tafelwerk skat replay "
                    "--help"
                )
            ) from None
        raise InputError(say("incomplete line, or not JSON")) from None
    if not isinstance(record, dict) or KEY not in record:
        lacks = _lacking_text([KEY, *(_lacking(record) if isinstance(record, dict) else ())])
        easier = say(
            "easier typed, a line per key, such as contract: clubs; a complete one: tafelwerk skat replay --help"
        )
        raise InputError(f"{say('not a recorded round')}: {lacks}; {easier}")
    version = record[KEY]
    if not _is_count(version) or version < 1:
        raise InputError(say("{key} must be the format's number, not {given}", key=KEY, given=_shorten(version)))
    if version > VERSION:
        raise InputError(
            say(
                "format {version} is newer than this program, which reads formats up to {most}",
                version=version,
                most=VERSION,
            )
        )
    return _complete({key: value for key, value in record.items() if key != KEY}, version)


def _typed_record(text: str) -> dict[str, Any]:
    """The keys and values of a typed round, as in JSON."""
    lines: dict[str, list[str]] = {}
    key = ""
    for offset, line in enumerate(text.split("\n")):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _TYPED_KEY.match(line)
        if match is None and _HAND_LINE.match(line) and key not in _CONTINUED:
            key = "deal"
            lines.setdefault(key, [])
        stranger = None if match or _HAND_LINE.match(line) else _OTHER_KEY.match(line)
        if match is None and key in _CONTINUED and stranger is None:
            lines[key].append(line.strip())
            continue
        if match is None:
            fault = say("{given} is not a line 'key: value'", given=in_quotes(line.strip()))
            if stranger is not None:
                fault = say("unknown key {key}", key=in_quotes(stranger[1]))
                names = near(stranger[1], [*map(str.capitalize, _GERMAN_KEYS), *_TYPED])
                fault += say("; did you mean {}?").format(names[0]) if names else ""
            raise LineError(f"{fault}; {say('keys are {keys}', keys=', '.join(_TYPED))}", offset)
        key = _GERMAN_KEYS.get(match[1].lower(), match[1].lower())
        if key in lines:
            raise LineError(say("key {key} is there twice", key=in_quotes(key)), offset)
        lines[key] = [match[2].strip()]
    if "cards" in lines:
        lines["cards"] = [_NUMBERING.sub("", part) for part in lines["cards"]]
    record: dict[str, Any] = {
        # hands of a deal may stand on lines of their own
        key: ("\n" if key == "deal" else " ").join(filter(None, parts))
        for key, parts in lines.items()
    }
    for key in _NUMBERS:
        if key in record:
            record[key] = _number(key, record[key])
    if "players" in record:
        record["players"] = [name.strip() for name in record["players"].split(",")]
    if "contract" in record:
        words = re.split(r"[\s,-]+", record["contract"].lower().strip())
        games = [word for word in words if word not in (*_FLAGS, *_ANNOUNCED)]
        record["contract"] = {"game": " ".join(games)} | {word: True for word in words if word in _FLAGS}
        if "schwarz" in record["contract"] or ("ouvert" in record["contract"] and "null" not in words):
            # what these include
            record["contract"] |= dict.fromkeys(("hand", "schneider", "schwarz"), True)
    if "declarer" in record and record["declarer"] in record.get("players", ()):
        record["declarer"] = Seat(record["players"].index(record["declarer"])).word
    if "calls" in record:
        record["calls"] = ", ".join(_english_call(call) for call in record["calls"].split(","))
    if "end" in record:
        words = [word for word in record["end"].lower().rstrip(".").split() if word not in _ARTICLES]
        record["end"] = _ENDS.get(" ".join(words), record["end"])
    if "cards" in record:
        record["cards"] = " ".join(_card_words(record["cards"].replace("|", " ")))
    return _complete(record, VERSION)


def _english_call(call: str) -> str:
    """A call as `calls_text` has it, from one in either language; what is none stays as it is."""
    seat, *others = call.split() or [""]
    if not others or others[0].lower() not in _GERMAN_CALLS:
        return " ".join([seat, *others])
    with suppress(InputError):
        seat = read_seat(seat).word
    return " ".join([seat, _GERMAN_CALLS[others[0].lower()], *others[1:]])


def _card_words(text: str) -> list[str]:
    """The cards played, each a word; those of a German pack by their canonical names."""
    words = card_words(text)
    if not has_bells(text):
        return words
    return [card_text(read_card(word, bells=True)) for word in words]


def _number(key: str, text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,20}", text, re.ASCII):
        raise InputError(say("{key} must be a number, not {given}", key=key, given=in_quotes(text)))
    return int(text)


def _complete(record: dict[str, Any], version: int) -> dict[str, Any]:
    """A record with all keys, None or empty where it may leave one out."""
    if lacking := _lacking(record):
        raise InputError(_lacking_text(lacking))
    strangers = record.keys() - {*_KEYS}
    if strangers:
        raise InputError(say("unknown key {key} for format {version}", key=in_quotes(min(strangers)), version=version))
    return dict.fromkeys(_KEYS) | {"name": "", "source": ""} | record


def _lacking(record: Mapping[str, Any]) -> list[str]:
    """The keys that a record needs and does not have."""
    is_bid = record.get("calls") is not None or record.get("bid") is not None
    is_passed = is_bid and record.get("declarer") is None and not any(key in record for key in _PLAYED)
    has_game = not is_passed and record.get("end") not in tuple(PENALTIES)
    needed = ("deal", *(("contract", "cards") if has_game else ()))
    return [key for key in needed if key not in record]


def _lacking_text(keys: Sequence[str]) -> str:
    quoted = [*map(in_quotes, keys)]
    if len(keys) > 1:
        return say("keys {keys} are missing", keys=join_words(quoted))
    return say("key {key} is missing", key=quoted[0])


def _bid_out(record: Mapping[str, Any], round_: Round, *, is_penalty: bool) -> Round:
    """The round after its bidding, which may be unfinished if a player left."""
    bid, word, calls = record["bid"], record["declarer"], record["calls"]
    if bid is not None and not _is_count(bid):
        raise InputError(say("bid must be a number of 0 or more, not {given}", given=_shorten(bid)))
    declarer = None if word is None else read_seat(_text(record, "declarer"))
    if calls is None and is_penalty and declarer is None:
        return round_
    if calls is None:
        return replace(round_, auction=unheard(bid, declarer))
    round_ = heard(round_, _text(record, "calls"), is_over=not is_penalty)
    led_to = round_.bid if bid is None else bid, round_.declarer if word is None and bid is None else declarer
    if (round_.bid, round_.declarer) != led_to:
        raise InputError(
            say(
                "calls: they do not lead to {declarer} at a bid of {bid}",
                declarer=term(word) if word else say("no declarer"),
                bid=led_to[0],
            )
        )
    return round_


def _end(record: Any) -> End | None:
    """The end of a round that was not played to its end."""
    ends = [end for end in End if end not in (End.COMPLETE, End.PASSED)]
    if record is not None and record not in ends:
        raise InputError(say("end must be one of {ends}, not {given}", ends=", ".join(ends), given=_shorten(record)))
    return None if record is None else End(record)


def _played_out(record: Mapping[str, Any], round_: Round, end: End | None) -> Round:
    """The round after its cards, from the end of its bidding; without an `end` the game must be over then."""
    contract = _contract(record["contract"])
    laid = record["discard"]
    skat = 0 if laid is None else _part("discard", read_cards, _text(record, "discard"))
    if not contract.hand:
        round_ = round_.took()
    round_ = _part("contract", round_.announced, Announcement(contract, skat))
    cards = _text(record, "cards").split()
    choices = [None] * len(cards) if record["choices"] is None else record["choices"]
    if not isinstance(choices, list) or len(choices) != len(cards):
        raise InputError(say("choices must have one entry per card"))
    for number, (name, choice) in enumerate(zip(cards, choices, strict=True), 1):
        try:
            card = read_card(name)
            round_ = round_.played(card, _choice(choice, card))
        except InputError as fault:
            raise InputError(f"{say('card')} {number}: {fault}") from None
    if end is None and round_.stage is not Stage.OVER:
        raise InputError(
            say(
                "the game is not over after {count} cards; if it ended early, add how, such as end: resign_declarer; what a "
                "position is worth says: tafelwerk skat solve --deal ... --history ...",
                count=len(cards),
            )
        )
    game = round_.game
    assert game is not None
    if end is not None and (game.over or (end is End.DECIDED and not out_of_reach(game.contract, game.position))):
        if game.over:
            raise InputError(say("end: the game is over after {count} cards", count=len(cards)))
        raise InputError(say("end: the game is not decided after {count} cards", count=len(cards)))
    if end not in AGREED:
        return round_
    if game.null:
        raise InputError(say("end: in Null, write who gives up, such as end: resign_declarer"))
    points, least, most = record["points"], game.position.declarer_points, 120 - game.position.defender_points
    if points is None or points == (most if end is End.REST_DECLARER else least):
        return round_
    if not _is_count(points) or not least <= points <= most:
        raise InputError(
            say(
                "points must be {least} to {most} by the cards played, not {given}",
                least=least,
                most=most,
                given=points,
            )
        )
    return replace(round_, agreed_points=points)


def _with_prices(record: Mapping[str, Any], done: Round) -> Round:
    """The round with the prices of its record, whose points and score are compared."""
    if done.game is not None and done.score is not None:
        for key, value in {"points": done.points, "score": done.score.score}.items():
            if record[key] is not None and record[key] != value:
                raise InputError(
                    say("{key} is {value} by the rules, not {given}", key=key, value=value, given=_shorten(record[key]))
                )
    if record["prices"] is None:
        return done
    return replace(done, prices=_part("prices", lambda prices: _prices(done, prices), record["prices"]))


def _prices(done: Round, record: Any) -> PricedGame:
    if done.game is None or not isinstance(record, dict) or record.keys() != {"values", "best", "line"}:
        raise InputError(say("a round that was played has 'values', 'best' and 'line'"))
    values, count = record["values"], len(done.game.cards)
    best, line = (tuple(map(read_card, _text(record, key).split())) for key in ("best", "line"))
    if (
        not isinstance(values, list)
        or not all(map(_is_count, values))
        or (len(values), len(best)) != (count + 1, count)
    ):
        raise InputError(
            say("{count} cards need {values} values and {count} best cards", count=count, values=count + 1)
        )
    prices = PricedGame(done.game, tuple(values), best, line)
    replay(done.game.deal, done.game.game, done.game.declarer, (*done.game.cards, *line))
    return prices


def _call_text(call: Call) -> str:
    return f"{call.seat.word} {call.word}" + ("" if call.word is Word.PASSES else f" {call.bid}")


def _bid_said(call: str, warnings: Sequence[str]) -> int:
    """The bid of a call, 0 for a pass."""
    words = call.split(" ")
    if len(words) == 2 and words[1] == Word.PASSES:
        return 0
    if len(words) == 3 and words[1] in (Word.BIDS, Word.HOLDS):
        is_odd = f"{ODD_BID}:{words[2]}" in warnings and re.fullmatch("[0-9]{1,3}", words[2], re.ASCII)
        if is_odd or words[2] in map(str, BIDS):
            return int(words[2])
    raise InputError(say("{call} is not a call of the bidding", call=in_quotes(call)))


def _contract(record: Any) -> Contract:
    if not isinstance(record, dict) or not isinstance(record.get("game"), str):
        raise InputError(say("contract names no game"))
    flags = {key: value for key, value in record.items() if key != "game"}
    if not flags.keys() <= set(_FLAGS) or not all(value is True for value in flags.values()):
        raise InputError(
            say("contract must have a game and true for each announced one of {flags}", flags=", ".join(_FLAGS))
        )

    def read_contract(game: str) -> Contract:
        return Contract(read_game(game), **flags)

    return _part("contract", read_contract, record["game"])


def _choice_record(card: int, choice: Choice | None) -> dict[str, Any] | None:
    if choice is None:
        return None
    record: dict[str, Any] = {} if choice.card == card else {"card": card_text(choice.card)}
    if choice.worlds or choice.cards:
        record["worlds"] = choice.worlds
        record["cards"] = {
            card_text(seen.card): [seen.worlds, seen.wins, seen.points_worlds, seen.points] for seen in choice.cards
        }
    return record | ({"stopped": True} if choice.stopped else {})


def _choice(record: Any, card: int) -> Choice | None:
    if record is None:
        return None
    if not isinstance(record, dict) or not record.keys() <= {"card", "worlds", "cards", "stopped"}:
        raise InputError(say("invalid choice"))
    worlds, outcomes = record.get("worlds", 0), record.get("cards", {})
    if not _is_count(worlds) or not isinstance(outcomes, dict) or record.get("stopped", True) is not True:
        raise InputError(say("invalid choice"))
    card_outcomes = []
    for name, numbers in outcomes.items():
        if not isinstance(numbers, list) or len(numbers) != 4 or not all(map(_is_count, numbers)):
            raise InputError(f"{say('invalid choice')}: {say('{name} needs four numbers', name=name)}")
        seen, wins, points_worlds, points = numbers
        if wins > seen or seen > worlds or points > 120 * points_worlds:
            raise InputError(f"{say('invalid choice')}: {say('impossible numbers for {name}', name=name)}")
        card_outcomes.append(CardOutcomes(read_card(name), *numbers))
    chosen = read_card(_text(record, "card")) if "card" in record else card
    return Choice(chosen, tuple(card_outcomes), worlds, stopped="stopped" in record)


def _part(key: str, read: Callable[[V], T], value: V) -> T:
    """The value of a part of a line; errors are prefixed with its key."""
    try:
        return read(value)
    except InputError as fault:
        raise InputError(f"{key}: {fault}") from None


def _text(record: Mapping[str, Any], key: str) -> str:
    value = record[key]
    if not isinstance(value, str):
        raise InputError(say("{key} must be text, not {given}", key=key, given=_shorten(value)))
    return value


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _shorten(value: object) -> str:
    """A value as shown in a message, shortened."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:40]}..."


class Contents:
    """Lines of the records of a stream by their contents, in some hundred bytes per record: a log may be larger than memory.

    Contents are compared by 64 bits of their hash, so that two of a million different records are taken for the same with a
    chance of about 3e-8.
    """

    def __init__(self) -> None:
        self._lines: dict[int, int] = {}

    def earlier(self, content: object, line: int) -> int | None:
        """The line of the first record with this content; None if it is the first, which is then noted.

        Args:
            content: what two records must have in common, as a value with a `repr`.
            line: the record's line.
        """
        key = int.from_bytes(blake2b(repr(content).encode("utf-8", "surrogatepass"), digest_size=8).digest())
        if key in self._lines:
            return self._lines[key]
        self._lines[key] = line
        return None


DUPLICATE = "duplicate"
"""Kind of error: a round that the log has already had."""

BAD_ROUND, BAD_GAME, OTHER_RULES = "bad_round", "bad_game", "other_rules"
"""Kinds of errors: an invalid round of this program's format, an invalid game of xskat's, one that follows other rules."""

_SAID_IN_WORDS = (DUPLICATE, BAD_ROUND, BAD_GAME, OTHER_RULES)
"""Kinds whose details are sentences, which say it alone."""

_MOST_NEAR = 1000  # names kept for suggestions


class Skipped(NamedTuple):
    """An unreadable part of a log.

    Attributes:
        line: its first line, from 1.
        error: kind of error, one word.
        detail: the error in words.
        number: its number among the games of the log, where these are numbered.
    """

    line: int
    error: str
    detail: str
    number: int | None = None

    def __str__(self) -> str:
        kind = "" if self.error in _SAID_IN_WORDS else f"{self.error}: "
        return f"{say('line')} {self.line}: {kind}{self.detail}"

    @property
    def of_game(self) -> str:
        """What is wrong with a numbered game."""
        return f"game {self.number}, line {self.line}: {self.detail}"

    @classmethod
    def duplicate(cls, line: int, earlier: int) -> "Skipped":
        """A round that was already in an earlier line."""
        return cls(line, DUPLICATE, say("the same round as in line {line}", line=earlier))


Warn = Callable[[str], None]
"""Receives a warning about a whole log, one word."""


@dataclass(frozen=True, eq=False)
class RoundLog:
    """A log that is read as a stream, any number of times.

    Attributes:
        name: name of the log in messages.
        read: gives its rounds and skipped parts in order; takes a function for warnings.
    """

    name: str
    read: Callable[[Warn], Iterator[Round | Skipped]]

    def __str__(self) -> str:
        return self.name

    def find_round(self, name: str) -> Round:
        """The first round with a given full or short name, or that of a number in the log.

        Its warnings name the lines of others with the same name.

        Raises:
            InputError: there is no such round, or the log has no rounds.
        """
        common = _Common()
        candidates: dict[str, Round] = {}
        again: dict[str, list[str]] = {}
        names: list[str] = []
        count, numbered = 0, None
        for part in self.read(lambda word: None):
            if isinstance(part, Skipped):
                for known in candidates.values():
                    if known.line is not None and part == Skipped.duplicate(part.line, known.line):
                        again[known.name].append(f"same_round:line {part.line}")
                continue
            common.add(part.name)
            count += 1
            if name == str(count):
                numbered = part
            if part.name in candidates:
                again[part.name].append(f"same_name:line {part.line}")
            elif part.name == name or (f"-{name}-" in f"-{part.name}-" and len(candidates) < _MOST_NEAR):
                candidates[part.name], again[part.name] = part, []
            if len(names) < _MOST_NEAR:
                names.append(part.name)
        match = candidates.get(name) or next(
            (part for part in candidates.values() if common.short(part.name) == name), numbered
        )
        if match is not None:
            return replace(match, warnings=(*match.warnings, *again.get(match.name, ())))
        hint = suggestion(name, names, f"tafelwerk skat replay {self.name} --no-price")
        raise InputError(f"{self.name} has no round {in_quotes(name)}; {hint}")


class _Common:
    """Common first and last parts of names, which are separated by hyphens."""

    def __init__(self) -> None:
        self._first: list[str] | None = None
        self._last: list[str] = []
        self._most, self._count = 0, 0

    def add(self, name: str) -> None:
        """Add a name."""
        words = name.split("-")
        self._count += 1
        if self._first is None:
            self._first, self._last, self._most = words, words, len(words) - 1
            return
        self._most = min(self._most, len(words) - 1)
        self._first = [word for word, _ in _alike(self._first, words)]
        self._last = [word for word, _ in _alike(self._last[::-1], words[::-1])][::-1]

    def short(self, name: str) -> str:
        """A name without the common parts; a single name stays as it is."""
        if self._count < 2:
            return name
        first = min(len(self._first or ()), self._most)
        last = min(len(self._last), self._most - first)
        words = name.split("-")
        return "-".join(words[first : len(words) - last])


def _alike(one: Sequence[str], other: Sequence[str]) -> Iterator[tuple[str, str]]:
    return takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Short names without the parts common to all, by full names."""
    known, common = list(names), _Common()
    for name in known:
        common.add(name)
    return {name: common.short(name) for name in known}


def round_numbers(players: Sequence[str], first: int, last: int) -> range:
    """Numbers of the rounds of a match on deals `first` to `last`: three per deal; one, the first, if a player plays itself."""
    return range(3 * first, 3 * last + 3, 1 if len(players) > 1 else 3)


def round_name(seed: int, number: int, players: Sequence[str]) -> str:
    """Name of a round of a match: seed, number and players, one name for all if they are the same."""
    return f"match-{seed}-{number}-{'-'.join(players if len(set(players)) > 1 else players[:1])}"


def round_names(players: Sequence[str], seed: int, first: int, last: int) -> list[str]:
    """Names of these rounds."""
    return [round_name(seed, number, players) for number in round_numbers(players, first, last)]

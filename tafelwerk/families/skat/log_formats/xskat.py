"""Game logs of xskat 4.0, formatted or not, in English or German.

A game has a head with the players' names, one row per trick with one column per player, the hands with which play began, and
lines with the Skat before and after discarding, the bid, the announcement and the result. In a trick the card in capitals took
it; a card with _ for a blank was led, unless the card that took it was led. A formatted log overstrikes with backspaces: a
letter over itself for a capital, _ below underlined text.

Each game is replayed card by card, and the log's hands, tricks, points and result are compared with the replay. Variants that
are not in the Skat Order (Ramsch, Kontra, Revolution and the like), and games that were given up before the last trick, are left
out.

Source: the manual page of xskat 4.0 (Gunter Gerhardt, 2004), and logs that it writes.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.skat.rules.cards import Game, Seat, bits, card_name, card_names, mask_of, read_card, term
from tafelwerk.families.skat.rules.contracts import Contract, unheard
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.round_log import BAD_GAME, DUPLICATE, OTHER_RULES, Contents, Skipped, write_round
from tafelwerk.families.skat.rules.rounds import Announcement, Round, Stage, begin_round
from tafelwerk.language import count_noun, say

SOURCE = "xskat"
"""Source of these rounds."""

_SUITS = dict(zip(("club", "spade", "heart", "diamond", "kreuz", "pik", "herz", "karo"), "CSHD" * 2, strict=True))
_RANKS = {"10": "T", "b": "J", "d": "Q"}  # ten, Bube, Dame; the others as they are
_GAMES = dict(zip(_SUITS, list(Game)[:4] * 2, strict=True)) | {game.value: game for game in (Game.GRAND, Game.NULL)}
_ANNOUNCED = {
    text: what
    for texts, what in (
        (("Played Hand", "Hand gespielt"), {"hand"}),
        (("Schneider announced", "Schneider angesagt"), {"hand", "schneider"}),
        (("Schwarz announced", "Schwarz angesagt"), {"hand", "schneider", "schwarz"}),
        (("Played ouvert", "Ouvert gespielt"), {"ouvert"}),
        (("Played ouvert Hand", "Ouvert Hand gespielt"), {"hand", "ouvert"}),
    )
    for text in texts
}
_PASS = ("pass", "passe")
_RULE, _END = "-" * 4, "=" * 10
_RULES = 3  # lines of dashes in a game
_SEED = re.compile(r"random_seed (\d+) (\d+) (\d)(?: ([LR]))?")
_PLAYED = re.compile(r"(.+) (?:played|spielte) (\w+)")
_RESULT = re.compile(r"(Won|Lost|Gewonnen|Verloren)(?: (?:with|mit): (\d+) (?:points|Augen))?")
_STRUCK = re.compile("(.)\b(.)")


def is_xskat(text: str) -> bool:
    """Whether a text looks like a log of xskat, with lines of dashes and the end of a game."""
    return bool(re.search(r"^-{10}", text, re.MULTILINE) and re.search(r"^={40}\s*$", text, re.MULTILINE))


def scan_xskat(lines: Iterable[str]) -> Iterator[Round | Skipped]:
    """The games of a log in order: rounds, and games that are not in the Skat Order, were not finished or are inconsistent.

    Rounds are named xskat-SEED-N by the log's random_seed, or xskat-game-N by their number in a log of predefined games;
    other games of a name are numbered xskat-SEED-N-2 and so on. A game that is logged twice is left out.

    Args:
        lines: lines of the log, with or without line ends.
    """
    names: Counter[str] = Counter()
    contents = Contents()
    for number, block in enumerate(_blocks(lines), 1):
        line = block[0].number
        try:
            if _END not in block[-1].text:
                last = block[-1].number
                raise InputError(
                    f"{say('line')} {last}: {say('no line of ==== ends the game that begins in line {line}', line=line)}"
                )
            done = _read_game(block[:-1], number)
            if (earlier := contents.earlier(write_round(replace(done, name="")), line)) is not None:
                raise _DuplicateError(Skipped.duplicate(line, earlier).detail)
        except _NoRoundError as why:
            yield Skipped(line, why.error, str(why), number)
        except InputError as fault:
            yield Skipped(line, BAD_GAME, say("game {number}, {fault}", number=number, fault=fault), number)
        else:
            names[done.name] += 1
            name = done.name if names[done.name] == 1 else f"{done.name}-{names[done.name]}"
            yield replace(done, name=name, line=line)


class _NoRoundError(Exception):
    """A game that is left out; `error`: kind of error, one word."""

    error = OTHER_RULES


class _UnfinishedError(_NoRoundError):
    """A game that was not played to its end."""

    error = "unfinished"


class _DuplicateError(_NoRoundError):
    """A game that the log has already had."""

    error = DUPLICATE


class _Line(NamedTuple):
    number: int
    text: str


class _Cell(NamedTuple):
    card: int
    took: bool
    led: bool


@dataclass(slots=True)
class _Record:
    """Content of the lines below the hands."""

    skat: int = 0
    dealt_skat: int | None = None
    bid: int = 0
    player: str = ""
    game: Game | None = None
    announced: frozenset[str] = frozenset()
    won: bool | None = None
    points: int | None = None
    line: int = 0


@contextmanager
def _at(line: int) -> Iterator[None]:
    """Prefix errors within the context with a line number."""
    try:
        yield
    except InputError as fault:
        raise InputError(f"{say('line')} {line}: {fault}") from None


def _blocks(lines: Iterable[str]) -> Iterator[list[_Line]]:
    """The non-empty lines of each game, including its end line, which a game may lack."""
    block: list[_Line] = []
    for number, line in enumerate(lines, 1):
        plain = _STRUCK.sub(_without_overstrike, line.rstrip("\r\n"))
        if plain.strip() and (block or _END not in plain):
            block.append(_Line(number, plain))
        if _END in plain:
            yield from _games(block)
            block = []
    yield from _games(block)


def _games(block: list[_Line]) -> Iterator[list[_Line]]:
    """The games in the lines up to an end line: more than one if the end lines of others are missing."""
    rules = [index for index, line in enumerate(block) if line.text.startswith(_RULE)]
    begin = 0
    for game in range(1, round(len(rules) / _RULES)):
        # the line above the first rule of a game has the players' names
        end = max(rules[_RULES * game] - 1, begin + 1)
        yield block[begin:end]
        begin = end
    if block[begin:]:
        yield block[begin:]


def _without_overstrike(match: re.Match[str]) -> str:
    below, upon = match[1], match[2]
    if below == upon:
        return upon.upper()
    return "_" if upon == " " else upon


def _read_game(block: list[_Line], number: int) -> Round:
    """The round given by a game's lines."""
    head, tricks, hands, record = _parts(block)
    names = _names(head)
    rule = hands[0]
    columns = [_column_cards(hands[1:], column) for column in range(3)]
    report = _record(record)
    first, passed = _forehand(tricks, rule)
    if passed != (report.game is None):
        with _at(rule.number):
            raise InputError(say("a played game must have tricks, and a game on which all passed a row of passes"))
    seats = [columns[(first + seat) % 3] for seat in range(3)]
    players = (names[first], names[(first + 1) % 3], names[(first + 2) % 3])
    seed = _SEED.search(rule.text)
    name = f"xskat-{seed[1]}-{seed[2]}{seed[4] or ''}" if seed else f"xskat-game-{number}"
    if report.game is None:
        with _at(rule.number):
            dealt = Deal((seats[0], seats[1], seats[2]), report.skat)
            done = replace(begin_round(dealt), auction=unheard(0, None))
        return done.with_record(name, players, SOURCE)
    with _at(report.line):
        declarer = _declarer(report.player, players)
        round_ = _announce(seats, report, declarer)
    final_round = _play_tricks(round_, tricks, first)
    _compare(final_round, report)
    return final_round.with_record(name, players, SOURCE)


def _parts(block: list[_Line]) -> tuple[list[_Line], list[_Line], list[_Line], list[_Line]]:
    """Head, tricks, hands with the line of dashes above them, and the lines below."""
    rules = [index for index, line in enumerate(block) if line.text.startswith(_RULE)]
    if len(rules) != _RULES or rules[0] == 0:
        with _at(block[0].number):
            raise InputError(say("a game must have names, tricks, hands and a result, separated by lines of ----"))
    first, second, third = rules
    return block[:first], block[first + 1 : second], block[second:third], block[third + 1 :]


def _names(head: Sequence[_Line]) -> list[str]:
    """The players' names by columns."""
    line = head[0]
    if len(head) > 1 or re.search(r"_\S+_", line.text):
        raise _NoRoundError(say("its value was doubled by Kontra or the like, which is not in the Skat Order"))
    names = [line.text.ljust(36)[start : start + 12].strip() for start in (0, 12, 24)]
    if not all(names) or len(line.text) > 48:
        fault = say("the names of three players are expected, not {given}", given=in_quotes(line.text.strip()))
        raise InputError(f"{say('line')} {line.number}: {fault}")
    return names


def _cells(line: _Line) -> list[str]:
    """The texts in a line's three columns."""
    text = line.text.ljust(38)
    if text[:2].strip() or text[38:].strip() or text[12:14].strip() or text[24:26].strip():
        quoted_line = in_quotes(line.text.strip())
        fault = say("three columns of cards are expected, not {given}", given=quoted_line)
        raise InputError(f"{say('line')} {line.number}: {fault}")
    return [text[start : start + 10].strip() for start in (2, 14, 26)]


def _cell(text: str, line: int) -> _Cell:
    match = re.fullmatch(r"([A-Za-z]+)([ _])(10|[A-Za-z0-9])", text)
    suit = _SUITS.get(match[1].lower()) if match else None
    if text.lower() == "spitze !":
        raise _NoRoundError(say("Spitze was announced, which is not in the Skat Order"))
    if match is None or suit is None:
        quoted_card = in_quotes(text)
        fault = say("unknown card {given}; a card is a suit and a rank, such as Spade 10 or SPADE_K", given=quoted_card)
        raise InputError(f"{say('line')} {line}: {fault}")
    with _at(line):
        rank = match[3].lower()
        card = read_card(suit + _RANKS.get(rank, rank))
    return _Cell(card, match[1].isupper(), match[2] == "_")


def _column_cards(hands: Sequence[_Line], column: int) -> int:
    """A player's hand."""
    cards = 0
    for line in hands:
        cell = _cell(_cells(line)[column], line.number)
        if cards >> cell.card & 1:
            fault = say("{name} is twice in a hand", name=card_name(cell.card))
            raise InputError(f"{say('line')} {line.number}: {fault}")
        cards |= 1 << cell.card
    return cards


def _read_cards(text: str, line: int) -> int:
    """Mask of cards separated by commas, as in the Skat."""
    return mask_of(_cell(part.strip(), line).card for part in text.split(","))


def _record(lines: Sequence[_Line]) -> _Record:
    """The lines below the hands, read."""
    record = _Record()
    for line, text in lines:
        text = text.strip()
        what, _, value = text.partition(":")
        if what in ("Skat is", "Im Skat ist"):
            record.skat = _read_cards(value, line)
        elif what in ("Skat was", "Im Skat war"):
            record.dealt_skat = _read_cards(value, line)
        elif what in ("Last bid", "Gereizt bis") and value.strip().isdigit():
            record.bid = int(value)
        elif text in _ANNOUNCED:
            record.announced |= _ANNOUNCED[text]
        elif match := _RESULT.fullmatch(text):
            record.won = match[1] in ("Won", "Gewonnen")
            record.points = None if match[2] is None else int(match[2])
            record.line = line
        elif (match := _PLAYED.fullmatch(text)) and match[2].lower() in _GAMES:
            record.player, record.game, record.line = match[1], _GAMES[match[2].lower()], line
        else:
            raise _NoRoundError(say("{given} is not in the Skat Order", given=in_quotes(text)))
    if record.game is not None and (record.won is None or record.dealt_skat is None or not record.bid):
        with _at(record.line):
            raise InputError(say("a game must have Skat, bid and result below its hands"))
    return record


def _forehand(tricks: Sequence[_Line], rule: _Line) -> tuple[int, bool]:
    """The column of forehand, and whether all passed."""
    if not tricks:
        raise _UnfinishedError(say("no trick was played"))
    cells = _cells(tricks[0])
    if not all(cells):
        raise _UnfinishedError(say("the game ends within trick {number}", number=1))
    passed = cells[0].strip("_").lower() in _PASS
    if passed:
        marked = [column for column, text in enumerate(cells) if text.startswith("_")]
        if len(tricks) > 1 or len(marked) != 1 or any(text.strip("_").lower() not in _PASS for text in cells):
            fault = say("if all pass there must be one row of passes, with _ at forehand's")
            raise InputError(f"{say('line')} {tricks[0].number}: {fault}")
        first = marked[0]
    else:
        first = _leader([_cell(text, tricks[0].number) for text in cells], tricks[0].number)
    seed = _SEED.search(rule.text)
    if seed and int(seed[3]) % 3 != first:
        column, dealer = first + 1, seed[3]
        fault = say(
            "player {dealer} dealt, so the first trick cannot be led in column {column}", dealer=dealer, column=column
        )
        raise InputError(f"{say('line')} {rule.number}: {fault}")
    return first, passed


def _leader(cells: Sequence[_Cell], line: int) -> int:
    """The column of the leader of a trick."""
    led = [column for column, cell in enumerate(cells) if cell.led]
    took = [column for column, cell in enumerate(cells) if cell.took]
    if len(took) != 1 or len(led) > 1:
        fault = say("one card of a trick must be in capitals, and at most one may have _ for a blank")
        raise InputError(f"{say('line')} {line}: {fault}")
    return (led or took)[0]


def _declarer(player: str, players: Sequence[str]) -> Seat:
    if players.count(player) != 1:
        raise InputError(
            say("{player} is not the name of one of {players}", player=in_quotes(player), players=", ".join(players))
        )
    return Seat(players.index(player))


def _announce(hands: Sequence[int], report: _Record, declarer: Seat) -> Round:
    """The round before the first card."""
    kind = {word: word in report.announced for word in ("hand", "schneider", "schwarz", "ouvert")}
    if kind["ouvert"] and report.game is not Game.NULL:
        kind |= {"schneider": True, "schwarz": True}
    contract = Contract(report.game or Game.NULL, **kind)
    dealt_skat = report.dealt_skat or 0
    cards = hands[declarer] | report.skat
    if dealt_skat & ~cards:
        names, seat = card_names(bits(dealt_skat)), term(declarer.word)
        raise InputError(
            say("the Skat was {names}, which is not in the hand and Skat of {seat}", names=names, seat=seat)
        )
    if contract.hand and dealt_skat != report.skat:
        raise InputError(say("the Skat of a Hand game must be as dealt"))
    forehand, middlehand, rearhand = (cards ^ dealt_skat if seat is declarer else hands[seat] for seat in Seat)
    dealt = Deal((forehand, middlehand, rearhand), dealt_skat)
    round_ = replace(begin_round(dealt), auction=unheard(report.bid, declarer))
    if contract.hand:
        return round_.announced(Announcement(contract))
    return round_.took().announced(Announcement(contract, report.skat))


def _play_tricks(round_: Round, tricks: Sequence[_Line], first: int) -> Round:
    """The round after the tricks."""
    for number, line in enumerate(tricks, 1):
        texts = _cells(line)
        if not all(texts):
            raise _UnfinishedError(say("the game ends within trick {number}", number=number))
        with _at(line.number):
            round_ = _after_trick(round_, [_cell(text, line.number) for text in texts], line.number, first)
    if round_.stage is not Stage.OVER:
        raise _UnfinishedError(say("the game was given up after trick {number}", number=len(tricks)))
    return round_


def _after_trick(round_: Round, cells: Sequence[_Cell], line: int, first: int) -> Round:
    if round_.stage is not Stage.PLAY or round_.game is None:
        raise InputError(say("the game was over before this trick"))
    leader = _leader(cells, line)
    if (leader - first) % 3 != round_.to_act:
        seat = term(round_.game.to_move.word)
        raise InputError(say("{seat} leads, not the player of column {column}", seat=seat, column=leader + 1))
    for turn in range(3):
        round_ = round_.played(cells[(leader + turn) % 3].card)
    game = round_.game
    taker = next(column for column, cell in enumerate(cells) if cell.took)
    if game is not None and (taker - first) % 3 != game.position.leader:
        seat = term(game.position.leader.word)
        raise InputError(say("{seat} takes this trick, not the player of column {column}", seat=seat, column=taker + 1))
    return round_


def _compare(final_round: Round, report: _Record) -> None:
    """Compare the log's result with the replay."""
    game, score = final_round.game, final_round.score
    if game is None or score is None:
        return
    points = None if game.contract.game is Game.NULL else game.position.declarer_points
    if points != report.points:
        made, logged = (
            say("no points") if count is None else count_noun(count, "point") for count in (points, report.points)
        )
        fault = say("tricks and Skat give the declarer {made}, but the log says {logged}", made=made, logged=logged)
        raise InputError(f"{say('line')} {report.line}: {fault}")
    if score.won != report.won:
        result = term("won") if score.won else say("overbid and so lost") if score.overbid else term("lost")
        fault = say("the game is {result} by the Skat Order, but the log says the opposite", result=result)
        raise InputError(f"{say('line')} {report.line}: {fault}")

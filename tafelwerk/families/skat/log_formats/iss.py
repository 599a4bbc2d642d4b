"""Records of the International Skat Server: where they begin and end, their moves, their results, and the rounds in a file.

A record is `(;` properties `;)`, mostly on a line. A value in brackets ends at the first `]`; nothing is escaped. Line ends
have no meaning, and text between records is ignored. A record without end is abandoned where the next one begins. Nothing that
looks like a round is text between records: a game's name, moves, a deal or a result outside of records are those of a record
whose beginning is damaged. At most one record and one block are kept in memory.

The moves, property MV, are read by a state machine from the deal to the end. A move is an actor, `w` for the server or a seat,
and an action. Both contracts and cards begin with `H`, `S` or `C`, so that the phase decides the meaning of a word. The rules
of play are in `families.skat.rules.play`; the server's own rules for ending a game early and for giving up are here.

Rounds are read one at a time, replayed by the rules and compared with the result in the record. The replay is trusted, not the
record's result: a failed announcement counts as if it had been made (International Skat Order, section 5.2), while the server
of 2012 left out levels not made. A game that was given up is settled as the server does it. If both defenders resign, or one
of them is gone, the declarer gets all cards not yet won; if the declarer does, no cards move.

Player names are accounts of real people and are replaced by seats.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from tafelwerk.errors import InputError
from tafelwerk.families.skat.rules.cards import Game, Seat, card_text, cards_text, mask_of, read_card
from tafelwerk.families.skat.rules.contracts import BASE, BIDS, NULL_VALUES, Contract, advance
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.play import legal
from tafelwerk.families.skat.rules.round_log import ODD_BID, Contents, Skipped
from tafelwerk.families.skat.rules.rounds import Announcement, End, GameInPlay, Round, begin_round, out_of_reach
from tafelwerk.language import message, say

BLOCK = 1 << 16
"""Bytes read at a time."""

LONGEST = 1 << 16
"""Largest size of a record in bytes; real ones have fewer than two thousand."""

KNOWN = frozenset(("GM", "PC", "CO", "SE", "ID", "DT", "OW", "P0", "P1", "P2", "R0", "R1", "R2", "MV", "R"))
"""The properties that the server writes."""

_BEGIN = b"(;"
_OUTSIDE = re.compile(rb"\[|;\)|\(;|#[^\n]*")
_INSIDE = re.compile(rb"\]|\(;\s{0,9}GM\s{0,9}\[")
_PROPERTY_FOLLOWS = re.compile(rb"\s*[A-Z]")

_BEGUN, _GAME, _MOVES, _DEAL, _RESULT, _ENDED = range(1, 7)
"""Parts of a record, in the order in which the server writes them: one more than their groups in `_MARK`."""

_MARK = re.compile(
    rb"((?:\((?!;)\s{0,9}|;){0,3}(?<![A-Z0-9])GM\s{0,9}\[)"
    rb"|((?<![A-Z0-9])MV\s{0,9}\[)"
    rb"|((?:[CSHD?][7-9TJQKA?][.|]){20})"
    rb"|((?<![A-Z0-9])R\s{0,9}\[(?:d:|passed|unknown))"
    rb"|(\]\s{0,9};\))"
)
_BETWEEN = re.compile(rb"(?:\(;)|" + _MARK.pattern)
_LONGEST_MARK = 80
_EXCERPT = 20
_PROPERTY = re.compile(r"(?:\s|#[^\n]*)*([A-Z][A-Z0-9]*)\s*\[([^\]]*)\]", re.ASCII)
_REST = re.compile(r"(?:\s|#[^\n]*)*", re.ASCII)
_GAME_NAME = re.compile(rb"(?<![A-Z0-9])GM\s*\[\s*([^\]]*?)\s*\]")
_STONE = re.compile(rb";\s*[BW]\s*\[")
_OTHER_GAMES = {
    b"1": "Go",
    b"2": "Othello",
    b"3": "chess",
    b"4": "Gomoku and Renju",
    b"5": "Nine Men's Morris",
    b"6": "backgammon",
    b"7": "Chinese chess",
    b"8": "shogi",
    b"9": "Lines of Action",
    b"10": "Ataxx",
    b"11": "Hex",
}
"""Games by their numbers in SGF, the format of which the server's is a variant."""

_NO_TEXT = re.compile(r"[^\t\n\r -~]")


FAULTS = {
    "after_end": message("a move after the end"),
    "bad_beginning": message("no beginning of a record"),
    "bad_card": message("unknown card"),
    "bad_contract": message("impossible game"),
    "bad_encoding": message("not text"),
    "bad_player": message("unknown player"),
    "bad_resign": message("a resignation out of place"),
    "bad_result": message("unreadable result"),
    "bad_show": message("cards shown out of place"),
    "bad_syntax": message("not a list of properties"),
    "bad_turn": message("a move out of turn"),
    "bid_too_low": message("a bid that is too low"),
    "card_not_held": message("a card that the player does not hold"),
    "card_twice": message("a card twice"),
    "duplicate_tag": message("a property twice"),
    "hidden_cards": message("hidden cards"),
    "missing_tag": message("a property is missing"),
    "not_skat": message("not Skat"),
    "odd_tokens": message("unreadable moves"),
    "revoke": message("a card that does not follow suit"),
    "skat_differs": message("another Skat than was dealt"),
    "truncated": message("broken off"),
    "unfinished": message("not played to the end"),
    "unknown_move": message("unknown move"),
    "wrong_count": message("wrong number of cards"),
}
"""Kinds of errors of records in words."""


def skipped_text(skipped: Skipped) -> str:
    """An unreadable part of a log of any format, as a line for people: its line, the kind of error in words, and the text."""
    kind = FAULTS.get(skipped.error)
    return str(skipped) if kind is None else f"{say('line')} {skipped.line}: {say(kind)}: {skipped.detail}"


class FaultError(Exception):
    """A record that cannot be read.

    Attributes:
        kind: kind of error, one word.
        detail: the offending text.
    """

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(kind, detail)
        self.kind, self.detail = kind, detail


class RawRecord(NamedTuple):
    """The bytes of a record between `(;` and `;)`.

    Attributes:
        line: its first line, from 1.
        content: the bytes; of a record without beginning, those of its first part or more.
        complete: whether its end was found.
        begun: whether its beginning was found.
    """

    line: int
    content: bytes
    complete: bool
    begun: bool = True


class _Part(NamedTuple):
    """A part of a record outside of records: its line, the part, and its text."""

    line: int
    kind: int
    text: bytes


class _Progress:
    """How far the parts of a damaged record have come."""

    def __init__(self) -> None:
        self._kind, self._line = 0, 0

    def begins(self, kind: int, line: int) -> bool:
        """Whether a part is that of another record than the part before it, which it then replaces.

        A record has its parts in their order, and none twice unless on the same line.
        """
        last = self._kind
        again = kind <= last and (line > self._line or last >= _RESULT > kind or kind == _GAME < last)
        self._kind, self._line = kind, line
        return again or not last

    def close(self) -> None:
        """End the record, if its result was seen."""
        if self._kind >= _RESULT:
            self._kind = 0


def raw_records(read: Callable[[int], bytes]) -> Iterator[RawRecord]:
    """The records of a stream, in order, and what looks like a record whose beginning is damaged.

    Args:
        read: returns at most the given number of bytes of the stream, and none at its end.
    """
    progress = _Progress()
    for piece in _pieces(read):
        if isinstance(piece, RawRecord):
            progress = _Progress()
            yield from _split_record(piece, progress)
        elif progress.begins(piece.kind, piece.line):
            yield RawRecord(piece.line, piece.text, complete=False, begun=False)


def _split_record(record: RawRecord, progress: _Progress) -> Iterator[RawRecord]:
    """A record, or the records in it if it is damaged and contains parts of several."""
    progress.begins(_BEGUN, record.line)
    content = record.content
    begins = [(0, record.line)]
    for mark in _MARK.finditer(content):
        line = record.line + content.count(b"\n", 0, mark.start())
        if progress.begins(_kind(mark), line):
            begins.append((mark.start(), line))
    if len(begins) == 1 or _is_well_formed(record):
        yield record
    else:
        ends = [begin for begin, _ in begins[1:]] + [len(content)]
        for number, ((begin, line), end) in enumerate(zip(begins, ends, strict=True)):
            yield RawRecord(line, content[begin:end], complete=False, begun=not number)
    if record.complete:
        progress.close()


def _kind(mark: re.Match[bytes]) -> int:
    return (mark.lastindex or 0) + 1


def _is_well_formed(record: RawRecord) -> bool:
    try:
        properties(record)
    except FaultError:
        return False
    return True


def _pieces(read: Callable[[int], bytes]) -> Iterator[RawRecord | _Part]:
    """The records of a stream, each from its `(;` on, and the parts of records between them."""
    buffer, line, at_end = b"", 1, False
    # `start` is where reading continues, `line` its line; bytes before it are kept for the mark's look back
    start = 0
    while True:
        match = _BETWEEN.search(buffer, start)
        piece: RawRecord | _Part | None = None
        if match is None:
            after = start if at_end else max(start, len(buffer) - _LONGEST_MARK)
        elif match[0] == _BEGIN:
            after = match.start()
            end, used = _end(buffer, after)
            if end is None and at_end:
                end = used = len(buffer)
            elif end is None and len(buffer) - after >= LONGEST:
                end, used = after + _EXCERPT, after + len(_BEGIN)
            if end is not None:
                first = line + buffer.count(b"\n", start, after)
                piece = RawRecord(first, buffer[after + len(_BEGIN) : end], complete=used > end)
                after = used
        else:
            piece = _Part(line + buffer.count(b"\n", start, match.start()), _kind(match), match[0])
            after = match.end()
        line += buffer.count(b"\n", start, after)
        start = after
        if piece is not None:
            if isinstance(piece, _Part) or piece.complete or _PROPERTY_FOLLOWS.match(piece.content):
                yield piece
        elif at_end:
            return
        else:
            block = read(BLOCK)
            at_end = not block
            cut = max(start - 1, 0)
            buffer = buffer[cut:] + block
            start -= cut


def _end(buffer: bytes, begin: int) -> tuple[int | None, int]:
    """End of the content of the record at a place of a buffer, None if not in the buffer; place where reading continues."""
    offset, pattern = begin + len(_BEGIN), _OUTSIDE
    while match := pattern.search(buffer, offset):
        offset, token = match.end(), match[0]
        if token.startswith(_BEGIN):
            return match.start(), match.start()
        if token == b";)":
            return match.start(), offset
        if token in (b"[", b"]"):
            pattern = _INSIDE if token == b"[" else _OUTSIDE
    return None, 0


def properties(record: RawRecord) -> tuple[dict[str, str], list[str]]:
    """The properties of a record by name, and the names of properties unknown to the server.

    Raises:
        FaultError: bad_beginning, truncated, bad_syntax, duplicate_tag, bad_encoding, not_skat or missing_tag.
    """
    if not record.begun:
        first = record.content[:_EXCERPT].decode("ascii", "replace").split("\n")[0]
        raise FaultError("bad_beginning", say("a record must begin with (;GM[Skat], not with {first}", first=first))
    game = _GAME_NAME.search(record.content[:LONGEST])
    if game and game[1] != b"Skat":
        about = f", a record of {_OTHER_GAMES[game[1]]}" if game[1] in _OTHER_GAMES else ""
        raise FaultError("not_skat", f"GM[{decode_text(game[1])}]{about}")
    if not game and _STONE.search(record.content):
        raise FaultError("not_skat", say("no GM[Skat]; moves of B and W, as in a record of Go"))
    if not record.complete:
        raise FaultError("truncated", say("no end of the record"))
    text = decode_text(record.content)
    values: dict[str, str] = {}
    offset = 0
    while match := _PROPERTY.match(text, offset):
        name, value = match.groups()
        offset = match.end()
        if name in values and name in KNOWN:
            raise FaultError("duplicate_tag", name)
        values[name] = value
    tail = _REST.match(text, offset)
    if tail is None or tail.end() != len(text):
        left = text[offset:].strip()
        raise FaultError("bad_syntax", say("expected a property such as GM[Skat], not {left}", left=left[:20]))
    if "GM" not in values:
        raise FaultError("not_skat", say("no GM[Skat]"))
    if "[" in values.get("MV", ""):
        raise FaultError("bad_syntax", say("no end of MV"))
    for name in ("MV", "R"):
        if name not in values:
            raise FaultError("missing_tag", name)
        if other := _NO_TEXT.search(values[name]):
            raise FaultError("bad_encoding", f"{other[0]!a} in {name}")
    return values, [name for name in values if name not in KNOWN]


def decode_text(content: bytes) -> str:
    """The text of a record.

    Raises:
        FaultError: bad_encoding, if there are bytes that are not text.
    """
    if b"\0" in content:
        raise FaultError("bad_encoding", say("a zero byte"))
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


_KEYS = ("d", "v", "m", "p", "t", "s", "z", "p0", "p1", "p2", "l", "to", "r")
_NUMBER = re.compile(r"-?\d{1,4}", re.ASCII)


class Status(StrEnum):
    """Status of a round, by the record."""

    PASSED = "passed"
    UNKNOWN = "unknown"
    WIN = "win"
    LOSS = "loss"
    PENALTY = "penalty"


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome by the record.

    Attributes:
        status: status of the round.
        overbid: whether the game was worth less than the bid.
        numbers: numbers by key, such as v: the value, or minus twice the value for a lost game.
    """

    status: Status
    overbid: bool
    numbers: Mapping[str, int]


def read_result(text: str) -> Result:
    """The outcome in property R.

    Raises:
        FaultError: bad_result.
    """
    words = text.split()
    if len(words) == 1 and words[0] in (Status.PASSED, Status.UNKNOWN):
        return Result(Status(words[0]), False, {})
    numbers: dict[str, int] = {}
    verdict: dict[str, str] = {}
    for word in words:
        key, colon, number = word.partition(":")
        if colon and key in _KEYS and _NUMBER.fullmatch(number) and key not in numbers:
            numbers[key] = int(number)
        elif word in (Status.WIN, Status.LOSS, Status.PENALTY) and "status" not in verdict:
            verdict["status"] = word
        elif word in ("bidok", "overbid") and "bid" not in verdict:
            verdict["bid"] = word
        else:
            raise FaultError("bad_result", word)
    missing = [key for key in ("d", "v") if key not in numbers] + [key for key in ("status",) if key not in verdict]
    if missing:
        raise FaultError("bad_result", say("{key} is missing", key=missing[0]) if words else say("R is empty"))
    return Result(Status(verdict["status"]), verdict.get("bid") == "overbid", numbers)


MOST_BID = 499
"""The highest bid that the server accepts."""

_GAMES = {
    "C": Game.CLUBS,
    "S": Game.SPADES,
    "H": Game.HEARTS,
    "D": Game.DIAMONDS,
    "G": Game.GRAND,
    "N": Game.NULL,
}
_CARD = re.compile(r"[CSHD][789TJQKA]")
_LIKE_A_CARD = re.compile(r"[A-Z0-9?]{2}")
_GONE = re.compile(r"(TI|LE)\.([012])")
_IN_PLAY = {"RE": "bad_resign", "SC": "bad_show"}
_SIZES = (10, 10, 10, 2)


def read_moves(text: str) -> Round:
    """The round told by the moves of a record.

    Raises:
        FaultError: the moves are not a valid round; its kind names the error.
    """
    words = text.split()
    if "??" in text:
        raise FaultError("hidden_cards", say("?? in the move list"))
    if len(words) % 2:
        raise FaultError("odd_tokens", say("{count} words do not form pairs of actor and action", count=len(words)))
    if len(words) < 2:
        raise FaultError("unfinished", say("no moves"))
    if words[0] not in ("w", "0", "1", "2"):
        raise FaultError("bad_player", words[0])
    if words[0] != "w":
        raise FaultError("bad_turn", say("{move} before the deal", move=" ".join(words[:2])))
    machine = _Machine(begin_round(_read_deal(words[1])))
    for who, what in zip(words[2::2], words[3::2], strict=True):
        machine.move(who, what)
    if not machine.is_over:
        raise FaultError("unfinished", say("the moves end before the round is over"))
    return machine.round


class _Machine:
    """State machine: the round up to the announcement and at its end, the game between them, and the next expected move."""

    def __init__(self, round_: Round) -> None:
        self.round, self.is_over = round_, False
        self._auction = round_.auction
        self._game: GameInPlay | None = None
        self._announced: Contract | None = None
        self._resigned: set[Seat] = set()
        self._next: Callable[[str, str], None] = self._call

    def move(self, who: str, what: str) -> None:
        """Process a move."""
        if who not in ("w", "0", "1", "2"):
            raise FaultError("bad_player", who)
        if self.is_over:
            raise FaultError("after_end", f"{who} {what}")
        if who == "w" and (gone := _GONE.fullmatch(what)):
            self._leave(gone[1] == "TI", Seat(int(gone[2])))
        elif self._game is None and what in _IN_PLAY:
            raise FaultError(_IN_PLAY[what], say("{move} before play", move=f"{who} {what}"))
        else:
            self._next(who, what)

    # the bidding

    def _call(self, who: str, what: str) -> None:
        """The bidder calls a number or passes, and the holder holds or passes; forehand may call if both others passed."""
        auction = self._auction
        seat = auction.to_speak
        assert seat is not None
        _turn(who, what, seat)
        is_answer = auction.answering and auction.bid > 0
        if is_answer and what not in ("y", "p"):
            raise FaultError("unknown_move", say("{move} where y or p is expected", move=f"{who} {what}"))
        self._auction = advance(auction, 0 if what == "p" else auction.bid if is_answer else self._number(what))
        if not self._auction.over:
            return
        if self._auction.declarer is None:
            self._end()
        self.round, self._next = replace(self.round, auction=self._auction), self._skat_or_hand

    def _number(self, what: str) -> int:
        """Read a number that is called."""
        last = self._auction.bid
        if not what.isascii() or not what.isdigit() or len(what) > 3 or int(what) > MOST_BID:
            raise FaultError("unknown_move", say("{move} where a number or p is expected", move=what))
        bid = int(what)
        if bid <= last or bid < BIDS[0]:
            raise FaultError("bid_too_low", say("{bid} after {last}", bid=bid, last=last) if last else what)
        if bid not in BIDS:
            self._warn(f"{ODD_BID}:{bid}")
        return bid

    # the Skat and the contract

    def _skat_or_hand(self, who: str, what: str) -> None:
        """The declarer asks for the Skat or announces a Hand game."""
        _turn(who, what, self._declarer)
        if what == "s":
            self.round, self._next = self.round.took(), self._skat
        else:
            self._contract(who, what)

    def _skat(self, who: str, what: str) -> None:
        """The server gives the Skat."""
        if who != "w":
            raise FaultError("bad_turn", say("{move} where the server gives the Skat", move=f"{who} {what}"))
        cards = _cards(what.split("."), 2)
        if mask_of(cards) != self.round.dealt.skat:
            raise FaultError(
                "skat_differs", say("{given}, dealt {cards}", given=what, cards=cards_text(self.round.dealt.skat))
            )
        self._next = self._contract

    def _contract(self, who: str, what: str) -> None:
        """The declarer announces, in one move with the discard or before it."""
        _turn(who, what, self._declarer)
        token, *cards = what.split(".")
        contract = _contract(token, hand=not self.round.taken)
        if contract.game is Game.NULL and NULL_VALUES[contract.hand, contract.ouvert] < self.round.bid:
            raise FaultError("bad_contract", say("{game} at a bid of {bid}", game=token, bid=self.round.bid))
        self._announced = contract
        if contract.hand:
            self._check_open_hand(cards, self.round.cards)
            self._begin(0)
        elif cards:
            self._discard(cards)
        else:
            self._next = self._discards

    def _discards(self, who: str, what: str) -> None:
        """The declarer discards two cards after the announcement."""
        _turn(who, what, self._declarer)
        self._discard(what.split("."))

    def _discard(self, cards: list[str]) -> None:
        two, open_hand = cards[:2], cards[2:]
        laid, own = mask_of(_cards(two, 2)), self.round.cards
        if missing := laid & ~own:
            raise FaultError("card_not_held", say("{cards} discarded", cards=cards_text(missing)))
        self._check_open_hand(open_hand, own & ~laid)
        self._begin(laid)

    def _check_open_hand(self, cards: list[str], hand: int) -> None:
        """Compare the cards that the declarer shows with the announcement, if any, with all ten of the hand."""
        if cards and mask_of(_cards(cards, 10)) != hand:
            self._warn("ouvert_cards_differ")

    def _begin(self, laid: int) -> None:
        assert self._announced is not None
        self.round, self._next = self.round.announced(Announcement(self._announced, laid)), self._play
        self._game = self.round.game

    # play

    def _play(self, who: str, what: str) -> None:
        """A card, or another action of a player."""
        if who == "w":
            raise FaultError("unknown_move", f"w {what}")
        seat, game = Seat(int(who)), self._game
        assert game is not None
        if what == "RE":
            self._resign(seat)
        elif what == "SC" or what.startswith("SC."):
            self._show(seat, what.split(".")[1:], game.position.hands[seat])
        elif not _CARD.fullmatch(what):
            raise FaultError("bad_card" if _LIKE_A_CARD.fullmatch(what) else "unknown_move", f"{who} {what}")
        else:
            _turn(who, what, game.to_move)
            self._play_card(game, read_card(what))

    def _play_card(self, game: GameInPlay, card: int) -> None:
        seat, name, position = game.to_move, card_text(card), game.position
        if card in game.cards:
            raise FaultError("card_twice", say("played twice: {card}", card=name))
        if not position.hands[seat] >> card & 1:
            raise FaultError("card_not_held", f"{seat.value} {name}")
        if not legal(position) >> card & 1:
            raise FaultError(
                "revoke", say("{move} on {card}", move=f"{seat.value} {name}", card=card_text(position.table[0]))
            )
        self._game = after = game.played(card)
        if after.over:
            self._end()
        elif out_of_reach(after.contract, after.position):
            self._end(End.DECIDED)

    def _resign(self, seat: Seat) -> None:
        if seat in self._resigned:
            raise FaultError("bad_resign", say("{seat} RE, again", seat=seat.value))
        self._resigned.add(seat)
        if seat is self._declarer:
            self._end(End.RESIGN_DECLARER)
        elif len(self._resigned) == 2:
            self._end(End.RESIGN_DEFENDERS)

    def _show(self, seat: Seat, cards: list[str], hand: int) -> None:
        """The declarer shows the hand, which has no effect."""
        if seat is not self._declarer:
            raise FaultError("bad_show", f"{seat.value} SC")
        try:
            open_hand = cards and mask_of(_cards(cards, None))
        except FaultError as fault:
            raise FaultError("bad_show", fault.detail) from None
        if cards and open_hand != hand:
            self._warn("shown_cards_differ")

    def _leave(self, timeout: bool, seat: Seat) -> None:
        """A seat ran out of time or left."""
        if self._game is None:
            end = End.TIMEOUT_PENALTY if timeout else End.LEFT_PENALTY
        elif seat is self._declarer:
            end = End.TIMEOUT_DECLARER if timeout else End.LEFT_DECLARER
        else:
            end = End.TIMEOUT_DEFENDER if timeout else End.LEFT_DEFENDER
        self._end(end, seat)

    def _end(self, ended: End | None = None, culprit: Seat | None = None) -> None:
        self.is_over = True
        self.round = replace(self.round, auction=self._auction, game=self._game, ended=ended, culprit=culprit)

    def _warn(self, word: str) -> None:
        self.round = replace(self.round, warnings=(*self.round.warnings, word))

    @property
    def _declarer(self) -> Seat:
        return self._auction.holder


def _read_deal(text: str) -> Deal:
    groups = text.split("|")
    cards = _cards(text.replace("|", ".").split("."), 32)
    if len(groups) > 1 and tuple(len(group.split(".")) for group in groups) != _SIZES:
        raise FaultError("wrong_count", say("a deal must have ten, ten, ten and two cards"))
    forehand, middlehand, rearhand = (mask_of(cards[start : start + 10]) for start in (0, 10, 20))
    return Deal((forehand, middlehand, rearhand), mask_of(cards[30:]))


def _cards(names: list[str], count: int | None) -> list[int]:
    """Distinct cards by name; exactly `count` of them, if given."""
    if count is not None and len(names) != count:
        raise FaultError("wrong_count", say("{cards} cards, not {count}", cards=len(names), count=count))
    cards = []
    for name in names:
        if not _CARD.fullmatch(name):
            raise FaultError("bad_card", name[:20])
        card = read_card(name)
        if card in cards:
            raise FaultError("card_twice", name)
        cards.append(card)
    return cards


def _contract(token: str, *, hand: bool) -> Contract:
    """The contract given by a word.

    Args:
        token: the game's letter, then any of O, H, S and Z.
        hand: whether the Skat was left.
    """
    game, letters = _GAMES.get(token[:1]), token[1:]
    if game is None or not set(letters) <= set("OHSZ") or len(set(letters)) < len(letters):
        raise FaultError("bad_contract", token[:20])
    ouvert, schwarz = "O" in letters, "Z" in letters
    if game is not Game.NULL and ouvert:
        schwarz, letters = True, letters + "H"
    if ("H" in letters) != hand:
        why = say("Hand with the Skat taken up") if "H" in letters else say("no Hand with the Skat left")
        raise FaultError("bad_contract", f"{token}: {why}")
    try:
        return Contract(game, hand, schwarz or "S" in letters, schwarz, ouvert)
    except InputError as fault:
        raise FaultError("bad_contract", f"{token}: {fault}") from None


def _turn(who: str, what: str, seat: Seat) -> None:
    """Refuse a move by another seat than the one to act."""
    if who != str(seat.value):
        raise FaultError("bad_turn", say("{move}, not {seat}", move=f"{who} {what}", seat=seat.value))


SOURCE = "International Skat Server"
"""Source of these rounds."""

_BOM = b"\xef\xbb\xbf"


def scan_iss(
    read: Callable[[int], bytes], warn: Callable[[str], None] = lambda word: None
) -> Iterator[Round | Skipped]:
    """The rounds of a stream of records, and the records that cannot be read.

    Args:
        read: as for `raw_records`.
        warn: receives each kind of inconsistency of the file once, as one word.
    """
    warned: set[str] = set()

    def warn_once(word: str) -> None:
        if word not in warned:
            warned.add(word)
            warn(word)

    line, contents = 0, Contents()
    for raw in raw_records(_without_mark(read, warn_once)):
        if raw.line == line:
            warn_once("several_records_on_a_line")
        line = raw.line
        try:
            raw.content.decode("utf-8")
        except UnicodeDecodeError:
            warn_once("not_utf8")
        try:
            done = read_record(raw)
        except FaultError as fault:
            yield Skipped(raw.line, fault.kind, fault.detail)
            continue
        earlier = contents.earlier(_content(done, raw.line), raw.line)
        yield done if earlier is None else Skipped.duplicate(raw.line, earlier)


def _without_mark(read: Callable[[int], bytes], warn_once: Callable[[str], None]) -> Callable[[int], bytes]:
    """The stream without a byte order mark."""
    begun = False

    def block(size: int) -> bytes:
        nonlocal begun
        content = read(size)
        if not begun and content.startswith(_BOM):
            warn_once("bom")
            content = content.removeprefix(_BOM)
        begun = True
        return content

    return block


def read_record(raw: RawRecord) -> Round:
    """The round in a record. A game that was given up is settled as the server does it, see `Round.points` and `Round.score`.

    Raises:
        FaultError: the record is not a valid round; its kind names the error.
    """
    values, unknown = properties(raw)
    done = read_moves(values["MV"])
    result = read_result(values["R"])
    warnings = [f"unknown_tag:{name}" for name in unknown]
    if "OW" in values:
        warnings.append(f"player_view:{values['OW'].strip()}")
    warnings += done.warnings
    warnings += [f"result_differs:{what}" for what in _differences(done, result)]
    return replace(done, name=_name(values, raw.line), source=SOURCE, line=raw.line, warnings=tuple(warnings))


def _content(done: Round, line: int) -> object:
    """What two records of the same round have in common: the number, unless it is that of a line, the cards and the calls."""
    name = "" if done.name.endswith(f"-line-{line}") else done.name
    cards = done.game and (done.game.contract, done.game.deal, done.game.cards)
    return name, done.dealt, done.auction, done.declarer, done.end, cards


def _name(values: dict[str, str], line: int) -> str:
    """Name from server and number of the game, or from the line if it has no number."""
    server = "iss2" if values.get("PC", "").strip().upper() == "ISS2" else "iss"
    number = "".join(values.get("ID", "").split())
    return f"{server}-{number}" if number else f"{server}-line-{line}"


def _differences(done: Round, result: Result) -> Iterator[str]:
    """Properties in which the record's own result differs from the replay, one word each."""
    if result.status is Status.UNKNOWN:
        return
    score, declarer = done.score, done.declarer
    if score is None or declarer is None:
        status = Status.PASSED if done.end is End.PASSED else Status.PENALTY
        if result.status is not status:
            yield status.value
        elif status is Status.PENALTY and result.numbers["d"] != (-1 if declarer is None else declarer):
            yield "declarer"
        return
    if result.status in (Status.PASSED, Status.PENALTY):
        yield result.status.value
        return
    ours = {"d": declarer, "v": score.score, "m": score.matadors, "p": done.points, "t": done.tricks}
    names = {"d": "declarer", "v": "value", "m": "matadors", "p": "points", "t": "tricks"}
    if (result.status is Status.WIN) != score.won:
        yield "won"
    if result.overbid != score.overbid:
        yield "overbid"
    for key, value in ours.items():
        if result.numbers.get(key, value) not in ((value, _value_of_2012(done, result)) if key == "v" else (value,)):
            yield names[key]


def _value_of_2012(done: Round, result: Result) -> int:
    """The value of a lost game by the server of 2012, which left out levels announced but not made."""
    score, game = done.score, done.game
    assert score is not None
    assert game is not None
    if score.won or score.overbid or game.game is Game.NULL:
        return score.score
    contract = game.contract
    unmade = sum(
        announced and not result.numbers.get(key)
        for announced, key in ((contract.schneider, "s"), (contract.schwarz, "z"))
    )
    return score.score + 2 * unmade * BASE[contract.game]

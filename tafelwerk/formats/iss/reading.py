"""Rounds of a file of records, one at a time, each replayed by the rules and compared with the result in the record.

The replay is trusted, not the record's result: a failed announcement counts as if it had been made (International Skat Order,
section 5.2), while the server of 2012 left out levels not made. A game that was given up is settled as the server does it. If
both defenders resign, or one of them is gone, the declarer gets all cards not yet won; if the declarer does, no cards move.

Player names are accounts of real people and are replaced by seats.
"""

from collections.abc import Callable, Iterator

from tafelwerk.formats.iss.moves import BY_DECLARER, BY_DEFENDERS, PENALTIES, End, Moves, read_moves
from tafelwerk.formats.iss.records import FaultError, RawRecord, properties, raw_records
from tafelwerk.formats.iss.result import Result, Status, read_result
from tafelwerk.formats.repetitions import Contents
from tafelwerk.rules.skat.auction import Auction
from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.rules.skat.play import Position
from tafelwerk.rules.skat.recorded import Played, Recorded, Skipped
from tafelwerk.rules.skat.scoring import BASE, Contract, Score, settle

SOURCE = "International Skat Server"
"""Source of these rounds."""

_SEATS = (Seat.FOREHAND.word, Seat.MIDDLEHAND.word, Seat.REARHAND.word)
_BOM = b"\xef\xbb\xbf"


def scan_iss(
    read: Callable[[int], bytes], warn: Callable[[str], None] = lambda word: None
) -> Iterator[Recorded | Skipped]:
    """The rounds of a stream of records, and the records that cannot be read.

    Args:
        read: as for `raw_records`.
        warn: receives each kind of inconsistency of the file once, as one word.
    """
    told: set[str] = set()

    def say(word: str) -> None:
        if word not in told:
            told.add(word)
            warn(word)

    line, contents = 0, Contents()
    for raw in raw_records(_unmarked(read, say)):
        if raw.line == line:
            say("several_records_on_a_line")
        line = raw.line
        try:
            raw.content.decode("utf-8")
        except UnicodeDecodeError:
            say("not_utf8")
        try:
            record = read_record(raw)
        except FaultError as fault:
            yield Skipped(raw.line, fault.kind, fault.detail)
            continue
        earlier = contents.earlier(_content(record), record.line)
        yield record if earlier is None else Skipped.duplicate(record.line, earlier)


def _unmarked(read: Callable[[int], bytes], say: Callable[[str], None]) -> Callable[[int], bytes]:
    """The stream without a byte order mark."""
    begun = False

    def block(size: int) -> bytes:
        nonlocal begun
        found = read(size)
        if not begun and found.startswith(_BOM):
            say("bom")
            found = found.removeprefix(_BOM)
        begun = True
        return found

    return block


def read_record(raw: RawRecord) -> Recorded:
    """The round in a record.

    Raises:
        FaultError: the record is not a valid round; its kind names the error.
    """
    found, unknown = properties(raw)
    moves = read_moves(found["MV"])
    result = read_result(found["R"])
    assert moves.end is not None
    played = None if moves.contract is None else _settled(moves, moves.contract)
    warnings = [f"unknown_tag:{name}" for name in unknown]
    if "OW" in found:
        warnings.append(f"player_view:{found['OW'].strip()}")
    warnings += moves.warnings
    warnings += [f"result_differs:{what}" for what in _differences(moves, played, result)]
    return Recorded(
        name=_name(found, raw.line),
        line=raw.line,
        source=SOURCE,
        players=_SEATS,
        dealt=moves.dealt,
        auction=Auction(
            moves.bid, Seat.FOREHAND if moves.declarer is None else moves.declarer, None, False, tuple(moves.calls)
        ),
        declarer=moves.declarer,
        end=moves.end.value,
        played=played,
        penalised=_penalised(moves),
        warnings=tuple(warnings),
    )


def _content(record: Recorded) -> object:
    """What two records of the same round have in common: the number, unless it is that of a line, the cards and the calls."""
    name = "" if record.name.endswith(f"-line-{record.line}") else record.name
    cards = record.played and (record.played.contract, record.played.deal, record.played.cards)
    return name, record.dealt, record.auction, record.declarer, record.end, cards


def _name(found: dict[str, str], line: int) -> str:
    """Name from server and number of the game, or from the line if it has no number."""
    server = "iss2" if found.get("PC", "").strip().upper() == "ISS2" else "iss"
    number = "".join(found.get("ID", "").split())
    return f"{server}-{number}" if number else f"{server}-line-{line}"


def _penalised(moves: Moves) -> tuple[Seat, ...]:
    """Seats fined if no game was announced: the one that failed or, after the bidding, both defenders for one of them."""
    if moves.end not in PENALTIES or moves.culprit is None:
        return ()
    if moves.declarer is None or moves.culprit is moves.declarer:
        return (moves.culprit,)
    return tuple(seat for seat in Seat if seat is not moves.declarer)


def _settled(moves: Moves, contract: Contract) -> Played:
    """The result of a game that was announced."""
    position, deal, declarer = moves.position, moves.deal, moves.declarer
    assert position is not None
    assert deal is not None
    assert declarer is not None
    points, tricks = _counted(moves, contract, position)
    cards = deal.hands[declarer] | deal.skat
    return Played(
        contract=contract,
        deal=deal,
        cards=tuple(moves.cards),
        points=points,
        tricks=tricks,
        score=_score(moves, contract, cards, points, tricks),
        ruled=moves.end not in BY_DECLARER | BY_DEFENDERS,
    )


def _counted(moves: Moves, contract: Contract, position: Position) -> tuple[int, int]:
    """The declarer's points and tricks; if the defenders gave up, including all that they have not won."""
    if moves.end in BY_DEFENDERS and contract.game is not Game.NULL:
        against = moves.tricks - position.declarer_tricks
        return 120 - position.defender_points, 10 - against
    return position.declarer_points, position.declarer_tricks


def _score(moves: Moves, contract: Contract, cards: int, points: int, tricks: int) -> Score:
    """The score of the game."""
    against = tricks
    schneider, schwarz = not 30 < points < 90, tricks in (0, 10)
    if moves.end is End.DECIDED:
        # unplayed tricks count for neither side
        schneider = schwarz = False
    if moves.end in BY_DECLARER:
        if contract.game is Game.NULL:
            against = 1
        if not moves.tricks:
            schneider, schwarz = points >= 90, False
    return settle(contract, cards, points, against, moves.bid, schneider=schneider, schwarz=schwarz)


def _differences(moves: Moves, played: Played | None, result: Result) -> Iterator[str]:
    """Properties in which the record's own result differs from the replay, one word each."""
    if result.status is Status.UNKNOWN:
        return
    if played is None:
        status = Status.PASSED if moves.end is End.PASSED else Status.PENALTY
        if result.status is not status:
            yield status.value
        elif status is Status.PENALTY and result.numbers["d"] != (-1 if moves.declarer is None else moves.declarer):
            yield "declarer"
        return
    if result.status in (Status.PASSED, Status.PENALTY):
        yield result.status.value
        return
    score, declarer = played.score, moves.declarer
    assert declarer is not None
    ours = {"d": declarer, "v": score.score, "m": score.matadors, "p": played.points, "t": played.tricks}
    names = {"d": "declarer", "v": "value", "m": "matadors", "p": "points", "t": "tricks"}
    if (result.status is Status.WIN) != score.won:
        yield "won"
    if result.overbid != score.overbid:
        yield "overbid"
    for key, value in ours.items():
        if result.numbers.get(key, value) not in ((value, _value_of_2012(played, result)) if key == "v" else (value,)):
            yield names[key]


def _value_of_2012(played: Played, result: Result) -> int:
    """The value of a lost game by the server of 2012, which left out levels announced but not made."""
    score, contract = played.score, played.contract
    if score.won or score.overbid or contract.game is Game.NULL:
        return score.score
    unmade = sum(
        said and not result.numbers.get(key) for said, key in ((contract.schneider, "s"), (contract.schwarz, "z"))
    )
    return score.score + 2 * unmade * BASE[contract.game]

"""Rounds of a file of records, one at a time, each replayed by the rules and compared with the result in the record.

The replay is trusted, not the record's result: a failed announcement counts as if it had been made (International Skat Order,
section 5.2), while the server of 2012 left out levels not made. A game that was given up is settled as the server does it. If
both defenders resign, or one of them is gone, the declarer gets all cards not yet won; if the declarer does, no cards move.

Player names are accounts of real people and are replaced by seats.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from tafelwerk.families.skat.rules.cards import Game
from tafelwerk.families.skat.rules.contracts import BASE
from tafelwerk.families.skat.rules.round_log import Skipped
from tafelwerk.families.skat.rules.rounds import End, Round
from tafelwerk.formats.iss.moves import read_moves
from tafelwerk.formats.iss.records import FaultError, RawRecord, properties, raw_records
from tafelwerk.formats.iss.result import Result, Status, read_result
from tafelwerk.formats.repetitions import Contents

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
            done = read_record(raw)
        except FaultError as fault:
            yield Skipped(raw.line, fault.kind, fault.detail)
            continue
        earlier = contents.earlier(_content(done, raw.line), raw.line)
        yield done if earlier is None else Skipped.duplicate(raw.line, earlier)


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


def read_record(raw: RawRecord) -> Round:
    """The round in a record. A game that was given up is settled as the server does it, see `Round.points` and `Round.score`.

    Raises:
        FaultError: the record is not a valid round; its kind names the error.
    """
    found, unknown = properties(raw)
    done = read_moves(found["MV"])
    result = read_result(found["R"])
    warnings = [f"unknown_tag:{name}" for name in unknown]
    if "OW" in found:
        warnings.append(f"player_view:{found['OW'].strip()}")
    warnings += done.warnings
    warnings += [f"result_differs:{what}" for what in _differences(done, result)]
    return replace(done, name=_name(found, raw.line), source=SOURCE, line=raw.line, warnings=tuple(warnings))


def _content(done: Round, line: int) -> object:
    """What two records of the same round have in common: the number, unless it is that of a line, the cards and the calls."""
    name = "" if done.name.endswith(f"-line-{line}") else done.name
    cards = done.game and (done.game.contract, done.game.deal, done.game.cards)
    return name, done.dealt, done.auction, done.declarer, done.end, cards


def _name(found: dict[str, str], line: int) -> str:
    """Name from server and number of the game, or from the line if it has no number."""
    server = "iss2" if found.get("PC", "").strip().upper() == "ISS2" else "iss"
    number = "".join(found.get("ID", "").split())
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
        said and not result.numbers.get(key) for said, key in ((contract.schneider, "s"), (contract.schwarz, "z"))
    )
    return score.score + 2 * unmade * BASE[contract.game]

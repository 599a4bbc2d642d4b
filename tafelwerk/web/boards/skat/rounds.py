"""Rounds of the book and of logs: the list of them, and one with the price of every card. Runs in a worker.

Prices are those of `skat replay` for a log, and of `skat games` for the book.
"""

import json
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict
from io import BytesIO
from pathlib import Path
from typing import Any

from tafelwerk.commands.output import json_text
from tafelwerk.errors import InputError
from tafelwerk.play.skat.session import PERSON, SOURCE, SkatSession
from tafelwerk.play.skat.sitting import Ask
from tafelwerk.rules.skat.cards import Seat
from tafelwerk.rules.skat.deals import numbered_deal
from tafelwerk.rules.skat.recorded import Recorded, Skipped, recorded
from tafelwerk.rules.skat.round_log import LoggedRound
from tafelwerk.rules.skat.words import worded
from tafelwerk.tables.question import Answer, document
from tafelwerk.tables.skat.played import StoredRound, get_rounds
from tafelwerk.tables.skat.replayed import replayed, replayed_round
from tafelwerk.web.play import game_in_play
from tafelwerk.web.worker import command
from tafelwerk.web.workers import JobError

FLAGS = ("hand", "schneider", "schwarz", "ouvert")
_LISTED = ("name", "players", "declarer", "bid", "game", *FLAGS, "points", "won", "overbid", "value", "penalised")

MOST_SKIPPED = 20
"""Unreadable records of a log that a page names."""


def listed(log: str | None) -> dict[str, Any]:
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
        return {"rounds": _stored(), "skipped": [], "unread": 0}
    from tafelwerk.commands.skat.logs import records_in

    rounds: list[dict[str, Any]] = []
    skipped: list[str] = []
    unread = 0
    for one in records_in(Path(log), None).read(lambda word: None):
        if isinstance(one, Recorded):
            fields = replayed(one, None)
            rounds.append({name: fields.get(name) for name in _LISTED})
        elif isinstance(one, Skipped):
            unread += 1
            if len(skipped) < MOST_SKIPPED:
                skipped.append(str(one))
    return {"rounds": rounds, "skipped": skipped, "unread": unread}


def told(log: str | None, name: str) -> dict[str, Any]:
    """A round card by card: the document of `skat replay LOG NAME --json`.

    Args:
        log: path of the log; None for the book, whose document has the keys of `skat games NAME --json` and, of a round with
            hidden cards, bidding, players and score as well.
        name: name of the round.

    Raises:
        JobError: there is no such round.
    """
    if log is not None:
        return _replayed(Path(log), name)
    stored = {one.name: one for one in _rounds([name])}.get(name)
    if stored is None:
        return _document("skat", "games", "--json", "--", name)
    game = {} if stored.game is None else _document("skat", "games", "--json", "--", name)
    # the recorded score is the declarer's, as in a log
    return game | _fields(stored) | {"end": "complete" if game else "passed", "score": stored.score}


def _replayed(log: Path, name: str) -> dict[str, Any]:
    """The document of a round of a log; of a log with a line per round only lines with its name are read."""
    from tafelwerk.book import open_book
    from tafelwerk.formats.skat_logs import is_log, records_of
    from tafelwerk.places import default_book

    content = log.read_bytes()
    if is_log(content[:100].decode("utf-8", "replace")):
        marks = {json.dumps(name, ensure_ascii=ascii_).encode() for ascii_ in (True, False)}
        # empty lines keep the numbers of the others
        lines = [line if any(mark in line for mark in marks) else b"" for line in content.split(b"\n")]
        content = b"\n".join(lines) if any(lines) else content
    records = records_of(lambda: nullcontext(BytesIO(content).read), str(log))
    with open_book(default_book()) as book:
        return _plain(book.skat.replay(records, name))


def _plain(answer: Answer) -> dict[str, Any]:
    """The JSON document of an answer."""
    found: dict[str, Any] = json.loads(json_text(document(answer)))
    return found


def at_table(words: list[str], turns: list[str]) -> dict[str, Any]:
    """The round that has just ended at a table, in the keys of a round of a log.

    Args:
        words, turns: as for `table.table`.

    Raises:
        InputError: the round is not over.
    """
    from tafelwerk.build.skat.replaying import searched

    session = game_in_play(words, turns).session
    assert isinstance(session, SkatSession)
    sitting = session.sitting
    if sitting.ask is not Ask.OVER:
        raise InputError(worded("the round is not over", "die Runde ist nicht vorbei"))
    name = f"play-{sitting.seed}-{sitting.number}"
    record = recorded(LoggedRound(name, sitting.round, sitting.names(PERSON), SOURCE, sitting.chance), 1)
    game = record.open_game
    found: dict[str, Any] = json.loads(
        json_text(document(replayed_round(record, None if game is None else searched(game))))
    )
    return found


def _document(*words: str) -> dict[str, Any]:
    done = command(list(words))
    if done["code"]:
        raise JobError(done["err"].strip().split("\n")[-1].removeprefix("error: "), done["code"])
    found: dict[str, Any] = json.loads(done["out"])
    return found


def _rounds(names: Sequence[str] | None) -> Sequence[StoredRound]:
    from tafelwerk.book import open_book
    from tafelwerk.places import default_book

    with open_book(default_book()) as book:
        return get_rounds(book, names)


def _fields(one: StoredRound) -> dict[str, Any]:
    """A stored round in the keys of a round of a log."""
    fields = asdict(one)
    return {name: fields[name] for name in ("name", "declarer", "game", *FLAGS, "matadors", "won", "calls", "seed")} | {
        "players": {seat.word: name for seat, name in zip(Seat, one.players, strict=True)},
        "bid": one.bid or None,
        "overbid": bool(one.overbid),
        "value": one.score or 0,
        "dealt": numbered_deal(one.dealt).text(),
        "recorded": one.source,
    }


def _stored() -> list[dict[str, Any]]:
    """All rounds and games of the book, by name."""
    found: dict[str, dict[str, Any]] = {one.name: _fields(one) for one in _rounds(None)}
    games: Sequence[Mapping[str, Any]] = _document("skat", "games", "--json")["games"]
    for game in games:
        found[game["name"]] = dict(game) | found.get(game["name"], {})
    wanted = (*_LISTED, "start", "costs")
    return [{name: one.get(name) for name in wanted} for _, one in sorted(found.items())]

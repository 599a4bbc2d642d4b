"""Rounds of the book and of logs: the list of them, and one with the price of every card. Runs in a worker.

Prices are those of `skat replay` for a log, and of `skat games` for the book.
"""

import json
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from tafelwerk.book import open_book
from tafelwerk.errors import ExitCode, InputError, quoted
from tafelwerk.families.skat.play import SkatSession
from tafelwerk.families.skat.replays import ReplayedRound, round_fields
from tafelwerk.families.skat.rules.round_log import write_round
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.families.skat.stored_games import get_rounds, list_rounds
from tafelwerk.families.skat.table import Ask
from tafelwerk.language import say
from tafelwerk.places import default_book
from tafelwerk.web.play import game_in_play
from tafelwerk.web.workers import JobError

_FLAGS = ("hand", "schneider", "schwarz", "ouvert")
_LISTED = ("name", "players", "declarer", "bid", "game", *_FLAGS, "points", "won", "overbid", "value", "penalised")

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
        with open_book(default_book()) as book:
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


def told(log: str | None, name: str) -> str:
    """A round with the price of every card, as a line of a log.

    Args:
        log: path of the log; None for the book.
        name: name of the round.

    Raises:
        JobError: there is no such round.
    """
    if log is not None:
        return write_round(_of_log(Path(log), name))
    with open_book(default_book()) as book:
        stored = get_rounds(book, [name]).get(name)
    if stored is None:
        raise JobError(f"the book has no round {quoted(name)}", ExitCode.BAD_INPUT)
    return write_round(stored)


def _of_log(log: Path, name: str) -> Round:
    """A round of a log; of a log with a line per round only lines with its name are read."""
    from tafelwerk.formats.skat_logs import is_log, records_of

    content = log.read_bytes()
    if is_log(content[:100].decode("utf-8", "replace")):
        marks = {json.dumps(name, ensure_ascii=ascii_).encode() for ascii_ in (True, False)}
        # empty lines keep the numbers of the others
        lines = [line if any(mark in line for mark in marks) else b"" for line in content.split(b"\n")]
        content = b"\n".join(lines) if any(lines) else content
    log_ = records_of(lambda: nullcontext(BytesIO(content).read), str(log))
    with open_book(default_book()) as book:
        return cast(ReplayedRound, book.skat.replay(log_, name)).round


def at_table(words: list[str], turns: list[str]) -> str:
    """The round that has just ended at a table, with the price of every card, as a line of a log.

    Args:
        words, turns: as for `table.table`.

    Raises:
        InputError: the round is not over.
    """
    from tafelwerk.families.skat.replays import searched_round

    session = game_in_play(words, turns).session
    assert isinstance(session, SkatSession)
    if session.sitting.ask is not Ask.OVER:
        raise InputError(say("the round is not over"))
    return write_round(searched_round(session.record()).round)

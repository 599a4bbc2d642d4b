"""`tafelwerk skat replay`: rounds of a log, as a list or card by card."""

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

import typer

from tafelwerk.commands.asking import Computes
from tafelwerk.commands.common import JobsOption, answer, bundled, json_text, note
from tafelwerk.commands.output import Ticker
from tafelwerk.commands.picture import checked, save
from tafelwerk.errors import InterruptedBuildError
from tafelwerk.families.skat.games import GAVE_AWAY, MOST_LISTED, SHOWN, given_away, listing
from tafelwerk.families.skat.in_place import InPlace
from tafelwerk.families.skat.match import interrupted
from tafelwerk.families.skat.play.telling import contract_text
from tafelwerk.families.skat.renderables import contract_of
from tafelwerk.families.skat.replay_answers import (
    Replayed,
    ReplayedRound,
)
from tafelwerk.families.skat.replay_text import in_place_shown, in_place_words, round_picture, shown_round
from tafelwerk.families.skat.round_file import IN_PLACE, REPLAYED, RoundFile
from tafelwerk.families.skat.rules.limits import LARGEST_SEED
from tafelwerk.families.skat.rules.logs import short_names
from tafelwerk.families.skat.rules.words import in_english, known_terms
from tafelwerk.formats.skat_logs import Format
from tafelwerk.language import counted, listed, say
from tafelwerk.streams import out
from tafelwerk.tables.answers import Source, document, provided
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.families.skat.replays import Replay, Replays, Stream

S = TypeVar("S", Replayed, InPlace)

MOST_TOLD = 20
"""Largest number of unreadable records named one by one."""


@bundled
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Log of rounds; - reads standard input.")],
    ask: Computes,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="Round to show card by card. Default: list all.")
    ] = None,
    format: Annotated[
        Format | None, typer.Option("--format", help="Format of the log. Default: recognised from its beginning.")
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit",
            min=1,
            max=MOST_LISTED,
            metavar="N",
            help=f"Number of rounds to replay. Default: all; a table lists {SHOWN}.",
        ),
    ] = None,
    price: Annotated[
        bool,
        typer.Option("--price/--no-price", help="Prices of the cards, computed in about 0.1 s per round."),
    ] = True,
    jobs: JobsOption = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help=(
                "File for the rounds: FILE.jsonl appends one JSON document per round; FILE.csv and FILE.parquet have one row per"
                " card. Rounds of an interrupted run are not priced again. With NAME, a picture of the round: FILE.svg, .png,"
                " .pdf or .html."
            ),
        ),
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="AGENT",
            help="Program that chooses each card of one seat, such as pimc:100.",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat",
            metavar="SEAT",
            help="Seat for --as: forehand, middlehand, rearhand, declarer or defenders. Default: declarer.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed of the program. Default: 0."),
    ] = None,
) -> None:
    """The rounds of a log, replayed by the rules: points, score, result of best play, and points given away by each side.

    With a name, that round card by card: the cost of each card, a better card, and the evaluation of a program that chose it. The
    log is one of skat match or skat play, typed rounds, one of xskat 4.0, or records of the International Skat Server. Unreadable
    rounds are left out and reported with their line.

    With --as, a program chooses each card of one seat from what the seat knew. The results of its card and of the card played,
    under best play with open cards, are compared in tournament points after Seeger and Fabian. Ctrl-C keeps the results in
    --output, and the same command continues from there.

    Example: tafelwerk skat replay rounds.jsonl

    Example: tafelwerk skat replay xskat.log xskat-1795314937-4 --json

    Example: tafelwerk skat replay xskat.log xskat-1795314937-4 -o round.svg

    Example: tafelwerk skat replay iss-games.sgf --limit 100 --jobs 2 --output priced.jsonl

    Example: tafelwerk skat replay iss-games.sgf --as pimc:100 --seat defenders
    """
    from tafelwerk.families.skat.log_files import records_in
    from tafelwerk.families.skat.replays import Replay

    log = records_in(file, format)
    place = None if seat is None else in_english(seat)
    asked = Replay(log, name, limit, price, agent, place, seed)
    if agent is not None:
        _in_place(ask, asked, jobs, output)
        return
    if name is not None:
        checked(output)
        found = cast(ReplayedRound, ask(Replay, **asked.parameters))
        if output is not None:
            save(round_picture(found), output)
        answer(ask.json, document(found) if ask.json else {}, lambda: shown_round(found))
        return
    from tafelwerk.book import open_book
    from tafelwerk.build.executors import cores
    from tafelwerk.families.skat.replays import Replays

    kept = None if output is None else RoundFile(output, REPLAYED)
    with open_book(ask.book) as book:
        done = kept.done() if kept else ()
        replays = Replays(book, log, price=price, limit=limit, jobs=jobs or cores(), done=done)
        if ask.json:
            with _Spool() as spool:
                for one in _watched(replays, kept):
                    spool.add(one)
                ending = provided(replays.answer([]), source=Source.COMPUTED, question=asked.document)
                spool.tell(json_text(document(ending)))
            return
        total = _Total()
        for one in _watched(replays, kept):
            total.add(one, limit or SHOWN)
    answer(False, {}, lambda: _rounds(total, replays, price))


def _in_place(ask: Computes, asked: "Replay", jobs: int | None, output: Path | None) -> None:
    """Answer with --as: a program in place of one seat."""
    from tafelwerk.build.executors import cores
    from tafelwerk.families.skat.replays import Places

    kept = None if output is None else RoundFile(output, IN_PLACE)
    places = Places(
        asked.log,
        asked.agent or "",
        asked.seat or "",
        asked.seed or 0,
        limit=asked.limit,
        jobs=jobs or cores(),
        done=kept.done() if kept else (),
        name=None if asked.round is None else asked.log.named(asked.round).name,
    )
    found: list[InPlace] = []
    try:
        found.extend(one for one in _watched(places, kept) if one.decisions)
    except InterruptedBuildError:
        if found:
            note(" ".join(in_place_words(places.answer(found))))
        raise
    result = provided(places.answer(found), source=Source.COMPUTED, question=asked.document)
    answer(ask.json, document(result) if ask.json else {}, lambda: in_place_shown(result))


def _watched(stream: "Stream[S]", kept: RoundFile[S] | None) -> "Iterator[S]":
    """Rounds as they are found, also kept in the file; skipped rounds and progress go to standard error."""
    is_time, told, count, left_out = Ticker(), 0, 0, say("left out")
    try:
        for one in stream:
            count += 1
            if kept is not None and count > stream.resumed:
                kept.add(one)
            yield one
            for skipped in stream.skipped[told:MOST_TOLD]:
                note(f"{left_out}: {skipped}")
            told = len(stream.skipped)
            if is_time():
                note(say("{rounds} so far", rounds=counted(count, "round")))
    except KeyboardInterrupt:
        raise InterruptedBuildError(interrupted(count, kept.lines if kept else None)) from None
    for skipped in stream.skipped[told:MOST_TOLD]:
        note(f"{left_out}: {skipped}")
    if kept is not None:
        kept.close()
    if (more := len(stream.skipped) - MOST_TOLD) > 0:
        note(f"{left_out}: {number_text(more)} {say('more')}")
    for word in stream.warnings:
        note(f"{say('the log')}: {word}")


class _Spool:
    """The rounds of a JSON document, kept in a file until all are known: nothing is printed if reading fails midway."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(8 * 2**20, mode="w+", encoding="utf-8", newline="")  # noqa: SIM115
        self._any = False

    def __enter__(self) -> "_Spool":
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()

    def add(self, one: Replayed) -> None:
        """One more round."""
        self._file.write(("," * self._any and ", ") + json_text(document(one)))
        self._any = True

    def tell(self, ending: str) -> None:
        """Write the document: `ending` without rounds."""
        begin = '{"rounds": ['
        assert ending.startswith(begin)
        self._file.seek(0)
        out().write(begin)
        shutil.copyfileobj(self._file, out())
        out().write(ending[len(begin) :] + "\n")


@dataclass
class _Total:
    """Totals over rounds.

    Attributes:
        shown: the first rounds, without their cards.
        count, passed, played, won: numbers of rounds.
        sources: sources of the records.
        priced: number of priced games other than Null, and points given away in them by declarers and by defenders.
    """

    shown: list[Replayed] = field(default_factory=list)
    count: int = 0
    passed: int = 0
    played: int = 0
    won: int = 0
    sources: dict[str, None] = field(default_factory=dict)
    priced: tuple[int, int, int] = (0, 0, 0)

    def add(self, one: Replayed, most: int) -> None:
        """Add a round; at most `most` are shown."""
        if self.count < most:
            self.shown.append(replace(one, cards=[]))
        self.count += 1
        self.passed += one.end == "passed"
        self.played += one.won is not None
        self.won += bool(one.won)
        self.sources[one.recorded] = None
        if one.costs is not None and one.game != "null":
            games, alone, against = self.priced
            more = given_away(one)
            self.priced = games + 1, alone + more[0], against + more[1]


def _rounds(total: _Total, replays: "Replays", priced: bool) -> Any:
    """A table of the rounds of a log, and their totals."""
    of, text = say("of"), counted(total.count, "round")
    if total.count < replays.of:
        text += f" {of} {number_text(replays.of)}"
    if total.passed:
        passed = number_text(total.passed)
        text += say(", {passed} of them passed", passed=passed)
    if replays.skipped:
        skipped = counted(len(replays.skipped), "game")
        text += say("; {skipped} of the log left out", skipped=skipped)
    won, played, sources = number_text(total.won), number_text(total.played), listed([*map(known_terms, total.sources)])
    words = [
        say(
            "{text}. Won: {won} of {played}. Recorded by: {sources}.",
            text=text,
            won=won,
            played=played,
            sources=sources,
        )
    ]
    if len(total.shown) < total.count:
        shown, count = number_text(len(total.shown)), number_text(total.count)
        first = say("The first {shown}", shown=shown)
        if len(total.shown) == 1:
            first = say("The first")
        words.insert(0, say("{first} of {count}; --json lists all.", first=first, count=count))
    if priced:
        words.append(say(GAVE_AWAY))
        games, *gave = total.priced
        if games:
            alone, against = (number_text(points / games, ".1f") for points in gave)
            words.append(
                say(
                    "Points per game without Null: declarers {alone}, defenders {against}.",
                    alone=alone,
                    against=against,
                )
            )
    names = [_played(one) for one in total.shown]
    return listing(total.shown, names, short_names(one.name for one in total.shown), words, priced=priced)


def _played(one: Replayed) -> str:
    if one.game is not None:
        return contract_text(contract_of(one))
    return say("not begun") if one.penalised else say("all passed")

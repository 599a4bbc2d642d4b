"""`tafelwerk skat replay`: rounds of a log, listed and card by card."""

import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from tafelwerk.commands.asking import Computes
from tafelwerk.commands.common import JobsOption, answer, bundled, json_text, note
from tafelwerk.commands.output import Ticker
from tafelwerk.commands.skat.games import GAVE_AWAY, MOST_LISTED, SHOWN, contract_name, given_away, listing
from tafelwerk.commands.skat.open_cards import layout
from tafelwerk.commands.skat.words import app
from tafelwerk.errors import InterruptedBuildError
from tafelwerk.formats.skat_logs import Format
from tafelwerk.play.skat.telling import contract_text
from tafelwerk.rules.skat.cards import Seat, read_card
from tafelwerk.rules.skat.play import OpenGame, open_game
from tafelwerk.rules.skat.recorded import short_names
from tafelwerk.tables.question import Source, document, provided
from tafelwerk.tables.skat import questions
from tafelwerk.tables.skat.replayed import (
    CardChoice,
    Replayed,
    ReplayedCard,
    ReplayedGame,
    ReplayedRound,
)
from tafelwerk.wording import counted, listed

if TYPE_CHECKING:
    from tafelwerk.build.skat.replaying import Replays
    from tafelwerk.tables.skat.answers import Explanation

MOST_TOLD = 20
"""What is no round of a log is told up to so many times."""

_END = {
    "resign_declarer": "The declarer resigned",
    "resign_defenders": "Both defenders resigned",
    "timeout_declarer": "The declarer ran out of time",
    "timeout_defender": "A defender ran out of time",
    "left_declarer": "The declarer left",
    "left_defender": "A defender left",
    "timeout_penalty": "A player ran out of time",
    "left_penalty": "A player left",
}


@app.command()
@bundled
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log of rounds; - reads it from standard input.")],
    ask: Computes,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A round to show card by card. Default: list all.")
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
            help=f"Number of rounds replayed. Default: all, of which a table lists {SHOWN}.",
        ),
    ] = None,
    price: Annotated[
        bool,
        typer.Option("--price/--no-price", help="Find out what cards gave away, which takes about 0.1 s per round."),
    ] = True,
    jobs: JobsOption = None,
) -> None:
    """The rounds of a log, replayed by the rules: what was made and scored, what best play by all would have brought, and what
    each side gave away.

    With a name, that round card by card: what each card cost, what was better, and what a program that chose it went by. The log
    is one of skat match or skat play, one of xskat 4.0, or records of the International Skat Server; what of it cannot be read is
    left out and named by its line.

    Example: tafelwerk skat replay rounds.jsonl

    Example: tafelwerk skat replay xskat.log xskat-1795314937-4 --json

    Example: tafelwerk skat replay iss-games.sgf --limit 100 --jobs 2
    """
    from tafelwerk.commands.skat.logs import records_in

    log = records_in(file, format)
    asked = questions.replay.of(log, name, limit, price)
    if name is not None:
        found = cast(ReplayedRound, ask(questions.replay, **asked.parameters))
        answer(ask.json, document(found) if ask.json else {}, lambda: _shown_round(found))
        return
    from tafelwerk.book import open_book
    from tafelwerk.build.executors import cores
    from tafelwerk.build.skat.replaying import Replays

    with open_book(ask.book) as book:
        replays = Replays(book, log, price=price, limit=limit, jobs=jobs or cores())
        if ask.json:
            with _Spool() as spool:
                for one in _watched(replays):
                    spool.add(one)
                ending = provided(replays.answer([]), source=Source.COMPUTED, question=asked.document)
                spool.tell(json_text(document(ending)))
            return
        total = _Total()
        for one in _watched(replays):
            total.add(one, limit or SHOWN)
    answer(False, {}, lambda: _rounds(total, replays, price))


def _watched(replays: "Replays") -> Iterator[Replayed]:
    """The rounds, as they come; what is none, and how many there are so far, on standard error."""
    is_time, told, count = Ticker(), 0, 0
    try:
        for one in replays:
            count += 1
            yield one
            for skipped in replays.skipped[told:MOST_TOLD]:
                note(f"left out: {skipped}")
            told = len(replays.skipped)
            if is_time():
                note(f"{counted(count, 'round')} so far")
    except KeyboardInterrupt:
        raise InterruptedBuildError(f"interrupted after {counted(count, 'round')}") from None
    for skipped in replays.skipped[told:MOST_TOLD]:
        note(f"left out: {skipped}")
    if (more := len(replays.skipped) - MOST_TOLD) > 0:
        note(f"left out: {more:,} more")
    for word in replays.warnings:
        note(f"the log: {word}")


class _Spool:
    """The rounds of a document, kept in a file until all of it is known: nothing is written where reading fails on the way."""

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
        sys.stdout.write(begin)
        shutil.copyfileobj(self._file, sys.stdout)
        sys.stdout.write(ending[len(begin) :] + "\n")


@dataclass
class _Total:
    """What rounds come to together.

    Attributes:
        shown: the first of them, without their cards.
        count, passed, played, won: numbers of rounds.
        sources: what recorded them.
        priced: games priced in which points count, and what declarers and defenders gave away in them.
    """

    shown: list[Replayed] = field(default_factory=list)
    count: int = 0
    passed: int = 0
    played: int = 0
    won: int = 0
    sources: dict[str, None] = field(default_factory=dict)
    priced: tuple[int, int, int] = (0, 0, 0)

    def add(self, one: Replayed, most: int) -> None:
        """One more; `most` are shown."""
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
    """The rounds of a log, and what they come to together."""
    text = counted(total.count, "round")
    if total.count < replays.of:
        text += f" of {replays.of:,}"
    if total.passed:
        text += f", {total.passed:,} of them passed"
    if replays.skipped:
        text += f"; {counted(len(replays.skipped), 'game')} of the log left out"
    words = [f"{text}. Won: {total.won:,} of {total.played:,}. Recorded by: {listed(list(total.sources))}."]
    if len(total.shown) < total.count:
        words.insert(0, f"The first {len(total.shown)} of {total.count:,}; all as JSON.")
    if priced:
        words.append(GAVE_AWAY)
        games, alone, against = total.priced
        if games:
            words.append(
                f"Points a game, Null left out: declarers {alone / games:.1f}, defenders {against / games:.1f}."
            )
    names = [_played(one) for one in total.shown]
    return listing(total.shown, names, short_names(one.name for one in total.shown), words, priced=priced)


def _played(one: Replayed) -> str:
    return contract_name(one) if one.game is not None else "not begun" if one.penalised else "all passed"


def _explanation(found: ReplayedGame, played: OpenGame) -> "Explanation":
    """The game as `skat explain` has it."""
    from tafelwerk.rules.skat.pricing import tricks_of
    from tafelwerk.tables.skat.answers import Explanation

    cards = [*played.played, *map(read_card, found.best_play)]
    return Explanation(
        points=None if played.null else found.reached,
        won=bool(found.won) if not found.best_play else found.reached >= played.winning,
        start=found.start or 0,
        cards=cast("list[Any]", found.cards),
        costs=found.costs or {},
        line=found.best_play,
        tricks=questions.told_tricks(tricks_of(played.positions[0], cards), played.null),
        deal=found.deal,
        nodes=found.nodes,
        seconds=found.seconds,
        source=found.source,
    )


def _warned(found: ReplayedRound) -> "list[Any]":
    """What is odd in the record."""
    from rich.text import Text

    return [Text(f"Odd in the record: {listed(found.warnings)}.")] if found.warnings else []


def _shown_round(found: ReplayedRound) -> Any:
    """A round for people."""
    from rich.console import Group
    from rich.text import Text

    from tafelwerk.commands.skat.showing import contract_of, draw
    from tafelwerk.play.skat.telling import Hand, Phrase, result_phrases, value_text
    from tafelwerk.rules.skat.cards import Game, read_cards
    from tafelwerk.rules.skat.deals import read_deal
    from tafelwerk.rules.skat.round_log import unheard
    from tafelwerk.rules.skat.rounds import Round
    from tafelwerk.rules.skat.scoring import Score

    dealt = read_deal(found.dealt)
    names = [f"{player} at {seat}" for seat, player in found.players.items() if player != seat]
    players = ", ".join(names) or "not named"
    bid = f"the last bid was {found.bid}" if found.bid else "all passed"
    before = [Text(f"Players: {players}."), Text(f"Bidding: {found.calls or f'not recorded; {bid}'}.")]
    recorded = Text(f"Recorded by: {found.recorded}.", "dim")
    if not isinstance(found, ReplayedGame):
        if found.penalised:
            fined = Text(f"{_END[found.end]} before a game was announced; fined: {listed(found.penalised)}.")
            return Group(Text(f"{found.name}: not played.", "bold"), "", *before, "", fined, *_warned(found), recorded)
        passed = map(draw, result_phrases(Round(dealt, unheard(0, None)), Seat.FOREHAND))
        return Group(Text(f"{found.name}: all passed.", "bold"), "", *before, "", *passed, *_warned(found), recorded)
    contract, kind = contract_of(found), Game(found.game or "")
    skat: Phrase = ("; Hand: it was left.",)
    if found.discard is not None:
        skat = "; laid away: ", Hand(read_cards(found.discard), kind), "."
    before.append(draw(("The Skat was ", Hand(dealt.skat, kind), *skat)))
    played = open_game(found.deal, kind, found.declarer or "", " ".join(one.card for one in found.cards))
    parts: list[Any] = [*before, "", layout(played, _explanation(found, played), f"{found.name}: "), ""]
    priced = [one for one in found.cards if isinstance(one, ReplayedCard)]
    if chosen := [one for one in priced if one.choice and one.choice.cards]:
        parts += [
            Text(
                "In how many of the worlds that it looked at a program's side wins after each card, its choice first;"
            ),
            Text("in brackets the declarer's mean points, where they were looked for:"),
            "",
            _reasons(chosen),
            "",
        ]
    value = found.value if found.won else -found.value // 2
    score = Score(bool(found.won), found.overbid, found.matadors or 0, value, found.value)
    text = value_text(contract, score, found.points or 0, found.tricks or 0, found.bid or 0)
    if found.score is None:
        parts += [Text(f"{_END[found.end]}; counted for the declarer: {counted(found.points or 0, 'point')}.")]
    return Group(*parts, Text(f"{contract_text(contract)} at {found.bid}: {text}"), *_warned(found), recorded)


def _reasons(chosen: Sequence[ReplayedCard]) -> Any:
    """What programs went by, a line per card: its trick, and the card."""
    from tafelwerk.commands.fitting import Column, fitted
    from tafelwerk.commands.output import console
    from tafelwerk.commands.skat.showing import drawn

    choices = [one.choice for one in chosen if one.choice]
    columns = [
        Column("trick", [one.trick for one in chosen]),
        Column("player", [one.seat for one in chosen]),
        Column("card", [drawn([read_card(one.card)]) for one in chosen]),
        Column("worlds", [choice.worlds for choice in choices], goes=1),
        Column("wins", [_outcomes(choice) for choice in choices], folds=True),
    ]
    return fitted(columns, console().width)


def _outcomes(choice: CardChoice) -> str:
    """The cards of a choice from the most wins down; of how many worlds, where not of all."""
    from tafelwerk.commands.skat.showing import card_name

    words = []
    for card, one in sorted(
        choice.cards.items(), key=lambda item: (item[0] != choice.card, -item[1].wins, -item[1].worlds)
    ):
        seen = "" if one.worlds == choice.worlds else f"/{one.worlds}"
        mean = "" if one.mean_points is None else f" ({one.mean_points:.1f})"
        words.append(f"{card_name(read_card(card))} {one.wins}{seen}{mean}")
    return ", ".join(words)

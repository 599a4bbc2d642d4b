"""`tafelwerk skat replay`: the rounds of a log as a list, card by card, or with a program in place of one seat."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

from tafelwerk.commands.asking import Computes
from tafelwerk.commands.common import JobsOption, bundle_options
from tafelwerk.commands.fitting import Column, lay_out
from tafelwerk.commands.output import Ticker, answer, check_picture, json_text, note, save_picture
from tafelwerk.errors import InputError, InterruptedBuildError
from tafelwerk.families.skat import board, log_files
from tafelwerk.families.skat.board import inconsistency_text
from tafelwerk.families.skat.games import GAVE_AWAY, MOST_LISTED, SHOWN, given_away, listing
from tafelwerk.families.skat.log_formats import Format
from tafelwerk.families.skat.log_formats.iss import skipped_text
from tafelwerk.families.skat.open_cards import priced_layout, priced_picture
from tafelwerk.families.skat.replays import (
    AgentName,
    AgentSeat,
    InPlace,
    InPlaces,
    LogRound,
    Replay,
    ReplayedGame,
    ReplayedRound,
    Replays,
)
from tafelwerk.families.skat.rules.cards import Seat, card_name, in_english, known_terms, read_card, term
from tafelwerk.families.skat.rules.limits import LARGEST_SEED
from tafelwerk.families.skat.rules.play import PricedCard
from tafelwerk.families.skat.rules.round_log import short_names
from tafelwerk.families.skat.rules.rounds import Choice, Round
from tafelwerk.language import count_noun, in_german, join_words, message, say
from tafelwerk.parameters import Parameter
from tafelwerk.play.session import command_line
from tafelwerk.streams import out
from tafelwerk.tables.answers import Source, document, with_provenance
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from tafelwerk.families.skat.replays import Stream
    from tafelwerk.plots.pictures import Picture

_END = {
    "resign_declarer": message("The declarer resigned"),
    "resign_defenders": message("Both defenders resigned"),
    "rest_declarer": message("The rest went to the declarer, as agreed"),
    "rest_defenders": message("The rest went to the defenders, as agreed"),
    "timeout_declarer": message("The declarer ran out of time"),
    "timeout_defender": message("A defender ran out of time"),
    "left_declarer": message("The declarer left"),
    "left_defender": message("A defender left"),
    "timeout_penalty": message("A player ran out of time"),
    "left_penalty": message("A player left"),
}


class Rows(StrEnum):
    """What a row of a replayed log is."""

    CARDS = "cards"
    ROUNDS = "rounds"


def round_layout(round_answer: ReplayedRound) -> Any:
    """A round card by card, as text and tables."""
    done = round_answer.round
    seated = [(seat, player) for seat, player in zip(Seat, done.players, strict=True) if player != seat.word]
    names = [say("{player} at {seat}", player=player, seat=term(seat.word)) for seat, player in seated]
    players = ", ".join(names) or say("not named")
    if done.auction.calls:
        bidding = board.calls_in_words(done.auction.calls)
    elif done.bid and done.auction.is_recorded:
        bidding = say("not recorded; the last bid was {bid}", bid=done.bid)
    elif done.bid:
        bidding = say("not recorded")
    else:
        bidding = say("not recorded; all passed")
    before = [say("Players: {players}.", players=players), say("Bidding: {bidding}.", bidding=bidding)]
    recorded = f"{say('Recorded by')}: {known_terms(done.source)}.", "dim"
    game, score = done.game, done.score
    if done.fined_seats:
        end, who = say(_END[round_answer.end]), join_words([term(seat.word) for seat in done.fined_seats])
        fined = say("{end} before a game was announced; fined: {who}.", end=end, who=who)
        title = f"{done.name}: {say('not played')}.", "bold"
        return lay_out(title, "", *before, "", fined, *_warning_lines(done), recorded)
    if game is None or score is None or done.prices is None or not isinstance(round_answer, ReplayedGame):
        passed = map(board.draw, board.result_phrases(done, Seat.FOREHAND))
        title = f"{done.name}: {say('all passed')}.", "bold"
        return lay_out(title, "", *before, "", *passed, *_warning_lines(done), recorded)
    skat: board.Phrase = (say("; Hand: it was left."),)
    if not game.contract.hand:
        skat = say("; discarded: "), board.Hand(game.deal.skat, game.game), "."
    parts: list[Any] = [
        *before,
        board.draw((say("The Skat was "), board.Hand(done.dealt.skat, game.game), *skat)),
        "",
        priced_layout(done.prices, board.origin(round_answer), f"{done.name}: ", score.won),
        "",
    ]
    turns = zip(done.prices.played, game.choices, strict=True)
    if chosen := [(card, choice) for card, choice in turns if choice is not None and choice.cards]:
        parts += [
            say("Number of worlds in which the program's side wins after each card, the card chosen first;"),
            say("in brackets the declarer's mean points, if they were computed:"),
            "",
            _reasons(chosen),
            "",
        ]
    if done.is_settled:
        end, points = say(_END[round_answer.end]), count_noun(done.points, "point")
        counts = say("counted for the declarer")
        parts.append(f"{end}; {counts}: {points}.")
    name = board.contract_text(game.contract)
    text = board.value_text(game.contract, score, done.points, done.tricks, done.bid)
    played_at = say("{name} at {bid}: {text}", name=name, bid=done.bid, text=text)
    return lay_out(*parts, played_at, *_warning_lines(done), recorded)


def round_picture(round_answer: ReplayedRound) -> "Picture":
    """A round as a picture: all hands, and what each card gave away.

    Raises:
        InputError: no card was played in it.
    """
    done = round_answer.round
    if done.prices is None:
        raise InputError(
            say("{name}: no card was played, so there is nothing to draw; leave out --output", name=done.name)
        )
    return priced_picture(done.prices, f"{done.name}: ", round_answer.won)


def _warning_lines(done: Round) -> list[str]:
    """Warnings about the record."""
    odd = say("Inconsistent in the record")
    return [f"{odd}: {join_words(list(map(inconsistency_text, done.warnings)))}."] if done.warnings else []


def _reasons(chosen: Sequence[tuple[PricedCard, Choice]]) -> list[Column]:
    """Evaluations behind the choices of programs, one line per card."""
    return [
        Column(term("trick"), [card.trick for card, _ in chosen]),
        Column(term("player"), [term(card.seat.word) for card, _ in chosen]),
        Column(term("card"), [board.draw_cards([card.card]) for card, _ in chosen]),
        Column(term("worlds"), [choice.worlds for _, choice in chosen], goes=1),
        Column(term("wins"), [_outcomes_text(choice) for _, choice in chosen], folds=True),
    ]


def _outcomes_text(choice: Choice) -> str:
    """The cards of a choice by decreasing wins, with the number of worlds if not all were examined."""
    words = []
    for seen in sorted(choice.cards, key=lambda seen: (seen.card != choice.card, -seen.wins, -seen.worlds)):
        worlds = "" if seen.worlds == choice.worlds else f"/{seen.worlds}"
        mean = "" if seen.mean_points is None else f" ({number_text(seen.mean_points, '.1f')})"
        words.append(f"{card_name(seen.card)} {seen.wins}{worlds}{mean}")
    return ", ".join(words)


def in_place_layout(totals: InPlaces) -> Any:
    """A program in place of one seat: the cards with the largest differences, and the totals."""
    others = [
        (game, card) for game in totals.rounds for card in game.others if card.played_points != card.chosen_points
    ]
    others.sort(key=lambda pair: -abs(pair[1].chosen_points - pair[1].played_points))
    rows = others[:SHOWN]
    parts: list[Any] = []
    if rows:
        columns = [
            Column(term("round"), [game.name for game, _ in rows]),
            Column(term("trick"), [card.trick for _, card in rows], goes=1),
            Column(term("player"), [term(card.seat) for _, card in rows], goes=2),
            Column(term("played"), [board.draw_cards([read_card(card.played)]) for _, card in rows]),
            Column(term("program"), [board.draw_cards([read_card(card.chosen)]) for _, card in rows]),
            Column(term("best"), [card.best for _, card in rows], goes=3),
            Column(term("points (played)"), [card.played_points for _, card in rows], term("played"), goes=4),
            Column(term("points (program)"), [card.chosen_points for _, card in rows], term("program"), goes=5),
            Column(term("difference"), [f"{card.chosen_points - card.played_points:+d}" for _, card in rows]),
        ]
        parts = [columns, ""]
        if len(rows) < len(others):
            few, of = len(rows), number_text(len(others))
            parts.append(say("The {few} largest of {of} differences; --json lists all.", few=few, of=of))
    return lay_out(*parts, *in_place_words(totals))


def in_place_words(totals: InPlaces) -> list[str]:
    """Totals of a program in place of one seat, in sentences."""
    if totals.difference is None:
        seat = term(totals.seat)
        return [say("The {seat} had no choice in any game.", seat=seat)]
    others, cards = number_text(totals.other_card), count_noun(totals.decisions, "card")
    at = say("{others} of {cards} differ", others=others, cards=cards)
    if totals.other_card == 1:
        at = say("{others} of {cards} differs", others=others, cards=cards)
    elif not totals.other_card:
        at = say("none of {cards} differs", cards=cards)
    agent, seat, games = totals.agent, term(totals.seat), count_noun(totals.games, "game")
    played_loss, chosen = number_text(totals.played_loss or 0, ".2f"), number_text(totals.chosen_loss or 0, ".2f")
    words = [
        say("{agent} in place of {seat}, {games}: {at}.", agent=agent, seat=seat, games=games, at=at),
        say(
            "Tournament points given away per game, against best play with open cards: {played} by the cards "
            "played, {chosen} by the program's cards.",
            played=played_loss,
            chosen=chosen,
        ),
    ]
    if totals.interval is not None:
        difference, low, high = (number_text(each, "+.2f") for each in (totals.difference, *totals.interval))
        words.append(
            say(
                "Difference per game: {difference}, 95 % interval {low} to {high}.",
                difference=difference,
                low=low,
                high=high,
            )
        )
    return words


S = TypeVar("S", LogRound, InPlace)


MOST_TOLD = 20
"""Largest number of unreadable records named one by one."""


@bundle_options
def replay(
    file: Annotated[Path, Parameter("FILE", "Log of rounds; - reads standard input.")],
    ask: Computes,
    name: Annotated[
        str | None, Parameter("NAME", "Round to show card by card. Default: list all.", is_argument=True)
    ] = None,
    format: Annotated[
        Format | None, Parameter("", "Format of the log. Default: recognised from its beginning.")
    ] = None,
    limit: Annotated[
        int | None,
        Parameter(
            "N", f"Number of rounds to replay. Default: all; a table lists {SHOWN}.", 1, MOST_LISTED, option="--most"
        ),
    ] = None,
    price: Annotated[
        bool,
        Parameter("", "Prices of the cards, computed in about 0.1 s per round.", option="--price/--no-price"),
    ] = True,
    jobs: JobsOption = None,
    output: Annotated[
        Path | None,
        Parameter(
            "FILE",
            "File for the rounds: FILE.jsonl appends one JSON document per round; FILE.csv and FILE.parquet have one row per"
            " card, or as --rows says. Rounds of an interrupted run are not priced again. With NAME, a picture of the round:"
            " FILE.svg, .png, .pdf or .html.",
            aliases=("-o",),
        ),
    ] = None,
    rows: Annotated[
        Rows | None, Parameter("", "Rows of FILE.csv and FILE.parquet: one per card or one per round. Default: cards.")
    ] = None,
    semicolons: Annotated[bool, Parameter("", "Semicolons between the fields of FILE.csv.")] = False,
    agent: AgentName | None = None,
    seat: AgentSeat | None = None,
    seed: Annotated[
        int | None,
        Parameter(
            "S",
            "Random seed of the program. Default: random; with --output 0, so that the same command continues.",
            0,
            LARGEST_SEED,
        ),
    ] = None,
) -> None:
    """The rounds of a log, replayed by the rules: points, score, result of best play, and points given away by each side.

    With a name, that round card by card: the cost of each card, a better card, and the evaluation of a program that chose it. The
    log is one of skat match or skat play, typed rounds, one of xskat 4.0, or records of the International Skat Server. Unreadable
    rounds are left out and reported with their line.

    A typed round has a line per key, or semicolons between them: forehand: CJ SJ CA CT CK C9 HA HT DA D7; middlehand: HJ CQ SA ST
    SK HK HQ DT DK D8; rearhand: DJ C8 C7 SQ S9 S8 H9 H8 DQ D9; skat: S7 H7; declarer: forehand; bid: 18; contract: clubs;
    discard: S7 H7; cards: CJ CQ C7; end: defenders give up

    With --agent, a program chooses each card of one seat from what the seat knew. The results of its card and of the card played,
    under best play with open cards, are compared in tournament points after Seeger and Fabian. Ctrl-C keeps the results in
    --output, and the same command continues from there.

    Example: tafelwerk skat replay rounds.jsonl

    Example: tafelwerk skat replay xskat.log xskat-1795314937-4 --json

    Example: tafelwerk skat replay xskat.log xskat-1795314937-4 -o round.svg

    Example: tafelwerk skat replay iss-games.sgf --most 100 --jobs 2 --output priced.jsonl

    Example: tafelwerk skat replay iss-games.sgf --agent pimc:100 --seat defenders
    """

    log = log_files.records_in(file, format)
    if agent is not None and output is not None and seed is None:
        seed = 0
    question = Replay(log, name, limit, price, agent, None if seat is None else in_english(seat), seed)
    if semicolons and (output is None or output.suffix != ".csv"):
        raise InputError(say("--semicolons is for --output FILE.csv"))
    if rows is not None and (output is None or output.suffix not in (".csv", ".parquet") or agent is not None):
        raise InputError(say("--rows is for --output FILE.csv or FILE.parquet, without --agent"))
    separator = ";" if semicolons else ","
    if agent is not None:
        games_file = None if output is None else log_files.RoundFile(output, log_files.IN_PLACE, separator)
        _in_place(ask, question, jobs, games_file)
    elif name is not None:
        _one_round(ask, question, output)
    else:
        kind = log_files.SUMMARIZED if rows is Rows.ROUNDS else log_files.REPLAYED
        round_file = None if output is None else log_files.RoundFile(output, kind, separator)
        _all_rounds(ask, question, jobs, round_file, file)


def _one_round(ask: Computes, question: Replay, output: Path | None) -> None:
    """Answer with NAME: a round card by card."""
    check_picture(output)
    round_answer = cast(ReplayedRound, ask(Replay, **question.parameters))
    if output is not None:
        save_picture(round_picture(round_answer), output)
    answer(ask.json, document(round_answer) if ask.json else {}, lambda: round_layout(round_answer))


def _all_rounds(
    ask: Computes, question: Replay, jobs: int | None, round_file: log_files.RoundFile[LogRound] | None, file: Path
) -> None:
    """Answer without NAME: the rounds as they are replayed, and their totals; a round alone has the line that shows its cards."""
    from tafelwerk.book import open_book
    from tafelwerk.build.executors import cores

    with open_book(ask.book) as book:
        replays = question.replays(book, jobs=jobs or cores(), done=round_file.done() if round_file else ())
        if ask.json:
            with _Spool() as spool:
                for round_ in _watch(replays, round_file):
                    spool.add(round_)
                ending = with_provenance(replays.answer([]), source=Source.COMPUTED, question=question.document)
                spool.tell(json_text(document(ending)))
            return
        total = _Total()
        for round_ in _watch(replays, round_file):
            total.add(round_, question.limit or SHOWN)
    answer(False, {}, lambda: _rounds_text(total, replays, question.price, file))


def _in_place(
    ask: Computes, question: Replay, jobs: int | None, round_file: log_files.RoundFile[InPlace] | None
) -> None:
    """Answer with --agent: a program in place of one seat."""
    from tafelwerk.build.executors import cores

    places = question.places(jobs=jobs or cores(), done=round_file.done() if round_file else ())
    games: list[InPlace] = []
    try:
        games.extend(game for game in _watch(places, round_file) if game.decisions)
    except InterruptedBuildError:
        if games:
            note(" ".join(in_place_words(places.answer(games))))
        raise
    result = with_provenance(places.answer(games), source=Source.COMPUTED, question=question.document)
    note(say("seed {seed}", seed=question.seed))
    answer(ask.json, document(result) if ask.json else {}, lambda: in_place_layout(result))


def _watch(stream: "Stream[S]", round_file: log_files.RoundFile[S] | None) -> "Iterator[S]":
    """Rounds as they are found, also kept in the file; skipped rounds and progress go to standard error."""
    is_time, reported, count, left_out = Ticker(), 0, 0, say("left out")
    try:
        for round_ in stream:
            count += 1
            if round_file is not None and count > stream.resumed:
                round_file.add(round_)
            yield round_
            for skipped in stream.skipped[reported:MOST_TOLD]:
                note(f"{left_out}: {skipped_text(skipped)}")
            reported = len(stream.skipped)
            if is_time():
                note(say("{rounds} so far", rounds=count_noun(count, "round")))
    except KeyboardInterrupt:
        raise InterruptedBuildError(
            log_files.interruption_text(count, round_file.lines if round_file else None)
        ) from None
    for skipped in stream.skipped[reported:MOST_TOLD]:
        note(f"{left_out}: {skipped_text(skipped)}")
    if round_file is not None:
        round_file.close()
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

    def add(self, round_: LogRound) -> None:
        """One more round."""
        self._file.write(("," * self._any and ", ") + json_text(document(round_)))
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
        first_rounds: the first rounds, without their cards.
        count, passed, played, won: numbers of rounds.
        sources: sources of the records.
        priced: number of priced games other than Null, and points given away in them by declarers and by defenders.
    """

    first_rounds: list[LogRound] = field(default_factory=list)
    count: int = 0
    passed: int = 0
    games: int = 0
    won: int = 0
    sources: dict[str, None] = field(default_factory=dict)
    priced: tuple[int, int, int] = (0, 0, 0)

    def add(self, round_: LogRound, most: int) -> None:
        """Add a round; at most `most` are shown."""
        if self.count < most:
            self.first_rounds.append(replace(round_, cards=[]))
        self.count += 1
        self.passed += round_.end == "passed"
        self.games += round_.won is not None
        self.won += bool(round_.won)
        self.sources[round_.recorded] = None
        if round_.costs is not None and round_.game != "null":
            games, alone, against = self.priced
            more = given_away(round_)
            self.priced = games + 1, alone + more[0], against + more[1]


def _rounds_text(total: _Total, replays: "Replays", priced: bool, file: Path) -> Any:
    """A table of the rounds of a log, and their totals."""
    of, text = say("of"), count_noun(total.count, "round")
    if total.count < replays.of:
        text += f" {of} {number_text(replays.of)}"
    if total.passed:
        passed = number_text(total.passed)
        text += say(", {passed} of them passed", passed=passed)
    if replays.skipped:
        skipped = count_noun(len(replays.skipped), "game")
        text += say("; {skipped} of the log left out", skipped=skipped)
    won, games_text, sources = (
        number_text(total.won),
        number_text(total.games),
        join_words([*map(known_terms, total.sources)]),
    )
    words = [
        say(
            "{text}. Won: {won} of {played}. Recorded by: {sources}.",
            text=text,
            won=won,
            played=games_text,
            sources=sources,
        )
    ]
    if len(total.first_rounds) < total.count:
        shown_count, count = number_text(len(total.first_rounds)), number_text(total.count)
        first = say("The first {shown}", shown=shown_count)
        if len(total.first_rounds) == 1:
            first = say("The first")
        words.insert(0, say("{first} of {count}; --json lists all.", first=first, count=count))
    if given_up := [round_ for round_ in total.first_rounds if round_.end in _END]:
        ends = "; ".join(f"{round_.name}: {say(_END[round_.end])}" for round_ in given_up)
        words.append(say("Not played to the end: {ends}.", ends=ends))
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
    if priced and replays.of == total.games == 1:
        language = ("--lang", "de") if in_german() else ()
        line = command_line("skat", "replay", *language, file, total.first_rounds[0].name)
        words.append(say("Card by card: {line}", line=line))
    names = [_played_game(round_) for round_ in total.first_rounds]
    return listing(
        total.first_rounds, names, short_names(round_.name for round_ in total.first_rounds), words, priced=priced
    )


def _played_game(round_: LogRound) -> str:
    if round_.game is not None:
        return board.contract_text(board.contract_of(round_))
    return say("not begun") if round_.penalised else say("all passed")

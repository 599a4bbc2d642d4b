"""`tafelwerk skat match`: rounds with hidden cards between three programs, and their scores."""

import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, JobsOption, JsonOption, answer, bundled, note
from tafelwerk.commands.output import Ticker, console, encodes
from tafelwerk.errors import InterruptedBuildError
from tafelwerk.families.skat.log_files import PlayersOption, append_line, players_named, rounds_before
from tafelwerk.families.skat.parameters import Seed
from tafelwerk.families.skat.rules.limits import MOST_DRAWN, MOST_WORLDS, WORLDS
from tafelwerk.families.skat.rules.words import term
from tafelwerk.language import counted, say, seconds_text
from tafelwerk.wording import number_text

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from tafelwerk.families.skat.rules.rounds import Round
    from tafelwerk.solvers.skat.hidden.standings import Mean, Result, Standing

PLAYERS = "pimc:100,pimc:30,random"


@bundled
def match(
    book: BookOption,
    deals: Annotated[
        int,
        typer.Option(
            "--deals", "--auto", min=1, max=MOST_DRAWN, metavar="N", help="Number of deals, each played three times."
        ),
    ] = 10,
    seed: Seed = 0,
    players: PlayersOption = None,
    worlds: Annotated[
        int | None,
        typer.Option(
            "--worlds",
            min=1,
            max=MOST_WORLDS,
            metavar="K",
            help="Worlds per card of pimc without a number. Default: 100.",
        ),
    ] = None,
    jobs: JobsOption = None,
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="FILE", help="File to append each round to; rounds in it are not played again."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Three programs play each other with hidden cards, from the bidding to the score.

    Each deal is played three times, and the programs move on by one seat each time, so that each gets each hand once. The same
    seed gives the same rounds for any number of jobs. Ctrl-C keeps the rounds in the log, and the same command continues from
    there.

    Example: tafelwerk skat match --deals 4 --players pimc:30,pimc:10,random

    Example: tafelwerk skat match --auto 100 --seed 7 --log rounds.jsonl
    """
    names = players_named(players or PLAYERS, WORLDS if worlds is None else worlds)
    played = _logged(log, names, seed, 3 * deals)
    begun = len(played)
    if begun:
        held, of = counted(begun, "round"), number_text(3 * deals)
        text = say("{held} of {of} is already in {log}", held=held, of=of, log=log)
        if begun > 1:
            text = say("{held} of {of} are already in {log}", held=held, of=of, log=log)
        note(text)
    from tafelwerk.families.skat.rules.round_log import write_round
    from tafelwerk.solvers.skat.hidden.standings import result

    left = [number for number in range(3 * deals) if number not in played]
    is_time, begin = Ticker(), monotonic()
    try:
        for number, done in zip(left, _rounds(names, seed, left, jobs), strict=True):
            if log is not None:
                append_line(log, write_round(done))
            played[number] = result(done)
            if is_time():
                count = len(played)
                rest = seconds_text((monotonic() - begin) / (count - begun) * (3 * deals - count))
                ready, of = number_text(count), number_text(3 * deals)
                note(say("{ready} of {of} rounds, about {rest} left", ready=ready, of=of, rest=rest))
    except KeyboardInterrupt:
        _report_early(played, names)
        raise InterruptedBuildError(interrupted(len(played), log)) from None
    from tafelwerk.solvers.skat.hidden.standings import standings

    found = standings(names, played)
    answer(json, _document(found, played, names, deals, seed), lambda: _layout(found, played, seed))


def interrupted(rounds: int, file: Path | None) -> str:
    """The message after an interruption: number of rounds, and where they are kept."""
    done = counted(rounds, "round")
    text = say("interrupted after {done}", done=done)
    if file is None or not rounds:
        return text
    return text + say("; they are in {file}, and the same command continues from there", file=file)


def _logged(log: Path | None, players: tuple[str, str, str], seed: int, rounds: int) -> "dict[int, Result]":
    """Results of the rounds of a match that are already in a log, by number.

    Errors as in `rounds_before`.
    """
    from tafelwerk.solvers.skat.hidden.match import round_name
    from tafelwerk.solvers.skat.hidden.standings import result

    held = {} if log is None else {one.name: one for one in rounds_before(log)}
    names = {number: round_name(seed, number, players) for number in range(rounds)}
    return {number: result(held[name]) for number, name in names.items() if name in held}


def _rounds(players: tuple[str, str, str], seed: int, numbers: Sequence[int], jobs: int | None) -> "Iterator[Round]":
    """Rounds of a match in the order of their numbers."""
    from tafelwerk.build.executors import InlineExecutor, cores, local
    from tafelwerk.families.skat.round_rows import play_match_round

    workers = min(jobs or cores(), len(numbers))
    opened: AbstractContextManager[Executor] = local(workers) if workers > 1 else nullcontext(InlineExecutor())
    with opened as pool:
        waiting: deque[Future[Round]] = deque()
        for number in numbers:
            waiting.append(pool.submit(play_match_round, players, seed, number))
            # the first round runs alone: it compiles the kernels for the others
            window = 0 if number == numbers[0] or workers == 1 else 2 * workers
            while len(waiting) > window:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _document(
    found: "Sequence[Standing]", played: "dict[int, Result]", players: Sequence[str], deals: int, seed: int
) -> dict[str, Any]:
    return {
        "deals": deals,
        "rounds": len(played),
        "seed": seed,
        "players": list(players),
        "passed": sum(one.score is None for one in played.values()),
        "standings": [_record(one) for one in found],
        "certainty": "sampled",
        "source": "computed",
    }


def _record(one: "Standing") -> dict[str, Any]:
    """A player's standing as JSON."""
    names = ("player", "rounds", "declared", "won", "lost", "overbid", "points", "mean_points", "score", "tournament")
    means = {"score_a_round": one.mean_score, "tournament_a_round": one.mean_tournament}
    return {name: getattr(one, name) for name in names} | {
        name: {"mean": mean.value, "error": mean.error} for name, mean in means.items()
    }


def _report_early(played: "dict[int, Result]", players: Sequence[str]) -> None:
    """Print the table so far on standard error; an interrupted command prints no answer."""
    if not played or sys.stderr is None:
        return
    from tafelwerk.solvers.skat.hidden.standings import standings

    shown = console(stderr=True)
    shown.print(_table(standings(players, played), shown.width))


def _layout(found: "Sequence[Standing]", played: "dict[int, Result]", seed: int) -> Any:
    from rich.console import Group
    from rich.text import Text

    passed = sum(one.score is None for one in played.values())
    deals = len({number // 3 for number in played})
    rounds, drawn, left_out = counted(len(played), "round"), counted(deals, "deal"), counted(passed, "round")
    heading = say(
        "{rounds}: {drawn} of seed {seed}, each with every player at every seat.", rounds=rounds, drawn=drawn, seed=seed
    )
    words = [
        say(
            "Score: the games' values by the Skat Order. Tournament: after Seeger and Fabian, plus 50 per "
            "game won, minus 50 per game lost, and 40 for each opponent of a lost game. Means are per round, "
            "with standard errors over deals."
        )
    ]
    if passed:
        words.insert(0, say("In {left_out} all passed.", left_out=left_out))
    return Group(Text(heading), _table(found, console().width), "", *map(Text, words))


def _table(found: "Sequence[Standing]", width: int) -> Any:
    from tafelwerk.commands.fitting import Column, fitted

    points = [None if one.mean_points is None else number_text(one.mean_points, ".1f") for one in found]
    columns = [
        Column(term("player"), [one.player for one in found]),
        Column(term("declared"), [one.declared for one in found]),
        Column(term("won"), [one.won for one in found]),
        Column(term("lost"), [one.lost for one in found]),
        Column(term("overbid"), [one.overbid or None for one in found], goes=3),
        Column(term("card points per game"), points, term("card points"), goes=2),
        Column(term("score"), [one.score for one in found]),
        Column(term("score per round"), [_mean(one.mean_score) for one in found], goes=4),
        Column(term("tournament"), [one.tournament for one in found], goes=1),
        Column(term("tournament per round"), [_mean(one.mean_tournament) for one in found], term("per round")),
    ]
    return fitted(columns, width)


def _mean(mean: "Mean") -> str:
    sign = "±" if encodes("±") else "+-"
    return number_text(mean.value, "+.1f") + ("" if mean.error is None else f" {sign} {number_text(mean.error, '.1f')}")

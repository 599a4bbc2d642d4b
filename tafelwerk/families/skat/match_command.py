"""`tafelwerk skat match`: rounds between three programs, and their standings."""

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

from tafelwerk.commands.common import BookOption, JobsOption, JsonOption, bundle_options
from tafelwerk.commands.fitting import Column, fit_table, lay_out
from tafelwerk.commands.output import Ticker, answer, console, encodes, note
from tafelwerk.errors import InterruptedBuildError
from tafelwerk.families.skat import log_files
from tafelwerk.families.skat.parameters import PLAYERS_OPTION, read_players
from tafelwerk.families.skat.rules.cards import term
from tafelwerk.families.skat.rules.limits import LARGEST_SEED, MOST_DRAWN, MOST_WORLDS, WORLDS
from tafelwerk.families.skat.rules.matches import Mean, Result, Standing, result, seat_programs, standings
from tafelwerk.families.skat.rules.round_log import round_name, write_round
from tafelwerk.families.skat.rules.rounds import Round
from tafelwerk.language import count_noun, say, seconds_text
from tafelwerk.parameters import Parameter
from tafelwerk.rules.puzzles import random_seed
from tafelwerk.wording import number_text

PLAYERS = "pimc:100,pimc:30,random"


@bundle_options
def match(
    book: BookOption,
    deals: Annotated[int, Parameter("N", "Number of deals, each played three times.", 1, MOST_DRAWN)] = 10,
    seed: Annotated[
        int | None,
        Parameter(
            "S",
            "Random seed of the deals. Default: random; with --log 0, so that the same command continues a log.",
            0,
            LARGEST_SEED,
        ),
    ] = None,
    players: Annotated[str | None, PLAYERS_OPTION] = None,
    worlds: Annotated[
        int | None, Parameter("K", "Worlds per card of pimc without a number. Default: 100.", 1, MOST_WORLDS)
    ] = None,
    jobs: JobsOption = None,
    log: Annotated[
        Path | None, Parameter("FILE", "File to append each round to; rounds in it are not played again.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Three programs play each other with hidden cards, from the bidding to the score.

    Each deal is played three times, and the programs move on by one seat each time, so that each gets each hand once. The same
    seed gives the same rounds for any number of jobs. Ctrl-C keeps the rounds in the log, and the same command continues from
    there.

    Example: tafelwerk skat match --deals 4 --agents pimc:30,pimc:10,random

    Example: tafelwerk skat match --deals 100 --seed 7 --log rounds.jsonl
    """
    if seed is None:
        seed = random_seed() if log is None else 0
    programs = read_players(players or PLAYERS, WORLDS if worlds is None else worlds)
    names = seat_programs(programs)
    results = _logged_results(log, names, seed, 3 * deals)
    begun = len(results)
    if begun:
        held, of = count_noun(begun, "round"), number_text(3 * deals)
        text = say("{held} of {of} is already in {log}", held=held, of=of, log=log)
        if begun > 1:
            text = say("{held} of {of} are already in {log}", held=held, of=of, log=log)
        note(text)
    left = [number for number in range(3 * deals) if number not in results]
    is_time, begin = Ticker(), monotonic()
    try:
        for number, done in zip(left, _play_rounds(names, seed, left, jobs), strict=True):
            if log is not None:
                log_files.append_line(log, write_round(done))
            results[number] = result(done)
            if is_time():
                count = len(results)
                time_left = seconds_text((monotonic() - begin) / (count - begun) * (3 * deals - count))
                ready, of = number_text(count), number_text(3 * deals)
                note(say("{ready} of {of} rounds, about {rest} left", ready=ready, of=of, rest=time_left))
    except KeyboardInterrupt:
        _report_early(results, names)
        raise InterruptedBuildError(log_files.interruption_text(len(results), log)) from None
    table = standings(names, results)
    answer(json, _document(table, results, names, deals, seed), lambda: _standings_text(table, results, seed))


def _logged_results(log: Path | None, players: tuple[str, str, str], seed: int, rounds: int) -> "dict[int, Result]":
    """Results of the rounds of a match that are already in a log, by number.

    Errors as in `rounds_before`.
    """
    held = {} if log is None else {logged.name: logged for logged in log_files.rounds_before(log)}
    names = {number: round_name(seed, number, players) for number in range(rounds)}
    return {number: result(held[name]) for number, name in names.items() if name in held}


def _play_rounds(
    players: tuple[str, str, str], seed: int, numbers: Sequence[int], jobs: int | None
) -> "Iterator[Round]":
    """Rounds of a match in the order of their numbers."""
    from tafelwerk.build.executors import cores, results_in_order, workers
    from tafelwerk.families.skat.round_rows import play_match_round

    count = min(jobs or cores(), len(numbers))
    with workers(count) as pool:
        rounds = (pool.submit(play_match_round, players, seed, number) for number in numbers)
        # the first round runs alone: it compiles the kernels for the others
        yield from results_in_order(islice(rounds, 1), 0)
        yield from results_in_order(rounds, 2 * count if count > 1 else 0)


def _document(
    standings: "Sequence[Standing]", results: "dict[int, Result]", players: Sequence[str], deals: int, seed: int
) -> dict[str, Any]:
    return {
        "deals": deals,
        "rounds": len(results),
        "seed": seed,
        "players": list(players),
        "passed": sum(result.score is None for result in results.values()),
        "standings": [_record(result) for result in standings],
        "certainty": "sampled",
        "source": "computed",
    }


def _record(standing: "Standing") -> dict[str, Any]:
    """A player's standing as JSON."""
    names = ("player", "rounds", "declared", "won", "lost", "overbid", "points", "mean_points", "score", "tournament")
    means = {"score_a_round": standing.mean_score, "tournament_a_round": standing.mean_tournament}
    return {name: getattr(standing, name) for name in names} | {
        name: {"mean": mean.value, "error": mean.error} for name, mean in means.items()
    }


def _report_early(results: "dict[int, Result]", players: Sequence[str]) -> None:
    """Print the table so far on standard error; an interrupted command prints no answer."""
    if not results or sys.stderr is None:
        return
    screen = console(stderr=True)
    screen.print(_standings_table(standings(players, results), screen.width))


def _standings_text(standings: "Sequence[Standing]", results: "dict[int, Result]", seed: int) -> Any:
    passed = sum(result.score is None for result in results.values())
    deals = len({number // 3 for number in results})
    rounds, deals_text, left_out = (
        count_noun(len(results), "round"),
        count_noun(deals, "deal"),
        count_noun(passed, "round"),
    )
    heading = say(
        "{rounds}: {drawn} of seed {seed}, each with every player at every seat.",
        rounds=rounds,
        drawn=deals_text,
        seed=seed,
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
    return lay_out(heading, _standings_table(standings), "", *words)


def _standings_table(standings: "Sequence[Standing]", width: int | None = None) -> Any:

    points = [
        None if standing.mean_points is None else number_text(standing.mean_points, ".1f") for standing in standings
    ]
    columns = [
        Column(term("player"), [standing.player for standing in standings]),
        Column(term("declared"), [standing.declared for standing in standings]),
        Column(term("won"), [standing.won for standing in standings]),
        Column(term("lost"), [standing.lost for standing in standings]),
        Column(term("overbid"), [standing.overbid or None for standing in standings], goes=3),
        Column(term("card points per game"), points, term("card points"), goes=2),
        Column(term("score"), [standing.score for standing in standings]),
        Column(term("score per round"), [_mean_text(standing.mean_score) for standing in standings], goes=4),
        Column(term("tournament"), [standing.tournament for standing in standings], goes=1),
        Column(
            term("tournament per round"),
            [_mean_text(standing.mean_tournament) for standing in standings],
            term("per round"),
        ),
    ]
    return fit_table(columns, width)


def _mean_text(mean: "Mean") -> str:
    sign = "±" if encodes("±") else "+-"
    return number_text(mean.value, "+.1f") + ("" if mean.error is None else f" {sign} {number_text(mean.error, '.1f')}")

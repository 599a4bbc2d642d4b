"""`tafelwerk build skat`: random or given deals for every game and declarer, all positions of a deal, the ladder, rounds."""

from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.commands.common import (
    BuildOptions,
    ChosenSet,
    bundled,
    note,
    run_builds,
)
from tafelwerk.commands.options import exclusive, needs
from tafelwerk.commands.skat.bench import Steps
from tafelwerk.commands.skat.logs import PlayersOption, check_names, log_in, players_named
from tafelwerk.commands.skat.words import deal_named, deals_in, game_named, seat_named, source_name
from tafelwerk.errors import InputError
from tafelwerk.frozen import frozen
from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.rules.skat.limits import LARGEST_SEED, LEAST_LADDER_CARDS, MOST_CARDS, MOST_DRAWN, MOST_PLAYED

SETS = ("--deals", "--deal", "--file", "--ladder", "--match", "--log", "--null", "--quick", "--full")
"""Options that each choose a set; so does --trials, --playouts, or both."""

FIGURES: dict[Steps | None, tuple[str, ...]] = {Steps.NULL: ("skat-11.3", "skat-11.4"), Steps.TABLE: ("skat-5.4",)}
"""Figures of the questions that do not draw the ladder."""

OWNERS = (
    (("--seed",), ("--deals", "--ladder", "--match", "--trials", "--playouts")),
    (("--cards",), ("--ladder",)),
    (("--question",), ("--ladder", "--deals")),
    (("--players",), ("--match",)),
    (("--game", "--declarer", "--whole"), ("--deal", "--file")),
)
"""Options that need another option."""


QuestionOption = Annotated[
    Steps | None,
    typer.Option(
        "--question",
        help="With --deals: win, only whether each declarer wins, some seventy times as fast. With --ladder: steps to"
        " measure, as in skat bench.",
    ),
]


@frozen
class LadderOptions:
    """The sequence of programs from minimax to the fast solver."""

    ladder: Annotated[
        int | None,
        typer.Option(
            "--ladder",
            min=1,
            max=MOST_PLAYED,
            metavar="N",
            help="Number of random deals on which each step from minimax to the fast solver is measured.",
        ),
    ] = None
    cards: Annotated[
        int | None,
        typer.Option(
            "--cards",
            min=LEAST_LADDER_CARDS,
            max=MOST_CARDS,
            metavar="K",
            help="Cards per hand in the deals of --ladder. Default: 10.",
        ),
    ] = None


@frozen
class GivenOptions:
    """Given deals, and the contracts played with them."""

    deal: Annotated[
        str | None,
        typer.Option(
            "--deal", metavar="DEAL", help='Deal "forehand | middlehand | rearhand | skat"; - reads standard input.'
        ),
    ] = None
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="File of deals, one per line; - reads standard input."),
    ] = None
    game: Annotated[
        str | None,
        typer.Option(
            "--game", metavar="GAME", help="Game: clubs, spades, hearts, diamonds, grand or null. Default: all."
        ),
    ] = None
    declarer: Annotated[
        str | None,
        typer.Option(
            "--declarer", metavar="SEAT", help="Declarer's seat: forehand, middlehand or rearhand. Default: all."
        ),
    ] = None
    whole: Annotated[bool, typer.Option("--whole", help="All positions of the deal, not only its outcome.")] = False

    @property
    def contracts(self) -> tuple[tuple[str, str], ...]:
        """Games and declarers to solve."""
        games = tuple(Game) if self.game is None else (game_named(self.game),)
        seats = tuple(Seat) if self.declarer is None else (seat_named(self.declarer),)
        return tuple((one.value, seat.word) for one in games for seat in seats)


@frozen
class MatchOptions:
    """A match of programs."""

    match: Annotated[
        int | None,
        typer.Option(
            "--match",
            min=1,
            max=MOST_PLAYED,
            metavar="N",
            help="Number of random deals for a match of programs with hidden cards, three rounds per deal; one round if a program"
            " plays itself.",
        ),
    ] = None
    players: PlayersOption = None


@frozen
class TrialOptions:
    """Games to learn bidding from."""

    trials: Annotated[
        int | None,
        typer.Option(
            "--trials",
            min=1,
            max=MOST_DRAWN,
            metavar="N",
            help="Number of random deals for games to learn bidding from, and for the models fitted to them.",
        ),
    ] = None
    playouts: Annotated[
        int | None,
        typer.Option(
            "--playouts",
            min=1,
            max=MOST_DRAWN,
            metavar="M",
            help="Number of deals with one game each played out with hidden cards. Default: with --trials, a fifteenth of N.",
        ),
    ] = None


@bundled
def build(
    *,
    context: typer.Context,
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals", min=1, max=MOST_DRAWN, metavar="N", help="Number of random deals, the first of the seed."
        ),
    ] = None,
    ladder: LadderOptions,
    question: QuestionOption = None,
    given: GivenOptions,
    match: MatchOptions,
    trials: TrialOptions,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed of the deals. Default: 1."),
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option(
            "--log", metavar="FILE", help="Log of rounds, of this program, typed or of xskat; - reads standard input."
        ),
    ] = None,
    null: Annotated[bool, typer.Option("--null", help="Hands that no distribution beats in Null, counted.")] = False,
    chosen_set: ChosenSet,
    options: BuildOptions,
) -> None:
    """Build the standard set, outcomes of deals under best play after every opening card, the ladder, or rounds (hidden cards).

    Deals are random, those of a file or a given one. The ladder measures positions and time per deal of each step from minimax to
    the fast solver. `--deals N --question win` stores only which declarers win, for `skat shares`. Rounds come from a match or
    a log, with each card priced with all cards open. A program that plays itself gives the contracts of `skat contracts`.

    The ladder on ten cards takes some three seconds per deal, with `--question win` a tenth of a second. Minimax is measured up
    to 6 cards per hand, alpha-beta up to 7, minimal window without a table up to 9. `--question null` measures the steps of Null,
    `--question table` the number of positions that alpha-beta stores.

    Example: tafelwerk build skat --deals 1000 --seed 7

    Example: tafelwerk build skat --deals 100000 --question win

    Example: tafelwerk build skat --deal "CJ C7 | SJ C8 | HJ C9" --game clubs --declarer forehand --whole

    Example: tafelwerk build skat --file deals.txt --game grand

    Example: tafelwerk build skat --ladder 200 --cards 8

    Example: tafelwerk build skat --ladder 1000 --question null

    Example: tafelwerk build skat --match 10 --players pimc:30,pimc:10,random

    Example: tafelwerk build skat --match 100 --players pimc:100

    Example: tafelwerk build skat --log rounds.jsonl

    Example: tafelwerk build skat --null
    """
    for one in ("--trials", "--playouts"):
        exclusive(context, (*SETS, one))
    needs(context, *OWNERS)
    from tafelwerk.families.skat import builds as skat

    sequence = 1 if seed is None else seed
    of_seed = "" if seed is None else f" --seed {seed}"
    if deals is not None and question is not None:
        if question is not Steps.WIN:
            raise InputError(f"--question with --deals must be win, not {question.value}")
        run_builds(skat.win_builds(deals, sequence), options, next_steps=[f"tafelwerk skat shares{of_seed}"])
    elif deals is not None:
        run_builds(skat.sample_builds(deals, sequence), options, next_steps=[f"tafelwerk skat points{of_seed}"])
    elif ladder.ladder is not None:
        builds = skat.ladder_builds(ladder.ladder, ladder.cards or 10, sequence, question and question.value)
        figures = FIGURES.get(question, ("skat-ladder-nodes", "skat-ladder-times"))
        run_builds(builds, options, next_steps=[f"tafelwerk plot {name}" for name in figures])
    elif match.match is not None:
        names = players_named(match.players) if match.players is not None else skat.PLAYERS
        line = "tafelwerk skat games --limit 10"
        if len(set(names)) == 1:
            line = f"tafelwerk skat contracts --player {names[0]}{of_seed}"
        run_builds(skat.match_builds(match.match, names, sequence), options, next_steps=[line])
    elif log is not None:
        rounds, left_out = log_in(log)
        for skipped in left_out:
            note(f"{source_name(log)}: left out, {skipped.of_game}")
        check_names(options.book, rounds, source_name(log))
        run_builds(skat.log_builds(rounds), options, next_steps=["tafelwerk skat games --limit 10"])
    elif trials.trials is not None:
        played = max(trials.trials // 15, 1) if trials.playouts is None else trials.playouts
        if played > trials.trials:
            raise InputError(f"--playouts must be from 1 to {trials.trials:,}, the number of --trials, not {played:,}")
        builds = chain(skat.trial_builds(trials.trials, sequence), skat.playout_builds(played, sequence))
        run_builds(builds, options, next_steps=["tafelwerk skat models"])
    elif trials.playouts is not None:
        run_builds(skat.playout_builds(trials.playouts, sequence), options)
    elif null:
        run_builds([skat.null_build()], options, next_steps=["tafelwerk skat null"])
    elif given.file is not None:
        builds = skat.listed_builds(list(deals_in(given.file)), given.contracts, whole=given.whole)
        run_builds(tuple(builds), options)
    elif given.deal is not None:
        deal, contracts = deal_named(given.deal), given.contracts
        line = f'tafelwerk skat solve --deal "{deal.text()}" --game {contracts[0][0]} --declarer {contracts[0][1]}'
        run_builds([skat.given_build(deal, contracts, whole=given.whole)], options, next_steps=[line])
    else:
        run_builds(chosen_set.of(skat), options)

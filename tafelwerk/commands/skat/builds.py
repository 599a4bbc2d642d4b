"""`tafelwerk build skat`: random deals under every game and declarer, a given deal, a deal position by position, the ladder."""

from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.commands.common import (
    App,
    BuildOptions,
    ChosenSet,
    bundled,
    note,
    run_builds,
)
from tafelwerk.commands.options import exclusive, needs
from tafelwerk.commands.skat.bench import Steps, StepsOption
from tafelwerk.commands.skat.logs import PlayersOption, check_names, log_in, players_named
from tafelwerk.commands.skat.words import deal_named, deals_in, game_named, seat_named
from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.rules.skat.limits import LARGEST_SEED, LEAST_LADDER_CARDS, MOST_CARDS, MOST_DRAWN, MOST_PLAYED

build_app = App(invoke_without_command=True)


SETS = ("--deals", "--deal", "--file", "--ladder", "--match", "--log", "--trials", "--quick", "--full")
"""Sets of their own."""

FIGURES: dict[Steps | None, tuple[str, ...]] = {Steps.NULL: ("skat-11.3", "skat-11.4"), Steps.TABLE: ("skat-5.4",)}
"""Figures of what some questions measure; those of others are of the ladder."""

OWNERS = (
    (("--seed",), ("--deals", "--ladder", "--match", "--trials")),
    (("--playouts",), ("--trials",)),
    (("--cards", "--question"), ("--ladder",)),
    (("--players",), ("--match",)),
    (("--game", "--declarer", "--whole"), ("--deal", "--file")),
)
"""Options that belong to others."""


@dataclass(frozen=True)
class LadderOptions:
    """The sequence of programs from minimax to the fast solver."""

    ladder: Annotated[
        int | None,
        typer.Option(
            "--ladder",
            min=1,
            max=MOST_PLAYED,
            metavar="N",
            help="What each step from minimax to the fast solver spends on N random deals.",
        ),
    ] = None
    cards: Annotated[
        int | None,
        typer.Option(
            "--cards",
            min=LEAST_LADDER_CARDS,
            max=MOST_CARDS,
            metavar="K",
            help="Cards in a hand of the ladder's deals. Default: 10.",
        ),
    ] = None
    question: StepsOption = None


@dataclass(frozen=True)
class GivenOptions:
    """Deals that are given, and what is played with them."""

    deal: Annotated[
        str | None,
        typer.Option("--deal", metavar="DEAL", help='"forehand | middlehand | rearhand | skat"; - reads it.'),
    ] = None
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="The deals of a file, one per line; - reads them.")
    ] = None
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="clubs, spades, hearts, diamonds, grand or null. Default: all."),
    ] = None
    declarer: Annotated[
        str | None, typer.Option("--declarer", metavar="SEAT", help="forehand, middlehand or rearhand. Default: all.")
    ] = None
    whole: Annotated[bool, typer.Option("--whole", help="Every position of the deal, not only its outcome.")] = False

    @property
    def contracts(self) -> tuple[tuple[str, str], ...]:
        """Games and declarers."""
        games = tuple(Game) if self.game is None else (game_named(self.game),)
        seats = tuple(Seat) if self.declarer is None else (seat_named(self.declarer),)
        return tuple((one.value, seat.word) for one in games for seat in seats)


@dataclass(frozen=True)
class MatchOptions:
    """A match of programs."""

    match: Annotated[
        int | None,
        typer.Option(
            "--match",
            min=1,
            max=MOST_PLAYED,
            metavar="N",
            help="A match of programs with hidden cards on the first N random deals of the seed, three rounds a deal.",
        ),
    ] = None
    players: PlayersOption = None


@dataclass(frozen=True)
class TrialOptions:
    """Games to learn bidding from."""

    trials: Annotated[
        int | None,
        typer.Option(
            "--trials",
            min=1,
            max=MOST_DRAWN,
            metavar="N",
            help="Games to learn bidding from, of the first N random deals of the seed, and the models fitted to them.",
        ),
    ] = None
    playouts: Annotated[
        int | None,
        typer.Option(
            "--playouts",
            min=1,
            max=MOST_DRAWN,
            metavar="M",
            help="With --trials: of the first M deals one game each is played out with hidden cards. Default: a fifteenth of N.",
        ),
    ] = None


@build_app.callback()
@bundled
def build(
    *,
    context: typer.Context,
    deals: Annotated[
        int | None,
        typer.Option("--deals", min=1, max=MOST_DRAWN, metavar="N", help="The first N random deals of the seed."),
    ] = None,
    ladder: LadderOptions,
    given: GivenOptions,
    match: MatchOptions,
    trials: TrialOptions,
    seed: Annotated[
        int | None,
        typer.Option("--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed of the deals. Default: 1."),
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="FILE", help="The rounds of a log, of this program or of xskat; - reads it."),
    ] = None,
    chosen_set: ChosenSet,
    options: BuildOptions,
) -> None:
    """The family's standard set; outcomes of random deals, of those of a file or of one under best play, with every opening card;
    the ladder: positions and time that each step from minimax to the fast solver takes, deal by deal; or rounds with hidden
    cards, of a match or of a log, each card priced with every card open.

    The ladder on ten cards takes some three seconds a deal, with `--question win` a tenth of one. Minimax is measured up to 6
    cards in a hand, alpha-beta up to 7, minimal window without a table up to 9. `--question null` measures the steps of Null,
    `--question table` how many positions alpha-beta keeps.

    Example: tafelwerk build skat --deals 1000 --seed 7

    Example: tafelwerk build skat --deal "CJ C7 | SJ C8 | HJ C9" --game clubs --declarer forehand --whole

    Example: tafelwerk build skat --file deals.txt --game grand

    Example: tafelwerk build skat --ladder 200 --cards 8

    Example: tafelwerk build skat --ladder 1000 --question null

    Example: tafelwerk build skat --match 10 --players pimc:30,pimc:10,random

    Example: tafelwerk build skat --log rounds.jsonl
    """
    exclusive(context, SETS)
    needs(context, *OWNERS)
    from tafelwerk.build import skat

    sequence = 1 if seed is None else seed
    if deals is not None:
        run_builds(skat.sample_builds(deals, sequence), options)
    elif ladder.ladder is not None:
        builds = skat.ladder_builds(
            ladder.ladder, ladder.cards or 10, sequence, ladder.question and ladder.question.value
        )
        figures = FIGURES.get(ladder.question, ("skat-ladder-nodes", "skat-ladder-times"))
        run_builds(builds, options, next_steps=[f"tafelwerk plot {name}" for name in figures])
    elif match.match is not None:
        names = players_named(match.players) if match.players is not None else skat.PLAYERS
        run_builds(
            skat.match_builds(match.match, names, sequence), options, next_steps=["tafelwerk skat games --limit 10"]
        )
    elif log is not None:
        found = log_in(log)
        for skipped in found.skipped:
            note(f"{found.name}: left out, {skipped}")
        check_names(options.book, found.rounds, found.name)
        run_builds(skat.log_builds(found.rounds), options, next_steps=["tafelwerk skat games --limit 10"])
    elif trials.trials is not None:
        played = max(trials.trials // 15, 1) if trials.playouts is None else trials.playouts
        if played > trials.trials:
            raise InputError(f"--playouts must be 1 to {trials.trials:,}, as many as --trials, not {played:,}")
        builds = chain(skat.trial_builds(trials.trials, sequence), skat.playout_builds(played, sequence))
        run_builds(builds, options, next_steps=["tafelwerk skat models"])
    elif given.file is not None:
        builds = skat.listed_builds(list(deals_in(given.file)), given.contracts, whole=given.whole)
        run_builds(tuple(builds), options)
    elif given.deal is not None:
        deal, contracts = deal_named(given.deal), given.contracts
        line = f'tafelwerk skat solve --deal "{deal.text()}" --game {contracts[0][0]} --declarer {contracts[0][1]}'
        run_builds([skat.given_build(deal, contracts, whole=given.whole)], options, next_steps=[line])
    else:
        run_builds(chosen_set.of(skat), options)

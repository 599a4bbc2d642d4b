"""`tafelwerk build skat`: random or given deals for every game and declarer, all positions of a deal, the ladder, rounds."""

from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from tafelwerk.build.kind import Kind
from tafelwerk.commands.common import BuildOptions, ChosenSet, bundle_options, exclusive, needs, run_builds
from tafelwerk.commands.output import note
from tafelwerk.errors import InputError
from tafelwerk.families.skat import builds
from tafelwerk.families.skat.log_files import check_names, deal_named, deals_in, log_in, source_name
from tafelwerk.families.skat.parameters import PLAYERS_OPTION, game_named, seat_named
from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.limits import MOST_CARDS, Question
from tafelwerk.families.skat.tasks import Contract
from tafelwerk.parameters import Options, Parameter

SETS = ("--deals", "--deal", "--file", "--ladder", "--match", "--log", "--null", "--quick", "--full")
"""Options that each choose a set; so does --trials, --playouts, or both."""

OWNERS = (
    (("--seed",), ("--deals", "--ladder", "--match", "--trials", "--playouts")),
    (("--cards-each",), ("--ladder",)),
    (("--question",), ("--ladder", "--deals")),
    (("--agents",), ("--match",)),
    (("--game", "--declarer", "--whole"), ("--deal", "--file")),
)
"""Options that need another option."""


class GivenOptions(Options[tuple[Contract, ...]]):
    """Given deals, and the contracts played with them."""

    deal: Annotated[
        str | None, Parameter("DEAL", 'Deal "forehand | middlehand | rearhand | skat"; - reads standard input.')
    ] = None
    file: Annotated[Path | None, Parameter("FILE", "File of deals, one per line; - reads standard input.")] = None
    game: Annotated[
        str | None, Parameter("GAME", "Game: clubs, spades, hearts, diamonds, grand or null. Default: all.")
    ] = None
    declarer: Annotated[
        str | None, Parameter("SEAT", "Declarer's seat: forehand, middlehand or rearhand. Default: all.")
    ] = None
    whole: Annotated[bool, Parameter("", "All positions of the deal, not only its outcome.")] = False

    @property
    def value(self) -> tuple[Contract, ...]:
        """Games and declarers to solve."""
        games = tuple(Game) if self.game is None else (game_named(self.game),)
        seats = tuple(Seat) if self.declarer is None else (seat_named(self.declarer),)
        return tuple((game.value, seat.word) for game in games for seat in seats)


@bundle_options
def build(
    *,
    context: typer.Context,
    deals: Annotated[int | None, builds.DEALS] = None,
    ladder: Annotated[int | None, builds.LADDER] = None,
    cards: Annotated[int, builds.CARDS] = MOST_CARDS,
    question: Annotated[Question | None, builds.QUESTION] = None,
    given: GivenOptions,
    match: Annotated[int | None, builds.MATCH] = None,
    players: Annotated[str, PLAYERS_OPTION] = ",".join(builds.PLAYERS),
    trials: Annotated[int | None, builds.TRIALS] = None,
    playouts: Annotated[int | None, builds.PLAYOUTS] = None,
    seed: Annotated[int, builds.SEED_OPTION] = builds.SEED,
    log: Annotated[
        Path | None, Parameter("FILE", "Log of rounds, of this program, typed or of xskat; - reads standard input.")
    ] = None,
    null: Annotated[bool, Parameter("", "Hands that no distribution beats in Null, counted.")] = False,
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

    Example: tafelwerk build skat --ladder 200 --cards-each 8

    Example: tafelwerk build skat --ladder 1000 --question null

    Example: tafelwerk build skat --match 10 --agents pimc:30,pimc:10,random

    Example: tafelwerk build skat --match 100 --agents pimc:100

    Example: tafelwerk build skat --log rounds.jsonl

    Example: tafelwerk build skat --null
    """
    for chosen in ("--trials", "--playouts"):
        exclusive(context, (*SETS, chosen))
    needs(context, *OWNERS)
    if deals is not None:
        if question not in (None, Question.WIN):
            raise InputError(f"--question with --deals must be win, not {question}")
        _run(builds.RandomDeals(deals, seed) if question is None else builds.Wins(deals, seed), options)
    elif ladder is not None:
        _run(builds.Ladder(ladder, seed, cards=cards, question=question), options)
    elif match is not None:
        _run(builds.Match(match, seed, players=players), options)
    elif trials is not None:
        playout_count = max(trials // 15, 1) if playouts is None else playouts
        if playout_count > trials:
            raise InputError(f"--playouts must be from 1 to {trials:,}, the number of --trials, not {playout_count:,}")
        _run(builds.Trials(trials, seed), options, builds.Playouts(playout_count, seed))
    elif playouts is not None:
        _run(builds.Playouts(playouts, seed), options)
    elif log is not None:
        rounds, left_out = log_in(log)
        for skipped in left_out:
            note(f"{source_name(log)}: left out, {skipped.of_game}")
        check_names(options.book, rounds, source_name(log))
        run_builds(builds.log_builds(rounds), options, next_steps=[builds.GAMES_LINE])
    elif null:
        _run(builds.NullCounts(), options)
    elif given.file is not None:
        run_builds(builds.deal_builds(deals_in(given.file), given.value, whole=given.whole), options)
    elif given.deal is not None:
        _run(builds.GivenDeal(deal_named(given.deal), given.value, given.whole), options)
    else:
        run_builds(chosen_set.of(builds), options)


def _run(kind: Kind, options: BuildOptions, *others: Kind) -> None:
    """Run builds, and say what to ask about the first."""
    sections = chain.from_iterable(each.sections() for each in (kind, *others))
    run_builds(sections, options, next_steps=kind.try_next())

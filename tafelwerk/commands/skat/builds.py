"""`tafelwerk build skat`: random deals under every game and declarer, a given deal, a deal position by position."""

import sys
from typing import Annotated

import typer

from tafelwerk.commands.common import App, BuildOptions, QuickOption, at_least, run_builds, takes_build_options
from tafelwerk.commands.skat.words import STANDARD_INPUT, deal_of
from tafelwerk.errors import InputError
from tafelwerk.solvers.skat.cards import Game, Seat, read_game, read_seat

build_app = App(invoke_without_command=True)


@build_app.callback()
@takes_build_options
def build(
    deals: Annotated[
        int | None,
        typer.Option("--deals", callback=at_least(1), metavar="N", help="The first N random deals of the seed."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", help="Which random deals; else 1.")] = None,
    deal: Annotated[
        str | None,
        typer.Option("--deal", metavar="DEAL", help='"forehand | middlehand | rearhand | skat"; - reads it.'),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="clubs, spades, hearts, diamonds, grand or null; else all."),
    ] = None,
    declarer: Annotated[
        str | None, typer.Option("--declarer", metavar="SEAT", help="forehand, middlehand or rearhand; else all.")
    ] = None,
    whole: Annotated[bool, typer.Option("--whole", help="Every position of the deal, not only its outcome.")] = False,
    quick: QuickOption = False,
    *,
    options: BuildOptions,
) -> None:
    """The family's standard set, random deals, or one deal: outcomes under best play, with every opening card.

    Example: tafelwerk build skat --deals 1000 --seed 7

    Example: tafelwerk build skat --deal "CJ C7 | SJ C8 | HJ C9" --game clubs --declarer forehand --whole
    """
    from tafelwerk.build import skat

    if deal is None:
        for name, value in (("--game", game), ("--declarer", declarer), ("--whole", whole)):
            if value:
                raise InputError(f"{name} belongs to --deal DEAL")
        if deals is not None:
            if quick:
                raise InputError("--quick is a set of its own: it does not go with --deals")
            run_builds(tuple(skat.sample_builds(deals, 1 if seed is None else seed)), options)
            return
        if seed is not None:
            raise InputError("--seed belongs to --deals N")
        run_builds(skat.quick() if quick else skat.standard(), options)
        return
    if deals is not None or seed is not None or quick:
        raise InputError("--deal is one deal: it goes with neither --deals, --seed nor --quick")
    given, contracts = deal_of(sys.stdin.read() if deal == STANDARD_INPUT else deal), _contracts(game, declarer)
    line = f'tafelwerk skat solve --deal "{given.text()}" --game {contracts[0][0]} --declarer {contracts[0][1]}'
    run_builds([skat.given_build(given, contracts, whole=whole)], options, next_steps=[line])


def _contracts(game: str | None, declarer: str | None) -> tuple[tuple[str, str], ...]:
    games = tuple(Game) if game is None else (read_game(game),)
    seats = tuple(Seat) if declarer is None else (read_seat(declarer),)
    return tuple((one.value, seat.word) for one in games for seat in seats)

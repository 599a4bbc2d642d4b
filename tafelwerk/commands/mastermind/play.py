"""`tafelwerk mastermind play`: a game against the program, as breaker of a hidden code or as maker of one."""

from random import Random
from typing import Annotated

import typer

from tafelwerk.commands.common import BookOption, ComputeOption
from tafelwerk.commands.mastermind.words import (
    Begun,
    ColorsOption,
    DistinctOption,
    Followed,
    HistoryOption,
    LeastDepthOption,
    MaxDepthOption,
    NameOption,
    PegsOption,
    StrategyOption,
    TieOption,
    app,
)
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.numbers import LARGEST_SEED

ROLES = ("breaker", "maker")


@app.command()
def play(
    book: BookOption,
    pegs: PegsOption = None,
    colors: ColorsOption = None,
    distinct: DistinctOption = False,
    name: NameOption = None,
    role: Annotated[
        str, typer.Option("--as", metavar="breaker|maker", help="You break the program's code, or it breaks yours.")
    ] = "breaker",
    history: HistoryOption = None,
    strategy: StrategyOption = "optimal",
    tie: TieOption = None,
    max_depth: MaxDepthOption = None,
    least_depth: LeastDepthOption = False,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, max=LARGEST_SEED, metavar="N", help="Random seed, for a reproducible game. Default: any."
        ),
    ] = None,
    compute: ComputeOption = False,
) -> None:
    """Play: break a hidden code and have your guesses priced, or think of a code and have it found.

    Example: tafelwerk mastermind play --pegs 4 --colors 6

    Example: tafelwerk mastermind play --pegs 4 --colors 10 --distinct --as maker --strategy h1
    """
    begun, wanted = Begun(pegs, colors, distinct, name, history), Followed(strategy, tie, max_depth, least_depth).chosen
    game = begun.game
    if role not in ROLES:
        raise InputError(f"--as must be {' or '.join(ROLES)}, not {quoted(role)}")
    so_far = begun.asked
    from tafelwerk.commands.mastermind.session import Breaker, Maker, MastermindSession

    kind: type[MastermindSession] = Breaker if role == "breaker" else Maker
    kind(game, wanted, so_far, book, compute=compute, random=Random(seed)).play()

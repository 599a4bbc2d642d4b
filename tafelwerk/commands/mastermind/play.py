"""`tafelwerk mastermind play`: a game against the program, as breaker of a hidden code or as maker of one."""

from typing import Annotated

import typer

from tafelwerk.commands.common import BookOption, ComputeOption, bundled, note
from tafelwerk.commands.mastermind.words import Begun, Followed, app
from tafelwerk.commands.terminal import SeedOption, seeded
from tafelwerk.commands.terminal import play as at_terminal
from tafelwerk.errors import InputError

PEGS, COLORS = 4, 6
"""The default game."""


@app.command()
@bundled
def play(
    begun: Begun,
    followed: Followed,
    book: BookOption,
    role: Annotated[
        str,
        typer.Option(
            "--as", metavar="breaker|maker", help="Your role: break the program's code, or set a code for it to break."
        ),
    ] = "breaker",
    secret: Annotated[
        str,
        typer.Option(
            "--secret",
            metavar="uniform|optimal",
            help="Hidden code: any with equal chances, or drawn from the codemaker's optimal mixture.",
        ),
    ] = "uniform",
    seed: SeedOption = None,
    compute: ComputeOption = False,
) -> None:
    """Play Mastermind: break a hidden code, with each guess compared with the best one, or set a code for the program to break.

    Default: 4 pegs, 6 colours.

    Example: tafelwerk mastermind play

    Example: tafelwerk mastermind play --pegs 4 --colors 10 --distinct --as maker --strategy h1

    Example: tafelwerk mastermind play --name words --strategy h1 --hard

    Example: tafelwerk mastermind play --secret optimal
    """
    if begun.name is None:
        begun.pegs, begun.colors = begun.pegs or PEGS, begun.colors or COLORS
    from tafelwerk.commands.mastermind.board import drawn
    from tafelwerk.play.deduction import deducing
    from tafelwerk.play.mastermind import Mastermind

    if role == "maker" and secret != "uniform":
        raise InputError("--secret does not go with --as maker: then the code is yours")
    history = begun.asked
    problem = Mastermind(begun.game, followed.chosen, book, compute=compute, note=note, secret=secret)
    at_terminal(deducing(role, problem, problem.normal(history), seeded(seed)), drawn, book)

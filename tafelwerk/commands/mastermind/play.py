"""`tafelwerk mastermind play`: a game against the program, as breaker of a hidden code or as maker of one."""

from typing import Annotated

import typer

from tafelwerk.commands.common import BookOption, ComputeOption, note
from tafelwerk.commands.mastermind.words import (
    ColorsOption,
    DistinctOption,
    HistoryOption,
    LeastDepthOption,
    MaxDepthOption,
    NameOption,
    PegsOption,
    StrategyOption,
    TieOption,
    app,
    code,
    reply,
)
from tafelwerk.commands.mastermind.words import game as game_of
from tafelwerk.commands.mastermind.words import history as history_of
from tafelwerk.commands.mastermind.words import strategy as strategy_of
from tafelwerk.commands.terminal import SeedOption, seeded
from tafelwerk.commands.terminal import play as at_terminal

PEGS, COLORS = 4, 6
"""The game that is played by default."""


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
    seed: SeedOption = None,
    compute: ComputeOption = False,
) -> None:
    """Play: break a hidden code and have your guesses priced, or think of a code and have it found. Default: 4 pegs, 6 colours.

    Example: tafelwerk mastermind play

    Example: tafelwerk mastermind play --pegs 4 --colors 10 --distinct --as maker --strategy h1
    """
    if name is None:
        pegs, colors = PEGS if pegs is None else pegs, COLORS if colors is None else colors
    game, wanted = game_of(pegs, colors, distinct, name), strategy_of(strategy, tie, max_depth, least_depth)
    so_far = history_of(game, history)
    from tafelwerk.commands.mastermind.board import drawn
    from tafelwerk.play.deduction import deducing
    from tafelwerk.play.mastermind import Mastermind

    problem = Mastermind(game, wanted, book, compute=compute, note=note, code=code, reply=reply)
    at_terminal(deducing(role, problem, problem.normal(so_far), seeded(seed)), drawn, book)

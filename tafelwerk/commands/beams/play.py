"""`tafelwerk beams play`: a game against the program, as breaker or maker of a hidden code."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.beams.words import (
    Chosen,
    FinishOption,
    HistoryOption,
    StrategyOption,
    TieOption,
    app,
    check_strategy,
    note_patterns,
)
from tafelwerk.commands.beams.words import history as history_of
from tafelwerk.commands.common import BookOption, ComputeOption, bundled, note
from tafelwerk.commands.options import exclusive
from tafelwerk.commands.terminal import SeedOption, seeded
from tafelwerk.commands.terminal import play as at_terminal
from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import LISTED
from tafelwerk.rules.beams.history import answer_text, query_text
from tafelwerk.rules.beams.strategies import finish_rule
from tafelwerk.rules.beams.strategies import strategy as known_strategy

if TYPE_CHECKING:
    from tafelwerk.play.session import Session

PLAYERS = range(2, 6)
"""Allowed numbers of players."""


@app.command()
@bundled
def play(
    context: typer.Context,
    book: BookOption,
    chosen: Chosen,
    role: Annotated[
        str,
        typer.Option(
            "--as", metavar="breaker|maker", help="Your role: break the program's code, or set a code for it to break."
        ),
    ] = "breaker",
    history: HistoryOption = None,
    strategy: StrategyOption = "h1",
    tie: TieOption = None,
    finish: FinishOption = None,
    players: Annotated[
        int | None,
        typer.Option(
            "--players",
            min=PLAYERS.start,
            max=PLAYERS.stop - 1,
            metavar="N",
            help="Number of players. 2: each breaks the other's code. 3 to 5: one sets a code, the others ask in turn. "
            "Default: one breaker.",
        ),
    ] = None,
    answered: Annotated[
        str | None,
        typer.Option(
            "--answered",
            metavar='"1@17 2,4; ..."',
            help="The program's queries so far and your answers, with --players 2.",
        ),
    ] = None,
    seed: SeedOption = None,
    compute: ComputeOption = False,
) -> None:
    """Play Beams: break a hidden code, with your queries compared to a strategy's, or set a code for the program to break.

    Example: tafelwerk beams play

    Example: tafelwerk beams play --variant 6c6p --as maker --strategy h1

    Example: tafelwerk beams play --board 4x4 --colors 4 --finish early

    Example: tafelwerk beams play --players 2
    """
    exclusive(context, ("--players", "--as"))
    if answered is not None and players != 2:
        raise InputError("--answered needs --players 2: it lists the program's queries so far and your answers")
    name, wanted, ending = chosen.named(LISTED[0]), known_strategy(strategy, tie), finish_rule(finish)
    so_far = history_of(name, history)
    from tafelwerk.play.beams import Beams
    from tafelwerk.play.beams_players import Match, Round
    from tafelwerk.play.deduction import deducing

    check_strategy(name, wanted, ending)
    note_patterns(name, book)
    problem = Beams(name, wanted, book, finish=ending, compute=compute, note=note)
    beams, theirs = (
        tuple((query_text(beam.colour, beam.diagonal), answer_text(beam.hits)) for beam in some)
        for some in (so_far, history_of(name, answered))
    )
    game: Session
    if players is None:
        game = deducing(role, problem, beams, seeded(seed))
    elif players == 2:
        game = Match(problem, beams, theirs, seeded(seed))
    else:
        game = Round(problem, players, beams, seeded(seed))
    at_terminal(game, shown, book)


def shown(board: Any) -> Any:
    """The board without an empty line below it."""
    from tafelwerk.commands.beams.board import drawn

    text = drawn(board.board, board.known, board.asked, board.used, board.guessed)
    text.rstrip()
    return text

"""`tafelwerk minimax play`: any game of the list, heap games and Memory against perfect or other play; burnt pancakes alone."""

from random import SystemRandom
from typing import Annotated

import typer

from tafelwerk.commands.common import BookOption
from tafelwerk.commands.minimax.words import app
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.numbers import LARGEST_SEED

SIDES = ("first", "second")


@app.command()
def play(
    book: BookOption,
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="tictactoe and its relatives, notakto, notakto-2, nim-passes; heaps as grundy:7, octal:0.77:12, "
            "subtraction:1,2,5:21, several heaps as grundy:7+5; memory:6 or memory:6:forced; burnt-pancakes-1 to -8 alone.",
        ),
    ],
    side: Annotated[
        str | None,
        typer.Option("--as", metavar="first|second", help="What you play, else first; in tic-tac-toe X is first."),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(
            "--position",
            metavar="P",
            help="Where the game begins, as it writes it, of Memory the cards turned so far; else its start.",
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="OPPONENT",
            help="Who plays the other side: perfect, unless said, random, or look-ahead:D, D moves deep.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed, for a reproducible game. Default: any."
        ),
    ] = None,
) -> None:
    """Play a game: the board is drawn, `hint` says what every move is worth, `undo` takes back.

    Example: tafelwerk minimax play tictactoe --against look-ahead:2

    Example: tafelwerk minimax play grundy:12 --as second

    Example: tafelwerk minimax play memory:6:forced

    Example: tafelwerk minimax play burnt-pancakes-4
    """
    number = SystemRandom().randrange(10**12) if seed is None else seed
    if game.strip().lower().startswith("burnt-pancakes"):
        for name, given in (("--as", side), ("--against", against)):
            if given is not None:
                raise InputError(f"{name} is for games of two; {game} is played alone")
        from tafelwerk.commands.minimax.puzzle import Puzzle

        Puzzle(game, position, number).play()
        return
    side = side or SIDES[0]
    if side not in SIDES:
        raise InputError(f"--as must be {' or '.join(SIDES)}, not {quoted(side)}")
    from tafelwerk.commands.minimax.opponent import opponent

    other = opponent(against or "perfect")
    if game.strip().lower().startswith("memory"):
        from tafelwerk.commands.minimax.memory_session import MemoryDuel

        MemoryDuel(game, side, position, other, number).play()
        return
    from tafelwerk.commands.minimax.games import playable
    from tafelwerk.commands.minimax.session import Duel

    Duel(playable(game), side, position, other, number).play()

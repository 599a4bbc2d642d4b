"""`tafelwerk switching play`: Bridg-It against any agent, as Cut or as Short."""

from random import SystemRandom
from typing import Annotated

import typer

from tafelwerk.commands.common import BookOption
from tafelwerk.commands.switching.words import MovesOption, OrderOption, app
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.numbers import LARGEST_SEED
from tafelwerk.rules.switching.agents import agent_name
from tafelwerk.rules.switching.boards import PLAYERS


@app.command()
def play(
    book: BookOption,
    order: OrderOption = 4,
    role: Annotated[str, typer.Option("--as", metavar="cut|short", help="What you play; Cut moves first.")] = "cut",
    against: Annotated[
        str,
        typer.Option(
            "--against",
            metavar="AGENT",
            help="Who plays the other side: perfect, heuristic, temperature:T, mc:K, mc:inf, gauss-seidel:SWEEPS[:T], random.",
        ),
    ] = "heuristic",
    moves: MovesOption = "",
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed, for a reproducible game. Default: any."
        ),
    ] = None,
) -> None:
    """Play Bridg-It: delete edges to keep A and B apart, or mark edges to join them.

    What the agent plays is computed: the book is not asked. mc:inf plays on the boards of order 2 and 3.

    Example: tafelwerk switching play --order 4 --as short

    Example: tafelwerk switching play --order 6 --against perfect
    """
    if role not in PLAYERS:
        raise InputError(f"--as must be {' or '.join(PLAYERS)}, not {quoted(role)}")
    agent = agent_name(against)
    from tafelwerk.commands.switching.session import Game

    number = SystemRandom().randrange(10**12) if seed is None else seed
    Game(order, role, agent, moves, number).play()

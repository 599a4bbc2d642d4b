"""`tafelwerk switching play`: Bridg-It against any agent, as Cut or as Short."""

from functools import partial
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import BookOption
from tafelwerk.commands.switching.words import AGENTS, MovesOption, OrderOption, View, ViewOption, app
from tafelwerk.commands.terminal import SeedOption, seeded
from tafelwerk.commands.terminal import play as at_terminal
from tafelwerk.rules.switching.agents import agent_name


@app.command()
def play(
    book: BookOption,
    order: OrderOption = 4,
    role: Annotated[str, typer.Option("--as", metavar="cut|short", help="Your side; Cut moves first.")] = "cut",
    against: Annotated[
        str,
        typer.Option(
            "--against",
            metavar="AGENT",
            help=f"Agent that plays the other side: {AGENTS}.",
        ),
    ] = "heuristic",
    moves: MovesOption = "",
    view: ViewOption = View.DOTS,
    seed: SeedOption = None,
) -> None:
    """Play Bridg-It: as Cut link the hollow dots from left to right, as Short the filled ones from top to bottom.

    A link is named by its midpoint. On Shannon's graph (`--view graph`) Cut deletes edges to keep A and B apart, and Short marks
    edges to join them.

    The agent's moves are computed, not looked up. mc:inf plays on boards of order 2 and 3.

    Example: tafelwerk switching play --order 4 --as short

    Example: tafelwerk switching play --order 6 --against perfect
    """
    agent = agent_name(against)
    from tafelwerk.play.duel import Duel
    from tafelwerk.play.switching import Bridge

    game = Bridge(order)
    at_terminal(Duel(game, role, game.read(moves), agent, seeded(seed)), partial(shown, view=view), book)


def shown(board: Any, view: View) -> Any:
    """The board, or how to see it if the terminal is too narrow."""
    from rich.text import Text

    from tafelwerk.commands.switching.board import drawn, too_wide
    from tafelwerk.solvers.switching.board import make_board

    wide = too_wide(make_board(board.order), view)
    if wide is None:
        return drawn(make_board(board.order), board.states, view)
    line = f"tafelwerk switching move --order {board.order} --policy perfect"
    return Text(f'{wide}.\nTo see it: {line} --moves "{board.moves}" -o FILE.svg')

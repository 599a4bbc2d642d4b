"""What the family's commands share: their app and options, fractions as words."""

from typing import Annotated

import typer

from tafelwerk.commands.common import App
from tafelwerk.rules.numbers import LARGEST_SEED
from tafelwerk.tables import switching as tables

app = App(help="The Shannon switching game and Bridg-It: perfect play, Shannon's resistors, agents.")


def _agent(_: typer.CallbackParam, value: str | None) -> str | None:
    return None if value is None else tables.agent_name(value)


OrderArgument = Annotated[
    int, typer.Argument(metavar="ORDER", min=tables.LEAST_ORDER, max=tables.MOST_ORDER, help="Order of the board.")
]
OrderOption = Annotated[
    int,
    typer.Option(
        "--order",
        min=tables.LEAST_ORDER,
        max=tables.MOST_ORDER,
        metavar="M",
        help="Order of the board: (M - 1) rows of M nodes.",
    ),
]
CutOption = Annotated[
    str,
    typer.Option(
        "--cut",
        metavar="AGENT",
        callback=_agent,
        help="Plays Cut: perfect, heuristic, temperature:T, mc:K, gauss-seidel:SWEEPS[:T], random.",
    ),
]
ShortOption = Annotated[
    str, typer.Option("--short", metavar="AGENT", callback=_agent, help="Plays Short: an agent, as for --cut.")
]
GamesOption = Annotated[
    int | None,
    typer.Option(
        "--games",
        min=1,
        max=tables.MOST_GAMES,
        metavar="N",
        help="Number of games played on boards of order 4 and more. Default: 10,000.",
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed of the games. Default: 1."),
]
MovesOption = Annotated[
    str,
    typer.Option("--moves", metavar="MOVES", help='Moves in turn, Cut first: edges by their names, "A5 C5 C3 A1".'),
]

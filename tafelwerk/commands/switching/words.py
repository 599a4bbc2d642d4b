"""Shared by the family's commands: their app and options."""

from enum import StrEnum
from typing import Annotated

import typer

from tafelwerk.commands.common import App
from tafelwerk.rules.numbers import LARGEST_SEED
from tafelwerk.rules.switching import boards

app = App(help="The Shannon switching game and Bridg-It: perfect play, Shannon's resistors, agents.")


class View(StrEnum):
    """How a board is drawn."""

    DOTS = "dots"
    GRAPH = "graph"


ViewOption = Annotated[
    View,
    typer.Option("--view", help="dots: the two lattices of dots, as players draw them. graph: Shannon's graph."),
]

AGENTS = (
    "perfect, heuristic, temperature:T, annealing:T, mc:K, mc:inf, gauss-seidel:SWEEPS[:T[:OMEGA]][:half|warm|random], "
    "edge-count[:T], shortest-path[:T], k-best:K:DEPTH, random"
)
"""Names of agents, for help texts."""

_ORDERS = {"min": boards.LEAST_ORDER, "max": boards.MOST_ORDER}

OrderArgument = Annotated[int, typer.Argument(metavar="ORDER", help="Order of the board.", **_ORDERS)]
OrderOption = Annotated[
    int, typer.Option("--order", metavar="M", help="Order of the board: (M - 1) rows of M nodes.", **_ORDERS)
]
BoardOption = Annotated[
    int | None, typer.Option("--order", metavar="M", help="Order of the board: (M - 1) rows of M nodes.", **_ORDERS)
]
CutOption = Annotated[
    str,
    typer.Option(
        "--cut",
        metavar="AGENT",
        help=f"Agent that plays Cut: {AGENTS}.",
    ),
]
ShortOption = Annotated[str, typer.Option("--short", metavar="AGENT", help="Agent that plays Short, as for --cut.")]
GamesOption = Annotated[
    int | None,
    typer.Option(
        "--games",
        min=1,
        max=boards.MOST_GAMES,
        metavar="N",
        help="Number of simulated games, for pairings without a certified answer (mostly order 4 and above). Default: 10,000.",
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed of the games. Default: 1."),
]
MovesOption = Annotated[
    str,
    typer.Option("--moves", metavar="MOVES", help='Moves in turn, Cut first, as names of edges: "A5 C5 C3 A1".'),
]

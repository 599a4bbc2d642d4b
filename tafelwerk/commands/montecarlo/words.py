"""Shared by the family's commands: options, and games and positions read from the words of the command line."""

from functools import cached_property
from typing import Annotated

import typer

from tafelwerk.commands.common import App
from tafelwerk.frozen import frozen
from tafelwerk.rules.montecarlo import LARGEST_K, MOST_POINTS, Game, SubtractionRules, read_game, read_rules
from tafelwerk.rules.montecarlo_positions import Position, read_position
from tafelwerk.tables.montecarlo.choices import title_at

app = App(help="Monte-Carlo agents in races and subtraction games, analysed exactly.")

GameArgument = Annotated[
    list[str], typer.Argument(metavar="GAME", help="esr N M S | dsc N | dsr N | subtraction HEAP --moves A,B[,...]")
]
MovesOption = Annotated[
    str | None, typer.Option("--moves", metavar="A,B[,...]", help="Numbers of tokens that a move may take.")
]
OvershootOption = Annotated[
    str | None,
    typer.Option(
        "--overshoot", metavar="wins|loses|illegal", help="Result of taking more tokens than are left. Default: wins."
    ),
]
PointsOption = Annotated[
    int | None,
    typer.Option(
        "--points", min=2, max=MOST_POINTS, metavar="P", help="Number of log-spaced values of k. Default: every k."
    ),
]
AtOption = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="POSITION",
        help='Position instead of the start, seen by the player to move: a heap; dsc, dsr: "2 3", the fields gone by'
        ' each player; esr: "5,4,0 / 6,6,3", the squares of each player\'s pieces, home included.',
    ),
]
KMaxOption = Annotated[int, typer.Option("--k-max", min=1, max=LARGEST_K, metavar="K", help="Largest k.")]


@frozen
class Taking:
    """Moves of a subtraction game, and the result of taking more than is left."""

    moves: MovesOption = None
    overshoot: OvershootOption = None

    @property
    def rules(self) -> SubtractionRules:
        """The rules."""
        return read_rules(self.moves, self.overshoot)


@frozen(kw_only=True)
class Played(Taking):
    """The game to play."""

    words: GameArgument

    @cached_property
    def game(self) -> Game:
        """The game named by the words of the command line."""
        return read_game(self.words, self.moves, self.overshoot)


@frozen(kw_only=True)
class Placed(Played):
    """The game to play, from its start or from another position."""

    at: AtOption = None

    @cached_property
    def position(self) -> Position | None:
        """The position; None is the start."""
        return None if self.at is None else read_position(self.game, self.at)

    @property
    def title(self) -> str:
        """The game and the position, for display."""
        return title_at(self.game, self.position)

"""Options shared by the family's commands, and the games, strategies and histories they name."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import typer

from tafelwerk.commands.common import App
from tafelwerk.errors import InputError
from tafelwerk.rules.deduction import MOST_DEPTH
from tafelwerk.rules.mastermind.games import MOST_COLORS, MOST_PEGS, Game, Named, Pegs
from tafelwerk.rules.mastermind.notation import History, read_history
from tafelwerk.rules.mastermind.strategies import Strategy, strategy

app = App(help="Mastermind, Bulls and Cows, word lists: entropy strategies and optimal trees.")

PegsOption = Annotated[
    int | None, typer.Option("--pegs", min=1, max=MOST_PEGS, metavar="P", help="Number of pegs of a code.")
]
ColorsOption = Annotated[
    int | None,
    typer.Option("--colors", "--colours", min=1, max=MOST_COLORS, metavar="C", help="Number of colours."),
]
DistinctOption = Annotated[
    bool, typer.Option("--distinct", help="No colour may repeat, in secrets and guesses, as in Bulls and Cows.")
]
NameOption = Annotated[
    str | None,
    typer.Option("--name", metavar="NAME", help="Name of a word list or table of answers in the book."),
]
StrategyOption = Annotated[
    str,
    typer.Option(
        "--strategy",
        metavar="S",
        help="Strategy: optimal, or hA for greatest entropy of order A, such as h0, h0.5, h1, hinf; for hangman also letter.",
    ),
]
TieOption = Annotated[
    str | None,
    typer.Option(
        "--tie",
        metavar="lex|mix",
        help="Tie-break: the first of the tied queries (lex, default), or uniformly random (mix).",
    ),
]
MaxDepthOption = Annotated[
    int | None,
    typer.Option(
        "--max-depth",
        min=1,
        max=MOST_DEPTH,
        metavar="D",
        help="Most queries allowed for any code; the strategy is optimal under this limit.",
    ),
]
LeastDepthOption = Annotated[
    bool, typer.Option("--least-depth", help="Optimal strategy with the least maximum number of queries.")
]
WithinOption = Annotated[
    int | None,
    typer.Option(
        "--within",
        min=1,
        max=MOST_DEPTH,
        metavar="D",
        help="Optimal strategy among those that find as many codes as possible with at most D queries.",
    ),
]
ShallowestOption = Annotated[
    bool, typer.Option("--shallowest", help="Optimal strategy among those with the least maximum number of queries.")
]
HardOption = Annotated[
    bool,
    typer.Option("--hard", help="Hard mode of Wordle: every query uses what earlier answers have shown."),
]
HistoryOption = Annotated[
    str | None, typer.Option("--history", metavar='"AABC 1,2; ..."', help="Guesses and their answers so far.")
]


@dataclass
class Played:
    """Options that name a game."""

    pegs: PegsOption = None
    colors: ColorsOption = None
    distinct: DistinctOption = False
    name: NameOption = None

    @cached_property
    def game(self) -> Game:
        """The game named by the options."""
        if self.name is not None:
            if self.pegs is not None or self.colors is not None or self.distinct:
                raise InputError("--name does not go with --pegs, --colors or --distinct; give one or the other")
            return Named(self.name)
        if self.pegs is None or self.colors is None:
            raise InputError("name a game: --pegs P --colors C [--distinct], or --name NAME")
        return Pegs(self.pegs, self.colors, self.distinct)


@dataclass
class Begun(Played):
    """Options that name a game and its history."""

    history: HistoryOption = None

    @property
    def asked(self) -> History:
        """Guesses and their answers so far."""
        return read_history(self.game, self.history)


@dataclass
class Followed:
    """Options that name a strategy."""

    strategy: StrategyOption = "optimal"
    tie: TieOption = None
    max_depth: MaxDepthOption = None
    least_depth: LeastDepthOption = False
    within: WithinOption = None
    shallowest: ShallowestOption = False
    hard: HardOption = False

    @cached_property
    def chosen(self) -> Strategy:
        """The strategy named by the options."""
        return strategy(
            self.strategy,
            self.tie,
            max_depth=self.max_depth,
            least_depth=self.least_depth,
            within=self.within,
            shallowest=self.shallowest,
            hard=self.hard,
        )

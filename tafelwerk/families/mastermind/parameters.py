"""Parameters that several questions share: the game, the strategy, and what was asked before."""

from pathlib import Path
from typing import Annotated, TypeVar

from tafelwerk.errors import InputError
from tafelwerk.families.mastermind.rules.games import MOST_COLORS, MOST_PEGS, AnswerTable, Game, Named, Pegs, parse_game
from tafelwerk.families.mastermind.rules.histories import HELP, History, read_history, write_history
from tafelwerk.families.mastermind.rules.notation import read_guess
from tafelwerk.families.mastermind.rules.strategies import Strategy, Tie, parse_strategy, strategy, tie_rule
from tafelwerk.parameters import Options, Parameter
from tafelwerk.rules.deduction import MOST_DEPTH

T = TypeVar("T")

_GAME = 'Game: "4x6" for four pegs of six colours, "4x6 distinct", or the name of a word list or table of answers in the book.'
_DISTINCT = "No colour may repeat, in secrets and guesses, as in Bulls and Cows."
_MATRIX = "CSV table of answers instead of a game of the book: codes in the header, queries in the first column."
_STRATEGY = 'Strategy, such as "optimal", "optimal max-depth 5", "h1", "h0.5 mix" or "h1 hard".'
_RULE = "Strategy: optimal, or hA for greatest entropy of order A, such as h0, h0.5, h1, hinf; for hangman also letter."
_TIES = "Tie-break: the first of the tied queries (lex{}), or uniformly random (mix)."
_MAX_DEPTH = "Most queries allowed for any code; the strategy is optimal under this limit."
_LEAST_DEPTH = "Optimal strategy with the least maximum number of queries."
_WITHIN = "Optimal strategy among those that find as many codes as possible with at most D queries."
_SHALLOWEST = "Optimal strategy among those with the least maximum number of queries."
_HARD = "Hard mode of Wordle: every query uses what earlier answers have shown."

TieRule = Annotated[Tie, Parameter("lex|mix", _TIES.format(""), parse=tie_rule)]
Guesses = Annotated[
    History,
    Parameter(
        '"AABC 1,2; ..."',
        HELP,
        parse=read_history,
        write=write_history,
        needs=("game",),
    ),
]
Guess = Annotated[
    str,
    Parameter(
        "GUESS",
        "Query of the game, whether or not it is consistent with the answers.",
        parse=read_guess,
        needs=("game",),
    ),
]
FirstGuess = Annotated[
    str, Parameter("CODE", "First guess. Default: the strategy's.", parse=read_guess, needs=("game",))
]


class _GameFields(Options[T]):
    """Options that name a game."""

    pegs: Annotated[int | None, Parameter("P", "Number of pegs of a code.", 1, MOST_PEGS)] = None
    colors: Annotated[int | None, Parameter("C", "Number of colours.", 1, MOST_COLORS, aliases=("--colours",))] = None
    distinct: Annotated[bool, Parameter("", _DISTINCT)] = False
    name: Annotated[str | None, Parameter("NAME", "Name of a word list or table of answers in the book.")] = None

    def named_game(self) -> Game:
        """The game.

        Raises:
            InputError: the options name none, or two.
        """
        if self.name is not None:
            if self.pegs is not None or self.colors is not None or self.distinct:
                raise InputError("--name does not go with --pegs, --colors or --distinct; give one or the other")
            return Named(self.name)
        if self.pegs is None or self.colors is None:
            raise InputError("name a game: --pegs P --colors C [--distinct], or --name NAME")
        return Pegs(self.pegs, self.colors, self.distinct)


class GameOptions(_GameFields[Game]):
    """Options that name a game."""

    @property
    def value(self) -> Game:
        """The game."""
        return self.named_game()


class StrategyOptions(Options[Strategy]):
    """Options that name a strategy."""

    strategy: Annotated[str, Parameter("S", _RULE)] = "optimal"
    tie: Annotated[str | None, Parameter("lex|mix", _TIES.format(", default"))] = None
    max_depth: Annotated[int | None, Parameter("D", _MAX_DEPTH, 1, MOST_DEPTH)] = None
    least_depth: Annotated[bool, Parameter("", _LEAST_DEPTH)] = False
    within: Annotated[int | None, Parameter("D", _WITHIN, 1, MOST_DEPTH)] = None
    shallowest: Annotated[bool, Parameter("", _SHALLOWEST)] = False
    hard: Annotated[bool, Parameter("", _HARD)] = False

    @property
    def value(self) -> Strategy:
        """The strategy."""
        return strategy(
            self.strategy,
            self.tie,
            max_depth=self.max_depth,
            least_depth=self.least_depth,
            within=self.within,
            shallowest=self.shallowest,
            hard=self.hard,
        )


class GameOrTableOptions(_GameFields[Game | AnswerTable]):
    """Options that name a game, or the file of a table of answers."""

    matrix: Annotated[Path | None, Parameter("FILE.csv", _MATRIX)] = None

    @property
    def value(self) -> Game | AnswerTable:
        """The game, or the table."""
        if self.matrix is None:
            return self.named_game()
        if self.pegs is not None or self.colors is not None or self.distinct:
            raise InputError("--matrix does not go with --pegs, --colors or --distinct; give one or the other")
        from tafelwerk.families.mastermind.game_files import read_table

        return read_table(Named(self.name or "matrix"), self.matrix)


PlayedGame = Annotated[
    Game, Parameter("GAME", _GAME, parse=parse_game, write=lambda game: game.options, options=GameOptions)
]
GameOrTable = Annotated[
    Game | AnswerTable,
    Parameter("GAME", _GAME, parse=parse_game, write=lambda game: game.options, options=GameOrTableOptions),
]
GameStrategy = Annotated[
    Strategy,
    Parameter("STRATEGY", _STRATEGY, parse=parse_strategy, write=lambda rule: rule.options, options=StrategyOptions),
]

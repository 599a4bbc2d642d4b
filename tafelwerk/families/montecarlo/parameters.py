"""What several questions and builds share: parameters of games, positions, agents and playouts, and the rows of a key.

On the command line a game is words and options, `subtraction 50 --moves 1,2`; elsewhere it is an object, or that text.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from tafelwerk.families.montecarlo import rules
from tafelwerk.families.montecarlo.rules import FAMILY, Position, SubtractionRules, read_game, read_position, read_rules
from tafelwerk.parameters import Options, Parameter

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


T = TypeVar("T")

Moves = Annotated[str, Parameter("A,B[,...]", "Numbers of tokens that a move may take.", option="--moves")]
Overshoot = Annotated[
    str,
    Parameter("wins|loses|illegal", "Result of taking more tokens than are left. Default: wins.", option="--overshoot"),
]


class RulesOptions(Options[SubtractionRules]):
    """Moves of a subtraction game, and the result of taking more than is left."""

    moves: Moves | None = None
    overshoot: Overshoot | None = None

    @property
    def value(self) -> SubtractionRules:
        return read_rules(self.moves, self.overshoot)


Rules = Annotated[
    SubtractionRules,
    Parameter(
        "RULES",
        "Rules of a subtraction game.",
        parse=rules.parse_rules,
        write=lambda given: given.options,
        options=RulesOptions,
    ),
]


class GameWords(Options[T]):
    """Words that name a game, and the rules of a subtraction game."""

    words: Annotated[
        tuple[str, ...],
        Parameter("GAME", "esr N M S | dsc N | dsr N | subtraction HEAP --moves A,B[,...]", several=True),
    ]
    moves: Moves | None = None
    overshoot: Overshoot | None = None


class GameOptions(GameWords[rules.Game]):
    """Words that name a game."""

    @property
    def value(self) -> rules.Game:
        return read_game(self.words, self.moves, self.overshoot)


Game = Annotated[rules.Game, Parameter("GAME", "The game.", parse=rules.parse_game, options=GameOptions)]


At = Annotated[
    Position,
    Parameter(
        "POSITION",
        'Position instead of the start, seen by the player to move: a heap; dsc, dsr: "2 3", the fields gone by each player; '
        'esr: "5,4,0 / 6,6,3", the squares of each player\'s pieces, home included.',
        parse=read_position,
        write=lambda given: f'"{given}"',
        option="--at",
        needs=("game",),
    ),
]

Playouts = Annotated[
    rules.Playouts,
    Parameter("K", "Playouts per candidate: 1 or more, or inf.", parse=rules.read_playouts, is_argument=False),
]


Rival = Annotated[
    rules.Playouts,
    Parameter(
        "K2", "Playouts per candidate of the rival: 1 or more, or inf.", parse=rules.read_rival, is_argument=False
    ),
]
First = Annotated[
    str,
    Parameter(
        "AGENT",
        f"Agent that moves first: mc:K, mc:inf, {', '.join(rules.AGENTS)}.",
        parse=rules.read_agent,
        is_argument=False,
    ),
]
Second = Annotated[str, Parameter("AGENT", "Agent that moves second.", parse=rules.read_agent, is_argument=False)]

LargestK = Annotated[int, Parameter("K", "Largest k.", 1, rules.LARGEST_K, is_argument=False)]
Points = Annotated[int, Parameter("P", "Number of log-spaced values of k. Default: every k.", 2, rules.MOST_POINTS)]
LargestHeap = Annotated[int, Parameter("N", "Largest heap.", 1, rules.LARGEST_HEAP, is_argument=False)]


def title_at(game: rules.Game, at: Position | None) -> str:
    """The game and the position to start from, for display."""
    return game.title + ("" if at is None else f" from {at}")


def select(
    book: "Book", columns: str, table: str, key: Mapping[str, object], more: str = "", *arguments: object
) -> list[tuple[Any, ...]]:
    """Columns of the rows of a table with a key; `more` continues the condition."""
    same = " AND ".join(f"{name} = ?" for name in key)
    sql = f"SELECT {columns} FROM {FAMILY}.{table} WHERE {same} {more}"
    return book.rows(FAMILY, sql, *key.values(), *arguments)

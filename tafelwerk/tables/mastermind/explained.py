"""Why a strategy asks what it asks: the question and its answer."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError
from tafelwerk.frozen import frozen
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.mastermind.games import Game, parse_game
from tafelwerk.rules.mastermind.notation import History
from tafelwerk.rules.mastermind.strategies import Strategy, parse_strategy
from tafelwerk.tables.explanation import QueryExplanation
from tafelwerk.tables.question import answer, question
from tafelwerk.wording import counted

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

PARSERS = {"game": parse_game, "strategy": parse_strategy}

_OPTIMAL = Optimal()

USUAL, MOST = 10, 100
"""Queries that are listed, by default and at most."""


@frozen
class Hidden:
    """Which codes are worth hiding if the codemaker chooses, too; classes of codes are named by their first code.

    Attributes:
        value: queries under best play of both sides.
        chosen: classes with a chance in the optimal mixture of the book.
        never: classes that no optimal codemaker chooses: an optimal breaker finds them in fewer queries.
        open: classes of which neither is shown.
    """

    value: Fraction
    chosen: tuple[str, ...]
    never: tuple[str, ...]
    open: tuple[str, ...]


@answer
class Explanation(QueryExplanation):
    """Why a strategy asks what it asks, in queries; a cost is a number of queries, the next one included.

    Attributes:
        codemaker: which codes are worth hiding; only without a history, if the book has the game's optimal mixtures.
    """

    codemaker: Hidden | None = None


def _resolve(asked: dict[str, Any]) -> None:
    strategy = asked["strategy"]
    if isinstance(strategy, Optimal) and strategy != Optimal(least_depth=strategy.least_depth):
        raise InputError(
            f"{strategy.options.removeprefix('--strategy optimal ')} is not explained: its query need not have the least cost; "
            "take --strategy optimal"
        )
    if not 1 <= asked["most"] <= MOST:
        raise InputError(f"--most must be 1 to {MOST}, not {asked['most']}")


def _line(game: Game, strategy: Strategy, history: History, most: int) -> str:
    """The command line that builds the strategy's tree; after a history, that computes the answer."""
    if not history:
        return f"tafelwerk build mastermind {game.options} {strategy.options}"
    asked = "; ".join(" ".join(entry) for entry in history)
    return f'tafelwerk mastermind explain {game.options} {strategy.options} --history "{asked}" --compute'


@question(
    lambda game, strategy, history, most: (
        f"an explanation of {game.title}, {strategy.title}"
        + (f" after {counted(len(history), 'query', 'queries')}" if history else "")
    ),
    _line,
    stored=lambda history, **_: not history,
    resolve=_resolve,
)
def explain(
    book: Book, game: Game, strategy: Strategy = _OPTIMAL, history: History = (), most: int = USUAL
) -> Explanation | None:
    """Why a strategy asks what it asks: the best queries with what they tell and cost, and what each answer leaves.

    Args:
        book: the book; its tree of the strategy is followed where it has one.
        game: the game.
        strategy: the strategy.
        history: queries and answers so far.
        most: queries that are listed.

    Raises:
        InputError: the game counts misses, or the history has what the game does not have, or contradicts itself.
    """
    return None

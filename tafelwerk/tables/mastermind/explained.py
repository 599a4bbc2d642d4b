"""Why a strategy asks what it asks: the question and its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.mastermind.games import Game, parse_game
from tafelwerk.rules.mastermind.notation import History
from tafelwerk.rules.mastermind.strategies import Strategy, parse_strategy
from tafelwerk.tables.explanation import QueryExplanation
from tafelwerk.tables.question import answer, question

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

PARSERS = {"game": parse_game, "strategy": parse_strategy}

_OPTIMAL = Optimal()

USUAL, MOST = 10, 100
"""Queries that are listed, by default and at most."""


@answer
class Explanation(QueryExplanation):
    """Why a strategy asks what it asks, in queries; a cost is a number of queries, the next one included."""


def _resolve(asked: dict[str, Any]) -> None:
    strategy = asked["strategy"]
    if isinstance(strategy, Optimal) and strategy != Optimal(least_depth=strategy.least_depth):
        raise InputError(
            f"{strategy.options.removeprefix('--strategy optimal ')} is not explained: its query need not have the least cost; "
            "take --strategy optimal"
        )
    if not 1 <= asked["most"] <= MOST:
        raise InputError(f"--most must be 1 to {MOST}, not {asked['most']}")


@question(
    lambda game, strategy, history, most: (
        f"an explanation of {game.title}, {strategy.title}" + (f" after {len(history)} queries" if history else "")
    ),
    lambda game, strategy, history, most: f"tafelwerk build mastermind {game.options} {strategy.options}",
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

"""What games in play take from the solvers: rules of listed games, heap games and Memory, their values, and look-ahead."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from tafelwerk.build.minimax.heap_estimates import game_of
from tafelwerk.build.minimax.position_rows import solved
from tafelwerk.solvers.minimax.games import GAMES, entry
from tafelwerk.solvers.minimax.memory import Card, First, MemoryTable, Objective, Rule, Second, solve
from tafelwerk.solvers.minimax.ranked import RankedGame
from tafelwerk.solvers.minimax.retrograde import Solution
from tafelwerk.solvers.minimax.searchable import HeapRules, Horizon, RankedRules
from tafelwerk.solvers.minimax.sprague_grundy import grundy_values
from tafelwerk.solvers.minimax.tictactoe import RULES, board_rank, check_board, evaluation
from tafelwerk.solvers.minimax.transpositions import TooManyMovesError, TransposedSearch
from tafelwerk.tables.minimax.questions import Playable
from tafelwerk.tables.minimax.rules import Rules

__all__ = [
    "RULES",
    "Card",
    "First",
    "HeapRules",
    "MemoryTable",
    "RankedGame",
    "RankedRules",
    "Rule",
    "Second",
    "Solution",
    "TooManyMovesError",
    "board_rank",
    "check_board",
    "evaluation",
    "games_of_two",
    "heap_game",
    "listed_game",
    "looked_ahead",
    "memory",
    "solved",
]


def listed_game(name: str) -> RankedGame:
    """A game of the list.

    Raises:
        InputError: there is none of that name.
    """
    return entry(name).make()


def games_of_two() -> list[str]:
    """The listed games that are no puzzles."""
    return [name for name, listed in GAMES.items() if not listed.make().is_puzzle]


def heap_game(rules: Rules, heaps: Sequence[int]) -> tuple[HeapRules, Any]:
    """A heap game from some heaps, and the Grundy values of all smaller heaps."""
    game = game_of(rules)
    return HeapRules(game, heaps), grundy_values(game, max(heaps))


def memory(pairs: int, rule: Rule) -> MemoryTable:
    """Memory, solved for the mean of own pairs less the other's."""
    return solve(pairs, rule, Objective.GAIN)


@lru_cache(maxsize=1)  # one position is asked several times in a row
def looked_ahead(game: Playable, depth: int, state: Any, most: int | None = None) -> tuple[Any, ...]:
    """The moves that lead to the best reachable evaluation so many moves ahead.

    Raises:
        TooManyMovesError: the search makes more moves than `most`.
    """
    search = TransposedSearch(Horizon(game.rules, game.evaluation, depth, state), most=most)
    return search.opened(search.root()).best

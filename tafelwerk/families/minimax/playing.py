"""Solvers for games in play: whole games, values of heaps, Memory, and look-ahead."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tafelwerk.families.minimax.position_rows import solved
from tafelwerk.families.minimax.rules.heaps import HeapGame
from tafelwerk.families.minimax.rules.memory import Card, Objective, Rule
from tafelwerk.solvers.minimax.heaps.sprague_grundy import grundy_values
from tafelwerk.solvers.minimax.memory import MemoryTable, solve
from tafelwerk.solvers.minimax.search.alpha_beta import Search, TooManyMovesError
from tafelwerk.solvers.minimax.search.horizon import Horizon

if TYPE_CHECKING:
    from tafelwerk.play.duel import Playable

__all__ = ["Card", "MemoryTable", "TooManyMovesError", "heap_values", "looked_ahead", "memory", "solved"]


def heap_values(game: HeapGame, largest: int) -> Any:
    """Grundy values of heaps 0 to `largest`, shape (largest + 1,)."""
    return grundy_values(game, largest)


def memory(pairs: int, rule: Rule) -> MemoryTable:
    """Memory, solved for the mean of own pairs minus the opponent's."""
    return solve(pairs, rule, Objective.GAIN)


@lru_cache(maxsize=1)  # the same position is asked several times in a row
def looked_ahead(game: "Playable", depth: int, state: Any, most: int | None = None) -> tuple[Any, ...]:
    """The moves that lead to the best evaluation reachable in `depth` moves.

    Raises:
        TooManyMovesError: the search makes more moves than `most`.
    """
    return Search(Horizon(game.rules, game.evaluation, depth, state), most=most).best()

"""What the book does not hold of this family, computed: a function a question, each with its estimate of work."""

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from tafelwerk.build.computation import Computation
from tafelwerk.build.dresher.rows import hider_of, searcher_of, value_of
from tafelwerk.build.dresher.sets import games_builds
from tafelwerk.build.dresher.tasks import game_operations
from tafelwerk.solvers.dresher.solve import Solution, solve
from tafelwerk.tables.dresher import Hider, Searcher, Value, checked_size

T = TypeVar("T")

_solution = lru_cache(maxsize=1)(solve)  # a command may ask for several answers about one game


def value(n: int) -> Computation[Value]:
    """Value of a game, from nothing."""
    return _solved(n, value_of)


def hider(n: int) -> Computation[Hider]:
    """An optimal strategy of the hider, from nothing."""
    return _solved(n, hider_of)


def searcher(n: int) -> Computation[Searcher]:
    """An optimal strategy of the searcher, from nothing."""
    return _solved(n, searcher_of)


def _solved(n: int, answer: Callable[[Solution], T]) -> Computation[T]:
    checked_size(n)
    (build,) = games_builds(n, n)
    return Computation(game_operations(n, warm=False), lambda: answer(_solution(n)), build)

"""What the book does not hold of this family, computed: a function per question, each with its estimate of work.

A stored game is explained without numpy and numba: what solves games is imported where one is solved.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from tafelwerk.build.computation import Computation
from tafelwerk.build.dresher.proof import explained
from tafelwerk.build.dresher.rows import value_of
from tafelwerk.build.dresher.sets import games_builds
from tafelwerk.build.dresher.tasks import game_operations
from tafelwerk.tables.dresher.answers import Certificate, Explanation, Game, Hider, OneTree, Searcher, Value
from tafelwerk.tables.dresher.questions import certificate_of, hider_of, searcher_of

if TYPE_CHECKING:
    from tafelwerk.solvers.dresher.reply import Replies
    from tafelwerk.solvers.dresher.solve import Solution

T = TypeVar("T")


@lru_cache(maxsize=1)  # several questions may be asked about one game
def _solution(n: int) -> "Solution":
    from tafelwerk.solvers.dresher.solve import solve

    return solve(n)


def value(n: int) -> Computation[Value]:
    """Value of a game, from nothing."""
    return _solved(n, value_of)


def hider(n: int) -> Computation[Hider]:
    """An optimal strategy of the hider, from nothing."""
    return _solved(n, lambda solution: hider_of(solution.hider))


def searcher(n: int, tree: int | None) -> Computation[Searcher | OneTree]:
    """An optimal strategy of the searcher, from nothing."""
    return _solved(n, lambda solution: searcher_of(solution.searcher, tree))


def certificate(n: int) -> Computation[Certificate]:
    """What proves the value, from nothing."""
    return _solved(n, lambda solution: _game(solution).certificate)


def explain(n: int, material: Game | None = None) -> Computation[Explanation]:
    """The proof of the value, of the game that is given, or from nothing."""
    if material is not None:
        return Computation(float(n * n), lambda: explained(material))
    return _solved(n, lambda solution: explained(_game(solution)))


def _game(solution: "Solution") -> Game:
    proved = certificate_of(solution.value, solution.hider, solution.searcher)
    return Game(value_of(solution), proved, solution.hider_unique)


def _solved(n: int, answer: "Callable[[Solution], T]") -> Computation[T]:
    (build,) = games_builds(n, n)
    return Computation(game_operations(n, warm=False), lambda: answer(_solution(n)), build)


@lru_cache(maxsize=1)  # asked several times for each guess
def replies(weights: tuple[int, ...]) -> "Replies":
    """The searcher's best replies to integer weights of the hider."""
    from tafelwerk.solvers.dresher.reply import Replies

    return Replies(weights)

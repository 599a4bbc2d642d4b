"""Computations of answers that the book does not hold: a function per question, each with its estimate of work.

A stored game is explained without numpy and numba: the solver is imported only by a function that solves a game.
"""

from collections.abc import Callable
from dataclasses import fields
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, TypeVar

from tafelwerk.build.computation import Computation
from tafelwerk.build.dresher.proof import explained
from tafelwerk.build.dresher.rows import value_of
from tafelwerk.build.dresher.sets import games_builds
from tafelwerk.build.dresher.tasks import game_operations
from tafelwerk.rules.dresher import SHOWN_TREES, Depths, Weights
from tafelwerk.tables.dresher.answers import (
    Certificate,
    Explanation,
    Game,
    Hider,
    Matrix,
    OneTree,
    Reply,
    Searcher,
    SearchTree,
    Simplex,
    SimplexStep,
    Value,
)
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
    """Value of a game, solved from scratch."""
    return _solved(n, value_of)


def hider(n: int) -> Computation[Hider]:
    """An optimal strategy of the hider, from a game solved from scratch."""
    return _solved(n, lambda solution: hider_of(solution.hider))


def searcher(n: int, tree: int | None) -> Computation[Searcher | OneTree]:
    """An optimal strategy of the searcher, from a game solved from scratch."""
    return _solved(n, lambda solution: searcher_of(solution.searcher, tree))


def certificate(n: int) -> Computation[Certificate]:
    """The certificate of a game solved from scratch."""
    return _solved(n, lambda solution: _game(solution).certificate)


def explain(n: int, material: Game | None = None) -> Computation[Explanation]:
    """The proof of the value, from the given game or from one solved from scratch."""
    if material is not None:
        return Computation(float(n * n), lambda: explained(material))
    return _solved(n, lambda solution: explained(_game(solution)))


def reply(weights: Weights) -> Computation[Reply]:
    """Best trees against weights of the hider."""
    scale = lcm(*(weight.denominator for weight in weights))

    def run() -> Reply:
        from tafelwerk.solvers.dresher.best_trees import BestTrees

        found = replies(tuple(int(weight * scale) for weight in weights))
        trees = BestTrees(found)
        total = Fraction(found.total(1, len(weights)), scale)
        return Reply(total, Fraction(trees.count), tuple(trees.first(SHOWN_TREES)))

    return Computation(60.0 * len(weights) ** 3, run)


def matrix(n: int) -> Computation[Matrix]:
    """All search trees and the payoff matrix."""

    def run() -> Matrix:
        from tafelwerk.solvers.dresher.textbook import all_trees, paired, unlike_trees

        trees = all_trees(n)
        halves = tuple(map(tuple, paired(unlike_trees(n))))
        return Matrix(n, trees, tuple(zip(*trees, strict=True)), halves)

    return Computation(1e6, run)


def simplex(n: int) -> Computation[Simplex]:
    """Dresher's own simplex method, step by step."""

    def run() -> Simplex:
        from tafelwerk.solvers.dresher.textbook import paired, steps, unlike_trees

        trees = unlike_trees(n)
        payoffs = paired(trees)
        found = steps(payoffs)
        last, half = found[-1], (n + 1) // 2
        pairs = [-share for share in last.inverse[0][1:]]
        hider = tuple(pairs[min(i, n - 1 - i)] / (1 if 2 * i == n - 1 else 2) for i in range(n))
        shares = [
            (trees[column - 1], row[0])
            for column, row in zip(last.basis[1:], last.inverse[1:], strict=True)
            if 1 <= column <= len(trees) and row[0]
        ]
        mixed: dict[Depths, Fraction] = {}
        for depths, share in shares:
            for image in (depths, depths[::-1]):
                mixed[image] = mixed.get(image, Fraction(0)) + share / 2
        assert len(pairs) == half
        return Simplex(
            n,
            last.inverse[0][0] / 2,
            trees,
            tuple(map(tuple, payoffs)),
            tuple(SimplexStep(*(getattr(step, field.name) for field in fields(SimplexStep))) for step in found),
            hider,
            tuple(
                SearchTree(mixed[depths], depths)
                for depths in sorted(mixed, key=lambda depths: (-mixed[depths], depths))
            ),
        )

    return Computation(1e7, run)


def few(n: int, material: Game | None = None) -> Computation[Searcher]:
    """An optimal strategy of the searcher with few trees, from the given game or from one solved from scratch."""

    def run() -> Searcher:
        from tafelwerk.solvers.dresher.few import few_trees

        proved = _game(_solution(n)).certificate if material is None else material.certificate
        found = few_trees([int(weight) for weight in proved.hider], proved.value)
        return Searcher(n, tuple(SearchTree(share, depths) for share, depths in found))

    # the number of best replies grows with n, the work of the mixed-integer program even faster
    return Computation(1e6 * 2.0**n, run)


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

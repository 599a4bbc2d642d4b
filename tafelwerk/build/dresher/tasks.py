"""The tasks of Dresher's guessing game: games solved one after the other, and runs from nothing to look at."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import log2
from typing import Any, ClassVar

import numpy as np

from tafelwerk.build.dresher.rows import Columns, rows_of
from tafelwerk.build.task import Checkpoint
from tafelwerk.solvers.dresher.solve import Method, Solution, Start, solve

METHODS: tuple[Method, ...] = ("plain", "centred")


def game_operations(n: int, *, warm: bool = True) -> float:
    """Estimated work of a game; most near powers of two, where optimal strategies are intricate.

    Fitted to the computing times of N <= 512.

    Args:
        n: how many numbers.
        warm: begun from its predecessor, not from nothing.
    """
    steep = not 0.385 < log2(n) % 1 < 0.83
    if warm:
        return 1e6 + (55.0 if steep else 15.0) * n**3
    return 1e6 + (0.9 * n**4 if steep else 100.0 * n**3)


@dataclass(frozen=True, slots=True)
class Games:
    """The games with `first` to `last` numbers. That with `begin` is begun from nothing, every other from its predecessor.

    Games before `first` are solved on the way and not kept.
    """

    begin: int
    first: int
    last: int
    tables: ClassVar[tuple[str, ...]] = ("games", "hider", "searcher")

    def run(self) -> Mapping[str, Columns]:
        return self._rows(None)

    def resume(self, checkpoint: Checkpoint) -> Mapping[str, Columns]:
        """As `run`; goes on behind the last game that was solved."""
        return self._rows(checkpoint)

    def _rows(self, checkpoint: Checkpoint | None) -> Mapping[str, Columns]:
        state = None if checkpoint is None else checkpoint.load()
        solved = [] if state is None else [_solution(saved) for saved in state]
        start = solved[-1].next_start() if solved else None
        for n in range(self.begin + len(solved), self.last + 1):
            solution = solve(n, start)
            start = solution.next_start()
            solved.append(solution)
            if checkpoint is not None and n < self.last:
                checkpoint.save([_saved(each) for each in solved], f"N = {n} proved, value {float(solution.value):.6f}")
        return rows_of([solution for solution in solved if solution.n >= self.first])

    def operations(self) -> float:
        rest = sum(game_operations(n) for n in range(self.begin + 1, self.last + 1))
        return game_operations(self.begin, warm=False) + rest

    def expected_rows(self) -> int:
        return sum(1 + 2 * n for n in range(self.first, self.last + 1))


@dataclass(frozen=True, slots=True)
class Runs:
    """Games with `first` to `last` numbers solved from nothing, by both methods; of some the bounds after each round."""

    first: int
    last: int
    watched: tuple[int, ...]
    tables: ClassVar[tuple[str, ...]] = ("runs", "bounds")

    def run(self) -> Mapping[str, Columns]:
        runs: list[tuple[int, str, int, int, int, float]] = []
        bounds: list[tuple[int, str, int, float, float]] = []
        for n in range(self.first, self.last + 1):
            for method in METHODS:
                rounds: list[tuple[int, float, float]] = []
                solution = solve(n, method=method, watch=lambda *found: rounds.append(found))  # noqa: B023
                effort = (solution.rounds, solution.pivots, solution.candidates, solution.seconds)
                runs.append((n, method, *effort))
                if n in self.watched:
                    bounds += [(n, method, *found) for found in rounds]
        return {
            "runs": _typed(runs, _RUNS),
            "bounds": _typed(bounds, _BOUNDS),
        }

    def operations(self) -> float:
        return sum(8.0 * game_operations(n, warm=False) for n in range(self.first, self.last + 1))

    def expected_rows(self) -> int:
        return 2 * (self.last - self.first + 1) + sum(2 * n for n in self.watched)


_RUNS = {"n": "u2", "method": None, "rounds": "u4", "pivots": "u4", "candidates": "u4", "seconds": "f8"}
_BOUNDS = {"n": "u2", "method": None, "round": "u4", "upper": "f8", "lower": "f8"}


def _typed(rows: list[Any], types: Mapping[str, str | None]) -> Columns:
    columns = zip(*rows, strict=True) if rows else [()] * len(types)
    return {
        name: list(values) if kind is None else np.array(values, kind)
        for (name, kind), values in zip(types.items(), columns, strict=True)
    }


def _saved(solution: Solution) -> dict[str, Any]:
    """A solution in JSON's types."""
    return {
        "n": solution.n,
        "value": str(solution.value),
        "hider": [str(weight) for weight in solution.hider],
        "searcher": [[str(weight), _word(tree)] for weight, tree in solution.searcher],
        "unique": solution.hider_unique,
        "effort": [solution.rounds, solution.pivots, solution.candidates, solution.seconds],
        "basis": [_word(tree) for tree in solution.basis.trees],
        "centre": [float(weight).hex() for weight in solution.basis.centre],
    }


def _solution(saved: Mapping[str, Any]) -> Solution:
    rounds, pivots, candidates, seconds = saved["effort"]
    return Solution(
        saved["n"],
        Fraction(saved["value"]),
        tuple(int(weight) for weight in saved["hider"]),
        tuple((int(weight), _tree(word)) for weight, word in saved["searcher"]),
        saved["unique"],
        rounds,
        pivots,
        candidates,
        seconds,
        Start(
            tuple(_tree(word) for word in saved["basis"]),
            np.array([float.fromhex(weight) for weight in saved["centre"]]),
        ),
    )


def _word(tree: tuple[int, ...]) -> str:
    return bytes(tree).hex()


def _tree(word: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(word))

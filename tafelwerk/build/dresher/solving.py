"""Games of Dresher's guessing game solved and made into rows: what the tasks run."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from tafelwerk.build.dresher.rows import Columns, rows_of
from tafelwerk.build.task import Checkpoint
from tafelwerk.solvers.dresher.solve import Method, Solution, Start, solve

METHODS: tuple[Method, ...] = ("plain", "centred")


def solved_games(begin: int, first: int, last: int, checkpoint: Checkpoint | None) -> Mapping[str, Columns]:
    """Rows of the games with `first` to `last` numbers, each begun from its predecessor.

    Args:
        begin: the game that is begun from nothing; those before `first` are not kept.
        first: the first game that is kept.
        last: the last game.
        checkpoint: saved to after each game, and gone on from; None: neither.
    """
    state = None if checkpoint is None else checkpoint.load()
    solved = [] if state is None else [_solution(saved) for saved in state]
    start = solved[-1].next_start() if solved else None
    for n in range(begin + len(solved), last + 1):
        solution = solve(n, start)
        start = solution.next_start()
        solved.append(solution)
        if checkpoint is not None and n < last:
            checkpoint.save([_saved(each) for each in solved], f"N = {n} proved, value {float(solution.value):.6f}")
    return rows_of([solution for solution in solved if solution.n >= first])


def runs(first: int, last: int, watched: tuple[int, ...]) -> Mapping[str, Columns]:
    """Rows of games solved from nothing by both methods; of those watched, the bounds after each round."""
    found: list[tuple[int, str, int, int, int, float]] = []
    bounds: list[tuple[int, str, int, float, float]] = []
    for n in range(first, last + 1):
        for method in METHODS:
            rounds: list[tuple[int, float, float]] = []
            solution = solve(n, method=method, watch=lambda *seen: rounds.append(seen))  # noqa: B023
            found.append((n, method, solution.rounds, solution.pivots, solution.candidates, solution.seconds))
            if n in watched:
                bounds += [(n, method, *seen) for seen in rounds]
    return {"runs": _typed(found, _RUNS), "bounds": _typed(bounds, _BOUNDS)}


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

"""The work of the tasks: solve games of Dresher's guessing game and make rows of them."""

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any

import numpy as np

from tafelwerk.build.dresher.rows import Columns, rows_of
from tafelwerk.build.task import Checkpoint, columns
from tafelwerk.rules.dresher import METHODS
from tafelwerk.solvers.dresher.solve import Solution, Start, solve

_RUNS = ("n", "method", "rounds", "pivots", "candidates", "seconds")
_BOUNDS = ("n", "method", "round", "upper", "lower")


def solved_games(begin: int, first: int, last: int, checkpoint: Checkpoint | None) -> Mapping[str, Columns]:
    """Rows of the games with `first` to `last` numbers, each solved from its predecessor.

    Args:
        begin: the game that is solved from scratch; games before `first` are not kept.
        first: the first game that is kept.
        last: the last game.
        checkpoint: saved after each game, and resumed from. Default: None, no checkpoint.
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
    """Rows of games solved from scratch by both methods; for watched games also the bounds after each round."""
    from tafelwerk.solvers.dresher.runs import WAYS  # imports HiGHS, which nothing else here needs

    found: list[tuple[int, str, int, int, int, float]] = []
    bounds: list[tuple[int, str, int, float, float]] = []
    for n in range(first, last + 1):
        for method in METHODS:
            rounds: list[tuple[int, float, float]] = []
            solution = solve(n, way=WAYS[method], watch=lambda *seen: rounds.append(seen))  # noqa: B023
            found.append((n, method, solution.rounds, solution.pivots, solution.candidates, solution.seconds))
            if n in watched:
                bounds += [(n, method, *seen) for seen in rounds]
    return {"runs": columns(_RUNS, found), "bounds": columns(_BOUNDS, bounds)}


def _saved(solution: Solution) -> dict[str, Any]:
    """A solution as a JSON object."""
    basis = {"trees": solution.basis.trees, "centre": solution.basis.centre.tolist()}
    plain = {field.name: getattr(solution, field.name) for field in fields(solution)}
    return plain | {"value": str(solution.value), "basis": basis}


def _solution(saved: Mapping[str, Any]) -> Solution:
    read = {
        "value": Fraction(saved["value"]),
        "hider": tuple(saved["hider"]),
        "searcher": tuple((weight, tuple(tree)) for weight, tree in saved["searcher"]),
        "basis": Start(tuple(map(tuple, saved["basis"]["trees"])), np.array(saved["basis"]["centre"])),
    }
    return Solution(**{**saved, **read})

"""Games of Dresher's game, solved: rows of tasks, and computed answers. It imports solvers: import it inside a function."""

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

import numpy as np

from tafelwerk.build.task import Checkpoint, columns
from tafelwerk.families.dresher import answers
from tafelwerk.families.dresher.rules import METHODS, SHOWN_TREES, Depths, Weights
from tafelwerk.families.dresher.solutions import Columns, rows_of
from tafelwerk.solvers.dresher.best_replies import BestTrees, Replies, place_depths, place_numbers
from tafelwerk.solvers.dresher.other_optima import another_hider
from tafelwerk.solvers.dresher.solve import Solution, Start, solve
from tafelwerk.solvers.dresher.textbook import all_trees, pair_matrix, steps, unlike_trees

_RUNS = ("n", "method", "rounds", "pivots", "candidates", "seconds")
_BOUNDS = ("n", "method", "round", "upper", "lower")


def solve_games(begin: int, first: int, last: int, checkpoint: Checkpoint | None) -> Mapping[str, Columns]:
    """Rows of the games with `first` to `last` numbers, each solved from its predecessor.

    Args:
        begin: the game that is solved from scratch; games before `first` are not kept.
        first: the first game that is kept.
        last: the last game.
        checkpoint: saved after each game, and resumed from. Default: None, no checkpoint.
    """
    states = [] if checkpoint is None else checkpoint.load() or []
    solved = [_solution(saved) for saved in states]
    start = solved[-1].next_start() if solved else None
    for n in range(begin + len(solved), last + 1):
        solution = solve(n, start)
        start = solution.next_start()
        solved.append(solution)
        if checkpoint is not None and n < last:
            states.append(_state(solution))
            checkpoint.save(states, f"N = {n} proved, value {float(solution.value):.6f}")
    return rows_of([solution for solution in solved if solution.n >= first])


def runs(first: int, last: int, watched: tuple[int, ...]) -> Mapping[str, Columns]:
    """Rows of games solved from scratch by both methods; for watched games also the bounds after each round."""
    from tafelwerk.solvers.dresher.highs import WAYS  # imports HiGHS, which nothing else here needs

    rows: list[tuple[int, str, int, int, int, float]] = []
    bounds: list[tuple[int, str, int, float, float]] = []
    for n in range(first, last + 1):
        for method in METHODS:
            rounds: list[tuple[int, float, float]] = []
            solution = solve(n, way=WAYS[method], watch=lambda *seen: rounds.append(seen))  # noqa: B023
            rows.append((n, method, solution.rounds, solution.pivots, solution.candidates, solution.seconds))
            if n in watched:
                bounds += [(n, method, *seen) for seen in rounds]
    return {"runs": columns(_RUNS, rows), "bounds": columns(_BOUNDS, bounds)}


def _state(solution: Solution) -> dict[str, Any]:
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


@lru_cache(maxsize=1)  # several questions may be asked about one game
def solve_once(n: int) -> Solution:
    """A game, solved from scratch."""
    return solve(n)


@lru_cache(maxsize=1)  # asked several times for each guess
def replies(weights: tuple[int, ...]) -> Replies:
    """The searcher's best replies to integer weights of the hider."""
    return Replies(weights)


def best_replies(weights: Weights) -> answers.Reply:
    """Best trees against weights of the hider."""
    scale = lcm(*(weight.denominator for weight in weights))
    table = replies(tuple(int(weight * scale) for weight in weights))
    trees = BestTrees(table)
    total = Fraction(table.total(1, len(weights)), scale)
    return answers.Reply(total, Fraction(trees.count), tuple(trees.first(SHOWN_TREES)))


def list_placements(weights: Weights, height: int) -> answers.Placements:
    """Least costs of the first i numbers on the first j places of a tree of some height."""
    scale = lcm(*(weight.denominator for weight in weights))
    depths = place_depths(height)
    costs, best = place_numbers(tuple(int(weight * scale) for weight in weights), depths)
    least = tuple(tuple(None if cost is None else Fraction(cost, scale) for cost in row) for row in costs)
    return answers.Placements(height, depths, least, best)


def few_trees_of(certificate: answers.Certificate) -> answers.Searcher:
    """An optimal strategy of the searcher with few trees, from a proved game."""
    from tafelwerk.solvers.dresher.highs import few_trees  # imports HiGHS

    mixture = few_trees([int(weight) for weight in certificate.hider], certificate.value)
    return answers.Searcher(certificate.n, tuple(answers.SearchTree(share, depths) for share, depths in mixture))


def list_trees(n: int) -> answers.Matrix:
    """All search trees and the payoff matrix."""
    trees = all_trees(n)
    halves = tuple(map(tuple, pair_matrix(unlike_trees(n))))
    return answers.Matrix(n, trees, tuple(zip(*trees, strict=True)), halves)


def run_simplex(n: int) -> answers.Simplex:
    """Dresher's own simplex method, step by step."""
    trees = unlike_trees(n)
    payoffs = pair_matrix(trees)
    history = steps(payoffs)
    last, half = history[-1], (n + 1) // 2
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
    searcher = [(mixed[depths], depths) for depths in sorted(mixed, key=lambda depths: (-mixed[depths], depths))]
    return answers.Simplex(
        n,
        last.inverse[0][0] / 2,
        trees,
        tuple(map(tuple, payoffs)),
        tuple(
            answers.SimplexStep(*(getattr(step, field.name) for field in fields(answers.SimplexStep)))
            for step in history
        ),
        hider,
        tuple(answers.SearchTree(*mixed_tree) for mixed_tree in searcher),
        another_hider(hider, searcher),
    )

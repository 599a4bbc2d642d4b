"""Whole games over dense ranks computed: rows of the task, and what the book does not hold of them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

import numpy as np

from tafelwerk.build.computation import Computation
from tafelwerk.build.minimax.positions import Columns, game_build, whole_operations
from tafelwerk.solvers.minimax.games import entry
from tafelwerk.solvers.minimax.ranked import RankedGame
from tafelwerk.solvers.minimax.retrograde import ENDLESS, Solution, solve
from tafelwerk.tables.minimax.positions import Position


def whole_rows(name: str) -> Mapping[str, Columns]:
    """Rows of tables games, positions and classes."""
    found = entry(name)
    game = found.make()
    solution = solve(game, None if found.tables is None else found.tables())
    classes = None if game.is_puzzle else _classes(game, solution)
    return {
        "games": _game_row(found.number, game, solution, classes),
        "positions": _position_rows(found.number, solution),
        "classes": _class_rows(found.number, solution, classes),
    }


def _classes(game: RankedGame, solution: Solution) -> list[int]:
    """The class of every position: the least of its images."""
    known: dict[int, int] = {}
    for rank in solution.ranks.tolist():
        if rank not in known:
            images = game.images(rank)
            known.update(dict.fromkeys(images, min(images)))
    return [known[rank] for rank in solution.ranks.tolist()]


def _game_row(number: int, game: RankedGame, solution: Solution, classes: list[int] | None) -> Columns:
    start = solution.place(game.start)
    assert start is not None
    ended = solution.distances[solution.distances != ENDLESS]
    return {
        "game": np.array([number], np.uint8),
        "name": [game.name],
        "title": [game.title],
        "positions": np.array([len(solution.ranks)], np.uint32),
        "classes": np.array([0 if classes is None else len(set(classes))], np.uint32),
        "start": np.array([game.start], np.uint32),
        "value": solution.values[start : start + 1],
        "distance": solution.distances[start : start + 1],
        "greatest": np.array([ended.max(initial=0)], np.uint8),
    }


def _position_rows(number: int, solution: Solution) -> Columns:
    return {
        "game": np.full(len(solution.ranks), number, np.uint8),
        "rank": solution.ranks,
        "value": solution.values,
        "distance": solution.distances,
        "moves": solution.moves,
    }


def _class_rows(number: int, solution: Solution, classes: list[int] | None) -> Columns:
    found = np.array([] if classes is None else classes, np.uint32)
    ranks = np.array([] if classes is None else solution.ranks, np.uint32)
    return {"game": np.full(len(found), number, np.uint8), "rank": ranks, "class": found}


@lru_cache(maxsize=4)
def solved(name: str) -> Solution:
    """A game of the list, solved in this process."""
    found = entry(name)
    return solve(found.make(), None if found.tables is None else found.tables())


def positions(name: str, ranks: Iterable[int]) -> Computation[dict[int, Position]]:
    """Positions of a game, by rank; those that cannot be reached are left out."""
    return Computation(whole_operations(entry(name)), lambda: _found(solved(name), ranks), game_build(name))


def _found(solution: Solution, ranks: Iterable[int]) -> dict[int, Position]:
    rows = {}
    for rank in ranks:
        place = solution.place(rank)
        if place is not None:
            moves = int(solution.moves[place])
            labels = tuple(label for label in range(moves.bit_length()) if moves >> label & 1)
            rows[rank] = Position(rank, int(solution.values[place]), int(solution.distances[place]), labels)
    return rows

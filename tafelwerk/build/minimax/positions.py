"""Whole games over dense ranks: their tasks, rows and builds."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from tafelwerk.build.computation import Computation
from tafelwerk.build.minimax.tictactoe import SEARCHES
from tafelwerk.build.task import Build, Task
from tafelwerk.solvers.minimax.games import GAMES, Entry, entry
from tafelwerk.solvers.minimax.ranked import RankedGame
from tafelwerk.solvers.minimax.retrograde import ENDLESS, Solution, solve
from tafelwerk.tables.minimax.positions import Position, game_build_line
from tafelwerk.tables.minimax.words import FAMILY

Columns = Mapping[str, Any]

STANDARD = (
    "tictactoe",
    "tictactoe-misere",
    "tictactoe-wild",
    "tictactoe-wild-misere",
    "notakto",
    "notakto-2",
    "nim-passes",
)
STANDARD_PANCAKES = 7
"""Burnt pancakes of the standard set."""

IN_CACHE = 2_000_000
"""Positions beyond which a puzzle's values no longer lie near the processor."""

QUICK = ("tictactoe", "nim-passes", "burnt-pancakes-4")


@dataclass(frozen=True, slots=True)
class Whole:
    """Every position of a game."""

    game: str
    tables: ClassVar[tuple[str, ...]] = ("games", "positions", "classes")

    def run(self) -> Mapping[str, Columns]:
        found = entry(self.game)
        game = found.make()
        solution = solve(game, None if found.tables is None else found.tables())
        classes = None if game.is_puzzle else _classes(game, solution)
        return {
            "games": _game_row(found.number, game, solution, classes),
            "positions": _position_rows(found.number, solution),
            "classes": _class_rows(found.number, solution, classes),
        }

    def operations(self) -> float:
        return whole_operations(entry(self.game))

    def expected_rows(self) -> int:
        found = entry(self.game)
        return 1 + expected_positions(found) * (1 if found.make().is_puzzle else 2)


def game_build(name: str) -> Build:
    """One game, with what is stored of searches in it.

    Raises:
        InputError: there is none of that name.
    """
    found = entry(name)
    game = found.make()
    tasks: tuple[Task, ...] = (Whole(game.name), *SEARCHES.get(game.name, ()))
    line = game_build_line(game.name).removeprefix("tafelwerk build ")
    return Build(FAMILY, line, {"game": game.name}, tasks, "exact")


def standard() -> Iterator[Build]:
    """The small games, and burnt pancakes as far as STANDARD_PANCAKES."""
    for name in (*STANDARD, *(f"burnt-pancakes-{n}" for n in range(1, STANDARD_PANCAKES + 1))):
        yield game_build(name)


def quick() -> Iterator[Build]:
    """A few small games."""
    for name in QUICK:
        yield game_build(name)


def warm() -> None:
    """Compile every kernel, and the functions of all games."""
    for found in GAMES.values():
        if found.tables is None:
            found.make().successors(found.make().start)
    for name in ("nim-passes", "burnt-pancakes-2"):
        Whole(name).run()


def whole_operations(found: Entry) -> float:
    """Estimated work of solving a game: nanoseconds."""
    positions = expected_positions(found)
    each = 2500.0 if found.tables is None else 40.0 if positions < IN_CACHE else 90.0
    return each * positions + 10.0 * found.make().ranks + 1e6


def expected_positions(found: Entry) -> int:
    """How many positions can be reached, at most where that is not known."""
    return found.make().ranks if found.positions is None else found.positions


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


def position(name: str, rank: int) -> Computation[Position]:
    """A position of a game that can be reached."""
    wanted = positions(name, (rank,))
    return Computation(wanted.operations, lambda: wanted.run()[rank], wanted.build)


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

"""Whole games over dense ranks: their tasks and builds."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from tafelwerk.build.minimax.tictactoe import SEARCHES
from tafelwerk.build.task import Build, Task
from tafelwerk.solvers.minimax.games import GAMES, Entry, entry, listed_name
from tafelwerk.tables.builds.minimax import contents
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
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.build.minimax.position_rows import whole_rows

        return whole_rows(self.game)

    def operations(self) -> float:
        return whole_operations(entry(self.game))

    def expected_rows(self) -> int:
        found = entry(self.game)
        return 1 + found.positions * (2 if found.tables is None else 1)


def game_build(name: str) -> Build:
    """One game, with what is stored of searches in it.

    Raises:
        InputError: there is none of that name.
    """
    game = listed_name(name)
    tasks: tuple[Task, ...] = (Whole(game), *SEARCHES.get(game, ()))
    parameters = {"game": game}
    described = contents(parameters)
    return Build(FAMILY, described.name, parameters, tasks, described.certainty)


def standard() -> Iterator[Build]:
    """The small games, and burnt pancakes as far as STANDARD_PANCAKES."""
    for name in (*STANDARD, *(f"burnt-pancakes-{n}" for n in range(1, STANDARD_PANCAKES + 1))):
        yield game_build(name)


def quick() -> Iterator[Build]:
    """A few small games."""
    for name in QUICK:
        yield game_build(name)


def pocket() -> Iterator[Build]:
    """What the pocket book holds: the smallest games."""
    for name in ("tictactoe", "tictactoe-misere", "notakto", "nim-passes", "burnt-pancakes-4"):
        yield game_build(name)


def full() -> Iterator[Build]:
    """All games of the list."""
    for name in GAMES:
        yield game_build(name)


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile the kernels of whole games, and the functions of all games."""
    games = tuple(partial(_first_moves, name) for name, found in GAMES.items() if found.tables is None)
    return (*(Whole(name).run for name in ("nim-passes", "burnt-pancakes-2")), *games)


def _first_moves(name: str) -> None:
    game = GAMES[name].make()
    game.successors(game.start)


def whole_operations(found: Entry) -> float:
    """Estimated work of solving a game: nanoseconds."""
    each = 3500.0 if found.tables is None else 70.0 if found.positions < IN_CACHE else 100.0
    return each * found.positions + 1e6

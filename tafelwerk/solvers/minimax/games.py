"""The games over dense ranks, by name: what `solve` can be asked for, and under which number the book keeps each.

A game is added by writing its file, and a line and a function here; numbers stay as they are, since books hold them. A file is
imported when its game is made.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import factorial
from typing import TYPE_CHECKING

from tafelwerk.errors import InputError, quoted

if TYPE_CHECKING:
    from tafelwerk.solvers.minimax.move_tables import MoveTables
    from tafelwerk.solvers.minimax.ranked import RankedGame


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the list.

    Attributes:
        number: in the book.
        positions: that play from the start reaches, at most: for estimates alone.
        make: the game.
        tables: of a puzzle: its moves as tables.
    """

    number: int
    positions: int
    make: "Callable[[], RankedGame]"
    tables: "Callable[[], MoveTables] | None" = None


def _board(name: str) -> "RankedGame":
    from tafelwerk.solvers.minimax import tictactoe

    return next(game for game in tictactoe.GAMES if game.name == name)


def _notakto(boards: int) -> "RankedGame":
    from tafelwerk.solvers.minimax.notakto import notakto

    return notakto(boards)


def _nim_passes() -> "RankedGame":
    from tafelwerk.solvers.minimax.nim_passes import NIM_PASSES

    return NIM_PASSES


def _pancakes(pancakes: int) -> "RankedGame":
    from tafelwerk.solvers.minimax.pancakes import burnt_pancakes

    return burnt_pancakes(pancakes)


def _pancake_tables(pancakes: int) -> "MoveTables":
    from tafelwerk.solvers.minimax.pancakes import pancake_tables

    return pancake_tables(pancakes)


GAMES: dict[str, Entry] = {
    "tictactoe": Entry(1, 5_478, partial(_board, "tictactoe")),
    "tictactoe-misere": Entry(2, 5_478, partial(_board, "tictactoe-misere")),
    "tictactoe-wild": Entry(3, 18_753, partial(_board, "tictactoe-wild")),
    "tictactoe-wild-misere": Entry(4, 18_753, partial(_board, "tictactoe-wild-misere")),
    "notakto": Entry(11, 231, partial(_notakto, 1)),
    "notakto-2": Entry(12, 53_361, partial(_notakto, 2)),
    "nim-passes": Entry(21, 191, _nim_passes),
    **{
        f"burnt-pancakes-{n}": Entry(100 + n, factorial(n) << n, partial(_pancakes, n), partial(_pancake_tables, n))
        for n in range(1, 9)
    },
}


def listed_name(name: str) -> str:
    """The name of a game as the list has it.

    Raises:
        InputError: there is none of that name.
    """
    found = name.strip().lower()
    if found not in GAMES:
        raise InputError(f"{quoted(name)} is no game of the list: {', '.join(GAMES)}")
    return found


def entry(name: str) -> Entry:
    """A game by its name.

    Raises:
        InputError: there is none of that name.
    """
    return GAMES[listed_name(name)]

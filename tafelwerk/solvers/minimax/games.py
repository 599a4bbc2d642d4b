"""The games over dense ranks, by name: what `solve` can be asked for, and under which number the book keeps each.

A game is added by writing its file and a line here; numbers stay as they are, since books hold them. A game's file is imported
when the game is made.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from math import factorial
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError

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


def _made(file: str, name: str, *arguments: int) -> Any:
    """What a file of this folder has under a name, or makes of the arguments."""
    found = getattr(import_module(f"tafelwerk.solvers.minimax.{file}"), name)
    return found(*arguments) if arguments else found


GAMES: dict[str, Entry] = {
    "tictactoe": Entry(1, 5_478, partial(_made, "tictactoe", "TICTACTOE")),
    "tictactoe-misere": Entry(2, 5_478, partial(_made, "tictactoe", "MISERE")),
    "tictactoe-wild": Entry(3, 18_753, partial(_made, "tictactoe", "WILD")),
    "tictactoe-wild-misere": Entry(4, 18_753, partial(_made, "tictactoe", "WILD_MISERE")),
    "notakto": Entry(11, 231, partial(_made, "notakto", "notakto", 1)),
    "notakto-2": Entry(12, 53_361, partial(_made, "notakto", "notakto", 2)),
    "nim-passes": Entry(21, 191, partial(_made, "nim_passes", "NIM_PASSES")),
    **{
        f"burnt-pancakes-{n}": Entry(
            100 + n,
            factorial(n) << n,
            partial(_made, "pancakes", "burnt_pancakes", n),
            partial(_made, "pancakes", "pancake_tables", n),
        )
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
        raise InputError(f"{name!r} is no game of the list: {', '.join(GAMES)}")
    return found


def entry(name: str) -> Entry:
    """A game by its name.

    Raises:
        InputError: there is none of that name.
    """
    return GAMES[listed_name(name)]

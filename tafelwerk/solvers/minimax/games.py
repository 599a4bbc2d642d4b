"""The games over dense ranks, by name: what `solve` can be asked for, and under which number the book keeps each.

A game is added by writing its file and a line here; numbers stay as they are, since books hold them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tafelwerk.errors import InputError
from tafelwerk.solvers.minimax.move_tables import MoveTables
from tafelwerk.solvers.minimax.nim_passes import NIM_PASSES
from tafelwerk.solvers.minimax.notakto import notakto
from tafelwerk.solvers.minimax.pancakes import burnt_pancakes, pancake_tables
from tafelwerk.solvers.minimax.ranked import RankedGame
from tafelwerk.solvers.minimax.tictactoe import MISERE, TICTACTOE, WILD, WILD_MISERE


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the list.

    Attributes:
        number: in the book.
        make: the game.
        tables: of a puzzle: its moves as tables, if it has such.
        positions: that play from the start reaches, where they are known to be fewer than the ranks: for estimates alone.
    """

    number: int
    make: Callable[[], RankedGame]
    tables: Callable[[], MoveTables] | None = None
    positions: int | None = None


GAMES: dict[str, Entry] = {
    "tictactoe": Entry(1, lambda: TICTACTOE, positions=5_478),
    "tictactoe-misere": Entry(2, lambda: MISERE, positions=5_478),
    "tictactoe-wild": Entry(3, lambda: WILD, positions=18_753),
    "tictactoe-wild-misere": Entry(4, lambda: WILD_MISERE, positions=18_753),
    "notakto": Entry(11, partial(notakto, 1), positions=231),
    "notakto-2": Entry(12, partial(notakto, 2), positions=53_361),
    "nim-passes": Entry(21, lambda: NIM_PASSES, positions=191),
    **{
        f"burnt-pancakes-{n}": Entry(100 + n, partial(burnt_pancakes, n), partial(pancake_tables, n))
        for n in range(1, 9)
    },
}


def entry(name: str) -> Entry:
    """A game by its name.

    Raises:
        InputError: there is none of that name.
    """
    found = GAMES.get(name.strip().lower())
    if found is None:
        raise InputError(f"{name!r} is no game of the list: {', '.join(GAMES)}")
    return found

"""The games over ranks that the book holds, compiled. A file is imported when its game is asked for."""

from typing import TYPE_CHECKING

from tafelwerk.rules.minimax.pancakes import MOST_PANCAKES
from tafelwerk.rules.minimax.ranked import RankedGame

if TYPE_CHECKING:
    from tafelwerk.solvers.minimax.ranked.game import CompiledGame
    from tafelwerk.solvers.minimax.ranked.move_tables import MoveTables

_PANCAKES = {f"burnt-pancakes-{n}": n for n in range(1, MOST_PANCAKES + 1)}


def compiled_game(game: RankedGame) -> "CompiledGame":
    """A game of the list with its moves as a kernel."""
    if game.name in _PANCAKES:
        from tafelwerk.solvers.minimax.ranked.pancakes import burnt_pancakes

        return burnt_pancakes(_PANCAKES[game.name])
    if game.name == "nim-passes":
        from tafelwerk.solvers.minimax.ranked.nim_passes import NIM_PASSES

        return NIM_PASSES
    if game.name.startswith("notakto"):
        from tafelwerk.solvers.minimax.ranked.notakto import notakto

        return notakto(game.text(game.start).count("/") + 1)
    from tafelwerk.solvers.minimax.ranked import tictactoe

    return next(found for found in tictactoe.GAMES if found.name == game.name)


def move_tables(game: RankedGame) -> "MoveTables | None":
    """The moves of a puzzle as tables; None where it has none."""
    if game.name not in _PANCAKES:
        return None
    from tafelwerk.solvers.minimax.ranked.pancakes import pancake_tables

    return pancake_tables(_PANCAKES[game.name])

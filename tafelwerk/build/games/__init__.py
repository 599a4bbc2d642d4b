"""Builder of the user's own games: one build per game.

Which task solves a game and makes its rows?    tasks: `SolvedGame`
Which build holds a game?                       sets: `game_build`; `standard`: every game registered by a package
What solves and stores a game at once?          solving: `keep_game`
"""

from collections.abc import Callable
from functools import partial

from tafelwerk.build.games.sets import full, game_build, pocket, quick, standard
from tafelwerk.build.games.solving import keep_game
from tafelwerk.build.games.tasks import compile_solver

__all__ = ["full", "game_build", "keep_game", "pocket", "quick", "standard", "warm"]


def warm() -> tuple[Callable[[], object], ...]:
    """Small computations that together compile every kernel."""
    return (partial(compile_solver),)

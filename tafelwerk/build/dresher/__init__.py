"""Builder of Dresher's guessing game."""

from collections.abc import Callable

from tafelwerk.build.dresher.sets import full, games_builds, missing_builds, pocket, quick, runs_build, standard
from tafelwerk.build.dresher.tasks import Games

__all__ = ["full", "games_builds", "missing_builds", "pocket", "quick", "runs_build", "standard", "warm"]


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    return (Games(1, 1, 5).run,)

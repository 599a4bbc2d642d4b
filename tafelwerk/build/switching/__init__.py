"""Builder of the switching game."""

from collections.abc import Callable
from typing import Any

from tafelwerk.build.switching.sets import full, pocket, quick, standard
from tafelwerk.build.switching.tasks import Chances, Followed, Games, Openings, Pairings, Whole

__all__ = ["full", "pocket", "quick", "standard", "warm"]

_AGENTS = ("heuristic", "temperature:0.1", "gauss-seidel:2:0.1", "mc:2", "perfect", "random", "edge-count")


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    tasks: tuple[Any, ...] = (
        Openings(3, 0, 3),
        Whole(2),
        Chances(2, "heuristic"),
        Pairings(2, tuple((agent, agent) for agent in _AGENTS)),
        *(Games(4, agent, agent, 1, 1) for agent in _AGENTS),
        Games(5, "heuristic", "temperature:0.1", 1, 1),
        Followed(2, "mc:1000"),
    )
    return tuple(task.run for task in tasks)

"""Shared parts of the questions for puzzles: the seed, and checks of parameters."""

from random import SystemRandom
from typing import Any

from tafelwerk.rules.numbers import LARGEST_SEED, between
from tafelwerk.rules.puzzles import checked_grade


def resolve_drawn(asked: dict[str, Any]) -> None:
    """Draw a seed if none is given, and check the grade.

    Raises:
        InputError: there is no such grade or seed.
    """
    if "difficulty" in asked:
        asked["difficulty"] = checked_grade(asked["difficulty"])
    if asked["seed"] is None:
        asked["seed"] = SystemRandom().randrange(10**6)
    between("--seed", asked["seed"], 0, LARGEST_SEED)

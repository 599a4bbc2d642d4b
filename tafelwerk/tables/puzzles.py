"""What the questions for puzzles share: their seed, and the parameters that are checked alike."""

from random import SystemRandom
from typing import Any

from tafelwerk.rules.numbers import LARGEST_SEED, between
from tafelwerk.rules.puzzles import checked_grade


def resolve_drawn(asked: dict[str, Any]) -> None:
    """Draw the seed where none is given, and check the grade.

    Raises:
        InputError: there is no such grade or seed.
    """
    if "difficulty" in asked:
        asked["difficulty"] = checked_grade(asked["difficulty"])
    if asked["seed"] is None:
        asked["seed"] = SystemRandom().randrange(10**6)
    between("--seed", asked["seed"], 0, LARGEST_SEED)

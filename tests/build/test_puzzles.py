"""Puzzles are drawn until one fits, and no further."""

from collections.abc import Callable
from random import Random

import pytest

from tafelwerk.errors import InputError
from tafelwerk.rules.puzzles import Scale, first_fitting

SCALE = Scale("steps", medium=3, hard=5)


def drawing(*difficulties: int | None) -> Callable[[Random], int | None]:
    """Draws one after the other."""
    waiting = iter(difficulties)
    return lambda random: next(waiting)


def test_as_many_are_drawn_as_allowed_and_the_first_of_its_grade_is_taken() -> None:
    for grade, wanted in ((None, 2), ("easy", 2), ("medium", 3), ("hard", 5)):
        assert first_fitting(drawing(None, 2, 3, 4, 5), 1, SCALE, lambda one: one, grade) == (wanted, wanted)
    assert first_fitting(drawing(2, None, 6), 1, SCALE, lambda one: one, "hard", 3) == (6, 6)
    none = r"^no hard puzzle in 3 draws of seed 7; others have 2 to 4 steps; try another"
    with pytest.raises(InputError, match=none):
        first_fitting(drawing(4, 2, 3, 6), 7, SCALE, lambda one: one, "hard", 3)
    with pytest.raises(InputError, match=r"^no puzzle in 2 draws of seed 7; try another"):
        first_fitting(drawing(None, None, 6), 7, SCALE, lambda one: one, None, 2)
    # a seed draws the same again
    draws = [first_fitting(lambda random: random.random(), seed, SCALE, lambda one: 1, None) for seed in (1, 1, 2)]
    assert draws[0] == draws[1] != draws[2]

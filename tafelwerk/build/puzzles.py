"""Draws random puzzles until one fits."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

from tafelwerk.errors import InputError
from tafelwerk.rules.puzzles import ATTEMPTS, Grade, Scale

T = TypeVar("T")


def first_fitting(
    draw: Callable[[Random], T | None],
    seed: int,
    scale: Scale,
    difficulty: Callable[[T], int],
    grade: Grade | None,
    attempts: int = ATTEMPTS,
) -> tuple[T, int]:
    """The first puzzle of a seed with the requested grade, and its difficulty.

    Args:
        draw: draws a puzzle, or None if the draw makes none.
        seed: random seed.
        scale: the family's measure of difficulty.
        difficulty: difficulty of a puzzle.
        grade: the grade. Default: any.
        attempts: greatest number of draws.

    Raises:
        InputError: none of the draws fits.
    """
    random, seen = Random(seed), set[int]()
    for _ in range(attempts):
        puzzle = draw(random)
        if puzzle is None:
            continue
        count = difficulty(puzzle)
        if grade in (None, scale.grade(count)):
            return puzzle, count
        seen.add(count)
    kind = "puzzle" if grade is None else f"{grade} puzzle"
    other = f"; others have {min(seen)} to {max(seen)} {scale.measure}" if seen else ""
    raise InputError(f"no {kind} in {attempts:,} draws of seed {seed}{other}; try another seed or size")

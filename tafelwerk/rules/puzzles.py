"""Puzzles of all families: the measure of difficulty of each family, and limits of batches."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Annotated, Literal, TypeVar, get_args

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.language import message
from tafelwerk.parameters import Parameter
from tafelwerk.rules.numbers import LARGEST_SEED

Grade = Literal["easy", "medium", "hard"]
GRADES: tuple[Grade, ...] = get_args(Grade)

MOST_PUZZLES = 200
"""Puzzles of a batch."""

ATTEMPTS = 2000
"""Positions or codes tried for a puzzle of one grade."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How a family measures the difficulty of its puzzles.

    Attributes:
        measure: what is counted, a noun phrase.
        medium, hard: the least counts of these grades.
    """

    measure: str
    medium: int
    hard: int

    def grade(self, difficulty: int) -> Grade:
        """Grade of a count."""
        return "hard" if difficulty >= self.hard else "medium" if difficulty >= self.medium else "easy"


BEAMS = Scale("fields per hundred whose colour no beam shows", 50, 65)
MASTERMIND = Scale("codes per thousand left by the most informative clue alone", 40, 80)
SKAT = Scale(message("legal cards that do not win"), 3, 5)
SWITCHING = Scale("links the winner would still need if the other side passed, the winning link included", 3, 4)
TICTACTOE = Scale("plies to the win, or to the loss after the wrong move that delays it longest", 3, 5)


def checked_grade(text: str | None) -> Grade | None:
    """A grade by its name, or none.

    Raises:
        InputError: there is no such grade.
    """
    for grade in GRADES:
        if text == grade:
            return grade
    if text is None:
        return None
    raise InputError(f"--difficulty must be {', '.join(GRADES[:-1])} or {GRADES[-1]}, not {in_quotes(text)}")


def random_seed() -> int:
    """A seed of six digits at most."""
    return SystemRandom().randrange(10**6)


Difficulty = Annotated[Grade, Parameter("|".join(GRADES), "Difficulty. Default: any.", parse=checked_grade)]
Seed = Annotated[int, Parameter("S", "Random seed. Default: random.", 0, LARGEST_SEED, fallback=random_seed)]
"""Parameters of the questions for puzzles; a puzzle whose seed is not given is another one each time."""


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

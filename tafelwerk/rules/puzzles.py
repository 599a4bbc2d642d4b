"""Puzzles of all families: the measure of difficulty of each family, and limits of batches."""

from dataclasses import dataclass
from random import SystemRandom
from typing import Annotated, Literal, get_args

from tafelwerk.errors import InputError, quoted
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
    raise InputError(f"--difficulty must be {', '.join(GRADES[:-1])} or {GRADES[-1]}, not {quoted(text)}")


def random_seed() -> int:
    """A seed of six digits at most."""
    return SystemRandom().randrange(10**6)


Difficulty = Annotated[Grade, Parameter("|".join(GRADES), "Difficulty. Default: any.", parse=checked_grade)]
Seed = Annotated[int, Parameter("N", "Random seed. Default: random.", 0, LARGEST_SEED, fallback=random_seed)]
"""Parameters of the questions for puzzles; a puzzle whose seed is not given is another one each time."""

"""Puzzles of all families: how hard one is, by a measure that the family states, and limits of batches."""

from dataclasses import dataclass
from typing import Literal, get_args

from tafelwerk.errors import InputError, quoted

Grade = Literal["easy", "medium", "hard"]
GRADES: tuple[Grade, ...] = get_args(Grade)

MOST_PUZZLES = 200
"""Puzzles of a batch."""

ATTEMPTS = 2000
"""Positions or codes that are tried for a puzzle of one grade."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How a family measures the difficulty of its puzzles.

    Attributes:
        measure: what is counted, a noun phrase.
        medium, hard: the least counts that are called so.
    """

    measure: str
    medium: int
    hard: int

    def grade(self, difficulty: int) -> Grade:
        """What a count is called."""
        return "hard" if difficulty >= self.hard else "medium" if difficulty >= self.medium else "easy"

    @property
    def told(self) -> str:
        """The grades in words: "easy below 3, medium below 5, else hard"."""
        return f"easy below {self.medium}, medium below {self.hard}, hard from there"


BEAMS = Scale("fields in a hundred whose colour no beam shows", 50, 65)
MASTERMIND = Scale("codes in a thousand that the most telling clue alone would leave", 40, 80)
SKAT = Scale("cards that may be played and do not win", 3, 5)
SWITCHING = Scale("links that the winner still needs, the winning one included, were the other side to pass", 3, 4)
TICTACTOE = Scale("plies to the win, or to the loss after the wrong move that holds out longest", 3, 5)


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
    raise InputError(f"--difficulty is {', '.join(GRADES[:-1])} or {GRADES[-1]}, not {quoted(text)}")

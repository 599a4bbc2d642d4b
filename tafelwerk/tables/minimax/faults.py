"""What is raised where a row is missing, or cannot be."""

from typing import TypeVar

from tafelwerk.errors import BookError, MissingTableError
from tafelwerk.tables.minimax.words import FAMILY

T = TypeVar("T")


def damaged(table: str, what: str) -> BookError:
    """What is raised where a row cannot be."""
    return BookError(f"table {FAMILY}.{table} holds {what}; see what is wrong with: tafelwerk verify {FAMILY}")


def found(answer: T | None, missing: MissingTableError) -> T:
    """The answer.

    Raises:
        MissingTableError: there is none.
    """
    if answer is None:
        raise missing
    return answer

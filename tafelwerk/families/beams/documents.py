"""Answers as records of long runs have them, from the rows of a book."""

import json
from collections.abc import Mapping
from typing import Any

from tafelwerk.families.beams.answers import summary_of
from tafelwerk.families.beams.look_ups import get_counts, get_spent
from tafelwerk.families.beams.recorded import recorded_keys
from tafelwerk.families.beams.rules.board import variant
from tafelwerk.families.beams.rules.strategies import stored_strategy
from tafelwerk.tables.answers import Answer
from tafelwerk.tables.book import Book


def document(book: Book, question: Mapping[str, Any]) -> dict[str, Any] | None:
    """The answer to a recorded question from a book's rows; None if the book lacks it.

    Args:
        book: the book.
        question: the question of an answer in a record.

    Raises:
        InputError, KeyError: it is no such question.
    """
    name = variant(question["variant"])
    if question["command"] == "beams counts":
        counts = get_counts(book, name)
        return None if counts is None else {"question": dict(question), **_recorded(counts)}
    spent = get_spent(book, name, stored_strategy(question["strategy"], question["tie"]))
    if spent is None:
        return None
    written = [[queries, wrong, str(codes)] for queries, wrong, codes in spent]
    return {"question": dict(question), **_recorded(summary_of(spent)), "spent": written}


def _recorded(answer: Answer) -> dict[str, Any]:
    """The fields of an answer that a record contains, as in JSON."""
    found: dict[str, Any] = json.loads(
        json.dumps({key: getattr(answer, key) for key in recorded_keys(type(answer))}, default=str)
    )
    return found

"""Answers as records of long runs have them, from the rows of a book."""

import json
from collections.abc import Mapping
from typing import Any

from tafelwerk.rules.beams.strategies import stored_strategy
from tafelwerk.tables.beams import questions
from tafelwerk.tables.beams.look_ups import get_spent
from tafelwerk.tables.beams.recorded import recorded_keys
from tafelwerk.tables.book import Book
from tafelwerk.tables.question import Answer


def document(book: Book, question: Mapping[str, Any]) -> dict[str, Any] | None:
    """The answer to a recorded question from a book's rows; None if the book lacks it.

    Args:
        book: the book.
        question: the question of an answer in a record.

    Raises:
        InputError, KeyError: it is no such question.
    """
    if question["command"] == "beams counts":
        counts = questions.counts(book, question["variant"])
        return None if counts is None else {"question": dict(question), **_recorded(counts)}
    strategy = stored_strategy(question["strategy"], question["tie"])
    summary = questions.summary(book, question["variant"], strategy)
    if summary is None:
        return None
    spent = get_spent(book, question["variant"], strategy) or ()
    told = [[queries, wrong, str(codes)] for queries, wrong, codes in spent]
    return {"question": dict(question), **_recorded(summary), "spent": told}


def _recorded(answer: Answer) -> dict[str, Any]:
    """The fields of an answer that a record contains, as in JSON."""
    found: dict[str, Any] = json.loads(
        json.dumps({key: getattr(answer, key) for key in recorded_keys(type(answer))}, default=str)
    )
    return found

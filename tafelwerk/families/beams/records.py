"""Answers of long runs: read from records, and from the rows of a book as records have them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

from tafelwerk.families.beams.answers import Counts, Point, Spent, Summary, point_of, summary_of
from tafelwerk.families.beams.look_ups import get_counts, get_spent
from tafelwerk.families.beams.rules import FAMILY, Strategy, Tie, stored_strategy, variant
from tafelwerk.rules.deduction import read_order
from tafelwerk.tables.answers import Answer
from tafelwerk.tables.book import Book
from tafelwerk.tables.records import Record, find_record, records

FULL_LINE = f"tafelwerk build {FAMILY} --full"
"""The build that repeats all runs of 6c6p."""

_UNRECORDED = {"bound", "bound_mean", "reading", *(field.name for field in fields(Answer))}


def counts_question(variant: str) -> dict[str, Any]:
    """The question of `beams counts`."""
    return {"command": "beams counts", "variant": variant}


def summary_question(variant: str, strategy: Strategy) -> dict[str, Any]:
    """The question of `beams summary`."""
    return {"command": "beams summary", "variant": variant, "strategy": strategy.name, "tie": strategy.tie}


def recorded_keys(kind: type[Answer]) -> tuple[str, ...]:
    """Fields of an answer that a record has."""
    return tuple(field.name for field in fields(kind) if field.name not in _UNRECORDED)


def recorded_counts(variant: str) -> tuple[Counts, Record] | None:
    """Counts of a variant and their record; None if there is no record."""
    match = find_record(FAMILY, counts_question(variant))
    if match is None:
        return None
    record, answer = match
    return Counts(**{key: answer[key] for key in recorded_keys(Counts)}), record


def recorded_summary(variant: str, strategy: Strategy) -> tuple[Summary, Record] | None:
    """Cost of a strategy over all codes and its record; None if there is no record."""
    match = find_record(FAMILY, summary_question(variant, strategy))
    if match is None:
        return None
    record, answer = match
    return summary_of(_spent(answer)), record


def recorded_spent(variant: str) -> Iterator[tuple[str, Tie, Spent]]:
    """Recorded costs of the strategies of a variant over all codes: name, tie rule, and number of codes by cost."""
    for record in records(FAMILY):
        for answer in record.answers:
            question = answer["question"]
            if (question["command"], question["variant"]) == ("beams summary", variant):
                yield question["strategy"], question["tie"], _spent(answer)


def recorded_curve(variant: str, tie: Tie) -> tuple[list[Point], Record] | None:
    """Recorded costs by order of the entropy, ascending, and one of the records, with the build that repeats all: a curve, if one
    was recorded, else the full set; None if there is no record."""
    points: list[tuple[Point, Record]] = []
    for record in records(FAMILY):
        for answer in record.answers:
            question = answer["question"]
            if (question["command"], question["variant"], question.get("tie")) == ("beams summary", variant, tie):
                cost = summary_of(_spent(answer))
                points.append((point_of(read_order(question["strategy"]), cost.total, cost.codes), record))
    if not points:
        return None
    points.sort(key=lambda pair: pair[0].alpha)
    records_of_curves = (record for _, record in points if "curve" in record.parameters)
    return [point for point, _ in points], next(records_of_curves, replace(points[0][1], build=FULL_LINE))


def _spent(answer: Mapping[str, Any]) -> Spent:
    return tuple((queries, wrong, Fraction(codes)) for queries, wrong, codes in answer["spent"])


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
        return None if counts is None else {"question": dict(question), **_record_fields(counts)}
    spent = get_spent(book, name, stored_strategy(question["strategy"], question["tie"]))
    if spent is None:
        return None
    written = [[queries, wrong, str(codes)] for queries, wrong, codes in spent]
    return {"question": dict(question), **_record_fields(summary_of(spent)), "spent": written}


def _record_fields(answer: Answer) -> dict[str, Any]:
    """The fields of an answer that a record contains, as in JSON."""
    values: dict[str, Any] = json.loads(
        json.dumps({key: getattr(answer, key) for key in recorded_keys(type(answer))}, default=str)
    )
    return values

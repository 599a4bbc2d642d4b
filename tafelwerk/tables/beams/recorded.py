"""Answers that records of long runs give."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any

from tafelwerk.rules.beams.board import FAMILY
from tafelwerk.rules.beams.strategies import Strategy, Tie
from tafelwerk.tables.beams.answers import Counts, Spent, Summary, summary_of
from tafelwerk.tables.question import Answer
from tafelwerk.tables.records import Record, recorded, records

_UNRECORDED = {"bound", "bound_mean", "reading", *(field.name for field in fields(Answer))}


def counts_question(variant: str) -> dict[str, Any]:
    """The question of `beams counts`."""
    return {"command": "beams counts", "variant": variant}


def summary_question(variant: str, strategy: Strategy) -> dict[str, Any]:
    """The question of `beams summary`."""
    return {"command": "beams summary", "variant": variant, "strategy": strategy.name, "tie": strategy.tie}


def recorded_keys(kind: type[Answer]) -> tuple[str, ...]:
    """Those fields of an answer that a record has."""
    return tuple(field.name for field in fields(kind) if field.name not in _UNRECORDED)


def recorded_counts(variant: str) -> tuple[Counts, Record] | None:
    """What a variant has, and the record that says so; None where none does."""
    found = recorded(FAMILY, counts_question(variant))
    if found is None:
        return None
    record, answer = found
    return Counts(**{key: answer[key] for key in recorded_keys(Counts)}), record


def recorded_summary(variant: str, strategy: Strategy) -> tuple[Summary, Record] | None:
    """What a strategy costs over all codes, and the record that says so; None where none does."""
    found = recorded(FAMILY, summary_question(variant, strategy))
    if found is None:
        return None
    record, answer = found
    return summary_of(_spent(answer)), record


def recorded_spent(variant: str) -> Iterator[tuple[str, Tie, Spent]]:
    """What strategies of a variant spend over all codes by the records: name, tie rule, and codes by cost."""
    for record in records(FAMILY):
        for answer in record.answers:
            asked = answer["question"]
            if (asked["command"], asked["variant"]) == ("beams summary", variant):
                yield asked["strategy"], asked["tie"], _spent(answer)


def _spent(answer: Mapping[str, Any]) -> Spent:
    return tuple((queries, wrong, Fraction(codes)) for queries, wrong, codes in answer["spent"])

"""Answers from records of long runs."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

from tafelwerk.families.beams.answers import Counts, Point, Spent, Summary, point_of, summary_of
from tafelwerk.families.beams.rules.board import FAMILY
from tafelwerk.families.beams.rules.strategies import Strategy, Tie
from tafelwerk.rules.entropy import read_order
from tafelwerk.tables.answers import Answer
from tafelwerk.tables.records import Record, recorded, records

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
    found = recorded(FAMILY, counts_question(variant))
    if found is None:
        return None
    record, answer = found
    return Counts(**{key: answer[key] for key in recorded_keys(Counts)}), record


def recorded_summary(variant: str, strategy: Strategy) -> tuple[Summary, Record] | None:
    """Cost of a strategy over all codes and its record; None if there is no record."""
    found = recorded(FAMILY, summary_question(variant, strategy))
    if found is None:
        return None
    record, answer = found
    return summary_of(_spent(answer)), record


def recorded_spent(variant: str) -> Iterator[tuple[str, Tie, Spent]]:
    """Recorded costs of the strategies of a variant over all codes: name, tie rule, and number of codes by cost."""
    for record in records(FAMILY):
        for answer in record.answers:
            asked = answer["question"]
            if (asked["command"], asked["variant"]) == ("beams summary", variant):
                yield asked["strategy"], asked["tie"], _spent(answer)


def recorded_curve(variant: str, tie: Tie) -> tuple[list[Point], Record] | None:
    """Recorded costs by order of the entropy, ascending, and one of the records, with the build that repeats all: a curve, if one
    was recorded, else the full set; None if there is no record."""
    found: list[tuple[Point, Record]] = []
    for record in records(FAMILY):
        for answer in record.answers:
            asked = answer["question"]
            if (asked["command"], asked["variant"], asked.get("tie")) == ("beams summary", variant, tie):
                cost = summary_of(_spent(answer))
                found.append((point_of(read_order(asked["strategy"]), cost.total, cost.codes), record))
    if not found:
        return None
    found.sort(key=lambda one: one[0].alpha)
    records_of_curves = (record for _, record in found if "curve" in record.parameters)
    return [point for point, _ in found], next(records_of_curves, replace(found[0][1], build=FULL_LINE))


def _spent(answer: Mapping[str, Any]) -> Spent:
    return tuple((queries, wrong, Fraction(codes)) for queries, wrong, codes in answer["spent"])

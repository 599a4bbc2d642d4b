"""Memory: its tasks, rows and builds, and what the book does not hold of it, computed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tafelwerk.build.computation import Computation
from tafelwerk.build.task import Build
from tafelwerk.solvers.minimax.memory import MemoryTable, Objective, Rule, solve
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.minimax.memory import OBJECTIVES, RULES, MemoryPosition, Turn, check_kind, check_pairs
from tafelwerk.tables.minimax.words import FAMILY

Columns = Mapping[str, Any]

STANDARD_PAIRS = {"gain": 50, "win": 12}
"""Pairs of the standard set, by the objective."""

QUICK_PAIRS = {"gain": 10, "win": 4}


@dataclass(frozen=True, slots=True)
class Turns:
    """All positions of up to so many pairs, before a card is turned and without full pairs."""

    pairs: int
    rule: str
    objective: str
    table: ClassVar[str] = "memory"

    def run(self) -> Columns:
        table = solve(self.pairs, Rule(self.rule), Objective(self.objective))
        turns = [turn_of(table, position) for position in positions(self.pairs, self.rule, self.objective)]
        asked = [turn.position for turn in turns]
        return {
            "rule": [self.rule] * len(turns),
            "objective": [self.objective] * len(turns),
            "pairs": np.array([position.pairs for position in asked], np.uint8),
            "known": np.array([position.known for position in asked], np.uint8),
            "lead": np.array([position.lead for position in asked], np.int8),
            "value_num": [str(turn.value.numerator) for turn in turns],
            "value_den": [str(turn.value.denominator) for turn in turns],
            "value": [turn.value.numerator / turn.value.denominator for turn in turns],
            "actions": ["; ".join(turn.actions) for turn in turns],
        }

    def operations(self) -> float:
        return turn_operations(self.pairs, self.objective)

    def expected_rows(self) -> int:
        return sum(1 for _ in positions(self.pairs, self.rule, self.objective))


def positions(pairs: int, rule: str, objective: str) -> Iterator[MemoryPosition]:
    """The positions that are stored, of up to so many pairs."""
    for left in range(1, pairs + 1):
        for known in range(left + 1):
            for lead in range(-left, left + 1) if objective == "win" else (0,):
                yield MemoryPosition(left, known, rule, objective, lead)


def turn_of(table: MemoryTable, position: MemoryPosition) -> Turn:
    """Value and best turns of a position of a solved game."""
    pairs, known, lead = position.pairs, position.known, position.lead
    plans = table.actions(pairs, known, lead=lead)
    value = table.value(pairs, known, lead=lead)
    return Turn(position, value, tuple(words for plan in plans for words in plan.words))


def turn_operations(pairs: int, objective: str) -> float:
    """Estimated work of solving all positions of up to so many pairs."""
    return (2700.0 * pairs**3 if objective == "gain" else 4500.0 * pairs**4) + 1e6


def memory_build(pairs: int, rule: str = "pass", objective: str = "gain") -> Build:
    """All positions of up to so many pairs.

    Raises:
        InputError: there is no such rule or objective, or a game of so many pairs is not solved.
    """
    check_kind(rule, objective)
    check_pairs(pairs, objective)
    most = STANDARD_PAIRS[objective]
    return Build(
        FAMILY,
        f"{FAMILY} memory --pairs {pairs}"
        + ("" if rule == "pass" else f" --rule {rule}")
        + ("" if objective == "gain" else f" --objective {objective}"),
        {"game": "memory", "pairs": pairs, "rule": rule, "objective": objective},
        (Turns(pairs, rule, objective),),
        "exact",
        (memory_build(most, rule, objective).digest,) if pairs < most else (),
    )


def standard() -> Iterator[Build]:
    """Both rules and both objectives."""
    for rule in RULES:
        for objective in OBJECTIVES:
            yield memory_build(STANDARD_PAIRS[objective], rule, objective)


def quick() -> Iterator[Build]:
    """A few pairs, both rules and both objectives."""
    for rule in RULES:
        for objective in OBJECTIVES:
            yield memory_build(QUICK_PAIRS[objective], rule, objective)


def warm() -> None:
    """Nothing is compiled: integers are Python's own."""


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """Prove stored rows anew by another method than the one that made them, see `memory_proof`."""
    from tafelwerk.build.minimax.memory_proof import verify as proved

    return proved(book, sample)


def turn(position: MemoryPosition) -> Computation[Turn]:
    """A position's value and best turns."""

    def run() -> Turn:
        return turn_of(solve(position.pairs, Rule(position.rule), Objective(position.objective)), position)

    return Computation(
        turn_operations(position.pairs, position.objective),
        run,
        memory_build(position.pairs, position.rule, position.objective),
    )

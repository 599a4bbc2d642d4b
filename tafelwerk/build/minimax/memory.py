"""Memory: its tasks and builds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tafelwerk.build.task import Build
from tafelwerk.tables.builds.minimax import contents
from tafelwerk.tables.minimax.memory import MOST_PAIRS, OBJECTIVES, RULES, MemoryPosition, check_kind, check_pairs
from tafelwerk.tables.minimax.words import FAMILY

Columns = Mapping[str, Any]

STANDARD_PAIRS = {"gain": 50, "win": 12}
"""Pairs of the standard set, by the objective."""

QUICK_PAIRS = {"gain": 10, "win": 4}

_RULE_SHARES = {"pass": 1.6, "forced": 0.6}  # of the work, in the mean over both rules


@dataclass(frozen=True, slots=True)
class Turns:
    """All positions of up to so many pairs, before a card is turned and without full pairs."""

    pairs: int
    rule: str
    objective: str
    table: ClassVar[str] = "memory"
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Columns:
        from tafelwerk.build.minimax.memory_rows import turn_rows

        return turn_rows(self.pairs, self.rule, self.objective)

    def operations(self) -> float:
        return _RULE_SHARES[self.rule] * turn_operations(self.pairs, self.objective)

    def expected_rows(self) -> int:
        return sum((left + 1) * (2 * left + 1 if self.objective == "win" else 1) for left in range(1, self.pairs + 1))


def positions(pairs: int, rule: str, objective: str) -> Iterator[MemoryPosition]:
    """The positions that are stored, of up to so many pairs."""
    for left in range(1, pairs + 1):
        for known in range(left + 1):
            for lead in range(-left, left + 1) if objective == "win" else (0,):
                yield MemoryPosition(left, known, rule, objective, lead)


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
    larger = {most[objective] for most in (STANDARD_PAIRS, MOST_PAIRS) if most[objective] > pairs}
    parameters = {"game": "memory", "pairs": pairs, "rule": rule, "objective": objective}
    described = contents(parameters)
    return Build(
        FAMILY,
        described.name,
        parameters,
        (Turns(pairs, rule, objective),),
        described.certainty,
        tuple(memory_build(most, rule, objective).digest for most in sorted(larger)),
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


def pocket() -> Iterator[Build]:
    """What the pocket book holds: a few pairs, both rules and both objectives."""
    return quick()


def full() -> Iterator[Build]:
    """As many pairs as are solved, both rules and both objectives."""
    for rule in RULES:
        for objective in OBJECTIVES:
            yield memory_build(MOST_PAIRS[objective], rule, objective)

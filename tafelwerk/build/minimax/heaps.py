"""Heap games: their tasks and builds."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tafelwerk.build.minimax.heap_costs import PROOFS, misere_operations, proof_heaps, values_operations
from tafelwerk.build.task import Build, Task
from tafelwerk.tables.builds.minimax import contents
from tafelwerk.tables.minimax.heaps import GRUNDY_HEAP, LEAST_STORED, SEARCHED
from tafelwerk.tables.minimax.rules import (
    GRUNDY,
    LARGEST_MISERE,
    Rules,
    checked_heaps,
    checked_misere,
    checked_sets,
    octal_rules,
    rules_of,
    subtraction_sets,
)
from tafelwerk.tables.minimax.words import FAMILY

Columns = Mapping[str, Any]

PROVED = (
    "0.77", "0.07", "0.137", "0.127", "0.05", "0.156", "0.165", "0.26", "0.356", "0.4", "0.45", "0.644", "0.73", "0.75", "4.7",
)  # fmt: skip
"""Octal games of the standard set whose period is proved: Kayles, Dawson's Kayles and chess, and others."""

OPEN = ("0.6", "0.06", "0.007", "0.14", "0.37")
"""Octal games of the standard set for which SEARCHED heaps prove no period: Officers, Treblecross and others."""

SETS = 6
"""The standard set has all subtraction sets of numbers up to this one."""

MISERE = {"grundy": LARGEST_MISERE, "octal 0.77": 50, "octal 0.07": LARGEST_MISERE}
"""Games of the standard set under misere play, and their largest heap."""

QUICK_HEAP, QUICK_MISERE, QUICK_SETS = 2000, 30, 3

FULL_HEAP, FULL_SEARCHED, FULL_SETS = 1_000_000, 200_000, 8
"""In the full set: heaps of Grundy's game and of the games OPEN, numbers of the subtraction sets."""

LATE = {"0.16": 510_000, "0.56": PROOFS["octal 0.56"]}
"""Octal games of the full set whose periods are proved late, and heaps that are enough for it."""


@dataclass(frozen=True, slots=True)
class Values:
    """Grundy values of a game's heaps, and their period where it can be proved.

    `game`: its name; `heap`: the largest heap; None: as far as the proof of the period needs.
    """

    game: str
    heap: int | None
    tables: ClassVar[tuple[str, ...]] = ("grundy", "periods")
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.build.minimax.heap_rows import value_rows

        return value_rows([rules_of(self.game)], self.heap)

    def operations(self) -> float:
        return values_operations(rules_of(self.game), self.heap)

    def expected_rows(self) -> int:
        rules = rules_of(self.game)
        heaps = max(proof_heaps(rules), LEAST_STORED) if self.heap is None else self.heap
        return heaps + 1 + rules.has_provable_period


@dataclass(frozen=True, slots=True)
class Sets:
    """Grundy values and periods of all subtraction sets of numbers up to `largest`."""

    largest: int
    tables: ClassVar[tuple[str, ...]] = ("grundy", "periods")
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.build.minimax.heap_rows import value_rows

        return value_rows(subtraction_sets(self.largest), None)

    def operations(self) -> float:
        return 2.0**self.largest * 6e5

    def expected_rows(self) -> int:
        return ((1 << self.largest) - 1) * (LEAST_STORED + 2)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Single heaps of a game under misere play, up to `heap`."""

    game: str
    heap: int
    table: ClassVar[str] = "misere"
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Columns:
        from tafelwerk.build.minimax.heap_rows import misere_rows

        return misere_rows(rules_of(self.game), self.heap)

    def operations(self) -> float:
        return misere_operations(rules_of(self.game), self.heap)

    def expected_rows(self) -> int:
        return self.heap


def heaps_build(rules: Rules, heap: int | None = None) -> Build:
    """Grundy values of a game, up to `heap`; None: as far as its period needs, of Grundy's game to GRUNDY_HEAP.

    Raises:
        InputError: there is no such heap.
    """
    if heap is None and not rules.has_provable_period:
        heap = GRUNDY_HEAP
    if heap is not None:
        checked_heaps([heap])
    larger = (most for most in (GRUNDY_HEAP, FULL_HEAP) if rules == GRUNDY and heap is not None and heap < most)
    covered = tuple(heaps_build(rules, most).digest for most in larger)
    return _build({"game": rules.name, "heap": heap}, Values(rules.name, heap), covered)


def sets_build(largest: int) -> Build:
    """All subtraction sets of numbers up to `largest`.

    Raises:
        InputError: these are none, or too many.
    """
    checked_sets(largest)
    covered = tuple(sets_build(most).digest for most in (SETS, FULL_SETS) if largest < most)
    return _build({"subtraction sets": largest}, Sets(largest), covered)


def misere_build(rules: Rules, heap: int) -> Build:
    """Single heaps of a game under misere play, up to `heap`.

    Raises:
        InputError: the heap cannot be, or is too large.
    """
    checked_misere([heap])
    larger = {most for most in (MISERE.get(rules.name, heap), LARGEST_MISERE) if rules.name in MISERE and heap < most}
    covered = tuple(misere_build(rules, most).digest for most in sorted(larger))
    return _build({"game": rules.name, "heap": heap, "play": "misere"}, Outcomes(rules.name, heap), covered)


def _build(parameters: dict[str, object], task: Task, covered: tuple[str, ...]) -> Build:
    described = contents(parameters)
    return Build(FAMILY, described.name, parameters, (task,), described.certainty, covered)


def standard() -> Iterator[Build]:
    """Grundy's game, octal games, subtraction sets; misere play as far as it goes."""
    yield heaps_build(GRUNDY)
    for code in PROVED:
        yield heaps_build(octal_rules(code))
    for code in OPEN:
        yield heaps_build(octal_rules(code), SEARCHED)
    yield sets_build(SETS)
    for name, heap in MISERE.items():
        yield misere_build(rules_of(name), heap)


def quick() -> Iterator[Build]:
    """Some heaps of Grundy's game, Kayles, Dawson's Kayles, a few subtraction sets."""
    yield heaps_build(GRUNDY, QUICK_HEAP)
    for code in PROVED[:2]:
        yield heaps_build(octal_rules(code))
    yield sets_build(QUICK_SETS)
    yield misere_build(GRUNDY, QUICK_MISERE)
    yield misere_build(octal_rules(PROVED[0]), QUICK_MISERE)


def pocket() -> Iterator[Build]:
    """What the pocket book holds: heaps of Grundy's game, octal games with a proved period, small subtraction sets."""
    yield heaps_build(GRUNDY, QUICK_HEAP)
    for code in PROVED:
        yield heaps_build(octal_rules(code))
    yield sets_build(QUICK_SETS)
    for name in MISERE:
        yield misere_build(rules_of(name), QUICK_MISERE)


def full() -> Iterator[Build]:
    """More heaps of the same games, and periods that are proved late."""
    yield heaps_build(GRUNDY, FULL_HEAP)
    for code in PROVED:
        yield heaps_build(octal_rules(code))
    for code, heap in LATE.items():
        yield heaps_build(octal_rules(code), heap)
    for code in OPEN:
        yield heaps_build(octal_rules(code), FULL_SEARCHED)
    yield sets_build(FULL_SETS)
    for name in MISERE:
        yield misere_build(rules_of(name), LARGEST_MISERE)


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel of heaps."""
    return tuple(Values(rules.name, 10).run for rules in (GRUNDY, octal_rules("0.77")))

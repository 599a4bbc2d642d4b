"""Heap games: their tasks, rows and builds, and what the book does not hold of them, computed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.computation import BUDGET, Computation, OverBudgetError
from tafelwerk.build.minimax.heap_estimates import (
    STEP,
    expected_heaps,
    game_of,
    misere_operations,
    search_limit,
    search_operations,
    values_operations,
)
from tafelwerk.build.task import Build, columns
from tafelwerk.errors import InputError
from tafelwerk.solvers.minimax.heaps import Heaps as Left
from tafelwerk.solvers.minimax.misere import LARGEST_TOTAL, MisereGame
from tafelwerk.solvers.minimax.periods import SolvedHeaps, solve_heaps
from tafelwerk.solvers.minimax.sprague_grundy import Steps, grundy_values
from tafelwerk.solvers.minimax.sums import solve_sum
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.minimax.heaps import GRUNDY_HEAP, SEARCHED, Misere, Move, Period, Sum
from tafelwerk.tables.minimax.rules import (
    GRUNDY,
    TWO_LEFT,
    Rules,
    checked_heaps,
    checked_misere,
    octal_rules,
    rules_of,
    subtraction_rules,
)
from tafelwerk.tables.minimax.words import FAMILY

Columns = Mapping[str, Any]

LEAST_STORED = 1000
"""Heaps that are stored of every game, also where its period is proved by fewer."""

PROVED = (
    "0.77", "0.07", "0.137", "0.127", "0.05", "0.156", "0.165", "0.26", "0.356", "0.4", "0.45", "0.644", "0.73", "0.75", "4.7",
)  # fmt: skip
"""Octal games of the standard set whose period is proved: Kayles, Dawson's Kayles and chess, and others."""

OPEN = ("0.6", "0.06", "0.007", "0.14", "0.37")
"""Octal games of the standard set for which SEARCHED heaps prove no period: Officers, Treblecross and others."""

SETS = 6
"""The standard set has all subtraction sets of numbers up to this one."""

MOST_SETS = 12
"""Subtraction sets of numbers up to this one can be built together."""

MISERE = {"grundy": LARGEST_TOTAL, "octal 0.77": 50, "octal 0.07": LARGEST_TOTAL}
"""Games of the standard set under misere play, and their largest heap."""

HOPELESS = 3
"""Work estimated at so many times what a look-up may do unasked is not even tried."""

QUICK_HEAP, QUICK_MISERE, QUICK_SETS = 2000, 30, 3


@dataclass(frozen=True, slots=True)
class Values:
    """Grundy values of a game's heaps, and their period where it can be proved.

    `game`: its name; `heap`: the largest heap; None: as far as the proof of the period needs.
    """

    game: str
    heap: int | None
    tables: ClassVar[tuple[str, ...]] = ("grundy", "periods")

    def run(self) -> Mapping[str, Columns]:
        return _value_rows([rules_of(self.game)], self.heap)

    def operations(self) -> float:
        rules = rules_of(self.game)
        return search_operations(rules) if self.heap is None else values_operations(rules, self.heap)

    def expected_rows(self) -> int:
        rules = rules_of(self.game)
        heaps = max(expected_heaps(rules), LEAST_STORED) if self.heap is None else self.heap
        return heaps + 1 + rules.has_provable_period


@dataclass(frozen=True, slots=True)
class Sets:
    """Grundy values and periods of all subtraction sets of numbers up to `largest`."""

    largest: int
    tables: ClassVar[tuple[str, ...]] = ("grundy", "periods")

    def run(self) -> Mapping[str, Columns]:
        return _value_rows(subtraction_sets(self.largest), None)

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

    def run(self) -> Columns:
        game = MisereGame(game_of(rules_of(self.game)))
        heaps = range(1, self.heap + 1)
        return {
            "game": [self.game] * len(heaps),
            "heap": np.array(heaps, np.uint32),
            "won": [game.won([heap]) for heap in heaps],
            "moves": ["; ".join(_word(move.left) for move in game.winning_moves([heap])) for heap in heaps],
        }

    def operations(self) -> float:
        return misere_operations(rules_of(self.game), self.heap)

    def expected_rows(self) -> int:
        return self.heap


def subtraction_sets(largest: int) -> list[Rules]:
    """All subtraction games with numbers up to `largest`, smaller sets first."""
    numbers = range(1, largest + 1)
    return [subtraction_rules(taken) for size in numbers for taken in combinations(numbers, size)]


def heaps_build(rules: Rules, heap: int | None = None) -> Build:
    """Grundy values of a game, up to `heap`; None: as far as its period needs, of Grundy's game to GRUNDY_HEAP.

    Raises:
        InputError: there is no such heap.
    """
    if heap is None and not rules.has_provable_period:
        heap = GRUNDY_HEAP
    if heap is not None:
        checked_heaps([heap])
    covered = (heaps_build(rules).digest,) if rules == GRUNDY and heap is not None and heap < GRUNDY_HEAP else ()
    name = f"{FAMILY} {rules}" + ("" if heap is None else f" --heap {heap}")
    return Build(FAMILY, name, {"game": rules.name, "heap": heap}, (Values(rules.name, heap),), "exact", covered)


def sets_build(largest: int) -> Build:
    """All subtraction sets of numbers up to `largest`.

    Raises:
        InputError: these are none, or too many.
    """
    if not 1 <= largest <= MOST_SETS:
        raise InputError(f"--largest is 1 to {MOST_SETS}: all sets of the numbers up to there, not {largest}")
    covered = (sets_build(SETS).digest,) if largest < SETS else ()
    name = f"{FAMILY} subtraction --largest {largest}"
    return Build(FAMILY, name, {"subtraction sets": largest}, (Sets(largest),), "exact", covered)


def misere_build(rules: Rules, heap: int) -> Build:
    """Single heaps of a game under misere play, up to `heap`.

    Raises:
        InputError: the heap cannot be, or is too large.
    """
    checked_misere([heap])
    most = MISERE.get(rules.name, heap)
    covered = (misere_build(rules, most).digest,) if heap < most else ()
    return Build(
        FAMILY,
        f"{FAMILY} {rules} --heap {heap} --misere",
        {"game": rules.name, "heap": heap, "play": "misere"},
        (Outcomes(rules.name, heap),),
        "exact",
        covered,
    )


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


def warm() -> None:
    """Compile every kernel, by way of small heaps."""
    for rules in (GRUNDY, octal_rules("0.77")):
        Values(rules.name, 10).run()


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """Prove stored rows anew by another method than the one that made them, see `heap_proof`."""
    from tafelwerk.build.minimax.heap_proof import verify as proved

    return proved(book, sample)


def heap_sum(rules: Rules, heaps: Sequence[int]) -> Computation[Sum]:
    """Value and winning moves of heaps of one game.

    Raises:
        InputError: a heap cannot be.
    """
    checked, game = checked_heaps(heaps), game_of(rules)
    largest = max(checked)
    listing = 10.0 * sum(checked) * (1 + len(rules.taken(TWO_LEFT)))

    def answer(values: NDArray[np.uint16]) -> Sum:
        solved = solve_sum([(game, heap) for heap in checked], {game: values})
        moves = tuple(Move(move.place, move.left) for move in solved.moves)
        return Sum(rules, checked, tuple(int(values[heap]) for heap in checked), moves)

    def run() -> Sum:
        return answer(heap_values(rules, largest))

    build = heaps_build(rules, largest)
    work = values_operations(rules, largest) + listing
    if work <= BUDGET or work > HOPELESS * BUDGET:
        return Computation(work, run, build)
    return Computation(BUDGET, run, build, lambda: answer(heap_values(rules, largest, _unasked())))


def heap_period(rules: Rules) -> Computation[Period]:
    """The period of a game's values.

    Raises:
        InputError: no period of this game can be proved.
    """
    if not rules.has_provable_period:
        raise InputError(f"whether the values of {rules} have a period is not known, and no proof by finitely many is")
    limit, work = search_limit(rules), search_operations(rules)

    def run() -> Period:
        return _period(rules, solve_heaps(game_of(rules), limit))

    build = heaps_build(rules)
    if work <= BUDGET or work > HOPELESS * BUDGET:
        return Computation(work, run, build)
    return Computation(BUDGET, run, build, lambda: _period(rules, _solved(rules, limit, _unasked())))


def misere(rules: Rules, heaps: Sequence[int]) -> Computation[Misere]:
    """Heaps of one game under misere play; single ones can be kept.

    Raises:
        InputError: a heap cannot be, or together they are too many.
    """
    checked = checked_misere(heaps)

    def run() -> Misere:
        game = MisereGame(game_of(rules))
        moves = tuple(Move(move.place, move.left) for move in game.winning_moves(checked))
        return Misere(rules, checked, game.won(checked), moves)

    build = misere_build(rules, checked[0]) if len(checked) == 1 else None
    return Computation(misere_operations(rules, sum(checked)), run, build)


def heap_values(rules: Rules, heaps: int, steps: Steps | None = None) -> NDArray[np.uint16]:
    """Grundy values of heaps 0 to `heaps`: uint16, shape (heaps + 1,); past what proves a period, by that period.

    Raises:
        OverBudgetError: they take more than these steps.
    """
    if rules.has_provable_period:
        return _extended(_solved(rules, heaps, steps), heaps)
    values = grundy_values(game_of(rules), heaps, steps=steps)
    if len(values) <= heaps:
        raise _over_budget(rules)
    return values


def _extended(solved: SolvedHeaps, heaps: int) -> NDArray[np.uint16]:
    """The values up to `heaps`, by the period where they end earlier."""
    known = solved.values
    if known.shape[0] > heaps:
        return known[: heaps + 1]
    period, last = solved.period.period, solved.period.last_exception
    if period is None or last is None:
        raise InputError(f"the values of {solved.game.name} end at heap {known.shape[0] - 1}, and no period is proved")
    first = last + 1
    rest = np.arange(known.shape[0], heaps + 1)
    return np.concatenate((known, known[first + (rest - first) % period]))


def _unasked() -> Steps:
    """The steps that a look-up may do."""
    return Steps(int(BUDGET / STEP))


def _solved(rules: Rules, heaps: int, steps: Steps | None) -> SolvedHeaps:
    """Values up to a proof of their period, or up to `heaps`.

    Raises:
        OverBudgetError: they take more than these steps.
    """
    solved = solve_heaps(game_of(rules), heaps, steps)
    if not solved.period.proved and len(solved.values) <= heaps:
        raise _over_budget(rules)
    return solved


def _over_budget(rules: Rules) -> OverBudgetError:
    return OverBudgetError(f"the values of {rules} take more steps than a look-up may do unasked")


def _period(rules: Rules, solved: SolvedHeaps) -> Period:
    found = solved.period
    return Period(rules, found.period, found.last_exception, found.checked_to, found.proved)


def _value_rows(games: Sequence[Rules], heap: int | None) -> Mapping[str, Columns]:
    """Rows of tables grundy and periods."""
    names: list[Any] = []
    values: list[NDArray[np.uint16]] = []
    periods: list[tuple[Any, ...]] = []
    for rules in games:
        if not rules.has_provable_period:
            assert heap is not None
            found = heap_values(rules, heap)
        else:
            solved = solve_heaps(game_of(rules), search_limit(rules) if heap is None else heap)
            period = _period(rules, solved)
            found = _extended(solved, max(period.checked_to, LEAST_STORED) if heap is None else heap)
            periods.append((rules.name, period.period, period.last_exception, period.checked_to, period.proved))
        names += [rules.name] * len(found)
        values.append(found)
    return {
        "grundy": {
            "game": names,
            "heap": np.concatenate([np.arange(len(found), dtype=np.uint32) for found in values]),
            "value": np.concatenate(values),
        },
        "periods": columns(("game", "period", "last_exception", "checked_to", "proved"), periods),
    }


def _word(left: Left) -> str:
    """What a move leaves, as table misere has it."""
    return "+".join(map(str, left)) or "0"

"""Heap games computed: rows of the tasks, and what the book does not hold of them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.computation import BUDGET, Computation, OverBudgetError
from tafelwerk.build.minimax.heap_estimates import (
    STEP,
    game_of,
    misere_operations,
    search_operations,
    values_operations,
)
from tafelwerk.build.minimax.heaps import Columns, heaps_build, misere_build
from tafelwerk.build.task import columns
from tafelwerk.errors import InputError
from tafelwerk.solvers.minimax.heaps import Heaps as Left
from tafelwerk.solvers.minimax.misere import MisereGame
from tafelwerk.solvers.minimax.periods import SolvedHeaps, solve_heaps
from tafelwerk.solvers.minimax.sprague_grundy import Steps, grundy_values
from tafelwerk.solvers.minimax.sums import solve_sum
from tafelwerk.tables.minimax import Heap, Period, Sum, questions
from tafelwerk.tables.minimax.heaps import LEAST_STORED, search_limit
from tafelwerk.tables.minimax.rules import TWO_LEFT, Rules

HOPELESS = 3
"""Work estimated at so many times what a look-up may do unasked is not even tried."""


def heap_sum(rules: Rules, heaps: Sequence[int]) -> Computation[Heap | Sum]:
    """Value and winning moves of heaps of one game."""
    game, largest = game_of(rules), max(heaps)
    listing = 50.0 * sum(heaps) * (1 + len(rules.taken(TWO_LEFT)))

    def answer(values: NDArray[np.uint16]) -> Heap | Sum:
        solved = solve_sum([(game, heap) for heap in heaps], {game: values})
        moves = ((move.place, move.left) for move in solved.moves)
        return questions.heap_values(rules, heaps, [int(values[heap]) for heap in heaps], moves)

    def run() -> Heap | Sum:
        return answer(heap_values(rules, largest))

    build = heaps_build(rules, largest)
    work = values_operations(rules, largest) + listing
    # moves are listed whatever the values cost
    if work <= BUDGET or listing > BUDGET or work > HOPELESS * BUDGET:
        return Computation(work, run, build)
    return Computation(BUDGET, run, build, lambda: answer(heap_values(rules, largest, _unasked())))


def heap_period(rules: Rules) -> Computation[Period]:
    """The period of a game's values."""
    limit, work = search_limit(rules), search_operations(rules)

    def run() -> Period:
        return _period(rules, solve_heaps(game_of(rules), limit))

    build = heaps_build(rules)
    if work <= BUDGET or work > HOPELESS * BUDGET:
        return Computation(work, run, build)
    return Computation(BUDGET, run, build, lambda: _period(rules, _solved(rules, limit, _unasked())))


def misere(rules: Rules, heaps: Sequence[int]) -> Computation[Heap | Sum]:
    """Heaps of one game under misere play; single ones can be kept."""

    def run() -> Heap | Sum:
        game = MisereGame(game_of(rules))
        moves = ((move.place, move.left) for move in game.winning_moves(heaps))
        return questions.heap_outcome(rules, heaps, game.won(heaps), moves)

    build = misere_build(rules, heaps[0]) if len(heaps) == 1 else None
    return Computation(misere_operations(rules, sum(heaps)), run, build)


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
    return questions.heap_period(rules, found.period, found.last_exception, found.checked_to, found.proved)


def value_rows(games: Sequence[Rules], heap: int | None) -> Mapping[str, Columns]:
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


def misere_rows(rules: Rules, heap: int) -> Columns:
    """Rows of table misere: single heaps up to `heap`."""
    game = MisereGame(game_of(rules))
    heaps = range(1, heap + 1)
    return {
        "game": [rules.name] * len(heaps),
        "heap": np.array(heaps, np.uint32),
        "won": [game.won([each]) for each in heaps],
        "moves": ["; ".join(_word(move.left) for move in game.winning_moves([each])) for each in heaps],
    }


def _word(left: Left) -> str:
    """What a move leaves, as table misere has it."""
    return "+".join(map(str, left)) or "0"

"""Heap games: rows of the tasks, and computations of answers that the book does not hold."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.task import columns
from tafelwerk.errors import InputError
from tafelwerk.families.minimax import answers, heap_answers
from tafelwerk.families.minimax.builds import HeapBuild, heap_build
from tafelwerk.families.minimax.heap_costs import PROOFS
from tafelwerk.families.minimax.heap_estimates import (
    STEP,
    expected_heaps,
    misere_operations,
    search_operations,
    values_operations,
)
from tafelwerk.families.minimax.rules.heaps import FARTHEST_HEAP, LARGEST_HEAP, LARGEST_MISERE, TWO_LEFT, HeapGame
from tafelwerk.families.minimax.rules.limits import LEAST_STORED
from tafelwerk.families.minimax.rules.periodic import PeriodicValues
from tafelwerk.families.minimax.tasks import Columns
from tafelwerk.rules.numbers import shown
from tafelwerk.solvers.minimax.heaps.misere import MisereGame
from tafelwerk.solvers.minimax.heaps.periods import Period, SolvedHeaps, solve_heaps
from tafelwerk.solvers.minimax.heaps.sparse import sparse_period
from tafelwerk.solvers.minimax.heaps.sprague_grundy import Steps, grundy_values
from tafelwerk.solvers.minimax.heaps.sums import solve_sum
from tafelwerk.tables.computation import BUDGET, Computation, OverBudgetError

A = TypeVar("A")

HOPELESS = 3
"""Multiple of a look-up's budget beyond which estimated work is not even tried."""


def heap_sum(
    game: HeapGame, heaps: Sequence[int], build: HeapBuild | None = None
) -> Computation[answers.Heap | answers.Sum]:
    """Value and winning moves of heaps of one game."""
    largest = max(heaps)
    if largest > LARGEST_HEAP:
        _check_period(game, heaps)
        return _periodic(game, lambda solved: _periodic_sum(solved, heaps), build)
    listing = 50.0 * sum(heaps) * (1 + len(game.taken(TWO_LEFT)))

    def run(steps: Steps | None = None) -> answers.Heap | answers.Sum:
        values = heap_values(game, largest, steps)
        solved = solve_sum([(game, heap) for heap in heaps], {game: values})
        moves = ((move.place, move.left) for move in solved.moves)
        return heap_answers.heap_values(game, heaps, [int(values[heap]) for heap in heaps], moves)

    if listing > BUDGET and game.has_provable_period and search_operations(game) <= BUDGET:
        # a proved period spares the long list, unless it is asked for
        return Computation(BUDGET, run, build, lambda: _periodic_sum(_solved(game, game.searched_heaps, None), heaps))
    work = values_operations(game, largest) + listing
    # the cost of listing the moves is certain, whatever the values cost
    if work <= BUDGET or listing > BUDGET or work > HOPELESS * BUDGET:
        return Computation(work, run, build)
    return Computation(BUDGET, run, build, lambda: run(_unasked()))


def _check_period(game: HeapGame, heaps: Sequence[int]) -> None:
    """Refuse heaps whose outcome only a period gives, where no search that ends by default is known to prove one."""
    if expected_heaps(game) < game.searched_heaps:
        return
    proof = max(PROOFS.get(game.name, 0), game.searched_heaps)
    line = f"tafelwerk build {heap_build(game, proof if proof > game.searched_heaps else None).name}"
    raise InputError(
        f"heap {shown(max(heaps))} of {game}: beyond {LARGEST_HEAP:,} tokens only a proved period answers, and none is stored; "
        f"`{line}` searches for one up to heap {proof:,}, a larger --heap further"
    )


def heap_period(game: HeapGame, build: HeapBuild | None = None) -> Computation[answers.Period]:
    """The period of a game's values."""
    return _periodic(game, lambda solved: heap_answers.heap_period(game, *_period_row(solved.period)), build)


def _periodic(game: HeapGame, answer: Callable[[SolvedHeaps], A], build: HeapBuild | None) -> Computation[A]:
    """An answer that follows from the search for a game's period."""
    limit, work = game.searched_heaps, search_operations(game)

    def run(steps: Steps | None = None) -> A:
        return answer(_solved(game, limit, steps))

    if work <= BUDGET or work > HOPELESS * BUDGET:
        return Computation(work, run, build)
    return Computation(BUDGET, run, build, lambda: run(_unasked()))


def _periodic_sum(solved: SolvedHeaps, heaps: Sequence[int], misere: bool = False) -> answers.Heap | answers.Sum:
    """Heaps of any size, if the values have a proved period.

    Raises:
        InputError: they have none.
        OverBudgetError: they have none, but the heaps are not too large to compute their values one by one.
    """
    period, last = solved.period.period, solved.period.last_exception
    if (period is None or last is None) and max(heaps) <= LARGEST_HEAP and not misere:
        raise _over_budget(solved.game)
    if period is None or last is None:
        raise InputError(
            f"{solved.game}: the values up to heap {solved.values.shape[0] - 1:,} prove no period, so a heap may have at most "
            f"{LARGEST_HEAP:,} tokens, not {shown(max(heaps))}"
        )
    values = solved.values[: last + period + 1].tolist()
    return heap_answers.periodic_sum(PeriodicValues(solved.game, values, period, last), heaps, misere)


def misere(
    game: HeapGame, heaps: Sequence[int], build: HeapBuild | None = None
) -> Computation[answers.Heap | answers.Sum]:
    """Heaps of one game under misere play. Of too many tokens to enumerate, by the period."""
    if sum(heaps) > LARGEST_MISERE:
        _check_period(game, heaps)
        return _periodic(game, lambda solved: _periodic_sum(solved, heaps, misere=True), build)

    def run() -> answers.Heap | answers.Sum:
        play = MisereGame(game)
        moves = ((move.place, move.left) for move in play.winning_moves(heaps))
        return heap_answers.heap_outcome(game, heaps, play.won(heaps), moves)

    return Computation(misere_operations(game, sum(heaps)), run, build)


def heap_values(game: HeapGame, heaps: int, steps: Steps | None = None) -> NDArray[np.uint16]:
    """Grundy values of heaps 0 to `heaps`, uint16, shape (heaps + 1,); beyond the proof of a period, by that period.

    Raises:
        OverBudgetError: the values take more than `steps`.
    """
    if game.has_provable_period:
        return _extended(_solved(game, heaps, steps), heaps)
    values = grundy_values(game, heaps, steps=steps)
    if len(values) <= heaps:
        raise _over_budget(game)
    return values


def _extended(solved: SolvedHeaps, heaps: int) -> NDArray[np.uint16]:
    """The values up to `heaps`, continued by the period if they end earlier."""
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
    """The steps that a look-up may take."""
    return Steps(int(BUDGET / STEP))


def _solved(game: HeapGame, heaps: int, steps: Steps | None) -> SolvedHeaps:
    """Values up to a proof of their period, or up to `heaps`.

    Raises:
        OverBudgetError: the values take more than `steps`.
    """
    solved = solve_heaps(game, heaps, steps)
    if not solved.period.proved and len(solved.values) <= heaps:
        raise _over_budget(game)
    return solved


def _over_budget(game: HeapGame) -> OverBudgetError:
    return OverBudgetError(f"the values of {game} take more steps than a look-up may take")


def _period_row(period: Period) -> tuple[int | None, int | None, int, bool]:
    """Period, last exception, largest heap, and whether the period is proved, as in table periods."""
    return period.period, period.last_exception, period.checked_to, period.proved


def value_rows(games: Sequence[HeapGame], heap: int | None) -> Mapping[str, Columns]:
    """Rows of tables grundy and periods."""
    values: list[NDArray[np.uint16]] = []
    periods = []
    for game in games:
        if not game.has_provable_period:
            assert heap is not None
            values.append(heap_values(game, heap))
            continue
        solved = solve_heaps(game, game.searched_heaps if heap is None else heap)
        values.append(_extended(solved, max(solved.period.checked_to, LEAST_STORED) if heap is None else heap))
        periods.append((game.name, *_period_row(solved.period)))
    return {
        "grundy": {
            "game": [game.name for game, found in zip(games, values, strict=True) for _ in found],
            "heap": np.concatenate([np.arange(len(found)) for found in values]),
            "value": np.concatenate(values),
        },
        "periods": columns(("game", "period", "last_exception", "checked_to", "proved"), periods),
    }


def sparse_rows(game: HeapGame) -> Columns:
    """The row of table sparse_periods.

    Raises:
        InputError: no period was found, or it has no exception.
    """
    found = sparse_period(game, FARTHEST_HEAP)
    if found is None:
        raise InputError(
            f"{game}: no period is proved through a finite sparse space up to heap {FARTHEST_HEAP:,}; without --sparse, "
            "values are computed as far as --heap says"
        )
    if found.last_exception < 0:
        raise InputError(
            f"{game}: the values have period {found.period} from the empty heap on; build it without --sparse"
        )
    return {
        "game": [game.name],
        "period": [found.period],
        "last_exception": [found.last_exception],
        "checked_to": [found.checked_to],
        "reach": [found.window],
        "mask": [found.coset.mask],
        "alternating": [found.coset.alternating],
        "rare_heaps": [list(found.rare_heaps)],
    }


def misere_rows(game: HeapGame, heap: int) -> Columns:
    """Rows of table misere: single heaps up to `heap`."""
    play, heaps = MisereGame(game), range(1, heap + 1)
    return {
        "game": game.name,
        "heap": heaps,
        "won": [play.won([each]) for each in heaps],
        "moves": [[list(move.left) for move in play.winning_moves([each])] for each in heaps],
    }

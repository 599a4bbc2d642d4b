"""What solvers give for games over ranks and for heaps: rows of tasks, and what the book does not hold; for all games in play.

The work of a question about heaps is estimated by a pilot over the first heaps. The cost of Grundy values differs by a factor of
a hundred between games of one kind: it depends on how many heaps have a rare value, see solvers/minimax/heap_games.py. So the
steps of the first heaps are counted, and the steps of further heaps are extrapolated from their growth. No clock is read: the
estimates are the same on every machine.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.task import columns
from tafelwerk.errors import InputError
from tafelwerk.families.minimax import answers
from tafelwerk.families.minimax.builds import PROOFS, Columns, HeapBuild, double, heap_build
from tafelwerk.families.minimax.heaps import heap_answer, outcome_answer, period_answer, periodic_answer
from tafelwerk.families.minimax.rules.chance_games import Objective, Rule
from tafelwerk.families.minimax.rules.games import ENDLESS, FIELDS, MOVE_ORDERS, TICTACTOE, TICTACTOE_RULES, RankedGame
from tafelwerk.families.minimax.rules.heaps import (
    FARTHEST_HEAP,
    LARGEST_HEAP,
    LARGEST_MISERE,
    LEAST_STORED,
    TWO_LEFT,
    HeapGame,
    PeriodicValues,
    heap_game,
)
from tafelwerk.families.minimax.trees import BY_VALUE, search_game
from tafelwerk.rules.game_trees import Sides
from tafelwerk.rules.numbers import number_text
from tafelwerk.solvers.minimax.heap_games import (
    FIRST_HEAPS,
    MisereGame,
    Period,
    SolvedHeaps,
    Steps,
    find_period,
    grundy_values,
    most_steps,
    solve_heaps,
    solve_sum,
)
from tafelwerk.solvers.minimax.ranked_games import (
    Solution,
    compiled_game,
    evaluations,
    look_ahead_accuracy,
    solve_ranked_game,
)
from tafelwerk.solvers.minimax.sparse_periods import sparse_period
from tafelwerk.tables.questions import BUDGET, Computation, OverBudgetError

if TYPE_CHECKING:
    from tafelwerk.families.minimax.positions import Row
    from tafelwerk.play.duel import Playable
    from tafelwerk.solvers.minimax.chance_games import MemoryTable


@lru_cache(maxsize=4)
def solve_once(game: RankedGame) -> Solution:
    """A listed game, solved once per process."""
    return solve_ranked_game(game)


def solved_rows(game: RankedGame, ranks: Iterable[int]) -> "dict[int, Row]":
    """Rows of positions of a game, by rank; unreachable positions are left out."""
    solution = solve_once(game)
    indices = {rank: index for rank in ranks if (index := solution.place(rank)) is not None}
    columns = (solution.values, solution.distances, solution.moves)
    return {rank: (rank, *(int(column[index]) for column in columns)) for rank, index in indices.items()}  # type: ignore[misc]


def whole_rows(game: RankedGame) -> Mapping[str, Columns]:
    """Rows of tables games, positions and classes."""
    solution = solve_ranked_game(game)
    start = solution.place(game.root)
    assert start is not None
    classes = [] if game.is_puzzle else _classes(game, solution)
    return {
        "games": {
            "game": [game.name],
            "title": game.title,
            "positions": len(solution.ranks),
            "classes": len(set(classes)),
            "start": game.root,
            "value": int(solution.values[start]),
            "distance": int(solution.distances[start]),
            "greatest": int(solution.distances[solution.distances != ENDLESS].max(initial=0)),
        },
        "positions": {
            "game": game.name,
            "rank": solution.ranks,
            "value": solution.values,
            "distance": solution.distances,
            "moves": solution.moves,
        },
        "classes": {"game": game.name, "rank": solution.ranks[: len(classes)], "class": classes},
    }


def _classes(game: RankedGame, solution: Solution) -> list[int]:
    """The class of every position: the least rank among its symmetric images."""
    images_of = compiled_game(game).images
    known: dict[int, int] = {}
    for rank in solution.ranks.tolist():
        if rank not in known:
            images = images_of(rank)
            known.update(dict.fromkeys(images, min(images)))
    return [known[rank] for rank in solution.ranks.tolist()]


def look_ahead_rows() -> Columns:
    """Rows of table look_ahead."""
    solution = solve_once(TICTACTOE)
    accuracy = look_ahead_accuracy(TICTACTOE, solution, evaluations(solution.ranks.tolist()), FIELDS)
    return {
        "game": TICTACTOE.name,
        "rank": np.tile(solution.ranks, FIELDS + 1),
        "depth": np.repeat(np.arange(FIELDS + 1), len(solution.ranks)),
        "value": accuracy.values.ravel(),
        "every": accuracy.every.ravel(),
        "some": accuracy.some.ravel(),
    }


def node_count_rows() -> Columns:
    """Rows of table node_counts."""
    rules = Sides(TICTACTOE_RULES[TICTACTOE.name])
    orders = MOVE_ORDERS | {order.replace("-", " "): order for order in BY_VALUE}
    minimax_nodes = search_game(rules, rules.start, False, None, None)[1].nodes
    return {
        "game": TICTACTOE.name,
        "algorithm": ["minimax"] * len(orders) + ["alpha-beta"] * len(orders),
        "move_order": [*orders, *orders],
        "nodes": [minimax_nodes] * len(orders)
        + [search_game(rules, rules.start, True, order, None)[1].nodes for order in orders.values()],
    }


def memory_table(pairs: int, rule: Rule) -> "MemoryTable":
    """Memory, solved for the mean of own pairs minus the opponent's."""
    from tafelwerk.solvers.minimax.chance_games import solve_memory

    return solve_memory(pairs, rule, Objective.GAIN)


@lru_cache(maxsize=1)  # the same position is asked several times in a row
def look_ahead(game: "Playable", depth: int, state: Any, most: int | None = None) -> tuple[Any, ...]:
    """The moves that lead to the best evaluation reachable in `depth` moves; none if the search makes more moves than `most`."""
    from tafelwerk.solvers.minimax.game_search import Horizon, Search, TooManyMovesError

    try:
        return Search(Horizon(game.rules, game.evaluation, depth, state), most=most).best()
    except TooManyMovesError:
        return ()


PILOT_HEAPS = 32 * FIRST_HEAPS
"""Most heaps of a pilot; they are enough to prove nearly all known periods."""

PILOT_STEPS = 150_000_000
"""Most steps of a pilot: a fifth of a second."""

STEP = 1.2
"""Nanoseconds per step."""

MISERE_PILOT = 30
"""Most tokens of the misere play that is enumerated for an estimate."""

MISERE_GROWTH = 5.2
"""Largest factor by which ten more tokens multiply the positions of misere play."""


@dataclass(frozen=True, slots=True)
class Pilot:
    """Steps and period of the first heaps of a game.

    `steps`: total steps for FIRST_HEAPS heaps, for twice as many, and so on; `period`: the period, if these heaps prove it.
    """

    steps: tuple[int, ...]
    period: Period | None

    @property
    def heaps(self) -> int:
        """Number of heaps that were computed."""
        return FIRST_HEAPS << len(self.steps) - 1

    def estimate(self, heaps: int) -> float:
        """Estimated number of steps for a number of heaps."""
        octave, done = 0, 0.0
        rates = [
            (after - before) / (FIRST_HEAPS << max(0, octave_number - 1))
            for octave_number, (before, after) in enumerate(zip((0, *self.steps[:-1]), self.steps, strict=True))
        ]
        growth = min(2.0, max(1.0, rates[-1] / rates[-2])) if len(rates) > 1 and rates[-2] else 1.0
        rate, first = rates[0], 0
        while first < heaps:
            upto = FIRST_HEAPS << octave
            if octave < len(rates):
                rate = rates[octave]
            else:
                rate *= growth
                # either rare values stay as frequent, and work is quadratic, or they nearly cease
                growth = growth if growth > 1.6 else 1.0 + (growth - 1.0) / 2.0
            done += rate * (min(upto, heaps) - first)
            first, octave = upto, octave + 1
        return done


@lru_cache(maxsize=64)
def pilot(name: str) -> Pilot:
    """The pilot of the game with this name."""
    game, counted = heap_game(name), Steps(PILOT_STEPS)
    values = np.zeros(1, np.uint16)
    steps: list[int] = []
    upto = FIRST_HEAPS
    while upto <= PILOT_HEAPS:
        values = grundy_values(game, upto, values, counted)
        if len(values) <= upto:
            break
        steps.append(counted.taken)
        if game.has_provable_period and (period := find_period(values, game)).proved:
            return Pilot(tuple(steps), period)
        upto *= 2
    return Pilot(tuple(steps), None)


def values_operations(game: HeapGame, heaps: int) -> float:
    """Estimated nanoseconds of Grundy values up to `heaps`; after the proof of a period, the others follow from it."""
    moves = sum(1 for digit in game.digits if digit)
    if heaps <= FIRST_HEAPS:
        return STEP * most_steps(game, heaps) / 2 + 1e6
    first_heaps = pilot(game.name)
    done = heaps if first_heaps.period is None else min(heaps, first_heaps.heaps)
    octaves = (done // FIRST_HEAPS).bit_length()
    return STEP * first_heaps.estimate(done) + (50.0 + 2.0 * moves) * done + 15.0 * (heaps - done) + 3e5 * octaves + 1e6


def search_operations(game: HeapGame) -> float:
    """Estimated nanoseconds of the search for the period."""
    return values_operations(game, min(game.searched_heaps, double(expected_heaps(game))))


def expected_heaps(game: HeapGame) -> int:
    """Estimated largest heap of the proof of the period, or of a search without one; for some games the true one is smaller."""
    period = pilot(game.name).period
    if period is not None:
        return period.checked_to
    return min(game.searched_heaps, PROOFS.get(game.name, 1 << 62))


def misere_operations(game: HeapGame, total: int) -> float:
    """Estimated nanoseconds of misere play up to a total number of tokens."""
    positions = float(_misere_positions(game.name, min(total, MISERE_PILOT)))
    if total > MISERE_PILOT:
        growth = min(MISERE_GROWTH, positions / _misere_positions(game.name, MISERE_PILOT - 10))
        positions *= growth ** ((total - MISERE_PILOT) / 10)
    return (2e3 + 4.5e3 * len(game.takes(TWO_LEFT))) * positions + 1e6


@lru_cache(maxsize=256)
def _misere_positions(name: str, total: int) -> int:
    """Number of positions examined to solve one heap."""
    game = MisereGame(heap_game(name))
    game.winning_moves([total])
    return game.positions


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
    listing = 50.0 * sum(heaps) * (1 + len(game.takes(TWO_LEFT)))

    def run(steps: Steps | None = None) -> answers.Heap | answers.Sum:
        values = heap_values(game, largest, steps)
        solved = solve_sum([(game, heap) for heap in heaps], {game: values})
        moves = ((move.place, move.left) for move in solved.moves)
        return heap_answer(game, heaps, [int(values[heap]) for heap in heaps], moves)

    if listing > BUDGET and game.has_provable_period and search_operations(game) <= BUDGET:
        # a proved period spares the long list, unless it is asked for
        return Computation(BUDGET, run, build, lambda: _periodic_sum(_solve(game, game.searched_heaps, None), heaps))
    work = values_operations(game, largest) + listing
    # the cost of listing the moves is certain, whatever the values cost
    if work <= BUDGET or listing > BUDGET or work > HOPELESS * BUDGET:
        return Computation(work, run, build)
    return Computation(BUDGET, run, build, lambda: run(_budget_steps()))


def _check_period(game: HeapGame, heaps: Sequence[int]) -> None:
    """Refuse heaps whose outcome only a period gives, where no search that ends by default is known to prove one."""
    if expected_heaps(game) < game.searched_heaps:
        return
    proof = max(PROOFS.get(game.name, 0), game.searched_heaps)
    line = f"tafelwerk build {heap_build(game, proof if proof > game.searched_heaps else None).name}"
    raise InputError(
        f"heap {number_text(max(heaps))} of {game}: beyond {LARGEST_HEAP:,} tokens only a proved period answers, and none is"
        f" stored; `{line}` searches for one up to heap {proof:,}, a larger --heap further"
    )


def heap_period(game: HeapGame, build: HeapBuild | None = None) -> Computation[answers.Period]:
    """The period of a game's values."""
    return _periodic(game, lambda solved: period_answer(game, *_period_row(solved.period)), build)


def _periodic(game: HeapGame, answer: Callable[[SolvedHeaps], A], build: HeapBuild | None) -> Computation[A]:
    """An answer that follows from the search for a game's period."""
    limit, work = game.searched_heaps, search_operations(game)

    def run(steps: Steps | None = None) -> A:
        return answer(_solve(game, limit, steps))

    if work <= BUDGET or work > HOPELESS * BUDGET:
        return Computation(work, run, build)
    return Computation(BUDGET, run, build, lambda: run(_budget_steps()))


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
            f"{LARGEST_HEAP:,} tokens, not {number_text(max(heaps))}"
        )
    values = solved.values[: last + period + 1].tolist()
    return periodic_answer(PeriodicValues(solved.game, values, period, last), heaps, misere)


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
        return outcome_answer(game, heaps, play.wins(heaps), moves)

    return Computation(misere_operations(game, sum(heaps)), run, build)


def heap_values(game: HeapGame, heaps: int, steps: Steps | None = None) -> NDArray[np.uint16]:
    """Grundy values of heaps 0 to `heaps`, uint16, shape (heaps + 1,); beyond the proof of a period, by that period.

    Raises:
        OverBudgetError: the values take more than `steps`.
    """
    if game.has_provable_period:
        return _extend(_solve(game, heaps, steps), heaps)
    values = grundy_values(game, heaps, steps=steps)
    if len(values) <= heaps:
        raise _over_budget(game)
    return values


def _extend(solved: SolvedHeaps, heaps: int) -> NDArray[np.uint16]:
    """The values up to `heaps`, continued by the period if they end earlier."""
    known = solved.values
    if known.shape[0] > heaps:
        return known[: heaps + 1]
    period, last = solved.period.period, solved.period.last_exception
    if period is None or last is None:
        raise InputError(f"the values of {solved.game.name} end at heap {known.shape[0] - 1}, and no period is proved")
    first = last + 1
    later = np.arange(known.shape[0], heaps + 1)
    return np.concatenate((known, known[first + (later - first) % period]))


def _budget_steps() -> Steps:
    """The steps that a look-up may take."""
    return Steps(int(BUDGET / STEP))


def _solve(game: HeapGame, heaps: int, steps: Steps | None) -> SolvedHeaps:
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
        values.append(_extend(solved, max(solved.period.checked_to, LEAST_STORED) if heap is None else heap))
        periods.append((game.name, *_period_row(solved.period)))
    return {
        "grundy": {
            "game": [game.name for game, game_values in zip(games, values, strict=True) for _ in game_values],
            "heap": np.concatenate([np.arange(len(game_values)) for game_values in values]),
            "value": np.concatenate(values),
        },
        "periods": columns(("game", "period", "last_exception", "checked_to", "proved"), periods),
    }


def sparse_rows(game: HeapGame) -> Columns:
    """The row of table sparse_periods.

    Raises:
        InputError: no period was found, or it has no exception.
    """
    period = sparse_period(game, FARTHEST_HEAP)
    if period is None:
        raise InputError(
            f"{game}: no period is proved through a finite sparse space up to heap {FARTHEST_HEAP:,}; without --sparse, "
            "values are computed as far as --heap says"
        )
    if period.last_exception < 0:
        raise InputError(
            f"{game}: the values have period {period.period} from the empty heap on; build it without --sparse"
        )
    return {
        "game": [game.name],
        "period": [period.period],
        "last_exception": [period.last_exception],
        "checked_to": [period.checked_to],
        "reach": [period.window],
        "mask": [period.coset.mask],
        "alternating": [period.coset.alternating],
        "rare_heaps": [list(period.rare_heaps)],
    }


def misere_rows(game: HeapGame, heap: int) -> Columns:
    """Rows of table misere: single heaps up to `heap`."""
    play, heaps = MisereGame(game), range(1, heap + 1)
    return {
        "game": game.name,
        "heap": heaps,
        "won": [play.wins([each]) for each in heaps],
        "moves": [[list(move.left) for move in play.winning_moves([each])] for each in heaps],
    }

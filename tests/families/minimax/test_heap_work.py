"""Heap games: what is computed on a miss, and how much work that is: estimates against proofs, rows, steps, measured times."""

from collections.abc import Iterable

import pytest

from tafelwerk.families.minimax import heap_rows
from tafelwerk.families.minimax.answers import Heap
from tafelwerk.families.minimax.builds import PROOFS, Outcomes, Sets, Values
from tafelwerk.families.minimax.heap_rows import PILOT_HEAPS, pilot
from tafelwerk.families.minimax.rules.heaps import GRUNDY, LARGEST_HEAP, heap_game, octal_game, subtraction_game
from tafelwerk.solvers.minimax.heap_games import FIRST_HEAPS, MisereGame, Steps, grundy_values, solve_heaps
from tafelwerk.tables.questions import OverBudgetError

KAYLES = octal_game("0.77")


def test_a_pilot() -> None:
    """It ends with the proof of a period, or after as many heaps as may be, or as the steps are enough for."""
    ends = {"octal 0.77": (12, FIRST_HEAPS), "octal 0.165": (1550, 16 * FIRST_HEAPS), "octal 0.16": (None, PILOT_HEAPS)}
    for name, (period, heaps) in ends.items():
        found = pilot(name)
        assert (found.period and found.period.period, found.heaps) == (period, heaps)
    assert pilot("octal 0.06").heaps < PILOT_HEAPS


LARGE = {"grundy": 60_000, "octal 0.127": 60_000, "octal 0.16": 100_000, "octal 0.6": 40_000, "octal 0.007": 20_000}


@pytest.mark.parametrize(("name", "heaps"), LARGE.items())
def test_steps_that_are_expected(name: str, heaps: int) -> None:
    steps = Steps()
    grundy_values(heap_game(name), heaps, steps=steps)
    assert steps.taken / 1.6 < pilot(name).estimate(heaps) < 1.6 * steps.taken


LATE = ("octal 0.127", "octal 0.56")


@pytest.mark.parametrize("names", [set(PROOFS) - {*LATE}, pytest.param(LATE, marks=pytest.mark.slow)])
def test_what_proves_a_period(names: Iterable[str]) -> None:
    for name in names:
        assert solve_heaps(heap_game(name), LARGEST_HEAP).period.checked_to == PROOFS[name]
        assert (pilot(name).period is None) == (name in LATE)


def test_values_past_a_proof_are_those_of_the_period() -> None:
    for rules in (KAYLES, octal_game("0.137"), subtraction_game([2, 3, 7])):
        assert heap_rows.heap_values(rules, 5000).tolist() == grundy_values(rules, 5000).tolist()
    assert len(heap_rows.heap_values(KAYLES, 3)) == 4


def test_what_may_take_long_is_attempted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the estimate is near the budget, steps are counted; they may be enough. A period spares a long list of moves."""
    far = heap_rows.heap_sum(KAYLES, [9_000_000])
    assert far.attempt is not None
    assert isinstance(answer := far.attempt(), Heap)
    assert (answer.grundy, answer.winning_moves) == (4, 749_999)
    monkeypatch.setattr(heap_rows, "HOPELESS", 10)
    for rules, heap in ((octal_game("0.14"), 75_000), (GRUNDY, 100_000)):
        monkeypatch.setattr(heap_rows, "BUDGET", 9e8)
        assert heap_rows.heap_sum(rules, [heap]).attempt is None
        monkeypatch.setattr(heap_rows, "BUDGET", 2e8)
        long = heap_rows.heap_sum(rules, [heap])
        assert long.operations == 2e8
        assert long.attempt is not None
        with pytest.raises(OverBudgetError):
            long.attempt()
    game = octal_game("0.6")
    monkeypatch.setattr(heap_rows, "BUDGET", 0.9 * heap_rows.values_operations(game, 3000))
    wanted = heap_rows.heap_sum(game, [3000, 7])
    assert wanted.attempt is not None
    assert wanted.attempt() == wanted.run()


def test_work_grows_with_the_heaps() -> None:
    for name in ("grundy", "octal 0.77", "octal 0.06", "octal 0.16", "subtraction 1,2,5"):
        work = [
            heap_rows.values_operations(heap_game(name), heaps) for heaps in (10, 1000, 1025, 5000, 50_000, 500_000)
        ]
        assert work == sorted(work)
    # what a proof makes needless is hardly any work
    assert heap_rows.values_operations(octal_game("0.77"), 1_000_000) < 1e8


@pytest.mark.parametrize("name", ["grundy", "octal 0.77", "octal 0.07", "octal 0.6"])
def test_misere_positions_that_are_expected(name: str) -> None:
    rules = heap_game(name)
    game = MisereGame(rules)
    each = (heap_rows.misere_operations(rules, 30) - 1e6) / heap_rows._misere_positions(name, 30)
    game.winning_moves([42])
    expected = (heap_rows.misere_operations(rules, 42) - 1e6) / each
    assert game.positions / 2 < expected < 2 * game.positions


def test_rows_that_are_expected() -> None:
    for task in (
        Values("octal 0.77", None),
        Values("octal 0.644", None),
        Values("octal 0.356", None),
        Values("octal 0.16", None),
        Values("octal 0.6", 2000),
        Values(GRUNDY.name, 500),
        Values("subtraction 1,2,5", None),
        Sets(4),
    ):
        assert task.expected_rows() == sum(len(next(iter(columns.values()))) for columns in task.run().values())
    assert Outcomes("grundy", 12).expected_rows() == 12
    assert Values("octal 0.127", None).expected_rows() == PROOFS["octal 0.127"] + 2


def test_forecasts_are_near_what_was_measured() -> None:
    """Computing time on the machine that the constants are from."""
    for task, seconds in [
        (Values("grundy", 100_000), 0.64),
        (Values("octal 0.6", 50_000), 0.39),
        (Values("octal 0.06", 50_000), 1.5),
        (Sets(6), 0.041),
        (Outcomes("grundy", 60), 1.05),
        (Outcomes("octal 0.77", 50), 1.2),
    ]:
        assert seconds / 1.8 < task.operations() / task.SPEED < 1.8 * seconds

"""How much work heap games are: constants and estimates against proofs, rows, steps, and measured times."""

import pytest

from tafelwerk.families.minimax import heap_rows as estimates
from tafelwerk.families.minimax.builds import PROOFS, Outcomes, Sets, Values
from tafelwerk.families.minimax.heap_rows import PILOT_HEAPS, Pilot, pilot
from tafelwerk.families.minimax.rules.heaps import GRUNDY, OCTAL_HEAPS, heap_game, octal_game
from tafelwerk.solvers.minimax.heap_games import FIRST_HEAPS, MisereGame, Steps, grundy_values, solve_heaps


def test_a_pilot() -> None:
    proved = pilot("octal 0.77")
    assert proved.period is not None
    assert (proved.period.period, proved.heaps) == (12, FIRST_HEAPS)
    late = pilot("octal 0.165")
    assert late.period is not None
    assert (late.period.period, late.heaps) == (1550, 16 * FIRST_HEAPS)
    # sparse and quadratic: as many heaps as may be, or as many as the steps are enough for
    assert (pilot("octal 0.16").heaps, pilot("octal 0.16").period) == (PILOT_HEAPS, None)
    assert pilot("octal 0.06").heaps < PILOT_HEAPS
    steps = Steps()
    grundy_values(octal_game("0.16"), PILOT_HEAPS, steps=steps)
    assert pilot("octal 0.16").estimate(PILOT_HEAPS) == pytest.approx(pilot("octal 0.16").steps[-1])
    assert steps.taken == pytest.approx(pilot("octal 0.16").steps[-1], rel=0.05)


def test_growth() -> None:
    linear, quadratic = Pilot((1000, 2000, 4000), None), Pilot((1000, 4000, 16_000), None)
    assert [linear.estimate(FIRST_HEAPS << octave) for octave in range(5)] == [1000, 2000, 4000, 8000, 16_000]
    assert [quadratic.estimate(FIRST_HEAPS << octave) for octave in range(5)] == [1000, 4000, 16_000, 64_000, 256_000]
    assert Pilot((1000,), None).estimate(FIRST_HEAPS // 2) == 500


@pytest.mark.parametrize(
    ("name", "heaps"),
    [
        ("grundy", 60_000),
        ("octal 0.127", 60_000),
        ("octal 0.16", 200_000),
        ("octal 0.56", 200_000),
        pytest.param("octal 0.14", 60_000, marks=pytest.mark.slow),
        ("octal 0.6", 40_000),
        pytest.param("octal 0.104", 30_000, marks=pytest.mark.slow),
        ("octal 0.007", 20_000),
    ],
)
def test_steps_that_are_expected(name: str, heaps: int) -> None:
    steps = Steps()
    grundy_values(heap_game(name), heaps, steps=steps)
    assert steps.taken / 1.6 < pilot(name).estimate(heaps) < 1.6 * steps.taken


def test_work_grows_with_the_heaps() -> None:
    for name in ("grundy", "octal 0.77", "octal 0.06", "octal 0.16", "subtraction 1,2,5"):
        work = [
            estimates.values_operations(heap_game(name), heaps) for heaps in (10, 1000, 1025, 5000, 50_000, 500_000)
        ]
        assert work == sorted(work)
    # what a proof makes needless is hardly any work
    assert estimates.values_operations(octal_game("0.77"), 1_000_000) < 1e8


@pytest.mark.slow
def test_late_proofs() -> None:
    for name in ("octal 0.127", "octal 0.56"):
        assert solve_heaps(heap_game(name), 1_000_000).period.checked_to == PROOFS[name]
        assert pilot(name).period is None


@pytest.mark.parametrize(
    "name", ["grundy", "octal 0.77", "octal 0.07", pytest.param("octal 4.7", marks=pytest.mark.slow), "octal 0.6"]
)
def test_misere_positions_that_are_expected(name: str) -> None:
    rules = heap_game(name)
    game = MisereGame(rules)
    each = (estimates.misere_operations(rules, 30) - 1e6) / estimates._misere_positions(name, 30)
    game.winning_moves([42])
    expected = (estimates.misere_operations(rules, 42) - 1e6) / each
    assert game.positions / 2 < expected < 2 * game.positions


def test_what_proves_a_period() -> None:
    for name in [name for name in PROOFS if name not in ("octal 0.127", "octal 0.56")]:
        assert solve_heaps(heap_game(name), OCTAL_HEAPS).period.checked_to == PROOFS[name]


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
        (Values("octal 0.127", None), 0.105),
        (Values("octal 0.165", None), 0.046),
        (Values("octal 0.644", None), 0.01),
        (Values("octal 0.6", 50_000), 0.39),
        (Values("octal 0.06", 50_000), 1.5),
        (Values("octal 0.007", 50_000), 1.1),
        (Values("octal 0.14", 50_000), 0.26),
        (Sets(6), 0.041),
        (Outcomes("grundy", 60), 1.05),
        (Outcomes("octal 0.77", 50), 1.2),
        (Outcomes("octal 0.07", 60), 0.21),
    ]:
        assert seconds / 1.8 < task.operations() / task.SPEED < 1.8 * seconds

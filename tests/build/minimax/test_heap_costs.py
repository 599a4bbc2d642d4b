"""Constants of heap games against proofs, rows that were made and times that were measured."""

import pytest

from tafelwerk.build.minimax.heap_costs import PROOFS
from tafelwerk.build.minimax.heaps import GRUNDY, Outcomes, Sets, Values
from tafelwerk.solvers.minimax import octal, subtraction
from tafelwerk.solvers.minimax.periods import solve_heaps
from tafelwerk.tables.minimax.heaps import OCTAL_HEAPS, SUBTRACTION_HEAPS
from tafelwerk.rules.minimax.heaps import heap_game


@pytest.mark.parametrize("name", [name for name in PROOFS if name not in ("octal 0.127", "octal 0.56")])
def test_what_proves_a_period(name: str) -> None:
    assert solve_heaps(heap_game(name), OCTAL_HEAPS).period.checked_to == PROOFS[name]


def test_searches_end_where_the_solvers_end_them() -> None:
    assert (OCTAL_HEAPS, SUBTRACTION_HEAPS) == (octal.HEAPS, subtraction.HEAPS)


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


@pytest.mark.parametrize(
    ("task", "seconds"),
    [
        (Values("grundy", 100_000), 0.64),
        (Values("octal 0.127", None), 0.7),
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
    ],
)
def test_forecasts_are_near_what_was_measured(task: Values | Sets | Outcomes, seconds: float) -> None:
    """Computing time on the machine that the constants are from."""
    assert seconds / 1.8 < task.operations() / task.SPEED < 1.8 * seconds

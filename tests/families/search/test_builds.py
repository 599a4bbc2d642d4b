"""The family's builds: what they hold, and what is refused."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from tafelwerk.errors import InputError
from tafelwerk.families.search.builds import (
    STRATEGIES,
    FreeRows,
    FreeTotals,
    RootCurve,
    RootRows,
    RootTotals,
    quick,
    standard,
)
from tafelwerk.families.search.questions import Free, Root
from tafelwerk.rules.deduction import Entropy
from tafelwerk.tables.questions import BUDGET


@pytest.mark.parametrize(
    "task",
    [FreeRows(30, (2, 7)), RootRows(("optimal", "h3"), 40, None), RootRows(("h0", "hinf"), 20, 1)],
)
def test_rows_are_as_many_as_expected(task: FreeRows | RootRows) -> None:
    assert {len(column) for column in task.run().values()} == {task.expected_rows()}
    assert task.operations() > 0


def test_names_are_what_makes_them() -> None:
    names = [build.name for build in (*standard(), *quick())]
    assert len(set(names)) == len(names)
    assert {
        "search free --codes 1000",
        "search root --size 10000 --strategy h1.5",
        "search root --size 1000000 --strategy h2 --points 1201",
        "search curve --size 1000 --alpha-max 6 --points 300",
    } < set(names)


@pytest.mark.parametrize(
    ("kind", "arguments", "said"),
    [
        (FreeTotals, (0,), "not 0"),
        (FreeTotals, (10**9, 3), "not 1,000,000,000"),
        (FreeTotals, (10, 1), "not 1"),
        (FreeTotals, (10, 2**32), "4,294,967,295"),
        (RootTotals, (0,), "not 0"),
        (RootTotals, (2_000_000, Entropy(Fraction(1))), "not with 2,000,000"),
        (RootCurve, (0, 6, 300), "not 0"),
    ],
)
def test_builds_that_cannot_be(kind: Callable[..., object], arguments: tuple[object, ...], said: str) -> None:
    with pytest.raises(InputError, match=said):
        kind(*arguments)


def test_a_question_is_answered_unasked_up_to_a_million_codes() -> None:
    for strategy in STRATEGIES:
        assert Root(1_000_000, strategy).operations() < BUDGET
    assert Root(5_000_000).operations() > BUDGET
    assert Free(10**100, 7).operations() < BUDGET


def test_computed_answers_are_what_the_tasks_make() -> None:
    free, columns = Free(30, 7).solve(), FreeRows(30, (7,)).run()
    assert (free.total, free.even) == (columns["total"][-1], columns["even"][-1])
    for strategy in STRATEGIES:
        root, rows = Root(40, strategy).solve(), RootRows((str(strategy),), 40, None).run()
        assert root.query is not None
        assert (root.total, root.query.rest) == (rows["total"][-1], rows["rest"][-1])

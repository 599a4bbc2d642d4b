"""The family's builds: what they hold, and what is refused."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from tafelwerk.build.computation import BUDGET
from tafelwerk.build.search import computed, sets
from tafelwerk.build.search.tasks import FreeTotals, RootTotals
from tafelwerk.errors import InputError
from tafelwerk.rules.deduction import Entropy
from tafelwerk.rules.search import OPTIMAL


@pytest.mark.parametrize(
    "task",
    [FreeTotals(30, (2, 7)), RootTotals(("optimal", "h3"), 40, None), RootTotals(("h0", "hinf"), 20, 1)],
)
def test_rows_are_as_many_as_expected(task: FreeTotals | RootTotals) -> None:
    assert {len(column) for column in task.run().values()} == {task.expected_rows()}
    assert task.operations() > 0


def test_names_are_what_makes_them() -> None:
    names = [build.name for build in (*sets.standard(), *sets.quick())]
    assert len(set(names)) == len(names)
    assert {
        "search free --codes 1000",
        "search root --size 10000 --strategy h1.5",
        "search root --size 1000000 --strategy h2 --points 1201",
        "search curve --size 1000 --alpha-max 6 --points 300",
    } < set(names)


@pytest.mark.parametrize(
    ("make", "arguments", "said"),
    [
        (sets.free_build, (0,), "not 0"),
        (sets.free_build, (10**9, 3), "not 1,000,000,000"),
        (sets.free_build, (10, 1), "not 1"),
        (sets.free_build, (10, 2**32), "4,294,967,295"),
        (sets.root_build, (0,), "not for 0"),
        (sets.root_build, (2_000_000, Entropy(Fraction(1))), "not with 2,000,000"),
        (sets.curve_build, (0, 6, 300), "not with 0"),
    ],
)
def test_builds_that_cannot_be(make: Callable[..., object], arguments: tuple[object, ...], said: str) -> None:
    with pytest.raises(InputError, match=said):
        make(*arguments)


def test_a_question_is_answered_unasked_up_to_a_million_codes() -> None:
    for strategy in sets.STRATEGIES:
        assert computed.root(1_000_000, strategy).operations < BUDGET
    assert computed.root(5_000_000, OPTIMAL).operations > BUDGET
    assert computed.free(10**100, 7).operations < BUDGET


def test_computed_answers_are_what_the_tasks_make() -> None:
    found, columns = computed.free(30, 7).run(), FreeTotals(30, (7,)).run()
    assert (found.total, found.even) == (columns["total"][-1], columns["even"][-1])
    for strategy in sets.STRATEGIES:
        root, rows = computed.root(40, strategy).run(), RootTotals((str(strategy),), 40, None).run()
        assert root.query is not None
        assert (root.total, root.query.rest) == (rows["total"][-1], rows["rest"][-1])

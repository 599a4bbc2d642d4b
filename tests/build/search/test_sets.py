"""The family's builds: what they hold, and what is refused."""

from fractions import Fraction

import pytest

from tafelwerk.build.computation import BUDGET
from tafelwerk.build.search import computed, sets
from tafelwerk.build.search.tasks import FreeTotals, RootCurve, RootTotals
from tafelwerk.errors import InputError
from tafelwerk.tables.search import Entropy, Optimal, root_sizes


def test_sizes() -> None:
    assert root_sizes(5, None) == (1, 2, 3, 4, 5)
    assert root_sizes(100, 5) == (1, 3, 10, 32, 100)
    assert root_sizes(10**6, 2) == (1, 10**6)
    assert root_sizes(1, 7) == (1,)


def test_rows_are_as_many_as_expected() -> None:
    for task in (FreeTotals(30, (2, 7)), RootTotals("optimal", 40, None), RootCurve(20, ("h0", "h1", "hinf"))):
        columns = task.run()
        assert {len(column) for column in columns.values()} == {task.expected_rows()}
        assert task.operations() > 0
    sparse = RootTotals("h1.5", 5000, 50)
    assert len(sparse.run()["size"]) <= sparse.expected_rows()


def test_names_are_what_makes_them() -> None:
    names = [build.name for build in (*sets.standard(), *sets.quick())]
    assert len(set(names)) == len(names)
    assert "search free --codes 1000" in names
    assert "search root --size 10000 --strategy h1.5" in names
    assert "search root --size 1000000 --strategy h2 --points 1201" in names
    assert "search curve --size 1000 --alpha-max 6 --points 300" in names
    assert {build.certainty for build in sets.standard()} == {"exact"}


def test_the_curve_holds_every_order() -> None:
    (task,) = sets.curve_build(100, 6, 300).tasks
    assert isinstance(task, RootCurve)
    assert len(task.strategies) == 302
    assert task.strategies[:3] == ("h0", "h0.02", "h0.04")
    assert task.strategies[-2:] == ("h6", "hinf")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: sets.free_build(0), "not 0"),
        (lambda: sets.free_build(10**9, 3), "not 1000000000"),
        (lambda: sets.free_build(10, 1), "not 1"),
        (lambda: sets.free_build(10, 2**32), "2\\^32"),
        (lambda: sets.root_build(0), "not for 0"),
        (lambda: sets.root_build(2_000_000, Entropy(Fraction(1))), "not with 2000000"),
        (lambda: sets.curve_build(0, 6, 300), "not with 0"),
    ],
)
def test_builds_that_cannot_be(make, said):  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match=said):
        make()


def test_a_question_is_answered_unasked_up_to_a_million_codes() -> None:
    for strategy in sets.STRATEGIES:
        assert computed.root(1_000_000, strategy).operations < BUDGET
    assert computed.root(5_000_000, Optimal()).operations > BUDGET
    assert computed.free(10**100, 7).operations < BUDGET


def test_computed_answers_are_what_the_tasks_make() -> None:
    found = computed.free(30, 7).run()
    columns = FreeTotals(30, (7,)).run()
    assert (found.total, found.even) == (columns["total"][-1], columns["even"][-1])
    for strategy in sets.STRATEGIES:
        root = computed.root(40, strategy).run()
        rows = RootTotals(strategy.name, 40, None).run()
        assert root.query is not None
        assert (root.total, root.query.rest) == (rows["total"][-1], rows["rest"][-1])

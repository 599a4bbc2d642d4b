"""Builds and questions: rows that are expected, what is computed unasked, what an empty book is asked."""

from pathlib import Path

import pytest

from tafelwerk import open_book
from tafelwerk.errors import InputError
from tafelwerk.families.search.builds import STRATEGIES, FreeRows, RootRows, quick, standard
from tafelwerk.families.search.questions import Free, Root
from tafelwerk.tables.questions import BUDGET


def test_rows_are_as_many_as_expected() -> None:
    for task in (
        FreeRows(30, (2, 7)),
        RootRows(("optimal", "h3"), 40, None),
        RootRows(("h0", "hinf"), 20, 1),
    ):
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


def test_a_question_is_answered_unasked_up_to_a_million_codes() -> None:
    for strategy in STRATEGIES:
        assert Root(1_000_000, strategy).operations() < BUDGET
    assert Root(5_000_000).operations() > BUDGET
    assert Free(10**100, 7).operations() < BUDGET


def test_numbers_of_any_size(tmp_path: Path) -> None:
    """Beyond what a column holds they are in no book."""
    with open_book(tmp_path / "none") as book:
        for number in [5, 2**32, 10**100]:
            assert Free(number, 5).look_up(book) is Free(5, number).look_up(book) is None
        assert Root(10**7).look_up(book) is None
    with pytest.raises(InputError, match="must be"):
        Free(10**100 + 1, 2)
    assert [Free(10**k, 10).solve().bound for k in range(6)] == [0, 1, 2, 3, 4, 5]
    assert Free(2**300, 2).solve().bound == 300
    assert Free(3, 2).solve().mean == 5 / 3

"""Strategies by their words, sizes that are kept, rows that are expected, what is computed unasked."""

from pathlib import Path

import pytest

from tafelwerk import open_book
from tafelwerk.build.runner import run
from tafelwerk.errors import InputError
from tafelwerk.families.search.builds import STRATEGIES, FreeRows, FreeTotals, FreeWidths, WidthRows
from tafelwerk.families.search.questions import Free, Root
from tafelwerk.tables.questions import BUDGET


def test_widths_have_the_rows_of_free_search() -> None:
    rows, of_seven = WidthRows(30, 9).run(), FreeRows(30, (7,)).run()
    for name in ("total", "even", "query"):
        assert len(rows[name]) == WidthRows(30, 9).expected_rows()
        assert rows[name][rows["width"].index(7)] == of_seven[name][29]


def test_a_book_of_widths_is_proved(tmp_path: Path) -> None:
    """Beside free search with the same rows; what is beyond them is answered from the book."""
    run(tmp_path, [FreeTotals(20, 3), FreeWidths(20, 5), FreeWidths(5000, 8)], executor="inline")
    with open_book(tmp_path, pocket=False) as book:
        assert [check for check in book.verify("search", full=True) if not check.ok] == []
        assert book.search.free(5000, 8).source == book.search.free(20, 5).source == "book"
        assert book.search.free(5000, 9).source == "computed"


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

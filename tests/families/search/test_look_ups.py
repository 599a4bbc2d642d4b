"""The family's look-ups from Python."""

from fractions import Fraction
from pathlib import Path

import pytest

from tafelwerk import open_book
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.families.search.questions import Free, Root, RootQuery
from tafelwerk.rules.deduction import Entropy


def test_what_is_missing_names_its_build(tmp_path: Path) -> None:
    for asked, line in [
        (Free(700, 7), "free --codes 700 --width 7"),
        (Root(500), "root --size 500"),
        (Root(20_000, Entropy(Fraction(3, 2))), "root --size 20000 --strategy h1.5 --points 2"),
    ]:
        with open_book(tmp_path / "none") as book:
            missing = asked.missing(book)
        assert isinstance(missing, MissingTableError)
        assert missing.build == f"tafelwerk build search {line}"


def test_every_look_up_of_an_empty_book_is_none(tmp_path: Path) -> None:
    with open_book(tmp_path / "none") as book:
        for number in [5, 2**32, 10**100]:
            assert Free(number, 5).look_up(book) is None
            assert Free(5, number).look_up(book) is None
        assert Root(10**7).look_up(book) is None


def test_stored_answers(quick_book: Path) -> None:
    with open_book(quick_book, pocket=False) as book:
        free = book.search.free(200, 10)
        assert (free.total, free.even, free.query) == (512, 600, ((28, 1), (20, 1), (19, 8)))
        root = book.search.root(15)
        assert (root.total, root.query) == (68, RootQuery(12, ((3, 1),)))
        assert (book.search.root(1).total, book.search.root(1).query) == (0, None)
        assert book.search.root(10, "h1").total == 37
        assert Free(1001, 10).look_up(book) is Root(1001).look_up(book) is None
        (text,) = book.sql("SELECT search.parts_text(query) FROM search.free_totals WHERE codes = 200").row(0)
        assert text == "28, 20, 19^8"


def test_means_and_bounds() -> None:
    assert [Free(10**k, 10).solve().bound for k in range(6)] == [0, 1, 2, 3, 4, 5]
    assert Free(2**300, 2).solve().bound == 300
    assert Free(3, 2).solve().mean == 5 / 3


def test_numbers_out_of_range_are_refused(tmp_path: Path) -> None:
    with open_book(tmp_path / "none", pocket=False) as book:
        for codes, width in [(0, 5), (5, 1), (10**100 + 1, 2)]:
            with pytest.raises(InputError, match="must be"):
                book.search.free(codes, width)
        with pytest.raises(InputError, match="not with 2,000,000"):
            book.search.root(2_000_000, "h1")

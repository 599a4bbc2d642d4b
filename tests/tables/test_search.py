"""The family's look-ups from Python."""

from fractions import Fraction
from pathlib import Path

import pytest

from tafelwerk import open_book
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.rules.deduction import Entropy
from tafelwerk.rules.search import OPTIMAL
from tafelwerk.tables.search import questions
from tafelwerk.tables.search.questions import RootQuery, free_total, root_total


def test_what_is_missing_names_its_build(tmp_path: Path) -> None:
    for asked, line in [
        (questions.free.of(700, 7), "free --codes 700 --width 7"),
        (questions.root.of(500), "root --size 500"),
        (questions.root.of(20_000, Entropy(Fraction(3, 2))), "root --size 20000 --strategy h1.5 --points 2"),
    ]:
        with open_book(tmp_path / "none") as book:
            missing = asked.missing(book)
        assert isinstance(missing, MissingTableError)
        assert missing.build == f"tafelwerk build search {line}"


def test_every_look_up_of_an_empty_book_is_none(tmp_path: Path) -> None:
    for number in [0, 5, 2**32, 10**400]:
        with open_book(tmp_path / "none") as book:
            assert questions.free(book, number, 5) is None
            assert questions.free(book, 5, number) is None
            assert questions.root(book, number) is None


def test_stored_answers(quick_book: Path) -> None:
    with open_book(quick_book) as book:
        assert questions.free.probe(book, 200, 10) == free_total(200, 10, 512, 600, ((28, 1), (20, 1), (19, 8)))
        assert questions.root.probe(book, 15) == root_total(15, OPTIMAL, 68, 12, ((3, 1),))
        assert questions.root.probe(book, 1) == root_total(1, OPTIMAL, 0, None, ())
        assert questions.root.probe(book, 10, Entropy(Fraction(1))).total == 37
        assert questions.free(book, 1001, 10) is questions.root(book, 1001) is None
        (text,) = book.sql("SELECT search.parts_text(query) FROM search.free_totals WHERE codes = 200").row(0)
        assert text == "28, 20, 19^8"


def test_means_and_bounds() -> None:
    assert [free_total(10**k, 10, 1, 1, ()).bound for k in range(6)] == [0, 1, 2, 3, 4, 5]
    assert free_total(2**1000, 2, 1, 1, ()).bound == 1000
    assert free_total(3, 2, 5, 5, ()).mean == 5 / 3
    assert root_total(15, OPTIMAL, 68, 12, ((3, 1),)).query == RootQuery(12, ((3, 1),))


def test_what_cannot_be_computed_is_refused(tmp_path: Path) -> None:
    with open_book(tmp_path / "none", pocket=False) as book, pytest.raises(InputError):
        book.search.free(0, 5)

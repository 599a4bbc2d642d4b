"""The family's look-ups from Python."""

from fractions import Fraction
from pathlib import Path

import pytest

from tafelwerk import open_book
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.tables import search as tables
from tafelwerk.tables.search import Entropy, Optimal, RootQuery, questions
from tafelwerk.tables.search.questions import free_total, root_total


def test_probe_names_the_build(tmp_path: Path) -> None:
    with open_book(tmp_path / "none") as book:
        with pytest.raises(MissingTableError) as missing:
            questions.free.probe(book, 700, 7)
        assert missing.value.build == "tafelwerk build search free --codes 700 --width 7"
        with pytest.raises(MissingTableError) as missing:
            questions.root.probe(book, 500)
        assert missing.value.build == "tafelwerk build search root --size 500"
        with pytest.raises(MissingTableError) as missing:
            questions.root.probe(book, 20_000, Entropy(Fraction(3, 2)))
        assert missing.value.build == "tafelwerk build search root --size 20000 --strategy h1.5 --points 2"


@pytest.mark.parametrize("number", [0, 5, 2**32, 10**400])
def test_every_look_up_of_an_empty_book_is_none(number: int, tmp_path: Path) -> None:
    with open_book(tmp_path / "none") as book:
        assert questions.free(book, number, 5) is None
        assert questions.free(book, 5, number) is None
        assert questions.root(book, number) is None


def test_look_ups_of_the_quick_set(quick_book: Path) -> None:
    with open_book(quick_book) as book:
        assert questions.free.probe(book, 200, 10) == free_total(200, 10, 512, 600, ((28, 1), (20, 1), (19, 8)))
        assert questions.root.probe(book, 15) == root_total(15, Optimal(), 68, 12, ((3, 1),))
        assert questions.root.probe(book, 1) == root_total(1, Optimal(), 0, None, ())
        assert questions.root.probe(book, 10, Entropy(Fraction(1))).total == 37
        assert questions.free(book, 1001, 10) is None
        assert questions.free(book, 10**400, 10) is None
        assert questions.root(book, 1001) is None


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("optimal", Optimal()),
        ("h0", Entropy(Fraction(0))),
        ("h1.50", Entropy(Fraction(3, 2))),
        ("h4/3", Entropy(Fraction(4, 3))),
        ("h123456789.123456789", Entropy(Fraction(123456789123456789, 10**9))),
        ("hinf", Entropy(None)),
    ],
)
def test_strategies_by_their_words(word: str, found: tables.Strategy) -> None:
    assert tables.strategy(word) == found
    assert tables.strategy(found.name) == found


def test_names_of_strategies() -> None:
    names = ("h0", "h0.02", "h1", "h1.5", "h4/3", "h7", "hinf", "optimal", "h0.000000001")
    assert tuple(tables.strategy(name).name for name in names) == names
    assert tables.strategy("h2/4").name == "h0.5"


@pytest.mark.parametrize(
    "word", ["", "h", "H1", "h-1", "h1/0", "h1.", "hx", "h1e3", "best", "h1 ", "h1234567890123456789"]
)
def test_strategies_that_cannot_be(word: str) -> None:
    with pytest.raises(InputError, match="--strategy must be optimal, or h"):
        tables.strategy(word)


def test_parts_and_their_text() -> None:
    for parts, text in (((), None), (((1, 7),), "1^7"), (((103, 3), (100, 1), (97, 3)), "103^3, 100, 97^3")):
        assert tables.parts_text(parts) == text
        assert tables.read_parts(text) == parts


def test_means_and_bounds() -> None:
    assert [free_total(10**k, 10, 1, 1, ()).bound for k in range(6)] == [0, 1, 2, 3, 4, 5]
    assert free_total(2**1000, 2, 1, 1, ()).bound == 1000
    assert free_total(3, 2, 5, 5, ()).mean == 5 / 3
    assert root_total(15, Optimal(), 68, 12, ((3, 1),)).query == RootQuery(12, ((3, 1),))


def test_answers_of_python(quick_book: Path) -> None:
    with open_book(quick_book) as book:
        stored = book.search.root(77, Entropy(Fraction(1)))
        assert (stored.strategy, stored.source, stored.evidence) == ("h1", "book", "recomputed")
        assert stored.question == {"name": "search root", "size": 77, "strategy": "h1"}
        computed = book.search.free(700, 7)
        assert (computed.total, computed.source) == (2517, "computed")
        with pytest.raises(InputError):
            book.search.free(0, 5)

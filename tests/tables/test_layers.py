"""A book over another: which of them answers."""

from pathlib import Path

import pytest
from program import make_book

from tafelwerk.errors import BookError, MissingTableError
from tafelwerk.families.montecarlo import duels
from tafelwerk.families.montecarlo.answers import AgentDuel, Duel
from tafelwerk.families.montecarlo.rules import Subtraction, SubtractionRules
from tafelwerk.tables.book import Book, in_layers

RULES = SubtractionRules((1, 2))
ROWS = "SELECT count(*) FROM montecarlo.subtraction_duels"


@pytest.fixture(scope="module")
def lower(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with heaps 1 to 8."""
    return make_book(tmp_path_factory.mktemp("layers") / "pocket", heaps=8)


@pytest.fixture(scope="module")
def upper(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book with heaps 1 to 5."""
    return make_book(tmp_path_factory.mktemp("layers") / "book", heaps=5)


def put_over(upper: Path, lower: Path) -> Book:
    return Book(upper, Book(lower))


def duel(book: Book, heap: int) -> Duel | AgentDuel | None:
    return in_layers(duels.Duel(Subtraction(RULES, heap), 2, 4).look_up)(book)


def test_the_first_book_with_a_file_of_the_family_is_read(upper: Path, lower: Path, tmp_path: Path) -> None:
    with put_over(upper, lower) as book:
        assert book.one("montecarlo", ROWS) == (15,)
    with put_over(tmp_path / "none", lower) as book:
        assert book.one("montecarlo", ROWS) == (24,)
        assert book.rows("montecarlo", ROWS) == [(24,)]
        assert book.rows("dresher", "SELECT 1 FROM dresher.games") == []
        assert book.families == ()


def test_a_question_without_an_answer_is_asked_below_as_a_whole(upper: Path, lower: Path) -> None:
    with put_over(upper, lower) as book:
        for heap in (5, 8):
            found = duel(book, heap)
            assert found is not None
            assert found.first == heap / 8
        assert duel(book, 9) is None
        # the upper book has some of the rows: not these with others from below
        curve = in_layers(duels.Curve(Subtraction(RULES, 8), 3).look_up)(book)
        assert curve is not None
        assert [duel.k for duel in curve] == [1, 2, 3]


def test_what_no_layer_has_is_missing_from_the_upper_one(upper: Path, lower: Path, tmp_path: Path) -> None:
    def look_up(book: Book, path: Path) -> Path:
        if book.path != path:
            raise MissingTableError("a question", "tafelwerk build it", book.path)
        return path

    with put_over(upper, lower) as book:
        asked = in_layers(look_up)
        assert [asked(book, path) for path in (upper, lower)] == [upper, lower]
        with pytest.raises(MissingTableError) as missed:
            asked(book, tmp_path)
        question = duels.Duel(Subtraction(RULES, 9), 2).missing(book)
    assert missed.value.book == question.book == upper  # type: ignore[attr-defined]


def test_a_damaged_file_is_not_passed_over(lower: Path, tmp_path: Path) -> None:
    (tmp_path / "montecarlo.duckdb").write_bytes(b"nothing")
    with put_over(tmp_path, lower) as book:
        with pytest.raises(BookError, match="damaged"):
            duel(book, 8)
        with pytest.raises(BookError, match="damaged"):
            book.rows("montecarlo", ROWS)


def test_a_closed_book_answers_no_more(upper: Path, lower: Path) -> None:
    book = put_over(upper, lower)
    assert book.one("montecarlo", ROWS) == (15,)
    layers = book.layers
    book.close()
    for one in (book, *layers):
        with pytest.raises(ValueError, match="closed"):
            one.one("montecarlo", ROWS)


def test_sql_over_both(upper: Path, lower: Path, tmp_path: Path) -> None:
    statement = "SELECT max(heap) AS heap FROM montecarlo.subtraction_duels"
    with put_over(upper, lower) as book:
        assert book.sql(statement)["heap"].to_list() == [5]
    with put_over(tmp_path / "none", lower) as book:
        assert book.sql(statement)["heap"].to_list() == [8]
        assert book.sql("SELECT family FROM meta.builds")["family"].to_list() == ["montecarlo"]

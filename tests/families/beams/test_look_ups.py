"""Look-ups of Beams: codes by their numbers, curves, histories, and books without them."""

from fractions import Fraction
from math import inf
from pathlib import Path

import pytest
from books import bare_family, insertion
from naive import beams as naive

from tafelwerk.book import Book, open_book
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.families.beams import look_ups
from tafelwerk.families.beams.answers import summary_of
from tafelwerk.families.beams.next_step import Next
from tafelwerk.families.beams.questions import Counts, Curve, Summary
from tafelwerk.families.beams.rules import VARIANTS, Entropy

H1 = Entropy(Fraction(1))


@pytest.fixture
def book(small_book: Path) -> Path:
    return small_book


def test_codes_by_their_numbers(book: Path) -> None:
    codes = list(naive.codes(VARIANTS["3c6p"]))
    with open_book(book, pocket=False) as opened:
        for number in (0, 1, 5, 6, 777, 1859):
            wanted = "".join(str(colour + 1) for colour in codes[number])
            assert look_ups.get_codes(opened, "3c6p", [number], 3) == (wanted,)
        some = [1859, 5, 777, 6]
        several = tuple("".join(str(colour + 1) for colour in codes[number]) for number in some)
        assert look_ups.get_codes(opened, "3c6p", some, 3) == several
        assert look_ups.get_codes(opened, "3c6p", [0, 1860], 3) == ()
        assert look_ups.get_codes(opened, "6c6p", [0], 6) == ()


def test_a_curve_is_points_and_whole_strategies(book: Path) -> None:
    """H_1 is stored whole and on the curve: it is one point; the order infinity is the last. U and H' are no points."""
    with open_book(book, pocket=False) as opened:
        points = Curve("3c6p").probe(opened)
        assert [point.alpha for point in points] == [0, 0.5, 1, 1.5, inf]
        assert (points[2].total, points[2].mean, points[2].strategy) == (7412, 7412 / 1860, "h1")
        assert points[4].total == Summary("3c6p", Entropy(None)).probe(opened).total
        assert Curve("6c3p", "lex-c").stored(opened) is None


def test_the_most_complete_division_into_parts_counts(tmp_path: Path) -> None:
    """Of equally complete ones that of fewer parts; of two whole ones, one."""
    h2, h3 = (Entropy(Fraction(order)) for order in (2, 3))
    divisions = [(H1, 32, 16), (H1, 4, 3), (h2, 4, 2), (h2, 2, 1), (h3, 4, 4), (h3, 1, 1), (h3, 32, 5)]
    rows = [
        ("3c6p", strategy.name, "lex-c", parts, part, 2, 0, str(parts), "1", 1.0)
        for strategy, parts, held in divisions
        for part in range(1, held + 1)
    ]
    with open_book(bare_family(tmp_path, "beams", insertion("costs", rows)), pocket=False) as opened:
        found = [look_ups.get_parts(opened, "3c6p", strategy) for strategy in (H1, h2, h3)]
        assert found == [(3, 4), (1, 2), (1, 1)]
        assert [look_ups.get_spent(opened, "3c6p", strategy) for strategy in (H1, h3)] == [None, ((2, 0, Fraction(1)),)]


def test_next_has_no_answer_where_no_code_is_left(book: Path) -> None:
    with open_book(book, pocket=False) as opened:
        assert Next("3c6p", H1, "1@2 -").stored(opened) is not None
        assert Next("3c6p", H1, "1@1 1,2; 2@8 1").stored(opened) is None


def test_histories_that_cannot_be() -> None:
    for history in ["4@1 -", "1@99 -", "1@200 -", "what", "1@2", "1@2 -; 1@2 1"]:
        with pytest.raises(InputError, match="--history: "):
            Next("3c6p", H1, history)


def test_histories_with_any_spaces(book: Path) -> None:
    with open_book(book, pocket=False) as opened:
        found = Next("3c6p", H1, " 1@2  -;2@9 1 ;").probe(opened)
        assert found == Next("3c6p", H1, "1@2 -; 2@9 1").probe(opened)
    assert Next("3c6p", H1, "1@2  -;").document["history"] == "1@2 -"


def test_a_question_names_its_strategy() -> None:
    asked = Summary("3c6p", Entropy(Fraction(1, 2), "mix")).document
    assert asked == {"name": "beams summary", "variant": "3c6p", "strategy": "h0.5 --tie mix"}
    for wrong in (lambda: Counts("3c7p"), lambda: Curve("6c10p")):
        with pytest.raises(InputError, match="--variant"):
            wrong()


def test_a_book_without_the_family(tmp_path: Path) -> None:
    with open_book(tmp_path) as opened:
        nothing_there(opened)


def nothing_there(opened: Book) -> None:
    assert Counts("3c6p").stored(opened) is None
    assert Summary("3c6p", H1).stored(opened) is None
    assert look_ups.get_parts(opened, "3c6p", H1) == (0, 1)
    assert look_ups.get_node(opened, "3c6p", H1, ()) is None
    assert look_ups.get_bounds(opened, "3c6p") is None
    assert Curve("3c6p").stored(opened) is None
    assert Next("3c6p", H1).stored(opened) is None
    assert Next("6c6p", H1).stored(opened) is None
    with pytest.raises(MissingTableError, match=r"tafelwerk build beams --variant 3c6p --book "):
        Counts("3c6p").probe(opened)
    with pytest.raises(MissingTableError, match=r"--variant 6c6p --strategy hinf --tie lex-d --book ") as missing:
        Summary("6c6p", Entropy(None, "lex-d")).probe(opened)
    # nor do 0 of its parts count as some
    assert "parts" not in str(missing.value)


def test_sums_of_a_summary() -> None:
    found = summary_of(((1, 0, Fraction(1, 2)), (1, 2, Fraction(3, 2)), (3, 0, Fraction(4))))
    assert (found.codes, found.total, found.penalty, found.max) == (6, 17, 3, 3)
    assert found.histogram == {"1": Fraction(1, 2), "3": Fraction(11, 2)}
    assert found.query_histogram == {"1": 2, "3": 4}
    assert found.mean == 17 / 6

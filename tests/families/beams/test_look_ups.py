"""Look-ups of Beams: codes by their numbers, divisions into parts, and a book without rows."""

from fractions import Fraction
from pathlib import Path

import pytest
from books import bare_family, insertion
from naive import beams as naive

from tafelwerk.book import open_book
from tafelwerk.errors import MissingTableError
from tafelwerk.families.beams import look_ups
from tafelwerk.families.beams.answers import summary_of
from tafelwerk.families.beams.questions import Summary
from tafelwerk.families.beams.rules import VARIANTS, Entropy

H1 = Entropy(Fraction(1))


def test_codes_by_their_numbers(small_book: Path) -> None:
    codes = ["".join(str(colour + 1) for colour in code) for code in naive.codes(VARIANTS["3c6p"])]
    numbers = [1859, 5, 777, 6, 0]
    with open_book(small_book, pocket=False) as opened:
        assert look_ups.get_codes(opened, "3c6p", numbers, 3) == tuple(codes[number] for number in numbers)
        assert look_ups.get_codes(opened, "3c6p", [0, 1860], 3) == ()
        assert look_ups.get_codes(opened, "6c6p", [0], 6) == ()


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


def test_no_part_is_stored(tmp_path: Path) -> None:
    """Nor do 0 parts count as some."""
    with open_book(tmp_path) as opened:
        assert look_ups.get_parts(opened, "3c6p", H1) == (0, 1)
        with pytest.raises(MissingTableError) as missing:
            Summary("6c6p", H1).probe(opened)
        assert "parts" not in str(missing.value)


def test_sums_of_a_summary() -> None:
    found = summary_of(((1, 0, Fraction(1, 2)), (1, 2, Fraction(3, 2)), (3, 0, Fraction(4))))
    assert (found.codes, found.total, found.penalty, found.max) == (6, 17, 3, 3)
    assert found.histogram == {"1": Fraction(1, 2), "3": Fraction(11, 2)}
    assert found.query_histogram == {"1": 2, "3": 4}
    assert found.mean == 17 / 6

"""Counts of patterns field by field against exact cover, public counts and tiny boards by hand."""

from math import factorial

import pytest
from beams_games import TINY, compiled
from hypothesis import given
from hypothesis import strategies as st
from naive import beams as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import VARIANTS, Hexagon, Square, Variant, is_analysed, is_listed, variant_of
from tafelwerk.solvers.beams.rules.frontier import pattern_count
from tafelwerk.solvers.beams.rules.patterns import patterns
from tafelwerk.solvers.machine.jit import INTERPRETED


def test_four_squares_in_two_pieces() -> None:
    """Two dominoes lie upright, flat or crossed."""
    assert pattern_count(variant_of("2x2c2")) == 3


@pytest.mark.parametrize(
    "variant", [*TINY, Variant("", 3, 4, Square(4, 3)), Variant("", 2, 5, Hexagon((2, 2, 3)))], ids=str
)
def test_equals_the_patterns_cut_one_by_one(variant: Variant) -> None:
    assert pattern_count(variant) == len(naive.patterns(variant))


def test_public_counts_of_side_contact() -> None:
    """Divisions of the 4 x 4 square into four pieces of four fields and of the 6 x 6 square into six of six, side contact only.
    The On-Line Encyclopedia of Integer Sequences, A172477."""
    assert pattern_count(Variant("", 4, 4, Square(4, 4, corners=False))) == 117
    if not INTERPRETED:
        assert pattern_count(Variant("", 6, 6, Square(6, 6, corners=False))) == 451_206


@compiled
@pytest.mark.parametrize("name", ["3c6p", "6c3p", "6c6p", "hex30", "4x4c4", "3x5c5", "3x6c2", "4x5c4"])
def test_equals_exact_cover(name: str) -> None:
    assert pattern_count(variant_of(name)) == len(patterns(variant_of(name))[1])


@compiled
def test_the_large_boards_of_squares() -> None:
    """Codes of 6 x 6: a number of 13 digits."""
    assert pattern_count(VARIANTS["square30"]) == 69_967_453
    assert len(str(720 * pattern_count(VARIANTS["square36"]))) == 13


@given(rows=st.integers(2, 4), columns=st.integers(2, 4), colours=st.integers(2, 4), corners=st.booleans())
def test_a_board_and_the_same_turned_have_as_many(rows: int, columns: int, colours: int, corners: bool) -> None:
    if rows * columns % colours or (INTERPRETED and rows * columns > 9):
        return
    size = rows * columns // colours
    counts = [
        pattern_count(Variant("", colours, size, Square(*at, corners=corners)))
        for at in ((rows, columns), (columns, rows))
    ]
    assert counts[0] == counts[1]


@compiled
def test_boards_whose_codes_or_patterns_are_listed() -> None:
    """The limits of boards of squares keep to what the listing of codes and of patterns has room for."""
    for fields in range(4, 26):
        for rows in range(2, 9):
            columns, rest = divmod(fields, rows)
            for colours in range(2, 7):
                if rest or not rows <= columns <= 8 or fields % colours:
                    continue
                name = f"{rows}x{columns}c{colours}"
                count = pattern_count(variant_of(name))
                if is_listed(name):
                    assert count * factorial(colours) < 120_000
                if is_analysed(name):
                    assert count < 1_400_000


def test_says_what_it_has_room_for() -> None:
    with pytest.raises(InputError, match="do not cover 9 fields"):
        pattern_count(Variant("odd", 2, 4, Square(3, 3)))
    with pytest.raises(InputError, match="up to 6 colours"):
        pattern_count(Variant("many", 8, 2, Square(4, 4)))

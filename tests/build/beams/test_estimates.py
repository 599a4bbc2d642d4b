"""Estimates of boards of squares against what is counted."""

from beams_games import compiled

from tafelwerk.families.beams.estimates import SQUARE_PATTERNS, codes_of, patterns_of
from tafelwerk.families.beams.rules import is_analysed, variant_of
from tafelwerk.solvers.beams.patterns import pattern_count


@compiled
def test_measured_boards_have_so_many_patterns() -> None:
    assert {name: pattern_count(variant_of(name)) for name in SQUARE_PATTERNS} == SQUARE_PATTERNS
    assert all(map(is_analysed, SQUARE_PATTERNS))


def test_a_board_and_the_same_turned_are_as_much_work() -> None:
    assert patterns_of("4x3c3") == patterns_of("3x4c3-directions") == 193
    assert codes_of("4x4c4") == 62_880


def test_larger_boards_are_not_underestimated() -> None:
    assert 6_025_727_349 < patterns_of("square36") < 10**11

"""Estimates of boards of squares against what is counted."""

import pytest
from beams_games import compiled

from tafelwerk.build.beams.estimates import SQUARE_PATTERNS, codes_of, patterns_of
from tafelwerk.rules.beams.board import is_analysed, variant_of
from tafelwerk.solvers.beams.rules.frontier import pattern_count


@compiled
@pytest.mark.parametrize("name", SQUARE_PATTERNS)
def test_measured_boards_have_so_many_patterns(name: str) -> None:
    assert pattern_count(variant_of(name)) == SQUARE_PATTERNS[name]
    assert is_analysed(name)


def test_a_board_and_the_same_turned_are_as_much_work() -> None:
    assert patterns_of("4x3c3") == patterns_of("3x4c3-directions") == 193
    assert codes_of("4x4c4") == 62_880


def test_larger_boards_are_not_underestimated() -> None:
    assert 6_025_727_349 < patterns_of("square36") < 10**11

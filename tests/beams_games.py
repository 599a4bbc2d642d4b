"""Variants, boards and orders of entropy that several tests of Beams use."""

from fractions import Fraction

import pytest

from tafelwerk.families.beams.rules import Variant, make_board
from tafelwerk.solvers.machine.jit import INTERPRETED

compiled = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")

TINY = (Variant("3c2p", 3, 2, 2), Variant("2c3p", 2, 3, 2), Variant("6c1p", 6, 1, 2))
"""Variants on the board of six fields."""

ALPHAS = (
    Fraction(0),
    Fraction(1, 2),
    Fraction(1),
    1 + Fraction(1, 10**9),
    Fraction(3, 2),
    Fraction(2),
    Fraction(7, 3),
    Fraction(3),
    Fraction(40),
    None,
)


def mask(*fields: int) -> int:
    return sum(1 << field for field in fields)


WRONG = tuple(mask(8, 4, 5, 6) if line == mask(3, 4, 5, 6) else line for line in make_board(3).diagonals)
"""The diagonals of side 3 with one field wrong, with which the thesis's numbers for its small variants come out."""

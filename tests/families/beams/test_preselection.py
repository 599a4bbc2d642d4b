"""A random preselection of patterns is a game of its own: its curve, played by the rules over its codes."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from naive import beams as naive

from tafelwerk.errors import InputError
from tafelwerk.families.beams.hidden_codes import problem_of
from tafelwerk.families.beams.rows import curve_totals, preselect
from tafelwerk.families.beams.rules import TIES, Tie, variant_of
from tafelwerk.solvers.beams.codes_left import code_text

BOARD = "2x3c3"
ORDERS = (Fraction(0), Fraction(1), None)


@pytest.mark.parametrize("tie", TIES)
def test_a_curve_over_some_patterns(tie: Tie) -> None:
    problem, start = problem_of(BOARD), preselect(BOARD, 3, 1)
    texts = [code_text(problem, code) for pattern in start.elements.tolist() for code in permutations(pattern)]
    hidden = [tuple(int(colour) - 1 for colour in text) for text in texts]
    by_definition = [
        (alpha, naive.total(naive.analyse(variant_of(BOARD), alpha, tie, hidden=hidden))) for alpha in ORDERS
    ]
    assert curve_totals(BOARD, tie, ORDERS, start) == by_definition


def test_a_preselection_is_drawn_without_replacement() -> None:
    patterns = problem_of(BOARD).patterns
    for seed in range(3):
        chosen = preselect(BOARD, 3, seed).elements.tolist()
        assert len({tuple(pattern) for pattern in chosen}) == 3
        assert all(pattern in patterns.tolist() for pattern in chosen)
    assert np.array_equal(preselect(BOARD, len(patterns), 7).elements, patterns)
    with pytest.raises(InputError, match="--patterns must be 1 to 5 for 2x3c3, not 6"):
        preselect(BOARD, 6, 1)

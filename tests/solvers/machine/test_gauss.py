"""Gauss-Legendre rules by what they are for: polynomials."""

from fractions import Fraction

import numpy as np
import pytest

from tafelwerk.solvers.machine.gauss import rule, tie_rules


@pytest.mark.parametrize("nodes", [1, 2, 3, 7, 20, 70])
def test_polynomials_are_integrated(nodes: int) -> None:
    t, w = rule(nodes)
    assert sorted(t) == list(t)
    assert t[0] > 0
    assert t[-1] < 1
    for degree in (0, 1, nodes, 2 * nodes - 1):
        total = sum(Fraction(b) * Fraction(a) ** degree for a, b in zip(t, w, strict=True))
        exact = Fraction(1, degree + 1)
        assert abs(total - exact) <= Fraction(degree + 1, 2**53) * exact


def test_every_number_of_candidates_has_a_rule() -> None:
    starts, nodes, weights = tie_rules(150)
    for m in range(1, 151):
        begin, end = starts[m]
        assert (m + 1) // 2 <= end - begin <= max((m + 1) // 2, 0.6 * m + 1)
        assert np.array_equal(nodes[begin:end], rule(int(end - begin))[0])
        assert weights[begin:end].sum() == pytest.approx(1, abs=1e-14)

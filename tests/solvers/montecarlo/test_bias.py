"""Biased playouts: what chapter 3 proves and lists, exactly."""

from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq, fmpq_poly
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.errors import InputError
from tafelwerk.solvers.montecarlo.bias import bad_moves
from tafelwerk.solvers.montecarlo.blunders import losing_share


def first_bad_heap(kind: str, epsilon: Fraction, limit: int) -> int | None:
    return next((heap for heap, _ in bad_moves((1, 2), kind, epsilon, limit)), None)


def test_static_bias_ties_at_its_critical_value() -> None:
    """Example 3.7, in Q(sqrt 5): at e = 2 - sqrt 5 every heap 1 modulo 3 from 4 on is a tie, and nothing else is
    bad."""
    root = fmpq_poly([0, 1])  # of x^2 - 5
    e = 2 - root
    y = [fmpq_poly([fmpq(-1, 2)]), fmpq_poly([fmpq(1, 2)])]
    for m in range(2, 121):
        y.append(-((1 - e) * y[m - 1] + (1 + e) * y[m - 2]) / 2 % (root * root - 5))
        ahead = y[m - 2] - y[m - 1]
        assert (ahead == 0) == (m % 3 == 1)
        # taking two is right at heaps 2 modulo 3
        with ctx.workprec(500):
            assert m % 3 != 2 or ahead[0] + ahead[1] * arb(5).sqrt() < 0


def test_static_bias_on_either_side_of_the_critical_value() -> None:
    # neighbours of 2 - sqrt 5 among the convergents of its continued fraction
    below, above = Fraction(-17, 72), Fraction(-4, 17)
    assert (2 - below) ** 2 > 5 > (2 - above) ** 2
    # below it heap 4 is bad already; above it the first bad heap is the later, the nearer it is
    assert first_bad_heap("static", below, 3000) == 4
    assert first_bad_heap("static", above, 3000) is None
    assert first_bad_heap("static", above, 10_000) is not None


def test_static_bias_is_bad_everywhere() -> None:
    """Theorem 3.9: whatever the bias, bad moves occur."""
    for e in ("-1", "-7/10", "-1/3", "-1/10", "0", "1/10", "1/2", "9/10", "1"):
        assert first_bad_heap("static", Fraction(e), 500) is not None


def test_static_bias_at_its_ends() -> None:
    """The tables of section 3.3.4: e below 5 - sqrt 32 errs at 4 and 5 modulo 6; e = 1 has period 12."""
    bad = bad_moves((1, 2), "static", Fraction(-9, 10), 60)
    assert bad == [(h, fmpq(1)) for h in range(1, 61) if h % 6 in (4, 5)]
    shares = {5: fmpq(1, 2), 7: fmpq(1, 2), 8: fmpq(1), 10: fmpq(1), 11: fmpq(1, 2), 1: fmpq(1, 2)}
    expected = [(h, shares[h % 12]) for h in range(2, 61) if h % 12 in shares]
    assert bad_moves((1, 2), "static", 1, 60) == expected


def test_informed_bias() -> None:
    """Theorem 3.13, and the first bad heaps of example 3.18."""
    for e in (Fraction(1, 3), Fraction(34, 100), Fraction(1, 2), 1):
        assert bad_moves((1, 2), "informed", e, 1000) == []
    for e in (-1, Fraction(-9, 10), Fraction(-34, 100)):
        assert bad_moves((1, 2), "informed", e, 100) == [(h, fmpq(1)) for h in range(4, 101, 3)]
    assert bad_moves((1, 2), "informed", Fraction(-1, 3), 100) == [(h, fmpq(1, 2)) for h in range(4, 101, 3)]
    for digits, heap in ((2, 74), (4, 767), (6, 7694)):
        e = Fraction(1, 3) - Fraction(1, 10**digits)
        assert first_bad_heap("informed", e, 8000) == heap


@given(e=st.fractions(0, Fraction(16, 49), max_denominator=50))
def test_informed_bias_is_symmetric_at_heaps_1_modulo_3(e: Fraction) -> None:
    """Example 3.19: for |e| < 1/3 the picture at heaps 1 modulo 3 is the same for e and -e."""
    plus, minus = ([p for p in bad_moves((1, 2), "informed", x, 150) if p[0] % 3 == 1] for x in (e, -e))
    assert plus == minus


@given(
    moves=st.sets(st.integers(1, 7), min_size=2, max_size=4).map(sorted),
    rule=st.sampled_from(["wins", "loses", "illegal"]),
)
def test_a_static_bias_of_nothing_is_the_plain_agent(moves: list[int], rule: str) -> None:
    plain = [pair for pair in losing_share(moves, rule, 100) if pair[1] > 0]
    assert bad_moves(moves[:2], "static", 0, 100, rule) == [p for p in losing_share(moves[:2], rule, 100) if p[1] > 0]
    if len(moves) == 2:
        assert bad_moves(moves, "informed", 0, 100, rule) == plain


def test_4_7_near_its_critical_value() -> None:
    """Figure 3.5: in S(4, 7) both moves win from the heaps 4 modulo 11. Near the critical value only the heaps 2 and 6
    modulo 11 are left, and those from early on."""
    bad = bad_moves((4, 7), "static", Fraction(-113, 10_000), 3000)
    assert {heap % 11 for heap, _ in bad} == {2, 6}
    assert bad[0][0] == 39
    for e in (Fraction(-1, 2), Fraction(0), Fraction(1, 2)):
        assert {heap % 11 for heap, _ in bad_moves((4, 7), "static", e, 1500)} <= {1, 2, 3, 5, 6, 7}
    for e in (Fraction(-1, 10), Fraction(1, 10)):
        assert {heap % 11 for heap, _ in bad_moves((4, 7), "static", e, 3000)} == {1, 2, 3, 5, 6, 7}


def test_bad_arguments_are_named() -> None:
    for moves, kind, e, word in [
        ((1, 2, 3), "static", 0, "moves"),
        ((1, 2), "clever", 0, "kind"),
        ((1, 2), "static", 2, "epsilon"),
        ((), "informed", 0, "moves"),
    ]:
        with pytest.raises(InputError, match=word):
            bad_moves(moves, kind, e, 10)

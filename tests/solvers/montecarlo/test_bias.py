"""Biased playouts: what chapter 3 proves and lists, exactly; closed forms and waves against their recursions in fractions."""

import cmath
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import pi

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st
from naive.games import Game, subtraction, winners

from tafelwerk.families.montecarlo.rules import Bias, CyclicBias, InformedBias, WeightedBias, static
from tafelwerk.solvers.montecarlo import large_heaps
from tafelwerk.solvers.montecarlo.heap_play import bad_moves, win_chances
from tafelwerk.solvers.montecarlo.large_heaps import Wave, wave

OVERSHOOTS = st.sampled_from(["wins", "loses", "illegal"])


def as_fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def even(moves: Sequence[int]) -> WeightedBias:
    return WeightedBias((Fraction(1, len(moves)),) * len(moves))


def bad_heaps(game: Game, win: Callable[[int], Fraction], limit: int) -> list[tuple[int, Fraction]]:
    """The won heaps where the fewest wins of the rival are seen after a losing move, with the share of such moves."""
    wins, shares = winners(game), []
    for heap in filter(wins, range(1, limit + 1)):
        least = min(win(after) for _, after in game.moves(heap))
        best = [wins(after) for _, after in game.moves(heap) if win(after) == least]
        shares += [(heap, Fraction(sum(best), len(best)))] if any(best) else []
    return shares


@given(
    moves=st.sets(st.integers(1, 7), min_size=1, max_size=4).map(sorted),
    rule=OVERSHOOTS,
    shares=st.lists(st.integers(0, 6), min_size=4, max_size=4).filter(any),
)
def test_weighted_playouts_by_plain_recursion(moves: list[int], rule: str, shares: list[int]) -> None:
    shares[0] = shares[0] or sum(shares[: len(moves)]) == 0
    total = sum(shares[: len(moves)])
    by_move = dict(zip(moves, shares, strict=False))
    game = subtraction(tuple(moves), 20, rule)

    @cache
    def win(heap: int) -> Fraction:
        result = game.result(heap)
        if result is not None:
            return Fraction(result == 1)
        weights = [by_move[a] for a, _ in game.moves(heap)]
        if not any(weights):
            weights = [1] * len(weights)
        parts = zip(weights, game.moves(heap), strict=True)
        return sum((w * (1 - win(after)) for w, (_, after) in parts), Fraction(0)) / sum(weights)

    bias = WeightedBias(tuple(Fraction(share, total) for share in shares[: len(moves)]))
    assert [*map(as_fraction, win_chances(moves, bias, 20, rule))] == [win(heap) for heap in range(1, 21)]
    found = bad_moves(moves, bias, 20, rule)
    assert [(heap, as_fraction(share)) for heap, share in found] == bad_heaps(game, win, 20)


@given(
    chances=st.lists(st.fractions(0, 1, max_denominator=6), min_size=1, max_size=4),
    moves=st.sets(st.integers(1, 5), min_size=2, max_size=2).map(sorted),
)
def test_chances_by_heap(chances: list[Fraction], moves: list[int]) -> None:
    """(3.9) as it stands, for any two moves and any cycle."""
    x = dict.fromkeys(range(-5, 1), Fraction(0))
    for heap in range(1, 25):
        p = chances[heap % len(chances)]
        x[heap] = p * (1 - x[heap - moves[0]]) + (1 - p) * (1 - x[heap - moves[1]])
    bias = CyclicBias(tuple(chances))
    assert [*map(as_fraction, win_chances(moves, bias, 24))] == [x[heap] for heap in range(1, 25)]
    expected = bad_heaps(subtraction(tuple(moves), 24, "wins"), x.__getitem__, 24)
    assert [(heap, as_fraction(share)) for heap, share in bad_moves(moves, bias, 24)] == expected


def values(e: Fraction, informed: bool, limit: int) -> list[Fraction]:
    """y(0), ..., y(limit) in S(1, 2)."""
    y = [Fraction(-1, 2), Fraction(1, 2)]
    for m in range(2, limit + 1):
        one = {0: Fraction(1, 2), 1: (1 + e) / 2, 2: (1 - e) / 2}[m % 3] if informed else (1 - e) / 2
        y.append(-one * y[m - 1] - (1 - one) * y[m - 2])
    return y


@pytest.mark.parametrize("e", [-1.0, large_heaps.REAL_BELOW, -0.5, -0.3125, 0.0, 0.125, 1.0])
def test_closed_forms(e: float) -> None:
    for m, y in enumerate(values(Fraction(e), False, 60)):
        # values of at most 1/2, and the rounding of an angle of some 120
        near = pytest.approx(float(y), rel=1e-9, abs=1e-13)
        assert large_heaps.static_value(m, e) == near
        assert large_heaps.closed_value(m, static(Fraction(e))) == near
        assert e <= large_heaps.REAL_BELOW or large_heaps.static_wave(m, e) == near
        assert e != 0 or large_heaps.plain_value(m) == near
    for m, y in enumerate(values(Fraction(e), True, 90) if abs(e) < 1 / 3 else ()):
        value = large_heaps.closed_value(m, InformedBias(Fraction(e)))
        assert value == (None if m % 3 else pytest.approx(float(y), rel=1e-9, abs=1e-13))


def test_beats() -> None:
    assert f"{large_heaps.beat_period():.3f}" == f"{large_heaps.static_beat_period():.3f}" == "38.730"
    for e in (Fraction(0), Fraction(1, 3) - Fraction(1, 10**4)):
        estimate = large_heaps.first_bad_estimate(float(e))
        assert estimate <= bad_moves((1, 2), InformedBias(e), 1000)[0][0] < estimate + 3


def test_critical_biases() -> None:
    assert large_heaps.critical_bias(1, 2) == pytest.approx(large_heaps.CRITICAL, abs=1e-15)
    for a, b in ((1, 4), (4, 7), (3, 5)):
        e = large_heaps.critical_bias(a, b)
        # a characteristic root at a multiple of 2 pi / (a + b), to the accuracy of e
        r = ((1 + e) / (1 - e)) ** (1 / (b - a))
        roots = (cmath.rect(r, 2 * cmath.pi * j / (a + b)) for j in range(a + b))
        assert min(abs(z**b + (1 - e) / 2 * z ** (b - a) + (1 + e) / 2) for z in roots) < 1e-14
    zero, informed = static(Fraction(0)), InformedBias(Fraction(0))
    assert large_heaps.critical_epsilon((1, 2), zero) == pytest.approx(2 - 5**0.5, abs=1e-15)
    assert large_heaps.critical_epsilon((3, 6), zero) == large_heaps.critical_epsilon((1, 2), zero)
    assert large_heaps.critical_epsilon((4, 7), zero) == pytest.approx(-0.0112943, abs=5e-8)
    assert large_heaps.critical_epsilon((1, 2), informed) == 1 / 3
    for moves, bias in (((1, 3), zero), ((2, 6), zero), ((2, 3), informed), ((1, 2, 3), even((1, 2, 3)))):
        assert large_heaps.critical_epsilon(moves, bias) is None


def wave_of(moves: Sequence[int], bias: Bias, rule: str = "wins") -> Wave:
    result = wave(moves, bias, rule)
    assert result is not None
    return result


CYCLES = st.lists(st.fractions(0, 1, max_denominator=9), min_size=3, max_size=6).map(lambda c: CyclicBias(tuple(c)))


@given(
    st.tuples(
        st.sets(st.integers(1, 7), min_size=1, max_size=3).map(sorted),
        OVERSHOOTS,
        st.none() | st.fractions(-1, 1, max_denominator=7).map(InformedBias),
    )
    | st.tuples(st.just([1, 2]), st.just("wins"), CYCLES)
)
def test_chances_obey_their_recurrence(game: tuple[list[int], str, Bias | None]) -> None:
    """Of plain and of informed playouts; of lemma 3.10, and its continuation for more than three chances."""
    moves, rule, bias = game[0], game[1], game[2] or even(game[0])
    recurrence = wave_of(moves, bias, rule)
    # reduced by a common divisor the recurrence is shorter than the largest move says
    step, terms, begin = recurrence.step, len(recurrence.coefficients), 60
    assert not isinstance(bias, CyclicBias) or (step, terms) == (len(bias.chances), 2)
    y = [x - fmpq(1, 2) for x in win_chances(moves, bias, begin + 12 + step * terms, rule)]
    for h in range(begin, begin + 12):
        later = sum((c * y[h + j * step] for j, c in enumerate(recurrence.coefficients)), fmpq(0))
        assert y[h + terms * step] == later


@pytest.mark.parametrize("e", ["-1/2", "1/3"])
def test_waves_of_one_and_two(e: str) -> None:
    """(3.5), (3.11), (3.18): coefficients, phase and damping; the beat of example 3.17."""
    bias, x = static(Fraction(e)), Fraction(e) * Fraction(3, 5)
    plain = wave_of((1, 2), bias)
    assert plain.phase is not None
    assert plain.step == 1
    assert plain.damping == pytest.approx(((1 + Fraction(e)) / 2) ** 0.5, rel=1e-14)
    assert plain.beat_period == pytest.approx(large_heaps.closed_beat(bias), rel=1e-12)
    assert plain.beat_period == pytest.approx(2 * pi / abs(2 * pi / 3 - plain.phase), rel=1e-12)
    informed = wave_of((1, 2), InformedBias(x))
    assert informed.step == 3
    assert tuple(map(as_fraction, informed.coefficients)) == (-(1 - x * x) / 8, (5 + 3 * x * x) / 8)
    assert informed.damping == pytest.approx(((1 - x * x) / 8) ** 0.5, rel=1e-14)
    assert informed.beat_period == pytest.approx(large_heaps.closed_beat(InformedBias(x)), rel=1e-9)


def test_where_there_is_no_closed_form_and_no_beat() -> None:
    for bias in (InformedBias(Fraction(1, 3)), CyclicBias((Fraction(1, 2),) * 3)):
        assert large_heaps.closed_value(3, bias) is large_heaps.closed_beat(bias) is None
    for bias in (static(Fraction(-2, 3)), static(Fraction(-1)), InformedBias(Fraction(1, 2))):
        assert large_heaps.closed_beat(bias) is wave_of((1, 2), bias).beat_period is None
    assert wave_of((5,), WeightedBias((Fraction(1),))).beat_period is None
    assert wave((1, 50), static(Fraction(0))) is wave((2, 4), CyclicBias((Fraction(1, 2),))) is None
    assert large_heaps.first_bad(InformedBias(Fraction(-1, 9))) is large_heaps.first_bad(static(Fraction(0))) is None

"""Biased playouts: what chapter 3 proves and lists, exactly; closed forms and waves against their recursions in fractions."""

import cmath
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import pi

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st
from naive.games import subtraction, winners

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo.rules import Bias, CyclicBias, InformedBias, WeightedBias, bias_of, static
from tafelwerk.solvers.montecarlo import large_heaps
from tafelwerk.solvers.montecarlo.heap_play import bad_moves, losing_share, win_chances
from tafelwerk.solvers.montecarlo.large_heaps import Wave, wave

OVERSHOOTS = st.sampled_from(["wins", "loses", "illegal"])


def as_fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def even(moves: Sequence[int]) -> WeightedBias:
    return WeightedBias((Fraction(1, len(moves)),) * len(moves))


def first_bad_heap(kind: str, epsilon: Fraction, limit: int) -> int | None:
    return next((heap for heap, _ in bad_moves((1, 2), bias_of((1, 2), kind, epsilon), limit)), None)


def test_static_bias() -> None:
    """Theorem 3.9 and example 3.7 on either side of 2 - sqrt 5, by convergents; the tables of section 3.3.4 at the ends."""
    below, above = Fraction(-17, 72), Fraction(-4, 17)
    assert (2 - below) ** 2 > 5 > (2 - above) ** 2
    # below it heap 4 is bad already; above it the first bad heap is the later, the nearer it is
    assert first_bad_heap("static", below, 3000) == 4
    assert first_bad_heap("static", above, 3000) is None
    assert first_bad_heap("static", above, 10_000) is not None
    bad = bad_moves((1, 2), static(Fraction(-9, 10)), 60)
    assert bad == [(h, fmpq(1)) for h in range(1, 61) if h % 6 in (4, 5)]
    shares = {5: fmpq(1, 2), 7: fmpq(1, 2), 8: fmpq(1), 10: fmpq(1), 11: fmpq(1, 2), 1: fmpq(1, 2)}
    expected = [(h, shares[h % 12]) for h in range(2, 61) if h % 12 in shares]
    assert bad_moves((1, 2), static(Fraction(1)), 60) == expected


def test_informed_bias() -> None:
    """Theorem 3.13, and the first bad heaps of example 3.18."""
    assert (
        bad_moves((1, 2), InformedBias(Fraction(1, 3)), 1000)
        == bad_moves((1, 2), InformedBias(Fraction(1)), 1000)
        == []
    )
    for e in map(Fraction, ("-1", "-0.34")):
        assert bad_moves((1, 2), InformedBias(e), 100) == [(h, fmpq(1)) for h in range(4, 101, 3)]
    assert bad_moves((1, 2), InformedBias(Fraction(-1, 3)), 100) == [(h, fmpq(1, 2)) for h in range(4, 101, 3)]
    for digits, heap in ((2, 74), (4, 767)):
        assert first_bad_heap("informed", Fraction(1, 3) - Fraction(1, 10**digits), 1000) == heap


def test_4_7_near_its_critical_value() -> None:
    """Figure 3.5: in S(4, 7) both moves win from the heaps 4 modulo 11. Near the critical value only the heaps 2 and 6
    modulo 11 are left, and those from early on."""
    bad = bad_moves((4, 7), static(Fraction(-113, 10_000)), 3000)
    assert {heap % 11 for heap, _ in bad} == {2, 6}
    assert bad[0][0] == 39
    assert {heap % 11 for heap, _ in bad_moves((4, 7), static(Fraction(1, 10)), 3000)} == {1, 2, 3, 5, 6, 7}


@given(moves=st.sets(st.integers(1, 7), min_size=2, max_size=4).map(sorted), rule=OVERSHOOTS)
def test_a_bias_of_nothing_is_the_plain_agent(moves: list[int], rule: str) -> None:
    plain = [pair for pair in losing_share(moves, rule, 100) if pair[1] > 0]
    assert bad_moves(moves, even(moves), 100, rule) == plain
    if len(moves) == 2:
        assert static(Fraction(0)) == even(moves)
        assert bad_moves(moves, InformedBias(Fraction(0)), 100, rule) == plain
        assert bad_moves(moves, CyclicBias((Fraction(1, 2),) * 3), 100, rule) == plain


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
    naive = []
    wins = winners(game)
    for heap in range(1, 21):
        if wins(heap):
            least = min(win(after) for _, after in game.moves(heap))
            best = [wins(after) for _, after in game.moves(heap) if win(after) == least]
            naive += [(heap, Fraction(sum(best), len(best)))] if any(best) else []
    assert [(heap, as_fraction(share)) for heap, share in bad_moves(moves, bias, 20, rule)] == naive


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
    wins = winners(subtraction(tuple(moves), 24, "wins"))
    expected = []
    for heap in filter(wins, range(1, 25)):
        left = [x[heap - move] for move in moves]
        best = [wins(max(0, heap - move)) for move, value in zip(moves, left, strict=True) if value == min(left)]
        expected += [(heap, Fraction(sum(best), len(best)))] if any(best) else []
    assert [(heap, as_fraction(share)) for heap, share in bad_moves(moves, bias, 24)] == expected


def test_informed_playouts_are_three_chances() -> None:
    """Section 3.4: p0 = 1/2, p1 = (1 + e)/2, p2 = (1 - e)/2."""
    for e in map(Fraction, ("-1", "2/7")):
        three = CyclicBias((Fraction(1, 2), (1 + e) / 2, (1 - e) / 2))
        assert win_chances((1, 2), three, 60) == win_chances((1, 2), InformedBias(e), 60)
        assert bad_moves((1, 2), three, 60) == bad_moves((1, 2), InformedBias(e), 60)


@pytest.mark.parametrize(
    ("moves", "bias", "word"),
    [
        ((1, 2, 3), WeightedBias((Fraction(1, 2),) * 2), "weights"),
        ((1, 2), WeightedBias((Fraction(1, 2),) * 3), "weights"),
        ((1, 2), WeightedBias((Fraction(3, 2), Fraction(-1, 2))), "weights"),
        ((1, 2), InformedBias(Fraction(2)), "epsilon"),
        ((), InformedBias(Fraction(0)), "moves"),
        ((1, 2, 3), CyclicBias((Fraction(1, 2),)), "chances"),
        ((1, 2), CyclicBias(()), "chances"),
    ],
)
def test_bad_arguments_are_named(moves: tuple[int, ...], bias: Bias, word: str) -> None:
    with pytest.raises(InputError, match=word):
        bad_moves(moves, bias, 10)
    with pytest.raises(InputError, match="limit"):
        win_chances((1, 2), InformedBias(Fraction(1, 10**30)), 100_000)


def values(e: Fraction, informed: bool, limit: int) -> list[Fraction]:
    """y(0), ..., y(limit) in S(1, 2)."""
    y = [Fraction(-1, 2), Fraction(1, 2)]
    for m in range(2, limit + 1):
        one = {0: Fraction(1, 2), 1: (1 + e) / 2, 2: (1 - e) / 2}[m % 3] if informed else (1 - e) / 2
        y.append(-one * y[m - 1] - (1 - one) * y[m - 2])
    return y


@pytest.mark.parametrize("e", [-1.0, large_heaps.REAL_BELOW, -0.5, 0.0, 1.0])
def test_closed_forms_of_static_bias(e: float) -> None:
    for m, y in enumerate(values(Fraction(e), False, 60)):
        # values of at most 1/2, and the rounding of an angle of some 120
        near = pytest.approx(float(y), rel=1e-9, abs=1e-13)
        assert large_heaps.static_value(m, e) == near
        assert large_heaps.closed_value(m, static(Fraction(e))) == near
        assert e <= large_heaps.REAL_BELOW or large_heaps.static_wave(m, e) == near
        assert e != 0 or large_heaps.plain_value(m) == near


@pytest.mark.parametrize("e", [-0.3125, 0.0, 0.125])
def test_closed_forms_of_informed_bias(e: float) -> None:
    for m, y in enumerate(values(Fraction(e), True, 90)):
        value = large_heaps.closed_value(m, InformedBias(Fraction(e)))
        assert (value is None) == (m % 3 != 0)
        assert value is None or value == pytest.approx(float(y), rel=1e-9, abs=1e-13)


def test_where_there_is_no_closed_form() -> None:
    for bias in (InformedBias(Fraction(1, 3)), CyclicBias((Fraction(1, 2),) * 3)):
        assert large_heaps.closed_value(3, bias) is large_heaps.closed_beat(bias) is None
    assert large_heaps.closed_beat(static(Fraction(-2, 3))) is None
    assert large_heaps.first_bad(InformedBias(Fraction(-1, 9))) is large_heaps.first_bad(static(Fraction(0))) is None
    for call, word in (
        (lambda: large_heaps.static_value(-1, 0), "m: -1"),
        (lambda: large_heaps.static_value(3, 2), "e: 2"),
        (lambda: large_heaps.static_wave(3, -0.9), "e: -0.9"),
        (lambda: large_heaps.informed_value(3, 0.5), "e: 0.5"),
        (lambda: large_heaps.beat_period(0.4), "e: 0.4"),
        (lambda: large_heaps.static_beat_period(large_heaps.CRITICAL), "there is no beat"),
        (lambda: large_heaps.first_bad_estimate(-0.1), "e: -0.1"),
        (lambda: large_heaps.critical_bias(2, 4), "without a common divisor"),
    ):
        with pytest.raises(InputError, match=word):
            call()


def test_beats() -> None:
    assert f"{large_heaps.beat_period():.3f}" == f"{large_heaps.static_beat_period():.3f}" == "38.730"
    # the plain agent's bad heaps 2 modulo 3 come in runs, one a beat
    y = values(Fraction(0), False, 1500)
    bad = [m % 3 == 2 and y[m - 2] > y[m - 1] for m in range(2, 1500)]
    runs = sum(b and not a for a, b in zip(bad[::3], bad[3::3], strict=False))
    assert runs == pytest.approx(1500 / 38.73, abs=1)
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


def continuants(chances: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Both coefficients of moves 1 and 2 for a cycle of three chances or more, by pairs of neighbours that are left out."""
    product = Fraction(1)
    for p in chances:
        product *= 1 - p

    def along(some: Sequence[Fraction]) -> Fraction:
        before, now = Fraction(1), Fraction(1)
        for i, p in enumerate(some):
            before, now = now, -p * now - ((1 - p) * before if i else 0)
        return now

    # the last chance and the first are a pair, or they are none
    return -product, along(chances) - (1 - chances[0]) * along(chances[1:-1])


@given(chances=st.lists(st.fractions(0, 1, max_denominator=9), min_size=3, max_size=6))
def test_recurrence_of_a_cycle(chances: list[Fraction]) -> None:
    """Lemma 3.10 for three chances, and its continuation for more."""
    cyclic = wave_of((1, 2), CyclicBias(tuple(chances)))
    assert (cyclic.step, tuple(map(as_fraction, cyclic.coefficients))) == (len(chances), continuants(chances))


@given(
    moves=st.sets(st.integers(1, 7), min_size=1, max_size=3).map(sorted),
    rule=OVERSHOOTS,
    informed=st.booleans(),
    e=st.fractions(-1, 1, max_denominator=7),
)
def test_chances_obey_their_recurrence(moves: list[int], rule: str, informed: bool, e: Fraction) -> None:
    bias: Bias = InformedBias(e) if informed else even(moves)
    recurrence = wave_of(moves, bias, rule)
    # reduced by a common divisor the recurrence is shorter than the largest move says
    step, terms, begin = recurrence.step, len(recurrence.coefficients), 60
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


def test_where_there_is_no_beat() -> None:
    for moves, bias in [
        ((1, 2), static(Fraction(-2, 3))),
        ((1, 2), InformedBias(Fraction(1, 2))),
        ((1, 2), static(Fraction(-1))),
        ((5,), WeightedBias((Fraction(1),))),
    ]:
        assert wave_of(moves, bias).beat_period is None
    assert wave((1, 50), static(Fraction(0))) is None
    assert wave((2, 4), CyclicBias((Fraction(1, 2),))) is None


def test_the_critical_bias_stops_the_beat() -> None:
    """Figure 3.5: near the critical bias the wave of S(4, 7) keeps step with perfect play."""
    critical = large_heaps.critical_epsilon((4, 7), static(Fraction(0)))
    assert critical is not None
    near, off = (wave_of((4, 7), static(Fraction(critical) + Fraction(step, 10**9))) for step in (1, 10**6))
    assert (near.beat_period or 0) > 1e5 * (off.beat_period or 1e9)


def test_scaled_games_have_scaled_waves() -> None:
    small, large = wave_of((2, 3), static(Fraction(1, 5))), wave_of((6, 9), static(Fraction(1, 5)))
    assert large.step == 3 * small.step
    assert (large.phase, large.damping, large.coefficients) == (small.phase, small.damping, small.coefficients)
    assert large.beat_period == pytest.approx(3 * (small.beat_period or 0), rel=1e-15)

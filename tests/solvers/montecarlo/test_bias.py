"""Biased playouts: what chapter 3 proves and lists, exactly."""

from fractions import Fraction
from functools import cache

import pytest
from flint import arb, ctx, fmpq, fmpq_poly
from hypothesis import given
from hypothesis import strategies as st
from naive.games import subtraction, winners

from tafelwerk.errors import InputError
from tafelwerk.rules.biases import Bias, Cyclic, Informed, Weighted, bias_of, static
from tafelwerk.solvers.montecarlo.bias import bad_moves, win_chances
from tafelwerk.solvers.montecarlo.blunders import losing_share


def first_bad_heap(kind: str, epsilon: Fraction, limit: int) -> int | None:
    return next((heap for heap, _ in bad_moves((1, 2), bias_of((1, 2), kind, epsilon), limit)), None)


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
    bad = bad_moves((1, 2), static(Fraction(-9, 10)), 60)
    assert bad == [(h, fmpq(1)) for h in range(1, 61) if h % 6 in (4, 5)]
    shares = {5: fmpq(1, 2), 7: fmpq(1, 2), 8: fmpq(1), 10: fmpq(1), 11: fmpq(1, 2), 1: fmpq(1, 2)}
    expected = [(h, shares[h % 12]) for h in range(2, 61) if h % 12 in shares]
    assert bad_moves((1, 2), static(Fraction(1)), 60) == expected


def test_informed_bias() -> None:
    """Theorem 3.13, and the first bad heaps of example 3.18."""
    for e in map(Fraction, ("1/3", "0.34", "1/2", "1")):
        assert bad_moves((1, 2), Informed(e), 1000) == []
    for e in map(Fraction, ("-1", "-0.9", "-0.34")):
        assert bad_moves((1, 2), Informed(e), 100) == [(h, fmpq(1)) for h in range(4, 101, 3)]
    assert bad_moves((1, 2), Informed(Fraction(-1, 3)), 100) == [(h, fmpq(1, 2)) for h in range(4, 101, 3)]
    for digits, heap in ((2, 74), (4, 767), (6, 7694)):
        e = Fraction(1, 3) - Fraction(1, 10**digits)
        assert first_bad_heap("informed", e, 8000) == heap


@given(e=st.fractions(0, Fraction(16, 49), max_denominator=50))
def test_informed_bias_is_symmetric_at_heaps_1_modulo_3(e: Fraction) -> None:
    """Example 3.19: for |e| < 1/3 the picture at heaps 1 modulo 3 is the same for e and -e."""
    plus, minus = ([p for p in bad_moves((1, 2), Informed(x), 150) if p[0] % 3 == 1] for x in (e, -e))
    assert plus == minus


def even(moves: list[int]) -> Weighted:
    return Weighted((Fraction(1, len(moves)),) * len(moves))


@given(
    moves=st.sets(st.integers(1, 7), min_size=2, max_size=4).map(sorted),
    rule=st.sampled_from(["wins", "loses", "illegal"]),
)
def test_a_static_bias_of_nothing_is_the_plain_agent(moves: list[int], rule: str) -> None:
    plain = [pair for pair in losing_share(moves, rule, 100) if pair[1] > 0]
    assert bad_moves(moves, even(moves), 100, rule) == plain
    if len(moves) == 2:
        assert static(Fraction(0)) == even(moves)
        assert bad_moves(moves, Informed(Fraction(0)), 100, rule) == plain
        assert bad_moves(moves, Cyclic((Fraction(1, 2),) * 3), 100, rule) == plain


def test_4_7_near_its_critical_value() -> None:
    """Figure 3.5: in S(4, 7) both moves win from the heaps 4 modulo 11. Near the critical value only the heaps 2 and 6
    modulo 11 are left, and those from early on."""
    bad = bad_moves((4, 7), static(Fraction(-113, 10_000)), 3000)
    assert {heap % 11 for heap, _ in bad} == {2, 6}
    assert bad[0][0] == 39
    for e in (Fraction(-1, 2), Fraction(0), Fraction(1, 2)):
        assert {heap % 11 for heap, _ in bad_moves((4, 7), static(e), 1500)} <= {1, 2, 3, 5, 6, 7}
    for e in (Fraction(-1, 10), Fraction(1, 10)):
        assert {heap % 11 for heap, _ in bad_moves((4, 7), static(e), 3000)} == {1, 2, 3, 5, 6, 7}


SHARES = st.lists(st.integers(0, 6), min_size=4, max_size=4).filter(any)


@given(
    moves=st.sets(st.integers(1, 7), min_size=1, max_size=4).map(sorted),
    rule=st.sampled_from(["wins", "loses", "illegal"]),
    shares=SHARES,
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

    bias = Weighted(tuple(Fraction(share, total) for share in shares[: len(moves)]))
    assert _fractions(win_chances(moves, bias, 20, rule)) == [win(heap) for heap in range(1, 21)]
    naive = []
    wins = winners(game)
    for heap in range(1, 21):
        if wins(heap):
            least = min(win(after) for _, after in game.moves(heap))
            best = [wins(after) for _, after in game.moves(heap) if win(after) == least]
            naive += [(heap, Fraction(sum(best), len(best)))] if any(best) else []
    assert [(heap, Fraction(str(share))) for heap, share in bad_moves(moves, bias, 20, rule)] == naive


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
    bias = Cyclic(tuple(chances))
    assert _fractions(win_chances(moves, bias, 24)) == [x[heap] for heap in range(1, 25)]
    wins = winners(subtraction(tuple(moves), 24, "wins"))
    expected = []
    for heap in filter(wins, range(1, 25)):
        left = [x[heap - move] for move in moves]
        best = [wins(max(0, heap - move)) for move, value in zip(moves, left, strict=True) if value == min(left)]
        expected += [(heap, Fraction(sum(best), len(best)))] if any(best) else []
    assert [(heap, Fraction(str(share))) for heap, share in bad_moves(moves, bias, 24)] == expected


def test_informed_playouts_are_three_chances() -> None:
    """Section 3.4: p0 = 1/2, p1 = (1 + e)/2, p2 = (1 - e)/2."""
    for e in map(Fraction, ("-1", "-1/3", "0", "2/7", "1")):
        three = Cyclic((Fraction(1, 2), (1 + e) / 2, (1 - e) / 2))
        assert win_chances((1, 2), three, 60) == win_chances((1, 2), Informed(e), 60)
        assert bad_moves((1, 2), three, 60) == bad_moves((1, 2), Informed(e), 60)


def test_published_values_at_the_ends() -> None:
    """Section 3.4.1: y(0), y(3k + 1), y(3k + 2), y(3k + 3) for e = 1 and e = -1."""
    half = fmpq(1, 2)
    assert [x - half for x in win_chances((1, 2), Informed(Fraction(1)), 6)] == [half, half, -half] * 2
    # from the recursion, the copy at hand being garbled: y(1) = 1/2, then y(3k + 3) = 0 and y(3k + 1) = y(3k + 2)
    minus = [x - half for x in win_chances((1, 2), Informed(Fraction(-1)), 60)]
    assert all(minus[3 * k + 2] == 0 for k in range(20))


def test_large_fractions_are_refused() -> None:
    with pytest.raises(InputError, match="limit"):
        win_chances((1, 2), Informed(Fraction(1, 10**30)), 100_000)


def _fractions(chances: list[fmpq]) -> list[Fraction]:
    return [Fraction(str(chance)) for chance in chances]


@pytest.mark.parametrize(
    ("moves", "bias", "word"),
    [
        ((1, 2, 3), Weighted((Fraction(1, 2),) * 2), "weights"),
        ((1, 2), Weighted((Fraction(1, 2),) * 3), "weights"),
        ((1, 2), Weighted((Fraction(3, 2), Fraction(-1, 2))), "weights"),
        ((1, 2), Informed(Fraction(2)), "epsilon"),
        ((), Informed(Fraction(0)), "moves"),
        ((1, 2, 3), Cyclic((Fraction(1, 2),)), "chances"),
        ((1, 2), Cyclic(()), "chances"),
    ],
)
def test_bad_arguments_are_named(moves: tuple[int, ...], bias: Bias, word: str) -> None:
    with pytest.raises(InputError, match=word):
        bad_moves(moves, bias, 10)


@pytest.mark.parametrize(
    ("s", "e"), [("-1/2", "0.36"), ("-0.3", "0.09"), ("-0.24", "0.01"), ("-0.1", "0.2"), ("0", "0.34"), ("0.2", "0.63")]
)
def test_static_and_informed_bias_together(s: str, e: str) -> None:
    """The least information with which MC(inf) is perfect, in hundredths, by the static bias: nothing near 2 - sqrt 5."""

    def chances(informed: Fraction) -> Cyclic:
        static = Fraction(s)
        return Cyclic(((1 - static) / 2, (1 + informed - static) / 2, (1 - informed - static) / 2))

    assert bad_moves((1, 2), chances(Fraction(e)), 1500) == []
    assert bad_moves((1, 2), chances(Fraction(e) - Fraction(1, 100)), 1500) != []


def test_to_know_lost_heaps_is_enough() -> None:
    """Playouts that prefer 1 in won heaps, whichever move wins."""

    def bad(p: str) -> list[tuple[int, fmpq]]:
        return bad_moves((1, 2), Cyclic((Fraction(1, 2), Fraction(p), Fraction(p))), 1500)

    assert bad("0.65") == []
    assert bad("2/3") == [(heap, fmpq(1, 2)) for heap in range(4, 1501, 3)]
    assert [heap for heap, _ in bad("0.7")] == list(range(4, 1501, 3))

"""The choice of MC(k) and whole duels in doubles, against balls: every value lies within its radius, and radii are small."""

from math import comb

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given
from hypothesis import strategies as st
from marks import compiled
from naive.ball_play import BallSelection, ball_duel, plain_race

from tafelwerk.families.montecarlo.rules import Dsc, Esr, Game, Subtraction, SubtractionRules
from tafelwerk.proofs.montecarlo import duels
from tafelwerk.proofs.montecarlo.duels import duel
from tafelwerk.proofs.montecarlo.plain_games import PlainGame, plain_lane, plain_subtraction

PROBABILITIES = st.fractions(0, 1, max_denominator=40)


def pair(value: fmpq) -> tuple[float, float]:
    high = int(value.p) / int(value.q)
    rest = value - fmpq(*high.as_integer_ratio())
    return high, int(rest.p) / int(rest.q)


def row(p: fmpq) -> np.ndarray:
    return np.array([*pair(p), *pair(1 - p)])


def prepared(chances: list[fmpq], k: int) -> duels.Windows:
    windows = duels.empty_windows(len(chances), duels.window_cap(k))
    for g, p in enumerate(chances):
        duels.write_masses(windows, g, row(p), float(k))
    return windows


@pytest.mark.parametrize("p", [fmpq(0), fmpq(1, 10**6), fmpq(1, 3), fmpq(1, 2), fmpq(999, 1000), fmpq(1)])
@pytest.mark.parametrize("k", [1, 2, 50, 400])
def test_masses(p: fmpq, k: int) -> None:
    b, below, (first,), (length,), (tail,), _ = prepared([p], k)
    exact = [comb(k, j) * p**j * (1 - p) ** (k - j) for j in range(k + 1)]
    left_out = sum(exact, fmpq(0)) - sum(exact[first : first + length], fmpq(0))
    assert left_out <= fmpq(*(float(tail) + 1e-30).as_integer_ratio())
    assert tail < 1e-16
    total = fmpq(0)
    for j in range(first, first + length):
        for value, right in ((b[0, j - first], exact[j]), (below[0, j - first], total)):
            off = abs(fmpq(*float(value).as_integer_ratio()) - right)
            assert off <= right * fmpq(1, 2**52) + fmpq(*(2 * float(tail) + 1e-30).as_integer_ratio())
        total += exact[j]


@given(
    groups=st.lists(st.tuples(PROBABILITIES, st.integers(1, 3), st.integers(0, 8)), min_size=2, max_size=4),
    k=st.sampled_from([1, 2, 7, 60]),
)
def test_candidates_one_by_one(groups: list[tuple[object, int, int]], k: int) -> None:
    chances = [fmpq(p.numerator, p.denominator) for p, _, _ in groups]  # type: ignore[attr-defined]
    counts = [count for _, count, _ in groups]
    worth = [eighths / 8 for _, _, eighths in groups]
    windows = prepared(chances, k)
    first, length, tail = windows.first, windows.length, windows.tail
    kept = [g for g in range(len(groups)) if first[g] + length[g] > first.max()]
    tied = sum(counts[g] for g in kept)
    found = duels.all_candidates(
        windows,
        np.array(kept),
        np.array([counts[g] for g in kept]),
        np.array([worth[g] for g in kept]),
        len(kept),
        np.empty((2 * tied + 6, duels.BLOCK)),
    )
    with ctx.workprec(128):
        right = BallSelection(k, 128).value(chances, counts, [arb(value) for value in worth])
        error = (6 * tied + 16) * duels.UNIT * found + 2e-18 + sum(tail * counts) + float(right.rad())
        assert abs(float(arb(found) - right)) <= error
    if len(groups) == 2 and counts == [1, 1] and len(kept) == 2:
        share = duels.two_candidates(windows, 0, 1)
        with ctx.workprec(128):
            right = BallSelection(k, 128).value(chances, counts, [arb(1), arb(0)])
            assert abs(float(arb(share) - right)) <= 16 * duels.UNIT * share + sum(tail) + float(right.rad())


@given(
    p=st.fractions(0, 1, max_denominator=40).filter(lambda p: 0 < p < 1),
    apart=st.sampled_from([0.0, 1e-9, 0.01, 0.5, 1.0, 3.0, 8.0, 30.0]),
    k=st.sampled_from([4000, 10**6, 10**9, 10**12, 10**15]),
)
def test_contour(p: object, apart: float, k: int) -> None:
    p1 = fmpq(p.numerator, p.denominator)  # type: ignore[attr-defined]
    spread = float(int(p1.p) / int(p1.q)) * (1 - int(p1.p) / int(p1.q))
    p2 = p1 + fmpq(*(apart * (2 * spread / k) ** 0.5).as_integer_ratio())
    if not 0 < p2 < 1 or k * spread < duels.CONTOUR_VARIANCE:
        return
    found, error = duels.contour(row(p1), row(p2), float(k))
    with ctx.workprec(160):
        right = BallSelection(k, 160)._contour(p1, p2)
        assert abs(float(arb(found) - right)) <= error + float(right.rad())
    assert error < 3e-14


GAMES: list[tuple[Game, PlainGame]] = [  # type: ignore[type-arg]
    (Esr(2, 3, 1), plain_race(2, 3, 1)),
    (Esr(2, 2, 2), plain_race(2, 2, 2)),
    (Dsc(9), plain_lane(9, crash=True)),
    (Subtraction(SubtractionRules((1, 2)), 15), plain_subtraction((1, 2), 15, "wins")),
    (Subtraction(SubtractionRules((3, 5, 11), "loses"), 25), plain_subtraction((3, 5, 11), 25, "loses")),
    (Subtraction(SubtractionRules((2, 3, 4), "illegal"), 14), plain_subtraction((2, 3, 4), 14, "illegal")),
]
STARTS = {"esr 2 3 1": ((0, 0, 0), (0, 0, 0)), "esr 2 2 2": ((0, 0), (0, 0)), "dsc 9": (0, 0)}


@compiled
@pytest.mark.parametrize(("game", "plain"), GAMES, ids=str)
@pytest.mark.parametrize(("k", "rival"), [(1, 2), (30, 17), (0, 5), (3000, 0)])
def test_duels(game: Game, plain: PlainGame, k: int, rival: int) -> None:  # type: ignore[type-arg]
    wins, rival_wins = ball_duel(plain.options, k or None, rival or None, 128)
    found = duel(game, k, rival)
    with ctx.workprec(128):
        for heap, (first, second, radius) in found.items():
            number = plain.numbers[STARTS[str(game)] if heap is None else heap] if heap != 0 else 0
            assert abs(float(arb(first) - wins[number])) <= radius
            assert abs(float(arb(second) - (1 - rival_wins[number]))) <= radius
            assert radius < 5e-14

"""The law of MC(k) against the sum over tied sets in fractions, and in balls where fractions grow too long."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import example, given
from hypothesis import strategies as st
from marks import compiled
from naive.selection import law, law_of

from tafelwerk.errors import InputError
from tafelwerk.solvers.playouts.law.selection import selection_law

Groups = list[tuple[Fraction, int]]

chances = st.one_of(st.fractions(0, 1, max_denominator=60), st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1)]))
groups = st.lists(st.tuples(chances, st.integers(1, 3)), min_size=1, max_size=4).filter(
    lambda found: sum(count for _, count in found) <= 6
)


def pair(p: Fraction) -> tuple[float, float]:
    """p - 1/2 as a pair of doubles, and the p it stands for within 2^-106."""
    y = p - Fraction(1, 2)
    hi = float(y)
    return hi, float(y - Fraction(hi))


def computed(found: Groups, k: int) -> tuple[np.ndarray, np.ndarray]:
    pairs = [pair(p) for p, _ in found]
    return selection_law([hi for hi, _ in pairs], [lo for _, lo in pairs], [count for _, count in found], k)


def meant(found: Groups) -> list[Fraction]:
    """The chances the pairs stand for, exactly."""
    return [Fraction(1, 2) + sum(map(Fraction, pair(p))) for p, _ in found]


@given(groups, st.integers(1, 8))
@example([(Fraction(1), 2), (Fraction(1, 2), 1), (Fraction(1, 3), 1)], 5)
@example([(Fraction(1, 3), 1), (Fraction(2, 3), 1)], 8)
@example([(Fraction(0), 2), (Fraction(1, 7), 3)], 4)
@example([(Fraction(1, 2), 5), (Fraction(4, 7), 1)], 3)
@example([(Fraction(1, 2), 1), (Fraction(4, 7), 1), (Fraction(3, 7), 1), (Fraction(1, 3), 1), (Fraction(2, 3), 1)], 3)
def test_chances_are_within_their_bounds(found: Groups, k: int) -> None:
    values, errors = computed(found, k)
    truth = law(meant(found), [count for _, count in found], k)
    for value, error, exact in zip(values.tolist(), errors.tolist(), truth, strict=True):
        assert abs(Fraction(value) - exact) <= Fraction(error) + Fraction(1, 2**100)
        assert error <= 2e-14


@compiled
@given(groups, st.integers(1, 5000), st.randoms(use_true_random=False))
def test_laws(found: Groups, k: int, random: object) -> None:
    values, errors = computed(found, k)
    assert abs(values.sum() - 1) <= 1e-15 + errors.sum()
    assert (values >= 0).all()
    order = list(range(len(found)))
    random.shuffle(order)  # type: ignore[attr-defined]
    moved, doubts = computed([found[i] for i in order], k)
    assert (abs(moved - values[order]) <= errors[order] + doubts).all()
    # candidates of one group may as well be called groups of their own
    single, doubts = computed([(p, 1) for p, count in found for _ in range(count)], k)
    starts = np.cumsum([0, *[count for _, count in found][:-1]])
    assert (abs(np.add.reduceat(single, starts) - values) <= np.add.reduceat(doubts, starts) + errors).all()
    # who wins more playouts is chosen more often
    each = values / [count for _, count in found]
    best = np.argsort([p for p, _ in found])
    assert (np.diff(each[best]) >= -(errors.max() + 1e-16)).all()


def test_many_candidates() -> None:
    # 100 playouts won at 2/3 each, 38 that never are
    values, errors = computed([(Fraction(2, 3), 100), (Fraction(0), 38)], 1)
    none = Fraction(1, 3) ** 100
    assert abs(Fraction(float(values[0])) - (1 - none * Fraction(38, 138))) <= Fraction(float(errors[0]))
    assert values.sum() == pytest.approx(1, abs=1e-14)


def ball_pmf(p: Fraction, k: int) -> list[arb]:
    x = arb(fmpq(p.numerator, p.denominator))
    mass = [(1 - x) ** k]
    for j in range(k):
        mass.append(mass[-1] * (k - j) / (j + 1) * x / (1 - x))
    return mass


@compiled
@pytest.mark.parametrize("k", [300, 2000, pytest.param(12_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("spread", "size"), [(0.0, 3), (0.3, 3), (3.0, 3), (12.0, 3), (0.3, 2), (3.0, 2)])
def test_many_playouts_against_balls(k: int, spread: float, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctx, "prec", 200)
    found = [(Fraction(2, 5) + Fraction(i * spread / sqrt(k)) / 7, 1) for i in range(size)]
    values, errors = computed(found, k)
    truth = law_of([ball_pmf(p, k) for p in meant(found)])
    for value, error, exact in zip(values.tolist(), errors.tolist(), truth, strict=True):
        assert abs(arb(value) - exact) <= arb(error) + arb(2) ** -100
        assert error <= 1e-14


@compiled
@pytest.mark.parametrize("k", [10**6, 10**9])
def test_ever_more_playouts(k: int) -> None:
    """Where candidates lie a fixed number of standard deviations apart, k hardly matters."""
    near = [
        selection_law([0.0, a / sqrt(n), -0.3 / sqrt(n)], [0.0] * 3, [1, 1, 1], n)[0]
        for n in (k, 4 * k)
        for a in (0.2, 9)
    ]
    assert abs(near[0] - near[2]).max() < 1 / sqrt(k)
    assert near[1][1] > 1 - 1e-15


def test_bad_arguments_are_named() -> None:
    for arguments, word in (
        (([0.0], [0.0, 0.0], [1], 3), "p_lo"),
        (([], [], [], 3), "p_hi"),
        (([0.6], [0.0], [1], 3), "0.5"),
        (([0.5], [1e-20], [1], 3), "0.5"),
        (([float("nan")], [0.0], [1], 3), "0.5"),
        (([0.1], [0.0], [0], 3), "counts"),
        (([0.1], [0.0], [1], 0), "k must"),
        (([0.1, 0.2, 0.3], [0.0] * 3, [1] * 3, 10**14), "k must"),
        (([0.1, 0.2], [0.0] * 2, [1] * 2, 2**53 + 1), "k must"),
    ):
        with pytest.raises(InputError, match=word):
            selection_law(*arguments)

"""The choice of MC(k) in doubles, against fractions, and of many playouts against the solver's other method.
Basins of many playouts, where neighbouring means differ by less than their errors.
What samples are held against.
"""

from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.build.runner import run
from tafelwerk.families.montecarlo import builds
from tafelwerk.families.montecarlo.rules import Subtraction, SubtractionRules
from tafelwerk.proofs.montecarlo import duels
from tafelwerk.proofs.montecarlo.duel_claims import _basins
from tafelwerk.proofs.real_numbers import binomial_tails
from tafelwerk.solvers.playouts.binomial import sign_kernel
from tafelwerk.solvers.playouts.exact_play import exact_selection
from tafelwerk.tables.book import Book

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


def off(found: float, right: fmpq) -> fmpq:
    """How far a double is from a fraction."""
    return abs(fmpq(*float(found).as_integer_ratio()) - right)


@given(
    groups=st.lists(st.tuples(PROBABILITIES, st.integers(1, 3), st.integers(0, 8)), min_size=2, max_size=4),
    k=st.sampled_from([1, 2, 7, 60]),
)
def test_candidates_one_by_one(groups: list[tuple[Fraction, int, int]], k: int) -> None:
    chances, counts = [fmpq(p.numerator, p.denominator) for p, _, _ in groups], [count for _, count, _ in groups]
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
    exact = exact_selection(chances, counts, k)
    right = sum((share * fmpq(eighths, 8) for share, (*_, eighths) in zip(exact, groups, strict=True)), fmpq(0))
    assert float(off(found, right)) <= (6 * tied + 16) * duels.UNIT * found + 2e-18 + sum(tail * counts)
    if len(groups) == 2 and counts == [1, 1] and len(kept) == 2:
        share = duels.two_candidates(windows, 0, 1)
        assert float(off(share, exact[0])) <= 16 * duels.UNIT * share + sum(tail)


@given(
    p=PROBABILITIES.filter(lambda p: 0 < p < 1),
    apart=st.sampled_from([0.0, 1e-9, 0.01, 0.5, 1.0, 3.0, 8.0, 30.0]),
    k=st.sampled_from([4000, 10**6, 10**9, 10**12, 10**15]),
)
def test_contour(p: Fraction, apart: float, k: int) -> None:
    """The other method sums waves; both say how far they may be off."""
    spread = float(p * (1 - p))
    chances = [fmpq(p.numerator, p.denominator)]
    chances.append(chances[0] + fmpq(*(apart * (2 * spread / k) ** 0.5).as_integer_ratio()))
    if not chances[1] < 1 or k * spread < duels.CONTOUR_VARIANCE:
        return
    found, error = duels.contour(*map(row, chances), float(k))
    sign, doubt = sign_kernel(*(part for each in chances for part in pair(each - fmpq(1, 2))), float(k))
    assert abs(2 * found - 1 - sign) <= 2 * error + doubt + 2 * duels.UNIT
    assert error < 3e-14


GAME, K_MAX = Subtraction(SubtractionRules((1, 2)), 110), 10**10


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("basins")
    run(folder, [builds.Minima(GAME, K_MAX)], executor="inline")
    return folder


@pytest.mark.parametrize(
    ("columns", "fault"),
    [
        ("k, k_low, k_high", None),
        ("k, k, k_high", "not certainly higher at k = "),
        ("k, k_low, k_high + 50000", "in the interval"),
    ],
)
def test_the_interval_is_proved(book: Path, monkeypatch: pytest.MonkeyPatch, columns: str, fault: str | None) -> None:
    read = Book.rows

    def changed(self: Book, family: str, sql: str, *parameters: object) -> list[tuple[object, ...]]:
        far = sql.replace("k, k_low, k_high", columns).replace("ORDER BY", "AND k > 1000 ORDER BY")
        return read(self, family, far, *parameters)

    monkeypatch.setattr(Book, "rows", changed)
    curve = (str(GAME), K_MAX)
    with Book(book) as opened:
        texts = [text for text in _basins(opened, {curve}, [curve]) if "k = 9242" in text]
    assert any(fault in text for text in texts) if fault else not texts


@pytest.mark.parametrize("chance", [0.03, 0.4, 0.5, 0.97])
def test_tails_are_those_of_the_binomial_distribution(chance: float) -> None:
    games, p = 37, Fraction(chance)
    masses = [comb(games, j) * p**j * (1 - p) ** (games - j) for j in range(games + 1)]
    for wins in range(games + 1):
        tail = sum(masses[wins:]) if wins >= games * p else sum(masses[: wins + 1])
        assert binomial_tails(wins, games, chance) == pytest.approx(min(1.0, float(2 * tail)), rel=1e-9)

"""The searcher's program by pivots of our own, against HiGHS on the hider's."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import dresher as naive
from numpy.typing import NDArray
from published import A286676

from tafelwerk.errors import TafelwerkError
from tafelwerk.rules.dresher import Depths
from tafelwerk.solvers.dresher import simplex
from tafelwerk.solvers.dresher.pivots import LEAST_PIVOT, invert, pending_for
from tafelwerk.solvers.dresher.proof import exact_strategies
from tafelwerk.solvers.dresher.runs import HiderProgram
from tafelwerk.solvers.dresher.simplex import Progress, Simplex
from tafelwerk.solvers.dresher.solve import solve


@st.composite
def pools(draw: st.DrawFn) -> list[Depths]:
    n = draw(st.integers(1, 13))
    orders = st.permutations(range(n))
    return [naive.grown_at(draw(orders)) for _ in range(draw(st.integers(1, 40)))]


def optimum(trees: list[Depths], piece: int | None = None) -> tuple[Simplex, Progress, bool]:
    """Program and optimum over the trees, that many pivots at a time; and whether the perturbed optimum was another one."""
    program = Simplex(len(trees[0]), trees[0])
    program.add(trees)
    progress = program.improve(piece)
    while not progress.is_optimal:
        progress = program.improve(piece)
    settled = program.settle()
    return program, settled or progress, settled is not None


def check(trees: list[Depths], progress: Progress) -> None:
    """The value is that of HiGHS, and the hider's weights hold it against every tree."""
    n = len(trees[0])
    hider = HiderProgram(n, trees[0])
    hider.add(trees)
    assert progress.value == pytest.approx(hider.improve().value, abs=1e-8)
    assert progress.weights.min() >= 0
    assert progress.weights.sum() == pytest.approx(n)
    assert progress.weights == pytest.approx(progress.weights[::-1])
    assert min(np.dot(progress.weights, tree) / n for tree in trees) == pytest.approx(progress.value, abs=1e-8)


@given(pools(), st.sampled_from([None, 1, 2, 7]))
def test_value_of_a_pool(trees: list[Depths], piece: int | None) -> None:
    """By both programs, and exactly: the searcher mixes the basis with weights of 0 or more and takes the value at most."""
    program, progress, _ = optimum(trees, piece)
    check(trees, progress)
    found = exact_strategies(len(trees[0]), *program.basis())
    assert found is not None
    assert found.upper is not None
    assert float(found.upper) == pytest.approx(progress.value, abs=1e-9)
    assert {tree for _, tree in found.trees} <= {side for tree in trees for side in (tree, tree[::-1])}


def test_from_a_perturbed_optimum_to_the_true_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """With right sides moved so far that the optimum is often another one."""
    monkeypatch.setattr(simplex, "PERTURBATION", 0.5)
    random = np.random.default_rng(7)
    moved = 0
    for _ in range(60):
        n = int(random.integers(4, 14))
        trees = [naive.grown_at(random.permutation(n).tolist()) for _ in range(30)]
        program, progress, was_moved = optimum(trees)
        moved += was_moved
        check(trees, progress)
        again = program.improve()  # perturbed anew
        again = program.settle() or again
        check(trees, again)
    assert moved > 5


def test_trees_come_in_once() -> None:
    program = Simplex(3, (2, 1, 2))
    assert program.add([(1, 3, 2), (2, 3, 1), (2, 1, 2), (1, 3, 2)]) == 1
    assert program.candidates == 2
    assert program.improve().value == pytest.approx(9 / 5)


@pytest.mark.parametrize("n", [27, 28, 30, 31])
def test_a_full_pool_is_purged(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trees outside the basis are dropped, may come in again, and the value is the same."""
    monkeypatch.setattr(simplex, "_TREES_PER_PAIR", 2)
    monkeypatch.setattr(simplex, "_SPARE", 2)
    purged: list[int] = []
    purge = Simplex._purge

    def noted(program: Simplex) -> None:
        before = program.basis()
        purge(program)
        assert program.basis() == before
        purged.append(len(program._trees))

    monkeypatch.setattr(Simplex, "_purge", noted)
    assert solve(n).value.numerator == A286676[n - 1]
    assert purged
    assert max(purged) <= (n + 1) // 2 + 1


def test_the_inverse_is_computed_afresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simplex, "REFACTOR", 3)
    assert solve(30).value == Fraction(139927, 33424)


def test_an_end_is_put_to_pivots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simplex, "MOST_PIVOTS", 0)
    with pytest.raises(TafelwerkError, match="30 numbers: the simplex method does not end"):
        solve(30)


def inverse_column_by_column(matrix: NDArray[np.float64], order: Sequence[int]) -> NDArray[np.float64] | None:
    """The transposed inverse by plain Gauss-Jordan elimination; None if the matrix is singular."""
    m = len(matrix)
    partner = [-1] * m
    for k in order:
        sizes = [0.0 if i in partner else abs(matrix[i, k]) for i in range(m)]
        chosen = int(np.argmax(sizes))
        if sizes[chosen] < LEAST_PIVOT:
            return None
        partner[k] = chosen
        pivot, matrix[chosen, k] = matrix[chosen, k], 1.0
        matrix[chosen] /= pivot
        for i in range(m):
            if i != chosen:
                factor, matrix[i, k] = matrix[i, k], 0.0
                matrix[i] -= factor * matrix[chosen]
    inverse = np.empty((m, m))
    for j, k in np.ndindex(m, m):
        inverse[partner[j], k] = matrix[partner[k], j]
    return inverse


@given(st.integers(1, 13), st.integers(0, 13), st.integers(0, 2**32 - 1))
def test_inverse(m: int, units: int, seed: int) -> None:
    """To the last bit that of the plain method, with unit columns and without."""
    random = np.random.default_rng(seed)
    matrix = random.integers(-3, 4, (m, m)).astype(np.float64)
    for k in range(min(m, units)):
        matrix[:, k] = np.eye(m)[k]
    order = random.permutation(m)
    inverse = np.empty((m, m))
    is_regular = invert(matrix.copy(), order, np.empty(m, np.int64), inverse, pending_for(m))
    assert is_regular == (round(np.linalg.det(matrix)) != 0)
    plain = inverse_column_by_column(matrix.copy(), order.tolist())
    assert is_regular == (plain is not None)
    if plain is not None:
        assert inverse.T @ matrix == pytest.approx(np.eye(m), abs=1e-9)
        assert np.array_equal(inverse, plain)

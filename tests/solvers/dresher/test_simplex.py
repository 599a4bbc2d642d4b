"""The searcher's program by pivots of our own, by HiGHS on the hider's, and by the source's own simplex method."""

from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import dresher as naive
from published import A286676

from tafelwerk.errors import TafelwerkError
from tafelwerk.families.dresher.rules import METHODS, Depths
from tafelwerk.solvers.dresher import simplex
from tafelwerk.solvers.dresher.best_replies import guarantee
from tafelwerk.solvers.dresher.highs import WAYS, HiderProgram
from tafelwerk.solvers.dresher.simplex import Progress, Simplex, invert, pending_for
from tafelwerk.solvers.dresher.solve import FAST, Way, exact_strategies, solve
from tafelwerk.solvers.dresher.textbook import all_trees, pair_matrix, steps, unlike_trees


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


@pytest.mark.parametrize("n", [27, 30])
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


def test_rare_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """The inverse is computed afresh; an end is put to pivots."""
    monkeypatch.setattr(simplex, "REFACTOR", 3)
    assert solve(30).value == Fraction(139927, 33424)
    monkeypatch.setattr(simplex, "MOST_PIVOTS", 0)
    with pytest.raises(TafelwerkError, match="30 numbers: the simplex method does not end"):
        solve(30)


@given(st.integers(1, 13), st.integers(0, 13), st.integers(0, 2**32 - 1))
def test_inverse(m: int, units: int, seed: int) -> None:
    """With unit columns and without."""
    random = np.random.default_rng(seed)
    matrix = random.integers(-3, 4, (m, m)).astype(np.float64)
    for k in range(min(m, units)):
        matrix[:, k] = np.eye(m)[k]
    order = random.permutation(m)
    inverse = np.empty((m, m))
    is_regular = invert(matrix.copy(), order, np.empty(m, np.int64), inverse, pending_for(m))
    assert is_regular == (round(np.linalg.det(matrix)) != 0)
    if is_regular:
        assert inverse.T @ matrix == pytest.approx(np.eye(m), abs=1e-9)


@pytest.mark.parametrize(("n", "way"), [(30, WAYS[method]) for method in METHODS] + [(1, WAYS[METHODS[0]]), (64, FAST)])
def test_bounds_close_in_on_the_same_value(n: int, way: Way) -> None:
    """Not every round ends at an optimum; the last one does."""
    bounds: list[tuple[int, float, float]] = []
    game = solve(n, way=way, watch=lambda *found: bounds.append(found))
    assert game.value == guarantee(game.hider)
    assert [number for number, _, _ in bounds] == list(range(1, game.rounds + 1))
    uppers = [upper for _, upper, _ in bounds]
    assert way is FAST or all(after <= before + 1e-9 for before, after in pairwise(uppers))
    assert max(lower for _, _, lower in bounds) <= float(game.value) + 1e-9
    assert uppers[-1] == pytest.approx(float(game.value), abs=1e-9)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_the_method_of_the_source(n: int) -> None:
    """Every step keeps a basis: its inverse times its columns is the identity, the first row falls.

    The golden answer to `dresher simplex 4` is the worked example of Stassen 2018, section 1.13.
    """
    assert list(all_trees(n)) == sorted(naive.trees(n))
    trees = unlike_trees(n)
    assert {*trees, *(depths[::-1] for depths in trees)} == set(naive.trees(n))
    matrix = pair_matrix(trees)
    found = steps(matrix)
    assert found[-1].inverse[0][0] / 2 == solve(n).value
    columns = [(0, *[-1] * len(matrix)), *((1, *column) for column in zip(*matrix, strict=True))]
    columns += [tuple(int(i == k) for i in range(len(matrix) + 1)) for k in range(1, len(matrix) + 1)]
    for step in found:
        for (i, row), (k, column) in product(enumerate(step.inverse), enumerate(step.basis)):
            assert sum(a * b for a, b in zip(row, columns[column], strict=True)) == (i == k)
            assert i == 0 or next(entry for entry in row if entry) > 0
    assert all(later.inverse[0] < sooner.inverse[0] for sooner, later in pairwise(found))

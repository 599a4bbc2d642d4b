"""The searcher's program by pivots of our own, by HiGHS on the hider's, and by the source's own simplex method."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from naive import dresher as naive
from published import A286676

from tafelwerk.errors import TafelwerkError
from tafelwerk.families.dresher.rules import METHODS
from tafelwerk.solvers.dresher import simplex
from tafelwerk.solvers.dresher.best_replies import guarantee
from tafelwerk.solvers.dresher.highs import WAYS
from tafelwerk.solvers.dresher.simplex import Simplex
from tafelwerk.solvers.dresher.solve import FAST, Way, solve
from tafelwerk.solvers.dresher.textbook import all_trees, pair_matrix, steps, unlike_trees


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

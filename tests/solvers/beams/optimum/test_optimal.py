"""Optimal strategies, narrow ones and lower bounds: against brute force, published numbers, and each other."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from beams_games import TINY, WRONG, compiled, mask
from hypothesis import given
from hypothesis import strategies as st
from naive import beams as naive
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import VARIANTS, Variant, fields_of, variant_of
from tafelwerk.solvers.beams import search_tables
from tafelwerk.solvers.beams.codes_left import list_codes
from tafelwerk.solvers.beams.optimal_strategies import Progress, Tree, improve, lower_bound, optimal, walk
from tafelwerk.solvers.beams.patterns import Problem, make_problem
from tafelwerk.solvers.beams.search_tables import Tables, key_kernel, make_tables, moved_mask

THREE = VARIANTS["3c6p"]


def check(problem: Problem, tree: Tree) -> int:
    """Play a tree for all codes, and check what its nodes say; its total."""
    queries, wrong = walk(list_codes(problem.variant, problem.diagonals), tree)
    assert queries.sum() + wrong.sum() == tree.total[0]
    assert tree.codes[0] == problem.codes
    assert (tree.parent[1:] < np.arange(1, len(tree.parent))).all()
    below = np.bincount(tree.parent[1:], tree.total[1:], len(tree.parent)).astype(np.int64)
    asks = tree.guess < 0
    assert (tree.total[asks] == tree.codes[asks] + below[asks]).all()
    assert ((tree.colour >= 0) == asks).all()
    assert len(tree.guesses) == (~asks).sum()
    for node in range(len(tree.parent)):
        path, place = [], node
        while place >= 0:
            path.append(int(tree.colour[place]))
            place = int(tree.parent[place])
        asked = [colour for colour in reversed(path) if colour >= 0]
        assert all(colour <= len(set(asked[:step])) for step, colour in enumerate(asked))
    siblings = list(zip(tree.parent.tolist(), tree.answer.tolist(), strict=True))
    assert len(set(siblings)) == len(siblings)
    return int(tree.total[0])


@pytest.mark.parametrize("variant", [*TINY[:2], variant_of("2x3c2")], ids=str)
def test_brute_force(variant: Variant) -> None:
    problem = make_problem(variant)
    assert check(problem, optimal(problem)) == naive.least_total(variant)


@given(st.data())
def test_brute_force_with_any_diagonals(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(TINY[:2]))
    lines = data.draw(st.lists(st.integers(1, 63), min_size=1, max_size=5, unique=True))
    problem = make_problem(variant, tuple(lines))
    board = [fields_of(line) for line in lines]
    least = naive.least_total(variant, board)
    assert check(problem, optimal(problem)) == least
    for width in (1, 3):
        assert check(problem, improve(problem, width)) >= least
    for exact in (1, 3):
        bounds = [lower_bound(problem, above, exact=exact) for above in (12, 6, 3, 1)]
        assert max(bounds) <= least == bounds[-1]
    for first in range(len(lines)):
        if len(naive.split(naive.codes(variant), (0, first), board)) == 1:
            with pytest.raises(InputError, match="does not split the codes"):
                optimal(problem, first)
        else:
            tree = optimal(problem, first)
            assert tree.colour[0] == 0
            assert tree.diagonal[0] == first
            assert check(problem, tree) >= least


@compiled
def test_three_colours() -> None:
    """Jena dissertation, table 4.10, gives 7347 / 1860 as the least mean: by the rules 7334 is reached."""
    problem = make_problem(THREE)
    tree = optimal(problem)
    assert check(problem, tree) == 7334
    assert (tree.parent == optimal(problem).parent).all()
    first = tree.diagonal[0]
    assert optimal(problem, int(first)).total[0] == 7334


@compiled
def test_the_printed_optimum_on_the_wrong_board() -> None:
    """7347 / 1860, Jena dissertation, section 4.4.2: a wrong field in a diagonal, and the first query set."""
    problem = make_problem(THREE, WRONG)
    assert check(problem, optimal(problem, WRONG.index(mask(3, 8, 12, 16)))) == 7347
    assert check(problem, optimal(problem)) < 7334


@compiled
def test_narrow_strategies() -> None:
    problem = make_problem(THREE)
    totals = [check(problem, improve(problem, width)) for width in (1, 2, 4, 90)]
    assert totals == sorted(totals, reverse=True)
    assert totals[0] > totals[-1] == 7334
    assert 7334 <= check(problem, improve(problem, 1, below=200, inner=2)) <= totals[0]


@compiled
def test_lower_bounds() -> None:
    problem = make_problem(THREE)
    bounds = [lower_bound(problem, above, exact=20) for above in (1860, 500, 100, 20)]
    assert bounds == sorted(bounds)
    assert bounds[0] < bounds[-1] == 7334


@compiled
def test_progress_ends_a_search() -> None:
    class EnoughError(Exception):
        pass

    def enough(progress: Progress) -> None:
        assert progress.nodes > 0
        raise EnoughError

    with pytest.raises(EnoughError):
        improve(make_problem(VARIANTS["6c3p"]), 2, progress=enough)


def test_bad_input(monkeypatch: pytest.MonkeyPatch) -> None:
    make_tables.cache_clear()
    monkeypatch.setattr(search_tables, "MOST_CODES", 1859)
    with pytest.raises(InputError, match="3c6p has 1,860 codes; 1 to 1,859 can be searched"):
        lower_bound(make_problem(THREE), 1860)
    monkeypatch.setattr(search_tables, "MOST_CODES", 1860)
    assert lower_bound(make_problem(THREE), 1860, exact=63) <= 7334
    calls: list[tuple[Callable[[Problem], object], str]] = [
        (lambda problem: optimal(problem, 15), "first must be a diagonal, 0 to 14, not 15"),
        (lambda problem: optimal(problem, -1), "not -1"),
        (lambda problem: improve(problem, 0), "a width must be at least 1 query, not 0"),
        (lambda problem: improve(problem, 1, below=5, inner=0), "at least 1 query, not 0"),
        (lambda problem: lower_bound(problem, 0), "above must be at least 1 code, not 0"),
        (lambda problem: lower_bound(problem, 100, exact=64), "exact must be 1 to 63 codes, not 64"),
        (lambda problem: lower_bound(problem, 100, exact=0), "exact must be 1 to 63 codes, not 0"),
        (lambda _: optimal(make_problem(THREE, (1, 1))), "diagonals must be different sets of fields"),
    ]
    for call, message in calls:
        with pytest.raises(InputError, match=message):
            call(make_problem(THREE))


def test_a_broken_tree_is_found() -> None:
    problem = make_problem(THREE)
    codes, tree = list_codes(THREE), optimal(problem)
    leaf = int(np.flatnonzero(~np.isin(np.arange(len(tree.parent)), tree.parent) & (tree.codes > 2))[0])
    again = tree.diagonal.copy()
    again[leaf] = tree.diagonal[0]
    with pytest.raises(InputError, match="twice"):
        walk(codes, replace(tree, diagonal=again))
    cut = replace(tree, parent=tree.parent[:-1], answer=tree.answer[:-1], guess=tree.guess[:-1])
    with pytest.raises(InputError, match="several codes left"):
        walk(codes, cut)


Rows = NDArray[np.uint16]


def key(tables: Tables, rows: Rows, asked: int, used: int) -> tuple[int, int]:
    found = np.zeros(2, np.uint64)
    key_kernel(tables, rows, 0, len(rows), asked, used, np.zeros((2, rows.shape[1]), np.int64), found)
    return int(found[0]), int(found[1])


@compiled
def test_one_game_one_key() -> None:
    problem = make_problem(VARIANTS["6c3p"])
    tables = make_tables(problem)
    generator = np.random.default_rng(1)
    for asked in (0, 1, 4, 6):
        rows = problem.patterns[generator.choice(311, 40, replace=False)]
        rows = generator.permuted(rows, axis=1)
        used = int(generator.integers(1 << 15))
        expected = key(tables, rows, asked, used)
        for move in range(12):
            moved = tables.piece_maps[move][rows].astype(np.uint16)
            names = [*generator.permutation(asked), *range(asked, 6)]
            other = generator.permutation(moved[:, names])
            assert key(tables, other, asked, moved_mask(used, tables.diagonal_maps[move])) == expected
        assert key(tables, rows[1:], asked, used) != expected
        assert key(tables, rows, asked, used ^ 1) != expected
        if asked:
            assert key(tables, rows, asked - 1, used) != expected

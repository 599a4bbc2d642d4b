"""Optimal strategies, narrow ones, endgames and lower bounds: against brute force, published numbers, and each other."""

import signal
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from beams_games import TINY, WRONG, mask
from hypothesis import given
from hypothesis import strategies as st
from marks import compiled
from naive import beams as naive
from naive.beams_choosing import least_cost
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import VARIANTS, Variant, fields_of, variant_of
from tafelwerk.solvers.beams import optimal_strategies
from tafelwerk.solvers.beams.codes_left import list_codes
from tafelwerk.solvers.beams.few_codes import NONE
from tafelwerk.solvers.beams.least_cost import (
    choose_kernel,
    make_search,
    search_kernel,
    set_weights,
    write_set,
)
from tafelwerk.solvers.beams.patterns import Problem, make_problem
from tafelwerk.solvers.beams.search_tables import (
    Tables,
    distances,
    key_kernel,
    least_guesses,
    least_rests,
    make_tables,
    moved_mask,
)
from tafelwerk.solvers.deduction.search_problem import least_totals

THREE = VARIANTS["3c6p"]


def check(problem: Problem, tree: optimal_strategies.Tree) -> int:
    """Play a tree for all codes; its total. The proofs play stored trees by the rules."""
    queries, wrong = optimal_strategies.walk(list_codes(problem.variant, problem.diagonals), tree)
    total = int(queries.sum() + wrong.sum())
    assert (int(tree.total[0]), int(tree.codes[0])) == (total, problem.codes)
    return total


@pytest.mark.parametrize("variant", [TINY[0], variant_of("2x3c2")], ids=str)
def test_brute_force(variant: Variant) -> None:
    problem = make_problem(variant)
    assert check(problem, optimal_strategies.optimal(problem)) == naive.least_total(variant)


@given(st.data())
def test_brute_force_with_any_diagonals(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(TINY[:2]))
    lines = data.draw(st.lists(st.integers(1, 63), min_size=1, max_size=5, unique=True))
    problem = make_problem(variant, tuple(lines))
    board = [fields_of(line) for line in lines]
    least = naive.least_total(variant, board)
    assert check(problem, optimal_strategies.optimal(problem)) == least
    for width in (1, 3):
        assert check(problem, optimal_strategies.improve(problem, width)) >= least
    for exact in (1, 3):
        bounds = [optimal_strategies.lower_bound(problem, above, exact=exact) for above in (12, 6, 3, 1)]
        assert max(bounds) <= least == bounds[-1]


def least_after(problem: Problem, first: int) -> int:
    """The least total if the first query is of colour 0 on a given diagonal."""
    search = make_search(problem)
    parts = naive.split(naive.codes(problem.variant), (0, first), [fields_of(line) for line in problem.diagonals])
    number = {int(piece): index for index, piece in enumerate(problem.pieces)}
    total = problem.codes
    for part in parts:
        # all colours count as asked for: a code is an element
        rows = [
            [number[sum(1 << i for i, c in enumerate(code) if c == colour)] for colour in range(3)] for code in part
        ]
        total += int(search_kernel(search, write_set(search, np.array(rows, np.uint16), 3, 1 << first), NONE))
    return total


@compiled
def test_three_colours() -> None:
    """Jena dissertation, table 4.10, gives 7347 / 1860 as the least mean: by the rules 7334 is reached; on a board with a wrong
    field in a diagonal 7347, if the query of section 4.4.2 comes first."""
    problem, wrong = make_problem(THREE), make_problem(THREE, WRONG)
    tree = optimal_strategies.optimal(problem)
    assert check(problem, tree) == 7334
    assert least_after(problem, int(tree.diagonal[0])) == 7334
    assert least_after(wrong, WRONG.index(mask(3, 8, 12, 16))) == 7347
    assert check(wrong, optimal_strategies.optimal(wrong)) < 7334
    # narrow strategies, and lower bounds
    totals = [check(problem, optimal_strategies.improve(problem, width)) for width in (1, 2, 4, 90)]
    assert totals == sorted(totals, reverse=True)
    assert totals[0] > totals[-1] == 7334
    assert 7334 <= check(problem, optimal_strategies.improve(problem, 1, below=200, inner=2)) <= totals[0]
    bounds = [optimal_strategies.lower_bound(problem, above, exact=20) for above in (1860, 500, 100, 20)]
    assert bounds == sorted(bounds)
    assert bounds[0] < bounds[-1] == 7334


@compiled
def test_an_interrupt_ends_a_search() -> None:
    """It takes ten seconds to the end."""
    problem = make_problem(VARIANTS["6c3p"])
    optimal_strategies.improve(make_problem(THREE), 2)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    with pytest.raises(KeyboardInterrupt):
        optimal_strategies.improve(problem, 3, below=300, inner=4)
    signal.signal(signal.SIGALRM, before)


def test_a_broken_tree_is_found() -> None:
    problem = make_problem(THREE)
    codes, tree = list_codes(THREE), optimal_strategies.optimal(problem)
    leaf = int(np.flatnonzero(~np.isin(np.arange(len(tree.parent)), tree.parent) & (tree.codes > 2))[0])
    again = tree.diagonal.copy()
    again[leaf] = tree.diagonal[0]
    with pytest.raises(InputError, match="twice"):
        optimal_strategies.walk(codes, replace(tree, diagonal=again))
    cut = replace(tree, parent=tree.parent[:-1], answer=tree.answer[:-1], guess=tree.guess[:-1])
    with pytest.raises(InputError, match="several codes left"):
        optimal_strategies.walk(codes, cut)


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


@given(st.data())
def test_no_guess_is_cheaper(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(TINY))
    problem = make_problem(variant)
    left = data.draw(st.lists(st.sampled_from(naive.codes(variant)), min_size=1, max_size=12, unique=True))
    guessed = naive.guess(left)
    bound = least_guesses(distances(problem.pieces, problem.patterns), problem.codes)
    assert bound[len(left)] <= sum(naive.wrong_fields(guessed, code) for code in left)


@given(st.data())
def test_no_rest_is_less(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(TINY))
    codes, lines = naive.codes(variant), naive.lines(variant.shape)
    left = data.draw(st.lists(st.sampled_from(codes), min_size=2, max_size=7, unique=True))
    unused = data.draw(st.lists(st.sampled_from(lines), min_size=1, max_size=4, unique_by=tuple))
    problem = make_problem(variant)
    bound = least_rests(problem.pieces, problem.patterns, 16, problem.codes)
    most = max(len(naive.split(left, (colour, line), unused)) for colour in range(6) for line in range(len(unused)))
    assert (bound[most:, len(left)] <= least_cost(dict.fromkeys(left, Fraction(1)), unused)).all()


@compiled
def test_huffman_where_guesses_are_dear() -> None:
    problem = make_problem(VARIANTS["6c3p"])
    bound = least_rests(problem.pieces, problem.patterns, 10, problem.codes)
    for answers in range(5, 11):
        assert (bound[answers] == least_totals(problem.codes, answers, False, 0)[0]).all()
    # with two answers a guess among many is cheaper than that many queries
    assert bound[2, 3] == 4
    assert (np.diff(bound, axis=0)[1:] <= 0).all()


def test_least_sums_of_depths() -> None:
    for branches in (2, 5):
        wanted = least_totals(21, branches, False, 0)[0].tolist()
        assert optimal_strategies.tree_totals(np.arange(22), branches).tolist() == wanted


def test_guesses_cost_at_least_their_distances() -> None:
    """Few branches make trees deeper than guesses are wrong; from some number on no guess is cheaper."""
    assert not optimal_strategies.guessing_gains_nothing(36, 3_048_812_640, 20)
    least = optimal_strategies.least_branches(36, 3_048_812_640)
    assert optimal_strategies.guessing_gains_nothing(36, 3_048_812_640, least)
    assert not optimal_strategies.guessing_gains_nothing(36, 3_048_812_640, least - 1)
    assert least < 50


def test_kinds_of_diagonals_and_a_bound_below_the_optimum() -> None:
    """At the edge, beside the centre, through it."""
    assert optimal_strategies.first_diagonals(make_problem(THREE)) == [0, 1, 2]
    assert 1860 < optimal_strategies.depth_two_bound(make_problem(THREE)) <= 7334
    assert optimal_strategies.depth_two_bound(make_problem(TINY[1])) <= naive.least_total(TINY[1])


@given(st.data())
def test_the_least_cost_to_go_within_limits(data: st.DataObject) -> None:
    """What was looked for in vain within a limit is looked for again within a higher one."""
    problem = make_problem(data.draw(st.sampled_from([TINY[0], THREE])))
    lines, elements = naive.lines(problem.variant.shape), problem.patterns.tolist()
    unused = data.draw(st.lists(st.integers(0, len(lines) - 1), min_size=1, max_size=4, unique=True))
    # codes that differ little, so that some cannot be told apart
    start = data.draw(st.integers(0, len(elements) - 1))
    orders = data.draw(st.lists(st.tuples(st.integers(0, 3), st.permutations(range(3))), min_size=2, max_size=7))
    rows = {tuple(elements[(start + step) % len(elements)][place] for place in order) for step, order in orders}
    masks = [[int(problem.pieces[piece]) for piece in row] for row in sorted(rows)]
    fields = range(len(problem.board.fields))
    codes = [tuple(next(c for c in range(3) if row[c] >> field & 1) for field in fields) for row in masks]
    least = int(least_cost(dict.fromkeys(codes, Fraction(1)), [lines[line] for line in unused]))
    diagonals = (1 << len(lines)) - 1 - sum(1 << line for line in unused)
    search = make_search(problem)
    subset = write_set(search, np.array(sorted(rows), np.uint16), 3, diagonals)
    limit = 1
    while limit <= least:
        bound = int(search_kernel(search, subset, limit))
        assert limit <= bound <= least
        limit = bound + 1
    assert search_kernel(search, subset, limit) == choose_kernel(search, subset) == least


@compiled
def test_larger_sets_cost_the_same_with_weights_and_without_masks() -> None:
    """Sets of 40 to 63 codes, which are reached again and again by the same queries in another order."""
    problem, random = make_problem(THREE), np.random.default_rng(1)
    search, weighted, plain = make_search(problem), make_search(problem), make_search(problem, exact=3)
    set_weights(problem, weighted, np.full(len(problem.patterns), 7, np.int64))
    for size in range(40, 64):
        rows = np.unique(random.permuted(random.choice(problem.patterns, size, replace=False), axis=1), axis=0)
        used = int(random.integers(1 << 15) & random.integers(1 << 15))
        cost = search_kernel(search, write_set(search, rows, 3, used), NONE)
        assert search_kernel(plain, write_set(plain, rows, 3, used), NONE) == cost
        weighted.weights[: len(rows)] = 7
        assert search_kernel(weighted, write_set(weighted, rows, 3, used), NONE) == 7 * cost

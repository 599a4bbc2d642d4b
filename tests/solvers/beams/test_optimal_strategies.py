"""Optimal strategies, narrow ones, endgames and lower bounds: against the second program, published numbers, and each other."""

import signal
from dataclasses import replace

import numpy as np
import pytest
from beams_games import TINY, WRONG, mask, second_rules
from hypothesis import given
from hypothesis import strategies as st
from marks import compiled
from naive import beams as naive

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import VARIANTS, Variant, fields_of, variant_of
from tafelwerk.proofs.beams.least_totals import LeastCost
from tafelwerk.solvers.beams import optimal_strategies
from tafelwerk.solvers.beams.codes_left import list_codes
from tafelwerk.solvers.beams.few_codes import NONE
from tafelwerk.solvers.beams.least_cost import make_search, search_kernel, write_set
from tafelwerk.solvers.beams.patterns import Problem, make_problem
from tafelwerk.solvers.beams.search_tables import distances, least_guesses

THREE = VARIANTS["3c6p"]


def check(problem: Problem, tree: optimal_strategies.Tree) -> int:
    """Play a tree for all codes; its total. The proofs play stored trees by the rules."""
    queries, wrong = optimal_strategies.walk(replace(list_codes(problem.variant), answers=problem.answers), tree)
    total = int(queries.sum() + wrong.sum())
    assert (int(tree.total[0]), int(tree.codes[0])) == (total, problem.codes)
    return total


@pytest.mark.parametrize("variant", [*TINY[:2], *map(variant_of, ("2x3c2", "3x3c3", "3x3c3-directions"))], ids=str)
def test_small_boards(variant: Variant) -> None:
    problem, least = make_problem(variant), LeastCost(second_rules(variant)).total()
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
    assert optimal_strategies.depth_two_bound(make_problem(TINY[1])) <= LeastCost(second_rules(TINY[1])).total()


@given(st.data())
def test_no_guess_is_cheaper(data: st.DataObject) -> None:
    variant = data.draw(st.sampled_from(TINY))
    problem = make_problem(variant)
    left = data.draw(st.lists(st.sampled_from(naive.codes(variant)), min_size=1, max_size=12, unique=True))
    guessed = naive.guess(left)
    bound = least_guesses(distances(problem.pieces, problem.patterns), problem.codes)
    assert bound[len(left)] <= sum(naive.wrong_fields(guessed, code) for code in left)

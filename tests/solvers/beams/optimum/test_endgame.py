"""Endgames: the least cost-to-go of small sets within a limit, against its definition and the search with weights."""

from fractions import Fraction
from functools import cache

import numpy as np
from beams_games import TINY, compiled
from hypothesis import given
from hypothesis import strategies as st
from naive import beams as naive
from naive.beams_choosing import least_cost

from tafelwerk.families.beams.rules import VARIANTS
from tafelwerk.solvers.beams.endgame import endgame_kernel, make_endgame
from tafelwerk.solvers.beams.optimal_strategies import NONE
from tafelwerk.solvers.beams.patterns import make_problem
from tafelwerk.solvers.beams.search_tables import make_tables
from tafelwerk.solvers.beams.weighted_search import make_search, search_kernel, set_weights

endgame_of = cache(make_endgame)


@given(st.data())
def test_the_least_cost_to_go_within_limits(data: st.DataObject) -> None:
    """What was looked for in vain within a limit is looked for again within a higher one."""
    problem = make_problem(data.draw(st.sampled_from([TINY[0], VARIANTS["3c6p"]])))
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
    best = np.zeros(2, np.int64)
    arguments = make_tables(problem), endgame_of(problem), np.array(sorted(rows), np.uint16), 0, len(rows), 3, diagonals
    limit = 1
    while limit <= least:
        bound = int(endgame_kernel(*arguments, limit, best))
        assert limit <= bound <= least
        limit = bound + 1
    assert endgame_kernel(*arguments, limit, best) == endgame_kernel(*arguments, NONE, best) == least


@compiled
def test_larger_sets_cost_what_the_search_with_equal_weights_finds() -> None:
    """Sets of 40 to 63 codes, which are reached again and again by the same queries in another order."""
    problem, random, best = make_problem(VARIANTS["3c6p"]), np.random.default_rng(1), np.zeros(2, np.int64)
    tables = make_tables(problem)
    search = make_search(problem, tables)
    set_weights(problem, tables, search, np.ones(len(problem.patterns), np.int64))
    for size in range(40, 64):
        rows = np.unique(random.permuted(random.choice(problem.patterns, size, replace=False), axis=1), axis=0)
        search.elements[:size], search.weights[:size] = rows, 1
        used = int(random.integers(1 << 15) & random.integers(1 << 15))
        cost = endgame_kernel(tables, endgame_of(problem), rows, 0, size, 3, used, NONE, best)
        assert cost == search_kernel(tables, search, 0, size, 3, used, size, NONE, False)

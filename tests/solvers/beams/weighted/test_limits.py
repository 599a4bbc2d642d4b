"""The search with limits and the strategies of least depth, against their definition, of whole games and after a beam."""

import numpy as np
import pytest
from beams_games import TINY, compiled
from naive import beams as naive
from naive.beams_choosing import least_depth

from tafelwerk.families.beams.rules import VARIANTS, Beam, Variant, variant_of
from tafelwerk.solvers.beams.analysis_shares import start_of
from tafelwerk.solvers.beams.codes_left import list_codes
from tafelwerk.solvers.beams.optimal_strategies import walk
from tafelwerk.solvers.beams.patterns import Problem, make_problem
from tafelwerk.solvers.beams.search_tables import make_tables
from tafelwerk.solvers.beams.weighted_few_codes import NONE
from tafelwerk.solvers.beams.weighted_search import UNLIMITED, make_search, search_kernel, set_weights
from tafelwerk.solvers.beams.weighted_trees import everything, shallowest_choice, shallowest_tree


def least_total(problem: Problem, weight: int = 1, queries: int = UNLIMITED, cost: int = UNLIMITED) -> int | None:
    """The least weighted total within limits for every code; None if no strategy keeps them."""
    tables = make_tables(problem)
    search = make_search(problem, tables)
    weights = np.full(len(problem.patterns), weight, np.int64)
    set_weights(problem, tables, search, weights, queries, cost)
    total = int(search_kernel(tables, search, *everything(problem), NONE, False))
    return total if total < NONE else None


@pytest.mark.parametrize("variant", [TINY[1], variant_of("2x2c2"), variant_of("2x3c2")], ids=str)
def test_whole_games_by_definition(variant: Variant) -> None:
    problem = make_problem(variant)
    depth, total = least_depth(sorted(naive.codes(variant)), naive.lines(variant.shape))
    assert least_total(problem, queries=depth) == total
    assert least_total(problem, queries=depth - 1) is None
    tree = shallowest_tree(problem)
    queries, wrong = walk(list_codes(variant), tree)
    assert (int(queries.max()), int((queries + wrong).sum())) == (depth, total)
    shallowest = shallowest_choice(problem, problem.patterns, 0, 0)
    assert (shallowest.queries, shallowest.total) == (depth, total)
    assert (shallowest.choice.colour, shallowest.choice.diagonal) == (tree.colour[0], tree.diagonal[0])


def test_choices_after_a_beam_by_definition() -> None:
    variant = variant_of("2x3c2")
    problem, lines, listed = make_problem(variant), naive.lines(variant.shape), sorted(naive.codes(variant))
    met = 0
    for diagonal, line in enumerate(lines):
        others = [other for other in lines if other != line]
        for left in naive.split(listed, (0, diagonal), lines):
            if len(left) < 2:
                continue
            hits = sum(1 << place for place, field in enumerate(line) if left[0][field] == 0)
            begin = start_of(problem, (Beam(0, diagonal, hits),))
            shallowest = shallowest_choice(problem, begin.elements, begin.used, begin.diagonals)
            assert (shallowest.queries - 1, shallowest.total) == least_depth(left, others)
            met += 1
    assert met > 5


@compiled
def test_3c6p() -> None:
    """With equal weights and no limit, perfect play; five queries are enough for every code."""
    problem = make_problem(VARIANTS["3c6p"])
    assert least_total(problem, weight=1_000_003) == 7334 * 1_000_003
    assert least_total(problem, queries=6) == 7334
    assert least_total(problem, queries=5) == least_total(problem, cost=5) == 7350
    assert least_total(problem, queries=4) is least_total(problem, cost=4) is None
    queries, wrong = walk(list_codes(VARIANTS["3c6p"]), shallowest_tree(problem))
    assert (int(queries.max()), int(queries.sum()), int(wrong.sum())) == (5, 7350, 0)

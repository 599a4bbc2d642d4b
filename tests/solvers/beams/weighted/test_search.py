"""The search with limits, against its definition; and with equal weights, against perfect play of 3c6p."""

import numpy as np
import pytest
from beams_games import TINY, compiled
from naive import beams as naive
from naive.beams_choosing import least_depth

from tafelwerk.rules.beams.board import VARIANTS, Variant, variant_of
from tafelwerk.solvers.beams.optimum.tables import make_tables
from tafelwerk.solvers.beams.rules.problem import Problem, make_problem
from tafelwerk.solvers.beams.weighted.few_codes import NONE
from tafelwerk.solvers.beams.weighted.growth import everything
from tafelwerk.solvers.beams.weighted.search import UNLIMITED, make_search, search_kernel, set_weights


def least_total(problem: Problem, weight: int = 1, queries: int = UNLIMITED, cost: int = UNLIMITED) -> int | None:
    """The least weighted total within limits for every code; None if no strategy keeps them."""
    tables = make_tables(problem)
    search = make_search(problem, tables)
    weights = np.full(len(problem.patterns), weight, np.int64)
    set_weights(problem, tables, search, weights, queries, cost)
    found = int(search_kernel(tables, search, *everything(problem), NONE, False))
    return found if found < NONE else None


@pytest.mark.parametrize("variant", [TINY[1], variant_of("2x2c2"), variant_of("2x3c2")], ids=str)
def test_least_depths_by_definition(variant: Variant) -> None:
    problem = make_problem(variant)
    listed = sorted(naive.codes(variant))
    depth, total = least_depth(listed, naive.lines(variant.shape))
    assert least_total(problem, queries=depth) == total
    assert least_total(problem, queries=depth - 1) is None


@compiled
def test_3c6p() -> None:
    problem = make_problem(VARIANTS["3c6p"])
    assert least_total(problem) == 7334
    assert least_total(problem, weight=1_000_003) == 7334 * 1_000_003
    assert least_total(problem, queries=6) == 7334
    assert least_total(problem, queries=5) == least_total(problem, cost=5) == 7350
    assert least_total(problem, queries=4) is least_total(problem, cost=4) is None

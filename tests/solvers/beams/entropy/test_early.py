"""Early finish: fillings against all fillings, trees with optimal stopping against stopping at every set, played by the rules."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from beams_games import TINY, compiled
from hypothesis import given
from hypothesis import strategies as st
from naive import beams as naive

from tafelwerk.build.beams.rows import queries_of
from tafelwerk.rules.beams.board import VARIANTS, Variant, variant_of
from tafelwerk.solvers.beams.entropy.analysis import analyse
from tafelwerk.solvers.beams.entropy.early import Finished, Sets, finish_early
from tafelwerk.solvers.beams.entropy.queries import Order
from tafelwerk.solvers.beams.optimum.optimal import optimal
from tafelwerk.solvers.beams.rules.fillings import best_filling
from tafelwerk.solvers.beams.rules.problem import make_problem

H1 = Fraction(1)
SQUARES = [variant_of(name) for name in ("2x3c2", "2x3c3", "2x4c2", "2x4c4-directions", "3x3c3")]


def finished(variant: Variant, order: Order) -> Finished:
    problem = make_problem(variant)
    found = analyse(problem, H1, order, record_depth=256)
    return finish_early(problem, Sets.of_nodes(found.nodes))


@given(st.data())
def test_the_best_filling_is_the_best_of_all(data: st.DataObject) -> None:
    colours = data.draw(st.integers(2, 3))
    fields = 6
    right = np.array(
        data.draw(st.lists(st.lists(st.integers(0, 9), min_size=6, max_size=6), min_size=colours, max_size=colours))
    )
    found = best_filling(right, fields // colours, 9)
    assert sorted(found.colours.tolist()) == sorted(field * colours // fields for field in range(fields))
    costs = {
        sum(9 - int(right[colour, field]) for field, colour in enumerate(filling))
        for filling in set(permutations(field * colours // fields for field in range(fields)))
    }
    assert found.wrong == min(costs)
    assert found.wrong == sum(9 - int(right[colour, field]) for field, colour in enumerate(found.colours.tolist()))


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("variant", [*TINY, *SQUARES], ids=str)
def test_stops_where_that_costs_least(variant: Variant, order: Order) -> None:
    found = finished(variant, order)
    assert found.total == naive.early_total(variant, H1, order)
    assert sum(found.spent.values()) == make_problem(variant).codes


@pytest.mark.parametrize("variant", [*TINY[:2], SQUARES[0], SQUARES[2]], ids=str)
def test_the_least_total_with_stops(variant: Variant) -> None:
    assert optimal(make_problem(variant), early=True).total[0] == naive.least_total(variant, early=True)


@compiled
@pytest.mark.parametrize(
    ("name", "certain", "early"), [("3c6p", 7334, 7334), ("3x4c3", 4163, 4161), ("2x5c5", 12314, 12286)]
)
def test_what_stops_do_to_the_optimum(name: str, certain: int, early: int) -> None:
    """They do not lower that of 3c6p, but that is no law."""
    problem = make_problem(variant_of(name))
    assert optimal(problem).total[0] == certain
    tree = optimal(problem, early=True)
    assert tree.total[0] == early
    sets = Sets(tree.parent.astype(np.int64), tree.answer.astype(np.int64), queries_of(tree), tree.codes, tree.total)
    assert finish_early(problem, sets).total == early


@compiled
def test_they_help_in_the_trees_of_the_small_variants() -> None:
    assert finished(VARIANTS["3c6p"], Order.COLOUR).total == 7408 < 7412
    assert finished(VARIANTS["6c3p"], Order.COLOUR).total == 1_719_381 < 1_721_663

"""What strategies look at: entropies and approximations by one name, and the loop that plays either."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import beams as naive
from naive import beams_admissible as twin

from tafelwerk.rules.beams.board import Variant, fields_of
from tafelwerk.solvers.beams.entropy import admissible
from tafelwerk.solvers.beams.entropy.admissible import Approximation
from tafelwerk.solvers.beams.entropy.analysis import Outcome, analyse
from tafelwerk.solvers.beams.entropy.queries import Order, Parts, best_queries
from tafelwerk.solvers.beams.rules.problem import make_problem

SMALL = (Variant("2c3p", 2, 3, 2), Variant("3c2p", 3, 2, 2), Variant("6c1p", 6, 1, 2))


def same(found: Outcome, wanted: naive.Analysis) -> None:
    assert {cost: Fraction(codes) for cost, codes in found.spent.items()} == wanted.ends


@pytest.mark.parametrize("variant", SMALL, ids=lambda variant: variant.name)
@pytest.mark.parametrize("order", list(Order))
@pytest.mark.parametrize("measure", list(Approximation), ids=str)
def test_approximations_played_out(variant: Variant, order: Order, measure: Approximation) -> None:
    same(analyse(make_problem(variant), measure, order), twin.analyse(variant, measure.value, order.value))


@settings(max_examples=15)
@given(
    st.sampled_from(SMALL),
    st.lists(st.integers(1, 63), min_size=1, max_size=5),
    st.sampled_from(list(Approximation)),
    st.sampled_from(list(Order)),
)
def test_any_diagonals(variant: Variant, lines: list[int], measure: Approximation, order: Order) -> None:
    board = [fields_of(line) for line in lines]
    found = analyse(make_problem(variant, tuple(lines)), measure, order)
    same(found, twin.analyse(variant, measure.value, order.value, board))


def test_the_best_queries_of_each() -> None:
    problem = make_problem(SMALL[1])
    open_diagonals = (1 << len(problem.diagonals)) - 2
    parts = Parts(problem, problem.patterns, 0)
    for alpha in (Fraction(1), None):
        wanted = parts.best(alpha, open_diagonals)
        assert best_queries(problem, problem.patterns, 0, open_diagonals, alpha) == wanted
        assert best_queries(problem, problem.patterns, 0, open_diagonals, alpha, parts) == wanted
    for measure in Approximation:
        wanted = admissible.best(problem, problem.patterns, 0, open_diagonals, measure)
        assert best_queries(problem, problem.patterns, 0, open_diagonals, measure, parts) == wanted

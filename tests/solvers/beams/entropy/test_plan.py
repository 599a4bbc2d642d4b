"""An analysis in parts is the analysis whole."""

from fractions import Fraction
from functools import cache

import pytest

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import VARIANTS
from tafelwerk.solvers.beams.entropy.analysis import Outcome, analyse
from tafelwerk.solvers.beams.entropy.plan import dealt, make_plan, share, spread
from tafelwerk.solvers.beams.entropy.queries import Order
from tafelwerk.solvers.beams.rules.problem import make_problem


@cache
def whole_analysis(order: Order) -> Outcome:
    return analyse(make_problem(VARIANTS["6c3p"]), Fraction(1), order, record_depth=4)


@pytest.mark.parametrize("parts", [3, *(pytest.param(parts, marks=pytest.mark.slow) for parts in (1, 7))])
@pytest.mark.parametrize("order", list(Order))
def test_parts_add_up(parts: int, order: Order) -> None:
    problem = make_problem(VARIANTS["6c3p"])
    spent: dict[tuple[int, int], int] = {}
    for part in range(1, parts + 1):
        for key, codes in share(problem, Fraction(1), order, part, parts).spent.items():
            spent[key] = spent.get(key, 0) + codes
    assert spent == whole_analysis(order).spent


def test_the_tops_of_all_parts_are_the_top_of_the_tree() -> None:
    problem, depth = make_problem(VARIANTS["6c3p"]), 4
    whole = whole_analysis(Order.COLOUR)
    wanted = {history: (int(whole.nodes.query[row]), int(whole.nodes.codes[row])) for history, row in spread(whole, ())}
    plan = make_plan(problem, Fraction(1), Order.COLOUR)
    found = {inner.history: (inner.query[0] << 8 | inner.query[1], inner.codes) for inner in plan.inner}
    for part in (1, 2):
        for history, outcome in share(problem, Fraction(1), Order.COLOUR, part, 2, record_depth=depth).sets:
            found |= {
                place: (int(outcome.nodes.query[row]), int(outcome.nodes.codes[row]))
                for place, row in spread(outcome, history)
            }
    assert {history: node for history, node in found.items() if len(history) <= depth} == wanted


def test_leaves_hold_every_code_once() -> None:
    problem = make_problem(VARIANTS["6c3p"])
    plan = make_plan(problem, Fraction(2), Order.COLOUR)
    assert sum(codes for _, codes in plan.leaves) == problem.codes
    assert plan.inner[0].history == ()
    hands = dealt(plan, 5)
    assert sorted(leaf for hand in hands for leaf in hand) == sorted(plan.leaves)


@pytest.mark.parametrize("part", [0, 4])
def test_no_such_part(part: int) -> None:
    with pytest.raises(InputError, match="a part is 1 to 3"):
        share(make_problem(VARIANTS["3c6p"]), Fraction(1), Order.COLOUR, part, 3)

"""Tops of trees: what the whole analysis finds down to the same depth, and parts counted without being listed."""

from fractions import Fraction

import numpy as np
import pytest
from beams_games import TINY

from tafelwerk.rules.beams.board import VARIANTS, Variant
from tafelwerk.rules.beams.history import TOP_DEPTH, Beam
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams.entropy.analysis import analyse
from tafelwerk.solvers.beams.entropy.plan import spread, start_of
from tafelwerk.solvers.beams.entropy.queries import Order, Parts
from tafelwerk.solvers.beams.entropy.top import part_counts, top
from tafelwerk.solvers.beams.rules.problem import make_problem


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1), None])
@pytest.mark.parametrize("variant", [*TINY[:2], VARIANTS["3c6p"], VARIANTS["6c3p"]], ids=str)
def test_the_top_of_the_whole_tree(variant: Variant, alpha: Alpha, order: Order) -> None:
    problem = make_problem(variant)
    whole = analyse(problem, alpha, order, record_depth=TOP_DEPTH)
    wanted = {}
    for history, row in spread(whole, ()):
        query, codes = int(whole.nodes.query[row]), int(whole.nodes.codes[row])
        if codes > 1:
            asks = query >= 0 and len(history) < TOP_DEPTH
            wanted[history] = (divmod(query, 256) if asks else None, codes)
    found = list(top(problem, alpha, order))
    assert {node.history: (node.query, node.codes) for node in found} == wanted
    assert len(found) == len(wanted)
    places = {node.history: place for place, node in enumerate(found)}
    assert all(places[node.history[:-1]] < places[node.history] for node in found if node.history)


@pytest.mark.parametrize("variant", ["3c6p", "6c3p"])
@pytest.mark.parametrize(
    "history", [(), (Beam(0, 1, 0),), (Beam(0, 1, 0), Beam(1, 6, 2)), (Beam(0, 4, 1), Beam(0, 9, 0))]
)
def test_parts_counted_are_parts_listed(variant: str, history: tuple[Beam, ...]) -> None:
    problem = make_problem(VARIANTS[variant])
    start = start_of(problem, history)
    for query in [(0, 12), (min(start.used, problem.variant.colours - 1), 2)]:
        children = Parts.of_set(problem, start.elements, start.used).of(*query)
        counts = part_counts(problem, start.elements, start.used, query, list(children))
        for row, (answer, codes) in enumerate(children.items()):
            below = start_of(problem, (*history, Beam(*query, answer)))
            listed = Parts.of_set(problem, below.elements, below.used)
            counted = Parts(problem, counts[row], below.used)
            assert np.array_equal(counted.table, listed.table)
            assert (counted.unit, counted.used) == (listed.unit, listed.used)
            assert sum(counted.of(0, 5).values()) == codes

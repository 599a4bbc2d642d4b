"""Strategies of least depth, against their definition, of whole games and after a beam."""

import pytest
from beams_games import TINY, compiled
from naive import beams as naive
from naive.beams_choosing import least_depth

from tafelwerk.rules.beams.board import VARIANTS, Variant, variant_of
from tafelwerk.rules.beams.history import Beam
from tafelwerk.solvers.beams.entropy.plan import start_of
from tafelwerk.solvers.beams.optimum.tree import walk
from tafelwerk.solvers.beams.rules.codes import list_codes
from tafelwerk.solvers.beams.rules.problem import make_problem
from tafelwerk.solvers.beams.weighted.shallowest import shallowest_choice, shallowest_tree


@pytest.mark.parametrize("variant", [TINY[1], variant_of("2x2c2"), variant_of("2x3c2")], ids=str)
def test_trees_by_definition(variant: Variant) -> None:
    problem = make_problem(variant)
    depth, total = least_depth(sorted(naive.codes(variant)), naive.lines(variant.shape))
    tree = shallowest_tree(problem)
    queries, wrong = walk(list_codes(variant), tree)
    assert (int(queries.max()), int((queries + wrong).sum())) == (depth, total)
    found = shallowest_choice(problem, problem.patterns, 0, 0)
    assert (found.queries, found.total) == (depth, total)
    assert (found.choice.colour, found.choice.diagonal) == (tree.colour[0], tree.diagonal[0])


@pytest.mark.parametrize("variant", [TINY[1], variant_of("2x3c2")], ids=str)
def test_choices_after_a_beam_by_definition(variant: Variant) -> None:
    problem, lines, listed = make_problem(variant), naive.lines(variant.shape), sorted(naive.codes(variant))
    met = 0
    for diagonal, line in enumerate(lines):
        others = [other for other in lines if other != line]
        for left in naive.split(listed, (0, diagonal), lines):
            if len(left) < 2:
                continue
            hits = sum(1 << place for place, field in enumerate(line) if left[0][field] == 0)
            begin = start_of(problem, (Beam(0, diagonal, hits),))
            found = shallowest_choice(problem, begin.elements, begin.used, begin.diagonals)
            assert (found.queries - 1, found.total) == least_depth(left, others)
            met += 1
    assert met > 5


@compiled
def test_3c6p() -> None:
    problem = make_problem(VARIANTS["3c6p"])
    queries, wrong = walk(list_codes(VARIANTS["3c6p"]), shallowest_tree(problem))
    assert (int(queries.max()), int(queries.sum()), int(wrong.sum())) == (5, 7350, 0)

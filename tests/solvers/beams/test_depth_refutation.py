"""Fewest queries at worst, against their definition: strategies that keep to a limit, and proofs that none does."""

import pytest
from beams_games import TINY
from marks import compiled
from naive import beams as naive
from naive.beams_choosing import least_depth

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import FEWEST_QUERIES, VARIANTS, Beam, Variant, variant_of
from tafelwerk.solvers.beams.analysis_shares import start_of
from tafelwerk.solvers.beams.codes_left import list_codes
from tafelwerk.solvers.beams.depth_refutation import LIMITS, make_hard_codes, outlasts_few, refute
from tafelwerk.solvers.beams.elements import factorial
from tafelwerk.solvers.beams.optimal_strategies import limited_tree, walk
from tafelwerk.solvers.beams.patterns import make_problem

SMALL = [*TINY[:2], variant_of("2x3c2-directions")]


@pytest.mark.parametrize("variant", SMALL, ids=str)
def test_both_sides_by_definition(variant: Variant) -> None:
    problem = make_problem(variant)
    depth, total = least_depth(sorted(naive.codes(variant)), naive.lines(variant.shape))
    for queries in range(1, depth + 3):
        assert refute(problem, queries) == (queries < depth)
        tree = limited_tree(problem, queries)
        assert (tree is None) == (queries < depth)
        if tree is not None:
            asked, wrong = walk(list_codes(variant), tree)
            assert asked.max() <= queries
            assert tree.total[0] == asked.sum() + wrong.sum() <= total


@pytest.mark.parametrize("variant", [TINY[0], variant_of("2x3c3-directions")], ids=str)
def test_some_codes_after_two_beams_by_definition(variant: Variant) -> None:
    problem, lines, listed = make_problem(variant), naive.lines(variant.shape), sorted(naive.codes(variant))
    hard = make_hard_codes(problem)
    proved = met = 0
    for first in range(3):
        for colour, second in ((0, first + 1), (1, first + 2)):
            others = [line for place, line in enumerate(lines) if place not in (first, second)]
            for one in naive.split(listed, (0, first), lines):
                for left in naive.split(one, (colour, second), lines):
                    beams = tuple(
                        Beam(c, d, sum(1 << place for place, field in enumerate(lines[d]) if left[0][field] == c))
                        for c, d in ((0, first), (colour, second))
                    )
                    start = start_of(problem, beams)
                    ways = int(factorial(variant.colours - start.used))
                    assert len(start.elements) * ways == len(left)
                    depth = least_depth(left, others)[0] if len(left) > 1 else 0
                    for queries in range(1, len(LIMITS)):
                        some = start.elements, 0, len(start.elements), start.used, start.diagonals, ways, queries
                        found = outlasts_few(hard, *some)
                        assert not found or queries < depth
                        proved += found
                        met += queries < depth
    assert 0 < proved == met


@compiled
def test_3c6p_takes_five() -> None:
    problem, fewest = make_problem(VARIANTS["3c6p"]), FEWEST_QUERIES["3c6p"]
    assert [refute(problem, queries) for queries in (2, 4, fewest)] == [True, True, False]
    assert limited_tree(problem, fewest - 1) is None
    tree = limited_tree(problem, fewest)
    assert tree is not None
    assert walk(list_codes(problem.variant), tree)[0].max() == fewest


@pytest.mark.slow
@compiled
def test_6c3p_takes_no_more_than_eleven() -> None:
    """Half of a theorem; the other half takes a quarter of an hour."""
    problem, fewest = make_problem(VARIANTS["6c3p"]), FEWEST_QUERIES["6c3p"]
    tree = limited_tree(problem, fewest)
    assert tree is not None
    asked, wrong = walk(list_codes(problem.variant), tree)
    assert (int(asked.max()), int(wrong.sum()), int(asked.sum() + wrong.sum())) == (fewest, 998, 1_706_291)


@compiled
def test_6c3p_takes_more_than_six() -> None:
    seen: list[int] = []
    known: dict[str, bool] = {}
    problem = make_problem(VARIANTS["6c3p"])
    assert refute(problem, 6, known, seen.append)
    assert len(seen) == len(known) == 30
    assert seen == sorted(seen)
    # what is known is not proved again
    assert refute(problem, 6, known, seen.append)
    assert len(seen) == 30
    # where the answers that leave most codes prove nothing, others are tried
    assert refute(problem, 6, dict.fromkeys(known, False), seen.append)
    assert len(seen) > 60


def test_windows_from_both_ends_are_refused() -> None:
    with pytest.raises(InputError, match="too long or too many"):
        refute(make_problem(variant_of("2x3c2")), 2)

"""The improved strategy of large variants: its totals and its parts."""

from fractions import Fraction

import pytest
from marks import compiled

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import variant_of
from tafelwerk.solvers.beams.analysis_shares import LARGEST, is_large, make_plan, share_ahead, start_of
from tafelwerk.solvers.beams.entropy_analysis import Start, analyse_ahead
from tafelwerk.solvers.beams.entropy_queries import Order
from tafelwerk.solvers.beams.lookahead_strategy import make_worth
from tafelwerk.solvers.beams.patterns import make_problem


def test_estimates_are_those_of_whole_numbers() -> None:
    """Of powers of two: n (1 + log2(n) / 3), in units of 1 / 3 / 2^16."""
    assert [int(make_worth(1 << 12)[1 << k]) for k in range(1, 13)] == [(1 << k) * (3 + k) << 16 for k in range(1, 13)]


@compiled
def test_parts_add_up() -> None:
    problem = make_problem(variant_of("6c3p"))
    costs: dict[tuple[int, int], int] = {}
    for part in range(1, 5):
        for cost, codes in share_ahead(problem, part, 4).items():
            costs[cost] = costs.get(cost, 0) + codes
    assert sum(costs.values()) == problem.codes
    leaves = make_plan(problem, Fraction(1), Order.COLOUR, LARGEST)
    alone = [analyse_ahead(problem, start_of(problem, leaf.history)) for leaf in leaves]
    totals = [sum((queries + wrong) * codes for (queries, wrong), codes in part.items()) for part in (costs, *alone)]
    assert totals[0] == sum(totals[1:]) < 1_721_663  # under H_1
    assert not any(is_large(problem, leaf.codes) for leaf in leaves)
    with pytest.raises(InputError, match="part must be 1 to 4, not 5"):
        share_ahead(problem, 5, 4)
    assert share_ahead(problem, 1, len(leaves))
    with pytest.raises(InputError, match="parts must be at most"):
        share_ahead(problem, 1, len(leaves) + 1)


def test_progress_counts_codes() -> None:
    """Followed as a whole, the total is near the optimum, which is 7334."""
    problem = make_problem(variant_of("3c6p"))
    reports: list[int] = []
    parts: list[dict[tuple[int, int], int]] = []
    whole = share_ahead(problem, 1, 1, parts, reports.append)
    costs = analyse_ahead(problem, Start(problem.patterns))
    assert sum((queries + wrong) * codes for (queries, wrong), codes in costs.items()) == 7342
    assert reports == sorted(reports)
    assert reports[-1] == sum(whole.values()) == problem.codes
    half, reports = parts[: len(parts) // 2], []
    assert share_ahead(problem, 1, 1, half, reports.append) == whole
    assert half == parts
    assert sum(map(sum, (costs.values() for costs in half[: len(parts) // 2]))) < reports[0]
    with pytest.raises(InputError, match="no code"):
        analyse_ahead(problem, Start(problem.patterns[:0]))

"""Costs of strategies of Beams, and their trees."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from tafelwerk.build.task import Checkpoint
from tafelwerk.families.beams.problems import problem_of
from tafelwerk.families.beams.rows import NO_TREE, Spent, TreeRows, queries_of
from tafelwerk.families.beams.rules.board import FEWEST_QUERIES
from tafelwerk.families.beams.rules.history import TOP_DEPTH, write_history
from tafelwerk.families.beams.rules.strategies import (
    CURVE_PARTS,
    MOST_TOGETHER,
    Approximate,
    Entropy,
    Improved,
    Strategy,
    Tie,
    has_top,
)
from tafelwerk.families.beams.tasks import WHOLE
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams.analysis_shares import Share, cells_of, share, shares, spread, start_of
from tafelwerk.solvers.beams.codes_left import list_codes
from tafelwerk.solvers.beams.entropy_analysis import analyse, analyse_all, analyse_mixed
from tafelwerk.solvers.beams.entropy_queries import Approximation, Measure, Order
from tafelwerk.solvers.beams.entropy_tree import Sets, finish_early, top
from tafelwerk.solvers.beams.lookahead_strategy import analyse_ahead, share_ahead
from tafelwerk.solvers.beams.optimal_strategies import Tree, improve, optimal, walk
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.weighted_trees import limited_tree, shallowest_tree

IMPROVED = (3, 300, 4)
"""Numbers of queries that the improved strategy tries: `width`, `below` and `inner` of `optimal.improve`."""


def whole_strategy(variant: str, strategy: Strategy) -> tuple[Spent, TreeRows]:
    """Costs of a strategy of a small variant, and its tree (empty for MIX)."""
    problem = problem_of(variant)
    if isinstance(strategy, Optimal | Improved):
        width, below, inner = IMPROVED
        if isinstance(strategy, Improved):
            tree = _shallow(problem) if strategy.shallowest else improve(problem, width, below=below, inner=inner)
        else:
            tree = shallowest_tree(problem) if strategy.shallowest else optimal(problem)
        # every code is played, independently of the search's own counts
        costs, codes = np.unique(np.stack(walk(list_codes(problem.variant), tree)), axis=1, return_counts=True)
        spent = {(int(q), int(w)): int(count) for q, w, count in zip(*costs, codes, strict=True)}
        return spent, TreeRows.of_tree(tree)
    if isinstance(strategy, Entropy) and strategy.tie == "mix":
        return analyse_mixed(problem, strategy.alpha)[0], NO_TREE
    found = analyse(problem, measure_of(strategy), Order(strategy.tie), record_depth=WHOLE)
    return found.spent, TreeRows.of_nodes(found.nodes)


def play_as_large(variant: str) -> None:
    """Compute strategies that are otherwise for larger variants, so that their kernels are compiled."""
    problem = problem_of(variant)
    analyse_ahead(problem, start_of(problem, ()))
    _shallow(problem)


def _shallow(problem: Problem) -> Tree:
    """Tree of the improved strategy that takes the fewest queries."""
    tree = limited_tree(problem, FEWEST_QUERIES[problem.variant.name])
    assert tree is not None, "a strategy was found before"
    return tree


def early_spent(variant: str, strategy: Strategy) -> tuple[tuple[int, int, Fraction], ...]:
    """Costs of a strategy of a small variant with early finishing: triples of queries, wrong fields and number of codes."""
    problem = problem_of(variant)
    if isinstance(strategy, Optimal):
        tree = optimal(problem, early=True)
        sets = Sets(
            tree.parent.astype(np.int64), tree.answer.astype(np.int64), queries_of(tree), tree.codes, tree.total
        )
    else:
        assert isinstance(strategy, Entropy | Approximate), "other strategies have no finish"
        sets = Sets.of_nodes(analyse(problem, measure_of(strategy), Order(strategy.tie), record_depth=WHOLE).nodes)
    return tuple((*cost, Fraction(codes)) for cost, codes in sorted(finish_early(problem, sets).spent.items()))


def top_of(variant: str, strategy: Entropy) -> TreeRows:
    """The top of an entropy strategy's tree of a large variant."""
    return TreeRows.of_top(list(top(problem_of(variant), strategy.alpha, Order(strategy.tie))))


def part_of(
    problem: Problem,
    strategy: Entropy | Approximate | Improved,
    part: int,
    parts: int,
    checkpoint: Checkpoint | None = None,
) -> tuple[Spent, dict[str, int]]:
    """Costs of a part of a large variant's codes under a strategy; and their costs at the nodes of its top, by history.

    A checkpoint saves the sets that are finished, under the improved strategy.
    """
    if isinstance(strategy, Improved):
        return _improved_part(problem, part, parts, checkpoint), {}
    order = None if strategy.tie == "mix" else Order(strategy.tie)
    found = share(problem, measure_of(strategy), order, part, parts, record_depth=TOP_DEPTH)
    return found.spent, _node_costs(found) if has_top(strategy) else {}


def _improved_part(problem: Problem, part: int, parts: int, checkpoint: Checkpoint | None) -> Spent:
    """Costs of a part of a large variant's codes under the improved strategy."""
    if checkpoint is None:
        return share_ahead(problem, part, parts)
    saved: Any = checkpoint.load() or []
    found = [{(queries, wrong): codes for queries, wrong, codes in costs} for costs in saved]

    def report(codes: int) -> None:
        state = [[(*cost, some) for cost, some in costs.items()] for costs in found]
        checkpoint.save(state, f"{codes:,} codes")

    return share_ahead(problem, part, parts, found, report)


def curve_parts_of(
    problem: Problem, tie: Tie, orders: Sequence[Alpha], group: int, groups: int
) -> list[tuple[Entropy, int, Spent, dict[str, int]]]:
    """Parts of the strategies on a curve, one of some groups: strategy, part, and what `part_of` returns.

    Args:
        problem: a large variant.
        tie: tie rule.
        orders: orders of the entropy.
        group: number of the group, from 1.
        groups: number of groups.
    """
    measures, order = tuple(orders), Order(tie)
    cells = cells_of(problem, measures, order, CURVE_PARTS, group, groups)
    found = shares(problem, measures, order, cells, CURVE_PARTS, record_depth=TOP_DEPTH)
    return [(Entropy(orders[cell.place], tie), cell.part, one.spent, _node_costs(one)) for cell, one in found.items()]


def _node_costs(found: Share) -> dict[str, int]:
    """Costs of the codes of a part at the nodes of the top, by history."""
    costs: dict[str, int] = {}
    for history, outcome in found.sets:
        for depth in range(min(len(history), TOP_DEPTH + 1)):
            above = write_history(history[:depth])
            costs[above] = costs.get(above, 0) + outcome.total
        for below, row in spread(outcome, history):
            if len(below) <= TOP_DEPTH and outcome.nodes.codes[row] > 1:
                costs[write_history(below)] = int(outcome.nodes.cost[row])
    return costs


def measure_of(strategy: Entropy | Approximate) -> Measure:
    """Measure that a strategy's query maximises."""
    return strategy.alpha if isinstance(strategy, Entropy) else Approximation(strategy.kind)


def curve_totals(variant: str, tie: Tie, orders: Sequence[Alpha]) -> list[tuple[Alpha, Fraction]]:
    """Totals of the entropy strategies of these different orders over all codes of a variant."""
    problem = problem_of(variant)
    if tie == "mix":
        mixed = ((alpha, analyse_mixed(problem, alpha)[0]) for alpha in orders)
        return [
            (alpha, Fraction(sum((queries + wrong) * codes for (queries, wrong), codes in spent.items())))
            for alpha, spent in mixed
        ]
    totals: list[tuple[Alpha, Fraction]] = []
    for begin in range(0, len(orders), MOST_TOGETHER):
        some = tuple(orders[begin : begin + MOST_TOGETHER])
        found = analyse_all(problem, some, Order(tie))
        totals += [(alpha, Fraction(outcome.total)) for alpha, outcome in zip(some, found, strict=True)]
    return totals

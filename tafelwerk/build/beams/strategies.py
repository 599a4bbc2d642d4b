"""What strategies of Beams cost and their trees: analyses, and the rows of the tables that hold them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from tafelwerk.build.beams.problems import problem_of
from tafelwerk.build.beams.rows import (
    NO_TREE,
    Columns,
    Spent,
    TreeRows,
    cost_columns,
    node_columns,
    node_cost_columns,
)
from tafelwerk.build.beams.tasks import WHOLE
from tafelwerk.rules.beams.board import BOUND_EXACT
from tafelwerk.rules.beams.history import TOP_DEPTH, write_history
from tafelwerk.rules.beams.strategies import Approximate, Entropy, Improved, Strategy, Tie
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.entropy import Alpha
from tafelwerk.solvers.beams.admissible import Approximation
from tafelwerk.solvers.beams.analysis import analyse, analyse_mixed
from tafelwerk.solvers.beams.choice import Order
from tafelwerk.solvers.beams.codes import list_codes
from tafelwerk.solvers.beams.lower_bound import lower_bound
from tafelwerk.solvers.beams.measure import Measure
from tafelwerk.solvers.beams.mixed_plan import mixed_share
from tafelwerk.solvers.beams.optimal import improve, optimal
from tafelwerk.solvers.beams.plan import share, spread
from tafelwerk.solvers.beams.problem import Problem
from tafelwerk.solvers.beams.top import top
from tafelwerk.solvers.beams.tree import walk
from tafelwerk.tables.builds.beams import has_top


class Tried(NamedTuple):
    """How many queries a strategy tries, see `optimal.improve`."""

    width: int
    below: int
    inner: int


IMPROVED = Tried(3, 300, 4)
"""What the improved strategy tries."""


def strategy_columns(variant: str, strategy: Strategy, depth: int) -> Mapping[str, Columns]:
    """A strategy of a small variant: what it costs, and its tree to a depth (none of MIX)."""
    spent, tree = whole_strategy(variant, strategy)
    return {
        "costs": cost_columns(variant, strategy, spent),
        "nodes": node_columns(variant, strategy, tree.to_depth(depth)),
    }


def top_columns(variant: str, strategy: Entropy) -> Columns:
    """The top of an entropy strategy's tree of a large variant."""
    found = top(problem_of(variant), strategy.alpha, Order(strategy.tie))
    return node_columns(variant, strategy, TreeRows.of_top(list(found)))


def part_columns(variant: str, strategy: Entropy | Approximate, part: int, parts: int) -> Mapping[str, Columns]:
    """A part of the analysis of a strategy of a large variant, and what its codes cost at the nodes of the top."""
    spent, costs = part_of(problem_of(variant), strategy, part, parts)
    return {
        "costs": cost_columns(variant, strategy, spent, part, parts),
        "node_costs": node_cost_columns(variant, strategy, costs, part, parts),
    }


def bound_columns(variant: str, above: int) -> Columns:
    """A total that no strategy of a small variant is below."""
    return {
        "variant": [variant],
        "above": above,
        "exact": BOUND_EXACT,
        "total": lower_bound(problem_of(variant), above, exact=BOUND_EXACT),
    }


def whole_strategy(variant: str, strategy: Strategy) -> tuple[Spent, TreeRows]:
    """What a strategy of a small variant costs, and its tree (none of MIX)."""
    problem = problem_of(variant)
    if isinstance(strategy, Optimal | Improved):
        tree = (
            optimal(problem)
            if isinstance(strategy, Optimal)
            else improve(problem, IMPROVED.width, below=IMPROVED.below, inner=IMPROVED.inner)
        )
        # every code is played: what the search counted is not relied on
        costs, codes = np.unique(np.stack(walk(list_codes(problem.variant), tree)), axis=1, return_counts=True)
        spent = {(int(q), int(w)): int(count) for q, w, count in zip(*costs, codes, strict=True)}
        return spent, TreeRows.of_tree(tree)
    if isinstance(strategy, Entropy) and strategy.tie == "mix":
        return analyse_mixed(problem, strategy.alpha)[0], NO_TREE
    found = analyse(problem, measure_of(strategy), Order(strategy.tie), record_depth=WHOLE)
    return found.spent, TreeRows.of_nodes(found.nodes)


def part_of(problem: Problem, strategy: Entropy | Approximate, part: int, parts: int) -> tuple[Spent, dict[str, int]]:
    """What a part of a large variant's codes costs under a strategy; and at the nodes of its top, by history, if it has one."""
    costs: dict[str, int] = {}
    if isinstance(strategy, Entropy) and strategy.tie == "mix":
        return mixed_share(problem, strategy.alpha, part, parts), costs
    found = share(problem, measure_of(strategy), Order(strategy.tie), part, parts, record_depth=TOP_DEPTH)
    for history, outcome in found.sets if has_top(strategy) else ():
        for depth in range(min(len(history), TOP_DEPTH + 1)):
            above = write_history(history[:depth])
            costs[above] = costs.get(above, 0) + outcome.total
        for below, row in spread(outcome, history):
            if len(below) <= TOP_DEPTH and outcome.nodes.codes[row] > 1:
                costs[write_history(below)] = int(outcome.nodes.cost[row])
    return found.spent, costs


def measure_of(strategy: Entropy | Approximate) -> Measure:
    """What is greatest of the query that a strategy asks."""
    return strategy.alpha if isinstance(strategy, Entropy) else Approximation(strategy.kind)


def curve_totals(variant: str, tie: Tie, orders: Sequence[Alpha]) -> list[tuple[Alpha, Fraction]]:
    """What the entropy strategies of these orders cost over all codes of a small variant."""
    problem = problem_of(variant)
    totals = []
    for alpha in orders:
        spent: Spent = analyse_mixed(problem, alpha)[0] if tie == "mix" else analyse(problem, alpha, Order(tie)).spent
        total = Fraction(sum((queries + wrong) * codes for (queries, wrong), codes in spent.items()))
        totals.append((alpha, total))
    return totals

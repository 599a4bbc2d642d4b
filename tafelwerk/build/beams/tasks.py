"""The tasks of Beams: each makes rows of some of its tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple, TypeGuard

import numpy as np

from tafelwerk.build.beams.problems import problem_of
from tafelwerk.build.beams.rows import (
    NO_TREE,
    Columns,
    Spent,
    TreeRows,
    cost_columns,
    curve_columns,
    node_columns,
    node_cost_columns,
)
from tafelwerk.solvers.beams.admissible import Approximation
from tafelwerk.solvers.beams.analysis import analyse, analyse_mixed
from tafelwerk.solvers.beams.board import VARIANTS, make_board
from tafelwerk.solvers.beams.choice import Order
from tafelwerk.solvers.beams.codes import bitsets, list_codes
from tafelwerk.solvers.beams.history import answer_text, write_history
from tafelwerk.solvers.beams.lower_bound import lower_bound
from tafelwerk.solvers.beams.measure import Measure
from tafelwerk.solvers.beams.mixed_plan import mixed_share
from tafelwerk.solvers.beams.optimal import improve, optimal
from tafelwerk.solvers.beams.pieces import shapes
from tafelwerk.solvers.beams.plan import share, spread
from tafelwerk.solvers.beams.problem import Problem
from tafelwerk.solvers.beams.top import DEPTH, top
from tafelwerk.solvers.beams.tree import walk
from tafelwerk.solvers.core.entropy import Alpha
from tafelwerk.tables.beams import LISTED, Approximate, Entropy, Improved, Optimal, Point, Strategy, Tie

PATTERNS = {"3c6p": 310, "6c3p": 311, "6c6p": 4_234_462}
"""How many patterns there are, about: for estimates of work alone."""

PATTERN_OPERATIONS = 200.0
"""Estimated work of a pattern found."""

SHAPE_OPERATIONS = {"3c6p": 1e6, "6c3p": 1e6, "6c6p": 1e6, "6c10p": 5e8}
"""Estimated work of counting pieces up to translation."""

MOST_COLOURS = 6

MIXED_TIES = 1000
"""How many times as much work MIX is under H_0 as under H_1, at least."""

TOP_OPERATIONS = 3000.0
"""Estimated work a pattern of a tree's top."""


class Tried(NamedTuple):
    """How many queries a strategy tries, see `optimal.improve`."""

    width: int
    below: int
    inner: int


IMPROVED = Tried(3, 300, 4)
"""What the improved strategy tries."""

BOUND_EXACT = 16
"""Codes of the sets that a lower bound solves exactly."""

WHOLE = 1 << 8
"""Queries that no tree comes to."""


@dataclass(frozen=True, slots=True)
class VariantTables:
    """What a variant is: its numbers, pieces and patterns, and of small ones the codes that give each answer."""

    tables: ClassVar[tuple[str, ...]] = ("variants", "pieces", "patterns", "answers")
    variant: str

    def run(self) -> Mapping[str, Columns]:
        rules = VARIANTS[self.variant]
        board = make_board(rules.side)
        problem = problem_of(self.variant) if self.variant in PATTERNS else None
        masks = np.zeros(0, np.uint64) if problem is None else problem.pieces.astype(np.uint64)
        patterns = np.zeros((0, MOST_COLOURS), np.uint16) if problem is None else problem.patterns
        pieces = {
            f"piece_{place + 1}": patterns[:, place] if place < rules.colours else [None] * len(patterns)
            for place in range(MOST_COLOURS)
        }
        return {
            "variants": {
                "variant": [self.variant],
                "colours": np.array([rules.colours], np.uint8),
                "size": np.array([rules.size], np.uint8),
                "fields": np.array([len(board.fields)], np.uint8),
                "diagonals": np.array([len(board.diagonals)], np.uint8),
                "shapes": np.array([shapes(rules.size, rules.side)], np.uint32),
                "placed": [problem and len(problem.pieces)],
                "patterns": [problem and len(problem.patterns)],
                "codes": [problem and problem.codes],
            },
            "pieces": {
                "variant": [self.variant] * len(masks),
                "piece": np.arange(len(masks), dtype=np.uint16),
                "fields": masks,
            },
            "patterns": {
                "variant": [self.variant] * len(patterns),
                "pattern": np.arange(len(patterns), dtype=np.uint32),
                **pieces,
            },
            "answers": self._answers(),
        }

    def _answers(self) -> Columns:
        found = list(bitsets(list_codes(VARIANTS[self.variant]))) if self.variant in LISTED else []
        beams = [beam for beam, _ in found]
        return {
            "variant": [self.variant] * len(found),
            "colour": np.array([beam.colour + 1 for beam in beams], np.uint8),
            "diagonal": np.array([beam.diagonal + 1 for beam in beams], np.uint8),
            "hits": [answer_text(beam.hits) for beam in beams],
            "codes": [bits.tobytes() for _, bits in found],
        }

    def operations(self) -> float:
        found = SHAPE_OPERATIONS[self.variant] + PATTERN_OPERATIONS * PATTERNS.get(self.variant, 0)
        return found + (5e7 if self.variant in LISTED else 0)

    def expected_rows(self) -> int:
        return PATTERNS.get(self.variant, 0) + 1000


@dataclass(frozen=True, slots=True)
class StrategyTables:
    """A strategy of a small variant: what it costs, and its tree (none of MIX)."""

    tables: ClassVar[tuple[str, ...]] = ("costs", "nodes")
    variant: str
    strategy: Strategy

    def run(self) -> Mapping[str, Columns]:
        spent, tree = whole_strategy(self.variant, self.strategy)
        return {
            "costs": cost_columns(self.variant, self.strategy, spent, 1, 1),
            "nodes": node_columns(self.variant, self.strategy, tree),
        }

    def operations(self) -> float:
        return strategy_operations(self.variant, self.strategy)

    def expected_rows(self) -> int:
        return 50 if self.strategy.tie == "mix" else PATTERNS[self.variant] * (3 if self.variant == "3c6p" else 400)


@dataclass(frozen=True, slots=True)
class StrategyTop:
    """The top of an entropy strategy's tree of a large variant."""

    table: ClassVar[str] = "nodes"
    variant: str
    strategy: Entropy

    def run(self) -> Columns:
        found = top(problem_of(self.variant), self.strategy.alpha, Order(self.strategy.tie))
        return node_columns(self.variant, self.strategy, TreeRows.of_top(list(found)))

    def operations(self) -> float:
        return TOP_OPERATIONS * PATTERNS[self.variant]

    def expected_rows(self) -> int:
        return 40_000


@dataclass(frozen=True, slots=True)
class StrategyPart:
    """A part of the analysis of a strategy of a large variant, and what its codes cost at the nodes of the top."""

    tables: ClassVar[tuple[str, ...]] = ("costs", "node_costs")
    variant: str
    strategy: Entropy | Approximate
    part: int
    parts: int

    def run(self) -> Mapping[str, Columns]:
        spent, costs = part_of(problem_of(self.variant), self.strategy, self.part, self.parts)
        return {
            "costs": cost_columns(self.variant, self.strategy, spent, self.part, self.parts),
            "node_costs": node_cost_columns(self.variant, self.strategy, costs, self.part, self.parts),
        }

    def operations(self) -> float:
        return strategy_operations(self.variant, self.strategy) / self.parts

    def expected_rows(self) -> int:
        return 40_000 // self.parts + 60


@dataclass(frozen=True, slots=True)
class CurvePoints:
    """What entropy strategies of a small variant cost."""

    table: ClassVar[str] = "curves"
    variant: str
    tie: Tie
    orders: tuple[Alpha, ...]

    def run(self) -> Columns:
        return curve_columns(self.variant, self.tie, curve_points(self.variant, self.tie, self.orders))

    def operations(self) -> float:
        return sum(point_operations(self.variant, self.tie, alpha) for alpha in self.orders)

    def expected_rows(self) -> int:
        return len(self.orders)


@dataclass(frozen=True, slots=True)
class LowerBound:
    """A total that no strategy of a small variant is below."""

    table: ClassVar[str] = "bounds"
    variant: str
    above: int

    def run(self) -> Columns:
        return {
            "variant": [self.variant],
            "above": np.array([self.above], np.uint32),
            "exact": np.array([BOUND_EXACT], np.uint8),
            "total": np.array([lower_bound(problem_of(self.variant), self.above, exact=BOUND_EXACT)], np.uint64),
        }

    def operations(self) -> float:
        # about so much from 300 to 1000 codes
        return 3e8 if self.variant == "3c6p" else 1.7e9 * (1000 / self.above) ** 2.5

    def expected_rows(self) -> int:
        return 1


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
    found = share(problem, measure_of(strategy), Order(strategy.tie), part, parts, record_depth=DEPTH)
    for history, outcome in found.sets if has_top(strategy) else ():
        for depth in range(min(len(history), DEPTH + 1)):
            above = write_history(history[:depth])
            costs[above] = costs.get(above, 0) + outcome.total
        for below, row in spread(outcome, history):
            if len(below) <= DEPTH and outcome.nodes.codes[row] > 1:
                costs[write_history(below)] = int(outcome.nodes.cost[row])
    return found.spent, costs


def has_top(strategy: Strategy) -> TypeGuard[Entropy]:
    """Whether a strategy's tree of a large variant has a top that is stored: it asks one query, by its entropy."""
    return isinstance(strategy, Entropy) and strategy.tie != "mix"


def measure_of(strategy: Entropy | Approximate) -> Measure:
    """What is greatest of the query that a strategy asks."""
    return strategy.alpha if isinstance(strategy, Entropy) else Approximation(strategy.kind)


def curve_points(variant: str, tie: Tie, orders: Sequence[Alpha]) -> list[Point]:
    """What the entropy strategies of these orders cost on a small variant."""
    problem = problem_of(variant)
    points = []
    for alpha in orders:
        spent: Spent = analyse_mixed(problem, alpha)[0] if tie == "mix" else analyse(problem, alpha, Order(tie)).spent
        total = Fraction(sum((queries + wrong) * codes for (queries, wrong), codes in spent.items()))
        points.append(Point(alpha, total, problem.codes))
    return points


def strategy_operations(variant: str, strategy: Strategy) -> float:
    """Estimated work of a strategy's analysis."""
    if isinstance(strategy, Optimal):
        return 1e8
    if isinstance(strategy, Improved):
        return 1.2e10
    if isinstance(strategy, Entropy) and strategy.tie == "mix":
        return mixed_operations(variant, strategy.alpha)
    return {"3c6p": 1e7, "6c3p": 2.5e8, "6c6p": 6e11}[variant]


def mixed_operations(variant: str, alpha: Alpha) -> float:
    """Estimated work of MIX: where the number of answers or the largest part decides nearly every query ties."""
    ties = MIXED_TIES if alpha == 0 else MIXED_TIES / 50 if alpha is None else 1
    return {"3c6p": 3e7, "6c3p": 1e9 * ties, "6c6p": 8e11 * ties}[variant]


def point_operations(variant: str, tie: Tie, alpha: Alpha) -> float:
    """Estimated work of a point of a curve."""
    return mixed_operations(variant, alpha) if tie == "mix" else {"3c6p": 1.5e7, "6c3p": 1e8}[variant]

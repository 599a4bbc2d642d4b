"""The tasks of Beams: each makes rows of some of its tables.

Tasks and their estimates are plain Python; solvers are imported when a task runs.
`SPEED` is the number of a task's operations per second on one core, measured on an AMD EPYC at 2.6 GHz with compiled kernels.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tafelwerk.build.task import Checkpoint, Resumable
from tafelwerk.errors import TafelwerkError
from tafelwerk.families.beams.estimates import (
    TOP_OPERATIONS,
    choosing_operations,
    patterns_of,
    points_operations,
    query_bound_operations,
    strategy_operations,
    together_operations,
    variant_operations,
)
from tafelwerk.families.beams.rules.board import BOUND_EXACT, is_analysed
from tafelwerk.families.beams.rules.strategies import CURVE_PARTS, Approximate, Entropy, Improved, Strategy, Tie
from tafelwerk.rules.entropy import Alpha

Columns = Mapping[str, Any]

WHOLE = 1 << 8
"""A depth that no tree reaches."""


@dataclass(frozen=True, slots=True)
class VariantTables:
    """A variant's counts, pieces and patterns, and for small variants the codes that give each answer."""

    tables: ClassVar[tuple[str, ...]] = ("variants", "pieces", "patterns", "answers")
    SPEED: ClassVar[float] = 1e9
    variant: str

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.families.beams import rows

        return rows.variant_columns(self.variant)

    def operations(self) -> float:
        return variant_operations(self.variant)

    def expected_rows(self) -> int:
        return 1000 + (patterns_of(self.variant) if is_analysed(self.variant) else 0)


@dataclass(frozen=True, slots=True)
class StrategyTables:
    """A strategy of a small variant: its costs, and its tree (empty for MIX) to a depth."""

    tables: ClassVar[tuple[str, ...]] = ("costs", "nodes")
    SPEED: ClassVar[float] = 8.5e8
    variant: str
    strategy: Strategy
    depth: int = WHOLE

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.families.beams import rows, strategies

        spent, tree = strategies.whole_strategy(self.variant, self.strategy)
        costs = rows.cost_columns(self.variant, self.strategy, spent)
        return {"costs": costs, "nodes": rows.node_columns(self.variant, self.strategy, tree.to_depth(self.depth))}

    def operations(self) -> float:
        return strategy_operations(self.variant, self.strategy)

    def expected_rows(self) -> int:
        whole = patterns_of(self.variant) * (3 if self.variant == "3c6p" else 400)
        return 50 if self.strategy.tie == "mix" else whole if self.depth == WHOLE else 1000


@dataclass(frozen=True, slots=True)
class StrategyTop:
    """The top of an entropy strategy's tree of a large variant."""

    table: ClassVar[str] = "nodes"
    SPEED: ClassVar[float] = 8e8
    variant: str
    strategy: Entropy

    def run(self) -> Columns:
        from tafelwerk.families.beams import rows, strategies

        return rows.node_columns(self.variant, self.strategy, strategies.top_of(self.variant, self.strategy))

    def operations(self) -> float:
        return TOP_OPERATIONS * patterns_of(self.variant)

    def expected_rows(self) -> int:
        return 40_000


@dataclass(frozen=True, slots=True)
class StrategyPart(Resumable):
    """A part of the analysis of a strategy of a large variant, and the cost of its codes at the nodes of its top, if any."""

    tables: ClassVar[tuple[str, ...]] = ("costs", "node_costs")
    SPEED: ClassVar[float] = 7.2e8
    variant: str
    strategy: Entropy | Approximate | Improved
    part: int
    parts: int

    def resume(self, checkpoint: Checkpoint | None) -> Mapping[str, Columns]:
        """As `run`; under the improved strategy after the last set that was finished."""
        from tafelwerk.families.beams import problems, rows, strategies

        division = self.part, self.parts
        spent, costs = strategies.part_of(problems.problem_of(self.variant), self.strategy, *division, checkpoint)
        return {
            "costs": rows.cost_columns(self.variant, self.strategy, spent, *division),
            "node_costs": rows.node_cost_columns(self.variant, self.strategy, costs, *division),
        }

    def operations(self) -> float:
        return strategy_operations(self.variant, self.strategy) / self.parts

    def expected_rows(self) -> int:
        return 60 + (0 if isinstance(self.strategy, Improved) else 40_000 // self.parts)


@dataclass(frozen=True, slots=True)
class CurveParts:
    """Parts of the strategies on a curve of a large variant: those of one of some groups, which have many sets in common."""

    tables: ClassVar[tuple[str, ...]] = ("costs", "node_costs")
    SPEED: ClassVar[float] = 7.2e8
    variant: str
    tie: Tie
    orders: tuple[Alpha, ...]
    group: int
    groups: int

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.families.beams import problems, rows, strategies

        problem = problems.problem_of(self.variant)
        found = strategies.curve_parts_of(problem, self.tie, self.orders, self.group, self.groups)
        costs, nodes = [], []
        for strategy, part, spent, by_history in found:
            costs.append(rows.cost_columns(self.variant, strategy, spent, part, CURVE_PARTS))
            nodes.append(rows.node_cost_columns(self.variant, strategy, by_history, part, CURVE_PARTS))
        return {"costs": rows.joined(costs), "node_costs": rows.joined(nodes)}

    def operations(self) -> float:
        return together_operations(self.variant, self.tie, self.orders) / self.groups

    def expected_rows(self) -> int:
        return len(self.orders) * (40_000 + 30 * CURVE_PARTS) // self.groups


@dataclass(frozen=True, slots=True)
class CurvePoints:
    """Totals of entropy strategies of a small variant."""

    table: ClassVar[str] = "curves"
    SPEED: ClassVar[float] = 5e8
    variant: str
    tie: Tie
    orders: tuple[Alpha, ...]

    def run(self) -> Columns:
        from tafelwerk.families.beams import rows, strategies

        totals = strategies.curve_totals(self.variant, self.tie, self.orders)
        return rows.curve_columns(self.variant, self.tie, totals)

    def operations(self) -> float:
        return points_operations(self.variant, self.tie, self.orders)

    def expected_rows(self) -> int:
        return len(self.orders)


@dataclass(frozen=True, slots=True)
class LowerBound:
    """A lower bound of the total of every strategy of a small variant."""

    table: ClassVar[str] = "bounds"
    SPEED: ClassVar[float] = 7e8
    variant: str
    above: int

    def run(self) -> Columns:
        from tafelwerk.families.beams.problems import problem_of
        from tafelwerk.solvers.beams.optimal_strategies import lower_bound

        total = lower_bound(problem_of(self.variant), self.above, exact=BOUND_EXACT)
        return {"variant": [self.variant], "above": self.above, "exact": BOUND_EXACT, "total": total}

    def operations(self) -> float:
        # measured from 300 to 1000 codes
        return 2e7 if self.variant == "3c6p" else 1.7e9 * (1000 / self.above) ** 2.5

    def expected_rows(self) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class QueryBound(Resumable):
    """The proof that every strategy takes more than a number of queries for some code."""

    table: ClassVar[str] = "query_bounds"
    SPEED: ClassVar[float] = 1e9
    variant: str
    queries: int

    def resume(self, checkpoint: Checkpoint | None) -> Columns:
        """As `run`, after the last set that was proved as a whole.

        Raises:
            TafelwerkError: the proof failed.
        """
        from tafelwerk.families.beams.problems import problem_of
        from tafelwerk.solvers.beams.depth_refutation import Known, refute

        saved: Any = checkpoint.load() if checkpoint is not None else None
        known: Known = dict(saved["known"]) if saved else {}
        before = int(saved["sets"]) if saved else 0

        def report(sets: int) -> None:
            if checkpoint is not None:
                checkpoint.save({"known": known, "sets": before + sets}, f"{before + sets:,} sets of codes")

        if not refute(problem_of(self.variant), self.queries, known, report):
            raise TafelwerkError(f"Beams {self.variant}: it was not proved that {self.queries} queries are not enough")
        return {"variant": [self.variant], "queries": self.queries}

    def operations(self) -> float:
        return query_bound_operations(self.variant, self.queries)

    def expected_rows(self) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class AdversaryTables:
    """The game in which the codemaker chooses, too: its value and optimal mixtures of both sides."""

    tables: ClassVar[tuple[str, ...]] = ("adversaries", "adversary_codes", "adversary_trees", "adversary_nodes")
    SPEED: ClassVar[float] = 1e9
    variant: str

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.build.choosing import adversary_columns
        from tafelwerk.families.beams.choosing import solve
        from tafelwerk.families.beams.problems import problem_of

        return adversary_columns("beams", "variant", self.variant, solve(problem_of(self.variant)))

    def operations(self) -> float:
        return choosing_operations(self.variant)

    def expected_rows(self) -> int:
        return 50 * patterns_of(self.variant)

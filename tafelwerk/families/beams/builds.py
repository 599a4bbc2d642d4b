"""What can be built for Beams: tasks, kinds of builds, the standard set and the other sets. `commands.build` builds all of them.

Each task makes rows of some of its tables. Tasks and their estimates are plain Python; solvers are imported when a task runs.
`SPEED` is the number of a task's operations per second on one core, measured on an AMD EPYC at 2.6 GHz with compiled kernels.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from tafelwerk.build.kind import Kind
from tafelwerk.build.task import Checkpoint, Resumable, Task
from tafelwerk.errors import InputError, TafelwerkError
from tafelwerk.families.beams import estimates, rules
from tafelwerk.families.beams.parameters import Above, Queries, StoredVariant, Strategy, TieRule
from tafelwerk.rules.deduction import Alpha, Optimal, order_name
from tafelwerk.tables.metadata import Evidence

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
        return estimates.variant_operations(self.variant)

    def expected_rows(self) -> int:
        return 1000 + (estimates.patterns_of(self.variant) if rules.is_analysed(self.variant) else 0)


@dataclass(frozen=True, slots=True)
class StrategyTables:
    """A strategy of a small variant: its costs, and its tree (empty for MIX) to a depth."""

    tables: ClassVar[tuple[str, ...]] = ("costs", "nodes")
    SPEED: ClassVar[float] = 8.5e8
    variant: str
    strategy: Strategy
    depth: int = WHOLE

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.families.beams import rows

        spent, tree = rows.whole_strategy(self.variant, self.strategy)
        costs = rows.cost_columns(self.variant, self.strategy, spent)
        return {"costs": costs, "nodes": rows.node_columns(self.variant, self.strategy, tree.to_depth(self.depth))}

    def operations(self) -> float:
        return estimates.strategy_operations(self.variant, self.strategy)

    def expected_rows(self) -> int:
        nodes = estimates.patterns_of(self.variant) * (3 if self.variant == "3c6p" else 400)
        return 50 if self.strategy.tie == "mix" else nodes if self.depth == WHOLE else 1000


@dataclass(frozen=True, slots=True)
class StrategyTop:
    """The top of an entropy strategy's tree of a large variant."""

    table: ClassVar[str] = "nodes"
    SPEED: ClassVar[float] = 8e8
    variant: str
    strategy: rules.Entropy

    def run(self) -> Columns:
        from tafelwerk.families.beams import rows

        return rows.node_columns(self.variant, self.strategy, rows.top_of(self.variant, self.strategy))

    def operations(self) -> float:
        return estimates.TOP_OPERATIONS * estimates.patterns_of(self.variant)

    def expected_rows(self) -> int:
        return 40_000


@dataclass(frozen=True, slots=True)
class StrategyPart(Resumable):
    """A part of the analysis of a strategy of a large variant, and the cost of its codes at the nodes of its top, if any."""

    tables: ClassVar[tuple[str, ...]] = ("costs", "node_costs")
    SPEED: ClassVar[float] = 7.2e8
    variant: str
    strategy: rules.Entropy | rules.Approximate | rules.Improved
    part: int
    parts: int

    def resume(self, checkpoint: Checkpoint | None) -> Mapping[str, Columns]:
        """As `run`; under the improved strategy after the last set that was finished."""
        from tafelwerk.families.beams import hidden_codes, rows

        division = self.part, self.parts
        spent, costs = rows.part_of(hidden_codes.problem_of(self.variant), self.strategy, *division, checkpoint)
        return {
            "costs": rows.cost_columns(self.variant, self.strategy, spent, *division),
            "node_costs": rows.node_cost_columns(self.variant, self.strategy, costs, *division),
        }

    def operations(self) -> float:
        return estimates.strategy_operations(self.variant, self.strategy) / self.parts

    def expected_rows(self) -> int:
        return 60 + (0 if isinstance(self.strategy, rules.Improved) else 40_000 // self.parts)


@dataclass(frozen=True, slots=True)
class CurveParts:
    """Some parts of a strategy on a curve of a large variant.

    Attributes:
        first, last: numbers of the parts, from 1.
    """

    tables: ClassVar[tuple[str, ...]] = ("costs", "node_costs")
    SPEED: ClassVar[float] = 7.2e8
    variant: str
    strategy: rules.Entropy
    first: int
    last: int

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.families.beams import hidden_codes, rows

        problem = hidden_codes.problem_of(self.variant)
        costs, nodes = [], []
        for part in range(self.first, self.last + 1):
            spent, by_history = rows.part_of(problem, self.strategy, part, rules.CURVE_PARTS)
            costs.append(rows.cost_columns(self.variant, self.strategy, spent, part, rules.CURVE_PARTS))
            nodes.append(rows.node_cost_columns(self.variant, self.strategy, by_history, part, rules.CURVE_PARTS))
        return {"costs": rows.join_columns(costs), "node_costs": rows.join_columns(nodes)}

    def operations(self) -> float:
        share = (self.last - self.first + 1) / rules.CURVE_PARTS
        return share * estimates.strategy_operations(self.variant, self.strategy)

    def expected_rows(self) -> int:
        return (self.last - self.first + 1) * (40_000 // rules.CURVE_PARTS + 30)


@dataclass(frozen=True, slots=True)
class CurvePoints:
    """Totals of entropy strategies of a small variant."""

    table: ClassVar[str] = "curves"
    SPEED: ClassVar[float] = 5e8
    variant: str
    tie: rules.Tie
    orders: tuple[Alpha, ...]

    def run(self) -> Columns:
        from tafelwerk.families.beams import rows

        totals = rows.curve_totals(self.variant, self.tie, self.orders)
        return rows.curve_columns(self.variant, self.tie, totals)

    def operations(self) -> float:
        return estimates.points_operations(self.variant, self.tie, self.orders)

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
        from tafelwerk.families.beams.hidden_codes import problem_of
        from tafelwerk.solvers.beams.optimal_strategies import lower_bound

        total = lower_bound(problem_of(self.variant), self.above, exact=rules.BOUND_EXACT)
        return {"variant": [self.variant], "above": self.above, "exact": rules.BOUND_EXACT, "total": total}

    def operations(self) -> float:
        # measured from 300 to 1000 codes
        return 2e7 if self.variant == "3c6p" else 1.7e9 * (1000 / self.above) ** 2.5

    def expected_rows(self) -> int:
        return 1


@dataclass(frozen=True, slots=True)
class QueryBound:
    """The proof that every strategy takes more than a number of queries for some code, by trying all strategies."""

    table: ClassVar[str] = "query_bounds"
    SPEED: ClassVar[float] = 1e9
    variant: str
    queries: int

    def run(self) -> Columns:
        from tafelwerk.families.beams.hidden_codes import problem_of
        from tafelwerk.solvers.beams.optimal_strategies import are_enough

        if are_enough(problem_of(self.variant), self.queries):
            raise TafelwerkError(f"Beams {self.variant}: {self.queries} queries are enough")
        return {"variant": [self.variant], "queries": self.queries}

    def operations(self) -> float:
        return estimates.QUERY_BOUND_OPERATIONS

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
        from tafelwerk.families.beams.hidden_codes import problem_of
        from tafelwerk.families.beams.rows import solve_adversary

        return adversary_columns("beams", "variant", self.variant, solve_adversary(problem_of(self.variant)))

    def operations(self) -> float:
        return estimates.choosing_operations(self.variant)

    def expected_rows(self) -> int:
        return 50 * estimates.patterns_of(self.variant)


TABLE_ALPHAS = (Fraction(0), Fraction(1), Fraction(2), None)
"""The orders of entropy of tables 4.8 and 4.10; None is infinity."""

MOST_LARGE_POINTS = 200
"""Largest number of points of a curve of a large variant."""

POINTS_PER_TASK = 8
"""Points of a curve per task."""

PARTS_PER_TASK = 32
"""Parts of a strategy on a curve of a large variant per task."""

COARSE_BOUND, SHARP_BOUNDS = 1000, (450, 300)
"""Lower bounds search sets of more codes than this with every query: the standard set's bound, and those of the full set."""

COARSE_CURVE = (Fraction(0), Fraction(5, 2), Fraction(1, 4))
"""Orders of the standard set's curves of 6c3p: first, last and step."""

MOST_PARTS = 10_000
"""Largest number of parts of a strategy."""


class VariantBuild(Kind, kind=""):
    """A variant: its counts, pieces and patterns, and for small variants all answers."""

    variant: StoredVariant

    def check(self) -> None:
        if self.variant not in rules.STORED:
            raise InputError(
                f"--variant {self.variant} is computed on demand and not stored; take {', '.join(rules.STORED)}"
            )

    @property
    def evidence(self) -> Evidence:
        # the proof does not recount billions of patterns
        return "single" if self.variant.startswith("square36") else "recomputed"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"variant": self.variant}

    def make_tasks(self) -> Iterator[VariantTables]:
        yield VariantTables(self.variant)

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk beams counts --variant {self.variant}",)


class AdversaryBuild(Kind, kind=""):
    """The game in which the codemaker chooses, too."""

    variant: StoredVariant

    evidence = "recomputed"

    def check(self) -> None:
        estimates.check_choosing(self.variant)

    @property
    def name(self) -> str:
        return f"{super().name} --adversary"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"variant": self.variant, "codemaker": "optimal"}

    def make_tasks(self) -> Iterator[AdversaryTables]:
        yield AdversaryTables(self.variant)

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk beams adversary --variant {self.variant}",)


class BoundBuild(Kind, kind=""):
    """A lower bound of the total of every strategy of a small variant; searches sets of more than N codes with every query."""

    variant: StoredVariant
    above: Above

    evidence = "recomputed"

    def check(self) -> None:
        if self.variant not in rules.LISTED:
            raise InputError(
                f"--bound is for {' and '.join(rules.LISTED)}, not for {self.variant}: it has too many codes"
            )

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"variant": self.variant, "bound": self.above}

    def make_tasks(self) -> Iterator[LowerBound]:
        yield LowerBound(self.variant, self.above)

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk beams summary --variant {self.variant}",)


class QueryBoundBuild(Kind, kind=""):
    """The proof that every strategy takes more than Q queries for some code."""

    variant: StoredVariant
    queries: Queries

    def check(self) -> None:
        fewest = rules.FEWEST_QUERIES.get(self.variant)
        if fewest is None:
            raise InputError(f"--more-than is for {' and '.join(rules.FEWEST_QUERIES)}, not for {self.variant}")
        if self.queries >= fewest:
            raise InputError(
                f"--more-than must be 1 to {fewest - 1} for {self.variant}, where {fewest} queries are enough, "
                f"not {self.queries:,}"
            )

    @property
    def evidence(self) -> Evidence:
        # `verify` repeats the search where all strategies can be tried
        return "recomputed" if self.variant in rules.SOLVED else "single"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"variant": self.variant, "more_than": self.queries}

    def make_tasks(self) -> Iterator[Task]:
        if self.variant not in rules.SOLVED:
            raise InputError(
                f"the proof for {self.variant} is a program of its own, in the folder research/eleven_queries of the source "
                f"distribution: python -m research.eleven_queries --more-than {self.queries}"
            )
        yield QueryBound(self.variant, self.queries)

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk beams bound --variant {self.variant}",)


class StrategyBuild(Kind, kind=""):
    """A strategy of a variant, all parts together."""

    variant: StoredVariant
    strategy: Strategy

    def check(self) -> None:
        estimates.check_strategy(self.variant, self.strategy)

    @property
    def evidence(self) -> Evidence:
        # the proof does not play every code of a large variant
        return _evidence(self.variant, self.strategy) if rules.is_listed(self.variant) else "single"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"variant": self.variant, "strategy": self.strategy.name, "tie": self.strategy.tie}

    def make_tasks(self) -> Iterator[Task]:
        if rules.is_listed(self.variant):
            yield StrategyTables(self.variant, self.strategy)
            return
        assert not isinstance(self.strategy, Optimal)
        if rules.has_top(self.strategy):
            yield StrategyTop(self.variant, self.strategy)
        yield from (StrategyPart(self.variant, self.strategy, part, rules.PARTS) for part in range(1, rules.PARTS + 1))

    def try_next(self) -> tuple[str, ...]:
        options = f"--variant {self.variant} {self.strategy.options}"
        return f"tafelwerk beams summary {options}", f"tafelwerk beams next {options}"


class TopBuild(StrategyBuild, kind=""):
    """The top of a strategy's tree; for a small variant with its costs."""

    def check(self) -> None:
        super().check()
        if self.strategy.tie == "mix" or not (rules.is_listed(self.variant) or rules.has_top(self.strategy)):
            raise InputError(
                f"--top is for entropy strategies that break ties by an order, not for {self.strategy.title}"
            )

    @property
    def name(self) -> str:
        return f"{super().name} --top"

    @property
    def evidence(self) -> Evidence:
        return _evidence(self.variant, self.strategy)

    @property
    def covered_by(self) -> tuple[str, ...]:
        return (StrategyBuild(self.variant, self.strategy).digest,)

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {**super().parameters, "top": rules.TOP_DEPTH}

    def make_tasks(self) -> Iterator[Task]:
        if rules.is_listed(self.variant):
            yield StrategyTables(self.variant, self.strategy, rules.TOP_DEPTH)
        else:
            assert isinstance(self.strategy, rules.Entropy)
            yield StrategyTop(self.variant, self.strategy)

    def try_next(self) -> tuple[str, ...]:
        return super().try_next()[1:]


class PartBuild(StrategyBuild, kind=""):
    """A part of a strategy of a large variant.

    Attributes:
        curves: digests of curves in the book that have this strategy.
    """

    part: int
    parts: int
    curves: tuple[str, ...] = ()

    def check(self) -> None:
        super().check()
        if rules.is_listed(self.variant):
            raise InputError(f"--part is for large variants; {self.variant} is built as a whole, without --part")
        if not 1 <= self.parts <= MOST_PARTS or not 1 <= self.part <= self.parts:
            raise InputError(
                f"--part must be I/N with I from 1 to N and N at most {MOST_PARTS:,}, not {self.part}/{self.parts}"
            )

    @property
    def name(self) -> str:
        return f"{super().name} --part {self.part}/{self.parts}"

    @property
    def covered_by(self) -> tuple[str, ...]:
        digests = (StrategyBuild(self.variant, self.strategy).digest,) if self.parts == rules.PARTS else ()
        return (*digests, *self.curves)

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {**super().parameters, "part": self.part, "parts": self.parts}

    def make_tasks(self) -> Iterator[StrategyPart]:
        assert not isinstance(self.strategy, Optimal)
        yield StrategyPart(self.variant, self.strategy, self.part, self.parts)


def _evidence(variant: str, strategy: Strategy) -> Evidence:
    """How a strategy's tree and its costs are known."""
    # the proof does not replay MIX of six colours, where most queries tie
    if (variant, strategy.tie) == ("6c3p", "mix"):
        return "single"
    # the tree is stored, and the proof walks it
    return "certificate" if isinstance(strategy, rules.Improved) else "recomputed"


class CurveBuild(Kind, kind=""):
    """The costs of entropy strategies by order of the entropy; of a large variant perhaps without those that the book has.

    Attributes:
        orders: the orders, ascending; None is infinity.
        without: orders whose strategies are left out.
    """

    variant: StoredVariant
    tie: TieRule
    orders: tuple[Alpha, ...]
    without: tuple[Alpha, ...] = ()

    def check(self) -> None:
        for alpha in self.orders:
            estimates.check_strategy(self.variant, rules.Entropy(alpha, self.tie))

    @property
    def name(self) -> str:
        return f"beams --variant {self.variant} {rules.curve_options(self.tie, self.orders)}"

    @property
    def evidence(self) -> Evidence:
        # the proof replays neither large variants nor MIX of six colours, where most queries tie
        return (
            "recomputed" if rules.is_listed(self.variant) and (self.variant, self.tie) != ("6c3p", "mix") else "single"
        )

    @property
    def parameters(self) -> Mapping[str, Any]:
        left_out = {"without": [order_name(alpha) for alpha in self.without]} if self.without else {}
        curve = [order_name(alpha) for alpha in self.orders]
        return {"variant": self.variant, "tie": self.tie, "curve": curve, **left_out}

    def make_tasks(self) -> Iterator[Task]:
        if rules.is_listed(self.variant):
            size = 1 if (self.variant, self.tie) == ("6c3p", "mix") else POINTS_PER_TASK
            for begin in range(0, len(self.orders), size):
                yield CurvePoints(self.variant, self.tie, self.orders[begin : begin + size])
            return
        for alpha in self.orders:
            for first in range(1, rules.CURVE_PARTS + 1, PARTS_PER_TASK) if alpha not in self.without else ():
                last = min(first + PARTS_PER_TASK - 1, rules.CURVE_PARTS)
                yield CurveParts(self.variant, rules.Entropy(alpha, self.tie), first, last)

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk beams curve --variant {self.variant} --tie {self.tie}",)


def strategy_builds(
    variant: str, strategy: Strategy, *, held: Mapping[str, Mapping[str, object]] | None = None
) -> Iterator[StrategyBuild]:
    """Builds of a strategy of a variant; for a large variant one build per part, so that finished parts are kept.

    Args:
        variant: the variant.
        strategy: the strategy.
        held: parameters of the builds in the book, by digest; a curve of a large variant covers the parts of its strategies.

    Raises:
        InputError: as `estimates.check_strategy`.
    """
    if rules.is_listed(variant):
        yield StrategyBuild(variant, strategy)
        return
    if rules.has_top(strategy):
        yield TopBuild(variant, strategy)
    curves = tuple(digest for digest, parameters in (held or {}).items() if _is_on_curve(variant, strategy, parameters))
    yield from part_builds(variant, strategy, curves)


def _is_on_curve(variant: str, strategy: Strategy, parameters: Mapping[str, Any]) -> bool:
    """Whether a build of a large variant is a curve that has a strategy."""
    names = set(parameters.get("curve", ())).difference(parameters.get("without", ()))
    return (parameters["variant"], parameters.get("tie")) == (variant, strategy.tie) and strategy.name in names


def part_builds(variant: str, strategy: Strategy, curves: tuple[str, ...] = ()) -> Iterator[PartBuild]:
    """Builds of a strategy of a large variant, one per part, without the top of its tree.

    Raises:
        InputError: as of `PartBuild`.
    """
    yield from (PartBuild(variant, strategy, part, rules.PARTS, curves) for part in range(1, rules.PARTS + 1))


def curve_builds(
    variant: str,
    tie: rules.Tie,
    first: Fraction | None = None,
    last: Fraction | None = None,
    step: Fraction | None = None,
    *,
    held: Collection[str] = (),
) -> Iterator[CurveBuild | PartBuild]:
    """Builds of the costs of entropy strategies by order of the entropy; of MIX of a large variant one build per part and order.

    Args:
        variant: the variant.
        tie: tie rule.
        first, last, step: as for `curve_orders`.
        held: digests of the builds in the book; of a large variant, strategies whose parts are all there are left out.

    Raises:
        InputError: as `curve_orders` and `estimates.check_strategy`.
    """
    orders = rules.curve_orders(first, last, step)
    if not rules.is_listed(variant) and len(orders) > MOST_LARGE_POINTS:
        raise InputError(f"--step must make at most {MOST_LARGE_POINTS} points for {variant}, not {len(orders):,}")
    curve = CurveBuild(variant, tie, orders)
    if rules.is_listed(variant):
        yield curve
        return
    if tie == "mix":
        for alpha in orders:
            yield from part_builds(variant, rules.Entropy(alpha, tie))
        return
    parted = {alpha: list(part_builds(variant, rules.Entropy(alpha, tie))) for alpha in orders if held}
    known = tuple(alpha for alpha, parts in parted.items() if all(part.is_held(held) for part in parts))
    if not known or curve.is_held(held):
        yield curve
    elif len(known) < len(orders):
        yield replace(curve, without=known)
    else:
        for parts in parted.values():
            yield from parts


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    strategies: tuple[Strategy, ...] = (Optimal(), *(rules.Entropy(Fraction(1), tie) for tie in rules.TIES))
    builds: list[Kind] = [VariantBuild("3c6p"), *(StrategyBuild("3c6p", strategy) for strategy in strategies)]
    builds.append(QueryBoundBuild("3c6p", rules.FEWEST_QUERIES["3c6p"] - 1))
    return *(task.run for build in builds for task in build.tasks), _play_as_large


def _play_as_large() -> None:
    from tafelwerk.families.beams.rows import play_as_large

    play_as_large("3c6p")


def quick() -> Iterator[Kind]:
    """The smallest useful set."""
    yield VariantBuild("3c6p")
    yield StrategyBuild("3c6p", rules.Entropy(Fraction(1)))


def standard() -> Iterator[Kind]:
    """All variants; every strategy of 3c6p; strategies of 6c3p that break ties by an order, and a bound; approximations and
    curves of both; the top of H_1 of 6c6p."""
    for variant in rules.STORED:
        yield VariantBuild(variant)
    yield BoundBuild("6c3p", COARSE_BOUND)
    yield TopBuild("6c6p", rules.Entropy(Fraction(1)))
    yield StrategyBuild("3c6p", Optimal())
    for alpha in TABLE_ALPHAS:
        for tie in rules.TIES:
            yield StrategyBuild("3c6p", rules.Entropy(alpha, tie))
            if tie != "mix":
                yield StrategyBuild("6c3p", rules.Entropy(alpha, tie))
    for kind in rules.APPROXIMATIONS:
        yield StrategyBuild("3c6p", rules.Approximate(kind))
        yield StrategyBuild("3c6p", rules.Approximate(kind, "lex-d"))
        yield StrategyBuild("6c3p", rules.Approximate(kind))
    for tie in rules.TIES:
        yield from curve_builds("3c6p", tie)
        if tie != "mix":
            yield from curve_builds("6c3p", tie, *COARSE_CURVE)


def full() -> Iterator[Kind]:
    """The standard set; 3c6p with a codemaker who chooses, with the fewest queries at worst, at any total and at the least one,
    and with as many codes as possible within each smaller number; the proof that one query less is not enough. For 6c3p also the
    improved strategies, sharper bounds, whole curves and MIX; H_1 of hex30; for 6c6p all codes under the strategies of table 4.10
    that break ties by an order."""
    yield from standard()
    yield AdversaryBuild("3c6p")
    limits = (Optimal(within=queries) for queries in range(1, rules.FEWEST_QUERIES["3c6p"]))
    for aim in (Optimal(shallowest=True), Optimal(least_depth=True), *limits):
        yield StrategyBuild("3c6p", aim)
    yield from strategy_builds("hex30", rules.Entropy(Fraction(1)))
    yield QueryBoundBuild("3c6p", rules.FEWEST_QUERIES["3c6p"] - 1)
    yield StrategyBuild("6c3p", rules.Improved())
    yield StrategyBuild("6c3p", rules.Improved(shallowest=True))
    for above in SHARP_BOUNDS:
        yield BoundBuild("6c3p", above)
    for tie in rules.TIES:
        if tie != "mix":
            yield from curve_builds("6c3p", tie)
    for alpha in TABLE_ALPHAS:
        if alpha != 0:
            yield StrategyBuild("6c3p", rules.Entropy(alpha, "mix"))
    for alpha in TABLE_ALPHAS:
        for tie in rules.TIES:
            if tie != "mix":
                yield from strategy_builds("6c6p", rules.Entropy(alpha, tie))


def pocket() -> Iterator[Kind]:
    """Builds of the pocket book: all variants but 6c6p and hex30, strategies of 3c6p, the top of H_1 of 6c3p and a bound."""
    for variant in rules.STORED:
        if variant not in ("6c6p", "hex30"):
            yield VariantBuild(variant)
    yield StrategyBuild("3c6p", Optimal())
    for alpha in TABLE_ALPHAS:
        for tie in rules.TIES:
            yield StrategyBuild("3c6p", rules.Entropy(alpha, tie))
    yield TopBuild("6c3p", rules.Entropy(Fraction(1)))
    yield BoundBuild("6c3p", SHARP_BOUNDS[0])
    yield from curve_builds("3c6p", "lex-c")

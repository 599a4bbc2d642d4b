"""What can be built for Beams: a variant, a strategy or a part of it, a curve, a bound; the standard set and the other sets.

One command builds all of them, see `commands.build`.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tafelwerk.build.kind import Kind
from tafelwerk.build.task import Task
from tafelwerk.errors import InputError
from tafelwerk.families.beams import limits
from tafelwerk.families.beams.parameters import Above, Queries, StoredVariant, Strategy, TieRule
from tafelwerk.families.beams.rules.board import FEWEST_QUERIES, LISTED, SOLVED, STORED, is_listed
from tafelwerk.families.beams.rules.history import TOP_DEPTH
from tafelwerk.families.beams.rules.strategies import (
    APPROXIMATIONS,
    CURVE_TASKS,
    MOST_TOGETHER,
    PARTS,
    TIES,
    Approximate,
    Entropy,
    Improved,
    Tie,
    curve_options,
    curve_orders,
    has_top,
)
from tafelwerk.families.beams.tasks import (
    AdversaryTables,
    CurveParts,
    CurvePoints,
    LowerBound,
    QueryBound,
    StrategyPart,
    StrategyTables,
    StrategyTop,
    VariantTables,
)
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.entropy import Alpha, order_name
from tafelwerk.tables.builds import Evidence

TABLE_ALPHAS = (Fraction(0), Fraction(1), Fraction(2), None)
"""The orders of entropy of tables 4.8 and 4.10; None is infinity."""

MOST_LARGE_POINTS = 200
"""Largest number of points of a curve of a large variant."""

POINTS_PER_TASK = 8
"""Points of a curve per task."""

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
        if self.variant not in STORED:
            raise InputError(f"--variant {self.variant} is computed on demand and not stored; take {', '.join(STORED)}")

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
        limits.check_choosing(self.variant)

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
        if self.variant not in LISTED:
            raise InputError(f"--bound is for {' and '.join(LISTED)}, not for {self.variant}: it has too many codes")

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
        fewest = FEWEST_QUERIES.get(self.variant)
        if fewest is None:
            raise InputError(f"--more-than is for {' and '.join(FEWEST_QUERIES)}, not for {self.variant}")
        if self.queries >= fewest:
            raise InputError(
                f"--more-than must be 1 to {fewest - 1} for {self.variant}, where {fewest} queries are enough, "
                f"not {self.queries:,}"
            )

    @property
    def evidence(self) -> Evidence:
        # the proof repeats the search where all strategies can be tried
        return "recomputed" if self.variant in SOLVED else "single"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"variant": self.variant, "more_than": self.queries}

    def make_tasks(self) -> Iterator[QueryBound]:
        yield QueryBound(self.variant, self.queries)

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk beams bound --variant {self.variant}",)


class StrategyBuild(Kind, kind=""):
    """A strategy of a variant, all parts together."""

    variant: StoredVariant
    strategy: Strategy

    def check(self) -> None:
        limits.check_strategy(self.variant, self.strategy)

    @property
    def evidence(self) -> Evidence:
        # the proof does not play every code of a large variant
        return _evidence(self.variant, self.strategy) if is_listed(self.variant) else "single"

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"variant": self.variant, "strategy": self.strategy.name, "tie": self.strategy.tie}

    def make_tasks(self) -> Iterator[Task]:
        if is_listed(self.variant):
            yield StrategyTables(self.variant, self.strategy)
            return
        assert not isinstance(self.strategy, Optimal)
        if has_top(self.strategy):
            yield StrategyTop(self.variant, self.strategy)
        yield from (StrategyPart(self.variant, self.strategy, part, PARTS) for part in range(1, PARTS + 1))

    def try_next(self) -> tuple[str, ...]:
        asked = f"--variant {self.variant} {self.strategy.options}"
        return f"tafelwerk beams summary {asked}", f"tafelwerk beams next {asked}"


class TopBuild(StrategyBuild, kind=""):
    """The top of a strategy's tree; for a small variant with its costs."""

    def check(self) -> None:
        super().check()
        if self.strategy.tie == "mix" or not (is_listed(self.variant) or has_top(self.strategy)):
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
        return {**super().parameters, "top": TOP_DEPTH}

    def make_tasks(self) -> Iterator[Task]:
        if is_listed(self.variant):
            yield StrategyTables(self.variant, self.strategy, TOP_DEPTH)
        else:
            assert isinstance(self.strategy, Entropy)
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
        if is_listed(self.variant):
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
        whole = (StrategyBuild(self.variant, self.strategy).digest,) if self.parts == PARTS else ()
        return (*whole, *self.curves)

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
    return "certificate" if isinstance(strategy, Improved) else "recomputed"


class CurveBuild(Kind, kind=""):
    """The costs of entropy strategies by order of the entropy; of a large variant, where they are followed together, perhaps
    without those that the book has.

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
            limits.check_strategy(self.variant, Entropy(alpha, self.tie))

    @property
    def name(self) -> str:
        return f"beams --variant {self.variant} {curve_options(self.tie, self.orders)}"

    @property
    def evidence(self) -> Evidence:
        # the proof replays neither large variants nor MIX of six colours, where most queries tie
        return "recomputed" if is_listed(self.variant) and (self.variant, self.tie) != ("6c3p", "mix") else "single"

    @property
    def parameters(self) -> Mapping[str, Any]:
        left_out = {"without": [order_name(alpha) for alpha in self.without]} if self.without else {}
        curve = [order_name(alpha) for alpha in self.orders]
        return {"variant": self.variant, "tie": self.tie, "curve": curve, **left_out}

    def make_tasks(self) -> Iterator[Task]:
        if is_listed(self.variant):
            size = 1 if (self.variant, self.tie) == ("6c3p", "mix") else POINTS_PER_TASK
            for begin in range(0, len(self.orders), size):
                yield CurvePoints(self.variant, self.tie, self.orders[begin : begin + size])
            return
        left = [alpha for alpha in self.orders if alpha not in self.without]
        for begin in range(0, len(left), MOST_TOGETHER):
            chunk = tuple(left[begin : begin + MOST_TOGETHER])
            for group in range(1, CURVE_TASKS + 1):
                yield CurveParts(self.variant, self.tie, chunk, group, CURVE_TASKS)

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
        InputError: as `limits.check_strategy`.
    """
    if is_listed(variant):
        yield StrategyBuild(variant, strategy)
        return
    if has_top(strategy):
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
    yield from (PartBuild(variant, strategy, part, PARTS, curves) for part in range(1, PARTS + 1))


def curve_builds(
    variant: str,
    tie: Tie,
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
        InputError: as `curve_orders` and `limits.check_strategy`.
    """
    orders = curve_orders(first, last, step)
    if not is_listed(variant) and len(orders) > MOST_LARGE_POINTS:
        raise InputError(f"--step must make at most {MOST_LARGE_POINTS} points for {variant}, not {len(orders):,}")
    whole = CurveBuild(variant, tie, orders)
    if is_listed(variant):
        yield whole
        return
    if tie == "mix":
        for alpha in orders:
            yield from part_builds(variant, Entropy(alpha, tie))
        return
    parted = {alpha: list(part_builds(variant, Entropy(alpha, tie))) for alpha in orders if held}
    known = tuple(alpha for alpha, parts in parted.items() if all(part.is_held(held) for part in parts))
    if not known or whole.is_held(held):
        yield whole
    elif len(known) < len(orders):
        yield replace(whole, without=known)
    else:
        for parts in parted.values():
            yield from parts


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    strategies: tuple[Strategy, ...] = (Optimal(), *(Entropy(Fraction(1), tie) for tie in TIES))
    builds: list[Kind] = [VariantBuild("3c6p"), *(StrategyBuild("3c6p", strategy) for strategy in strategies)]
    builds.append(QueryBoundBuild("3c6p", FEWEST_QUERIES["3c6p"] - 1))
    return *(task.run for build in builds for task in build.tasks), _play_as_large


def _play_as_large() -> None:
    from tafelwerk.families.beams.strategies import play_as_large

    play_as_large("3c6p")


def quick() -> Iterator[Kind]:
    """The smallest useful set."""
    yield VariantBuild("3c6p")
    yield StrategyBuild("3c6p", Entropy(Fraction(1)))


def standard() -> Iterator[Kind]:
    """All variants; every strategy of 3c6p; strategies of 6c3p that break ties by an order, and a bound; approximations and
    curves of both; the top of H_1 of 6c6p."""
    for variant in STORED:
        yield VariantBuild(variant)
    yield BoundBuild("6c3p", COARSE_BOUND)
    yield TopBuild("6c6p", Entropy(Fraction(1)))
    yield StrategyBuild("3c6p", Optimal())
    for alpha in TABLE_ALPHAS:
        for tie in TIES:
            yield StrategyBuild("3c6p", Entropy(alpha, tie))
            if tie != "mix":
                yield StrategyBuild("6c3p", Entropy(alpha, tie))
    for kind in APPROXIMATIONS:
        yield StrategyBuild("3c6p", Approximate(kind))
        yield StrategyBuild("3c6p", Approximate(kind, "lex-d"))
        yield StrategyBuild("6c3p", Approximate(kind))
    for tie in TIES:
        yield from curve_builds("3c6p", tie)
        if tie != "mix":
            yield from curve_builds("6c3p", tie, *COARSE_CURVE)


def full() -> Iterator[Kind]:
    """The standard set; 3c6p with a codemaker who chooses, and with the fewest queries at worst; the proofs that one query less
    is not enough. For 6c3p also the improved strategies, sharper bounds, whole curves and MIX; H_1 of hex30; for 6c6p all codes
    under the strategies of table 4.10 that break ties by an order."""
    yield from standard()
    yield AdversaryBuild("3c6p")
    yield StrategyBuild("3c6p", Optimal(shallowest=True))
    yield from strategy_builds("hex30", Entropy(Fraction(1)))
    for variant, fewest in FEWEST_QUERIES.items():
        yield QueryBoundBuild(variant, fewest - 1)
    yield StrategyBuild("6c3p", Improved())
    yield StrategyBuild("6c3p", Improved(shallowest=True))
    for above in SHARP_BOUNDS:
        yield BoundBuild("6c3p", above)
    for tie in TIES:
        if tie != "mix":
            yield from curve_builds("6c3p", tie)
    for alpha in TABLE_ALPHAS:
        if alpha != 0:
            yield StrategyBuild("6c3p", Entropy(alpha, "mix"))
    for alpha in TABLE_ALPHAS:
        for tie in TIES:
            if tie != "mix":
                yield from strategy_builds("6c6p", Entropy(alpha, tie))


def pocket() -> Iterator[Kind]:
    """Builds of the pocket book: all variants but 6c6p and hex30, strategies of 3c6p, the top of H_1 of 6c3p and a bound."""
    for variant in STORED:
        if variant not in ("6c6p", "hex30"):
            yield VariantBuild(variant)
    yield StrategyBuild("3c6p", Optimal())
    for alpha in TABLE_ALPHAS:
        for tie in TIES:
            yield StrategyBuild("3c6p", Entropy(alpha, tie))
    yield TopBuild("6c3p", Entropy(Fraction(1)))
    yield BoundBuild("6c3p", SHARP_BOUNDS[0])
    yield from curve_builds("3c6p", "lex-c")

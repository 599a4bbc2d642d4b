"""Builds of Beams: a variant, a strategy or a part of one, a curve, a bound; the standard set and the other sets."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tafelwerk.build.beams.estimates import MOST_CHOSEN, MOST_OPTIMAL, codes_of
from tafelwerk.build.beams.tasks import (
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
from tafelwerk.build.task import Build, DescribedBuild, Task
from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import (
    ANALYSED,
    FAMILY,
    FEWEST_QUERIES,
    LISTED,
    MOST_ABOVE,
    SOLVED,
    STORED,
    is_analysed,
    is_listed,
)
from tafelwerk.rules.beams.history import TOP_DEPTH
from tafelwerk.rules.beams.strategies import (
    APPROXIMATIONS,
    CURVE_TASKS,
    IMPROVED,
    IMPROVED_SHALLOWEST,
    MOST_TOGETHER,
    PARTS,
    TIES,
    Approximate,
    Entropy,
    Improved,
    Strategy,
    Tie,
    curve_orders,
)
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.entropy import MOST_CODES, Alpha, check_order, order_name
from tafelwerk.tables.builds.beams import has_top

MOST_PARTS = 10_000
"""Largest number of parts of a strategy."""

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


def check_strategy(variant: str, strategy: Strategy) -> None:
    """Refuse strategies that cannot be analysed.

    Raises:
        InputError: the strategy is out of reach for this variant, or the variant is too large for any analysis.
    """
    if not is_analysed(variant):
        raise InputError(
            f"--variant {variant} has too many codes to analyse; take {', '.join(ANALYSED)}, or a small board of squares, such "
            "as --board 4x4 --colors 4"
        )
    instead = "h1 or another entropy strategy"
    if isinstance(strategy, Optimal) and not has_optimum(variant):
        instead = "improved" if variant in IMPROVED else instead
        raise InputError(
            f"--strategy optimal is for 3c6p and boards of squares with few codes only, not for {variant}; "
            f"take {instead}"
        )
    if strategy == Optimal(shallowest=True) and not _is_weighed(variant):
        raise InputError(
            f"--shallowest is for {', '.join(SOLVED)} and boards of squares with at most {MOST_CHOSEN:,} codes, not for {variant}"
        )
    if (
        isinstance(strategy, Improved)
        and strategy.shallowest
        and variant in IMPROVED
        and variant not in IMPROVED_SHALLOWEST
    ):
        raise InputError(
            f"--shallowest with improved is for {', '.join(IMPROVED_SHALLOWEST)}, not for {variant}; leave it out"
        )
    if isinstance(strategy, Improved) and variant not in IMPROVED:
        instead = "optimal, which is better" if variant == "3c6p" else instead
        raise InputError(f"--strategy improved is for {', '.join(IMPROVED)}, not for {variant}; take {instead}")
    if isinstance(strategy, Entropy):
        check_order(strategy.alpha, MOST_CODES)


def has_optimum(variant: str) -> bool:
    """Whether the optimal strategy of a variant can be computed."""
    return variant in SOLVED or (variant not in STORED and is_listed(variant) and codes_of(variant) <= MOST_OPTIMAL)


def check_early(variant: str, strategy: Strategy) -> None:
    """Refuse strategies that have no version with early finishing.

    Raises:
        InputError: the variant's codes are not listed, or the strategy has no deterministic tree.
    """
    if not is_listed(variant):
        raise InputError(
            f"--finish early is for variants with few codes: {', '.join(LISTED)} and small boards of squares, not for {variant}"
        )
    if strategy.tie == "mix" or isinstance(strategy, Improved) or strategy == Optimal(shallowest=True):
        raise InputError(
            f"--finish early is for optimal, and for strategies that break ties by an order, not for {strategy.title}; "
            "take a strategy such as h1 with --tie lex-c or lex-d"
        )


def _is_weighed(variant: str) -> bool:
    """Whether the search with weights and limits is feasible for a variant."""
    return variant in SOLVED or (variant not in STORED and is_listed(variant) and codes_of(variant) <= MOST_CHOSEN)


def check_choosing(variant: str) -> None:
    """Refuse variants that cannot be solved with a codemaker who chooses.

    Raises:
        InputError: the variant has too many codes.
    """
    if not _is_weighed(variant):
        raise InputError(
            f"the codemaker's choice is computed for {', '.join(SOLVED)} and boards of squares with at most {MOST_CHOSEN:,} "
            f"codes, such as --board 3x3 --colors 3, not for {variant}"
        )


def adversary_build(variant: str) -> Build:
    """Build of the game in which the codemaker chooses, too.

    Raises:
        InputError: as `check_choosing`.
    """
    check_choosing(variant)
    return DescribedBuild.of(FAMILY, {"variant": variant, "codemaker": "optimal"}, (AdversaryTables(variant),))


def variant_build(variant: str) -> Build:
    """Build of a variant: its counts, pieces and patterns, and for small variants all answers."""
    return DescribedBuild.of(FAMILY, {"variant": variant}, (VariantTables(variant),))


def strategy_build(variant: str, strategy: Strategy) -> Build:
    """Build of a strategy of a variant, all parts together.

    Raises:
        InputError: as `check_strategy`.
    """
    if is_listed(variant):
        return _strategy_build(variant, strategy, StrategyTables(variant, strategy))
    check_strategy(variant, strategy)
    assert not isinstance(strategy, Optimal)
    top = [StrategyTop(variant, strategy)] if has_top(strategy) else []
    return _strategy_build(
        variant, strategy, *top, *(StrategyPart(variant, strategy, part, PARTS) for part in range(1, PARTS + 1))
    )


def top_build(variant: str, strategy: Strategy) -> Build:
    """Build of the top of a strategy's tree; for a small variant with its costs.

    Raises:
        InputError: the strategy has no tree; and as `check_strategy`.
    """
    whole = strategy_build(variant, strategy)
    if strategy.tie == "mix" or (not is_listed(variant) and not has_top(strategy)):
        raise InputError(f"--top is for entropy strategies that break ties by an order, not for {strategy.title}")
    task: Task = StrategyTables(variant, strategy, TOP_DEPTH)
    if not is_listed(variant):
        assert isinstance(strategy, Entropy)
        task = StrategyTop(variant, strategy)
    return _strategy_build(variant, strategy, task, top=TOP_DEPTH, covered_by=(whole.digest,))


def part_build(variant: str, strategy: Strategy, part: int, parts: int) -> DescribedBuild:
    """Build of a part of a strategy of a large variant.

    Raises:
        InputError: there is no such part, or the variant is small; and as `check_strategy`.
    """
    whole = strategy_build(variant, strategy)
    if is_listed(variant) or isinstance(strategy, Optimal):
        raise InputError(f"--part is for large variants; {variant} is built as a whole, without --part")
    if not 1 <= parts <= MOST_PARTS or not 1 <= part <= parts:
        raise InputError(f"--part must be I/N with I from 1 to N and N at most {MOST_PARTS:,}, not {part}/{parts}")
    covered_by = (whole.digest,) if parts == PARTS else ()
    task = StrategyPart(variant, strategy, part, parts)
    return _strategy_build(variant, strategy, task, part=part, parts=parts, covered_by=covered_by)


def _strategy_build(
    variant: str, strategy: Strategy, *tasks: Task, covered_by: tuple[str, ...] = (), **more: int
) -> DescribedBuild:
    check_strategy(variant, strategy)
    key = {"variant": variant, "strategy": strategy.name, "tie": strategy.tie}
    return DescribedBuild.of(FAMILY, {**key, **more}, tasks, covered_by)


def strategy_builds(
    variant: str, strategy: Strategy, *, held: Mapping[str, Mapping[str, object]] | None = None
) -> Iterator[Build]:
    """Builds of a strategy of a variant; for a large variant one build per part, so that finished parts are kept.

    Args:
        variant: the variant.
        strategy: the strategy.
        held: parameters of the builds in the book, by digest; a curve of a large variant covers the parts of its strategies.

    Raises:
        InputError: as `check_strategy`.
    """
    if is_listed(variant):
        yield strategy_build(variant, strategy)
        return
    if has_top(strategy):
        yield top_build(variant, strategy)
    curves = tuple(digest for digest, parameters in (held or {}).items() if _is_on_curve(variant, strategy, parameters))
    for build in part_builds(variant, strategy):
        yield replace(build, covered_by=(*build.covered_by, *curves))


def _is_on_curve(variant: str, strategy: Strategy, parameters: Mapping[str, Any]) -> bool:
    """Whether a build of a large variant is a curve that has a strategy."""
    names = set(parameters.get("curve", ())).difference(parameters.get("without", ()))
    return (parameters["variant"], parameters.get("tie")) == (variant, strategy.tie) and strategy.name in names


def part_builds(variant: str, strategy: Strategy) -> Iterator[DescribedBuild]:
    """Builds of a strategy of a large variant, one per part, without the top of its tree.

    Raises:
        InputError: as `part_build`.
    """
    yield from (part_build(variant, strategy, part, PARTS) for part in range(1, PARTS + 1))


def bound_build(variant: str, above: int) -> Build:
    """Build of a lower bound of the total of every strategy of a small variant.

    Raises:
        InputError: the variant is large, or `above` is out of range.
    """
    if not is_listed(variant):
        raise InputError(f"--bound is for {' and '.join(LISTED)}, not for {variant}: it has too many codes")
    if not 1 <= above <= MOST_ABOVE:
        raise InputError(f"--bound must be 1 to {MOST_ABOVE:,} codes, not {above:,}")
    return DescribedBuild.of(FAMILY, {"variant": variant, "bound": above}, (LowerBound(variant, above),))


def query_bound_build(variant: str, queries: int) -> Build:
    """Build of the proof that every strategy takes more than some queries for some code.

    Raises:
        InputError: the variant's fewest queries are not known, or no fewer than these.
    """
    fewest = FEWEST_QUERIES.get(variant)
    if fewest is None:
        raise InputError(f"--more-than is for {' and '.join(FEWEST_QUERIES)}, not for {variant}")
    if not 1 <= queries < fewest:
        raise InputError(
            f"--more-than must be 1 to {fewest - 1} for {variant}, where {fewest} queries are enough, not {queries:,}"
        )
    return DescribedBuild.of(FAMILY, {"variant": variant, "more_than": queries}, (QueryBound(variant, queries),))


def curve_builds(
    variant: str,
    tie: Tie,
    first: Fraction | None = None,
    last: Fraction | None = None,
    step: Fraction | None = None,
    *,
    held: Collection[str] = (),
) -> Iterator[Build]:
    """Builds of the costs of entropy strategies by order of the entropy; of MIX of a large variant one build per part and order.

    Args:
        variant: the variant.
        tie: tie rule.
        first, last, step: as for `curve_orders`.
        held: digests of the builds in the book; of a large variant, strategies whose parts are all there are left out.

    Raises:
        InputError: as `curve_orders` and `check_strategy`.
    """
    orders = curve_orders(first, last, step)
    if not is_listed(variant) and len(orders) > MOST_LARGE_POINTS:
        raise InputError(f"--step must make at most {MOST_LARGE_POINTS} points for {variant}, not {len(orders):,}")
    for alpha in orders:
        check_strategy(variant, Entropy(alpha, tie))
    if not is_listed(variant) and tie == "mix":
        for alpha in orders:
            yield from part_builds(variant, Entropy(alpha, tie))
        return
    if not is_listed(variant):
        whole = _together_build(variant, tie, orders, ())
        parted = {alpha: list(part_builds(variant, Entropy(alpha, tie))) for alpha in orders if held}
        known = [alpha for alpha, parts in parted.items() if all(part.is_held(held) for part in parts)]
        if not known or whole.is_held(held):
            yield whole
        elif len(known) < len(orders):
            yield _together_build(variant, tie, orders, known)
        else:
            for parts in parted.values():
                yield from parts
        return
    size = 1 if (variant, tie) == ("6c3p", "mix") else POINTS_PER_TASK
    tasks = tuple(CurvePoints(variant, tie, orders[begin : begin + size]) for begin in range(0, len(orders), size))
    parameters: dict[str, object] = {"variant": variant, "tie": tie, "curve": [order_name(alpha) for alpha in orders]}
    yield DescribedBuild.of(FAMILY, parameters, tasks)


def _together_build(variant: str, tie: Tie, orders: Sequence[Alpha], known: Sequence[Alpha]) -> Build:
    """Build of the strategies on a curve of a large variant, followed together.

    Args:
        orders: orders of the curve.
        known: those whose strategies are left out.
    """
    left = [alpha for alpha in orders if alpha not in known]
    chunks = [tuple(left[begin : begin + MOST_TOGETHER]) for begin in range(0, len(left), MOST_TOGETHER)]
    tasks = tuple(
        CurveParts(variant, tie, chunk, group, CURVE_TASKS) for chunk in chunks for group in range(1, CURVE_TASKS + 1)
    )
    parameters: dict[str, object] = {"variant": variant, "tie": tie, "curve": [order_name(alpha) for alpha in orders]}
    if known:
        parameters["without"] = [order_name(alpha) for alpha in known]
    return DescribedBuild.of(FAMILY, parameters, tasks)


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    strategies: tuple[Strategy, ...] = (Optimal(), *(Entropy(Fraction(1), tie) for tie in TIES))
    builds = [variant_build("3c6p"), *(strategy_build("3c6p", strategy) for strategy in strategies)]
    builds.append(query_bound_build("3c6p", FEWEST_QUERIES["3c6p"] - 1))
    return *(task.run for build in builds for task in build.tasks), _play_as_large


def _play_as_large() -> None:
    from tafelwerk.build.beams.strategies import play_as_large

    play_as_large("3c6p")


def quick() -> Iterator[Build]:
    """The smallest useful set."""
    yield variant_build("3c6p")
    yield strategy_build("3c6p", Entropy(Fraction(1)))


def standard() -> Iterator[Build]:
    """All variants; every strategy of 3c6p; strategies of 6c3p that break ties by an order, and a bound; approximations and
    curves of both; the top of H_1 of 6c6p."""
    for variant in STORED:
        yield variant_build(variant)
    yield bound_build("6c3p", COARSE_BOUND)
    yield top_build("6c6p", Entropy(Fraction(1)))
    yield strategy_build("3c6p", Optimal())
    for alpha in TABLE_ALPHAS:
        for tie in TIES:
            yield strategy_build("3c6p", Entropy(alpha, tie))
            if tie != "mix":
                yield strategy_build("6c3p", Entropy(alpha, tie))
    for kind in APPROXIMATIONS:
        yield strategy_build("3c6p", Approximate(kind))
        yield strategy_build("3c6p", Approximate(kind, "lex-d"))
        yield strategy_build("6c3p", Approximate(kind))
    for tie in TIES:
        yield from curve_builds("3c6p", tie)
        if tie != "mix":
            yield from curve_builds("6c3p", tie, *COARSE_CURVE)


def full() -> Iterator[Build]:
    """The standard set; 3c6p with a codemaker who chooses, and with the fewest queries at worst; the proofs that one query less
    is not enough. For 6c3p also the improved strategies, sharper bounds, whole curves and MIX; H_1 of hex30; for 6c6p all codes
    under the strategies of table 4.10 that break ties by an order."""
    yield from standard()
    yield adversary_build("3c6p")
    yield strategy_build("3c6p", Optimal(shallowest=True))
    yield from strategy_builds("hex30", Entropy(Fraction(1)))
    for variant, fewest in FEWEST_QUERIES.items():
        yield query_bound_build(variant, fewest - 1)
    yield strategy_build("6c3p", Improved())
    yield strategy_build("6c3p", Improved(shallowest=True))
    for above in SHARP_BOUNDS:
        yield bound_build("6c3p", above)
    for tie in TIES:
        if tie != "mix":
            yield from curve_builds("6c3p", tie)
    for alpha in TABLE_ALPHAS:
        if alpha != 0:
            yield strategy_build("6c3p", Entropy(alpha, "mix"))
    for alpha in TABLE_ALPHAS:
        for tie in TIES:
            if tie != "mix":
                yield from strategy_builds("6c6p", Entropy(alpha, tie))


def pocket() -> Iterator[Build]:
    """Builds of the pocket book: all variants but 6c6p and hex30, strategies of 3c6p, the top of H_1 of 6c3p and a bound."""
    for variant in STORED:
        if variant not in ("6c6p", "hex30"):
            yield variant_build(variant)
    yield strategy_build("3c6p", Optimal())
    for alpha in TABLE_ALPHAS:
        for tie in TIES:
            yield strategy_build("3c6p", Entropy(alpha, tie))
    yield top_build("6c3p", Entropy(Fraction(1)))
    yield bound_build("6c3p", SHARP_BOUNDS[0])
    yield from curve_builds("3c6p", "lex-c")

"""What can be built for searches without a board: a class per kind of build, its tasks, and the sets.

Tasks and their estimates are plain Python; solvers are imported when a task runs.
`SPEED` is the number of a task's operations per second on one core, measured on an AMD EPYC at 2.6 GHz with compiled kernels.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from tafelwerk.build.kind import Kind
from tafelwerk.build.task import columns
from tafelwerk.families.search import rules
from tafelwerk.families.search.rules import OPTIMAL, Parts, Strategy, parse_strategy
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.deduction import Entropy, Optimal

if TYPE_CHECKING:
    from tafelwerk.solvers.search import RootPlay, RootSearch

Columns = Mapping[str, Any]

FREE_CODES = 1000
"""Largest number of codes of free search in the standard set."""

FAR_SIZE, FAR_POINTS = 1_000_000, 1201
"""The root model beyond the source: largest size, and number of log-spaced sizes."""

CURVE_SIZE = 1000
"""Number of codes of the curve over the order of entropy."""

STRATEGIES: tuple[Optimal | Entropy, ...] = (OPTIMAL, *(Entropy(Fraction(order)) for order in ("1", "3/2", "2")))
"""The strategies that the source compares in the root model."""

QUERY_OPERATIONS = 6e3
"""Estimated operations per query found and stored."""

COMPARE_OPERATIONS = 1e5
"""Estimated operations per exact comparison of two entropies."""

SETS = """The family's standard set, or one search.

Example: tafelwerk build search --dry-run

Example: tafelwerk build search root --size 1000 --strategy h1.5
"""
"""Help of the sets."""

_WIDTHS_PER_TASK = 25
_LARGEST = "Largest number of codes; smaller ones are included."


class FreeTotals(Kind, kind="free"):
    """Free search with 1 to M codes: perfect play, an optimal first query, and even splits.

    Example: tafelwerk build search free --codes 5000 --width 10
    """

    codes: Annotated[int, Parameter("M", _LARGEST, 1, rules.MOST_FREE, is_argument=False)]
    width: (
        Annotated[
            int,
            Parameter(
                "A",
                "Largest number of answers per query. Default: the widths of the standard set.",
                2,
                rules.LARGEST_WIDTH,
            ),
        ]
        | None
    ) = None

    evidence = "recomputed"

    @property
    def widths(self) -> tuple[int, ...]:
        """The numbers of answers per query."""
        return rules.FREE_WIDTHS if self.width is None else (self.width,)

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"free": self.codes, "widths": list(self.widths)}

    def make_tasks(self) -> Iterator["FreeRows"]:
        for begin in range(0, len(self.widths), _WIDTHS_PER_TASK):
            yield FreeRows(self.codes, self.widths[begin : begin + _WIDTHS_PER_TASK])

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk search free {self.codes} {self.width or 10}",)


class FreeWidths(Kind, kind="widths"):
    """Free search with M codes and every number of answers per query up to A: perfect play, an optimal first query, even splits.

    Example: tafelwerk build search widths --codes 1000000
    """

    codes: Annotated[int, Parameter("M", "Number of codes.", 2, rules.MOST_FREE, is_argument=False)]
    most: Annotated[
        int, Parameter("A", "Largest number of answers per query.", 2, rules.MOST_SIZES, option="--width")
    ] = 1000

    evidence = "recomputed"

    def make_tasks(self) -> Iterator["WidthRows"]:
        yield WidthRows(self.codes, self.most)

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"codes": self.codes, "most": self.most}

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk search free {self.codes} {self.most}",)


class RootTotals(Kind, kind="root"):
    """The root model with 1 to N codes under one strategy: totals and first queries.

    Example: tafelwerk build search root --size 1000

    Example: tafelwerk build search root --size 1000000 --strategy h1.5 --points 1201
    """

    size: Annotated[int, Parameter("N", _LARGEST, 1, rules.MOST_ROOT, is_argument=False)]
    strategy: Parsed[Strategy] = default(OPTIMAL)
    points: (
        Annotated[int, Parameter("P", "Number of log-spaced sizes to store. Default: all sizes.", 2, rules.MOST_SIZES)]
        | None
    ) = None

    evidence = "recomputed"

    def check(self) -> None:
        rules.check_root(self.size, self.strategy)

    @property
    def parameters(self) -> Mapping[str, Any]:
        return {"root": str(self.strategy), "size": self.size, "points": self.points}

    def make_tasks(self) -> Iterator["RootRows"]:
        yield RootRows((str(self.strategy),), self.size, self.points)

    def try_next(self) -> tuple[str, ...]:
        words = "" if self.strategy == OPTIMAL else f" --strategy {self.strategy}"
        return (f"tafelwerk search root {self.size}{words}",)


class RootCurve(Kind, kind="curve"):
    """The root model with N codes under H_alpha for evenly spaced orders alpha and infinity.

    Example: tafelwerk build search curve --size 1000
    """

    size: Annotated[int, Parameter("N", "Number of codes.", 1, rules.MOST_PLAYED, is_argument=False)]
    alpha_max: Annotated[int, Parameter("A", "Largest order of the entropy.", 1, rules.LARGEST_CURVE_ORDER)] = 6
    points: Annotated[int, Parameter("P", "Number of steps from 0 to A.", 1, rules.MOST_ORDERS)] = 300

    evidence = "recomputed"

    @property
    def name(self) -> str:
        return f"search curve --size {self.size} --alpha-max {self.alpha_max} --points {self.points}"

    def make_tasks(self) -> Iterator["RootRows"]:
        yield RootRows(rules.curve_orders(self.alpha_max, self.points), self.size, 1)

    def try_next(self) -> tuple[str, ...]:
        return (f"tafelwerk search root {self.size} --strategy h{self.alpha_max}",)


def root_operations(most: int, strategy: Optimal | Entropy) -> float:
    """Estimated work of the totals of the root model up to a number of codes."""
    work: float = 0.7 * most**1.5 + 100.0 * most + 1e5
    if isinstance(strategy, Entropy):
        if strategy.alpha is None or strategy.alpha == 0 or strategy.alpha >= 2:
            return 50.0 * most + 1e5  # the split is known without a comparison
        if strategy.alpha != 1:
            # near order 1 the sums hardly differ, so more comparisons must be exact
            undecided = 2.0**-40 * most / abs(strategy.alpha - 1)
            work += COMPARE_OPERATIONS * most * min(float(undecided), most**0.5)
    return work


def search_root(most: int, strategy: Optimal | Entropy) -> "RootSearch | RootPlay":
    """The root model under a strategy, for each number of codes up to `most`."""
    from tafelwerk.solvers.search import root_play, root_search

    return root_play(most, strategy.alpha) if isinstance(strategy, Entropy) else root_search(most)


@dataclass(frozen=True, slots=True)
class FreeRows:
    """Free search with 1 to `codes` codes, for several widths."""

    codes: int
    widths: tuple[int, ...]
    table: ClassVar[str] = "free_totals"
    SPEED: ClassVar[float] = 1.6e9

    def run(self) -> Columns:
        import numpy as np

        from tafelwerk.solvers.search import best_split, even_totals, free_totals

        numbers = range(1, self.codes + 1)
        return {
            "width": np.repeat(self.widths, self.codes),
            "codes": np.tile(numbers, len(self.widths)),
            "total": np.concatenate([free_totals(self.codes, width)[1:] for width in self.widths]),
            "even": np.concatenate([even_totals(self.codes, width)[1:] for width in self.widths]),
            "query": [_parts(best_split(m, width)) if m > 1 else None for width in self.widths for m in numbers],
        }

    def operations(self) -> float:
        return QUERY_OPERATIONS * self.expected_rows()

    def expected_rows(self) -> int:
        return self.codes * len(self.widths)


@dataclass(frozen=True, slots=True)
class WidthRows:
    """Free search with `codes` codes, for every width up to `most`."""

    codes: int
    most: int
    table: ClassVar[str] = "free_totals"
    SPEED: ClassVar[float] = 1.6e9

    def run(self) -> Columns:
        from tafelwerk.solvers.search import best_split, even_total, free_total

        widths = range(2, self.most + 1)
        return {
            "width": list(widths),
            "codes": self.codes,
            "total": [free_total(self.codes, width) for width in widths],
            "even": [even_total(self.codes, width) for width in widths],
            "query": [_parts(best_split(self.codes, width)) for width in widths],
        }

    def operations(self) -> float:
        return QUERY_OPERATIONS * self.expected_rows()

    def expected_rows(self) -> int:
        return self.most - 1


@dataclass(frozen=True, slots=True)
class RootRows:
    """The root model under several strategies, all at the sizes of `root_sizes`."""

    strategies: tuple[str, ...]
    most: int
    points: int | None
    table: ClassVar[str] = "root_totals"
    SPEED: ClassVar[float] = 1.6e9

    def run(self) -> Columns:
        rows: list[tuple[Any, ...]] = []
        for name in self.strategies:
            strategy = parse_strategy(name)
            play = search_root(self.most, strategy)
            order = strategy.alpha if isinstance(strategy, Entropy) else None
            alpha = float("inf" if order is None else order) if isinstance(strategy, Entropy) else None
            for size in rules.root_sizes(self.most, self.points):
                rest, count, small = None, None, None
                if size > 1:
                    query = play.query(size)
                    rest, count, small = query.rest, sum(count for _, count in query.small), _parts(query.small)
                rows.append((name, size, alpha, int(play.totals[size]), rest, count, small))
        return columns(("strategy", "size", "alpha", "total", "rest", "parts", "small"), rows)

    def operations(self) -> float:
        work = sum(root_operations(self.most, parse_strategy(name)) for name in self.strategies)
        return work + QUERY_OPERATIONS * self.expected_rows()

    def expected_rows(self) -> int:
        return len(self.strategies) * min(self.most, self.points or self.most)


def _parts(parts: Parts) -> list[dict[str, int]]:
    """Parts in the form of the tables."""
    return [{"size": size, "count": count} for size, count in parts]


def quick() -> Iterator[Kind]:
    """The smallest useful set."""
    yield FreeTotals(FREE_CODES, 10)
    for strategy in STRATEGIES:
        yield RootTotals(CURVE_SIZE, strategy)


def standard() -> Iterator[Kind]:
    """The data behind the source's figures 4.1, 4.3, 4.4, 4.16 and the root model's part of 4.17; and larger root models."""
    yield FreeTotals(FREE_CODES)
    for strategy in STRATEGIES:
        yield RootTotals(rules.DENSE, strategy)
    for strategy in STRATEGIES:
        yield RootTotals(FAR_SIZE, strategy, FAR_POINTS)
    yield RootCurve(CURVE_SIZE)


full = standard


def pocket() -> Iterator[Kind]:
    """Builds of the pocket book: small widths of free search, the root model under every strategy, far and over alpha."""
    for width in (2, 3, 6, 10):
        yield FreeTotals(FREE_CODES, width)
    for strategy in STRATEGIES:
        yield RootTotals(CURVE_SIZE, strategy)
        yield RootTotals(FAR_SIZE, strategy, FAR_POINTS)
    yield RootCurve(CURVE_SIZE)


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    steps = (partial(search_root, 50, Entropy(Fraction(order))) for order in ("3/2", "1"))
    return (FreeRows(20, (3,)).run, RootRows(("optimal",), 50, None).run, *steps)

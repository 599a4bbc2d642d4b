"""The tasks of the search family: each makes rows of one table.

Tasks and their estimates are plain Python; solvers are imported when a task runs.
`SPEED` is the number of a task's operations per second on one core, measured on an AMD EPYC at 2.6 GHz with compiled kernels.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from tafelwerk.build.task import columns
from tafelwerk.rules.deduction import Entropy
from tafelwerk.rules.search import Parts, Strategy, parse_strategy, root_sizes

if TYPE_CHECKING:
    from tafelwerk.solvers.search.root import RootSearch
    from tafelwerk.solvers.search.root_entropy import RootPlay

Columns = Mapping[str, Any]

QUERY_OPERATIONS = 6e3
"""Estimated operations per query found and stored."""

COMPARE_OPERATIONS = 1e5
"""Estimated operations per exact comparison of two entropies."""


def root_operations(most: int, strategy: Strategy) -> float:
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


def search_root(most: int, strategy: Strategy) -> "RootSearch | RootPlay":
    """The root model under a strategy, for each number of codes up to `most`."""
    from tafelwerk.solvers.search.root import root_search
    from tafelwerk.solvers.search.root_entropy import root_play

    return root_play(most, strategy.alpha) if isinstance(strategy, Entropy) else root_search(most)


@dataclass(frozen=True, slots=True)
class FreeTotals:
    """Free search with 1 to `codes` codes, for several widths."""

    codes: int
    widths: tuple[int, ...]
    table: ClassVar[str] = "free_totals"
    SPEED: ClassVar[float] = 1.6e9

    def run(self) -> Columns:
        import numpy as np

        from tafelwerk.solvers.search.free import best_split, even_totals, free_totals

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
class RootTotals:
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
            played = search_root(self.most, strategy)
            order = strategy.alpha if isinstance(strategy, Entropy) else None
            alpha = float("inf" if order is None else order) if isinstance(strategy, Entropy) else None
            for size in root_sizes(self.most, self.points):
                rest, count, small = None, None, None
                if size > 1:
                    query = played.query(size)
                    rest, count, small = query.rest, sum(count for _, count in query.small), _parts(query.small)
                rows.append((name, size, alpha, int(played.totals[size]), rest, count, small))
        return columns(("strategy", "size", "alpha", "total", "rest", "parts", "small"), rows)

    def operations(self) -> float:
        work = sum(root_operations(self.most, parse_strategy(name)) for name in self.strategies)
        return work + QUERY_OPERATIONS * self.expected_rows()

    def expected_rows(self) -> int:
        return len(self.strategies) * min(self.most, self.points or self.most)


def _parts(parts: Parts) -> list[dict[str, int]]:
    """Parts in the form of the tables."""
    return [{"size": size, "count": count} for size, count in parts]

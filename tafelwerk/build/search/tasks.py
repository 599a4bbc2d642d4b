"""The tasks of the search family: each makes rows of one table.

Tasks and their estimates are plain Python; what computes is imported when a task runs.
`SPEED` is how many of a task's operations one core does per second: measured on an AMD EPYC at 2.6 GHz, kernels compiled.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tafelwerk.tables.search import Entropy, Strategy, strategy

Columns = Mapping[str, Any]

QUERY_OPERATIONS = 6e3
"""Estimated operations of finding and writing down one query."""

COMPARE_OPERATIONS = 1e5
"""Estimated operations of comparing two entropies exactly."""


def root_operations(most: int, chosen: Strategy) -> float:
    """Estimated work of the totals of the root model up to so many codes."""
    work: float = 0.7 * most**1.5 + 100.0 * most + 1e5
    if isinstance(chosen, Entropy):
        if chosen.alpha is None or chosen.alpha == 0 or chosen.alpha >= 2:
            return 50.0 * most + 1e5  # what is split off is known without a comparison
        if chosen.alpha != 1:
            # near order 1 the sums hardly differ, and doubles leave more and more queries to exact comparisons
            undecided = 2.0**-40 * most / abs(chosen.alpha - 1)
            work += COMPARE_OPERATIONS * most * min(float(undecided), most**0.5)
    return work


@dataclass(frozen=True, slots=True)
class FreeTotals:
    """Free search with 1 to `codes` codes, for several widths."""

    codes: int
    widths: tuple[int, ...]
    table: ClassVar[str] = "free_totals"
    SPEED: ClassVar[float] = 1.6e9

    def run(self) -> Columns:
        from tafelwerk.build.search import rows

        return rows.free_columns(self.codes, self.widths)

    def operations(self) -> float:
        return QUERY_OPERATIONS * self.expected_rows()

    def expected_rows(self) -> int:
        return self.codes * len(self.widths)


@dataclass(frozen=True, slots=True)
class RootTotals:
    """The root model under one strategy; sizes as of `root_sizes`."""

    strategy: str
    most: int
    points: int | None
    table: ClassVar[str] = "root_totals"
    SPEED: ClassVar[float] = 1.6e9

    def run(self) -> Columns:
        from tafelwerk.build.search import rows

        return rows.root_columns(strategy(self.strategy), self.most, self.points)

    def operations(self) -> float:
        return root_operations(self.most, strategy(self.strategy)) + QUERY_OPERATIONS * self.expected_rows()

    def expected_rows(self) -> int:
        return self.most if self.points is None else min(self.most, self.points)


@dataclass(frozen=True, slots=True)
class RootCurve:
    """One size of the root model under several orders of entropy."""

    size: int
    strategies: tuple[str, ...]
    table: ClassVar[str] = "root_totals"
    SPEED: ClassVar[float] = 2.4e9

    def run(self) -> Columns:
        from tafelwerk.build.search import rows

        return rows.root_curve_columns(self.size, [strategy(name) for name in self.strategies])

    def operations(self) -> float:
        return sum(root_operations(self.size, strategy(name)) for name in self.strategies)

    def expected_rows(self) -> int:
        return len(self.strategies)

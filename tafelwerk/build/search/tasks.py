"""The tasks of the search family: each makes rows of one table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from tafelwerk.solvers.search.free import best_split, even_totals, free_totals
from tafelwerk.solvers.search.root import RootSearch, root_search
from tafelwerk.solvers.search.root_entropy import RootPlay, root_play
from tafelwerk.tables.search import Entropy, Strategy, parts_text, strategy

Columns = Mapping[str, Any]

QUERY_OPERATIONS = 6e3
"""Estimated operations of finding and writing down one query."""

COMPARE_OPERATIONS = 1e5
"""Estimated operations of comparing two entropies exactly."""


def root_sizes(most: int, points: int | None) -> tuple[int, ...]:
    """Every size up to `most`, or the distinct round(most^(i/(points - 1))) for i = 0, ..., points - 1; ascending."""
    if points is None:
        return tuple(range(1, most + 1))
    return tuple(sorted({min(round(most ** (i / (points - 1))), most) for i in range(points)}))


def root_operations(most: int, chosen: Strategy) -> float:
    """Estimated work of the totals of the root model up to so many codes."""
    work: float = 0.7 * most**1.5 + 100.0 * most + 1e5
    if isinstance(chosen, Entropy) and chosen.alpha is not None and chosen.alpha != 1:
        # near order 1 the sums hardly differ, and doubles leave more and more queries to exact comparisons
        undecided = 2.0**-40 * most / abs(chosen.alpha - 1)
        work += COMPARE_OPERATIONS * most * min(float(undecided), most**0.5)
    return work


def search_root(most: int, chosen: Strategy) -> RootSearch | RootPlay:
    """The root model under a strategy up to so many codes."""
    return root_play(most, chosen.alpha) if isinstance(chosen, Entropy) else root_search(most)


def _root_columns(chosen: Strategy, played: RootSearch | RootPlay, sizes: Sequence[int]) -> dict[str, Any]:
    """The rows of some sizes under one strategy."""
    alpha: float | None = None
    if isinstance(chosen, Entropy):
        alpha = float("inf") if chosen.alpha is None else float(chosen.alpha)
    queries = [played.query(size) if size > 1 else None for size in sizes]
    return {
        "strategy": [chosen.name] * len(sizes),
        "size": list(sizes),
        "alpha": [alpha] * len(sizes),
        "total": played.totals[np.array(sizes)].tolist(),
        "rest": [None if query is None else query.rest for query in queries],
        "parts": [None if query is None else sum(count for _, count in query.small) for query in queries],
        "small": [None if query is None else parts_text(query.small) for query in queries],
    }


@dataclass(frozen=True, slots=True)
class FreeTotals:
    """Free search with 1 to `codes` codes, for several widths."""

    codes: int
    widths: tuple[int, ...]
    table: ClassVar[str] = "free_totals"

    def run(self) -> Columns:
        codes = np.arange(1, self.codes + 1)
        queries = [parts_text(best_split(m, width)) if m > 1 else None for width in self.widths for m in codes.tolist()]
        return {
            "width": np.repeat(np.array(self.widths, np.uint32), self.codes),
            "codes": np.tile(codes.astype(np.uint32), len(self.widths)),
            "total": self._totals(free_totals),
            "even": self._totals(even_totals),
            "query": queries,
        }

    def _totals(self, solve: Any) -> Any:
        return np.concatenate([solve(self.codes, width)[1:] for width in self.widths]).astype(np.uint64)

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

    def run(self) -> Columns:
        chosen = strategy(self.strategy)
        played = search_root(self.most, chosen)
        return _root_columns(chosen, played, root_sizes(self.most, self.points))

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

    def run(self) -> Columns:
        columns: dict[str, list[Any]] = {}
        for name in self.strategies:
            chosen = strategy(name)
            rows = _root_columns(chosen, search_root(self.size, chosen), [self.size])
            for column, values in rows.items():
                columns.setdefault(column, []).extend(values)
        return columns

    def operations(self) -> float:
        return sum(root_operations(self.size, strategy(name)) for name in self.strategies)

    def expected_rows(self) -> int:
        return len(self.strategies)

"""Rows of the tables of the search models."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.search.free import best_split, even_totals, free_totals
from tafelwerk.solvers.search.root import RootSearch, root_search
from tafelwerk.solvers.search.root_entropy import RootPlay, root_play
from tafelwerk.tables.search import Entropy, Strategy, parts_text, root_sizes

Columns = Mapping[str, Any]


def search_root(most: int, chosen: Strategy) -> RootSearch | RootPlay:
    """The root model under a strategy up to so many codes."""
    return root_play(most, chosen.alpha) if isinstance(chosen, Entropy) else root_search(most)


def free_columns(codes: int, widths: Sequence[int]) -> Columns:
    """Free search with 1 to `codes` codes, for several widths."""
    numbers = np.arange(1, codes + 1)
    queries = [parts_text(best_split(m, width)) if m > 1 else None for width in widths for m in numbers.tolist()]
    return {
        "width": np.repeat(np.array(widths, np.uint32), codes),
        "codes": np.tile(numbers.astype(np.uint32), len(widths)),
        "total": _totals(free_totals, codes, widths),
        "even": _totals(even_totals, codes, widths),
        "query": queries,
    }


def _totals(solve: Callable[[int, int], NDArray[np.int64]], codes: int, widths: Sequence[int]) -> NDArray[np.uint64]:
    return np.concatenate([solve(codes, width)[1:] for width in widths]).astype(np.uint64)


def root_columns(chosen: Strategy, most: int, points: int | None) -> Columns:
    """The root model under one strategy; sizes as of `root_sizes`."""
    return _root_rows(chosen, search_root(most, chosen), root_sizes(most, points))


def root_curve_columns(size: int, strategies: Sequence[Strategy]) -> Columns:
    """One size of the root model under several strategies."""
    columns: dict[str, list[Any]] = {}
    for chosen in strategies:
        for column, values in _root_rows(chosen, search_root(size, chosen), [size]).items():
            columns.setdefault(column, []).extend(values)
    return columns


def _root_rows(chosen: Strategy, played: RootSearch | RootPlay, sizes: Sequence[int]) -> dict[str, Any]:
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

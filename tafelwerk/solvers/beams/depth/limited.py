"""A strategy that takes no more than a number of queries for any code, of low total.

At a set of more than 63 codes a few queries of greatest Shannon entropy are tried. The first one whose parts can all be resolved
within the queries left is asked. Smaller sets are played at the least total within these queries.
"""

from hashlib import blake2b

import numpy as np

from tafelwerk.solvers.beams.optimum import splitting as sp
from tafelwerk.solvers.beams.optimum.splitting import list_queries_kernel, query_fields
from tafelwerk.solvers.beams.optimum.tables import SMALL, Tables, make_tables
from tafelwerk.solvers.beams.optimum.tree import Tree
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.beams.weighted.few_codes import NONE
from tafelwerk.solvers.beams.weighted.growth import Choice, Set, best_choice, everything, grow, parts_of
from tafelwerk.solvers.beams.weighted.search import Search, make_search, search_kernel, set_weights

WIDTH = 4
"""Number of queries tried at a large set."""

Query = tuple[int, int]
"""Colour and diagonal."""


def limited_tree(problem: Problem, queries: int, width: int = WIDTH) -> Tree | None:
    """Tree of a strategy that takes at most some queries; None if none is found, which does not prove that there is none.

    Args:
        problem: the variant.
        queries: number of queries, at least 0.
        width: number of queries tried at a large set.

    Raises:
        InputError: as `make_tables`.
    """
    tables = make_tables(problem)
    search = make_search(problem, tables)
    set_weights(problem, tables, search, np.ones(len(problem.patterns), np.int64), queries)
    plan = _Plan(tables, search, queries, width)
    return grow(problem, tables, search, plan.choice) if plan.fits(everything(problem)) else None


class _Plan:
    """Queries of large sets.

    Args:
        tables, search: of the variant, with the limit of the queries.
        queries: this limit.
        width: number of queries tried.
    """

    def __init__(self, tables: Tables, search: Search, queries: int, width: int) -> None:
        self._tables, self._search, self._queries, self._width = tables, search, queries, width
        self._fits: dict[bytes, bool] = {}
        self._chosen: dict[bytes, Query] = {}

    def fits(self, some: Set) -> bool:
        """Whether a set is resolved within the queries left, as far as is found."""
        key = self._key(some)
        if key not in self._fits:
            self._fits[key] = self._is_resolved(some, key)
        return self._fits[key]

    def choice(self, some: Set) -> Choice:
        """Choice at a set that fits."""
        query = self._chosen.get(self._key(some))
        return best_choice(self._tables, self._search, some) if query is None else Choice(*query)

    def _key(self, some: Set) -> bytes:
        rows = self._search.elements[some.low : some.low + some.number]
        return blake2b(rows.tobytes(), digest_size=16, salt=some.used.to_bytes(8, "big")).digest()

    def _is_resolved(self, some: Set, key: bytes) -> bool:
        if some.number * int(self._tables.ways[some.asked]) <= SMALL:
            return int(search_kernel(self._tables, self._search, *some, NONE, False)) < NONE
        queries = self._listed(some)
        if not queries:
            return True
        if some.used.bit_count() == self._queries:
            return False
        for query in queries[: self._width]:
            parts = [part for _, part in parts_of(self._tables, self._search, some, *query)]
            if all(self.fits(part) for part in sorted(parts, key=lambda part: -part.number)):
                self._chosen[key] = query
                return True
        return False

    def _listed(self, some: Set) -> list[Query]:
        """Queries that split a set, by descending Shannon entropy, then by colour and diagonal."""
        tables, search = self._tables, self._search
        lanes = search.elements.shape[1] * tables.shown.shape[1]
        listed = np.zeros((lanes, query_fields(tables)), np.int64)
        low, number, asked, used, _ = some
        count = list_queries_kernel(tables, search.elements, low, number, asked, used, search.tally, listed)
        order = np.argsort(listed[:count, sp.DISORDER], kind="stable")
        return [(colour, diagonal) for colour, diagonal in listed[order][:, [sp.COLOUR, sp.DIAGONAL]].tolist()]

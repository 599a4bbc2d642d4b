"""Strategies whose greatest number of queries is least, and of these the least total; limits are tried, the smallest first."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.optimum.tables import Tables, make_tables
from tafelwerk.solvers.beams.optimum.tree import Tree
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.beams.weighted.few_codes import NONE
from tafelwerk.solvers.beams.weighted.growth import Choice, Set, best_choice, everything, grow
from tafelwerk.solvers.beams.weighted.search import Search, make_search, search_kernel, set_weights


class Shallowest(NamedTuple):
    """Such a strategy at a set.

    Attributes:
        queries: greatest number of queries for a code, those before included.
        total: cost-to-go, summed over the codes.
        choice: the query, or the guess where no query splits the set.
    """

    queries: int
    total: int
    choice: Choice


def shallowest_tree(problem: Problem) -> Tree:
    """Tree of a strategy of least total among those with the least greatest number of queries."""
    tables = make_tables(problem)
    search = make_search(problem, tables)
    _limited(problem, tables, search, problem.patterns, everything(problem))
    return grow(problem, tables, search, lambda some: best_choice(tables, search, some))


def shallowest_choice(problem: Problem, elements: NDArray[np.uint16], asked: int, used: int) -> Shallowest:
    """What such a strategy does at a set of two codes or more.

    Args:
        problem: the problem.
        elements: uint16, shape (n, colours), at most as many as there are codes.
        asked: colours asked for.
        used: mask of the diagonals used.
    """
    tables = make_tables(problem)
    search = make_search(problem, tables)
    some = Set(0, len(elements), asked, used, len(elements))
    queries, total = _limited(problem, tables, search, elements, some)
    return Shallowest(queries, total, best_choice(tables, search, some))


def _limited(
    problem: Problem, tables: Tables, search: Search, elements: NDArray[np.uint16], some: Set
) -> tuple[int, int]:
    """The least limit of the queries that a strategy for a set keeps, set in the search, and the least total within it."""
    for queries in range(some.used.bit_count(), len(problem.diagonals) + 1):
        set_weights(problem, tables, search, np.ones(len(problem.patterns), np.int64), queries)
        search.elements[: len(elements)], search.weights[: len(elements)] = elements, 1
        total = int(search_kernel(tables, search, *some, NONE, False))
        if total < NONE:
            return queries, total
    raise AssertionError("a strategy asks each diagonal at most once")

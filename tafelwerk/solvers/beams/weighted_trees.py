"""Trees of strategies grown from the choices of the weighted search: within a limit of queries, and of the least depth.

A strategy that takes no more than a number of queries for any code, of low total.

At a set of more than 63 codes a few queries of greatest Shannon entropy are tried. The first one whose parts can all be resolved
within the queries left is asked. Smaller sets are played at the least total within these queries.
"""

from collections.abc import Callable
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams import search_tables as sp
from tafelwerk.solvers.beams.optimal_strategies import Tree
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.search_tables import (
    SMALL,
    Tables,
    list_queries_kernel,
    make_tables,
    query_fields,
    split_kernel,
)
from tafelwerk.solvers.beams.weighted_few_codes import NONE
from tafelwerk.solvers.beams.weighted_search import (
    WeightedSearch,
    make_search,
    search_kernel,
    set_weights,
    weigh_kernel,
)


class Set(NamedTuple):
    """A set of codes as rows of a search.

    Attributes:
        low, number: its first row and number of rows.
        colours_asked: colours asked for.
        diagonals_used: mask of the diagonals used.
        free: first row that is free.
    """

    low: int
    number: int
    colours_asked: int
    diagonals_used: int
    free: int


class Choice(NamedTuple):
    """A query, or the pieces of the code guessed.

    Attributes:
        colour, diagonal: the query; both -1 for a guess.
        guess: pieces of the code guessed, each colour's piece in its place; empty for a query.
    """

    colour: int
    diagonal: int
    guess: tuple[int, ...] = ()


def everything(problem: Problem) -> Set:
    """All codes."""
    patterns = len(problem.patterns)
    return Set(0, patterns, 0, 0, patterns)


def parts_of(tables: Tables, search: WeightedSearch, subset: Set, colour: int, diagonal: int) -> list[tuple[int, Set]]:
    """Answers of a query at a set, ascending, and the parts of two or more codes that they leave, written behind the set."""
    parts = np.zeros((len(tables.least) + 1, sp.PART_FIELDS), np.int64)
    low, number, colours_asked, diagonals_used, free = subset
    count = split_kernel(
        tables, search.elements, low, number, colours_asked, colour, diagonal, free, search.tally, parts, False
    )
    colours_asked, diagonals_used = colours_asked + (colour == colours_asked), diagonals_used | 1 << diagonal
    end = free + int(parts[:count, sp.PART_COUNT].sum())
    weigh_kernel(tables, search, free, end - free)
    return [
        (answer, Set(low, number, colours_asked, diagonals_used, end))
        for low, number, answer in parts[:count, [sp.PART_LOW, sp.PART_COUNT, sp.PART_ANSWER]].tolist()
    ]


def best_choice(tables: Tables, search: WeightedSearch, subset: Set) -> Choice:
    """The choice of a strategy of least cost within the limits, which there must be."""
    value = search_kernel(tables, search, *subset, NONE, False)
    search_kernel(tables, search, *subset, value + 1, True)
    colour, diagonal = search.best.tolist()
    return Choice(colour, diagonal) if colour >= 0 else Choice(-1, -1, guessed_pieces(tables, search, subset))


def guessed_pieces(tables: Tables, search: WeightedSearch, subset: Set) -> tuple[int, ...]:
    """Pieces of the code that the latest search guesses at a set, where no query splits it."""
    few = subset.number * int(tables.ways[subset.colours_asked]) <= SMALL
    rows: NDArray[np.uint16] = search.few.rows if few else search.elements
    return tuple(rows[int(search.few.guess[0])].tolist())


def grow(problem: Problem, tables: Tables, search: WeightedSearch, choose: Callable[[Set], Choice]) -> Tree:
    """Tree of a strategy; its totals do not count weights."""
    nodes: list[tuple[int, int, int, int, int, int]] = []
    guesses: list[tuple[int, ...]] = []
    totals: list[int] = []
    waiting = [(-1, 0, everything(problem))] if problem.codes > 1 else []
    while waiting:
        parent, answer, subset = waiting.pop()
        colour, diagonal, guess = choose(subset)
        codes = subset.number * int(tables.ways[subset.colours_asked])
        nodes.append((parent, answer, colour, diagonal, codes, len(guesses) if guess else -1))
        if guess:
            guesses.append(guess)
            totals.append(_wrong_fields(problem, search, subset, guess))
            continue
        totals.append(codes)
        parts = parts_of(tables, search, subset, colour, diagonal)
        # the last one is next, so its siblings' rows stay as they are
        waiting += [(len(nodes) - 1, answer, part) for answer, part in reversed(parts)]
    for node in range(len(nodes) - 1, 0, -1):
        totals[nodes[node][0]] += totals[node]
    made = np.array(nodes, np.int64).reshape(-1, 6)
    return Tree(
        parent=made[:, 0].astype(np.int32),
        answer=made[:, 1].astype(np.uint8),
        colour=made[:, 2].astype(np.int8),
        diagonal=made[:, 3].astype(np.int8),
        codes=made[:, 4].copy(),
        total=np.array(totals, np.int64),
        guess=made[:, 5].astype(np.int32),
        guesses=np.array(guesses, np.uint16).reshape(-1, problem.variant.colours),
    )


def _wrong_fields(problem: Problem, search: WeightedSearch, subset: Set, guess: tuple[int, ...]) -> int:
    """Wrong fields of a guess, summed over the codes of a set; colours not asked for may have any of the other pieces."""
    rows = search.elements[subset.low : subset.low + subset.number].astype(np.intp)
    colours, others = rows.shape[1], rows.shape[1] - subset.colours_asked
    total, ways = 0, 1
    for k in range(1, others):
        ways *= k
    for colour, piece in enumerate(guess):
        mask = problem.pieces[piece]
        met = rows[:, colour : colour + 1] if colour < subset.colours_asked else rows[:, subset.colours_asked :]
        outside = int(np.bitwise_count(mask & ~problem.pieces[met]).sum())
        total += outside * (ways if colour >= subset.colours_asked else ways * max(others, 1))
    assert colours == len(guess)
    return total


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

    def __init__(self, tables: Tables, search: WeightedSearch, queries: int, width: int) -> None:
        self._tables, self._search, self._queries, self._width = tables, search, queries, width
        self._fits: dict[bytes, bool] = {}
        self._chosen: dict[bytes, Query] = {}

    def fits(self, subset: Set) -> bool:
        """Whether a set is resolved within the queries left, as far as is found."""
        key = self._key(subset)
        if key not in self._fits:
            self._fits[key] = self._is_resolved(subset, key)
        return self._fits[key]

    def choice(self, subset: Set) -> Choice:
        """Choice at a set that fits."""
        query = self._chosen.get(self._key(subset))
        return best_choice(self._tables, self._search, subset) if query is None else Choice(*query)

    def _key(self, subset: Set) -> bytes:
        rows = self._search.elements[subset.low : subset.low + subset.number]
        return blake2b(rows.tobytes(), digest_size=16, salt=subset.diagonals_used.to_bytes(8, "big")).digest()

    def _is_resolved(self, subset: Set, key: bytes) -> bool:
        if subset.number * int(self._tables.ways[subset.colours_asked]) <= SMALL:
            return int(search_kernel(self._tables, self._search, *subset, NONE, False)) < NONE
        queries = self._list_queries(subset)
        if not queries:
            return True
        if subset.diagonals_used.bit_count() == self._queries:
            return False
        for query in queries[: self._width]:
            parts = [part for _, part in parts_of(self._tables, self._search, subset, *query)]
            if all(self.fits(part) for part in sorted(parts, key=lambda part: -part.number)):
                self._chosen[key] = query
                return True
        return False

    def _list_queries(self, subset: Set) -> list[Query]:
        """Queries that split a set, by descending Shannon entropy, then by colour and diagonal."""
        tables, search = self._tables, self._search
        lanes = search.elements.shape[1] * tables.answers.shape[1]
        queries = np.zeros((lanes, query_fields(tables)), np.int64)
        low, number, colours_asked, diagonals_used, _ = subset
        count = list_queries_kernel(
            tables, search.elements, low, number, colours_asked, diagonals_used, search.tally, queries
        )
        order = np.argsort(queries[:count, sp.DISORDER], kind="stable")
        return [(colour, diagonal) for colour, diagonal in queries[order][:, [sp.COLOUR, sp.DIAGONAL]].tolist()]


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
    _least_limit(problem, tables, search, problem.patterns, everything(problem))
    return grow(problem, tables, search, lambda subset: best_choice(tables, search, subset))


def shallowest_choice(
    problem: Problem, elements: NDArray[np.uint16], colours_asked: int, diagonals_used: int
) -> Shallowest:
    """What such a strategy does at a set of two codes or more.

    Args:
        problem: the problem.
        elements: uint16, shape (n, colours), at most as many as there are codes.
        colours_asked: colours asked for.
        diagonals_used: mask of the diagonals used.
    """
    tables = make_tables(problem)
    search = make_search(problem, tables)
    subset = Set(0, len(elements), colours_asked, diagonals_used, len(elements))
    queries, total = _least_limit(problem, tables, search, elements, subset)
    return Shallowest(queries, total, best_choice(tables, search, subset))


def _least_limit(
    problem: Problem, tables: Tables, search: WeightedSearch, elements: NDArray[np.uint16], subset: Set
) -> tuple[int, int]:
    """The least limit of the queries that a strategy for a set keeps, set in the search, and the least total within it."""
    for queries in range(subset.diagonals_used.bit_count(), len(problem.diagonals) + 1):
        set_weights(problem, tables, search, np.ones(len(problem.patterns), np.int64), queries)
        search.elements[: len(elements)], search.weights[: len(elements)] = elements, 1
        total = int(search_kernel(tables, search, *subset, NONE, False))
        if total < NONE:
            return queries, total
    raise AssertionError("a strategy asks each diagonal at most once")

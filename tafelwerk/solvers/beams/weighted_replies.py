"""Best replies to a codemaker who chooses the code by chances.

Best replies to chances of any denominator: 64 bits tell which queries may be best, integers of any size choose among them.

Let p be chances of the codes and r integers with |r_k - M p_k| <= 1, above 0 where p_k is. No code costs more than C, the number
of diagonals and of fields. So the costs of a strategy for n codes by r and by M p differ by n C at most, and a best strategy by p
has a cost by r of at most 2 n C above the least. Few queries do, since 2 n C is small compared with the weight of a code; the
search for the least cost by r finds them, and their costs by p are computed in integers, part by part, and once for sets that
symmetries map to each other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import factorial, lcm

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams.codes_left import list_codes
from tafelwerk.solvers.beams.optimal_strategies import Tree, walk
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.pieces import symmetries
from tafelwerk.solvers.beams.search_tables import Tables, key_kernel, make_tables
from tafelwerk.solvers.beams.weighted_few_codes import NONE
from tafelwerk.solvers.beams.weighted_search import (
    COLOUR,
    DIAGONAL,
    PROMISE,
    WeightedSearch,
    list_queries_kernel,
    make_search,
    search_kernel,
    set_weights,
)
from tafelwerk.solvers.beams.weighted_trees import Choice, Set, best_choice, everything, grow, parts_of
from tafelwerk.solvers.deduction.adversary_game import Classes, Strategy, TooManyQueriesError


def pattern_classes(problem: Problem) -> NDArray[np.int64]:
    """Class of each pattern, in the order of their first patterns; int64, shape (p,)."""
    piece_maps, _ = symmetries(problem.board, problem.pieces, problem.windows)
    number = {tuple(pattern): index for index, pattern in enumerate(problem.patterns.tolist())}
    first = [
        min(number[tuple(sorted(moved))] for moved in piece_maps[:, pattern].tolist())
        for pattern in problem.patterns.astype(np.intp)
    ]
    return np.unique(first, return_inverse=True)[1].reshape(-1).astype(np.int64)


def code_classes(problem: Problem) -> Classes:
    """Classes of the codes, numbered as `codes_left.list_codes` numbers them."""
    ways = factorial(problem.variant.colours)
    of = np.repeat(pattern_classes(problem), ways)
    _, first, sizes = np.unique(of, return_index=True, return_counts=True)
    return Classes(of.astype(np.int32), tuple(first.tolist()), tuple(sizes.tolist()))


MOST_QUERIES = 300_000
"""Most queries compared."""


class ExactReplies:
    """Best replies to chances p of the codes.

    Args:
        problem: the problem.
        tables: its tables.
        search: a search for it.
        classes: class of each pattern.
        chances: one per class, for each of its codes.
        most: greatest sum of the weights.
        dearest: C, the greatest cost of a code.
    """

    def __init__(
        self,
        problem: Problem,
        tables: Tables,
        search: WeightedSearch,
        classes: Sequence[int],
        chances: Sequence[Fraction],
        most: int,
        dearest: int,
    ) -> None:
        self._problem, self._tables, self._search, self._dearest = problem, tables, search, dearest
        unit = most - problem.codes
        rounded = [max(1, int(chance * unit)) if chance else 0 for chance in chances]
        set_weights(problem, tables, search, np.array(rounded, np.int64)[list(classes)])
        self._scale = lcm(*(chance.denominator for chance in chances))
        scaled = [int(chance * self._scale) for chance in chances]
        signs = tables.signs[problem.patterns.astype(np.intp)].sum(axis=1).tolist()
        self._weight_of: Mapping[int, int] = {sign: scaled[k] for sign, k in zip(signs, classes, strict=True)}
        self._known: dict[tuple[int, int], int] = {}
        """Costs by p, times the scale, of sets up to symmetry."""
        self._compared = 0

    def best(self) -> tuple[Fraction, Tree]:
        """The least mean cost of all strategies, and a strategy that has it.

        Raises:
            TooManyQueriesError: too many queries may be best.
        """
        cost = self._cost(everything(self._problem))
        return Fraction(cost, self._scale), grow(self._problem, self._tables, self._search, self._choose)

    def _cost(self, subset: Set) -> int:
        """The least cost by p of a set of two or more codes, times the scale."""
        search, (low, number, colours_asked, diagonals_used, _) = self._search, subset
        key_kernel(self._tables, search.elements, low, number, colours_asked, diagonals_used, search.names, search.key)
        key = int(search.key[0]), int(search.key[1])
        if key not in self._known:
            self._known[key] = self._compare(subset)[0]
        return self._known[key]

    def _choose(self, subset: Set) -> Choice:
        return self._compare(subset)[1]

    def _compare(self, subset: Set) -> tuple[int, Choice]:
        """The least cost by p of a set, times the scale, and a choice that attains it."""
        tables, search = self._tables, self._search
        codes = subset.number * int(tables.ways[subset.colours_asked])
        weights, wholes = self._weights(subset)
        ways = int(tables.ways[subset.colours_asked])
        weight, exact_weight = sum(weights) * ways, sum(wholes) * ways
        least = int(search_kernel(tables, search, *subset, NONE, False))
        colours, diagonals = self._problem.variant.colours, len(self._problem.diagonals)
        queries = np.zeros((colours * diagonals, 3), np.int64)
        low, number, colours_asked, diagonals_used, _ = subset
        query_count = list_queries_kernel(tables, search, low, number, colours_asked, diagonals_used, queries)
        if not query_count:
            return self._guess(subset, wholes)
        limit = least + 2 * codes * self._dearest
        best: tuple[int, Choice] | None = None
        order = np.argsort(queries[:query_count, PROMISE], kind="stable")
        for promise, colour, diagonal in queries[order][:, [PROMISE, COLOUR, DIAGONAL]].tolist():
            if promise > limit:
                break
            parts = [part for _, part in parts_of(tables, search, subset, colour, diagonal)]
            total = weight
            for part in parts:
                total += int(search_kernel(tables, search, *part, max(limit - total + 1, 1), False))
                if total > limit:
                    break
            else:
                self._compared += 1
                if self._compared > MOST_QUERIES:
                    raise TooManyQueriesError
                cost = exact_weight + sum(map(self._cost, parts))
                if best is None or cost < best[0]:
                    best = cost, Choice(colour, diagonal)
                if best[0] == exact_weight:
                    break
        assert best is not None, "the best query by rounded weights is compared"
        return best

    def _weights(self, subset: Set) -> tuple[list[int], list[int]]:
        """Weights of a code of each row: rounded, and exact."""
        low, end = subset.low, subset.low + subset.number
        rows = self._search.elements[low:end].astype(np.intp)
        exact = [self._weight_of[sign] for sign in self._tables.signs[rows].sum(axis=1).tolist()]
        return self._search.weights[low:end].tolist(), exact

    def _guess(self, subset: Set, wholes: Sequence[int]) -> tuple[int, Choice]:
        """The guess of least cost by p; all codes of a row cost the same."""
        masks, (low, number, colours_asked, _, _) = self._tables.masks, subset
        rows = self._search.elements[low : low + number].astype(np.intp)
        ways = int(self._tables.ways[colours_asked])
        each = ways // max(rows.shape[1] - colours_asked, 1)
        guesses: list[tuple[int, Choice]] = []
        for guess in rows.tolist():
            outside = np.zeros(number, np.int64)
            for colour, piece in enumerate(guess):
                met = rows[:, colour : colour + 1] if colour < colours_asked else rows[:, colours_asked:]
                wrong = np.bitwise_count(masks[piece] & ~masks[met]).sum(axis=1).astype(np.int64)
                outside += wrong * (ways if colour < colours_asked else each)
            cost = sum(fields * weight for fields, weight in zip(outside.tolist(), wholes, strict=True))
            guesses.append((cost, Choice(-1, -1, tuple(guess))))
        return min(guesses, key=lambda pair: pair[0])


class Replies:
    """Best replies for a small variant of Beams.

    Attributes:
        sizes: number of codes of each class.
        dearest: greatest cost of a code.
        most: greatest sum of the weights of all codes.

    Raises:
        InputError: a variant that `make_tables` refuses.
    """

    def __init__(self, problem: Problem) -> None:
        self._problem, self._tables = problem, make_tables(problem)
        self._search = make_search(problem, self._tables)
        self._codes = replace(list_codes(problem.variant), answers=problem.answers)
        self._of_pattern = pattern_classes(problem).tolist()
        self.classes = code_classes(problem)
        self.sizes = self.classes.sizes
        self.dearest = len(problem.diagonals) + len(problem.board.fields)
        # bounds of unused parts are added before they are compared
        self.most = NONE // (4 * self.dearest)

    def reply(self, weights: Sequence[int], below: int | None) -> Strategy[Tree] | None:
        """A strategy of least cost by weights per code of each class; None if none costs less than `below`."""
        problem, tables, search = self._problem, self._tables, self._search
        set_weights(problem, tables, search, np.array(weights, np.int64)[self._of_pattern])
        limit = NONE if below is None else max(1, min(below, NONE))
        if search_kernel(tables, search, *everything(problem), limit, False) >= limit and problem.codes > 1:
            return None
        return self._strategy(grow(problem, tables, search, lambda subset: best_choice(tables, search, subset)))

    def exact(self, chances: Sequence[Fraction]) -> tuple[Fraction, Strategy[Tree]]:
        """The least mean cost against chances per code of each class, and a strategy that has it.

        Raises:
            TooManyQueriesError: too many queries may be best.
        """
        replies = ExactReplies(
            self._problem, self._tables, self._search, self._of_pattern, chances, self.most, self.dearest
        )
        least, tree = replies.best()
        return least, self._strategy(tree)

    def _strategy(self, tree: Tree) -> Strategy[Tree]:
        queries, wrong = walk(self._codes, tree)
        column = np.bincount(self.classes.of, queries + wrong, len(self.sizes))
        return Strategy(tree, tuple(column.astype(np.int64).tolist()))

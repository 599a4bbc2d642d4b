"""Best replies to a codemaker who chooses the code by chances.

To chances of any denominator see `deduction.exact_replies`: no code costs more than the number of diagonals and of fields; costs
are computed once for sets that symmetries map to each other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import factorial, lcm

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.beams import search_tables as sp
from tafelwerk.solvers.beams.codes_left import list_codes
from tafelwerk.solvers.beams.few_codes import NONE
from tafelwerk.solvers.beams.least_cost import (
    Search,
    every_code,
    list_promises_kernel,
    make_search,
    search_kernel,
    set_weight,
    set_weights,
    stop_of,
    weigh_kernel,
    wrong_fields,
)
from tafelwerk.solvers.beams.optimal_strategies import (
    NODE_COLOUR,
    NODE_DIAGONAL,
    NODE_GUESS,
    NODE_TOTAL,
    Tree,
    grow,
    tree_of,
    walk,
)
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.beams.pieces import symmetries
from tafelwerk.solvers.beams.search_tables import CodeSet, key_kernel, part_of, split_kernel
from tafelwerk.solvers.deduction.adversary_game import Classes, Strategy, TooManyQueriesError
from tafelwerk.solvers.deduction.exact_replies import ExactReplies
from tafelwerk.solvers.machine.interrupts import interruptible


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


Query = tuple[int, int]
"""Colour and diagonal."""


class BeamsExactReplies(ExactReplies[CodeSet, Query]):
    """Best replies to chances of any denominator.

    Args:
        problem: the problem.
        search: a search for it.
        classes: class of each pattern.
        chances: one per class, for each of its codes.
        most: greatest sum of the weights.
        dearest: the greatest cost of a code.
    """

    def __init__(
        self,
        problem: Problem,
        search: Search,
        classes: Sequence[int],
        chances: Sequence[Fraction],
        most: int,
        dearest: int,
    ) -> None:
        super().__init__()
        self._problem, self._search, self._dearest = problem, search, dearest
        unit = most - problem.codes
        rounded = [max(1, int(chance * unit)) if chance else 0 for chance in chances]
        set_weights(problem, search, np.array(rounded, np.int64)[list(classes)])
        self._scale = lcm(*(chance.denominator for chance in chances))
        scaled = [int(chance * self._scale) for chance in chances]
        signs = search.tables.signs[problem.patterns.astype(np.intp)].sum(axis=1).tolist()
        self._weight_of: Mapping[int, int] = {sign: scaled[k] for sign, k in zip(signs, classes, strict=True)}

    def best(self) -> tuple[Fraction, Tree]:
        """The least mean cost of all strategies, and a strategy that has it.

        Raises:
            TooManyQueriesError: too many queries may be best.
        """
        cost = self.cost(every_code(self._problem))
        nodes: list[list[int]] = []
        guesses: list[list[int]] = []
        self._grow(every_code(self._problem), -1, 0, nodes, guesses)
        colours = self._problem.variant.colours
        tree = tree_of(np.array(nodes, np.int64), np.array(guesses, np.int64).reshape(-1, colours))
        return Fraction(cost, self._scale), tree

    def key(self, subset: CodeSet) -> tuple[int, int]:
        """The key up to symmetry."""
        search, (low, number, asked, used, _) = self._search, subset
        key_kernel(search.tables, search.elements, low, number, asked, used, search.names, search.key)
        return int(search.key[0]), int(search.key[1])

    def weights(self, subset: CodeSet) -> tuple[int, int]:
        """Sums of the rounded weights and of the exact ones."""
        ways = int(self._search.tables.ways[subset.colours_asked])
        return int(set_weight(self._search, subset)), sum(self._exact_weights(subset)) * ways

    def tolerance(self, subset: CodeSet) -> int:
        """Twice the greatest cost of all codes."""
        return 2 * subset.number * int(self._search.tables.ways[subset.colours_asked]) * self._dearest

    def bound(self, subset: CodeSet, below: int | None) -> int:
        """By the search."""
        return int(search_kernel(self._search, subset, NONE if below is None else max(below, 1)))

    def queries(self, subset: CodeSet, limit: int) -> Iterator[tuple[Query, Sequence[CodeSet]]]:
        """Queries that split a set, by ascending bound."""
        queries = self._listed(subset)
        order = np.argsort(queries[:, sp.PROMISE], kind="stable")
        for promise, *query in queries[order][:, [sp.PROMISE, sp.COLOUR, sp.DIAGONAL]].tolist():
            if promise > limit:
                break
            colour, diagonal = query
            yield (colour, diagonal), [part for _, part in self._parts(subset, colour, diagonal)]

    def known_cost(self, subset: CodeSet) -> int | None:
        """The cost of a guess, where no query splits a set."""
        return None if len(self._listed(subset)) else self._guess(subset)[0]

    def _listed(self, subset: CodeSet) -> NDArray[np.int64]:
        """Queries that split a set, int64, shape (n, query_fields)."""
        queries: NDArray[np.int64] = np.zeros_like(self._search.queries[0])
        number = int(list_promises_kernel(self._search, subset, queries))
        return queries[:number]

    def _parts(self, subset: CodeSet, colour: int, diagonal: int) -> list[tuple[int, CodeSet]]:
        """Answers of a query at a set, ascending, and the parts of two or more codes, written behind the set."""
        search = self._search
        parts = np.zeros((len(search.tables.least) + 1, sp.PART_FIELDS), np.int64)
        split = search.tables, search.elements, subset, colour, diagonal, search.tally, parts, False
        number = int(split_kernel(*split))
        rows = int(parts[:number, sp.PART_COUNT].sum())
        weigh_kernel(search, subset.free, rows)
        below = (part_of(parts, part, subset, colour, diagonal, subset.free + rows) for part in range(number))
        return list(
            zip(parts[:number, sp.PART_ANSWER].tolist(), (CodeSet(*map(int, part)) for part in below), strict=True)
        )

    def _exact_weights(self, subset: CodeSet) -> list[int]:
        """Exact weights of a code of each row."""
        rows = self._search.elements[subset.low : subset.low + subset.number].astype(np.intp)
        return [self._weight_of[sign] for sign in self._search.tables.signs[rows].sum(axis=1).tolist()]

    def _guess(self, subset: CodeSet) -> tuple[int, int]:
        """The least exact cost of a guess, and its row; all codes of a row cost the same."""
        rows, weights = range(subset.low, subset.low + subset.number), self._exact_weights(subset)

        def cost(guess: int) -> int:
            wrong = (int(wrong_fields(self._search, subset, self._fields(guess), row)) for row in rows)
            return sum(fields * weight for fields, weight in zip(wrong, weights, strict=True))

        return min((cost(guess), guess) for guess in rows)

    def _fields(self, row: int) -> NDArray[np.int64]:
        """Fields of each colour in a code of a row."""
        fields: NDArray[np.int64] = self._search.tables.masks[self._search.elements[row].astype(np.intp)]
        return fields

    def _grow(self, subset: CodeSet, parent: int, answer: int, nodes: list[list[int]], guesses: list[list[int]]) -> int:
        """Add the nodes of a set and of its parts. Returns their total, which does not count weights."""
        search, node = self._search, len(nodes)
        total = subset.number * int(search.tables.ways[subset.colours_asked])
        nodes.append([parent, answer, -1, -1, total, 0, -1])
        if len(self._listed(subset)):
            _, (colour, diagonal) = self.compare(subset)
            nodes[node][NODE_COLOUR], nodes[node][NODE_DIAGONAL] = colour, diagonal
            for answer, part in self._parts(subset, colour, diagonal):
                total += self._grow(part, node, answer, nodes, guesses)
        else:
            guess = self._fields(self._guess(subset)[1])
            nodes[node][NODE_GUESS] = len(guesses)
            guesses.append(guess.tolist())
            rows = range(subset.low, subset.low + subset.number)
            total = sum(int(wrong_fields(search, subset, guess, row)) for row in rows)
        nodes[node][NODE_TOTAL] = total
        return total


class Replies:
    """Best replies for a small variant of Beams.

    Args:
        problem: the problem.
        early: whether a filling may be laid at any set.

    Attributes:
        sizes: number of codes of each class.
        dearest: greatest cost of a code.
        most: greatest sum of the weights of all codes.

    Raises:
        InputError: a variant that `make_tables` refuses.
    """

    def __init__(self, problem: Problem, early: bool = False) -> None:
        self._problem, self._search = problem, make_search(problem, early=early)
        self._codes = replace(list_codes(problem.variant), answers=problem.answers)
        self._of_pattern = pattern_classes(problem).tolist()
        self.classes = code_classes(problem)
        self.sizes = self.classes.sizes
        self.dearest = len(problem.diagonals) + len(problem.board.fields)
        # bounds of unused parts are added before they are compared
        self.most = NONE // (4 * self.dearest)

    def reply(self, weights: Sequence[int], below: int | None) -> Strategy[Tree] | None:
        """A strategy of least cost by weights per code of each class; None if none costs less than `below`."""
        problem, search = self._problem, self._search
        set_weights(problem, search, np.array(weights, np.int64)[self._of_pattern])
        limit = NONE if below is None else max(1, min(below, NONE))
        subset = every_code(problem)
        if interruptible(stop_of(search), lambda: int(search_kernel(search, subset, limit))) >= limit:
            return None
        return self._strategy(grow(problem, search))

    def exact(self, chances: Sequence[Fraction]) -> tuple[Fraction, Strategy[Tree]]:
        """The least mean cost against chances per code of each class, and a strategy that has it.

        Raises:
            TooManyQueriesError: too many queries may be best, or fillings may be laid.
        """
        if self._search.tables.early:
            raise TooManyQueriesError
        replies = BeamsExactReplies(self._problem, self._search, self._of_pattern, chances, self.most, self.dearest)
        least, tree = replies.best()
        return least, self._strategy(tree)

    def _strategy(self, tree: Tree) -> Strategy[Tree]:
        queries, wrong = walk(self._codes, tree)
        column = np.bincount(self.classes.of, queries + wrong, len(self.sizes))
        return Strategy(tree, tuple(column.astype(np.int64).tolist()))

"""Best replies to chances of any denominator: 64 bits tell which queries may be best, integers of any size choose among them.

Let p be the chances of the codes, r integers with |r_k - M p_k| <= 1, and C the most that a code costs without useless queries.
The costs of a strategy for n codes by r and by M p then differ by n C at most, so a best strategy by p costs by r at most 2 n C
above the least. Few queries do, since 2 n C is small compared with the weight of a code; a search for the least cost by r finds
them, and their costs by p are computed in integers, part by part.

`ExactReplies` knows no game; `MatrixReplies` and `MatrixExactReplies` are replies on any matrix of answers.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Generic, TypeVar

import numpy as np

from tafelwerk.solvers.deduction.adversary_game import Classes, Strategy, TooManyQueriesError
from tafelwerk.solvers.deduction.optimal_tree import MEMORY, Search, best_reply, most_weight
from tafelwerk.solvers.deduction.part_bounds import fill_totals
from tafelwerk.solvers.deduction.search_problem import NONE, SearchProblem, StrategyTree, join_trees, walk

MOST_QUERIES = 300_000
"""Most queries compared."""

Subset = TypeVar("Subset")
Query = TypeVar("Query")


class ExactReplies(ABC, Generic[Subset, Query]):
    """Least costs of sets of codes by chances p, which a subclass scales to integers; it knows the queries and the costs by r."""

    def __init__(self) -> None:
        self.choices: dict[Hashable, tuple[int, Query]] = {}
        """By the key of a set: the least cost by p, and a query that attains it."""
        self._compared = 0

    @abstractmethod
    def key(self, subset: Subset) -> Hashable:
        """The same for sets of the same cost only."""

    @abstractmethod
    def weights(self, subset: Subset) -> tuple[int, int]:
        """What a query costs a set: the weight of its codes by r, and by p."""

    @abstractmethod
    def tolerance(self, subset: Subset) -> int:
        """2 n C for a set of n codes."""

    @abstractmethod
    def bound(self, subset: Subset, below: int | None) -> int:
        """The least cost by r of a set if it is below a limit, otherwise a lower bound that is not."""

    @abstractmethod
    def queries(self, subset: Subset, limit: int) -> Iterable[tuple[Query, Sequence[Subset]]]:
        """Queries at a set with the parts that cost something, all that may cost at most `limit` by r among them."""

    @abstractmethod
    def known_cost(self, subset: Subset) -> int | None:
        """The cost by p of a set for which no queries have to be compared."""

    def cost(self, subset: Subset) -> int:
        """The least cost by p of a set.

        Raises:
            TooManyQueriesError: too many queries may be best.
        """
        cost = self.known_cost(subset)
        if cost is not None:
            return cost
        key = self.key(subset)
        if key not in self.choices:
            self.choices[key] = self.compare(subset)
        return self.choices[key][0]

    def compare(self, subset: Subset) -> tuple[int, Query]:
        """The least cost by p of a set, and the first query that attains it.

        Raises:
            TooManyQueriesError: too many queries may be best.
        """
        weight, exact_weight = self.weights(subset)
        limit = self.bound(subset, None) + self.tolerance(subset)
        best: tuple[int, Query] | None = None
        for query, parts in self.queries(subset, limit):
            total = weight
            for part in parts:
                total += self.bound(part, limit - total + 1)
                if total > limit:
                    break
            else:
                self._compared += 1
                if self._compared > MOST_QUERIES:
                    raise TooManyQueriesError
                cost = exact_weight + sum(map(self.cost, parts))
                if best is None or cost < best[0]:
                    best = cost, query
                if cost == exact_weight:
                    break
        assert best is not None, "the best query by r is compared"
        return best


Codes = tuple[int, ...]
"""A set of codes, ascending, as places in the order of the search: the most probable code first."""


class MatrixExactReplies(ExactReplies[Codes, int]):
    """Best replies to chances of any denominator; of n codes, each costs n queries at most.

    Args:
        problem: the search problem; its symmetries are not used.
        chances: one per code, of sum 1.
        memory: most bytes of the memo of the search.
    """

    def __init__(self, problem: SearchProblem, chances: Sequence[Fraction], memory: int) -> None:
        super().__init__()
        most = most_weight(problem) - len(problem.codes)
        rounded = np.array([max(1, int(chance * most)) for chance in chances], np.int64)
        self._order = np.argsort(-rounded, kind="stable").astype(np.int32)
        self._search = Search(
            replace(problem, symmetry=None), self._order, (), None, memory, weights=rounded[self._order]
        )
        self._scale = lcm(*(chance.denominator for chance in chances))
        self._rounded: list[int] = rounded[self._order].tolist()
        self._weights = [int(chances[code] * self._scale) for code in self._order.tolist()]
        self._answers, self._solved = self._search.game.answers, int(self._search.game.solved)
        self._query_of = self._search.game.query_of.tolist()
        self._known: dict[Codes, tuple[int, bool]] = {}
        """Per set: a lower bound of the cost by r, and whether that is the cost."""

    def best(self) -> tuple[Fraction, StrategyTree]:
        """The least mean of all strategies, and a strategy that has it.

        Raises:
            TooManyQueriesError: too many queries may be best.
        """
        every = tuple(range(len(self._order)))
        cost = self.cost(self._hidden(every))
        return Fraction(cost, self._scale), self._tree(every)

    def _hidden(self, codes: Codes) -> Codes:
        """The codes of a set that matter for its cost.

        If codes are named, those without a chance do not: a strategy for the others, continued for them, costs nothing more.
        """
        return tuple(code for code in codes if self._weights[code]) if self._solved >= 0 else codes

    def _split(self, codes: Codes, query: int) -> dict[int, Codes]:
        """The sets left by each answer, but for the one that ends the game."""
        parts: dict[int, list[int]] = {}
        for code, answer in zip(codes, self._answers[query, codes].tolist(), strict=True):
            if answer != self._solved:
                parts.setdefault(answer, []).append(code)
        return {answer: tuple(parts[answer]) for answer in sorted(parts)}

    def _few(self, codes: Codes, weights: Sequence[int]) -> int:
        """Cost of a set of at most two codes."""
        is_named = self._solved >= 0
        if len(codes) < 2:
            return weights[codes[0]] if codes and is_named else 0
        first, second = weights[codes[0]], weights[codes[1]]
        return first + second + (min(first, second) if is_named else 0)

    def key(self, subset: Codes) -> Codes:
        """The set itself."""
        return subset

    def weights(self, subset: Codes) -> tuple[int, int]:
        """Sums of the rounded weights and of the exact ones."""
        return sum(self._rounded[code] for code in subset), sum(self._weights[code] for code in subset)

    def tolerance(self, subset: Codes) -> int:
        """A strategy without useless queries asks n at most for each of n codes."""
        return 2 * len(subset) ** 2

    def bound(self, subset: Codes, below: int | None) -> int:
        """By the search, for sets of more than two codes."""
        if len(subset) <= 2:
            return self._few(subset, self._rounded)
        below = NONE if below is None else below
        known = self._known.get(subset)
        if known is None or not (known[1] or known[0] >= below):
            bound, _ = self._search.value(np.array(subset, np.uint32), below)
            known = self._known[subset] = bound, bound < below
        return known[0]

    def known_cost(self, subset: Codes) -> int | None:
        """That of sets of two codes, and of sets without a chance."""
        if len(subset) <= 2:
            return self._few(subset, self._weights)
        return None if any(self._weights[code] for code in subset) else 0

    def queries(self, subset: Codes, limit: int) -> Iterator[tuple[int, Sequence[Codes]]]:
        """One query of each partition, if it splits the set and its bound is at most the limit; the smallest parts first."""
        game, work = self._search.game, self._search.work
        fill_totals(game, work, np.array(subset, np.uint32), len(self._answers), 0)
        totals = work.totals.astype(np.int64)
        for code in subset:
            if self._solved >= 0:
                totals[self._query_of[code]] -= self._rounded[code]
        seen = set()
        for query in np.flatnonzero(totals <= limit).tolist():
            parts = sorted(self._split(subset, query).values(), key=len)
            partition = frozenset(parts)
            if partition not in seen and subset not in partition:
                seen.add(partition)
                yield query, parts

    def _query(self, codes: Codes) -> int:
        """The query of the strategy at a set."""
        hidden = self._hidden(codes)
        if self._solved >= 0 and (len(hidden) in (1, 2) or len(codes) == 1):
            return int(self._query_of[max(hidden or codes, key=self._weights.__getitem__)])
        if len(hidden) > 2 and hidden in self.choices:
            return self.choices[hidden][1]
        # nothing depends on it, or there are two codes
        return self._search.value(np.array(codes, np.uint32), NONE)[1]

    def _tree(self, codes: Codes) -> StrategyTree:
        """The strategy from a set on."""
        query = self._query(codes)
        parts, labels = self._split(codes, query).items(), self._search.game.labels
        below = {int(labels[answer]): self._tree(part) for answer, part in parts if len(part) > 1 or self._solved >= 0}
        return join_trees(int(self._search.order[query]), len(codes), below)


class MatrixReplies:
    """Best replies for a search problem; a code costs its queries.

    Args:
        problem: the search problem.
        classes: classes of its codes; symmetries of the problem map the codes of a class to each other.
        memory: most bytes of the memo of a search.

    Attributes:
        sizes: number of codes of each class.
        dearest: greatest cost of a code.
        most: greatest sum of the weights of all codes.
    """

    def __init__(self, problem: SearchProblem, classes: Classes, memory: int = MEMORY) -> None:
        self._problem, self._classes, self._memory = problem, classes.of, memory
        self.sizes, self.dearest, self.most = classes.sizes, len(problem.codes), most_weight(problem)

    def reply(self, weights: Sequence[int], below: int | None) -> Strategy[StrategyTree] | None:
        """A strategy of least cost by weights, at least 1, per code of each class; None if none costs less than `below`."""
        reply = best_reply(self._problem, np.array(weights, np.int64)[self._classes], below, self._memory)
        return None if reply is None else self._strategy(reply.tree)

    def exact(self, chances: Sequence[Fraction]) -> tuple[Fraction, Strategy[StrategyTree]]:
        """The least mean cost against chances per code of each class, and a strategy that has it.

        Raises:
            TooManyQueriesError: too many queries may be best.
        """
        replies = MatrixExactReplies(self._problem, [chances[k] for k in self._classes.tolist()], self._memory)
        least, tree = replies.best()
        return least, self._strategy(tree)

    def _strategy(self, tree: StrategyTree) -> Strategy[StrategyTree]:
        column = np.bincount(self._classes, walk(self._problem, tree), len(self.sizes))
        return Strategy(tree, tuple(column.astype(np.int64).tolist()))

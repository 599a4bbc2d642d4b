"""Best replies to chances of any denominator: 64 bits tell which queries may be best, integers of any size choose among them.

Let p be the chances of the codes, r integers with |r_k - M p_k| <= 1, and C the most that a code costs without useless queries.
The costs of a strategy for n codes by r and by M p then differ by n C at most, so a best strategy by p costs by r at most 2 n C
above the least. Few queries do, since 2 n C is small compared with the weight of a code; a search for the least cost by r finds
them, and their costs by p are computed in integers, part by part.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from typing import Generic, TypeVar

from tafelwerk.solvers.deduction.adversary_game import TooManyQueriesError

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

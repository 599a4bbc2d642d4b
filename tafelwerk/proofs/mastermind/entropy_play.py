"""Second program for LEX and MIX, for many orders of entropy at once.

The ways to split a set of codes do not depend on the order of entropy. They are found once per set, by looking at every query,
and each order takes its best. Sets are processed from the largest to the smallest, so that all orders leading to a set are known.
Then costs are added up from the smallest to the largest, as polynomials: the coefficient of x^d is the expected number of codes
found with d queries.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

import numpy as np
from flint import fmpq, fmpq_poly
from numpy.typing import NDArray

from tafelwerk.proofs.mastermind.games_by_rules import StoredGame
from tafelwerk.proofs.mastermind.kernels import split_kinds, splitting_query
from tafelwerk.proofs.real_numbers import compare_entropies

Alpha = Fraction | None
Codes = NDArray[np.int32]
Flags = NDArray[np.bool_]

NEAR = 1e-10
"""Relative difference of two sums of doubles below which they are compared exactly."""


@dataclass(eq=False, slots=True)
class Kinds:
    """The ways in which the queries split a set: by the sizes of the parts.

    Attributes:
        kind: shape (Q,), the way in which each query splits the set; -1 if it does not.
        first: the first query of each way.
        naming: the first query of each way that names a code of the set; -1 if there is none.
        sizes: number of parts of each size, shape (ways, largest + 1).
    """

    kind: NDArray[np.int32]
    first: NDArray[np.int32]
    naming: NDArray[np.int32]
    sizes: NDArray[np.float64]


class Chooser:
    """Finds the queries of greatest entropy in a game, for a list of orders.

    Args:
        game: the game.
        orders: orders of entropy; None: infinity.
    """

    def __init__(self, game: StoredGame, orders: Sequence[Alpha]) -> None:
        self.game, self.orders = game, list(orders)
        codes, queries = len(game.codes), len(game.queries)
        sizes = np.arange(codes + 1)
        self._weights = np.zeros((codes + 1, len(self.orders)))
        for column, alpha in enumerate(self.orders):
            if alpha == 1:
                self._weights[:, column] = sizes * np.log(np.maximum(sizes, 1))
            elif alpha is not None:
                power = np.where(sizes > 0, np.maximum(sizes / codes, 1e-300) ** float(alpha), 0)
                self._weights[:, column] = power if alpha > 1 else -power
        self._near = np.array([0.0 if alpha is None or alpha == 0 else NEAR for alpha in self.orders])
        self._largest = np.array([alpha is None for alpha in self.orders], np.bool_)
        self._random = np.random.default_rng().integers(-(1 << 62), 1 << 62, codes + 1)
        self._random[0] = 0
        self._count = np.zeros(max(1, len(game.labels)), np.int64)
        self._slots = np.zeros((2, 1 << (2 * queries).bit_length()), np.int64)
        self._compared: dict[tuple[Alpha, tuple[int, ...], tuple[int, ...]], int] = {}

    def splitting(self, codes: Codes) -> int:
        """The query that tells all codes apart and is asked first for every order; -1 if there is none."""
        game = self.game
        if len(codes) == 1:
            return int(game.query_of[codes[0]])
        return splitting_query(game.answers, game.query_of, codes, self._count, True)

    def kinds(self, codes: Codes) -> Kinds:
        """The ways in which the queries split a set."""
        game = self.game
        kind, first = np.empty((2, len(game.queries)), np.int32)
        n = split_kinds(game.answers, codes, self._random, self._count, self._slots, kind, first)
        naming = np.full(n, -1, np.int32)
        members = game.query_of[codes]
        members = np.sort(members[members >= 0])[::-1]
        members = members[kind[members] >= 0]
        naming[kind[members]] = members
        first = first[:n].copy()
        answers = game.answers[np.ix_(first, codes)].astype(np.int64)
        labels = len(self._count)
        counts = np.bincount((answers + np.arange(n)[:, None] * labels).ravel(), minlength=n * labels).reshape(
            n, labels
        )
        largest = int(counts.max()) if n else 0
        places = (counts + np.arange(n)[:, None] * (largest + 1)).ravel()
        sizes = np.bincount(places, minlength=n * (largest + 1)).reshape(n, largest + 1).astype(float)
        sizes[:, 0] = 0
        return Kinds(kind, first, naming, sizes)

    def best(self, kinds: Kinds, columns: NDArray[np.int64]) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """The ways of greatest entropy: pairs of columns of orders, and the ways that tie for the best in all of them."""
        values = kinds.sizes @ self._weights[: kinds.sizes.shape[1], columns]
        if self._largest[columns].any():
            largest = kinds.sizes.shape[1] - 1 - (kinds.sizes[:, ::-1] > 0).argmax(axis=1)
            values[:, self._largest[columns]] = largest[:, None]
        least = values.min(axis=0)
        tied = values <= least + self._near[columns] * np.abs(least)
        for column in np.flatnonzero((tied.sum(axis=0) > 1) & (self._near[columns] > 0)).tolist():
            close = np.flatnonzero(tied[:, column]).tolist()
            tied[:, column] = False
            tied[self._exactly(self.orders[columns[column]], kinds, close), column] = True
        if (tied == tied[:, :1]).all():
            yield columns, np.flatnonzero(tied[:, 0])
            return
        ways, group = np.unique(tied, axis=1, return_inverse=True)
        for number in range(ways.shape[1]):
            yield columns[group.ravel() == number], np.flatnonzero(ways[:, number])

    def first(self, kinds: Kinds, ways: NDArray[np.int64]) -> int:
        """The query of LEX: the first that names a code of the set, otherwise the first."""
        naming = kinds.naming[ways]
        return int(naming[naming >= 0].min() if (naming >= 0).any() else kinds.first[ways].min())

    def only(self, codes: Codes) -> int:
        """The query of LEX at a set, for a chooser of one order."""
        best = self.splitting(codes)
        if best < 0:
            kinds = self.kinds(codes)
            ((_, ways),) = self.best(kinds, np.zeros(1, np.int64))
            best = self.first(kinds, ways)
        return best

    def tied_queries(self, codes: Codes, kinds: Kinds, ways: NDArray[np.int64]) -> NDArray[np.int64]:
        """The queries among which MIX chooses: those that name a code of the set, otherwise all, ascending."""
        queries = np.flatnonzero(np.isin(kinds.kind, ways))
        codes_named = self.game.code_of[queries]
        naming = queries[(codes_named >= 0) & np.isin(codes_named, codes)]
        return naming if len(naming) else queries

    def _exactly(self, alpha: Alpha, kinds: Kinds, close: list[int]) -> list[int]:
        parts = {way: self._parts(kinds.sizes[way]) for way in close}
        best = close[:1]
        for way in close[1:]:
            key = (alpha, parts[way], parts[best[0]])
            if key not in self._compared:
                self._compared[key] = compare_entropies(*key)
            order = self._compared[key]
            best = [way] if order > 0 else [*best, way] if order == 0 else best
        return best

    @staticmethod
    def _parts(sizes: NDArray[np.float64]) -> tuple[int, ...]:
        return tuple(np.repeat(np.arange(len(sizes)), sizes.astype(np.int64)).tolist())


@dataclass(eq=False, slots=True)
class _Query:
    """A query at a set: the number of queries it represents, the codes found at once, and the sets left."""

    weight: int
    law: fmpq_poly
    children: list["_Set"]


@dataclass(eq=False, slots=True)
class _Set:
    """A set reached under some orders.

    Attributes:
        codes: the set.
        history: queries of one path to the set.
        reached: the orders that lead to it.
        moves: pairs of orders and their queries.
        laws: index of the polynomial of each order.
    """

    codes: Codes
    history: tuple[int, ...]
    reached: Flags
    moves: list[tuple[NDArray[np.int64], list[_Query]]] = field(default_factory=list)
    laws: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))


@dataclass(frozen=True, slots=True)
class Playout:
    """The cost under one order.

    Attributes:
        first: the first query; of tied ones, the first.
        histogram: pairs of a number of queries and the expected number of codes found with it, ascending, without zeros.
    """

    first: int
    histogram: tuple[tuple[int, Fraction], ...]

    @property
    def total(self) -> Fraction:
        """Expected number of queries, summed over all codes."""
        return sum((queries * codes for queries, codes in self.histogram), Fraction(0))

    @property
    def most(self) -> int:
        """Greatest number of queries for any code."""
        return self.histogram[-1][0]


@lru_cache(maxsize=32)
def play_orders(
    game: StoredGame, orders: tuple[Alpha, ...], *, mixed: bool = False, opening: int | None = None
) -> tuple[Playout, ...]:
    """Costs of LEX or MIX.

    Args:
        game: the game.
        orders: orders of entropy; None: infinity.
        mixed: whether ties are mixed.
        opening: fixed first query, for LEX.

    Raises:
        ValueError: no query tells some codes apart.
    """
    return tuple(_Play(game, orders, mixed, opening).playouts())


class _Play:
    """LEX or MIX for many orders of entropy, from the first query to the last."""

    def __init__(self, game: StoredGame, orders: Sequence[Alpha], mixed: bool, opening: int | None) -> None:
        self.game, self.mixed = game, mixed
        self.chooser = Chooser(game, orders)
        self._polynomials: list[fmpq_poly] = []
        self._number: dict[tuple[fmpq, ...], int] = {}
        every = np.arange(len(game.codes), dtype=np.int32)
        self._first = np.full(len(orders), -1, np.int64)
        self._sets: dict[bytes, _Set] = {}
        self._waiting: dict[int, list[_Set]] = {}
        root = _Set(every, (), np.ones(len(orders), np.bool_))
        splitting = -1 if opening is not None else self.chooser.splitting(every)
        if splitting >= 0 or len(every) == 1:
            self._first[:] = splitting
            root.laws = np.full(len(orders), self._number_of(self._leaf(every, splitting)), np.int32)
        else:
            self._play(root, opening)
        self._laws = root.laws

    def playouts(self) -> list[Playout]:
        """Cost under each order, in the given sequence."""
        playouts = []
        for first, number in zip(self._first.tolist(), self._laws.tolist(), strict=True):
            coefficients = (Fraction(int(c.p), int(c.q)) for c in self._polynomials[number].coeffs())
            playouts.append(
                Playout(first, tuple((queries, codes) for queries, codes in enumerate(coefficients) if codes))
            )
        return playouts

    def _play(self, root: _Set, opening: int | None) -> None:
        self._waiting[len(root.codes)] = [root]
        done = []
        while self._waiting:
            for node in self._waiting.pop(max(self._waiting)):
                self._ask(node, opening if node is root else None)
                done.append(node)
        for node in reversed(done):
            self._sum_up(node)

    def _ask(self, node: _Set, opening: int | None) -> None:
        columns = np.flatnonzero(node.reached)
        if opening is not None:
            self._first[:] = opening
            node.moves.append((columns, [self._ask_query(node, opening, 1, columns)]))
            return
        kinds = self.chooser.kinds(node.codes)
        if not len(kinds.first):
            raise ValueError(f"{self.game.name}: no query tells {self.game.codes[node.codes[0]]} from others")
        for orders, ways in self.chooser.best(kinds, columns):
            if not self.mixed:
                weight_of = {self.chooser.first(kinds, ways): 1}
            else:
                tied = self.chooser.tied_queries(node.codes, kinds, ways)
                _, firsts, weights = np.unique(
                    self.game.images(node.history, tied), return_index=True, return_counts=True
                )
                weight_of = dict(zip(tied[firsts].tolist(), weights.tolist(), strict=True))
            if not node.history and len(node.codes) == len(self.game.codes):
                self._first[orders] = min(weight_of)
            moves = [self._ask_query(node, query, weight, orders) for query, weight in weight_of.items()]
            node.moves.append((orders, moves))

    def _ask_query(self, node: _Set, query: int, weight: int, columns: NDArray[np.int64]) -> _Query:
        row = self.game.answers[query, node.codes]
        law, children = fmpq_poly(0), []
        for answer in np.unique(row).tolist():
            part = node.codes[row == answer]
            if answer == self.game.solved:
                law += 1
                continue
            splitting = self.chooser.splitting(part)
            if splitting >= 0 or len(part) == 1:
                law += self._leaf(part, splitting)
                continue
            child = self._sets.get(part.tobytes())
            if child is None:
                child = _Set(part, (*node.history, query), np.zeros(len(node.reached), np.bool_))
                self._sets[part.tobytes()] = child
                self._waiting.setdefault(len(part), []).append(child)
            if len(part) >= len(node.codes):
                raise ValueError(f"{self.game.name}: {self.game.queries[query]} splits nothing")
            child.reached[columns] = True
            children.append(child)
        return _Query(weight, law, children)

    def _leaf(self, codes: Codes, splitting: int) -> fmpq_poly:
        """Polynomial of a set whose codes a single query tells apart."""
        n = len(codes)
        if self.game.solved < 0:
            return fmpq_poly([0, n] if n > 1 else [1])
        code = self.game.code_of[splitting]
        return fmpq_poly([0, 1, n - 1] if code >= 0 and code in codes else [0, 0, n])

    def _sum_up(self, node: _Set) -> None:
        node.laws = np.zeros(len(node.reached), np.int32)
        for columns, queries in node.moves:
            children = [child for query in queries for child in query.children]
            laws = np.array([child.laws[columns] for child in children], np.int32).reshape(len(children), len(columns))
            if (laws == laws[:, :1]).all():
                node.laws[columns] = self._number_of(_mean(queries, self._of(laws[:, 0])))
                continue
            different, group = np.unique(laws, axis=1, return_inverse=True)
            numbers = [self._number_of(_mean(queries, self._of(column))) for column in different.T]
            node.laws[columns] = np.array(numbers, np.int32)[group.ravel()]

    def _of(self, numbers: Iterable[int]) -> Iterator[fmpq_poly]:
        return (self._polynomials[number] for number in numbers)

    def _number_of(self, law: fmpq_poly) -> int:
        key = tuple(law.coeffs())
        if key not in self._number:
            self._number[key] = len(self._polynomials)
            self._polynomials.append(law)
        return self._number[key]


def _mean(queries: Sequence[_Query], laws: Iterator[fmpq_poly]) -> fmpq_poly:
    """Mean over the queries of the codes found at once and of those found below, one query later."""
    total = fmpq_poly(0)
    for query in queries:
        below = query.law
        for _ in query.children:
            below += next(laws)
        total += query.weight * below
    return total * fmpq_poly([0, 1]) / sum(query.weight for query in queries)

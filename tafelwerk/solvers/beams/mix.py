"""MIX: at every set one of the queries of greatest Renyi entropy, all with the same chance; exact over all choices.

The expected rest of a set of n codes is n plus the mean, over the queries tied, of the sum of the rests of their parts. It is
the same for sets that a symmetry of the board or a renaming of colours takes to each other, and is worked out once for all of
them: as a fraction, or as the whole distribution of what codes cost. 6c3p has some 170,000 such sets under H_1 or H_2, 1.1
million under H_inf.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.4.3 and 4.4.4, table 4.10.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.beams.problem import Problem
from tafelwerk.solvers.beams.search_tables import Tables, make_tables
from tafelwerk.solvers.beams.set_key import key_kernel
from tafelwerk.solvers.beams.splitting import (
    COLOUR,
    DIAGONAL,
    PART_COUNT,
    PART_FIELDS,
    PART_LOW,
    PARTS,
    SIZES,
    guess_all_kernel,
    list_queries_kernel,
    make_tally,
    query_fields,
    split_kernel,
)
from tafelwerk.solvers.core.entropy import Alpha, EntropyWeights, check_order, compare, entropy_weights

MOST_SETS = 5_000_000
"""Sets of codes that are kept unless more are asked for; a set takes some 300 bytes."""

EVERY_SETS = 1 << 12
"""Sets between two reports."""

Spent = Mapping[tuple[int, int], Fraction]
"""Codes, as an expected number, by queries and wrong fields."""

Progress = Callable[[int], object]

T = TypeVar("T")


def mix_value(
    problem: Problem,
    alpha: Alpha,
    *,
    most_sets: int = MOST_SETS,
    progress: Progress | None = None,
) -> Fraction:
    """The expected total of MIX under H_alpha: queries and wrong fields, summed over all codes.

    Args:
        problem: a small variant.
        alpha: order of the entropy; None is infinity.
        most_sets: sets of codes, up to symmetry, at which to give up.
        progress: told how many sets there are so far; what it raises ends the search.

    Raises:
        InputError: alpha is negative or too great; there are more than `most_sets` sets; a variant that `make_tables` refuses.
    """
    return Fraction(_Totals(problem, alpha, most_sets, progress).whole())


def mix_costs(
    problem: Problem,
    alpha: Alpha,
    *,
    most_sets: int = MOST_SETS // 5,
    progress: Progress | None = None,
) -> Spent:
    """The expected number of codes by queries and wrong fields, of MIX under H_alpha; a set takes about a kilobyte.

    Arguments and errors as in `mix_value`.
    """
    return _Costs(problem, alpha, most_sets, progress).whole()


class _Mix(ABC, Generic[T]):
    """What is known of the sets met: of each set of two codes or more, what it costs from there on."""

    def __init__(self, problem: Problem, alpha: Alpha, most_sets: int, progress: Progress | None) -> None:
        if most_sets < 1:
            raise InputError(f"most_sets must be at least 1, not {most_sets}")
        check_order(alpha, problem.codes)
        self.problem, self.most_sets, self.progress = problem, most_sets, progress
        self.tables: Tables = make_tables(problem)
        self.weights: EntropyWeights = entropy_weights(alpha, problem.codes)
        colours, diagonals = problem.variant.colours, len(problem.diagonals)
        self.elements = np.empty((len(problem.patterns) + (diagonals + 1) * problem.codes, colours), np.uint16)
        self.elements[: len(problem.patterns)] = problem.patterns
        self.queries = np.zeros((colours * diagonals, query_fields(self.tables)), np.int64)
        self.parts = np.zeros((len(self.tables.least), PART_FIELDS), np.int64)
        self.tally = make_tally(self.tables)
        self.names, self.key = np.zeros((2, colours), np.int64), np.zeros(2, np.uint64)
        self.best = np.zeros(1, np.int64)
        self.known: dict[bytes, T] = {}

    @abstractmethod
    def guessed(self, low: int, number: int, asked: int) -> T:
        """What a set costs that no query splits."""

    @abstractmethod
    def apart(self, codes: int) -> T:
        """What a set costs of which a query makes single codes."""

    @abstractmethod
    def joined(self, parts: list[T], alone: int, codes: int) -> T:
        """What a query makes of a set of `codes`: its parts of two codes or more, and so many codes alone."""

    @abstractmethod
    def averaged(self, values: list[T]) -> T:
        """The mean over queries."""

    def whole(self) -> T:
        """What all codes cost."""
        patterns = len(self.problem.patterns)
        return self.rest(0, patterns, 0, 0, patterns)

    def rest(self, low: int, number: int, asked: int, used: int, free: int) -> T:
        """What a set of two codes or more costs from here on."""
        tables = self.tables
        key_kernel(tables, self.elements, low, number, asked, used, self.names, self.key)
        key = self.key.tobytes()
        if key in self.known:
            return self.known[key]
        codes = number * int(tables.ways[asked])
        listed = list_queries_kernel(tables, self.elements, low, number, asked, used, self.tally, self.queries)
        queries = self.queries[:listed]
        if not listed:
            value = self.guessed(low, number, asked)
        elif queries[:, PARTS].max() == codes:
            # all single codes: of greatest entropy, whatever its order
            value = self.apart(codes)
        else:
            tied = self.tied(queries)
            value = self.averaged([self.after(low, number, asked, used, free, codes, *query) for query in tied])
        self.known[key] = value
        if len(self.known) > self.most_sets:
            raise InputError(
                f"MIX can be left with more than {self.most_sets:,} sets of codes here: take another order of entropy, the tie "
                "rule lex-c or lex-d, or a smaller variant"
            )
        if self.progress is not None and len(self.known) % EVERY_SETS == 0:
            self.progress(len(self.known))
        return value

    def after(
        self, low: int, number: int, asked: int, used: int, free: int, codes: int, colour: int, diagonal: int
    ) -> T:
        """What a query makes of a set, the query included."""
        found = split_kernel(
            self.tables, self.elements, low, number, asked, colour, diagonal, free, self.tally, self.parts, True
        )
        rows = self.parts[:found, [PART_LOW, PART_COUNT]].tolist()
        counts = sum(count for _, count in rows)
        new = asked + (colour == asked)
        parts = [self.rest(start, count, new, used | 1 << diagonal, free + counts) for start, count in rows]
        return self.joined(parts, codes - counts * int(self.tables.ways[new]), codes)

    def tied(self, queries: NDArray[np.int64]) -> list[list[int]]:
        """Colour and diagonal of the queries of greatest entropy."""
        sizes, weights = queries[:, SIZES:] * (np.arange(len(self.tables.least)) < queries[:, [PARTS]]), self.weights
        sums = weights.weight[sizes].max(axis=1) if weights.largest else weights.weight[sizes].sum(axis=1)
        least = sums.min()
        if weights.tolerance == 0:
            best = np.flatnonzero(sums == least)
        else:
            best = self.decided(sizes, np.flatnonzero(sums - least <= 2 * weights.tolerance * np.abs(sums + least)))
        found: list[list[int]] = queries[best][:, [COLOUR, DIAGONAL]].tolist()
        return found

    def decided(self, sizes: NDArray[np.int64], near: NDArray[np.intp]) -> NDArray[np.intp]:
        """Of queries with close sums those of exactly the greatest entropy."""
        if len(near) == 1:
            return near
        lists = [tuple(sorted(size for size in row if size)) for row in sizes[near].tolist()]
        best = {lists[0]}
        for parts in sorted(set(lists) - best):
            order = compare(self.weights.alpha, parts, next(iter(best)))
            if order < 0:
                best = {parts}
            elif order == 0:
                best.add(parts)
        return near[[parts in best for parts in lists]]


class _Totals(_Mix[Fraction | int]):
    """Totals alone."""

    def guessed(self, low: int, number: int, asked: int) -> Fraction | int:
        return int(guess_all_kernel(self.tables, self.elements, low, number, asked, self.best))

    def apart(self, codes: int) -> Fraction | int:
        return codes

    def joined(self, parts: list[Fraction | int], alone: int, codes: int) -> Fraction | int:
        total: Fraction | int = codes
        for part in parts:
            total += part
        return total

    def averaged(self, values: list[Fraction | int]) -> Fraction | int:
        mean: Fraction = Fraction(sum(values)) / len(values)
        return mean.numerator if mean.denominator == 1 else mean


class _Costs(_Mix[Spent]):
    """Codes by queries and wrong fields."""

    def guessed(self, low: int, number: int, asked: int) -> Spent:
        colours = self.problem.variant.colours
        guess_all_kernel(self.tables, self.elements, low, number, asked, self.best)
        rest = [(*range(asked), *order) for order in permutations(range(asked, colours))]
        codes = self.elements[low : low + number][:, rest].reshape(-1, colours)
        guess = self.elements[int(self.best[0])]
        wrong = np.bitwise_count(self.tables.masks[guess] & ~self.tables.masks[codes]).sum(axis=1)
        fields, counts = np.unique(wrong, return_counts=True)
        return {(0, int(field)): Fraction(int(count)) for field, count in zip(fields, counts, strict=True)}

    def apart(self, codes: int) -> Spent:
        return {(1, 0): Fraction(codes)}

    def joined(self, parts: list[Spent], alone: int, codes: int) -> Spent:
        sums: dict[tuple[int, int], Fraction] = {(1, 0): Fraction(alone)} if alone else {}
        for part in parts:
            for (queries, wrong), some in part.items():
                cost = queries + 1, wrong
                sums[cost] = sums.get(cost, Fraction(0)) + some
        return sums

    def averaged(self, values: list[Spent]) -> Spent:
        sums: dict[tuple[int, int], Fraction] = {}
        for value in values:
            for cost, codes in value.items():
                sums[cost] = sums.get(cost, Fraction(0)) + codes
        return {cost: codes / len(values) for cost, codes in sums.items()}

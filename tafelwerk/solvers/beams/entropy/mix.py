"""MIX: at every set one of the queries of greatest Renyi entropy, all with the same chance; exact over all choices.

The expected rest of a set of n codes is n plus the mean, over the queries tied, of the sum of the rests of their parts. It is
the same for sets that a symmetry of the board or a renaming of colours takes to each other, and is worked out once for all of
them. 6c3p has some 170,000 such sets under H_1 or H_2, 1.1 million under H_inf. `analysis.analyse_mixed` finds the same by
playing out all choices, and is sooner done where ties are few.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, sections 4.4.3 and 4.4.4, table 4.10.
"""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.entropy import Alpha, check_order
from tafelwerk.solvers.beams.optimum import splitting as sp
from tafelwerk.solvers.beams.optimum.tables import Tables, key_kernel, make_tables
from tafelwerk.solvers.beams.rules.elements import best_guess
from tafelwerk.solvers.beams.rules.problem import Problem
from tafelwerk.solvers.deduction.entropy import EntropyWeights, compare, entropy_weights

MOST_SETS = 5_000_000
"""Sets of codes that are kept unless more are asked for; a set takes some 300 bytes."""

EVERY_SETS = 1 << 12
"""Sets between two reports."""

Progress = Callable[[int], object]


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
    return Fraction(_Mix(problem, alpha, most_sets, progress).whole())


Total = Fraction | int


class _Mix:
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
        self.queries = np.zeros((colours * diagonals, sp.query_fields(self.tables)), np.int64)
        self.parts = np.zeros((len(self.tables.least), sp.PART_FIELDS), np.int64)
        self.tally = sp.make_tally(self.tables)
        self.names, self.key = np.zeros((2, colours), np.int64), np.zeros(2, np.uint64)
        self.best = np.zeros(1, np.int64)
        self.known: dict[bytes, Total] = {}

    def whole(self) -> Total:
        """What all codes cost."""
        patterns = len(self.problem.patterns)
        return self.rest(0, patterns, 0, 0, patterns)

    def rest(self, low: int, number: int, asked: int, used: int, free: int) -> Total:
        """What a set of two codes or more costs from here on."""
        tables = self.tables
        key_kernel(tables, self.elements, low, number, asked, used, self.names, self.key)
        key = self.key.tobytes()
        if key in self.known:
            return self.known[key]
        codes = number * int(tables.ways[asked])
        listed = sp.list_queries_kernel(tables, self.elements, low, number, asked, used, self.tally, self.queries)
        queries = self.queries[:listed]
        value: Total
        if not listed:
            value = int(best_guess(tables.masks, self.elements, low, number, asked, self.best))
        elif queries[:, sp.PARTS].max() == codes:
            # all single codes: of greatest entropy, whatever its order
            value = codes
        else:
            tied = self.tied(queries)
            mean = Fraction(sum(self.after(low, number, asked, used, free, codes, *query) for query in tied), len(tied))
            value = mean.numerator if mean.denominator == 1 else mean
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
    ) -> Total:
        """What a query makes of a set, the query included."""
        found = sp.split_kernel(
            self.tables, self.elements, low, number, asked, colour, diagonal, free, self.tally, self.parts, True
        )
        rows = self.parts[:found, [sp.PART_LOW, sp.PART_COUNT]].tolist()
        counts = sum(count for _, count in rows)
        new = asked + (colour == asked)
        total: Total = codes
        for start, count in rows:
            total += self.rest(start, count, new, used | 1 << diagonal, free + counts)
        return total

    def tied(self, queries: NDArray[np.int64]) -> list[list[int]]:
        """Colour and diagonal of the queries of greatest entropy."""
        sizes, weights = (
            queries[:, sp.SIZES :] * (np.arange(len(self.tables.least)) < queries[:, [sp.PARTS]]),
            self.weights,
        )
        sums = weights.weight[sizes].max(axis=1) if weights.largest else weights.weight[sizes].sum(axis=1)
        least = sums.min()
        if weights.tolerance == 0:
            best = np.flatnonzero(sums == least)
        else:
            best = self.decided(sizes, np.flatnonzero(sums - least <= 2 * weights.tolerance * np.abs(sums + least)))
        found: list[list[int]] = queries[best][:, [sp.COLOUR, sp.DIAGONAL]].tolist()
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

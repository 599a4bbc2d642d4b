"""MIX in full: how many codes, expected over all choices, take how many queries and guess how many fields wrong.

As in `solvers.beams.mix` a set of codes is worked out once for all sets that a symmetry of the board or a renaming of colours
takes it to; what is kept of it is the whole distribution rather than its mean.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.solvers.beams.problem import Problem
from tafelwerk.solvers.beams.search_tables import make_tables
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
from tafelwerk.solvers.core.entropy import Alpha, check_order, compare

Spent = Mapping[tuple[int, int], Fraction]
"""Codes, as an expected number, by queries and wrong fields."""

MOST_SETS = 1_000_000
"""Sets of codes that are kept unless more are asked for; a set takes about a kilobyte."""


def mix_costs(problem: Problem, alpha: Alpha, *, most_sets: int = MOST_SETS) -> Spent:
    """The expected number of codes by queries and wrong fields, of MIX under H_alpha.

    Args:
        problem: a small variant.
        alpha: order of the entropy; None is infinity.
        most_sets: sets of codes, up to symmetry, at which to give up.

    Raises:
        InputError: alpha is negative or too great; there are more than `most_sets` sets; a variant that `make_tables` refuses.
    """
    check_order(alpha, problem.codes)
    return _Mix(problem, alpha, most_sets).rest(0, len(problem.patterns), 0, 0, len(problem.patterns))


class _Mix:
    """What is known of the sets met."""

    def __init__(self, problem: Problem, alpha: Alpha, most_sets: int) -> None:
        self.problem, self.alpha, self.most_sets = problem, alpha, most_sets
        self.tables = make_tables(problem)
        colours, diagonals = problem.variant.colours, len(problem.diagonals)
        self.elements = np.empty((len(problem.patterns) + (diagonals + 1) * problem.codes, colours), np.uint16)
        self.elements[: len(problem.patterns)] = problem.patterns
        self.queries = np.zeros((colours * diagonals, query_fields(self.tables)), np.int64)
        self.parts = np.zeros((len(self.tables.least), PART_FIELDS), np.int64)
        self.tally = make_tally(self.tables)
        self.names, self.key = np.zeros((2, colours), np.int64), np.zeros(2, np.uint64)
        self.best = np.zeros(1, np.int64)
        self.known: dict[bytes, Spent] = {}

    def rest(self, low: int, number: int, asked: int, used: int, free: int) -> Spent:
        """What a set of two codes or more costs from here on."""
        tables = self.tables
        key_kernel(tables, self.elements, low, number, asked, used, self.names, self.key)
        key = self.key.tobytes()
        if key in self.known:
            return self.known[key]
        listed = list_queries_kernel(tables, self.elements, low, number, asked, used, self.tally, self.queries)
        if not listed:
            found = self.guessed(low, number, asked)
        else:
            tied = _tied(self.queries[:listed], self.alpha)
            sums: dict[tuple[int, int], Fraction] = {}
            for colour, diagonal, codes in tied:
                self.add(sums, low, number, asked, used, free, colour, diagonal, codes)
            found = {cost: codes / len(tied) for cost, codes in sums.items()}
        self.known[key] = found
        if len(self.known) > self.most_sets:
            raise InputError(
                f"MIX can be left with more than {self.most_sets:,} sets of codes here: take another order of entropy, the tie "
                "rule lex-c or lex-d, or a smaller variant"
            )
        return found

    def add(
        self,
        sums: dict[tuple[int, int], Fraction],
        low: int,
        number: int,
        asked: int,
        used: int,
        free: int,
        colour: int,
        diagonal: int,
        codes: int,
    ) -> None:
        """Add what a query's parts cost, the query itself included."""
        found = split_kernel(
            self.tables, self.elements, low, number, asked, colour, diagonal, free, self.tally, self.parts, True
        )
        rows = self.parts[:found, [PART_LOW, PART_COUNT]].tolist()
        free += sum(count for _, count in rows)
        new = asked + (colour == asked)
        alone = codes - int(self.tables.ways[new]) * sum(count for _, count in rows)
        if alone:
            sums[1, 0] = sums.get((1, 0), Fraction(0)) + alone
        for start, count in rows:
            for (queries, wrong), some in self.rest(start, count, new, used | 1 << diagonal, free).items():
                cost = queries + 1, wrong
                sums[cost] = sums.get(cost, Fraction(0)) + some

    def guessed(self, low: int, number: int, asked: int) -> Spent:
        """What the best guess costs, code by code."""
        colours = self.problem.variant.colours
        guess_all_kernel(self.tables, self.elements, low, number, asked, self.best)
        rest = [(*range(asked), *order) for order in permutations(range(asked, colours))]
        codes = self.elements[low : low + number][:, rest].reshape(-1, colours)
        guess = self.elements[int(self.best[0])]
        wrong = np.bitwise_count(self.tables.masks[guess] & ~self.tables.masks[codes]).sum(axis=1)
        fields, counts = np.unique(wrong, return_counts=True)
        return {(0, int(field)): Fraction(int(count)) for field, count in zip(fields, counts, strict=True)}


def _tied(queries: NDArray[np.int64], alpha: Alpha) -> list[tuple[int, int, int]]:
    """Colour, diagonal and codes of the queries of exactly the greatest entropy."""
    lists = [tuple(sorted(row[SIZES : SIZES + row[PARTS]].tolist())) for row in queries]
    distinct = iter(set(lists))
    best = {next(distinct)}
    for parts in distinct:
        order = compare(alpha, parts, next(iter(best)))
        if order < 0:
            best = {parts}
        elif order == 0:
            best.add(parts)
    places = [place for place, parts in enumerate(lists) if parts in best]
    return [(int(queries[place, COLOUR]), int(queries[place, DIAGONAL]), sum(lists[place])) for place in places]

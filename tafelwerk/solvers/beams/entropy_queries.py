"""Entropy of the queries on one set of codes: exactly, and by the approximations H' and U.

Entropies are compared in doubles where these are far enough apart, otherwise by `deduction.partition_entropy.compare`.

Two approximations of a query's entropy that consider fields one by one instead of codes: H' and U.

A colour is admissible on a field if the field has that colour in some code left. H' assumes that the n admissible colours of a
field are equally likely, and that fields are independent: a query of colour c on diagonal D has the value

    H'(c, D) = sum over the fields of D on which c is admissible of h(1/n),   h(p) = -p log2 p - (1 - p) log2 (1 - p),

and U(c, D) counts these fields, including those that certainly have c (n = 1). Among the queries that split the set, the one of
greatest value is asked.

Two codes with different answers differ on some field of D in whether it has c; there c is admissible, and not the only colour.
Conversely, a field of D where c is admissible and not the only colour has c in one code left but not in another, and the two give
different answers. So a query splits the set if and only if D has such a field: the admissible colours determine the queries,
though not the codes left.

Values are integers. Up to six colours, h(1/n) = log2 n - (n - 1)/n log2 (n - 1) is a linear combination of 1, log2 3 and log2 5
with coefficients that are multiples of 1/60. These three are linearly independent over the rationals, so 60 h(1/n) is a triple
of integers, and H' is equal for two queries if and only if the sums of these triples are equal, as in 3 h(1/3) + 4 h(1/4) = 6
h(1/2). Logarithms are rounded to multiples of 2^-40 before they are multiplied, so equal sums stay equal. The order of the 2002
sums of up to nine fields is preserved as well: the tests compare them all.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.6.3 and table 4.19, after a
diploma thesis of L. Schreiber, whose strategies know fewer inadmissible colours and were played against a sample of codes.
"""

from collections.abc import Sequence
from enum import StrEnum
from math import factorial, log2

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.rules.deduction import Alpha
from tafelwerk.solvers.beams.elements import Elements
from tafelwerk.solvers.beams.patterns import Problem
from tafelwerk.solvers.deduction.partition_entropy import compare

MOST_COLOURS = 6
"""Largest number of colours whose h(1/n) need no other logarithms."""

MOST_FIELDS = 9
"""Length of the longest diagonal for which the order of the values is known to be preserved."""

FRACTION_BITS = 40
"""Fractional bits of a logarithm."""

COEFFICIENTS = ((0, 0, 0), (0, 0, 0), (60, 0, 0), (-40, 60, 0), (120, -45, 0), (-96, 0, 60), (60, 60, -50))
"""60 h(1/n) for n = 0, ..., 6 as multiples of 1, log2 3 and log2 5."""

LOGARITHMS = tuple(round(log2(p) * (1 << FRACTION_BITS)) for p in (2, 3, 5))
"""1, log2 3 and log2 5 in units of 2^-40."""


class Approximation(StrEnum):
    """Approximations by admissible colours: of the entropy of the answer, or of the number of answers."""

    H_PRIME = "h-prime"
    U = "u"


def make_values(approximation: Approximation, colours: int, longest: int) -> NDArray[np.int64]:
    """Contribution of a field to the value of a query whose colour is admissible on it.

    Args:
        approximation: H' or U.
        colours: number of colours of the variant.
        longest: fields of the longest diagonal.

    Returns:
        int64, shape (colours + 1,): by the number of colours that are admissible on the field; H' in units of 2^-40/60 bits, U in
        fields.

    Raises:
        InputError: H' with more than six colours or nine fields.
    """
    if approximation is Approximation.U:
        values = np.ones(colours + 1, np.int64)
        values[0] = 0
        return values
    if colours > MOST_COLOURS or longest > MOST_FIELDS:
        raise InputError(
            f"H' needs at most {MOST_COLOURS} colours and diagonals of at most {MOST_FIELDS} fields, "
            f"not {colours} and {longest}"
        )
    return np.array([np.dot(row, LOGARITHMS) for row in COEFFICIENTS[: colours + 1]], np.int64)


def values_of(problem: Problem, approximation: Approximation) -> NDArray[np.int64]:
    """`make_values` for a variant."""
    return make_values(approximation, problem.variant.colours, max(line.bit_count() for line in problem.diagonals))


def values(problem: Problem, elements: Elements, colours_asked: int, approximation: Approximation) -> NDArray[np.int64]:
    """Value of every query on a set of codes.

    Args:
        problem: the variant.
        elements: uint16, shape (n, colours): the set.
        colours_asked: number of colours asked for.
        approximation: which.

    Returns:
        int64, shape (colours asked, diagonals), the lowest unused colour last: as in `make_values`; -1 where the query does not
        split the set.

    Raises:
        InputError: as `make_values`.
    """
    colours = problem.variant.colours
    masks = [int(np.bitwise_or.reduce(problem.pieces[elements[:, column]])) for column in range(colours)]
    masks[colours_asked:] = [int(np.bitwise_or.reduce([0, *masks[colours_asked:]]))] * (colours - colours_asked)
    return values_of_masks(problem, masks, range(min(colours_asked + 1, colours)), approximation)


def values_of_masks(
    problem: Problem, masks: Sequence[int], colours: Sequence[int], approximation: Approximation
) -> NDArray[np.int64]:
    """Value of queries on a set of codes with known admissible colours.

    Args:
        problem: the variant.
        masks: mask per colour of the fields on which it is admissible.
        colours: colours of the queries.
        approximation: H' or U.

    Returns:
        int64, shape (asked, diagonals), as `values`.

    Raises:
        InputError: as `make_values`.
    """
    fields = np.arange(len(problem.board.fields))
    # by colour and field: whether the colour is admissible there
    admitted = np.array(masks, np.int64)[:, None] >> fields & 1
    number = admitted.sum(axis=0)
    worth = values_of(problem, approximation)[number]
    lines = (np.array(problem.diagonals)[:, None] >> fields & 1).T
    chosen = admitted[list(colours)]
    return np.where((chosen * (number > 1)) @ lines > 0, (chosen * worth) @ lines, -1)


def best(
    problem: Problem, elements: Elements, colours_asked: int, open_diagonals: int, approximation: Approximation
) -> list[tuple[int, int]]:
    """All queries (colour, diagonal) of the greatest value among those that split the set, colours first.

    Args:
        problem: the variant.
        elements: uint16, shape (n, colours): the set.
        colours_asked: number of colours asked for.
        open_diagonals: mask of the diagonals not yet used.
        approximation: which.

    Raises:
        InputError: as `make_values`.
    """
    table = values(problem, elements, colours_asked, approximation)
    table[:, [not open_diagonals >> diagonal & 1 for diagonal in range(table.shape[1])]] = -1
    most = table.max()
    return [(int(c), int(d)) for c, d in np.argwhere(table == most)] if most >= 0 else []


_CLOSE = 1e-9
"""Relative distance below which float sums are compared exactly; each errs by less than 1e-12."""

Measure = Alpha | Approximation
"""Measure that a query maximises: an entropy, by its order (None for infinity), or an approximation."""

Query = tuple[int, int]
"""Colour and diagonal."""


class Order(StrEnum):
    """Tie rule between queries of greatest entropy: lowest colour, or lowest diagonal."""

    COLOUR = "lex-c"
    DIAGONAL = "lex-d"


class Parts:
    """Parts of a set under every query.

    Attributes:
        colours_asked: number of colours asked for.
        table: int64, shape (colours asked, diagonals, answers): parts in units of `unit` codes.
        unit: (colours - used - 1)!, at least 1.
    """

    def __init__(self, problem: Problem, counts: NDArray[np.int64], colours_asked: int) -> None:
        """Add up the pieces that give the same answer.

        Args:
            problem: the variant.
            counts: int64, shape (places, pieces): number of elements in which each used colour has a piece; the last row, if any
                colours are not used, is for all of them.
            colours_asked: number of colours asked for.
        """
        colours, answers = problem.variant.colours, 1 << max(line.bit_count() for line in problem.diagonals)
        self.used, self.unit = colours_asked, factorial(max(colours - colours_asked - 1, 0))
        self.table = np.zeros((min(colours_asked + 1, colours), len(problem.diagonals), answers), np.int64)
        for diagonal, answer_of in enumerate(problem.answers.T):
            for column in range(len(self.table)):
                # sums far below 2^53
                sums = np.bincount(answer_of, counts[column], answers).astype(np.int64)
                self.table[column, diagonal] = sums * (max(colours - colours_asked, 1) if column < colours_asked else 1)

    @classmethod
    def of_set(cls, problem: Problem, elements: Elements, colours_asked: int) -> "Parts":
        """Parts of listed elements, uint16, shape (n, colours)."""
        counts = np.zeros((colours_asked + 1, len(problem.pieces)), np.int64)
        for column in range(elements.shape[1]):
            counts[min(column, colours_asked)] += np.bincount(elements[:, column], minlength=len(problem.pieces))
        return cls(problem, counts, colours_asked)

    def of(self, colour: int, diagonal: int) -> dict[int, int]:
        """Codes by answer, the answers ascending."""
        row = self.table[colour, diagonal]
        return {int(answer): int(row[answer]) * self.unit for answer in np.flatnonzero(row)}

    def best(self, alpha: Alpha, open_diagonals: int) -> list[Query]:
        """All queries of the greatest entropy among those that split the set, colours first.

        Args:
            alpha: order of the entropy.
            open_diagonals: mask of the diagonals not yet used.
        """
        table = self.table
        unused = np.array([open_diagonals >> diagonal & 1 for diagonal in range(table.shape[1])], bool)
        queries = [(int(c), int(d)) for c, d in np.argwhere(((table > 0).sum(axis=2) > 1) & unused)]
        if not queries:
            return []
        sums = _sums(alpha, np.stack([table[query] for query in queries]))
        least = sums.min()
        best: list[Query] = []
        for query, value in zip(queries, sums, strict=True):
            if value - least > _CLOSE * abs(least):
                continue
            order = compare(alpha, _nonzero(table[query]), _nonzero(table[best[0]])) if best else -1
            if order <= 0:
                best = [query] if order < 0 else [*best, query]
        return best


def _nonzero(row: NDArray[np.int64]) -> list[int]:
    return [int(part) for part in row[row > 0]]


def _sums(alpha: Alpha, parts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Float sums that decrease as the entropy increases."""
    sizes = parts.astype(np.float64)
    if alpha is None:
        largest: NDArray[np.float64] = sizes.max(axis=1)
        return largest
    shares = sizes / sizes.sum(axis=1, keepdims=True)
    if alpha == 1:
        logarithms = np.log(np.where(sizes > 0, sizes, 1.0))
        weighted: NDArray[np.float64] = (shares * logarithms).sum(axis=1)
        # shifted so that the relative distance of close sums refers to a number that is not small
        return weighted + 1.0
    powers = np.where(sizes > 0, shares ** float(alpha), 0.0).sum(axis=1)
    signed: NDArray[np.float64] = powers if alpha > 1 else -powers
    return signed


def best_queries(
    problem: Problem,
    elements: Elements,
    colours_asked: int,
    open_diagonals: int,
    measure: Measure,
) -> list[Query]:
    """All queries of the greatest measure among those that split a set, colours first.

    Args:
        problem: the variant.
        elements: uint16, shape (n, colours): the set.
        colours_asked: number of colours asked for.
        open_diagonals: mask of the diagonals not yet used.
        measure: measure that the queries maximise.
    """
    if isinstance(measure, Approximation):
        return best(problem, elements, colours_asked, open_diagonals, measure)
    return Parts.of_set(problem, elements, colours_asked).best(measure, open_diagonals)


def first(queries: list[Query], order: Order) -> Query:
    """First of tied queries by the tie rule.

    Raises:
        InputError: there are no queries.
    """
    if not queries:
        raise InputError("no query is left to choose from")
    return min(queries) if order is Order.COLOUR else min(queries, key=lambda query: (query[1], query[0]))

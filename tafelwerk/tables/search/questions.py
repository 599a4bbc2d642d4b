"""The family's questions and their answers."""

from __future__ import annotations

from decimal import Context
from fractions import Fraction
from typing import TYPE_CHECKING

from tafelwerk.frozen import frozen
from tafelwerk.rules.search import (
    DENSE,
    FAMILY,
    LARGEST_WIDTH,
    MOST_FREE,
    MOST_ROOT,
    OPTIMAL,
    Parts,
    Strategy,
    parse_strategy,
)
from tafelwerk.tables.question import Answer, answer, question
from tafelwerk.tables.search.explained import explain

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

__all__ = ["explain"]
"""Questions that are defined elsewhere."""

PARSERS = {"strategy": parse_strategy}


@answer
class FreeTotal(Answer):
    """Numbers of queries in free search. Floats are rounded to the nearest double.

    Attributes:
        total, mean: queries summed over all codes under perfect play, and per code.
        bound: lower bound of the mean, log_width(codes).
        even: queries summed over all codes under even splits.
        query: parts of an optimal first query; empty for one code.
    """

    total: Fraction
    mean: float
    bound: float
    even: Fraction
    query: Parts


@frozen
class RootQuery:
    """A query of the root model.

    Attributes:
        rest: codes in the rest, the part that costs nothing.
        small: small parts, as pairs of size and number of parts.
    """

    rest: int
    small: Parts


@answer
class RootTotal(Answer):
    """Numbers of queries of a strategy in the root model. The mean is rounded to the nearest double.

    Attributes:
        total, mean: queries summed over all codes, and per code.
        strategy: name of the strategy, as in the tables.
        query: the first query; None for one code.
    """

    total: Fraction
    mean: float
    strategy: str
    query: RootQuery | None


@question("free search, {codes} codes, width {width}", "tafelwerk build search free --codes {codes} --width {width}")
def free(book: Book, codes: int, width: int) -> FreeTotal | None:
    """Free search: the least number of queries, with at most `width` answers each, that find one of `codes` codes."""
    if not (0 <= codes <= MOST_FREE and 0 <= width <= LARGEST_WIDTH):
        return None
    row = book.one(
        FAMILY, "SELECT total, even, query, build FROM search.free_totals WHERE width = ? AND codes = ?", width, codes
    )
    return None if row is None else free_total(codes, width, row[0], row[1], read_parts(row[2]))


def free_total(codes: int, width: int, total: int, even: int, query: Parts) -> FreeTotal:
    """Answer of free search, with mean and bound. The bound is within one unit in the last place; integers are exact."""
    digits = Context(prec=40)
    bound = float(digits.divide(digits.ln(codes), digits.ln(width)))
    return FreeTotal(Fraction(total), total / codes, bound, Fraction(even), query)


def _root_line(size: int, strategy: Strategy) -> str:
    """Command line that stores a size of the root model in the book."""
    words = "" if strategy == OPTIMAL else f" --strategy {strategy}"
    return f"tafelwerk build search root --size {size}{words}{'' if size <= DENSE else ' --points 2'}"


@question("the root model, {size} codes, {strategy}", _root_line)
def root(book: Book, size: int, strategy: Strategy = OPTIMAL) -> RootTotal | None:
    """The root model: the number of queries that a strategy needs to find one of `size` codes."""
    if not 0 <= size <= MOST_ROOT:
        return None
    sql = "SELECT total, rest, small, build FROM search.root_totals WHERE strategy = ? AND size = ?"
    row = book.one(FAMILY, sql, str(strategy), size)
    return None if row is None else root_total(size, strategy, row[0], row[1], read_parts(row[2]))


def root_total(size: int, strategy: Strategy, total: int, rest: int | None, small: Parts) -> RootTotal:
    """Answer of the root model, with the mean."""
    query = None if rest is None else RootQuery(rest, small)
    return RootTotal(Fraction(total), total / size, str(strategy), query)


def read_parts(stored: list[dict[str, int]] | None) -> Parts:
    """Parts of a query from a row; empty for one code."""
    return tuple((part["size"], part["count"]) for part in stored or ())

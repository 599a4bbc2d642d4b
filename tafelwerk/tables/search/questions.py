"""The family's questions."""

from __future__ import annotations

from decimal import Context
from fractions import Fraction
from typing import TYPE_CHECKING

from tafelwerk.tables.question import question
from tafelwerk.tables.search.answers import FreeTotal, RootQuery, RootTotal
from tafelwerk.tables.search.models import (
    DENSE,
    FAMILY,
    LARGEST_WIDTH,
    MOST_FREE_CODES,
    MOST_ROOT_CODES,
    OPTIMAL,
    Parts,
    Strategy,
    read_parts,
    strategy,
)

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

PARSERS = {"strategy": strategy}


@question("free search, {codes} codes, width {width}", "tafelwerk build search free --codes {codes} --width {width}")
def free(book: Book, codes: int, width: int) -> FreeTotal | None:
    """Free search: the least number of queries with at most `width` answers each, in which one of `codes` codes is found."""
    if not (0 <= codes <= MOST_FREE_CODES and 0 <= width <= LARGEST_WIDTH):
        return None
    row = book.one(
        FAMILY, "SELECT total, even, query FROM search.free_totals WHERE width = ? AND codes = ?", width, codes
    )
    return None if row is None else free_total(codes, width, row[0], row[1], read_parts(row[2]))


def free_total(codes: int, width: int, total: int, even: int, query: Parts) -> FreeTotal:
    """Free search, with mean and bound; the bound is off by a unit in the last place at most, exact where it is whole."""
    digits = Context(prec=40)
    bound = float(digits.divide(digits.ln(codes), digits.ln(width)))
    return FreeTotal(Fraction(total), total / codes, bound, Fraction(even), query)


def _root_line(size: int, strategy: Strategy) -> str:
    """The command line that puts a size of the root model into the book."""
    words = "" if strategy == OPTIMAL else f" --strategy {strategy}"
    return f"tafelwerk build search root --size {size}{words}{'' if size <= DENSE else ' --points 2'}"


@question("the root model, {size} codes, {strategy}", _root_line)
def root(book: Book, size: int, strategy: Strategy = OPTIMAL) -> RootTotal | None:
    """The root model: the number of queries in which a strategy finds one of `size` codes."""
    if not 0 <= size <= MOST_ROOT_CODES:
        return None
    row = book.one(
        FAMILY,
        "SELECT total, rest, small FROM search.root_totals WHERE strategy = ? AND size = ?",
        strategy.name,
        size,
    )
    return None if row is None else root_total(size, strategy, row[0], row[1], read_parts(row[2]))


def root_total(size: int, strategy: Strategy, total: int, rest: int | None, small: Parts) -> RootTotal:
    """The root model, with the mean."""
    query = None if rest is None else RootQuery(rest, small)
    return RootTotal(Fraction(total), total / size, strategy.name, query)

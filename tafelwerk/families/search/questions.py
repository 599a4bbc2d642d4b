"""What can be asked about searches without a board."""

from __future__ import annotations

from decimal import Context
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

from tafelwerk.families.search import rules
from tafelwerk.families.search.builds import FreeTotals, RootTotals, root_operations, search_root
from tafelwerk.families.search.explanation import Explain
from tafelwerk.families.search.rules import OPTIMAL, Codes, Parts, Strategy, Width, read_parts
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.tables.answers import Answer, answer
from tafelwerk.tables.questions import Asks, Question, Questions
from tafelwerk.wording import counted

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

MOST_KEPT = 100_000
"""Largest number of codes for which a computed answer of free search can be stored."""


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


class Free(Question[FreeTotal], title="free search, {codes} codes, width {width}"):
    """Least number of queries in free search, where every partition into at most A parts is a query.

    Example: tafelwerk search free 1000 10
    """

    codes: Codes
    width: Width

    def look_up(self, book: Book) -> FreeTotal | None:
        if self.codes > rules.MOST_FREE or self.width > rules.LARGEST_WIDTH:
            return None
        sql = "SELECT total, even, query, build FROM search.free_totals WHERE width = ? AND codes = ?"
        row = book.one("search", sql, self.width, self.codes)
        return None if row is None else self._answer(row[0], row[1], read_parts(row[2]))

    def solve(self) -> FreeTotal:
        from tafelwerk.solvers.search.free import best_split, even_total, free_total

        query = best_split(self.codes, self.width) if self.codes > 1 else ()
        return self._answer(free_total(self.codes, self.width), even_total(self.codes, self.width), query)

    def _answer(self, total: int, even: int, query: Parts) -> FreeTotal:
        """The answer, with a bound that is within one unit in the last place."""
        digits = Context(prec=40)
        bound = float(digits.divide(digits.ln(self.codes), digits.ln(self.width)))
        return FreeTotal(Fraction(total), total / self.codes, bound, Fraction(even), query)

    def build(self) -> FreeTotals | None:
        is_small = self.codes <= MOST_KEPT and self.width <= rules.LARGEST_WIDTH
        return FreeTotals(self.codes, self.width) if is_small else None

    def text(self, answer: FreeTotal) -> str:
        text = f"{self.codes:,} codes, {self.width:,} answers per query: {answer.mean:.6g} queries on average "
        text += f"({answer.total} in total; log_{self.width}({self.codes}) = {answer.bound:.6g}; {answer.source})."
        if answer.query:
            text += f" An optimal first query splits the codes into {_parts_in_words(answer.query)}."
        if answer.even > answer.total:
            text += f" Even splits take {float(answer.even / self.codes):.6g}."
        return text


class Root(Question[RootTotal], title="the root model, {size} codes, {strategy}"):
    """Number of queries in the root model, where the small parts of a query together cost at most the root of the codes left.

    Example: tafelwerk search root 1000

    Example: tafelwerk search root 1000 --strategy h1.5 --json
    """

    size: Annotated[int, Parameter("SIZE", "Number of equally likely codes.", 1, rules.MOST_ROOT)]
    strategy: Parsed[Strategy] = default(OPTIMAL)

    def look_up(self, book: Book) -> RootTotal | None:
        sql = "SELECT total, rest, small, build FROM search.root_totals WHERE strategy = ? AND size = ?"
        row = book.one("search", sql, str(self.strategy), self.size)
        if row is None:
            return None
        total, rest, small = row
        return self._answer(total, None if rest is None else RootQuery(rest, read_parts(small)))

    def operations(self) -> float:
        rules.check_root(self.size, self.strategy)
        return root_operations(self.size, self.strategy)

    def solve(self) -> RootTotal:
        played = search_root(self.size, self.strategy)
        query = played.query(self.size) if self.size > 1 else None
        return self._answer(
            int(played.totals[self.size]), None if query is None else RootQuery(query.rest, query.small)
        )

    def _answer(self, total: int, query: RootQuery | None) -> RootTotal:
        return RootTotal(Fraction(total), total / self.size, str(self.strategy), query)

    def build(self) -> RootTotals:
        return RootTotals(self.size, self.strategy, None if self.size <= rules.DENSE else 2)

    def text(self, answer: RootTotal) -> str:
        text = f"Root model, {self.size:,} codes, {answer.strategy}: {answer.mean:.6g} queries on average "
        text += f"({answer.total} in total; {answer.source})."
        if answer.query is not None:
            small = _parts_in_words(answer.query.small)
            text += f" The first query splits off {small} and leaves {answer.query.rest:,}."
        return text


def _parts_in_words(parts: Parts) -> str:
    """Parts as a person reads them: "3 parts of 103, 1 part of 100"."""
    return ", ".join(f"{counted(count, 'part')} of {size:,}" for size, count in parts)


class SearchQuestions(Questions):
    """The questions, as `book.search` has them."""

    free = Asks(Free)
    root = Asks(Root)
    explain = Asks(Explain)

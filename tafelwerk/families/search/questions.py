"""What can be asked about searches without a board."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Context
from fractions import Fraction
from itertools import groupby
from math import isqrt
from typing import Annotated

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.search import rules
from tafelwerk.families.search.builds import FreeTotals, RootCurve, RootTotals, root_operations, search_root
from tafelwerk.families.search.rules import OPTIMAL, Codes, Parts, Strategy, Width, read_parts
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.tables.answers import Answer, answer
from tafelwerk.tables.book import Book
from tafelwerk.tables.explanation import Option
from tafelwerk.tables.questions import Asks, Question, Questions, Text
from tafelwerk.wording import count_noun, exact_number, join_words

MODELS = ("free", "root")

USUAL, MOST = 10, 100
"""Default and largest number of splits that are listed."""


@frozen(kw_only=True)
class Split(Option):
    """A first query as its part sizes, such as "103^3, 100"; in the root model the rest comes first, such as "969 | 6^4, 4".

    Attributes:
        total, mean: queries summed over all codes, and per code, if this query is asked and the strategy continues.
        entropy: entropy of the answer in bits, of the order that the explanation names; rounded, within 1e-9.
    """

    total: Fraction
    mean: float
    entropy: float


@frozen(kw_only=True, eq=False, repr=False)
class SplitExplanation(Answer):
    """First query for a number of codes, with the reasons for it.

    Attributes:
        codes: number of codes.
        total, mean: queries summed over all codes, and per code.
        bound: lower bound of the mean.
        query: first query, as in `moves`; None for one code.
        order: order of the entropies.
        moves: splits, best first: by total, under H_alpha by entropy; `best`: whether none is better.
    """

    codes: int
    total: Fraction
    mean: float
    bound: float
    query: str | None
    order: str
    moves: tuple[Split, ...]


@answer
class FreeExplanation(SplitExplanation):
    """Explanation in free search; the splits include the best one and the even one.

    Attributes:
        width: largest number of answers per query.
        depths: number of codes by the number of queries in which an optimal strategy finds them.
        kraft: sum of width^-depth over all codes; a strategy with these depths exists exactly when it is at most 1.
    """

    width: int
    depths: Mapping[str, int]
    kraft: Fraction


@answer
class RootExplanation(SplitExplanation):
    """Explanation in the root model; the best split for each number of codes split off.

    Attributes:
        strategy: name of the strategy, as in the tables.
        budget: largest cost of the small parts together, ceil(sqrt(codes)); a small part of q codes costs 1 + q.
    """

    strategy: str
    budget: int


AnyExplanation = FreeExplanation | RootExplanation
"""An explanation in either model."""

SPLIT_OPERATIONS = 2e3
"""Estimated work of a split and its entropy."""


class Explain(Question[AnyExplanation], title="an explanation of {model} search, {codes} codes"):
    """First query and the reasons for it: cost of other splits, depths of the codes, and a bound.

    Example: tafelwerk search explain free 700 7

    Example: tafelwerk search explain root 1000

    Example: tafelwerk search explain root 1000 --strategy h1.5 --json
    """

    model: Annotated[str, Parameter("free|root", "Model: free search, or the root model.")]
    codes: Codes
    width: (
        Annotated[
            int,
            Parameter(
                "A",
                "Largest number of answers per query, in free search.",
                2,
                rules.MOST_FREE_ANSWERED,
                is_argument=True,
            ),
        ]
        | None
    ) = None
    strategy: Parsed[Strategy] = default(OPTIMAL)
    most: Annotated[int, Parameter("N", f"Splits to list. Default: {USUAL}.", 1, MOST)] = USUAL

    def check(self) -> None:
        if self.model not in MODELS:
            raise InputError(f"the model must be {' or '.join(MODELS)}, not {in_quotes(self.model)}")
        if self.model == "root" and self.width is not None:
            raise InputError(f"the root model has no width, but width {self.width} was given: leave it out")
        if self.model == "free" and self.strategy != OPTIMAL:
            raise InputError("--strategy goes with the root model; free search is explained under perfect play only")
        if self.model == "free" and self.width is None:
            raise InputError("free search needs codes and width, such as: tafelwerk search explain free 1000 10")

    def operations(self) -> float:
        if self.width is not None:
            return 1e5
        rules.check_root(self.codes, self.strategy)
        return root_operations(self.codes, self.strategy) + SPLIT_OPERATIONS * isqrt(self.codes)

    def solve(self) -> AnyExplanation:
        from tafelwerk.families.search import splits

        if self.width is not None:
            return splits.explain_free(self.codes, self.width, self.most)
        return splits.explain_root(self.codes, self.strategy, self.most)

    def text(self, answer: AnyExplanation) -> Text:
        from tafelwerk.commands.explaining import best_column, explanation_layout
        from tafelwerk.commands.fitting import Column

        model = (
            f"Free search, {count_noun(answer.codes, 'code')}, {count_noun(answer.width, 'answer')} per query"
            if isinstance(answer, FreeExplanation)
            else f"Root model, {count_noun(answer.codes, 'code')}, {answer.strategy}"
        )
        if answer.query is None:
            return f"{model}: no query is needed ({answer.source})."
        heading = (
            f"{model}: first query {answer.query}; {answer.mean:.6g} queries on average, {answer.total} in total "
            f"(exact; {answer.source})."
        )
        columns = [
            Column("split", [split.move for split in answer.moves], folds=True),
            Column("total", [str(split.total) for split in answer.moves], goes=1),
            Column("mean", [f"{split.mean:.6g}" for split in answer.moves]),
            Column(
                f"H_{answer.order} in bits",
                [f"{split.entropy:.4f}" for split in answer.moves],
                f"H_{answer.order}",
                goes=2,
            ),
            best_column(answer.moves),
        ]
        if isinstance(answer, FreeExplanation):
            levels = [f"{count_noun(count, 'code')} after {depth}" for depth, count in answer.depths.items()]
            why = (
                f"An optimal strategy finds {join_words(levels)} queries. Such depths are possible exactly when the sum of "
                f"{answer.width}^-depth is at most 1 (Kraft). Here it is {exact_number(answer.kraft)}; moving one more code to a "
                "smaller depth would exceed 1."
            )
        else:
            why = f"A small part of q codes costs 1 + q; the small parts together cost at most {answer.budget}."
            if answer.strategy != "optimal":
                why += f" The query has the greatest H_{answer.order}; totals are those of the same strategy after each split."
        name = f"log_{answer.width}(M)" if isinstance(answer, FreeExplanation) else "2/3 (sqrt(M) - 1)"
        return lambda: explanation_layout(
            heading, columns, why, f"No strategy needs fewer than {name} = {answer.bound:.6g} queries on average."
        )


def parts_text(parts: Parts) -> str:
    """Text of the parts of a query, as the tables write it: "103^3, 100"."""
    return ", ".join(str(size) if count == 1 else f"{size}^{count}" for size, count in parts)


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
        from tafelwerk.solvers.search import best_split, even_total, free_total

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
        play = search_root(self.size, self.strategy)
        query = play.query(self.size) if self.size > 1 else None
        return self._answer(int(play.totals[self.size]), None if query is None else RootQuery(query.rest, query.small))

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


@frozen
class OrderRange:
    """Neighbouring orders of entropy under which the root model takes the same number of queries.

    Attributes:
        first, last: names of the first and the last strategy, such as h1.32; the same for a single order.
        total, mean: queries summed over all codes, and per code.
    """

    first: str
    last: str
    total: Fraction
    mean: float


@answer
class OrderRanges(Answer):
    """Numbers of queries in the root model by the order of entropy. Means are rounded to the nearest double.

    Attributes:
        ranges: the orders, those with the fewest queries first, then the smaller orders.
        orders: number of orders compared.
    """

    ranges: tuple[OrderRange, ...]
    orders: int


class Orders(Question[OrderRanges], title="orders of entropy in the root model, {size} codes"):
    """Best orders of entropy in the root model: queries under H_alpha for alpha = 0, 0.02, ..., 6 and infinity.

    Example: tafelwerk search orders 1000

    Example: tafelwerk search orders 5000 --most 3
    """

    size: Annotated[int, Parameter("SIZE", "Number of equally likely codes.", 1, rules.MOST_PLAYED)]
    most: Annotated[int, Parameter("N", f"Ranges of orders to list. Default: {USUAL}.", 1, MOST)] = USUAL

    @property
    def _names(self) -> tuple[str, ...]:
        curve = self.build()
        return rules.curve_orders(curve.alpha_max, curve.points)

    def look_up(self, book: Book) -> OrderRanges | None:
        sql = "SELECT strategy, total, build FROM search.root_totals WHERE size = ? AND list_contains(?, strategy)"
        totals = dict(book.rows("search", sql, self.size, list(self._names)))
        return self._answer(totals) if len(totals) == len(self._names) else None

    def operations(self) -> float:
        return sum(root_operations(self.size, rules.parse_strategy(name)) for name in self._names)

    def solve(self) -> OrderRanges:
        plays = {name: search_root(self.size, rules.parse_strategy(name)) for name in self._names}
        return self._answer({name: int(play.totals[self.size]) for name, play in plays.items()})

    def _answer(self, totals: Mapping[str, int]) -> OrderRanges:
        ranges = []
        for total, group in groupby(self._names, totals.__getitem__):
            names = tuple(group)
            ranges.append(OrderRange(names[0], names[-1], Fraction(total), total / self.size))
        ranges.sort(key=lambda orders: orders.total)
        return OrderRanges(tuple(ranges[: self.most]), len(totals))

    def build(self) -> RootCurve:
        return RootCurve(self.size)

    def text(self, answer: OrderRanges) -> Text:
        from tafelwerk.commands.output import table, with_heading

        best = answer.ranges[0]
        names = [_orders_text(orders) for orders in answer.ranges if orders.total == best.total]
        heading = (
            f"Root model, {count_noun(self.size, 'code')}: {best.mean:.6g} queries on average at the best of "
            f"{answer.orders} orders of entropy, {join_words(names)} ({answer.source})."
        )
        rows = [(_orders_text(orders), str(orders.total), f"{orders.mean:.6g}") for orders in answer.ranges]
        return lambda: with_heading(heading, table(("strategy", "total", "mean"), rows))


def _orders_text(orders: OrderRange) -> str:
    return orders.first if orders.first == orders.last else f"{orders.first} to {orders.last}"


def _parts_in_words(parts: Parts) -> str:
    """Parts as a person reads them: "3 parts of 103, 1 part of 100"."""
    return ", ".join(f"{count_noun(count, 'part')} of {size:,}" for size, count in parts)


class SearchQuestions(Questions):
    """The questions, as `book.search` has them."""

    free = Asks(Free)
    root = Asks(Root)
    orders = Asks(Orders)
    explain = Asks(Explain)

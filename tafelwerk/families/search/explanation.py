"""First query of a search without a board and the reasons for it: the question and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt
from typing import Annotated, Any

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.search import rules
from tafelwerk.families.search.builds import root_operations
from tafelwerk.families.search.rules import OPTIMAL, Codes, Parts, Strategy
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.tables.answers import Answer, answer
from tafelwerk.tables.explanation import Option
from tafelwerk.tables.questions import Question, Text
from tafelwerk.wording import counted, exact_number, listed

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

    model: Annotated[str, Parameter("free|root", "Free search, or the root model.")]
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
            raise InputError(f"the model must be {' or '.join(MODELS)}, not {quoted(self.model)}")
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
        return lambda: _layout(answer)


def _layout(answer: AnyExplanation) -> Any:
    from tafelwerk.commands.explaining import best_column, explained
    from tafelwerk.commands.fitting import Column

    place = (
        f"Free search, {counted(answer.codes, 'code')}, {counted(answer.width, 'answer')} per query"
        if isinstance(answer, FreeExplanation)
        else f"Root model, {counted(answer.codes, 'code')}, {answer.strategy}"
    )
    if answer.query is None:
        return f"{place}: no query is needed ({answer.source})."
    heading = (
        f"{place}: first query {answer.query}; {answer.mean:.6g} queries on average, {answer.total} in total "
        f"(exact; {answer.source})."
    )
    columns = [
        Column("split", [one.move for one in answer.moves], folds=True),
        Column("total", [str(one.total) for one in answer.moves], goes=1),
        Column("mean", [f"{one.mean:.6g}" for one in answer.moves]),
        Column(
            f"H_{answer.order} in bits", [f"{one.entropy:.4f}" for one in answer.moves], f"H_{answer.order}", goes=2
        ),
        best_column(answer.moves),
    ]
    if isinstance(answer, FreeExplanation):
        levels = [f"{counted(count, 'code')} after {depth}" for depth, count in answer.depths.items()]
        why = (
            f"An optimal strategy finds {listed(levels)} queries. Such depths are possible exactly when the sum of "
            f"{answer.width}^-depth is at most 1 (Kraft). Here it is {exact_number(answer.kraft)}; moving one more code to a "
            "smaller depth would exceed 1."
        )
    else:
        why = f"A small part of q codes costs 1 + q; the small parts together cost at most {answer.budget}."
        if answer.strategy != "optimal":
            why += (
                f" The query has the greatest H_{answer.order}; totals are those of the same strategy after each split."
            )
    name = f"log_{answer.width}(M)" if isinstance(answer, FreeExplanation) else "2/3 (sqrt(M) - 1)"
    return explained(
        heading, columns, why, f"No strategy needs fewer than {name} = {answer.bound:.6g} queries on average."
    )


def parts_text(parts: Parts) -> str:
    """Text of the parts of a query, as the tables write it: "103^3, 100"."""
    return ", ".join(str(size) if count == 1 else f"{size}^{count}" for size, count in parts)

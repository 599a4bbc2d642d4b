"""Reasons for a strategy's query: the best queries with their information and cost, and the codes that each answer leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tafelwerk.errors import InputError, MissingTableError, UncomputedError
from tafelwerk.families.beams import answers, estimates, limits
from tafelwerk.families.beams.parameters import Beams, Strategy, VariantName
from tafelwerk.families.beams.rules.board import SAMPLED, STORED, is_listed, variant_of
from tafelwerk.families.beams.rules.history import read_history
from tafelwerk.families.beams.rules.strategies import STAND_IN, Approximate, Improved
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.deduction import Optimal
from tafelwerk.tables.computation import Computation
from tafelwerk.tables.questions import Question, Text

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

USUAL, MOST = 10, 100
"""Default and largest number of queries that are listed."""


class Explain(Question[answers.Explanation], title="an explanation of Beams {variant}, {strategy.title}"):
    """Reasons for a strategy's query: the best queries with their information and cost, and the codes that each answer leaves.

    Colours not yet asked for are interchangeable, so one query stands for all of them. Costs that are expensive to compute are
    left out.

    Example: tafelwerk beams explain --variant 3c6p --strategy h1

    Example: tafelwerk beams explain --variant 6c3p --strategy h1 --history "1@2 -; 1@4 2,3" --json

    Example: tafelwerk beams explain --variant 3c6p --strategy optimal --history "1@2 1,2"
    """

    variant: VariantName
    strategy: Parsed[Strategy] = default(STAND_IN)
    history: Beams = ""
    most: Annotated[int, Parameter("N", f"Queries to list. Default: {USUAL}.", 1, MOST)] = USUAL

    def check(self) -> None:
        if self.variant in SAMPLED:
            raise InputError(f"--variant {self.variant}: its codes are sampled, and an explanation needs all of them")
        if isinstance(self.strategy, Approximate | Improved) or self.strategy == Optimal(shallowest=True):
            raise InputError(
                f"{self.strategy.options} is not explained; take optimal or an entropy strategy such as h1"
            )

    def computation(self, book: Book) -> Computation[answers.Explanation]:
        limits.check_listable(self.variant)
        if not isinstance(self.strategy, Optimal):
            limits.check_strategy(self.variant, self.strategy)
        beams = read_history(self.history, variant_of(self.variant))

        def explanation() -> answers.Explanation:
            from tafelwerk.families.beams.reasons import explain

            return explain(book, self.variant, self.strategy, beams, self.most)

        work = estimates.step_operations(self.variant)
        if self.variant in STORED and not is_listed(self.variant):
            # all patterns are listed first, then searched
            work = estimates.SEARCHED_OPERATIONS * estimates.patterns_of(self.variant)
        return Computation(work, explanation, None)

    def missing(self, book: Book) -> MissingTableError | UncomputedError:
        if self.variant in STORED and is_listed(self.variant):
            # it is quick once the strategy is built
            line = f"tafelwerk build beams --variant {self.variant} {self.strategy.options}"
            return MissingTableError(self.phrase, line, book.path)
        return super().missing(book)

    def text(self, answer: answers.Explanation) -> Text:
        from tafelwerk.commands.explaining import explained_query

        return lambda: explained_query(answer, f"Beams {self.variant}, {self.strategy.title}", "cost")

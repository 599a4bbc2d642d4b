"""Why a strategy asks what it asks: the question and its answer."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.errors import InputError, MissingTableError, UncomputedError
from tafelwerk.families.mastermind.parameters import GameStrategy, Guesses, PlayedGame
from tafelwerk.families.mastermind.rules.games import Game, Pegs
from tafelwerk.families.mastermind.rules.histories import text_after
from tafelwerk.frozen import frozen
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.deduction import Optimal
from tafelwerk.tables.answers import answer
from tafelwerk.tables.computation import Computation
from tafelwerk.tables.explanation import QueryExplanation
from tafelwerk.tables.questions import Question, Text

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

USUAL, MOST = 10, 100
"""Queries that are listed, by default and at most."""

SHOWN = 12
"""Classes of codes that are named in a sentence."""


@frozen
class Hidden:
    """Which codes are worth hiding if the codemaker chooses, too; classes of codes are named by their first code.

    Attributes:
        value: queries under best play of both sides.
        chosen: classes with a chance in the optimal mixture of the book.
        never: classes that no optimal codemaker chooses: an optimal breaker finds them in fewer queries.
        open: classes of which neither is shown.
    """

    value: Fraction
    chosen: tuple[str, ...]
    never: tuple[str, ...]
    open: tuple[str, ...]


@answer
class Explanation(QueryExplanation):
    """Why a strategy asks what it asks, in queries; a cost is a number of queries, the next one included.

    Attributes:
        codemaker: which codes are worth hiding; only without a history, if the book has the game's optimal mixtures.
    """

    codemaker: Hidden | None = None


class Explain(Question[Explanation]):
    """Reason for a strategy's query: the best queries with their information and cost, and the codes left by each answer.

    For an entropy strategy: the queries of greatest entropy, and how ties are broken. For the optimal strategy: the queries of
    greatest Shannon entropy, compared with the optimal one. A cost that takes much work is left out.

    Before the first query: which codes are worth hiding, if the book has the game in which the codemaker chooses.

    Example: tafelwerk mastermind explain --pegs 4 --colors 6 --strategy h1

    Example: tafelwerk mastermind explain --pegs 4 --colors 6 --strategy h1 --history "AABC 1,2; ABDE 0,3"

    Example: tafelwerk mastermind explain --pegs 3 --colors 4 --history "AAB 1,1" --json
    """

    game: Parsed[PlayedGame]
    strategy: Parsed[GameStrategy] = default(Optimal())
    history: Parsed[Guesses] = default(())
    most: Annotated[int, Parameter("N", f"Queries to list. Default: {USUAL}.", 1, MOST)] = USUAL

    def check(self) -> None:
        strategy = self.strategy
        if isinstance(strategy, Optimal) and strategy != Optimal(least_depth=strategy.least_depth):
            aim = strategy.options.removeprefix("--strategy optimal ")
            raise InputError(f"{aim} is not explained: its query need not have the least cost; take --strategy optimal")

    @property
    def phrase(self) -> str:
        return f"an explanation of {self.game.title}, {self.strategy.title}{text_after(self.history)}"

    def computation(self, book: Book) -> Computation[Explanation]:
        from tafelwerk.families.mastermind.explaining import explanation_computation

        return explanation_computation(book, self.game, self.strategy, self.history, self.most)

    def missing(self, book: Book) -> MissingTableError | UncomputedError:
        if self.history:
            return super().missing(book)
        line = f"tafelwerk build mastermind {self.game.options} {self.strategy.options}"
        return MissingTableError(self.phrase, line, book.path)

    def text(self, answer: Explanation) -> Text:
        def layout() -> Any:
            from rich.console import Group
            from rich.text import Text as Styled

            from tafelwerk.commands.explaining import explained_query

            explanation = explained_query(answer, f"{self.game.title}, {self.strategy.title}", "queries")
            if answer.codemaker is None:
                return explanation
            return Group(explanation, "", *map(Styled, _hiding_text(answer.codemaker, self.game)))

        return layout


def _hiding_text(hidden: Hidden, game: Game) -> Iterator[str]:
    """Which codes are worth hiding, in sentences."""
    from tafelwerk.commands.output import rational

    yield (
        f"If the codemaker chooses, too, the game takes {rational(hidden.value)} queries "
        f"(tafelwerk mastermind adversary {game.options})."
    )
    reasons = {
        "Worth hiding": (hidden.chosen, "an optimal codemaker chooses them"),
        "Never worth hiding": (hidden.never, "an optimal breaker finds them in fewer queries"),
        "Left open": (hidden.open, "the mixtures of the book do not choose them, nor find them sooner"),
    }
    for heading, (codes, reason) in reasons.items():
        if codes:
            more = f" and {len(codes) - SHOWN:,} more" if len(codes) > SHOWN else ""
            named = "codes such as " if isinstance(game, Pegs) else ""
            yield f"{heading}: {named}{', '.join(codes[:SHOWN])}{more}; {reason}."

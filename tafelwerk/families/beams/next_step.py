"""The next step of a strategy after any beams, with the board on which it is shown, and the reasons for its query."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, cast

from tafelwerk.errors import InputError, MissingTableError, UncomputedError
from tafelwerk.families.beams import answers, estimates, look_ups, rules
from tafelwerk.families.beams.answers import Guess, MixedQuery, Query, SampledQuery, Solved, UnprovedQuery
from tafelwerk.families.beams.parameters import Beams, Ending, Strategy, VariantName
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.deduction import Optimal
from tafelwerk.tables.answers import Source
from tafelwerk.tables.questions import Computation, Question, Step, Text
from tafelwerk.wording import count_noun, three_digits

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tafelwerk.families.beams.builds import StrategyBuild
    from tafelwerk.plots.pictures import Picture
    from tafelwerk.tables.book import Book


def strategy_phrase(variant: str, strategy: Strategy, finish: Ending | None) -> str:
    """A strategy of a variant, in words."""
    early = "" if finish is None else ", finishing early"
    return f"Beams {variant}, {strategy.title}{early}"


class Next(Question[answers.Next]):
    """Next query of a strategy after any beams, and the number of codes that each answer would leave.

    Example: tafelwerk beams next --variant 3c6p --strategy optimal

    Example: tafelwerk beams next --variant 6c3p --strategy h1 --history "1@2 -; 1@4 2,3" --json

    Example: tafelwerk beams next --variant 3c6p --strategy h1 --history "1@2 1,2" -o board.svg

    Example: tafelwerk beams next --board 4x4 --colors 4 --history "1@2 2,3" --finish early
    """

    variant: VariantName
    strategy: Parsed[Strategy] = default(rules.STAND_IN)
    history: Beams = ""
    finish: Ending | None = None

    @property
    def phrase(self) -> str:
        return strategy_phrase(self.variant, self.strategy, self.finish)

    @property
    def beams(self) -> tuple[rules.Beam, ...]:
        """The beams so far."""
        return rules.read_history(self.history, rules.variant_of(self.variant))

    @property
    def _is_stored(self) -> bool:
        """Whether books hold such answers."""
        return self.variant in rules.STORED and self.finish is None

    def look_up(self, book: Book) -> answers.Next | None:
        return look_ups.get_step(book, self.variant, self.strategy, self.beams) if self._is_stored else None

    def computation(self, book: Book) -> Computation[answers.Next]:
        """Tie rules compare the colours' own numbers; of the colours not asked for, only the lowest may be asked. Where the
        optimal query is too expensive to compute, the query of greatest Shannon entropy stands in, marked as not proved. The
        question is always answered: codes that can be listed are, which takes a few seconds at most; others are sampled."""
        if self.variant in rules.SAMPLED:
            estimates.check_sampled(self.variant, self.strategy)
            return Computation(estimates.SAMPLE_OPERATIONS, lambda: self._step(book.path), always=True)
        estimates.check_listable(self.variant)
        if self.strategy != Optimal():
            estimates.check_strategy(self.variant, self.strategy)
        if self.finish is not None:
            estimates.check_early(self.variant, self.strategy)

        def step_with_reason() -> answers.Next:
            from tafelwerk.families.beams.advice import with_reason

            return with_reason(self._step(book.path), self.variant, self.strategy)

        work = estimates.step_operations(self.variant)
        return Computation(work, step_with_reason, self.build(), lambda: self._step(book.path), always=True)

    def _step(self, book: Path) -> answers.Next:
        from tafelwerk.families.beams.advice import next_of
        from tafelwerk.families.beams.hidden_codes import knowledge_of

        return next_of(knowledge_of(self.variant, self.beams, book), self.strategy, self.finish)

    def build(self) -> StrategyBuild | None:
        from tafelwerk.families.beams.builds import StrategyBuild

        return StrategyBuild(self.variant, self.strategy) if self.variant == "3c6p" and self._is_stored else None

    def complete(self, book: Book, answer: answers.Next) -> answers.Next:
        answer = replace(answer, known=partial(_read_known, book.path, self, answer.source))
        # the tree of MIX is not stored, and expensive to play out; its total is
        is_open = isinstance(answer, Query) and answer.total is None and self.strategy.tie == "mix"
        spent = None
        if is_open and self._is_stored and not self.history:
            spent = look_ups.get_spent(book, self.variant, self.strategy)
        if spent is None:
            return answer
        summary = answers.summary_of(spent)
        return replace(cast(Query, answer), expected=summary.mean, total=summary.total)

    def text(self, answer: answers.Next) -> Text:
        from tafelwerk.commands.explaining import answers_table
        from tafelwerk.commands.output import with_heading
        from tafelwerk.families.beams.board import draw_text

        heading, *_ = self._lines(answer)
        used = {beam.diagonal: beam.colour for beam in self.beams}
        board = draw_text(
            rules.variant_of(self.variant).board,
            self._known_colours(answer),
            self._next_query(answer),
            used,
            _guess_colours(answer),
        )
        parts = [answers_table(answer.answers)] if isinstance(answer, Query) else []
        return lambda: with_heading(heading, "", board, *parts)

    def picture(self, answer: answers.Next) -> Picture:
        _, title, *below = self._lines(answer)
        return self._draw(answer, f"Beams {self.variant}: {title}", *below)

    def scene(self, answer: answers.Next, **looks: Any) -> Picture:
        _, title, *below = self._lines(answer)
        return replace(self._draw(answer, ""), title=f"Beams {self.variant}: {title}", legend=tuple(below))

    def steps(self, answer: answers.Next, **looks: Any) -> Sequence[Step]:
        entries = [str(beam) for beam in self.beams]
        back = [Step("Take the last beam back", {"history": "; ".join(entries[:-1])})] if entries else []
        replies = (
            [(reply, [*entries, f"{answer.query} {reply}"]) for reply in answer.answers]
            if isinstance(answer, Query)
            else []
        )
        return [*(Step(reply, {"history": "; ".join(history)}) for reply, history in replies), *back]

    def _draw(self, answer: answers.Next, title: str, *below: str) -> Picture:
        from tafelwerk.families.beams.board import picture

        return picture(
            self.variant,
            self._known_colours(answer),
            self.beams,
            title,
            *below,
            next_query=self._next_query(answer),
            guessed=_guess_colours(answer),
        )

    def _known_colours(self, answer: answers.Next) -> tuple[int, ...]:
        if isinstance(answer, Solved):
            return tuple(map(int, answer.solved))
        return (
            rules.hit_fields(rules.variant_of(self.variant).board, self.beams)
            if answer.known is None
            else answer.known()
        )

    def _next_query(self, answer: answers.Next) -> tuple[int, int] | None:
        return rules.read_query(answer.query, rules.variant_of(self.variant)) if isinstance(answer, Query) else None

    def _lines(self, answer: answers.Next) -> tuple[str, ...]:
        """Heading above the board, title of its picture, and lines below the picture."""
        noun = rules.variant_of(self.variant).board.noun
        match answer:
            case Solved(code):
                return f"One code is left: {code} ({answer.source})", "one code is left"
            case Guess(code, remaining, wrong):
                early = self.finish is not None
                why = "further queries cost no less" if early else f"no {noun} distinguishes them"
                heading = (
                    f"{remaining:,} codes left, and {why}: {'lay' if early else 'guess'} {code}, "
                    f"{count_noun(int(wrong), 'wrong field')} over all of them, expected cost from here {answer.expected:.6f} "
                    f"({answer.source})"
                )
                below = (
                    "Further queries cost no less." if early else f"No unused {noun} distinguishes them.",
                    "Pale with a question mark: the guess.",
                )
                return heading, f"{remaining:,} codes are left, and one is guessed", *below
            case SampledQuery():
                return _sample_lines(answer)
            case Query(query, remaining):
                expected = "" if answer.expected is None else f", expected cost from here {answer.expected:.6f}"
                colour, _, diagonal = query.partition("@")
                heading = f"{query}: colour {colour} on {noun} {diagonal}, {remaining:,} codes left{expected} ({answer.source})"
                if isinstance(answer, UnprovedQuery):
                    heading += f"; chosen by {answer.asked_by}, not proved optimal"
                if isinstance(answer, MixedQuery):
                    heading += f"; other queries of equal value: {len(answer.tied) - 1:,}"
                if answer.reason is not None:
                    heading += f"\n{answer.reason[0].upper()}{answer.reason[1:]}."
                return heading, f"{remaining:,} codes are left", f"{query} is asked next: its fields are framed."


def _read_known(book: Path, question: Next, source: Source | None) -> tuple[int, ...]:
    """Known colours per field, from 1, 0 for unknown."""
    if source is Source.COMPUTED:
        from tafelwerk.families.beams.hidden_codes import knowledge_of

        return knowledge_of(question.variant, question.beams, book).known_colours()
    from tafelwerk.book import open_book

    with open_book(book) as opened:
        return look_ups.known_fields(opened, question.variant, question.beams)


def _guess_colours(answer: answers.Next) -> tuple[int, ...]:
    """Colours of a guess, or nothing."""
    return tuple(map(int, answer.guess)) if isinstance(answer, Guess) else ()


def _sample_lines(answer: SampledQuery) -> tuple[str, ...]:
    """What is said of a query that was chosen from sampled codes."""
    query, left = answer.query, f"{answer.remaining:,}"
    if answer.remaining_interval is not None:
        left = f"about {three_digits(answer.remaining)}"
    colour, _, diagonal = query.partition("@")
    unit = "fields" if answer.asked_by == "u" else "bits"
    value, codes = f"{answer.value:.3f} {unit}", f"{answer.samples:,} sampled codes"
    if answer.standard_error is None:
        codes += " of a single run, which tells no standard error"
    else:
        value = f"{answer.value:.3f} ± {answer.standard_error:.3f} {unit}"
    heading = (
        f"{query}: colour {colour} on diagonal {diagonal}, {left} codes left; {answer.asked_by} of the answer {value}, from "
        f"{codes} (effective sample size {answer.effective:,.0f}; {answer.source})"
    )
    return heading, f"{left} codes are left", f"{query} is asked next: its fields are framed."


USUAL, MOST = 10, 100
"""Default and largest number of queries that are listed."""


class Explain(Question[answers.Explanation], title="an explanation of Beams {variant}, {strategy.title}"):
    """Reasons for a strategy's query: the best queries with their information and cost, and the codes that each answer leaves.

    Colours not yet asked for are interchangeable, so one query stands for all of them. Costs that are expensive to compute are
    left out. After beams also the luck of each answer, what it left beside what was expected.

    Example: tafelwerk beams explain --variant 3c6p --strategy h1

    Example: tafelwerk beams explain --variant 6c3p --strategy h1 --history "1@2 -; 1@4 2,3" --json

    Example: tafelwerk beams explain --variant 3c6p --strategy optimal --history "1@2 1,2"
    """

    variant: VariantName
    strategy: Parsed[Strategy] = default(rules.STAND_IN)
    history: Beams = ""
    most: Annotated[int, Parameter("N", f"Queries to list. Default: {USUAL}.", 1, MOST)] = USUAL

    def check(self) -> None:
        if self.variant in rules.SAMPLED:
            raise InputError(f"--variant {self.variant}: its codes are sampled, and an explanation needs all of them")
        if isinstance(self.strategy, rules.Approximate | rules.Improved) or estimates.has_aim(self.strategy):
            raise InputError(
                f"{self.strategy.options} is not explained; take optimal or an entropy strategy such as h1"
            )

    def computation(self, book: Book) -> Computation[answers.Explanation]:
        estimates.check_listable(self.variant)
        if not isinstance(self.strategy, Optimal):
            estimates.check_strategy(self.variant, self.strategy)
        beams = rules.read_history(self.history, rules.variant_of(self.variant))

        def explanation() -> answers.Explanation:
            from tafelwerk.families.beams.advice import explain

            return explain(book, self.variant, self.strategy, beams, self.most)

        work = estimates.step_operations(self.variant)
        if self.variant in rules.STORED and not rules.is_listed(self.variant):
            # all patterns are listed first, then searched
            work = estimates.SEARCHED_OPERATIONS * estimates.patterns_of(self.variant)
        return Computation(work, explanation, None)

    def missing(self, book: Book) -> MissingTableError | UncomputedError:
        if self.variant in rules.STORED and rules.is_listed(self.variant):
            # it is quick once the strategy is built
            line = f"tafelwerk build beams --variant {self.variant} {self.strategy.options}"
            return MissingTableError(self.phrase, line, book.path)
        return super().missing(book)

    def text(self, answer: answers.Explanation) -> Text:
        from tafelwerk.commands.explaining import explained_query, luck_text

        title = f"Beams {self.variant}, {self.strategy.title}"
        return lambda: explained_query(answer, title, "cost", *map(luck_text, answer.luck))

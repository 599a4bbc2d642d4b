"""Beams in play, for one player against the program.

A query is colour@diagonal; where no query distinguishes the codes left, one of them is guessed.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TypeVar

from tafelwerk.book import open_book
from tafelwerk.errors import InputError, MissingTableError, in_quotes
from tafelwerk.families.beams import hidden_codes, rules
from tafelwerk.families.beams.answers import Guess, MixedQuery, Next, Query, Solved, UnprovedQuery
from tafelwerk.families.beams.hidden_codes import CodesLeft
from tafelwerk.families.beams.next_step import Next as NextStep
from tafelwerk.families.beams.questions import Summary
from tafelwerk.luck import mean_part, mean_text
from tafelwerk.play.deduction import Deduction, History
from tafelwerk.play.session import Line, Price, Said, Tone
from tafelwerk.wording import capitalised, count_noun, short_number, three_digits

T = TypeVar("T")

SHOWN = 20
"""Largest number of codes that are shown, and that may be named by their place among them."""

MOST_LISTED = 1000
"""Largest number of codes left that are examined one by one."""


@dataclass(frozen=True, slots=True)
class BeamsBoard:
    """The board.

    Attributes:
        board: fields and windows.
        known: colour per field, from 1; 0 for unknown.
        next_query: colour and window of the next query, from 0, or None.
        colours_by_window: colour asked for, from 0, by window, from 0.
        guessed: colour per field, from 1, that a guess gives. Default: no guess.
    """

    board: rules.Board
    known: tuple[int, ...]
    next_query: tuple[int, int] | None
    colours_by_window: dict[int, int]
    guessed: tuple[int, ...] = ()


class Beams(Deduction):
    """A variant and the strategy that the program follows.

    Args:
        variant: name of the variant.
        strategy: strategy that the program follows, or compares queries with.
        book: folder of the book.
        finish: when the strategy's games end; the user may finish at any time.
        compute: whether to do expensive computations.
        note: called with a line before a long computation.
    """

    def __init__(
        self,
        variant: str,
        strategy: rules.Strategy,
        book: Path,
        *,
        finish: rules.Finish = "certain",
        compute: bool = False,
        note: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.variant, self.strategy, self.book, self.compute, self.note = variant, strategy, book, compute, note
        self.finish, self.rules = finish, rules.variant_of(variant)
        self.board, self.noun, self.tells_luck = self.rules.board, self.rules.board.noun, variant not in rules.SAMPLED
        early = ("--finish", "early") if finish == "early" else ()
        self.command = ("beams", "play", *rules.variant_options(variant).split(), *strategy.options.split(), *early)
        self.title = f"Beams {variant}"
        self._pieces = f"{self.rules.colours} colours, each on {self.rules.size} connected fields"
        self.about = (
            f"Hidden are {self._pieces}. A beam asks for one colour along one {self.noun}; it tells the places on it that "
            "have the colour."
        )
        self.to_type = f"to finish now, the colours of all {self._fields} fields, row by row"
        self._next: dict[History, Next] = {}
        self._spread: dict[History, dict[str, tuple[float, int]]] = {}

    def intro(self, role: str, history: History) -> str:
        codes = self.left_text(history)
        so_far = f"\nSo far: {self.write_history(history)}" if history else ""
        if role == "breaker":
            return f"Beams {self.variant}: one of {codes} is hidden.{so_far}"
        return f"Beams {self.variant}: think of one of {codes}, {self._pieces}.{so_far}"

    def help(self, role: str) -> Iterator[str]:
        if role == "breaker":
            yield "Type colour@diagonal, such as 2@5; each query costs 1. The game is solved when one code is left."
            yield "If no query distinguishes the codes left, guess one, as #1 or by its colours; every wrong field costs 1."
            yield f"To finish at any time, type the colours of all {self._fields} fields, row by row: every wrong field costs 1."
            return
        yield f"Type the places on the {self.noun} that have the colour, such as 2,4, or - for none."
        if self.board.squares:
            yield "Places count from the window; on diagonals from the upper end."
        else:
            yield "Places count from the diagonal's upper end, in rows from the left."
        yield f"The fields of the {self.noun} are marked: (2) where colour 2 is known."
        yield "If no query distinguishes the codes left, I guess one: type the number of its wrong fields."

    def knowledge(self, history: History) -> CodesLeft:
        """Knowledge of the codes that the beams leave."""
        return hidden_codes.knowledge_of(self.variant, self._beams(history), self.book)

    def next(self, history: History) -> Next:
        """Next step of the strategy; raises MissingTableError if it is too expensive to compute."""
        if history not in self._next:
            question = NextStep(self.variant, self.strategy, self.write_history(history), self.finish)
            with open_book(self.book) as book:
                self._next[history] = book.ask(question, compute=self.compute, note=self.note)
        return self._next[history]

    def remaining(self, history: History) -> int:
        return self.knowledge(history).remaining

    def left_text(self, history: History) -> str:
        left = self.knowledge(history)
        return count_noun(left.remaining, "code") if left.exact else f"about {three_digits(left.remaining)} codes"

    def contradiction(self, history: History) -> str | None:
        if not _ends_with_guess(history):
            return hidden_codes.contradiction_text(self.variant, self._beams(history), self.book)
        *before, (guess, wrong) = history
        possible = self.answers(tuple(before), guess)
        if self.remaining(history) > MOST_LISTED or wrong in possible:
            return None
        return f"no code left has {count_noun(int(wrong), 'wrong field')}; possible numbers: {', '.join(possible)}"

    def over(self, history: History) -> bool:
        return _ends_with_guess(history) or self.remaining(history) == 1

    def guesses(self, history: History) -> bool:
        """Whether the code is to be guessed: several are left, and no unused diagonal distinguishes them."""
        return not self.knowledge(history).can_split()

    def queries(self, history: History) -> Sequence[str]:
        if self.guesses(history):
            return [f"#{number}" for number in range(1, len(self._codes_by_number(history)) + 1)]
        used = {beam.diagonal for beam in self._beams(history)}
        colours, diagonals = range(self.rules.colours), range(len(self.board.windows))
        return [rules.query_text(colour, line) for colour in colours for line in diagonals if line not in used]

    def answers(self, history: History, query: str) -> Sequence[str]:
        left = self.knowledge(history)
        if "@" in query:
            return [rules.answer_text(hits) for hits in left.parts(*self._lane(query))]
        if left.remaining > MOST_LISTED:
            return list(map(str, range(len(query) + 1)))
        codes = hidden_codes.code_texts(left, MOST_LISTED)
        return list(map(str, sorted({_wrong(query, code) for code in codes})))

    def parts(self, history: History, query: str) -> Mapping[str, int]:
        if "@" not in query:
            return {}
        return {
            rules.answer_text(hits): size for hits, size in self.knowledge(history).parts(*self._lane(query)).items()
        }

    def read_query(self, text: str, history: History) -> str:
        if self.guesses(history):
            return self._read_guess(text, history)
        filling = "".join(text.split())
        if len(filling) == self._fields and filling.isascii() and filling.isdigit():
            return self._read_filling(filling)
        colour, diagonal = self._lane(text)
        for beam in self._beams(history):
            if beam.diagonal == diagonal:
                raise InputError(
                    f"{self.noun} {diagonal + 1} was used for {in_quotes(str(beam))}; each may be used once"
                )
        return rules.query_text(colour, diagonal)

    def read_answer(self, text: str, query: str) -> str:
        if "@" in query:
            return rules.answer_text(_bare(lambda: rules.read_answer(text, self._lane(query)[1], self.board)))
        if not (text.isascii() and text.isdecimal() and int(text) <= len(query)):
            raise InputError(f"type the number of wrong fields, 0 to {len(query)}, not {in_quotes(text)}")
        return str(int(text))

    def hide(self, history: History, seed: int) -> str:
        return hidden_codes.hide(self.variant, self._beams(history), seed, self.book)

    def answer(self, code: str, query: str) -> str:
        if "@" not in query:
            return str(_wrong(query, code))
        colour, diagonal = self._lane(query)
        return rules.answer_text(rules.hits_on(self.board, diagonal, code, str(colour + 1)))

    def ask(self, history: History, seed: int) -> str:
        step = self.next(history)
        if isinstance(step, Solved | Guess):
            return step.solved if isinstance(step, Solved) else step.guess
        return Random(f"{seed} {history}").choice(_tied(step))

    def hint(self, history: History) -> str:
        step = self.next(history)
        if isinstance(step, Guess):
            if not self.guesses(history):
                wrong = f"{step.expected:.4f} wrong fields expected"
                return f"Strategy {self.strategy.name} is finished and lays {step.guess}: {wrong}."
            return f"Strategy {self.strategy.name} guesses {self._short(step.guess, history)} in the uncertain fields."
        assert isinstance(step, Query), "the game is not over"
        expected = "" if step.expected is None else f", expected cost from here {step.expected:.4f}"
        return f"{capitalised(self._asker(step))} asks {step.query}{self._doubt(step)}{expected}."

    def price(self, history: History, query: str) -> Line:
        if "@" not in query:
            return Line("")
        left = self.knowledge(history)
        parts = left.parts(*self._lane(query))
        if len(parts) == 1:
            return Line("All codes left give this answer: the query told nothing, and still costs 1.", Tone.BAD)
        # with the luck of its answer it is told how many codes the query left on average
        own = "" if self.tells_luck else f"Your query leaves {_mean_text(parts.values(), left)} codes on average. "
        try:
            step = self.next(history)
            if isinstance(step, Guess):
                return Line(f"{own}Strategy {self.strategy.name} is finished.")
            assert isinstance(step, Query), "a query splits the codes left"
            if query in _tied(step):
                return Line(f"{own}{capitalised(self._asker(step))} asks the same{self._doubt(step)}.", Tone.GOOD)
            theirs = _mean_text(step.answers.values(), left)
            text = f"{own}{step.query} of {self._asker(step)} leaves {theirs} on average{self._doubt(step)}."
            cost = None if self._doubt(step) else self._cost(history, query, step)
        except MissingTableError:
            return Line(own)
        if cost is not None:
            # MIX asks any of the tied queries; the expected cost is their mean
            other = f"the choice of strategy {self.strategy.name}" if isinstance(step, MixedQuery) else step.query
            text += f" Expected cost: {float(cost):.4f} with your query, {step.expected:.4f} with {other}."
        return Line(text)

    def spread(self, history: History) -> dict[str, tuple[float, int]]:
        """By query that can be asked: the mean number of codes that it leaves, and the number of its answers."""
        if history in self._spread:
            return self._spread[history]
        left, spread = self.knowledge(history), {}
        for query in self.queries(history):
            if "@" in query:
                sizes = left.parts(*self._lane(query)).values()
                spread[query] = mean_part(sizes), len(sizes)
        self._spread = {history: spread}
        return spread

    scale = "codes left on average; + is how many more than with the best query"
    tasks = ("You look for the hidden colours.", "Think of a code; the program looks for it, and you answer.")

    def prices(self, history: History) -> Sequence[Price]:
        # estimates of all queries take long
        if not self.knowledge(history).exact or self.guesses(history):
            return ()
        spread = sorted(self.spread(history).items(), key=lambda pair: pair[1][0])
        least = spread[0][1][0] if spread else 0.0
        prices = []
        for query, (mean, count) in spread:
            is_best, more = mean == least, short_number(mean - least)
            tone = Tone.BAD if count == 1 else Tone.GOOD if is_best else Tone.FAIR
            worth = f"leaves {mean_text(mean)} on average"
            behind, note = "" if is_best else f"+{more}", count_noun(count, "answer")
            prices.append(Price(query, worth, tone, "0" if is_best else f"+{more}", is_best, behind, note))
        return prices

    def remark(self, history: History) -> str:
        if self.over(history) or not self.guesses(history):
            return ""
        return f"No unused {self.noun} distinguishes them: guess the colours of the uncertain fields, row by row."

    def turn_label(self, history: History, query: str) -> str:
        if not query.startswith("#"):
            return query
        return self._short(self._codes_by_number(history)[int(query[1:]) - 1], history)

    def query_label(self, query: str) -> str:
        colour, _, line = query.partition("@")
        return f"colour {colour}, {self.noun} {line}" if line else f"guess {query}"

    def answer_label(self, query: str, answer: str) -> str:
        if "@" not in query:
            return f"{answer} wrong"
        return "nowhere" if answer == "-" else f"at {answer.replace(',', ', ')}"

    def loss(self, history: History, query: str) -> tuple[float, str]:
        if "@" not in query or not self.knowledge(history).exact:
            return 0.0, ""
        spread = self.spread(history)
        least = min(mean for mean, _ in spread.values())
        more = spread[query][0] - least
        return more, f"+{short_number(more)} codes left on average" if more else ""

    def first_codes(self, history: History) -> str:
        if self.remaining(history) > MOST_LISTED:
            return f"They are shown when there are {MOST_LISTED:,} or fewer."
        codes = [
            f"#{number} {self._short(code, history)}"
            for number, code in enumerate(self._codes_by_number(history), start=1)
        ]
        more = ", ..." if self.remaining(history) > SHOWN else ""
        return f"The {count_noun(len(self._open(history)), 'uncertain field')}, row by row: {', '.join(codes)}{more}"

    def show(self, history: History, asked: str = "") -> Iterator[Said]:
        lane = self._lane(asked) if "@" in asked else None
        yield self._board(history, lane, "" if lane else asked)
        if asked and not lane:
            if self.guesses(history):
                yield f"No unused {self.noun} distinguishes the {self.remaining(history):,} codes left. I guess {asked}."
            else:
                yield f"I am finished, with {count_noun(self.remaining(history), 'code')} left, and lay {asked}."
        elif self.guesses(history) and not self.over(history):
            yield f"No unused {self.noun} distinguishes them: guess one. Every wrong field costs 1."
            yield self.first_codes(history)
            count = count_noun(len(self._open(history)), "uncertain field")
            yield f"Say #1, #2, ..., or the colours of the {count}, or of all {self._fields}."

    def glimpse_board(self, history: History) -> BeamsBoard | None:
        if self.variant not in rules.SAMPLED:
            return None
        return self._board(history, None, "", known=rules.hit_fields(self.board, self._beams(history)))

    def shown_turn(self, history: History) -> Iterator[Said]:
        if not _ends_with_guess(history):
            yield f"{len(history)}. {' '.join(history[-1])}"
            if not self.over(history):
                yield from self.show(history)

    def shown_code(self, code: str) -> Iterator[Said]:
        yield BeamsBoard(self.board, tuple(map(int, code)), None, {})
        yield f"The code is {code}."

    def prompt(self, role: str, history: History, asked: str = "") -> str:
        if not asked:
            return "guess: " if self.guesses(history) else super().prompt(role, history)
        step = self.next(history)
        if isinstance(step, Guess):
            return "wrong fields: "
        doubt = f"; {self._asker(step)} asks,{self._doubt(step)}".replace(" (", " ").rstrip(")")
        left = count_noun(self.remaining(history), "code")
        return f"{asked} ({left} left{doubt if self._doubt(step) else ''}): "

    def broken(self, begin: History, history: History, code: str) -> Iterator[Said]:
        wrong, queries = _cost_of_guess(history), _queries(history)
        if _ends_with_guess(history) and not self.guesses(history[:-1]):
            left = self.remaining(history)
            yield f"You are finished, with {count_noun(left, 'code')} left."
        yield self._board(history, None, code, known=tuple(map(int, code)))
        count = count_noun(len(queries), *self.query)
        if wrong:
            fields = count_noun(wrong, "wrong field")
            yield Line(f"You pay {len(queries) + wrong}: {count} and {fields}.", Tone.FAIR)
        else:
            guessed = " and no wrong field" if _ends_with_guess(history) else ""
            yield Line(f"Solved. You pay {len(queries)}: {count}{guessed}.", Tone.GOOD)
        if self.variant in rules.SAMPLED and not self.compute:
            return  # a second per query
        try:
            way = self.way(begin, code)
            own = all(not self._doubt(self.next(way[:turn])) for turn in range(len(begin), len(way)))
            mean = self._average() if own and not begin else None
        except MissingTableError:
            return
        theirs = _cost_of_guess(way)
        blame = f" and {count_noun(theirs, 'wrong field')}" if theirs else ""
        who = f"Strategy {self.strategy.name}"
        who += "" if own else f", with {rules.STAND_IN.name} standing in where it is not known,"
        average = "" if mean is None else f" It pays {mean:.4f} on average over all codes."
        queries = _queries(way)
        yield f"{who} pays {len(queries) + theirs} for this code: {', '.join(queries)}{blame}.{average}"

    def closing_lines(self, history: History, seed: int) -> Iterator[Said]:
        queries, left = _queries(history), self.knowledge(history)
        count = count_noun(len(queries), *self.query)
        if not _ends_with_guess(history):
            (code,) = hidden_codes.code_texts(left, 1)
            yield self._board(history, None, "", known=tuple(map(int, code)))
            yield Line(f"Found {code} with {count}.", Tone.GOOD)
            return
        (guess, _), wrong = history[-1], _cost_of_guess(history)
        if left.remaining <= MOST_LISTED:
            codes = [code for code in hidden_codes.code_texts(left, MOST_LISTED) if _wrong(guess, code) == wrong]
            if len(codes) == 1:
                yield f"So the code is {codes[0]}."
        yield f"I pay {len(queries) + wrong}: {count} and {count_noun(wrong, 'wrong field') if wrong else 'no wrong field'}."

    def paid(self, history: History) -> int:
        """Score of a game: its queries and the wrong fields of its guess."""
        return len(_queries(history)) + _cost_of_guess(history)

    @cached_property
    def _fields(self) -> int:
        return len(self.board.fields)

    def _lane(self, text: str) -> tuple[int, int]:
        """Colour and diagonal of a query, from 0."""
        if "@" not in text:
            raise InputError(f"{in_quotes(text)} is not colour@diagonal; write 1@3")
        return _bare(lambda: rules.read_query(text, self.rules))

    def _beams(self, history: History) -> tuple[rules.Beam, ...]:
        """The beams of a history, without a guess at its end."""
        beams = []
        for query, answer in history:
            if "@" in query:
                colour, diagonal = rules.read_query(query, self.rules)
                beams.append(rules.Beam(colour, diagonal, rules.read_answer(answer, diagonal, self.board)))
        return tuple(beams)

    def _board(
        self, history: History, next_query: tuple[int, int] | None, guess: str, known: tuple[int, ...] | None = None
    ) -> BeamsBoard:
        colours_by_window = {beam.diagonal: beam.colour for beam in self._beams(history)}
        certain = self.knowledge(history).known_colours() if known is None else known
        return BeamsBoard(self.board, certain, next_query, colours_by_window, tuple(map(int, guess)))

    def _codes_by_number(self, history: History) -> list[str]:
        left = self.knowledge(history)
        return hidden_codes.code_texts(left, SHOWN) if left.remaining <= MOST_LISTED else []

    def _open(self, history: History) -> list[int]:
        """The fields in which the codes left differ."""
        return [field for field, colour in enumerate(self.knowledge(history).known_colours()) if not colour]

    def _short(self, code: str, history: History) -> str:
        """The colours of a code in the fields in which the codes left differ."""
        return "".join(code[field] for field in self._open(history))

    def _read_filling(self, digits: str) -> str:
        """A filling of all fields: each colour on as many fields as a piece has, connected or not."""
        for colour in range(1, self.rules.colours + 1):
            number = digits.count(str(colour))
            if number != self.rules.size:
                raise InputError(
                    f"colour {colour} is on {number} of the {self._fields} fields of {in_quotes(digits)}, not on"
                    f" {self.rules.size}; every colour has {self.rules.size} fields"
                )
        return digits

    def _read_guess(self, text: str, history: History) -> str:
        """A guess, by its place among the codes shown, by its uncertain colours, or by all its colours."""
        if text.startswith("#"):
            codes, number = self._codes_by_number(history), text[1:].strip()
            if not (number.isdecimal() and 1 <= int(number) <= len(codes)):
                raise InputError(f"{in_quotes(text)} is not one of the codes shown, #1 to #{len(codes)}")
            return codes[int(number) - 1]
        digits, fields = "".join(text.split()), self._open(history)
        filled = [str(colour) for colour in self.knowledge(history).known_colours()]
        if len(digits) == len(fields):
            for field, digit in zip(fields, digits, strict=True):
                filled[field] = digit
            digits = "".join(filled)
        if not digits.isdecimal() or len(digits) != len(filled):
            raise InputError(
                f"{in_quotes(text)} is not a code: type {len(fields)} digits, or all {self._fields}, or #1, #2 and so on"
            )
        hidden_codes.check_code(self.variant, digits, self.book)
        for query, answer in history:
            if self.answer(digits, query) != answer:
                beam, count = in_quotes(f"{query} {answer}"), self.remaining(history)
                raise InputError(f"this code is excluded: it contradicts {beam}; guess one of the {count:,} codes left")
        return digits

    def _cost(self, history: History, query: str, step: Query) -> Fraction | None:
        """Expected cost if a query is asked and the strategy continues; None where it is not computed."""
        from tafelwerk.families.beams.advice import next_of

        left = self.knowledge(history)
        if not rules.is_listed(self.variant) or step.expected is None:
            return None
        total = Fraction(left.remaining)
        for hits, size in left.parts(*self._lane(query)).items():
            if size > 1:
                # off the strategy's tree, where no book has its steps
                answered = (*history, (query, rules.answer_text(hits)))
                after = next_of(self.knowledge(answered), self.strategy, self.finish)
                assert not isinstance(after, Solved), "several codes are left"
                spent = after.wrong if isinstance(after, Guess) else after.total
                if spent is None:
                    return None
                total += spent
        return total / left.remaining

    def _average(self) -> float | None:
        """Mean cost of the strategy over all codes; None where it is expensive to compute."""
        question = Summary(self.variant, self.strategy, self.finish)
        try:
            with open_book(self.book) as book:
                return book.ask(question, compute=self.compute and rules.is_listed(self.variant), note=self.note).mean
        except (InputError, MissingTableError):
            return None

    def _asker(self, step: Next) -> str:
        """Name of the strategy that chooses the query: the one given, or its stand-in."""
        return step.asked_by if isinstance(step, UnprovedQuery) else f"strategy {self.strategy.name}"

    def _doubt(self, step: Next) -> str:
        """Remark where a stand-in chooses the query."""
        return f" ({self.strategy.name} is not known here)" if isinstance(step, UnprovedQuery) else ""


def _ends_with_guess(history: History) -> bool:
    """Whether a history ends with a guess of the whole code."""
    return bool(history) and "@" not in history[-1][0]


def _queries(history: History) -> list[str]:
    return [query for query, _ in history if "@" in query]


def _cost_of_guess(history: History) -> int:
    return int(history[-1][1]) if _ends_with_guess(history) else 0


def _wrong(guess: str, code: str) -> int:
    """Number of fields whose colours differ between a guess and a code."""
    return sum(mine != other for mine, other in zip(guess, code, strict=True))


def _tied(step: Query) -> tuple[str, ...]:
    """The queries that a strategy asks: several where MIX has a choice."""
    return step.tied if isinstance(step, MixedQuery) else (step.query,)


def _mean_text(sizes: Collection[int], left: CodesLeft) -> str:
    """Codes left on average by a query whose answers leave these numbers of the codes left."""
    mean = mean_part(sizes)
    return mean_text(mean) if left.exact else f"about {three_digits(int(mean))}"


def _bare(read: Callable[[], T]) -> T:
    """Result of `read`, with errors that name no option.

    Raises:
        InputError: the line cannot be read.
    """
    try:
        return read()
    except InputError as error:
        raise InputError(str(error).removeprefix("history: ")) from None

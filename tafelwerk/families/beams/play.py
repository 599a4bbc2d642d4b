"""Beams in play: a query is colour@diagonal; where no query distinguishes the codes left, one of them is guessed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from random import Random
from typing import TypeVar

from tafelwerk.book import open_book
from tafelwerk.errors import InputError, MissingTableError, quoted
from tafelwerk.families.beams import playing
from tafelwerk.families.beams.answers import Guess, MixedQuery, Next, Query, Solved, UnprovedQuery
from tafelwerk.families.beams.next_step import Next as NextStep
from tafelwerk.families.beams.playing import Knowledge
from tafelwerk.families.beams.questions import Summary
from tafelwerk.families.beams.rules.board import SAMPLED, Board, is_listed, variant_of, variant_options
from tafelwerk.families.beams.rules.history import Beam, answer_text, query_text, read_answer, read_query
from tafelwerk.families.beams.rules.strategies import STAND_IN, Finish, Strategy
from tafelwerk.play.deduction import Deduction, History
from tafelwerk.play.session import Line, Said, Tone
from tafelwerk.wording import counted, rounded

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
        asked: colour and window of the next query, from 0, or None.
        used: colour asked for, from 0, by window, from 0.
        guessed: colour per field, from 1, that a guess gives. Default: no guess.
    """

    board: Board
    known: tuple[int, ...]
    asked: tuple[int, int] | None
    used: dict[int, int]
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
        strategy: Strategy,
        book: Path,
        *,
        finish: Finish = "certain",
        compute: bool = False,
        note: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.variant, self.strategy, self.book, self.compute, self.note = variant, strategy, book, compute, note
        self.finish, self.rules = finish, variant_of(variant)
        self.board, self.noun = self.rules.board, self.rules.board.noun
        early = ("--finish", "early") if finish == "early" else ()
        self.command = ("beams", "play", *variant_options(variant).split(), *strategy.options.split(), *early)
        self._next: dict[History, Next] = {}
        self._spread: dict[History, dict[str, tuple[Fraction, int]]] = {}

    def intro(self, role: str, history: History) -> str:
        codes = self.left_text(history)
        so_far = f"\nSo far: {'; '.join(map(' '.join, history))}" if history else ""
        if role == "breaker":
            return f"Beams {self.variant}: one of {codes} is hidden.{so_far}"
        pieces = f"{self.rules.colours} colours, each on {self.rules.size} connected fields"
        return f"Beams {self.variant}: think of one of {codes}, {pieces}.{so_far}"

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

    def left(self, history: History) -> Knowledge:
        """Knowledge of the codes that the beams leave."""
        return playing.left(self.variant, self._beams(history), self.book)

    def next(self, history: History) -> Next:
        """Next step of the strategy; raises MissingTableError if it is too expensive to compute."""
        if history not in self._next:
            asked = NextStep(self.variant, self.strategy, "; ".join(map(" ".join, history)), self.finish)
            with open_book(self.book) as book:
                self._next[history] = book.ask(asked, compute=self.compute, note=self.note)
        return self._next[history]

    def remaining(self, history: History) -> int:
        return self.left(history).remaining

    def left_text(self, history: History) -> str:
        left = self.left(history)
        return counted(left.remaining, "code") if left.exact else f"about {rounded(left.remaining)} codes"

    def contradiction(self, history: History) -> str | None:
        if not _guessed(history):
            return playing.contradiction(self.variant, self._beams(history), self.book)
        *before, (guess, wrong) = history
        possible = self.answers(tuple(before), guess)
        if self.remaining(history) > MOST_LISTED or wrong in possible:
            return None
        return f"no code left has {counted(int(wrong), 'wrong field')}; possible numbers: {', '.join(possible)}"

    def over(self, history: History) -> bool:
        return _guessed(history) or self.remaining(history) == 1

    def guesses(self, history: History) -> bool:
        """Whether the code is to be guessed: several are left, and no unused diagonal distinguishes them."""
        return not self.left(history).can_split()

    def queries(self, history: History) -> Sequence[str]:
        if self.guesses(history):
            return [f"#{place}" for place in range(1, len(self._shown(history)) + 1)]
        used = {beam.diagonal for beam in self._beams(history)}
        colours, diagonals = range(self.rules.colours), range(len(self.board.windows))
        return [query_text(colour, line) for colour in colours for line in diagonals if line not in used]

    def answers(self, history: History, query: str) -> Sequence[str]:
        left = self.left(history)
        if "@" in query:
            return [answer_text(hits) for hits in left.parts(*self._lane(query))]
        if left.remaining > MOST_LISTED:
            return list(map(str, range(len(query) + 1)))
        codes = playing.listed(left, MOST_LISTED)
        return list(map(str, sorted({_wrong(query, code) for code in codes})))

    def read_query(self, text: str, history: History) -> str:
        if self.guesses(history):
            return self._read_guess(text, history)
        filling = "".join(text.split())
        if len(filling) == self._fields and filling.isascii() and filling.isdigit():
            return self._read_filling(filling)
        colour, diagonal = self._lane(text)
        for beam in self._beams(history):
            if beam.diagonal == diagonal:
                raise InputError(f"{self.noun} {diagonal + 1} was used for {quoted(str(beam))}; each may be used once")
        return query_text(colour, diagonal)

    def read_answer(self, text: str, query: str) -> str:
        if "@" in query:
            return answer_text(_bare(lambda: read_answer(text, self._lane(query)[1], self.board)))
        if not (text.isascii() and text.isdecimal() and int(text) <= len(query)):
            raise InputError(f"type the number of wrong fields, 0 to {len(query)}, not {quoted(text)}")
        return str(int(text))

    def hide(self, history: History, seed: int) -> str:
        return playing.hide(self.variant, self._beams(history), seed, self.book)

    def answer(self, code: str, query: str) -> str:
        if "@" not in query:
            return str(_wrong(query, code))
        colour, diagonal = self._lane(query)
        fields = enumerate(self.board.windows[diagonal])
        return answer_text(sum(1 << place for place, field in fields if code[field] == str(colour + 1)))

    def ask(self, history: History, seed: int) -> str:
        found = self.next(history)
        if isinstance(found, Solved | Guess):
            return found.solved if isinstance(found, Solved) else found.guess
        return Random(f"{seed} {history}").choice(_tied(found))

    def hint(self, history: History) -> str:
        found = self.next(history)
        if isinstance(found, Guess):
            if not self.guesses(history):
                return f"{self.strategy.name} is finished and lays {found.guess}: {found.expected:.4f} wrong fields expected."
            return f"{self.strategy.name} guesses {self._short(found.guess, history)} in the uncertain fields."
        assert isinstance(found, Query), "the game is not over"
        expected = "" if found.expected is None else f", expected cost from here {found.expected:.4f}"
        return f"{self._asker(found)} asks {found.query}{self._doubt(found)}{expected}."

    def price(self, history: History, query: str) -> Line:
        if "@" not in query:
            return Line("")
        left = self.left(history)
        parts = left.parts(*self._lane(query))
        if len(parts) == 1:
            return Line("All codes left give this answer: the query told nothing, and still costs 1.", Tone.BAD)
        own = _mean(parts.values(), left)
        try:
            found = self.next(history)
            if isinstance(found, Guess):
                return Line(f"Codes left on average: {own}; {self.strategy.name} is finished.")
            assert isinstance(found, Query), "a query splits the codes left"
            if query in _tied(found):
                same = f"{self._asker(found)} asks the same: {own} codes left on average{self._doubt(found)}."
                return Line(same, Tone.GOOD)
            theirs = _mean(found.answers.values(), left)
            text = f"Codes left on average: your query {own}; {found.query} of {self._asker(found)} {theirs}"
            text += f"{self._doubt(found)}."
            cost = None if self._doubt(found) else self._cost(history, query, found)
        except MissingTableError:
            return Line(f"Codes left on average: {own}.")
        if cost is not None:
            # MIX asks any of the tied queries; the expected cost is their mean
            other = f"the choice of {self.strategy.name}" if isinstance(found, MixedQuery) else found.query
            text += f" Expected cost: {float(cost):.4f} with your query, {found.expected:.4f} with {other}."
        return Line(text)

    def spread(self, history: History) -> dict[str, tuple[Fraction, int]]:
        """By query that can be asked: the mean number of codes that it leaves, and the number of its answers."""
        if history in self._spread:
            return self._spread[history]
        left, found = self.left(history), {}
        for query in self.queries(history):
            if "@" in query:
                sizes = left.parts(*self._lane(query)).values()
                found[query] = Fraction(sum(size * size for size in sizes), left.remaining), len(sizes)
        self._spread = {history: found}
        return found

    def listed(self, history: History) -> str:
        if self.remaining(history) > MOST_LISTED:
            return f"They are shown when there are {MOST_LISTED:,} or fewer."
        shown = [f"#{place} {self._short(code, history)}" for place, code in enumerate(self._shown(history), start=1)]
        more = ", ..." if self.remaining(history) > SHOWN else ""
        return f"The {counted(len(self._open(history)), 'uncertain field')}, row by row: {', '.join(shown)}{more}"

    def show(self, history: History, asked: str = "") -> Iterator[Said]:
        lane = self._lane(asked) if "@" in asked else None
        yield self._board(history, lane, "" if lane else asked)
        if asked and not lane:
            if self.guesses(history):
                yield f"No unused {self.noun} distinguishes the {self.remaining(history):,} codes left. I guess {asked}."
            else:
                yield f"I am finished, with {counted(self.remaining(history), 'code')} left, and lay {asked}."
        elif self.guesses(history) and not self.over(history):
            yield f"No unused {self.noun} distinguishes them: guess one. Every wrong field costs 1."
            yield self.listed(history)
            count = counted(len(self._open(history)), "uncertain field")
            yield f"Type #1, #2, ..., or the colours of the {count}, or of all {self._fields}."

    def shown_turn(self, history: History) -> Iterator[Said]:
        if not _guessed(history):
            yield f"{len(history)}. {' '.join(history[-1])}"
            if not self.over(history):
                yield from self.show(history)

    def shown_code(self, code: str) -> Iterator[Said]:
        yield BeamsBoard(self.board, tuple(map(int, code)), None, {})
        yield f"The code is {code}."

    def prompt(self, role: str, history: History, asked: str = "") -> str:
        if not asked:
            return "guess: " if self.guesses(history) else super().prompt(role, history)
        found = self.next(history)
        if isinstance(found, Guess):
            return "wrong fields: "
        doubt = f"; {self._asker(found)} asks,{self._doubt(found)}".replace(" (", " ").rstrip(")")
        left = counted(self.remaining(history), "code")
        return f"{asked} ({left} left{doubt if self._doubt(found) else ''}): "

    def broken(self, begin: History, history: History, code: str) -> Iterator[Said]:
        wrong, asked = _cost_of_guess(history), _queries(history)
        if _guessed(history) and not self.guesses(history[:-1]):
            left = self.remaining(history)
            yield f"You are finished, with {counted(left, 'code')} left."
        yield self._board(history, None, code, known=tuple(map(int, code)))
        count = counted(len(asked), *self.query)
        if wrong:
            fields = counted(wrong, "wrong field")
            yield Line(f"You pay {len(asked) + wrong}: {count} and {fields}.", Tone.FAIR)
        else:
            guessed = " and no wrong field" if _guessed(history) else ""
            yield Line(f"Solved. You pay {len(asked)}: {count}{guessed}.", Tone.GOOD)
        if self.variant in SAMPLED and not self.compute:
            return  # a second per query
        try:
            way = self.way(begin, code)
            own = all(not self._doubt(self.next(way[:place])) for place in range(len(begin), len(way)))
            mean = self._average() if own and not begin else None
        except MissingTableError:
            return
        theirs = _cost_of_guess(way)
        blame = f" and {counted(theirs, 'wrong field')}" if theirs else ""
        who = self.strategy.name
        who += "" if own else f", with {STAND_IN.name} standing in where it is not known,"
        average = "" if mean is None else f" It pays {mean:.4f} on average over all codes."
        asked = _queries(way)
        yield f"{who} pays {len(asked) + theirs} for this code: {', '.join(asked)}{blame}.{average}"

    def found(self, history: History, seed: int) -> Iterator[Said]:
        asked, left = _queries(history), self.left(history)
        count = counted(len(asked), *self.query)
        if not _guessed(history):
            (code,) = playing.listed(left, 1)
            yield self._board(history, None, "", known=tuple(map(int, code)))
            yield Line(f"Found {code} with {count}.", Tone.GOOD)
            return
        (guess, _), wrong = history[-1], _cost_of_guess(history)
        if left.remaining <= MOST_LISTED:
            codes = [code for code in playing.listed(left, MOST_LISTED) if _wrong(guess, code) == wrong]
            if len(codes) == 1:
                yield f"So the code is {codes[0]}."
        yield f"I pay {len(asked) + wrong}: {count} and {counted(wrong, 'wrong field') if wrong else 'no wrong field'}."

    def paid(self, history: History) -> int:
        """Score of a game: its queries and the wrong fields of its guess."""
        return len(_queries(history)) + _cost_of_guess(history)

    @cached_property
    def _fields(self) -> int:
        return len(self.board.fields)

    def _lane(self, text: str) -> tuple[int, int]:
        """Colour and diagonal of a query, from 0."""
        return _bare(lambda: read_query(text, self.rules))

    def _beams(self, history: History) -> tuple[Beam, ...]:
        """The beams of a history, without a guess at its end."""
        found = []
        for query, answer in history:
            if "@" in query:
                colour, diagonal = read_query(query, self.rules)
                found.append(Beam(colour, diagonal, read_answer(answer, diagonal, self.board)))
        return tuple(found)

    def _board(
        self, history: History, asked: tuple[int, int] | None, guess: str, known: tuple[int, ...] | None = None
    ) -> BeamsBoard:
        used = {beam.diagonal: beam.colour for beam in self._beams(history)}
        certain = self.left(history).known() if known is None else known
        return BeamsBoard(self.board, certain, asked, used, tuple(map(int, guess)))

    def _shown(self, history: History) -> list[str]:
        left = self.left(history)
        return playing.listed(left, SHOWN) if left.remaining <= MOST_LISTED else []

    def _open(self, history: History) -> list[int]:
        """The fields in which the codes left differ."""
        return [field for field, colour in enumerate(self.left(history).known()) if not colour]

    def _short(self, code: str, history: History) -> str:
        """The colours of a code in the fields in which the codes left differ."""
        return "".join(code[field] for field in self._open(history))

    def _read_filling(self, digits: str) -> str:
        """A filling of all fields: each colour on as many fields as a piece has, connected or not."""
        for colour in range(1, self.rules.colours + 1):
            number = digits.count(str(colour))
            if number != self.rules.size:
                raise InputError(
                    f"colour {colour} is on {number} of the {self._fields} fields of {quoted(digits)}, not on {self.rules.size}; "
                    f"every colour has {self.rules.size} fields"
                )
        return digits

    def _read_guess(self, text: str, history: History) -> str:
        """A guess, by its place among the codes shown, by its uncertain colours, or by all its colours."""
        if text.startswith("#"):
            shown, place = self._shown(history), text[1:].strip()
            if not (place.isdecimal() and 1 <= int(place) <= len(shown)):
                raise InputError(f"{quoted(text)} is not one of the codes shown, #1 to #{len(shown)}")
            return shown[int(place) - 1]
        digits, fields = "".join(text.split()), self._open(history)
        filled = [str(colour) for colour in self.left(history).known()]
        if len(digits) == len(fields):
            for field, digit in zip(fields, digits, strict=True):
                filled[field] = digit
            digits = "".join(filled)
        if not digits.isdecimal() or len(digits) != len(filled):
            raise InputError(
                f"{quoted(text)} is not a code: type {len(fields)} digits, or all {self._fields}, or #1, #2 and so on"
            )
        playing.check_code(self.variant, digits, self.book)
        for query, answer in history:
            if self.answer(digits, query) != answer:
                beam, count = quoted(f"{query} {answer}"), self.remaining(history)
                raise InputError(f"this code is excluded: it contradicts {beam}; guess one of the {count:,} codes left")
        return digits

    def _cost(self, history: History, query: str, found: Query) -> Fraction | None:
        """Expected cost if a query is asked and the strategy continues; None where it is not computed."""
        left = self.left(history)
        if not is_listed(self.variant) or found.expected is None:
            return None
        total = Fraction(left.remaining)
        for hits, size in left.parts(*self._lane(query)).items():
            if size > 1:
                after = self.next((*history, (query, answer_text(hits))))
                assert not isinstance(after, Solved), "several codes are left"
                spent = after.wrong if isinstance(after, Guess) else after.total
                if spent is None:
                    return None
                total += spent
        return total / left.remaining

    def _average(self) -> float | None:
        """Mean cost of the strategy over all codes; None where it is expensive to compute."""
        asked = Summary(self.variant, self.strategy, self.finish)
        try:
            with open_book(self.book) as book:
                return book.ask(asked, compute=self.compute and is_listed(self.variant), note=self.note).mean
        except (InputError, MissingTableError):
            return None

    def _asker(self, found: Next) -> str:
        """Name of the strategy that chooses the query: the one given, or its stand-in."""
        return found.asked_by if isinstance(found, UnprovedQuery) else self.strategy.name

    def _doubt(self, found: Next) -> str:
        """Remark where a stand-in chooses the query."""
        return f" ({self.strategy.name} is not known here)" if isinstance(found, UnprovedQuery) else ""


def _guessed(history: History) -> bool:
    """Whether a history ends with a guess of the whole code."""
    return bool(history) and "@" not in history[-1][0]


def _queries(history: History) -> list[str]:
    return [query for query, _ in history if "@" in query]


def _cost_of_guess(history: History) -> int:
    return int(history[-1][1]) if _guessed(history) else 0


def _wrong(guess: str, code: str) -> int:
    """Number of fields whose colours differ between a guess and a code."""
    return sum(mine != other for mine, other in zip(guess, code, strict=True))


def _tied(found: Query) -> tuple[str, ...]:
    """The queries that a strategy asks: several where MIX has a choice."""
    return found.tied if isinstance(found, MixedQuery) else (found.query,)


def _mean(sizes: Iterable[int], left: Knowledge) -> str:
    """Mean number of codes left after a query, as text."""
    mean = Fraction(sum(size * size for size in sizes), left.remaining)
    return f"{float(mean):,.1f}" if left.exact else f"about {rounded(int(mean))}"


def _bare(read: Callable[[], T]) -> T:
    """Result of `read`, with errors that name no option.

    Raises:
        InputError: the line cannot be read.
    """
    try:
        return read()
    except InputError as error:
        raise InputError(str(error).removeprefix("history: ")) from None

"""The user breaks a code that the program hides. Imported by `play` alone."""

from collections.abc import Iterable
from fractions import Fraction

from tafelwerk.book import open_book
from tafelwerk.commands.beams.session import MOST_LISTED, SHOWN, BeamsSession, all_asked, bare
from tafelwerk.commands.output import note
from tafelwerk.commands.session import say
from tafelwerk.commands.wording import counted
from tafelwerk.errors import InputError, MissingTableError, quoted
from tafelwerk.rules.beams.board import LISTED
from tafelwerk.rules.beams.history import Beam, query_text, read_query
from tafelwerk.rules.beams.strategies import STAND_IN
from tafelwerk.solvers.beams.knowledge import (
    Code,
    allows,
    answer_of,
    code_text,
    draw_code,
    read_code,
    wrong_fields,
)
from tafelwerk.tables.beams import questions
from tafelwerk.tables.beams.answers import Guess, MixedQuery, Query, Solved


class Breaker(BeamsSession):
    """The user looks for a code that the program hides; each query is compared with the strategy's."""

    role = "breaker"

    def start(self) -> None:
        left = self.left()
        # a code of all, if the history allows it, else one of those left: one of those left with equal chance, and when
        # a game is gone on with, the same as before
        self.secret = draw_code(self.problem, self.random)
        if not allows(self.problem, self.secret, self.begin):
            self.secret = left.draw(self.random)
        self.commands |= {"hint": self.hint, "reveal": self.reveal}
        say(f"Beams {self.variant}: one of {counted(left.remaining, 'code')} is hidden.")

    def stand(self) -> None:
        if self.begin:
            super().stand()
            self._say_left("")
        else:
            self.board()

    def help(self) -> None:
        say("Type colour@diagonal, as 2@5: 1 a query. One code left: solved.")
        say("Where no query tells the codes left apart guess one, as #1 or by its colours; every wrong field costs 1.")
        say("Or hint, undo, codes (what is left), board, reveal (the code), help or ?, quit.")

    def prompt(self) -> str:
        return "guess: " if self.is_guess() else f"query {len(self.history) + 1}: "

    def turn(self, text: str) -> bool:
        if self.is_guess():
            self.guess(text)
            return True
        colour, diagonal = bare(lambda: read_query(text, self.problem.variant))
        for beam in self.history:
            if beam.diagonal == diagonal:
                raise InputError(f"diagonal {diagonal + 1} was used for {quoted(str(beam))}; each serves once")
        price = self._price(colour, diagonal)
        hits = answer_of(self.problem, self.secret, colour, diagonal)
        self.history.append(Beam(colour, diagonal, hits))
        say(f"{len(self.history)}. {self.history[-1]}")
        left = self.left()
        if left.remaining == 1:
            say(price)
            self._end(0)
            return True
        self.board()
        self._say_left(price)
        return False

    def guess(self, text: str) -> None:
        """Take the guess that ends a game in which no query tells the codes left apart.

        Raises:
            InputError: the line is none, or no code left.
        """
        code, left = self._read(text), self.left()
        if not allows(self.problem, code, self.history):
            beam = next(beam for beam in self.history if not allows(self.problem, code, [beam]))
            raise InputError(
                f"this code is not left: it contradicts {quoted(str(beam))}; one of {left.remaining:,} is to be guessed"
            )
        self._end(wrong_fields(self.problem, code, self.secret))

    def hint(self) -> None:
        """Say what the strategy does here."""
        try:
            found = self.next()
        except MissingTableError as error:
            say(f"{error}.")
            return
        if isinstance(found, Guess):
            say(f"{self.strategy.name} guesses {self.short(found.guess)} in the fields not certain.")
            return
        assert isinstance(found, Query), "the game is over"
        expected = "" if found.expected is None else f", {found.expected:.4f} expected from here"
        say(f"{self.asker(found)} asks {found.query}{self._doubt(found)}{expected}.")

    def reveal(self) -> None:
        """Show the code."""
        code = code_text(self.problem, self.secret)
        self.show(tuple(map(int, code)))
        say(f"The code is {code}.")

    def undo(self) -> None:
        before = len(self.history)
        super().undo()
        if len(self.history) < before:
            self.board()

    def _say_left(self, price: str) -> None:
        """Say how many codes are left, and what is to be done about it."""
        left = self.left()
        say(f"{counted(left.remaining, 'code')} left. {price}".rstrip())
        if self.is_guess():
            say("No unused diagonal tells them apart: guess one. Every wrong field costs 1.")
            say(self.listed())
            fields = len(self.problem.board.fields)
            say(
                f"Type #1, #2, ..., or the colours of the {len(self.open_fields())} fields not certain, or of all {fields}."
            )

    def _read(self, text: str) -> Code:
        """A guess, by its place among those shown, by its colours where they are not certain, or by all its colours."""
        if text.startswith("#"):
            shown = self.left().codes(SHOWN) if self.left().remaining <= MOST_LISTED else []
            place = text[1:].strip()
            if not (place.isdecimal() and 1 <= int(place) <= len(shown)):
                raise InputError(f"{quoted(text)} is none of the codes shown, #1 to #{len(shown)}")
            return shown[int(place) - 1]
        digits, fields = "".join(text.split()), self.open_fields()
        filled = [str(colour) for colour in self.left().known()]
        if len(digits) == len(fields):
            for field, digit in zip(fields, digits, strict=True):
                filled[field] = digit
            digits = "".join(filled)
        if not digits.isdecimal() or len(digits) != len(filled):
            all_fields = len(self.problem.board.fields)
            raise InputError(
                f"{quoted(text)} is no code: type {len(fields)} digits, or all {all_fields}, or #1, #2, ..."
            )
        return read_code(self.problem, digits)

    def _price(self, colour: int, diagonal: int) -> str:
        """How a query compares with the strategy's: in the codes that it leaves, and in cost where that is known."""
        left, parts = self.left(), self.left().parts(colour, diagonal)
        if len(parts) == 1:
            return "All codes left answer so: this query told nothing, and costs 1 all the same."
        own = _mean_left(parts.values(), left.remaining)
        try:
            found = self.next()
            assert isinstance(found, Query), "nothing splits the codes left"
            if query_text(colour, diagonal) in all_asked(found):
                return f"{self.asker(found)} asks the same: {own} left on average{self._doubt(found)}."
            theirs = _mean_left(found.answers.values(), left.remaining)
            text = f"Your query leaves {own} on average, {found.query} of {self.asker(found)} {theirs}"
            if self.doubt(found):
                return f"{text}{self._doubt(found)}."
            text += "."
            cost = self._cost(colour, diagonal, found)
        except MissingTableError:
            return f"Your query leaves {own} on average."
        if cost is not None and found.expected is not None:
            # of tied queries MIX asks any, and what is expected is their mean
            other = f"what {self.strategy.name} asks" if isinstance(found, MixedQuery) else found.query
            text += f" Expected cost: {float(cost):.4f} with yours, {found.expected:.4f} with {other}."
        return text

    def _doubt(self, found: Query) -> str:
        return f" ({self.doubt(found)})" if self.doubt(found) else ""

    def _cost(self, colour: int, diagonal: int, found: Query) -> Fraction | None:
        """Expected cost where a query is asked and the strategy goes on; None where that is not worked out."""
        left = self.left()
        if self.variant not in LISTED or found.expected is None:
            return None
        total = Fraction(left.remaining)
        for hits, size in left.parts(colour, diagonal).items():
            if size > 1:
                rest = self.next([*self.history, Beam(colour, diagonal, hits)])
                assert not isinstance(rest, Solved), "several codes are left"
                spent = rest.wrong if isinstance(rest, Guess) else rest.total
                if spent is None:
                    return None
                total += spent
        return total / left.remaining

    def _end(self, wrong: int) -> None:
        """Say what the game cost, and what the strategy would have paid."""
        queries, name = len(self.history), self.strategy.name
        self.show(tuple(map(int, code_text(self.problem, self.secret))))
        asked = counted(queries, "query", "queries")
        if wrong:
            say(
                f"{counted(wrong, 'field')} wrong. You pay {queries + wrong}: {asked} and {counted(wrong, 'wrong field')}."
            )
        else:
            say(f"Solved. You pay {queries}: {asked}{' and no wrong field' if self.left().remaining > 1 else ''}.")
        try:
            way, theirs, own = self._way()
            mean = self._mean() if own else None
        except MissingTableError:
            return
        on_average = "" if mean is None else f" It pays {mean:.4f} on average over all codes."
        blame = "" if not theirs else f" and {counted(theirs, 'wrong field')}"
        who = name if own else f"{name}, with {STAND_IN.name} in its place where it is not known,"
        say(f"{who} pays {len(way) + theirs} for this code: {', '.join(way)}{blame}.{on_average}")

    def _way(self) -> tuple[list[str], int, bool]:
        """The queries that the strategy asks of the hidden code from where the game began, with those before; its wrong fields;
        and whether all of the queries are its own."""
        history, own = list(self.begin), True
        while self.left(history).remaining > 1:
            found = self.next(history)
            own &= not self.doubt(found)
            if isinstance(found, Guess):
                wrong = wrong_fields(self.problem, read_code(self.problem, found.guess), self.secret)
                return [query_text(beam.colour, beam.diagonal) for beam in history], wrong, own
            assert isinstance(found, Query), "several codes are left"
            colour, diagonal = self.query(found)
            history.append(Beam(colour, diagonal, answer_of(self.problem, self.secret, colour, diagonal)))
        return [query_text(beam.colour, beam.diagonal) for beam in history], 0, own

    def _mean(self) -> float | None:
        """What the strategy pays on average over all codes; None where that would be much work, or some beams were given."""
        if self.begin:
            return None
        asked = questions.summary.of(self.variant, self.strategy)
        try:
            with open_book(self.book) as opened:
                return opened.ask(asked, compute=self.compute and self.variant in LISTED, note=note).mean
        except (InputError, MissingTableError):
            return None


def _mean_left(sizes: Iterable[int], remaining: int) -> str:
    """How many codes are left on average behind a query."""
    return f"{float(Fraction(sum(size * size for size in sizes), remaining)):,.1f}"

"""The program breaks a code that the user thinks of. Imported by `play` alone."""

from tafelwerk.commands.beams.session import MOST_LISTED, BeamsSession, bare
from tafelwerk.commands.session import say
from tafelwerk.commands.wording import counted
from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.beams.history import Beam, History, query_text, read_answer, write_history
from tafelwerk.solvers.beams.knowledge import Code, code_text, read_code, wrong_fields
from tafelwerk.tables.beams.answers import Guess, Solved


class Maker(BeamsSession):
    """The program looks for a code that the user thinks of, by the strategy."""

    role = "maker"

    def start(self) -> None:
        # what the strategy asks may be too much work: said before anybody thinks of a code
        self.next()
        rules = self.problem.variant
        self._shown: History | None = None
        self._drawn: dict[History, tuple[int, int]] = {}
        say(
            f"Beams {self.variant}: think of one of {counted(self.left().remaining, 'code')}, {rules.colours} colours, each on "
            f"{rules.size} fields that hang together."
        )

    def stand(self) -> None:
        if self.begin:
            say(f"So far: {write_history(self.begin)}")

    def help(self) -> None:
        say("Type the places on the diagonal that have the colour, as 2,4, or - for none,")
        say("counted from its upper end, in rows from the left. Its fields are marked, as (2) where colour 2 is known.")
        say("Where no query tells the codes left apart I guess one: type how many of its fields are wrong.")
        say("Or undo, codes (what is left), board, help or ?, quit.")

    def prompt(self) -> str:
        found, key = self.next(), tuple(self.history)
        anew, self._shown = key != self._shown, key
        assert not isinstance(found, Solved), "the game is over"
        if isinstance(found, Guess):
            if anew:
                self.show(self.left().known(), guessed=tuple(map(int, found.guess)))
                say(f"No unused diagonal tells {found.remaining:,} codes apart. I guess {found.guess}.")
            return "wrong fields: "
        if key not in self._drawn:
            self._drawn[key] = self.query(found)
        colour, diagonal = self._drawn[key]
        if anew:
            self.show(self.left().known(), (colour, diagonal))
        doubt = f"; {self.asker(found)} asks, {self.doubt(found)}" if self.doubt(found) else ""
        return f"{query_text(colour, diagonal)} ({counted(found.remaining, 'code')} left{doubt}): "

    def turn(self, text: str) -> bool:
        if isinstance(self.next(), Guess):
            self.guess(text)
            return True
        colour, diagonal = self._drawn[tuple(self.history)]
        hits = bare(lambda: read_answer(text, diagonal, self.problem.board))
        candidate = [*self.history, Beam(colour, diagonal, hits)]
        left = self.left(candidate)
        if not left.elements:
            raise InputError(f"{self.contradiction(candidate)}; answer again, or take an earlier answer back by undo")
        self.history = candidate
        if left.remaining > 1:
            return False
        code = code_text(self.problem, left.codes(1)[0])
        self.show(tuple(map(int, code)))
        say(f"Found {code} with {counted(len(self.history), 'query', 'queries')}.")
        return True

    def guess(self, text: str) -> None:
        """Take the number of wrong fields of the guess that ends the game.

        Raises:
            InputError: the line is no number, or no code left differs in so many.
        """
        found, left = self.next(), self.left()
        assert isinstance(found, Guess)
        fields = len(self.problem.board.fields)
        if not text.isdecimal() or int(text) > fields:
            raise InputError(f"type how many of the {fields} fields are wrong, 0 if none, not {quoted(text)}")
        wrong, queries = int(text), len(self.history)
        if left.remaining <= MOST_LISTED:
            mine = read_code(self.problem, found.guess)
            by_wrong: dict[int, list[Code]] = {}
            for code in left.codes(MOST_LISTED):
                by_wrong.setdefault(wrong_fields(self.problem, mine, code), []).append(code)
            if wrong not in by_wrong:
                may = ", ".join(map(str, sorted(by_wrong)))
                raise InputError(f"no code left has {counted(wrong, 'wrong field')}; it may be {may}")
            if len(by_wrong[wrong]) == 1:
                say(f"So it is {code_text(self.problem, by_wrong[wrong][0])}.")
        blame = f" and {counted(wrong, 'wrong field')}"
        say(
            f"I pay {queries + wrong}: {counted(queries, 'query', 'queries')}{blame if wrong else ' and no wrong field'}."
        )

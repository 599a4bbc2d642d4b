"""Games in which something hidden is found by queries: the user breaks the program's code, or the program breaks the user's.

Mastermind, Beams and Dresher's game are each a `Deduction`; `Breaker` and `Maker` are the two roles in all of them. A history
is a tuple of queries and their answers as text. If the game ends with a guess of the whole code, that guess is the last query.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

from tafelwerk.errors import InputError, MissingTableError, in_quotes
from tafelwerk.luck import Luck, mean_part
from tafelwerk.play.session import Glimpse, Line, Price, Said, Session, Step, command_line
from tafelwerk.wording import capitalised, count_noun, short_number

History = tuple[tuple[str, str], ...]
"""Queries and their answers, as text."""

ROLES = ("breaker", "maker")

COMMANDS = (
    "Or hint, why, undo, codes (those left), board, reveal, resign, help or ?, quit. "
    "A leading colon marks a command: :undo."
)
"""What a breaker can type besides a query."""

PARTS_LISTED = 6
"""Answers to a query, at most, whose codes are told."""


class Deduction(ABC):
    """A hidden-code problem, and the strategy by which the program asks or compares queries.

    Attributes:
        command: the words of the command line that start it, without role, seed and history.
        roles: names of breaker and maker on the command line.
        hidden, query: words for the code and the query, singular and plural.
        title, about, scale, curve: as of `Session`.
        to_type: what a breaker can type that no board offers; "" if nothing.
        tasks: what is done by the breaker and by the maker, in a sentence.
        tells_luck: whether it is told how lucky an answer was: codes are equally likely, and counted at once.
    """

    command: Sequence[object]
    roles = ROLES
    hidden = ("code", "codes")
    query = ("query", "queries")
    title = ""
    about = ""
    tasks = ("You look for the hidden code.", "The program looks for your code.")
    scale = ""
    curve = ""
    to_type = ""
    tells_luck = False

    @abstractmethod
    def intro(self, role: str, history: History) -> str:
        """The first line: what is hidden, or what to think of."""

    @abstractmethod
    def help(self, role: str) -> Iterator[str]:
        """Lines that say how to type a turn."""

    @abstractmethod
    def remaining(self, history: History) -> int:
        """Number of codes left; 0 if the answers contradict each other."""

    def left_text(self, history: History) -> str:
        """Number of codes left, in words."""
        return count_noun(self.remaining(history), *self.hidden)

    def luck(self, history: History) -> str:
        """How lucky the last answer was, in words that follow the number of codes left; "" where that is not told."""
        *before, (query, answer) = history
        parts = self.parts(tuple(before), query) if self.tells_luck else {}
        return Luck.of(query, answer, parts).text if len(parts) > 1 else ""

    @abstractmethod
    def contradiction(self, history: History) -> str | None:
        """Why no code is left; None if one is."""

    @abstractmethod
    def over(self, history: History) -> bool:
        """Whether the code is found, or guessed."""

    @abstractmethod
    def queries(self, history: History) -> Sequence[str]:
        """Queries that can be asked."""

    def is_query(self, text: str, history: History) -> bool:
        """Whether a text is a query that can be asked."""
        return text.casefold() in map(str.casefold, self.queries(history))

    @abstractmethod
    def answers(self, history: History, query: str) -> Sequence[str]:
        """Possible answers of the codes left."""

    def parts(self, history: History, query: str) -> Mapping[str, int]:
        """Number of codes that each possible answer to a query leaves."""
        return {answer: self.remaining((*history, (query, answer))) for answer in self.answers(history, query)}

    def reasons(self, history: History, seed: int) -> Iterator[str]:
        """What the answers to the strategy's query leave; raises MissingTableError as `ask` does."""
        query = self.ask(history, seed)
        sizes = sorted(self.parts(history, query).values(), reverse=True)
        if len(sizes) > 1:
            mean = short_number(mean_part(sizes))
            largest = ", ".join(
                [*map(short_number, sizes[:PARTS_LISTED]), *(["..."] if len(sizes) > PARTS_LISTED else [])]
            )
            yield (
                f"{capitalised(self.query_label(query))} has {len(sizes)} answers. They leave {largest} of "
                f"{self.left_text(history)}, {mean} on average."
            )

    @abstractmethod
    def read_query(self, text: str, history: History) -> str:
        """Parse a query; raises InputError if the text is no query, or none that can be asked now."""

    @abstractmethod
    def read_answer(self, text: str, query: str) -> str:
        """Parse an answer; raises InputError if the text is no answer."""

    @abstractmethod
    def hide(self, history: History, seed: int) -> str:
        """The hidden code for a seed: the first code that the history allows, in the order given by the seed."""

    @abstractmethod
    def answer(self, code: str, query: str) -> str:
        """The answer of a code to a query."""

    @abstractmethod
    def ask(self, history: History, seed: int) -> str:
        """The strategy's query; the seed breaks ties. Raises MissingTableError if it is too expensive to compute."""

    @abstractmethod
    def hint(self, history: History) -> str:
        """The strategy's query and expected cost, as text; raises MissingTableError if they are too expensive to compute."""

    @abstractmethod
    def price(self, history: History, query: str) -> Line:
        """The cost of a query compared with the strategy's query."""

    def write_history(self, history: History) -> str:
        """What was asked and answered, as the command line takes it."""
        return "; ".join(map(" ".join, history))

    def glimpse_board(self, history: History) -> Said | None:
        """The board without the codes left, where these take seconds to count; None where they do not."""
        return None

    def reading(self, query: str, answer: str) -> str:
        """A query and its answer as a person says them."""
        return f"{self.query_label(query)}: {self.answer_label(query, answer)}"

    def remark(self, history: History) -> str:
        """What a breaker has to know besides the number of codes left; "" for nothing."""
        return ""

    def turn_label(self, history: History, query: str) -> str:
        """A query that can be asked as a person reads it."""
        return query

    def query_label(self, query: str) -> str:
        """A query as a person reads it."""
        return query

    def answer_label(self, query: str, answer: str) -> str:
        """An answer to a query as a person reads it."""
        return answer

    def prices(self, history: History) -> Sequence[Price]:
        """The best queries and what they cost, best first; none where that takes too much work."""
        return ()

    def answer_prices(self, history: History, query: str) -> Sequence[Price]:
        """What the possible answers of a maker leave."""
        return ()

    def worth(self, history: History) -> float | None:
        """What a game costs in all, expected of a history whose end the strategy plays; None where that is not known."""
        return None

    def loss(self, history: History, query: str) -> tuple[float, str]:
        """How much more a query costs than the best one, and that in words; 0 where nothing, or where it is not known."""
        return 0.0, ""

    @abstractmethod
    def first_codes(self, history: History) -> str:
        """The first of the codes left."""

    @abstractmethod
    def show(self, history: History, asked: str = "") -> Iterator[Said]:
        """The state of the game, and the next query."""

    def shown_turn(self, history: History) -> Iterator[Said]:
        """The last query with its answer, and the state of the game after it."""
        yield from self.show(history)

    def shown_query(self, history: History, asked: str) -> Iterator[Said]:
        """The next query, and the state of the game."""
        yield from self.show(history, asked)

    def shown_code(self, code: str) -> Iterator[Said]:
        """The hidden code."""
        yield f"The code was {self.query_label(code)}."

    def prompt(self, role: str, history: History, asked: str = "") -> str:
        """The prompt for the next line."""
        if role == self.roles[0]:
            return f"{self.query[0]} {len(history) + 1}: "
        return f"{asked} ({self.left_text(history)} left): "

    @abstractmethod
    def broken(self, begin: History, history: History, code: str) -> Iterator[Said]:
        """Closing lines for a breaker: the cost of the queries, and the cost of the strategy's."""

    @abstractmethod
    def closing_lines(self, history: History, seed: int) -> Iterator[Said]:
        """Closing lines for a maker."""

    def count(self, history: History) -> str:
        """Number of queries asked."""
        return count_noun(len(history), *self.query)

    def way(self, begin: History, code: str, seed: int = 0) -> History:
        """The strategy's queries for a code, from a history on; raises MissingTableError if they are not available."""
        history = begin
        while not self.over(history):
            query = self.ask(history, seed)
            history = (*history, (query, self.answer(code, query)))
        return history


class Deducing(Session):
    """Base of both roles.

    Args:
        problem: the game.
        history: queries and answers before the session.
        seed: random seed of hidden codes and of choices among tied queries.

    Raises:
        InputError: the history contradicts itself.
    """

    role: int
    tells_losses = True

    def __init__(self, problem: Deduction, history: History, seed: int) -> None:
        self.problem, self.history, self.seed = problem, history, seed
        self.begin = len(history)
        why = problem.contradiction(history)
        if why is not None:
            raise InputError(f"--history: {why}")

    @property
    def name(self) -> str:
        """Name of the role on the command line."""
        return self.problem.roles[self.role]

    @property
    def title(self) -> str:
        return self.problem.title

    @property
    def about(self) -> str:
        return self.problem.about

    @property
    def curve(self) -> str:
        return self.problem.curve

    @property
    def moves_made(self) -> int:
        return len(self.history)

    def who_plays(self) -> str:
        return self.problem.tasks[self.role]

    @property
    def is_over(self) -> bool:
        return self.problem.over(self.history)

    @property
    def go_on(self) -> str:
        so_far = self.problem.write_history(self.history)
        options = ["--history", so_far] if so_far else []
        return command_line(*self.problem.command, "--as", self.name, "--seed", self.seed, *options)

    @property
    def words(self) -> Mapping[str, Callable[[], Iterator[Said]]]:
        return {**super().words, "why": self.why, "codes": self.codes}

    def start(self) -> Iterator[Said]:
        yield self.problem.intro(self.name, self.history)
        yield from self.help()
        yield from self.board()

    def help(self) -> Iterator[Said]:
        yield from self.problem.help(self.name)
        yield COMMANDS if self.role == 0 else COMMANDS.replace("reveal, ", "")

    def glimpse(self) -> Glimpse | None:
        board = self.problem.glimpse_board(self.history)
        if board is None:
            return None
        moves = [Step("the program" if self.role else "", self.problem.reading(*turn)) for turn in self.history]
        return Glimpse(board, moves, f"The {self.problem.hidden[1]} left are being counted.")

    def codes(self) -> Iterator[Said]:
        """Show the codes left."""
        left = self.problem.left_text(self.history)
        yield f"{left} left. {self.problem.first_codes(self.history)}".rstrip()

    def hint(self) -> Iterator[Said]:
        try:
            yield self.problem.hint(self.history)
        except MissingTableError as error:
            yield f"{error}."

    def why(self) -> Iterator[Said]:
        """The hint, and what the answers to its query leave."""
        yield from self.hint()
        with suppress(MissingTableError):
            yield from self.problem.reasons(self.history, self.seed)

    def undo(self) -> Iterator[Said]:
        if not self.history:
            raise InputError("there is nothing to take back")
        yield f"Taken back: {self.problem.write_history(self.history[-1:])}"
        self.history = self.history[:-1]
        self.begin = min(self.begin, len(self.history))
        yield from self.board()


class Breaker(Deducing):
    """The user looks for a code that the program hides; each query is compared with the strategy's."""

    role = 0

    @property
    def legal(self) -> Sequence[str]:
        return self.problem.queries(self.history)

    @property
    def scale(self) -> str:
        return self.problem.scale

    @property
    def to_type(self) -> str:
        return self.problem.to_type

    def sentence(self, *, is_priced: bool) -> str:
        if self.is_over:
            return ""
        left = self.problem.left_text(self.history)
        be = "is" if left.startswith("1 ") else "are"
        words = f"{capitalised(left)} {be} {'left' if self.history else 'possible'}. {self.problem.remark(self.history)}".rstrip()
        if not is_priced:
            return words
        try:
            return f"{words} {capitalised(self.problem.hint(self.history))}"
        except MissingTableError:
            return words

    def prices(self) -> Sequence[Price]:
        return () if self.over else self.problem.prices(self.history)

    def course(self, *, is_priced: bool) -> Sequence[Step]:
        steps = []
        for turn, (query, answer) in enumerate(self.history):
            before = self.history[:turn]
            after = self.history[: turn + 1]
            loss, lost = self.problem.loss(before, query) if turn >= self.begin else (0.0, "")
            value = self.problem.worth(after) if is_priced else None
            left = "" if self.problem.over(after) else self._left(after)
            steps.append(Step("", self.problem.reading(query, answer), value, left, loss, lost))
        return steps

    def _left(self, history: History) -> str:
        """Number of codes left, and how lucky that is."""
        luck = self.problem.luck(history)
        return f"{self.problem.left_text(history)} left{luck and f', {luck}'}"

    def label(self, turn: str) -> str:
        return self.problem.turn_label(self.history, turn)

    @property
    def code(self) -> str:
        """The hidden code; it depends on the seed and on the initial history."""
        return _hidden(self.problem, self.history[: self.begin], self.seed)

    def is_turn(self, text: str) -> bool:
        return self.problem.is_query(text, self.history)

    def prompt(self) -> str:
        return self.problem.prompt(self.name, self.history)

    def board(self) -> Iterator[Said]:
        return self.problem.show(self.history)

    def turn(self, text: str) -> Iterator[Said]:
        query, before = self.problem.read_query(text, self.history), self.history
        price = self.problem.price(before, query)
        self.history = (*before, (query, self.problem.answer(self.code, query)))
        yield from self.problem.shown_turn(self.history)
        if not self.is_over:
            yield Line(f"{self._left(self.history)}. {price.text}".rstrip(), price.tone)
            return
        if price.text and self.problem.remaining(before) > 1:
            yield price
        yield from self.problem.broken(before[: self.begin], self.history, self.code)

    def reveal(self) -> Iterator[Said]:
        return self.problem.shown_code(self.code)

    def resign(self) -> Iterator[Said]:
        yield from super().resign()
        yield from self.reveal()


class Maker(Deducing):
    """The program searches, by its strategy, for a code that the user thinks of.

    Raises:
        MissingTableError: the strategy's first query is too expensive to compute.
    """

    role = 1

    def __init__(self, problem: Deduction, history: History, seed: int) -> None:
        super().__init__(problem, history, seed)
        self._asked: dict[History, str] = {}
        if not self.is_over:
            # shown before the user thinks of a code
            self.query  # noqa: B018

    @property
    def query(self) -> str:
        """The program's current query."""
        if self.history not in self._asked:
            self._asked[self.history] = self.problem.ask(self.history, self.seed)
        return self._asked[self.history]

    @property
    def legal(self) -> Sequence[str]:
        return self.problem.answers(self.history, self.query)

    def sentence(self, *, is_priced: bool) -> str:
        if self.is_over:
            return ""
        return f"The program asks {self.problem.query_label(self.query)}; {self.problem.left_text(self.history)} left."

    def prices(self) -> Sequence[Price]:
        return () if self.over else self.problem.answer_prices(self.history, self.query)

    def course(self, *, is_priced: bool) -> Sequence[Step]:
        turns = range(1, len(self.history) + 1)
        words = [self.problem.left_text(self.history[:turn]) for turn in turns]
        return [
            Step("the program", self.problem.reading(*query), after=f"{left} left")
            for query, left in zip(self.history, words, strict=True)
        ]

    def label(self, turn: str) -> str:
        return self.problem.answer_label(self.query, turn)

    def is_turn(self, text: str) -> bool:
        return text in self.legal

    def prompt(self) -> str:
        return self.problem.prompt(self.name, self.history, self.query)

    def board(self) -> Iterator[Said]:
        return self.problem.show(self.history, self.query)

    def turn(self, text: str) -> Iterator[Said]:
        history = (*self.history, (self.query, self.problem.read_answer(text, self.query)))
        why = self.problem.contradiction(history)
        if why is not None:
            raise InputError(f"{why}; answer again, or take an earlier answer back with undo")
        self.history = history
        if self.is_over:
            yield from self.problem.closing_lines(history, self.seed)
        else:
            yield from self.problem.shown_query(history, self.query)


@lru_cache(maxsize=16)  # large variants draw for a second
def _hidden(problem: Deduction, begin: History, seed: int) -> str:
    return problem.hide(begin, seed)


def deducing(role: str, problem: Deduction, history: History, seed: int) -> Deducing:
    """A session in a role.

    Raises:
        InputError: there is no such role, or the history already finds the code; see `Deducing`.
    """
    if role not in problem.roles:
        raise InputError(f"--as must be {' or '.join(problem.roles)}, not {in_quotes(role)}")
    session: Deducing = (Breaker if role == problem.roles[0] else Maker)(problem, history, seed)
    refuse_if_over(session.is_over)
    return session


def refuse_if_over(is_over: bool) -> None:
    """Raise InputError if a game that is to go on is over."""
    if is_over:
        raise InputError("--history already finds the code; there is nothing left to play")

"""Games in which something hidden is found by queries: the user breaks the program's code, or the program breaks the user's.

Mastermind, Beams and Dresher's game are each a `Deduction`; `Breaker` and `Maker` are the two roles in all of them. A history
is a tuple of queries and their answers as they are written; where a game ends by a guess of the whole code, that is its last
query.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from tafelwerk.errors import InputError, MissingTableError, quoted
from tafelwerk.play.session import Line, Said, Session, command_line
from tafelwerk.wording import counted

History = tuple[tuple[str, str], ...]
"""Queries and their answers, as they are written."""

ROLES = ("breaker", "maker")


class Deduction(ABC):
    """A hidden-code problem, and the strategy that the program asks by or compares queries with.

    Attributes:
        command: the words of the command line that start it, without role, seed and history.
        roles: what the command line calls breaker and maker.
        hidden, query: what is hidden and what is asked, singular and plural.
    """

    command: Sequence[object]
    roles = ROLES
    hidden = ("code", "codes")
    query = ("query", "queries")

    @abstractmethod
    def intro(self, role: str, history: History) -> str:
        """What is hidden, or what to think of."""

    @abstractmethod
    def help(self, role: str) -> Iterator[str]:
        """What a turn is typed like."""

    @abstractmethod
    def remaining(self, history: History) -> int:
        """How many codes are left; 0 where the answers contradict each other."""

    def left_text(self, history: History) -> str:
        """How many codes are left, in words."""
        return counted(self.remaining(history), *self.hidden)

    @abstractmethod
    def contradiction(self, history: History) -> str | None:
        """Why no code is left; None where one is."""

    @abstractmethod
    def over(self, history: History) -> bool:
        """Whether the code is found, or guessed."""

    @abstractmethod
    def queries(self, history: History) -> Sequence[str]:
        """What can be asked."""

    def is_query(self, text: str, history: History) -> bool:
        """Whether a text is something that can be asked."""
        return text.casefold() in map(str.casefold, self.queries(history))

    @abstractmethod
    def answers(self, history: History, query: str) -> Sequence[str]:
        """What the codes left may answer."""

    @abstractmethod
    def read_query(self, text: str, history: History) -> str:
        """A query as it is typed; raises InputError where it is none, or none that can be asked now."""

    @abstractmethod
    def read_answer(self, text: str, query: str) -> str:
        """An answer as it is typed; raises InputError where it is none."""

    @abstractmethod
    def hide(self, history: History, seed: int) -> str:
        """The code of a seed: the first one, in an order of the seed's, that the history allows."""

    @abstractmethod
    def answer(self, code: str, query: str) -> str:
        """What a code answers."""

    @abstractmethod
    def ask(self, history: History, seed: int) -> str:
        """What the strategy asks; the seed decides among equals. Raises MissingTableError where that is too much work."""

    @abstractmethod
    def hint(self, history: History) -> str:
        """What the strategy asks and expects; raises MissingTableError where that is too much work."""

    @abstractmethod
    def price(self, history: History, query: str) -> Line:
        """What a query costs against the strategy's."""

    @abstractmethod
    def listed(self, history: History) -> str:
        """The codes left, the first of them."""

    @abstractmethod
    def show(self, history: History, asked: str = "") -> Iterator[Said]:
        """How the game stands, and what is asked next."""

    def shown_turn(self, history: History) -> Iterator[Said]:
        """The last query with its answer, and how the game stands then."""
        yield from self.show(history)

    def shown_query(self, history: History, asked: str) -> Iterator[Said]:
        """What is asked next, and how the game stands."""
        yield from self.show(history, asked)

    def shown_code(self, code: str) -> Iterator[Said]:
        """The hidden code."""
        yield f"The code was {code}."

    def prompt(self, role: str, history: History, asked: str = "") -> str:
        """What the next line is asked by."""
        if role == self.roles[0]:
            return f"{self.query[0]} {len(history) + 1}: "
        return f"{asked} ({self.left_text(history)} left): "

    @abstractmethod
    def broken(self, begin: History, history: History, code: str) -> Iterator[Said]:
        """The last word to a breaker: what the queries cost, and what the strategy's would have."""

    @abstractmethod
    def found(self, history: History, seed: int) -> Iterator[Said]:
        """The last word to a maker."""

    def count(self, history: History) -> str:
        """How many queries were asked."""
        return counted(len(history), *self.query)

    def way(self, begin: History, code: str, seed: int = 0) -> History:
        """What the strategy asks of a code, from a history on; raises MissingTableError where that is not at hand."""
        history = begin
        while not self.over(history):
            query = self.ask(history, seed)
            history = (*history, (query, self.answer(code, query)))
        return history


class Deducing(Session):
    """What both roles share.

    Args:
        problem: the game.
        history: queries and answers that it begins with.
        seed: of hidden codes and of choices among equals.

    Raises:
        InputError: the history contradicts itself, or has found the code already.
    """

    role: int

    def __init__(self, problem: Deduction, history: History, seed: int) -> None:
        self.problem, self.history, self.seed = problem, history, seed
        self.begin = len(history)
        why = problem.contradiction(history)
        if why is not None:
            raise InputError(f"--history: {why}")
        if problem.over(history):
            raise InputError("--history already finds the code; there is nothing left to play")

    @property
    def name(self) -> str:
        """The role as the command line has it."""
        return self.problem.roles[self.role]

    @property
    def ended(self) -> bool:
        return self.problem.over(self.history)

    @property
    def go_on(self) -> str:
        so_far = "; ".join(map(" ".join, self.history))
        given = ["--history", so_far] if so_far else []
        return command_line(*self.problem.command, "--as", self.name, "--seed", self.seed, *given)

    @property
    def words(self) -> Mapping[str, Callable[[], Iterator[Said]]]:
        return {**super().words, "codes": self.codes}

    def start(self) -> Iterator[Said]:
        yield self.problem.intro(self.name, self.history)
        yield from self.help()
        yield from self.board()

    def help(self) -> Iterator[Said]:
        yield from self.problem.help(self.name)
        hidden = "reveal, " if self.role == 0 else ""
        yield f"Or hint, undo, codes (what is left), board, {hidden}resign, help or ?, quit. A colon first marks a word: :undo."

    def codes(self) -> Iterator[Said]:
        """Say which codes are left."""
        left = self.problem.left_text(self.history)
        yield f"{left} left. {self.problem.listed(self.history)}".rstrip()

    def hint(self) -> Iterator[Said]:
        try:
            yield self.problem.hint(self.history)
        except MissingTableError as error:
            yield f"{error}."

    def undo(self) -> Iterator[Said]:
        if not self.history:
            raise InputError("there is nothing to take back")
        yield f"Taken back: {' '.join(self.history[-1])}"
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
    def code(self) -> str:
        """What is hidden: it depends on the seed and on what the game began with."""
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
        if not self.ended:
            left = self.problem.left_text(self.history)
            yield Line(f"{left} left. {price.text}".rstrip(), price.tone)
            return
        if price.text:
            yield price
        yield from self.problem.broken(before[: self.begin], self.history, self.code)

    def reveal(self) -> Iterator[Said]:
        return self.problem.shown_code(self.code)

    def resign(self) -> Iterator[Said]:
        yield from super().resign()
        yield from self.reveal()


class Maker(Deducing):
    """The program looks for a code that the user thinks of, by its strategy.

    Raises:
        MissingTableError: what the strategy asks first is too much work.
    """

    role = 1

    def __init__(self, problem: Deduction, history: History, seed: int) -> None:
        super().__init__(problem, history, seed)
        self._asked: dict[History, str] = {}
        # said before anybody thinks of a code
        self.query  # noqa: B018

    @property
    def query(self) -> str:
        """What the program asks now."""
        if self.history not in self._asked:
            self._asked[self.history] = self.problem.ask(self.history, self.seed)
        return self._asked[self.history]

    @property
    def legal(self) -> Sequence[str]:
        return self.problem.answers(self.history, self.query)

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
        if self.ended:
            yield from self.problem.found(history, self.seed)
        else:
            yield from self.problem.shown_query(history, self.query)


@lru_cache(maxsize=16)  # large variants draw for a second
def _hidden(problem: Deduction, begin: History, seed: int) -> str:
    return problem.hide(begin, seed)


def deducing(role: str, problem: Deduction, history: History, seed: int) -> Deducing:
    """A session in a role.

    Raises:
        InputError: there is no such role; see `Deducing`.
    """
    if role not in problem.roles:
        raise InputError(f"--as must be {' or '.join(problem.roles)}, not {quoted(role)}")
    return (Breaker if role == problem.roles[0] else Maker)(problem, history, seed)

"""A game in play: what the two roles share. Imported by `play` alone, since it counts codes itself."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TypeVar, cast

from tafelwerk.book import open_book
from tafelwerk.build.beams.problems import problem_of
from tafelwerk.commands.beams.board import drawn
from tafelwerk.commands.beams.words import check_strategy, note_patterns
from tafelwerk.commands.output import console, note
from tafelwerk.commands.session import Session, say
from tafelwerk.commands.wording import counted
from tafelwerk.errors import InputError
from tafelwerk.rules.beams.history import History, explain_contradiction, read_query, write_history
from tafelwerk.rules.beams.strategies import Strategy
from tafelwerk.solvers.beams.counting import count_elements
from tafelwerk.solvers.beams.knowledge import Knowledge, code_text
from tafelwerk.tables.beams import questions
from tafelwerk.tables.beams.answers import MixedQuery, Next, Query, UnprovedQuery

T = TypeVar("T")

SHOWN = 20
"""Codes left that are shown, and as many that may be named by their place among them."""

MOST_LISTED = 1000
"""Codes left up to which they are looked at one by one."""


class BeamsSession(Session):
    """A game in play.

    Args:
        variant: the variant.
        strategy: what the program asks, or compares queries with.
        history: beams that it begins with.
        book: folder of the book.
        compute: do what is much work, too.
        seed: of hidden codes and mixed ties.

    Raises:
        InputError: the variant is too large, or has no such strategy, or the history leaves no code, or one alone.
    """

    role: str

    def __init__(
        self, variant: str, strategy: Strategy, history: History, book: Path, *, compute: bool, seed: int
    ) -> None:
        self.variant, self.strategy, self.book, self.compute, self.seed = variant, strategy, book, compute, seed
        check_strategy(variant, strategy)
        note_patterns(variant, book)
        self.problem = problem_of(variant, book)
        self.random = Random(seed)
        self.history = list(history)
        self.begin = tuple(history)
        self.commands = {
            "help": self.help,
            "?": self.help,
            "undo": self.undo,
            "codes": self.codes,
            "board": self.board,
        }
        self._left: dict[History, Knowledge] = {}
        self._next: dict[History, Next] = {}
        remaining = self.left(self.begin).remaining
        if remaining < 2:
            found = "has found the code already; there is nothing left to play"
            raise InputError(f"--history {found}" if remaining else f"--history: {self.contradiction(self.begin)}")

    def stand(self) -> None:
        if self.begin:
            say(f"So far: {write_history(self.begin)}")
            self.board()

    def left(self, history: History | None = None) -> Knowledge:
        """What the beams leave, those of the game unless given."""
        key = tuple(self.history if history is None else history)
        if key not in self._left:
            self._left[key] = Knowledge(self.problem, key)
        return self._left[key]

    def next(self, history: History | None = None) -> Next:
        """What the strategy does after the beams, those of the game unless given.

        Raises:
            MissingTableError: it is not in the book, and too much work.
        """
        key = tuple(self.history if history is None else history)
        if key not in self._next:
            asked = questions.next.of(self.variant, self.strategy, write_history(key))
            with open_book(self.book) as opened:
                self._next[key] = cast(Next, opened.ask(asked, compute=self.compute, note=note))
        return self._next[key]

    def asker(self, found: Next) -> str:
        """Who asks: the strategy, or another in its place."""
        return found.asked_by if isinstance(found, UnprovedQuery) else self.strategy.name

    def doubt(self, found: Next) -> str:
        """What is said where another strategy asks."""
        return f"{self.strategy.name} is not known here" if isinstance(found, UnprovedQuery) else ""

    def query(self, found: Query) -> tuple[int, int]:
        """What is asked, from 0; MIX takes any of the tied queries."""
        return read_query(self.random.choice(all_asked(found)), self.problem.variant)

    def contradiction(self, history: History) -> str:
        """Why no code is left."""
        patterns, shown = self.problem.patterns, self.problem.answers
        found = explain_contradiction(
            history, self.problem.variant, lambda beams: count_elements(patterns, shown, beams, 1) > 0
        )
        assert found is not None, "a code is left"
        return found

    def is_guess(self) -> bool:
        """Whether the code is to be guessed: several are left, and no unused diagonal tells them apart."""
        return not self.left().can_split()

    def board(self) -> None:
        """Show the board with what is certain."""
        self.show(self.left().known())

    def show(self, known: tuple[int, ...], asked: tuple[int, int] | None = None, guessed: tuple[int, ...] = ()) -> None:
        """Show the board."""
        used = {beam.diagonal: beam.colour for beam in self.history}
        console().print(drawn(self.problem.variant.side, known, asked, used, guessed), end="")

    def undo(self) -> None:
        """Take the last beam back, be it one that the game began with."""
        if not self.history:
            say("There is nothing to take back.")
            return
        say(f"Taken back: {self.history.pop()}")
        self.begin = self.begin[: len(self.history)]

    def codes(self) -> None:
        """Say which codes are left."""
        say(f"{counted(self.left().remaining, 'code')} left. {self.listed()}")

    def listed(self) -> str:
        """The codes left: the colours of the fields in which they differ."""
        left = self.left()
        if left.remaining > MOST_LISTED:
            return f"They are shown when there are {MOST_LISTED:,} or fewer."
        shown = [self.short(code_text(self.problem, code)) for code in left.codes(SHOWN)]
        named = ", ".join(f"#{place} {text}" for place, text in enumerate(shown, start=1))
        more = ", ..." if left.remaining > SHOWN else ""
        return f"The {len(self.open_fields())} fields not certain, row by row: {named}{more}"

    def open_fields(self) -> list[int]:
        """The fields in which the codes left differ."""
        return [field for field, colour in enumerate(self.left().known()) if not colour]

    def short(self, code: str) -> str:
        """The colours of a code in the fields in which the codes left differ."""
        return "".join(code[field] for field in self.open_fields())

    def leave(self) -> None:
        seed = f" --seed {self.seed}" if self.role == "breaker" or self.strategy.tie == "mix" else ""
        so_far = f' --history "{write_history(self.history)}"' if self.history else ""
        options = f"--variant {self.variant} --as {self.role} {self.strategy.options}{seed}"
        say(f"To go on: tafelwerk beams play {options}{so_far}")


def all_asked(found: Query) -> tuple[str, ...]:
    """The queries that a strategy asks: several where MIX has a choice."""
    return found.tied if isinstance(found, MixedQuery) else (found.query,)


def bare(read: Callable[[], T]) -> T:
    """What is read from a line; its errors speak of no option.

    Raises:
        InputError: the line cannot be read.
    """
    try:
        return read()
    except InputError as error:
        raise InputError(str(error).removeprefix("history: ")) from None

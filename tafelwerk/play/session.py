"""A game in play as a state machine: it knows no terminal, so that a command line and a browser can both lead it.

Whatever is done to a session is answered by an iterator of what is to be shown: text, a `Line` with a tone, or a board, a value
of the game that the face draws. A step is done once its answer has been read to the end.

What the program does depends on the seed, the position and what its seat knows, nothing else: whoever takes a game up again by
its `go_on` line, or goes back and repeats a turn, meets the same answers.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tafelwerk.errors import InputError

Said = object
"""What is to be shown: a str, a Line, or a board that the face knows how to draw."""

QUIT = ("quit", "q")
"""Words that leave a game; the face that reads them does so."""


class Tone(StrEnum):
    """How a line is meant."""

    GOOD = "good"
    FAIR = "fair"
    BAD = "bad"
    BOARD = "board"
    COMMAND = "command"
    """A command line to be copied."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text, with a tone where it has one."""

    text: str
    tone: Tone | None = None

    def __str__(self) -> str:
        return self.text


class Session(ABC):
    """A game in play.

    A constructor raises what is wrong with the position that a game begins with. A line that is no turn raises InputError and
    changes nothing.

    Attributes:
        resigned: whether the user has given up.
    """

    resigned = False

    @property
    @abstractmethod
    def ended(self) -> bool:
        """Whether the game has come to its end."""

    @property
    def over(self) -> bool:
        """Whether there is nothing left to play."""
        return self.resigned or self.ended

    @property
    @abstractmethod
    def legal(self) -> Sequence[str]:
        """Turns that can be taken, as they are typed."""

    @property
    @abstractmethod
    def go_on(self) -> str:
        """The command line that takes the game up again where it stands."""

    @property
    def words(self) -> Mapping[str, Callable[[], Iterator[Said]]]:
        """What can be typed besides a turn and `quit`."""
        return {
            "hint": self.hint,
            "undo": self.undo,
            "board": self.board,
            "reveal": self.reveal,
            "resign": self.resign,
            "help": self.help,
            "?": self.help,
        }

    def is_turn(self, text: str) -> bool:
        """Whether a line is a turn even where it reads like a word."""
        return False

    def means(self, text: str) -> str | None:
        """The word that a line stands for; None for a turn. A colon marks a word that could be a turn."""
        word = text.removeprefix(":").strip().lower()
        known = word in self.words or word in QUIT
        return word if known and (text.startswith(":") or not self.is_turn(text)) else None

    def take(self, text: str) -> Iterator[Said]:
        """Do what a line says: a word, or else a turn.

        Raises:
            InputError: the line is neither.
        """
        word = self.means(text)
        if word is None:
            yield from self.turn(text) if text else ()
        else:
            yield from self.leave() if word in QUIT else self.words[word]()

    @abstractmethod
    def start(self) -> Iterator[Said]:
        """What the game is, what can be typed, and how it stands."""

    @abstractmethod
    def prompt(self) -> str:
        """What the next line is asked by."""

    @abstractmethod
    def turn(self, text: str) -> Iterator[Said]:
        """Take a turn.

        Raises:
            InputError: the line is no turn.
        """

    @abstractmethod
    def help(self) -> Iterator[Said]:
        """What can be typed."""

    @abstractmethod
    def hint(self) -> Iterator[Said]:
        """What the turns are worth here."""

    @abstractmethod
    def undo(self) -> Iterator[Said]:
        """Take the user's last turn back.

        Raises:
            InputError: there is none.
        """

    @abstractmethod
    def board(self) -> Iterator[Said]:
        """How the game stands."""

    def reveal(self) -> Iterator[Said]:
        """Show what is hidden.

        Raises:
            InputError: nothing is.
        """
        raise InputError("nothing is hidden in this game")

    def resign(self) -> Iterator[Said]:
        """Give up."""
        self.resigned = True
        yield "You resign."

    def leave(self) -> Iterator[Said]:
        """The last word to a user who goes before the end."""
        yield Line(f"To go on: {self.go_on}", Tone.COMMAND)


def command_line(*words: object) -> str:
    """The words of a command of Tafelwerk as one line for a shell."""
    return " ".join(["tafelwerk", *(_quoted(str(word)) for word in words)])


def _quoted(word: str) -> str:
    return word if re.fullmatch(r"[\w@%+=:,./-]+", word) else '"' + re.sub(r'(["$`\\])', r"\\\1", word) + '"'

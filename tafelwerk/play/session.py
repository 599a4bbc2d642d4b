"""A game in play as a state machine without a terminal, so that a command line and a browser can both run it.

Every step of a session returns an iterator of things to show: text, a `Line` with a tone, or a board, a value of the game to be
drawn. A step is complete when its iterator has been read to the end.

What the program does depends only on the seed, the position and what its seat knows. A game resumed by its `go_on` line, or a
repeated turn, therefore gets the same replies.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tafelwerk.errors import InputError
from tafelwerk.spelling import compose

Said = object
"""Output: a str, a Line, or a board to be drawn."""

QUIT = ("quit", "q")
"""Words that leave a game; the program that reads them leaves it."""


class Tone(StrEnum):
    """Tone of a line."""

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


@dataclass(frozen=True, slots=True)
class Layout:
    """A text with tables, as a command prints it: a str, or a renderable of rich."""

    content: Any


@dataclass(frozen=True, slots=True)
class Price:
    """What a turn is worth, in the same words for every game.

    Attributes:
        turn: as it is typed.
        worth: in words: "wins in 5 moves", "3.13 guesses expected".
        tone: good where it is best or wins, bad where it loses.
        sign: in a few characters, for a board.
        is_best: whether no turn is better.
        behind: how much worse than the best turn, in the game's unit; "" where that is no number.
        note: what else a player wants to know of it.
    """

    turn: str
    worth: str
    tone: Tone | None = None
    sign: str = ""
    is_best: bool = False
    behind: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A move that was made.

    Attributes:
        who: who made it, "" for the user.
        move: in the game's notation, with its answer where it has one.
        value: of the game to the user after it, on the scale of `Session.curve`; None where that is not known.
        after: that value in words.
        loss: how much the move gave away, to be compared with other moves.
        lost: that in words; "" if nothing.
    """

    who: str
    move: str
    value: float | None = None
    after: str = ""
    loss: float = 0.0
    lost: str = ""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What is known of a position at once, where the rest takes seconds.

    Attributes:
        board: to be drawn without turns.
        moves: so far, without their values.
        text: what is being computed.
    """

    board: Said
    moves: Sequence[Step]
    text: str


class Session(ABC):
    """A game in play.

    A constructor raises the error of an invalid initial position. A line that is no turn raises InputError and changes nothing.

    Attributes:
        resigned: whether the user has given up.
        tells_losses: whether what a move gave away is said at once, without a hint.
        has_hints: whether turns can have prices.
    """

    resigned = False
    tells_losses = False
    has_hints = True

    @property
    def title(self) -> str:
        """Name of the game for people."""
        return ""

    @property
    def about(self) -> str:
        """The aim of the game in a few sentences; "" where `start` alone says it."""
        return ""

    @property
    def to_type(self) -> str:
        """What can be typed that no board offers, "" if nothing."""
        return ""

    @property
    def scale(self) -> str:
        """What prices are, for a legend; "" where turns win, draw or lose."""
        return ""

    @property
    def curve(self) -> str:
        """What the values of `course` are; "" where there are none."""
        return ""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    def over(self) -> bool:
        """Whether there is nothing left to play."""
        return self.resigned or self.is_over

    @property
    @abstractmethod
    def legal(self) -> Sequence[str]:
        """Possible turns, as they are typed."""

    @property
    @abstractmethod
    def go_on(self) -> str:
        """The command line that resumes the game."""

    @property
    def words(self) -> Mapping[str, Callable[[], Iterator[Said]]]:
        """Words that can be typed besides a turn and `quit`."""
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
        """Whether a line is a turn even if it looks like a word."""
        return False

    def means(self, text: str) -> str | None:
        """The word on a line; None for a turn. A leading colon marks a word that could be a turn."""
        word = text.removeprefix(":").strip().lower()
        known = word in self.words or word in QUIT
        return word if known and (text.startswith(":") or not self.is_turn(text)) else None

    def take(self, text: str) -> Iterator[Said]:
        """Execute a line: a word, or a turn.

        Raises:
            InputError: the line is neither.
        """
        text = compose(text)
        word = self.means(text)
        if word is None:
            yield from self.turn(text) if text else ()
        else:
            yield from self.leave() if word in QUIT else self.words[word]()

    @abstractmethod
    def start(self) -> Iterator[Said]:
        """The first lines: the game, what can be typed, and its state."""

    @abstractmethod
    def prompt(self) -> str:
        """The prompt for the next line."""

    @abstractmethod
    def turn(self, text: str) -> Iterator[Said]:
        """Take a turn.

        Raises:
            InputError: the line is no turn.
        """

    @abstractmethod
    def help(self) -> Iterator[Said]:
        """Lines that say what can be typed."""

    @abstractmethod
    def hint(self) -> Iterator[Said]:
        """Values of the possible turns."""

    def who_plays(self) -> str:
        """Who the user is, and who the opponent."""
        return ""

    def sentence(self, *, is_priced: bool) -> str:
        """The position in a sentence; "" where `board` and the replies say it.

        Args:
            is_priced: whether it says who wins, or what is best.
        """
        return ""

    def label(self, turn: str) -> str:
        """A turn as a person reads it."""
        return turn

    def prices(self) -> Sequence[Price]:
        """What turns are worth, best first; none where that is not known."""
        return ()

    @property
    def moves_made(self) -> int:
        """Number of moves in `course`."""
        return 0

    def course(self, *, is_priced: bool) -> Sequence[Step]:
        """The moves so far.

        Args:
            is_priced: whether with their values.
        """
        return ()

    @abstractmethod
    def undo(self) -> Iterator[Said]:
        """Take back the user's last turn.

        Raises:
            InputError: there is none.
        """

    @abstractmethod
    def board(self) -> Iterator[Said]:
        """The state of the game."""

    def glimpse(self) -> Glimpse | None:
        """The position as far as it is known at once; None where all of it is. Also while a turn is being taken."""
        return None

    def reveal(self) -> Iterator[Said]:
        """Show what is hidden.

        Raises:
            InputError: nothing is hidden.
        """
        raise InputError("nothing is hidden in this game")

    def resign(self) -> Iterator[Said]:
        """Give up."""
        self.resigned = True
        yield "You resign."

    def leave(self) -> Iterator[Said]:
        """Closing lines for a user who leaves before the end."""
        yield Line(f"To go on: {self.go_on}", Tone.COMMAND)


def command_line(*words: object) -> str:
    """The words of a command of Tafelwerk as one line for a shell."""
    return " ".join(["tafelwerk", *(_quote_word(str(word)) for word in words)])


def _quote_word(word: str) -> str:
    return word if re.fullmatch(r"[\w@%+=:,./-]+", word) else '"' + re.sub(r'(["$`\\])', r"\\\1", word) + '"'

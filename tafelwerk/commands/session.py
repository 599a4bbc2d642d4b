"""A game in play, line by line on standard input: what the games of several families share. Imported by `play` alone."""

import shutil
import sys
import textwrap
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper, UnsupportedOperation

from tafelwerk.commands.output import encodes
from tafelwerk.errors import InputError

LONGEST_LINE = 1000
"""Characters of a line that is typed."""

GO_ON, TO_SEE = "To go on: ", "To see it: "
"""What lines begin with that hold a command to be copied: the one to go on with, the one to look with."""


class Session(ABC):
    """A game in play.

    A line is a turn or a command; a colon marks it as a command where it could be both. `quit` or q, the end of input and
    Ctrl-C leave the game, with a last word.

    Attributes:
        commands: what can be typed besides turns and `quit`.
    """

    commands: dict[str, Callable[[], None]]

    @abstractmethod
    def start(self) -> None:
        """Raise what must be raised before anything is said; then say what is to be done."""

    @abstractmethod
    def help(self) -> None:
        """Say what can be typed."""

    @abstractmethod
    def prompt(self) -> str:
        """What the next line is asked by."""

    @abstractmethod
    def turn(self, text: str) -> bool:
        """Take a turn; True at the end of the game.

        Raises:
            InputError: the line is no turn.
        """

    @abstractmethod
    def leave(self) -> None:
        """A last word to a player who goes before the end."""

    def stand(self) -> None:
        """Show how the game stands where it begins."""
        return

    def is_turn(self, text: str) -> bool:
        """Whether a line names a turn, even where it is the name of a command too."""
        return False

    def play(self) -> None:
        """Play to the end, or until standard input ends, Ctrl-C or quit."""
        self.start()
        self.help()
        self.stand()
        _read_any_bytes()
        _edit_lines()
        try:
            while not self._line():
                pass
        except EOFError:
            say()
            self.leave()
        except KeyboardInterrupt:
            say()
            self.leave()
            raise

    def _line(self) -> bool:
        """Read a line and do what it says; True at the end of the game."""
        text = input(self.prompt()).replace("\t", " ").strip()
        if len(text) > LONGEST_LINE:
            say(f"A line may have {LONGEST_LINE:,} characters, not {len(text):,}.")
            return False
        if not (text.isprintable() and encodes(text)):
            say("That is no text.")
            return False
        if not sys.stdin.isatty():
            say(text)  # no terminal shows what was typed
        word = text.removeprefix(":").strip().lower()
        try:
            if text.startswith(":") or not self.is_turn(text):
                if word in ("q", "quit"):
                    raise EOFError
                if word in self.commands:
                    self.commands[word]()
                    return False
            return bool(text) and self.turn(text)
        except InputError as error:
            say(f"{error}.")
            return False


def say(text: str = "") -> None:
    """A line of text, at once; in a terminal folded between words, unless it holds a command to be copied."""
    if sys.stdout.isatty() and not text.startswith((GO_ON, TO_SEE)):
        text = folded(text, shutil.get_terminal_size().columns)
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def folded(text: str, width: int) -> str:
    """The text with lines of no more than the width where its words allow that; lines that fit stay as they are."""
    return "\n".join(
        line
        if len(line) <= width
        else "\n".join(textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False))
        for line in text.split("\n")
    )


def _read_any_bytes() -> None:
    """Take bytes that are no text as signs that cannot be printed; else they would take the lines behind them along."""
    if isinstance(sys.stdin, TextIOWrapper):
        with suppress(UnsupportedOperation):  # something was read before
            sys.stdin.reconfigure(errors="surrogateescape")


def _edit_lines() -> None:
    """Arrow keys in the lines that are typed, where Python has them."""
    with suppress(ImportError):
        import readline  # noqa: F401

"""What can go wrong, and the exit code of each: one tree, so that a caller can catch as much as it wants.

Messages are one line: what was wrong, what it may be, what to do next.
"""

from enum import IntEnum
from os import PathLike
from pathlib import Path

from tafelwerk.places import with_book

LONGEST_QUOTE = 100
"""Characters of what was given that a message repeats."""


class ExitCode(IntEnum):
    """Exit codes of the command line."""

    ANSWERED = 0
    DEFECT = 1
    BAD_INPUT = 2
    NOT_BUILT = 3
    DAMAGED = 4
    STORAGE = 5
    INTERRUPTED = 130


class TafelwerkError(Exception):
    """Everything Tafelwerk raises on purpose."""

    exit_code = ExitCode.DEFECT


class InputError(TafelwerkError, ValueError):
    """An argument that cannot be: the message names it, what it was, and what it may be."""

    exit_code = ExitCode.BAD_INPUT


class MissingTableError(TafelwerkError, LookupError):
    """The book does not hold the answer.

    Args:
        what: what was asked for, as a noun phrase.
        build: the command line that would put it into the default book.
        book: folder that was searched.
    """

    exit_code = ExitCode.NOT_BUILT
    form = "{what}: not in the book {book}; build it with: {line}"

    def __init__(self, what: str, build: str, book: str | PathLike[str]) -> None:
        super().__init__(what, build, book)
        self.what = what
        self.build = build
        self.book = Path(book).absolute()

    def __str__(self) -> str:
        return self.form.format(what=self.what, book=self.book, line=with_book(self.build, self.book))


class UncomputedError(TafelwerkError, LookupError):
    """No table holds such an answer, and computing it takes long.

    Args:
        what: what was asked for, as a noun phrase.
        line: the command line that computes it.
    """

    exit_code = ExitCode.NOT_BUILT
    form = "{what}: not stored and expensive to compute; run: {line}"

    def __init__(self, what: str, line: str) -> None:
        super().__init__(what, line)
        self.what = what
        self.line = line

    def __str__(self) -> str:
        return self.form.format(what=self.what, line=self.line)


class BookError(TafelwerkError):
    """A file of the book is damaged, foreign or newer than this program, or a check of it failed."""

    exit_code = ExitCode.DAMAGED


class StorageError(TafelwerkError, OSError):
    """The book cannot be read or written: no permission, disk full, lock held."""

    exit_code = ExitCode.STORAGE


class LimitError(StorageError):
    """A statement took longer, or more memory or space, than it may."""


class InterruptedBuildError(TafelwerkError):
    """A build was stopped by the user; what was finished is kept and the next build resumes."""

    exit_code = ExitCode.INTERRUPTED


def quoted(given: object, most: int = LONGEST_QUOTE) -> str:
    """What was given, as a message repeats it: a text in quotes, anything else as Python writes it, cut where it is long."""
    if isinstance(given, str):
        return repr(given if len(given) <= most else f"{given[:most]}...")
    text = repr(given)
    return text if len(text) <= most else f"{text[:most]}..."


def was_interrupted(error: BaseException) -> bool:
    """Whether an exception is what DuckDB makes of Ctrl-C while it works."""
    text = str(error)
    return "Query interrupted" in text or "INTERRUPT Error" in text

"""The errors and their exit codes: one hierarchy, so that a caller can catch as much of it as it wants.

Messages are one line, or a line per fault of a file: what was given, what is allowed, what to do next.
"""

import re
from enum import IntEnum
from os import PathLike
from pathlib import Path

from tafelwerk.language import say
from tafelwerk.places import with_book

LONGEST_QUOTE = 100
"""Greatest number of characters of an input that a message repeats."""

_NO_MEMORY = (
    r"Cannot allocate memory|Out of Memory Error|can't start new thread|failed to map segment|bad_alloc"
    r"|Unable to allocate"
)
_LITTLE = 64 * 2**20  # bytes; a process that cannot have them is at its limit


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
    """Base class of all errors that Tafelwerk raises on purpose.

    Attributes:
        label: what stands before the message, in the language that was spoken when the error arose.
    """

    exit_code = ExitCode.DEFECT

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.label = say("error")


class InputError(TafelwerkError, ValueError):
    """An invalid argument; the message names the argument, its value, and what is allowed."""

    exit_code = ExitCode.BAD_INPUT


class ContentError(InputError):
    """A text that stands in a file on the command line is invalid: there the file's name is put before the message."""


class FaultsError(ContentError):
    """Several lines of a text are invalid; the message has a line for each."""


class ArgumentError(InputError):
    """An invalid argument that is the user's although stored values were read: a file to write, or what sound values refute."""


class MissingSoftwareError(ArgumentError):
    """An optional library is needed and not installed."""


class MissingTableError(TafelwerkError, LookupError):
    """The book does not hold the answer.

    Args:
        what: the question, as a noun phrase.
        build: the command line that would put the answer into the default book.
        book: folder that was searched.
        is_computable: whether the same question with --compute is answered without the build.
    """

    exit_code = ExitCode.NOT_BUILT
    forms = (
        "{what}: not in the book {book}; build it with: {line}",
        "{what}: not in the book {book}; compute it with --compute, or build it with: {line}",
        "{what}: not in the book {book}; compute it in about {duration} with --compute, or build it with: {line}",
    )

    def __init__(self, what: str, build: str, book: str | PathLike[str], *, is_computable: bool = False) -> None:
        super().__init__(what, build, book)
        self.form = self.forms[is_computable]
        self.what = what
        self.build = build
        self.book = Path(book).absolute()
        self._seconds = 0.0

    def estimate(self, seconds: float) -> None:
        """Say how long --compute takes, where it answers."""
        if self.form == self.forms[True]:
            self.form, self._seconds = self.forms[2], seconds

    def __str__(self) -> str:
        from tafelwerk.language import seconds_text

        line, duration = with_book(self.build, self.book), seconds_text(self._seconds)
        return self.form.format(what=self.what, book=self.book, line=line, duration=duration)


class UncomputedError(TafelwerkError, LookupError):
    """No table holds such an answer, and computing it takes long.

    Args:
        what: the question, as a noun phrase.
        line: the command line that computes the answer.
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
    """A statement exceeded its limit of time, memory or space."""


class InterruptedBuildError(TafelwerkError):
    """A build was stopped, by the user or with the cluster that ran it; finished tasks are kept, and the next build resumes."""

    exit_code = ExitCode.INTERRUPTED


def shorten(value: object, most: int = 40) -> str:
    """A value as text in a message, of limited length."""
    text = value if isinstance(value, str) else str(value)
    return text if len(text) <= most else f"{text[:most]}..."


def in_quotes(given: object, most: int = LONGEST_QUOTE) -> str:
    """An input as a message repeats it: text in quotes, other values as Python writes them, shortened if long."""
    return repr(shorten(given, most)) if isinstance(given, str) else shorten(repr(given), most)


def out_of_memory(error: BaseException) -> bool:
    """Whether an exception, or one that it follows from, says that memory ran out; libraries say so in their own ways."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, MemoryError) or re.search(_NO_MEMORY, str(seen)):
            return True
        seen = seen.__cause__ or seen.__context__
    import mmap

    try:
        mmap.mmap(-1, _LITTLE).close()
    except OSError:
        return True
    return False


def was_interrupted(error: BaseException) -> bool:
    """Whether an exception is DuckDB's response to Ctrl-C during a statement."""
    text = str(error)
    return "Query interrupted" in text or "INTERRUPT Error" in text

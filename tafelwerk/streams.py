r"""What the program prints: characters that cannot be seen are made visible, and standard output belongs to the answer.

Texts of a book, of a file, of a game's own code or of the command line may hold characters that move the cursor, erase lines,
change the order of what follows or show nothing. Where a person reads, each is written as in a Python string: `\x1b`, `\r`,
`\u202e`. These are the characters of the Unicode categories Cc, Cf, Cs, Zl and Zp; line breaks of the program's own texts stay.

A run prints through two streams that do this, `out()` and `sys.stderr`; the program's own escape sequences go past them, to the
stream `beneath`.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import fields, is_dataclass
from io import TextIOWrapper
from pathlib import PurePath
from typing import Any, TextIO, TypeVar, cast

A = TypeVar("A")

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def is_seen(text: str) -> bool:
    """Whether no character of a text is unseen; a line break is."""
    if text.isprintable():
        return True
    from unicodedata import category

    return not any(category(sign) in _UNSEEN for sign in text)


def visible(text: str, *, lines: bool = True) -> str:
    """The text for a person, unseen characters written as in a Python string.

    Args:
        text: any text.
        lines: whether line breaks stay; otherwise they are written as such characters, too, as in a value within a line.
    """
    if text.isprintable() or (lines and text.replace("\n", "").isprintable()):
        return text
    from unicodedata import category

    return "".join(
        repr(sign)[1:-1] if category(sign) in _UNSEEN and not (lines and sign == "\n") else sign for sign in text
    )


def escape_json(json: str) -> str:
    """JSON text whose strings have no unseen characters; it reads back as the same strings."""
    if json.isprintable() or is_seen(json.replace("\n", "")):
        return json
    from json.encoder import encode_basestring_ascii
    from unicodedata import category

    return "".join(
        encode_basestring_ascii(sign)[1:-1] if category(sign) in _UNSEEN and sign != "\n" else sign for sign in json
    )


def legible(value: A) -> A:
    """An answer with all of its texts made visible, each on one line; the same object if there is nothing to change."""
    return cast("A", _legible(value))


def _legible(value: Any) -> Any:
    kind = type(value)
    if kind is str:
        return visible(value, lines=False)
    if kind in (int, float, bool) or value is None:
        return value
    if isinstance(value, PurePath):
        text = visible(str(value), lines=False)
        return value if text == str(value) else kind(text)
    if isinstance(value, tuple | list):
        texts = [_legible(item) for item in value]
        if all(text is item for text, item in zip(texts, value, strict=True)):
            return value
        return kind(*texts) if hasattr(value, "_fields") else kind(texts)
    if isinstance(value, Mapping):
        pairs = {_legible(key): _legible(item) for key, item in value.items()}
        is_same = all(key in pairs and pairs[key] is item for key, item in value.items())
        return value if is_same else pairs
    if is_dataclass(value):
        made = None
        for field in fields(value):
            item = getattr(value, field.name)
            text = _legible(item)
            if text is not item:
                made = copy(value) if made is None else made
                object.__setattr__(made, field.name, text)
        return value if made is None else made
    return value


class Screen:
    """A text stream that makes unseen characters visible.

    Args:
        stream: the stream beneath.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text, made visible."""
        self.stream.write(visible(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts, made visible."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


_answers: Screen | None = None
"""Standard output of the run in progress."""


def out() -> TextIO:
    """Standard output for the program's answers, whoever else may have taken `sys.stdout`."""
    return sys.stdout if _answers is None else cast("TextIO", _answers)


def beneath(stream: TextIO) -> TextIO:
    """The stream below one that makes characters visible: for the program's own escape sequences, and for exact bytes."""
    return stream.stream if isinstance(stream, Screen) else stream


@contextmanager
def program(*, is_process: bool = False) -> Iterator[None]:
    """The streams of one run of the program.

    Args:
        is_process: whether the process ends with the run; then what others print at its end stays apart from the answer.
    """
    global _answers
    before = _answers, sys.stdout, sys.stderr
    answers = _answers = Screen(sys.stdout)
    sys.stdout = cast("TextIO", answers)
    if sys.stderr is not None:
        sys.stderr = cast("TextIO", Screen(sys.stderr))
    try:
        yield
    finally:
        _answers, sys.stdout, sys.stderr = before
        if answers.stream is not sys.stdout and not is_process:
            _give_back(answers.stream)


def keep_answers_apart() -> None:
    """Send what anyone but the program prints to standard error for the rest of the run: the code of a game is about to run.

    That holds for Python's `print` and, unless the answer goes to a terminal, for what is written to file descriptor 1, also by
    programs that the code starts. Outside a run of the program nothing changes.
    """
    if _answers is None or sys.stdout is sys.stderr:
        return
    if sys.stdout is _answers:
        sys.stdout = sys.stderr
    stream = _answers.stream
    if stream is sys.__stdout__ and isinstance(stream, TextIOWrapper) and not stream.isatty():
        with suppress(OSError, ValueError):
            stream.flush()
            answers = os.fdopen(os.dup(stream.fileno()), "w", encoding=stream.encoding, errors=stream.errors)
            os.dup2(2, stream.fileno())
            _answers.stream = answers


def _give_back(stream: TextIO) -> None:
    """Undo what `keep_answers_apart` did to file descriptor 1."""
    assert sys.__stdout__ is not None
    with suppress(OSError, ValueError):
        sys.__stdout__.flush()
        stream.flush()
        os.dup2(stream.fileno(), sys.__stdout__.fileno())
        stream.close()


def leave(code: int) -> None:
    """End the process, once everything else that was to be done at its end is done; it goes on if its streams cannot be flushed.

    To take modules and database apart, object by object, takes as long as a query. The system frees them at once.
    """
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return
    os._exit(code)

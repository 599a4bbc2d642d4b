"""A game in play on a terminal: reads lines, prints the session's output, draws boards. Imported by `play` alone."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper, UnsupportedOperation
from pathlib import Path
from random import SystemRandom
from typing import Annotated, Any

import typer

from tafelwerk.commands.compiling import end_trial
from tafelwerk.commands.fitting import copyable
from tafelwerk.commands.output import console, encodes, fold_text, is_coloured, page_width
from tafelwerk.errors import InputError
from tafelwerk.places import with_book
from tafelwerk.play.session import QUIT, Layout, Line, Said, Session, Tone
from tafelwerk.rules.numbers import LARGEST_SEED
from tafelwerk.streams import out, visible

SeedOption = Annotated[
    int | None,
    typer.Option(
        "--seed", min=0, max=LARGEST_SEED, metavar="S", help="Random seed, for a reproducible game. Default: random."
    ),
]

RoleOption = Annotated[
    str,
    typer.Option(
        "--as", metavar="breaker|maker", help="Your role: break the program's code, or set a code for it to break."
    ),
]

LONGEST_LINE = 1000
"""Greatest length of a typed line."""

STYLES = {Tone.GOOD: "bold green", Tone.FAIR: "yellow", Tone.BAD: "bold red", Tone.BOARD: "cyan", Tone.COMMAND: ""}


_others: list[Callable[[Session, Callable[[Any], Any]], None]] = []


@contextmanager
def led_by(other: Callable[[Session, Callable[[Any], Any]], None]) -> Iterator[None]:
    """Hand games to another face than the terminal: it is given the session, and what makes a renderable of a board."""
    _others.append(other)
    try:
        yield
    finally:
        _others.pop()


def play(session: Session, draw: Callable[[Any], Any] = str, book: Path | None = None) -> None:
    """Play to the end, or until standard input ends, Ctrl-C or quit.

    Args:
        session: the game.
        draw: function that makes a text or a rich renderable of a board.
        book: folder of the book, for the command line that resumes the game.
    """
    if _others:
        _others[-1](session, draw)
        return
    first = list(session.start())
    end_trial()
    show(first, draw)
    if session.over:
        return
    _read_any_bytes()
    with suppress(ImportError):  # arrow keys in typed lines, if Python supports them
        import readline  # noqa: F401
    try:
        while not session.over:
            _line(session, draw)
    except EOFError:
        say()
        show(session.leave(), draw, book)
    except KeyboardInterrupt:
        say()
        show(session.leave(), draw, book)
        raise


def seed_of_game(seed: int | None) -> int:
    """The given seed, or a random one."""
    return SystemRandom().randrange(10**6) if seed is None else seed


def show(said: Iterable[Said], draw: Callable[[Any], Any] = str, book: Path | None = None) -> None:
    """Print a session's output, each part as soon as it comes; see `play`."""
    for part in said:
        if isinstance(part, str):
            say(part)
        elif isinstance(part, Line):
            say(with_book(part.text, book) if book and part.tone is Tone.COMMAND else part.text, part.tone)
        elif isinstance(part, Layout):
            console().print(part.content, markup=False)
            out().flush()
        else:
            console().print(draw(part), markup=False, soft_wrap=True)
            out().flush()


def say(text: str = "", tone: Tone | None = None) -> None:
    """Print a line at once; in a terminal in the colour of its tone, and folded, a command as a shell reads it."""
    width = page_width()
    if tone is not Tone.COMMAND:
        text = fold_text(text, width)
    elif width is not None and len(text) > width:
        text = "\n".join(copyable(text, width))
    if tone is not None and STYLES[tone] and is_coloured(out()):
        console().print(text, style=STYLES[tone], markup=False, soft_wrap=True)
        return
    out().write(f"{text}\n")
    out().flush()


def read_line(prompt: str) -> str:
    """Read a line that is typed after a prompt, which is an output of the program's as others are; errors as of `input`."""
    before, sys.stdout = sys.stdout, out()
    try:
        return input(visible(prompt))
    finally:
        sys.stdout = before


def _line(session: Session, draw: Callable[[Any], Any]) -> None:
    """Read a line and execute it."""
    width = page_width()
    # the blank behind a prompt takes a column too
    prompt = fold_text(session.prompt().rstrip(), width and width - 1)
    text = read_line(f"{prompt} ").replace("\t", " ").strip()
    if len(text) > LONGEST_LINE:
        say(f"A line may have {LONGEST_LINE:,} characters, not {len(text):,}.")
        return
    if not (text.isprintable() and encodes(text)):
        say("Input contains unprintable characters.")
        return
    if not sys.stdin.isatty():
        say(text)  # no terminal shows the typed text
    if session.means(text) in QUIT:
        raise EOFError
    try:
        show(session.take(text), draw)
    except InputError as error:
        say(f"{error}.")


def _read_any_bytes() -> None:
    """Read bytes that are not text as unprintable characters; otherwise they would swallow the lines after them."""
    if isinstance(sys.stdin, TextIOWrapper):
        with suppress(UnsupportedOperation):  # something was read before
            sys.stdin.reconfigure(errors="surrogateescape")

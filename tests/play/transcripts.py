"""Transcripts: what is typed, and all that is said.

A file holds games or questions one below the other: a line "$ command line < typed; typed", then standard output. `python -m
play.transcripts`, with tests/ on the path, writes the output anew; read the difference before it is committed. Games are
played without a book, questions are asked of the small book of the golden answers.
"""

import re
import sys
from pathlib import Path
from shlex import split
from tempfile import TemporaryDirectory
from typing import NamedTuple

from golden.small_book import copy_small_book
from program import call

FOLDER = Path(__file__).parent / "transcripts"

SHOWN = Path(__file__).parent.parent / "shown"
"""What people are answered."""


TAKEN = re.compile(r"(?:(?<=searched, )|(?<=durchsucht, ))[\d.,]+ m?s")
"""How long a search took, another time each time."""


class Game(NamedTuple):
    """A game: its command line with what is typed, and the lines that are said."""

    line: str
    said: list[str]


def games(file: Path) -> list[Game]:
    """The games of a file."""
    found: list[Game] = []
    for line in file.read_text().splitlines():
        if line.startswith("$ "):
            found.append(Game(line[2:], []))
        else:
            found[-1].said.append(line)
    return found


def played(line: str, book: Path) -> list[str]:
    """What is said in a game that is played now."""
    words, _, typed = line.partition(" < ")
    stdin = "".join(f"{each.strip()}\n" for each in typed.split(";")) if typed else ""
    done = call(*split(words), stdin=stdin, TAFELWERK_BOOK=str(book), TAFELWERK_POCKET="")
    assert (done.returncode, done.stderr) == (0, "")
    return [TAKEN.sub("some ms", text.rstrip()) for text in done.stdout.splitlines()]


if __name__ == "__main__":
    for file in [Path(word) for word in sys.argv[1:]] or sorted((*FOLDER.glob("*.txt"), *SHOWN.glob("*.txt"))):
        with TemporaryDirectory() as folder:
            book = Path(folder) / "book"
            if file.parent.name == SHOWN.name:
                copy_small_book(book)
            text = "".join("\n".join([f"$ {game.line}", *played(game.line, book)]) + "\n" for game in games(file))
        file.write_text(text)

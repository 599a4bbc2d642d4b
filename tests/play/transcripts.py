"""Transcripts of games: what is typed, and all that is said.

A file holds games one below the other: a line "$ command line < typed; typed", then standard output. `python -m
play.transcripts`, with tests/ on the path, writes the output anew; read the difference before it is committed.
"""

import sys
from pathlib import Path
from shlex import split
from tempfile import TemporaryDirectory
from typing import NamedTuple

from program import call

FOLDER = Path(__file__).parent / "transcripts"


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
    return [text.rstrip() for text in done.stdout.splitlines()]


if __name__ == "__main__":
    for file in [Path(word) for word in sys.argv[1:]] or sorted(FOLDER.glob("*.txt")):
        with TemporaryDirectory() as folder:
            text = "".join(
                "\n".join([f"$ {game.line}", *played(game.line, Path(folder))]) + "\n" for game in games(file)
            )
        file.write_text(text)

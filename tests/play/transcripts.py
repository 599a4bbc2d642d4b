"""Transcripts: what is typed, and all that is said.

A file holds games or questions one below the other: a line "$ command line < typed; typed", then what comes: standard output,
standard error behind "! ", an exit code other than 0 behind "= ", and the name of each file that was written behind "+ ".
`python -m play.transcripts`, with tests/ on the path, writes all this anew; read the difference before it is committed.

Games are played without a book, questions are asked of the small book of the golden answers. A line "== title" begins a scene:
its command lines follow each other in a folder of their own that has the files of
`write_files`, the book `made` of `make_book` and, once one is built, a book.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from shlex import split
from tempfile import TemporaryDirectory
from typing import NamedTuple

from golden.small_book import copy_small_book, write_files
from own_nim import SOURCE
from program import call, make_book, tasks_here

FOLDER = Path(__file__).parent / "transcripts"

SHOWN = Path(__file__).parent.parent / "shown"
"""What people are answered."""

TITLE = "== "

TAKEN = re.compile(r"(?:(?<=searched, )|(?<=durchsucht, )|(?<=rows, )|(?<=solved in ))[\d.,]+ m?s")
"""How long something took, another time each time."""


WAITING = re.compile(r"(.*: )?\d+ (of|von) \d+ .*, (about .* left.*|noch etwa .*)")
"""What is said of a wait that a busy machine makes long."""


class Game(NamedTuple):
    """A game: its command line with what is typed, and the lines that are said."""

    line: str
    said: list[str]


class Scene(NamedTuple):
    """Command lines that follow each other.

    Attributes:
        title: what they are about; empty for those of a file that stand before any title.
        games: the lines.
    """

    title: str
    games: list[Game]


def scenes(file: Path) -> list[Scene]:
    """The scenes of a file."""
    found = [Scene("", [])]
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith(TITLE):
            found.append(Scene(line.removeprefix(TITLE), []))
        elif line.startswith("$ "):
            found[-1].games.append(Game(line[2:], []))
        else:
            found[-1].games[-1].said.append(line)
    return [scene for scene in found if scene.games]


def games(file: Path) -> list[Game]:
    """The games of a file that stand before any title."""
    return [game for scene in scenes(file) if not scene.title for game in scene.games]


def played(line: str, book: Path, folder: Path | None = None) -> list[str]:
    """What is said, and written into the folder, in a game that is played now."""
    words, _, typed = line.partition(" < ")
    stdin = "".join(f"{each.strip()}\n" for each in typed.split(";")) if typed else ""
    before = _files(folder)
    done = call(*split(words), stdin=stdin, cwd=folder, TAFELWERK_BOOK=str(book), TAFELWERK_POCKET="")
    errors = [text for text in done.stderr.splitlines() if not WAITING.fullmatch(text)]
    lines = [*done.stdout.splitlines(), *(f"! {text}" for text in errors)]
    lines += [f"= {done.returncode}"] if done.returncode else []
    lines += [f"+ {name}" for name in sorted(_files(folder) - before)]
    here = str(folder or Path.cwd())
    return [TAKEN.sub("some ms", text.rstrip().replace(f"{here}/", "").replace(here, ".")) for text in lines]


def _files(folder: Path | None) -> set[str]:
    return set() if folder is None else {path.name for path in folder.iterdir()}


def prepare(folder: Path) -> None:
    """Write the files that command lines name."""
    write_files(folder)
    (folder / "nim.py").write_text(SOURCE, encoding="utf-8")


def performed(scene: Scene, folder: Path) -> Iterator[list[str]]:
    """What is said in each line of a scene that is played now, in an empty folder."""
    prepare(folder)
    if any("made" in game.line for game in scene.games):
        make_book(folder / "made")
    with tasks_here():
        for game in scene.games:
            yield played(game.line, folder / "book", folder)


def _rewrite(file: Path, small: Path) -> None:
    """Write what is said in the games and scenes of a file anew."""
    text: list[str] = []
    for scene in scenes(file):
        with TemporaryDirectory() as folder:
            if scene.title:
                answers = list(performed(scene, Path(folder)))
            else:
                book = small if file.parent.name == SHOWN.name else Path(folder) / "book"
                answers = [played(game.line, book) for game in scene.games]
        text += [f"{TITLE}{scene.title}"] if scene.title else []
        for game, said in zip(scene.games, answers, strict=True):
            text += [f"$ {game.line}", *said]
    file.write_text("\n".join(text) + "\n", encoding="utf-8")


if __name__ == "__main__":
    with TemporaryDirectory() as kept:
        made = Path(kept) / "book"
        for name in [Path(word) for word in sys.argv[1:]] or sorted((*FOLDER.glob("*.txt"), *SHOWN.glob("*.txt"))):
            if not made.exists() and any(not scene.title for scene in scenes(name)) and name.parent.name == SHOWN.name:
                copy_small_book(made)
            _rewrite(name, made)

"""A small book that has rows in every table, made through the command line; and the files that questions and builds name."""

import re
import shlex
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from program import call, tasks_here
from sharing import copy_kept

from tafelwerk.build import runner
from tafelwerk.build.runner import Report
from tafelwerk.build.task import Build
from tafelwerk.families import FAMILIES

HERE = Path(__file__).parent
LOGS = (
    HERE.parent / "data" / "xskat.log",
    *(HERE / "files" / name for name in ("rounds.jsonl", "iss.sgf", "iss-bad.sgf")),
)
"""Rounds of Skat: a file of xskat, a match of three programs in the program's own format, records of the International Skat
Server, and two of them that cannot be read."""

FILES = {
    path.name: path.read_text(encoding="utf-8")
    for path in sorted((HERE / "files").iterdir())
    if path not in LOGS and path.name != "evening.txt"
}
"""Lists of words, graphs, deals and trees that command lines name."""

BUILDS = HERE / "builds.txt"


def write_files(folder: Path) -> None:
    """Write the files that command lines name."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    for log in LOGS:
        shutil.copy(log, folder)


def copy_small_book(book: Path) -> None:
    """Add the book's files to a folder; each family's is made first unless the same code has made it before."""
    for family in FAMILIES:
        copy_built(book, "small", family, BUILDS)


def copy_built(book: Path, name: str, family: str, file: Path) -> None:
    """Add a family's file to a folder, made by the command lines of a file unless the same code has made it before."""
    lines, derived = command_lines(family, file)
    copy_kept(book, f"{name}-{family}", _maker(lines, derived), [family], [*lines, *derived, *FILES.values()])


def command_lines(family: str, file: Path = BUILDS) -> tuple[list[str], list[str]]:
    """The command lines that make a family's file, and those that go on from its rows."""
    lines = file.read_text(encoding="utf-8").splitlines()
    builds, derived = (
        [line.removeprefix("+ ") for line in lines if re.match(rf"{mark}(build )?{family} ", line)]
        for mark in ("", r"\+ ")
    )
    assert builds, f"{file} has no build of {family}"
    return builds, derived


def _maker(lines: list[str], derived: list[str]) -> Callable[[Path], None]:
    """Makes a family's file, the tasks in this process and most of them in one commit."""

    def make(book: Path) -> None:
        folder = book.with_name("files")
        folder.mkdir()
        write_files(folder)
        with _collected() as builds:
            for line in lines:
                _run(line, book, folder)
        runner.run(book, builds, executor="inline")
        with tasks_here():
            for line in derived:
                _run(line, book, folder)

    return make


def _run(line: str, book: Path, folder: Path) -> None:
    done = call(*shlex.split(line), cwd=folder, TAFELWERK_BOOK=str(book), TAFELWERK_POCKET="")
    assert done.returncode == 0, f"{line}: {done.stderr}"


@contextmanager
def _collected() -> Iterator[list[Build]]:
    """Builds that commands would make are listed instead."""
    builds: list[Build] = []

    def collect(_: object, asked: Iterable[Build], **options: object) -> Report:
        builds.extend(asked)
        return Report((), (), 0, 0.0)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "run", collect)
        patch.setattr(runner, "keep", lambda book, build: builds.append(build))
        yield builds

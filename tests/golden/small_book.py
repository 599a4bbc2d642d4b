"""A small book that has rows in every table, made through the command line; and the files that questions and builds name."""

import shlex
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from program import call, tasks_here
from sharing import copy_kept

from tafelwerk.build import runner
from tafelwerk.build.catalogue import FAMILIES
from tafelwerk.build.runner import Report
from tafelwerk.build.task import Build

HERE = Path(__file__).parent
LOGS = (
    HERE.parent / "data" / "xskat.log",
    *(HERE / "files" / name for name in ("rounds.jsonl", "iss.sgf", "iss-bad.sgf")),
)
"""Rounds of Skat: a file of xskat, a match of three programs in the program's own format, records of the International Skat
Server, and two of them that cannot be read."""

FILES = {
    "words.txt": "crane\nslate\ntrace\ncrate\nraise\nstare\ngreat\nplant\nother\nthere\nwhich\nabout\nclimb\nfight\n",
    "more.txt": "zonal\nnymph\nvibex\n",
    "matrix.csv": "q,a,b,c,d\na,=,1,2,2\nb,1,=,2,1\nc,1,2,=,3\nd,2,1,3,=\nx,0,0,1,1\n",
    "graph.txt": "A x\nx B\nA y\ny B\nx y\n",
    "weighed.txt": "A x 2.5\nx B\nA y 1/3\ny B deleted\nx y .75\ny B 4\n",
    "k5.txt": "A x\nA y\nA z\nx y\nx z\ny z\nB x\nB y\nB z\n",
    "wheel.txt": "A p\nA q\np q\nq r\np r\nr B\np B\nq s\ns B\n",
    "one.txt": "CJ CA D7 | SJ CT D8 | HJ C7 DA\n",
    "deals.txt": "CJ C7 | SJ C8 | HJ C9\nSJ C7 | CJ C8 | HJ C9  # 2\n",
    "tree.json": '[[3, 12, 8], {"min": [2, 4, 6]}, [14, 5, 2]]',
}

BUILDS = (
    "build montecarlo esr 3 3 2 --k-max 8",
    "build montecarlo esr 2 3 1 --k-max 5",
    "build montecarlo dsc 6 --k-max 30",
    "build montecarlo dsc 25 --k-max 5000 --points 12",
    "build montecarlo dsr 6 --k-max 30",
    "build montecarlo subtraction 30 --moves 1,2 --k-max 6",
    "build montecarlo subtraction 24 --moves 3,4 --k-max 1000000 --points 9",
    "build montecarlo subtraction 20 --moves 2,5 --overshoot loses --k-max 4",
    "build montecarlo subtraction 20 --moves 2,5 --overshoot illegal --k-max 4",
    "montecarlo duel subtraction 25 --moves 3,5,11 --overshoot loses --first careful --second half-perfect --keep",
    "montecarlo asymmetry 40 --moves 1,2 --kind static --epsilon 1/3 --keep",
    "montecarlo asymmetry 40 --moves 1,2 --kind informed --epsilon 0.1 --keep",
    "build montecarlo lasting --largest 3",
    "montecarlo basins dsc 12 --k-max 1000 --keep",
    "montecarlo limits --moves 3,5,11 --overshoot loses --keep",
    "montecarlo blunder subtraction --moves 1,2 --limit 100 --keep",
    "montecarlo blunder subtraction --moves 4,7 --limit 200 --keep",
    "montecarlo simulate esr 3 3 2 --first mc:3 --second mc:6 --games 500 --seed 5 --keep",
    "montecarlo simulate subtraction 25 --moves 3,5,11 --overshoot loses --first careful --second random --games 300 --keep",
    "build mastermind --quick",
    "build mastermind --pegs 3 --colors 4 --strategy optimal",
    "build mastermind --pegs 3 --colors 4 --strategy optimal --least-depth",
    "build mastermind --pegs 3 --colors 4 --strategy optimal --max-depth 4",
    "build mastermind --pegs 3 --colors 4 --strategy optimal --within 3",
    "build mastermind --pegs 3 --colors 4 --strategy optimal --shallowest",
    "build mastermind --pegs 3 --colors 4 --strategy h0",
    "build mastermind --pegs 3 --colors 4 --strategy h0.5 --tie mix",
    "build mastermind --pegs 3 --colors 4 --strategy h1 --tie mix",
    "build mastermind --pegs 3 --colors 4 --strategy h2",
    "build mastermind --pegs 3 --colors 4 --strategy hinf",
    "build mastermind --pegs 3 --colors 5 --distinct --strategy optimal",
    "build mastermind --pegs 3 --colors 5 --distinct --strategy h1.5",
    "build mastermind --pegs 2 --colors 3 --adversary",
    "build mastermind --pegs 3 --colors 4 --bounds --tries 3",
    "build mastermind --pegs 3 --colors 4 --curve --step 0.25",
    "build mastermind --pegs 3 --colors 4 --curve --tie mix --step 0.5",
    "build mastermind --pegs 3 --colors 4 --curve --step 0.5 --opening AAB",
    "build mastermind --codes words.txt --queries more.txt --score wordle --name words --strategy h1",
    "build mastermind --codes words.txt --queries more.txt --score wordle --name words --strategy optimal",
    "build mastermind --codes words.txt --score jotto --name letters --strategy h1 --tie mix",
    "build mastermind --codes words.txt --score mastermind --name places --strategy hinf",
    "build mastermind --codes words.txt --score hangman --name hangman --strategy letter",
    "build mastermind --codes words.txt --score hangman --name hangman --strategy h1",
    "build mastermind --codes words.txt --score hangman --name hangman --strategy optimal",
    "build mastermind --matrix matrix.csv --name table --strategy optimal",
    "build beams --variant 3c6p",
    "build beams --variant 6c3p",
    "build beams --variant 3c6p --strategy optimal",
    "build beams --variant 3c6p --strategy h1",
    "build beams --variant 3c6p --strategy h1 --tie lex-d",
    "build beams --variant 3c6p --strategy h1 --tie mix",
    "build beams --variant 3c6p --strategy h0.5",
    "build beams --variant 3c6p --strategy hinf",
    "build beams --variant 3c6p --strategy h-prime",
    "build beams --variant 3c6p --strategy u --tie lex-d",
    "build beams --variant 3c6p --curve --from 0 --to 1.5 --step 0.5",
    "build beams --variant 3c6p --curve --tie mix --from 1 --to 2 --step 0.5",
    "build beams --variant 3c6p --bound 50",
    "build beams --variant 3c6p --more-than 4",
    "build search free --codes 120 --width 4",
    "build search root --size 300",
    "build search root --size 300 --strategy h0.7",
    "build search root --size 100 --strategy hinf",
    "build search root --size 100000 --points 40",
    "build search curve --size 50 --alpha-max 3 --points 12",
    "build dresher --from 1 --to 20",
    "build dresher runs --to 8 --watch 11",
    "build skat --quick",
    "build skat --file deals.txt --whole",
    "build skat --deals 12 --seed 3 --question win",
    "build skat --ladder 2 --cards 4 --seed 2",
    "build skat --ladder 3 --cards 4 --seed 2 --question null",
    "build skat --match 3 --seed 4 --players random",
    "build skat --log xskat.log",
    "build skat --log rounds.jsonl",
    "build switching --order 2",
    "build switching --order 3",
    "build switching --order 5",
    "build switching --order 9",
    "build switching --order 2 --pairings",
    "build switching --order 2 --agent mc:3",
    "build switching --order 4 --cut random --short heuristic --games 40 --seed 3",
    "build switching --order 3 --cut mc:2 --short perfect",
    "build minimax tictactoe",
    "build minimax game nim-passes",
    "build minimax game notakto",
    "build minimax game burnt-pancakes-4",
    "build minimax grundy --heap 500",
    "build minimax grundy --heap 20 --misere",
    "build minimax octal 0.77",
    "build minimax octal 0.137 --heap 300",
    "build minimax octal 0.07 --heap 20 --misere",
    "build minimax subtraction --largest 3",
    "build minimax octal 0.055 --sparse",
    "build minimax subtraction 2,5 --heap 50",
    "build minimax subtraction 2,3 --heap 20 --misere",
    "build minimax memory --pairs 6",
    "build minimax memory --pairs 6 --rule forced",
    "build minimax memory --pairs 3 --objective win",
    "build minimax memory --pairs 3 --rule forced --objective win",
)
"""Command lines that make it, in any order."""

DERIVED = ("build skat --trials 15 --playouts 15 --seed 2",)
"""Command lines that go on from rows that they have put into the book."""


def write_files(folder: Path) -> None:
    """Write the files that command lines name."""
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    for log in LOGS:
        shutil.copy(log, folder)


def copy_small_book(book: Path) -> None:
    """Add the book's files to a folder; each family's is made first unless the same code has made it before."""
    for family in FAMILIES:
        copy_kept(book, f"small-{family}", _maker(family), [family])


def _maker(family: str) -> Callable[[Path], None]:
    """Makes a family's file, the tasks in this process and most of them in one commit."""

    def make(book: Path) -> None:
        folder = book.with_name("files")
        folder.mkdir()
        write_files(folder)
        with _collected() as builds:
            for line in _lines(BUILDS, family):
                _run(line, book, folder)
        assert builds, f"golden/small_book.py: BUILDS has no build of {family}"
        runner.run(book, builds, executor="inline")
        with tasks_here():
            for line in _lines(DERIVED, family):
                _run(line, book, folder)

    return make


def _lines(lines: Iterable[str], family: str) -> list[str]:
    return [line for line in lines if line.removeprefix("build ").startswith(f"{family} ")]


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

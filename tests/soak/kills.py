"""Builds of every family, killed at random moments: what was committed stays, and the build resumes with the same checksums."""

import os
import shutil
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic

import duckdb
from program import PROGRAM, build_here, environment

from tafelwerk.book import open_book
from tafelwerk.errors import TafelwerkError
from tafelwerk.tables.checks import verify_file
from tafelwerk.tables.provenance import builds

LINES = {
    "montecarlo": ("subtraction 20 --moves 1,2 --k-max 5", "dsc 6 --k-max 5", "esr 2 3 1 --k-max 5"),
    "mastermind": (
        "--pegs 2 --colors 3 --strategy h1",
        "--pegs 3 --colors 3 --strategy h0",
        "--pegs 3 --colors 3 --strategy optimal",
    ),
    "beams": ("--variant 3c6p", "--variant 6c3p", "--variant 6c3p --strategy h1"),
    "search": ("free --codes 60 --width 3", "curve --size 40 --points 3", "root --size 50"),
    "skat": ("--deals 2 --seed 1", "--deals 2 --seed 2", "--deals 1 --seed 3"),
    "dresher": ("--from 1 --to 8", "--from 9 --to 40", "runs --to 4"),
    "switching": ("--order 2", "--order 3", "--order 6"),
    "minimax": ("grundy --heap 50", "octal 0.77 --heap 200", "subtraction 1,2,5"),
}
"""Small builds of each family, in the order in which its book grows."""

Sums = dict[str, str]
"""Checksum of each build by its name."""


@dataclass(frozen=True, slots=True)
class Kills:
    """Result of a run.

    Attributes:
        kills: number of kills.
        families: number of kills by family.
        committed: how many builds were committed before their kill.
        resumed: number of builds that were resumed after a kill with the checksum of an undisturbed one.
        wrong: what was wrong, one text per fault.
    """

    kills: int
    families: dict[str, int]
    committed: int
    resumed: int
    wrong: tuple[str, ...]


def undisturbed(family: str, folder: Path) -> tuple[list[Sums], float]:
    """The checksums after each build of a family that nothing disturbs, and the seconds that a process takes for the last."""
    book, found = folder / f"undisturbed-{family}", []
    for line in LINES[family]:
        _make(book, family, line)
        found.append(sums(book, family))
    begin = monotonic()
    process = _start(folder / f"timed-{family}", family, LINES[family][-1])
    _, err = process.communicate(timeout=600)
    assert process.returncode == 0, err
    return found, monotonic() - begin


def _make(book: Path, family: str, line: str) -> None:
    """Make a build in this process."""
    done = build_here("build", family, *line.split(), "--book", book)
    assert done.returncode == 0, f"{family} {line}: {done.stderr}"


def sums(book: Path, family: str) -> Sums:
    """Checksums of a family's builds; raises if its rows are not as recorded."""
    with open_book(book, pocket=False) as opened:
        if family not in opened.families:
            return {}
        bad = [str(check) for check in verify_file(opened, family) if not check.ok]
        if bad:
            raise ValueError("; ".join(bad))
        return {one.name: one.sha256 for one in builds(opened, family)}


def _start(book: Path, family: str, line: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [str(PROGRAM), "build", family, *line.split(), "--jobs", "2", "--book", str(book)],
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def kill_once(
    family: str, place: int, wanted: list[Sums], longest: float, draw: Random, book: Path
) -> tuple[bool, str]:
    """Kill a build at a random moment, look at the book, and resume the build.

    Args:
        family: its family.
        place: its place among the family's builds; the book holds those before.
        wanted: checksums after each build, undisturbed.
        longest: seconds within which the kill comes.
        draw: decides the moment, and whether the workers are killed too.
        book: the book.

    Returns:
        Whether the build was committed before the kill; what is wrong, or "".
    """
    line = LINES[family][place]
    before = sums(book, family)
    process = _start(book, family, line)
    after, alone = draw.uniform(0.0, longest), draw.random() < 0.5
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        (os.kill if alone else os.killpg)(process.pid, signal.SIGKILL)
    process.communicate(timeout=120)
    told = f"{family} {line}, killed {'alone ' if alone else ''}after {after:.3f} s"
    try:
        now = sums(book, family)
        if not before.items() <= now.items():
            return False, f"{told}: committed builds differ: {before} {now}"
        is_committed = len(now) > len(before)
        again = build_here("build", family, *line.split(), "--book", book)
        if again.returncode:
            return is_committed, f"{told}: resuming ends with exit {again.returncode}: {again.stderr[-300:]}"
        if sums(book, family) != wanted[place]:
            return is_committed, f"{told}: the resumed build has other checksums"
        left = [path.name for path in book.rglob("*") if path.is_file() and path.suffix not in (".duckdb", ".lock")]
        # a worker that outlives its parent by a moment may stage a part after the commit
        if left and not alone:
            return is_committed, f"{told}: left behind: {left}"
    except (TafelwerkError, duckdb.Error, OSError) as fault:
        return False, f"{told}: {type(fault).__name__}: {fault}"
    return is_committed, ""


def kill_many(kills: int, seed: int, folder: Path, log: Path | None = None) -> Kills:
    """Kill builds of all families in turn.

    Args:
        kills: how often.
        seed: determines families and moments.
        folder: for books.
        log: numbers of the kills that were survived, one per line; these are not repeated. Default: none.
    """
    survived = (
        set() if log is None or not log.exists() else {int(line.split()[0]) for line in log.read_text().splitlines()}
    )
    references: dict[str, tuple[list[Sums], float]] = {}
    by_family: dict[str, int] = {}
    committed, resumed, wrong = 0, 0, []
    for number in range(kills):
        family = list(LINES)[number % len(LINES)]
        by_family[family] = by_family.get(family, 0) + 1
        if number in survived:
            resumed += 1
            continue
        draw = Random(f"{seed} {number}")
        if family not in references:
            references[family] = undisturbed(family, folder)
        wanted, longest = references[family]
        place = number // len(LINES) % len(LINES[family])
        book = folder / f"{family}-{place}"
        shutil.rmtree(book, ignore_errors=True)
        book.mkdir()
        for earlier in LINES[family][:place]:
            _make(book, family, earlier)
        is_committed, fault = kill_once(family, place, wanted, longest, draw, book)
        committed += is_committed
        resumed += not fault
        if fault:
            wrong.append(f"seed {seed}, kill {number}: {fault}")
        elif log is not None:
            with log.open("a", encoding="utf-8") as file:
                file.write(f"{number} {family} {'committed' if is_committed else 'resumed'}\n")
    return Kills(kills, by_family, committed, resumed, tuple(wrong))

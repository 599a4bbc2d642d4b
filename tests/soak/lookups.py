"""Look-ups in an open loop: that many a second from several processes, each due at its moment whether or not the last has ended.

The time of a look-up counts from the moment it was due, so that one slow answer delays, and counts for, those behind it.
"""

import subprocess
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import duckdb
from program import PROGRAM, environment

from tafelwerk.book import Book, open_book
from tafelwerk.errors import TafelwerkError

BUILDS = ("dresher --to 80", "search curve --size 2000 --points 40", "minimax octal 0.77 --heap 20000")
"""What is built beside look-ups, one after the other, with one worker; from the beginning when all are done."""

REOPENED = 50
"""Look-ups after which a process reads the newest committed files; not all processes at the same moment."""


@dataclass(frozen=True, slots=True)
class Lookups:
    """Result of a run.

    Attributes:
        seconds: of each look-up, the shortest first.
        failed: texts of those that failed or had another answer than the first time.
        builds: number of builds that were committed meanwhile.
    """

    seconds: list[float]
    failed: list[str]
    builds: int


def look_up(book: Path, rate: float, seconds: float, processes: int, *, is_built: bool) -> Lookups:
    """Ask a book at a fixed rate.

    Args:
        book: a book with the quick set at least.
        rate: look-ups per second, of all processes together.
        seconds: duration.
        processes: number of processes.
        is_built: whether builds are made in the book meanwhile.
    """
    start = time.time() + 3.0 + 0.7 * processes
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        asking = [
            pool.submit(ask, book, rate / processes, seconds, start + place / rate, place * REOPENED // processes)
            for place in range(processes)
        ]
        builds = _build(book, start, start + seconds) if is_built else 0
        results = [process.result() for process in asking]
    taken = sorted(second for times, _ in results for second in times)
    return Lookups(taken, [text for _, failed in results for text in failed], builds)


def _build(book: Path, start: float, end: float) -> int:
    """Make builds from a time to another; returns how many were committed."""
    builds = 0
    time.sleep(max(0.0, start - time.time()))
    while time.time() < end:
        line = ["build", *BUILDS[builds % len(BUILDS)].split(), "--force", "--jobs", "1", "--book", str(book)]
        with subprocess.Popen([str(PROGRAM), *line], env=environment(), stderr=subprocess.DEVNULL) as build:
            with suppress(subprocess.TimeoutExpired):
                builds += build.wait(max(0.1, end - time.time())) == 0
            build.terminate()
    return builds


def ask(folder: Path, rate: float, seconds: float, start: float, earlier: int) -> tuple[list[float], list[str]]:
    """One process: its look-ups' seconds, and what failed; it reopens the book that many look-ups `earlier` than others."""
    questions = (
        lambda book: book.dresher.value(7).value,
        lambda book: book.search.free(100, 10).total,
        lambda book: book.minimax.octal("0.77").period,
        lambda book: book.dresher.value(11).value,
        lambda book: book.search.free(500, 5).total,
    )
    taken: list[float] = []
    failed: list[str] = []
    book: Book
    with open_book(folder) as book:
        first = [question(book) for question in questions]
        for number in range(int(rate * seconds)):
            due = start + number / rate
            time.sleep(max(0.0, due - time.time()))
            try:
                if (number + earlier) % REOPENED == REOPENED - 1:
                    book.reopen()
                answer = questions[number % len(first)](book)
                failed += [f"look-up {number}: {answer}"] if answer != first[number % len(first)] else []
            except (TafelwerkError, duckdb.Error, OSError) as fault:
                failed.append(f"look-up {number}: {type(fault).__name__}: {fault}")
            taken.append(time.time() - due)
    return taken, failed

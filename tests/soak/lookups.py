"""Look-ups in an open loop: that many a second from several processes, each due at its moment whether or not the last has ended.

The time of a look-up counts from the moment it was due, so that one slow answer delays, and counts for, those behind it.
"""

import json
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import duckdb
from program import PROGRAM, environment

from tafelwerk.errors import TafelwerkError

BUILDS = ("dresher --to 80", "search curve --size 2000 --points 40", "minimax octal 0.77 --heap 20000")
"""What is built beside look-ups, one after the other, with one worker; from the beginning when all are done."""

REOPENED = 50
"""Look-ups after which a process reads the newest committed files; not all processes at the same moment."""


@dataclass(frozen=True, slots=True)
class Lookups:
    """Result of a run.

    Attributes:
        asked: number of look-ups.
        failed: texts of those that failed or had another answer than the first time.
        median: seconds.
        p99: seconds that 99 of 100 took at most.
        longest: seconds.
        builds: number of builds that were committed meanwhile.
    """

    asked: int
    failed: tuple[str, ...]
    median: float
    p99: float
    longest: float
    builds: int


def look_up(book: Path, rate: float, seconds: float, processes: int, *, building: Path | None = None) -> Lookups:
    """Ask a book at a fixed rate.

    Args:
        book: a book with the quick set at least.
        rate: look-ups per second, of all processes together.
        seconds: duration.
        processes: number of processes.
        building: book in which builds are made meanwhile, such as the same. Default: none.
    """
    start = time.time() + 3.0 + 0.7 * processes
    asking = [
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                "soak.lookups",
                book,
                str(rate / processes),
                str(seconds),
                str(start + place / rate),
                str(place * REOPENED // processes),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        for place in range(processes)
    ]
    builds = 0
    if building is not None:
        time.sleep(max(0.0, start - time.time()))
        while time.time() < start + seconds:
            line = ["build", *BUILDS[builds % len(BUILDS)].split(), "--force", "--jobs", "1", "--book", str(building)]
            with subprocess.Popen(
                [str(PROGRAM), *line], env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            ) as build:
                with suppress(subprocess.TimeoutExpired):
                    builds += build.wait(max(0.1, start + seconds - time.time())) == 0
                build.terminate()
    taken: list[float] = []
    failed: list[str] = []
    for process in asking:
        out, err = process.communicate(timeout=seconds + 120)
        if process.returncode:
            failed.append(f"a process ended with {process.returncode}: {err[-500:]}")
            continue
        found = json.loads(out)
        taken += found["taken"]
        failed += found["failed"]
    taken.sort()
    at = [taken[min(len(taken) - 1, int(share * len(taken)))] for share in (0.5, 0.99, 1.0)] if taken else [0.0] * 3
    return Lookups(len(taken), tuple(failed), *at, builds)


def ask(folder: str, rate: float, seconds: float, start: float, earlier: float) -> dict[str, list[object]]:
    """One process: its look-ups' seconds, and what failed; it reopens the book that many look-ups `earlier` than others."""
    import tafelwerk

    def questions(book: "tafelwerk.Book") -> list[object]:
        return [
            lambda: book.dresher.value(7).value,
            lambda: book.search.free(100, 10).total,
            lambda: book.minimax.octal("0.77").period,
            lambda: book.dresher.value(11).value,
            lambda: book.search.free(500, 5).total,
        ]

    book = tafelwerk.open_book(folder)
    first = [question() for question in questions(book)]  # type: ignore[operator]
    taken: list[object] = []
    failed: list[object] = []
    for number in range(int(rate * seconds)):
        due = start + number / rate
        time.sleep(max(0.0, due - time.time()))
        try:
            if (number + earlier) % REOPENED == REOPENED - 1:
                book.reopen()
            answer = questions(book)[number % len(first)]()  # type: ignore[operator]
            if answer != first[number % len(first)]:
                failed.append(f"look-up {number}: {answer}")
        except (TafelwerkError, duckdb.Error, OSError) as fault:
            failed.append(f"look-up {number}: {type(fault).__name__}: {fault}")
        taken.append(time.time() - due)
    book.close()
    return {"taken": taken, "failed": failed}


if __name__ == "__main__":
    _folder, *_numbers = sys.argv[1:]
    sys.stdout.write(json.dumps(ask(_folder, *map(float, _numbers))))

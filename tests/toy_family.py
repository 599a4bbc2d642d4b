"""A family of no game, to try the builder on: squares and signs of small numbers, as slow as is wanted."""

import math
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from loose_builds import LooseBuild

from tafelwerk.build.plan import Plan
from tafelwerk.build.runner import run
from tafelwerk.build.session import State
from tafelwerk.build.task import Build, Checkpoint
from tafelwerk.errors import TafelwerkError
from tafelwerk.tables import layout

layout.SCHEMA_FOLDERS.append(Path(__file__).parent / "toy_schema")


class Counted:
    """A task whose work is its rows."""

    def operations(self) -> float:
        return float(self.expected_rows())

    def expected_rows(self) -> int:
        return 1


@dataclass(frozen=True)
class Squares(Counted):
    """Rows first..last-1 of squares."""

    table = "squares"
    first: int
    last: int
    pause: float = 0.0
    error: float = 0.0

    def run(self) -> dict[str, list]:
        time.sleep(self.pause)
        numbers = range(self.last - 1, self.first - 1, -1)
        return {
            "n": list(numbers),
            "kind": ["odd" if n % 2 else "even" for n in numbers],
            "square": [n * n for n in numbers],
            "root": [None if math.isqrt(n) ** 2 == n else math.sqrt(n) - self.error for n in numbers],
            "note": [None if n % 7 == 0 else "ä" * (n % 5) for n in numbers],
            "error": [self.error for _ in numbers],
        }

    def expected_rows(self) -> int:
        return self.last - self.first


@dataclass(frozen=True)
class Both(Counted):
    """Squares and signs of 0..count-1 by one task."""

    tables = ("squares", "signs")
    count: int

    def run(self) -> dict[str, dict[str, list]]:
        return {"squares": Squares(0, self.count).run(), "signs": Signs(0, self.count).run()}

    def expected_rows(self) -> int:
        return 2 * self.count


@dataclass(frozen=True)
class Patient(Counted):
    """Rows 0..last-1 of squares, one at a time; stopped once when `stop` of them are done."""

    table = "squares"
    last: int
    stop: int

    def run(self) -> dict[str, list]:
        return Squares(0, self.last).run()

    def resume(self, checkpoint: Checkpoint) -> dict[str, list]:
        done = (checkpoint.load() or {"done": 0})["done"]
        for number in range(done, self.last):
            if number == self.stop and not done:
                raise KeyboardInterrupt
            checkpoint.save({"done": number + 1}, f"{number + 1} of {self.last}")
        return self.run()

    def expected_rows(self) -> int:
        return self.last


@dataclass(frozen=True)
class Signs(Counted):
    """Rows first..last-1 of signs, all turned by `turn`."""

    table = "signs"
    first: int
    last: int
    turn: int = 1

    def run(self) -> dict[str, list]:
        return {
            "n": list(range(self.first, self.last)),
            "sign": [self.turn * (-1) ** n for n in range(self.first, self.last)],
        }

    def expected_rows(self) -> int:
        return self.last - self.first


class Sulk(Exception):  # noqa: N818
    """An exception that does not survive pickling."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one)
        self.two = two


@dataclass(frozen=True)
class Failing(Counted):
    """A task that raises."""

    table = "signs"
    how: str

    def run(self) -> dict[str, list]:
        if self.how == "sulk":
            raise Sulk("cannot", "be pickled")
        if self.how == "exit":
            import os

            os._exit(7)
        raise ValueError("no such number")


class Heard:
    """What a run says of its progress."""

    def __init__(self) -> None:
        self.plans: list[Plan] = []
        self.states: list[State] = []
        self.notes: list[str] = []

    def begin(self, plan: Plan) -> None:
        self.plans.append(plan)

    def tick(self, state: State) -> None:
        self.states.append(state)

    def note(self, text: str) -> None:
        self.notes.append(text)


def squares(upto: int, tasks: int = 4, pause: float = 0.0, error: float = 0.0, first: int = 0) -> Build:
    """A build of squares, in that many tasks."""
    edges = [first + (upto - first) * index // tasks for index in range(tasks + 1)]
    parts = tuple(Squares(a, b, pause, error) for a, b in pairwise(edges))
    name = f"toy squares {first} {upto} {error}"
    return LooseBuild("toy", name, {"first": first, "upto": upto, "error": error}, parts, "certified")


def signs(upto: int, turn: int = 1) -> Build:
    """A build of signs."""
    return LooseBuild(
        "toy", f"toy signs {upto} {turn}", {"signs": upto, "turn": turn}, (Signs(0, upto, turn),), "exact"
    )


def both(upto: int) -> Build:
    """Squares and signs, made by one task."""
    return LooseBuild("toy", f"toy both {upto}", {"both": upto}, (Both(upto),), "certified")


def patient(upto: int, stop: int) -> Build:
    """Squares by a task that is stopped once, when `stop` of them are done."""
    return LooseBuild("toy", f"toy patient {upto}", {"patient": upto}, (Patient(upto, stop),), "certified")


def standard(pause: float = 0.0) -> Iterator[Build]:
    """Some builds that overlap."""
    for index in range(2):
        yield squares(300, tasks=4, pause=pause, error=index * 0.25, first=index * 50)
    yield signs(100)


def main() -> None:
    """BOOK JOBS PAUSE: make the standard set, and end as the command line does."""
    book, jobs, pause = sys.argv[1:4]
    try:
        report = run(book, list(standard(float(pause))), jobs=int(jobs))
    except TafelwerkError as error:
        sys.stderr.write(f"error: {error}\n")
        sys.exit(int(error.exit_code))
    sys.stdout.write(f"{len(report.built)} built, {len(report.skipped)} skipped\n")

"""Plan of a run: tasks, rows, space and time, estimated in advance."""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any

from tafelwerk.build import staging
from tafelwerk.build.commit import held_builds, lacking_tables
from tafelwerk.build.executors import cores
from tafelwerk.build.task import Build, Task
from tafelwerk.fingerprint import family_fingerprint, machine
from tafelwerk.places import cached_text, keep_text

USUAL_SPEED = 1e9
"""Operations per second of a task whose class has no SPEED."""

_ENOUGH = 5.0  # seconds of work before a factor is believed
_REMEMBERED = 1000.0  # seconds of work that the factor rests on at most, so that it follows the machine
_FILE = "speed.json"


def task_seconds(task: Any) -> float:
    """Expected computing time of a task on one core of this machine, without compiling."""
    return reference_seconds(task) * machine_factor()


def reference_seconds(task: Any) -> float:
    """Expected computing time of a task on the machine that the constants were measured on.

    Args:
        task: a task; the time is `operations()` divided by the `SPEED` of its class.
    """
    return float(task.operations()) / float(getattr(task, "SPEED", USUAL_SPEED))


@cache
def machine_factor() -> float:
    """Ratio of measured to forecast time in the builds on this machine; 1 before the first."""
    expected, measured = _read_speed()
    return measured / expected if expected >= _ENOUGH and measured > 0 else 1.0


class Meter:
    """Compares forecasts with measured times."""

    def __init__(self) -> None:
        self._expected = self._measured = 0.0

    def add(self, expected: float, measured: float) -> None:
        """Record a finished task.

        Args:
            expected: its forecast, by `task_seconds`.
            measured: its computing time, without compiling.
        """
        self._expected += expected / machine_factor()
        self._measured += measured

    def keep(self) -> None:
        """Remember the comparison for later forecasts, if the cache folder is writable."""
        expected, measured = _read_speed()
        expected, measured = expected + self._expected, measured + self._measured
        if self._expected == 0.0 or expected == 0.0:
            return
        scale = min(1.0, _REMEMBERED / expected)
        speed = {"machine": machine(), "expected": expected * scale, "measured": measured * scale}
        keep_text(_FILE, json.dumps(speed))


def _read_speed() -> tuple[float, float]:
    """Seconds expected and measured in earlier builds on this machine."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        known = json.loads(cached_text(_FILE))
        if known["machine"] == machine():
            return float(known["expected"]), float(known["measured"])
    return 0.0, 0.0


_USUAL_ROW_BYTES = 16.0
"""Bytes per row of a table whose family's ROW_BYTES does not have it."""

_STARTING, _COMMITTING = 1.0, 0.1  # seconds until workers have imported what they need, and of every build's commit


@dataclass(frozen=True, slots=True)
class PlannedBuild:
    """One build that a run would make.

    Attributes:
        family: its family.
        name: arguments of `tafelwerk build` for this build.
        tasks: tasks left to do.
        staged: tasks that an earlier run has finished.
        rows: expected rows of all tasks.
        bytes: expected space of the rows in the book.
        seconds: expected computing time of the remaining tasks, on one core.
    """

    family: str
    name: str
    tasks: int
    staged: int
    rows: int
    bytes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Plan:
    """Plan of a run.

    Attributes:
        builds: the builds to make.
        skipped: names of the builds already in the book.
        jobs: worker processes.
        seconds: expected time with the given number of workers, without compilation.
        added: tables that the run adds to a file of an earlier version, as family.table.
    """

    builds: tuple[PlannedBuild, ...]
    skipped: tuple[str, ...]
    jobs: int
    seconds: float
    added: tuple[str, ...] = ()

    @property
    def tasks(self) -> int:
        """Tasks left to do."""
        return sum(build.tasks for build in self.builds)

    @property
    def staged(self) -> int:
        """Tasks that an earlier run has finished."""
        return sum(build.staged for build in self.builds)

    @property
    def rows(self) -> int:
        """Rows expected."""
        return sum(build.rows for build in self.builds)

    @property
    def bytes(self) -> int:
        """Space expected."""
        return sum(build.bytes for build in self.builds)


def plan(
    builds: Iterable[Build],
    book_path: str | PathLike[str],
    *,
    jobs: int | None = None,
    force: bool = False,
) -> Plan:
    """Estimate a run without doing anything.

    Args:
        builds: the requested builds.
        book_path: the book's folder.
        jobs: worker processes; None: one per processor.
        force: treat the builds as missing from the book.

    Raises:
        BookError: a family's file is damaged, foreign or of another format.
        StorageError: it cannot be read.
    """
    book = Path(book_path).absolute()
    wanted, skipped = divide(book, builds, force)
    families = sorted({build.family for build in (*wanted, *skipped)})
    added = [f"{family}.{table}" for family in families for table in lacking_tables(book, family)]
    expected = estimate(((build, _tasks_left(book, build)) for build in wanted), jobs or cores())
    return replace(expected, skipped=tuple(build.name for build in skipped), added=tuple(added))


def estimate(work: Iterable[tuple[Build, Sequence[Task]]], workers: int) -> Plan:
    """Estimate a run.

    Args:
        work: the builds that it makes, each with its tasks left to do.
        workers: worker processes.
    """
    planned: list[PlannedBuild] = []
    longest = 0.0
    for build, left in work:
        times = [task_seconds(task) for task in left]
        longest = max([longest, *times])
        rows = build.expected_rows()
        size = round(sum(task.expected_rows() * _row_bytes(build.family, task) for task in build.tasks))
        planned.append(
            PlannedBuild(build.family, build.name, len(left), len(build.tasks) - len(left), rows, size, sum(times))
        )
    computing = max(sum(build.seconds for build in planned) / workers, longest)
    around = _STARTING + _COMMITTING * len(planned) if planned else 0.0
    return Plan(tuple(planned), (), workers, computing + around, ())


def _row_bytes(family: str, task: Task) -> float:
    """Bytes per row of a task, as the family's room says."""
    known: Mapping[str, float] = {}
    with suppress(ModuleNotFoundError):
        known = getattr(import_module(f"tafelwerk.families.{family}"), "ROW_BYTES", known)
    return known.get(getattr(task, "table", ""), known.get("", _USUAL_ROW_BYTES))


def divide(book: Path, builds: Iterable[Build], force: bool) -> tuple[list[Build], list[Build]]:
    """The requested builds, each once, that a run makes, and those already in the book. Each family's file is opened once."""
    wanted: list[Build] = []
    skipped: list[Build] = []
    seen: set[str] = set()
    held: dict[str, frozenset[str]] = {}
    for build in builds:
        if build.digest in seen:
            continue
        seen.add(build.digest)
        if build.family not in held:
            held[build.family] = held_builds(book, build.family)
        (skipped if build.is_held(held[build.family]) and not force else wanted).append(build)
    return wanted, skipped


def _tasks_left(book: Path, build: Build) -> list[Task]:
    """Tasks of a build that no earlier run has finished."""
    if not staging.build_folder(book, build).is_dir():
        return list(build.tasks)
    return [task for task in build.tasks if not _is_staged(book, build, task)]


def _is_staged(book: Path, build: Build, task: Task) -> bool:
    parts = [staging.manifest(path) for path in staging.part_paths(book, build, task)]
    return all(part is not None and part.fingerprint == family_fingerprint(build.family) for part in parts)

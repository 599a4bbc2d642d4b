"""What a run would do: tasks, rows, space and time, estimated before anything is done."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from tafelwerk.build import catalogue, staging
from tafelwerk.build.commit import lacking_tables
from tafelwerk.build.executors import cores
from tafelwerk.build.task import Build, Task, tables_of
from tafelwerk.fingerprint import family_fingerprint
from tafelwerk.tables.book import Book
from tafelwerk.tables.layout import Table, layout
from tafelwerk.tables.provenance import committed

_WIDTHS = {
    "BOOLEAN": 1,
    "TINYINT": 1,
    "UTINYINT": 1,
    "SMALLINT": 2,
    "USMALLINT": 2,
    "INTEGER": 4,
    "UINTEGER": 4,
    "FLOAT": 4,
    "DATE": 4,
    "HUGEINT": 16,
    "UHUGEINT": 16,
    "VARCHAR": 16,
}


@dataclass(frozen=True, slots=True)
class PlannedBuild:
    """One build that a run would make.

    Attributes:
        family: its family.
        name: arguments of `tafelwerk build` that make it.
        tasks: tasks left to do.
        staged: tasks that an earlier run has finished.
        rows: rows expected of all tasks.
        bytes: space they take before compression, an upper estimate.
        seconds: computing time expected of the tasks left, on one core.
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
    """What a run would do.

    Attributes:
        builds: the builds it would make.
        skipped: names of the builds that the book holds already.
        jobs: worker processes.
        seconds: time expected, with so many workers; compiling not counted.
        added: tables that a file of an earlier version lacks and the run gives it, as family.table.
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
        """Space expected, an upper estimate."""
        return sum(build.bytes for build in self.builds)


def plan(
    builds: Iterable[Build],
    book_path: str | PathLike[str],
    *,
    jobs: int | None = None,
    force: bool = False,
    family_module: Callable[[str], catalogue.Family] = catalogue.module,
    note: Callable[[str], None] = lambda text: None,
) -> Plan:
    """Estimate a run without doing anything; the time is measured by each family's short calibration.

    Args:
        builds: what the book shall hold.
        book_path: the book's folder.
        jobs: worker processes; None: one a processor.
        force: as if the book held nothing of it.
        family_module: where a family's builders are found.
        note: told before a calibration, which has to compile first where that was not done yet.

    Raises:
        BookError: a family's file is damaged, foreign or of another format.
        StorageError: it cannot be read.
    """
    book = Path(book_path).absolute()
    workers = jobs or cores()
    speeds: dict[str, float] = {}
    planned: list[PlannedBuild] = []
    skipped: list[str] = []
    longest = 0.0
    with Book(book) as opened:
        held: dict[str, frozenset[str]] = {}
        for build in {build.digest: build for build in builds}.values():
            family = build.family
            if family not in held:
                held[family] = committed(opened, family)
            if build.is_held(held[family]) and not force:
                skipped.append(build.name)
                continue
            left = [task for task in build.tasks if not _staged(book, build, task)]
            if left and family not in speeds:
                note(f"measuring {family}; compiling comes first where it was not done yet")
                speeds[family] = family_module(family).calibrate()
            times = [task.operations() / speeds[family] for task in left]
            longest = max([longest, *times])
            widths = {table.name: _width(table) for table in layout(family)}
            size = sum(task.expected_rows() * max(widths[table] for table in tables_of(task)) for task in build.tasks)
            planned.append(
                PlannedBuild(
                    family,
                    build.name,
                    len(left),
                    len(build.tasks) - len(left),
                    build.expected_rows(),
                    size,
                    sum(times),
                )
            )
        added = [f"{family}.{table}" for family in sorted(held) for table in lacking_tables(book, family)]
    total = sum(build.seconds for build in planned)
    return Plan(tuple(planned), tuple(skipped), workers, max(total / workers, longest), tuple(added))


def _staged(book: Path, build: Build, task: Task) -> bool:
    parts = [staging.manifest(path) for path in staging.part_paths(book, build, task)]
    return all(part is not None and part.fingerprint == family_fingerprint(build.family) for part in parts)


def _width(table: Table) -> int:
    """Bytes of a row before compression."""
    return sum(
        _WIDTHS.get(re.split(r"\W", column.type)[0], 1 if column.type.startswith("ENUM") else 8)
        for column in table.columns
    )

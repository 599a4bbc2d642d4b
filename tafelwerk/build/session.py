"""State of a run: tasks sent to workers, parts staged, complete builds committed.

A commit writes the family's file anew, so the builds of a family are committed together when the last of them is complete;
where that takes long, those that are complete now and then. Parts stay staged until then, so an interrupted run loses none.
"""

import queue
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from tafelwerk.build import staging
from tafelwerk.build.commit import StagedBuild, commit
from tafelwerk.build.executors import Cluster
from tafelwerk.build.plan import Meter, Plan, task_seconds
from tafelwerk.build.task import Build, Task
from tafelwerk.errors import TafelwerkError
from tafelwerk.wording import count_noun

Item = tuple[Build, Task, tuple[Path, ...]]
"""A task of a build, and the paths of its parts."""

Stage = Callable[[str, tuple[Path, ...], Task], tuple[staging.Part, ...]]
"""Function that makes the parts of a task."""

HOURS = 3600.0
"""Seconds of work above which builds are made one after the other."""

_GLANCE = 1.0  # seconds between looks at the checkpoints of long tasks
_COMMIT_SHARE = 10.0  # least time between commits of incomplete families, as a multiple of what the last one took
_COMMIT_PAUSE = 300.0  # the same in seconds
_CHEAP = 60.0  # seconds of work that a failed run gives back, so that it leaves the disk as it was


@dataclass(frozen=True, slots=True)
class State:
    """Progress of a run.

    Attributes:
        done: finished tasks.
        tasks: all tasks of the run.
        rows: rows of the finished tasks.
        share: finished share of the work, 0 to 1, by forecast.
        left: expected seconds until the end.
        families: families with running tasks.
        status: state of a long task, as it reports it; None if no such task is running.
    """

    done: int
    tasks: int
    rows: int
    share: float
    left: float
    families: tuple[str, ...]
    status: str | None = None


class Progress(Protocol):
    """Receiver of a run's progress."""

    def begin(self, plan: Plan) -> None:
        """Called at the start, with the expected work."""

    def tick(self, state: State) -> None:
        """Called after each task, and about every second."""

    def note(self, text: str) -> None:
        """Called with a message."""


class Silent:
    """Progress that is discarded."""

    def begin(self, plan: Plan) -> None:
        """Nothing."""

    def tick(self, state: State) -> None:
        """Nothing."""

    def note(self, text: str) -> None:
        """Nothing."""


@dataclass(slots=True)
class _Progressing:
    """A build whose parts are being collected."""

    build: Build
    missing: int
    parts: dict[str, tuple[Path, staging.Part]] = field(default_factory=dict)

    def take(self, paths: tuple[Path, ...], parts: tuple[staging.Part, ...]) -> None:
        """Add the parts of a finished task."""
        for path, part in zip(paths, parts, strict=True):
            self.parts[path.name] = (path, part)


def _in_order(pending: list[Item]) -> list[Item]:
    """Tasks in the order of work. One short task per class comes first, so that workers compile different kernels in parallel.
    Then family follows family, so that one is committed while others are worked on. Families with long tasks come first, and so
    do these in a family, so that all workers finish together. Hours of work go build by build, so that the book grows.
    """
    work = [task_seconds(task) for _, task, _ in pending]
    longest: dict[str, float] = {}
    for (build, _, _), seconds in zip(pending, work, strict=True):
        longest[build.family] = max(seconds, longest.get(build.family, 0.0))
    families = sorted(longest, key=lambda family: -longest[family])
    builds = list(dict.fromkeys(build.digest for build, _, _ in pending))
    places = {digest: position if sum(work) >= HOURS else 0 for position, digest in enumerate(builds)}
    shortest: dict[tuple[int, type], int] = {}
    for i in sorted(range(len(pending)), key=work.__getitem__, reverse=True):
        shortest[places[pending[i][0].digest], type(pending[i][1])] = i
    first = set(shortest.values())

    def rank(i: int) -> tuple[float, ...]:
        build, *_ = pending[i]
        in_first = i in first
        return places[build.digest], not in_first, 0 if in_first else families.index(build.family), -work[i]

    return [pending[i] for i in sorted(range(len(pending)), key=rank)]


class Session:
    """State of a run: staged parts, and builds waiting to be committed."""

    def __init__(self, book: Path, builds: list[Build], force: bool, progress: Progress) -> None:
        self.book = book
        self.builds = builds
        self.built: list[str] = []
        self.rows = 0
        self.kept = 0
        self._begun: set[Path] = set()  # parts of this run, staged or on the way, not committed
        self._fresh: list[Path] = []  # checkpoints that no earlier run has saved
        self.folder_is_new = not book.exists()
        self._force = force
        self._progress = progress
        self._open: dict[str, _Progressing] = {}
        self._ready: list[_Progressing] = []
        self._next_commit = 0.0
        self._tasks: list[Item] = []
        self._taken: set[tuple[Path, ...]] = set()  # parts of finished tasks
        self._meter = Meter()
        self._begin = time.monotonic()
        self._finished = 0
        self._finished_rows = 0
        self._ahead = self._behind = 0.0  # seconds of work, by forecast
        self._started: dict[tuple[Path, ...], float] = {}  # times at which running tasks started, by their parts
        self._statuses: dict[Path, tuple[object, str | None]] = {}  # by checkpoint: stamp and status as last read

    def prepare(self) -> list[Item]:
        """Reuse the parts staged by an earlier run. Returns the remaining tasks, in the order of work."""
        staging.prepare(self.book, tuple(self.builds))
        pending: list[Item] = []
        for build in self.builds:
            progressing = _Progressing(build, 0)
            self._open[build.digest] = progressing
            names: set[Path] = set()
            for task in build.tasks:
                paths = staging.part_paths(self.book, build, task)
                if not names.isdisjoint(paths):
                    raise TafelwerkError(f"build {build.name}: two of its tasks are the same: {task}")
                names.update(paths)
                parts = staging.usable(build.family, paths, task) if all(path.exists() for path in paths) else None
                if parts is None:
                    progressing.missing += 1
                    pending.append((build, task, paths))
                    self._begun.update(paths)
                    saved = staging.checkpoint(build.family, paths, task)
                    if saved is not None and not saved.path.exists():
                        self._fresh.append(saved.path)
                else:
                    self.kept += 1
                    progressing.take(paths, parts)
            if not progressing.missing:
                self._ready.append(progressing)
        pending = self._tasks = _in_order(pending)
        self._ahead = sum(task_seconds(task) for _, task, _ in pending)
        return pending

    def work_left(self) -> Iterable[tuple[Build, list[Task]]]:
        """Each build with its tasks left to do."""
        left: dict[str, list[Task]] = {build.digest: [] for build in self.builds}
        for build, task, _ in self._tasks:
            left[build.digest].append(task)
        return ((build, left[build.digest]) for build in self.builds)

    def unfinished_items(self) -> list[Item]:
        """Tasks without a result, in the order of work."""
        return [item for item in self._tasks if item[2] not in self._taken]

    def work(self, pool: Executor, pending: list[Item], window: int, workers: int, stage: Stage) -> None:
        """Run the tasks, and commit builds when they are complete."""
        try:
            self._work(pool, pending, window, workers, stage)
        finally:
            self._meter.keep()

    def _work(self, pool: Executor, pending: list[Item], window: int, workers: int, stage: Stage) -> None:
        done: queue.SimpleQueue[Future[tuple[staging.Part, ...]]] = queue.SimpleQueue()
        running: dict[Future[tuple[staging.Part, ...]], Item] = {}
        waiting = iter(pending)
        exhausted = False
        while True:
            while not exhausted and len(running) < window:
                item = next(waiting, None)
                if item is None:
                    exhausted = True
                    break
                build, task, paths = item
                future = pool.submit(stage, build.family, paths, task)
                running[future] = item
                future.add_done_callback(done.put)
            if family := self._family_to_commit(is_idle=not running):
                self._commit(family)
                continue
            if not running:
                return
            try:
                finished = done.get(timeout=_GLANCE)
            except queue.Empty:
                active = list(running.values())
                if isinstance(pool, Cluster):
                    seen = pool.look()
                    if seen.change:
                        self._progress.note(seen.change)
                    active, workers = [running[digest] for digest in seen.active if digest in running], seen.cores
                self._progress.tick(self._state(active, workers, self._status(active)))
                continue
            build, task, paths = running.pop(finished)
            self._take(build, task, paths, finished.result())
            self._progress.tick(self._state(list(running.values()), workers, None))

    def _status(self, running: Iterable[Item]) -> str | None:
        """State of a long task, as it reports it."""
        for build, task, paths in running:
            saved = staging.checkpoint(build.family, paths, task)
            if saved is None:
                continue
            # a checkpoint may be large, and is read again only if it has changed
            stamp = saved.stamp()
            if self._statuses.get(saved.path, (None, None))[0] != stamp:
                self._statuses[saved.path] = stamp, saved.status()
            status = self._statuses.get(saved.path, (None, None))[1]
            if status is not None:
                return f"{build.name}: {status}"
        return None

    def _state(self, active: Sequence[Item], workers: int, status: str | None) -> State:
        """Progress, with the tasks that were sent to workers, in this order: as many of them as there are workers are running."""
        now, total = time.monotonic(), self._ahead + self._behind
        running = active[:workers]
        lengths = [task_seconds(task) for _, task, _ in running]
        ages = [now - self._started.setdefault(paths, now) for _, _, paths in running]
        # what the forecast says, corrected by the pace so far as work is done
        trust = 0.05 * total + 10.0
        pace = ((now - self._begin) * workers + trust) / (self._behind + sum(map(min, ages, lengths)) + trust)
        parts = [min(age / pace, length) for age, length in zip(ages, lengths, strict=True)]
        rests = (length - part for length, part in zip(lengths, parts, strict=True))
        # sums of forecasts are rounded: what they leave after the last task is no work
        is_over = self._finished == len(self._tasks) or total <= 0.0
        left = max((self._ahead - sum(parts)) / workers, max(rests, default=0.0))
        return State(
            self._finished,
            len(self._tasks),
            self._finished_rows,
            1.0 if is_over else (self._behind + sum(parts)) / total,
            0.0 if is_over else max(0.0, left) * pace,
            tuple(dict.fromkeys(build.family for build, _, _ in running)),
            status,
        )

    def _take(self, build: Build, task: Task, paths: tuple[Path, ...], parts: tuple[staging.Part, ...]) -> None:
        progressing = self._open[build.digest]
        progressing.take(paths, parts)
        progressing.missing -= 1
        self._taken.add(paths)
        self._started.pop(paths, None)
        self._finished += 1
        self._finished_rows += sum(part.rows for part in parts)
        expected = task_seconds(task)
        self._ahead, self._behind = max(0.0, self._ahead - expected), self._behind + expected
        self._meter.add(expected, sum(part.seconds for part in parts))
        for part in parts:
            if part.note:
                self._progress.note(f"{build.name}: {part.note}")
        if not progressing.missing:
            self._ready.append(progressing)

    def _family_to_commit(self, is_idle: bool) -> str | None:
        """A family with complete builds, if it is time to commit them."""
        if not self._ready:
            return None
        growing = {progressing.build.family for progressing in self._open.values() if progressing.missing}
        ready = [item.build.family for item in self._ready]
        complete = [family for family in ready if family not in growing]
        if not complete and (is_idle or time.monotonic() >= self._next_commit):
            return ready[0]
        return complete[0] if complete else None

    def _commit(self, family: str) -> None:
        begin = time.monotonic()
        now = [item for item in self._ready if item.build.family == family]
        staged = [StagedBuild(item.build, tuple(item.parts[name] for name in sorted(item.parts))) for item in now]
        commit(self.book, family, staged, force=self._force, note=self._progress.note)
        self._ready = [item for item in self._ready if item.build.family != family]
        for item in now:
            del self._open[item.build.digest]
            for path, part in item.parts.values():
                self._begun.discard(path)
                self.rows += part.rows
            self.built.append(item.build.name)
        # the committer takes a processor from the workers: let them have most of it
        end = time.monotonic()
        self._next_commit = end + max(_COMMIT_PAUSE, _COMMIT_SHARE * (end - begin))

    def tasks_uncommitted(self) -> int:
        """Finished tasks whose build is not committed."""
        # counted where they are: a worker may have finished one that was not reported any more
        folders = [staging.build_folder(self.book, item.build) for item in self._open.values()]
        parts = [path for folder in folders for path in folder.glob("*.parquet")]
        return len({(path.parent, path.name.partition(".")[0]) for path in parts})

    def checkpoint_text(self) -> str:
        """State of unfinished tasks that saved it, as the end of a sentence."""
        statuses = [
            saved.status()
            for build, task, paths in self._tasks
            if (saved := staging.checkpoint(build.family, paths, task)) is not None and not paths[0].exists()
        ]
        texts = [status for status in statuses if status]
        return f", and of unfinished ones what they saved ({'; '.join(texts)})" if texts else ""

    def left_behind(self) -> str:
        """What a build that is stopped leaves, in words."""
        built, finished, begun = len(self.built), self.tasks_uncommitted(), self.checkpoint_text()
        if not built and not finished and not begun:
            return "nothing was finished, so nothing is kept; the same command starts from the beginning"
        committed = f"{count_noun(built, 'build')} {'is' if built == 1 else 'are'} committed"
        tasks = f"{count_noun(finished, 'finished task')} more {'is' if finished == 1 else 'are'} kept"
        return f"{committed}, {tasks}{begun}; the same command resumes from there"

    def give_back(self) -> None:
        """Remove this run's parts and new checkpoints if little work is lost."""
        parts = {path: part for path in self._begun if (part := staging.manifest(path)) is not None}
        if sum(part.seconds for part in parts.values()) < _CHEAP:
            for path in parts:
                path.unlink(missing_ok=True)
        if time.monotonic() - self._begin < _CHEAP:
            for path in self._fresh:
                path.unlink(missing_ok=True)

    def tidy(self) -> None:
        """Remove unfinished files of ended workers, and empty folders."""
        with suppress(OSError):
            for build in self.builds:
                staging.clear_temporaries(staging.build_folder(self.book, build))
        staging.remove_empty(self.book)
        if self.folder_is_new:
            with suppress(OSError):
                self.book.rmdir()

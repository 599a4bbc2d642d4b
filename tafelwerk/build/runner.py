"""Runs builds: sends tasks to workers, commits a build when its last task is staged, resumes interrupted builds."""

import errno
import pickle
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Literal, Protocol

from tafelwerk.build import staging
from tafelwerk.build.cluster import Cluster, LostWorkersError, dask
from tafelwerk.build.commit import LOCK_TIMEOUT, StagedBuild, add_tables, added_text, commit
from tafelwerk.build.executors import InlineExecutor, cores, local
from tafelwerk.build.forecast import Meter, task_seconds
from tafelwerk.build.plan import Plan, PlannedBuild, plan
from tafelwerk.build.task import Build, Task
from tafelwerk.errors import InputError, InterruptedBuildError, StorageError, TafelwerkError, out_of_memory
from tafelwerk.tables.book import Book
from tafelwerk.tables.provenance import committed
from tafelwerk.wording import counted

__all__ = ["Plan", "PlannedBuild", "Progress", "Report", "Silent", "State", "keep", "plan", "run"]

ExecutorName = Literal["local", "dask", "inline"]

_Item = tuple[Build, Task, tuple[Path, ...]]
"""A task of a build, and the paths of its parts."""

_Stage = Callable[[str, tuple[Path, ...], Task], tuple[staging.Part, ...]]
"""Function that makes the parts of a task."""

HOURS = 3600.0
"""Seconds of work above which builds are made one after the other."""

SHORT = 3.0
"""Seconds of work below which a single task runs in this process."""

_IN_A_QUERY = "Query interrupted"  # what DuckDB makes of Ctrl-C while it works
_GLANCE = 1.0  # seconds between looks at the checkpoints of long tasks
_COMMIT_SHARE = 4.0  # time between commits, as a multiple of what the last one took
_STARVED = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EROFS, errno.EIO})
_LOSSES = 2  # times that the workers are started again after one of them ended unexpectedly
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


@dataclass(frozen=True, slots=True)
class Report:
    """Result of a run.

    Attributes:
        built: names of the builds it committed.
        skipped: names of those already in the book.
        rows: rows of the builds it committed.
        seconds: duration of the run.
    """

    built: tuple[str, ...]
    skipped: tuple[str, ...]
    rows: int
    seconds: float


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


def run(
    book_path: str | PathLike[str],
    builds: Iterable[Build],
    *,
    jobs: int | None = None,
    executor: ExecutorName = "local",
    scheduler: str | None = None,
    force: bool = False,
    progress: Progress | None = None,
    lock_timeout: float = LOCK_TIMEOUT,
) -> Report:
    """Make the builds that the book does not hold yet.

    Args:
        book_path: the book's folder; created if necessary.
        builds: the requested builds; those already in the book are skipped.
        jobs: worker processes; None: one per processor.
        executor: where tasks run; "inline": in this process.
        scheduler: address of the Dask scheduler, for "dask".
        force: rebuild builds already in the book.
        progress: receiver of the progress.
        lock_timeout: seconds to wait for another process's commit.

    Raises:
        InputError: an argument is invalid.
        BookError: a family's file is damaged, foreign or of another format.
        StorageError: no permission, no space, lock held.
        InterruptedBuildError: stopped by Ctrl-C, SIGTERM or SIGHUP; finished tasks are kept.
    """
    begin = time.monotonic()
    workers = _checked_jobs(jobs)
    if executor not in ("local", "dask", "inline"):
        raise InputError(f"executor cannot be {executor!r}: local, dask or inline")
    if executor == "dask" and not scheduler:
        raise InputError("--executor dask needs --scheduler ADDRESS, such as tcp://127.0.0.1:8786")
    book = Path(book_path).absolute()
    shown = progress if progress is not None else Silent()
    wanted, skipped = _divide(book, builds, force)
    for build in skipped:
        # a committer killed after its last step leaves the parts of what it committed
        if staging.build_folder(book, build).exists():
            staging.discard(book, build)
    for family in sorted({build.family for build in skipped}.difference(build.family for build in wanted)):
        added = add_tables(book, family, lock_timeout=lock_timeout)
        if added:
            shown.note(f"{family}: {added_text(added)}")
    if not wanted:
        return Report((), tuple(build.name for build in skipped), 0, time.monotonic() - begin)
    session = _Session(book, wanted, force, shown, lock_timeout)
    with _undone_if_failed(session), _stoppable(session):
        pending = session.prepare()
        shown.begin(plan(wanted, book, jobs=workers, force=True))
        stage = _hold if executor == "inline" and is_short(wanted) else _stage
        for lost in range(_LOSSES, -1, -1):
            opened: AbstractContextManager[Executor] = nullcontext(InlineExecutor())
            window = 1
            if pending and executor == "local":
                workers = min(workers, len(pending))
                opened, window = local(workers), 2 * workers + 2
            elif pending and executor == "dask":
                opened, window = dask(scheduler, book, {build.family for build in wanted}, shown.note), 10_000
            try:
                with opened as pool:
                    session.work(pool, pending, window, workers, stage)
                break
            except BrokenExecutor:
                if executor != "local" or not lost:
                    raise
            pending, workers = session.unfinished(), max(1, workers // 2)
            shown.note(
                f"a worker ended unexpectedly (out of memory?): {counted(len(pending), 'task')} go on in"
                f" {counted(workers, 'new worker')}"
            )
    return Report(tuple(session.built), tuple(build.name for build in skipped), session.rows, time.monotonic() - begin)


def is_short(builds: Sequence[Build]) -> bool:
    """Whether the run is a single task of a few seconds, which needs neither a process of its own nor parts on disk."""
    tasks = [task for build in builds for task in build.tasks]
    return len(tasks) == 1 and not hasattr(tasks[0], "resume") and task_seconds(tasks[0]) <= SHORT


def keep(book_path: str | PathLike[str], build: Build) -> None:
    """Compute one build in this process and commit it. Errors as in `run`."""
    run(book_path, (build,), executor="inline")


def _checked_jobs(jobs: int | None) -> int:
    if jobs is None:
        return cores()
    if jobs < 1:
        raise InputError(f"--jobs {jobs}: at least 1")
    return jobs


def _divide(book: Path, builds: Iterable[Build], force: bool) -> tuple[list[Build], list[Build]]:
    """The requested builds, each once, and those already in the book."""
    wanted: list[Build] = []
    skipped: list[Build] = []
    seen: set[str] = set()
    with Book(book) as opened:
        held: dict[str, frozenset[str]] = {}
        for build in builds:
            if build.digest in seen:
                continue
            seen.add(build.digest)
            if build.family not in held:
                held[build.family] = committed(opened, build.family)
            (skipped if build.is_held(held[build.family]) and not force else wanted).append(build)
    return wanted, skipped


def _in_order(pending: list[_Item]) -> list[_Item]:
    """Tasks in the order of work. One short task per class comes first, so that workers compile different kernels in parallel;
    then the longest, so that all workers finish together. Hours of work go build by build, so that the book grows.
    """
    work = [task_seconds(task) for _, task, _ in pending]
    builds = list(dict.fromkeys(build.digest for build, _, _ in pending))
    places = {digest: place if sum(work) >= HOURS else 0 for place, digest in enumerate(builds)}
    shortest: dict[tuple[int, type], int] = {}
    for i in sorted(range(len(pending)), key=work.__getitem__, reverse=True):
        shortest[places[pending[i][0].digest], type(pending[i][1])] = i
    first = set(shortest.values())
    order = sorted(range(len(pending)), key=lambda i: (places[pending[i][0].digest], i not in first, -work[i]))
    return [pending[i] for i in order]


class _Session:
    """State of a run: staged parts, and builds waiting to be committed."""

    def __init__(self, book: Path, builds: list[Build], force: bool, progress: Progress, lock_timeout: float) -> None:
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
        self._lock_timeout = lock_timeout
        self._open: dict[str, _Progressing] = {}
        self._ready: list[_Progressing] = []
        self._next_commit = 0.0
        self._tasks: list[_Item] = []
        self._taken: set[tuple[Path, ...]] = set()  # parts of finished tasks
        self._meter = Meter()
        self._begin = time.monotonic()
        self._finished = 0
        self._finished_rows = 0
        self._ahead = self._behind = 0.0  # seconds of work, by forecast

    def prepare(self) -> list[_Item]:
        """Reuse the parts staged by an earlier run. Returns the remaining tasks, in the order of work."""
        staging.prepare(self.book, tuple(self.builds))
        pending: list[_Item] = []
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

    def unfinished(self) -> list[_Item]:
        """Tasks without a result, in the order of work."""
        return [item for item in self._tasks if item[2] not in self._taken]

    def work(self, pool: Executor, pending: list[_Item], window: int, workers: int, stage: _Stage) -> None:
        """Run the tasks, and commit builds when they are complete."""
        try:
            self._work(pool, pending, window, workers, stage)
        finally:
            self._meter.keep()

    def _work(self, pool: Executor, pending: list[_Item], window: int, workers: int, stage: _Stage) -> None:
        done: queue.SimpleQueue[Future[tuple[staging.Part, ...]]] = queue.SimpleQueue()
        running: dict[Future[tuple[staging.Part, ...]], _Item] = {}
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
            if self._ready and (not running or time.monotonic() >= self._next_commit):
                self._commit()
                continue
            if not running:
                return
            try:
                finished = done.get(timeout=_GLANCE)
            except queue.Empty:
                active = list(running.values())
                if isinstance(pool, Cluster):
                    active, workers = self._watch(pool, running), pool.cores()
                self._progress.tick(self._state(active, workers, self._status(active)))
                continue
            build, task, paths = running.pop(finished)
            self._take(build, task, paths, finished.result())
            self._progress.tick(self._state(list(running.values()), workers, None))

    def _watch(self, cluster: Cluster, running: Mapping[Future[tuple[staging.Part, ...]], _Item]) -> list[_Item]:
        """The tasks that the workers of a cluster have; says which workers came and went."""
        told = cluster.changes()
        if told:
            self._progress.note(told)
        return [running[future] for future in cluster.active() if future in running]

    def _status(self, running: Iterable[_Item]) -> str | None:
        """State of a long task, as it reports it."""
        for build, task, paths in running:
            saved = staging.checkpoint(build.family, paths, task)
            status = saved.status() if saved is not None else None
            if status is not None:
                return f"{build.name}: {status}"
        return None

    def _state(self, running: Sequence[_Item], workers: int, status: str | None) -> State:
        total = self._ahead + self._behind
        # sums of forecasts are rounded: what they leave after the last task is no work
        is_over = self._finished == len(self._tasks) or total <= 0.0
        # what the forecast says, corrected by the pace so far as work is done
        trust = 0.05 * total + 10.0
        pace = ((time.monotonic() - self._begin) * workers + trust) / (self._behind + trust)
        return State(
            self._finished,
            len(self._tasks),
            self._finished_rows,
            1.0 if is_over else self._behind / total,
            0.0 if is_over else self._ahead / workers * pace,
            tuple(dict.fromkeys(build.family for build, _, _ in running)),
            status,
        )

    def _take(self, build: Build, task: Task, paths: tuple[Path, ...], parts: tuple[staging.Part, ...]) -> None:
        progressing = self._open[build.digest]
        progressing.take(paths, parts)
        progressing.missing -= 1
        self._taken.add(paths)
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

    def _commit(self) -> None:
        begin = time.monotonic()
        family = self._ready[0].build.family
        now = [item for item in self._ready if item.build.family == family]
        staged = [StagedBuild(item.build, tuple(item.parts[name] for name in sorted(item.parts))) for item in now]
        commit(
            self.book,
            family,
            staged,
            force=self._force,
            note=self._progress.note,
            lock_timeout=self._lock_timeout,
        )
        self._ready = [item for item in self._ready if item.build.family != family]
        for item in now:
            del self._open[item.build.digest]
            for path, part in item.parts.values():
                self._begun.discard(path)
                self.rows += part.rows
            self.built.append(item.build.name)
        # the committer takes a processor from the workers: let them have most of it
        self._next_commit = time.monotonic() + _COMMIT_SHARE * (time.monotonic() - begin)

    def uncommitted(self) -> int:
        """Finished tasks whose build is not committed."""
        # counted where they are: a worker may have finished one that was not reported any more
        folders = [staging.build_folder(self.book, item.build) for item in self._open.values()]
        parts = [path for folder in folders for path in folder.glob("*.parquet")]
        return len({(path.parent, path.name.partition(".")[0]) for path in parts})

    def begun(self) -> str:
        """State of unfinished tasks that saved it, as the end of a sentence."""
        statuses = [
            saved.status()
            for build, task, paths in self._tasks
            if (saved := staging.checkpoint(build.family, paths, task)) is not None and not paths[0].exists()
        ]
        told = [status for status in statuses if status]
        return f", and of unfinished ones what they saved ({'; '.join(told)})" if told else ""

    def left_behind(self) -> str:
        """What a build that is stopped leaves, in words."""
        built, finished, begun = len(self.built), self.uncommitted(), self.begun()
        if not built and not finished and not begun:
            return "nothing was finished, so nothing is kept; the same command starts from the beginning"
        committed = f"{counted(built, 'build')} {'is' if built == 1 else 'are'} committed"
        tasks = f"{counted(finished, 'finished task')} more {'is' if finished == 1 else 'are'} kept"
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


@contextmanager
def _undone_if_failed(session: _Session) -> Iterator[None]:
    try:
        yield
    except BaseException as error:
        starved = isinstance(error, OSError) and (isinstance(error, StorageError) or error.errno in _STARVED)
        if starved:
            with suppress(OSError):
                session.give_back()
        session.tidy()
        if isinstance(error, KeyboardInterrupt):
            raise
        if starved and not isinstance(error, StorageError):
            raise StorageError(f"cannot write to the book {session.book}: {error}") from error
        what = "a worker ended unexpectedly (out of memory?)" if isinstance(error, BrokenExecutor) else "out of memory"
        rest = "run it again, with fewer --jobs if memory is short"
        if isinstance(error, LostWorkersError):
            what, rest = str(error), "start workers with more memory, and the same command resumes"
        if isinstance(error, BrokenExecutor) or (not isinstance(error, TafelwerkError) and out_of_memory(error)):
            raise StorageError(
                f"{what}; {counted(session.uncommitted(), 'finished task')} and everything committed are kept: {rest}"
            ) from error
        raise


@contextmanager
def _stoppable(session: _Session) -> Iterator[None]:
    """Treat SIGTERM and the end of the terminal like Ctrl-C, and report what is kept."""

    def stop(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {}
    if threading.current_thread() is threading.main_thread():
        # nohup has a build ignore the end of the terminal
        before = {one: signal.signal(one, stop) for one in numbers if signal.getsignal(one) != signal.SIG_IGN}
    try:
        yield
    except (KeyboardInterrupt, RuntimeError) as error:
        if isinstance(error, RuntimeError) and str(error) != _IN_A_QUERY:
            raise
        raise InterruptedBuildError(f"interrupted: {session.left_behind()}") from error
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _hold(family: str, paths: tuple[Path, ...], task: Task) -> tuple[staging.Part, ...]:
    """Run a short task in this process."""
    return staging.hold(family, task)


def _stage(family: str, paths: tuple[Path, ...], task: Task) -> tuple[staging.Part, ...]:
    """Run a task in a worker; errors arrive as objects or as text."""
    try:
        return staging.stage(family, paths, task)
    except Exception as error:
        if not isinstance(error, TafelwerkError) and out_of_memory(error):
            raise MemoryError(f"task {task}: {type(error).__name__}: {error}") from None
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            raise TafelwerkError(f"task {task}: {type(error).__name__}: {error}") from None
        raise

"""Runs builds: starts workers, replaces those that are lost, resumes interrupted builds; `session` does the work between."""

import errno
import pickle
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Literal

from tafelwerk.build import staging
from tafelwerk.build.commit import added_text, upgrade
from tafelwerk.build.executors import InlineExecutor, LostWorkersError, cores, dask, interrupted_by_signals, local
from tafelwerk.build.plan import divide, estimate, task_seconds
from tafelwerk.build.session import Progress, Session, Silent
from tafelwerk.build.task import Build, Resumable, Task
from tafelwerk.errors import InputError, InterruptedBuildError, StorageError, TafelwerkError, out_of_memory
from tafelwerk.tables.readings import boundary
from tafelwerk.wording import count_noun

ExecutorName = Literal["local", "dask", "inline"]

SHORT = 3.0
"""Seconds of work below which a single task runs in this process."""

_IN_A_QUERY = "Query interrupted"  # what DuckDB makes of Ctrl-C while it works
_STARVED = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EROFS, errno.EIO})
_WINDOW = 10_000  # tasks that wait for workers
_LOSSES = 2  # times that the workers are started again after one of them ended unexpectedly


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


def run(
    book_path: str | PathLike[str],
    builds: Iterable[Build],
    *,
    jobs: int | None = None,
    executor: ExecutorName = "local",
    scheduler: str | None = None,
    force: bool = False,
    progress: Progress | None = None,
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
    display = progress if progress is not None else Silent()
    wanted, skipped = divide(book, builds, force)
    for build in skipped:
        # a committer killed after its last step leaves the parts of what it committed
        if staging.build_folder(book, build).exists():
            staging.discard(book, build)
    # before the tasks, which may read the book
    for family in sorted({build.family for build in (*wanted, *skipped)}):
        if added := upgrade(book, family):
            display.note(f"{family}: {added_text(added)}")
    if not wanted:
        return Report((), tuple(build.name for build in skipped), 0, time.monotonic() - begin)
    session = Session(book, wanted, force, display)
    with _undone_if_failed(session), _stoppable(session):
        pending = session.prepare()
        display.begin(estimate(session.work_left(), workers))
        stage = _hold if executor == "inline" and is_short(wanted) else _stage
        for lost in range(_LOSSES, -1, -1):
            opened: AbstractContextManager[Executor] = nullcontext(InlineExecutor())
            # workers have enough to do while this process commits
            window = 1 if executor == "inline" else _WINDOW
            if pending and executor == "local":
                workers = min(workers, len(pending))
                opened = local(workers)
            elif pending and executor == "dask":
                assert scheduler is not None
                opened = dask(scheduler, book, {build.family for build in wanted}, display.note)
            try:
                with opened as pool:
                    session.work(pool, pending, window, workers, stage)
                break
            except BrokenExecutor:
                if executor != "local" or not lost:
                    raise
            pending, workers = session.unfinished_items(), max(1, workers // 2)
            display.note(
                f"a worker ended unexpectedly (out of memory?): {count_noun(len(pending), 'task')} go on in"
                f" {count_noun(workers, 'new worker')}"
            )
    return Report(tuple(session.built), tuple(build.name for build in skipped), session.rows, time.monotonic() - begin)


def is_short(builds: Sequence[Build]) -> bool:
    """Whether the run is a single task of a few seconds, which needs neither a process of its own nor parts on disk."""
    tasks = [task for build in builds for task in build.tasks]
    return len(tasks) == 1 and not isinstance(tasks[0], Resumable) and task_seconds(tasks[0]) <= SHORT


def keep(book_path: str | PathLike[str], build: Build) -> None:
    """Compute one build in this process and commit it. Errors as in `run`."""
    run(book_path, (build,), executor="inline")


def _checked_jobs(jobs: int | None) -> int:
    if jobs is None:
        return cores()
    if jobs < 1:
        raise InputError(f"--jobs {jobs}: at least 1")
    return jobs


@contextmanager
def _undone_if_failed(session: Session) -> Iterator[None]:
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
        advice = "run it again, with fewer --jobs if memory is short"
        if isinstance(error, LostWorkersError):
            what, advice = str(error), "start workers with more memory, and the same command resumes"
        if isinstance(error, BrokenExecutor) or (not isinstance(error, TafelwerkError) and out_of_memory(error)):
            raise StorageError(
                f"{what}; {count_noun(session.tasks_uncommitted(), 'finished task')} and everything committed are kept: {advice}"
            ) from error
        raise


@contextmanager
def _stoppable(session: Session) -> Iterator[None]:
    """Report what is kept where the run is interrupted."""
    with interrupted_by_signals():
        try:
            yield
        except (KeyboardInterrupt, RuntimeError) as error:
            if isinstance(error, RuntimeError) and str(error) != _IN_A_QUERY:
                raise
            raise InterruptedBuildError(f"interrupted: {session.left_behind()}") from error


@boundary()
def _hold(family: str, paths: tuple[Path, ...], task: Task) -> tuple[staging.Part, ...]:
    """Run a short task in this process."""
    return staging.hold(family, task)


def _stage(family: str, paths: tuple[Path, ...], task: Task) -> tuple[staging.Part, ...]:
    """Run a task in a worker; errors arrive as objects or as text."""
    try:
        with boundary():
            return staging.stage(family, paths, task)
    except Exception as error:
        if not isinstance(error, TafelwerkError) and out_of_memory(error):
            raise MemoryError(f"task {task}: {type(error).__name__}: {error}") from None
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:
            raise TafelwerkError(f"task {task}: {type(error).__name__}: {error}") from None
        raise

"""Executors of tasks: worker processes on this machine, or this process, or a Dask cluster."""

import atexit
import gc
import multiprocessing
import os
import platform
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from tafelwerk.build import staging
from tafelwerk.errors import InputError, InterruptedBuildError, StorageError
from tafelwerk.extras import need
from tafelwerk.fingerprint import family_fingerprint, installed_version
from tafelwerk.streams import leave
from tafelwerk.wording import count_noun, join_words

P = ParamSpec("P")
T = TypeVar("T")

_LIFE_SIGN = 0.25  # seconds between looks whether the parent lives
_GRACE = 5.0
_OF_A_TERMINAL = {getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)}
"""Signals that a terminal sends to all processes: workers leave them to their parent."""


class InlineExecutor(Executor):
    """Runs submitted functions immediately, in this process."""

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run the function; the future is done."""
        future: Future[T] = Future()
        try:
            future.set_result(function(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class LocalExecutor(ProcessPoolExecutor):
    """Worker processes that leave Ctrl-C and a closed terminal to their parent, and do not outlive it."""

    def __init__(self, jobs: int) -> None:
        self._before = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        with _inheriting():  # starts a process that tracks semaphores
            super().__init__(jobs, mp_context=context, initializer=_begin_worker, initargs=(os.getpid(),))

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Send the function to a worker, starting one if necessary."""
        with _inheriting():
            return super().submit(function, *args, **kwargs)

    def end(self) -> None:
        """Stop the workers immediately."""
        self.shutdown(wait=False, cancel_futures=True)
        workers = [child for child in multiprocessing.active_children() if child not in self._before]
        for worker in workers:
            worker.terminate()
        deadline = time.monotonic() + _GRACE
        for worker in workers:
            worker.join(max(deadline - time.monotonic(), 0.0))
            if worker.is_alive():
                worker.kill()
                worker.join()


@contextmanager
def interrupted_by_signals() -> Iterator[None]:
    """Treat SIGTERM and the end of the terminal like Ctrl-C; what is ignored, as by nohup, stays so."""
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {}
    if threading.current_thread() is threading.main_thread():
        before = {
            number: signal.signal(number, signal.default_int_handler)
            for number in numbers
            if signal.getsignal(number) != signal.SIG_IGN
        }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _inheriting() -> Iterator[None]:
    """Processes started in the block inherit a mask, so that what a terminal sends does not hit them while they start."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, _OF_A_TERMINAL)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


@contextmanager
def local(jobs: int) -> Iterator[Executor]:
    """Worker processes; stopped at once if the block ends with an error, including Ctrl-C."""
    executor = LocalExecutor(jobs)
    try:
        yield executor
    except BaseException:
        executor.end()
        raise
    executor.shutdown(cancel_futures=True)


def workers(jobs: int) -> AbstractContextManager[Executor]:
    """Worker processes, as of `local`; with one job this process."""
    return local(jobs) if jobs > 1 else nullcontext(InlineExecutor())


def results_in_order(futures: Iterable[Future[T]], window: int) -> Iterator[T]:
    """The results of futures in their order.

    Args:
        futures: the futures, each begun when it is asked for.
        window: number of futures that are begun before the first of them is waited for.
    """
    waiting: deque[Future[T]] = deque()
    for future in futures:
        waiting.append(future)
        while len(waiting) > window:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def cores() -> int:
    """Processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _begin_worker(parent: int) -> None:
    for number in _OF_A_TERMINAL:
        signal.signal(number, signal.SIG_IGN)
    os.environ["NUMBA_NUM_THREADS"] = "1"  # one core a worker; numba is not imported yet
    gc.set_threshold(50_000)  # compiling makes many objects, few of which could be collected
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    atexit.register(leave, 0)  # else DuckDB's library lists on stderr what is left of its objects


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LIFE_SIGN)
    os._exit(1)


LIBRARIES = ("duckdb", "llvmlite", "numba", "numpy", "polars")
"""Distributions whose versions must agree: they make, type or write the rows."""

ANSWER = 10.0
"""Seconds to wait for the scheduler."""

GONE = "the Dask scheduler is gone; finished tasks are kept: start it again, and the same command resumes"
"""Message about a lost scheduler."""


class LostWorkersError(BrokenExecutor):
    """A task ended several workers one after the other."""


@dataclass(frozen=True, slots=True)
class Look:
    """State of a cluster at one moment.

    Attributes:
        cores: number of tasks that run at the same time.
        active: the tasks that workers have, running or next.
        change: which workers came and went since the last look, in words; None if none did.
    """

    cores: int
    active: Sequence[Future[Any]]
    change: str | None


class Cluster(Executor):
    """The workers of a Dask cluster as an executor.

    Args:
        client: Dask's client.
        check: called on a worker before its first task; raises if its tasks cannot run there.
    """

    def __init__(self, client: Any, check: Callable[[], None]) -> None:
        self._client, self._check = client, check
        self._numbers = count()
        self._running: dict[str, tuple[Any, Future[Any]]] = {}
        self._workers: frozenset[str] = frozenset(client.scheduler_info(-1)["workers"])

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Send the function to the scheduler."""
        key = f"tafelwerk-{os.getpid()}-{next(self._numbers)}"
        outer: Future[T] = Future()
        # first in, first out: the runner has sorted the tasks
        inner = self._client.submit(
            _check_and_call, self._check, function, *args, **kwargs, key=key, fifo_timeout="1 h"
        )
        self._running[key] = inner, outer
        inner.add_done_callback(partial(self._finish, key))
        return outer

    def _finish(self, key: str, inner: Any) -> None:
        _, outer = self._running.pop(key, (None, None))
        if outer is None or outer.done():
            return
        try:
            outer.set_result(inner.result())
        except Exception as error:
            outer.set_exception(_own_error(error))
        except BaseException:
            outer.set_exception(InterruptedBuildError(GONE))

    def look(self) -> Look:
        """What the scheduler says now, compared with the last time."""
        try:
            workers: Mapping[str, Any] = self._client.scheduler_info(-1)["workers"]
            keys = {key for held in self._client.processing().values() for key in held}
        except OSError:
            return Look(1, (), None)
        active = [outer for key, (_, outer) in list(self._running.items()) if key in keys]
        now = frozenset(workers)
        lost, come, self._workers = self._workers - now, now - self._workers, now
        changes: list[str] = []
        if lost:
            changes.append(
                f"{count_noun(len(lost), 'worker')} lost ({', '.join(sorted(lost))}): its tasks run elsewhere"
            )
        if come:
            changes.append(f"{count_noun(len(come), 'worker')} joined")
        return Look(
            max(1, sum(int(worker["nthreads"]) for worker in workers.values())),
            active,
            f"{'; '.join(changes)}; {count_noun(len(now), 'worker')} now" if changes else None,
        )

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Forget what was not finished."""
        held = [inner for inner, _ in self._running.values()]
        self._running.clear()
        with suppress(OSError):
            self._client.cancel(held, force=True)


@contextmanager
def dask(scheduler: str, book: Path, families: Iterable[str], note: Callable[[str], None]) -> Iterator[Cluster]:
    """The workers of a Dask cluster.

    Args:
        scheduler: its address.
        book: folder of the book; its staging folder is there.
        families: whose tasks will run.
        note: receives messages.

    Raises:
        InputError: no scheduler answers, Dask is not installed, or a worker has other code or another folder.
    """
    need("--executor dask", "dask")
    distributed: Any = import_module("distributed")
    try:
        client: Any = distributed.Client(scheduler, timeout=ANSWER, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise InputError(f"--scheduler {scheduler}: no Dask scheduler answers there") from error
    try:
        with _left_in(book) as token:
            check = partial(check_worker, tuple(describe_code(families).items()), str(token))
            _compare(client, check, note)
            cluster = Cluster(client, check)
            try:
                yield cluster
            finally:
                cluster.shutdown()
    finally:
        client.close()


def _compare(client: Any, check: Callable[[], None], note: Callable[[str], None]) -> None:
    """Ask every worker whether tasks can run there.

    Raises:
        InputError: one says that they cannot.
    """
    workers: Mapping[str, Any] = client.scheduler_info(-1)["workers"]
    if not workers:
        note("the scheduler has no workers yet; start one with: dask worker ADDRESS --nthreads 1")
        return
    faults = client.run(check, on_error="return")
    for address, fault in sorted(faults.items()):
        if isinstance(fault, ImportError):
            raise InputError(f"worker {address} has no Tafelwerk of this version: {fault}; install the same there")
        if isinstance(fault, BaseException):
            raise InputError(f"worker {address}: {fault}")
    note(f"{count_noun(len(workers), 'worker')} of the cluster with the same code and libraries")
    several = [address for address, worker in sorted(workers.items()) if worker["nthreads"] > 1]
    if several:
        note(f"{join_words(several)}: start such workers with --nthreads 1, as Python runs one thread at a time")


@contextmanager
def _left_in(book: Path) -> Iterator[Path]:
    """A file in the staging folder, to be found by every worker."""
    folder = staging.staging_folder(book)
    staging.clear_temporaries(folder)
    token = staging.temporary(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        token.write_text(token.name, encoding="utf-8")
    except OSError as error:
        raise StorageError(f"cannot write to {folder}: {error.strerror or error}") from error
    try:
        yield token
    finally:
        token.unlink(missing_ok=True)
        staging.remove_empty(book)


def describe_code(families: Iterable[str]) -> dict[str, str]:
    """What must be the same here and on a worker: versions by name, and the fingerprints of families."""
    versions = {"Python": ".".join(map(str, sys.version_info[:2]))}
    versions |= {name: installed_version(name) or "none" for name in ("tafelwerk", *LIBRARIES)}
    return versions | {f"code of {family}": family_fingerprint(family) for family in sorted(families)}


@cache
def check_worker(expected: tuple[tuple[str, str], ...], token: str) -> None:
    """Raise if tasks cannot run in this process; what it found is remembered.

    Args:
        expected: the items of `describe_code` where the run was started.
        token: path of the file that was left in the staging folder.

    Raises:
        InputError: something differs, or the folder is not there; the message says what.
    """
    wanted = dict(expected)
    own = describe_code(name.removeprefix("code of ") for name in wanted if name.startswith("code of "))
    differing = [f"{name} {own[name]} instead of {wanted[name]}" for name in wanted if own[name] != wanted[name]]
    if differing:
        raise InputError(f"other versions than here: {join_words(differing)}; install the same there")
    path = Path(token)
    try:
        content = path.read_text(encoding="utf-8")
    except OSError:
        content = ""
    if content != path.name:
        raise InputError(
            f"{platform.node()} does not see the folder {path.parent}; the book must lie on a shared folder"
        )
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise InputError(f"{platform.node()} cannot write to {path.parent}")
    if "numba" not in sys.modules:
        os.environ["NUMBA_NUM_THREADS"] = "1"  # one core per task


def _check_and_call(check: Callable[[], None], function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function on a worker that was checked."""
    check()
    return function(*args, **kwargs)


def _own_error(error: Exception) -> Exception:
    """An error of Dask as one of this program."""
    kind = type(error).__name__
    if kind == "KilledWorker":
        last = getattr(getattr(error, "last_worker", None), "address", "a worker")
        return LostWorkersError(f"a task ended every worker that tried it, the last on {last} (out of memory?)")
    if kind in ("FutureCancelledError", "CancelledError", "CommClosedError"):
        return InterruptedBuildError(GONE)
    return error

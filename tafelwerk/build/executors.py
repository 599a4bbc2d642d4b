"""Executors of tasks: worker processes on this machine, or this process; a Dask cluster: see `cluster`."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

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


def cores() -> int:
    """Processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _begin_worker(parent: int) -> None:
    for number in _OF_A_TERMINAL:
        signal.signal(number, signal.SIG_IGN)
    os.environ["NUMBA_NUM_THREADS"] = "1"  # one core a worker; numba is not imported yet
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LIFE_SIGN)
    os._exit(1)

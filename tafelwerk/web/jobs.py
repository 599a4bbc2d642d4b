"""Jobs for the workers: each is done once, and its answer is kept until the book, or what is proved about it, changes.

A page waits a moment for its job. If the job takes longer, the page says so and asks again after a second. Every job has a time
limit. Answers are kept as text of JSON, whose bytes are what they take; the number of jobs and the bytes of answers have limits.
"""

import json
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from tafelwerk.places import user_cache
from tafelwerk.web.workers import BusyError, Stop, Workers

KEPT, KEPT_BYTES = 200, 64_000_000
"""Answers that are kept: their number, and bytes of all of them together with what was asked."""

LARGEST_KEPT = 8_000_000
"""Bytes of an answer that is kept; a larger one, such as a file, is handed to those who wait for it."""

MOST_AT_WORK = 100
"""Jobs at work or waiting for a process."""

PATIENCE = 1.2
"""Seconds that a page waits for its job."""

AT_ONCE, LONG = 20.0, 60.0
"""Seconds after which a job is ended: of a look-up, and of work that was asked for."""


@dataclass(frozen=True, slots=True)
class Working:
    """A job that is not done yet.

    Attributes:
        seconds: how long it has been at work.
        most: after how many it is ended.
    """

    seconds: float
    most: float


@dataclass(frozen=True, slots=True)
class _Known:
    """A job that was asked for: since when, of which state of the files, its answer, and what ends it."""

    begun: float
    stamp: list[tuple[str, int, int]]
    future: "Future[str]"
    stop: Stop

    @property
    def answer(self) -> str:
        """The answer of a job that is done; "" of one that failed."""
        return "" if self.future.cancelled() or self.future.exception() is not None else self.future.result()


class Jobs:
    """The jobs given to the workers, and their answers.

    Args:
        workers: the processes that do the work.
        book: folder of the book.
        logs: files that answers depend on besides.

    Attributes:
        book: the folder.
    """

    def __init__(self, workers: Workers, book: Path, logs: Sequence[Path] = ()) -> None:
        self._workers, self.book, self._logs = workers, book, logs
        self._threads = ThreadPoolExecutor(32, "job")
        self._lock = threading.Lock()
        self._known: OrderedDict[str, _Known] = OrderedDict()

    def ask(self, job: str, *, patience: float | None = None, most: float = AT_ONCE, **given: Any) -> Any:
        """The answer of a job.

        A job at work is not begun a second time, even if the files have changed since it began.

        Args:
            job: one of `worker.JOBS`.
            patience: seconds to wait for it. Default: until it is done.
            most: seconds after which it is ended.
            given: what its function is given; JSON.

        Returns:
            The answer, or `Working`.

        Raises:
            JobError, LimitError: as `Workers.run`.
            BusyError: too many jobs are at work.
        """
        key, stamp = _key(job, given), self._stamp()
        begun: _Known | None = None
        with self._lock:
            known = self._known.get(key)
            if known is None or (known.future.done() and known.stamp != stamp):
                if sum(not one.future.done() for one in self._known.values()) >= MOST_AT_WORK:
                    raise BusyError(MOST_AT_WORK)
                stop = Stop()
                future = self._threads.submit(self._workers.run, job, most, stop, **given)
                known = begun = self._known[key] = _Known(monotonic(), stamp, future, stop)
            self._known.move_to_end(key)
        if begun is not None:
            # called at once where it is done already, so without the lock
            begun.future.add_done_callback(lambda _: self._limit())
        try:
            return json.loads(known.future.result(patience))
        except FutureTimeoutError:
            if not known.future.done():
                return Working(monotonic() - known.begun, most)
            self._forget(key, known)
            raise
        except Exception:
            self._forget(key, known)
            raise

    def end(self, job: str, **given: Any) -> float | None:
        """End a job, with its process.

        Args:
            job, given: as they were asked for.

        Returns:
            Seconds that it was at work; None if it was not.
        """
        key = _key(job, given)
        with self._lock:
            known = self._known.get(key)
            if known is None or known.future.done():
                return None
            # whoever asks for it again gets it anew
            del self._known[key]
        known.stop.end()
        return monotonic() - known.begun

    def known(self, job: str, **given: Any) -> Any:
        """The answer of a job that is done and kept; None otherwise. Nothing is begun."""
        with self._lock:
            known = self._known.get(_key(job, given))
        if known is None or not known.future.done() or known.future.exception() is not None:
            return None
        if known.stamp != self._stamp():
            return None
        return json.loads(known.future.result())

    def _limit(self) -> None:
        """Drop answers that are too large, and those that were not asked for longest, until the rest is within the limits."""
        with self._lock:
            sizes = {key: len(key) + len(one.answer) for key, one in self._known.items() if one.future.done()}
            total = sum(sizes.values())
            # the last to be asked for are the last in order
            for key, size in sizes.items():
                if size > LARGEST_KEPT or total > KEPT_BYTES or len(self._known) > KEPT:
                    del self._known[key]
                    total -= size

    def _forget(self, key: str, known: _Known) -> None:
        """Keep no failure; whoever asked for the job since then keeps theirs."""
        with self._lock:
            if self._known.get(key) is known:
                del self._known[key]

    def _stamp(self) -> list[tuple[str, int, int]]:
        """Sizes and times of the book's files and of logs, which change with them, and of the folder of proofs."""
        files = [*sorted(self.book.glob("*.duckdb")), user_cache() / "proofs", *self._logs]
        return [(file.name, (state := file.stat()).st_mtime_ns, state.st_size) for file in files if file.exists()]

    def close(self) -> None:
        """Take no more jobs."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _key(job: str, given: Mapping[str, Any]) -> str:
    return json.dumps([job, given], sort_keys=True)

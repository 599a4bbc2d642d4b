"""Jobs for the pool of worker processes: each is done once, its answer kept until the book, or what is proved, changes.

A page waits a moment for its job. If the job takes longer, the page says so and asks again after a second. Every job has a time
limit. Answers are kept as text of JSON, whose bytes are what they take; the number of jobs and the bytes of answers have limits.

The pool grows on demand; a process whose job takes too long is ended.

A process that would have to compile answers small questions in plain Python; what takes long there goes to one that compiles.
"""

import json
import os
import subprocess
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from tafelwerk.errors import ExitCode, LimitError, StorageError, TafelwerkError
from tafelwerk.places import user_cache
from tafelwerk.web.worker import COMPILE

DONE = '{"done": '
"""Begin of the line that answers a job; its answer and a brace follow."""


class JobError(TafelwerkError):
    """A job failed as a command fails: with a line and an exit code.

    Args:
        text: the line.
        code: the exit code.
    """

    def __init__(self, text: str, code: int) -> None:
        super().__init__(text)
        self.exit_code = ExitCode(code)


class EndedError(LimitError):
    """A job was ended because the reader asked for it."""


class BusyError(StorageError):
    """Too many jobs are at work.

    Args:
        most: greatest number of them.
    """

    def __init__(self, most: int) -> None:
        super().__init__(f"the server is at work on {most} other pages; ask again when some of them are done")


class Stop:
    """Ends a job, whether it waits for a process or runs in one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self.is_set = False

    def end(self) -> None:
        """End the job with its process; a job that is done is left alone."""
        with self._lock:
            self.is_set = True
            if self._process is not None:
                self._process.kill()

    @contextmanager
    def over(self, process: "subprocess.Popen[str]") -> Iterator[None]:
        """While a process does the job; a job ended before does not begin.

        Raises:
            EndedError: it was.
        """
        with self._lock:
            if self.is_set:
                raise EndedError("the work was ended before it began")
            self._process = process
        try:
            yield
        finally:
            with self._lock:
                self._process = None


class Workers:
    """Worker processes on one book.

    Args:
        book: folder of the book.
        most: processes at most. Default: the cores of the machine, 2 to 4.
        logs, games: files that they may read besides, those of games perhaps with a class.
    """

    def __init__(
        self, book: Path, most: int | None = None, *, logs: Sequence[Path] = (), games: Sequence[str] = ()
    ) -> None:
        self._book = book
        self._files = json.dumps({"logs": list(map(str, logs)), "games": list(games)})
        self._most = most or max(2, min(4, os.cpu_count() or 2))
        self._idle: deque[subprocess.Popen[str]] = deque()
        self._all: dict[subprocess.Popen[str], bool] = {}  # whether each compiles
        self._changed = threading.Condition()
        self._is_closed = False

    def warm(self) -> None:
        """Start a process, so that the first page need not wait for it."""
        self._release(self._acquire())

    def run(self, job: str, seconds: float, stop: Stop, **given: Any) -> str:
        """Do a job.

        Args:
            job: one of `worker.JOBS`.
            seconds: after which the process is ended.
            stop: ends it before.
            given: what its function is given; JSON.

        Returns:
            Its answer, as text of JSON in ASCII.

        Raises:
            JobError: it failed, with what a command would have said.
            EndedError: it was ended by `stop`.
            LimitError: it took too long, or its process ended.
        """
        line, spent = self._line(job, seconds, stop, given, compiles=False)
        if line == COMPILE:
            line, _ = self._line(job, seconds, stop, given, compiles=True, spent=spent)
        return answer_of(line)

    def close(self) -> None:
        """End all processes."""
        with self._changed:
            self._is_closed = True
            processes = list(self._all)
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()

    def _line(
        self, job: str, seconds: float, stop: Stop, given: dict[str, Any], *, compiles: bool, spent: float = 0.0
    ) -> tuple[str, float]:
        """The line by which a process answers a job, and the seconds that this took. Errors as of `run`.

        Args:
            job, seconds, stop, given: as of `run`.
            compiles: whether a process is wanted that compiles.
            spent: of these seconds, by another process that gave the job up.
        """
        process = self._acquire(compiles=compiles)
        late = threading.Event()

        def end() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(seconds - spent, end)
        timer.daemon = True
        timer.start()
        begin = monotonic()
        line, is_sound = "", True
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            with stop.over(process):
                is_sound = False
                with suppress(OSError):
                    process.stdin.write(json.dumps({"job": job, "given": given}) + "\n")
                    process.stdin.flush()
                    line = process.stdout.readline().rstrip("\n")
            # what was interrupted may have left modules half loaded
            is_sound = line not in ("", COMPILE) and not late.is_set() and not stop.is_set
        finally:
            timer.cancel()
            self._release(process, alive=is_sound)
        if not line:
            if stop.is_set:
                raise EndedError("the work was ended")
            took = f"took longer than {seconds:g} s and was ended" if late.is_set() else "ended its process"
            raise LimitError(f"the work {took}: ask for less, or use the command line")
        return line, monotonic() - begin

    def _acquire(self, *, compiles: bool = False) -> "subprocess.Popen[str]":
        """A process that is idle; if one that compiles is wanted, one of those."""
        with self._changed:
            while True:
                if self._is_closed:
                    raise StorageError("the server is being stopped")
                for process in [process for process in self._idle if process.poll() is not None]:
                    self._forget(process)
                fitting = [process for process in self._idle if self._all[process] or not compiles]
                if fitting:
                    self._idle.remove(fitting[-1])
                    return fitting[-1]
                if len(self._all) >= self._most and self._idle:
                    self._forget(self._idle[0])
                if len(self._all) < self._most:
                    process = self._start(compiles)
                    self._all[process] = compiles
                    return process
                self._changed.wait()

    def _forget(self, process: "subprocess.Popen[str]") -> None:
        """End a process, if it has not ended, and think of it no more."""
        process.kill()
        self._all.pop(process, None)
        if process in self._idle:
            self._idle.remove(process)

    def _start(self, compiles: bool) -> "subprocess.Popen[str]":
        line = [sys.executable, "-m", "tafelwerk.web.worker", str(self._book), self._files]
        environment = {**os.environ, "NO_COLOR": "1"} | ({"NUMBA_DISABLE_JIT": "0"} if compiles else {})
        environment.pop("COLUMNS", None)
        return subprocess.Popen(
            line,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C is the server's
        )

    def _release(self, process: "subprocess.Popen[str]", *, alive: bool = True) -> None:
        with self._changed:
            if alive and process.poll() is None and not self._is_closed:
                self._idle.append(process)
            else:
                self._forget(process)
            self._changed.notify()


def answer_of(line: str) -> str:
    """The answer in the line that answers a job, as text of JSON in ASCII.

    Raises:
        JobError: the job failed.
        LimitError: its answer is too large, or it took too much.
    """
    if line.startswith(DONE):
        return line[len(DONE) :].removesuffix("}")
    reply = json.loads(line)
    if reply["limit"]:
        raise LimitError(reply["error"])
    raise JobError(reply["error"], reply["code"])


STATUS = {
    ExitCode.ANSWERED: 200,
    ExitCode.BAD_INPUT: 400,
    ExitCode.NOT_BUILT: 404,
    ExitCode.DAMAGED: 503,
    ExitCode.STORAGE: 503,
}
"""Status of a response by exit code; others: 500."""


def status_of(error: TafelwerkError) -> int:
    """Status of the page that shows an error."""
    if isinstance(error, LimitError):
        return 422
    return STATUS.get(error.exit_code, 500)


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
class _Entry:
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
        self._known: OrderedDict[str, _Entry] = OrderedDict()

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
        begun: _Entry | None = None
        with self._lock:
            known = self._known.get(key)
            if known is None or (known.future.done() and known.stamp != stamp):
                if sum(not entry.future.done() for entry in self._known.values()) >= MOST_AT_WORK:
                    raise BusyError(MOST_AT_WORK)
                stop = Stop()
                future = self._threads.submit(self._workers.run, job, most, stop, **given)
                known = begun = self._known[key] = _Entry(monotonic(), stamp, future, stop)
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
            sizes = {key: len(key) + len(entry.answer) for key, entry in self._known.items() if entry.future.done()}
            total = sum(sizes.values())
            # the last to be asked for are the last in order
            for key, size in sizes.items():
                if size > LARGEST_KEPT or total > KEPT_BYTES or len(self._known) > KEPT:
                    del self._known[key]
                    total -= size

    def _forget(self, key: str, known: _Entry) -> None:
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

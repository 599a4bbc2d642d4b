"""Pool of worker processes. It grows on demand; a process whose job takes too long is ended.

A process that would have to compile answers small questions in plain Python; what takes long there goes to one that compiles.
"""

import json
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

from tafelwerk.errors import ExitCode, LimitError, StorageError, TafelwerkError
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
                    process = self._started(compiles)
                    self._all[process] = compiles
                    return process
                self._changed.wait()

    def _forget(self, process: "subprocess.Popen[str]") -> None:
        """End a process, if it has not ended, and think of it no more."""
        process.kill()
        self._all.pop(process, None)
        if process in self._idle:
            self._idle.remove(process)

    def _started(self, compiles: bool) -> "subprocess.Popen[str]":
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

"""Jobs for worker processes: each is done once, its answer kept until the book, or what is proved, changes.

Jobs wait in two lanes with processes of their own: look-ups and moves of games never wait for statements, files and computing,
whose processes give way to others. A page waits a moment for its job. If the job takes longer, the page says so and asks again
after a second. A job is ended when its time is over, counted from when it was asked for, and when nobody has waited for it for a
while. Answers are kept as text of JSON, whose bytes are what they take. The number of waiting jobs, the number of answers and
their bytes have limits.

A process that would have to compile answers small questions in plain Python; what takes long there goes to one that compiles.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from tafelwerk.errors import ExitCode, LimitError, StorageError, TafelwerkError
from tafelwerk.places import user_cache
from tafelwerk.web.worker import COMPILE, FILES, LONG_JOBS, SO_FAR, scratch_folder

DONE = b'{"done": '
"""Begin of the line that answers a job; its answer and a brace follow."""

FILE = b'{"file": '
"""Begin of the line behind which a file follows; the number of its bytes and a brace follow."""


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
    """Too many jobs wait, all of which somebody waits for.

    Args:
        most: greatest number of them.
    """

    def __init__(self, most: int) -> None:
        super().__init__(f"the server is at work on {most} other pages; ask again in {AGAIN} seconds")


class Stop:
    """Ends a job, whether it waits for a process or runs in one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self.is_set = False

    def end(self) -> None:
        """End the job with its process; a job that is done is left alone."""
        with self._lock:
            self.is_set = True
            if self._process is not None:
                self._process.kill()

    @contextmanager
    def over(self, process: "subprocess.Popen[bytes]") -> Iterator[None]:
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
    """Worker processes on one book, started when they are needed.

    Args:
        book: folder of the book.
        most: processes at most.
        is_patient: whether they give way to other processes.
        logs, games: files that they may read besides, those of games perhaps with a class.

    Attributes:
        most: processes at most, besides one more while it becomes warm.
    """

    def __init__(
        self,
        book: Path,
        most: int,
        *,
        is_patient: bool = False,
        logs: Sequence[Path] = (),
        games: Sequence[str] = (),
    ) -> None:
        self._book, self.most = book, most
        self._given = json.dumps({"is_patient": is_patient, "logs": list(map(str, logs)), "games": list(games)})
        self._idle: deque[subprocess.Popen[bytes]] = deque()
        self._all: dict[subprocess.Popen[bytes], bool] = {}  # whether each compiles
        self._warm: subprocess.Popen[bytes] | None = None
        self._ended = monotonic()  # when the last job ended
        self._lock = threading.Lock()
        self._is_closed = False

    def run(
        self, job: str, seconds: float, stop: Stop, hear: Callable[[bytes], None] = lambda line: None, **given: Any
    ) -> bytes:
        """Do a job. At most `most` of them are done at a time.

        Args:
            job: one of `worker.JOBS`.
            seconds: after which the process is ended.
            stop: ends it before.
            hear: takes what it knows before it is done, as text of JSON.
            given: what its function is given; JSON.

        Returns:
            Its answer: a file of a job of `worker.FILES`, otherwise text of JSON in ASCII.

        Raises:
            JobError: it failed, with what a command would have said.
            EndedError: it was ended by `stop`.
            LimitError: it took too long, or its process ended.
        """
        begun = monotonic()
        answer = self._reply(self._acquire(compiles=False), job, seconds, stop, hear, given)
        if answer == COMPILE:
            answer = self._reply(self._acquire(compiles=True), job, seconds + begun - monotonic(), stop, hear, given)
        return answer

    def warm(self, job: str, **given: Any) -> None:
        """Do a job in a process of its own, which from then on goes before others, and once more whenever that process ends.

        It begins once nothing has been asked for a while, so that the first readers do not wait for it. Others answer meanwhile,
        and those that are idle then end, which frees their memory. Where the process would have to compile, it is given up.
        """
        with suppress(TafelwerkError):
            while True:
                while not self._is_quiet():
                    sleep(QUIET / 10)
                with self._lock:
                    self._warm = process = self._add(compiles=False)
                if self._reply(process, job, LONG, Stop(), lambda line: None, given) == COMPILE:
                    break
                with self._lock:
                    for other in {*self._idle} - {process}:
                        self._idle.remove(other)
                        other.kill()
                process.wait()

    def _is_quiet(self) -> bool:
        """Whether no job is being done, nor has been for a while; also once this is closed."""
        with self._lock:
            is_idle = len(self._idle) == len(self._all) and monotonic() - self._ended >= QUIET
            return is_idle or self._is_closed

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            self._is_closed = True
            self._idle.clear()
            processes = list(self._all)
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()

    def _reply(
        self,
        process: "subprocess.Popen[bytes]",
        job: str,
        seconds: float,
        stop: Stop,
        hear: Callable[[bytes], None],
        given: dict[str, Any],
    ) -> bytes:
        """The answer of a process, which is idle afterwards; COMPILE if it gives the job up.

        Arguments and errors as of `run`.
        """
        late = threading.Event()

        def end() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()
        line, content, is_sound = b"", b"", True
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            with stop.over(process):
                is_sound = False
                with suppress(OSError):
                    process.stdin.write(json.dumps({"job": job, "given": given}).encode() + b"\n")
                    process.stdin.flush()
                    while (line := process.stdout.readline()).startswith(SO_FAR) and line.endswith(b"\n"):
                        hear(line[len(SO_FAR) : -2])
                    if line.startswith(FILE):
                        content = process.stdout.read(json.loads(line)["file"])
            # what was interrupted may have left modules half loaded
            is_sound = line.rstrip() not in (b"", COMPILE) and not late.is_set() and not stop.is_set
        finally:
            timer.cancel()
            self._release(process, is_sound)
        if not line.endswith(b"\n"):
            if stop.is_set:
                raise EndedError("the work was ended")
            took = f"took longer than {seconds:.2g} s and was ended" if late.is_set() else "ended its process"
            raise LimitError(f"the work {took}: ask for less, or use the command line")
        return content if line.startswith(FILE) else answer_of(line)

    def _acquire(self, compiles: bool) -> "subprocess.Popen[bytes]":
        """A process that is idle, the warm one or the last one used before others; one that compiles if that is wanted."""
        with self._lock:
            fitting = [process for process in self._idle if self._all[process] or not compiles]
            if fitting:
                process = self._warm if self._warm in fitting else fitting[-1]
                self._idle.remove(process)
                return process
            return self._add(compiles)

    def _add(self, compiles: bool) -> "subprocess.Popen[bytes]":
        """A new process, in the place of an idle one if there are enough; the lock is held."""
        if self._is_closed:
            raise StorageError("the server is being stopped")
        if len(self._all) >= self.most and self._idle:
            self._idle.popleft().kill()
        process = self._start(compiles)
        self._all[process] = compiles
        # waited for whenever it ends, so that none is left as a zombie
        threading.Thread(target=self._bury, args=(process,), daemon=True).start()
        return process

    def _start(self, compiles: bool) -> "subprocess.Popen[bytes]":
        line = [sys.executable, "-m", "tafelwerk.web.worker", str(self._book), self._given]
        environment = {**os.environ, "NO_COLOR": "1"} | ({"NUMBA_DISABLE_JIT": "0"} if compiles else {})
        environment.pop("COLUMNS", None)
        return subprocess.Popen(
            line,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            start_new_session=True,  # Ctrl-C is the server's
        )

    def _bury(self, process: "subprocess.Popen[bytes]") -> None:
        """Wait for the end of a process, and think of it no more; of one that was killed, remove what it was writing."""
        process.wait()
        shutil.rmtree(scratch_folder(process.pid), ignore_errors=True)
        with self._lock:
            del self._all[process]
            with suppress(ValueError):
                self._idle.remove(process)

    def _release(self, process: "subprocess.Popen[bytes]", is_sound: bool) -> None:
        with self._lock:
            self._ended = monotonic()
            is_spare = len(self._all) > self.most and process is not self._warm
            if is_sound and process in self._all and not is_spare:
                self._idle.append(process)
                return
        process.kill()


def answer_of(line: bytes) -> bytes:
    """The answer in the line that answers a job, as text of JSON in ASCII; COMPILE of a job that was given up.

    Raises:
        JobError: the job failed.
        LimitError: its answer is too large, or it took too much.
    """
    line = line.rstrip(b"\n")
    if line.startswith(DONE):
        return line[len(DONE) : -1]
    if line == COMPILE:
        return line
    reply = json.loads(line)
    if reply["limit"]:
        raise LimitError(reply["error"])
    raise JobError(reply["error"], reply["code"])


def fault(done: Mapping[str, Any]) -> str:
    """What a command says on standard error when it fails; what it read there has no name on a page."""
    lines = [line for line in done["err"].strip().split("\n") if line]
    return _READ.sub("", lines[-1].removeprefix("error: ")) if lines else "it failed without a word"


_READ = re.compile("^(standard input|Standardeingabe)[:,] ")


def check_done(done: dict[str, Any]) -> dict[str, Any]:
    """What a command has done, as of `worker.command`.

    Raises:
        JobError: it failed.
    """
    if done["code"]:
        raise JobError(fault(done), done["code"])
    return done


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

MOST_WAITING = 100
"""Jobs that wait in a lane."""

QUIET = 3.0
"""Seconds without a job before a process becomes warm."""

PATIENCE = 1.2
"""Seconds that a page waits for its job."""

AT_ONCE, LONG = 20.0, 60.0
"""Seconds after which a job is ended: of a look-up, and of work that was asked for."""

LEFT, ABSENT = 10.0, 3.0
"""Seconds after which a job that nobody waits for is ended, and makes room for another; pages ask again after one."""

AGAIN = 2
"""Seconds after which who was refused asks again."""


@dataclass(frozen=True, slots=True)
class Working:
    """A job that is not done yet.

    Attributes:
        seconds: how long ago it was asked for.
        most: after how many it is ended.
        so_far: what it knows already; None if nothing.
    """

    seconds: float
    most: float
    so_far: Any = None


@dataclass(frozen=True, slots=True)
class _Lane:
    """Jobs that wait for the same processes.

    Attributes:
        workers: the processes.
        waiting: jobs that have not begun.
        threads: that hand jobs to processes, each until none waits.
    """

    workers: Workers
    waiting: "deque[_Entry]" = field(default_factory=deque)
    threads: set[threading.Thread] = field(default_factory=set)


@dataclass(eq=False, slots=True)
class _Entry:
    """A job that was asked for.

    Attributes:
        job, given: the job.
        lane: where it waits.
        begun, most: when it was asked for, and seconds after which it is ended.
        stamp: state of the files then.
        seen: when somebody last waited for it.
        readers: how many wait for it.
        stop: ends it.
        so_far: what it knows before it is done, as text of JSON.
        future: its answer.
    """

    job: str
    given: Mapping[str, Any]
    lane: _Lane
    begun: float
    most: float
    stamp: list[tuple[str, int, int]]
    seen: float
    readers: int = 0
    stop: Stop = field(default_factory=Stop)
    so_far: bytes = b"null"
    future: "Future[bytes]" = field(default_factory=Future)

    @property
    def answer(self) -> bytes:
        """The answer of a job that is done; nothing of one that failed."""
        return b"" if self.future.exception() is not None else self.future.result()

    def hear(self, line: bytes) -> None:
        """Take what the job knows so far."""
        self.so_far = line


class Jobs:
    """The jobs given to the workers, and their answers.

    Args:
        look_ups: processes that do what takes a moment.
        long_work: processes that do what may take long.
        book: folder of the book.
        logs: files that answers depend on besides.

    Attributes:
        book: the folder.
    """

    def __init__(self, look_ups: Workers, long_work: Workers, book: Path, logs: Sequence[Path] = ()) -> None:
        self._look_ups, self._long_work = _Lane(look_ups), _Lane(long_work)
        self.book, self._logs = book, logs
        self._lock = threading.Lock()
        self._known: OrderedDict[str, _Entry] = OrderedDict()
        self._is_watched = False

    def ask(
        self,
        job: str,
        *,
        patience: float | None = None,
        most: float = AT_ONCE,
        gone: "Future[None] | None" = None,
        **given: Any,
    ) -> Any:
        """The answer of a job.

        A job at work is not begun a second time, even if the files have changed since it began.

        Args:
            job: one of `worker.JOBS`.
            patience: seconds to wait for it. Default: until it is done.
            most: seconds from now after which it is ended.
            gone: done when the reader is gone; then nobody waits here any more.
            given: what its function is given; JSON.

        Returns:
            The answer, bytes of a job of `worker.FILES`, or `Working`.

        Raises:
            JobError, LimitError: as `Workers.run`.
            BusyError: too many jobs wait, or this one waited too long.
        """
        key, stamp = _key(job, given), self._stamp()
        with self._lock:
            entry = self._known.get(key)
            if entry is None or (entry.future.done() and entry.stamp != stamp):
                is_long = job in LONG_JOBS or "--compute" in given.get("words", ())
                lane = self._long_work if is_long else self._look_ups
                entry = _Entry(job, given, lane, monotonic(), most, stamp, monotonic())
                self._begin(entry)
                self._known[key] = entry
            self._known.move_to_end(key)
            entry.readers += 1
        awaited: list[Future[Any]] = [entry.future, *([gone] if gone else [])]
        wait(awaited, patience, FIRST_COMPLETED)
        with self._lock:
            entry.readers -= 1
            entry.seen = monotonic()
        if not entry.future.done():
            if gone is not None and gone.done():
                raise EndedError("the reader is gone")
            return Working(monotonic() - entry.begun, entry.most, json.loads(entry.so_far))
        try:
            answer = entry.future.result()
        except Exception:
            self._forget(key, entry)
            raise
        return answer if job in FILES else json.loads(answer)

    def end(self, job: str, **given: Any) -> float | None:
        """End a job, with its process.

        Args:
            job, given: as they were asked for.

        Returns:
            Seconds since it was asked for; None if it was not at work.
        """
        key = _key(job, given)
        with self._lock:
            entry = self._known.get(key)
            if entry is None or entry.future.done():
                return None
            self._drop(key, entry, EndedError("the work was ended"))
        return monotonic() - entry.begun

    def warm(self, job: str, **given: Any) -> None:
        """Keep a process for look-ups that has done a job; see `Workers.warm`."""
        self._look_ups.workers.warm(job, **given)

    def _begin(self, entry: _Entry) -> None:
        """Put a job into its lane.

        Raises:
            BusyError: too many jobs wait there.
        """
        lane = entry.lane
        if len(lane.waiting) >= MOST_WAITING:
            self._make_room(lane)
        lane.waiting.append(entry)
        if len(lane.threads) < lane.workers.most:
            thread = threading.Thread(target=self._work, args=(lane,))
            lane.threads.add(thread)
            thread.start()
        if not self._is_watched:
            self._is_watched = True
            threading.Thread(target=self._watch, daemon=True).start()

    def _make_room(self, lane: _Lane) -> None:
        """Drop the waiting job that nobody has waited for longest: a reader who is there does not stand back for it.

        Raises:
            BusyError: somebody waits for each of them.
        """
        left = [
            (entry.seen, key, entry)
            for key, entry in self._known.items()
            if entry in lane.waiting and not entry.readers
        ]
        seen, key, entry = min(left, key=lambda job: job[0], default=(monotonic(), "", None))
        if entry is None or monotonic() - seen < ABSENT:
            raise BusyError(MOST_WAITING)
        self._drop(key, entry, EndedError("nobody waits for the answer"))

    def _work(self, lane: _Lane) -> None:
        """Hand the jobs of a lane to its processes, one at a time, until none waits."""
        while True:
            with self._lock:
                if not lane.waiting:
                    lane.threads.remove(threading.current_thread())
                    return
                entry = lane.waiting.popleft()
            try:
                seconds = entry.begun + entry.most - monotonic()
                if seconds <= 0:
                    raise BusyError(len(lane.waiting) + 1)
                answer = lane.workers.run(entry.job, seconds, entry.stop, entry.hear, **entry.given)
            except BaseException as error:
                entry.future.set_exception(error)
            else:
                entry.future.set_result(answer)
            entry.hear(b"null")
            self._limit()

    def _watch(self) -> None:
        """While there are jobs, end those that nobody waits for, and those whose time is over before they began."""
        while True:
            sleep(1)
            now = monotonic()
            with self._lock:
                open_jobs = [(key, entry) for key, entry in self._known.items() if not entry.future.done()]
                if not open_jobs:
                    self._is_watched = False
                    return
                for key, entry in open_jobs:
                    if not entry.readers and now - entry.seen > LEFT:
                        self._drop(key, entry, EndedError("nobody waits for the answer"))
                    elif entry in entry.lane.waiting and now - entry.begun > entry.most:
                        self._drop(key, entry, BusyError(len(entry.lane.waiting)))

    def _drop(self, key: str, entry: _Entry, why: TafelwerkError) -> None:
        """End a job, which whoever asks for it again gets anew."""
        del self._known[key]
        entry.stop.end()
        if entry in entry.lane.waiting:
            entry.lane.waiting.remove(entry)
            entry.future.set_exception(why)

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

    def _forget(self, key: str, entry: _Entry) -> None:
        """Keep no failure; whoever asked for the job since then keeps theirs."""
        with self._lock:
            if self._known.get(key) is entry:
                del self._known[key]

    def _stamp(self) -> list[tuple[str, int, int]]:
        """Sizes and times of the book's files and of logs, which change with them, and of the folder of proofs."""
        files = [*sorted(self.book.glob("*.duckdb")), user_cache() / "proofs", *self._logs]
        return [(file.name, (state := file.stat()).st_mtime_ns, state.st_size) for file in files if file.exists()]


def _key(job: str, given: Mapping[str, Any]) -> str:
    return json.dumps([job, given], sort_keys=True)

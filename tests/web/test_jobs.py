"""Jobs: each is at work once, and its answer is kept while the files that it depends on stay as they are."""

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tafelwerk.errors import LimitError
from tafelwerk.web import jobs as jobs_module
from tafelwerk.web.jobs import BusyError, EndedError, Jobs, Stop, Working, status_of


class Held:
    """Workers whose jobs are done when they are let go, or ended."""

    most = 32

    def __init__(self) -> None:
        self.begun = 0
        self.has_begun, self.may_end = threading.Event(), threading.Event()

    def run(self, _job: str, _seconds: float, stop: Stop, hear: Callable[[bytes], None], **_given: object) -> bytes:
        self.begun += 1
        number = self.begun
        hear(b"%d" % number)
        self.has_begun.set()
        while not self.may_end.wait(0.01):
            if stop.is_set:
                raise EndedError("the work was ended")
        return b"%d" % number


class Wide:
    """Workers whose answers are as long as they are asked to be; an answer of no length fails."""

    most = 1

    def __init__(self) -> None:
        self.begun: list[int] = []

    def run(self, _job: str, _seconds: float, _stop: Stop, _hear: object, *, size: int, number: int) -> bytes:
        self.begun.append(number)
        if not size:
            raise LimitError("too large")
        return b'"%s"' % (b"x" * (size - 2))


def kept(jobs: Jobs, **given: object) -> Any:
    """The answer that is kept and would be given at once; None where there is none."""
    entry = jobs._known.get(jobs_module._key("rows", given))
    is_known = entry is not None and entry.future.done() and entry.stamp == jobs._stamp()
    return json.loads(entry.answer or b"null") if entry is not None and is_known else None


@pytest.fixture
def held() -> Iterator[Held]:
    """Let go in the end, so that a failure does not wait for its threads."""
    workers = Held()
    yield workers
    workers.may_end.set()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "games.csv"
    file.write_text("first\n")
    return file


@pytest.fixture
def jobs(held: Held, log: Path, tmp_path: Path) -> Jobs:
    return Jobs(held, held, tmp_path / "book", [log])  # type: ignore[arg-type]  # nothing but `run` is asked of the workers


@pytest.fixture
def wide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Jobs, Wide]:
    """Jobs that keep a thousand bytes in ten answers, and none of more than 500 bytes."""
    monkeypatch.setattr(jobs_module, "KEPT", 10)
    monkeypatch.setattr(jobs_module, "KEPT_BYTES", 1000)
    monkeypatch.setattr(jobs_module, "LARGEST_KEPT", 500)
    workers = Wide()
    return Jobs(workers, workers, tmp_path / "book"), workers  # type: ignore[arg-type]  # nothing but `run` is asked of the workers


def test_a_job_at_work_is_joined_and_can_be_ended_though_a_file_changes(jobs: Jobs, held: Held, log: Path) -> None:
    assert isinstance(jobs.ask("rows", patience=0.0, statement="x"), Working)
    log.write_text("first\nsecond\n")
    assert isinstance(jobs.ask("rows", patience=0.0, statement="x"), Working)
    assert held.has_begun.wait(60)
    assert held.begun == 1
    assert kept(jobs, statement="x") is None
    assert jobs.ask("rows", patience=0.0, statement="x").so_far == 1, "what it knows before it is done"
    seconds = jobs.end("rows", statement="x")
    assert seconds is not None
    assert seconds > 0
    assert jobs.end("rows", statement="x") is None
    working = jobs.ask("rows", patience=0.0, most=7.0, statement="x")
    assert isinstance(working, Working)
    assert working.most == 7.0
    log.write_text("first\nsecond\nthird\n")
    held.may_end.set()
    # it is joined where it is still at work, and begun anew once it is done
    jobs.ask("rows", statement="x")
    assert jobs.ask("rows", statement="x") == held.begun == 3


def test_an_answer_is_kept_until_a_file_changes(jobs: Jobs, held: Held, log: Path) -> None:
    held.may_end.set()
    assert kept(jobs, statement="x") is None
    assert [jobs.ask("rows", statement="x") for _ in range(2)] == [1, 1]
    assert kept(jobs, statement="x") == 1
    log.write_text("first\nsecond\n")
    assert kept(jobs, statement="x") is None
    assert [jobs.ask("rows", statement="x") for _ in range(2)] == [2, 2]
    assert jobs.ask("rows", statement="y") == 3


def test_who_asks_after_the_end_of_a_job_keeps_theirs(jobs: Jobs, held: Held) -> None:
    failures: list[BaseException] = []

    def wait() -> None:
        try:
            jobs.ask("rows", statement="x")
        except EndedError as error:
            failures.append(error)

    waiting = threading.Thread(target=wait)
    waiting.start()
    assert held.has_begun.wait(60)
    assert jobs.end("rows", statement="x") is not None
    assert isinstance(jobs.ask("rows", patience=0.0, statement="x"), Working)
    waiting.join()
    assert len(failures) == 1
    held.may_end.set()
    assert jobs.ask("rows", statement="x") == 2
    assert kept(jobs, statement="x") == 2


def kept_bytes(jobs: Jobs) -> int:
    return sum(len(key) + len(job.answer) for key, job in jobs._known.items())


LARGEST = 500 - len('["rows", {"number": 1, "size": 464}]')
"""Length of an answer that takes 500 bytes with what was asked."""


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(2, 700) | st.sampled_from([3, LARGEST]), st.integers(0, 30)), max_size=60))
def test_answers_are_kept_within_their_limits(wide: tuple[Jobs, Wide], asked: list[tuple[int, int]]) -> None:
    jobs, workers = wide
    for size, number in asked:
        begun = len(workers.begun)
        is_kept = f'"number": {number}, "size": {size}}}' in "".join(jobs._known)
        assert len(jobs.ask("rows", size=size, number=number)) == size - 2
        # the callback of a future runs after those who wait for it are woken
        wait_until(lambda: kept_bytes(jobs) <= 1000 and len(jobs._known) <= 10)
        assert (len(workers.begun) == begun) == is_kept
        assert all(len(job.answer) <= 500 for job in jobs._known.values())


@pytest.mark.parametrize(("size", "count"), [(LARGEST, 2), (3, 10)])
def test_the_answers_that_were_not_asked_for_longest_are_dropped(
    wide: tuple[Jobs, Wide], monkeypatch: pytest.MonkeyPatch, size: int, count: int
) -> None:
    """Answers of 500 bytes, of 1,000 bytes together, ten in number are kept; one more drops the first."""
    jobs, workers = wide
    limit, limited = Jobs._limit, threading.Semaphore(0)
    monkeypatch.setattr(Jobs, "_limit", lambda self: (limit(self), limited.release()))

    def ask(size: int, number: int) -> None:
        jobs.ask("rows", size=size, number=number)
        assert limited.acquire(timeout=60)

    def dropped() -> list[int]:
        return [number for number in range(count) if kept(jobs, size=size, number=number) is None]

    for number in range(count):
        ask(size, number)
    assert dropped() == []
    jobs.ask("rows", size=size, number=0)
    ask(2, 99)
    assert dropped() == [1]
    assert workers.begun == [*range(count), 99]
    with pytest.raises(LimitError, match="too large"):
        jobs.ask("rows", size=0, number=3)
    assert kept(jobs, size=0, number=3) is None


def test_a_job_beyond_the_limit_is_refused_and_look_ups_do_not_wait_for_long_work(
    tmp_path: Path, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs_module, "MOST_WAITING", 3)
    held.most = 1
    jobs = Jobs(Wide(), held, tmp_path / "book")  # type: ignore[arg-type]  # nothing but `run` is asked of the workers

    def begin(number: int) -> Any:
        return jobs.ask("statement", patience=0.0, statement=number)

    assert isinstance(begin(0), Working)
    assert held.has_begun.wait(60)
    for number in range(1, 4):
        assert isinstance(begin(number), Working)
    with pytest.raises(BusyError, match="at work on 3 other pages; ask again in 2 seconds") as refused:
        begin(4)
    assert status_of(refused.value) == 503
    # one that is at work is joined, and computing waits with statements
    assert isinstance(begin(1), Working)
    with pytest.raises(BusyError):
        jobs.ask("command", patience=0.0, words=["--compute"])
    assert jobs.ask("rows", size=4, number=1) == "xx"
    held.may_end.set()
    assert [jobs.ask("statement", statement=number) for number in range(4)] == [1, 2, 3, 4]
    assert jobs.ask("statement", statement=4)


def test_a_job_that_nobody_waits_for_makes_room_for_another(
    tmp_path: Path, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs_module, "MOST_WAITING", 2)
    monkeypatch.setattr(jobs_module, "ABSENT", 0.0)
    held.most = 1
    jobs = Jobs(held, held, tmp_path / "book")  # type: ignore[arg-type]  # nothing but `run` is asked of the workers

    def begin(number: int) -> Any:
        return jobs.ask("rows", patience=0.0, statement=number)

    def statements() -> list[int]:
        return sorted(int(entry.given["statement"]) for entry in jobs._known.values())

    begin(0)
    assert held.has_begun.wait(60)
    with ThreadPoolExecutor() as threads:
        waited_for = threads.submit(jobs.ask, "rows", statement=1)
        wait_until(lambda: statements() == [0, 1])
        begin(2)
        begin(3)
        # the one that somebody waits for has stayed, and so has the one at work
        assert statements() == [0, 1, 3]
        monkeypatch.setattr(jobs_module, "ABSENT", 60.0)
        with pytest.raises(BusyError):
            begin(4)
        held.may_end.set()
        assert waited_for.result(60) == 2


def test_a_job_ends_when_its_time_is_over_or_its_reader_is_gone(
    jobs: Jobs, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its time counts from when it was asked for, whether it has begun or not."""
    held.most = 1
    monkeypatch.setattr(jobs_module, "LEFT", 0.0)
    gone: Future[None] = Future()
    with ThreadPoolExecutor() as threads:
        first = threads.submit(jobs.ask, "rows", statement="first")
        assert held.has_begun.wait(60)
        late = threads.submit(jobs.ask, "rows", most=0.1, statement="late")
        left = threads.submit(jobs.ask, "rows", gone=gone, statement="left")
        assert isinstance(jobs.ask("rows", patience=0.0, statement="page"), Working)
        with pytest.raises(BusyError, match="at work on"):
            late.result(60)
        gone.set_result(None)
        with pytest.raises(EndedError, match="the reader is gone"):
            left.result(60)
        wait_until(lambda: len(jobs._known) == 1)
        assert not first.done()
        held.may_end.set()
        assert first.result(60) == 1
    assert held.begun == 1
    wait_until(lambda: not jobs._is_watched)
    assert jobs.ask("rows", statement="page") == 2


def wait_until(is_so: Callable[[], bool]) -> None:
    for _ in range(60_000):
        if is_so():
            return
        sleep(0.001)
    raise AssertionError("it does not become so")

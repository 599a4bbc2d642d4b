"""Jobs: each is at work once, and its answer is kept while the files that it depends on stay as they are."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tafelwerk.web.jobs import Jobs, Working
from tafelwerk.web.workers import EndedError, Stop


class Held:
    """Workers whose jobs are done when they are let go, or ended."""

    def __init__(self) -> None:
        self.begun = 0
        self.may_end = threading.Event()

    def run(self, _job: str, _seconds: float, stop: Stop, **_given: Any) -> str:
        self.begun += 1
        number = self.begun
        while not self.may_end.wait(0.01):
            if stop.is_set:
                raise EndedError("the work was ended")
        return str(number)


@pytest.fixture
def held() -> Iterator[Held]:
    """Let go in the end, so that a failure does not wait for its threads."""
    made = Held()
    yield made
    made.may_end.set()


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "games.csv"
    file.write_text("first\n")
    return file


@pytest.fixture
def jobs(held: Held, log: Path, tmp_path: Path) -> Jobs:
    return Jobs(held, tmp_path / "book", [log])  # type: ignore[arg-type]  # nothing but `run` is asked of the workers


def test_a_job_at_work_is_not_begun_again_when_a_file_changes(jobs: Jobs, held: Held, log: Path) -> None:
    assert isinstance(jobs.ask("rows", patience=0.05, statement="x"), Working)
    log.write_text("first\nsecond\n")
    assert isinstance(jobs.ask("rows", patience=0.05, statement="x"), Working)
    assert held.begun == 1
    held.may_end.set()
    # it is joined where it is still at work, and begun anew once it is done
    jobs.ask("rows", statement="x")
    assert jobs.ask("rows", statement="x") == held.begun == 2


def test_a_job_is_ended_though_a_file_has_changed(jobs: Jobs, held: Held, log: Path) -> None:
    assert isinstance(jobs.ask("rows", patience=0.05, statement="x"), Working)
    log.write_text("first\nsecond\n")
    seconds = jobs.end("rows", statement="x")
    assert seconds is not None
    assert seconds > 0
    assert jobs.end("rows", statement="x") is None
    assert isinstance(jobs.ask("rows", patience=0.05, statement="x"), Working)
    assert held.begun == 2
    held.may_end.set()
    assert jobs.ask("rows", statement="x") == 2


def test_an_answer_is_kept_until_a_file_changes(jobs: Jobs, held: Held, log: Path) -> None:
    held.may_end.set()
    assert jobs.known("rows", statement="x") is None
    assert [jobs.ask("rows", statement="x") for _ in range(2)] == [1, 1]
    assert jobs.known("rows", statement="x") == 1
    log.write_text("first\nsecond\n")
    assert jobs.known("rows", statement="x") is None
    assert [jobs.ask("rows", statement="x") for _ in range(2)] == [2, 2]
    assert jobs.ask("rows", statement="y") == 3


def test_who_asks_after_the_end_of_a_job_keeps_theirs(jobs: Jobs, held: Held) -> None:
    fails: list[BaseException] = []

    def wait() -> None:
        try:
            jobs.ask("rows", statement="x")
        except EndedError as error:
            fails.append(error)

    waiting = threading.Thread(target=wait)
    waiting.start()
    while not held.begun:
        pass
    assert jobs.end("rows", statement="x") is not None
    assert isinstance(jobs.ask("rows", patience=0.0, statement="x"), Working)
    waiting.join()
    assert len(fails) == 1
    held.may_end.set()
    assert jobs.ask("rows", statement="x") == 2
    assert jobs.known("rows", statement="x") == 2

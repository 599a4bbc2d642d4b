"""Two workers on this machine as a Dask cluster: the same rows, workers compared, lost workers replaced."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import toy_family
from loose_builds import LooseBuild

from tafelwerk import extras
from tafelwerk.book import open_book
from tafelwerk.build import executors as clusters
from tafelwerk.build import runner
from tafelwerk.build.executors import InlineExecutor
from tafelwerk.build.runner import run
from tafelwerk.errors import InputError, InterruptedBuildError, MissingSoftwareError, StorageError
from tafelwerk.tables.provenance import table_summaries

distributed = pytest.importorskip("distributed", reason="builds on a cluster need Dask")
dask = pytest.importorskip("dask")

HERE = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def two() -> Iterator[Any]:
    """Two worker processes with one thread each; a task that ends its worker twice is given up."""
    folders = os.pathsep.join(filter(None, (str(HERE), str(HERE.parent), os.environ.get("PYTHONPATH"))))
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            env={"PYTHONPATH": folders},
            silence_logs=50,
            preload=["toy_family"],
        ) as made,
    ):
        yield made


def tables(book: Path) -> dict[str, str]:
    with open_book(book) as opened:
        return {table.name: table.sha256 for table in table_summaries(opened, "toy")}


def once_begun(book: Path, act: Callable[[], object]) -> None:
    """Call a function when the first part of a book is staged."""

    def wait() -> None:
        while not any((book / ".staging").glob("toy/*/*.parquet")):
            time.sleep(0.02)
        act()

    threading.Thread(target=wait, daemon=True).start()


def test_the_rows_are_those_of_one_process(two: Any, tmp_path: Path) -> None:
    heard = toy_family.Heard()
    wanted = list(toy_family.standard())
    run(tmp_path / "dask", wanted, executor="dask", scheduler=two.scheduler_address, progress=heard)
    run(tmp_path / "inline", wanted, executor="inline")
    assert tables(tmp_path / "dask") == tables(tmp_path / "inline")
    assert any("2 workers of the cluster" in note for note in heard.notes)
    assert not (tmp_path / "dask" / ".staging").exists()


def test_who_came_and_went_is_told() -> None:
    workers = {"tcp://a": 1, "tcp://b": 3}

    def scheduler_info(_: int) -> dict[str, Any]:
        if not workers:
            raise OSError("gone")
        return {"workers": {name: {"nthreads": threads} for name, threads in workers.items()}}

    client = SimpleNamespace(scheduler_info=scheduler_info, processing=lambda: {"tcp://a": ["another's task"]})
    cluster = clusters.Cluster(client, lambda: None)
    assert cluster.look() == clusters.Look(4, [], None)
    del workers["tcp://a"]
    assert cluster.look() == clusters.Look(3, [], "1 worker lost (tcp://a): its tasks run elsewhere; 1 worker now")
    del workers["tcp://b"]
    workers |= {"tcp://c": 1, "tcp://d": 1}
    told = "1 worker lost (tcp://b): its tasks run elsewhere; 2 workers joined; 2 workers now"
    assert [cluster.look().change for _ in range(2)] == [told, None]
    workers.clear()
    assert cluster.look() == clusters.Look(1, (), None)


def test_workers_with_several_threads_are_named() -> None:
    workers = {"tcp://a": {"nthreads": 1}, "tcp://b": {"nthreads": 2}}
    client = SimpleNamespace(scheduler_info=lambda _: {"workers": workers}, run=lambda *_, **__: dict.fromkeys(workers))
    notes: list[str] = []
    clusters._compare(client, lambda: None, notes.append)
    assert notes == [
        "2 workers of the cluster with the same code and libraries",
        "tcp://b: start such workers with --nthreads 1, as Python runs one thread at a time",
    ]


def test_a_failure_arrives(two: Any, tmp_path: Path) -> None:
    failing = LooseBuild("toy", "failing", {}, (toy_family.Failing("value"),), "exact")
    with pytest.raises(ValueError, match="no such number"):
        run(tmp_path / "book", [failing], executor="dask", scheduler=two.scheduler_address)
    assert not (tmp_path / "book").exists()


def test_a_stopped_run_goes_on_elsewhere(two: Any, tmp_path: Path) -> None:
    book = tmp_path / "book"
    slow = toy_family.squares(8, tasks=8, pause=0.3)
    once_begun(book, lambda: os.kill(os.getpid(), signal.SIGTERM))
    with pytest.raises(InterruptedBuildError, match="the same command resumes"):
        run(book, [slow], executor="dask", scheduler=two.scheduler_address)
    heard = toy_family.Heard()
    run(book, [slow], executor="inline", progress=heard)
    assert 0 < heard.states[-1].tasks < 8
    run(tmp_path / "inline", [slow], executor="inline")
    assert tables(book) == tables(tmp_path / "inline")


@pytest.mark.parametrize("what", ["numba", "code of toy"])
def test_workers_of_another_version_are_refused(
    two: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    own = clusters.describe_code
    monkeypatch.setattr(clusters, "describe_code", lambda families: own(families) | {what: "0.1"})
    with pytest.raises(InputError, match=rf"worker tcp://.*: other versions than here: {what} .* instead of 0\.1"):
        run(tmp_path / "book", [toy_family.signs(3)], executor="dask", scheduler=two.scheduler_address)
    assert not (tmp_path / "book").exists()


def test_a_folder_that_is_not_shared_is_refused(tmp_path: Path) -> None:
    expected = clusters.describe_code(("toy",))
    with pytest.raises(InputError, match="shared folder"):
        clusters.check_worker(tuple(expected.items()), str(tmp_path / ".staging" / ".other-1-ab.tmp"))
    token = tmp_path / ".here-1-ab.tmp"
    token.write_text(token.name)
    clusters.check_worker(tuple(expected.items()), str(token))


def test_workers_that_a_task_ended_should_have_more_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What Dask says of such a task."""
    killed = distributed.scheduler.KilledWorker("a task", SimpleNamespace(address="tcp://there:1"), 1)

    class Ended(InlineExecutor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            future = Future[Any]()
            future.set_exception(clusters._own_error(killed))
            return future

    monkeypatch.setattr(runner, "dask", lambda *_: nullcontext(Ended()))
    with pytest.raises(
        StorageError, match=r"tried it, the last on tcp://there:1 .* with more memory, and the same comm"
    ):
        run(tmp_path, [toy_family.signs(3)], executor="dask", scheduler="tcp://there:1")


def test_a_lost_scheduler_is_told_and_what_is_finished_is_kept(tmp_path: Path) -> None:
    book = tmp_path / "book"
    slow = toy_family.squares(8, tasks=8, pause=0.3)
    with distributed.LocalCluster(
        n_workers=1,
        processes=False,
        threads_per_worker=1,
        host="127.0.0.1",
        protocol="tcp://",
        dashboard_address="127.0.0.1:0",
        silence_logs=50,
    ) as made:
        once_begun(book, made.close)
        with pytest.raises(InterruptedBuildError, match="the Dask scheduler is gone"):
            run(book, [slow], executor="dask", scheduler=made.scheduler_address)
    heard = toy_family.Heard()
    run(book, [slow], executor="inline", progress=heard)
    assert heard.states[-1].tasks < 8


def test_missing_dask_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "EXTRAS", {"dask": {"no_dask": "no-dask>=1"}})
    with pytest.raises(MissingSoftwareError, match=r"--executor dask needs no-dask, .*: pip install 'no-dask>=1'"):
        run(tmp_path, [toy_family.signs(3)], executor="dask", scheduler="tcp://127.0.0.1:1")

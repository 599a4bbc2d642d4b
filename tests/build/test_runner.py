"""Runs: what is built, skipped, merged, replaced, refused; on every executor the same rows."""

import itertools
import os
import signal
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import duckdb
import pytest
import toy_family
from books import alter_file
from filelock import FileLock
from loose_builds import LooseBuild

from tafelwerk.book import open_book
from tafelwerk.build import commit, kind, runner, session, staging
from tafelwerk.build.plan import USUAL_SPEED, Plan, plan
from tafelwerk.build.runner import run
from tafelwerk.build.task import Build, Checkpoint, Task
from tafelwerk.errors import BookError, InputError, InterruptedBuildError, StorageError, TafelwerkError
from tafelwerk.fingerprint import family_fingerprint, machine
from tafelwerk.tables.layout import Column, Table
from tafelwerk.tables.provenance import builds, table_summaries


def inline(book: Path, *wanted: Build, force: bool = False):
    return run(book, wanted, executor="inline", force=force)


def tables(book: Path) -> dict[str, str]:
    with open_book(book) as opened:
        return {table.name: table.sha256 for table in table_summaries(opened, "toy")}


def errors(book: Path) -> list[float]:
    with open_book(book) as opened:
        return [row[0] for row in opened.rows("toy", "SELECT error FROM toy.squares ORDER BY n")]


def test_builds_and_skips(tmp_path: Path) -> None:
    first = inline(tmp_path / "book", toy_family.squares(20), toy_family.squares(20), toy_family.signs(5))
    assert sorted(first.built) == ["toy signs 5 1", "toy squares 0 20 0.0"]
    assert (first.rows, first.skipped) == (25, ())
    file = tmp_path / "book" / "toy.duckdb"
    before = file.stat()
    second = inline(tmp_path / "book", toy_family.squares(20), toy_family.signs(5))
    assert (second.built, second.rows) == ((), 0)
    assert sorted(second.skipped) == sorted(first.built)
    after = file.stat()
    assert (after.st_ino, after.st_size, after.st_mtime_ns) == (before.st_ino, before.st_size, before.st_mtime_ns)
    assert sorted(path.name for path in (tmp_path / "book").iterdir()) == [".toy.lock", "toy.duckdb"]


def test_checksums_do_not_depend_on_jobs_or_parts(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """And workers print nothing of their own, not even at their end, where DuckDB's library lists objects."""
    reference = None
    for name, options in {"inline": {"executor": "inline"}, "two": {"jobs": 2}}.items():
        book = tmp_path / name
        run(book, list(toy_family.standard()), **options)
        with open_book(book) as opened:
            found = tables(book), [(build.name, build.rows, build.sha256) for build in builds(opened)]
        reference = reference or found
        assert found == reference
    inline(tmp_path / "parts", toy_family.squares(300, tasks=37), toy_family.signs(100))
    assert tables(tmp_path / "parts") == reference[0]
    assert capfd.readouterr() == ("", "")


def test_the_order_of_builds_does_not_matter(tmp_path: Path) -> None:
    wanted = [toy_family.squares(300, error=index * 0.25, first=index * 50) for index in range(3)]
    for build in reversed(wanted):
        inline(tmp_path / "apart", build)
    inline(tmp_path / "together", *wanted)
    assert tables(tmp_path / "apart") == tables(tmp_path / "together")


def test_builds_are_listed_by_the_numbers_in_their_names(tmp_path: Path) -> None:
    inline(tmp_path, *map(toy_family.squares, (100, 9, 20)))
    with open_book(tmp_path) as opened:
        assert [record.rows for record in builds(opened, "toy")] == [9, 20, 100]


@pytest.mark.parametrize(("hours", "sizes"), [(1e9, [10, 60, 40, 20]), (100.0, [10, 20, 40, 60])])
def test_work_for_hours_goes_build_by_build(
    hours: float, sizes: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "HOURS", hours / USUAL_SPEED)
    monkeypatch.setattr("tafelwerk.build.plan.machine_factor", lambda: 1.0)
    heard = toy_family.Heard()
    tasks = [toy_family.Squares(*ends) for ends in ((0, 10), (10, 30), (30, 70), (70, 130))]
    wanted = [LooseBuild("toy", f"toy {i}", {"part": i}, tuple(tasks[2 * i : 2 * i + 2]), "exact") for i in range(2)]
    runner.run(tmp_path, wanted, executor="inline", progress=heard)
    assert [after - before for before, after in pairwise([0, *(state.rows for state in heard.states)])] == sizes


PATIENT = toy_family.Patient(40, 30)


@pytest.mark.parametrize(
    ("tasks", "kept"),
    [
        ([(toy_family.Both(5), PATIENT)], "0 builds are committed, 0 finished tasks more are kept"),
        ([(toy_family.Both(50), PATIENT)], "0 builds are committed, 1 finished task more is kept"),
        (
            [(PATIENT,), (toy_family.Both(45),), (toy_family.Squares(0, 50),)],
            "1 build is committed, 1 finished task more is kept",
        ),
    ],
)
def test_an_interrupted_run_says_what_is_kept(tasks: list[tuple[Task, ...]], kept: str, tmp_path: Path) -> None:
    """The longest task comes first; one of two tables counts once."""
    wanted = [LooseBuild("toy", f"toy {place}", {"part": place}, some, "exact") for place, some in enumerate(tasks)]
    with pytest.raises(InterruptedBuildError) as stopped:
        inline(tmp_path, *wanted)
    saved = "and of unfinished ones what they saved (30 of 40)"
    assert str(stopped.value) == f"interrupted: {kept}, {saved}; the same command resumes from there"


@pytest.mark.parametrize(("text", "kind"), [("Query interrupted", InterruptedBuildError), ("else", RuntimeError)])
def test_an_interruption_in_a_query_is_one(
    text: str, kind: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise RuntimeError(text)

    monkeypatch.setattr(session, "commit", interrupted)
    with pytest.raises(kind):
        inline(tmp_path, toy_family.squares(10))


def test_the_smaller_error_stays_unless_forced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inline(tmp_path, toy_family.squares(10, error=0.5))
    with (tmp_path / "toy.duckdb").open("rb") as old:
        inline(tmp_path, toy_family.squares(8, error=0.25), toy_family.squares(6, error=0.75))
        # whoever reads the old file has it still
        assert not os.path.samestat(os.fstat(old.fileno()), (tmp_path / "toy.duckdb").stat())
    assert errors(tmp_path) == [0.25] * 8 + [0.5] * 2
    monkeypatch.setattr(commit, "MOST_BUILDS", 3)  # one that is made anew counts once
    assert len(inline(tmp_path, toy_family.squares(6, error=0.75), force=True).built) == 1
    assert errors(tmp_path) == [0.75] * 6 + [0.25] * 2 + [0.5] * 2
    with open_book(tmp_path) as opened:
        assert len(builds(opened)) == 3
    with pytest.raises(InputError, match="toy would have 4 builds; a family may have 3"):
        inline(tmp_path, toy_family.signs(3))


def test_rows_without_error_must_agree(tmp_path: Path) -> None:
    inline(tmp_path, toy_family.signs(10), toy_family.signs(20))
    before = (tmp_path / "toy.duckdb").read_bytes()
    with pytest.raises(TafelwerkError, match=r"contradict.*n = 0.*--force"):
        inline(tmp_path, toy_family.signs(5, turn=-1))
    assert (tmp_path / "toy.duckdb").read_bytes() == before
    inline(tmp_path, toy_family.signs(5, turn=-1), force=True)
    with open_book(tmp_path) as opened:
        assert opened.rows("toy", "SELECT sign FROM toy.signs WHERE n IN (4, 6) ORDER BY n") == [(-1,), (1,)]


@pytest.mark.parametrize("proved", [10, 20])
def test_of_equal_rows_that_of_the_best_evidence_stays(
    proved: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels = {proved: "certificate"}
    monkeypatch.setattr(LooseBuild, "evidence", property(lambda one: labels.get(one.parameters["signs"], "single")))
    inline(tmp_path, toy_family.signs(10), toy_family.signs(20))
    with open_book(tmp_path) as opened:
        ((number,),) = opened.rows("toy", "SELECT DISTINCT build AS number FROM toy.signs WHERE n < 10")
        assert [record.rows for record in builds(opened) if record.number == number] == [proved]


@pytest.mark.parametrize(
    ("force", "rows"), [(False, [(1, 1, 5), (1, 2, 5), (2, 1, 7)]), (True, [(1, 2, 7), (1, 3, 7), (2, 1, 7)])]
)
def test_rows_that_belong_together_are_all_of_the_older_build_unless_forced(
    force: bool, rows: list[tuple[int, int, int]]
) -> None:
    table = Table("lines", (Column("game", "INTEGER"), Column("line", "INTEGER")), ("game", "line"), ("game",))
    with duckdb.connect() as connection:
        connection.execute("ATTACH ':memory:' AS new")
        connection.execute("CREATE TABLE new.main.lines (game INTEGER, line INTEGER, build UBIGINT)")
        connection.execute("CREATE TABLE old AS FROM (VALUES (1, 1, 5), (1, 2, 5)) AS t(game, line, build)")
        connection.execute("CREATE TABLE late AS FROM (VALUES (1, 2, 7), (1, 3, 7), (2, 1, 7)) AS t(game, line, build)")
        commit._merge(connection, table, "old", ["late"], force)
        assert connection.execute("FROM new.main.lines").fetchall() == rows


class Short(toy_family.Signs):
    """A task whose rows lack a column."""

    def run(self) -> dict[str, list]:
        return {"n": [1]}


class Stray(toy_family.Signs):
    """A task of no table of the schema."""

    table = "cosines"


@pytest.mark.parametrize(
    ("tasks", "message"),
    [
        ((toy_family.Signs(0, 5), toy_family.Signs(4, 6)), "same n"),
        ((Short(0, 1),), "columns sign"),
        ((Stray(0, 1),), "no table cosines"),
    ],
)
def test_what_a_build_must_not_deliver(tasks: tuple[Task, ...], message: str, tmp_path: Path) -> None:
    with pytest.raises(TafelwerkError, match=message):
        inline(tmp_path, LooseBuild("toy", "faulty", {}, tasks, "exact"))
    assert {path.name for path in tmp_path.iterdir()} <= {".staging"}


def test_builds_without_tasks_and_on_many_machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert inline(tmp_path / "none", LooseBuild("toy", "nothing", {}, (), "exact")).built == ("nothing",)
    with open_book(tmp_path / "none") as opened:
        (record,) = builds(opened)
    assert (record.rows, record.fingerprint, record.machine) == (0, family_fingerprint("toy"), machine())
    names = iter(f"processor {index}; glibc 2.36" for index in range(1000))
    clock = itertools.count()
    monkeypatch.setattr(staging, "machine", lambda: next(names))
    monkeypatch.setattr(staging, "_computing", lambda: float(next(clock)))
    tasks = tuple(toy_family.Signs(index, index + 1) for index in range(50))
    inline(tmp_path, LooseBuild("toy", "spread", {}, tasks, "exact"))
    with open_book(tmp_path) as opened:
        (record,) = builds(opened)
    assert record.machine.endswith(" more")
    assert (record.rows, record.seconds) == (50, 50.0)  # of all tasks together


@pytest.mark.parametrize(
    ("how", "kind", "message"), [("sulk", TafelwerkError, "Sulk"), ("exit", StorageError, "worker")]
)
def test_failures_arrive(tmp_path: Path, how: str, kind: type[Exception], message: str) -> None:
    build = LooseBuild("toy", "failing", {}, (toy_family.Failing(how),), "exact")
    with pytest.raises(kind, match=message):
        run(tmp_path / "book", [build], jobs=1)
    assert not (tmp_path / "book").exists()


def test_held_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A committer says that it waits, and gives up in the end; test_faults.py has one that goes on."""
    book = tmp_path / "book"
    inline(book, toy_family.signs(3))
    before = (book / "toy.duckdb").read_bytes()
    heard = toy_family.Heard()
    monkeypatch.setattr(commit, "LOCK_TIMEOUT", 0.1)
    with FileLock(book / ".toy.lock"), pytest.raises(StorageError, match="lock"):
        run(book, [toy_family.signs(9)], executor="inline", progress=heard)
    assert heard.notes == ["waiting for another build of toy to commit"]
    assert (book / "toy.duckdb").read_bytes() == before


def test_a_stopped_long_task_is_resumed(tmp_path: Path) -> None:
    build = toy_family.patient(9, stop=4)
    with pytest.raises(InterruptedBuildError):
        inline(tmp_path, build)
    assert inline(tmp_path, build).rows == 9
    assert sorted(path.name for path in tmp_path.iterdir()) == [".toy.lock", "toy.duckdb"]


def test_a_checkpoint_of_another_shape_is_said_to_be_discarded(tmp_path: Path) -> None:
    build = toy_family.patient(9, stop=20)
    (task,) = build.tasks
    saved = staging.checkpoint("toy", staging.part_paths(tmp_path, build, task), task)
    assert saved is not None
    saved.save(["another", "shape"], "4 of 9")
    heard = toy_family.Heard()
    assert run(tmp_path, [build], jobs=1, progress=heard).rows == 9
    assert [text.partition(" (")[0] for text in heard.notes] == [
        "toy patient 9: a checkpoint of another shape was discarded"
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == [".toy.lock", "toy.duckdb"]


def test_a_checkpoint_is_read_again_only_if_it_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = toy_family.patient(9, stop=20)
    (task,) = build.tasks
    state = session.Session(tmp_path, [build], False, session.Silent())
    ((_, _, paths),) = running = state.prepare()
    saved = staging.checkpoint("toy", paths, task)
    reads: list[Path] = []
    status = staging.FileCheckpoint.status
    monkeypatch.setattr(staging.FileCheckpoint, "status", lambda one: (reads.append(one.path), status(one))[1])
    assert state._status(running) is None
    for step in ("one", "two"):
        saved.save({"done": 1}, step)
        assert {state._status(running) for _ in range(3)} == {f"{build.name}: {step}"}
    saved.path.unlink()
    assert state._status(running) is None
    assert len(reads) == 3


def test_the_forecast_counts_what_running_tasks_have_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "task_seconds", lambda task: 100.0)
    clock = itertools.count()
    monkeypatch.setattr(session, "time", SimpleNamespace(monotonic=lambda: float(next(clock))))
    state = session.Session(tmp_path, [toy_family.squares(8, tasks=4)], False, session.Silent())
    running = state.prepare()
    assert len(running) == 4
    # two of four tasks run; the clock goes on by a second per look
    seen = [state._state(running, 2, None) for _ in range(95)]
    left = [one.left for one in seen]
    assert left == sorted(left, reverse=True)
    assert 190.0 < left[0] < 215.0
    assert 100.0 < left[-1] < 115.0
    assert 0.4 < seen[-1].share < 0.5
    # a task that takes longer than forecast: its forecast counts as done, and the rest takes longer, too
    late = [state._state(running, 2, None) for _ in range(100)][-1]
    assert late.share == pytest.approx(0.5)
    assert 170.0 < late.left < 200.0


def test_a_starved_run_leaves_no_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own goes, one of an earlier run stays: there may be hours in it."""

    class Starving(toy_family.Patient):
        def resume(self, checkpoint: Checkpoint) -> dict[str, list]:
            checkpoint.save({"done": (checkpoint.load() or {"done": 0})["done"] + 1}, "a step")
            raise StorageError("cannot write: no space left")

    build = LooseBuild("toy", "toy starving", {"starving": 1}, (Starving(9, 20),), "exact")
    with pytest.raises(StorageError, match="no space"):
        inline(tmp_path / "book", build)
    assert not (tmp_path / "book").exists()
    (task,) = build.tasks
    saved = staging.checkpoint("toy", staging.part_paths(tmp_path / "book", build, task), task)
    assert saved is not None
    saved.save({"done": 5}, "5 of 9")
    with pytest.raises(StorageError, match="no space"):
        inline(tmp_path / "book", build)
    assert saved.load() == {"done": 6}
    monkeypatch.setattr(session, "_CHEAP", 0.0)
    saved.path.unlink()
    with pytest.raises(StorageError, match="no space"):
        inline(tmp_path / "book", build)
    assert saved.load() == {"done": 1}


def test_parts_of_committed_builds_are_cleared(tmp_path: Path) -> None:
    build = toy_family.signs(3)
    inline(tmp_path, build)
    staging.stage("toy", staging.part_paths(tmp_path, build, build.tasks[0]), build.tasks[0])
    assert inline(tmp_path, build).built == ()
    assert sorted(path.name for path in tmp_path.iterdir()) == [".toy.lock", "toy.duckdb"]


def test_a_file_that_does_not_read_back_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inline(tmp_path, toy_family.signs(3))
    before = (tmp_path / "toy.duckdb").read_bytes()
    monkeypatch.setattr(commit, "disorder", lambda connection, source, table: source.startswith("new."))
    with pytest.raises(BookError, match="read back"):
        inline(tmp_path, toy_family.signs(4))
    assert (tmp_path / "toy.duckdb").read_bytes() == before


def test_files_are_in_the_oldest_storage_version(tmp_path: Path) -> None:
    inline(tmp_path, toy_family.squares(10))
    inline(tmp_path, toy_family.signs(3))
    header = (tmp_path / "toy.duckdb").read_bytes()[:4096]
    assert (header[8:12], int.from_bytes(header[12:20], "little")) == (
        b"DUCK",
        67,
    )  # the version of files that DuckDB 1.4 reads
    with duckdb.connect(str(tmp_path / "toy.duckdb"), read_only=True) as connection:
        told = "SELECT tags['storage_version'] FROM duckdb_databases() WHERE NOT internal"
        assert connection.execute(told).fetchall() == [("v1.4.0+",)]
        assert connection.execute("SELECT block_size FROM pragma_database_size()").fetchall() == [(commit.BLOCK_SIZE,)]


def test_plan_does_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = tmp_path / "book"
    monkeypatch.setattr(toy_family.Squares, "SPEED", 1000.0, raising=False)
    monkeypatch.setattr("tafelwerk.build.plan.machine_factor", lambda: 1.5)
    wanted = [toy_family.squares(2000), toy_family.signs(3)]
    planned = plan(wanted, book, jobs=2)
    assert (planned.tasks, planned.rows, planned.jobs) == (5, 2003, 2)
    assert planned.seconds == pytest.approx(1.5 + 1.0 + 2 * 0.1)  # workers begin, builds are committed
    assert planned.bytes >= 2000 * 16
    # no number of workers ends before the longest task
    assert plan([toy_family.squares(2000, tasks=1)], book, jobs=4).seconds == pytest.approx(1.5 * 2.0 + 1.0 + 0.1)
    assert not book.exists()
    inline(book, toy_family.signs(3))
    planned = plan(wanted, book, jobs=1)
    assert planned.skipped == ("toy signs 3 1",)
    assert [build.tasks for build in planned.builds] == [4]


def test_a_plan_names_what_is_added_and_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that a file of an earlier version lacks; tasks that an earlier run has finished."""
    wanted = toy_family.squares(40, tasks=4)
    for task in wanted.tasks[:3]:
        staging.stage("toy", staging.part_paths(tmp_path, wanted, task), task)
    planned = plan([wanted], tmp_path, jobs=1)
    assert (planned.staged, planned.tasks, planned.added) == (3, 1, ())
    with monkeypatch.context() as other:
        other.setattr("tafelwerk.build.plan.family_fingerprint", lambda family: "another")
        assert plan([wanted], tmp_path, jobs=1).staged == 0
    inline(tmp_path, toy_family.squares(10))
    alter_file(tmp_path / "toy.duckdb", "DROP TABLE signs", "DELETE FROM meta.tables WHERE name = 'signs'")
    held = plan([toy_family.squares(10)], tmp_path, jobs=1)
    assert (held.builds, held.added) == ((), ("toy.signs",))
    assert plan([toy_family.squares(20)], tmp_path, jobs=1).added == ("toy.signs",)
    inline(tmp_path, toy_family.squares(10))
    assert plan([toy_family.squares(20)], tmp_path, jobs=1).added == ()


def test_run_says_what_lies_ahead_and_how_far_it_is(tmp_path: Path) -> None:
    heard = toy_family.Heard()
    run(tmp_path, [toy_family.squares(40, tasks=4), toy_family.signs(3)], jobs=1, progress=heard)
    (ahead,), states = heard.plans, heard.states
    assert (ahead.tasks, ahead.rows) == (5, 43)
    finished = [state.done for state in states]
    assert finished == sorted(finished)
    assert all(state.tasks == 5 and state.left >= 0 for state in states)
    assert (states[-1].done, states[-1].rows, states[-1].share) == (5, 43, 1.0)
    assert {name for state in states for name in state.families} <= {"toy"}


def test_nohup_keeps_a_build_from_ending_with_its_terminal(tmp_path: Path) -> None:
    handlers: list[object] = []

    class Watching(session.Silent):
        def begin(self, plan: Plan) -> None:
            handlers.append(signal.getsignal(signal.SIGHUP))

    before = signal.getsignal(signal.SIGHUP)
    try:
        for number, usual in enumerate((signal.SIG_DFL, signal.SIG_IGN)):
            signal.signal(signal.SIGHUP, usual)
            run(tmp_path / str(number), [toy_family.signs(3)], executor="inline", progress=Watching())
            assert signal.getsignal(signal.SIGHUP) is usual
    finally:
        signal.signal(signal.SIGHUP, before)
    assert [handler is signal.SIG_IGN for handler in handlers] == [False, True]
    assert callable(handlers[0])


def test_a_short_run_is_one_task_of_a_few_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy_family.Squares, "SPEED", 1.0, raising=False)
    monkeypatch.setattr("tafelwerk.build.plan.machine_factor", lambda: 1.0)
    lone, longer = (toy_family.squares(seconds, tasks=1) for seconds in (int(runner.SHORT), int(runner.SHORT) + 1))
    assert [runner.is_short(builds) for builds in ([lone], [longer], [lone, toy_family.signs(3)])] == [
        True,
        False,
        False,
    ]
    assert not runner.is_short([toy_family.patient(9, stop=20)])


def test_builds_within_a_larger_one_are_skipped(tmp_path: Path) -> None:
    large = toy_family.squares(20)
    small = replace(toy_family.squares(10), covered_by=(large.digest,))
    assert plan([small], tmp_path).skipped == ()
    inline(tmp_path, large)
    assert inline(tmp_path, small).skipped == plan([small], tmp_path).skipped == (small.name,)
    assert plan([small], tmp_path, force=True).skipped == ()


def test_arguments(tmp_path: Path) -> None:
    for options, message in (
        ({"jobs": 0}, "--jobs 0"),
        ({"executor": "cloud"}, "cloud"),
        ({"executor": "dask"}, "--scheduler"),
    ):
        with pytest.raises(InputError, match=message):
            run(tmp_path, [toy_family.signs(3)], **options)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(InputError, match="unknown family"):
        kind.builders("chess")

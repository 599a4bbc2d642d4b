"""Parts are whole or not there, and say what they are."""

import os
import platform
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
import toy_family
from naive import checksum as naive

from tafelwerk.build import staging
from tafelwerk.errors import StorageError, TafelwerkError
from tafelwerk.tables.layout import Column, Table


def stage_squares(book: Path) -> tuple[Path, toy_family.Squares]:
    build = toy_family.squares(10, tasks=1)
    task = build.tasks[0]
    assert isinstance(task, toy_family.Squares)
    (path,) = staging.part_paths(book, build, task)
    staging.stage("toy", (path,), task)
    return path, task


def test_part_says_what_it_is(tmp_path: Path) -> None:
    path, task = stage_squares(tmp_path)
    part = staging.manifest(path)
    assert part is not None
    assert (part.table, part.rows) == ("squares", 10)
    assert staging.usable("toy", (path,), task) == (part,)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("times", [1, 3, 4])
def test_a_folder_that_another_build_takes_away(times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever commits the same build first clears its parts away, with the folder that others still write to."""
    left = [times]
    write = staging._write_once

    def taken_away(temporary: Path, path: Path, what: Any) -> None:
        if left[0]:
            left[0] -= 1
            temporary.parent.rmdir()
        write(temporary, path, what)

    monkeypatch.setattr(staging, "_write_once", taken_away)
    if times == 4:
        with pytest.raises(StorageError, match="No such file"):
            stage_squares(tmp_path)
        return
    path, task = stage_squares(tmp_path)
    assert staging.usable("toy", (path,), task) is not None
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_other_parts_are_redone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of other code, cut off at any place, altered, or none at all."""
    path, task = stage_squares(tmp_path)
    part, content = staging.manifest(path), path.read_bytes()
    assert part is not None
    with monkeypatch.context() as other:
        other.setattr(staging, "family_fingerprint", lambda family: "another")
        assert staging.usable("toy", (path,), task) is None
    for share in (0.0, 0.3, 0.9, 0.99):
        path.write_bytes(content[: int(len(content) * share)])
        assert staging.manifest(path) is None
        assert staging.usable("toy", (path,), task) is None
    path.write_bytes(content)
    staging._write_part(path, replace(part, held=pl.read_parquet(path).slice(1)))
    assert staging.manifest(path) == part
    assert staging.usable("toy", (path,), task) is None
    pl.DataFrame({"a": [1]}).write_parquet(path)
    assert staging.usable("toy", (path,), task) is None


@dataclass(frozen=True)
class Given(toy_family.Squares):
    """A task that makes of the rows of squares what a function makes of them."""

    change: Callable[[dict[str, list]], Any] = dict

    def run(self) -> Any:
        return self.change(super().run())


def one_by_one(columns: dict[str, list]) -> list[dict[str, Any]]:
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def as_frame(columns: dict[str, list]) -> pl.DataFrame:
    return pl.DataFrame(columns | {"kind": pl.Series(columns["kind"], dtype=pl.Categorical)})


@pytest.mark.parametrize(
    ("change", "other"),
    [
        (as_frame, dict),
        (one_by_one, dict),
        (
            lambda columns: columns | {"kind": "even", "error": np.float64(0.5)},
            lambda columns: columns | {"kind": ["even"] * 3, "error": [0.5] * 3},
        ),
    ],
    ids=["a frame", "row by row", "a scalar for every row"],
)
def test_rows_come_in_several_forms(change: Callable[..., Any], other: Callable[..., Any]) -> None:
    parts = [staging.hold("toy", Given(0, 3, change=form))[0] for form in (change, other)]
    assert parts[0].rows == 3
    assert parts[0].sha256 == parts[1].sha256
    assert staging._frame([], Table("t", (Column("n", "INTEGER"),), ("n",))).shape == (0, 1)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda columns: columns | {"n": [-1] * 2}, "n is UINTEGER"),
        (lambda columns: columns | {"n": [2**32] * 2}, "n is UINTEGER"),
        (lambda columns: columns | {"n": ["1"] * 2}, "n is UINTEGER"),
        (lambda columns: columns | {"square": [2**127] * 2}, "INT128"),
        (lambda columns: columns | {"error": ["small"] * 2}, "error is DOUBLE"),
        (lambda columns: columns | {"kind": ["odd"]}, "length"),
        (lambda columns: [*one_by_one(columns), {"n": 7}], "rows of squares differ in their columns"),
    ],
)
def test_what_does_not_fit_the_schema_is_told(change: Callable[..., Any], told: str, tmp_path: Path) -> None:
    with pytest.raises(TafelwerkError, match=told) as caught:
        staging.stage("toy", (tmp_path / "part.parquet",), Given(0, 2, change=change))
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_rows_are_what_their_task_made_of_every_type(tmp_path: Path) -> None:
    """Arrays, lists and series, with and without values; the types are the schema's, also where all values are missing."""
    columns = {
        "BOOLEAN": [True, None],
        "TINYINT": np.array([-128, 127]),
        "UBIGINT": [2**64 - 1, None],
        "HUGEINT": [-(2**126), None],
        "FLOAT": np.array([0.5, np.inf]),
        "DOUBLE": [1, 0.1],
        "VARCHAR": pl.Series(["ä", None]),
        "BLOB": [b"\0", b""],
        "UTINYINT[]": [(1, 2, 255), ()],
        "DECIMAL(5,2)": [Decimal("1.50"), None],
        "DATE": [date(2020, 1, 2), None],
        "TIMESTAMP": [datetime(2020, 1, 2, 3, 4, 5, 6), None],
        "USMALLINT": [None, None],
    }
    for kinds in (list(columns), [kind for kind in columns if "INT" in kind and "HUGE" not in kind], ["VARCHAR"]):
        table = Table("t", tuple(Column(kind, kind) for kind in kinds), (kinds[0],))
        rows = [tuple(values) for values in zip(*(columns[kind] for kind in kinds), strict=True)]
        frame = staging._frame({kind: columns[kind] for kind in kinds}, table)
        assert staging._digest(frame, table) == (2, naive.digest(rows, kinds))


def test_what_is_measured_does_not_change_the_hash(tmp_path: Path) -> None:
    table = Table(
        "t", (Column("n", "INTEGER"), Column("kind", "ENUM('odd', 'even')"), Column("s", "DOUBLE", True)), ("n",)
    )
    rows = {"n": [1, 2], "kind": ["odd", "even"], "s": [0.5, 0.25]}
    wanted = naive.digest([(1, "odd"), (2, "even")], ["INTEGER", "VARCHAR"])
    assert staging._digest(staging._frame(rows, table), table) == (2, wanted)


def test_a_task_may_fill_several_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = toy_family.both(6)
    (task,) = build.tasks
    paths = staging.part_paths(tmp_path, build, task)
    assert staging.usable("toy", paths, task) is None
    clock = count()
    monkeypatch.setattr(staging, "_computing", lambda: float(next(clock)))
    parts = staging.stage("toy", paths, task)
    assert [(part.table, part.rows, part.seconds) for part in parts] == [("squares", 6, 1.0), ("signs", 6, 0.0)]
    assert staging.usable("toy", paths, task) == parts
    paths[1].unlink()
    assert staging.usable("toy", paths, task) is None


def test_a_task_that_forgets_a_table_is_refused(tmp_path: Path) -> None:
    class Forgetful(toy_family.Both):
        def run(self) -> dict[str, dict[str, list]]:
            return {"squares": super().run()["squares"]}

    with pytest.raises(TafelwerkError, match="signs"):
        staging.stage("toy", (tmp_path / "a.parquet", tmp_path / "b.parquet"), Forgetful(6))


def test_a_long_task_goes_on_from_its_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = toy_family.patient(9, stop=4)
    (task,) = build.tasks
    paths = staging.part_paths(tmp_path, build, task)
    saved = staging.checkpoint("toy", paths, task)
    assert saved is not None
    assert saved.load() is None
    assert saved.status() is None
    with pytest.raises(KeyboardInterrupt):
        staging.stage("toy", paths, task)
    assert saved.load() == {"done": 4}
    assert saved.status() == "4 of 9"
    with monkeypatch.context() as other:
        other.setattr(staging, "family_fingerprint", lambda family: "another")
        others = staging.checkpoint("toy", paths, task)
        assert others is not None
        assert others.load() is None
    (part,) = staging.stage("toy", paths, task)
    assert part.rows == 9
    assert saved.status() is None, "a finished task leaves no checkpoint"


@pytest.mark.parametrize("state", [7, [1, 2], {"finished": 3}, {"done": "four"}, "", [], {}, b"\xff\x00", b"[]", b"{"])
def test_a_checkpoint_of_another_shape_is_discarded(state: object, tmp_path: Path) -> None:
    """A state that an earlier version saved; bytes stand for a file that is no checkpoint."""
    build = toy_family.patient(9, stop=20)
    (task,) = build.tasks
    paths = staging.part_paths(tmp_path, build, task)
    saved = staging.checkpoint("toy", paths, task)
    assert saved is not None
    saved.save(state if not isinstance(state, bytes) else 1, "as an earlier version did")
    if isinstance(state, bytes):
        saved.path.write_bytes(state)
    (part,) = staging.stage("toy", paths, task)
    assert part.rows == 9
    assert saved.status() is None
    is_tried = bool(state) and not isinstance(state, bytes)
    assert ("started again" in part.note, "Error" in part.note) == (is_tried, is_tried)
    assert staging.usable("toy", paths, task) == (part,)


def test_a_fault_on_the_way_is_not_taken_for_the_checkpoint_s(tmp_path: Path) -> None:
    """Once a task has saved what it did, or had nothing to go on from, it is not begun anew."""

    class Faulty(toy_family.Patient):
        def resume(self, checkpoint: staging.FileCheckpoint) -> dict[str, list]:
            runs.append(checkpoint.load())
            checkpoint.save({"done": 1}, "1 of 9")
            raise KeyError("a bug")

    class Worse(toy_family.Patient):
        def resume(self, checkpoint: staging.FileCheckpoint) -> dict[str, list]:
            runs.append(checkpoint.load())
            raise StorageError("no space")

    for kind, error in ((Faulty, KeyError), (Faulty, KeyError), (Worse, StorageError)):
        runs: list[object] = []
        task = kind(9, 20)
        paths = (tmp_path / f"{kind.__name__}.parquet",)
        with pytest.raises(error):
            staging.stage("toy", paths, task)
        assert len(runs) == 1


def test_saving_takes_a_tenth_of_the_time_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved, clock = staging.FileCheckpoint(tmp_path / "state", ""), iter([0.0, 1.0, 9.9, 10.0, 10.01, 10.01, 10.02])
    monkeypatch.setattr(staging.time, "process_time", lambda: next(clock))
    seen = []
    for state in range(4):
        saved.save(state, "")
        seen.append(saved.load())
    assert seen == [0, 0, 2, 3]


def test_dead_temporaries_are_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = toy_family.squares(10)
    folder = staging.build_folder(tmp_path, build)
    folder.mkdir(parents=True)
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    dead = folder / f".{platform.node()}-{process.pid}-00ff.tmp"
    alive = folder / f".{platform.node()}-{os.getppid()}-00ff.tmp"
    elsewhere = folder / ".elsewhere-1-00ff.tmp"
    others = folder / f".{platform.node()}-1-00ff.tmp"
    for path in (dead, alive, elsewhere, others):
        path.write_bytes(b"")
    kill = os.kill

    def refuse(process: int, number: int) -> None:
        """As the system does where the process is another user's."""
        if process == 1:
            raise PermissionError
        kill(process, number)

    monkeypatch.setattr(os, "kill", refuse)
    staging.prepare(tmp_path, (build,))
    assert {path for path in (dead, alive, elsewhere, others) if path.exists()} == {alive, elsewhere, others}
    os.utime(elsewhere, (0, 0))
    staging.prepare(tmp_path, (build,))
    assert not elsewhere.exists()


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "book").write_text("")
    with pytest.raises(StorageError):
        staging.prepare(tmp_path / "book", (toy_family.squares(10),))


def test_discard_leaves_others(tmp_path: Path) -> None:
    path, _ = stage_squares(tmp_path)
    staging.prepare(tmp_path, (toy_family.signs(3),))
    staging.discard(tmp_path, toy_family.signs(3))
    assert path.exists()
    staging.discard(tmp_path, toy_family.squares(10, tasks=1))
    assert list(tmp_path.iterdir()) == []

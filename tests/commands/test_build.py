"""`tafelwerk build`: options, the plan, progress, the summary."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import toy_family
from loose_builds import LooseBuild
from program import Terminal, call

from tafelwerk import cli
from tafelwerk.book import open_book
from tafelwerk.build import staging
from tafelwerk.build.plan import Plan, PlannedBuild
from tafelwerk.build.runner import Report
from tafelwerk.build.session import Progress, State
from tafelwerk.build.task import Build
from tafelwerk.commands import progress
from tafelwerk.commands.common import BuildOptions, run_builds
from tafelwerk.errors import BookError, InterruptedBuildError
from tafelwerk.families.switching.builds import Board


@dataclass(frozen=True)
class Nothing:
    table: str = "none"

    def run(self) -> dict[str, list[int]]:
        return {}

    def operations(self) -> float:
        return 1.0

    def expected_rows(self) -> int:
        return 0


class Sets:
    """Stands in for a family's builders."""

    @staticmethod
    def standard() -> Iterator[Build]:
        for n in (1, 2, 3):
            yield LooseBuild("montecarlo", f"montecarlo a {n}", {"n": n}, (Nothing(),), "exact")

    @staticmethod
    def quick() -> Iterator[Build]:
        yield next(Sets.standard())


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the runner was asked to do; it does nothing and says that it did."""
    calls: list[dict[str, Any]] = []

    def record(book: Path, builds: tuple[Build, ...], *, progress: Progress, **options: Any) -> Report:
        names = tuple(build.name for build in builds)
        calls.append({"book": book, "builds": names, **options})
        progress.begin(Plan((PlannedBuild("montecarlo", "a", len(names), 0, 12, 192, 600.0),), (), 2, 300.0))
        progress.tick(State(1, len(names), 4, 0.3, 200.0, ("montecarlo",)))
        progress.note("a note")
        return Report(names[1:], names[:1], 4 * len(names) - 4, 1.5)

    monkeypatch.setattr("tafelwerk.commands.build.FAMILIES", ("montecarlo",))
    monkeypatch.setattr("tafelwerk.build.kind.builders", lambda family: Sets)
    monkeypatch.setattr("tafelwerk.build.runner.run", record)
    return calls


def test_the_standard_set_and_its_options(
    asked: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "missing_seconds", lambda *families: 12.0 * (families == ("montecarlo",)))
    options = {"jobs": 3, "executor": "dask", "scheduler": "tcp://a:1"}
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    assert cli.main(["build", *words, "--force", "--book", str(tmp_path)]) == 0
    names = ("montecarlo a 1", "montecarlo a 2", "montecarlo a 3")
    assert asked == [{"book": tmp_path, "builds": names, "force": True} | options]
    out, err = capsys.readouterr()
    assert out.splitlines()[0] == f"{tmp_path}: 2 builds done, 8 rows, 1.5 s; 1 build there already"
    assert f"  tafelwerk tables --book {tmp_path}" in out.splitlines()
    ahead = "to do: 3 tasks, 12 rows, 192 B, about 5 min 00 s with 2 workers after up to 12 s of compiling, once"
    assert err.splitlines() == [ahead, "a note"]


def test_the_quick_set_and_json(
    asked: list[dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["build", "--quick", "--json", "--book", str(tmp_path)]) == 0
    assert asked[0]["builds"] == ("montecarlo a 1",)
    # one short task is not worth a process of its own
    assert asked[0]["executor"] == "inline"
    document = json.loads(capsys.readouterr().out)
    assert document == {"book": str(tmp_path), "built": [], "skipped": ["montecarlo a 1"], "rows": 0, "seconds": 1.5}


def test_an_interrupted_build_is_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stop(*_: object, **__: object) -> None:
        raise InterruptedBuildError("interrupted: 3 finished tasks are kept")

    monkeypatch.setattr("tafelwerk.build.kind.builders", lambda family: Sets)
    monkeypatch.setattr("tafelwerk.build.runner.run", stop)
    assert cli.main(["build"]) == 130
    assert capsys.readouterr() == ("", "interrupted: 3 finished tasks are kept\n")


def test_the_bar_counts_and_gives_the_terminal_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr("sys.stderr", Terminal())
    with pytest.raises(KeyboardInterrupt), progress.display() as shown:  # noqa: PT012
        shown.tick(State(1, 2, 1234, 0.25, 65.0, ("montecarlo", "dresher")))
        shown.note("a [note]")
        raise KeyboardInterrupt
    import sys

    said = sys.stderr.getvalue()  # type: ignore[attr-defined]
    assert "a [note]" in said
    assert "montecarlo, dresher: 1 of 2 tasks" in said
    assert "25%" in said
    assert "1 min 05 s left" in said
    assert said.count("\x1b[?25l") == said.count("\x1b[?25h") == 1


def test_a_plan_counts_what_was_done(tmp_path: Path) -> None:
    """After an interruption: tasks that are finished, and those left."""
    book = tmp_path / "book"
    build = Board(3)
    staging.stage(build.family, staging.part_paths(book, build, build.tasks[0]), build.tasks[0])
    words = ("build", "switching", "--order", "3", "--dry-run", "--book", book)
    plan = json.loads(call(*words, "--json").stdout)
    assert (plan["staged"], plan["tasks"]) == (1, len(build.tasks) - 1)
    assert min(plan["rows"], plan["bytes"], plan["seconds"]) > 0
    assert plan["minutes"] == pytest.approx(plan["seconds"] / 60)
    done = call(*words)
    assert f"\n1 done, {len(build.tasks) - 1} left, " in done.stdout
    assert done.stderr == ""


def test_a_damaged_family_leaves_the_others_to_be_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tafelwerk.build.kind.derived_builds", lambda book, families: ())
    (tmp_path / "montecarlo.duckdb").write_text("no book at all")
    damaged = LooseBuild("montecarlo", "montecarlo a", {"n": 1}, (Nothing(),), "exact")
    options = BuildOptions(tmp_path)
    with pytest.raises(BookError, match=r"the other families are built, but .*montecarlo\.duckdb is damaged"):
        run_builds((damaged, toy_family.signs(5)), options)
    out, err = capsys.readouterr()
    assert out == ""
    assert f"left out: {tmp_path / 'montecarlo.duckdb'}" in err
    with open_book(tmp_path) as opened:
        assert opened.one("toy", "SELECT count(*) FROM toy.signs") == (5,)
    with pytest.raises(BookError, match=r"^[^,]*montecarlo\.duckdb is damaged"):
        run_builds((damaged,), options)
    run_builds((damaged, toy_family.signs(7)), replace(options, dry_run=True, json=True))
    out, err = capsys.readouterr()
    assert [build["build"] for build in json.loads(out)["builds"]] == ["toy signs 7 1"]
    assert "left out" in err
    assert (tmp_path / "montecarlo.duckdb").read_text() == "no book at all"

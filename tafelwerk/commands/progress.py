"""A build as people see it: a bar in a terminal, plain lines elsewhere, and what it came to at the end."""

import sys
import time
from typing import TYPE_CHECKING, Any, Protocol

from tafelwerk.commands.output import answer, bytes_text, console, note, rows_text, seconds_text, table

if TYPE_CHECKING:
    from tafelwerk.build.plan import Plan
    from tafelwerk.build.runner import Report
    from tafelwerk.build.task import Build
    from tafelwerk.commands.common import BuildOptions

_LINE_EVERY = 10.0

LONG = 6e10
"""Operations, about a minute of one core, from which a build says beforehand what it is expected to take."""


class Display(Protocol):
    """What the runner reports to; a context manager, so that a bar leaves the terminal as it was."""

    def __enter__(self) -> "Display": ...

    def __exit__(self, *exception: object) -> None: ...

    def tasks(self, total: int) -> None:
        """So many tasks are to be done."""

    def task_done(self, build: str, rows: int, seconds: float) -> None:
        """One task is staged."""

    def status(self, build: str, text: str) -> None:
        """How far a long task has come."""

    def committed(self, build: str) -> None:
        """All rows of a build are in the book."""

    def note(self, text: str) -> None:
        """Something to know."""


class Lines:
    """Plain lines on standard error: one a committed build, and one every ten seconds."""

    def __init__(self) -> None:
        self._total = self._done = self._rows = 0
        self._said = time.monotonic()
        self._status: dict[str, tuple[str, float]] = {}

    def __enter__(self) -> "Lines":
        return self

    def __exit__(self, *exception: object) -> None:
        pass

    def tasks(self, total: int) -> None:
        self._total = total
        if total:
            note(_tasks(total))

    def task_done(self, build: str, rows: int, seconds: float) -> None:
        self._done += 1
        self._rows += rows
        if time.monotonic() - self._said >= _LINE_EVERY:
            self._said = time.monotonic()
            note(f"{self._done} of {self._total} tasks, {rows_text(self._rows)}")

    def status(self, build: str, text: str) -> None:
        said, at = self._status.get(build, ("", 0.0))
        if text != said and time.monotonic() - at >= _LINE_EVERY:
            self._status[build] = (text, time.monotonic())
            note(f"{build}: {text}")

    def committed(self, build: str) -> None:
        note(f"committed: {build}")

    def note(self, text: str) -> None:
        note(text)


class Bar:
    """A rich bar on standard error."""

    def __init__(self) -> None:
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )

        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rows]}", markup=False),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=console(stderr=True),
            transient=True,
        )
        self._rows = 0
        self._bar = self._progress.add_task("building", total=None, rows=rows_text(0))

    def __enter__(self) -> "Bar":
        self._progress.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._progress.stop()

    def tasks(self, total: int) -> None:
        self._progress.update(self._bar, total=total)

    def task_done(self, build: str, rows: int, seconds: float) -> None:
        self._rows += rows
        self._progress.update(self._bar, advance=1, rows=rows_text(self._rows))

    def status(self, build: str, text: str) -> None:
        self._progress.update(self._bar, description=f"{build}: {text}")

    def committed(self, build: str) -> None:
        self._progress.update(self._bar, description="building")
        self._progress.console.print(f"committed: {build}", markup=False)

    def note(self, text: str) -> None:
        self._progress.console.print(text, markup=False)


def _tasks(count: int) -> str:
    return "1 task" if count == 1 else f"{count:,} tasks"


def display() -> Display:
    """A bar where standard error is a terminal, lines elsewhere."""
    return Bar() if sys.stderr is not None and sys.stderr.isatty() else Lines()


def run(builds: "tuple[Build, ...]", options: "BuildOptions", next_steps: tuple[str, ...]) -> None:
    """Run builds or print their plan, as `tafelwerk.commands.common.run_builds` says."""
    from tafelwerk.build import runner

    if options.dry_run:
        _show_plan(runner.plan(builds, options.book, jobs=options.jobs, force=options.force, note=note), options)
        return
    if sum(build.operations() for build in builds) >= LONG:
        plan = runner.plan(builds, options.book, jobs=options.jobs, force=options.force, note=note)
        if plan.builds:
            note(f"ahead: {_expected(plan)}")
    executor: runner.ExecutorName = options.executor.value
    if executor == "local" and runner.is_short(builds):
        executor = "inline"
    with display() as shown:
        report = runner.run(
            options.book,
            builds,
            jobs=options.jobs,
            executor=executor,
            scheduler=options.scheduler,
            force=options.force,
            progress=shown,
        )
    _close(_with_derived(report, builds, options), options, next_steps)


def _with_derived(report: "Report", builds: "tuple[Build, ...]", options: "BuildOptions") -> "Report":
    """The report, and that of the builds that rest on rows which the book holds now."""
    from tafelwerk.build import catalogue, runner
    from tafelwerk.tables.book import Book

    with Book(options.book) as opened:
        later = tuple(catalogue.derived(opened, dict.fromkeys(build.family for build in builds)))
    if not later:
        return report
    with display() as shown:
        more = runner.run(options.book, later, executor="inline", force=options.force, progress=shown)
    return runner.Report(
        report.built + more.built, report.skipped + more.skipped, report.rows + more.rows, report.seconds + more.seconds
    )


def _show_plan(plan: "Plan", options: "BuildOptions") -> None:
    document = {
        "book": options.book,
        "builds": [
            {
                "build": build.name,
                "tasks": build.tasks,
                "staged": build.staged,
                "rows": build.rows,
                "bytes": build.bytes,
                "minutes": build.seconds / 60,
            }
            for build in plan.builds
        ],
        "skipped": plan.skipped,
        "added": plan.added,
        "jobs": plan.jobs,
        "tasks": plan.tasks,
        "staged": plan.staged,
        "rows": plan.rows,
        "bytes": plan.bytes,
        "minutes": plan.seconds / 60,
    }
    answer(options.json, document, lambda: _plan_layout(plan, options))


def _plan_layout(plan: "Plan", options: "BuildOptions") -> Any:
    if not plan.builds and plan.added:
        return f"nothing to compute, {_counted(len(plan.skipped))} there already; {_added(plan)}"
    if not plan.builds:
        return _nothing_to_do(options, len(plan.skipped))
    from rich.console import Group

    rows = [
        (build.name, build.tasks, build.rows, bytes_text(build.bytes), f"{build.seconds / 60:.2f}")
        for build in plan.builds
    ]
    return Group(table(("build", "tasks", "rows", "space", "minutes of one core"), rows), "", _expected(plan))


def _expected(plan: "Plan") -> str:
    tasks = f"{plan.staged:,} done, {plan.tasks:,} left" if plan.staged else _tasks(plan.tasks)
    total = (
        f"{tasks}, {rows_text(plan.rows)}, {bytes_text(plan.bytes)} at most, about {seconds_text(plan.seconds)} "
        f"with {plan.jobs} worker{'s' if plan.jobs > 1 else ''}, compiling not counted"
    )
    total += f"; {_counted(len(plan.skipped))} there already" if plan.skipped else ""
    return total + (f"; {_added(plan)}" if plan.added else "")


def _added(plan: "Plan") -> str:
    """Tables that the run adds."""
    return f"{', '.join(plan.added)} will be added, still empty"


def _nothing_to_do(options: "BuildOptions", builds: int) -> str:
    return f"nothing to do: {options.book} holds all of it" + (f" ({_counted(builds)})" if builds else "")


def _counted(builds: int) -> str:
    return "1 build" if builds == 1 else f"{builds:,} builds"


def _close(report: "Report", options: "BuildOptions", next_steps: tuple[str, ...]) -> None:
    document = {
        "book": options.book,
        "built": report.built,
        "skipped": report.skipped,
        "rows": report.rows,
        "seconds": report.seconds,
    }
    answer(options.json, document, lambda: _summary(report, options, next_steps))


def _summary(report: "Report", options: "BuildOptions", next_steps: tuple[str, ...]) -> str:
    built, skipped = len(report.built), len(report.skipped)
    if not built:
        lines = [_nothing_to_do(options, skipped)]
    else:
        lines = [f"{options.book}: {_counted(built)} done, {rows_text(report.rows)}, {seconds_text(report.seconds)}"]
        if skipped:
            lines[0] += f"; {_counted(skipped)} there already"
    if next_steps:
        lines += ["", "ask the book:"] + [f"  {step}" for step in next_steps]
    return "\n".join(lines)

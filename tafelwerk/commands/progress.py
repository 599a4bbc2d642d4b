"""Progress of a build for people: a bar in a terminal, a line every ten seconds elsewhere, and a summary at the end."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from tafelwerk.commands.compiling import WORTH_SAYING, missing_seconds
from tafelwerk.commands.output import Ticker, answer, console, note, pick_fields, table
from tafelwerk.errors import BookError
from tafelwerk.texts import Group
from tafelwerk.wording import bytes_text, count_noun, rows_text, seconds_text

if TYPE_CHECKING:
    from pathlib import Path

    from tafelwerk.build.plan import Plan
    from tafelwerk.build.runner import Report
    from tafelwerk.build.session import State
    from tafelwerk.build.task import Build
    from tafelwerk.commands.common import BuildOptions

MOST_LISTED = 500
"""Greatest number of builds of a plan shown to people."""
_BRIEF = 2.0  # seconds up to which a build says nothing beforehand
_FRAME = 0.25  # seconds between two pictures of the bar


class Lines:
    """Plain lines on standard error: the expected work, and one line every ten seconds."""

    def __init__(self) -> None:
        self._is_time = Ticker()

    def begin(self, plan: "Plan") -> None:
        if plan.seconds > _BRIEF:
            self.note(f"to do: {_expectation(plan)}")

    def tick(self, state: "State") -> None:
        if not self._is_time():
            return
        ending = f"; {state.status}" if state.status else ""
        note(
            f"{_families(state)}: {state.done:,} of {count_noun(state.tasks, 'task')}, {rows_text(state.rows)}, "
            f"about {seconds_text(max(1.0, state.left))} left{ending}"
        )

    def note(self, text: str) -> None:
        note(text)


class Bar(Lines):
    """A rich bar on standard error, drawn when the run reports its state and not by a thread of its own."""

    def __init__(self) -> None:
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

        self.progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TaskProgressColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[left]}", markup=False),
            console=console(stderr=True),
            transient=True,
            auto_refresh=False,
        )
        self._bar = self.progress.add_task("starting", total=1.0, left="")
        self._is_time = Ticker(_FRAME)

    def tick(self, state: "State") -> None:
        doing = state.status or f"{_families(state)}: {state.done:,} of {count_noun(state.tasks, 'task')}"
        left = f"{seconds_text(max(1.0, state.left))} left"
        self.progress.update(self._bar, completed=state.share, description=doing, left=left, refresh=self._is_time())

    def note(self, text: str) -> None:
        self.progress.console.print(text, markup=False)


def _families(state: "State") -> str:
    return ", ".join(state.families) or "committing"


@contextmanager
def display() -> Iterator[Lines]:
    """A bar if standard error is a terminal, lines otherwise."""
    if _is_terminal():
        bar = Bar()
        with bar.progress:
            yield bar
    else:
        yield Lines()


@contextmanager
def status(text: str) -> Iterator[Callable[[str], None]]:
    """What is going on: on a terminal a line that changes, `text` at first, elsewhere a line every ten seconds."""
    if _is_terminal():
        with console(stderr=True).status(text) as line:
            yield line.update
        return
    is_time = Ticker()

    def tell(text: str) -> None:
        if is_time():
            note(text)

    yield tell


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


def run(builds: "tuple[Build, ...]", options: "BuildOptions", next_steps: Iterable[str]) -> None:
    """Run builds or print their plan, as described in `tafelwerk.commands.common.run_builds`.

    If a family is damaged, the others are built first; its error is raised at the end.
    """
    work = _plan if options.dry_run else _build
    try:
        report = work(builds, options)
    except BookError as fault:
        sound = _sound(builds, options.book)
        if len(sound) in (0, len(builds)):
            raise
        note(f"left out: {fault}")
        report = work(sound, options)
        if report is not None:
            raise BookError(f"the other families are built, but {fault}") from fault
    if report is not None:
        _close(report, options, next_steps)


def _plan(builds: "tuple[Build, ...]", options: "BuildOptions") -> None:
    from tafelwerk.build.plan import plan

    _show_plan(plan(builds, options.book, jobs=options.jobs, force=options.force), options)


def _build(builds: "tuple[Build, ...]", options: "BuildOptions") -> "Report":
    from tafelwerk.build import runner
    from tafelwerk.commands.common import note_stale
    from tafelwerk.tables.book import Book

    executor: runner.ExecutorName = options.executor.value
    if executor == "local" and runner.is_short(builds):
        executor = "inline"
    with display() as bar:
        report = runner.run(
            options.book,
            builds,
            jobs=options.jobs,
            executor=executor,
            scheduler=options.scheduler,
            force=options.force,
            progress=bar,
        )
    with Book(options.book) as opened:
        families = dict.fromkeys(build.family for build in builds)
        note_stale(opened, [family for family in opened.families if family in families])
    return _with_derived(report, builds, options)


def _sound(builds: "tuple[Build, ...]", path: "Path") -> "tuple[Build, ...]":
    """The builds of families whose file, if there is one, can be read."""
    from tafelwerk.build.commit import held_builds

    sound: set[str] = set()
    for family in dict.fromkeys(build.family for build in builds):
        with suppress(BookError):
            held_builds(path, family)
            sound.add(family)
    return tuple(build for build in builds if build.family in sound)


def _with_derived(report: "Report", builds: "tuple[Build, ...]", options: "BuildOptions") -> "Report":
    """The report, extended by the builds derived from rows that the book holds now."""
    from tafelwerk.build import kind, runner
    from tafelwerk.tables.book import Book

    with Book(options.book) as opened:
        later = tuple(kind.derived_builds(opened, dict.fromkeys(build.family for build in builds)))
    if not later:
        return report
    with display() as bar:
        more = runner.run(options.book, later, executor="inline", force=options.force, progress=bar)
    return runner.Report(
        report.built + more.built, report.skipped + more.skipped, report.rows + more.rows, report.seconds + more.seconds
    )


def _show_plan(plan: "Plan", options: "BuildOptions") -> None:
    expected = ("tasks", "staged", "rows", "bytes", "seconds")
    document = {
        "book": options.book,
        "builds": [
            {"build": build.name, **pick_fields(build, *expected), "minutes": build.seconds / 60}
            for build in plan.builds
        ],
        **pick_fields(plan, "skipped", "added", "jobs", *expected),
        "minutes": plan.seconds / 60,
    }
    answer(options.json, document, lambda: _plan_layout(plan, options))


def _plan_layout(plan: "Plan", options: "BuildOptions") -> Any:
    if not plan.builds and plan.added:
        return f"nothing to compute, {count_noun(len(plan.skipped), 'build')} there already; {_addition(plan)}"
    if not plan.builds:
        return _nothing_to_do(options, len(plan.skipped))

    rows = [
        (build.name, build.tasks, build.rows, bytes_text(build.bytes), seconds_text(build.seconds))
        for build in plan.builds[:MOST_LISTED]
    ]
    more = len(plan.builds) - len(rows)
    ending = [f"... and {count_noun(more, 'build')} more, all with --json"] if more else []
    return Group(table(("build", "tasks", "rows", "space", "time on one core"), rows), *ending, "", _expectation(plan))


def _expectation(plan: "Plan") -> str:
    tasks = f"{plan.staged:,} done, {plan.tasks:,} left" if plan.staged else count_noun(plan.tasks, "task")
    total = (
        f"{tasks}, {rows_text(plan.rows)}, {bytes_text(plan.bytes)}, about {seconds_text(plan.seconds)} "
        f"with {plan.jobs} worker{'s' if plan.jobs > 1 else ''}"
    )
    families = {build.family for build in plan.builds}
    compiling = missing_seconds(*families) if families else 0.0
    total += f" after up to {seconds_text(compiling)} of compiling, once" if compiling > WORTH_SAYING else ""
    total += f"; {count_noun(len(plan.skipped), 'build')} there already" if plan.skipped else ""
    return total + (f"; {_addition(plan)}" if plan.added else "")


def _addition(plan: "Plan") -> str:
    """Tables added by the run."""
    from tafelwerk.build.commit import added_text

    return added_text(plan.added, "will be added")


def _nothing_to_do(options: "BuildOptions", builds: int) -> str:
    return f"nothing to do: {options.book} already holds everything" + (
        f" ({count_noun(builds, 'build')})" if builds else ""
    )


def _close(report: "Report", options: "BuildOptions", next_steps: Iterable[str]) -> None:
    document = {"book": options.book, **pick_fields(report, "built", "skipped", "rows", "seconds")}
    answer(options.json, document, lambda: _summary(report, options, next_steps))


def _summary(report: "Report", options: "BuildOptions", next_steps: Iterable[str]) -> str:
    built, skipped = len(report.built), len(report.skipped)
    if not built:
        lines = [_nothing_to_do(options, skipped)]
    else:
        lines = [
            f"{options.book}: {count_noun(built, 'build')} done, {rows_text(report.rows)}, {seconds_text(report.seconds)}"
        ]
        if skipped:
            lines[0] += f"; {count_noun(skipped, 'build')} there already"
    steps = [f"  {step}" for step in next_steps]
    if steps:
        lines += ["", "ask the book:", *steps]
    return "\n".join(lines)

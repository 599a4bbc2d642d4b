"""`python -m benchmarks.scaling`: one worker, two workers, a Dask cluster of two, and runs that were disturbed; the same rows?

Builds families into a fresh book per way of working, measures each, compares all tables by their checksums with those of one
worker, and writes the tables of docs/scale.md. Kernels are compiled before, so that no run compiles for another. The forecast of
the full sets is at the speed of the first run, which nothing disturbs.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.harness import machine
from tafelwerk.book import open_book
from tafelwerk.build.kind import builders
from tafelwerk.build.plan import reference_seconds
from tafelwerk.families import FAMILIES
from tafelwerk.tables.provenance import builds, table_summaries
from tafelwerk.wording import seconds_text

PAGE = Path(__file__).parent.parent / "docs" / "scale.md"
BEGIN, END = "<!-- measured: begin -->\n", "<!-- measured: end -->\n"
LIMITS = (
    "The full sets by forecast, in time of one core at the speed of one worker above; no number of workers is faster than the"
    " longest task:"
)
COMPUTE_BOUND = ("montecarlo", "beams", "skat", "switching")
"""Families whose standard set is mostly computing, not committing."""

SCHEDULER = "tcp://127.0.0.1:18786"

Disturb = Callable[[subprocess.Popen[bytes], list[subprocess.Popen[bytes]]], None]
"""What happens to a build and the workers of its cluster in the middle of the work."""

MIDDLE = 0.4
"""Share of the time that an undisturbed build takes with two workers, after which one is disturbed."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way of building.

    Attributes:
        name: as the table names it.
        options: of `tafelwerk build`.
        workers: workers of a cluster to start, 0 for none.
        disturb: what happens on the way, None for nothing; a build that it ends is repeated.
    """

    name: str
    options: tuple[str, ...]
    workers: int = 0
    disturb: Disturb | None = None


def _lose_a_worker(build: subprocess.Popen[bytes], workers: list[subprocess.Popen[bytes]]) -> None:
    workers[0].kill()


def _stop(build: subprocess.Popen[bytes], workers: list[subprocess.Popen[bytes]]) -> None:
    build.send_signal(signal.SIGINT)


def _kill(build: subprocess.Popen[bytes], workers: list[subprocess.Popen[bytes]]) -> None:
    build.kill()


DASK = ("--executor", "dask", "--scheduler", SCHEDULER)
WAYS = (
    Way("one worker", ("--jobs", "1")),
    Way("two workers", ("--jobs", "2")),
    Way("two workers, stopped by Ctrl-C and resumed", ("--jobs", "2"), disturb=_stop),
    Way("two workers, killed and resumed", ("--jobs", "2"), disturb=_kill),
    Way("Dask, one worker", DASK, workers=1),
    Way("Dask, two workers", DASK, workers=2),
    Way("Dask, two workers, one killed on the way", DASK, workers=2, disturb=_lose_a_worker),
    Way("Dask, two workers, stopped by Ctrl-C and resumed", DASK, workers=2, disturb=_stop),
)


def _start(line: Sequence[str]) -> subprocess.Popen[bytes]:
    """A process whose output is thrown away."""
    return subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@contextmanager
def _cluster(workers: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """A scheduler and workers with one thread each, on this machine."""
    if not workers:
        yield []
        return
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    port = SCHEDULER.rpartition(":")[2]
    scheduler = _start([*dask, "--host", "127.0.0.1", "--port", port, "--no-dashboard"])
    line = [
        sys.executable,
        "-m",
        "distributed.cli.dask_worker",
        SCHEDULER,
        "--nthreads",
        "1",
        "--no-dashboard",
        "--no-nanny",
    ]
    started = [_start([*line, "--host", "127.0.0.1"]) for _ in range(workers)]
    try:
        from distributed import Client

        with Client(SCHEDULER, timeout=60, set_as_default=False) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(workers, timeout=60)
        yield started
    finally:
        for process in (*started, scheduler):
            process.kill()
        for process in (*started, scheduler):
            process.wait()


def measured(way: Way, family: str, book: Path, usual: float = 0.0) -> tuple[float, float]:
    """Build a family one way.

    Args:
        way: how.
        family: its name.
        book: folder of the book, without the family.
        usual: wall seconds that an undisturbed build takes.

    Returns:
        Wall seconds; seconds of processor time of all processes, those of a cluster included.
    """
    line = [sys.executable, "-m", "tafelwerk", "build", family, *way.options, "--book", str(book)]
    before = os.times()
    with _cluster(way.workers) as workers:
        begin = time.perf_counter()
        build = _start(line)
        if way.disturb is not None:
            middle = begin + MIDDLE * usual
            while build.poll() is None and (
                time.perf_counter() < middle or not any(book.glob(".staging/*/*/*.parquet"))
            ):
                time.sleep(0.05)
            way.disturb(build, workers)
        if build.wait() != 0:
            subprocess.run(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        wall = time.perf_counter() - begin
    after = os.times()
    return wall, after.children_user + after.children_system - before.children_user - before.children_system


def checksums(book: Path) -> dict[str, str]:
    """The checksums of all tables of a book, by family and table."""
    with open_book(book) as opened:
        return {
            f"{family}.{table.name}": table.sha256
            for family in FAMILIES
            for table in (table_summaries(opened, family) if family in opened.families else ())
        }


def pace(book: Path, families: Sequence[str]) -> float:
    """Ratio of measured to forecast computing time of the standard sets of families, as far as a book holds them."""
    forecast = measured = 0.0
    with open_book(book, pocket=False) as opened:
        for family in families:
            seconds = {build.name: build.seconds for build in builds(opened, family)}
            for build in builders(family).standard():
                if build.name in seconds:
                    measured += seconds[build.name]
                    forecast += sum(map(reference_seconds, build.tasks))
    return measured / forecast


def divided(factor: float) -> list[str]:
    """A table of what the full set of each family consists of.

    Args:
        factor: ratio of expected to forecast computing time, see `pace`.
    """
    rows = ["| family | tasks | work | longest task | so at most |", "|---|---|---|---|---|"]
    for family in FAMILIES:
        works = [factor * reference_seconds(task) for build in builders(family).full() for task in build.tasks]
        total, longest = sum(works), max(works)
        told = f"{total / longest:.1f} times as fast"
        rows.append(f"| {family} | {len(works):,} | {seconds_text(total)} | {seconds_text(longest)} | {told} |")
    return rows


def main() -> None:
    """Measure, show, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("families", nargs="*", default=COMPUTE_BOUND, help="Default: %(default)s.")
    parser.add_argument("--show", action="store_true", help="Show the table only; docs/scale.md stays as it is.")
    given = parser.parse_args()
    families = list(given.families)
    heads = ["way of working", *families, "together", "processor time", "tables"]
    rows = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    with tempfile.TemporaryDirectory(prefix="tafelwerk-scaling-") as folder:
        for family in families:
            # compiles what is missing
            measured(WAYS[1], family, Path(folder, "warm"))
        reference, alone, factor, usual = dict[str, str](), 0.0, 0.0, dict[str, float]()
        for place, way in enumerate(WAYS):
            book = Path(folder, str(place))
            times = {family: measured(way, family, book, usual.get(family, 0.0)) for family in families}
            walls = {family: wall for family, (wall, _) in times.items()}
            usual = usual if way.disturb else walls
            found, wall = checksums(book), sum(walls.values())
            reference, alone = reference or found, alone or wall
            factor = factor or pace(book, families)
            same = sum(found.get(name) == checksum for name, checksum in reference.items())
            cells = [
                way.name,
                *(f"{seconds:.1f} s" for seconds in walls.values()),
                f"{wall:.1f} s, {alone / wall:.2f} times as fast",
                f"{sum(computing for _, computing in times.values()):.0f} s",
                f"{same} of {len(reference)} the same",
            ]
            rows.append(f"| {' | '.join(cells)} |")
            print(rows[-1], flush=True)
    if not given.show:
        text = PAGE.read_text(encoding="utf-8")
        head, _, rest = text.partition(BEGIN)
        tail = rest.partition(END)[2]
        told = [
            f"Measured on: {machine()}. Wall time of the standard set of each family, kernels compiled before. The processor time"
            " of workers whose build was killed is not counted.",
            "",
            *rows,
            "",
            LIMITS,
            "",
            *divided(factor),
            "",
        ]
        PAGE.write_text(head + BEGIN + "\n".join(told) + END + tail, encoding="utf-8")


if __name__ == "__main__":
    main()

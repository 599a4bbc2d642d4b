"""How benchmarks are measured: warm, one thread, CPU time of the process, several runs."""

import os
import platform
import statistics
import subprocess
import sys
import tempfile
from atexit import register
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from time import perf_counter, process_time

from tafelwerk.build import runner
from tafelwerk.build.task import Build


@dataclass(frozen=True)
class Benchmark:
    """Something to measure.

    Attributes:
        name: what is done, in a few words.
        run: does it once; the first call (compilation, caches) is not counted.
        bound: what it is meant to stay under, in seconds; None where there is no such aim.
        repeat: counted runs.
        wall: whether wall-clock time is meant (whole processes), else CPU time of this process.
        processes: whether CPU time of the processes that it starts is meant, from start to exit.
    """

    name: str
    run: Callable[[], object]
    bound: float | None = None
    repeat: int = 5
    wall: bool = False
    processes: bool = False


@dataclass(frozen=True)
class Figure:
    """A measured benchmark: seconds of its counted runs."""

    benchmark: Benchmark
    seconds: tuple[float, ...]

    def row(self) -> str:
        low, middle, high = min(self.seconds), statistics.median(self.seconds), max(self.seconds)
        kind = "wall" if self.benchmark.wall else "CPU, processes" if self.benchmark.processes else "CPU"
        bound = "" if self.benchmark.bound is None else _text(self.benchmark.bound)
        return f"| {self.benchmark.name} | {_text(middle)} | {_text(low)} to {_text(high)} | {kind} | {bound} |"


def measure(benchmark: Benchmark) -> Figure:
    """Run it once unseen, then `repeat` times."""
    clock = perf_counter if benchmark.wall else _children_time if benchmark.processes else process_time
    benchmark.run()
    seconds = []
    for _ in range(benchmark.repeat):
        begin = clock()
        benchmark.run()
        seconds.append(clock() - begin)
    return Figure(benchmark, tuple(seconds))


def _children_time() -> float:
    """CPU time of the processes that were started and have ended."""
    used = os.times()
    return used.children_user + used.children_system


def process(*words: str) -> Callable[[], object]:
    """A benchmark that starts a process and waits for it; its output is thrown away."""
    return lambda: subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def machine() -> str:
    """What was measured on."""
    name = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        name = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), name)
    except OSError:
        pass
    return f"{name}, {os.cpu_count()} cores, Python {sys.version.split()[0]}"


def _text(seconds: float) -> str:
    if seconds >= 1:
        return f"{seconds:.2f} s"
    return f"{seconds * 1e3:.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} us"


def scratch_folder() -> Path:
    """A folder that is gone at the end."""
    folder = Path(tempfile.mkdtemp(prefix="tafelwerk-bench-"))
    register(rmtree, folder, ignore_errors=True)
    return folder


def book_of(builds: Iterable[Build]) -> Path:
    """A book with some builds, gone at the end."""
    book = scratch_folder() / "book"
    runner.run(book, list(builds), executor="inline")
    return book

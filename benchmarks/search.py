"""Benchmarks of the search family."""

import sysconfig
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.counts import Count, Numbers, checksum
from benchmarks.harness import Benchmark, book_of, process
from tafelwerk.families.search.builds import quick, standard
from tafelwerk.solvers.search import even_totals, free_totals, root_play, root_search

PROGRAM = str(Path(sysconfig.get_path("scripts")) / "tafelwerk")
TEN_WIDTHS = range(2, 12)
ALPHAS = [Fraction(i, 50) for i in range(1, 301)]


@cache
def _small_book() -> Path:
    return book_of(quick())


def _every_task() -> None:
    for build in standard():
        for task in build.tasks:
            task.run()


BENCHMARKS = (
    Benchmark(
        "free search to 1000 codes, ten widths", lambda: [free_totals(1000, width) for width in TEN_WIDTHS], 20e-3, 20
    ),
    Benchmark("even splits, the same", lambda: [even_totals(1000, width) for width in TEN_WIDTHS], repeat=20),
    Benchmark("root model, perfect play to 10^4 codes", lambda: root_search(10_000).totals, 1.0, 20),
    Benchmark("root model, perfect play to 10^6 codes", lambda: root_search(1_000_000).totals, 60.0),
    Benchmark("root model, H_1 to 10^4 codes", lambda: root_play(10_000, Fraction(1)), 1.0, 20),
    Benchmark("root model, H_1 to 10^6 codes", lambda: root_play(1_000_000, Fraction(1))),
    Benchmark("root model, 1000 codes, 300 orders of entropy", lambda: [root_play(1000, alpha) for alpha in ALPHAS]),
    Benchmark("every task of the standard set", _every_task, 10.0, 3),
    Benchmark(
        "look-up from process start, quick book",
        lambda: process(PROGRAM, "search", "root", "77", "--json", "--book", str(_small_book()))(),
        0.25,
        11,
        wall=True,
    ),
)


def _totals_counts(tables: Iterable[NDArray[np.int64]]) -> Numbers:
    arrays = [np.asarray(table) for table in tables]
    return {"last": sum(int(array[-1]) for array in arrays), "totals": checksum(*arrays)}


def _play_counts(most: int, alphas: Iterable[Fraction | None]) -> Numbers:
    plays = [root_play(most, alpha) for alpha in alphas]
    ties = sum(len(play.ties) for play in plays)
    return {
        **_totals_counts(play.totals for play in plays),
        "removed": checksum(*(play.removed for play in plays)),
        "ties": ties,
    }


COUNTS = (
    Count(
        "free search to 1000 codes, ten widths",
        lambda: _totals_counts(free_totals(1000, width) for width in TEN_WIDTHS),
    ),
    Count("even splits, the same", lambda: _totals_counts(even_totals(1000, width) for width in TEN_WIDTHS)),
    Count("root model, perfect play to 10^4 codes", lambda: _totals_counts([root_search(10_000).totals])),
    Count("root model, perfect play to 10^6 codes", lambda: _totals_counts([root_search(1_000_000).totals]), slow=True),
    Count(
        "root model, four orders to 10^4 codes",
        lambda: _play_counts(10_000, (Fraction(0), Fraction(1), Fraction(2), None)),
    ),
    Count("root model, H_1 to 10^6 codes", lambda: _play_counts(1_000_000, [Fraction(1)]), slow=True),
    Count("root model, 1000 codes, 300 orders of entropy", lambda: _play_counts(1000, ALPHAS)),
)

"""Benchmarks of Dresher's guessing game."""

import sysconfig
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.counts import Count, Numbers, checksum, fractions_checksum
from benchmarks.harness import Benchmark, book_of, process
from tafelwerk.commands.output import plain
from tafelwerk.families.dresher.builds import games_builds, quick
from tafelwerk.families.dresher.questions import certificate_of
from tafelwerk.proofs.dresher.checker import check
from tafelwerk.solvers.dresher.best_replies import Replies
from tafelwerk.solvers.dresher.solve import Solution, solve
from tafelwerk.solvers.dresher.tree_columns import Pricing
from tafelwerk.tables.answers import document

PROGRAM = str(Path(sysconfig.get_path("scripts")) / "tafelwerk")
STEEP, CALM = 253, 200


@cache
def _small_book() -> Path:
    return book_of(quick())


@cache
def _solved(n: int) -> Solution:
    return solve(n)


@cache
def _certificate(n: int) -> dict[str, object]:
    game = _solved(n)
    made: dict[str, object] = plain(document(certificate_of(game.value, game.hider, game.searcher)))
    return made


@cache
def _weights(n: int) -> NDArray[np.float64]:
    game = _solved(n)
    return np.array([weight / sum(game.hider) for weight in game.hider])


@cache
def _pricing(n: int) -> Pricing:
    return Pricing(n, n.bit_length() + 1)


def _games(last: int) -> None:
    for build in games_builds(1, last):
        for task in build.tasks:
            task.run()


def _chain(last: int) -> Iterator[Solution]:
    """The games from 1 to `last`, each begun from the one before."""
    start = None
    for n in range(1, last + 1):
        solution = solve(n, start)
        yield solution
        start = solution.next_start()


def _successor(n: int) -> None:
    solve(n + 1, _solved(n).next_start())


BENCHMARKS = (
    Benchmark(f"a best tree, N = {STEEP}", lambda: _pricing(STEEP).best(_weights(STEEP)), repeat=20),
    Benchmark(f"exact best reply among all trees, N = {STEEP}", lambda: Replies(_solved(STEEP).hider)),
    Benchmark(f"from nothing, N = {CALM} (plateau)", lambda: solve(CALM)),
    Benchmark(f"from nothing, N = {STEEP} (near a power of two)", lambda: solve(STEEP)),
    Benchmark(f"from its predecessor, N = {STEEP + 1}", lambda: _successor(STEEP)),
    Benchmark("chain from 1 to 64", lambda: list(_chain(64))),
    Benchmark("all N <= 256, every task", lambda: _games(256), 60.0, 1),
    Benchmark(f"independent checker, N = {STEEP}", lambda: check(_certificate(STEEP))),
    Benchmark(
        "look-up from process start, quick book",
        lambda: process(PROGRAM, "dresher", "searcher", "16", "--json", "--book", str(_small_book()))(),
        0.25,
        11,
        wall=True,
    ),
)


def _game_counts(games: Iterable[Solution]) -> Numbers:
    """Values, strategies, and what the linear programs took: that hangs on the last bits of floats."""
    found = list(games)
    return {
        "value": str(found[-1].value),
        "values": fractions_checksum([game.value for game in found]),
        "hiders": fractions_checksum([Fraction(weight) for game in found for weight in game.hider]),
        "searchers": fractions_checksum([Fraction(weight) for game in found for weight, _ in game.searcher]),
        "trees": checksum(*(tree for game in found for _, tree in game.searcher)),
        "rounds": sum(game.rounds for game in found),
        "pivots": sum(game.pivots for game in found),
        "candidates": sum(game.candidates for game in found),
    }


COUNTS = (
    Count("from nothing, N = 40", lambda: _game_counts([solve(40)])),
    Count("chain from 1 to 32", lambda: _game_counts(_chain(32))),
    Count("chain from 1 to 64", lambda: _game_counts(_chain(64)), slow=True),
    Count(f"from nothing, N = {CALM}", lambda: _game_counts([_solved(CALM)]), slow=True),
    Count(f"from nothing, N = {STEEP}", lambda: _game_counts([_solved(STEEP)]), slow=True),
    Count(
        f"from its predecessor, N = {STEEP + 1}",
        lambda: _game_counts([solve(STEEP + 1, _solved(STEEP).next_start())]),
        slow=True,
    ),
)

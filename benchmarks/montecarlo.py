"""Benchmarks of the Monte-Carlo family."""

import sys
import sysconfig
from collections.abc import Sequence
from functools import cache
from math import fsum
from pathlib import Path

from benchmarks.big_book import write_big_book
from benchmarks.counts import Count, Numbers, checksum
from benchmarks.harness import Benchmark, book_of, process, scratch_folder
from tafelwerk import open_book
from tafelwerk.families.montecarlo import heaps
from tafelwerk.families.montecarlo.answers import Duel
from tafelwerk.families.montecarlo.builds import duel_task, quick
from tafelwerk.families.montecarlo.rules import Dsc, Esr, Game, Subtraction, SubtractionRules, curve_points
from tafelwerk.solvers.montecarlo.races_and_heaps import dsc_graph, esr_graph, subtraction_graph
from tafelwerk.solvers.playouts.game_graph import GameGraph

PROGRAM = str(Path(sysconfig.get_path("scripts")) / "tafelwerk")
ONE_TWO = SubtractionRules((1, 2))
FAR = Subtraction(SubtractionRules((1, 7)), 37)


def _duels(game: Game, ks: Sequence[int], lowest: int | None = None) -> object:
    return duel_task(game, tuple(ks), tuple(2 * k for k in ks), lowest).run()


@cache
def _small_book() -> Path:
    return book_of(quick())


@cache
def _big_book() -> Path:
    book = scratch_folder() / "big"
    write_big_book(book)
    return book


def _look_up_in_an_open_book() -> Duel:
    answer: Duel = _open_big_book().montecarlo.duel(FAR, 4242)
    return answer


@cache
def _open_big_book():  # type: ignore[no-untyped-def]
    return open_book(_big_book())


def _duel_process(book: Path, game: Game) -> object:
    return process(PROGRAM, "montecarlo", "duel", *str(game).split(), "--k", "50", "--json", "--book", str(book))()


BENCHMARKS = (
    Benchmark("ESR(5,6,1), MC(k) against MC(2k), k = 1 to 1000", lambda: _duels(Esr(5, 6, 1), range(1, 1001)), 4.0, 3),
    Benchmark("ESR(5,6,1), k = 30", lambda: _duels(Esr(5, 6, 1), [30])),
    Benchmark("ESR(7,8,1), 6435 positions a player, k = 10", lambda: _duels(Esr(7, 8, 1), [10]), repeat=3),
    Benchmark("ESR(7,8,1), k = 1000", lambda: _duels(Esr(7, 8, 1), [1000]), repeat=3),
    Benchmark(
        "S(1,2), every heap to 110, 200 log-spaced k to 10^6",
        lambda: _duels(Subtraction(ONE_TWO, 110), curve_points(10**6, 200), 1),
        1.0,
    ),
    Benchmark("S(1,2)(50), k = 10^12", lambda: _duels(Subtraction(ONE_TWO, 50), [10**12])),
    Benchmark("S(1,3,4)(40), k = 10^9", lambda: _duels(Subtraction(SubtractionRules((1, 3, 4)), 40), [10**9])),
    Benchmark("DSC(40), k = 10^6", lambda: _duels(Dsc(40), [10**6]), 15e-3, 20),
    Benchmark("blunders of S(3,4) to heap 3000", lambda: heaps.Blunder(SubtractionRules((3, 4)), 3000).solve()),
    Benchmark("look-up in an open book of ten million rows", _look_up_in_an_open_book, 2e-3, 50),
    Benchmark(
        "look-up from process start, quick book",
        lambda: _duel_process(_small_book(), Subtraction(ONE_TWO, 50)),
        0.25,
        11,
        wall=True,
    ),
    Benchmark(
        "look-up from process start, ten million rows", lambda: _duel_process(_big_book(), FAR), 0.25, 11, wall=True
    ),
    Benchmark("interpreter start alone", process(sys.executable, "-c", "pass"), None, 11, wall=True),
)


def _graph_counts(graph: GameGraph) -> Numbers:
    return {
        "positions": graph.positions,
        "edges": graph.edges,
        "edges by position": checksum(
            graph.offsets, graph.successors, graph.multiplicities, graph.labels, graph.payoff
        ),
    }


def _duel_counts(game: Game, ks: Sequence[int], lowest: int | None = None) -> Numbers:
    """Number and sums of the chances of duels; weighed, so that two of them cannot be exchanged."""
    columns = duel_task(game, tuple(ks), tuple(2 * k for k in ks), lowest).run()
    found: dict[str, int | float] = {"duels": len(columns["first"])}
    for name in ("first", "second", "mean"):
        found[name] = fsum(float(chance) * (1 + place % 97) for place, chance in enumerate(columns[name]))
    return found


def _blunder_counts(moves: tuple[int, ...]) -> Numbers:
    found = heaps.Blunder(SubtractionRules(moves), 3000).solve()
    return {"heap": found.size or -1, "heap with ties": found.size_with_ties or -1}


COUNTS = (
    Count("graph of ESR(5,6,1)", lambda: _graph_counts(esr_graph(5, 6, 1))),
    Count("graph of ESR(7,8,1)", lambda: _graph_counts(esr_graph(7, 8, 1)), slow=True),
    Count("graph of DSC(40)", lambda: _graph_counts(dsc_graph(40))),
    Count("graph of S(1,2)(110)", lambda: _graph_counts(subtraction_graph((1, 2), 110))),
    Count("ESR(5,6,1), k = 30", lambda: _duel_counts(Esr(5, 6, 1), [30])),
    Count("ESR(5,6,1), k = 1 to 100", lambda: _duel_counts(Esr(5, 6, 1), range(1, 101)), slow=True),
    Count("ESR(7,8,1), k = 10", lambda: _duel_counts(Esr(7, 8, 1), [10]), slow=True),
    Count(
        "S(1,2), every heap to 110, 200 log-spaced k to 10^6",
        lambda: _duel_counts(Subtraction(ONE_TWO, 110), curve_points(10**6, 200), 1),
    ),
    Count("S(1,3,4)(40), k = 10^9", lambda: _duel_counts(Subtraction(SubtractionRules((1, 3, 4)), 40), [10**9])),
    Count("DSC(40), k = 10^6", lambda: _duel_counts(Dsc(40), [10**6])),
    Count("blunders of S(3,4) to heap 3000", lambda: _blunder_counts((3, 4))),
    Count("blunders of S(1,2) to heap 3000", lambda: _blunder_counts((1, 2))),
)

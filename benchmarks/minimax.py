"""Benchmarks of the classic toolbox: whole games from nothing to a family file, look-ups, heap games, Memory."""

import sys
from functools import cache
from pathlib import Path
from shutil import rmtree

from benchmarks.harness import Benchmark, book_of, process, scratch_folder
from tafelwerk.build.minimax.positions import game_build
from tafelwerk.solvers.minimax.grundy import grundy_numbers
from tafelwerk.solvers.minimax.memory import Objective, Rule
from tafelwerk.solvers.minimax.memory import solve as solve_memory
from tafelwerk.solvers.minimax.octal import octal
from tafelwerk.solvers.minimax.pancakes import burnt_pancakes, pancake_tables
from tafelwerk.solvers.minimax.retrograde import solve
from tafelwerk.solvers.minimax.tictactoe import TICTACTOE
from tafelwerk.tables.book import Book, open_book
from tafelwerk.tables.minimax.positions import get_position

PANCAKES = 8
GAME = f"burnt-pancakes-{PANCAKES}"

BY_FUNCTION = f"""
import sys
from dataclasses import replace
from tafelwerk.build.minimax.positions import game_build
from tafelwerk.build.runner import run
from tafelwerk.solvers.minimax.games import GAMES
GAMES[{GAME!r}] = replace(GAMES[{GAME!r}], tables=None)
run(sys.argv[1], [game_build({GAME!r})], executor="inline")
"""
"""The same build with the moves as a function."""


@cache
def _folder() -> Path:
    return scratch_folder()


@cache
def _book() -> Book:
    return open_book(book_of([game_build(GAME)]))


def _empty(name: str) -> str:
    """A folder that is not there: each run begins from nothing."""
    rmtree(_folder() / name, ignore_errors=True)
    return str(_folder() / name)


def _by_tables() -> None:
    words = ("build", "minimax", "game", GAME, "--jobs", "1", "--book", _empty("tables"))
    process(sys.executable, "-m", "tafelwerk", *words)()


def _by_function() -> None:
    process(sys.executable, "-c", BY_FUNCTION, _empty("function"))()


def _points() -> None:
    """A hundred positions, far from each other."""
    for place in range(100):
        get_position(_book(), 100 + PANCAKES, place * 100_003)


BENCHMARKS = (
    Benchmark("burnt pancakes, n = 8, by tables, from nothing to a family file", _by_tables, 3.0, 3, processes=True),
    Benchmark(
        "burnt pancakes, n = 8, by a function, from nothing to a family file", _by_function, 15.0, 3, processes=True
    ),
    Benchmark(
        "burnt pancakes, n = 8, by tables, solved", lambda: solve(burnt_pancakes(PANCAKES), pancake_tables(PANCAKES))
    ),
    Benchmark("burnt pancakes, n = 8, by a function, solved", lambda: solve(burnt_pancakes(PANCAKES)), repeat=3),
    Benchmark("a hundred positions of them from an open book", _points, 0.5),
    Benchmark("tic-tac-toe, every position", lambda: solve(TICTACTOE)),
    Benchmark("Grundy's game to heap 100,000", lambda: grundy_numbers(100_000), None, 3),
    Benchmark("0.127 with the proof of its period", lambda: octal("0.127"), None, 3),
    *(
        Benchmark(f"Memory, mean gain to 50 pairs, rule {rule}", lambda rule=rule: solve_memory(50, rule), 10.0, 3)  # type: ignore[misc]
        for rule in Rule
    ),
    Benchmark(
        "Memory, chance to win to 12 pairs, rule pass", lambda: solve_memory(12, Rule.PASS, Objective.WIN), 10.0, 3
    ),
)

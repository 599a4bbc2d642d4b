"""Benchmarks of the classic toolbox: whole games from nothing to a family file, look-ups, heap games, Memory."""

import sys
from functools import cache, partial
from pathlib import Path
from shutil import rmtree

from benchmarks.counts import Count, Numbers, checksum, fractions_checksum
from benchmarks.harness import Benchmark, book_of, process, scratch_folder
from tafelwerk.book import Book, open_book
from tafelwerk.families.minimax.builds import GamePositions
from tafelwerk.families.minimax.rules.chance_games import Objective, Rule
from tafelwerk.families.minimax.rules.games import GAMES, TICTACTOE, TicTacToe
from tafelwerk.families.minimax.rules.heaps import GRUNDY, OCTAL_HEAPS, octal_game
from tafelwerk.rules.game_trees import Sides
from tafelwerk.solvers.minimax.chance_games import solve_memory as solve_memory
from tafelwerk.solvers.minimax.game_search import Search, by_value
from tafelwerk.solvers.minimax.heap_games import grundy_values, solve_heaps
from tafelwerk.solvers.minimax.ranked_games import MoveTables, Solution, pancake_tables, solve_puzzle, solve_ranked_game

PANCAKES = 8
GAME = f"burnt-pancakes-{PANCAKES}"

POINT = "SELECT value, distance, moves FROM minimax.positions WHERE game = ? AND rank = ?"


@cache
def _folder() -> Path:
    return scratch_folder()


@cache
def _book() -> Book:
    return open_book(book_of([GamePositions(GAME)]))


def _empty(name: str) -> str:
    """A folder that is not there: each run begins from nothing."""
    rmtree(_folder() / name, ignore_errors=True)
    return str(_folder() / name)


def _by_tables() -> None:
    words = ("build", "minimax", "game", GAME, "--jobs", "1", "--book", _empty("tables"))
    process(sys.executable, "-m", "tafelwerk", *words)()


@cache
def _tables() -> MoveTables:
    return pancake_tables(PANCAKES)


def _points() -> None:
    """A hundred positions, far from each other."""
    for place in range(100):
        _book().one("minimax", POINT, GAME, place * 100_003)


BENCHMARKS = (
    Benchmark("burnt pancakes, n = 8, by tables, from nothing to a family file", _by_tables, 3.0, 3, processes=True),
    Benchmark("burnt pancakes, n = 8, by tables, solved", lambda: solve_puzzle(_tables(), 0)),
    Benchmark("a hundred positions of them from an open book", _points, 0.5),
    Benchmark("tic-tac-toe, every position", lambda: solve_ranked_game(TICTACTOE)),
    Benchmark("Grundy's game to heap 100,000", lambda: grundy_values(GRUNDY, 100_000), None, 3),
    Benchmark("0.127 with the proof of its period", lambda: solve_heaps(octal_game("0.127"), OCTAL_HEAPS), None, 3),
    *(
        Benchmark(f"Memory, mean gain to 50 pairs, rule {rule}", lambda rule=rule: solve_memory(50, rule), 10.0, 3)  # type: ignore[misc]
        for rule in Rule
    ),
    Benchmark(
        "Memory, chance to win to 12 pairs, rule pass", lambda: solve_memory(12, Rule.PASS, Objective.WIN), 10.0, 3
    ),
)


def _solved_counts(found: Solution) -> Numbers:
    return {
        "positions": len(found.ranks),
        "won": int((found.values > 0).sum()),
        "drawn": int((found.values == 0).sum()),
        "longest": int(found.distances.max()),
        "all": checksum(found.ranks, found.values, found.distances, found.moves),
    }


def _game_counts(name: str) -> Numbers:
    return _solved_counts(solve_ranked_game(GAMES[name]))


def _tree_counts() -> Numbers:
    rules = Sides(TicTacToe())
    plain: Search = Search(rules)
    whole = plain.result(rules.start).nodes
    orders = {
        "alpha-beta": None,
        "alpha-beta, best first": by_value(plain, True),
        "alpha-beta, worst first": by_value(plain, False),
    }
    counts = {name: Search(rules, True, order).result(rules.start).nodes for name, order in orders.items()}
    return {"moves": plain.made, "minimax": whole, **counts}


def _heap_counts(heaps: int) -> Numbers:
    values = grundy_values(GRUNDY, heaps)
    return {"largest": int(values.max()), "lost": int((values == 0).sum()), "values": checksum(values)}


def _octal_counts(code: str) -> Numbers:
    found = solve_heaps(octal_game(code), OCTAL_HEAPS)
    period = found.period
    known = {
        "period": period.period or -1,
        "last exception": -2 if period.last_exception is None else period.last_exception,
    }
    return {**known, "checked to": period.checked_to, "proved": period.proved, "values": checksum(found.values)}


def _memory_counts(pairs: int, rule: Rule, objective: Objective) -> Numbers:
    table = solve_memory(pairs, rule, objective)
    leads = range(-2, 3) if objective is Objective.WIN else range(1)
    places = [(left, known, lead) for left in range(1, pairs + 1) for known in range(left + 1) for lead in leads]
    turns = [len(table.actions(left, known, lead=lead)) for left, known, lead in places]
    values = [table.value(left, known, lead=lead) for left, known, lead in places]
    return {"value": str(table.value(pairs, 0)), "values": fractions_checksum(values), "best turns": checksum(turns)}


COUNTS = (
    Count("tic-tac-toe, every position", lambda: _solved_counts(solve_ranked_game(TICTACTOE))),
    Count("tic-tac-toe, nodes of searches", _tree_counts),
    *(
        Count(f"{name}, every position", partial(_game_counts, name))
        for name in ("tictactoe-misere", "tictactoe-wild", "notakto", "nim-passes")
    ),
    Count("notakto-2, every position", lambda: _game_counts("notakto-2"), slow=True),
    Count("burnt pancakes, n = 6", lambda: _game_counts("burnt-pancakes-6")),
    Count("burnt pancakes, n = 8", lambda: _game_counts("burnt-pancakes-8"), slow=True),
    Count("Grundy's game to heap 10,000", lambda: _heap_counts(10_000)),
    Count("Grundy's game to heap 100,000", lambda: _heap_counts(100_000), slow=True),
    *(
        Count(f"{code} with the proof of its period", partial(_octal_counts, code), slow=code == "0.127")
        for code in ("0.07", "0.77", "0.156", "4.7", "0.127")
    ),
    *(
        Count(
            f"Memory, {objective} to {pairs} pairs, rule {rule}", partial(_memory_counts, pairs, rule, objective), slow
        )
        for objective, pairs, slow in (
            (Objective.GAIN, 12, False),
            (Objective.GAIN, 50, True),
            (Objective.WIN, 5, False),
            (Objective.WIN, 12, True),
        )
        for rule in Rule
    ),
)

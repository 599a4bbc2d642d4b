"""Rows of Memory and of games over ranks, and what is computed on a miss.

The lecture is P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2.
"""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tafelwerk.book import Book, open_book
from tafelwerk.families.minimax.answers import Turn
from tafelwerk.families.minimax.builds import LookAheads, NodeCounts, Turns, Whole
from tafelwerk.families.minimax.memory import Memory
from tafelwerk.families.minimax.position_rows import solved_rows
from tafelwerk.families.minimax.positions import Solve
from tafelwerk.families.minimax.rules.games import NIM_PASSES, board_rank
from tafelwerk.families.minimax.rules.memory import Objective, Rule
from tafelwerk.solvers.minimax.memory_game import solve_memory
from tafelwerk.tables.questions import BUDGET


@pytest.fixture(scope="module")
def opened(small_book: Path) -> Iterator[Book]:
    with open_book(small_book, pocket=False) as opened:
        yield opened


def test_three_pairs() -> None:
    rows = Turns(3, "pass", "gain").run()["memory"]
    keys = list(zip(rows["pairs"], rows["known"], rows["lead"], strict=True))
    assert keys == [(left, known, 0) for left in (1, 2, 3) for known in range(left + 1)]
    assert list(zip(rows["value_num"], rows["value_den"], rows["value"], strict=True))[5:7] == [("-1", "5", -0.2)] * 2
    assert rows["actions"][6] == ["unseen then known", "known then unseen"]


@pytest.mark.parametrize("rule", Rule)
def test_rows_of_the_chance_to_win(rule: Rule) -> None:
    task = Turns(3, rule, "win")
    tables = task.run()
    rows, choices = tables["memory"], tables["memory_choices"]
    assert len(rows["value"]) == 2 * 3 + 3 * 5 + 4 * 7
    assert len(rows["value"]) + len(choices["value"]) == task.expected_rows()
    names = ("pairs", "known", "lead", "value_num", "value_den")
    table = solve_memory(3, rule, Objective.WIN)
    for left, known, lead, above, below in zip(*(rows[name] for name in names), strict=True):
        assert Fraction(int(above), int(below)) == table.value(left, known, lead=lead)


def test_memory_that_is_computed() -> None:
    asked = (4, 2, "forced", "win", 1)
    wanted = Memory(*asked)
    found = wanted.solve()
    assert (found.pairs, found.known, found.rule, found.objective, found.lead) == asked
    assert found.value == solve_memory(4, Rule.FORCED, Objective.WIN).value(4, 2, lead=1)
    assert isinstance(found, Turn)
    assert found.actions
    assert wanted.build().name == "minimax memory --pairs 4 --rule forced --objective win"
    for objective, quick, long in (("gain", 50, 100), ("win", 12, 30)):
        work = [Memory(pairs, 7, "pass", objective).operations() for pairs in (quick, long)]
        assert work[0] <= BUDGET < work[1]


def test_published_counts(opened: Book) -> None:
    """5,478 positions of tic-tac-toe, 765 up to symmetry, drawn; 384 stacks of four burnt pancakes, at most 8 flips."""
    rows = opened.rows(
        "minimax", "SELECT game, positions, classes, value, distance, start, greatest FROM minimax.games"
    )
    games = {row[0]: row[1:] for row in rows}
    assert games["tictactoe"][:5] == (5478, 765, 0, 9, 0)
    assert games["burnt-pancakes-4"] == (384, 0, -1, 0, 0, 8)
    # in the order of the type
    assert list(games) == ["tictactoe", "notakto", "nim-passes", "burnt-pancakes-4"]


def test_positions_that_are_computed(opened: Book) -> None:
    for position in ("1 3 5 pp", "0 0 1 p-"):
        wanted = Solve("nim-passes", position)
        assert wanted.solve() == wanted.look_up(opened)
    assert 2047 not in solved_rows(NIM_PASSES, (NIM_PASSES.start, 2047))


@pytest.mark.parametrize(
    "task", [Turns(5, "forced", "gain"), *map(Whole, ("nim-passes", "notakto-2", "burnt-pancakes-6"))]
)
def test_rows_that_are_expected(task: Turns | Whole) -> None:
    rows = task.run()
    columns = [
        next(column for name, column in table.items() if name in ("title", "rank", "pairs")) for table in rows.values()
    ]
    assert task.expected_rows() == sum(1 if isinstance(column, str) else len(column) for column in columns)


def test_searches_in_tictactoe(opened: Book) -> None:
    counted = opened.rows("minimax", "SELECT algorithm, move_order, nodes FROM minimax.node_counts")
    nodes = {row[:2]: row[2] for row in counted}
    assert nodes["alpha-beta", "natural"] == 18_297
    assert {count for (algorithm, _), count in nodes.items() if algorithm == "minimax"} == {549_946}
    assert nodes["alpha-beta", "best first"] < nodes["alpha-beta", "natural"] < nodes["alpha-beta", "worst first"]
    assert len(nodes) == NodeCounts().expected_rows()
    rows = opened.rows(
        "minimax",
        'SELECT depth, value, every, "some" FROM minimax.look_ahead WHERE game = ? AND rank = ? ORDER BY depth',
        "tictactoe",
        board_rank("XO......."),
    )
    assert [row[0] for row in rows] == list(range(10))
    # X wins: seen at last
    assert (rows[0][1:], rows[9][1:]) == ((1, True, True), (9, True, True))
    errors = 'count(*), count(*) FILTER (depth >= 6 AND NOT every), count(*) FILTER (every AND NOT "some")'
    assert opened.one("minimax", f"SELECT {errors} FROM minimax.look_ahead") == (LookAheads().expected_rows(), 0, 0)

"""Look-ups of heap games."""

import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st
from minimax_books import small_book

from tafelwerk.build.minimax.heap_estimates import game_of
from tafelwerk.errors import BookError, InputError, MissingTableError
from tafelwerk.solvers.minimax.misere import MisereGame
from tafelwerk.solvers.minimax.sums import solve_sum
from tafelwerk.tables.book import Book, open_book
from tafelwerk.tables.minimax import heaps as tables
from tafelwerk.tables.minimax.heaps import Move, Period
from tafelwerk.tables.minimax.rules import GRUNDY, Rules, octal_rules, subtraction_rules

KAYLES = octal_rules("0.77")
GAMES = (GRUNDY, KAYLES, octal_rules("0.07"), subtraction_rules("1,3"))


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_book(tmp_path_factory)


@pytest.fixture(scope="module")
def opened(book: Path) -> Iterator[Book]:
    with open_book(book) as opened:
        yield opened


@given(st.sampled_from(GAMES), st.lists(st.integers(1, 60), min_size=1, max_size=4))
def test_one_statement_says_what_the_solver_does(opened: Book, rules: Rules, heaps: list[int]) -> None:
    found = tables.probe_sum(opened, rules, heaps)
    game = game_of(rules)
    solved = solve_sum([(game, heap) for heap in heaps])
    assert (found.value, found.won) == (solved.value, solved.won)
    assert [(move.place, move.left) for move in found.moves] == [(move.place, move.left) for move in solved.moves]
    assert found.heaps == tuple(heaps)
    assert len(found.values) == len(heaps)


def test_published_values(book: Path) -> None:
    """OEIS A002188, heaps 0 to 20."""
    with open_book(book) as opened:
        found = [tables.probe_sum(opened, GRUNDY, [heap]).value for heap in range(1, 21)]
        seven, eight = (tables.probe_sum(opened, GRUNDY, [heap]) for heap in (7, 8))
    assert found == [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]
    assert (seven.value, seven.won, seven.moves) == (0, False, ())
    assert (eight.value, eight.won, eight.moves) == (2, True, (Move(0, (1, 7)),))


def test_two_like_heaps_are_lost(book: Path) -> None:
    with open_book(book) as opened:
        found = tables.probe_sum(opened, KAYLES, [9, 9])
        assert not found.won
        assert found.values == (4, 4)
        # nothing, one heap, two heaps are left
        assert tables.probe_sum(opened, KAYLES, [2]).moves == (Move(0, ()),)


def test_a_large_heap(book: Path) -> None:
    with open_book(book) as opened:
        found = tables.probe_sum(opened, GRUNDY, [2000])
        assert tables.get_sum(opened, GRUNDY, [5, 2001]) is None
        with pytest.raises(MissingTableError) as missing:
            tables.probe_sum(opened, GRUNDY, [5, 2001])
    solved = solve_sum([(game_of(GRUNDY), 2000)])
    assert [move.left for move in found.moves] == [move.left for move in solved.moves]
    assert missing.value.build == "tafelwerk build minimax grundy --heap 2001"


def test_periods(book: Path) -> None:
    """Kayles: R. K. Guy and C. A. B. Smith, The G-values of various games, 1956."""
    with open_book(book) as opened:
        assert tables.probe_period(opened, KAYLES) == Period(KAYLES, 12, 70, 166, True)
        # a proof stands, however far a search should have gone
        assert tables.probe_period(opened, KAYLES, tables.SEARCHED).proved
        assert tables.get_period(opened, octal_rules("0.137")) is None
        with pytest.raises(MissingTableError) as missing:
            tables.probe_period(opened, octal_rules("0.137"))
    assert missing.value.build == "tafelwerk build minimax octal 0.137"


def test_a_search_that_found_nothing(tmp_path: Path) -> None:
    from tafelwerk.build import runner
    from tafelwerk.build.minimax.heaps import heaps_build

    officers = octal_rules("0.6")
    runner.run(tmp_path, [heaps_build(officers, heap) for heap in (100, 300)], executor="inline")
    with open_book(tmp_path) as opened:
        assert tables.probe_period(opened, officers) == Period(officers, None, None, 300, False)
        assert tables.get_period(opened, officers, least=301) is None
        assert tables.probe_sum(opened, officers, [300]).rules == officers


@pytest.mark.parametrize("rules", [GRUNDY, KAYLES])
def test_misere_play(rules: Rules, book: Path) -> None:
    game = MisereGame(game_of(rules))
    with open_book(book) as opened:
        for heap in range(1, 31):
            found = tables.probe_misere(opened, rules, heap)
            assert found.won == game.won([heap])
            assert [move.left for move in found.moves] == [move.left for move in game.winning_moves([heap])]
        assert tables.get_misere(opened, rules, 31) is None
        with pytest.raises(MissingTableError) as missing:
            tables.probe_misere(opened, rules, 31)
        with pytest.raises(InputError, match="up to 60"):
            tables.get_misere(opened, rules, 61)
    assert missing.value.build == f"tafelwerk build minimax {rules} --heap 31 --misere"


def test_what_is_no_heap(book: Path) -> None:
    with open_book(book) as opened:
        for heaps in ([], [0], [5, -2]):
            with pytest.raises(InputError):
                tables.get_sum(opened, GRUNDY, heaps)


def test_an_empty_book(tmp_path: Path) -> None:
    with open_book(tmp_path / "none") as opened:
        assert tables.get_sum(opened, GRUNDY, [8]) is None
        assert tables.get_period(opened, KAYLES) is None
        assert tables.get_misere(opened, GRUNDY, 8) is None
        with pytest.raises(MissingTableError, match="minimax grundy --heap 8"):
            tables.probe_sum(opened, GRUNDY, [8])


@pytest.mark.parametrize(
    "damage",
    ["UPDATE periods SET period = NULL", "UPDATE periods SET proved = false", "UPDATE misere SET moves = '1+'"],
)
def test_rows_that_cannot_be(damage: str, book: Path, tmp_path: Path) -> None:
    shutil.copy(book / "minimax.duckdb", tmp_path)
    with duckdb.connect(str(tmp_path / "minimax.duckdb")) as connection:
        connection.execute(damage)
    look_up = partial(tables.get_misere, heap=8) if "misere" in damage else tables.get_period
    with open_book(tmp_path) as opened, pytest.raises(BookError, match="tafelwerk verify minimax"):
        look_up(opened, KAYLES)

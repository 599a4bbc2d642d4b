"""Look-ups of heap games."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st
from minimax_books import small_book

from tafelwerk.errors import BookError, InputError, MissingTableError
from tafelwerk.solvers.minimax.misere import MisereGame
from tafelwerk.solvers.minimax.sums import solve_sum
from tafelwerk.tables.book import Book, open_book
from tafelwerk.tables.minimax import Heap, Period, Sum, questions
from tafelwerk.rules.minimax.heaps import GRUNDY, HeapGame, octal_game, subtraction_game

KAYLES = octal_game("0.77")
GAMES = (GRUNDY, KAYLES, octal_game("0.07"), subtraction_game("1,3"))


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_book(tmp_path_factory)


@pytest.fixture(scope="module")
def opened(book: Path) -> Iterator[Book]:
    with open_book(book) as opened:
        yield opened


def heaps_of(opened: Book, rules: HeapGame, heaps: list[int], misere: bool = False) -> Any:
    """What the book says of heaps of a game."""
    kind, _, code = rules.name.partition(" ")
    if kind == "grundy":
        return questions.grundy(opened, heaps, misere)
    return (questions.octal if kind == "octal" else questions.subtraction)(opened, code, heaps, misere)


@given(st.sampled_from(GAMES), st.lists(st.integers(1, 60), min_size=1, max_size=4))
def test_one_statement_says_what_the_solver_does(opened: Book, rules: HeapGame, heaps: list[int]) -> None:
    found = heaps_of(opened, rules, heaps)
    game = rules
    solved = solve_sum([(game, heap) for heap in heaps])
    assert (found.grundy, found.won) == (solved.value, solved.won)
    if isinstance(found, Sum):
        assert [(move.place, move.left) for move in found.moves] == [(move.place, move.left) for move in solved.moves]
        assert [move.heap for move in found.moves] == [heaps[move.place] for move in solved.moves]
        assert found.heaps == tuple(heaps)
        assert found.values is not None
        assert len(found.values) == len(heaps)
    else:
        assert (found.heap, list(found.moves)) == (heaps[0], [move.left for move in solved.moves])


def test_published_values(book: Path) -> None:
    """OEIS A002188, heaps 0 to 20."""
    with open_book(book) as opened:
        found = [questions.grundy.probe(opened, [heap]).grundy for heap in range(1, 21)]
        seven, eight = (questions.grundy.probe(opened, [heap]) for heap in (7, 8))
    assert found == [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]
    assert (seven.grundy, seven.won, seven.moves) == (0, False, ())
    assert (eight.grundy, eight.won, eight.moves) == (2, True, ((1, 7),))


def test_two_like_heaps_are_lost(book: Path) -> None:
    with open_book(book) as opened:
        found = questions.octal(opened, "0.77", [9, 9])
        assert isinstance(found, Sum)
        assert not found.won
        assert found.values == (4, 4)
        # nothing, one heap, two heaps are left
        two = questions.octal(opened, "0.77", [2])
    assert isinstance(two, Heap)
    assert two.moves == ((),)


def test_a_large_heap(book: Path) -> None:
    with open_book(book) as opened:
        found = questions.grundy.probe(opened, [2000])
        assert questions.grundy(opened, [5, 2001]) is None
        with pytest.raises(MissingTableError) as missing:
            questions.grundy.probe(opened, [5, 2001])
    solved = solve_sum([(GRUNDY, 2000)])
    assert list(found.moves) == [move.left for move in solved.moves]
    assert missing.value.build == "tafelwerk build minimax grundy --heap 2001"


def test_periods(book: Path) -> None:
    """Kayles: R. K. Guy and C. A. B. Smith, The G-values of various games, 1956."""
    with open_book(book) as opened:
        # a proof stands, however far a search should have gone
        assert questions.octal.probe(opened, "0.77") == Period(
            code="0.77", period=12, last_exception=70, proved=True, checked_to=166
        )
        assert questions.octal(opened, "0.137") is None
        with pytest.raises(MissingTableError) as missing:
            questions.octal.probe(opened, "0.137")
    assert missing.value.build == "tafelwerk build minimax octal 0.137"


def test_a_search_that_found_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tafelwerk.build import runner
    from tafelwerk.build.minimax.heaps import heaps_build

    officers = octal_game("0.6")
    runner.run(tmp_path, [heaps_build(officers, heap) for heap in (100, 300)], executor="inline")
    with open_book(tmp_path) as opened:
        monkeypatch.setattr(questions, "SEARCHED", 300)
        assert questions.octal(opened, "0.6") == Period(
            code="0.6", period=None, last_exception=None, proved=False, checked_to=300
        )
        monkeypatch.setattr(questions, "SEARCHED", 301)
        assert questions.octal(opened, "0.6") is None
        assert questions.octal.probe(opened, "0.6", [300]).code == "0.6"


@pytest.mark.parametrize("rules", [GRUNDY, KAYLES])
def test_misere_play(rules: HeapGame, book: Path) -> None:
    game = MisereGame(rules)
    with open_book(book) as opened:
        for heap in range(1, 31):
            found = heaps_of(opened, rules, [heap], misere=True)
            assert found.won == game.won([heap])
            assert list(found.moves) == [move.left for move in game.winning_moves([heap])]
        assert heaps_of(opened, rules, [31], misere=True) is None
        asked = questions.grundy.of([31], True) if rules == GRUNDY else questions.octal.of("0.77", [31], True)
        missing = asked.missing(opened)
        with pytest.raises(InputError, match="up to 60"):
            heaps_of(opened, rules, [61], misere=True)
    assert isinstance(missing, MissingTableError)
    assert missing.build == f"tafelwerk build minimax {rules} --heap 31 --misere"


def test_what_is_no_heap(book: Path) -> None:
    with open_book(book) as opened:
        for heaps in ([], [0], [5, -2]):
            with pytest.raises(InputError):
                questions.grundy(opened, heaps)


def test_an_empty_book(tmp_path: Path) -> None:
    with open_book(tmp_path / "none") as opened:
        assert questions.grundy(opened, [8]) is None
        assert questions.octal(opened, "0.77") is None
        assert questions.grundy(opened, [8], misere=True) is None
        with pytest.raises(MissingTableError, match="minimax grundy --heap 8"):
            questions.grundy.probe(opened, [8])


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE periods SET period = NULL",
        "UPDATE periods SET proved = false, checked_to = 100000",
        "UPDATE misere SET moves = '1+'",
    ],
)
def test_rows_that_cannot_be(damage: str, book: Path, tmp_path: Path) -> None:
    shutil.copy(book / "minimax.duckdb", tmp_path)
    with duckdb.connect(str(tmp_path / "minimax.duckdb")) as connection:
        connection.execute(damage)
    misere = "misere" in damage
    with open_book(tmp_path) as opened, pytest.raises(BookError, match="tafelwerk verify minimax"):
        questions.octal(opened, "0.77", [8] if misere else None, misere)

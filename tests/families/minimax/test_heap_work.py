"""Heap games: what is computed on a miss, and how much work that is: estimates against proofs, rows, steps, measured times.
Builds and sets: names, rows that are expected, and which builds hold others.
Look-ups: what the book says is what the solvers say, and what it lacks is named by its build line.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from books import alter_file, bare_family, copy_family, insertion
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.book import Book, open_book
from tafelwerk.families.minimax import rows
from tafelwerk.families.minimax.answers import Heap, Sum
from tafelwerk.families.minimax.builds import PROOFS
from tafelwerk.families.minimax.heaps import Grundy, Nim, Octal, Subtraction
from tafelwerk.families.minimax.parameters import read_game_of_two
from tafelwerk.families.minimax.rows import PILOT_HEAPS, pilot
from tafelwerk.families.minimax.rules.heaps import (
    GRUNDY,
    LARGEST_HEAP,
    SEARCHED,
    HeapGame,
    heap_game,
    octal_game,
    subtraction_game,
)
from tafelwerk.solvers.minimax.heap_games import FIRST_HEAPS, MisereGame, Steps, grundy_values, solve_heaps, solve_sum
from tafelwerk.tables.questions import OverBudgetError

KAYLES = octal_game("0.77")


def test_a_pilot() -> None:
    """It ends with the proof of a period, or after as many heaps as may be, or as the steps are enough for."""
    ends = {"octal 0.77": (12, FIRST_HEAPS), "octal 0.165": (1550, 16 * FIRST_HEAPS), "octal 0.16": (None, PILOT_HEAPS)}
    for name, (period, heaps) in ends.items():
        found = pilot(name)
        assert (found.period and found.period.period, found.heaps) == (period, heaps)
    assert pilot("octal 0.06").heaps < PILOT_HEAPS


LARGE = {"grundy": 60_000, "octal 0.127": 60_000, "octal 0.16": 100_000, "octal 0.6": 40_000, "octal 0.007": 20_000}


@pytest.mark.parametrize(("name", "heaps"), LARGE.items())
def test_steps_that_are_expected(name: str, heaps: int) -> None:
    steps = Steps()
    grundy_values(heap_game(name), heaps, steps=steps)
    assert steps.taken / 1.6 < pilot(name).estimate(heaps) < 1.6 * steps.taken


LATE = ("octal 0.127", "octal 0.56")


@pytest.mark.parametrize("names", [set(PROOFS) - {*LATE}, pytest.param(LATE, marks=pytest.mark.slow)])
def test_what_proves_a_period(names: Iterable[str]) -> None:
    for name in names:
        assert solve_heaps(heap_game(name), LARGEST_HEAP).period.checked_to == PROOFS[name]
        assert (pilot(name).period is None) == (name in LATE)


def test_values_past_a_proof_are_those_of_the_period() -> None:
    for rules in (KAYLES, octal_game("0.137"), subtraction_game([2, 3, 7])):
        assert rows.heap_values(rules, 5000).tolist() == grundy_values(rules, 5000).tolist()
    assert len(rows.heap_values(KAYLES, 3)) == 4


def test_what_may_take_long_is_attempted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the estimate is near the budget, steps are counted; they may be enough. A period spares a long list of moves."""
    far = rows.heap_sum(KAYLES, [9_000_000])
    assert far.attempt is not None
    assert isinstance(answer := far.attempt(), Heap)
    assert (answer.grundy, answer.winning_moves) == (4, 749_999)
    monkeypatch.setattr(rows, "HOPELESS", 10)
    for rules, heap in ((octal_game("0.14"), 75_000), (GRUNDY, 100_000)):
        monkeypatch.setattr(rows, "BUDGET", 9e8)
        assert rows.heap_sum(rules, [heap]).attempt is None
        monkeypatch.setattr(rows, "BUDGET", 2e8)
        long = rows.heap_sum(rules, [heap])
        assert long.operations == 2e8
        assert long.attempt is not None
        with pytest.raises(OverBudgetError):
            long.attempt()
    game = octal_game("0.6")
    monkeypatch.setattr(rows, "BUDGET", 0.9 * rows.values_operations(game, 3000))
    wanted = rows.heap_sum(game, [3000, 7])
    assert wanted.attempt is not None
    assert wanted.attempt() == wanted.run()


def test_work_grows_with_the_heaps() -> None:
    for name in ("grundy", "octal 0.77", "octal 0.06", "octal 0.16", "subtraction 1,2,5"):
        work = [rows.values_operations(heap_game(name), heaps) for heaps in (10, 1000, 1025, 5000, 50_000, 500_000)]
        assert work == sorted(work)
    # what a proof makes needless is hardly any work
    assert rows.values_operations(octal_game("0.77"), 1_000_000) < 1e8


@pytest.mark.parametrize("name", ["grundy", "octal 0.77", "octal 0.07", "octal 0.6"])
def test_misere_positions_that_are_expected(name: str) -> None:
    rules = heap_game(name)
    game = MisereGame(rules)
    each = (rows.misere_operations(rules, 30) - 1e6) / rows._misere_positions(name, 30)
    game.winning_moves([42])
    expected = (rows.misere_operations(rules, 42) - 1e6) / each
    assert game.positions / 2 < expected < 2 * game.positions


@pytest.fixture(scope="module")
def quick(quick_book: Path) -> Iterator[Book]:
    with open_book(quick_book, pocket=False) as quick:
        yield quick


def heaps_of(quick: Book, game: HeapGame, heaps: list[int], misere: bool = False) -> Any:
    """What the book says of heaps of a game."""
    if game == GRUNDY:
        return Grundy(heaps, misere).look_up(quick)
    asks = Octal if game.name.startswith("octal") else Subtraction
    return asks(game.code, heaps, misere).look_up(quick)


@given(
    st.sampled_from((GRUNDY, KAYLES, octal_game("0.07"), subtraction_game("1,3"))),
    st.lists(st.integers(1, 60), min_size=1, max_size=4) | st.lists(st.just(900), min_size=1, max_size=2),
)
def test_one_statement_says_what_the_solver_does(quick: Book, game: HeapGame, heaps: list[int]) -> None:
    found, solved = heaps_of(quick, game, heaps), solve_sum([(game, heap) for heap in heaps])
    assert (found.grundy, found.won) == (solved.value, solved.won)
    if isinstance(found, Sum):
        assert [(move.place, move.left) for move in found.moves] == [(move.place, move.left) for move in solved.moves]
        assert [move.heap for move in found.moves] == [heaps[move.place] for move in solved.moves]
        assert found.heaps == tuple(heaps)
    else:
        assert (found.heap, list(found.moves)) == (heaps[0], [move.left for move in solved.moves])
    # under misere play single heaps are stored, up to 30 tokens
    if game in (GRUNDY, KAYLES) and sum(heaps) <= 60:
        found, play = heaps_of(quick, game, heaps, misere=True), MisereGame(game)
        assert (found is not None) == (len(heaps) == 1 and heaps[0] <= 30)
        if found is not None:
            left = [move.left for move in play.winning_moves(heaps)]
            assert (found.won, list(found.moves)) == (play.wins(heaps), left)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=3), st.booleans())
def test_nim_is_what_the_game_of_all_moves_says(heaps: list[int], misere: bool) -> None:
    """The rule of the exclusive or, and that of misere play, against the solvers that go through the moves."""
    game = read_game_of_two(f"nim:{'+'.join(map(str, heaps))}").game
    answer: Any = Nim(heaps, misere).solve()
    left = [move.left for move in answer.moves] if isinstance(answer, Sum) else list(answer.moves)
    if misere:
        play = MisereGame(game)
        assert (answer.won, left) == (play.wins(heaps), [move.left for move in play.winning_moves(heaps)])
    else:
        solved = solve_sum([(game, heap) for heap in heaps])
        assert (answer.grundy, answer.won) == (solved.value, solved.won)
        assert left == [move.left for move in solved.moves]


def test_heaps_of_any_size_go_by_the_proved_period(quick: Book, tmp_path: Path) -> None:
    """Though a shorter search found none."""
    copied = copy_family(quick.path, "minimax", tmp_path)
    alter_file(copied / "minimax.duckdb", insertion("periods", [(KAYLES.name, None, None, 100, False)]))
    with open_book(copied, pocket=False) as searched:
        found = heaps_of(searched, KAYLES, [10**9])
    assert found == heaps_of(quick, KAYLES, [10**9])
    assert found.grundy == heaps_of(quick, KAYLES, [10**9 % 12 + 72]).grundy


NOTHING, PROVED, SPARSE = (None, None, False), (12, 70, True), (7, 500, True)
SEARCHES: dict[str, tuple[list[tuple[Any, ...]], bool, tuple[Any, ...] | None]] = {
    "0.6": ([(*NOTHING, SEARCHED - 1)], False, None),
    "0.06": ([(*NOTHING, SEARCHED)], False, (*NOTHING, SEARCHED)),
    "0.36": ([(*NOTHING, SEARCHED + more) for more in (1, 3, 2)], False, (*NOTHING, SEARCHED + 3)),
    "0.37": ([(*NOTHING, SEARCHED + 1), (*PROVED, 166)], False, (*PROVED, 166)),
    "0.64": ([(*NOTHING, SEARCHED + 1)], True, (*SPARSE, 900)),
    "0.66": ([], True, (*SPARSE, 900)),
}
"""Searches of games and whether each has a period in a sparse space, invented; and what is known of its period."""


def test_a_proof_or_the_longest_search(tmp_path: Path) -> None:
    games = {code: octal_game(code).name for code in SEARCHES}
    periods = [
        (games[code], period, last, checked_to, proved)
        for code, (searches, _, _) in SEARCHES.items()
        for period, last, proved, checked_to in searches
    ]
    sparse = [(games[code], 7, 500, 900, 3, 1, False, []) for code, (_, is_sparse, _) in SEARCHES.items() if is_sparse]
    book = bare_family(tmp_path, "minimax", insertion("periods", periods), insertion("sparse_periods", sparse))
    with open_book(book, pocket=False) as searched:
        for code, (_, _, known) in SEARCHES.items():
            found = Octal(code).look_up(searched)
            assert (found and (found.period, found.last_exception, found.proved, found.checked_to)) == known, code

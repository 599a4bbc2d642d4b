"""Look-ups: what the book says is what the solvers say, and what it lacks is named by its build line."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from books import alter_file, bare_family, copy_family, insertion
from hypothesis import given
from hypothesis import strategies as st

from tafelwerk.book import Book, open_book
from tafelwerk.errors import InputError, MissingTableError
from tafelwerk.families.minimax.answers import Period, Sum
from tafelwerk.families.minimax.heaps import Grundy, Octal, Subtraction
from tafelwerk.families.minimax.memory import Memory
from tafelwerk.families.minimax.position_rows import solve_once
from tafelwerk.families.minimax.positions import Solve, Tictactoe
from tafelwerk.families.minimax.rules.games import ENDLESS, ranked_game
from tafelwerk.families.minimax.rules.heaps import GRUNDY, SEARCHED, HeapGame, octal_game, subtraction_game
from tafelwerk.families.minimax.rules.memory import Card, Objective, Rule
from tafelwerk.solvers.minimax.heap_games import MisereGame, solve_sum
from tafelwerk.solvers.minimax.memory_game import solve_memory
from tafelwerk.tables.questions import Question

KAYLES = octal_game("0.77")


@pytest.fixture(scope="module")
def opened(quick_book: Path) -> Iterator[Book]:
    with open_book(quick_book, pocket=False) as opened:
        yield opened


def heaps_of(opened: Book, game: HeapGame, heaps: list[int], misere: bool = False) -> Any:
    """What the book says of heaps of a game."""
    if game == GRUNDY:
        return Grundy(heaps, misere).look_up(opened)
    asks = Octal if game.name.startswith("octal") else Subtraction
    return asks(game.code, heaps, misere).look_up(opened)


@given(
    st.sampled_from((GRUNDY, KAYLES, octal_game("0.07"), subtraction_game("1,3"))),
    st.lists(st.integers(1, 60), min_size=1, max_size=4) | st.lists(st.just(900), min_size=1, max_size=2),
)
def test_one_statement_says_what_the_solver_does(opened: Book, game: HeapGame, heaps: list[int]) -> None:
    found = heaps_of(opened, game, heaps)
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


def test_published_values(opened: Book) -> None:
    """OEIS A002188, heaps 1 to 20."""
    found = [heaps_of(opened, GRUNDY, [heap]).grundy for heap in range(1, 21)]
    assert found == [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]


def test_periods(opened: Book) -> None:
    """Kayles: R. K. Guy and C. A. B. Smith, The G-values of various games, 1956."""
    # a proof stands, however far a search should have gone
    period = Period(code="0.77", period=12, last_exception=70, proved=True, checked_to=166)
    assert Octal("0.77").look_up(opened) == period
    assert Octal("0.137").look_up(opened) is None


def test_heaps_of_any_size_go_by_the_proved_period(opened: Book, tmp_path: Path) -> None:
    """Though a shorter search found none."""
    copied = copy_family(opened.path, "minimax", tmp_path)
    alter_file(copied / "minimax.duckdb", insertion("periods", [(KAYLES.name, None, None, 100, False)]))
    with open_book(copied, pocket=False) as searched:
        found = heaps_of(searched, KAYLES, [10**9])
    assert found == heaps_of(opened, KAYLES, [10**9])
    assert found.grundy == heaps_of(opened, KAYLES, [10**9 % 12 + 72]).grundy


NOTHING, PROVED, SPARSE = (None, None, False), (12, 70, True), (7, 500, True)
SEARCHES: dict[str, tuple[list[tuple[Any, ...]], bool, tuple[Any, ...] | None]] = {
    "0.6": ([(*NOTHING, SEARCHED - 1)], False, None),
    "0.06": ([(*NOTHING, SEARCHED)], False, (*NOTHING, SEARCHED)),
    "0.36": ([(*NOTHING, SEARCHED + more) for more in (1, 3, 2)], False, (*NOTHING, SEARCHED + 3)),
    "0.37": ([(*NOTHING, SEARCHED + 1), (*PROVED, 166)], False, (*PROVED, 166)),
    "0.45": ([(*PROVED, 166)], True, (*PROVED, 166)),
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


@pytest.mark.parametrize("game", [GRUNDY, KAYLES])
def test_misere_play(game: HeapGame, opened: Book) -> None:
    play = MisereGame(game)
    for heap in range(1, 31):
        found = heaps_of(opened, game, [heap], misere=True)
        assert (found.won, list(found.moves)) == (play.wins([heap]), [move.left for move in play.winning_moves([heap])])
    assert heaps_of(opened, game, [5, 5], misere=True) is None


@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize(("objective", "pairs"), [(Objective.GAIN, 6), (Objective.WIN, 4)])
def test_values_and_turns_of_memory(rule: Rule, objective: Objective, pairs: int, opened: Book) -> None:
    table = solve_memory(pairs, rule, objective)
    for left in range(1, pairs + 1):
        for known in range(left + 1):
            for lead in range(-left, left + 1) if objective is Objective.WIN else (0,):
                found: Any = Memory(left, known, rule, objective, lead).look_up(opened)
                assert (found.value, found.plans) == (
                    table.value(left, known, lead=lead),
                    table.actions(left, known, lead=lead),
                )
                for card in Card:
                    wanted = table.second_values(left, known, card, lead=lead)
                    if not wanted:
                        with pytest.raises(InputError, match=f"no unseen card can be {card}"):
                            Memory(left, known, rule, objective, lead, card)
                        continue
                    half: Any = Memory(left, known, rule, objective, lead, card).look_up(opened)
                    assert half.choices == wanted
                    assert (half.value, set(half.best)) == (
                        max(wanted.values()),
                        {choice for choice, value in wanted.items() if value == max(wanted.values())},
                    )


@pytest.mark.parametrize("name", ["tictactoe", "nim-passes", "notakto", "burnt-pancakes-4"])
def test_positions_are_what_was_solved(small_book: Path, name: str) -> None:
    game = ranked_game(name)
    solution = solve_once(game)
    with open_book(small_book, pocket=False) as opened:
        for place in range(0, len(solution.ranks), len(solution.ranks) // 50 + 1):
            rank, distance = int(solution.ranks[place]), int(solution.distances[place])
            found: Any = Solve(name, game.text(rank)).look_up(opened)
            assert (found.rank, found.value) == (rank, solution.values[place])
            assert found.distance == (None if distance == ENDLESS else distance)
            kept = [game.move_name(rank, label) for label in range(32) if int(solution.moves[place]) >> label & 1]
            best = [reply.move for reply in found.replies if reply.best]
            assert list(found.moves) == [*best, *(move for move in kept if move not in best)]
            assert {*best} <= {*kept}
            values = {reply.value if reply.best else -found.value for reply in found.replies}
            assert game.is_puzzle or not found.moves or found.value in values


def test_tictactoe_by_its_board(opened: Book) -> None:
    """X to move wins in five plies by three of the fields."""
    found: Any = Tictactoe("X.O......").look_up(opened)
    assert (found.value, found.distance, found.moves) == (1, 5, (3, 6, 8))
    assert found.best == (3, 6, 8)
    for board in ("XX.......", "X", "X.O.....?", "XXXOOO..."):
        with pytest.raises(InputError):
            Tictactoe(board).look_up(opened)
    rank = Solve("tictactoe", "X.O......").ranked_position.rank
    statement = "SELECT board FROM minimax.boards WHERE game = 'tictactoe' AND rank = ?"
    assert opened.rows("minimax", statement, rank) == [("X.O......",)]


@pytest.mark.parametrize(
    ("asked", "build"),
    [
        (Grundy([5, 2001]), "grundy --heap 2001"),
        (Grundy([31], True), "grundy --heap 31 --misere"),
        (Octal("0.137"), "octal 0.137"),
        (Octal("0.77", [31], True), "octal 0.77 --heap 31 --misere"),
        (Memory(11, 0), "memory --pairs 11"),
        (Memory(5, 2, "forced", "win", -3), "memory --pairs 5 --rule forced --objective win"),
        (Solve("notakto-2"), "game notakto-2"),
    ],
)
def test_what_is_not_stored(asked: Question[Any], build: str, opened: Book) -> None:
    assert asked.look_up(opened) is None
    missing = asked.missing(opened)
    assert isinstance(missing, MissingTableError)
    assert missing.build == f"tafelwerk build minimax {build}"


def test_a_position_that_no_play_leads_to(opened: Book) -> None:
    """It is not in the file, and the rules refuse it."""
    assert Solve("nim-passes", "7 7 7 pp").look_up(opened) is None


def test_what_cannot_be_asked(opened: Book) -> None:
    for heaps in ([], [0], [5, -2]):
        with pytest.raises(InputError):
            Grundy(heaps)
    with pytest.raises(InputError, match="up to 60"):
        Grundy([61], True)
    with pytest.raises(InputError, match="unknown game"):
        Solve("go")

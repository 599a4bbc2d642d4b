"""Whole games and heap games as games to search: the same values as by their own methods."""

import pytest

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.game import Turn
from tafelwerk.rules.minimax.heaps import GRUNDY, HeapRules, octal_game, subtraction_game
from tafelwerk.rules.minimax.ranked import RankedRules
from tafelwerk.rules.minimax.tictactoe import RULES, TicTacToe, board_rank, evaluation
from tafelwerk.solvers.minimax.heaps.grundy import grundy_numbers
from tafelwerk.solvers.minimax.heaps.sums import solve_sum
from tafelwerk.solvers.minimax.ranked.game import CompiledGame
from tafelwerk.solvers.minimax.ranked.nim_passes import NIM_PASSES
from tafelwerk.solvers.minimax.ranked.notakto import notakto
from tafelwerk.solvers.minimax.ranked.pancakes import burnt_pancakes
from tafelwerk.solvers.minimax.ranked.retrograde import solve
from tafelwerk.solvers.minimax.ranked.tictactoe import GAMES
from tafelwerk.solvers.minimax.search.expectiminimax import expectiminimax, position_values
from tafelwerk.solvers.minimax.search.look_ahead import look_ahead
from tafelwerk.solvers.minimax.search.minimax import minimax
from tafelwerk.solvers.minimax.search.searchable import Horizon, Limited
from tafelwerk.solvers.minimax.search.tree import make_tree


@pytest.mark.parametrize("game", [notakto(1), NIM_PASSES, GAMES[0]], ids=lambda game: str(game.name))
def test_whole_games(game: CompiledGame) -> None:
    """Every position's value, for the player to move, is the fast solver's."""
    rules, solution = RankedRules(game), solve(game)
    values = position_values(rules)
    assert {rank for rank, _ in values} == set(solution.ranks.tolist())
    for (rank, turn), value in values.items():
        place = solution.place(rank)
        assert place is not None
        assert (value if turn is Turn.MAX else -value) == solution.values[place]


def test_players_are_told_apart_by_the_board() -> None:
    rules = RankedRules(GAMES[1])
    assert rules.state(board_rank("XO.......")) == (1 + 2 * 3, Turn.MAX)
    assert rules.state(board_rank("X........")) == (1, Turn.MIN)
    assert (
        minimax(rules, rules.state(board_rank("XO.XO..X."))).value == minimax(RULES[GAMES[1].name], "XO.XO..X.").value
    )
    with pytest.raises(InputError, match="puzzle"):
        RankedRules(burnt_pancakes(2))


@pytest.mark.parametrize(
    ("code", "heaps"), [(None, (9,)), (None, (3, 5, 5)), ("0.77", (6,)), ("0.77", (1, 2, 3)), ("4.007", (2, 5))]
)
def test_heaps(code: str | None, heaps: tuple[int, ...]) -> None:
    """A search of the tree finds what the theory of Sprague and Grundy says, and all winning moves."""
    game = GRUNDY if code is None else octal_game(code)
    found, known = minimax(HeapRules(game, heaps)), solve_sum([(game, heap) for heap in heaps])
    assert found.value == (1 if known.won else -1)
    if known.won:
        assert set(found.moves) == {(heaps[move.place], move.left) for move in known.moves}


@pytest.mark.parametrize("heaps", [(11,), (4, 7), (2, 3, 3, 5)])
def test_no_more_states_than_said(heaps: tuple[int, ...]) -> None:
    for game in (GRUNDY, octal_game("0.77"), octal_game("0.137"), subtraction_game([1, 3])):
        rules = HeapRules(game, heaps)
        states = len(position_values(rules))
        assert states <= rules.most_states(rules.start)
    # Grundy's game keeps the tokens: partitions of 11, with either to move
    assert HeapRules(GRUNDY, (11,)).most_states(((11,), Turn.MAX)) == 2 * 56
    assert HeapRules(subtraction_game([1, 3]), (4, 7)).most_states(((1, 2), Turn.MAX)) == 2 * 2 * 3


def test_nim_of_the_lecture() -> None:
    """Becker, Wissensbasierte Systeme II, example 2.3: a heap of 7 is lost."""
    values = position_values(HeapRules(GRUNDY, (7,)))
    assert values[(7,), Turn.MAX] == -1
    assert grundy_numbers(7)[7] == 0
    assert set(values) == {
        ((7,), Turn.MAX),
        ((1, 6), Turn.MIN),
        ((2, 5), Turn.MIN),
        ((3, 4), Turn.MIN),
        ((1, 1, 5), Turn.MAX),
        ((1, 2, 4), Turn.MAX),
        ((2, 2, 3), Turn.MAX),
        ((1, 3, 3), Turn.MAX),
        ((1, 1, 1, 4), Turn.MIN),
        ((1, 1, 2, 3), Turn.MIN),
        ((1, 2, 2, 2), Turn.MIN),
        ((1, 1, 1, 1, 3), Turn.MAX),
        ((1, 1, 1, 2, 2), Turn.MAX),
        ((1, 1, 1, 1, 1, 2), Turn.MIN),
    }


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_horizon(depth: int) -> None:
    rules = TicTacToe()
    for board in (".........", "XO..X....", "XXOOX.O.."):
        cut = minimax(Horizon(rules, evaluation, depth, board))
        assert cut == look_ahead(rules, evaluation, depth, board)
    with pytest.raises(InputError, match="at least 1"):
        Horizon(rules, evaluation, 0, ".........")


def test_a_search_is_given_up() -> None:
    three = make_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    limited = Limited(three, 12)
    assert minimax(limited) == minimax(three)
    assert limited.met == 12
    with pytest.raises(InputError, match="more than 11 nodes"):
        minimax(Limited(three, 11))
    chance = make_tree({"chance": [["1/2", [1, 2]], ["1/2", 3]]})
    assert expectiminimax(Limited(chance, 4)) == expectiminimax(chance)
    with pytest.raises(InputError, match="more than 3 nodes"):
        expectiminimax(Limited(chance, 3))

"""Whole games over ranks: retrograde analysis, tic-tac-toe and its relatives, Notakto, pancakes, looking ahead.

The lecture is P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2. Notakto: T. E. Plambeck and G.
Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe, 2013.
"""

import random
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import minimax_whole

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.games import (
    ENDLESS,
    FINISHED_BOARD,
    GAMES,
    LINES_OPEN,
    NIM_PASSES,
    TICTACTOE,
    TICTACTOE_RULES,
    WILD,
    RankedGame,
    TicTacToe,
    board_rank,
    board_text,
    burnt_pancakes,
    check_board,
    notakto,
    open_lines,
)
from tafelwerk.rules.game_trees import Turn
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.minimax import compiled_moves, ranked_games
from tafelwerk.solvers.minimax.compiled_moves import SYMMETRIES, evaluations, pancake_tables, tictactoe
from tafelwerk.solvers.minimax.game_search import Horizon, Search
from tafelwerk.solvers.minimax.ranked_games import (
    DRAWN,
    LOST,
    WON,
    CompiledGame,
    MoveTables,
    Solution,
    Words,
    compiled_game,
    look_ahead_accuracy,
    ranked_moves,
    solve_duel,
    solve_puzzle,
    solve_ranked_game,
)


def test_looking_ahead() -> None:
    """Deep enough, the choice is always right: six moves are enough everywhere."""
    rules, solved = TicTacToe(), solve_ranked_game(TICTACTOE)
    ranks = solved.ranks.tolist()
    accuracy = look_ahead_accuracy(TICTACTOE, solved, evaluations(ranks), 9)
    free = np.array([board_text(rank).count(".") for rank in ranks])
    over = solved.moves == 0
    assert accuracy.every[0].all()
    assert accuracy.some[0].all()
    assert accuracy.values[0].tolist() == evaluations(ranks).tolist()
    for depth in range(1, 10):
        assert accuracy.every[depth, (free <= depth) | over].all()
        assert (accuracy.every[depth] <= accuracy.some[depth]).all()
    # the counts of docs/minimax.md for one move and two
    wrong = [int((~accuracy.every[depth]).sum()) for depth in range(1, 10)]
    assert wrong[:2] == [738, 314]
    assert not any(wrong[5:])
    for place in random.Random(9).sample(np.flatnonzero((free <= 6) & ~over).tolist(), 15):
        board = board_text(ranks[place])
        sign = 1 if rules.to_move(board) is Turn.MAX else -1
        for depth in (1, 2, 3, 4):
            search = Search(Horizon(rules, LINES_OPEN, depth, board))
            keeps = [bool(int(solved.moves[place]) >> move & 1) for move in search.best()]
            assert sign * search.root().known_value == accuracy.values[depth, place]
            assert (all(keeps), any(keeps)) == (accuracy.every[depth, place], accuracy.some[depth, place])
    with pytest.raises(InputError, match="depth"):
        look_ahead_accuracy(TICTACTOE, solved, evaluations(ranks), 0)


compiled = pytest.mark.skipif(INTERPRETED, reason="too long without compiled kernels")


def test_one_board() -> None:
    """The first player wins, in the centre alone."""
    game = notakto()
    solved = solve_ranked_game(game)
    assert (solved.values[0], solved.moves[0]) == (1, 1 << 4)
    assert len({min(compiled_game(game).images(rank)) for rank in range(512)}) == 102


@compiled
def test_two_boards() -> None:
    """They are won by the second player. Solving another number of boards in between changes nothing."""
    game, one_board = notakto(2), solve_ranked_game(notakto())
    solved = solve_ranked_game(game)
    assert solved.values[0] == -1
    assert len(solved.ranks) == len(one_board.ranks) ** 2
    assert solve_ranked_game(notakto()).moves.tolist() == one_board.moves.tolist()


def test_three_boards_move_by_move() -> None:
    game = notakto(3)
    text = "XX......./........./X...X..X."
    rank = game.rank(text)
    assert game.text(rank) == text
    after = {game.move_name(rank, label): game.text(to) for label, to in game.after(rank).items()}
    assert len(after) == 7 + 9 + 6
    successors, labels = np.zeros(27, np.int64), np.zeros(27, np.int64)
    count = compiled_game(game).moves(rank, successors, labels, 3)
    assert dict(zip(labels[:count].tolist(), successors[:count].tolist(), strict=True)) == game.after(rank)
    assert after["a2"] == "XXXXXXXXX/........./X...X..X."
    assert after["b4"] == "XX......./....X..../X...X..X."
    assert after["c8"] == "XX......./........./XXXXXXXXX"
    # eight images of the first board, one of the empty one, eight of the last, in any order of the three
    assert len(set(compiled_game(game).images(rank))) == len(compiled_game(game).images(rank)) == 8 * 1 * 8 * 6
    full = "/".join(["XXXXXXXXX"] * 3)
    assert game.ended(game.rank(full)) == 1
    assert game.rank(full) == FINISHED_BOARD * (1 + 512 + 512**2)


def test_bad_input() -> None:
    for boards in (0, 4):
        with pytest.raises(InputError, match="1 to 3 boards"):
            notakto(boards)
    assert notakto().rank("xxx......") == FINISHED_BOARD
    assert notakto(2).rank("XXX....../.........") == FINISHED_BOARD
    for boards, text, reason in (
        (1, "XO.......", "nine of the characters"),
        (2, ".........", "2 times separated by a slash"),
        (1, "XXX...XXX", "finished before its last mark"),
    ):
        with pytest.raises(InputError, match=reason):
            notakto(boards).rank(text)


@pytest.mark.parametrize("pancakes", [3, 8])
def test_tables_do_what_the_rules_say(pancakes: int) -> None:
    game, tables = burnt_pancakes(pancakes), pancake_tables(pancakes)
    sizes = len(tables.high), len(tables.low)
    assert sizes[0] * sizes[1] == game.positions
    for rank in range(0, game.positions, 1 + game.positions // 300):
        after = tables.high[rank // sizes[1]] + tables.low[rank % sizes[1]]
        assert dict(enumerate(after.tolist())) == game.after(rank)
        assert game.rank(game.text(rank)) == rank


def test_greatest_distances() -> None:
    """Cohen and Blum 1995: 1, 4, 6, 8, 10, 12 flips for 1 to 6 pancakes."""
    assert [int(solve_ranked_game(burnt_pancakes(n)).distances.max()) for n in range(1, 7)] == [1, 4, 6, 8, 10, 12]


def test_stacks_that_are_none() -> None:
    for text in ("1 2", "1 2 2", "0 1 2", "1 2 4", "a b c", ""):
        with pytest.raises(InputError, match="each of 1 to 3 once"):
            burnt_pancakes(3).rank(text)
    for pancakes in (0, 10):
        with pytest.raises(InputError, match="1 to 9 pancakes"):
            burnt_pancakes(pancakes)


SIZE = 32
"""Positions of a random game; its number is the variant."""

VALUES = {LOST: -1, WON: 1, DRAWN: 0}


@ranked_moves
def _random_moves(rank: int, successors: Words, labels: Words, variant: int) -> int:
    """A game whose moves look random: one position in four is over."""
    state = ((variant * SIZE + rank) * 6364136223846793005 + 1442695040888963407) & (2**62 - 1)
    kind = (state >> 40) % 12
    if kind < 3:
        return -1 - kind
    count = 1 + (state >> 30) % 3
    for i in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) & (2**62 - 1)
        successors[i] = (state >> 35) % SIZE
        labels[i] = 3 * i
    return count


@ranked_moves
def _walk(rank: int, successors: Words, labels: Words, variant: int) -> int:
    """One move: to the next rank, of which there are `variant`."""
    successors[0] = rank + 1
    labels[0] = 0
    return 1 if rank + 1 < variant else 0


def rules_of(start: int) -> RankedGame:
    return RankedGame("random", "random", SIZE, start, str, int, lambda rank, label: str(label), lambda rank: {})


def expand(game: CompiledGame, rank: int) -> tuple[int, dict[int, int]]:
    """What the compiled moves return, and ranks by label."""
    successors, labels = np.zeros(game.most_moves, np.int64), np.zeros(game.most_moves, np.int64)
    count = int(game.moves(rank, successors, labels, game.variant))
    return count, dict(zip(labels[: max(0, count)].tolist(), successors[: max(0, count)].tolist(), strict=True))


def check(game: CompiledGame) -> None:
    """Every value, distance and mask is that of the slow solver."""
    solution = solve_duel(game)
    replies = minimax_whole.reach(game.rules.start, lambda rank: list(expand(game, rank)[1].values()))
    over = {rank: VALUES[expand(game, rank)[0]] for rank, after in replies.items() if not after}
    expected = minimax_whole.values(replies, over)
    assert solution.ranks.tolist() == sorted(replies)
    for place, rank in enumerate(solution.ranks.tolist()):
        value, distance = expected[rank]
        assert (solution.values[place], solution.distances[place]) == (value, ENDLESS if distance is None else distance)
        kept = [label for label, other in expand(game, rank)[1].items() if expected[other][0] == -value]
        assert solution.moves[place] == sum(1 << label for label in kept)
        assert solution.place(rank) == place


@given(st.integers(0, 5000), st.integers(0, SIZE - 1))
def test_random_games(number: int, start: int) -> None:
    check(CompiledGame(rules_of(start), SIZE, _random_moves, 3, number))


def test_distances_that_fit() -> None:
    assert solve_duel(CompiledGame(rules_of(0), 300, _walk, 1, 250)).distances[0] == 249
    with pytest.raises(InputError, match="a distance exceeds 253"):
        solve_duel(CompiledGame(rules_of(0), 300, _walk, 1, 300))


def test_nim_with_passes() -> None:
    """Bouton: without passes lost where the exclusive or of the heaps is 0. One pass turns lost positions into won ones."""
    solution = solve_duel(compiled_moves.NIM)
    for rank, value in zip(solution.ranks.tolist(), solution.values.tolist(), strict=True):
        heaps = [int(word) for word in NIM_PASSES.text(rank).split()[:3]]
        nimber = heaps[0] ^ heaps[1] ^ heaps[2]
        own, other = NIM_PASSES.text(rank).split()[3]
        if (own, other) == ("-", "-"):
            assert value == (1 if nimber else -1)
        elif own == "p" and other == "-" and not nimber and any(heaps):
            assert value == 1


def test_positions_of_nim_that_are_none() -> None:
    for text in ("1 3 5", "1 3 5 q-", "1 3 8 --", "1 3 x pp", "", "1 2 3 4 pp"):
        with pytest.raises(InputError, match=r"^a (position is three|heap must have 0 to 7)"):
            NIM_PASSES.rank(text)


def test_two_wheels() -> None:
    """Wheels of 4 and 5 places, each turned on by one move and back by another."""
    high, low = np.arange(4)[:, None], np.arange(5)[:, None]
    after_high = np.concatenate([(high + 1) % 4, (high - 1) % 4, high, high], 1)
    after_low = np.concatenate([low, low, (low + 1) % 5, (low - 1) % 5], 1)
    solution = solve_puzzle(MoveTables(after_high.astype(np.int32) * 5, after_low.astype(np.int32)), 7)
    for rank, distance in enumerate(solution.distances.tolist()):
        turns = abs(rank // 5 - 1), abs(rank % 5 - 2)
        assert distance == sum(min(turn, size - turn) for turn, size in zip(turns, (4, 5), strict=True))
    assert solution.values.tolist().index(-1) == 7


def best_of(after: list[tuple[int, int]]) -> tuple[int, int]:
    """Value and distance of a position from those that its moves lead to, each for its own player to move."""
    value = max(-value for value, _ in after)
    distances = [distance for other, distance in after if other == -value]
    return value, 1 + (max(distances) if value < 0 else min(distances))


@pytest.mark.parametrize("name", [name for name in GAMES if not name.endswith(("-3", "-5", "-6", "-7", "-8"))])
def test_solutions_are_right_by_the_rules_in_plain_python(name: str) -> None:
    """Every row by its successors; since games end and distances of puzzles fall, all are right. Images share their values."""
    game, solution = GAMES[name], ranked_games.solve_ranked_game(GAMES[name])
    rows = zip(solution.values.tolist(), solution.distances.tolist(), solution.moves.tolist(), strict=True)
    known = dict(zip(solution.ranks.tolist(), rows, strict=True))
    assert len(known) == game.positions
    for rank in [*known][:: 1 + len(known) // 3000]:
        value, distance, moves = known[rank]
        after = game.after(rank)
        assert game.rank(game.text(rank)) == rank
        assert [*after] == sorted(after)
        if game.is_puzzle:
            nearest = min(known[other][1] for other in after.values())
            assert distance == (0 if rank == game.start else nearest + 1)
            best = [label for label, other in after.items() if known[other][1] == distance - 1]
        else:
            compiled = compiled_game(game)
            assert expand(compiled, rank)[1] == after
            row = (value, distance)
            assert row == (best_of([known[other][:2] for other in after.values()]) if after else (game.ended(rank), 0))
            best = [label for label, other in after.items() if known[other][0] == -value]
            assert {known[image][:2] for image in compiled.images(rank)} == {row}
        assert moves == sum(1 << label for label in best)


by_name = pytest.mark.parametrize("name", ["tictactoe-misere", "tictactoe-wild"])


@cache
def solution(name: str) -> Solution:
    return solve_ranked_game(GAMES[name])


def test_published_counts() -> None:
    """5,478 positions, 765 up to symmetry, drawn."""
    for name in ("tictactoe", "tictactoe-misere"):
        ranks = solution(name).ranks.tolist()
        assert len(ranks) == 5478
        assert len({min(tictactoe(TICTACTOE).images(rank)) for rank in ranks}) == 765
        assert solution(name).values[0] == 0
        assert solution(name).distances[0] == 9
    # the first player takes the centre in misere play, and wins the wild game from there
    assert solution("tictactoe-misere").moves[0] == 1 << 4
    assert solution("tictactoe-wild").values[0] == 1
    assert solution("tictactoe-wild").moves[0] == 3 << 8
    assert len(set(SYMMETRIES)) == 8
    assert [len(tictactoe(GAMES[name]).images(1)) for name in ("tictactoe", "tictactoe-wild")] == [8, 16]


def test_evaluation() -> None:
    """The lecture's example 2.4: 6 open lines for X and 5 for O, E = 6 - 5 = 1, as with X in a corner and O beside it."""
    assert (open_lines("XO.......", "X"), open_lines("XO.......", "O"), LINES_OPEN("XO.......")) == (6, 5, 1)
    assert LINES_OPEN(".........") == 0
    assert LINES_OPEN("....X....") == 8 - 4
    assert (LINES_OPEN("XXXOO...."), LINES_OPEN("XX.OOO..X")) == (9, -9)
    assert LINES_OPEN("XOXXOOOXX") == 0
    boards = ["X........", "XO.......", "XXXOO...."]
    assert evaluations([board_rank(board) for board in boards]).tolist() == [-3, 1, -9]


@by_name
def test_what_cannot_be(name: str) -> None:
    """Of all 3^9 boards exactly those that play leads to are taken."""
    rank = GAMES[name].rank
    reachable = set(solution(name).ranks.tolist())
    for number in range(3**9):
        if number in reachable:
            assert board_rank(check_board(board_text(number), TICTACTOE_RULES[name].wild)) == number
        else:
            with pytest.raises(InputError, match=r"^[XO.]{9}: "):
                rank(board_text(number))


def test_why_not() -> None:
    for game, board, reason in (
        (TICTACTOE, "X.O.....", "nine of the characters"),
        (TICTACTOE, "X.O....._", "nine of the characters"),
        (TICTACTOE, "O........", "as many X as O, or one more, not 0 X and 1 O"),
        (TICTACTOE, "XX.......", "not 2 X and 0 O"),
        (TICTACTOE, "XXXOOO...", "over before the last mark was set, with a line of X"),
        (TICTACTOE, "XXXOOO..X", "over before the last mark was set, with a line of O"),
        (WILD, "XXXOOO...", "with a line"),
    ):
        with pytest.raises(InputError, match=reason):
            game.rank(board)
        assert game.rank(" x.o...... ") == game.rank("X.O......") == 1 + 2 * 9

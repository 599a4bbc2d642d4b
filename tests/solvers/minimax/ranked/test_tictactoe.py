"""Tic-tac-toe and its relatives: whole games against plain recursion, the readable searches, published counts.

The lecture is P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2.
"""

import random
from functools import cache

import numpy as np
import pytest
from naive import minimax_boards as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.game import Turn
from tafelwerk.rules.minimax.tictactoe import (
    DECIDED,
    MOVE_ORDERS,
    RULES,
    TicTacToe,
    board_rank,
    board_text,
    check_board,
    evaluation,
    open_lines,
)
from tafelwerk.solvers.minimax.ranked.graph import RankedGraph, ranked_graph
from tafelwerk.solvers.minimax.ranked.pancakes import burnt_pancakes
from tafelwerk.solvers.minimax.ranked.retrograde import Solution, solve
from tafelwerk.solvers.minimax.ranked.tictactoe import GAMES, SYMMETRIES, TICTACTOE, WILD, evaluations
from tafelwerk.solvers.minimax.search.alpha_beta import alpha_beta, by_preference
from tafelwerk.solvers.minimax.search.expectiminimax import position_values
from tafelwerk.solvers.minimax.search.horizon import look_ahead_quality
from tafelwerk.solvers.minimax.search.look_ahead import look_ahead
from tafelwerk.solvers.minimax.search.minimax import minimax
from tafelwerk.solvers.minimax.search.node_counts import alpha_beta_nodes, preference_keys, tree_sizes, value_keys
from tafelwerk.solvers.playouts.graph import GameGraph
from tafelwerk.solvers.playouts.perfect_play import perfect_values

by_name = pytest.mark.parametrize("name", sorted(RULES))
games = {game.name: game for game in GAMES}


@cache
def solution(name: str) -> Solution:
    return solve(games[name])


@cache
def compiled_graph(name: str) -> RankedGraph:
    return ranked_graph(games[name])


@cache
def plain(name: str) -> naive.ThreeInARow:
    return naive.ThreeInARow(RULES[name].misere, RULES[name].wild)


@by_name
def test_every_position(name: str) -> None:
    """Value, distance and all moves that keep the value."""
    game, solved, twin = games[name], solution(name), plain(name)
    boards = {"".join(board) for board in twin.reachable()}
    assert boards == {game.text(rank) for rank in solved.ranks.tolist()}
    for place, rank in enumerate(solved.ranks.tolist()):
        board = tuple(game.text(rank))
        value, distance = twin.solve(board)
        assert (solved.values[place], solved.distances[place]) == (value, distance)
        kept = {f"{mark}{field}" for field, mark, after in twin.moves(board) if twin.solve(after)[0] == -value}
        labels = [label for label in range(32) if solved.moves[place] >> label & 1]
        marks = "XO"[board.count(".") % 2 == 0]
        names = {game.move_name(rank, label) for label in labels}
        assert (names if RULES[name].wild else {f"{marks}{field}" for field in names}) == kept
        if value == 0:
            # a draw fills the board
            assert distance == board.count(".")


@by_name
def test_the_readable_rules(name: str) -> None:
    """The game to be searched has the same positions and values as the game over ranks, and the same moves."""
    game, rules, solved = games[name], RULES[name], solution(name)
    values = position_values(rules)
    assert {board_rank(board): value for board, value in values.items()} == {
        rank: int(value) if rules.to_move(board_text(rank)) is Turn.MAX else -int(value)
        for rank, value in zip(solved.ranks.tolist(), solved.values, strict=True)
    }
    for board in list(values)[::7]:
        rank = game.rank(board)
        assert game.text(rank) == board
        assert game.first_to_move is not None
        assert game.first_to_move(rank) == (rules.to_move(board) is Turn.MAX)
        after = {} if rules.is_over(board) else {move: rules.after(board, move) for move in rules.moves(board)}
        assert {label: game.text(to) for label, to in game.successors(rank).items()} == after


@by_name
def test_classes(name: str) -> None:
    game, solved = games[name], solution(name)
    values = dict(zip(solved.ranks.tolist(), zip(solved.values, solved.distances, strict=True), strict=True))
    # of wild games, which have four times the positions, some
    for rank, known in list(values.items())[:: 7 if RULES[name].wild else 1]:
        images = game.images(rank)
        assert len(images) == (16 if RULES[name].wild else 8)
        assert rank in images
        assert {values[image] for image in images} == {known}


def test_published_counts() -> None:
    """5,478 positions, 765 up to symmetry, drawn."""
    for name in ("tictactoe", "tictactoe-misere"):
        ranks = solution(name).ranks.tolist()
        assert len(ranks) == 5478
        assert len({min(TICTACTOE.images(rank)) for rank in ranks}) == 765
        assert solution(name).values[0] == 0
        assert solution(name).distances[0] == 9
    # the first player takes the centre in misere play, and wins the wild game from there
    assert solution("tictactoe-misere").moves[0] == 1 << 4
    assert solution("tictactoe-wild").values[0] == 1
    assert solution("tictactoe-wild").moves[0] == 3 << 8
    assert len(set(SYMMETRIES)) == 8


def test_an_opening() -> None:
    solved = solution("tictactoe")
    place = solved.place(TICTACTOE.rank("X.O......"))
    assert place is not None
    assert (solved.values[place], solved.distances[place]) == (1, 5)
    assert [field for field in range(9) if solved.moves[place] >> field & 1] == [3, 6, 8]
    assert minimax(TicTacToe(), "X.O......").moves == (3, 6, 8)


def test_nodes_of_the_searches() -> None:
    """Minimax visits 549,946 nodes, alpha-beta in natural order 18,297."""
    assert tree_sizes(compiled_graph("tictactoe").graph)[-1] == 549_946
    result = alpha_beta(TicTacToe())
    assert (result.value, result.move, result.nodes) == (0, 0, 18_297)


@pytest.mark.slow
def test_minimax_of_the_whole_game() -> None:
    result = minimax(TicTacToe())
    assert (result.value, result.moves, result.nodes) == (0, tuple(range(9)), 549_946)


def test_alpha_beta_by_order() -> None:
    """The compiled count against the search itself, order by order."""
    rules, graph = TicTacToe(), compiled_graph("tictactoe").graph
    counts = {name: alpha_beta_nodes(graph, preference_keys(graph, order)) for name, order in MOVE_ORDERS.items()}
    assert counts["natural"] == alpha_beta_nodes(graph) == 18_297
    for name, order in MOVE_ORDERS.items():
        assert sorted(order) == list(range(9))
        assert alpha_beta(rules, order=by_preference(order)).nodes == counts[name]
    values = position_values(rules)

    def best_first(board: str, moves: list[int]) -> list[int]:
        sign = 1 if rules.to_move(board) is Turn.MAX else -1
        return sorted(moves, key=lambda move: -sign * values[rules.after(board, move)])

    best = alpha_beta_nodes(graph, value_keys(graph, best_first=True))
    assert alpha_beta(rules, order=best_first).nodes == best  # type: ignore[arg-type]
    worst = alpha_beta_nodes(graph, value_keys(graph, best_first=False))
    assert best <= min(counts.values()) <= max(counts.values()) <= worst < tree_sizes(graph)[-1]


@by_name
def test_searches_from_any_position(name: str) -> None:
    """Late positions of every game: alpha-beta finds what minimax finds, and both counts are those of the graph."""
    rules, (graph, ranks) = RULES[name], (compiled_graph(name).graph, compiled_graph(name).ranks.tolist())
    sizes = tree_sizes(graph)
    late = [place for place, rank in enumerate(ranks) if board_text(rank).count(".") <= 4]
    for place in random.Random(4).sample(late, 40):
        board = board_text(ranks[place])
        full, pruned = minimax(rules, board), alpha_beta(rules, board)
        assert full.nodes == sizes[place]
        assert (pruned.value, pruned.move) == (full.value, full.moves[0] if full.moves else None)
        below = GameGraph(graph.offsets, graph.successors, graph.multiplicities, graph.labels, graph.payoff, place)
        assert pruned.nodes == alpha_beta_nodes(below)


@by_name
def test_graph(name: str) -> None:
    graph, ranks = compiled_graph(name).graph, compiled_graph(name).ranks
    graph.check()
    assert ranks[::-1].tolist() == solution(name).ranks.tolist()
    assert perfect_values(graph)[::-1].tolist() == solution(name).values.tolist()
    assert board_text(int(ranks[graph.root])) == "........."


def test_evaluation() -> None:
    """The lecture's example 2.4: 6 open lines for X and 5 for O, E = 6 - 5 = 1, as with X in a corner and O beside it."""
    assert (open_lines("XO.......", "X"), open_lines("XO.......", "O"), evaluation("XO.......")) == (6, 5, 1)
    assert evaluation(".........") == 0
    assert evaluation("....X....") == 8 - 4
    assert (evaluation("XXXOO...."), evaluation("XX.OOO..X")) == (DECIDED, -DECIDED)
    assert evaluation("XOXXOOOXX") == 0
    assert evaluations([board_rank("X........"), board_rank("XO......."), board_rank("XXXOO....")]).tolist() == [
        -3,
        1,
        -9,
    ]


def test_looking_ahead() -> None:
    """The recursion over all positions against the search of single ones; deep enough, the choice is always right."""
    rules, compiled_game, solved = TicTacToe(), compiled_graph("tictactoe"), solution("tictactoe")
    ranks = compiled_game.ranks.tolist()
    quality = look_ahead_quality(compiled_game.graph, evaluations(ranks), 9)
    free = np.array([board_text(rank).count(".") for rank in ranks])
    over = compiled_game.graph.payoff != 2
    for depth in range(1, 10):
        right = (free <= depth) | over
        assert quality.every[depth - 1, right].all()
        assert (quality.every[depth - 1] <= quality.some[depth - 1]).all()
    wrong = [int((~quality.every[depth]).sum()) for depth in range(9)]
    assert wrong[0] > 0
    # six moves are enough everywhere
    assert not any(wrong[5:])
    for place in random.Random(9).sample(np.flatnonzero((free <= 6) & ~over).tolist(), 60):
        board = board_text(ranks[place])
        sign = 1 if rules.to_move(board) is Turn.MAX else -1
        mask = int(solved.moves[solved.place(ranks[place]) or 0])
        for depth in (1, 2, 3, 4):
            result = look_ahead(rules, evaluation, depth, board)
            keeps = [bool(mask >> move & 1) for move in result.moves]
            assert sign * result.value == quality.values[depth - 1, place]
            assert (all(keeps), any(keeps)) == (quality.every[depth - 1, place], quality.some[depth - 1, place])


@by_name
def test_what_cannot_be(name: str) -> None:
    """Of all 3^9 boards exactly those that play leads to are taken."""
    rank = games[name].rank
    reachable = set(solution(name).ranks.tolist())
    for number in range(3**9):
        if number in reachable:
            assert board_rank(check_board(board_text(number), RULES[name].wild)) == number
        else:
            with pytest.raises(InputError):
                rank(board_text(number))


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ("X.O.....", "nine of the characters"),
        ("X.O....._", "nine of the characters"),
        ("O........", "as many X as O or one more, not 0 X and 1 O"),
        ("XX.......", "not 2 X and 0 O"),
        ("XXXOOO...", "over before the last mark was set, with a line of X"),
        ("XXXOOO..X", "over before the last mark was set, with a line of O"),
    ],
)
def test_why_not(board: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        TICTACTOE.rank(board)


def test_reading() -> None:
    assert TICTACTOE.rank(" x.o...... ") == TICTACTOE.rank("X.O......") == 1 + 2 * 9
    assert WILD.rank("OO.......") == 8
    with pytest.raises(InputError, match="with a line"):
        WILD.rank("XXXOOO...")


def test_bad_questions() -> None:
    graph = compiled_graph("tictactoe").graph
    with pytest.raises(InputError, match="puzzle"):
        ranked_graph(burnt_pancakes(3))
    with pytest.raises(InputError, match="key an edge"):
        alpha_beta_nodes(graph, np.zeros(3, np.int64))
    double = GameGraph(
        np.array([0, 0, 1]), np.array([0], np.int32), np.array([2], np.int32), np.array([0], np.int32),
        np.array([1, 2], np.int8), 1,
    )  # fmt: skip
    assert tree_sizes(double) == [1, 3]
    with pytest.raises(InputError, match="different positions"):
        alpha_beta_nodes(double)
    with pytest.raises(InputError, match="depth"):
        look_ahead_quality(graph, np.zeros(graph.positions, np.int8), 0)
    for wrong in (np.zeros(3, np.int8), np.zeros(graph.positions), np.full(graph.positions, -128, np.int8)):
        with pytest.raises(InputError, match="evaluation"):
            look_ahead_quality(graph, wrong, 1)  # type: ignore[arg-type]

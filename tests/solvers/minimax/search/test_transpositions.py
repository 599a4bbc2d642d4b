"""Searches that visit a position once, against the plain ones: values, windows, cuts and numbers of nodes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import minimax_trees as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.game import Game, Turn
from tafelwerk.rules.minimax.heaps import GRUNDY, HeapRules, octal_game, subtraction_game
from tafelwerk.rules.minimax.ranked import RankedRules
from tafelwerk.rules.minimax.tictactoe import MOVE_ORDERS, TicTacToe, evaluation
from tafelwerk.solvers.minimax.ranked.graph import ranked_graph
from tafelwerk.solvers.minimax.ranked.notakto import notakto
from tafelwerk.solvers.minimax.ranked.tictactoe import TICTACTOE
from tafelwerk.solvers.minimax.search.alpha_beta import alpha_beta, by_preference
from tafelwerk.solvers.minimax.search.expectiminimax import position_values
from tafelwerk.solvers.minimax.search.minimax import minimax_tree
from tafelwerk.solvers.minimax.search.node_counts import alpha_beta_nodes, preference_keys, tree_sizes, value_keys
from tafelwerk.solvers.minimax.search.searchable import Horizon
from tafelwerk.solvers.minimax.search.transpositions import TooManyMovesError, TransposedSearch
from tafelwerk.solvers.minimax.search.tree import Node, make_tree

BOARD = "XO.X.O..."


def whole(search: "TransposedSearch[Any, Any]", node: "Node[Any, Any]") -> "Node[Any, Any]":
    """A node with everything below it."""
    opened = search.opened(node)
    return Node(
        opened.state,
        opened.move,
        opened.turn,
        opened.value,
        opened.certainty,
        opened.window,
        children=tuple(whole(search, child) for child in opened.children),
    )


def check(game: "Game[Any, Any]", order: Any = None) -> None:
    """The same trees as by the plain searches, and the same counts."""
    search = TransposedSearch(game)
    tree = minimax_tree(game)
    assert whole(search, search.root()) == tree
    found = search.found(game.start)
    assert (found.value, found.nodes, found.cuts) == (tree.value, sum(1 for _ in tree.walk()), 0)
    pruning, plain = TransposedSearch(game, True, order), alpha_beta(game, order=order, keep_tree=True)
    assert plain.tree is not None
    assert whole(pruning, pruning.root()) == plain.tree
    found = pruning.found(game.start)
    cuts = sum(1 for node in plain.tree.walk() if node.is_cut)
    assert (found.value, found.nodes, found.cuts) == (plain.value, plain.nodes, cuts)


@given(naive.plain_trees)
def test_trees_written_out(nested: Any) -> None:
    check(make_tree(nested))


@given(st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=3), min_size=1, max_size=6), st.integers(-3, 3))
def test_any_game_of_levels(widths: list[list[int]], shift: int) -> None:
    """A level is reached in many ways: from place p by its k-th move to place (p + move) % 3 of the next."""

    class Levels:
        start = (0, 0)

        def to_move(self, state: Any) -> Any:
            return Turn.MIN if state[0] % 2 else Turn.MAX

        def moves(self, state: Any) -> list[int]:
            return widths[state[0]]

        def after(self, state: Any, move: int) -> Any:
            return state[0] + 1, (state[1] + move) % 3

        def is_over(self, state: Any) -> bool:
            return bool(state[0] == len(widths))

        def utility(self, state: Any) -> int:
            return int(state[1] * shift % 4 - 1)

    check(Levels())


@pytest.mark.parametrize("heaps", [(7,), (3, 4)])
def test_heaps(heaps: tuple[int, ...]) -> None:
    for game in (GRUNDY, octal_game("0.77"), subtraction_game([1, 2])):
        check(HeapRules(game, heaps))


def test_boards_and_orders() -> None:
    rules = TicTacToe()
    check(Horizon(rules, evaluation, 3, BOARD))
    for order in (None, *map(by_preference, MOVE_ORDERS.values())):
        pruning, plain = TransposedSearch(rules, True, order), alpha_beta(rules, BOARD, order, keep_tree=True)
        assert whole(pruning, pruning.root(BOARD)) == plain.tree


def test_counts_of_the_whole_game() -> None:
    """The counts over the game's graph, which are made in another way."""
    made, rules = ranked_graph(TICTACTOE), TicTacToe()
    search = TransposedSearch(rules)
    assert search.found(rules.start).nodes == tree_sizes(made.graph)[made.graph.root] == 549_946
    # as many moves as the graph has edges
    assert search.made == made.graph.edges == 16_167
    for fields in MOVE_ORDERS.values():
        found = TransposedSearch(rules, True, by_preference(fields)).found(rules.start)
        assert found.nodes == alpha_beta_nodes(made.graph, preference_keys(made.graph, fields))
    values = position_values(rules)

    def best_first(board: str, moves: Any) -> list[int]:
        sign = 1 if rules.to_move(board) == "min" else -1
        return sorted(moves, key=lambda move: sign * values[rules.after(board, move)])

    found = TransposedSearch(rules, True, best_first).found(rules.start)
    assert found.nodes == alpha_beta_nodes(made.graph, value_keys(made.graph, True))


def test_whole_games() -> None:
    made, rules = ranked_graph(notakto(1)), RankedRules(notakto(1))
    found = TransposedSearch(rules).found(rules.start)
    assert found.nodes == tree_sizes(made.graph)[made.graph.root]
    assert TransposedSearch(rules, True).found(rules.start).nodes == alpha_beta_nodes(made.graph)


def test_a_long_play() -> None:
    """Far beyond the depth of calls; the numbers of nodes are Fibonacci's."""
    rules = HeapRules(subtraction_game([1, 2]), (3000,))
    search = TransposedSearch(rules)
    found = search.found(rules.start)
    nodes = [1, 2]
    while len(nodes) <= 3000:
        nodes.append(1 + nodes[-1] + nodes[-2])
    assert found.nodes == nodes[-1]
    assert found.value == -1  # 3000 is a multiple of 3
    # two moves of every heap but 1 and 0; either player may be to move, but at 3000 and 2999 only one
    assert search.made == 2 + 2 + 2 * (2 * 2997 + 1)


def test_a_search_is_given_up() -> None:
    three = make_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert TransposedSearch(three, most=12).found(()).value == 3
    with pytest.raises(TooManyMovesError, match="more than 11 moves"):
        TransposedSearch(three, most=11).found(())
    assert TransposedSearch(three, True, most=10).found(()).nodes == 11
    with pytest.raises(InputError, match="expectiminimax"):
        TransposedSearch(make_tree([{"chance": [["1", 1]]}, 0])).found(())

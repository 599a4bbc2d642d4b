"""Minimax, alpha-beta, look-ahead and expectiminimax on trees that are written out, against the definition of their value.

The lecture is P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2; "AIMA" is S. Russell and P. Norvig,
Artificial Intelligence: A Modern Approach, 3rd edition, chapter 5.
"""

from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import minimax_trees as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax import game as game_module
from tafelwerk.rules.minimax.game import Turn
from tafelwerk.solvers.minimax.search.alpha_beta import alpha_beta
from tafelwerk.solvers.minimax.search.expectiminimax import (
    MappedGame,
    expectiminimax,
    expectiminimax_tree,
    lottery,
    position_values,
)
from tafelwerk.solvers.minimax.search.look_ahead import is_quiet, look_ahead, quiescence
from tafelwerk.solvers.minimax.search.minimax import minimax, minimax_tree
from tafelwerk.solvers.minimax.search.tree import Certainty, Path, Tree, make_tree, number

THREE_BY_THREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""AIMA, figures 5.2 and 5.5."""


def test_minimax_decision() -> None:
    result = minimax(make_tree(THREE_BY_THREE))
    assert (result.value, result.moves, result.nodes) == (3, (0,), 13)
    tree = minimax_tree(make_tree(THREE_BY_THREE))
    assert [child.value for child in tree.children] == [3, 2, 2]
    assert tree.best == (0,)
    assert [child.best for child in tree.children] == [(0,), (0,), (2,)]
    assert minimax_tree(make_tree(THREE_BY_THREE), depth=1).children[0].children == ()


def test_alpha_beta_windows_and_cuts() -> None:
    result = alpha_beta(make_tree(THREE_BY_THREE), keep_tree=True)
    assert (result.value, result.move, result.nodes) == (3, 0, 11)
    tree = result.tree
    assert tree is not None
    assert [child.window for child in tree.children] == [(-inf, inf), (3, inf), (3, inf)]
    assert [(child.value, child.certainty) for child in tree.children] == [
        (3, Certainty.EXACT),
        (2, Certainty.AT_MOST),
        (2, Certainty.AT_MOST),
    ]
    assert [node.state for node in tree.walk() if node.is_cut] == [(1, 1), (1, 2)]
    assert [node.window for node in tree.children[2].children] == [(3, inf), (3, 14), (3, 5)]
    with pytest.raises(ValueError, match="cut off"):
        _ = tree.children[1].children[1].known_value
    # with its best branch first, the last node needs only one leaf
    assert alpha_beta(make_tree(THREE_BY_THREE), order=lambda path, moves: moves[::-1]).nodes == 13
    last_first = alpha_beta(make_tree([[3, 12, 8], [2, 4, 6], [2, 5, 14]]))
    assert (last_first.value, last_first.nodes) == (3, 9)


def test_the_expected_gain_of_a_roll() -> None:
    """The lecture's die: 1, 2, 3 and "4 or more" give -3, -1, 1, 2; the mean is 1/2."""
    die = {"chance": [["1/6", -3], ["1/6", -1], ["1/6", 1], ["1/2", 2]]}
    assert expectiminimax(make_tree(die)).value == Fraction(1, 2)


def test_memory_example() -> None:
    """The lecture's example 2.5: to turn an unknown card is worth -3/2, to turn the known one -1/3."""
    # a pair and the turn go to one player as to the other: whatever x is, it cancels
    for x in (-1, 0, Fraction(5, 7)):
        unknown = {"chance": [["1/4", str(1 + x)], ["1/4", str(-1 - x)], ["1/2", -3]]}
        last_pairs = {"chance": [["2/3", -3], ["1/3", 1]]}
        known = {"chance": [["1/4", last_pairs], ["1/4", last_pairs], ["1/2", {"chance": [["1/3", -3], ["2/3", 3]]}]]}
        tree = expectiminimax_tree(make_tree({"max": [unknown, known]}))
        assert [child.value for child in tree.children] == [Fraction(-3, 2), Fraction(-1, 3)]
        assert tree.best == (1,)


def test_the_example_in_the_documentation() -> None:
    """The class in the head of game.py is a game as it stands, and gives the lecture's Nim its known lost heaps."""
    text = game_module.__doc__ or ""
    lines = text[text.index("    Heaps = ") :].split("\n\nSource")[0].split("\n")
    names: dict[str, Any] = {"Turn": Turn}
    exec("\n".join(line[4:] for line in lines), names)
    splitting = names["Splitting"]
    values = {heap: position_values(splitting(heap))[(heap,), Turn.MAX] for heap in range(1, 21)}
    # OEIS A002188: Grundy numbers of Grundy's game, zero at these heaps
    assert [heap for heap, value in values.items() if value == -1] == [1, 2, 4, 7, 10, 20]
    for heap in range(1, 9):
        assert minimax(splitting(heap)).value == values[heap]
    assert minimax(splitting(8)).moves == ((8, 1),)
    assert alpha_beta(splitting(8)).move == (8, 1)


@given(naive.plain_trees)
def test_alpha_beta_is_minimax(nested: Any) -> None:
    tree = make_tree(nested)
    plain, pruned = minimax(tree), alpha_beta(tree, keep_tree=True)
    assert plain.value == pruned.value == naive.value(nested)
    assert plain.nodes == naive.size(nested)
    assert plain == expectiminimax(tree)
    assert pruned.move == (plain.moves[0] if plain.moves else None)
    truth = {node.state: node.known_value for node in minimax_tree(tree).walk()}
    assert position_values(tree) == truth
    assert pruned.tree is not None
    seen = list(pruned.tree.walk())
    looked = [node for node in seen if not node.is_cut]
    assert len(looked) == pruned.nodes == alpha_beta(tree).nodes
    for node in looked:
        assert node.window is not None
        alpha, beta = node.window
        assert alpha < beta
        value, true = node.known_value, truth[node.state]
        if node.certainty is Certainty.EXACT:
            assert value == true
        else:
            assert value <= true if node.certainty is Certainty.AT_LEAST else value >= true
            assert value >= beta if node.certainty is Certainty.AT_LEAST else value <= alpha
        if node.turn is not None:
            assert set(node.best) <= {move for move in tree.moves(node.state) if truth[(*node.state, move)] == true}
            assert bool(node.best) == (node.certainty is Certainty.EXACT)
        # what is cut off comes last, below a node whose value left the window
        cut = [child.is_cut for child in node.children]
        assert cut == sorted(cut)
        if any(cut):
            assert value >= beta if node.turn is Turn.MAX else value <= alpha


@given(naive.chance_trees)
def test_expectiminimax_of_any_tree(nested: Any) -> None:
    tree = make_tree(nested)
    result = expectiminimax(tree)
    assert result.value == naive.value(nested)
    assert type(result.value) is int or result.value.denominator > 1
    assert position_values(tree)[()] == result.value


@given(naive.plain_trees, naive.chance_trees, st.fractions(min_value=Fraction(1, 9), max_value=9), st.integers(-5, 5))
def test_maps_of_utilities(plain: Any, chancy: Any, factor: Fraction, shift: int) -> None:
    """Without chance any increasing map keeps all choices; with chance a linear one does, and maps the value."""

    def cube(utility: Any) -> Any:
        return utility**3 + utility

    def linear(utility: Any) -> Any:
        return factor * utility + shift

    for tree, change in ((make_tree(plain), cube), (make_tree(chancy), linear)):
        before = {node.state: node for node in expectiminimax_tree(tree).walk()}
        after = {node.state: node for node in expectiminimax_tree(MappedGame(tree, change)).walk()}
        assert {path: node.best for path, node in before.items()} == {path: node.best for path, node in after.items()}
        assert all(change(node.known_value) == after[path].known_value for path, node in before.items())


def test_an_increasing_map_changes_a_choice() -> None:
    """AIMA, figure 5.12: 1, 2, 3, 4 become 1, 20, 30, 400."""
    nested = {"max": [{"chance": [["9/10", 2], ["1/10", 3]]}, {"chance": [["9/10", 1], ["1/10", 4]]}]}
    tree, change = make_tree(nested), {1: 1, 2: 20, 3: 30, 4: 400}
    assert [child.value for child in expectiminimax_tree(tree).children] == [Fraction(21, 10), Fraction(13, 10)]
    mapped = MappedGame(tree, lambda utility: change[int(utility)])
    assert [child.value for child in expectiminimax_tree(mapped).children] == [21, Fraction(409, 10)]
    assert expectiminimax(tree).moves == (0,)
    assert expectiminimax(mapped).moves == (1,)


@given(st.dictionaries(st.integers(-20, 20), st.integers(-20, 20), min_size=3, max_size=6))
def test_a_lottery_against_every_map_that_is_not_linear(pairs: dict[int, int]) -> None:
    utilities = sorted(pairs)
    images = dict(zip(utilities, sorted(set(pairs.values())), strict=False))
    if len(images) < len(utilities):
        with pytest.raises(InputError, match="increase"):
            lottery(utilities, lambda utility: 0)
        return
    change = images.__getitem__
    tree = lottery(utilities, change)  # type: ignore[arg-type]
    slopes = {Fraction(images[other] - images[one], other - one) for one, other in pairwise(utilities)}
    assert (tree is None) == (len(slopes) == 1)
    if tree is not None:
        before, after = expectiminimax(tree), expectiminimax(MappedGame(tree, change))  # type: ignore[arg-type]
        assert len(before.moves) == len(after.moves) == 1
        assert before.moves != after.moves
        # a game without chance would not have changed
        assert (
            minimax(make_tree(utilities)).moves == minimax(make_tree([images[utility] for utility in utilities])).moves
        )


def test_horizon_and_quiescence() -> None:
    """One move ahead a capture looks good; the answer to it lies beyond the horizon, but the position is not quiet."""
    tree = make_tree([[[-9, -9], [5, 6]], [[1, 1], [2, 2]]])
    scores = {(): 0, (0,): 9, (1,): 1, (0, 0): -9, (0, 1): 5, (1, 0): 1, (1, 1): 2}

    def evaluation(path: Path) -> Any:
        return tree.utility(path) if tree.is_over(path) else scores[path]

    assert look_ahead(tree, evaluation, 1).moves == (0,)
    assert look_ahead(tree, evaluation, 1).value == 9
    assert look_ahead(tree, evaluation, 2).moves == (1,)
    assert not is_quiet(tree, evaluation, 3, (0,))
    assert is_quiet(tree, evaluation, 3, (1,))
    assert is_quiet(tree, evaluation, 0, (1, 1, 0))
    calm = quiescence(tree, evaluation, 1, 3, 4)
    assert (calm.value, calm.moves) == (1, (1,))
    # the quiet branch was not searched further
    assert calm.nodes == 1 + 2 + 2
    assert look_ahead(tree, evaluation, 9).moves == minimax(tree).moves
    assert look_ahead(tree, evaluation, 1, (0, 0, 0)).moves == ()


@given(naive.plain_trees, st.integers(1, 4), st.integers(0, 3), st.integers(0, 8))
def test_look_ahead_of_any_tree(nested: Any, depth: int, most: int, swing: int) -> None:
    tree = make_tree(nested)

    def evaluation(path: Path) -> Any:
        return tree.utility(path) if tree.is_over(path) else hash(path) % 9 - 4

    def value(path: Path, depth: int) -> Any:
        if tree.is_over(path) or not depth:
            return evaluation(path)
        values = [value((*path, branch), depth - 1) for branch in tree.moves(path)]
        return max(values) if tree.to_move(path) is Turn.MAX else min(values)

    result = look_ahead(tree, evaluation, depth)
    assert result.value == value((), depth)
    assert quiescence(tree, evaluation, depth, swing, 0) == result
    # no change is beyond 8; every state counts as restless where even no change is too much
    assert quiescence(tree, evaluation, depth, 8, most) == result
    assert quiescence(tree, evaluation, depth, -1, most) == look_ahead(tree, evaluation, depth + most)
    assert quiescence(tree, evaluation, depth, swing, most).nodes >= result.nodes


@pytest.mark.parametrize(
    ("nested", "reason"),
    [
        ([], "at least one branch"),
        ([[1], []], "at least one branch"),
        ({"max": 3}, "at least one branch"),
        ({"most": [1]}, "max, min and chance"),
        ({"max": [1], "min": [2]}, "max, min and chance"),
        ({"chance": [["1/2", 1], ["1/3", 2]]}, "with sum 1"),
        ({"chance": [["3/2", 1], ["-1/2", 2]]}, "positive"),
        ({"chance": [1, 2]}, "pair"),
        ([0.5], "write it as a string"),
        (["1/0"], "number"),
        ([True], "number"),
        ([None], "number"),
        ("x", "number"),
    ],
)
def test_bad_trees(nested: Any, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        make_tree(nested)


def test_bad_questions() -> None:
    deep: Any = 1
    for _ in range(300):
        deep = [deep]
    with pytest.raises(InputError, match="levels"):
        make_tree(deep)
    tree = make_tree([1, [2, 3]])
    with pytest.raises(InputError, match="leaf"):
        tree.moves((0,))
    with pytest.raises(InputError, match="no leaf"):
        tree.utility(())
    for path in ((0, 0), (2,), (-1,)):
        with pytest.raises(InputError, match="no node"):
            tree.at(path)
    with pytest.raises(InputError, match="depth"):
        look_ahead(tree, lambda path: 0, 0)
    with pytest.raises(InputError, match="beyond the depth"):
        quiescence(tree, lambda path: 0, 1, 1, -1)
    chancy = make_tree([{"chance": [["1", 1]]}, 0])
    for search in (minimax, alpha_beta, minimax_tree):
        with pytest.raises(InputError, match="expectiminimax"):
            search(chancy)


def test_numbers_and_turns() -> None:
    assert [number(text) for text in (3, "-3/2", "0.25", " 4/2 ")] == [3, Fraction(-3, 2), Fraction(1, 4), 2]
    assert make_tree([3, 5], Turn.MIN) == Tree(make_tree({"min": [3, 5]}).root)
    assert [turn.other for turn in Turn] == [Turn.MIN, Turn.MAX, Turn.CHANCE]

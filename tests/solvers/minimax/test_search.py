"""Searches of game trees: minimax, alpha-beta, horizon, lotteries and the dice race, against searches without memory.

AIMA is S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, 3rd edition, chapter 5.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import minimax_trees as naive
from naive.dice_race import Race

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules import games
from tafelwerk.families.minimax.rules.chance_games import DiceRace
from tafelwerk.families.minimax.rules.heaps import GRUNDY, octal_game, subtraction_game
from tafelwerk.rules import game_trees
from tafelwerk.rules.game_trees import LOSS, Sides, Turn
from tafelwerk.solvers.minimax import game_search
from tafelwerk.solvers.minimax.chance_games import solve_race
from tafelwerk.solvers.minimax.heap_games import solve_sum

THREE_BY_THREE = Sides(game_search.make_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
"""AIMA, figures 5.2 and 5.5."""


def shape(search: game_search.Search, node: game_search.SearchNode) -> tuple[Any, ...]:
    """What the search saw below a node, as the naive searches give it."""
    children = tuple(shape(search, child) for child in search.expand(node).children)
    return node.state, node.move, node.value, node.window, children


def check(game: Sides[Any, Any], order: Any = None, state: Any = None) -> None:
    """The same trees as by the searches without memory, and the same counts."""
    start = game.start if state is None else state
    for search, tree in (
        (game_search.Search(game), naive.minimax(game, start)),
        (game_search.Search(game, True, order), naive.alpha_beta(game, start, order)),
    ):
        assert shape(search, search.root(start)) == tree
        found, seen = search.result(start), [node[2] is not None for node in naive.walk(tree)]
        assert (found.value, found.nodes, found.cuts) == (tree[2], seen.count(True), seen.count(False))


def test_the_example_in_the_documentation() -> None:
    """The class in the head of game_trees.py is a game as it stands, and gives the lecture's Nim its known lost heaps."""
    text = game_trees.__doc__ or ""
    lines = text[text.index("    class Splitting") :].split("\n\nSearches")[0].split("\n")
    names: dict[str, Any] = {"LOSS": LOSS}
    exec("\n".join(line[4:] for line in lines), names)

    def splitting(heap: int) -> Sides[Any, Any]:
        return Sides(names["Splitting"](heap))

    # OEIS A002188: Grundy numbers of Grundy's game, zero at these heaps
    lost = [heap for heap in range(1, 21) if game_search.Search(splitting(heap)).root().value == -1]
    assert lost == [1, 2, 4, 7, 10, 20]
    assert game_search.Search(splitting(8)).best() == game_search.Search(splitting(8), True).best() == ((8, 1),)


def nodes(search: game_search.Search, node: game_search.SearchNode) -> list[game_search.SearchNode]:
    """A node and all below it, opened."""
    opened = search.expand(node)
    return [opened, *(below for child in opened.children for below in nodes(search, child))]


@given(naive.plain_trees)
def test_trees_without_chance(nested: Any) -> None:
    tree = Sides(game_search.make_tree(nested))
    check(tree)
    check(tree, lambda path, moves: moves[::-1])
    truth, pruning = naive.values(tree), game_search.Search(tree, True)
    assert truth[tree.start] == pruning.result(tree.start).value
    for node in nodes(pruning, pruning.root()):
        if node.is_cut:
            with pytest.raises(ValueError, match="cut off"):
                _ = node.known_value
        if node.is_cut or node.turn is None:
            continue
        assert node.window is not None
        alpha, beta = node.window
        value, true = node.known_value, truth[node.state]
        if node.certainty is game_search.Certainty.EXACT:
            assert value == true
            assert set(node.best) <= {
                move for move in tree.moves(node.state) if truth[tree.after(node.state, move)] == true
            }
            assert node.best
        else:
            assert beta <= value <= true if node.certainty is game_search.Certainty.AT_LEAST else alpha >= value >= true
            assert node.best == ()


@given(naive.chance_trees)
def test_trees_with_chance(nested: Any) -> None:
    tree = Sides(game_search.make_tree(nested))
    search = game_search.Search(tree)
    found = search.result(tree.start)
    assert found.value == naive.values(tree)[tree.start]
    assert type(found.value) is int or found.value.denominator > 1
    assert (found.nodes, found.cuts) == (search.made + 1, 0) == (len(nodes(search, search.root())), 0)


def test_heaps_and_boards() -> None:
    """A search of the tree finds what the theory of Sprague and Grundy says, and all winning moves."""
    for game, heaps in ((GRUNDY, (3, 5, 5)), (octal_game("0.77"), (1, 2, 3)), (octal_game("4.007"), (2, 5))):
        rules: Sides[Any, Any] = Sides(games.HeapSum(game, heaps))
        check(rules)
        search, known = game_search.Search(rules), solve_sum([(game, heap) for heap in heaps])
        assert search.root().value == (1 if known.won else -1)
        assert not known.won or set(search.best()) == {(heaps[move.place], move.left) for move in known.moves}
    rules = Sides(games.TicTacToe())
    board = rules.state("XO.X.O...")
    check(game_search.Horizon(rules, games.evaluation_of(games.TicTacToe(), rules), 3, board))
    for order in (
        *map(game_search.by_preference, games.MOVE_ORDERS.values()),
        game_search.by_value(game_search.Search(rules), True),
    ):
        check(rules, order, board)


def test_no_more_states_than_said() -> None:
    for game in (GRUNDY, octal_game("0.77"), subtraction_game([1, 3])):
        rules = games.HeapSum(game, (2, 3, 5))
        assert len(naive.values(Sides(rules))) <= rules.most_states(rules.heaps)
    # Grundy's game keeps the tokens: partitions of 11, with either to move
    assert games.HeapSum(GRUNDY, (11,)).most_states((11,)) == 2 * 56
    assert games.HeapSum(subtraction_game([1, 3]), (4, 7)).most_states((1, 2)) == 2 * 2 * 3


def test_a_long_play() -> None:
    """Far beyond the depth of calls; the numbers of nodes are Fibonacci's."""
    rules = Sides(games.HeapSum(subtraction_game([1, 2]), (3000,)))
    search = game_search.Search(rules)
    found = search.result(rules.start)
    counts = [1, 2]
    while len(counts) <= 3000:
        counts.append(1 + counts[-1] + counts[-2])
    assert found.nodes == counts[-1]
    assert found.value == -1  # 3000 is a multiple of 3
    # two moves of every heap but 1 and 0; either player may be to move, but at 3000 and 2999 only one
    assert search.made == 2 + 2 + 2 * (2 * 2997 + 1)


def test_a_search_is_given_up() -> None:
    assert game_search.Search(THREE_BY_THREE, most=12).result(THREE_BY_THREE.start).value == 3
    assert game_search.Search(THREE_BY_THREE, True, most=10).result(THREE_BY_THREE.start).nodes == 11
    chance = Sides(game_search.make_tree({"chance": [["1/2", [1, 2]], ["1/2", 3]]}))
    assert game_search.Search(chance, most=4).result(chance.start).value == Fraction(5, 2)
    for tree, most in ((THREE_BY_THREE, 11), (chance, 3)):
        with pytest.raises(game_search.TooManyMovesError, match=f"more than {most} moves"):
            game_search.Search(tree, most=most).result(tree.start)
    with pytest.raises(InputError, match="expectiminimax"):
        game_search.Search(chance, True).result(chance.start)


@given(naive.plain_trees, st.integers(0, 4), st.integers(0, 3), st.integers(-1, 8))
def test_looking_ahead_in_any_tree(nested: Any, depth: int, beyond: int, swing: int) -> None:
    """Beyond the depth only where a move changes the evaluation by more than the swing: always, by more than -1."""
    tree = Sides(game_search.make_tree(nested))

    def evaluation(state: Any) -> Any:
        return tree.utility(state) if tree.is_over(state) else hash(state[0]) % 9 - 4

    def value(state: Any, left: int) -> Any:
        after = [] if tree.is_over(state) else [tree.after(state, branch) for branch in tree.moves(state)]
        is_quiet = all(abs(evaluation(other) - evaluation(state)) <= swing for other in after)
        if not after or left <= -beyond or (left <= 0 and is_quiet):
            return evaluation(state)
        values = [value(other, left - 1) for other in after]
        return max(values) if tree.to_move(state) is Turn.MAX else min(values)

    game = game_search.Horizon(tree, evaluation, depth, tree.start, swing, beyond)
    assert game_search.Search(game).result(game.start).value == value(tree.start, depth)


@given(st.dictionaries(st.integers(-20, 20), st.integers(-20, 20), min_size=3, max_size=6))
def test_a_lottery_against_every_map_that_is_not_linear(pairs: dict[int, int]) -> None:
    utilities = sorted(pairs)
    images = dict(zip(utilities, sorted(set(pairs.values())), strict=False))
    if len(images) < len(utilities):
        with pytest.raises(InputError, match="increase"):
            game_search.lottery(utilities, lambda utility: 0)
        return
    change: Any = images.__getitem__
    tree = game_search.lottery(utilities, change)
    slopes = {Fraction(images[other] - images[one], other - one) for one, other in pairwise(utilities)}
    assert (tree is None) == (len(slopes) == 1)
    if tree is not None:
        certain, draw = tree.root.branches
        branches = (change(certain), replace(draw, branches=tuple(map(change, draw.branches))))
        mapped = game_search.Tree(replace(tree.root, branches=branches))
        before, after = (game_search.Search(Sides(each)).best() for each in (tree, mapped))
        assert len(before) == len(after) == 1
        assert before != after


@pytest.mark.parametrize("race", [DiceRace(1, 1, 1), DiceRace(8, 1, 3), DiceRace(4, 2, 3), DiceRace(2, 3, 2)])
def test_every_position(race: DiceRace) -> None:
    table, rules = solve_race(race), Sides(Race(race.length, race.tokens, race.sides))
    values = naive.values(rules)
    assert game_search.Search(rules).root().value == values[rules.start]
    asked = 0
    for state, value in values.items():
        (own, other, roll), turn = state
        if roll == 0:
            chance = table.chance(own, other)
        else:
            chance, distances = table.choices(own, other, roll)
            assert distances == [move for move in rules.moves(state) if values[rules.after(state, move)] == value]
            asked += 1
        # a win is worth 1, a loss -1
        assert value == (2 * chance - 1 if turn is Turn.MAX else 1 - 2 * chance)
    assert asked > 0
    assert len(table.numerators) == (len({tokens for tokens, _ in table.numerators})) ** 2

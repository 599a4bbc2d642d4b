"""Searches of game trees: minimax, alpha-beta, horizon, lotteries and the dice race, against searches without memory.

AIMA is S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, 3rd edition, chapter 5.
"""

from fractions import Fraction
from functools import cache, reduce
from itertools import pairwise, product
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import minimax_trees as naive

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.dice_race import DiceRace, RaceState
from tafelwerk.families.minimax.rules.games import (
    GAMES,
    LINES_OPEN,
    MOVE_ORDERS,
    TICTACTOE_RULES,
    RankedRules,
    TicTacToe,
    board_rank,
)
from tafelwerk.families.minimax.rules.heaps import GRUNDY, HeapRules, octal_game, subtraction_game
from tafelwerk.rules import game_trees
from tafelwerk.rules.game_trees import Game, Turn, Utility
from tafelwerk.solvers.minimax.dice_race import solve_race
from tafelwerk.solvers.minimax.game_search import (
    Branching,
    Certainty,
    Horizon,
    Path,
    Search,
    SearchNode,
    SearchResult,
    TooManyMovesError,
    Tree,
    by_preference,
    by_value,
    lottery,
    make_tree,
    number,
)
from tafelwerk.solvers.minimax.heap_games import solve_sum
from tafelwerk.solvers.minimax.ranked_games import solve_ranked_game

THREE_BY_THREE = make_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
"""AIMA, figures 5.2 and 5.5."""


def nodes(search: Search[Any, Any], node: SearchNode[Any, Any] | None = None) -> list[SearchNode[Any, Any]]:
    """A node, by default the root, and all below it, opened."""
    opened = search.expand(search.root() if node is None else node)
    return [opened, *(below for child in opened.children for below in nodes(search, child))]


def shape(search: Search[Any, Any], node: SearchNode[Any, Any]) -> tuple[Any, ...]:
    """What the search saw below a node, as the naive searches give it."""
    children = tuple(shape(search, child) for child in search.expand(node).children)
    return node.state, node.move, node.value, node.window, children


def check(game: Game[Any, Any], order: Any = None, state: Any = None) -> None:
    """The same trees as by the searches without memory, and the same counts."""
    start = game.start if state is None else state
    for search, tree in (
        (Search(game), naive.minimax(game, start)),
        (Search(game, True, order), naive.alpha_beta(game, start, order)),
    ):
        assert shape(search, search.root(start)) == tree
        found, seen = search.result(start), [node[2] is not None for node in naive.walk(tree)]
        assert (found.value, found.nodes, found.cuts) == (tree[2], seen.count(True), seen.count(False))


def test_alpha_beta_windows_and_cuts() -> None:
    search = Search(THREE_BY_THREE, True)
    root = search.expand(search.root())
    assert (root.value, root.best, search.result(()).nodes) == (3, (0,), 11)
    assert [child.window for child in root.children] == [(-inf, inf), (3, inf), (3, inf)]
    assert [child.value for child in root.children] == [3, 2, 2]
    assert [child.certainty for child in root.children] == [Certainty.EXACT, Certainty.AT_MOST, Certainty.AT_MOST]
    cut = [node for node in nodes(search) if node.is_cut]
    assert [node.state for node in cut] == [(1, 1), (1, 2)]
    assert [node.window for node in search.expand(root.children[2]).children] == [(3, inf), (3, 14), (3, 5)]
    with pytest.raises(ValueError, match="cut off"):
        _ = cut[0].known_value
    # with its best branch first, the last node needs only one leaf
    assert Search(THREE_BY_THREE, True, lambda path, moves: moves[::-1]).result(()).nodes == 13
    assert Search(make_tree([[3, 12, 8], [2, 4, 6], [2, 5, 14]]), True).result(()).nodes == 9


def test_the_example_in_the_documentation() -> None:
    """The class in the head of game.py is a game as it stands, and gives the lecture's Nim its known lost heaps."""
    text = game_trees.__doc__ or ""
    lines = text[text.index("    Heaps = ") :].split("\n\nSource")[0].split("\n")
    names: dict[str, Any] = {"Turn": Turn}
    exec("\n".join(line[4:] for line in lines), names)
    splitting = names["Splitting"]
    # OEIS A002188: Grundy numbers of Grundy's game, zero at these heaps
    lost = [heap for heap in range(1, 21) if Search(splitting(heap)).root().value == -1]
    assert lost == [1, 2, 4, 7, 10, 20]
    assert Search(splitting(8)).best() == Search(splitting(8), True).best() == ((8, 1),)


@given(naive.plain_trees)
def test_trees_without_chance(nested: Any) -> None:
    tree = make_tree(nested)
    check(tree)
    truth, pruning = naive.values(tree), Search(tree, True)
    assert truth[()] == naive.value(nested) == pruning.result(()).value
    for node in nodes(pruning):
        if node.is_cut or node.turn is None:
            continue
        assert node.window is not None
        alpha, beta = node.window
        value, true = node.known_value, truth[node.state]
        if node.certainty is Certainty.EXACT:
            assert value == true
            assert set(node.best) <= {move for move in tree.moves(node.state) if truth[(*node.state, move)] == true}
            assert node.best
        else:
            assert beta <= value <= true if node.certainty is Certainty.AT_LEAST else alpha >= value >= true
            assert node.best == ()


@given(naive.chance_trees)
def test_trees_with_chance(nested: Any) -> None:
    search = Search(make_tree(nested))
    found = search.result(())
    assert found.value == naive.value(nested)
    assert type(found.value) is int or found.value.denominator > 1
    assert (found.nodes, found.cuts) == (search.made + 1, 0) == (len(nodes(search)), 0)


@pytest.mark.parametrize(
    ("code", "heaps"),
    [(None, (3, 5, 5)), ("0.77", (1, 2, 3)), ("4.007", (2, 5))],
)
def test_heaps(code: str | None, heaps: tuple[int, ...]) -> None:
    """A search of the tree finds what the theory of Sprague and Grundy says, and all winning moves."""
    game = GRUNDY if code is None else octal_game(code)
    check(HeapRules(game, heaps))
    search, known = Search(HeapRules(game, heaps)), solve_sum([(game, heap) for heap in heaps])
    assert search.root().value == (1 if known.won else -1)
    if known.won:
        assert set(search.best()) == {(heaps[move.place], move.left) for move in known.moves}


def test_no_more_states_than_said() -> None:
    for game in (GRUNDY, octal_game("0.77"), subtraction_game([1, 3])):
        rules = HeapRules(game, (2, 3, 5))
        assert len(naive.values(rules)) <= rules.most_states(rules.start)
    # Grundy's game keeps the tokens: partitions of 11, with either to move
    assert HeapRules(GRUNDY, (11,)).most_states(((11,), Turn.MAX)) == 2 * 56
    assert HeapRules(subtraction_game([1, 3]), (4, 7)).most_states(((1, 2), Turn.MAX)) == 2 * 2 * 3


def test_boards_and_orders() -> None:
    rules, board = TicTacToe(), "XO.X.O..."
    check(Horizon(rules, LINES_OPEN, 3, board))
    for order in (*map(by_preference, MOVE_ORDERS.values()), by_value(Search(rules), True)):
        check(rules, order, board)
    assert Search(rules).best("X.O......") == (3, 6, 8)


@pytest.mark.parametrize("name", ["notakto", "tictactoe"])
def test_whole_games(name: str) -> None:
    """Every position's value, for the player to move, is the fast solver's."""
    rules, solution = RankedRules(GAMES[name]), solve_ranked_game(GAMES[name])
    values, search = naive.values(rules), Search(rules)
    assert {rank for rank, _ in values} == set(solution.ranks.tolist())
    for (rank, turn), value in values.items():
        place = solution.place(rank)
        assert place is not None
        assert (value if turn is Turn.MAX else -value) == solution.values[place]
        assert search.result((rank, turn)).value == value


def test_players_are_told_apart_by_the_board() -> None:
    rules = RankedRules(GAMES["tictactoe-misere"])
    assert rules.state(board_rank("XO.......")) == (1 + 2 * 3, Turn.MAX)
    assert rules.state(board_rank("X........")) == (1, Turn.MIN)
    known = Search(TICTACTOE_RULES["tictactoe-misere"]).result("XO.XO..X.")
    assert Search(rules).result(rules.state(board_rank("XO.XO..X."))) == known
    with pytest.raises(InputError, match="puzzle"):
        RankedRules(GAMES["burnt-pancakes-2"])


def test_counts_of_the_whole_game() -> None:
    """Minimax visits 549,946 nodes, alpha-beta in natural order 18,297; best first the fewest, worst first the most."""
    rules = TicTacToe()
    plain, pruning = Search(rules), Search(rules, True)
    assert plain.result(rules.start).nodes == 549_946
    # as many moves as the graph of positions has edges
    assert plain.made == 16_167
    assert pruning.result(rules.start).nodes == 18_297
    assert (pruning.root().value, pruning.best()) == (0, (0,))
    orders = [*map(by_preference, MOVE_ORDERS.values()), by_value(plain, True), by_value(plain, False)]
    counts = [Search(rules, True, order).result(rules.start).nodes for order in orders]
    assert counts == [18_297, 7_275, 11_554, 42_094, 2_312, 198_837]
    # the searches without memory
    for order, count in ((None, counts[0]), (orders[4], counts[4])):
        tree = naive.alpha_beta(rules, rules.start, order)
        assert sum(node[2] is not None for node in naive.walk(tree)) == count


def test_a_long_play() -> None:
    """Far beyond the depth of calls; the numbers of nodes are Fibonacci's."""
    rules = HeapRules(subtraction_game([1, 2]), (3000,))
    search = Search(rules)
    found = search.result(rules.start)
    counts = [1, 2]
    while len(counts) <= 3000:
        counts.append(1 + counts[-1] + counts[-2])
    assert found.nodes == counts[-1]
    assert found.value == -1  # 3000 is a multiple of 3
    # two moves of every heap but 1 and 0; either player may be to move, but at 3000 and 2999 only one
    assert search.made == 2 + 2 + 2 * (2 * 2997 + 1)


def test_a_search_is_given_up() -> None:
    assert Search(THREE_BY_THREE, most=12).result(()).value == 3
    assert Search(THREE_BY_THREE, True, most=10).result(()).nodes == 11
    chance = make_tree({"chance": [["1/2", [1, 2]], ["1/2", 3]]})
    assert Search(chance, most=4).result(()).value == Fraction(5, 2)
    for tree, most in ((THREE_BY_THREE, 11), (chance, 3)):
        with pytest.raises(TooManyMovesError, match=f"more than {most} moves"):
            Search(tree, most=most).result(())
    with pytest.raises(InputError, match="expectiminimax"):
        Search(chance, True).result(())


def test_horizon_and_quiescence() -> None:
    """One move ahead a capture looks good; the answer to it lies beyond the horizon, but the position is not quiet."""
    tree = make_tree([[[-9, -9], [5, 6]], [[1, 1], [2, 2]]])
    scores = {(): 0, (0,): 9, (1,): 1, (0, 0): -9, (0, 1): 5, (1, 0): 1, (1, 1): 2}

    def evaluation(path: Path) -> Any:
        return tree.utility(path) if tree.is_over(path) else scores[path]

    def search(depth: int, start: Path = (), swing: int = 0, beyond: int = 0) -> Search[tuple[Path, int], int]:
        return Search(Horizon(tree, evaluation, depth, start, swing, beyond))

    assert (search(1).best(), search(1).root().value) == ((0,), 9)
    assert search(2).best() == (1,)
    calm = search(1, (), 3, 4)
    assert (calm.root().value, calm.best()) == (1, (1,))
    # the quiet branch was not searched further
    assert calm.result(((), 1)).nodes == 1 + 2 + 2
    assert search(9).best() == Search(tree).best()
    assert search(1, (0, 0, 0)).best() == ()
    rules = Horizon(tree, evaluation, 1, (), 3)
    assert [rules.is_quiet(path) for path in ((0,), (1,))] == [False, True]
    # from 9 to -9 is a change of 18
    assert [Horizon(tree, evaluation, 1, (), swing).is_quiet((0,)) for swing in (17, 18)] == [False, True]
    for depth, beyond, reason in ((-1, 0, "depth must be at least 0"), (1, -1, "beyond the depth")):
        with pytest.raises(InputError, match=reason):
            Horizon(tree, evaluation, depth, (), 0, beyond)


@given(naive.plain_trees, st.integers(0, 4), st.integers(0, 3), st.integers(0, 8))
def test_looking_ahead_in_any_tree(nested: Any, depth: int, beyond: int, swing: int) -> None:
    tree = make_tree(nested)

    def evaluation(path: Path) -> Any:
        return tree.utility(path) if tree.is_over(path) else hash(path) % 9 - 4

    def value(path: Path, depth: int) -> Any:
        if tree.is_over(path) or not depth:
            return evaluation(path)
        values = [value((*path, branch), depth - 1) for branch in tree.moves(path)]
        return max(values) if tree.to_move(path) is Turn.MAX else min(values)

    def found(depth: int, swing: Utility = 0, beyond: int = 0) -> SearchResult:
        game = Horizon(tree, evaluation, depth, (), swing, beyond)
        return Search(game).result(game.start)

    result = found(depth)
    assert result.value == value((), depth)
    assert found(depth, swing, 0) == result
    # no change is beyond 8; every state counts as restless where even no change is too much
    assert found(depth, 8, beyond) == result
    assert found(depth, -1, beyond) == found(depth + beyond)
    assert found(depth, swing, beyond).nodes >= result.nodes


def test_bad_trees() -> None:
    malformed: list[tuple[Any, str]] = [
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
    ]
    for nested, reason in malformed:
        with pytest.raises(InputError, match=reason):
            make_tree(nested)


def test_bad_paths() -> None:
    deep: Any = reduce(lambda below, _: [below], range(300), 1)
    with pytest.raises(InputError, match="levels"):
        make_tree(deep)
    tree = make_tree([1, [2, 3]])
    with pytest.raises(InputError, match="leaf"):
        tree.moves((0,))
    with pytest.raises(InputError, match="not a leaf"):
        tree.utility(())
    for path in ((0, 0), (2,), (-1,)):
        with pytest.raises(InputError, match="no node"):
            tree.at(path)


def test_numbers_and_turns() -> None:
    assert [number(text) for text in (3, "-3/2", "0.25", " 4/2 ")] == [3, Fraction(-3, 2), Fraction(1, 4), 2]
    assert make_tree([3, 5], Turn.MIN) == Tree(make_tree({"min": [3, 5]}).root)
    assert [turn.other for turn in Turn] == [Turn.MIN, Turn.MAX, Turn.CHANCE]


Choices = tuple[dict[Path, Any], dict[Path, tuple[int, ...]]]
"""Value and best branches of every node."""


def mapped(tree: Tree, change: Any) -> Tree:
    """The tree with its utilities changed."""

    def visit(node: Any) -> Any:
        if not isinstance(node, Branching):
            return change(node)
        return Branching(node.turn, tuple(map(visit, node.branches)), node.probabilities)

    return Tree(visit(tree.root))


def choices(tree: Tree) -> Choices:
    search: Search[Path, int] = Search(tree)
    paths = naive.values(tree)
    return {path: search.result(path).value for path in paths}, {path: search.best(path) for path in paths}


@given(naive.plain_trees, naive.chance_trees, st.fractions(min_value=Fraction(1, 9), max_value=9), st.integers(-5, 5))
def test_maps_of_utilities(plain: Any, chancy: Any, factor: Fraction, shift: int) -> None:
    """Without chance any increasing map keeps all choices; with chance a linear one does, and maps the value."""

    def cube(utility: Any) -> Any:
        return utility**3 + utility

    def linear(utility: Any) -> Any:
        return factor * utility + shift

    for tree, change in ((make_tree(plain), cube), (make_tree(chancy), linear)):
        values, best = choices(tree)
        assert choices(mapped(tree, change)) == ({path: change(value) for path, value in values.items()}, best)


@given(st.dictionaries(st.integers(-20, 20), st.integers(-20, 20), min_size=3, max_size=6))
def test_a_lottery_against_every_map_that_is_not_linear(pairs: dict[int, int]) -> None:
    utilities = sorted(pairs)
    images = dict(zip(utilities, sorted(set(pairs.values())), strict=False))
    if len(images) < len(utilities):
        with pytest.raises(InputError, match="increase"):
            lottery(utilities, lambda utility: 0)
        return
    change: Any = images.__getitem__
    tree = lottery(utilities, change)
    slopes = {Fraction(images[other] - images[one], other - one) for one, other in pairwise(utilities)}
    assert (tree is None) == (len(slopes) == 1)
    if tree is not None:
        before, after = choices(tree)[1][()], choices(mapped(tree, change))[1][()]
        assert len(before) == len(after) == 1
        assert before != after


@pytest.mark.parametrize("race", [DiceRace(1, 1, 1), DiceRace(4, 2, 3), DiceRace(2, 3, 2)])
def test_every_position(race: DiceRace) -> None:
    table, values = solve_race(race), naive.values(race)
    assert Search(race).root().value == values[race.start]
    asked = 0
    for state, value in values.items():
        own, other = (state.of_max, state.of_min) if state.player is Turn.MAX else (state.of_min, state.of_max)
        if state.roll == 0:
            chance = table.chance(own, other)
        else:
            chance, distances = table.choices(own, other, state.roll)
            assert distances == [move for move in race.moves(state) if values[race.after(state, move)] == value]
            asked += 1
        assert value == (chance if state.player is Turn.MAX else 1 - chance)
    assert asked > 0
    assert len(table.numerators) == (len({tokens for tokens, _ in table.numerators})) ** 2


@settings(max_examples=25)
@given(st.integers(1, 12), st.integers(1, 6))
def test_one_token_each(length: int, sides: int) -> None:
    """With one token there is no choice: the player to roll wins when the own rolls needed are at most the other's."""
    table = solve_race(DiceRace(length, 1, sides))

    @cache
    def still(distance: int, rolls: int) -> Fraction:
        """The chance that a token is not home after that many rolls."""
        if not distance or not rolls:
            return Fraction(distance > 0)
        return Fraction(sum(still(max(0, distance - roll), rolls - 1) for roll in range(1, sides + 1)), sides)

    for own, other in product(range(1, length + 1), repeat=2):
        home = [still(own, rolls - 1) - still(own, rolls) for rolls in range(1, length + 1)]
        assert table.chance([own], [other]) == sum(chance * still(other, r) for r, chance in enumerate(home))


def test_the_choice_depends_on_the_other_player() -> None:
    """The tokens at 12 and 11, a 6 rolled: against one token close to home 12 must move, against another 11."""
    table = solve_race(DiceRace(12, 2, 6))
    choices = {}
    for (own, other), numerator in table.numerators.items():
        assert 0 <= numerator <= 6 ** (sum(own) + sum(other))
        if own == (12, 11):
            choices[other] = tuple(table.choices(own, other, 6)[1])
    assert set(choices.values()) == {(12,), (11,), (12, 11)}
    assert choices[5, 0] == (11,)
    assert choices[4, 2] == (12,)


def test_rules() -> None:
    race = DiceRace(4, 2, 3)
    rolled = RaceState(Turn.MIN, 3, (4, 1), (4, 2))
    assert race.to_move(rolled) is Turn.MIN
    assert race.moves(rolled) == [4, 2]
    assert race.after(rolled, 2) == RaceState(Turn.MAX, 0, (4, 1), (4, 0))
    assert race.to_move(race.start) is Turn.CHANCE
    assert [chance for chance, _ in race.chances(race.start)] == [Fraction(1, 3)] * 3


def test_bad_input() -> None:
    for length, tokens, sides, reason in (
        (0, 1, 6, "squares"),
        (3, 0, 6, "tokens"),
        (3, 2, 0, "die"),
        (3, 2, 101, "die"),
    ):
        with pytest.raises(InputError, match=reason):
            DiceRace(length, tokens, sides)
    with pytest.raises(InputError, match="positions"):
        solve_race(DiceRace(40, 3, 6))
    table = solve_race(DiceRace(3, 2, 6))
    assert table.chance((0, 0), (0, 2)) == 1
    assert table.chance((1, 0), (0, 0)) == 0
    for own, other, reason in (
        ((1,), (1, 1), "2 tokens"),
        ((4, 1), (1, 1), "distances"),
        ((0, 0), (0, 0), "one player"),
    ):
        with pytest.raises(InputError, match=reason):
            table.chance(own, other)
    with pytest.raises(InputError, match="roll"):
        table.choices((1, 1), (1, 1), 7)
    with pytest.raises(InputError, match="over"):
        table.choices((0, 0), (1, 1), 1)

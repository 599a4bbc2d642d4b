"""The fast solver against the slow one: random games with cycles, puzzles by functions and by tables."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import minimax_whole as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.games import GAMES
from tafelwerk.rules.minimax.ranked import ENDLESS, RankedGame
from tafelwerk.solvers.minimax.ranked.game import DRAWN, LOST, WON, CompiledGame, Words, compiled, ranked_moves
from tafelwerk.solvers.minimax.ranked.games import compiled_game, move_tables
from tafelwerk.solvers.minimax.ranked.move_tables import make_move_tables
from tafelwerk.solvers.minimax.ranked.nim_passes import NIM_PASSES
from tafelwerk.solvers.minimax.ranked.pancakes import burnt_pancakes, pancake_tables
from tafelwerk.solvers.minimax.ranked.retrograde import solve

SIZE = 32
"""Positions of a random game; its number is the rest of the rank."""


@ranked_moves
def _random_moves(rank: int, successors: Words, labels: Words, scratch: Words) -> int:
    """A game whose moves look random: one position in four is over."""
    state = (rank * 6364136223846793005 + 1442695040888963407) & (2**62 - 1)
    kind = (state >> 40) % 12
    if kind == 0:
        return WON
    if kind == 1:
        return LOST
    if kind == 2:
        return DRAWN
    count = 1 + (state >> 30) % 3
    for i in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) & (2**62 - 1)
        successors[i] = rank // SIZE * SIZE + (state >> 35) % SIZE
        labels[i] = 3 * i
    return count


def _random_game(number: int) -> CompiledGame:
    ranks, start = (number + 1) * SIZE, number * SIZE
    game = RankedGame("random", "random", SIZE, start, str, int, lambda rank, label: str(label), lambda rank: {})
    return compiled(game, ranks, _random_moves, 3)


def check(game: CompiledGame) -> None:
    """Every value, distance and mask is that of the slow solver."""
    solution = solve(game)
    replies = naive.reach(game.start, lambda rank: list(game.successors(rank).values()))
    ends = {LOST: -1, WON: 1, DRAWN: 0}
    over = {rank: ends[outcome] for rank in replies if (outcome := game.outcome(rank)) is not None}
    expected = naive.values(replies, over)
    assert solution.ranks.tolist() == sorted(replies)
    for place, rank in enumerate(solution.ranks.tolist()):
        value, distance = expected[rank]
        assert (solution.values[place], solution.distances[place]) == (value, ENDLESS if distance is None else distance)
        kept = [label for label, other in game.successors(rank).items() if expected[other][0] == -value]
        assert solution.moves[place] == sum(1 << label for label in kept)
        assert solution.place(rank) == place


@given(st.integers(0, 5000))
def test_random_games(number: int) -> None:
    check(_random_game(number))


def test_nim_with_passes() -> None:
    check(NIM_PASSES)


def test_nim_without_passes_is_nim() -> None:
    """Bouton: lost where the exclusive or of the heaps is 0. One pass turns lost positions into won ones."""
    solution = solve(NIM_PASSES)
    for rank, value in zip(solution.ranks.tolist(), solution.values.tolist(), strict=True):
        heaps = [int(word) for word in NIM_PASSES.text(rank).split()[:3]]
        nimber = heaps[0] ^ heaps[1] ^ heaps[2]
        own, other = NIM_PASSES.text(rank).split()[3]
        if (own, other) == ("-", "-"):
            assert value == (1 if nimber else -1)
        elif own == "p" and other == "-" and not nimber and any(heaps):
            assert value == 1


@pytest.mark.parametrize("text", ["1 3 5", "1 3 5 q-", "1 3 8 --", "1 3 x pp", "", "1 2 3 4 pp"])
def test_positions_of_nim_that_are_none(text: str) -> None:
    with pytest.raises(InputError):
        NIM_PASSES.rank(text)


@pytest.mark.parametrize("pancakes", [1, 2, 3, 4])
def test_every_stack(pancakes: int) -> None:
    game = burnt_pancakes(pancakes)
    expected = naive.stacks(pancakes)
    solution = solve(game)
    assert len(solution.ranks) == len(expected)
    for rank, distance, moves in zip(
        solution.ranks.tolist(), solution.distances.tolist(), solution.moves.tolist(), strict=True
    ):
        stack = tuple(map(int, game.text(rank).split()))
        assert game.rank(game.text(rank)) == rank
        assert distance == expected[stack]
        after = game.successors(rank)
        assert [game.move_name(rank, label) for label in after] == [f"flip {k}" for k in range(1, pancakes + 1)]
        for label, other in after.items():
            nearer = expected[tuple(map(int, game.text(other).split()))] == distance - 1
            assert bool(moves >> label & 1) == nearer


@pytest.mark.parametrize("pancakes", [1, 2, 3, 4, 5, 6])
def test_tables_do_what_functions_do(pancakes: int) -> None:
    game, tables = burnt_pancakes(pancakes), pancake_tables(pancakes)
    assert (tables.ranks, tables.moves) == (game.ranks, pancakes)
    one, other = solve(game), solve(game, tables)
    for name in ("ranks", "values", "distances", "moves"):
        assert getattr(one, name).tobytes() == getattr(other, name).tobytes()


def test_greatest_distances() -> None:
    """Cohen and Blum 1995: 1, 4, 6, 8, 10, 12, 14 flips for 1 to 7 pancakes."""
    found = [int(solve(burnt_pancakes(n), pancake_tables(n)).distances.max()) for n in range(1, 8)]
    assert found == [1, 4, 6, 8, 10, 12, 14]


@pytest.mark.slow
def test_eight_pancakes() -> None:
    """10,321,920 stacks, at most 15 flips, and one stack alone that needs them: all pancakes in place, burnt sides up."""
    game = burnt_pancakes(8)
    one, other = solve(game, pancake_tables(8)), solve(game)
    assert one.distances.tobytes() == other.distances.tobytes()
    assert one.moves.tobytes() == other.moves.tobytes()
    assert (len(one.ranks), int(one.distances.max())) == (10_321_920, 15)
    assert [game.text(int(rank)) for rank in one.ranks[one.distances == 15]] == ["-1 -2 -3 -4 -5 -6 -7 -8"]


@given(st.integers(1, 8), st.randoms())
def test_stacks_are_written_and_read(pancakes: int, draw: object) -> None:
    stack = list(range(1, pancakes + 1))
    draw.shuffle(stack)  # type: ignore[attr-defined]
    text = " ".join(str(pancake * draw.choice((1, -1))) for pancake in stack)  # type: ignore[attr-defined]
    game = burnt_pancakes(pancakes)
    assert game.text(game.rank(text)) == text


@pytest.mark.parametrize("text", ["1 2", "1 2 2", "0 1 2", "1 2 4", "a b c", ""])
def test_stacks_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match="each of 1 to 3 once"):
        burnt_pancakes(3).rank(text)


def test_three_coordinates() -> None:
    """Three wheels of 3, 4 and 5 places, each turned on by one move and back by another."""
    sizes = (3, 4, 5)
    coordinates = []
    for wheel, size in enumerate(sizes):
        table = np.tile(np.arange(size)[:, None], (1, 6))
        table[:, 2 * wheel] = (np.arange(size) + 1) % size
        table[:, 2 * wheel + 1] = (np.arange(size) - 1) % size
        coordinates.append(table)
    tables = make_move_tables(coordinates)
    rules = RankedGame("wheels", "wheels", 60, 0, str, int, lambda rank, label: "", lambda rank: {}, is_puzzle=True)
    game = compiled(rules, 60, _random_moves, 6)
    solution = solve(game, tables)
    for rank, distance in enumerate(solution.distances.tolist()):
        places = rank // 20, rank // 5 % 4, rank % 5
        assert distance == sum(min(place, size - place) for place, size in zip(places, sizes, strict=True))


def test_misuse() -> None:
    one = np.array([[0, 1], [1, 0]])
    with pytest.raises(InputError, match="needs a coordinate"):
        make_move_tables([])
    with pytest.raises(InputError, match="shape"):
        make_move_tables([one, np.array([[0], [1]])])
    with pytest.raises(InputError, match="0 to 1"):
        make_move_tables([one + 1])
    with pytest.raises(InputError, match="ranks"):
        make_move_tables([np.zeros((2**16, 1), np.int64)] * 2)
    with pytest.raises(InputError, match="tables are of a puzzle"):
        solve(burnt_pancakes(3), pancake_tables(2))
    with pytest.raises(InputError, match="tables are of a puzzle"):
        solve(NIM_PASSES, pancake_tables(2))
    with pytest.raises(InputError, match="1 to 9 pancakes"):
        burnt_pancakes(0)


def test_the_list_of_games() -> None:
    for rules in GAMES.values():
        game = compiled_game(rules)
        assert game.name == rules.name
        assert game.rank(game.text(game.start)) == game.start
        assert game.start in game.images(game.start)


@pytest.mark.parametrize("name", [name for name in GAMES if not name.endswith(("-7", "-8"))])
def test_the_rules_in_plain_python_say_what_the_kernels_do(name: str) -> None:
    """Positions, moves, and values where the game is over."""
    game = compiled_game(GAMES[name])
    solution = solve(game, move_tables(GAMES[name]))
    assert len(solution.ranks) == game.positions
    ends = {LOST: -1, WON: 1, DRAWN: 0}
    for rank in solution.ranks[:: 1 + len(solution.ranks) // 100].tolist():
        outcome = game.outcome(rank)
        assert game.after(rank) == game.successors(rank)
        assert list(game.after(rank)) == sorted(game.after(rank))
        assert outcome is None or game.ended(rank) == ends[outcome]


def test_functions_of_one_place_have_names_of_their_own() -> None:
    """Compiled functions are found by their names: one would be taken for another."""
    names = {burnt_pancakes(n).moves.function.__qualname__ for n in range(1, 9)}
    assert len(names) == 8
    for n in (4, 6, 4, 3):
        assert len(solve(burnt_pancakes(n)).ranks) == burnt_pancakes(n).ranks
